"""Runs the module of a game from Python, through `wasmtime`: the rules without a compiler, and the tree search too."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from motherlode.core import compiling
from motherlode.core.contract import GameSpec, Kernels, Records
from motherlode.core.errors import Barred, Code
from motherlode.core.layout import ONE
from motherlode.core.streams import below
from motherlode.core.wasm.desk import ALIGNMENT, ARRAYS, DESK
from motherlode.core.wasm.modules import module_path

if TYPE_CHECKING:
    from motherlode.core.nets import Sizes
    from motherlode.core.ruleset import Ruleset

ROW = 0  # the position that single calls are about


def sizes_of(ruleset: "Ruleset", num_nodes: int = 0, net: "Sizes | None" = None) -> dict[str, int]:
    """The sizes of a desk for a ruleset, with a tree of so many nodes and a net of such sizes."""
    from motherlode.core.searching import NUM_ROWS

    return {
        "seats": ruleset.seats,
        **ruleset.limits._asdict(),
        "num_features": ruleset.observation_size,
        "num_states": NUM_ROWS,
        "num_streams": 1,
        "num_nodes": num_nodes,
        "num_layers": len(net.layers) if net else 0,
        "num_weights": net.num_weights if net else 0,
        "num_numbers": net.num_numbers if net else 0,
    }


def has_module(spec: GameSpec) -> bool:
    """Whether a game can be played by its module here."""
    if not module_path(spec).exists():
        return False
    try:
        import wasmtime  # noqa: F401
    except ImportError:
        return False
    return True


class Desk:
    """An instance of a game's module, with a desk in its memory; one thread at a time.

    `arrays` are the arrays on the desk, as NumPy has them: the same memory, valid as long as the desk is kept.
    """

    def __init__(self, spec: GameSpec, box: Records, sizes: dict[str, int]) -> None:
        from motherlode.core.searching import MAX_DEPTH, NODE, SETTINGS
        from motherlode.core.wasm.wasmtime_adapter import Instance

        path = module_path(spec)
        if not path.exists():
            raise Barred(
                Code.NO_MODULE, f"{spec.title} has no WebAssembly module made from these sources: make modules"
            )
        self._instance = Instance(path)
        self._address = -(-self._instance.first_free // ALIGNMENT) * ALIGNMENT
        self._instance.make_room(self._address + DESK.itemsize)
        desk = self._view(self._address, DESK, (1,))
        for name, size in sizes.items():
            desk[name] = size
        self._instance.make_room(self.function("furnish")())
        desk = self._view(self._address, DESK, (1,))
        kinds = {"box": spec.box, "state": spec.state, "node": NODE, "settings": SETTINGS}
        known = sizes | {"max_depth": MAX_DEPTH}
        self.arrays: dict[str, NDArray[Any]] = {}
        for name, (kind, shape) in ARRAYS.items():
            whole = tuple(known[size] if isinstance(size, str) else size for size in shape) or (1,)
            self.arrays[name] = self._view(int(desk[name][0]), kinds.get(kind) or np.dtype(kind), whole)
        self.arrays["box"][:] = box

    def function(self, name: str) -> Callable[..., int]:
        """A function of the module, for this desk."""
        return self._instance.function(name, self._address)

    def _view(self, address: int, dtype: "np.dtype[Any]", shape: tuple[int, ...]) -> NDArray[Any]:
        count = int(np.prod(shape))
        return np.frombuffer(self._instance.memory_at(address, dtype.itemsize * count), dtype, count).reshape(shape)


class Entries:
    """The rules as `Ruleset.entries` has them, each a call of the module: a position is copied there and back.

    Takes any array of positions; the box is that of the desk.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = threading.Lock()
        self._row = memoryview(desk.arrays["states"][:1].view(np.uint8).data)
        self._functions = {name: desk.function(name) for name in (*Kernels._fields, "random_games", "try_actions")}

    def kernels(self) -> Kernels:
        """All of them."""
        return Kernels(**{name: getattr(self, name) for name in Kernels._fields})

    def _ask(self, name: str, states: Records, index: int, *numbers: int) -> int:
        self._row[:] = (states if states.shape == ONE else states[index : index + 1]).tobytes()
        return self._functions[name](ROW, *numbers)

    def _change(self, name: str, states: Records, index: int, *numbers: int) -> None:
        self._ask(name, states, index, *numbers)
        (states if states.shape == ONE else states[index : index + 1]).view(np.uint8)[:] = self._row

    def setup(self, _: Records, states: Records, index: int) -> None:
        """The position before anything happened."""
        with self._lock:
            self._change("setup", states, index)

    def legal(self, _: Records, states: Records, index: int, out: NDArray[np.int32]) -> int:
        """The actions of the seat to act."""
        with self._lock:
            count = self._ask("legal", states, index)
            out[:count] = self._desk.arrays["actions"][:count]
            return count

    def chance(
        self, _: Records, states: Records, index: int, outcomes: NDArray[np.int32], weights: NDArray[np.int64]
    ) -> int:
        """What chance may do, with weights."""
        with self._lock:
            count = self._ask("chance", states, index)
            outcomes[:count] = self._desk.arrays["outcomes"][:count]
            weights[:count] = self._desk.arrays["weights"][:count]
            return count

    def apply(self, _: Records, states: Records, index: int, action: int) -> None:
        """Play an action or an outcome."""
        with self._lock:
            self._change("apply", states, index, action)

    def refuse(self, _: Records, states: Records, index: int, action: int) -> int:
        """ALLOWED, or why not."""
        with self._lock:
            return self._ask("refuse", states, index, action)

    def scores(self, _: Records, states: Records, index: int, out: NDArray[np.int32]) -> None:
        """Each seat's result."""
        with self._lock:
            self._ask("scores", states, index)
            out[:] = self._desk.arrays["points"]

    def outcome(self, _: Records, states: Records, index: int, won: NDArray[np.int32]) -> int:
        """How the game ended, and who won."""
        with self._lock:
            how = self._ask("outcome", states, index)
            won[:] = self._desk.arrays["points"]
            return how

    def hide(self, _: Records, states: Records, index: int, seat: int) -> None:
        """Blank what a seat may not know."""
        with self._lock:
            self._change("hide", states, index, seat)

    def resample(
        self, _: Records, states: Records, index: int, seat: int, random: NDArray[np.uint32], stream: int
    ) -> None:
        """Fill the blanks at random."""
        with self._lock:
            self._desk.arrays["random"][0] = random[stream]
            self._change("resample", states, index, seat, 0)
            random[stream] = self._desk.arrays["random"][0]

    def observe(self, _: Records, states: Records, index: int, seat: int, out: NDArray[np.float32]) -> None:
        """What a seat sees, as numbers."""
        with self._lock:
            self._desk.arrays["observation"][:] = out
            self._ask("observe", states, index, seat)
            out[:] = self._desk.arrays["observation"]

    def evaluate(self, _: Records, states: Records, index: int, out: NDArray[np.float32]) -> None:
        """A guess of each seat's prospects."""
        with self._lock:
            self._ask("evaluate", states, index)
            out[:] = self._desk.arrays["shares"]

    def progress(self, _: Records, states: Records, index: int, out: NDArray[np.float32]) -> None:
        """How far each seat has come."""
        with self._lock:
            self._ask("progress", states, index)
            out[:] = self._desk.arrays["shares"]

    def random_games(self, num_games: int, random: NDArray[np.uint32]) -> tuple[int, NDArray[np.int64]]:
        """Whole random games; the number of actions and the sum of scores by seat."""
        with self._lock:
            self._desk.arrays["random"][0] = random[0]
            self._desk.arrays["totals"][:] = 0
            count = self._functions["random_games"](num_games)
            random[0] = self._desk.arrays["random"][0]
            return count, self._desk.arrays["totals"].copy()

    def try_actions(self, states: Records, random: NDArray[np.uint32], samples: int) -> list[tuple[int, float]]:
        """Each legal action with the mean evaluation of what it leads to."""
        with self._lock:
            self._desk.arrays["random"][0] = random[0]
            self._row[:] = states[:1].tobytes()
            count = self._functions["try_actions"](samples)
            random[0] = self._desk.arrays["random"][0]
            actions, promises = self._desk.arrays["actions"][:count], self._desk.arrays["promises"][:count]
            return list(zip(actions.tolist(), promises.tolist(), strict=True))


