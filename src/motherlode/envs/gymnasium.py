"""Every game as a Gymnasium environment: one seat learns, bots sit in the others.

Importing this module registers an id for each game with the version of its rules, such as `motherlode/Madcap-v1`, and
one for its easier table, `motherlode/MadcapEasy-v1`, and for a small one where it has that; for
`gymnasium.make` by name alone, `gymnasium.make("motherlode.envs:motherlode/Madcap-v1")` imports it first.
"""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import Bot, make_bot
from motherlode.core.contract import GameSpec, Records
from motherlode.core.errors import BadInput, Barred, Code
from motherlode.core.registry import find_game, game_names
from motherlode.core.streams import make_streams
from motherlode.envs.easy import easy_options, has_easy, has_small, small_options
from motherlode.envs.libraries import missing
from motherlode.envs.pictures import RENDER_MODES, check_render_mode, show
from motherlode.envs.stage import Rewards, Stage
from motherlode.table.game import Game, find

try:
    import gymnasium
    from gymnasium import spaces

    from motherlode.envs.spaces import observation_box
except ImportError:
    raise missing("Gymnasium", "envs") from None

NAMESPACE = "motherlode"
SEEDS = 2**31
MAX_DEALS = 100  # matches that end before the learner can act, one after the other

Illegal = Literal["forfeit", "raise"]
Opponent = str | Bot
Observation = NDArray[np.float32]
Info = dict[str, Any]


class GymnasiumEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a game; `step` plays its action, then chance and the bots until it is to act again.

    `info["action_mask"]` has 1 for each legal action. By default an action that the rules refuse loses the match: the
    episode ends with a reward of -1 (-2 where progress is rewarded), and `info["refused"]` says why; with
    illegal="raise" it raises IllegalAction and changes nothing. So does at any time what is not in the action space: it
    is no action at all. A match that the rules cut off at a cap is truncated, not terminated.
    """

    observation_space: spaces.Box[np.float32]
    action_space: spaces.Discrete[np.int64]
    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012  (Gymnasium's way)

    def __init__(
        self,
        game: Game,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        rewards: Rewards = "end",
        illegal: Illegal = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if seat is not None and not 0 <= seat < game.seats:
            raise BadInput(Code.UNKNOWN_SEAT, f"seat {seat}: must be from 0 to {game.seats - 1}, or None for any")
        if illegal not in get_args(Illegal):
            raise BadInput(Code.BAD_CHOICE, f"illegal {illegal!r}: must be 'forfeit' or 'raise'")
        chosen = [opponents] * (game.seats - 1) if isinstance(opponents, str) else opponents
        others = list(chosen) if isinstance(chosen, Sequence) else [chosen] * (game.seats - 1)
        if len(others) != game.seats - 1:
            raise BadInput(Code.WRONG_SEATS, f"{len(others)} opponents for {game.seats} seats: need {game.seats - 1}")
        self.game = game
        self.render_mode = render_mode
        self.observation_space = observation_box(game)
        self.action_space = spaces.Discrete(game.limits.num_actions)
        self.seat = seat or 0  # of the learner in this match
        self._fixed_seat = seat
        self._bots: list[Bot] = [make_bot(bot, game) if isinstance(bot, str) else bot for bot in others]
        self._illegal = illegal
        self._stage = Stage(game, rewards)
        self._random = make_streams(0, game.seats)
        self._reward = 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Start a match; if it ends before the learner can act, start another.

        `options` may have a `position` in notation and a `script` of chance outcomes to use first.
        """
        super().reset(seed=seed)
        for _ in range(MAX_DEALS):
            number = int(self.np_random.integers(SEEDS))
            self.seat = int(self.np_random.integers(self.game.seats)) if self._fixed_seat is None else self._fixed_seat
            self._random = make_streams(number, self.game.seats, 1)
            self._stage.begin(number, options)
            self._let_others_act()
            if not self._stage.is_over:
                self._reward = 0.0  # what happened before the first choice is nobody's merit
                if self.render_mode == "human":
                    self.render()
                return self._stage.observe(self.seat), self._info()
        raise Barred(Code.BAD_CHOICE, f"seat {self.seat} of {self.game.spec.title} never gets to act")

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, Info]:
        """Play an action, then chance and the bots, until the learner is to act again or the match is over."""
        stage = self._stage
        if self._illegal == "forfeit" and (why := stage.why_not(action)):
            stage.forfeit()
            return stage.observe(self.seat), stage.given_up, True, False, self._info() | {"refused": why}
        self._play(action)
        self._let_others_act()
        reward, self._reward = self._reward, 0.0
        if self.render_mode == "human":
            self.render()
        is_capped = stage.is_capped
        return stage.observe(self.seat), reward, stage.is_over and not is_capped, is_capped, self._info()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The whole table, secrets included: text, pixels, or on the terminal, as `render_mode` says."""
        return show(self.render_mode, self.game, self.position)

    @property
    def position(self) -> Records:
        """A copy of the position: an array of one record."""
        return self._stage.position

    @property
    def scores(self) -> list[int]:
        """Each seat's score so far, as the rules count it."""
        return self._stage.scores

    def action_masks(self) -> NDArray[np.bool_]:
        """What is legal now, under the name by which maskable learners ask for it."""
        return self._stage.mask_of(self.seat).astype(bool)

    def _info(self) -> Info:
        return {"action_mask": self._stage.mask_of(self.seat), "seat": self.seat}

    def _play(self, action: Any) -> None:
        self._stage.play(action)
        if self._stage.is_steady or self._stage.is_over:
            self._reward += self._stage.rewards[self.seat]

    def _let_others_act(self) -> None:
        stage = self._stage
        while not stage.is_over and stage.to_act != self.seat:
            seat = stage.to_act
            bot = self._bots[seat if seat < self.seat else seat - 1]
            self._play(bot.choose(self.game, stage.hidden(seat), seat, self._random[seat : seat + 1]))


