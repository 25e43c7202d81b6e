"""Text for Trap the Cap: `red 3 to 17`, `red 3 home`, `red 3 home to 18`, `golden turns on 4`, `throw again`, `stop`.

Spaces are named as R1.8 says. A position is one line: the groups on the board, top cap first, in the order in which
they arrived; the bases, free caps and then the ones that are kept; the owner of the Golden Cap; how long the game has
lasted; what comes next. For example

    `17=g3/r1/b2 a3=r2,b1/g4 | g=g1.g2+r5 r=r3.r4.r6 b=b3.b4.b5.b6 y=- | turns 11 | throws 14 | green has 5`
"""

import re
from collections.abc import Callable
from functools import cache
from typing import NoReturn

import numpy as np

from motherlode.core.compiling import plain
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER, Language, Records
from motherlode.core.errors import BadInput, Code
from motherlode.games.trap_the_cap import actions, courses, ending, kernels, standing, walks
from motherlode.games.trap_the_cap.components import (
    FACES,
    GREY,
    KEPT,
    ONE_LEFT,
    RUNNING,
    TOTAL,
    TOWER,
    TURN_CAP,
    YELLOW,
    names_of,
)
from motherlode.games.trap_the_cap.courses import CHOICE, CHOICE_BITS, MAX_CHOICES
from motherlode.games.trap_the_cap.reasons import PARTS, Why
from motherlode.games.trap_the_cap.state import STATE
from motherlode.games.trap_the_cap.walks import STAY

cap_of, slot_of = plain(actions.cap_of), plain(actions.slot_of)
owner_of, home_of = plain(standing.owner_of), plain(standing.home_of)
way_bit = plain(walks.way_bit)

GERMAN_COLOURS = {  # other colours, which options can have, keep their name
    "green": "Grün", "red": "Rot", "blue": "Blau", "yellow": "Gelb", "purple": "Lila", "orange": "Orange",
    "white": "Weiß", "black": "Schwarz", "pink": "Rosa", "brown": "Braun", "teal": "Türkis", "grey": "Grau",
}  # fmt: skip


# Names


def space_name(box: Records, space: int) -> str:
    """`17`, `a4`, `centre`."""
    return names_of(int(box[0].bases), int(box[0].sector), int(box[0].spoke))[space]


def base_colour(box: Records, base: int) -> str:
    """The colour of a base."""
    return bytes(box[0].colours[base]).rstrip(b"\0").decode()


def colour_of(box: Records, seat: int) -> str:
    """The colour of a seat."""
    return base_colour(box, int(box[0].seat_base[seat]))


def say_colour(colour: str, language: str) -> str:
    """A colour in the words of a language: `red`, `Rot`."""
    return GERMAN_COLOURS.get(colour, colour) if language == "de" else colour


def cap_names(box: Records) -> tuple[str, ...]:
    """`red 3` for each cap; `golden`."""
    return _cap_names(
        tuple(colour_of(box, seat) for seat in range(int(box[0].seats))),
        int(box[0].caps),
        bool(box[0].gold >= 0),
    )


@cache
def _cap_names(colours: tuple[str, ...], caps: int, has_gold: bool) -> tuple[str, ...]:
    names = [f"{colour} {number + 1}" for colour in colours for number in range(caps)]
    return (*names, "golden") if has_gold else tuple(names)


def cap_name(box: Records, cap: int) -> str:
    """`red 3`, `golden`."""
    return cap_names(box)[cap]


def short(name: str) -> str:
    """`r3` for `red 3`; `*` is the Golden Cap."""
    return "*" if name == "golden" else name[0] + name[-1]


def short_name(box: Records, cap: int) -> str:
    """`r3`; `*` is the Golden Cap."""
    return short(cap_name(box, cap))


def stacks(box: Records, state: Records) -> dict[int, list[int]]:
    """For each free cap on the board the captives under it, from above; ordered by space, then by arrival."""
    tops, places, ranks = (state[name][0].tolist() for name in ("top", "place", "rank"))
    spaces, num_caps = int(box[0].spaces), int(box[0].num_caps)
    free = [cap for cap in range(num_caps) if tops[cap] == cap and places[cap] < spaces]
    found: dict[int, list[int]] = {cap: [] for cap in sorted(free, key=lambda cap: (places[cap], ranks[cap]))}
    for cap in sorted(range(num_caps), key=lambda cap: -ranks[cap]):
        if tops[cap] not in (cap, KEPT):
            found[tops[cap]].append(cap)
    return found


