"""What a puzzle is about, by game: the first theme that fits the position and what the answer does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from motherlode.core.contract import Records
from motherlode.core.ruleset import Ruleset


@dataclass(frozen=True)
class Facts:
    """What a theme may ask about."""

    text: str  # the answer in notation
    box: Any  # the record of what is in the box
    before: Any  # the record of the position
    after: Any  # the record after the answer
    seat: int

    def gained(self, field: str) -> int:
        """How much more of something the seat has."""
        return int(self.after[field][self.seat]) - int(self.before[field][self.seat])

    @property
    def verb(self) -> str:
        """The first word of the answer."""
        return self.text.partition(" ")[0]


@dataclass(frozen=True)
class Theme:
    """A theme with its names."""

    name: str
    en: str
    de: str
    fits: Callable[[Facts], bool]


# Madcap


def _level(facts: Facts) -> int:
    return int(facts.before.level[_colour(facts)])


def _colour(facts: Facts) -> int:
    return ("red", "black", "blue").index(facts.verb)


def _bounces(facts: Facts) -> bool:
    """R4.1: the barrel turns at an end of the mine."""
    face, way = int(facts.text.split()[1]), facts.text.split()[2]
    up, down = _level(facts) - face < 1, _level(facts) + face > int(facts.box.levels)
    return up if way == "up" else down if way == "down" else False


def _blasts_twice(facts: Facts) -> bool:
    """R6.2: both other barrels stand where it stops."""
    return len(set(facts.after.level.tolist())) == 1 and facts.gained("gold") > 0


# Trap the Cap


def _captives(facts: Facts, now: Any) -> tuple[int, int]:
    """R4: caps of others under caps of the seat's side on the board, and kept in its base."""
    owners, count = facts.box.owner, int(facts.box.num_caps)
    base = int(facts.box.spaces) + int(facts.box.seat_base[facts.seat])
    carried = kept = 0
    for cap in range(count):
        top = int(now.top[cap])
        if top >= 0 and top != cap and int(owners[top]) == facts.seat and int(owners[cap]) != facts.seat:
            carried += 1
        elif top < 0 and int(now.place[cap]) == base and int(owners[cap]) != facts.seat:
            kept += 1
    return carried, kept


def _caught(facts: Facts) -> int:
    return sum(_captives(facts, facts.after)) - sum(_captives(facts, facts.before))


def _brought_home(facts: Facts) -> int:
    return _captives(facts, facts.after)[1] - _captives(facts, facts.before)[1]


def _was_laden(facts: Facts) -> bool:
    """Whether the cap that moves carries captives."""
    moved = np.flatnonzero(facts.before.place != facts.after.place)
    return len(moved) > 1


