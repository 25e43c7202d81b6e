"""Every game as a game of OpenSpiel: `pyspiel.load_game("motherlode_madcap")` after importing this module.

Parameters are `players` and the options of the game. An option that is no number, flag or text, such as a list, is
given as JSON; where OpenSpiel writes a game as text it is percent-encoded: commas and brackets mean something there.

An information state is all that a seat has seen: every action and outcome with its actor, `?` for those that it did not
see, and the position as far as it may know it. An observation is the second part alone.
"""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

import numpy as np

from motherlode.core.contract import ALLOWED, CHANCE, OVER, GameSpec, Records
from motherlode.core.errors import BadInput, Code
from motherlode.core.options import changed_options, default_options
from motherlode.core.outcomes import rewards_of
from motherlode.core.registry import find_game, game_names
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.envs.easy import easy_options, small_options
from motherlode.envs.libraries import missing
from motherlode.table.game import find

try:
    import pyspiel
except ImportError:
    raise missing("OpenSpiel", "openspiel") from None

PREFIX = "motherlode_"
PLAYERS = "players"  # as OpenSpiel calls the parameter in its own games
SEEDS = 2**31
MAX_NUMBER = 2**31  # actions are below this; OpenSpiel takes no number of more than 64 bits
LOG_WIDTH = 2  # numbers for an entry of the log in a tensor: who + 2, what + 1; 0 for what was not seen
MAX_CACHED = 1024


class Shared:
    """What all states of a game have in common; copied and pickled as a reference."""

    def __init__(self, ruleset: Ruleset) -> None:
        ruleset.compile()
        limits = ruleset.limits
        self.ruleset = ruleset
        self.box = ruleset.box
        self.start = ruleset.new().tobytes()
        self.actions = np.empty(limits.max_legal, np.int32)
        # Weights and outcomes lie in one buffer, whose bytes then are the key to the probabilities they make.
        self.draw = bytearray(limits.max_chance * 12)
        self.weights = np.frombuffer(self.draw, np.int64, limits.max_chance)
        self.outcomes = np.frombuffer(self.draw, np.int32, limits.max_chance, limits.max_chance * 8)
        self.legal, self.chance, self.apply = ruleset.entries.legal, ruleset.entries.chance, ruleset.entries.apply
        self.refuse = ruleset.entries.refuse
        self.num_actions = limits.num_actions
        self.is_hidden = ruleset.spec.is_hidden
        self.everybody = (1 << ruleset.seats) - 1
        self.odds: dict[tuple[int, bytes], list[tuple[int, float]]] = {}

    def __deepcopy__(self, memo: Any) -> "Shared":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        spec = self.ruleset.spec
        return shared, (spec.name, self.ruleset.seats, json.dumps(changed_options(spec, self.ruleset.options)))

    def can_play(self, at: "Point", action: int) -> bool:
        """Whether the seat to act, or chance, can do this now; `check_playable` of the ruleset says why not."""
        to_act = at.actor[0]
        if to_act >= 0:
            return 0 <= action < self.num_actions and self.refuse(self.box, at.states, 0, action) == ALLOWED
        if to_act == CHANCE:
            return action in self.outcomes[: self.chance(self.box, at.states, 0, self.outcomes, self.weights)].tolist()
        return False

    def seen_by(self, states: Records, action: int) -> int:
        """The seats that see what is played here, as bits."""
        is_seen, box = self.ruleset.spec.views.is_seen, self.ruleset.box
        return sum(1 << seat for seat in range(self.ruleset.seats) if is_seen(box, states, action, seat))


_shared: dict[tuple[str, int, str], Shared] = {}


def shared(name: str, seats: int, options: str) -> Shared:
    """The one object for a game, its seats and its options."""
    key = (name, seats, options)
    if key not in _shared:
        _shared[key] = Shared(find(name, seats, **json.loads(options)))
    return _shared[key]