def stack_of(box: Records, state: Records, top: int) -> list[int]:
    """The captives under a free cap, from above."""
    return stacks(box, state).get(top, [])


def groups_on(box: Records, state: Records) -> dict[int, list[int]]:
    """The free caps on each space that has any, in the order in which they arrived."""
    places = state["place"][0].tolist()
    found: dict[int, list[int]] = {}
    for top in stacks(box, state):
        found.setdefault(places[top], []).append(top)
    return found


# Actions


def golden_code(box: Records, action: int) -> int | None:
    """R11.7: what an action of the Golden Cap does; None for other actions.

    Below `spaces` it is the space to end on; `spaces` is its base; from `spaces + 1` on come the spaces to turn on.
    """
    at, again = int(box[0].gold_at), int(box[0].again)
    return action - at if at <= action < again else None


def moved_cap(box: Records, state: Records, action: int) -> tuple[int, int]:
    """The cap that an action moves, not the Golden one, and the code of where it goes: see actions.py."""
    block = int(box[0].block)
    return cap_of(box[0], int(state[0].seat), action // block), action % block


def write_action(box: Records, state: Records, action: int) -> str:
    """`red 3 to 17`, `red 3 home`, `red 3 home to 18`; `golden turns on 4`; `throw again` and `stop`."""
    contents, spaces = box[0], int(box[0].spaces)
    if action >= contents.again:
        return "throw again" if action == contents.again else "stop"
    code = golden_code(box, action)
    if code is not None:
        if code == spaces:
            return "golden stays home" if int(state[0].ways) & STAY else "golden home"
        if code > spaces:
            return f"golden turns on {space_name(box, code - spaces - 1)}"
        return f"golden to {space_name(box, code)}"
    cap, code = moved_cap(box, state, action)
    if code < spaces:
        return f"{cap_name(box, cap)} to {space_name(box, code)}"
    words = f"{cap_name(box, cap)} home"
    if code > spaces:
        words += (
            f" to {space_name(box, int(contents.near[contents.seat_base[contents.owner[cap]], code - spaces - 1]))}"
        )
    return words


def read_action(box: Records, state: Records, text: str) -> int:
    """Also takes `r3 17`, `r3 home 18` and `* turn 4`."""
    contents, spaces = box[0], int(box[0].spaces)

    def wrong(why: str) -> NoReturn:
        raise BadInput(Code.UNREADABLE_ACTION, f"unreadable action {text!r}: {why}, in {write_position(box, state)!r}")

    words = " ".join(text.lower().split())
    if words in {"throw again", "again", "throw"}:
        return int(contents.again)
    if words == "stop":
        return int(contents.again) + 1
    of_gold = re.fullmatch(r"(?:golden|\*) (?:(home|stays home|stay)|(turns on |turn )?(?:to )?(\w+))", words)
    if of_gold is not None and contents.gold >= 0:
        if of_gold[1]:
            return int(contents.gold_at) + spaces
        space = _read_space(box, of_gold[3], wrong)
        return int(contents.gold_at) + space + (spaces + 1 if of_gold[2] else 0)
    match = re.fullmatch(r"([a-z]+) ?(\d) (?:(home)(?: (?:to )?(\w+))?|(?:to )?(\w+))", words)
    if match is None:
        wrong("expected a cap and a space, such as 'red 3 to 17'")
    seats = [seat for seat in range(int(contents.seats)) if match[1] in (colour_of(box, seat), colour_of(box, seat)[0])]
    if not seats or not 1 <= int(match[2]) <= contents.caps:
        wrong(f"there is no cap '{match[1]} {match[2]}'")
    owner, mover = seats[0], int(state[0].seat)
    if owner != mover and not (contents.game == TOTAL and owner % 2 == mover % 2):
        wrong(f"{colour_of(box, mover)} cannot move caps of {colour_of(box, owner)}")
    cap = owner * int(contents.caps) + int(match[2]) - 1
    action = slot_of(contents, cap) * int(contents.block)
    if not match[3]:
        return action + _read_space(box, match[5], wrong)
    if not match[4]:
        return action + spaces
    near = int(contents.near_index[contents.seat_base[owner], _read_space(box, match[4], wrong)])
    if near < 0:
        wrong(f"no throw ends on {match[4]!r} through the base")
    return action + spaces + 1 + near


def _read_space(box: Records, name: str, wrong: Callable[[str], NoReturn]) -> int:
    names = names_of(int(box[0].bases), int(box[0].sector), int(box[0].spoke))
    if name not in names:
        wrong(f"there is no space {name!r}")
    return names.index(name)


def write_outcome(box: Records, state: Records, outcome: int) -> str:
    """`throws 5`."""
    return f"throws {outcome + 1}"


def read_outcome(box: Records, state: Records, text: str) -> int:
    """`throws 5`, or `5`."""
    match = re.fullmatch(r"(?:throws )?([1-6])", text.strip())
    if match is None:
        raise BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable throw {text!r}: expected 'throws' and a number from 1 to {FACES}",
        )
    return int(match[1]) - 1


