"""Tree search from Python: budgets, threads, what a search found, and a bot that plays by it.

The compiled part is `motherlode.core.searching`; what makes it strong in a game is `GameSpec.search`. A search knows
what its seat knows and draws only from the random stream it is given: with a budget of iterations, the same position
and the same stream give the same answer, whatever the machine.
"""

import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.drawing import draw
from motherlode.bots.net import Net
from motherlode.core import searching
from motherlode.core.compiling import at_hand
from motherlode.core.contract import Records, SearchSettings
from motherlode.core.errors import BadInput, Code
from motherlode.core.ruleset import Ruleset
from motherlode.core.searching import NODE, NONE, NUM_ROWS, ROOT, SETTINGS, TreeArrays
from motherlode.core.streams import make_streams, next_word
from motherlode.core.wasm.running import Desk, sizes_of

MAX_ITERATIONS = 10_000_000
MAX_MILLISECONDS = 600_000
FIRST_SLICE = 32  # iterations before the clock is read for the first time
SLICE_SECONDS = 0.01
LEAST_VISITS = 4  # of an action in a principal line
KEPT_NODES = 1 << 17  # of a tree, from one decision to the next
NOTHING = np.zeros(0, np.float32)  # weights of no net
NOTHING.flags.writeable = False


@dataclass(frozen=True)
class Budget:
    """How long a search may think: iterations, milliseconds, or whichever ends first."""

    iterations: int = MAX_ITERATIONS
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        milliseconds = 1 if self.milliseconds is None else self.milliseconds
        if not 1 <= self.iterations <= MAX_ITERATIONS or not 0 < milliseconds <= MAX_MILLISECONDS:
            raise BadInput(
                Code.BAD_CHOICE,
                f"a budget of {self.iterations} iterations, {milliseconds:g} ms: from 1 to {MAX_ITERATIONS} iterations "
                f"and up to {MAX_MILLISECONDS} ms",
            )


def read_budget(text: str) -> Budget:
    """`2000` is iterations, `500ms` milliseconds."""
    found = re.fullmatch(r"(\d{1,9})(ms)?", text)
    if not found:
        raise BadInput(Code.BAD_CHOICE, f"bad budget {text!r}: expected iterations, as 2000, or time, as 500ms")
    return Budget(milliseconds=int(found[1])) if found[2] else Budget(int(found[1]))


@dataclass(frozen=True)
class How:
    """What a search does with its budget."""

    settings: SearchSettings
    net: Net | None = None  # one that fits
    threads: int = 1
    by_module: bool = False  # without machine code, also where that is there


@dataclass(frozen=True)
class Choice:
    """What a search found about one action."""

    action: int
    visits: int
    values: tuple[float, ...]  # by seat, from 0 to 1; about the chance to win


@dataclass(frozen=True)
class Analysis:
    """What a search found: every action, the best first, and how it expects play to go on until chance decides."""

    seat: int
    iterations: int
    choices: tuple[Choice, ...]
    line: tuple[int, ...]
    next_line: tuple[int, ...] = ()  # the same with the second of the choices

    @property
    def best(self) -> int:
        """The action to play."""
        return self.choices[0].action


@dataclass(frozen=True)
class Kept:
    """What is left of a tree between decisions."""

    ruleset: Ruleset
    nodes: Records
    values: NDArray[np.float32]

    @property
    def used(self) -> int:
        """How many nodes there are."""
        return len(self.nodes)

    @property
    def num_bytes(self) -> int:
        """How much memory they take."""
        return int(self.nodes.nbytes + self.values.nbytes)


