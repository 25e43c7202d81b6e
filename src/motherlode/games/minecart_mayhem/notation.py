"""Text for Minecart Mayhem: `rail on lane 2`, `dynamite on back of lane 1`, `stalactite on lane 3 row 9`, `double`.

Carts have the numbers of their seats: `rocket on cart 1`, `swap with cart 4`. Chance says `roll 17` or `draw rail`. A
position is one line, for example

    round 2 | torch 2 | lane 1 rows 2-7 cart 1 at 5 stones 7 7 | lane 2 rows 2-8 cart 2 at 5 | lane 3 - | lane 4 - |
    hand 1 RRDSX | hand 2 RW@1 RRK | pile 51 | discard D1 | order 2 1 | turn 1 | seat 2 plays

Cards are letters: R rail, D dynamite, S stalactite, K rocket, X double, W swap; `@1` marks cards drawn before the
discard pile last became the pile, `@2` before the time before. Unseen cards are `?`. What is proven of cards (R12.4)
follows them: in `DSS@1!RK` none of the three is a rail or a rocket, in `XXR!RDKW2` two of them, nobody knows which, are
none of those four.
"""

import re
from collections.abc import Callable
from typing import Literal, NoReturn, TypeAlias, get_args

import numpy as np

from motherlode.core.compiling import plain
from motherlode.core.contract import CHANCE, NOBODY, OVER, Language, Records
from motherlode.core.errors import BadInput, Code
from motherlode.games.minecart_mayhem import actions, kernels
from motherlode.games.minecart_mayhem.actions import (
    CHOOSE_LANE,
    DISCARD_CARD,
    PASS,
    PLAY_DOUBLE,
    PLAY_DYNAMITE,
    PLAY_RAIL,
    PLAY_ROCKET,
    PLAY_SWAP,
)
from motherlode.games.minecart_mayhem.components import (
    DOUBLE,
    DYNAMITE,
    ENDS,
    KINDS,
    LETTERS,
    MAX_CARDS,
    MAX_HAND,
    MAX_SEATS,
    NUM_KINDS,
    RAIL,
    ROCKET,
    ROWS,
    STALACTITE,
    SWAP,
)
from motherlode.games.minecart_mayhem.reasons import CARDS, Why
from motherlode.games.minecart_mayhem.state import (
    ALIVE,
    CHOOSE,
    COLLAPSE,
    DEAL,
    DRAW,
    END,
    FIRST,
    NOWHERE,
    PLAY,
    ROLL,
    SECOND,
    SHARE,
    STATE,
    WIN,
)

Numbers = Callable[..., int]
encode_stalactite: Numbers = plain(actions.encode_stalactite)
stalactite_lane: Numbers = plain(actions.stalactite_lane)
stalactite_ahead: Numbers = plain(actions.stalactite_ahead)
num_actions: Numbers = plain(actions.num_actions)
kind_of: Numbers = plain(actions.kind_of)

ANY = "".join(LETTERS)
Fate: TypeAlias = Literal["alive", "blasted", "launched", "collapsed", "derailed"]
FATES: tuple[Fate, ...] = get_args(Fate)

ACTION = re.compile(
    r"(?P<lane>lane (?P<chosen>\d{1,2}))|(?P<rail>rail on lane (?P<rail_lane>\d{1,2}))|"
    r"(?P<dynamite>dynamite on (?P<end>front|back) of lane (?P<dynamite_lane>\d{1,2}))|"
    r"(?P<stalactite>stalactite on lane (?P<stalactite_lane>\d{1,2}) row (?P<row>\d{1,4}))|"
    r"(?P<rocket>rocket on cart (?P<rocket_cart>\d))|(?P<swap>swap with cart (?P<swap_cart>\d))|"
    r"(?P<double>double)|(?P<discard>discard (?P<kind>[a-z]+))|(?P<pass>pass)"
)


# Actions


