"""Many positions of one ruleset, stepped together."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from motherlode.core.contract import OVER, Records
from motherlode.core.errors import BadInput, Code, IllegalAction, shown
from motherlode.core.playouts import DONE, LEGAL
from motherlode.core.reading import read_actions, read_count, read_seed, whole_number
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams


class Batch:
    """Many positions of one ruleset, stepped together, on several threads where asked.

    Position i draws its chance from stream i, so results do not depend on the number of threads.
    """

    def __init__(self, ruleset: Ruleset, size: int, seed: int = 0, threads: int = 1) -> None:
        size, threads = read_count(size, "positions"), read_count(threads, "threads")
        self.ruleset = ruleset
        self.states: Records = np.zeros(size, ruleset.spec.state)
        self.random = make_streams(read_seed(seed), size)
        self.mask = np.zeros((size, ruleset.limits.num_actions), np.int8)
        self.counts = np.zeros(size, np.int32)
        self._chosen = np.zeros(size, np.int32)
        self._find_refused = ruleset.later("find_refused")
        bounds = [size * part // threads for part in range(threads + 1)]
        self._spans = [(start, stop, ruleset.new_scratch()) for start, stop in pairwise(bounds) if start < stop]
        self._pool = ThreadPoolExecutor(threads, "motherlode-batch") if threads > 1 else None
        self.reset()

    def _each(self, work: Callable[[int, int, Any], Any]) -> list[int]:
        """Run `work` over each span; what it returns for each."""
        if self._pool is None:
            return [int(work(*span) or 0) for span in self._spans]
        return [int(count or 0) for count in self._pool.map(lambda span: work(*span), self._spans)]

    def reset(self) -> int:
        """Start every game anew and let chance act; the number of chance actions."""
        rules, box, begin = self.ruleset.pointers, self.ruleset.box, self.ruleset.generic["begin_batch"]
        counts = self._each(
            lambda start, stop, scratch: begin(rules, box, self.states, self.random, start, stop, scratch)
        )
        return sum(counts)

    def step(self, chosen: ArrayLike) -> int:
        """Play chosen[i] in position i, then chance; playouts.DONE where the game is over.

        If one of them cannot be played, none is. Returns the number of actions, chance included.
        """
        actions = read_actions(chosen, len(self.states), "position")
        rules, box = self.ruleset.pointers, self.ruleset.box
        found = self._each(
            lambda start, stop, _: self._find_refused(rules, box, self.states, actions, start, stop),
        )
        wrong = [index for index in found if index != LEGAL]
        if wrong:
            raise self._refusal(min(wrong), chosen)
        return self.step_unchecked(actions)

    def step_unchecked(self, chosen: NDArray[np.int32]) -> int:
        """`step` for who knows that the actions, 32-bit integers, are legal: others may end the process."""
        rules, box, step = self.ruleset.pointers, self.ruleset.box, self.ruleset.generic["step_batch"]
        actions = np.ascontiguousarray(chosen, np.int32)  # machine code looks at no types
        if actions.shape != self.counts.shape:
            raise BadInput(Code.BAD_CHOICE, f"actions of shape {actions.shape} for {len(self.counts)} positions")
        counts = self._each(
            lambda start, stop, scratch: step(rules, box, self.states, actions, self.random, start, stop, scratch)
        )
        return sum(counts)

    def _refusal(self, index: int, chosen: Any) -> IllegalAction:
        """Why an action of a batch cannot be played."""
        action = f"illegal action {shown(whole_number(chosen[index]))} in position {index}"
        if self.states["to_act"][index] < 0:
            return IllegalAction(Code.ILLEGAL_ACTION, f"{action}: the game is over, it must be {DONE}")
        legal = self.ruleset.legal(self.states, index)
        seat = self.ruleset.to_act(self.states, index)
        return IllegalAction(Code.ILLEGAL_ACTION, f"{action}: seat {seat} may play {shown(legal)}")

    def legal(self) -> NDArray[np.int8]:
        """A row of zeros and ones over all actions for each position; `counts` holds how many are legal."""
        rules, box, work = self.ruleset.pointers, self.ruleset.box, self.ruleset.generic["legal_batch"]
        self._each(
            lambda start, stop, scratch: work(rules, box, self.states, self.mask, self.counts, start, stop, scratch)
        )
        return self.mask

    def choose(self) -> NDArray[np.int32]:
        """A random legal action for each position, from its own stream; playouts.DONE where the game is over."""
        rules, box, work = self.ruleset.pointers, self.ruleset.box, self.ruleset.generic["choose_batch"]
        self._each(
            lambda start, stop, scratch: work(rules, box, self.states, self._chosen, self.random, start, stop, scratch)
        )
        return self._chosen

    def is_over(self) -> NDArray[np.bool_]:
        """Which games have ended."""
        return self.states["to_act"] == OVER  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
