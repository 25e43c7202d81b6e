"""The rules of a game as machine code and as its WebAssembly module, side by side: every byte must be the same."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.net import Net, find_net
from motherlode.bots.search import ModuleTree, Tree
from motherlode.conformance.subject import Subject, random_action
from motherlode.core.contract import CHANCE, OVER, Kernels, Records
from motherlode.core.layout import copied
from motherlode.core.nets import think
from motherlode.core.playouts import SEEN
from motherlode.core.ruleset import Ruleset, compiled
from motherlode.core.streams import make_streams
from motherlode.core.wasm.running import Desk, Entries, Thinking, has_module, sizes_of
from motherlode.table.game import Game

NUM_REFUSALS = 3  # actions that are asked about in a position, legal or not
SLICES = (1, 30, 200)  # iterations: a tree is compared after each
EVERY = 7  # positions from one tree to the next
POSITIONS_PER_TREE = 1000  # of many positions, trees are grown from so few
SAMPLES = 2  # of chance, for each action that is tried
NUM_RANDOM_GAMES = 5


class Both:
    """A ruleset as machine code and by its module, and what either says."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game
        self.code, self.module = compiled(game.spec), Entries(Desk(game.spec, game.box, sizes_of(game)))
        self.entries = self.code.entries, self.module.kernels()
        self.random = make_streams(11)
        self.net = find_net(game)
        self.thinking = None if self.net is None else Thinking(game, self.net.facts.sizes, self.net.weights)
        self.scratch, self.trial = game.new_scratch(), game.new_trial(1, SAMPLES)

    def compare(self, states: Records, action: int | None) -> None:
        """Everything that rules say about a position, and what it is after an action."""
        mine, theirs = (self._said(entries, states, action) for entries in self.entries)
        if int(states["to_act"][0]) >= 0:
            mine["try_actions"], theirs["try_actions"] = self._tried(states), self._tried_by_module(states)
        for name, value in mine.items():
            assert value == theirs[name], (
                f"{name} differs in {self.game.spec.notation.write_position(self.game.box, states)!r}"
            )

    def compare_random_games(self) -> None:
        """Whole random games: how many actions, the scores, and what is left of the random stream."""
        game, code = self.game, self.code
        streams, totals = [make_streams(13) for _ in self.entries], np.zeros(game.seats, np.int64)
        count = code.generic["play_many"](
            code.pointers, game.box, np.zeros(1, game.spec.state), streams[0], 0, self.scratch, totals,
            NUM_RANDOM_GAMES, game.limits.max_length,
        )  # fmt: skip
        theirs, scores = self.module.random_games(NUM_RANDOM_GAMES, streams[1])
        assert (count, totals.tolist(), streams[0].tolist()) == (theirs, scores.tolist(), streams[1].tolist()), (
            f"random games of {game.spec.name} differ"
        )

    def told(self, states: Records, action: int | None) -> bytes:
        """The same by machine code as bytes in a row, numbers as of 32 bits: for who has the module and no Python."""
        values = [value for _, value in self._ask(self.entries[0], states, action)]
        parts = [part for value in values for part in (value if isinstance(value, tuple) else (value,))]
        return b"".join(part if isinstance(part, bytes) else np.int32(part).tobytes() for part in parts)

    def _tried(self, states: Records) -> tuple[bytes, bytes, bytes]:
        random, scratch, trial = self.random.copy(), self.scratch, self.trial
        trial.states[SEEN] = states[0]
        count = self.code.generic["try_actions"](self.code.pointers, self.game.box, random, 0, scratch, trial)
        return scratch.actions[:count].tobytes(), trial.values[:count].tobytes(), random.tobytes()

    def _tried_by_module(self, states: Records) -> tuple[bytes, bytes, bytes]:
        random = self.random.copy()
        found = self.module.try_actions(states, random, SAMPLES)
        actions, values = [action for action, _ in found], [value for _, value in found]
        return np.array(actions, np.int32).tobytes(), np.array(values, np.float64).tobytes(), random.tobytes()

    def _said(self, entries: Kernels, states: Records, action: int | None) -> dict[str, Any]:
        return dict(self._ask(entries, states, action))

    def _ask(self, entries: Kernels, states: Records, action: int | None) -> Iterator[tuple[str, Any]]:
        game, limits = self.game, self.game.limits
        actor = int(states["to_act"][0])
        points, shares = np.zeros(game.seats, np.int32), np.zeros(game.seats, np.float32)
        if actor >= 0:
            listed = np.zeros(limits.max_legal, np.int32)
            count = entries.legal(game.box, states, 0, listed)
            yield "legal", (count, listed[:count].tobytes())
            for nth in range(NUM_REFUSALS):
                asked = (int(listed[0]) + nth * 37) % limits.num_actions
                yield f"refuse {asked}", entries.refuse(game.box, states, 0, asked)
        elif actor == CHANCE:
            outcomes, weights = np.zeros(limits.max_chance, np.int32), np.zeros(limits.max_chance, np.int64)
            count = entries.chance(game.box, states, 0, outcomes, weights)
            yield "chance", (count, outcomes[:count].tobytes(), weights[:count].tobytes())
        elif actor == OVER:
            yield "outcome", (entries.outcome(game.box, states, 0, points), points.tobytes())
        entries.scores(game.box, states, 0, points)
        yield "scores", points.tobytes()
        entries.evaluate(game.box, states, 0, shares)
        yield "evaluate", shares.tobytes()
        entries.progress(game.box, states, 0, shares)
        yield "progress", shares.tobytes()
        for seat in range(game.seats + 1):
            seen = copied(states)
            entries.hide(game.box, seen, 0, seat)
            yield f"hide {seat}", seen.tobytes()
            if seat < game.seats:
                numbers, random = np.zeros(game.observation_size, np.float32), self.random.copy()
                entries.observe(game.box, seen, 0, seat, numbers)
                yield f"observe {seat}", numbers.tobytes()
                entries.resample(game.box, seen, 0, seat, random, 0)
                yield f"resample {seat}", (seen.tobytes(), random.tobytes())
        if action is not None:
            after = copied(states)
            entries.apply(game.box, after, 0, action)
            yield f"apply {action}", after.tobytes()

    def compare_trees(self, states: Records) -> None:
        """The trees that a search grows from a position, node by node, and what is left of the random stream.

        Without a net, and with the one that comes with the game; and what that says of the position to each seat.
        """
        for net in (None, self.net):
            self._compare_trees(states, net)
        if self.net is not None and self.thinking is not None:
            self._compare_nets(states, self.net, self.thinking)

    def _compare_nets(self, states: Records, net: Net, thinking: Thinking) -> None:
        sizes, numbers = net.facts.sizes, np.zeros(net.facts.sizes.num_numbers, np.float32)
        for seat in range(self.game.seats):
            numbers[: sizes.features] = self.game.observe(states, seat)
            think(np.array(sizes.layers, np.int64), net.weights, numbers)
            theirs = thinking(self.game.hidden(states, seat), seat)
            assert numbers.tobytes() == theirs.tobytes(), f"the net of {self.game.spec.name} differs for seat {seat}"

    def _compare_trees(self, states: Records, net: Net | None) -> None:
        game, seat = self.game, int(states["to_act"][0])
        seen = game.hidden(states, seat)
        trees = [kind(game, seen, seat, game.spec.search, net) for kind in (Tree, ModuleTree)]
        streams: list[NDArray[np.uint32]] = [self.random.copy() for _ in trees]
        for slice_size in SLICES:
            mine, theirs = (_grown(tree, slice_size, stream) for tree, stream in zip(trees, streams, strict=True))
            assert mine == theirs, (
                f"trees of {game.spec.name} differ in {game.spec.notation.write_position(game.box, seen)!r}"
            )


def _grown(tree: Tree, iterations: int, random: NDArray[np.uint32]) -> tuple[bytes, ...]:
    tree.grow(iterations, random)
    used = tree.used
    return tree.nodes[:used].tobytes(), tree.values[:used].tobytes(), random.tobytes()


def compare_positions(game: Game, num_positions: int, seed: int = 1) -> int:
    """Compare so many positions of random games, and trees from some of them; how many trees."""
    both, random = Both(game), make_streams(seed)
    both.compare_random_games()
    states, num_trees, most_trees = game.new(), 0, max(2, num_positions // POSITIONS_PER_TREE)
    for number in range(num_positions):
        if game.is_over(states):
            both.compare(states, None)
            states = game.new()
            continue
        action = random_action(game, states, random)
        both.compare(states, action)
        if number >= EVERY * num_trees and num_trees < most_trees and game.to_act(states) >= 0:
            both.compare_trees(states)
            num_trees += 1
        game.apply_unchecked(states, action)
    return num_trees


def check_module(subject: Subject) -> None:
    """Where a game has a WebAssembly module, rules and search give the same bytes by it as machine code does."""
    for game in subject.games if has_module(subject.spec) else ():
        compare_positions(game, 25 * subject.num_games, subject.seed)
