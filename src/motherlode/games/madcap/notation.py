"""Text for Madcap: `red 4 in`, `red 6 up`, `red 6 discard`; dice `red 4`; rolls `r1336 k2245 b1556`.

A position is one line: barrels, dice, then what else matters, for example
`r4 k- b7 | r36 k2245 b6 | not k | gold 3-5 | seat 1`.
"""

import re
from collections.abc import Callable

import numpy as np

from motherlode.core.compiling import plain
from motherlode.core.contract import CHANCE, NOBODY, OVER, Reason, Records
from motherlode.core.errors import BadInput, Code
from motherlode.games.madcap import actions, kernels
from motherlode.games.madcap.actions import DISCARD, GO_DOWN, GO_UP
from motherlode.games.madcap.components import COLOURS, LETTERS, MAX_MATCH_GAMES, NUM_COLOURS, OUTSIDE
from motherlode.games.madcap.state import STATE

encode, colour_of, face_of, way_of = map(plain, (actions.encode, actions.colour_of, actions.face_of, actions.way_of))

WAYS = {"up": GO_UP, "down": GO_DOWN, "discard": DISCARD, "in": GO_UP}

# In the order of the numbers in kernels.py.
REASONS = (
    Reason("", "it is allowed"),
    Reason("R2.1", "there is no such action"),
    Reason("R2.1", "no such die is left"),
    Reason("R4.3", "the barrel would stop where it started"),
    Reason("R3.1", "the opponent chose that barrel in the turn before, and another can move"),
    Reason("R4.4", "there is only one way"),
    Reason("R5.3", "a die may not be discarded while a barrel can move"),
    Reason("R5.2", "a die of another colour must be discarded first"),
)


def write_action(box: Records, state: Records, action: int) -> str:
    """`red 4 in` from outside, else `red 4 up`, `red 4 down` or `red 6 discard`."""
    colour, way = colour_of(action), way_of(action)
    if way == DISCARD:
        word = "discard"
    elif state[0].level[colour] == OUTSIDE and way == GO_UP:
        word = "in"
    else:
        word = "down" if way == GO_DOWN else "up"
    return f"{COLOURS[colour]} {face_of(action)} {word}"


def read_action(box: Records, state: Records, text: str) -> int:
    """Also takes single letters and no spaces, `r6u`, and leaves out the way where there is only one, `red 4`."""
    match = re.fullmatch(r"(red|black|blue|r|k|b)\s*(\d)\s*(in|up|down|discard|i|u|d|x)?", text.strip().lower())
    if match is None:
        raise BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable action {text!r}: expected colour, die and way, such as 'red 4 up', in "
            f"{write_position(box, state)!r}",
        )
    colour = _colour(match[1])
    face = int(match[2])
    if not 1 <= face <= box[0].faces:
        raise BadInput(
            Code.UNREADABLE_ACTION, f"unreadable action {text!r}: a die shows 1 to {box[0].faces}, not {face}"
        )
    given = match[3] or ""
    word = {"i": "in", "u": "up", "d": "down", "x": "discard"}.get(given, given)
    if word:
        return encode(colour, face, WAYS[word])
    found = [
        encode(colour, face, way)
        for way in (GO_UP, GO_DOWN, DISCARD)
        if kernels.refuse(box, state, 0, encode(colour, face, way)) == 0
    ]
    if len(found) > 1:
        raise BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable action {text!r}: say 'up' or 'down', in {write_position(box, state)!r}",
        )
    return found[0] if found else encode(colour, face, GO_UP)


def _colour(word: str) -> int:
    return LETTERS.index(word) if len(word) == 1 else COLOURS.index(word)


def write_outcome(box: Records, state: Records, outcome: int) -> str:
    """`red 4`: the next die shows a 4."""
    return f"{COLOURS[int(state[0].rolled) // int(box[0].dice)]} {outcome + 1}"