# Positions


def write_position(box: Records, state: Records) -> str:
    """The whole position on one line."""
    now, contents = state[0], box[0]
    names = [short(name) for name in cap_names(box)]
    spaces = names_of(int(contents.bases), int(contents.sector), int(contents.spoke))
    tops, places = (state[name][0].tolist() for name in ("top", "place"))
    board: dict[int, list[str]] = {}
    for top, under in stacks(box, state).items():
        board.setdefault(places[top], []).append("/".join(names[cap] for cap in (top, *under)))
    homes = []
    for seat in range(int(contents.seats)):
        home = int(contents.spaces) + int(contents.seat_base[seat])
        inside = [cap for cap in range(len(names)) if places[cap] == home]
        free = ".".join(names[cap] for cap in inside if tops[cap] == cap)
        kept = ".".join(names[cap] for cap in inside if tops[cap] == KEPT)
        homes.append(f"{colour_of(box, seat)[0]}={free or '-'}{f'+{kept}' if kept else ''}")
    parts = [
        " ".join(f"{spaces[space]}={','.join(groups)}" for space, groups in board.items()) or "-",
        " ".join(homes),
    ]
    if now.gold_owner != NOBODY:
        parts.append(f"golden {colour_of(box, int(now.gold_owner))}")
    parts += [f"turns {now.turn}", f"throws {now.throws}", _write_next(box, state)]
    return " | ".join(parts)


def _write_next(box: Records, state: Records) -> str:
    now, colour = state[0], colour_of(box, int(state[0].seat))
    if now.to_act == OVER:
        return f"{colour} ended it" if now.ended == ONE_LEFT else f"{colour} was last, the cap ended it"
    if now.to_act == CHANCE:
        return f"{colour} throws"
    if now.die == 0:
        return f"{colour} may throw again"
    words = f"{colour} has {now.die}"
    if now.ways:
        words += f", golden {_write_course(box, state)} goes on {' '.join(_write_ways(box, state))}"
    return words


def _place_name(box: Records, place: int) -> str:
    return space_name(box, place) if place < box[0].spaces else "home"


def _write_course(box: Records, state: Records) -> str:
    """R11.7: `from 20 by 22 home`, `from 20 laden by 22`: where the Golden Cap set out, and what it chose since."""
    start, course = int(state[0].start), int(state[0].course)
    choices = []
    while course:
        choices.append(_place_name(box, (course & CHOICE) - 1))
        course >>= CHOICE_BITS
    origin = f"{_place_name(box, -1 - start)} laden" if start < 0 else _place_name(box, start)
    return f"from {origin} by {' '.join(reversed(choices))}"


def golden_ways(box: Records, state: Records) -> list[tuple[int, int]]:
    """R11.7: how the Golden Cap may go on in mid-move: the place next to it, and the points left to walk that way."""
    now, contents = state[0], box[0]
    here = int(now.place[contents.gold])
    return [
        (int(contents.to[way]), points)
        for number, way in enumerate(range(int(contents.first[here]), int(contents.first[here + 1])))
        for points in range(1, FACES)
        if int(now.ways) & way_bit(number, points)
    ]