def make(
    name: str,
    seats: int | None = None,
    *,
    seat: int | None = 0,
    opponents: Opponent | Sequence[Opponent] = "greedy",
    rewards: Rewards = "end",
    illegal: Illegal = "forfeit",
    render_mode: str | None = None,
    **options: Any,
) -> GymnasiumEnv:
    """The game of that name as a Gymnasium environment, with its options as keywords.

    `seat` is the learner's, None for another one in each match; `opponents` is a bot by name or itself for all other
    seats, or one for each in their order.
    """
    return GymnasiumEnv(find(name, seats, **options), seat, opponents, rewards, illegal, render_mode)


def env_id(spec: GameSpec, is_easy: bool = False, is_small: bool = False) -> str:
    """The id under which a game, its easier or its small table is registered, with the version of its rules."""
    table = "Easy" if is_easy else "Small" if is_small else ""
    return f"{NAMESPACE}/{spec.name.title().replace('_', '')}{table}-v{spec.version}"


def register() -> list[str]:
    """Register every game that is known, and its other tables, unless they are registered; all their ids."""
    ids = []
    for name in game_names():
        spec = find_game(name)
        tables = {env_id(spec): {"name": name}}
        if has_easy(spec):
            tables[env_id(spec, is_easy=True)] = {"name": name} | easy_options(name)
        if has_small(spec):
            tables[env_id(spec, is_small=True)] = {"name": name} | small_options(name)
        for table, words in tables.items():
            ids.append(table)
            if table not in gymnasium.registry:
                gymnasium.register(
                    id=table, entry_point="motherlode.envs.gymnasium:make",
                    vector_entry_point="motherlode.envs.gym_vector:GymVectorEnv", kwargs=words,
                    order_enforce=False, disable_env_checker=True,
                )  # fmt: skip
    return ids


register()