class Tree:
    """A tree and the scratch that it is grown with; one thread at a time."""

    def __init__(
        self, ruleset: Ruleset, states: Records, seat: int, settings: SearchSettings, net: Net | None = None
    ) -> None:
        self.ruleset = ruleset
        self._search = ruleset.later("search")
        limits = ruleset.limits
        self.nodes = np.empty(max(2, settings.num_nodes), NODE)
        self.values = np.empty((len(self.nodes), ruleset.seats), np.float32)
        self.settings = np.zeros(1, SETTINGS)
        self._write(settings, seat, net)
        self.states = np.zeros(NUM_ROWS, ruleset.spec.state)
        self.states[ROOT] = states[0]
        self.raw = self.states.view(np.uint8).reshape(NUM_ROWS, -1)
        stamps, path = np.zeros(limits.num_actions, np.int64), np.zeros(searching.MAX_DEPTH, np.int32)
        shares = np.zeros(ruleset.seats, np.float32)
        bounds = np.array([[np.inf], [-np.inf]], np.float32).repeat(ruleset.seats, 1)
        sizes = () if net is None else net.facts.sizes.layers
        weights = NOTHING if net is None else net.weights
        self._arrays = TreeArrays(
            self.states, self.raw, self.nodes, self.values, self.settings, stamps, path, shares, bounds,
            np.array(sizes, np.int64), weights, np.zeros(sum(sizes), np.float32),
        )  # fmt: skip
        self._scratch = ruleset.new_scratch()
        searching.plant(self.nodes, self.values, self.settings)
        if not ruleset.spec.is_hidden:
            self.nodes["key"][0] = searching.hash_bytes(self.raw, ROOT)

    def _write(self, settings: SearchSettings, seat: int, net: Net | None) -> None:
        now, spec = self.settings, self.ruleset.spec
        now["explore"], now["temperature"], now["widen"] = settings.explore, settings.temperature, settings.widen
        now["rollout"], now["observer"], now["is_hidden"] = settings.rollout, seat, spec.is_hidden
        now["is_blanked"] = spec.is_hidden and spec.observe_needs_hiding
        now["num_sides"] = len(set(self.ruleset.sides))
        if net is not None:
            now["explore"], now["temperature"] = settings.net_explore, settings.net_temperature

    @property
    def used(self) -> int:
        """How many nodes there are."""
        return int(self.settings["used"][0])

    def keep(self, action: int) -> Kept | None:
        """What the next decision may begin with: a small tree whole, of a large one what is nearest after the action.

        None where something is hidden, because no tree adopts it.
        """
        if self.ruleset.spec.is_hidden:
            return None
        nodes, values, used = self.nodes, self.values, self.used
        if used > KEPT_NODES:
            root = next(child for child in self.children() if self.nodes["action"][child] == action)
            nodes, values = np.empty(KEPT_NODES, NODE), np.empty((KEPT_NODES, self.ruleset.seats), np.float32)
            used = searching.transplant(self.nodes, self.values, root, nodes, values)
        return Kept(self.ruleset, nodes[:used].copy(), values[:used].copy())

    def adopt(self, old: "Tree | Kept") -> bool:
        """Begin with what another tree knows of this position; whether it knows anything.

        Sound where nothing is hidden: a node is then one position, whoever searches. With hidden information an old
        tree was grown in worlds that what happened since may have ruled out.
        """
        if self.ruleset.spec.is_hidden or old.ruleset is not self.ruleset:
            return False
        root = searching.find_position(old.nodes, old.used, searching.hash_bytes(self.raw, ROOT))
        if root == NONE:
            return False
        self.settings["used"] = searching.transplant(old.nodes, old.values, root, self.nodes, self.values)
        return True

    def grow(self, iterations: int, random: NDArray[np.uint32]) -> None:
        """Run iterations with a stream; other threads may run meanwhile."""
        rules, box, limit = self.ruleset.pointers, self.ruleset.box, self.ruleset.limits.max_length
        self._search(rules, box, self._arrays, random, 0, self._scratch, iterations, limit)

    def spend(self, budget: Budget, random: NDArray[np.uint32]) -> int:
        """Run iterations until the budget is spent; how many."""
        start = time.monotonic()
        done, size = 0, FIRST_SLICE
        while done < budget.iterations:
            size = min(size, budget.iterations - done)
            self.grow(size, random)
            done += size
            seconds = time.monotonic() - start
            size = max(1, int(done * SLICE_SECONDS / max(seconds, 1e-6)))
            if budget.milliseconds is not None:
                left = budget.milliseconds / 1e3 - seconds
                if left <= 0:
                    break
                size = max(1, min(size, int(done * left / max(seconds, 1e-6))))
        return done

    def children(self, node: int = ROOT) -> list[int]:
        """The nodes after a node."""
        found = []
        child = int(self.nodes["first"][node])
        while child != NONE:
            found.append(child)
            child = int(self.nodes["following"][child])
        return found

    def line(self, first: int) -> tuple[int, ...]:
        """The action `first` and the most tried answers to it, as far as they were tried, until chance decides."""
        actions = [first]
        node = next((child for child in self.children() if self.nodes["action"][child] == first), NONE)
        while True:
            children = self.children(node) if node != NONE else []
            if not children or self.nodes["actor"][children[0]] < 0:
                return tuple(actions)
            node = max(children, key=lambda child: int(self.nodes["visits"][child]))
            if self.nodes["visits"][node] < LEAST_VISITS:
                return tuple(actions)
            actions.append(int(self.nodes["action"][node]))


class ModuleTree(Tree):
    """A tree in the memory of the game's WebAssembly module, which needs no compiler; it has the same bytes."""

    def __init__(
        self, ruleset: Ruleset, states: Records, seat: int, settings: SearchSettings, net: Net | None = None
    ) -> None:
        self.ruleset = ruleset
        sizes = None if net is None else net.facts.sizes
        self._desk = Desk(ruleset.spec, ruleset.box, sizes_of(ruleset, max(2, settings.num_nodes), sizes))
        arrays = self._desk.arrays
        self.nodes, self.values, self.settings = arrays["nodes"], arrays["values"], arrays["settings"]
        self.states = arrays["states"]
        self._write(settings, seat, net)
        if net is not None:
            arrays["net_layers"][:], arrays["net_weights"][:] = net.facts.sizes.layers, net.weights
        self.states[ROOT] = states[0]
        self._desk.function("plant")()
        self._run = self._desk.function("search")

    def keep(self, action: int) -> Kept | None:
        """Nothing: machine code takes over soon."""
        return None

    def adopt(self, old: Tree | Kept) -> bool:
        """Take nothing over: no tree is kept."""
        return False

    def grow(self, iterations: int, random: NDArray[np.uint32]) -> None:
        """Run iterations with a stream; other threads may run meanwhile."""
        self._desk.arrays["random"][0] = random[0]
        self._run(iterations)
        random[0] = self._desk.arrays["random"][0]


