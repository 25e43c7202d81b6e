"""The worlds that `resample` deals: those that agree with all that an observer has seen, and no others.

An observer is a seat, or a spectator, who sees what no seat alone is shown. All worlds that agree with what it saw are
listed by the contract alone: at the start there is one; whatever happens unseen may have been any action or outcome;
what is seen must have been possible; and after each step the world must look as the position looks to the observer.
"""

from typing import Any

import numpy as np

from motherlode.conformance.subject import Subject, random_action
from motherlode.core.contract import ALLOWED, CHANCE, Records
from motherlode.core.streams import make_streams
from motherlode.table.game import Game

MANY = 6  # worlds that are dealt of a position where there are several


class Observer:
    """Who watches a game, and all worlds that agree with what was seen; None where they are too many to list."""

    def __init__(self, game: Game, seat: int, most: int) -> None:
        self.game, self.seat, self.most = game, seat, most
        self.worlds: set[bytes] | None = {game.new().tobytes()} if most else None

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
        found = set()
        for content in self.worlds:
            world = np.frombuffer(content, game.spec.state).copy()
            for choice in [action] if is_seen else _choices(game, world):
                if is_seen and not _is_possible(game, world, choice):
                    continue
                then = world.copy()
                game.apply(then, choice)
                if game.hidden(then, self.seat).tobytes() == looks:
                    found.add(then.tobytes())
            if len(found) > self.most:
                self.worlds = None
                return
        assert after.tobytes() in found, f"what seat {self.seat} is shown does not go with what happened"
        self.worlds = found


def _choices(game: Game, world: Records) -> list[int]:
    return [outcome for outcome, _ in game.chance(world)] or game.legal(world)


def _is_possible(game: Game, world: Records, action: int) -> bool:
    if game.to_act(world) == CHANCE:
        return action in _choices(game, world)
    return bool(game.refuse(world, action) == ALLOWED)


def check_worlds(subject: Subject) -> None:
    """Every world that `resample` deals agrees with all open events, for every observer in every phase.

    It looks the same to the observer, whoever is to act can act, and it is one of those that `Observer` lists, where
    they are few enough. Where there are several, it is not always the same.
    """
    for game in subject.games:
        if not game.spec.is_hidden:
            continue
        random = make_streams(subject.seed + 2, 1)
        is_unsure, is_varied = False, False
        for number in range(subject.num_games):
            most = subject.most_worlds if number == 0 else 0
            observers = [Observer(game, seat, most) for seat in range(game.seats + 1)]
            states = game.new()
            while not game.is_over(states):
                for observer in observers:
                    has_choice = observer.worlds is not None and len(observer.worlds) > 1
                    dealt = {_deal(observer, states, random) for _ in range(MANY if has_choice else 1)}
                    is_unsure, is_varied = is_unsure or has_choice, is_varied or len(dealt) > 1
                action = random_action(game, states, random)
                before = states.copy()
                game.apply(states, action)
                for observer in observers:
                    observer.watch(before, action, states)
        assert is_varied or not is_unsure, "resample deals the same world always"


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
