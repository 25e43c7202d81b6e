"""A game with its options: the box, the prepared kernels and calls into them from Python."""

import hashlib
import importlib
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numba
import numpy as np
from numpy.typing import NDArray

from motherlode.core import compiling, playouts
from motherlode.core.contract import CHANCE, OVER, Action, GameSpec, Kernels, Limits, Records
from motherlode.core.errors import BadInput, Code
from motherlode.core.layout import copied
from motherlode.core.options import read_data
from motherlode.core.pointers import Pointer, address_of, entry_of
from motherlode.core.streams import below, make_streams, seed_streams

# Generic code that is not compiled with the rest, and where it is.
LATER = {
    "search": "motherlode.core.searching",
    "find_illegal": "motherlode.core.playouts",
}
# Pointers that `step_envs` takes, for what is rare.
ENV_RULES = ("legal", "chance", "apply", "hide", "resample", "observe", "evaluate")

MAX_NAMED = 1 << 14  # situations whose actions are remembered by their texts and paths

typeof: Callable[[Any], Any] = numba.typeof

Progress = Callable[[str, int, int], None]  # (what is being compiled, how many are done, how many there are)


def _report(what: str, done: int, total: int) -> None:
    """The default progress: one line on a terminal, nothing elsewhere."""
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\rpreparing {what}, once on this machine: {done}/{total}", end=end, file=sys.stderr, flush=True)


_progress: Progress = _report


@contextmanager
def progress_shown_by(report: Progress) -> Iterator[None]:
    """Report compilation to `report` inside the block."""
    global _progress  # noqa: PLW0603
    before, _progress = _progress, report
    try:
        yield
    finally:
        _progress = before


