"""Text for Madstone: `commander elf`, `place Ghoul`, `kill Archer`, `use Scout`, `target seat 2`, `gold first`.

Chance says `start seat 2`, `deal Ghoul` or `draw Darkness Falls`. A position is one line, for example

    turn 7 | first 1 | deck 40 | night 1 | field vampire: Shade, Bat Swarm | field elf: Archer+2 |
    seat 1: goblin; red 4; gold 1; hand Ghoul*, Scout, 1 darkness; army Gob Wiz!; spoils Squire |
    seat 2: human; red 5; hand Knight* | basic 1 begun | seat 1 acts

Piles are told from the top down. `+2` counts poison tokens, `!` marks a card whose ability was used in this turn, `~`
one whose constants are negated. As many cards of a hand as have a star, `*`, are surely no Darkness Falls (R12.3), and
with two stars one of them surely counts red; which of them it is on means nothing. To a viewer unseen cards are `?`.
"""

import re
from typing import NoReturn

import numpy as np

from motherlode.core.contract import CHANCE, NOBODY, OVER, Language, Records
from motherlode.core.errors import BadInput, Code
from motherlode.games.madstone import kernels
from motherlode.games.madstone.abilities import can_use
from motherlode.games.madstone.actions import (
    CARD,
    COMMANDER,
    DARKNESS,
    DRAW_CARDS,
    END_TURN,
    LIFT,
    NUM_VERBS,
    PAY_GOLD,
    PLAY_DARKNESS,
    ROB,
    TO_PILE,
)
from motherlode.games.madstone.attack import points_to_attack, price_of
from motherlode.games.madstone.chains import add_to_army, add_to_hand, is_red_counter, put_on_pile
from motherlode.games.madstone.components import (
    ARTIFACT,
    FACTIONS,
    MAX_BASIC,
    MAX_CRYSTALS,
    MAX_DISCOUNT,
    NUM_FACTIONS,
    NUM_PILES,
    card_name,
    card_names,
)
from motherlode.games.madstone.counting import power_of
from motherlode.games.madstone.darkness import can_lift
from motherlode.games.madstone.reasons import Why
from motherlode.games.madstone.state import (
    ACT,
    AIM,
    ARMY,
    AWAITED,
    CHOOSE,
    CLOSE,
    DEAL,
    DRAW,
    END,
    NEGATED,
    NONE,
    PILE,
    SETTLE,
    SPOILS,
    START,
    STATE,
    UNSEEN,
    USED,
)
from motherlode.games.madstone.words import count

VERBS = ("kill", "command", "place", "use", "target")
PLAIN = {DRAW_CARDS: "draw", PLAY_DARKNESS: "darkness", LIFT: "lift", PAY_GOLD: "gold first", END_TURN: "end turn"}
PHASES = {
    CHOOSE: "chooses", DEAL: "is dealt", SETTLE: "settles", PILE: "names a pile", ACT: "acts", AIM: "aims",
    DRAW: "draws", CLOSE: "closes", END: "was last",
}  # fmt: skip


# Actions


def find_card(box: Records, name: str) -> int | None:
    """The card of that name, whatever its capitals."""
    wanted = " ".join(name.lower().split())
    for card, known in enumerate(card_names(box)):
        if wanted and known.lower() == wanted:
            return card
    return None


def write_action(box: Records, state: Records, action: int) -> str:
    """`commander elf`, `pile elf`, `target seat 2`, `draw`, `lift`, `gold first`, `end turn`, `kill Bat`, ..."""
    if action < TO_PILE:
        return f"commander {FACTIONS[action - COMMANDER]}"
    if action < ROB:
        return f"pile {FACTIONS[action - TO_PILE]}"
    if action < DRAW_CARDS:
        return f"target seat {action - ROB + 1}"
    if action < CARD:
        return PLAIN[action]
    card, verb = divmod(action - CARD, NUM_VERBS)
    return f"{VERBS[verb]} {card_name(box, card)}"


