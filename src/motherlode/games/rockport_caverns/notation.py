"""Text for the Rockport Caverns.

Actions are `go 4-3`, `lead den`, `pass`, `store`, `stop`, `re-roll`, `keep`, `slide left`; dice are `row 4` or
`event 5`. A hex is called by its row and column die, `4-3`; rooms are `den`, `nest`, `rock`, `pouch` and `ammo`;
then there are `exit-1`, `exit-2` and `start-1` to `start-6`. A position is one line of parts, for example

    start-3 | at 4-2 | life 4 | friend 2-5 life 3 | stored 1 | re-rolls 3 | water 7 | round 6 | turn 2 | next act
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import numpy as np

from motherlode.core.contract import CHANCE, OVER, Language, Records
from motherlode.core.errors import BadInput, Code
from motherlode.games.rockport_caverns import kernels, ways
from motherlode.games.rockport_caverns.actions import (
    KEEP,
    LEAD,
    NUM_OUTCOMES,
    PASS,
    REROLL,
    SLIDE_LEFT,
    SLIDE_RIGHT,
    STEP,
    STOP,
    STORE,
)
from motherlode.games.rockport_caverns.components import (
    EXIT,
    NOWHERE,
    NUM_ROWS,
    NUM_SIDES,
    PASSAGE,
    SIDES,
    SOUTHEAST,
    SOUTHWEST,
    START,
    plan_of,
)
from motherlode.games.rockport_caverns.reasons import ACTIONS, FRIEND, GERMAN_PLACES, SIDE_WORDS, STORED, Why
from motherlode.games.rockport_caverns.state import (
    ACTING,
    BURIED,
    DARK,
    DEAD,
    DROWNED,
    ENDED,
    FRIEND_DEAD,
    FRIEND_DROWNED,
    FULL,
    REROLLING,
    ROCK_SLIDE,
    ROCK_SLIDES,
    ROLLING_BEAR,
    ROLLING_COLUMN,
    ROLLING_EVENT,
    ROLLING_ROW,
    RUNNING,
    SEEKING_COLUMN,
    SEEKING_ROW,
    SLIDE,
    SLIDING,
    STARTING,
    STATE,
    TRAPPED,
    WON,
)

Wrong = Callable[[str], BadInput]

EVENTS = ("", "no action", "slip", "rock slide", "disoriented", "slide", "rock slides")  # by face
WORDS = {PASS: "pass", STORE: "store", STOP: "stop", REROLL: "re-roll", KEEP: "keep"}
WORDS |= {SLIDE_RIGHT: "slide right", SLIDE_LEFT: "slide left"}
DICE = {
    STARTING: "start",
    ROLLING_ROW: "row",
    ROLLING_COLUMN: "column",
    SEEKING_ROW: "friend row die",
    SEEKING_COLUMN: "friend column",
    ROLLING_EVENT: "event",
    ROLLING_BEAR: "bear",
}
Phase: TypeAlias = Literal[
    "start", "row", "column", "friend row", "friend column", "act", "event", "choice", "slide", "bear"
]
PHASES: dict[int, Phase] = {
    STARTING: "start",
    ROLLING_ROW: "row",
    ROLLING_COLUMN: "column",
    SEEKING_ROW: "friend row",
    SEEKING_COLUMN: "friend column",
    ACTING: "act",
    ROLLING_EVENT: "event",
    REROLLING: "choice",
    SLIDING: "slide",
    ROLLING_BEAR: "bear",
}
Ending: TypeAlias = Literal[
    "won", "dead", "friend dead", "drowned", "friend drowned", "full", "dark", "buried", "trapped"
]
ENDINGS: dict[int, Ending] = {
    WON: "won",
    DEAD: "dead",
    FRIEND_DEAD: "friend dead",
    DROWNED: "drowned",
    FRIEND_DROWNED: "friend drowned",
    FULL: "full",
    DARK: "dark",
    BURIED: "buried",
    TRAPPED: "trapped",
}
TURN_FLAGS = {"acted": "has_acted", "led": "has_led", "climbed": "has_climbed", "sheltered": "is_sheltered"}
NEXT_FLAGS = {"dry": "is_dry", "disoriented": "is_disoriented"}
ABOUT_STEPS = {Why.NO_PATH, Why.BLOCKED, Why.TOO_DEAR}  # what only a step is refused for


def place_name(box: Records, place: int) -> str:
    """`4-3`, `den`, `exit-1`, `start-5`; `-` for no place."""
    return "-" if place == NOWHERE else plan_of(box).names[place]


def find_place(box: Records, name: str) -> int | None:
    """The place of that name; None where there is none."""
    return next((place for place, known in plan_of(box).names.items() if known == name), None)


def room_title(box: Records, place: int) -> str:
    """`the Bear's Den`, `the Hen's Nest Gemstones`, `the Patriot's Rock`."""
    name = plan_of(box).hexes[place].name
    return "the " + name.removeprefix("The ")


def describe_place(box: Records, place: int) -> str:
    """A place in a sentence: `4-3`, `the Bear's Den`, `exit 1`, `start circle 5`."""
    name = place_name(box, place)
    kind, _, number = name.partition("-")
    if kind == "exit":
        return f"exit {number}"
    if kind == "start":
        return f"start circle {number}"
    return name if number else room_title(box, place)


def write_action(box: Records, state: Records, action: int) -> str:
    """`go 4-3` and `lead 4-3` by where the path leads, `go NE` where none does."""
    if action in WORDS:
        return WORDS[action]
    verb, side = ("lead", action - LEAD) if action >= LEAD else ("go", action - STEP)
    place = int(box[0].path[int(state[0].here), side]) if state[0].here != NOWHERE else NOWHERE
    return f"{verb} {SIDES[side] if place == NOWHERE else place_name(box, place)}"


def read_action(box: Records, state: Records, text: str) -> int:
    """Also takes sides for places, `go NE`, and a place alone where going there alone is meant."""
    words = text.strip().lower()
    for action, word in WORDS.items():
        if words in {word, word.replace("-", "")}:
            return action
    match = re.fullmatch(r"(?:(go|lead) )?([a-z0-9-]{1,12})", words)
    if match is None:
        raise BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable action {text!r}: expected 'go 4-3', 'lead 4-3', {', '.join(map(repr, WORDS.values()))}, in "
            f"{write_position(box, state)!r}",
        )
    base = LEAD if match[1] == "lead" else STEP
    if match[2].upper() in SIDES:
        return base + SIDES.index(match[2].upper())
    place = find_place(box, match[2])
    if place is None:
        raise BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable action {text!r}: there is no hex {match[2]!r}, in {write_position(box, state)!r}",
        )
    if state[0].here != NOWHERE:
        for side in range(NUM_SIDES):
            if int(box[0].path[int(state[0].here), side]) == place:
                return base + side
    raise BadInput(
        Code.UNREADABLE_ACTION,
        f"unreadable action {text!r}: no path leads from {place_name(box, int(state[0].here))} to {match[2]}, in "
        f"{write_position(box, state)!r}",
    )


def write_outcome(box: Records, state: Records, outcome: int) -> str:
    """`row 4`, `event 5`: which die, and what it shows."""
    return f"{DICE[int(state[0].phase)]} {outcome + 1}"


def read_outcome(box: Records, state: Records, text: str) -> int:
    """`row 4`; the die must be the one that is rolled next."""
    word = DICE[int(state[0].phase)]
    match = re.fullmatch(rf"{word} ([1-{NUM_OUTCOMES}])", text.strip())
    if match is None:
        raise BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable roll {text!r}: expected {word!r} and a number from 1 to {NUM_OUTCOMES}",
        )
    return int(match[1]) - 1


def write_position(box: Records, state: Records) -> str:
    """The whole position on one line; what is not the case is left out."""
    now = state[0]
    phase = int(now.phase)
    parts = [place_name(box, int(now.start)), f"at {place_name(box, int(now.here))}", f"life {now.life}"]
    parts.append(f"friend {place_name(box, int(now.friend))} life {now.friend_life}")
    if now.bear != NOWHERE:
        parts.append(f"bear {place_name(box, int(now.bear))}")
    parts += [f"stored {now.stored}", f"re-rolls {now.rerolls}", f"water {now.water}", f"round {now.rounds}"]
    rocks = [f"{place_name(box, place)}:{count}" for place, count in enumerate(now.rocks.tolist()) if count]
    if rocks:
        parts.append("rocks " + " ".join(rocks))
    if phase in {ACTING, SEEKING_ROW, SEEKING_COLUMN}:
        flags = [word for word, field in TURN_FLAGS.items() if now[field]]
        parts.append(" ".join(["turn", str(now.left), *flags]))
    parts += [word for word, field in NEXT_FLAGS.items() if now[field]]
    if now.event:
        parts.append(f"event {EVENTS[now.event]}")
    if phase == ENDED:
        parts.append(f"over {ENDINGS[int(now.ending)]}")
    else:
        detail = {
            ROLLING_ROW: f" {now.slides}",
            ROLLING_COLUMN: f" {now.slides} of row {now.row}",
            SEEKING_COLUMN: f" of row {now.row}",
        }
        parts.append(f"next {PHASES[phase]}{detail.get(phase, '')}")
    return " | ".join(parts)


def read_position(box: Records, text: str) -> Records:
    """The position that `write_position` wrote."""

    def wrong(why: str) -> BadInput:
        return BadInput(Code.UNREADABLE_POSITION, f"unreadable position {text!r}: {why}")

    parts = [part.strip() for part in text.split("|")]
    if len(parts) < 3:
        raise wrong("expected parts such as 'start-3 | at 4-2 | life 4 | ... | next act'")
    states = np.zeros(1, STATE)
    kernels.setup(box, states, 0)
    now = states[0]
    now.slides = 0
    now.bear = NOWHERE
    now.start = _read_place(box, parts[0], wrong)
    if now.start != NOWHERE and box[0].kind[int(now.start)] != START:
        raise wrong(f"{parts[0]!r} is no start circle")
    readers: dict[str, Callable[[str], None]] = {
        "at": lambda value: _set(now, "here", _read_place(box, value, wrong)),
        "life": lambda value: _set(now, "life", _read_number(value, -20, int(box[0].most_life), wrong)),
        "friend": lambda value: _read_friend(box, now, value, wrong),
        "bear": lambda value: _set(now, "bear", _read_place(box, value, wrong)),
        "stored": lambda value: _set(now, "stored", _read_number(value, 0, int(box[0].most_stored), wrong)),
        "re-rolls": lambda value: _set(now, "rerolls", _read_number(value, 0, int(box[0].rerolls), wrong)),
        "water": lambda value: _set(now, "water", _read_number(value, int(box[0].filled), int(box[0].total), wrong)),
        "round": lambda value: _set(now, "rounds", _read_number(value, 0, int(box[0].most_rounds), wrong)),
        "rocks": lambda value: _read_rocks(box, now, value, wrong),
        "turn": lambda value: _read_turn(now, value, wrong),
        "dry": lambda _: _set(now, "is_dry", 1),
        "disoriented": lambda _: _set(now, "is_disoriented", 1),
        "event": lambda value: _set(now, "event", _read_word(value, dict(enumerate(EVENTS)), "event", wrong)),
        "next": lambda value: _read_next(now, value, wrong),
        "over": lambda value: _read_over(now, value, wrong),
    }
    given: set[str] = set()
    for part in parts[1:]:
        word, _, value = part.partition(" ")
        key = "next" if word == "over" else word
        if word not in readers or key in given or bool(value) == (word in NEXT_FLAGS):
            raise wrong(f"{word!r} is given twice" if key in given else f"unknown part {part!r}")
        given.add(key)
        readers[word](value)
    missing = {"at", "life", "friend", "stored", "re-rolls", "water", "round", "next"} - given
    if missing:
        raise wrong(f"it does not say {sorted(missing)[0]!r}")
    _check_position(box, now, "turn" in given, wrong)
    return states


def _set(now: Any, field: str, value: int) -> None:
    now[field] = value


def _read_place(box: Records, text: str, wrong: Wrong) -> int:
    """The place of that name; `-` is NOWHERE."""
    if text == "-":
        return NOWHERE
    place = find_place(box, text)
    if place is None:
        raise wrong(f"there is no place {text!r}")
    return place


def _read_number(text: str, low: int, high: int, wrong: Wrong) -> int:
    if not re.fullmatch(r"-?[0-9]{1,4}", text) or not low <= int(text) <= high:
        raise wrong(f"{text!r} is not a number from {low} to {high}")
    return int(text)


def _read_word(text: str, known: Mapping[int, str], what: str, wrong: Wrong) -> int:
    for number, word in known.items():
        if text and word == text:
            return number
    raise wrong(f"unknown {what} {text!r}")


def _read_friend(box: Records, now: Any, text: str, wrong: Wrong) -> None:
    match = re.fullmatch(r"(\S+) life (\S+)", text)
    if match is None:
        raise wrong(f"friend {text!r} is not like '2-5 life 3'")
    now.friend = _read_place(box, match[1], wrong)
    now.friend_life = _read_number(match[2], -20, int(box[0].most_life), wrong)


def _read_rocks(box: Records, now: Any, text: str, wrong: Wrong) -> None:
    for item in text.split():
        name, _, count = item.partition(":")
        place = _read_place(box, name, wrong)
        if place == NOWHERE or box[0].kind[place] != PASSAGE or now.rocks[place]:
            raise wrong(f"rocks {item!r} are not on one hex of their own")
        most = int(box[0].capacity[int(box[0].row[place])])
        now.rocks[place] = _read_number(count, 1, most, wrong)
        now.rocky |= 1 << place
        if now.rocks[place] == most:
            now.blocked |= 1 << place


def _read_turn(now: Any, text: str, wrong: Wrong) -> None:
    number, *flags = text.split()
    now.left = _read_number(number, 0, kernels.ACTIONS, wrong)
    for flag in flags:
        if flag not in TURN_FLAGS:
            raise wrong(f"unknown {flag!r} in 'turn {text}'")
        now[TURN_FLAGS[flag]] = 1


def _read_next(now: Any, text: str, wrong: Wrong) -> None:
    match = re.fullmatch(r"([a-z ]+?)(?: ([0-9]{1,2}))?(?: of row ([0-9]))?", text)
    if match is None:
        raise wrong(f"unknown part 'next {text}'")
    phase = _read_word(match[1], PHASES, "part 'next'", wrong)
    has_count, has_row = phase in {ROLLING_ROW, ROLLING_COLUMN}, phase in {ROLLING_COLUMN, SEEKING_COLUMN}
    if has_count != (match[2] is not None) or has_row != (match[3] is not None):
        raise wrong(f"'next {text}' does not say how many slides, or which row, or says it in vain")
    now.phase = phase
    now.slides = _read_number(match[2], 1, 99, wrong) if has_count else 0
    now.row = _read_number(match[3], 1, NUM_ROWS, wrong) if has_row else 0
    now.to_act = 0 if phase in {ACTING, REROLLING, SLIDING} else CHANCE


def _read_over(now: Any, text: str, wrong: Wrong) -> None:
    now.ending = _read_word(text, ENDINGS, "ending", wrong)
    now.phase, now.to_act = ENDED, OVER


def _check_position(box: Records, now: Any, has_turn: bool, wrong: Wrong) -> None:
    """Refuse a position that no game can come to: what it says must fit together."""
    contents = box[0]
    phase = int(now.phase)
    if (now.bear != NOWHERE) != bool(contents.has_bear):
        raise wrong("there is a bear exactly in the Wandering Bear variant")
    if now.bear != NOWHERE and contents.kind[int(now.bear)] in {EXIT, START}:
        raise wrong("the bear stays inside the caverns")
    if phase == STARTING:
        now.slides = int(contents.slides)
    if (now.start == NOWHERE) != (phase == STARTING) or (now.here == NOWHERE) != (phase == STARTING):
        raise wrong("the character is on the map exactly after the start roll")
    if (int(now.rounds) == 0) != (phase == STARTING or (phase in {ROLLING_ROW, ROLLING_COLUMN} and not now.event)):
        raise wrong("rounds begin after the rock slides before play")
    if int(now.rounds) == 0 and (
        now.slides > contents.slides or now.friend != NOWHERE or now.is_dry or now.is_disoriented
    ):
        raise wrong("there is more than there can be before play")
    if int(now.rounds) == 0 and phase != STARTING and now.here != now.start:
        raise wrong("the character stays on the start circle before play")
    if now.friend != NOWHERE and contents.kind[int(now.friend)] == START:
        raise wrong("the friend is not on a start circle")
    has_event = phase in {REROLLING, SLIDING} or (phase in {ROLLING_ROW, ROLLING_COLUMN} and int(now.rounds) > 0)
    if bool(now.event) != has_event or (phase == SLIDING and now.event != SLIDE):
        raise wrong("an event is named exactly while it is decided or carried out")
    if (
        phase in {ROLLING_ROW, ROLLING_COLUMN}
        and now.event
        and not ((now.event == ROCK_SLIDE and now.slides == 1) or (now.event == ROCK_SLIDES and now.slides <= 2))
    ):
        raise wrong("the rock slides to come do not fit the event")
    if phase == REROLLING and (now.event == 1 or now.rerolls == 0):
        raise wrong("there is nothing to decide about this event")
    if phase == SLIDING and NOWHERE in {
        int(ways.way_down(contents, now, SOUTHWEST)),
        int(ways.way_down(contents, now, SOUTHEAST)),
    }:
        raise wrong("a slide is chosen only between two ways")
    if phase in {SEEKING_ROW, SEEKING_COLUMN} and now.friend != NOWHERE:
        raise wrong("the friend is located only once")
    if phase == SEEKING_COLUMN and (
        now.row > kernels.FRIEND_ROWS or kernels.open_row(contents, now, int(now.row)) != now.row
    ):
        raise wrong(f"the friend cannot be in row {now.row}")
    if has_turn != (phase in {ACTING, SEEKING_ROW, SEEKING_COLUMN}):
        raise wrong("'turn' is given exactly during a turn")
    if phase == ACTING and int(now.left) + int(now.stored) == 0:
        raise wrong("a turn without actions is over")
    if phase != ENDED and (now.life < 1 or now.friend_life < 1):
        raise wrong("who has no life left has lost")
    if phase not in {ENDED, STARTING} and now.rounds:
        for place in (int(now.here), int(now.friend)):
            if place != NOWHERE and kernels.is_lost(contents, now, int(contents.row[place])):
                raise wrong("who is below the water has lost")
    if now.here != NOWHERE and (phase != ENDED or now.ending == TRAPPED):
        is_trapped = bool(ways.is_trapped(contents, now, int(now.blocked)))
        if is_trapped != (now.ending == TRAPPED):
            raise wrong("the character is trapped exactly where rocks leave no way")
    is_out = now.here != NOWHERE and now.here == now.friend and contents.kind[int(now.here)] == EXIT
    if is_out != (now.ending == WON):
        raise wrong("the game is won exactly when both are on an exit")
    if (now.ending == DEAD) != bool(now.life < 1) or (now.ending == FRIEND_DEAD) != bool(
        now.life > 0 > now.friend_life - 1
    ):
        raise wrong("the ending does not fit the lives")
    if now.ending == RUNNING and phase == ENDED:
        raise wrong("it does not say how it ended")


def explain(box: Records, state: Records, action: int, reason: int, language: Language = "en") -> str:
    """The sentence of a reason, with the hex or the numbers that it is about."""
    friend, (unknown, found) = int(state[0].friend), FRIEND[language]
    blanks: dict[str, str | int] = {
        "friend": unknown if friend == NOWHERE else found.format(place=say_place(box, friend, False, language)),
        "most_stored": _count(int(box[0].most_stored), STORED[language]),
    }
    if reason in ABOUT_STEPS:
        blanks |= _describe_step(box, state[0], action, language)
    return Why(reason).tell(language, **blanks)


def _count(number: int, words: tuple[str, str]) -> str:
    """`1 action`, `2 actions`."""
    return f"{number} {words[number != 1]}"


def say_place(box: Records, place: int, is_left: bool, language: Language) -> str:
    """A place in a sentence of a language; German says at once whether somebody leaves it or is there."""
    if language == "en":
        return describe_place(box, place)
    name = place_name(box, place)
    kind, _, number = name.partition("-")
    from_where, where = GERMAN_PLACES.get(kind, GERMAN_PLACES["hex"])
    return (from_where if is_left else where).format(number=number if kind in GERMAN_PLACES else name)


def _describe_step(box: Records, now: Any, action: int, language: Language) -> dict[str, str | int]:
    """The side, the hexes and the price of a step, and the actions there are to pay it."""
    side, basic = (action - LEAD, kernels.LEAD_COST) if action >= LEAD else (action - STEP, kernels.STEP_COST)
    place = int(box[0].path[int(now.here), side])
    return {
        "side": SIDE_WORDS[language][side],
        "here": say_place(box, int(now.here), True, language),
        "place": place_name(box, place),
        "price": _count(0 if place == NOWHERE else int(kernels.cost(box[0], now, place, basic)), ACTIONS[language]),
        "purse": int(now.left) + int(now.stored),
    }