def write_action(box: Records, state: Records, action: int) -> str:
    """`rail on lane 2`, `dynamite on back of lane 1`, `stalactite on lane 3 row 9`, `rocket on cart 1`, ..."""
    if action < PLAY_RAIL:
        return f"lane {action - CHOOSE_LANE + 1}"
    if action == PASS:
        return "pass"
    if DISCARD_CARD <= action < PASS:
        return f"discard {KINDS[action - DISCARD_CARD]}"
    kind = kind_of(action)
    if kind == DOUBLE:
        return "double"
    if kind == RAIL:
        return write_declared(kind, action - PLAY_RAIL, 0)
    if kind == DYNAMITE:
        return write_declared(kind, action - PLAY_DYNAMITE, 0)
    if kind == STALACTITE:
        lane = stalactite_lane(box[0], action)
        return write_declared(kind, lane, _cart_row(state, lane) + stalactite_ahead(box[0], action))
    return write_declared(kind, action - (PLAY_ROCKET if kind == ROCKET else PLAY_SWAP), 0)


def write_declared(kind: int, target: int, row: int) -> str:
    """A declared card with its target: `rail on lane 2`; `target` and `row` are as in state.py."""
    if kind == RAIL:
        return f"rail on lane {target + 1}"
    if kind == DYNAMITE:
        return f"dynamite on {ENDS[target % 2]} of lane {target // 2 + 1}"
    if kind == STALACTITE:
        return f"stalactite on lane {target + 1} row {row}"
    return f"rocket on cart {target + 1}" if kind == ROCKET else f"swap with cart {target + 1}"


def _cart_row(state: Records, lane: int) -> int:
    """The row of the cart in a lane; 0 without one."""
    seat = int(state[0].cart[lane])
    return 0 if seat == NOBODY else int(state[0].row[seat])


def read_action(box: Records, state: Records, text: str) -> int:
    """The action that the words mean here, legal or not."""

    def wrong(why: str) -> BadInput:
        return BadInput(
            Code.UNREADABLE_ACTION,
            f"unreadable action {text[:80]!r}: {why}, in {write_position(box, state)!r}",
        )

    match = ACTION.fullmatch(" ".join(text.lower().split()))
    if match is None:
        raise wrong("expected a card and its target, such as 'rail on lane 2' or 'rocket on cart 1'")

    def lane_in(group: str) -> int:
        lane = int(match[group])
        if not 1 <= lane <= box[0].lanes:
            raise wrong(f"lanes are 1 to {box[0].lanes}")
        return lane - 1

    def seat_in(group: str) -> int:
        seat = int(match[group])
        if not 1 <= seat <= box[0].seats:
            raise wrong(f"carts are 1 to {box[0].seats}")
        return seat - 1

    if match["lane"]:
        return CHOOSE_LANE + lane_in("chosen")
    if match["rail"]:
        return PLAY_RAIL + lane_in("rail_lane")
    if match["dynamite"]:
        return PLAY_DYNAMITE + 2 * lane_in("dynamite_lane") + ENDS.index(match["end"])
    if match["rocket"]:
        return PLAY_ROCKET + seat_in("rocket_cart")
    if match["swap"]:
        return PLAY_SWAP + seat_in("swap_cart")
    if match["stalactite"]:
        lane = lane_in("stalactite_lane")
        ahead = int(match["row"]) - _cart_row(state, lane)
        if not 1 <= ahead <= box[0].longest:
            raise wrong(f"row {match['row']} is not in front of the cart of lane {lane + 1}")
        return int(encode_stalactite(box[0], lane, ahead))
    if match["discard"]:
        if match["kind"] not in KINDS:
            raise wrong(f"cards are {', '.join(KINDS)}")
        return DISCARD_CARD + KINDS.index(match["kind"])
    return PLAY_DOUBLE if match["double"] else PASS


def write_outcome(box: Records, state: Records, outcome: int) -> str:
    """`roll 17`, `draw rail` or `collapse`."""
    if state[0].phase == COLLAPSE:
        return "collapse"
    return f"roll {outcome + 1}" if state[0].phase == ROLL else f"draw {KINDS[outcome]}"


