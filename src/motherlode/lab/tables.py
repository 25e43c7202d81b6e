"""One block of games, played and looked at in one pass: pure, so that any process or machine gives the same.

Bots draw from streams of their own for each of their decisions (by block, seat and number), and chance is `PairedDice`:
two variants stay together as long as they can.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.bots import Bot, make_bot
from motherlode.bots.odds import Odds, odds_of, result_of
from motherlode.core.chance import ScriptedChance
from motherlode.core.contract import CHANCE, OVER, Action, Purpose, Records
from motherlode.core.layout import copied
from motherlode.core.streams import make_streams
from motherlode.lab import measures
from motherlode.lab.dice import PairedDice, seed_of
from motherlode.lab.experiments import Bots, Experiment, block_seed, game_of, seatings
from motherlode.lab.looking import Look, look_at
from motherlode.reviews.report import Told
from motherlode.table.match import ENDINGS, Ending, Match

DIGITS = 5
BY_CHANCE = "chance"  # where points come from that no seat took
FEW_OUTCOMES = 8  # after which luck also looks at what the seat to act makes of them
FORFEITED: tuple[Ending, ...] = ("resigned", "time", "abandoned")  # the position says nothing of these
LOOKS = (
    12_000  # decisions that are looked at and forced in all, in the first blocks: that costs as much as playing does
)
MOST_GUESSES = 40  # of a game in a pilot
DO = "do:"  # a thing that stands for what is done with another
ROUNDS = ("rounds", "round_number", "turn_number", "turn")  # how positions call the count of rounds, or of turns
SCORING = ("card:", "level:")  # kinds of things of which each has points of its own
NUMBER = re.compile(r"\d+")
SOMEBODY, SOME = "…", "…"  # a name and a number, in words on an ending that many games share


class Measured(msgspec.Struct, omit_defaults=True):
    """What one game showed."""

    block: int
    seating: Bots
    first: int  # the seat that is first in the order of turns
    shares: list[float]  # each seat's part of the win
    scores: list[int]
    how: Ending
    luck: list[float]  # what chance gave each seat's odds; its mean over all games is 0
    values: dict[str, float]  # by metric: those that are one number for a game
    # What could be touched: the seats to which it was offered, those that took it, and how often it was taken.
    things: dict[str, tuple[int, int, int]] = {}
    order: list[int] = []  # all seats in their order, where it is not that from the first on
    given: dict[str, tuple[int, int]] = {}  # what chance dealt: to which seats, as bits, and how often
    why: Told | None = None  # how it ended, in the game's words without names and numbers
    points: dict[str, int] = {}  # where the points of all seats come from
    winner_points: dict[str, int] = {}  # the same of the winners
    looks: list[Look] = []
    guesses: list[tuple[float, float]] = []  # of a pilot: what `evaluate` said of a seat, and its part of the win

    def seat_at(self, rank: int) -> int:
        """Who has this place in the order of turns, from 0."""
        return self.order[rank] if self.order else (self.first + rank) % len(self.shares)


class Table:
    """A ruleset with its bots, at which the blocks of an experiment are played."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.game = game_of(experiment)
        self.game.compile()
        self.curve = experiment.curve
        self._bots: dict[str, Bot] = {}
        fields = self.game.spec.state.names or ()
        self._rounds = next((name for name in ROUNDS if name in fields), None)

    def play_block(self, block: int) -> list[Measured]:
        """All games of a block: the same dice, every way to sit."""
        seed = block_seed(self.experiment, block)
        return [self.measure(block, seating, seed) for seating in seatings(self.experiment.bots, self.experiment.seats)]

    def measure(self, block: int, seating: Bots, seed: int) -> Measured:
        """One game, played to its end and measured."""
        progress = Progress(self, seating, seed)
        notes = Notes(self, seed, is_looking=block * self.experiment.num_looks < LOOKS)
        progress.play_on(notes)
        return notes.measured(block, seating, progress.states)

    def match_of(self, block: int, seating: Bots) -> Match:
        """A game once more, as a match with a log: its chance is a script."""
        progress = Progress(self, seating, block_seed(self.experiment, block))
        script: list[int] = []
        chosen: list[int] = []
        progress.play_on(Script(script, chosen))
        names = [f"{name} {seat + 1}" for seat, name in enumerate(seating)]
        match = Match(self.game, ScriptedChance(script), names)
        for action in chosen:
            match.play(action)
        return match

    def bot(self, name: str) -> Bot:
        """A bot by its name; one serves all seats."""
        if name not in self._bots:
            self._bots[name] = make_bot(name, self.game, is_timed=False)
        return self._bots[name]

    def odds(self, states: Records) -> Odds:
        """Each seat's odds: what `evaluate` says, held against how often seats won in the pilot."""
        if states["to_act"].item(0) == OVER:
            return result_of(self.game, self.game.outcome(states)[1])
        return odds_of(self.game, np.interp(self.guess(states), self.curve.values, self.curve.odds), None)

    def guess(self, states: Records) -> NDArray[np.float32]:
        """What `evaluate` says."""
        out = np.zeros(self.game.seats, np.float32)
        self.game.entries.evaluate(self.game.box, states, 0, out)
        return out

    def prospects(self, states: Records) -> Odds:
        """The odds after what the seat to act likes best: a die is worth what it allows."""
        seat = states["to_act"].item(0)
        if seat < 0:
            return self.odds(states)
        found, best = states, -1.0
        for action in self.game.legal_unchecked(states):
            tried = copied(states)
            self.game.apply_unchecked(tried, action)
            is_over = tried["to_act"].item(0) == OVER
            value = float(self.odds(tried)[seat]) if is_over else self.guess(tried).item(seat)
            if value > best:
                found, best = tried, value
        return self.odds(found)

    def paths(self, states: Records) -> list[tuple[int, tuple[str, ...]]]:
        """What the seat to act may do, and what is touched for it."""
        game = self.game
        if game.spec.action_fields is not None:  # then names are remembered
            return [(action.id, action.path) for action in game.actions_unchecked(states)]
        path, box = game.spec.views.path, game.box
        return [(action, path(box, states, action)) for action in game.legal_unchecked(states)]

    def rounds(self, states: Records) -> int | None:
        """How many rounds there were, or turns, as the game counts them."""
        return states[self._rounds].item(0) if self._rounds else None

    def why(self, states: Records) -> Told:
        """How a game ended, in its own words, without names and numbers."""
        conclude, names = self.game.spec.narration.conclude, [SOMEBODY] * self.game.seats
        english, german = (conclude(self.game.box, states, names, language) for language in ("en", "de"))
        return Told(NUMBER.sub(SOME, english), NUMBER.sub(SOME, german))

    def purpose(self, states: Records, last: int) -> Purpose:
        """What chance is about to do and for whom: as the game says it, else all alike, for who acted last."""
        told = self.game.spec.purpose
        return Purpose(0, last) if told is None else told(self.game.box, states)

    def order_of(self, states: Records, seat: int | None) -> list[int]:
        """All seats in their order, as a position says it or as the first seat to act has it; empty: not known yet."""
        field, seats = self.game.spec.order_field, self.game.seats
        told = ([] if seat is None else [seat]) if field is None else states[field][0].ravel()[:seats].tolist()
        if not told or min(told) < 0 or max(told) >= seats:
            return []
        return told if len(told) == seats else [(told[0] + rank) % seats for rank in range(seats)]


