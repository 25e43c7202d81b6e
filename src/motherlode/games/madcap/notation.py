"""Text for Madcap: `red 4 in`, `red 6 up`, `red 6 discard`; dice `red 4`; rolls `r1336 k2245 b1556`.

A position is one line: barrels, dice, then what else matters, for example
`r4 k- b7 | r36 k2245 b6 | not k | gold 3-5 | seat 1`.
"""

import re
from collections.abc import Callable

import numpy as np

from motherlode.core.compiling import plain
from motherlode.core.contract import CHANCE, NOBODY, OVER, Language, Records
from motherlode.core.errors import BadInput, Code
from motherlode.games.madcap import actions, kernels
from motherlode.games.madcap.actions import DISCARD, GO_DOWN, GO_UP
from motherlode.games.madcap.components import COLOUR_WORDS, COLOURS, LETTERS, MAX_MATCH_GAMES, NUM_COLOURS, OUTSIDE
from motherlode.games.madcap.reasons import ENTERS, ONE_ACTION, Why
from motherlode.games.madcap.state import STATE

encode, colour_of = plain(actions.encode), plain(actions.colour_of)
face_of, way_of = plain(actions.face_of), plain(actions.way_of)

WAYS = {"up": GO_UP, "down": GO_DOWN, "discard": DISCARD, "in": GO_UP}


def write_action(box: Records, state: Records, action: int) -> str:
    """`red 4 in` from outside, else `red 4 up`, `red 4 down` or `red 6 discard`."""
    return f"{COLOURS[colour_of(action)]} {face_of(action)} {write_way(box, state, action)}"


def write_way(box: Records, state: Records, action: int) -> str:
    """The last word of an action's text: `in`, `up`, `down` or `discard`."""
    return name_way(state["level"].item(0, colour_of(action)), way_of(action))


def name_way(level: int, way: int) -> str:
    """`in`, `up`, `down` or `discard`, from a level; R4.4: on level 1, where both ways are one, people say down."""
    if way == DISCARD:
        return "discard"
    if level == OUTSIDE and way == GO_UP:
        return "in"
    return "down" if way == GO_DOWN or level == 1 else "up"


def has_one_way(box: Records, state: Records, colour: int, face: int) -> bool:
    """R4.4: whether a barrel in the mine stops on the same level in both directions."""
    up, down = box[0].stop[:, state[0].level[colour], face]
    return bool(up == down and state[0].level[colour] != OUTSIDE)


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
    if word == "in" and state[0].level[colour] != OUTSIDE:
        raise BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable action {text!r}: the {COLOURS[colour]} barrel is in the mine, say 'up' or 'down', in "
            f"{write_position(box, state)!r}",
        )
    if word == "down" and has_one_way(box, state, colour, face):
        return encode(colour, face, GO_UP)
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
    return f"{COLOURS[state['rolled'].item() // box['dice'].item()]} {outcome + 1}"


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
        letter + "".join(str(face) * count for face, count in enumerate(counts, 1))
        for letter, counts in zip(LETTERS, state["dice"][0].tolist(), strict=True)
    )


def is_match(box: Records) -> bool:
    """R7: whether a match of several games, or for nuggets, is played."""
    return bool(box[0].games > 1 or box[0].nuggets > 0)


