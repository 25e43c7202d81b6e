"""One match for learners: a position, chance from a stream, masks, observations and rewards.

The adapters in this folder put the words of their library around a `Stage`; none of them knows a rule.

Rewards. With two or more sides, `end` gives each seat (n * share - 1) / (n - 1) when the match is over: n is the number
of sides, share 1 divided among all sides that won and 0 for those that did not. A sole winner gets 1, the other sides
-1 / (n - 1) each, a draw among all 0; the rewards of the sides add up to 0, and partners get the same. Where nobody
wins, everybody gets 0. A single side gets 1 for a win, else 0.

`shaped` gives, after every action, what the seat's potential rose by. At the end the potential is the reward above;
before, it is the same formula with the side's share of all that `evaluate` says (one side: what it says). It is
potential-based shaping with a discount of 1: over a match the rewards add up to the reward of `end` less the potential
of the first position. `evaluate` looks at the whole position, so in a game with secrets a shaped reward tells more than
the seat may know: for training, not for play.

`progress` gives the rewards of `end`, and after every action half of what the seat's lead rose by: how far its side has
come (the kernel `progress`, the mean of its seats) less how far the seats of other sides have on average; alone, how
far it has come. Over a match that adds up to the reward of `end` and half of the lead at the end less the lead at the
start. Unlike a potential, the lead does not become the same for all who lose: it tells how far they came, and so it
changes what the best play is. It is made of what everybody may know.
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.core.chance import pick_outcome
from motherlode.core.compiling import plain
from motherlode.core.contract import CHANCE, OVER, How, Records
from motherlode.core.errors import BadInput, Barred, Code, shown
from motherlode.core.outcomes import GIVEN_UP, GIVEN_UP_PROGRESS, PROGRESS_WEIGHT, lead_of, rewards_of
from motherlode.core.reading import read_action, read_script, read_seed
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams

Rewards = Literal["end", "shaped", "progress"]

REST, HIDDEN = 0, 1  # rows of the pool: the position, and what a seat may know of it


class Saved(msgspec.Struct, array_like=True):
    """Everything a stage needs to go on; `more` belongs to the adapter."""

    ruleset: str
    position: bytes
    random: bytes
    script: list[int] | None
    more: Any = None


class Stage:
    """A match of a ruleset that is stepped by numbers; actions are checked, chance acts by itself."""

    def __init__(self, ruleset: Ruleset, rewards: Rewards = "end") -> None:
        if rewards not in get_args(Rewards):
            raise BadInput(Code.BAD_CHOICE, f"rewards {rewards!r}: must be 'end', 'shaped' or 'progress'")
        limits = ruleset.limits
        self.ruleset = ruleset
        self.is_steady = rewards != "end"  # there are rewards after every action
        self.is_progress = rewards == "progress"
        self.given_up = GIVEN_UP_PROGRESS if self.is_progress else GIVEN_UP  # the reward of who forfeits
        self.mask = np.zeros((1, limits.num_actions), np.int8)  # legal actions of the seat to act
        self.to_act = OVER
        self.script: list[int] | None = None  # outcomes that chance still has to give; none: it draws
        self.rewards = [0.0] * ruleset.seats  # for the latest action
        self.winners: list[int] = []  # seats; none before the end, and where nobody wins
        self.is_capped = False  # the match was cut off at a cap of its rules
        self._potential = [0.0] * ruleset.seats
        self._pool: Records = np.zeros(2, ruleset.spec.state)
        self._actors = self._pool["to_act"]
        # Its bytes by row: a position is copied so in a tenth of the time that a record takes.
        content, width = memoryview(self._pool.view(np.uint8)), self._pool.itemsize  # type: ignore[arg-type]
        self._bytes = [content[:width], content[width:]]
        self._random = make_streams(0)
        self._chosen = np.zeros(1, np.int32)
        self._counts = np.zeros(1, np.int32)
        self._scratch = ruleset.new_scratch()
        self._size = ruleset.observation_size
        self._is_hidden = ruleset.spec.is_hidden
        self._allowed: NDArray[np.int8] = self.mask[0]  # the same numbers
        self._begin, self._step, self._legal = (
            ruleset.generic[name] for name in ("begin_batch", "step_and_list", "legal_batch")
        )

    # What there is to see

    @property
    def position(self) -> Records:
        """A copy of the position: an array of one record."""
        return self._pool[:1].copy()

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.to_act == OVER

    @property
    def scores(self) -> list[int]:
        """Each seat's score so far."""
        return self.ruleset.scores(self._pool)

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What the seat sees, as numbers, in a new array."""
        out = np.empty(self._size, np.float32)
        ruleset, pool = self.ruleset, self._pool
        row = REST
        if self._is_hidden:
            self._bytes[HIDDEN][:] = self._bytes[REST]
            ruleset.entries.hide(ruleset.box, pool, HIDDEN, seat)
            row = HIDDEN
        ruleset.entries.observe(ruleset.box, pool, row, seat, out)
        return out

    def mask_of(self, seat: int) -> NDArray[np.int8]:
        """1 for what the seat may do now, in a new array; all 0 if it is not to act."""
        if seat == self.to_act:
            return self._allowed.copy()
        return np.zeros(len(self._allowed), np.int8)

    def hidden(self, seat: int) -> Records:
        """What the seat may know of the position."""
        return self.ruleset.hidden(self._pool, seat)

    # What may be done

    def begin(self, seed: int, options: Mapping[str, Any] | None = None) -> None:
        """Start a match; `options` may have a `position` in notation and a `script` of chance outcomes to use first."""
        if options is not None and not isinstance(options, Mapping):
            raise BadInput(Code.BAD_CHOICE, f"options {shown(options)}: expected 'position' and 'script' by name")
        options = options or {}
        ruleset, random = self.ruleset, make_streams(read_seed(seed))
        script = read_script(options["script"]) if "script" in options else None
        position = options.get("position")
        if position is None and script is None:
            self._random, self.script = random, None
            self._begin(ruleset.pointers, ruleset.box, self._pool, random, 0, 1, self._scratch)
        else:
            start = ruleset.new() if position is None else ruleset.read_position(position)
            before = self._pool[:1].copy(), self._random, self.script
            self._random, self.script = random, script
            self._pool[REST] = start[0]
            try:
                self._let_chance_act()
            except BadInput:  # a script that is impossible
                self._pool[:1], self._random, self.script = before
                raise
        self._look()
        self.rewards = [0.0] * ruleset.seats
        self._potential = self._measure() if self.is_steady else self.rewards

    def play(self, action: int) -> None:
        """Play an action of the seat to act, then chance; what cannot be played changes nothing."""
        number = self._read(action)
        if not self._allowed.item(number):
            raise self.ruleset.refusal(self._pool, number)
        if self.script is None:
            self._chosen[0] = number
            rules, box = self.ruleset.pointers, self.ruleset.box
            self._step(rules, box, self._pool, self._chosen, self._random, self.mask, self._counts, self._scratch)
            self._see()
        else:
            before = self._pool[:1].copy()
            self.ruleset.apply_unchecked(self._pool, number)
            try:
                self._let_chance_act()
            except BadInput:  # a script that is impossible
                self._pool[REST] = before[0]
                raise
            self._look()
        if self.is_steady:
            potential = self._measure()
            self.rewards = [after - before for after, before in zip(potential, self._potential, strict=True)]
            self._potential = potential
            if self.is_progress and self.to_act == OVER:
                self.rewards = [end + gain for end, gain in zip(self._final_rewards(), self.rewards, strict=True)]
        elif self.to_act == OVER:
            self.rewards = self._final_rewards()

    def why_not(self, action: Any) -> str:
        """Why the rules refuse an action, in words; empty if they do not. Raises if it is no action of the game."""
        number = self._read(action)
        return "" if self._allowed.item(number) else str(self.ruleset.refusal(self._pool, number))

    def forfeit(self) -> None:
        """End the match here: nobody is to act any more."""
        self.to_act = OVER

    def save(self, more: Any = None) -> bytes:
        """The match as bytes, chance included; `load` of a stage with the same ruleset goes on from there."""
        saved = Saved(self.ruleset.digest, self._pool[:1].tobytes(), self._random.tobytes(), self.script, more)
        return msgspec.msgpack.encode(saved)

    def load(self, data: bytes) -> Any:
        """Go on from what `save` returned; gives back what the adapter put there."""
        try:
            saved = msgspec.msgpack.decode(data, type=Saved)
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            raise BadInput(Code.UNREADABLE_POSITION, f"not a saved match: {error}") from None
        if saved.ruleset != self.ruleset.digest:
            raise BadInput(
                Code.UNREADABLE_POSITION,
                f"a saved match of ruleset {saved.ruleset!r}: these options make {self.ruleset.digest!r}",
            )
        if len(saved.position) != self._pool.itemsize or len(saved.random) != self._random.nbytes:
            raise BadInput(Code.UNREADABLE_POSITION, f"not a saved match: {len(saved.position)} bytes of a position")
        position = np.frombuffer(saved.position, self._pool.dtype)
        if not self.ruleset.is_possible(position):
            raise BadInput(Code.UNREADABLE_POSITION, "not a saved match: its position cannot come about")
        self._pool[REST] = position[0]
        self._random = np.frombuffer(saved.random, np.uint32).reshape(self._random.shape).copy()
        self.script = saved.script
        self._look()
        if self.is_steady:
            self._potential = self._measure()
        return saved.more

    # Inside

    def _read(self, action: Any) -> int:
        """The number of an action, legal or not."""
        if self.to_act < 0:
            raise Barred(Code.MATCH_OVER, f"action {shown(action)}: no match is running; reset starts one")
        return read_action(action, len(self._allowed))

    def _look(self) -> None:
        """See what is legal and who is to act."""
        rules, box = self.ruleset.pointers, self.ruleset.box
        self._legal(rules, box, self._pool, self.mask, self._counts, 0, 1, self._scratch)
        self._see()

    def _see(self) -> None:
        """See who is to act; at the end, how it ended."""
        self.to_act = self._actors.item(REST)
        if self.to_act == OVER:
            how, self.winners = self.ruleset.outcome(self._pool)
            self.is_capped = how == How.CAPPED
        elif self.winners or self.is_capped:  # another match has begun
            self.winners, self.is_capped = [], False

    def _let_chance_act(self) -> None:
        """Let chance act, by script as long as there is one, then from the stream."""
        ruleset, pool = self.ruleset, self._pool
        while pool["to_act"][REST] == CHANCE:
            outcomes = ruleset.chance(pool)
            if self.script:
                chosen = self.script[0]
                if chosen not in [possible for possible, _ in outcomes]:
                    raise BadInput(
                        Code.SCRIPT_ENDED,
                        f"scripted outcome {shown(chosen)} is impossible: expected one of {shown(outcomes)}",
                    )
                del self.script[0]
            else:
                ticket = int(ruleset.generic["below"](self._random, 0, sum(weight for _, weight in outcomes)))
                chosen = pick_outcome(outcomes, ticket)
            ruleset.apply_unchecked(pool, chosen)

    def _measure(self) -> list[float]:
        """Each seat's potential, or what its lead in progress is worth."""
        sides = self.ruleset.sides
        if self.is_progress:
            came, lead = self.ruleset.progress(self._pool), plain(lead_of)
            return [PROGRESS_WEIGHT * lead(came, sides, len(sides), seat) for seat in range(len(sides))]
        if self.to_act == OVER:
            return self._final_rewards()
        values = self.ruleset.evaluate(self._pool).tolist()
        num_sides = len(set(sides))
        if num_sides == 1:
            return [sum(values) / len(values)] * len(values)
        worth = [0.0] * num_sides  # of a side: the mean of what its seats are said to have
        for side, value in zip(sides, values, strict=True):
            worth[side] += value / sides.count(side)
        total = sum(worth)
        if total <= 0:
            return [0.0] * len(values)
        return [(num_sides * worth[side] / total - 1.0) / (num_sides - 1) for side in sides]

    def _final_rewards(self) -> list[float]:
        """What each seat gets for how the match ended."""
        return rewards_of(self.ruleset.sides, self.winners)