def read_outcome(box: Records, state: Records, text: str) -> int:
    """`roll 17` where the die is rolled, `draw rail` where a card is drawn, `collapse` at the end of a round."""
    words = text.split()
    if state[0].phase == COLLAPSE:
        expected = "'collapse'"
        if words == ["collapse"]:
            return 0
    elif state[0].phase == ROLL:
        expected = f"'roll' and a number from 1 to {box[0].die}"
        if len(words) == 2 and words[0] == "roll" and re.fullmatch(r"[0-9]{1,3}", words[1]):
            number = int(words[1])
            if 1 <= number <= box[0].die:
                return number - 1
    else:
        expected = f"'draw' and one of {', '.join(KINDS)}"
        if len(words) == 2 and words[0] == "draw" and words[1] in KINDS:
            return KINDS.index(words[1])
    raise BadInput(Code.UNREADABLE_ACTION, f"unreadable outcome {text[:80]!r}: expected {expected}")


def explain(box: Records, state: Records, action: int, reason: int, language: Language = "en") -> str:
    """The sentence of a reason, with the card or lane that it is about."""
    why = Why(reason)
    lane = stalactite_lane(box[0], action) if why == Why.NO_RAIL_THERE else 0
    return why.tell(
        language,
        card=CARDS[language][action - DISCARD_CARD if DISCARD_CARD <= action < PASS else kind_of(action)],
        lanes=box[0].lanes,
        lane=lane + 1,
        row=_cart_row(state, lane),
        front=state[0].front[lane],
    )


# Positions


def write_cards(counts: Records) -> str:
    """`R12 D4`; `-` for none."""
    return " ".join(f"{LETTERS[kind]}{counts[kind]}" for kind in range(NUM_KINDS) if counts[kind]) or "-"


def _write_hand(state: Records, seat: int) -> str:
    now = state[0]
    is_shown = now.viewer in (0, seat + 1)
    groups: dict[int, str] = {}
    proven: dict[int, list[int]] = {}
    for slot in range(int(now.hand_size[seat])):
        kind, age = int(now.card[seat, slot]), int(now.age[seat, slot])
        groups[age] = groups.get(age, "") + (LETTERS[kind] if is_shown and kind >= 0 else "?")
        proven.setdefault(age, []).append(int(now.ruled_out[seat, slot]))
    words = [letters + (f"@{age}" if age else "") + _write_proven(proven[age]) for age, letters in groups.items()]
    return " ".join(words) or "-"


def _write_proven(ruled_out: list[int]) -> str:
    """R12.4: what is proven of the cards of one age: `!RK` of all of them, `!RK2` of two."""
    words = ""
    for kinds in sorted(set(ruled_out) - {0}, reverse=True):
        count = ruled_out.count(kinds)
        letters = "".join(LETTERS[kind] for kind in range(NUM_KINDS) if (kinds >> kind) & 1)
        words += f"!{letters}{count if count < len(ruled_out) else ''}"
    return words


def _write_phase(box: Records, state: Records) -> str:
    now = state[0]
    cards = ", ".join(
        write_declared(int(now.declared[half]), int(now.target[half]), int(now.target_row[half]))
        for half in range(int(now.num_declared))
    )
    phase = int(now.phase)
    if phase == DEAL:
        return "dealing"
    if phase == COLLAPSE:
        return "collapsing"
    if phase == CHOOSE:
        return f"seat {now.to_act + 1} chooses"
    if phase == END:
        return "over " + "-".join(str(int(result)) for result in now.result[: box[0].seats])
    words = {PLAY: "plays", FIRST: "doubles", SECOND: f"doubles: {cards}", DRAW: "draws"}
    words[ROLL] = f"rolls{' double' if now.is_doubled else ''}: {cards}"
    return f"seat {now.order[now.turn] + 1} {words[phase]}"