def read_action(box: Records, state: Records, text: str) -> int:
    """The action that the words mean, legal or not."""

    def wrong(why: str) -> BadInput:
        return BadInput(
            Code.UNREADABLE_ACTION, f"unreadable action {text[:80]!r}: {why}, in {write_position(box, state)!r}"
        )

    words = " ".join(text.split())
    lower = words.lower()
    for action, plain in PLAIN.items():
        if lower == plain:
            return action
    verb, _, rest = lower.partition(" ")
    if verb in {"commander", "pile"}:
        if rest not in FACTIONS[:NUM_FACTIONS]:
            raise wrong(f"factions are {', '.join(FACTIONS[:NUM_FACTIONS])}")
        return (COMMANDER if verb == "commander" else TO_PILE) + FACTIONS.index(rest)
    target = re.fullmatch(r"target seat ([0-9])", lower)
    if target:
        if not 1 <= int(target[1]) <= box[0].seats:
            raise wrong(f"seats are 1 to {box[0].seats}")
        return ROB + int(target[1]) - 1
    if verb not in VERBS:
        raise wrong("expected a verb and a card, such as 'place Ghoul', or 'draw'")
    card = find_card(box, rest)
    if card is None:
        raise wrong(f"there is no card {rest[:40]!r}")
    return CARD + NUM_VERBS * card + VERBS.index(verb)


def write_card(box: Records, outcome: int) -> str:
    """The name of a card or of a Darkness Falls, as outcomes of chance number them."""
    return "Darkness Falls" if outcome == DARKNESS else card_name(box, outcome)


def write_outcome(box: Records, state: Records, outcome: int) -> str:
    """`start seat 2`, `deal Ghoul` or `draw Darkness Falls`."""
    if state[0].phase == START:
        return f"start seat {outcome + 1}"
    return f"{'deal' if state[0].phase == DEAL else 'draw'} {write_card(box, outcome)}"


def read_outcome(box: Records, state: Records, text: str) -> int:
    """What `write_outcome` wrote in this position."""
    words = " ".join(text.split())
    if state[0].phase == START:
        expected = f"'start seat' and a number from 1 to {box[0].seats}"
        match = re.fullmatch(r"start seat ([0-9])", words)
        if match and 1 <= int(match[1]) <= box[0].seats:
            return int(match[1]) - 1
    else:
        verb = "deal" if state[0].phase == DEAL else "draw"
        expected = f"'{verb}' and a card"
        if words.startswith(verb + " "):
            name = words[5:]
            if name.lower() == "darkness falls" and verb == "draw":
                return DARKNESS
            card = find_card(box, name)
            if card is not None:
                return card
    raise BadInput(Code.UNREADABLE_ACTION, f"unreadable outcome {text[:80]!r}: expected {expected}")


def attack_points(box: Records, state: Records, card: int, verb: int) -> int:
    """R5.4: the points of killing or commanding a card, for the player whose turn it is."""
    seat = int(state[0].actor)
    return int(points_to_attack(box[0], state[0], seat, card, verb))


def attack_price(box: Records, state: Records, card: int, verb: int) -> int:
    """R5.5: the crystals that killing or commanding a card costs the player whose turn it is."""
    power = int(power_of(box[0], state[0], int(state[0].actor)))
    return int(price_of(attack_points(box, state, card, verb), power))


def explain(box: Records, state: Records, action: int, reason: int, language: Language = "en") -> str:
    """The sentence of a reason, with price and purse where crystals are short, and all powers where one is lower."""
    now, contents, seat = state[0], box[0], int(state[0].to_act)
    blanks: dict[str, object] = {}
    if reason == Why.NOT_LOWEST:
        powers = [int(power_of(contents, now, other)) for other in range(int(contents.seats))]
        blanks = {"powers": ", ".join(map(str, powers))}
    elif reason == Why.TOO_DEAR:
        card, verb = divmod(action - CARD, NUM_VERBS)
        blanks = {
            "points": count(language, attack_points(box, state, card, verb), "points"),
            "power": int(power_of(contents, now, seat)),
            "price": count(language, attack_price(box, state, card, verb), "crystals"),
            "purse": int(now.red[seat]) + int(now.gold[seat]),
        }
    return Why(reason).tell(language, **blanks)


# Positions


def chain(state: Records, first: int) -> list[int]:
    """The cards of a hand, an army or a pile, from its first card on."""
    found = []
    while first != NONE:
        found.append(first)
        first = int(state[0].next_card[first])
    return found


def write_marked(box: Records, state: Records, card: int) -> str:
    """A card on the table with its tokens and marks: `Archer+2!`."""
    now = state[0]
    tokens, mark = int(now.tokens[card]), int(now.mark[card])
    words = card_name(box, card) + (f"+{tokens}" if tokens else "")
    return words + ("!" if mark & USED else "") + ("~" if mark & NEGATED else "")


