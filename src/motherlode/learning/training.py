"""The whole of training: a run in a folder, with checkpoints, curves and the net as it is.

What a run needs to go on is in `checkpoint.npz`; its curves are in `log.json`, its net in `GAME-SEATS.net`: the last
that was measured and is not clearly worse than the best before it. All are written whole or not at all. A run that
counts steps gives the same net again, on the same machine with the same versions; one that ends by the clock does not.
"""

import importlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from motherlode.arena.cluster import Nodes
from motherlode.bots.net import Facts, Net, check_net, meaning_of, write_net
from motherlode.core.errors import BadInput, Code
from motherlode.core.options import changed_options
from motherlode.core.processors import num_processors
from motherlode.core.registry import register
from motherlode.core.ruleset import Ruleset
from motherlode.envs.vector import VectorEnv
from motherlode.learning.ppo import (
    Adam,
    Layers,
    Phase,
    Players,
    flat,
    go_through,
    learn,
    new_adam,
    new_layers,
    play,
    scales_of,
    sizes_of,
    squares_of,
    unflat,
)
from motherlode.learning.settings import Settings
from motherlode.learning.stages import make_stage
from motherlode.table.game import find

SAVE_S = 60.0  # between two checkpoints
GPU_BLOCK = 512  # of games, of which a stage on a GPU must have a whole number
MEASURED_GAMES = 512
PARTS = 4  # of measuring on a cluster
MOST_STEPS = 3000  # of a game in which a net is measured; one that goes on is a draw
NUM_OLD = 8  # older selves that are kept
LOOKS = 96  # steps of every game, at the start, by which features are scaled
CLEARLY = 0.03  # a share of games won by which a net is worse than another

Say = Callable[[str], None]


class Row(NamedTuple):
    """A point of the curves."""

    steps: int
    seconds: float
    entropy: float
    value_error: float
    moved: float
    games: int
    unwon: float  # share of the games that ended: nobody won
    length: float  # steps for each game that ended
    reward: float
    share: float | None  # of games won against the opponent, where it was measured


class Limit(NamedTuple):
    """When a run ends: after so many steps, or after so many seconds, whichever is first."""

    steps: int
    seconds: float | None

    def share_done(self, steps: int, seconds: float) -> float:
        """How much of the run is over."""
        by_clock = 0.0 if self.seconds is None else seconds / self.seconds
        return min(1.0, max(steps / self.steps, by_clock))


