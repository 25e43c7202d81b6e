"""Every game as a PettingZoo environment: `motherlode.pettingzoo("minecart_mayhem", seats=3)`."""

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.core.contract import OVER, Records
from motherlode.core.errors import BadInput, Barred, Code, shown
from motherlode.core.reading import read_seed
from motherlode.envs.libraries import missing
from motherlode.envs.pictures import RENDER_MODES, check_render_mode, show
from motherlode.envs.stage import Rewards, Stage
from motherlode.table.game import Game, find

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv

    from motherlode.envs.spaces import observation_box
except ImportError:
    raise missing("PettingZoo", "envs") from None

SEEDS = 2**31  # seeds are below this

Info = dict[str, Any]
Bookkeeping = tuple[list[str], dict[str, float], dict[str, float]]  # who still acts, what they were given, and last


class Observation(TypedDict):
    """What an agent sees: the numbers that docs/research.md lists, and 1 for each legal action."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class PettingZooEnv(AECEnv[str, Observation, int]):
    """A game whose agents are its seats, `seat_0` and up; chance acts by itself, from the seed of `reset`.

    Observations are dicts of `observation`, the numbers that docs/research.md lists, and `action_mask`, 1 for each
    legal action. An action that the rules refuse raises IllegalAction, says why and changes nothing. A match that the
    rules cut off at a cap is truncated, not terminated. Besides
    PettingZoo's own methods there are `clone`, `save`, `load`, `position` and `scores`.
    """

    # PettingZoo's own class documents all this but has no types.
    metadata: dict[str, Any]
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    observation_spaces: dict[str, spaces.Dict[Any]]
    action_spaces: dict[str, spaces.Discrete[np.int64]]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, Info]
    _cumulative_rewards: dict[str, float]

    if TYPE_CHECKING:
        # ruff: disable[D102]

        def agent_iter(self, max_iter: int = ...) -> Iterable[str]: ...
        @overload
        def last(self, observe: Literal[True] = ...) -> tuple[Observation, float, bool, bool, Info]: ...
        @overload
        def last(self, observe: bool) -> tuple[Observation | None, float, bool, bool, Info]: ...
        def last(self, observe: bool = ...) -> tuple[Observation | None, float, bool, bool, Info]: ...
        @property
        def num_agents(self) -> int: ...
        @property
        def max_num_agents(self) -> int: ...
        @property
        def unwrapped(self) -> "PettingZooEnv": ...

        # ruff: enable[D102]

    def __init__(self, game: Game, rewards: Rewards = "end", render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.spec.name}_v{game.spec.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents = []
        self._rewards: Rewards = rewards
        self._stage = Stage(game, rewards)
        self._seed: int | None = None
        self._series: random.Random | None = None
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = spaces.Box(0, 1, (game.limits.num_actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation_box(game), "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(game.limits.num_actions) for agent in self.possible_agents}

    # PettingZoo's own methods

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        """A Dict of `observation` and `action_mask`, the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """All actions of the game; the mask says which are legal."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match; without a seed, the next one of the series that the last seed began.

        `options` may have a `position` in notation and a `script` of chance outcomes to use first.
        """
        if seed is None:
            self._series = self._series or random.Random(self._seed)
            seed = self._series.randrange(SEEDS)
        else:
            self._seed, self._series = read_seed(seed), None
        self._stage.begin(seed, options)
        self._seat_everybody()
        self._select()

    def observe(self, agent: str) -> Observation:
        """What the agent sees, in new arrays; the mask is all 0 unless it is to act."""
        if agent not in self.possible_agents:
            raise BadInput(Code.UNKNOWN_SEAT, f"unknown agent {shown(agent)}: there are {self.possible_agents}")
        seat, stage = self._seats[agent], self._stage
        return {"observation": stage.observe(seat), "action_mask": stage.mask_of(seat)}

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play an action of the agent in `agent_selection`, then chance; None for an agent whose match is over."""
        if not self.agents:
            raise Barred(Code.MATCH_OVER, f"action {shown(action)}: no match is running; reset starts one")
        agent, stage = self.agent_selection, self._stage
        if stage.to_act == OVER:
            if action is not None:
                raise BadInput(
                    Code.MATCH_OVER, f"action {shown(action)} of {agent!r}: the match is over, it must be None"
                )
            self._was_dead_step(None)
            return
        stage.play(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        if stage.is_steady or stage.to_act == OVER:
            self.rewards = dict(zip(self.possible_agents, stage.rewards, strict=True))
            self._accumulate_rewards()
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The whole table, secrets included: text, pixels, or on the terminal, as `render_mode` says."""
        if self.render_mode is None:
            gymnasium.logger.warn("You are calling render method without specifying any render mode.")
        return show(self.render_mode, self.game, self.position)

    def close(self) -> None:
        """Nothing is held open."""

    # More

    @property
    def position(self) -> Records:
        """A copy of the position: an array of one record."""
        return self._stage.position

    @property
    def scores(self) -> list[int]:
        """Each seat's score so far, as the rules count it."""
        return self._stage.scores

    def clone(self) -> "PettingZooEnv":
        """Another environment in the same position, with the same chance to come."""
        other = PettingZooEnv(self.game, self._rewards, self.render_mode)
        other.load(self.save())
        return other

    def save(self) -> bytes:
        """The match as bytes, chance to come included."""
        rewards = [self._cumulative_rewards, self.rewards] if self.agents else [{}, {}]
        return self._stage.save([self.agents, *rewards])

    def load(self, data: bytes) -> None:
        """Go on from what `save` returned."""
        stage = Stage(self.game, self._rewards)
        try:
            agents, cumulative, rewards = msgspec.convert(stage.load(data), Bookkeeping)
        except msgspec.ValidationError as error:
            raise BadInput(Code.UNREADABLE_POSITION, f"not a saved match: {error}") from None
        known = [agent for agent in self.possible_agents if agent in cumulative and agent in rewards]
        if agents != [agent for agent in known if agent in agents]:
            raise BadInput(Code.UNREADABLE_POSITION, f"not a saved match: its agents are {shown(agents)}")
        self._stage = stage
        self._seat_everybody()
        self.agents = agents
        for agent in self.possible_agents:
            if agent not in agents:
                del self.terminations[agent], self.truncations[agent], self.infos[agent]
        self.rewards, self._cumulative_rewards = rewards, cumulative
        self._select()

    def _seat_everybody(self) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None

    def _select(self) -> None:
        """Point to the seat to act; once the match is over, to all agents one after the other."""
        to_act = self._stage.to_act
        if to_act >= 0:
            self.agent_selection = self.possible_agents[to_act]
        elif self.agents:
            is_capped = self._stage.is_capped
            self.terminations = dict.fromkeys(self.agents, not is_capped)
            self.truncations = dict.fromkeys(self.agents, is_capped)
            self.agent_selection = self.agents[0]


def make(
    name: str, seats: int | None = None, *, rewards: Rewards = "end", render_mode: str | None = None, **options: Any
) -> PettingZooEnv:
    """The game of that name as a PettingZoo environment, with its options as keywords."""
    return PettingZooEnv(find(name, seats, **options), rewards, render_mode)