def _write_ways(box: Records, state: Records) -> list[str]:
    words = [f"{_place_name(box, place)}:{points}" for place, points in golden_ways(box, state)]
    return words + (["stay"] if int(state[0].ways) & STAY else [])


class _Reader:
    """Reads one position; every complaint quotes it."""

    def __init__(self, box: Records, text: str) -> None:
        self.box, self.text = box, text
        self.states: Records = np.zeros(1, STATE)
        kernels.setup(box, self.states, 0)
        self.now = self.states[0]
        self.spaces = int(box[0].spaces)
        self.letters = {colour_of(box, seat)[0]: seat for seat in range(int(box[0].seats))}
        self.words = {colour_of(box, seat): seat for seat in range(int(box[0].seats))}
        self.seen: set[int] = set()

    def wrong(self, why: str) -> NoReturn:
        raise BadInput(Code.UNREADABLE_POSITION, f"unreadable position {self.text!r}: {why}")

    def read(self) -> Records:
        parts = [part.strip() for part in self.text.split("|")]
        if len(parts) not in {5, 6}:
            self.wrong("expected 'board | bases | turns 0 | throws 0 | green throws'")
        board, homes, *owner, turns, throws, after = parts
        self.read_board(board)
        self.read_homes(homes)
        missing = [cap for cap in range(int(self.box[0].num_caps)) if cap not in self.seen]
        if missing:
            self.wrong(f"{short_name(self.box, missing[0])} is nowhere")
        self.read_gold(owner[0] if owner else "")
        self.now.turn = self.read_number(turns, "turns", int(self.box[0].turns))
        self.now.throws = self.read_number(throws, "throws", 2 * int(self.box[0].turns))
        if self.now.throws < self.now.turn:
            self.wrong("every turn has a throw")
        self.read_next(after)
        self.check_spaces()
        self.check_next()
        return self.states

    def read_number(self, part: str, word: str, most: int) -> int:
        match = re.fullmatch(rf"{word} (\d{{1,5}})", part)
        if match is None or int(match[1]) > most:
            self.wrong(f"{part!r} is not {word!r} and a number up to {most}")
        return int(match[1])

    def cap(self, name: str) -> int:
        contents = self.box[0]
        if name == "*" and contents.gold >= 0:
            found = int(contents.gold)
        else:
            match = re.fullmatch(r"([a-z])(\d)", name)
            if match is None or match[1] not in self.letters or not 1 <= int(match[2]) <= contents.caps:
                self.wrong(f"there is no cap {name!r}")
            found = self.letters[match[1]] * int(contents.caps) + int(match[2]) - 1
        if found in self.seen:
            self.wrong(f"{name} is there twice")
        self.seen.add(found)
        return found

    def read_board(self, part: str) -> None:
        names = names_of(int(self.box[0].bases), int(self.box[0].sector), int(self.box[0].spoke))
        before = -1
        for word in [] if part == "-" else part.split():
            name, _, groups = word.partition("=")
            if name not in names:
                self.wrong(f"there is no space {name!r}")
            space = names.index(name)
            if space <= before:
                self.wrong(f"space {name!r} is out of order")
            before, rank = space, 0
            for group in groups.split(","):
                stack = [self.cap(cap) for cap in group.split("/")]
                for cap in reversed(stack):
                    self.now.place[cap], self.now.top[cap], self.now.rank[cap] = space, stack[0], rank
                    rank += 1

    def read_homes(self, part: str) -> None:
        contents = self.box[0]
        words = part.split()
        if [word.partition("=")[0] for word in words] != list(self.letters):
            self.wrong(f"bases {part!r} are not {' '.join(f'{letter}=' for letter in self.letters)}")
        for seat, word in enumerate(words):
            free, _, kept = word.partition("=")[2].partition("+")
            for name in [] if free == "-" else free.split("."):
                cap = self.cap(name)
                if cap != contents.gold and contents.owner[cap] != seat:
                    self.wrong(f"{name} is not free in the base of {colour_of(self.box, seat)}")
                self.now.place[cap], self.now.top[cap] = home_of(contents, seat), cap
            for name in kept.split(".") if kept else []:
                cap = self.cap(name)
                if (
                    cap == contents.gold
                    or contents.team[contents.owner[cap]] == contents.team[seat]
                    or contents.game == TOWER
                ):
                    self.wrong(f"{name} is not kept in the base of {colour_of(self.box, seat)}")
                self.now.place[cap], self.now.top[cap] = home_of(contents, seat), KEPT

    def read_gold(self, part: str) -> None:
        gold = int(self.box[0].gold)
        if part:
            word, _, colour = part.partition(" ")
            if word != "golden" or colour not in self.words:
                self.wrong(f"unknown part {part!r}")
            if gold < 0 or self.now.top[gold] != gold:
                self.wrong("a Golden Cap that is not free belongs to nobody")
            self.now.gold_owner = self.words[colour]
        if gold >= 0 and self.now.top[gold] == gold:
            place = int(self.now.place[gold])
            if place >= self.spaces and self.now.gold_owner == NOBODY:
                self.wrong("a Golden Cap in a base belongs to its player")
            if place >= self.spaces and place != home_of(self.box[0], int(self.now.gold_owner)):
                self.wrong("the Golden Cap is in a base that is not its owner's")
            if self.now.gold_owner == NOBODY and place != self.spaces - 1:
                self.wrong("a neutral Golden Cap is in the centre or a captive")

    def read_next(self, part: str) -> None:
        match = re.fullmatch(
            r"([a-z]+) (throws|may throw again|ended it|was last, the cap ended it"
            r"|has ([1-6])(?:, golden from (\w+)( laden)? by ([\w ]+) goes on (.+))?)",
            part,
        )
        if match is None or match[1] not in self.words:
            self.wrong(f"{part!r} does not say what comes next, such as 'green throws' or 'green has 5'")
        seat = self.words[match[1]]
        self.now.seat = self.now.to_act = seat
        if match[2] == "throws":
            self.now.to_act = CHANCE
        elif match[2].endswith("ended it"):
            self.now.to_act = OVER
            self.now.ended = ONE_LEFT if match[2] == "ended it" else TURN_CAP
        elif match[3]:
            self.now.die = int(match[3])
            if match[4]:
                self.read_ways(match[7])
                self.read_course(match[4], bool(match[5]), match[6].split())

    def read_ways(self, part: str) -> None:
        contents = self.box[0]
        gold = int(contents.gold)
        if gold < 0 or self.now.gold_owner != self.now.seat:
            self.wrong("the Golden Cap does not play for who is to act")
        here = int(self.now.place[gold])
        ways = {
            int(contents.to[way]): number
            for number, way in enumerate(range(int(contents.first[here]), int(contents.first[here + 1])))
        }
        bits = 0
        names = names_of(int(contents.bases), int(contents.sector), int(contents.spoke))
        for word in part.split():
            name, _, points = word.partition(":")
            place = home_of(contents, int(self.now.seat)) if name == "home" else -1
            if name in names:
                place = names.index(name)
            if word == "stay" and here >= self.spaces:
                bits |= STAY
            elif place in ways and re.fullmatch(r"[1-5]", points) and int(points) < self.now.die:
                bits |= way_bit(ways[place], int(points))
            else:
                self.wrong(f"the Golden Cap cannot go on by {word!r}")
        self.now.ways = bits

    def read_course(self, origin: str, is_laden: bool, choices: list[str]) -> None:
        """R11.7: where the Golden Cap set out, and what it chose: it must have come here so, and go on so."""
        contents, now = self.box[0], self.now
        names = names_of(int(contents.bases), int(contents.sector), int(contents.spoke))
        for name in (origin, *choices):
            if name not in names and name != "home":
                self.wrong(f"there is no space {name!r}")
        if len(choices) > MAX_CHOICES:
            self.wrong(f"the Golden Cap cannot have made {len(choices)} choices")
        start = home_of(contents, int(now.seat)) if origin == "home" else names.index(origin)
        now.start = -1 - start if is_laden else start
        for name in choices:
            choice = self.spaces if name == "home" else names.index(name)
            now.course = int(now.course) << CHOICE_BITS | choice + 1
        stop = courses.follow(contents, now, courses.start_of(contents, now), int(now.course))
        if stop[:3] != walks.stop_of(contents, now)[:3]:
            self.wrong("the Golden Cap cannot have come so")

    def check_spaces(self) -> None:
        """R3: who may stand together."""
        contents, gold = self.box[0], int(self.box[0].gold)
        for space, tops in groups_on(self.box, self.states).items():
            owners = [owner_of(contents, self.now, top) for top in tops if not (top == gold and self.now.ways)]
            kind = int(contents.kind[space])
            name = space_name(self.box, space)
            if kind == GREY and (len(set(owners)) < len(owners) or len(owners) > 3):
                self.wrong(f"on grey space {name} up to three groups of different colours rest")
            if kind != GREY and (len(set(owners)) > 1 or (kind != YELLOW and len(owners) > 1)):
                self.wrong(f"the groups on space {name} cannot stand together")

    def check_next(self) -> None:
        """R7: whether what comes next can come next."""
        contents, now = self.box[0], self.now
        is_one = bool(ending.is_one_left(contents, now))
        is_capped = now.turn == contents.turns or now.throws == 2 * contents.turns
        if now.ended == ONE_LEFT and not is_one:
            self.wrong("it is not over: several sides have free caps")
        if now.ended == TURN_CAP and (is_one or not is_capped):
            self.wrong("it is not over by the cap on turns")
        if now.ended == RUNNING and ((is_one and not now.ways) or now.turn == contents.turns):
            self.wrong("it is over")
        if now.ended == RUNNING and is_capped and not now.die:
            self.wrong("it is over")
        if now.ended == RUNNING and contents.game != TOTAL and not ending.has_free(contents, now, int(now.seat)):
            self.wrong(f"{colour_of(self.box, int(now.seat))} has no free caps")
        if now.die and not now.ways and not kernels.can_move(contents, now):
            self.wrong(f"{colour_of(self.box, int(now.seat))} cannot move {now.die}")
        if now.ways and not has_way_on(self.box, self.states):
            self.wrong("the Golden Cap cannot go on")