class Thinking:
    """A net on a desk of its own: what it makes of positions, by the module; one thread at a time."""

    def __init__(self, ruleset: "Ruleset", sizes: "Sizes", weights: NDArray[np.float32]) -> None:
        desk = Desk(ruleset.spec, ruleset.box, sizes_of(ruleset, 0, sizes))
        desk.arrays["net_layers"][:], desk.arrays["net_weights"][:] = sizes.layers, weights
        self._desk, self._think = desk, desk.function("think")

    def __call__(self, seen: Records, seat: int) -> NDArray[np.float32]:
        """All layers, for a position that is hidden for the seat; the next call changes them."""
        self._desk.arrays["states"][ROW] = seen[0]
        self._think(ROW, seat)
        return self._desk.arrays["net_numbers"]


class WasmCode:
    """What a ruleset plays by its game's module with, as `Compiled` and `Plain` are."""

    def __init__(self, ruleset: "Ruleset", on_action: Callable[[], Any]) -> None:
        def apply(boxes: Records, states: Records, index: int, action: int) -> None:
            self.rules.apply(boxes, states, index, action)
            on_action()

        compiling.play_plainly(Path(ruleset.spec.folder), True)  # what views and words call
        self.rules = Entries(Desk(ruleset.spec, ruleset.box, sizes_of(ruleset)))
        self.entries = self.rules.kernels()._replace(apply=apply)
        self.generic: dict[str, Callable[..., Any]] = {"below": compiling.plain(below)}