def _write_hand(box: Records, state: Records, seat: int) -> str:
    now = state[0]
    size, sure, num_counters = int(now.hand_size[seat]), int(now.sure_size[seat]), int(now.shows_counter[seat])
    if now.viewer not in (0, seat + 1):
        parts = ["?**"] * num_counters + ["?*"] * (sure - num_counters) + ["?"] * (size - sure)
    else:
        cards = chain(state, int(now.hand[seat]))
        counters = [card for card in cards if is_red_counter(box[0], card)][:num_counters]
        starred = [card for card in cards if card not in counters][: sure - num_counters]
        stars = dict.fromkeys(counters, "**") | dict.fromkeys(starred, "*")
        parts = [card_name(box, card) + stars.get(card, "") for card in cards]
        parts += [f"{now.dark_held[seat]} darkness"] if now.dark_held[seat] else []
    return ", ".join(parts)


def _write_seat(box: Records, state: Records, seat: int) -> str:
    now = state[0]
    commander = int(now.commander[seat])
    parts = ["no commander" if commander == NOBODY else FACTIONS[commander], f"red {now.red[seat]}"]
    parts += [f"gold {now.gold[seat]}"] if now.gold[seat] else []
    lists = {
        "hand": _write_hand(box, state, seat),
        "army": ", ".join(write_marked(box, state, card) for card in chain(state, int(now.army[seat]))),
        "spoils": ", ".join(card_name(box, card) for card in range(int(box[0].num_cards))
                            if now.zone[card] == SPOILS + seat),
    }  # fmt: skip
    parts += [f"{name} {words}" for name, words in lists.items() if words]
    return f"seat {seat + 1}: " + "; ".join(parts)


def _write_turn(box: Records, state: Records) -> list[str]:
    """The parts of a position that hold for this turn only."""
    now = state[0]
    parts = []
    if now.basic_left or now.has_begun:
        parts.append(f"basic {now.basic_left}{' begun' if now.has_begun else ''}")
    if now.due:
        parts.append(f"due {now.due}")
    if now.pending != NONE:
        parts.append(f"named {card_name(box, int(now.pending))}")
    if now.closed:
        parts.append("closed " + " ".join(FACTIONS[pile] for pile in range(NUM_PILES) if now.closed >> pile & 1))
    if now.gold_first:
        parts.append("gold first")
    if now.is_silent:
        parts.append("silence")
    if now.kill_discount or now.command_discount:
        parts.append(f"discount {now.kill_discount} {now.command_discount}")
    return parts


def write_position(box: Records, state: Records) -> str:
    """The whole position on one line; what a viewer may not know is `?`."""
    now = state[0]
    parts = [f"turn {now.turn_number}", f"first {now.first + 1 if now.first != NOBODY else '-'}"]
    parts += [f"deck {now.deck_size}"]
    parts += [f"night {now.dark_down}"] if now.dark_down else []
    parts += [f"lifted {now.dark_gone}"] if now.dark_gone else []
    parts += [f"last {now.turns_left}"] if now.turns_left else []
    for pile in range(NUM_PILES):
        cards = chain(state, int(now.top[pile]))
        if cards:
            parts.append(f"field {FACTIONS[pile]}: " + ", ".join(write_marked(box, state, card) for card in cards))
    parts += [_write_seat(box, state, seat) for seat in range(int(box[0].seats))]
    parts += _write_turn(box, state)
    parts.append("starting" if now.phase == START else f"seat {now.actor + 1} {PHASES[int(now.phase)]}")
    return " | ".join(parts)