def read_outcome(box: Records, state: Records, text: str) -> int:
    """`red 4`; the colour must be the one that is rolled next."""
    colour = COLOURS[int(state[0].rolled) // int(box[0].dice)]
    match = re.fullmatch(rf"{colour} (\d)", text.strip())
    if match is None or not 1 <= int(match[1]) <= box[0].faces:
        raise BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable roll {text!r}: expected {colour!r} and a number from 1 to {box[0].faces}",
        )
    return int(match[1]) - 1


def write_dice(box: Records, state: Records) -> str:
    """The dice on the table: `r1336 k2245 b1556`."""
    return " ".join(
        letter + "".join(str(face + 1) * int(count) for face, count in enumerate(state[0].dice[colour]))
        for colour, letter in enumerate(LETTERS)
    )


def write_position(box: Records, state: Records) -> str:
    """The whole position on one line; what is as at the start of a single game is left out."""
    now = state[0]
    barrels = " ".join(
        letter + (str(int(level)) if level != OUTSIDE else "-") for letter, level in zip(LETTERS, now.level, strict=True)
    )
    parts = [barrels, write_dice(box, state)]
    if now.banned != NOBODY:
        parts.append(f"not {LETTERS[now.banned]}")
    parts.append(f"gold {now.gold[0]}-{now.gold[1]}")
    parts.append({CHANCE: "rolling", OVER: "over"}.get(int(now.to_act), f"seat {now.to_act + 1}"))
    if box[0].games > 1 or box[0].nuggets > 0:
        parts.append(f"game {now.game + 1}")
        parts.append(f"first {now.first + 1}")
        parts.append(f"points {now.points[0]}-{now.points[1]}")
        parts.append(f"total {now.total[0]}-{now.total[1]}")
    return " | ".join(parts)


def read_position(box: Records, text: str) -> Records:
    """The position that `write_position` wrote."""

    def wrong(why: str) -> BadInput:
        return BadInput(Code.UNREADABLE_POSITION, f"unreadable position {text!r}: {why}")

    parts = [part.strip() for part in text.split("|")]
    if len(parts) < 4:
        raise wrong("expected 'barrels | dice | gold | seat', such as 'r4 k- b7 | r36 k2245 b6 | gold 3-5 | seat 1'")
    states = np.zeros(1, STATE)
    kernels.setup(box, states, 0)
    now = states[0]
    barrels = re.fullmatch(r"r(-|\d+) k(-|\d+) b(-|\d+)", parts[0])
    if barrels is None:
        raise wrong(f"barrels {parts[0]!r} are not like 'r4 k- b7'")
    for colour in range(NUM_COLOURS):
        level = OUTSIDE if barrels[colour + 1] == "-" else int(barrels[colour + 1])
        if level > box[0].levels or (level == OUTSIDE and barrels[colour + 1] != "-"):
            raise wrong(f"there is no level {barrels[colour + 1]}")
        now.level[colour] = level
    _fill_dice(box, states, parts[1], wrong, is_roll=False)
    fields = {"not": "", "gold": "0-0", "seat": "", "game": "1", "first": "1", "points": "0-0", "total": "0-0"}
    for part in parts[2:]:
        word, _, value = part.partition(" ")
        if word in {"rolling", "over"}:
            fields["seat"] = word
        elif word not in fields or not value:
            raise wrong(f"unknown part {part!r}")
        else:
            fields[word] = value
    if fields["not"]:
        if fields["not"] not in LETTERS:
            raise wrong(f"unknown barrel {fields['not']!r}")
        now.banned = LETTERS.index(fields["not"])
    for name, most in (("gold", 30_000), ("points", 2 * MAX_MATCH_GAMES), ("total", 2_000_000)):
        pair = re.fullmatch(r"(\d{1,7})-(\d{1,7})", fields[name])
        if pair is None or max(int(pair[1]), int(pair[2])) > most:
            raise wrong(f"{name} {fields[name]!r} is not like '3-5'")
        now[name][:] = (int(pair[1]), int(pair[2]))
    for name, most in (("game", MAX_MATCH_GAMES), ("first", 2)):
        if not fields[name].isdigit() or not 1 <= int(fields[name]) <= most:
            raise wrong(f"{name} {fields[name]!r} is not a number from 1 to {most}")
        now[name] = int(fields[name]) - 1
    num_dice = int(now.dice.sum())
    whole = NUM_COLOURS * int(box[0].dice)
    if fields["seat"] == "rolling":
        if num_dice >= whole or any(level != OUTSIDE for level in now.level):
            raise wrong("the dice are rolled before any barrel enters")
        counts = [int(now.dice[colour].sum()) for colour in range(NUM_COLOURS)]
        if counts != [min(max(num_dice - colour * int(box[0].dice), 0), int(box[0].dice)) for colour in range(3)]:
            raise wrong("dice are rolled colour by colour: red, black, blue")
        now.rolled, now.left, now.to_act = num_dice, whole, CHANCE
        return states
    for colour in range(NUM_COLOURS):
        if (now.level[colour] == OUTSIDE) != (now.dice[colour].sum() == box[0].dice):
            raise wrong(f"the {COLOURS[colour]} barrel is outside exactly while all {box[0].dice} of its dice are left")
    if (now.banned != NOBODY and now.level[now.banned] == OUTSIDE) or (now.banned == NOBODY and num_dice < whole):
        raise wrong("the barrel chosen in the turn before is in the mine, and there is one after the first turn")
    now.rolled, now.left = whole, num_dice
    if fields["seat"] == "over":
        if num_dice:
            raise wrong("the game is not over while dice are left")
        now.to_act = OVER
    elif fields["seat"] in {"1", "2"} and num_dice:
        now.to_act = int(fields["seat"]) - 1
        if (whole - num_dice) % 2 != (now.to_act != now.first):
            raise wrong(f"with {num_dice} dice left it is not the turn of seat {fields['seat']}")
    else:
        raise wrong("it does not say whose turn it is: 'seat 1', 'seat 2', 'rolling' or 'over'")
    return states