class Point:
    """A position, and which seats saw each entry of the history; all of them in a game without secrets."""

    __slots__ = ("actor", "seen", "shared", "states")

    def __init__(self, common: Shared, position: bytes, seen: list[int]) -> None:
        self.shared = common
        # A writable array over the bytes: several times as fast as copying an array of records.
        self.states: Records = np.frombuffer(bytearray(position), common.ruleset.spec.state)
        self.actor = memoryview(self.states["to_act"])  # type: ignore[arg-type]
        self.seen = seen

    def __deepcopy__(self, memo: Any) -> "Point":
        return Point(self.shared, self.states.tobytes(), self.seen.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return Point, (self.shared, self.states.tobytes(), self.seen)


class SpielState(pyspiel.State):
    """A state of an OpenSpiel game: OpenSpiel keeps the history, the engine does the rest.

    What OpenSpiel's C++ asks for by `_legal_actions` and the like, Python code gets without the way through C++.
    """

    if TYPE_CHECKING:  # what it inherits from OpenSpiel, which documents it but has no types
        # ruff: disable[D102]

        def clone(self) -> "SpielState": ...
        def get_game(self) -> "SpielGame": ...
        def history(self) -> list[int]: ...
        def history_str(self) -> str: ...
        def move_number(self) -> int: ...
        def num_players(self) -> int: ...
        def num_distinct_actions(self) -> int: ...
        def is_player_node(self) -> bool: ...
        def is_initial_state(self) -> bool: ...
        def is_simultaneous_node(self) -> bool: ...
        def legal_actions_mask(self, player: int = ...) -> list[int]: ...
        def action_to_string(self, first: int, action: int = ..., /) -> str: ...
        def rewards(self) -> list[float]: ...
        def player_return(self, player: int) -> float: ...
        def player_reward(self, player: int) -> float: ...
        def information_state_string(self, player: int = ...) -> str: ...
        def information_state_tensor(self, player: int = ...) -> list[float]: ...
        def observation_string(self, player: int = ...) -> str: ...
        def observation_tensor(self, player: int = ...) -> list[float]: ...
        def serialize(self) -> str: ...

        # ruff: enable[D102]

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self._at = Point(game.shared, game.shared.start, [])

    # Who, what and how likely

    def current_player(self) -> int:
        """A seat, pyspiel.PlayerId.CHANCE or pyspiel.PlayerId.TERMINAL."""
        to_act = self._at.actor[0]
        return to_act if to_act >= 0 else PLAYER_IDS[to_act]

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self._at.actor[0] == OVER

    def is_chance_node(self) -> bool:
        """Whether dice or a draw come next."""
        return self._at.actor[0] == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What may be played, ascending; outcomes where chance is to act; nothing for a seat that is not to act."""
        to_act = self._at.actor[0]
        if to_act >= 0:
            return self._legal_actions(to_act) if player is None or player == to_act else []
        if to_act == CHANCE and (player is None or player == CHANCE):
            return [action for action, _ in self.chance_outcomes()]
        return []

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        at = self._at
        common = at.shared
        actions = common.actions
        return actions[: common.legal(common.box, at.states, 0, actions)].tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with probabilities."""
        common = self._at.shared
        count = common.chance(common.box, self._at.states, 0, common.outcomes, common.weights)
        key = (count, bytes(common.draw))
        odds = common.odds.get(key)
        if odds is None:
            if len(common.odds) >= MAX_CACHED:
                common.odds.clear()
            numbers, parts = common.outcomes[:count].tolist(), common.weights[:count].tolist()
            total = sum(parts)
            odds = common.odds[key] = [(number, part / total) for number, part in zip(numbers, parts, strict=True)]
        return odds.copy()

    def apply_action(self, action: int) -> None:
        """Play an action of the seat to act, or an outcome of chance; what cannot be played changes nothing."""
        if type(action) is int and 0 <= action < MAX_NUMBER:
            play(self, action)
        else:
            play(self, self._at.shared.ruleset.check_playable(self._at.states, action))

    def apply_action_with_legality_check(self, action: int) -> None:
        """The same: every action is checked."""
        self.apply_action(action)

    def child(self, action: int) -> "SpielState":
        """The state after an action, or an outcome of chance, in this one."""
        other = self.clone()
        other.apply_action(action)
        return other

    def _apply_action(self, action: int) -> None:
        at = self._at
        common = at.shared
        if not common.can_play(at, action):
            common.ruleset.check_playable(at.states, action)
        if common.is_hidden:
            at.seen.append(common.seen_by(at.states, action))
        common.apply(common.box, at.states, 0, action)

    def returns(self) -> list[float]:
        """Each seat's reward, as docs/research.md defines it; 0 before the end."""
        ruleset = self._at.shared.ruleset
        if not self.is_terminal():
            return [0.0] * ruleset.seats
        return rewards_of(ruleset.sides, ruleset.outcome(self._at.states)[1])

    # Text

    def _action_to_string(self, player: int, action: int) -> str:
        """Notation where the action belongs to this position, else its number."""
        ruleset, states = self._at.shared.ruleset, self._at.states
        notation = ruleset.spec.notation
        if player == self.current_player() and action in self.legal_actions():
            write = notation.write_outcome if player == pyspiel.PlayerId.CHANCE else notation.write_action
            return write(ruleset.box, states, action)
        return f"action {action}"

    def __str__(self) -> str:
        ruleset = self._at.shared.ruleset
        return ruleset.spec.notation.write_position(ruleset.box, self._at.states)

    # What a seat knows

    def hidden(self, player: int) -> Records:
        """The position as far as the seat may know it."""
        return self._at.shared.ruleset.hidden(self._at.states, player)

    def seen(self, player: int) -> Iterable[tuple[int, int | None]]:
        """Who did what, from the start; None for what the seat did not see."""
        history = self.full_history()
        if not self._at.shared.is_hidden:
            return ((entry.player, entry.action) for entry in history)
        return (
            (entry.player, entry.action if seats >> player & 1 else None)
            for entry, seats in zip(history, self._at.seen, strict=True)
        )

    def resample_from_infostate(self, player: int, sampler: Any = None) -> "SpielState":
        """A state that the seat cannot tell from this one, with what it may not know drawn anew.

        Of what other seats alone have seen, nothing is left in their information states but what they hold now.
        """
        at = self._at
        ruleset = at.shared.ruleset
        number = int((sampler() if sampler is not None else np.random.default_rng().random()) * SEEDS)
        world = ruleset.resampled(self.hidden(player), player, make_streams(number))
        seen = [seats if seats == at.shared.everybody else seats & (1 << player) for seats in at.seen]
        other = self.clone()
        other._at = Point(at.shared, world.tobytes(), seen)
        return other


play = pyspiel.State.apply_action

PLAYER_IDS = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}