def has_way_on(box: Records, state: Records) -> bool:
    """R11.7: whether the Golden Cap in mid-move has something to choose next."""
    return any(
        kernels.refuse(box, state, 0, action) == ALLOWED for action in range(int(box[0].gold_at), int(box[0].again))
    )


def read_position(box: Records, text: str) -> Records:
    """The position that `write_position` wrote."""
    return _Reader(box, text).read()


def explain(box: Records, state: Records, action: int, reason: int, language: Language = "en") -> str:
    """The sentence of a reason, with the cap, throw or place that it is about."""
    if reason not in {Why.NOT_FREE, Why.NOT_THE_THROW, Why.HOME_TOO_FAR}:
        return Why(reason).tell(language)
    now, is_golden = state[0], golden_code(box, action) is not None
    cap = int(box[0].gold) if is_golden else moved_cap(box, state, action)[0]
    name, place, top = _say_cap(box, cap, language), int(now.place[cap]), int(now.top[cap])
    if is_golden:
        bound = _part("not yours", language)
    else:
        bound = _part("kept", language) if top == KEPT else _part("under", language, cap=_say_cap(box, top, language))
    return Why(reason).tell(
        language,
        who=_part("golden", language) if is_golden else name,
        bound=bound,
        cap=name,
        place=_say_from(box, place, language),
        die=now.die,
    )


def _part(part: str, language: Language, **blanks: object) -> str:
    return PARTS[part][language].format(**blanks)


def _say_cap(box: Records, cap: int, language: Language) -> str:
    """`red 3`; in English the Golden Cap is `golden`, as in actions."""
    name = cap_name(box, cap)
    if language == "en":
        return name
    colour, _, number = name.partition(" ")
    return f"{say_colour(colour, language)} {number}" if number else _part("golden", language)


def _say_from(box: Records, place: int, language: Language) -> str:
    """From where a cap comes: its base, or a space."""
    spaces = int(box[0].spaces)
    if place >= spaces:
        return _part("base", language)
    return _part("centre" if place == spaces - 1 else "space", language, name=space_name(box, place))