class Run:
    """One run of training, in a folder."""

    def __init__(self, ruleset: Ruleset, settings: Settings, folder: Path, seed: int, device: str) -> None:
        if device == "cuda" and settings.num_envs % GPU_BLOCK:
            raise BadInput(
                Code.BAD_CHOICE, f"{settings.num_envs} games side by side: on a GPU a multiple of {GPU_BLOCK}"
            )
        self.ruleset, self.settings, self.folder, self.seed, self.device = ruleset, settings, folder, seed, device
        self.sizes, self.scales = sizes_of(ruleset, settings), scales_of(ruleset)
        self.layers: Layers = new_layers(self.sizes, seed)
        self.adam = new_adam(self.layers)
        self.old: list[Layers] = [self.layers] * NUM_OLD
        self.is_scaled = False  # by what was seen of features
        self.steps, self.seconds = 0, 0.0
        self.rows: list[Row] = []
        self.nodes: Nodes[int] | None = None  # of a cluster, on which it is measured how much the net wins

    @property
    def net_path(self) -> Path:
        """Where the net is."""
        return self.folder / f"{self.ruleset.spec.name}-{self.ruleset.seats}.net"

    def begin(self, net: Net, name: str) -> None:
        """Begin with what a net knows, instead of nothing."""
        check_net(net, self.ruleset, name)
        if net.facts.sizes != self.sizes:
            raise BadInput(
                Code.BAD_NET, f"cannot begin with the net {name!r}: its layers are {list(net.facts.sizes.layers)}"
            )
        self.layers, self.scales = unflat(net.weights, self.sizes)
        self.old = [self.layers] * NUM_OLD
        self.is_scaled = True

    def train(self, limit: Limit, say: Say, measure_s: float = 60.0) -> None:
        """Learn until the limit; may be interrupted and gone on with."""
        settings, num_actions, num_sides = self.settings, self.sizes.actions, len(set(self.ruleset.sides))
        stage = make_stage(self.ruleset, settings.num_envs, self._seed_of_stage(), settings.rewards, self.device)
        key = jax.random.key(self.seed)
        in_round = settings.num_envs * settings.rollout
        num_old = int(settings.old * settings.num_envs)
        if not self.is_scaled:
            players = Players(self.layers, self.layers, self.scales, 0)
            squares = squares_of(play(stage, players, key, LOOKS, num_actions))
            self.scales, self.is_scaled = scales_of(self.ruleset, np.asarray(squares)), True
        began, before = time.monotonic(), self.seconds
        saved = measured = self.seconds
        said, steps_said = self.seconds, self.steps
        idle = 0.0  # seconds that were not spent on learning
        while (done := limit.share_done(self.steps, self.seconds)) < 1.0:
            fade = max(0.0, 1.0 - done / settings.faded) if settings.faded else 1.0
            phase = Phase(1.0 - (1.0 - settings.falls_to) * done, fade)
            number = self.steps // in_round
            if num_old and number % settings.old_every == 0:
                self.old = [*self.old[1:], self.layers]
            playing, learning = jax.random.split(jax.random.fold_in(key, number))
            players = Players(self.layers, self.old[number % NUM_OLD], self.scales, num_old)
            decisions = play(stage, players, playing, settings.rollout, num_actions)
            self.layers, self.adam, curves = learn(
                self.layers, self.adam, decisions, learning, phase, settings, num_actions, num_sides
            )
            del decisions
            entropy, error, moved, games, unwon, reward = (float(each) for each in curves)
            self.steps += in_round
            self.seconds = before + time.monotonic() - began - idle
            self.rows.append(
                Row(
                    self.steps, round(self.seconds, 2), entropy, error, moved, int(games), unwon / max(games, 1.0),
                    in_round / max(games, 1.0), reward, None,
                )
            )  # fmt: skip
            if measure_s and self.seconds - measured >= measure_s:
                measured, paused = self.seconds, time.monotonic()
                self._measure(say)
                idle += time.monotonic() - paused
            if self.seconds - said >= 5.0:
                say(self._line((self.steps - steps_said) / (self.seconds - said)))
                said, steps_said = self.seconds, self.steps
            if self.seconds - saved >= SAVE_S:
                self.save()
                saved = self.seconds
        if measure_s:
            self._measure(say)
        self.save()
        if self.rows:
            say(self._line((self.steps) / max(self.seconds, 1e-9)))

    def _seed_of_stage(self) -> int:
        """Of the games; a run that goes on begins other games than it began with."""
        return self.seed + self.steps

    def _line(self, rate: float) -> str:
        row = self.rows[-1]
        return (
            f"{row.seconds:6.0f} s  {row.steps / 1e6:9.1f} M steps  {rate / 1e6:6.2f} M/s  entropy {row.entropy:.3f}  "
            f"value error {row.value_error:.4f}  moved {row.moved:.4f}  length {row.length:.1f}  "
            f"unwon {row.unwon:.1%}  reward {row.reward:+.3f}"
        )

    def _measure(self, say: Say) -> None:
        given = self.layers, self.scales, self.settings.opponent, MEASURED_GAMES, 1
        if self.nodes is None:
            share, unfinished = measure(self.ruleset, *given)
        else:
            share, unfinished = measure_on(self.nodes, self.ruleset, *given)
        best = max((row.share for row in self.rows if row.share is not None), default=0.0)
        self.rows[-1] = self.rows[-1]._replace(share=share)
        if share >= best - CLEARLY:
            self._write_net()
        more = f", {unfinished} of them not finished" if unfinished else ""
        say(f"{self.seconds:6.0f} s  wins {share:.1%} of {MEASURED_GAMES} games against {self.settings.opponent}{more}")

    def save(self) -> None:
        """Write checkpoint, curves and net."""
        self.folder.mkdir(parents=True, exist_ok=True)
        arrays = {f"array{number}": np.asarray(leaf) for number, leaf in enumerate(self._leaves())}
        path = self.folder / "checkpoint.npz"
        with path.with_suffix(".new").open("wb") as file:
            np.savez(file, steps=self.steps, seconds=self.seconds, **arrays)  # type: ignore[arg-type]
        path.with_suffix(".new").replace(path)
        log = {
            "facts": self.facts(),
            "columns": Row._fields,
            "rows": [[_short(each) for each in row] for row in self.rows],
        }
        path = self.folder / "log.json"
        path.with_suffix(".new").write_bytes(msgspec.json.encode(log))
        path.with_suffix(".new").replace(path)
        if all(row.share is None for row in self.rows):
            self._write_net()

    def _write_net(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_net(self.net_path, self.facts(), flat(self.layers, self.scales))

    def facts(self) -> Facts:
        """What the net is, and how it learned so far."""
        spec = self.ruleset.spec
        training = {
            "seed": self.seed,
            "steps": self.steps,
            "seconds": round(self.seconds, 1),
            "device": jax.devices()[0].device_kind if self.device == "cuda" else "CPU",
            "settings": msgspec.to_builtins(self.settings),
        }
        return Facts(
            spec.name, spec.version, self.sizes, meaning_of(self.ruleset), self.ruleset.digest,
            changed_options(spec, self.ruleset.options), training,
        )  # fmt: skip

    def load(self) -> None:
        """Go on where the checkpoint of the folder is."""
        path = self.folder / "checkpoint.npz"
        try:
            with np.load(path) as kept, (self.folder / "log.json").open("rb") as file:
                log = msgspec.json.decode(file.read())
                steps, seconds = int(kept["steps"]), float(kept["seconds"])
                leaves = [jnp.asarray(kept[f"array{number}"]) for number in range(len(self._leaves()))]
        except (OSError, ValueError, KeyError, msgspec.DecodeError) as error:
            raise BadInput(Code.BAD_NET, f"cannot go on in {str(self.folder)!r}: {error}") from None
        now = msgspec.json.decode(msgspec.json.encode(self.facts()))
        for field in ("game", "version", "sizes", "meaning", "ruleset"):
            if log["facts"][field] != now[field]:
                raise BadInput(Code.BAD_NET, f"cannot go on in {str(self.folder)!r}: another {field} was learned there")
        structure = jax.tree.structure((self.layers, self.adam, self.old, self.scales))
        self.layers, self.adam, self.old, self.scales = jax.tree.unflatten(structure, leaves)
        self.is_scaled = True
        self.steps, self.seconds = steps, seconds
        self.rows = [Row(*row) for row in log["rows"]]

    def _leaves(self) -> list[Any]:
        kept: tuple[Layers, Adam, list[Layers], Any] = (self.layers, self.adam, self.old, self.scales)
        return jax.tree.leaves(kept)


def measure_on(
    nodes: Nodes[int], ruleset: Ruleset, layers: Layers, scales: Any, opponent: str, games: int, seed: int
) -> tuple[float, int]:
    """`measure` on a cluster: always in as many parts with seeds of their own, however many machines there are."""
    plain = jax.tree.map(np.asarray, (layers, scales))
    where = ruleset.spec.home, ruleset.seats, changed_options(ruleset.spec, ruleset.options)
    each = -(-games // PARTS)
    calls = ((part, (*where, plain, opponent, each, seed + part)) for part in range(PARTS))
    found = [answer for _, answer in sorted(nodes.call(calls))]
    return sum(share for share, _ in found) / PARTS, sum(unfinished for _, unfinished in found)


def measure_remotely(
    home: str, seats: int, options: dict[str, Any], net: Any, opponent: str, games: int, seed: int
) -> tuple[float, int]:
    """A part of `measure` on a machine of the cluster."""
    module, _, name = home.partition(":")
    spec = getattr(importlib.import_module(module), name)
    register(spec)
    ruleset = find(spec.name, seats, **options)
    ruleset.compile()
    layers, scales = net
    return measure(ruleset, layers, scales, opponent, games, seed)


def _short(number: Any) -> Any:
    return float(f"{number:.5g}") if isinstance(number, float) else number


def measure(ruleset: Ruleset, layers: Layers, scales: Any, opponent: str, games: int, seed: int) -> tuple[float, int]:
    """The share of games that a net wins, from each seat as often, one seat against others all alike; draws count half.

    Also how many were not finished after MOST_STEPS decisions, which count as draws. Alone, it is the share won.
    """
    num_sides = len(set(ruleset.sides))
    env = VectorEnv(
        ruleset, games, seed=seed, learner="each", opponent=opponent, threads=min(num_processors(), games)
    )  # fmt: skip
    best = jax.jit(
        lambda seen, mask: jnp.argmax(
            jnp.where(mask != 0, go_through(layers, seen * scales, mask.shape[1])[0], -jnp.inf), axis=1
        )
    )
    shares = np.full(games, np.nan)
    now, rows = env.current, np.arange(games)
    for _ in range(MOST_STEPS):
        now = env.step(np.asarray(best(now.observations, now.mask)).astype(np.int32))
        got = now.rewards[rows, env.learners]
        share = got if num_sides == 1 else (got * (num_sides - 1) + 1.0) / num_sides
        shares = np.where(now.is_over & np.isnan(shares), share, shares)
        if not np.isnan(shares).any():
            break
    env.close()
    is_open = np.isnan(shares)
    return float(np.where(is_open, 0.0 if num_sides == 1 else 1.0 / num_sides, shares).mean()), int(is_open.sum())