class Listener:
    """Who is told what happens in a game."""

    def draws(self, states: Records, outcomes: list[tuple[int, int]], outcome: int) -> None:
        """Chance acts in a position, which is not to be changed."""

    def decides(self, states: Records, seat: int, action: int, progress: "Progress | None") -> None:
        """A seat has chosen in a position."""

    def acted(self, before: Records, after: Records, actor: int, action: int) -> None:
        """What was chosen is played."""


class Progress:
    """A game that is being played: position, dice and how often each seat was asked."""

    def __init__(self, table: Table, seating: Bots, seed: int) -> None:
        self.table, self.seating, self.seed = table, seating, seed
        self.states = table.game.new()
        self.dice = PairedDice(seed)
        self.asked = [0] * table.game.seats
        self.last = 0

    def copy(self) -> "Progress":
        """The same game, to be played on without changing this one."""
        twin = object.__new__(Progress)
        twin.__dict__ = self.__dict__ | {
            "states": copied(self.states),
            "dice": self.dice.copy(),
            "asked": list(self.asked),
        }
        return twin

    def choose(self, seat: int) -> int:
        """What the seat to act plays, from what it may know and a stream of this decision alone."""
        game, number = self.table.game, self.asked[seat]
        self.asked[seat] += 1
        random = make_streams(seed_of("bot", self.seed, seat, number))
        return self.table.bot(self.seating[seat]).choose(game, game.hidden(self.states, seat), seat, random)

    def play(self, action: int) -> None:
        """Play what is legal."""
        self.table.game.apply_unchecked(self.states, action)

    def play_on(self, listener: Listener) -> None:
        """Play to the end."""
        table, game = self.table, self.table.game
        while (actor := self.states["to_act"].item(0)) != OVER:
            if actor == CHANCE:
                outcomes = game.chance_unchecked(self.states)
                purpose = table.purpose(self.states, self.last)
                action = self.dice.draw(purpose.kind, purpose.seat, outcomes)
                listener.draws(self.states, outcomes, action)
            else:
                action = self.choose(actor)
                listener.decides(self.states, actor, action, self)
                self.last = actor
            before = copied(self.states)
            self.play(action)
            listener.acted(before, self.states, actor, action)