def write_position(box: Records, state: Records) -> str:
    """The whole position on one line; what a viewer may not know is `?`."""
    now = state[0]
    parts = [f"round {now.round_number}", f"torch {now.torch + 1}"]
    for lane in range(int(box[0].lanes)):
        seat = int(now.cart[lane])
        if seat == NOBODY:
            parts.append(f"lane {lane + 1} -")
            continue
        words = f"lane {lane + 1} rows {now.back[lane]}-{now.front[lane]} cart {seat + 1} at {now.row[seat]}"
        rows = [str(spot % ROWS) for spot in stalactites(state) if spot // ROWS == lane]
        parts.append(words + (f" stones {' '.join(rows)}" if rows else ""))
    parts += [f"hand {seat + 1} {_write_hand(state, seat)}" for seat in range(int(box[0].seats))]
    parts += [f"pile {now.pile_size}", f"discard {write_cards(now.discard)}"]
    out = [f"{seat + 1} {FATES[now.fate[seat]]}" for seat in range(int(box[0].seats)) if now.fate[seat] != ALIVE]
    if out:
        parts.append(f"out {' '.join(out)}")
    order = [str(seat + 1) for seat in now.order if seat != NOBODY]
    parts += [f"order {' '.join(order) or '-'}", f"turn {now.turn + 1}", _write_phase(box, state)]
    return " | ".join(parts)


def stalactites(state: Records) -> list[int]:
    """The spots (lane * ROWS + row) of all stalactites on rails."""
    now = state[0]
    return [int(spot) for spot in now.stalactite[: now.num_stalactites]]


def read_position(box: Records, text: str) -> Records:
    """The position that `write_position` wrote.

    Parts may be left out: a lane is then empty, a hand, the discard pile and who is out likewise; round and torch are
    1, the order is that of the torch, and the pile is what is left of the box.
    """
    return _Reader(box, text).read()


class _Reader:
    """Reads one position, part by part, and checks that it can be."""

    def __init__(self, box: Records, text: str) -> None:
        self.box, self.text = box, text
        self.states: Records = np.zeros(1, STATE)
        kernels.setup(box, self.states, 0)
        self.now = self.states[0]
        self.seats = int(box[0].seats)
        self.given: dict[str, str] = {}

    def wrong(self, why: str) -> NoReturn:
        text = self.text if len(self.text) <= 400 else self.text[:400] + "..."
        raise BadInput(Code.UNREADABLE_POSITION, f"unreadable position {text!r}: {why}")

    def read(self) -> Records:
        parts = [part.strip() for part in self.text.split("|")]
        last = parts.pop()
        for part in parts:
            match = re.fullmatch(r"((?:lane|hand) \d|[a-z]+) (\S.*)", part)
            if match is None:
                self.wrong(f"{part[:60]!r} is not like 'lane 1 rows 1-7 cart 1 at 4' or 'hand 1 RRD'")
            if match[1] in self.given:
                self.wrong(f"{match[1]!r} is given twice")
            self.given[match[1]] = match[2]
        known = {"round", "torch", "pile", "discard", "out", "order", "turn"}
        known |= {f"lane {lane + 1}" for lane in range(int(self.box[0].lanes))}
        known |= {f"hand {seat + 1}" for seat in range(self.seats)}
        for name in self.given:
            if name not in known:
                self.wrong(f"unknown part {name!r}")
        phase = re.fullmatch(
            r"dealing|collapsing|over .+|seat (\d) (chooses|plays|doubles|rolls|rolls double|draws)(?:: (.+))?",
            last,
        )
        if phase is None:
            self.wrong("the last part says who does what, such as 'seat 1 plays', 'dealing' or 'over 2-0'")
        self.is_before = last == "dealing" or phase[2] == "chooses"
        self.read_lanes()
        self.read_cards()
        self.read_order()
        self.read_phase(last, phase)
        self.check()
        return self.states

    def number(self, name: str, low: int, high: int, default: int) -> int:
        value = self.given.get(name, str(default))
        if not re.fullmatch(r"[0-9]{1,4}", value) or not low <= int(value) <= high:
            self.wrong(f"{name} {value!r} is not a number from {low} to {high}")
        return int(value)

    def seat(self, word: str) -> int:
        if not re.fullmatch(r"[0-9]", word) or not 1 <= int(word) <= self.seats:
            self.wrong(f"seats are 1 to {self.seats}, not {word[:20]!r}")
        return int(word) - 1

    def read_lanes(self) -> None:
        now = self.now
        for lane in range(int(self.box[0].lanes)):
            words = self.given.get(f"lane {lane + 1}", "-")
            if words == "-":
                continue
            match = re.fullmatch(r"rows (\d{1,4})-(\d{1,4}) cart (\d) at (\d{1,4})(?: stones ((?:\d{1,4} ?)+))?", words)
            if match is None:
                self.wrong(f"lane {words[:60]!r} is not like 'rows 1-7 cart 1 at 4 stones 6 6'")
            back, front, row = int(match[1]), int(match[2]), int(match[4])
            seat = self.seat(match[3])
            if not 1 <= back <= row <= front < ROWS:
                self.wrong(f"the cart of lane {lane + 1} is not on a rail")
            if now.lane[seat] != NOWHERE:
                self.wrong(f"cart {seat + 1} stands in two lanes")
            now.back[lane], now.front[lane], now.cart[lane] = back, front, seat
            now.lane[seat], now.row[seat] = lane, row
            for stone in sorted(int(stone) for stone in (match[5] or "").split()):
                if not back <= stone <= front:
                    self.wrong(f"no rail of lane {lane + 1} is on row {stone}")
                if now.num_stalactites >= self.box[0].total[STALACTITE]:
                    self.wrong("there are more stalactites than in the box")
                now.stalactite[now.num_stalactites] = lane * ROWS + stone
                now.num_stalactites += 1

    def read_cards(self) -> None:
        now = self.now
        for seat in range(self.seats):
            words = self.given.get(f"hand {seat + 1}", "-")
            cards = []
            proven: dict[int, list[int]] = {}
            for group in [] if words == "-" else words.split():
                match = re.fullmatch(rf"([{ANY}]+)(?:@(\d{{1,2}}))?((?:![{ANY}]+\d?)*)", group)
                if match is None:
                    self.wrong(f"hand {group[:40]!r} is not made of the letters {ANY}")
                age = int(match[2] or 0)
                if age > MAX_SEATS * MAX_HAND:
                    self.wrong(f"no card is held through {age} piles")
                cards += [(-age, LETTERS.index(letter)) for letter in match[1]]
                for letters, count in re.findall(rf"!([{ANY}]+)(\d?)", match[3]):
                    kinds = sum(1 << LETTERS.index(letter) for letter in set(letters))
                    proven.setdefault(age, []).extend([kinds] * int(count or len(match[1])))
            if len(cards) > self.box[0].hand:
                self.wrong(f"hand {seat + 1} has {len(cards)} cards: {self.box[0].hand} at most")
            now.hand_size[seat] = len(cards)
            for slot, (age, kind) in enumerate(sorted(cards)):
                now.card[seat, slot], now.age[seat, slot] = kind, -age
            for age, ruled_out in proven.items():
                self.read_proven(seat, age, sorted(ruled_out, reverse=True))
        words = self.given.get("discard", "-")
        for group in [] if words == "-" else words.split():
            match = re.fullmatch(rf"([{''.join(LETTERS)}])(\d{{1,3}})", group)
            if match is None or int(match[2]) > MAX_CARDS:
                self.wrong(f"discard {group[:40]!r} is not like 'R12'")
            now.discard[LETTERS.index(match[1])] = int(match[2])
        out = self.given.get("out", "").split()
        if len(out) % 2:
            self.wrong("who is out is not like 'out 2 blasted 3 collapsed'")
        for word, fate in zip(out[::2], out[1::2], strict=True):
            if fate not in FATES[1:]:
                self.wrong(f"unknown fate {fate[:20]!r}: there are {', '.join(FATES[1:])}")
            now.fate[self.seat(word)] = FATES.index(fate)

    def read_proven(self, seat: int, age: int, ruled_out: list[int]) -> None:
        """R12.4: the cards of one age can be laid on places that rule out so much, the strictest first."""
        now = self.now
        slots = [slot for slot in range(int(now.hand_size[seat])) if now.age[seat, slot] == age]
        left = [int(now.card[seat, slot]) for slot in slots]
        if len(ruled_out) > len(left):
            self.wrong(f"more is proven of hand {seat + 1} than it has cards")
        for nth, kinds in enumerate(ruled_out):
            if kinds & ~ruled_out[max(0, nth - 1)]:
                self.wrong(f"what is proven of hand {seat + 1} is not of some cards and then of more")
            fitting = [kind for kind in left if not (kinds >> kind) & 1]
            if not fitting:
                self.wrong(f"what is proven of hand {seat + 1} is not so")
            left.remove(fitting[0])
            now.ruled_out[seat, slots[nth]] = kinds

    def read_order(self) -> None:
        now, contents = self.now, self.box[0]
        now.round_number = self.number("round", 0, int(contents.rounds), 0 if self.is_before else 1)
        now.torch = self.number("torch", 1, int(contents.lanes), 1) - 1
        words = self.given.get("order")
        if words is None:
            lanes = [(int(now.torch) + to_right) % int(contents.lanes) for to_right in range(int(contents.lanes))]
            order = [] if self.is_before else [int(now.cart[lane]) for lane in lanes if now.cart[lane] != NOBODY]
        else:
            order = [] if words == "-" else [self.seat(word) for word in words.split()]
        if len(set(order)) < len(order):
            self.wrong("a seat is in the order twice")
        now.order[: len(order)] = order
        now.turn = self.number("turn", 1, max(1, len(order)), 1) - 1

    def read_phase(self, last: str, phase: re.Match[str]) -> None:
        now = self.now
        if last == "dealing":
            now.phase, now.to_act = DEAL, CHANCE
            return
        if last == "collapsing":
            now.phase, now.to_act = COLLAPSE, CHANCE
            return
        if last.startswith("over "):
            results = last[5:].split("-")
            if len(results) != self.seats or not set(results) <= {"0", "1", "2"}:
                self.wrong(f"the result {last[5:25]!r} is not like '2-0'")
            now.result[: self.seats] = [int(result) for result in results]
            now.phase, now.to_act = END, OVER
            return
        seat, verb, cards = self.seat(phase[1]), phase[2], phase[3]
        if verb == "chooses":
            now.phase, now.to_act = CHOOSE, seat
            return
        if not self.given.get("turn"):
            if seat not in now.order:
                self.wrong(f"seat {seat + 1} is not in the order")
            now.turn = list(now.order).index(seat)
        if now.order[now.turn] != seat:
            self.wrong(f"it is not the turn of seat {seat + 1}")
        now.phase = {"plays": PLAY, "doubles": SECOND if cards else FIRST, "draws": DRAW}.get(verb, ROLL)
        now.to_act = CHANCE if now.phase in (ROLL, DRAW) else seat
        now.is_doubled = verb in {"doubles", "rolls double"}
        declared = cards.split(", ") if cards else []
        most = {SECOND: 1, ROLL: 2 if now.is_doubled else 1}.get(int(now.phase), 0)
        if len(declared) > most or (now.phase in (SECOND, ROLL) and not declared):
            self.wrong(f"{len(declared)} cards are declared where seat {seat + 1} {verb}")
        for half, words in enumerate(declared):
            self.read_declared(seat, half, words)

    def read_declared(self, seat: int, half: int, words: str) -> None:
        """A declared card; its target must be there."""
        now, contents = self.now, self.box[0]
        match = re.fullmatch(r"stalactite on lane (\d) row (\d{1,4})", words)
        if match is not None:
            lane, row = int(match[1]) - 1, int(match[2])
            if (
                not 0 <= lane < contents.lanes
                or now.cart[lane] == NOBODY
                or not now.back[lane] <= row <= now.front[lane]
            ):
                self.wrong(f"no rail is there for {words!r}")
            now.target[half], now.target_row[half] = lane, row
            kind = STALACTITE
        else:
            try:
                action = read_action(self.box, self.states, words)
            except BadInput:
                self.wrong(f"unreadable card {words[:60]!r}")
            if not PLAY_RAIL <= action < PLAY_DOUBLE:
                self.wrong(f"{words[:60]!r} is not rolled for")
            kind = kind_of(action)
            first = {RAIL: PLAY_RAIL, DYNAMITE: PLAY_DYNAMITE, ROCKET: PLAY_ROCKET, SWAP: PLAY_SWAP}[kind]
            now.target[half] = action - first
            lane = now.lane[now.target[half]] if kind in (ROCKET, SWAP) else now.target[half]
            if kind == DYNAMITE:
                lane = now.target[half] // 2
            if lane == NOWHERE or now.cart[lane] == NOBODY or (kind == SWAP and now.target[half] == seat):
                self.wrong(f"there is no target for {words!r}")
        now.declared[half] = kind
        now.num_declared = half + 1

    def check(self) -> None:
        """What must be true of every position."""
        now, contents = self.now, self.box[0]
        phase = int(now.phase)
        alive = [seat for seat in range(self.seats) if now.lane[seat] != NOWHERE]
        out = [seat for seat in range(self.seats) if now.fate[seat] != ALIVE]
        if phase == CHOOSE and alive != list(range(int(now.to_act))):
            self.wrong("lanes are chosen in the order of the seats")
        if phase == DEAL and alive:
            self.wrong("lanes are chosen after the deal")
        if self.is_before and (out or now.round_number or now.torch or now.order[0] != NOBODY):
            self.wrong("nobody is out and no round has begun before all lanes are chosen")
        if not self.is_before:
            if sorted(alive + out) != list(range(self.seats)):
                self.wrong("every player either has a cart in a lane or is out")
            if now.round_number < 1 or (phase != END and not set(alive) <= set(now.order.tolist())):
                self.wrong("every player with a cart is in the order of the round")
            if phase == END:
                self.check_result(alive)
            elif len(alive) < 2 or (phase != COLLAPSE and now.order[now.turn] not in alive):
                self.wrong("two players or more still stand, and one of them acts")
        for seat in out:
            if now.hand_size[seat]:
                self.wrong(f"seat {seat + 1} is out and has cards")
        self.fill_pile(alive)
        sizes = [int(size) for size in now.hand_size[: self.seats]]
        full = int(contents.hand)
        if phase == DEAL and (sizes != sorted(sizes, reverse=True) or sum(0 < size < full for size in sizes) > 1):
            self.wrong("hands are dealt one after another")
        if phase == DEAL and min(sizes) == full:
            self.wrong("every hand is dealt")
        if phase == CHOOSE and min(sizes) < full:
            self.wrong("lanes are chosen when every hand is dealt")
        if phase == DRAW and (sizes[now.order[now.turn]] == full or now.pile_size == 0):
            self.wrong("there is no card to draw, or the hand is full")
        if phase in (FIRST, SECOND):
            has_ahead = any(now.front[now.lane[seat]] > now.row[seat] for seat in alive)
            barred = (DOUBLE,) if has_ahead else (DOUBLE, STALACTITE)
            hand = now.card[now.to_act, : now.hand_size[now.to_act]]
            if sum(kind not in barred for kind in hand) < (2 if phase == FIRST else 1):
                self.wrong("too few cards are left to be declared")

    def check_result(self, alive: list[int]) -> None:
        """R11: one player who still stands has won; otherwise some share a draw."""
        winners = [seat for seat in range(self.seats) if self.now.result[seat] == WIN]
        sharing = [seat for seat in range(self.seats) if self.now.result[seat] == SHARE]
        if len(alive) == 1 and (winners != alive or sharing):
            self.wrong("the last player standing has won")
        if len(alive) != 1 and (winners or not sharing or (alive and sharing != alive)):
            self.wrong("without a last player standing the game is a draw")

    def fill_pile(self, alive: list[int]) -> None:
        """The pile is what is left of the box."""
        now, contents = self.now, self.box[0]
        left = [int(count) for count in contents.total]
        for kind in range(NUM_KINDS):
            left[kind] -= int(now.discard[kind]) + int((now.card == kind).sum()) + int((now.declared == kind).sum())
        left[STALACTITE] -= int(now.num_stalactites)
        for seat in range(self.seats):
            lane = int(now.lane[seat])
            if seat in alive:
                left[RAIL] -= int(now.front[lane]) - int(now.back[lane]) + 1
            elif self.is_before:
                left[RAIL] -= int(contents.rails)
        for kind, count in enumerate(left):
            if count < 0:
                self.wrong(f"there are {-count} more of the {KINDS[kind]} cards than in the box")
        now.pile[:] = left
        now.pile_size = sum(left)
        if "pile" in self.given and self.given["pile"] != str(sum(left)):
            self.wrong(f"the pile has {sum(left)} cards, not {self.given['pile'][:20]}: that is what the box leaves")