def write_position(box: Records, state: Records) -> str:
    """The whole position on one line; what is as at the start of a single game is left out."""
    now = state[0]
    barrels = " ".join(
        letter + (str(int(level)) if level != OUTSIDE else "-")
        for letter, level in zip(LETTERS, now.level, strict=True)
    )
    parts = [barrels, write_dice(box, state)]
    if now.banned != NOBODY:
        parts.append(f"not {LETTERS[now.banned]}")
    parts.append(f"gold {now.gold[0]}-{now.gold[1]}")
    parts.append({CHANCE: "rolling", OVER: "over"}.get(int(now.to_act), f"seat {now.to_act + 1}"))
    if is_match(box):
        parts.append(f"game {now.game + 1}")
    if is_match(box) or now.first != 0:
        parts.append(f"first {now.first + 1}")
    if is_match(box):
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
    barrels = re.fullmatch(r"r(-|\d{1,2}) k(-|\d{1,2}) b(-|\d{1,2})", parts[0])
    if barrels is None:
        raise wrong(f"barrels {parts[0]!r} are not like 'r4 k- b7'")
    for colour in range(NUM_COLOURS):
        level = OUTSIDE if barrels[colour + 1] == "-" else int(barrels[colour + 1])
        if level > box[0].levels or (level == OUTSIDE and barrels[colour + 1] != "-"):
            raise wrong(f"there is no level {barrels[colour + 1]}")
        now.level[colour] = level
    _fill_dice(box, states, parts[1], wrong, is_roll=False)
    fields = {"not": "", "gold": "0-0", "seat": "", "first": "1"}
    if is_match(box):
        fields |= {"game": "1", "points": "0-0", "total": "0-0"}
    given = set()
    for part in parts[2:]:
        word, _, value = part.partition(" ")
        if part in {"rolling", "over"}:
            word, value = "seat", part
        if word not in fields or not value or word in given:
            raise wrong(f"unknown part {part!r}" if word not in given else f"{word!r} is given twice")
        fields[word] = value
        given.add(word)
    if fields["not"]:
        if fields["not"] not in LETTERS:
            raise wrong(f"unknown barrel {fields['not']!r}")
        now.banned = LETTERS.index(fields["not"])
    num_games = MAX_MATCH_GAMES if box[0].nuggets else int(box[0].games)
    for name, most in (("first", 2), ("game", num_games)):
        value = fields.get(name, "1")
        if not re.fullmatch(r"\d{1,3}", value) or not 1 <= int(value) <= most:
            raise wrong(f"{name} {value!r} is not a number from 1 to {most}")
        now[name] = int(value) - 1
    richest = 2 * int(box[0].gold.max()) * NUM_COLOURS * int(box[0].dice)  # more than a seat can take in a game
    for name, most in (("gold", richest), ("points", 2 * num_games), ("total", richest * num_games)):
        value = fields.get(name, "0-0")
        pair = re.fullmatch(r"(\d{1,7})-(\d{1,7})", value)
        if pair is None:
            raise wrong(f"{name} {value!r} is not like '3-5'")
        if max(int(pair[1]), int(pair[2])) > most:
            raise wrong(f"{name} {value!r} is more than there can be, {most}")
        now[name][:] = (int(pair[1]), int(pair[2]))
    num_dice = int(now.dice.sum())
    whole = NUM_COLOURS * int(box[0].dice)
    if fields["seat"] == "rolling":
        if num_dice >= whole or now.banned != NOBODY or any((*now.level, *now.gold)):
            raise wrong("the dice are rolled before any barrel enters")
        counts = [int(now.dice[colour].sum()) for colour in range(NUM_COLOURS)]
        if counts != [min(max(num_dice - colour * int(box[0].dice), 0), int(box[0].dice)) for colour in range(3)]:
            raise wrong("dice are rolled colour by colour: red, black, blue")
        now.rolled, now.left, now.to_act = num_dice, whole, CHANCE
        _check_match(box, states, wrong)
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
        if not is_match(box):
            now.total[:] = now.gold
            now.points[:] = 1 + np.sign(now.gold - now.gold[::-1])
    elif fields["seat"] in {"1", "2"} and num_dice:
        now.to_act = int(fields["seat"]) - 1
        if (whole - num_dice) % 2 != (now.to_act != now.first):
            raise wrong(f"with {num_dice} dice left it is not the turn of seat {fields['seat']}")
    else:
        raise wrong("it does not say whose turn it is: 'seat 1', 'seat 2', 'rolling' or 'over'")
    _check_match(box, states, wrong)
    return states


def _check_match(box: Records, states: Records, wrong: Callable[[str], BadInput]) -> None:
    """R7: whether points and nuggets of a match fit the number of games that are finished."""
    now = states[0]
    is_over = bool(now.to_act == OVER)
    finished = int(now.game) + is_over
    if int(now.points.sum()) != 2 * finished:
        raise wrong(f"{finished} finished games bring {2 * finished} points, not {now.points.sum()}")
    if not finished and now.total.any():
        raise wrong("nuggets are added to the total when a game is finished")
    if box[0].nuggets:
        is_due = bool(now.total.max() >= box[0].nuggets) or finished == MAX_MATCH_GAMES
    else:
        is_due = finished == box[0].games
    if is_over != is_due:
        raise wrong("the match is over" if is_due else "the match is not over yet")


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


def explain(box: Records, state: Records, action: int, reason: int, language: Language = "en") -> str:
    """The sentence of a reason, with the level or barrel that it is about."""
    if reason == Why.NO_SUCH_ACTION:
        return Why.NO_SUCH_ACTION.tell(language)
    now, colour, colours = state[0], colour_of(action), COLOUR_WORDS[language]
    is_outside = now.level[colour] == OUTSIDE
    return Why(reason).tell(
        language,
        colour=colours[colour],
        face=face_of(action),
        level=now.level[colour],
        banned=colours[now.banned],
        one_way=(ENTERS if is_outside else ONE_ACTION)[language],
    )