class Script(Listener):
    """Writes down what chance and the seats do."""

    def __init__(self, script: list[int], chosen: list[int]) -> None:
        self.script, self.chosen = script, chosen

    def acted(self, before: Records, after: Records, actor: int, action: int) -> None:  # noqa: ARG002
        """One entry."""
        (self.script if actor == CHANCE else self.chosen).append(action)


class Notes(Listener):
    """What is noted of a game while it is played."""

    def __init__(self, table: Table, seed: int, is_looking: bool = True) -> None:
        self.table, self.game = table, table.game
        self.curve: list[list[float]] = []
        self.actors: list[int] = []
        self.counts: list[int] = []
        self.num_draws = 0
        self.luck: NDArray[np.float64] = np.zeros(self.game.seats)
        self.offered: dict[str, int] = {}
        self.taken: dict[str, int] = {}
        self.times: dict[str, int] = {}
        self.order: list[int] = []
        self.given: dict[str, tuple[int, int]] = {}
        self.sources: list[dict[str, int]] = [{} for _ in range(self.game.seats)]
        self.source = BY_CHANCE
        self.scores = self.game.scores(table.game.new())
        self.guesses: list[list[float]] = []
        self.is_bare = table.experiment.is_bare
        self._looker = Looker(table, seed, table.experiment.num_looks if is_looking else 0)

    def draws(self, states: Records, outcomes: list[tuple[int, int]], outcome: int) -> None:
        """Luck is what came less the mean over all that could have come."""
        self.num_draws += 1
        self.source = BY_CHANCE
        self.order = self.order or self.table.order_of(states, None)
        if not self.table.experiment.is_brief:
            _, seat, is_dealt = self.table.purpose(states, 0)
            if is_dealt:
                text = self.game.spec.notation.write_action(self.game.box, states, outcome)
                seats, times = self.given.get(text, (0, 0))
                self.given[text] = seats | 1 << seat, times + 1
        if len(outcomes) == 1 or self.is_bare:
            return
        total = sum(weight for _, weight in outcomes)
        worth = self.table.prospects if len(outcomes) <= FEW_OUTCOMES else self.table.odds
        for each, weight in outcomes:
            tried = copied(states)
            self.game.apply_unchecked(tried, each)
            odds = worth(tried)
            self.luck -= weight / total * odds
            if each == outcome:
                self.luck += odds

    def decides(self, states: Records, seat: int, action: int, progress: "Progress | None") -> None:
        """One decision: who, how many actions, what they touch, what the odds were."""
        experiment = self.table.experiment
        self.order = self.order or self.table.order_of(states, seat)
        self.actors.append(seat)
        if not self.is_bare:
            self.curve.append(self.table.odds(states).tolist())
        if experiment.is_pilot:
            self.guesses.append(self.table.guess(states).tolist())
        if experiment.is_brief:
            self.counts.append(len(self.game.legal_unchecked(states)))
            return
        paths = self.table.paths(states)
        self.counts.append(len(paths))
        for each, path in paths:
            things = things_of(path)
            for thing in things:
                self.offered[thing] = self.offered.get(thing, 0) | 1 << seat
            if each == action:
                self.source = source_of(self.game.action_unchecked(states, action))
                for thing in things:
                    self.taken[thing] = self.taken.get(thing, 0) | 1 << seat
                    self.times[thing] = self.times.get(thing, 0) + 1
        if progress is not None:
            self._looker.keep(progress, action, len(paths))

    def acted(self, before: Records, after: Records, actor: int, action: int) -> None:  # noqa: ARG002
        """Points that came with it."""
        if self.table.experiment.is_brief:
            return
        scores = self.game.scores(after)
        if scores != self.scores:
            for seat, (now, then) in enumerate(zip(scores, self.scores, strict=True)):
                if now != then:
                    self.sources[seat][self.source] = self.sources[seat].get(self.source, 0) + now - then
            self.scores = scores

    def measured(self, block: int, seating: Bots, states: Records) -> Measured:
        """All of it, at the end."""
        game = self.game
        how, winners = game.outcome(states)
        assert how is not None
        return self.finished(block, seating, states, ENDINGS[how], winners)

    def finished(self, block: int, seating: Bots, states: Records, ending: Ending, winners: Sequence[int]) -> Measured:
        """All of it, where one knows already how it ended and who won."""
        game = self.game
        shares = result_of(game, winners).tolist()
        self.curve.append(shares)
        self.scores = game.scores(states)
        is_told = not self.table.experiment.is_brief and ending not in FORFEITED
        first = self.order[0] if self.order else 0
        is_plain = all(seat == (first + rank) % game.seats for rank, seat in enumerate(self.order))
        return Measured(
            block=block,
            seating=seating,
            first=first,
            order=[] if is_plain else self.order,
            shares=rounded(shares),
            scores=self.scores,
            how=ending,
            luck=rounded(self.luck.tolist()),
            values=self._values(ending, states),
            things={
                thing: (seats, self.taken.get(thing, 0), self.times.get(thing, 0))
                for thing, seats in self.offered.items()
            },
            given=self.given,
            why=self.table.why(states) if is_told else None,
            points=added_up(self.sources, range(game.seats)),
            winner_points=added_up(self.sources, winners),
            looks=self._looker.looks(self.curve[-1]),
            guesses=self._guesses(shares),
        )

    def _guesses(self, shares: Sequence[float]) -> list[tuple[float, float]]:
        """Some of what `evaluate` said, evenly over the game, each with what came of it."""
        every = max(1, len(self.guesses) * len(shares) // MOST_GUESSES)
        pairs = [(round(each[seat], DIGITS), shares[seat]) for each in self.guesses for seat in range(len(shares))]
        return pairs[::every]

    def _values(self, ending: Ending, states: Records) -> dict[str, float]:
        curve, sides = self.curve, self.game.sides
        found: dict[str, float | None] = {
            "actions": len(self.actors) + self.num_draws,
            "decisions": len(self.actors),
            "turns": measures.num_turns(self.actors),
            "minutes": measures.minutes(self.counts, self.num_draws),
            "rounds": self.table.rounds(states),
            "capped": float(ending == "capped"),
            "drawn": float(len({sides[seat] for seat in measures.winners_of(curve)}) != 1),
            "choices": measures.decisions_share(self.counts),
            "branching": measures.branching(self.counts),
            "margin": measures.margin(self.scores, sides),
        }
        if not self.is_bare:
            found |= self._of_curve()
        return {name: round(value, DIGITS) for name, value in found.items() if value is not None}

    def _of_curve(self) -> dict[str, float | None]:
        """What the odds say."""
        curve, sides = self.curve, self.game.sides
        return {
            "lead_changes": measures.lead_changes(curve) if len(set(sides)) > 1 else None,
            "drama": measures.drama(curve),
            "worst_odds": measures.worst_odds(curve),
            "comebacks": measures.comeback(curve, sides),
            "decisive_at": measures.decisive_at(curve),
            "stability": measures.stability(curve),
            "tension": measures.tension(curve, sides),
            "kingmaking": measures.kingmaking(curve, self.actors, sides),
        }


class Kept(NamedTuple):
    """A decision that is looked at closer when the game is over."""

    before: Progress  # before the choice was played
    chosen: int


class Looker:
    """Keeps decisions of a game, each real one with the same chance (a reservoir), and looks at them at the end."""

    def __init__(self, table: Table, seed: int, wanted: int) -> None:
        self.table, self.seed, self.wanted = table, seed, wanted
        self.kept: list[Kept] = []
        self.seen = 0

    def keep(self, progress: Progress, chosen: int, num_actions: int) -> None:
        """A decision: kept, perhaps."""
        wanted = self.wanted
        if num_actions < 2 or wanted == 0:
            return
        self.seen += 1
        number = len(self.kept) if len(self.kept) < wanted else seed_of("keep", self.seed, self.seen) % self.seen
        if number < wanted:
            self.kept[number : number + 1] = [Kept(progress.copy(), chosen)]

    def looks(self, result: Sequence[float]) -> list[Look]:
        """What they show; `result` is how the game itself came out."""
        is_forced = self.table.experiment.is_forced
        name = self.table.game.actions_unchecked
        return [
            look_at(each.before, name(each.before.states), each.chosen, result, is_forced, things_of_action)
            for each in self.kept
        ]


def things_of(path: Sequence[str]) -> list[str]:
    """What an action is about: the things touched for it and, where one says what is done, both together."""
    done = [thing for thing in path if thing.startswith(DO)]
    return [*path, *(f"{path[0]} {thing}" for thing in done if thing != path[0])] if done else list(path)


def things_of_action(action: Action) -> list[str]:
    """The same of an action with its path."""
    return things_of(action.path)


def source_of(action: Action) -> str:
    """Where points come from that an action brings: what is done, else the card or level, else the kind of thing."""
    done = next((thing.removeprefix(DO) for thing in action.path if thing.startswith(DO)), None)
    if done is not None:
        return done
    named = next((thing for thing in action.path if thing.startswith(SCORING)), None)
    return named or (action.path[0] if action.path else action.text).partition(":")[0]


def added_up(sources: Sequence[dict[str, int]], seats: Sequence[int]) -> dict[str, int]:
    """The points of some seats, by where they come from."""
    found: dict[str, int] = {}
    for seat in seats:
        for source, points in sources[seat].items():
            found[source] = found.get(source, 0) + points
    return found


def rounded(values: Sequence[float]) -> list[float]:
    """To the digits that are kept."""
    return [round(value, DIGITS) + 0.0 for value in values]


_tables: dict[bytes, Table] = {}  # of this process


def play_blocks(experiment: Experiment, blocks: Sequence[int]) -> list[list[Measured]]:
    """Some blocks of an experiment; nothing else than these two decides what comes out."""
    key = msgspec.json.encode(experiment)
    if key not in _tables:
        if len(_tables) >= 8:
            _tables.clear()
        _tables[key] = Table(experiment)
    return [_tables[key].play_block(block) for block in blocks]