def prepare_search(ruleset: Ruleset) -> None:
    """Have what a search needs, now rather than when it is first asked for."""
    if ruleset.mode != "wasm":
        ruleset.later("search")


def analyse(
    ruleset: Ruleset,
    states: Records,
    seat: int,
    random: NDArray[np.uint32],
    budget: Budget,
    threads: int = 1,
    settings: SearchSettings | None = None,
    net: Net | None = None,
) -> Analysis:
    """Search a position that is hidden for the seat, which is to act; with a net that fits the ruleset, if given."""
    how = How(settings or ruleset.spec.search, net, threads)
    return _analyse(ruleset, states, seat, random, budget, how, ())[0]


def _analyse(
    ruleset: Ruleset,
    states: Records,
    seat: int,
    random: NDArray[np.uint32],
    budget: Budget,
    how: How,
    known: Sequence[Kept],
) -> tuple[Analysis, list[Tree]]:
    """Search with a tree for each thread, which begin with what is known; what they found together, and the trees."""
    threads = how.threads
    if threads < 1:
        raise BadInput(Code.BAD_CHOICE, f"a search on {threads} threads: needs at least 1")
    kind = ModuleTree if how.by_module or ruleset.mode == "wasm" else Tree
    trees = [kind(ruleset, states, seat, how.settings, how.net) for _ in range(threads)]
    for tree, old in zip(trees, known, strict=False):
        tree.adopt(old)
    word = at_hand(next_word)
    streams = [make_streams(word(random, 0) << 31 | word(random, 0) >> 1) for _ in trees]
    share = Budget(-(-budget.iterations // threads), budget.milliseconds)
    if threads == 1:
        iterations = trees[0].spend(share, streams[0])
    else:
        with ThreadPoolExecutor(threads, "motherlode-search") as pool:
            iterations = sum(pool.map(lambda tree, stream: tree.spend(share, stream), trees, streams))
    choices = _merge(ruleset, states, seat, trees)
    lines = [trees[0].line(choice.action) for choice in choices[:2]]
    return Analysis(seat, iterations, choices, *lines), trees


def _merge(ruleset: Ruleset, states: Records, seat: int, trees: Sequence[Tree]) -> tuple[Choice, ...]:
    """Every legal action with what all trees found, the most tried first."""
    visits = dict.fromkeys(ruleset.legal(states), 0)
    sums = {action: np.zeros(ruleset.seats) for action in visits}
    for tree in trees:
        for child in tree.children():
            action = int(tree.nodes["action"][child])
            visits[action] += int(tree.nodes["visits"][child])
            sums[action] += tree.values[child]
    unknown = np.sum(list(sums.values()), axis=0) / max(1, sum(visits.values()))
    choices = [
        Choice(action, tried, tuple((sums[action] / tried if tried else unknown).clip(0.0, 1.0).tolist()))
        for action, tried in visits.items()
    ]
    return tuple(sorted(choices, key=lambda choice: (-choice.visits, -choice.values[seat], choice.action)))


class SearchBot:
    """Plays what a tree search tried most."""

    def __init__(
        self,
        budget: Budget,
        noise: float = 0.0,
        threads: int = 1,
        settings: SearchSettings | None = None,
        net: Net | None = None,
        by_module: bool = False,
    ) -> None:
        self.budget = budget
        self.noise = noise  # 0: the most tried action; else an action tried half as often is 2 ** (1/noise) less likely
        self.threads = threads
        self.settings = settings  # None: the game's own
        self.net = net  # one that fits
        self.by_module = by_module  # whether it searches without machine code, also where that is there
        self._kept: list[Kept] = []  # of the trees of the last decision

    @property
    def num_bytes(self) -> int:
        """How much memory it keeps between decisions."""
        return sum(kept.num_bytes for kept in self._kept)

    def choose(self, ruleset: Ruleset, states: Records, seat: int, random: NDArray[np.uint32]) -> int:
        """The action that the search tried most, or with noise one that it tried nearly as often."""
        legal = ruleset.legal(states)
        if len(legal) == 1:
            return legal[0]
        how = How(self.settings or ruleset.spec.search, self.net, self.threads, self.by_module)
        found, trees = _analyse(ruleset, states, seat, random, self.budget, how, self._kept)
        action = found.best
        if self.noise:
            weights = [(choice.visits / found.choices[0].visits) ** (1 / self.noise) for choice in found.choices]
            action = found.choices[draw(weights, random)].action
        self._kept = [kept for tree in trees if (kept := tree.keep(action)) is not None]
        return action