class Compiled:
    """The kernels of a game and the generic code over it, ready to be called; one per game and process."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.kernels: Kernels = spec.kernels
        self.entries: Kernels = spec.kernels  # the same without a look at types, in a third of the time
        self.pointers: Kernels = spec.kernels  # the same as arguments for `generic`
        self.generic: dict[str, Callable[..., Any]] = {
            "play_out": playouts.play_out,
            "play_many": playouts.play_many,
            "begin_batch": playouts.begin_batch,
            "step_batch": playouts.step_batch,
            "legal_batch": playouts.legal_batch,
            "choose_batch": playouts.choose_batch,
            "try_actions": playouts.try_actions,
            "seed_streams": seed_streams,
            "below": below,
        }
        if not compiling.IS_PLAIN:
            addresses = self._prepare(list(self._signatures()), "complete")
            self.pointers = Kernels(**{name: addresses[name] for name in Kernels._fields})
            takes = self._kernel_types()[2]
            self.entries = Kernels(
                **{name: entry_of(kernel, takes[name]) for name, kernel in self.kernels._asdict().items()}
            )

    def later(self, name: str) -> Callable[..., Any]:
        """Generic code that few processes need: loaded from disk, or compiled, when it is first asked for."""
        if name not in self.generic:
            self.generic[name] = self._step_envs() if name == "step_envs" else _found(name)
            if not compiling.IS_PLAIN:
                self._prepare([(name, self.generic[name], self._later_signature(name))], name)
        return self.generic[name]

    def _step_envs(self) -> Callable[..., Any]:
        """`step_envs` with the rules of this game in it."""
        spec = self.spec
        rules = Kernels(*map(compiling.inlined, spec.kernels))
        draw = spec.draw and compiling.inlined(spec.draw)
        made: Callable[..., Any] = playouts.step_envs_of(rules, draw, spec.is_hidden and spec.observe_needs_hiding)
        return compiling.specialised(made, Path(spec.folder))

    def _kernel_types(self) -> tuple[Any, Any, dict[str, Any]]:
        """The types of boxes and states, and the signatures of the kernels."""
        box = np.zeros(1, self.spec.box)
        box.flags.writeable = False
        boxes, states = typeof(box), typeof(np.zeros(1, self.spec.state))
        number, ints, longs, floats = numba.int64, numba.int32[::1], numba.int64[::1], numba.float32[::1]
        random = numba.uint32[:, ::1]
        at = (boxes, states, number)
        takes = {
            "setup": numba.void(*at),
            "legal": numba.int64(*at, ints),
            "chance": numba.int64(*at, ints, longs),
            "apply": numba.void(*at, number),
            "refuse": numba.int64(*at, number),
            "scores": numba.void(*at, ints),
            "hide": numba.void(*at, number),
            "resample": numba.void(*at, number, random, number),
            "observe": numba.void(*at, number, floats),
            "evaluate": numba.void(*at, floats),
        }
        return boxes, states, takes

    def _signatures(self) -> Iterator[tuple[str, Any, Any]]:
        """Name, function and argument types of all that is compiled at once, kernels first."""
        boxes, states, takes = self._kernel_types()
        number, ints, longs, floats = numba.int64, numba.int32[::1], numba.int64[::1], numba.float32[::1]
        random, masks = numba.uint32[:, ::1], numba.int8[:, ::1]
        for name, function in self.kernels._asdict().items():
            yield name, function, takes[name]
        setup, legal, chance, apply, scores, evaluate = (
            Pointer(takes[name]) for name in ("setup", "legal", "chance", "apply", "scores", "evaluate")
        )
        buffers = (ints, ints, longs)  # actions, outcomes, weights
        span = (random, number, number)  # streams, start, stop
        count = numba.int64
        generic = {
            "play_out": count(legal, chance, apply, boxes, states, number, random, number, *buffers, number),
            "play_many": count(
                setup, legal, chance, apply, scores, boxes, states, random, number, *buffers, ints, longs, number,
                number,
            ),
            "begin_batch": count(setup, chance, apply, boxes, states, *span, ints, longs),
            "step_batch": count(apply, chance, boxes, states, ints, *span, ints, longs),
            "legal_batch": numba.void(legal, boxes, states, masks, ints, number, number, ints),
            "choose_batch": numba.void(legal, boxes, states, ints, *span, ints),
            "try_actions": count(
                legal, chance, apply, evaluate, boxes, states, number, number, random, number, ints, longs, ints,
                floats,                numba.float64[::1], number,
            ),
            "seed_streams": numba.void(random, number, number),
            "below": count(random, number, number),
        }  # fmt: skip
        for name, function in self.generic.items():
            yield name, function, generic[name]

    def _later_signature(self, name: str) -> Any:
        """The argument types of what is compiled later."""
        boxes, states, takes = self._kernel_types()
        number, ints, longs, floats = numba.int64, numba.int32[::1], numba.int64[::1], numba.float32[::1]
        random, masks, tables = numba.uint32[:, ::1], numba.int8[:, ::1], numba.float32[:, ::1]
        rules = {name: Pointer(signature) for name, signature in takes.items()}
        buffers, span = (ints, ints, longs), (random, number, number)
        if name == "find_illegal":
            return number(masks, ints)
        if name == "step_envs":
            doubles = numba.float64[::1]
            return numba.void(
                *(rules[name] for name in ENV_RULES), boxes, states, ints, *span, *buffers, states,
                ints, floats, doubles, doubles, ints, number, number, number, number, tables, tables, masks, ints,
                ints, tables, numba.int8[::1], ints,
            )  # fmt: skip
        from motherlode.core.searching import NODE, SETTINGS

        return number(
            rules["legal"], rules["chance"], rules["apply"], rules["hide"], rules["resample"], rules["evaluate"],
            boxes, states, numba.uint8[:, ::1], typeof(np.zeros(1, NODE)), tables, typeof(np.zeros(1, SETTINGS)),
            random, number, *buffers, longs, ints, floats, number, number,
        )  # fmt: skip

    def _prepare(self, wanted: list[tuple[str, Any, Any]], mark: str) -> dict[str, Any]:
        """Load every function from disk, or compile it, with progress where that takes time; addresses of kernels."""
        marker = marker_of(self.spec, mark)
        if marker.exists():
            return self._load(wanted, False)
        with compiling.alone():
            addresses = self._load(wanted, not marker.exists())
            marker.touch()
        return addresses

    def _load(self, wanted: list[tuple[str, Any, Any]], is_cold: bool) -> dict[str, Any]:
        addresses: dict[str, Any] = {}
        for done, (name, function, signature) in enumerate(wanted):
            if is_cold:
                _progress(self.spec.title, done, len(wanted))
            function.compile(signature)
            # Called through its dispatcher, Numba would take a kernel for a type of its own, not for a pointer, and
            # compile anew in every process.
            if name in self.generic:
                self.generic[name] = entry_of(function, signature)
            else:
                addresses[name] = address_of(function, signature)
        if is_cold:
            _progress(self.spec.title, len(wanted), len(wanted))
        return addresses


def _found(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(importlib.import_module(LATER[name]), name)
    return found


def marker_of(spec: GameSpec, mark: str) -> Path:
    """The file that says that a part of a game is compiled on this machine."""
    return compiling.cache_folder(Path(spec.folder)) / mark


_compiled: dict[str, Compiled] = {}


def is_compiled(spec: GameSpec) -> bool:
    """Whether the game is ready in this process."""
    return spec.name in _compiled and _compiled[spec.name].spec is spec


def compiled(spec: GameSpec) -> Compiled:
    """The prepared code of a game; compiles it on first use."""
    if not is_compiled(spec):
        _compiled[spec.name] = Compiled(spec)
    return _compiled[spec.name]


class Ruleset:
    """A game, its options and its number of seats; every position of it is an array of records.

    Calls here trust positions and actions as kernels do: `motherlode.table` is where they are checked.
    """

    def __init__(self, spec: GameSpec, options: msgspec.Struct, seats: int) -> None:
        self.spec = spec
        self.options = options
        self.seats = seats
        self.box: Records = spec.build_box(options, seats)
        self.box.flags.writeable = False
        self.limits: Limits = spec.limits(self.box)
        self.features = spec.features(self.box)
        self.observation_size = sum(feature.size for feature in self.features)
        code = compiled(spec)
        self.kernels, self.entries, self.pointers, self.generic = (
            code.kernels,
            code.entries,
            code.pointers,
            code.generic,
        )
        self.later = code.later
        self._named: dict[bytes, dict[int, Action]] = {}
        self._unique: dict[Action, Action] = {}

    @cached_property
    def digest(self) -> str:
        """The name of this ruleset: a hash of game, rules version, seats, every option and the game's data files."""
        options, data = msgspec.to_builtins(self.options), read_data(Path(self.spec.folder) / "data")
        content = [self.spec.name, self.spec.version, self.seats, options, data]
        return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:16]

    def new(self) -> Records:
        """The position before anything happened."""
        states = np.zeros(1, self.spec.state)
        self.entries.setup(self.box, states, 0)
        return states

    def to_act(self, states: Records, index: int = 0) -> int:
        """A seat, CHANCE or OVER."""
        return states["to_act"].item(index)  # type: ignore[no-any-return]

    def is_over(self, states: Records, index: int = 0) -> bool:
        """Whether the game has ended."""
        return self.to_act(states, index) == OVER

    def legal(self, states: Records, index: int = 0) -> list[int]:
        """The actions of the seat to act, ascending; none where no seat is to act."""
        if states["to_act"].item(index) < 0:
            return []
        actions = np.empty(self.limits.max_legal, np.int32)
        count = self.entries.legal(self.box, states, index, actions)
        return actions[:count].tolist()  # type: ignore[no-any-return]

    def actions(self, states: Records) -> list[Action]:
        """What the seat to act may do, with texts and paths."""
        named = self._names(states)
        return [named.get(action) or self._name(named, states, action) for action in self.legal(states)]

    def action(self, states: Records, action: int) -> Action:
        """An action of the seat to act, with text and path."""
        named = self._names(states)
        return named.get(action) or self._name(named, states, action)

    def _names(self, states: Records) -> dict[int, Action]:
        """Where actions are remembered that were named before, in positions like this one."""
        if self._spans is None:
            return {}
        content = states.tobytes()
        key = content[self._spans[0]] if len(self._spans) == 1 else b"".join([content[span] for span in self._spans])
        named = self._named.get(key)
        if named is None:
            if len(self._named) >= MAX_NAMED:
                self._named.clear()
                self._unique.clear()
            named = self._named[key] = {}
        return named

    def _name(self, named: dict[int, Action], states: Records, action: int) -> Action:
        text = self.spec.notation.write_action(self.box, states, action)
        found = Action(action, text, self.spec.views.path(self.box, states, action))
        # Most situations have most of their actions in common; what is one object stays in the processor's cache.
        found = named[action] = self._unique.setdefault(found, found)
        return found

    @cached_property
    def _spans(self) -> list[slice] | None:
        """Which bytes of a position texts and paths depend on."""
        if self.spec.action_fields is None:
            return None
        fields = self.spec.state.fields
        assert fields is not None
        found = [fields[name] for name in self.spec.action_fields]
        return [slice(field[1], field[1] + field[0].itemsize) for field in found]

    def chance(self, states: Records, index: int = 0) -> list[tuple[int, int]]:
        """What chance may do, with weights; nothing where chance is not to act."""
        if states["to_act"].item(index) != CHANCE:
            return []
        most = self.limits.max_chance
        outcomes, weights = np.empty(most, np.int32), np.empty(most, np.int64)
        count = self.entries.chance(self.box, states, index, outcomes, weights)
        return list(zip(outcomes[:count].tolist(), weights[:count].tolist(), strict=True))

    def apply(self, states: Records, action: int, index: int = 0) -> None:
        """Play an action or a chance outcome in place."""
        self.entries.apply(self.box, states, index, action)

    def refuse(self, states: Records, action: int, index: int = 0) -> int:
        """ALLOWED, or the reason why the seat to act may not play the action."""
        return int(self.entries.refuse(self.box, states, index, action))

    def scores(self, states: Records, index: int = 0) -> list[int]:
        """Each seat's result; higher is better."""
        out = np.zeros(self.seats, np.int32)
        self.entries.scores(self.box, states, index, out)
        return out.tolist()

    def hidden(self, states: Records, seat: int, index: int = 0) -> Records:
        """A copy without what the seat may not know."""
        copy = copied(states, index)
        self.entries.hide(self.box, copy, 0, seat)
        return copy

    def resampled(self, states: Records, seat: int, random: NDArray[np.uint32], stream: int = 0) -> Records:
        """A copy of a hidden position with the blanks filled at random."""
        copy = copied(states)
        self.entries.resample(self.box, copy, 0, seat, random, stream)
        return copy

    def observe(self, states: Records, seat: int, index: int = 0) -> NDArray[np.float32]:
        """What the seat sees, as numbers; the position is hidden first."""
        out = np.zeros(self.observation_size, np.float32)
        self.entries.observe(self.box, self.hidden(states, seat, index), 0, seat, out)
        return out

    def evaluate(self, states: Records, index: int = 0) -> NDArray[np.float32]:
        """A cheap guess of each seat's prospects."""
        out = np.zeros(self.seats, np.float32)
        self.entries.evaluate(self.box, states, index, out)
        return out

    def random_games(self, num_games: int, seed: int = 0) -> tuple[int, NDArray[np.int64]]:
        """Play whole random games, compiled; the number of actions and the sum of scores by seat."""
        rules, limits = self.pointers, self.limits
        totals = np.zeros(self.seats, np.int64)
        count = self.generic["play_many"](
            rules.setup, rules.legal, rules.chance, rules.apply, rules.scores, self.box,
            np.zeros(1, self.spec.state), make_streams(seed), 0, *self._buffers(), np.zeros(self.seats, np.int32),
            totals, num_games, limits.max_length,
        )  # fmt: skip
        return int(count), totals

    def try_actions(self, states: Records, random: NDArray[np.uint32], samples: int = 1) -> list[tuple[int, float]]:
        """Each legal action with the mean evaluation of what it leads to, for the seat to act."""
        rules = self.pointers
        pool = np.zeros(2, self.spec.state)
        pool[0] = states[0]
        line, values = np.empty(self.limits.max_legal, np.int32), np.empty(self.limits.max_legal, np.float64)
        count = self.generic["try_actions"](
            rules.legal, rules.chance, rules.apply, rules.evaluate, self.box, pool, 0, 1, random, 0,
            *self._buffers()[1:], line, np.zeros(self.seats, np.float32), values, samples,
        )  # fmt: skip
        return list(zip(line[:count].tolist(), values[:count].tolist(), strict=True))

    def _buffers(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
        """Scratch for actions, outcomes and weights."""
        limits = self.limits
        return (
            np.empty(limits.max_legal, np.int32),
            np.empty(limits.max_chance, np.int32),
            np.empty(limits.max_chance, np.int64),
        )


class Batch:
    """Many positions of one ruleset, stepped together, on several threads where asked.

    Position i draws its chance from stream i, so results do not depend on the number of threads.
    """

    def __init__(self, ruleset: Ruleset, size: int, seed: int = 0, threads: int = 1) -> None:
        if size < 1 or threads < 1:
            raise BadInput(Code.BAD_CHOICE, f"a batch of size {size} on {threads} threads: both must be at least 1")
        self.ruleset = ruleset
        self.states: Records = np.zeros(size, ruleset.spec.state)
        self.random = make_streams(seed, size)
        self.mask = np.zeros((size, ruleset.limits.num_actions), np.int8)
        self.counts = np.zeros(size, np.int32)
        self._chosen = np.zeros(size, np.int32)
        bounds = [size * part // threads for part in range(threads + 1)]
        self._spans = [(start, stop, ruleset._buffers()) for start, stop in pairwise(bounds) if start < stop]
        self._pool = ThreadPoolExecutor(threads, "motherlode-batch") if threads > 1 else None
        self.reset()

    def _each(self, work: Callable[[int, int, Any], Any]) -> int:
        """Run `work` over each span; the sum of what it returns."""
        if self._pool is None:
            return sum(int(work(*span) or 0) for span in self._spans)
        return sum(int(count or 0) for count in self._pool.map(lambda span: work(*span), self._spans))

    def reset(self) -> int:
        """Start every game anew and let chance act; the number of chance actions."""
        rules, begin = self.ruleset.pointers, self.ruleset.generic["begin_batch"]
        return self._each(
            lambda start, stop, buffers: begin(
                rules.setup, rules.chance, rules.apply, self.ruleset.box, self.states, self.random, start, stop,
                *buffers[1:],
            )
        )  # fmt: skip

    def step(self, chosen: NDArray[np.int32]) -> int:
        """Play chosen[i] in position i, then chance; trusts the actions. The number of actions, chance included."""
        rules, step = self.ruleset.pointers, self.ruleset.generic["step_batch"]
        actions = np.ascontiguousarray(chosen, np.int32)  # machine code looks at no types
        if actions.shape != self.counts.shape:
            raise BadInput(Code.BAD_CHOICE, f"actions of shape {actions.shape} for a batch of {len(self.counts)}")
        return self._each(
            lambda start, stop, buffers: step(
                rules.apply, rules.chance, self.ruleset.box, self.states, actions, self.random, start, stop,
                *buffers[1:],
            )
        )  # fmt: skip

    def legal(self) -> NDArray[np.int8]:
        """A row of zeros and ones over all actions for each position; `counts` holds how many are legal."""
        legal, work = self.ruleset.pointers.legal, self.ruleset.generic["legal_batch"]
        self._each(
            lambda start, stop, buffers: work(
                legal, self.ruleset.box, self.states, self.mask, self.counts, start, stop, buffers[0]
            )
        )
        return self.mask

    def choose(self) -> NDArray[np.int32]:
        """A random legal action for each position, from its own stream; playouts.DONE where the game is over."""
        legal, work = self.ruleset.pointers.legal, self.ruleset.generic["choose_batch"]
        self._each(
            lambda start, stop, buffers: work(
                legal, self.ruleset.box, self.states, self._chosen, self.random, start, stop, buffers[0]
            )
        )
        return self._chosen

    def is_over(self) -> NDArray[np.bool_]:
        """Which games have ended."""
        return self.states["to_act"] == OVER  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
