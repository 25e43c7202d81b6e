"""A game with its options: the box, the code that it is played by, and calls into that from Python."""

import hashlib
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple
from weakref import WeakSet

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.core import compiling, playouts
from motherlode.core.contract import (
    ALLOWED,
    CHANCE,
    NO_SUCH_ACTION,
    OVER,
    Action,
    GameSpec,
    How,
    Kernels,
    Limits,
    Records,
)
from motherlode.core.errors import BadInput, Code, IllegalAction, shown
from motherlode.core.layout import ONE, copied
from motherlode.core.machine_code import Compiled, marker_of
from motherlode.core.options import read_data
from motherlode.core.playouts import Scratch, Trial
from motherlode.core.reading import read_action, read_count, read_seat, read_seed, whole_number
from motherlode.core.streams import STREAM_WORDS, below, make_streams
from motherlode.core.wasm.running import WasmCode, has_module

OPTIONS = "options.toml"  # of a game's data: what its options are in the rulebook
MAX_TEXT = 8192  # characters of a position, an action or an outcome; no game writes half as many
MAX_NAMED = 1 << 14  # situations whose actions are remembered by their texts and paths


class Plain:
    """The same as ordinary Python, as far as a table needs it: slower, but there at once."""

    def __init__(self, spec: GameSpec) -> None:
        def apply(boxes: Records, states: Records, index: int, action: int) -> None:
            self.pointers.apply(boxes, states, index, action)
            _changeover.on_action(spec)

        compiling.play_plainly(Path(spec.folder), True)
        self.pointers = Kernels(*map(compiling.plain, spec.kernels))
        self.entries = self.pointers._replace(apply=apply)
        self.generic: dict[str, Callable[..., Any]] = {
            "try_actions": compiling.plain(playouts.try_actions),
            "below": compiling.plain(below),
        }


class Changeover(NamedTuple):
    """How a process comes from plain rules to machine code; `compiled` brings it there."""

    on_begin: Callable[[GameSpec], Any]  # before a ruleset begins without machine code
    on_action: Callable[[GameSpec], Any]  # after every action that is played plainly


def _load(spec: GameSpec) -> None:
    """What is on disk is loaded at once."""
    if is_on_disk(spec):
        compiled(spec)


def _compile_beside(spec: GameSpec) -> None:
    """What is not is compiled in another process, and loaded between two actions."""
    from motherlode.core.preparing import beside

    beside.has(spec)


_changeover = Changeover(_load, _compile_beside)


def change_over_by(changeover: Changeover) -> Changeover:
    """From now on this process comes to machine code in another way; how it did before."""
    global _changeover
    before, _changeover = _changeover, changeover
    return before


_compiled: dict[str, Compiled] = {}
_plain: dict[str, tuple[GameSpec, Plain]] = {}
_rulesets: "WeakSet[Ruleset]" = WeakSet()  # all of this process
_changing = threading.Lock()  # held while code is handed to rulesets
_compiling = threading.Lock()  # held while a game is loaded or compiled


def is_compiled(spec: GameSpec) -> bool:
    """Whether the machine code of a game is loaded in this process."""
    return spec.name in _compiled and _compiled[spec.name].spec is spec


def is_on_disk(spec: GameSpec) -> bool:
    """Whether the rules of a game need no compiler any more."""
    if compiling.IS_PLAIN or is_compiled(spec):
        return True
    return not compiling.NO_NUMBA and marker_of(spec, "complete").exists()


def compiled(spec: GameSpec) -> Compiled:
    """The machine code of a game; loads or compiles it on first use. All rulesets of the game go on with it."""
    if not is_compiled(spec):
        compiling.check_numba()
        with _compiling:
            if not is_compiled(spec):
                code = Compiled(spec)
                compiling.play_plainly(Path(spec.folder), False)
                with _changing:
                    _compiled[spec.name] = code
                    for ruleset in _rulesets:
                        if ruleset.spec is spec and not compiling.IS_WASM:
                            ruleset.take(code)
    return _compiled[spec.name]


def _code_at_once(ruleset: "Ruleset") -> Plain | WasmCode:
    """What a ruleset can begin with, without a compiler."""
    spec = ruleset.spec
    if compiling.IS_WASM:
        return WasmCode(ruleset, lambda: None)
    return WasmCode(ruleset, lambda: _changeover.on_action(spec)) if has_module(spec) else _plain_code(spec)