def _fill_dice(box: Records, states: Records, text: str, wrong: Callable[[str], BadInput], *, is_roll: bool) -> None:
    """Read `r1336 k2245 b1556` into the dice of a position."""
    match = re.fullmatch(r"r(\d*) k(\d*) b(\d*)", text)
    if match is None:
        raise wrong(f"dice {text!r} are not like 'r1336 k2245 b1556'")
    for colour in range(NUM_COLOURS):
        shown = match[colour + 1]
        if len(shown) > box[0].dice or (is_roll and len(shown) != box[0].dice):
            raise wrong(f"{COLOURS[colour]} has {box[0].dice} dice, not {len(shown)}")
        for digit in shown:
            if not 1 <= int(digit) <= box[0].faces:
                raise wrong(f"a die shows 1 to {box[0].faces}, not {digit}")
            states[0].dice[colour, int(digit) - 1] += 1


def read_roll(box: Records, text: str) -> Records:
    """The start of a game with these dice, seat 1 to act."""

    def wrong(why: str) -> BadInput:
        return BadInput(Code.UNREADABLE_POSITION, f"malformed roll {text!r}: {why}")

    states = np.zeros(1, STATE)
    kernels.setup(box, states, 0)
    _fill_dice(box, states, text.strip().lower(), wrong, is_roll=True)
    states[0].rolled = NUM_COLOURS * int(box[0].dice)
    states[0].to_act = 0
    return states


def explain(box: Records, state: Records, action: int, reason: int) -> str:
    """The reason with the level or barrel that it is about."""
    now = state[0]
    if reason == kernels.SAME_LEVEL:
        return f"the barrel would stop on level {now.level[colour_of(action)]}, where it started"
    if reason == kernels.NO_SUCH_DIE:
        return f"no {COLOURS[colour_of(action)]} die shows {face_of(action)}"
    if reason == kernels.ONE_WAY:
        way = "it enters on the level of its die" if now.level[colour_of(action)] == OUTSIDE else "say 'up'"
        return f"up and down are the same here: {way}"
    if reason == kernels.BANNED:
        return f"the opponent chose the {COLOURS[now.banned]} barrel in the turn before, and another can move"
    return REASONS[reason].text
