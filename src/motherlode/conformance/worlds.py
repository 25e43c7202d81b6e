"""The worlds that `resample` deals: those that agree with all that an observer has seen, and no others.

An observer is a seat, or a spectator, who sees what no seat alone is shown. All worlds that agree with what it saw are
listed by the contract alone: at the start there is one; whatever happens unseen may have been any action or outcome;
what is seen must have been possible; and after each step the world must look as the position looks to the observer.

How likely a world is follows as long as nobody else has decided anything that may hang on it: it is the chance of all
that came, by the weights of the contract, over all ways that lead there. Then worlds are to be dealt in these shares.
What a decision of others tells, seen or not, depends on who decides, and a game may count it as it likes.
"""

from collections import Counter
from math import sqrt
from typing import Any

import numpy as np

from motherlode.conformance.subject import Subject, random_action
from motherlode.core.contract import CHANCE, Records
from motherlode.core.streams import make_streams
from motherlode.table.game import Game

MANY = 6  # worlds that are dealt of a position where there are several
FEW = 40  # of so many worlds at most it is looked how often each is dealt
OFTEN = 40  # times as many are dealt for that
LEAST = 5.0  # worlds that are expected less often are counted together
DEVIATIONS = 6.0  # by which a sum of squares may be too large: once in a thousand million


class Observer:
    """Who watches a game, and all worlds that agree with what was seen; None where they are too many to list."""

    def __init__(self, game: Game, seat: int, most: int) -> None:
        self.game, self.seat, self.most = game, seat, most
        # How likely each world is by chance alone, all of them together 1.
        self.worlds: dict[bytes, float] | None = {game.new().tobytes(): 1.0} if most else None
        self.knows_shares = True

    def where(self, states: Records) -> str:
        """Who looks at which position, for a message."""
        return f"seat {self.seat} in {self.game.spec.notation.write_position(self.game.box, states)!r}"

    def watch(self, before: Records, action: int, after: Records) -> None:
        """See, or not see, what led from one position to the next."""
        if self.worlds is None:
            return
        game = self.game
        is_seen = game.spec.views.is_seen(game.box, before, action, self.seat)
        looks = game.hidden(after, self.seat).tobytes()
        found: dict[bytes, float] = {}
        for content, share in self.worlds.items():
            world = np.frombuffer(content, game.spec.state).copy()
            choices = _choices(game, world)
            for choice, part in choices.items():
                if is_seen and choice != action:
                    continue
                then = world.copy()
                game.apply(then, choice)
                if game.hidden(then, self.seat).tobytes() == looks:
                    found[then.tobytes()] = found.get(then.tobytes(), 0.0) + share * part
            if len(found) > self.most:
                self.worlds = None
                return
        assert after.tobytes() in found, f"what seat {self.seat} is shown does not go with what happened"
        is_unsure = len(self.worlds) > 1 or not is_seen
        has_told = is_unsure and game.to_act(before) not in (CHANCE, self.seat)
        self.knows_shares = len(found) == 1 or (self.knows_shares and not has_told)
        whole = sum(found.values())
        self.worlds = {content: share / whole for content, share in found.items()}


def _choices(game: Game, world: Records) -> dict[int, float]:
    """What may be done or come: for chance how likely it is, for a seat always 1."""
    if game.to_act(world) != CHANCE:
        return dict.fromkeys(game.legal(world), 1.0)
    outcomes = game.chance(world)
    total = sum(weight for _, weight in outcomes)
    return {outcome: weight / total for outcome, weight in outcomes}


def check_worlds(subject: Subject) -> None:
    """Every world that `resample` deals agrees with all open events, for every observer in every phase.

    It looks the same to the observer, whoever is to act can act, and it is one of those that `Observer` lists, where
    they are few enough. Where there are several, it is not always the same; and where it is known how likely each of a
    few is, they come in these shares, as far as a sum of squares can tell.
    """
    for game in subject.games:
        if not game.spec.is_hidden:
            continue
        random = make_streams(subject.seed + 2, 1)
        is_unsure, is_varied, num_known = False, False, 0
        for number in range(subject.num_games):
            most = subject.most_worlds if number == 0 else 0
            observers = [Observer(game, seat, most) for seat in range(game.seats + 1)]
            states = game.new()
            while not game.is_over(states):
                for observer in observers:
                    has_choice = observer.worlds is not None and len(observer.worlds) > 1
                    dealt = {_deal(observer, states, random) for _ in range(MANY if has_choice else 1)}
                    is_unsure, is_varied = is_unsure or has_choice, is_varied or len(dealt) > 1
                    if _can_compare(observer):
                        num_known += 1
                        if num_known & (num_known - 1) == 0:  # the first, the second, the fourth, the eighth and so on
                            _compare_shares(observer, states, random)
                action = random_action(game, states, random)
                before = states.copy()
                game.apply(states, action)
                for observer in observers:
                    observer.watch(before, action, states)
        assert is_varied or not is_unsure, "resample deals the same world always"


def _can_compare(observer: Observer) -> bool:
    return observer.worlds is not None and observer.knows_shares and 1 < len(observer.worlds) <= FEW


def _compare_shares(observer: Observer, states: Records, random: Any) -> None:
    """Deal often, and compare how often each world came with how likely it is (chi-square)."""
    assert observer.worlds is not None
    num_dealt = OFTEN * len(observer.worlds)
    came = Counter(_deal(observer, states, random) for _ in range(num_dealt))
    cells = [(share * num_dealt, came[content]) for content, share in observer.worlds.items()]
    rare = [cell for cell in cells if cell[0] < LEAST]
    cells = [cell for cell in cells if cell[0] >= LEAST]
    if rare:
        expected, found = map(sum, zip(*rare, strict=True))
        cells.append((max(expected, 1.0), found))
    squares = sum((found - expected) ** 2 / expected for expected, found in cells)
    freedom = max(1, len(cells) - 1)
    # The tail of chi-square by Wilson and Hilferty.
    most = freedom * (1 - 2 / (9 * freedom) + DEVIATIONS * sqrt(2 / (9 * freedom))) ** 3
    assert squares <= most or len(came) > 1, f"resample deals the same world always: {observer.where(states)}"
    assert squares <= most, (
        f"resample deals worlds in other shares than chance does: {squares:.0f} in squares, at most {most:.0f}, of "
        f"{len(observer.worlds)} worlds dealt {num_dealt} times: {observer.where(states)}"
    )


def _deal(observer: Observer, states: Records, random: Any) -> bytes:
    """A world, which must be one that may be."""
    game, seat = observer.game, observer.seat
    hidden = game.hidden(states, seat)
    world = game.resampled(hidden, seat, random)
    assert game.to_act(world) == game.to_act(states), f"resample changes who is to act: {observer.where(states)}"
    assert game.hidden(world, seat).tobytes() == hidden.tobytes(), (
        f"resample changes what is known: {observer.where(states)}"
    )
    if game.to_act(world) >= 0:
        assert game.legal(world), f"in a world that resample deals nothing can be done: {observer.where(states)}"
    if observer.worlds is not None:
        assert world.tobytes() in observer.worlds, (
            f"resample deals a world that open events contradict: {observer.where(states)}"
        )
    return world.tobytes()