class Observer:
    """What a seat sees: a tensor with its parts by name, and a text."""

    def __init__(self, ruleset: Ruleset, kind: Any) -> None:
        self._ruleset = ruleset
        self._has_log = kind.perfect_recall
        self._log_size = ruleset.limits.max_length * LOG_WIDTH if self._has_log else 0
        size = ruleset.observation_size
        self.tensor = np.zeros(size + self._log_size, np.float32)
        self.dict = {}
        start = 0
        for feature in ruleset.features:
            self.dict[feature.name] = self.tensor[start : start + feature.size]
            start += feature.size
        if self._has_log:
            self.dict["log"] = self.tensor[size:].reshape(-1, LOG_WIDTH)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        ruleset = self._ruleset
        ruleset.entries.observe(ruleset.box, state.hidden(player), 0, player, self.tensor[: ruleset.observation_size])
        if self._has_log:
            log = self.dict["log"]
            log[:] = 0
            entries = [(actor + 2, 0 if action is None else action + 1) for actor, action in state.seen(player)]
            if entries:
                log[: len(entries)] = entries

    def string_from(self, state: SpielState, player: int) -> str:
        """What `set_from` writes into the tensor, as text."""
        ruleset = self._ruleset
        position = ruleset.spec.notation.write_position(ruleset.box, state.hidden(player))
        now = f"seat {player} sees {position}"
        if not self._has_log:
            return now
        words = (
            f"{'*' if actor == CHANCE else actor}:{'?' if action is None else action}"
            for actor, action in state.seen(player)
        )
        return f"{now} after {' '.join(words)}"


