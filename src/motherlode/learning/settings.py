"""How a game is learned: one TOML file for each game, `train/GAME.toml`, or a file of one's own."""

from pathlib import Path
from typing import Annotated, Any

import msgspec

from motherlode.core.errors import BadInput, Code
from motherlode.core.options import read_toml

FOLDER = Path(__file__).parent / "train"
OVERLAYS = ("cpu", "seats")  # tables of a file: what is different on a CPU, and at a number of seats

Count = Annotated[int, msgspec.Meta(ge=1)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Positive = Annotated[float, msgspec.Meta(gt=0)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is learned."""

    hidden: tuple[Count, Count] = (256, 256)  # numbers of the hidden layers
    num_envs: Count = 32768  # games side by side
    rollout: Count = 32  # steps of each game before the net learns from them
    minibatch: Count = 65536  # decisions that it learns from at once
    epochs: Count = 2  # how often it learns from each
    steps: Count = 1_000_000_000  # of the whole run
    learning_rate: Positive = 5e-4  # at the start
    entropy: Annotated[float, msgspec.Meta(ge=0)] = 0.02  # how much variety is worth, at the start
    falls_to: Share = 0.05  # both at the end, as a share of what they were at the start
    clip: Positive = 0.2  # how far the policy moves at once
    discount: Share = 1.0  # what a reward is worth one decision earlier
    trace: Share = 0.95  # how far a decision is judged by what happened, not by what the net expected
    value_weight: Positive = 1.0  # of an error in what the net expects
    rewards: str = "end"  # as `VectorEnv` has them
    progress: Annotated[float, msgspec.Meta(ge=0)] = 1.0  # with "progress": how much more it is worth than there
    boldness: Share = 0.0  # how much of what is lost does not count, at the start
    faded: Share = 0.0  # from when on, as a share of the run, ends alone count, and in full; 0: it stays as at first
    capped: Annotated[float, msgspec.Meta(le=0)] = 0.0  # what all get where a cap ends a game that nobody wins
    old: Share = 0.0  # games in which one seat is the net and the others an older self of it
    old_every: Count = 40  # rounds from one such self to the next
    margin: Annotated[float, msgspec.Meta(ge=0)] = 0.0  # with "scores": the lead that is worth 1; 0: as they are
    wins: Share = 0.5  # with a margin: how much of the reward is for the highest score, the rest is for the lead
    opponent: str = "greedy"  # against whom it is measured


def read_settings(name: str, seats: int, is_cpu: bool, path: Path | None = None) -> Settings:
    """The settings of a game on a kind of device, from its file or from another."""
    path = path or FOLDER / f"{name}.toml"
    values = read_toml(path) if path.exists() or path.parent != FOLDER else {}
    overlays: dict[str, Any] = {key: values.pop(key, {}) for key in OVERLAYS}
    values |= overlays["seats"].get(str(seats), {})
    if is_cpu:
        values |= overlays["cpu"]
    try:
        return msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise BadInput(Code.BAD_DATA, f"bad settings {str(path)!r}: {str(error).replace('`', '')}") from None