def _plain_code(spec: GameSpec) -> Plain:
    known = _plain.get(spec.name)
    if known is None or known[0] is not spec:
        known = _plain[spec.name] = spec, Plain(spec)
    return known[1]


def digest_of(spec: GameSpec, options: msgspec.Struct, seats: int) -> str:
    """The name of a ruleset: a hash of game, rules version, seats, every option and the game's data files.

    An option that came later has the value under which the game is as before as its default in the struct. Where it
    stands at that, it is left out, so that records of before keep their digest; all others have no default there.
    """
    values, data = msgspec.to_builtins(options), read_data(Path(spec.folder) / "data")
    defaults = {
        field.name: field.default_factory() if field.default is msgspec.NODEFAULT else field.default
        for field in msgspec.structs.fields(spec.options)
        if not field.required
    }
    unchanged = [name for name, value in defaults.items() if values[name] == msgspec.to_builtins(value)]
    data = data | {OPTIONS: {name: value for name, value in data[OPTIONS].items() if name not in defaults}}
    content = [
        spec.name,
        spec.version,
        seats,
        {name: value for name, value in values.items() if name not in unchanged},
        data,
    ]
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:16]


class Ruleset:
    """A game, its options and its number of seats; every position of it is an array of records.

    What is given is checked, all but the content of a position, which only `read_position` doubts: `kernels`, `entries`
    and what has `unchecked` in its name trust it, and what they do with nonsense may be anything.

    On a new machine it begins with what needs no compiler, the game's WebAssembly module or else plain rules, and goes
    on with machine code as soon as this process has it: positions are the same bytes. Without Numba it stays with that.
    `kernels`, `pointers`, `generic` and `later` are machine code: whoever asks for them has it compiled.
    """

    entries: Kernels  # for calls from Python, in any mode

    def __init__(self, spec: GameSpec, options: msgspec.Struct, seats: int) -> None:
        self.spec = spec
        self.options = options
        self.seats = seats
        self.box: Records = spec.build_box(options, seats)
        self.box.flags.writeable = False
        self.sides = spec.sides(self.box, seats)  # of each seat: who wins or loses together has the same number
        self.limits: Limits = spec.limits(self.box)
        self.features = spec.features(self.box)
        self.observation_size = sum(feature.size for feature in self.features)
        self._named: dict[bytes, dict[int, Action]] = {}
        self._unique: dict[Action, Action] = {}
        if compiling.IS_PLAIN:
            compiled(spec)
        elif not is_compiled(spec) and not compiling.IS_WASM:
            _changeover.on_begin(spec)
        with _changing:
            is_ready = is_compiled(spec) and not compiling.IS_WASM
            self.take(_compiled[spec.name] if is_ready else _code_at_once(self))
            _rulesets.add(self)

    def take(self, code: Compiled | Plain | WasmCode) -> None:
        """Go on with other code for the same rules; between two calls nobody notices."""
        self._code, self.entries = code, code.entries

    @property
    def mode(self) -> Literal["plain", "wasm", "cpu"]:
        """How the rules are played just now."""
        if isinstance(self._code, Compiled):
            return "plain" if compiling.IS_PLAIN else "cpu"
        return "wasm" if isinstance(self._code, WasmCode) else "plain"

    @property
    def is_plain(self) -> bool:
        """Whether there is no machine code yet, so that rules are played without a compiler."""
        return not isinstance(self._code, Compiled)

    def compile(self) -> None:
        """Have machine code from now on: load it or, the first time on a machine, compile it, with progress."""
        compiled(self.spec)

    @cached_property
    def kernels(self) -> Kernels:
        """The rules as they are called with a look at types."""
        return compiled(self.spec).kernels

    @cached_property
    def pointers(self) -> Kernels:
        """The rules as arguments for `generic`."""
        return compiled(self.spec).pointers

    @cached_property
    def generic(self) -> dict[str, Callable[..., Any]]:
        """Code over any game, by name."""
        return compiled(self.spec).generic

    def later(self, name: str) -> Callable[..., Any]:
        """Generic code that few processes need: loaded from disk, or compiled, when it is first asked for."""
        return compiled(self.spec).later(name)

    @cached_property
    def digest(self) -> str:
        """The name of this ruleset."""
        return digest_of(self.spec, self.options, self.seats)

    def new(self) -> Records:
        """The position before anything happened."""
        states = np.zeros(1, self.spec.state)
        self.entries.setup(self.box, states, 0)
        return states

    def copied(self, states: Records, index: int = 0) -> Records:
        """A copy of one position."""
        self._check(states, index)
        return copied(states, index)

    def read_position(self, text: str) -> Records:
        """The position that a text means, as an array of one record."""
        _check_text(text, "position", Code.UNREADABLE_POSITION)
        return self.spec.notation.read_position(self.box, text)

    def read_action(self, states: Records, text: str) -> int:
        """The action that a text means in a position, legal or not."""
        self._check(states)
        _check_text(text, "action", Code.UNREADABLE_ACTION)
        return self.spec.notation.read_action(self.box, states, text)

    def read_outcome(self, states: Records, text: str) -> int:
        """The outcome of chance that a text means in a position."""
        self._check(states)
        _check_text(text, "outcome", Code.UNREADABLE_ACTION)
        return self.spec.notation.read_outcome(self.box, states, text)

    def is_possible(self, states: Records) -> bool:
        """Whether a position, from a source that may be damaged, is one that notation can write and read again."""
        try:
            text = self.spec.notation.write_position(self.box, states)
            return self.read_position(text).tobytes() == states.tobytes()
        except Exception:  # what notation makes of such a position is not said anywhere
            return False

    def to_act(self, states: Records, index: int = 0) -> int:
        """A seat, CHANCE or OVER."""
        self._check(states, index)
        return states["to_act"].item(index)  # type: ignore[no-any-return]

    def is_over(self, states: Records, index: int = 0) -> bool:
        """Whether the game has ended."""
        return self.to_act(states, index) == OVER

    def legal(self, states: Records, index: int = 0) -> list[int]:
        """The actions of the seat to act, ascending; none where no seat is to act."""
        self._check(states, index)
        if states["to_act"].item(index) < 0:
            return []
        return self.legal_unchecked(states, index)

    def legal_unchecked(self, states: Records, index: int = 0) -> list[int]:
        """`legal` for who knows that a seat is to act."""
        actions = np.empty(self.limits.max_legal, np.int32)
        count = self.entries.legal(self.box, states, index, actions)
        return actions[:count].tolist()  # type: ignore[no-any-return]

    def actions(self, states: Records) -> list[Action]:
        """What the seat to act may do, with texts and paths."""
        self._check(states)
        return self.actions_unchecked(states) if states["to_act"].item(0) >= 0 else []

    def actions_unchecked(self, states: Records) -> list[Action]:
        """`actions` for who knows that a seat is to act."""
        named = self._names(states)
        return [named.get(action) or self._name(named, states, action) for action in self.legal_unchecked(states)]

    def action(self, states: Records, action: int) -> Action:
        """A legal action of the seat to act, with text and path."""
        return self.action_unchecked(states, self.check_playable(states, action))

    def action_unchecked(self, states: Records, action: int) -> Action:
        """`action` for who knows that it can be played."""
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
        self._check(states, index)
        return self.chance_unchecked(states, index) if states["to_act"].item(index) == CHANCE else []

    def chance_unchecked(self, states: Records, index: int = 0) -> list[tuple[int, int]]:
        """`chance` for who knows that chance is to act."""
        most = self.limits.max_chance
        outcomes, weights = np.empty(most, np.int32), np.empty(most, np.int64)
        count = self.entries.chance(self.box, states, index, outcomes, weights)
        if count < most:
            outcomes, weights = outcomes[:count], weights[:count]
        return list(zip(outcomes.tolist(), weights.tolist(), strict=True))

    def apply(self, states: Records, action: int, index: int = 0) -> None:
        """Play an action or a chance outcome in place; what cannot be played changes nothing."""
        number = self.check_playable(states, action, index)
        if not states.flags.writeable:
            raise BadInput(Code.UNREADABLE_POSITION, "positions that cannot be written to: play in a copy")
        self.entries.apply(self.box, states, index, number)

    def apply_unchecked(self, states: Records, action: int, index: int = 0) -> None:
        """`apply` for who knows that the action can be played: anything else may end the process."""
        self.entries.apply(self.box, states, index, action)

    def check_playable(self, states: Records, action: Any, index: int = 0) -> int:
        """The number of an action of the seat to act, or of an outcome of chance; raises unless it can be played."""
        self._check(states, index)
        actor = states["to_act"].item(index)
        if actor == OVER:
            raise IllegalAction(Code.MATCH_OVER, f"illegal action {shown(action)}: the match is over")
        if actor == CHANCE:
            number = read_action(action, self.limits.num_outcomes)
            if number not in [outcome for outcome, _ in self.chance(states, index)]:
                raise self.refusal(states, number, index)
            return number
        number = read_action(action, self.limits.num_actions)
        if self.entries.refuse(self.box, states, index, number) != ALLOWED:
            raise self.refusal(states, number, index)
        return number

    def refusal(self, states: Records, action: int, index: int = 0) -> IllegalAction:
        """The error for an action that cannot be played, with what the seat to act may know."""
        spec, actor = self.spec, states["to_act"].item(index)
        seen = self.hidden(states, self.seats if actor == CHANCE else actor, index)
        why, rule = "chance cannot do that", ""
        if actor != CHANCE:
            reason = self.refuse(seen, action)
            why, rule = spec.notation.explain(self.box, seen, action, reason), spec.reasons(reason).rule
        where = spec.notation.write_position(self.box, seen)
        return IllegalAction(Code.ILLEGAL_ACTION, f"illegal action {action}: {why}, in {where!r}", rule)

    def refuse(self, states: Records, action: int, index: int = 0) -> int:
        """ALLOWED, or the reason why the seat to act may not play the action."""
        self._check(states, index)
        number = whole_number(action)
        if number is None or not 0 <= number < self.limits.num_actions:
            return NO_SUCH_ACTION
        return int(self.entries.refuse(self.box, states, index, number))

    def scores(self, states: Records, index: int = 0) -> list[int]:
        """Each seat's result; higher is better."""
        self._check(states, index)
        out = np.zeros(self.seats, np.int32)
        self.entries.scores(self.box, states, index, out)
        return out.tolist()

    def outcome(self, states: Records, index: int = 0) -> tuple[How | None, list[int]]:
        """How the game ended, and the seats that won: none where nobody did. Before the end there is no how."""
        self._check(states, index)
        if states["to_act"].item(index) != OVER:
            return None, []
        won = np.zeros(self.seats, np.int32)
        how = How(self.entries.outcome(self.box, states, index, won))
        return how, [seat for seat, has_won in enumerate(won.tolist()) if has_won]

    def side_of(self, seat: int) -> list[int]:
        """The seats that win or lose with this one, itself included."""
        side = self.sides[read_seat(seat, self.seats)]
        return [other for other in range(self.seats) if self.sides[other] == side]

    def hidden(self, states: Records, seat: int, index: int = 0) -> Records:
        """A copy without what the seat may not know; the seat after the last is a spectator's."""
        self._check(states, index)
        number = whole_number(seat)
        if number != self.seats:
            number = read_seat(seat, self.seats)
        copy = copied(states, index)
        self.entries.hide(self.box, copy, 0, number)
        return copy

    def resampled(self, states: Records, seat: int, random: NDArray[np.uint32], stream: int = 0) -> Records:
        """A copy of a position, hidden for the seat, with the blanks filled at random."""
        _check_streams(random, stream)
        copy = self.hidden(states, seat)
        self.entries.resample(self.box, copy, 0, seat, random, stream)
        return copy

    def observe(self, states: Records, seat: int, index: int = 0) -> NDArray[np.float32]:
        """What the seat sees, as numbers; the position is hidden first."""
        seat = read_seat(seat, self.seats)
        out = np.zeros(self.observation_size, np.float32)
        self.entries.observe(self.box, self.hidden(states, seat, index), 0, seat, out)
        return out

    def evaluate(self, states: Records, index: int = 0) -> NDArray[np.float32]:
        """A cheap guess of each seat's prospects."""
        self._check(states, index)
        out = np.zeros(self.seats, np.float32)
        self.entries.evaluate(self.box, states, index, out)
        return out

    def progress(self, states: Records, index: int = 0) -> NDArray[np.float32]:
        """How far each seat has come, 0 to 1, as the game's features.py counts it."""
        self._check(states, index)
        out = np.zeros(self.seats, np.float32)
        self.entries.progress(self.box, states, index, out)
        return out

    def random_games(self, num_games: int, seed: int = 0) -> tuple[int, NDArray[np.int64]]:
        """Play whole random games, compiled; the number of actions and the sum of scores by seat."""
        num_games = read_count(num_games, "games")
        if isinstance(self._code, WasmCode):
            return self._code.rules.random_games(num_games, make_streams(read_seed(seed)))
        totals = np.zeros(self.seats, np.int64)
        count = self.generic["play_many"](
            self.pointers, self.box, np.zeros(1, self.spec.state), make_streams(read_seed(seed)), 0,
            self.new_scratch(), totals, num_games, self.limits.max_length,
        )  # fmt: skip
        return int(count), totals

    def try_actions(self, states: Records, random: NDArray[np.uint32], samples: int = 1) -> list[tuple[int, float]]:
        """Each legal action with the mean evaluation of what it leads to, for the seat to act."""
        self._check(states)
        _check_streams(random)
        samples = read_count(samples, "samples")
        if states["to_act"].item(0) < 0:
            return []
        code = self._code
        if isinstance(code, WasmCode):
            return code.rules.try_actions(states, random, samples)
        scratch, trial = self.new_scratch(), self.new_trial(1, samples)
        trial.states[playouts.SEEN] = states[0]
        count = code.generic["try_actions"](code.pointers, self.box, random, 0, scratch, trial)
        return list(zip(scratch.actions[:count].tolist(), trial.values[:count].tolist(), strict=True))

    def below(self, random: NDArray[np.uint32], bound: int) -> int:
        """A number from 0 to bound - 1 from the first stream."""
        return int(self._code.generic["below"](random, 0, bound))

    def new_scratch(self) -> Scratch:
        """Buffers that generic code plays in; for one thread at a time."""
        limits = self.limits
        return Scratch(
            np.empty(limits.max_legal, np.int32),
            np.empty(limits.max_chance, np.int32),
            np.empty(limits.max_chance, np.int64),
            np.empty(self.seats, np.int32),
        )

    def new_trial(self, worlds: int, samples: int) -> Trial:
        """Buffers in which actions are tried; for one thread at a time."""
        most = self.limits.max_legal
        return Trial(
            np.empty(2, self.spec.state),
            np.empty(self.seats, np.float32),
            np.empty(most, np.float64),
            np.empty(most, np.float64),
            worlds,
            samples,
        )

    def _check(self, states: Records, index: int = 0) -> None:
        """Raise unless `states` are positions of this game, as machine code takes them, and one is at `index`."""
        if type(states) is not np.ndarray or states.dtype is not self.spec.state or states.shape != ONE:
            is_array = isinstance(states, np.ndarray) and states.dtype == self.spec.state
            if not is_array or states.ndim != 1 or not states.flags.c_contiguous or len(states) == 0:
                raise BadInput(
                    Code.UNREADABLE_POSITION,
                    f"unreadable position {shown(states)}: expected an array of records of {self.spec.name}",
                )
        if type(index) is int and index == 0:
            return
        number = whole_number(index)
        if number is None or not 0 <= number < len(states):
            raise BadInput(Code.BAD_CHOICE, f"position {shown(index)}: must be from 0 to {len(states) - 1}")


def _check_text(text: str, what: str, code: Code) -> None:
    """Raise unless it is a text, and one that could be notation by its length."""
    if not isinstance(text, str):
        raise BadInput(code, f"unreadable {what} {shown(text)}: expected a text")
    if len(text) > MAX_TEXT:
        raise BadInput(
            code, f"unreadable {what} {shown(text)}: it has {len(text)} characters, at most {MAX_TEXT} are read"
        )


def _check_streams(random: NDArray[np.uint32], stream: int = 0) -> None:
    """Raise unless `random` are streams, as machine code takes them, and one of them is at `stream`."""
    is_array = isinstance(random, np.ndarray) and random.dtype == np.uint32 and random.flags.c_contiguous
    number = whole_number(stream)
    if not is_array or random.shape[1:] != (STREAM_WORDS,) or number is None or not 0 <= number < len(random):
        raise BadInput(Code.BAD_CHOICE, f"stream {shown(stream)} of {shown(random)}: expected streams of make_streams")