class SpielGame(pyspiel.Game):
    """A game with its options and seats; `register` makes a class for each game."""

    spec: GameSpec
    kind: Any  # pyspiel.GameType

    if TYPE_CHECKING:  # what it inherits from OpenSpiel, which documents it but has no types
        # ruff: disable[D102]

        def num_players(self) -> int: ...
        def num_distinct_actions(self) -> int: ...
        def max_chance_outcomes(self) -> int: ...
        def max_game_length(self) -> int: ...
        def max_utility(self) -> float: ...
        def min_utility(self) -> float: ...
        def utility_sum(self) -> float | None: ...
        def observation_tensor_size(self) -> int: ...
        def observation_tensor_shape(self) -> list[int]: ...
        def information_state_tensor_size(self) -> int: ...
        def information_state_tensor_shape(self) -> list[int]: ...
        def get_parameters(self) -> dict[str, Any]: ...
        def deserialize_state(self, text: str, /) -> SpielState: ...

        # ruff: enable[D102]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        spec, given = self.spec, params or {}
        options = read_parameters(spec, given)
        seats = int(given.get(PLAYERS, spec.seats[0]))
        ruleset = find(spec.name, seats, **options)
        changed = changed_options(spec, ruleset.options)
        limits = ruleset.limits
        is_solo = seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=limits.num_actions,
            max_chance_outcomes=limits.num_outcomes,
            num_players=seats,
            min_utility=0.0 if is_solo else -1.0,
            max_utility=1.0,
            utility_sum=None if spec.seats[0] == 1 else 0.0,
            max_game_length=limits.max_length,
        )
        canonical = {name: write_parameter(value) for name, value in changed.items()}
        super().__init__(self.kind, info, {PLAYERS: seats} | canonical)
        self.shared = shared(spec.name, seats, json.dumps(changed))

    @property
    def ruleset(self) -> Ruleset:
        """The rules behind it."""
        return self.shared.ruleset

    def new_initial_state(self) -> SpielState:
        """The position before anything happened."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No match has more entries than this."""
        return self.ruleset.limits.max_length

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:  # noqa: ARG002
        """An observer for observations, or with perfect recall for information states.

        None for a public or a private part alone: a seat observes all that it may know, as one.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        is_whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.ruleset, kind) if is_whole else None

    def __reduce__(self) -> tuple[Any, ...]:
        """Games travel as text."""
        return load_game, (str(self),)


def load_game(text: str) -> SpielGame:
    """`pyspiel.load_game` with types, for a game of ours; also where a game is unpickled."""
    game: SpielGame = pyspiel.load_game(text)
    return game


def load_easy(name: str) -> SpielGame:
    """The easier table of a game; the name is that of the game as Motherlode has it."""
    return _load_table(name, easy_options(name))


def load_small(name: str) -> SpielGame:
    """The small table of a game, which is solved; the name is that of the game as Motherlode has it."""
    return _load_table(name, small_options(name))


def _load_table(name: str, options: dict[str, Any]) -> SpielGame:
    parameters = {PLAYERS if key == "seats" else key: write_parameter(value) for key, value in options.items()}
    game: SpielGame = pyspiel.load_game(PREFIX + name, parameters)
    return game


def write_parameter(value: Any) -> Any:
    """An option as OpenSpiel can hold it in a parameter and in the text of a game."""
    if isinstance(value, bool | int | float):
        return value
    text = quote(value if isinstance(value, str) else json.dumps(value, separators=(",", ":")), safe="")
    # OpenSpiel would read digits as a number, and refuse a number where a text belongs.
    return f"%{ord(text[0]):02X}{text[1:]}" if text[:1].isdigit() else text


def read_parameters(spec: GameSpec, params: dict[str, Any]) -> dict[str, Any]:
    """The options that parameters name; those that are as they are by default may be left out."""
    default = default_options(spec)
    options: dict[str, Any] = {}
    for name, value in params.items():
        if name == PLAYERS or value == parameters_of(spec)[name]:
            continue
        usual = default[name]
        if isinstance(usual, str):
            text = unquote(str(value))
            options[name] = json.loads(text) if text.startswith(("{", "[")) else text
        elif isinstance(usual, bool | int | float):
            options[name] = value
        else:
            try:
                options[name] = json.loads(unquote(value))
            except ValueError as error:
                raise BadInput(Code.BAD_OPTION, f"bad option {name}={value!r}: not JSON: {error}") from None
    return options


def parameters_of(spec: GameSpec) -> dict[str, Any]:
    """The parameters of a game with their usual values."""
    return {PLAYERS: spec.seats[0]} | {name: write_parameter(value) for name, value in default_options(spec).items()}


def register() -> list[str]:
    """Register every game that is known and is not registered yet; all their names."""
    names = []
    for name in game_names():
        spec = find_game(name)
        names.append(PREFIX + name)
        if names[-1] in pyspiel.registered_names():
            continue
        kinds = pyspiel.GameType
        kind = pyspiel.GameType(
            short_name=names[-1],
            long_name=f"{spec.title}, version {spec.version}",
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION
            if spec.is_hidden
            else kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.GENERAL_SUM if spec.seats[0] == 1 else kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=spec.seats[1],
            min_num_players=spec.seats[0],
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=parameters_of(spec),
        )
        # A class, as in OpenSpiel's own games: it is kept until the process has ended, when nothing can be released.
        pyspiel.register_game(kind, type(f"{spec.name}_game", (SpielGame,), {"spec": spec, "kind": kind}))
    return names


register()
