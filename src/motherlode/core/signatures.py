"""What the compiled functions of a game take and return, in Numba's types: only for who compiles or loads them."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from motherlode.core.contract import GameSpec, Kernels
from motherlode.core.numba_adapter import Pointer, named
from motherlode.core.playouts import Envs, Scratch, Shown, Trial

typeof: Callable[[Any], Any] = numba.typeof
NUMBER = numba.int64
INTS, LONGS, FLOATS, DOUBLES = numba.int32[::1], numba.int64[::1], numba.float32[::1], numba.float64[::1]
STREAMS, MASKS, TABLES = numba.uint32[:, ::1], numba.int8[:, ::1], numba.float32[:, ::1]


class Types:
    """What the compiled functions of a game take and return, in Numba's types."""

    def __init__(self, spec: GameSpec) -> None:
        box = np.zeros(1, spec.box)
        box.flags.writeable = False
        self.boxes, self.states = typeof(box), typeof(np.zeros(1, spec.state))
        at = (self.boxes, self.states, NUMBER)
        self.kernels = {
            "setup": numba.void(*at),
            "legal": NUMBER(*at, INTS),
            "chance": NUMBER(*at, INTS, LONGS),
            "apply": numba.void(*at, NUMBER),
            "refuse": NUMBER(*at, NUMBER),
            "scores": numba.void(*at, INTS),
            "outcome": NUMBER(*at, INTS),
            "hide": numba.void(*at, NUMBER),
            "resample": numba.void(*at, NUMBER, STREAMS, NUMBER),
            "observe": numba.void(*at, NUMBER, FLOATS),
            "evaluate": numba.void(*at, FLOATS),
            "progress": numba.void(*at, FLOATS),
        }
        self.rules = named(Kernels, *map(Pointer, self.kernels.values()))
        self.scratch = named(Scratch, INTS, INTS, LONGS, INTS)
        self.trial = named(Trial, self.states, FLOATS, DOUBLES, DOUBLES, NUMBER, NUMBER)

    def generic(self, name: str) -> Any:
        """The signature of a function of `playouts`, `streams` or `searching`."""
        over = (self.rules, self.boxes)
        some = (*over, self.states)
        match name:
            case "play_out":
                return NUMBER(*some, NUMBER, STREAMS, NUMBER, self.scratch, NUMBER)
            case "play_many":
                return NUMBER(*some, STREAMS, NUMBER, self.scratch, LONGS, NUMBER, NUMBER)
            case "begin_batch":
                return NUMBER(*some, STREAMS, NUMBER, NUMBER, self.scratch)
            case "step_batch":
                return NUMBER(*some, INTS, STREAMS, NUMBER, NUMBER, self.scratch)
            case "find_refused":
                return NUMBER(*some, INTS, NUMBER, NUMBER)
            case "legal_batch":
                return numba.void(*some, MASKS, INTS, NUMBER, NUMBER, self.scratch)
            case "step_and_list":
                return numba.void(*some, INTS, STREAMS, MASKS, INTS, self.scratch)
            case "choose_batch":
                return numba.void(*some, INTS, STREAMS, NUMBER, NUMBER, self.scratch)
            case "try_actions":
                return NUMBER(*over, STREAMS, NUMBER, self.scratch, self.trial)
            case "choose_greedily":
                return NUMBER(*some, NUMBER, STREAMS, NUMBER, self.scratch, self.trial)
            case "find_illegal":
                return NUMBER(MASKS, INTS)
            case "step_envs":
                envs = named(Envs, self.states, STREAMS, INTS, NUMBER, NUMBER, INTS, TABLES)
                bits = numba.int8[::1]
                shown = named(Shown, TABLES, TABLES, MASKS, INTS, INTS, TABLES, bits, INTS, bits)
                return numba.void(*over, envs, shown, INTS, NUMBER, NUMBER, self.scratch, self.trial)
            case "search":
                return NUMBER(*over, self._tree(), STREAMS, NUMBER, self.scratch, NUMBER, NUMBER)
            case "seed_streams":
                return numba.void(STREAMS, NUMBER, NUMBER)
            case _:
                assert name == "below", name
                return NUMBER(STREAMS, NUMBER, NUMBER)

    def _tree(self) -> Any:
        from motherlode.core.searching import NODE, SETTINGS, TreeArrays

        nodes, settings = typeof(np.zeros(1, NODE)), typeof(np.zeros(1, SETTINGS))
        fields = (self.states, numba.uint8[:, ::1], nodes, TABLES, settings, LONGS, INTS, FLOATS, TABLES)
        return named(TreeArrays, *fields, LONGS, numba.types.Array(numba.float32, 1, "C", readonly=True), FLOATS)