THEMES: dict[str, tuple[Theme, ...]] = {
    "madcap": (
        Theme("discard", "Throw a die away", "Würfel wegwerfen", lambda facts: facts.text.endswith("discard")),
        Theme("double", "Double explosion", "Doppelte Sprengung", _blasts_twice),
        Theme("bounce", "Bounce", "Abprallen", _bounces),
        Theme("last_trips", "Last trips", "Letzte Fahrten", lambda facts: int(facts.before.left) <= 4),
        Theme("way_in", "Way in", "Einfahrt", lambda facts: facts.text.endswith(" in")),
        Theme("blast", "Explosion", "Sprengung", lambda facts: facts.gained("gold") > 0),
        Theme("quiet", "Quiet trip", "Stille Fahrt", lambda _facts: True),
    ),
    "minecart_mayhem": (
        Theme("double", "Double", "Doppelzug", lambda facts: facts.verb == "double" or bool(facts.before.is_doubled)),
        Theme("dynamite", "Dynamite", "Dynamit", lambda facts: facts.verb == "dynamite"),
        Theme("rocket", "Rocket", "Rakete", lambda facts: facts.verb == "rocket"),
        Theme("swap", "Change of lanes", "Spurwechsel", lambda facts: facts.verb == "swap"),
        Theme("stalactite", "Stalactite", "Stalaktit", lambda facts: facts.verb == "stalactite"),
        Theme("rail", "More rails", "Mehr Gleise", lambda facts: facts.verb == "rail"),
        Theme("lane", "Choice of lane", "Wahl der Spur", lambda facts: facts.verb == "lane"),
        Theme("hand", "Hand", "Blatt", lambda _facts: True),
    ),
    "rockport_caverns": (
        Theme("rescue", "Rescue the friend", "Den Freund retten", lambda facts: facts.verb == "lead"),
        Theme("exit", "Way out", "Weg hinaus", lambda facts: facts.text.startswith("go exit")),
        Theme("leave", "Leave the friend behind", "Ohne den Freund weiter", lambda facts: (
            facts.verb == "go" and int(facts.before.friend) == int(facts.before.here))),
        Theme("fate", "Turn fate", "Schicksal wenden", lambda facts: facts.verb in ("re-roll", "keep")),
        Theme("breath", "Save your strength", "Kräfte sparen", lambda facts: facts.verb in ("store", "stop", "pass")),
        Theme("room", "Shelter", "Unterschlupf", lambda facts: facts.verb == "go" and not facts.text[3:4].isdigit()),
        Theme("rocks", "Over the rocks", "Über die Felsen", lambda facts: bool(
            facts.before.rocks[int(facts.after.here)])),
        Theme("way", "Find the way", "Den Weg finden", lambda _facts: True),
    ),
    "trap_the_cap": (
        Theme("golden", "The Golden Cap", "Das goldene Hütchen", lambda facts: facts.verb == "golden"),
        Theme("again", "Once more", "Noch einmal", lambda facts: facts.text in ("throw again", "stop")),
        Theme("haul", "Big haul", "Fette Beute", lambda facts: _caught(facts) > 1),
        Theme("capture", "Capture", "Fangen", lambda facts: _caught(facts) > 0),
        Theme("bring_home", "Bring them home", "Heimbringen", lambda facts: _brought_home(facts) > 0),
        Theme("carry", "Carry on", "Weiterschleppen", _was_laden),
        Theme("home", "Home", "Nach Hause", lambda facts: facts.text.endswith(" home")),
        Theme("stalk", "Lie in wait", "Auf der Lauer", lambda _facts: True),
    ),
    "madstone": (
        Theme("muster", "Set-up", "Aufstellung", lambda facts: int(facts.before.turn_number) == 0),
        Theme("last_turns", "Last turns", "Letzte Züge", lambda facts: int(facts.before.turns_left) > 0),
        Theme("night_attack", "Night attack", "Nachtangriff", lambda facts: (
            facts.verb in ("kill", "command") and int(facts.before.dark_down) > 0)),
        Theme("darkness", "Darkness falls", "Finsternis", lambda facts: facts.verb in ("darkness", "lift")),
        Theme("kill", "Kill", "Töten", lambda facts: facts.verb == "kill"),
        Theme("command", "Take command", "Befehligen", lambda facts: facts.verb == "command"),
        Theme("ability", "Ability", "Fähigkeit", lambda facts: facts.verb in ("use", "target")),
        Theme("field", "In the field", "Aufs Feld", lambda facts: facts.verb in ("place", "pile")),
        Theme("patience", "Patience", "Geduld", lambda _facts: True),
    ),
}  # fmt: skip


def theme_of(ruleset: Ruleset, states: Records, seat: int, action: int) -> str:
    """The name of the first theme of the game that fits a position and its answer."""
    after = ruleset.copied(states)
    text = ruleset.action_unchecked(states, action).text
    ruleset.apply_unchecked(after, action)
    facts = Facts(text, ruleset.box[0], states[0], after[0], seat)
    return next(theme.name for theme in themes_of(ruleset.spec.name) if theme.fits(facts))


def themes_of(name: str) -> tuple[Theme, ...]:
    """All themes of a game; one that nobody has named any for has a single one."""
    return THEMES.get(name, (Theme("best", "Best action", "Beste Aktion", lambda _facts: True),))


def find_theme(name: str, theme: str) -> Theme:
    """A theme by its name."""
    return next(each for each in themes_of(name) if each.name == theme)
