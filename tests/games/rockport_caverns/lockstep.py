"""The twin by the protocol of docs/conformance.md, and every field of a position against it."""

from pathlib import Path

from motherlode.core.contract import CHANCE
from motherlode.games import rockport_caverns
from motherlode.games.rockport_caverns.components import NOWHERE, plan_of
from motherlode.games.rockport_caverns.notation import DICE, ENDINGS
from motherlode.games.rockport_caverns.state import ACTING, REROLLING, SEEKING_COLUMN, SEEKING_ROW, SLIDING

from .reference import Caverns

DATA = Path(rockport_caverns.__file__).parent / "data"
CHOICES = {ACTING: "act", REROLLING: "choice", SLIDING: "slide"}
KINDS = set(CHOICES.values())
HOWS = {"dark": "capped", "buried": "trapped", "trapped": "trapped"}  # R11.6, R11.7, R11.9


def spot(play, place):
    if place == NOWHERE:
        return None
    hex_ = plan_of(play.box).hexes[place]
    return hex_.row, hex_.across


def differences(play, states, twin):
    """Every field, and who is asked what: the engine's, and the twin's."""
    now = states[0]
    found = {
        "here": (spot(play, int(now.here)), twin.here),
        "friend": (spot(play, int(now.friend)), twin.friend),
        "bear": (spot(play, int(now.bear)), twin.bear),
        "start": (spot(play, int(now.start)), twin.start),
        "life": (int(now.life), twin.life),
        "friend_life": (int(now.friend_life), twin.friend_life),
        "stored": (int(now.stored), twin.stored),
        "rerolls": (int(now.rerolls), twin.rerolls),
        "water": (int(now.water), twin.filled),
        "rounds": (int(now.rounds), twin.rounds),
        "rocks": ({spot(play, place): int(count) for place, count in enumerate(now.rocks) if count}, twin.rocks),
        "blocked": (
            {spot(play, place) for place in range(len(now.rocks)) if (int(now.blocked) >> place) & 1},
            {place for place in twin.rocks if twin.is_blocked(place)},
        ),
        "rocky": (int(now.rocky), sum(1 << place for place, count in enumerate(now.rocks) if count)),
    }
    if twin.request is None:
        found["ending"] = ENDINGS[int(now.ending)], twin.ending
        return found
    found["is_dry"] = bool(now.is_dry), twin.is_dry
    found["is_disoriented"] = bool(now.is_disoriented), twin.is_disoriented
    asked = DICE if now.to_act == CHANCE else CHOICES
    found["asked"] = asked[int(now.phase)], twin.request[0]
    if now.phase in {ACTING, SEEKING_ROW, SEEKING_COLUMN}:
        found["left"] = int(now.left), twin.left
    return found


class Beside:
    """A game of the twin."""

    def __init__(self, twin):
        self.twin = twin

    def to_act(self):
        if self.twin.request is None:
            return "over"
        return 0 if self.twin.request[0] in KINDS else "chance"

    def actions(self):
        kind, choices = self.twin.request
        if kind in KINDS:
            return [self.write(choice) for choice in choices]
        return {f"{kind} {face}": 1 for face in choices}

    def write(self, choice):
        return choice if isinstance(choice, str) else " ".join(choice)

    def play(self, text):
        kind, choices = self.twin.request
        if kind in KINDS:
            self.twin.answer(next(choice for choice in choices if self.write(choice) == text))
        else:
            self.twin.answer(int(text.removeprefix(kind)))

    def scores(self):
        return [1 if self.twin.ending == "won" else 0]

    def outcome(self):
        return HOWS.get(self.twin.ending, "played out"), [0] if self.twin.ending == "won" else []

    def compare(self, ruleset, states):
        return differences(ruleset, states, self.twin)


def new(seats, options):
    assert seats == 1
    given = dict(options)
    map_, edition = given.pop("map", 1), given.pop("set", 1)
    if isinstance(map_, dict):  # R13.2: the whole map
        path = map_
    elif given.get("drawn"):
        path = DATA.parent / "drawn.toml"
    else:
        path = DATA.parent / ("set2" if edition == 2 else "data") / f"map{map_}.toml"
    return Beside(Caverns(path, given.pop("character", 1), **given))