def read_position(box: Records, text: str) -> Records:
    """The position that `write_position` wrote.

    Parts may be left out: piles, hands, armies, spoils and crystals are then empty, Commanders are those left over, it
    is day and turn 1 of seat 1, both basic actions are left, and the draw pile is as after set-up, or what is left.
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
        self.has_given_commander = [False] * self.seats

    def wrong(self, why: str) -> NoReturn:
        text = self.text if len(self.text) <= 400 else self.text[:400] + "..."
        raise BadInput(Code.UNREADABLE_POSITION, f"unreadable position {text!r}: {why}")

    def read(self) -> Records:
        parts = [" ".join(part.split()) for part in self.text.split("|")]
        last = parts.pop()
        for part in parts:
            match = re.fullmatch(r"((?:seat \d|field [a-z]+)(?=:)|gold first|silence|[a-z]+):? ?(.*)", part)
            if match is None:
                self.wrong(f"{part[:60]!r} is not like 'turn 3', 'field elf: Archer' or 'seat 1: elf; red 5'")
            if match[1] in self.given:
                self.wrong(f"{match[1]!r} is given twice")
            self.given[match[1]] = match[2]
        known = {"turn", "first", "deck", "night", "lifted", "last", "basic", "due", "named", "closed", "gold first"}
        known |= {"silence", "discount"} | {f"field {name}" for name in FACTIONS[:NUM_PILES]}
        known |= {f"seat {seat + 1}" for seat in range(self.seats)}
        for name in self.given:
            if name not in known:
                self.wrong(f"unknown part {name!r}")
        self.read_phase(last)
        self.read_numbers()
        for pile in range(NUM_PILES):
            cards = self.card_list(self.given.get(f"field {FACTIONS[pile]}", ""))
            for card, tokens, mark, _ in reversed(cards):
                if int(self.box[0].faction[card]) not in (pile, ARTIFACT):
                    self.wrong(f"{card_name(self.box, card)} does not belong on the {FACTIONS[pile]} pile")
                if mark:
                    self.wrong("marks are for cards in armies")
                put_on_pile(self.now, card, pile)
                self.now.tokens[card] = tokens
        for seat in range(self.seats):
            self.read_seat(seat)
        for seat in range(self.seats):
            if self.now.phase != START and not self.has_given_commander[seat]:
                self.now.commander[seat] = min(set(range(NUM_FACTIONS)) - {int(one) for one in self.now.commander})
        self.read_turn()
        self.check()
        return self.states

    def number(self, name: str, low: int, high: int, default: int) -> int:
        value = self.given.get(name, str(default))
        if not re.fullmatch(r"[0-9]{1,5}", value) or not low <= int(value) <= high:
            self.wrong(f"{name} {value[:20]!r} is not a number from {low} to {high}")
        return int(value)

    def read_phase(self, last: str) -> None:
        now = self.now
        if last == "starting":
            return
        match = re.fullmatch(r"seat ([0-9]) (.+)", last)
        phases = {words: phase for phase, words in PHASES.items()}
        if match is None or match[2] not in phases or not 1 <= int(match[1]) <= self.seats:
            self.wrong(f"the last part says who does what, such as 'seat 1 acts', not {last[:40]!r}")
        now.actor = int(match[1]) - 1
        now.phase = phases[match[2]]
        now.to_act = now.actor
        if now.phase in (DEAL, DRAW):
            now.to_act = CHANCE
        elif now.phase == END:
            now.to_act = OVER

    def read_numbers(self) -> None:
        now, contents = self.now, self.box[0]
        is_before = now.phase in (START, CHOOSE, DEAL, SETTLE)
        first = self.given.get("first", "-" if now.phase == START else "1")
        if first != "-" and (not re.fullmatch(r"[0-9]", first) or not 1 <= int(first) <= self.seats):
            self.wrong(f"first {first[:20]!r} is not a seat")
        now.first = NOBODY if first == "-" else int(first) - 1
        if (now.first == NOBODY) != (now.phase == START):
            self.wrong("the starting player is named first of all")
        most = int(contents.rounds) * self.seats
        now.turn_number = self.number("turn", 0, most, 0 if is_before else 1)
        now.dark_down = self.number("night", 0, int(contents.darkness_cards), 0)
        now.dark_gone = self.number("lifted", 0, int(contents.darkness_cards), 0)
        now.turns_left = self.number("last", 0, self.seats, 0)

    def card_list(self, words: str) -> list[tuple[int, int, int, int]]:
        """Cards with tokens, marks and stars; none of them may be in the position already."""
        found = []
        for word in words.split(", ") if words else []:
            match = re.fullmatch(r"([A-Za-z' -]+?)(?:\+([0-9]{1,3}))?(\*{1,2})?(!)?(~)?", word)
            card = None if match is None else find_card(self.box, match[1])
            if match is None or card is None:
                self.wrong(f"there is no card {word[:40]!r}")
            if self.now.zone[card] != UNSEEN:
                self.wrong(f"{card_name(self.box, card)} is in two places")
            tokens = int(match[2] or 0)
            if tokens > self.now.supply:
                self.wrong(f"there are only {self.box[0].poison_tokens} poison tokens")
            self.now.supply -= tokens
            self.now.zone[card] = AWAITED
            found.append((card, tokens, (USED if match[4] else 0) | (NEGATED if match[5] else 0), len(match[3] or "")))
        return found

    def read_seat(self, seat: int) -> None:
        now = self.now
        words = self.given.get(f"seat {seat + 1}")
        parts = words.split("; ") if words else []
        if parts and parts[0] in FACTIONS[:NUM_FACTIONS]:
            now.commander[seat] = FACTIONS.index(parts[0])
        self.has_given_commander[seat] = bool(parts) and (parts[0] in (*FACTIONS[:NUM_FACTIONS], "no commander"))
        seen = set()
        for part in parts:
            name, _, rest = part.partition(" ")
            if part in FACTIONS[:NUM_FACTIONS] or part == "no commander":
                name = "commander"
            if name in seen or name not in {"commander", "red", "gold", "hand", "army", "spoils"}:
                self.wrong(f"{part[:40]!r} is not like 'elf', 'red 5', 'hand Ghoul' or 'army Archer', each once")
            seen.add(name)
            if name in {"red", "gold"}:
                if not re.fullmatch(r"[0-9]{1,4}", rest) or int(rest) > MAX_CRYSTALS:
                    self.wrong(f"{part[:40]!r} is not a number of crystals")
                now[name][seat] = int(rest)
            elif name != "commander":
                self.read_cards(seat, name, rest)

    def read_cards(self, seat: int, name: str, words: str) -> None:
        """A hand, an army or spoils."""
        now = self.now
        dark = re.search(r"(?:^|, )([0-9]{1,2}) darkness$", words) if name == "hand" else None
        if dark:
            now.dark_held[seat] = int(dark[1])
            now.hand_size[seat] = int(dark[1])
            words = words[: dark.start()]
        for card, tokens, mark, stars in self.card_list(words):
            if name == "army":
                add_to_army(now, seat, card)
                now.tokens[card], now.mark[card] = tokens, mark
            elif tokens or mark:
                self.wrong("tokens and marks are for cards on the table")
            elif name == "hand":
                add_to_hand(now, seat, card)
                self.read_stars(seat, card, stars)
            else:
                now.zone[card] = SPOILS + seat
                now.spoils_size[seat] += 1
                now.spoils_points[seat] += int(self.box[0].kill[card])
            if stars and name != "hand":
                self.wrong("only cards in a hand have stars")

    def read_stars(self, seat: int, card: int, stars: int) -> None:
        """R12.3: as many cards of a hand as have stars are surely no Darkness Falls; with two stars one counts red."""
        now = self.now
        now.sure_size[seat] += stars > 0
        if stars == 2:
            if now.shows_counter[seat] or not is_red_counter(self.box[0], card):
                self.wrong(f"{card_name(self.box, card)} does not count red, or is not the only one with two stars")
            now.shows_counter[seat] = 1

    def read_turn(self) -> None:
        now, contents = self.now, self.box[0]
        is_turn = now.phase in (ACT, AIM, DRAW, CLOSE) or (now.phase == PILE and now.turn_number > 0)
        default = f"{0 if now.phase == CLOSE else contents.basic_actions}" if is_turn else "0"
        match = re.fullmatch(r"([0-9])( begun)?", self.given.get("basic", default))
        if match is None or int(match[1]) > MAX_BASIC:
            self.wrong(f"basic {self.given['basic'][:20]!r} is not like '2' or '1 begun'")
        now.basic_left, now.has_begun = int(match[1]), bool(match[2])
        now.due = self.number("due", 0, 100, 0)
        if "named" in self.given:
            card = find_card(self.box, self.given["named"])
            if card is None:
                self.wrong(f"there is no card {self.given['named'][:40]!r}")
            now.pending = card
            if now.phase == PILE:
                if now.zone[card] != UNSEEN or contents.faction[card] != ARTIFACT:
                    self.wrong("an artifact that is nowhere else is being placed")
                now.zone[card] = AWAITED
        for name in self.given.get("closed", "").split():
            if name not in FACTIONS[:NUM_PILES]:
                self.wrong(f"there is no pile {name[:20]!r}")
            now.closed |= 1 << FACTIONS.index(name)
        now.gold_first, now.is_silent = "gold first" in self.given, "silence" in self.given
        match = re.fullmatch(r"([0-9]{1,3}) ([0-9]{1,3})", self.given.get("discount", "0 0"))
        if match is None or max(int(match[1]), int(match[2])) > MAX_DISCOUNT:
            self.wrong(f"discount {self.given['discount'][:20]!r} is not like '1 0'")
        now.kill_discount, now.command_discount = int(match[1]), int(match[2])

    def check(self) -> None:
        """What a position must be for the rules to go on from it."""
        now, contents = self.now, self.box[0]
        phase, actor = int(now.phase), int(now.actor)
        dark = int(contents.darkness_cards) - int(now.dark_held.sum()) - int(now.dark_down) - int(now.dark_gone)
        if dark < 0:
            self.wrong(f"there are only {contents.darkness_cards} Darkness Falls")
        now.dark_unseen = dark
        unseen = dark + int((now.zone == UNSEEN).sum())
        now.deck_size = self.number("deck", 0, min(unseen, 100), min(int(contents.deck), unseen))
        commanders = [int(one) for one in now.commander[: self.seats] if one != NOBODY]
        if len(set(commanders)) != len(commanders):
            self.wrong("every Commander is chosen once")
        is_before = phase in (START, CHOOSE, DEAL, SETTLE)
        if phase != PILE and (now.turn_number == 0) != is_before:
            self.wrong("turns are counted from 1, and set-up is turn 0")
        self.check_setup(phase, actor, commanders)
        if now.turn_number == 0:
            if now.basic_left or now.due or now.closed or now.has_begun or now.dark_down or now.turns_left:
                self.wrong("nothing of a turn holds at set-up")
        elif phase in (ACT, AIM) and not now.basic_left:
            self.wrong("a basic action must be left")
        if phase == DRAW and not 0 < now.due <= now.deck_size:
            self.wrong("cards must be due, and in the draw pile")
        if phase not in (DRAW, END) and now.due:
            self.wrong("cards are due only while they are drawn")
        if (now.pending != NONE) != (phase in (PILE, AIM)):
            self.wrong("a card is named while its pile or its target is awaited")
        if phase == AIM:
            if now.zone[now.pending] != ARMY + actor or now.has_begun:
                self.wrong("the ability of a card in the own army, before basic actions, needs a target")
            if not can_use(contents, now, actor, int(now.pending)) or not self.has_target():
                self.wrong("the ability that was named cannot be used")
        if phase == CLOSE and (now.basic_left or not can_lift(contents, now, actor)):
            self.wrong("a turn is closed when no action is left and the darkness may be lifted")
        if phase == END and (now.basic_left or now.has_begun or now.closed or int(now.mark.any())):
            self.wrong("nothing of a turn holds at the end")

    def has_target(self) -> bool:
        """Whether the ability that was named has one."""
        out = np.zeros(2 * int(self.box[0].num_cards) + CARD, np.int32)
        return bool(kernels.legal(self.box, self.states, 0, out))

    def check_setup(self, phase: int, actor: int, commanders: list[int]) -> None:
        """R2: who has a Commander and cards when."""
        now, contents = self.now, self.box[0]
        if phase == START:
            chosen = 0
        elif phase == CHOOSE:
            chosen = (int(now.first) - 1 - actor) % self.seats
        else:
            chosen = self.seats
        if phase == CHOOSE:
            order = [(int(now.first) - 1 - nth) % self.seats for nth in range(self.seats)]
            if any((now.commander[seat] != NOBODY) != (nth < chosen) for nth, seat in enumerate(order)):
                self.wrong("Commanders are chosen from the last player on, counterclockwise")
        elif len(commanders) != chosen:
            self.wrong("every player has a Commander, once they are chosen")
        sizes = [int(size) for size in now.hand_size[: self.seats]]
        order = [(int(now.first) + nth) % self.seats for nth in range(self.seats)]
        if phase in (START, CHOOSE) and any(sizes):
            self.wrong("cards are dealt after Commanders are chosen")
        full, kept = int(contents.dealt), int(contents.dealt) - int(contents.placed)
        if phase in (DEAL, SETTLE) or (phase == PILE and now.turn_number == 0):
            nth = order.index(actor)
            before, after = (full, 0) if phase == DEAL else (kept, full)
            if any(sizes[seat] != before for seat in order[:nth]) or any(
                sizes[seat] != after for seat in order[nth + 1 :]
            ):
                self.wrong("cards are dealt and placed by one player after another, from the starting player on")
            low, high = {DEAL: (0, full - 1), SETTLE: (kept + 1, full)}.get(phase, (kept, full - 1))
            if not low <= sizes[actor] <= high:
                self.wrong(f"the hand of seat {actor + 1} does not fit what it does")
            if int(now.sure_size.sum()) != sum(sizes):
                self.wrong("no card in hand is a Darkness Falls, at set-up")
