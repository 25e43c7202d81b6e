"""`motherlode train`: a net learns to play by playing itself."""

import os
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from motherlode.cli import INTERRUPTED
from motherlode.core.errors import BadInput, Barred, Code

FLAG = Parameter(negative="", show_default=False)
DEVICES = ("auto", "cpu", "cuda")


def train(  # parameters: the options of the command line
    game: str,
    /,
    *,
    seats: int | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    out: Path | None = None,
    steps: int | None = None,
    minutes: float | None = None,
    seed: int = 0,
    device: str = "auto",
    settings: Path | None = None,
    measure: float = 60.0,
    resume: Annotated[bool, FLAG] = False,
    begin: Path | None = None,
    cluster: str | None = None,
) -> int:
    """Let a net learn a game by playing itself.

    For example: motherlode train madcap --minutes 2 --out madcap-net

    Args:
        game: The game, as `motherlode games` lists it.
        seats: How many seats, where a game leaves it open.
        option: An option of the game, as name=value; may be given several times.
        out: The folder of the run; runs/GAME-SEATS-SEED if not said.
        steps: After how many decisions, of all games together, it ends; as the settings say if not said.
        minutes: After how long it ends, if it has not before.
        seed: Of the net at the start and of all games.
        device: auto, cpu or cuda.
        settings: A TOML file with settings instead of the game's own.
        measure: Seconds of learning between two looks at how much it wins; 0: none.
        resume: Go on with the run in that folder.
        begin: A net to begin with, instead of one that knows nothing.
        cluster: Measure how much it wins on a Ray cluster: its address, or auto. Learning itself stays on this machine.
    """
    import motherlode
    from motherlode.cli.play import read_options
    from motherlode.cli.screen import progress_bar
    from motherlode.core.reading import read_seed

    if device not in DEVICES:
        raise BadInput(Code.BAD_CHOICE, f"--device {device!r}: must be one of {', '.join(DEVICES)}")
    for name, number in (("--steps", steps), ("--minutes", minutes)):
        if number is not None and number <= 0:
            raise BadInput(Code.BAD_CHOICE, f"{name} {number:g}: must be above 0")
    seed = read_seed(seed)
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # games need memory of the GPU too
    try:
        import jax
    except ImportError as error:
        raise Barred(Code.NO_LIBRARY, f"training needs JAX: pip install 'motherlode[train]' ({error})") from None
    from motherlode.bots.net import read_net
    from motherlode.learning.settings import read_settings
    from motherlode.learning.training import Limit, Run

    found = "cuda" if jax.default_backend() == "gpu" else "cpu"
    if device == "cuda" and found == "cpu":
        raise Barred(Code.NO_GPU, "--device cuda: JAX finds no GPU here")
    chosen = found if device == "auto" else device
    with progress_bar():
        ruleset = motherlode.game(game, seats, **read_options(option or []))
    how = read_settings(ruleset.spec.name, ruleset.seats, chosen == "cpu", settings)
    folder = out or Path("runs") / f"{ruleset.spec.name}-{ruleset.seats}-{seed}"
    run = Run(ruleset, how, folder, seed, chosen)
    if resume:
        run.load()
    elif (folder / "checkpoint.npz").exists():
        raise BadInput(Code.BAD_CHOICE, f"there is a run in {str(folder)!r}: go on with it by --resume")
    elif begin is not None:
        run.begin(read_net(begin), str(begin))
    if cluster is not None:
        from motherlode.arena.cluster import Nodes
        from motherlode.learning.training import measure_remotely

        run.nodes = Nodes(cluster, measure_remotely)
    limit = Limit(steps or how.steps, None if minutes is None else 60.0 * minutes)
    try:
        run.train(limit, lambda line: print(line, file=sys.stderr, flush=True), measure)
    except KeyboardInterrupt:
        run.save()
        print(f"\nmotherlode: interrupted; to go on: --out {str(folder)!r} --resume", file=sys.stderr)
        return INTERRUPTED
    finally:
        if run.nodes is not None:
            run.nodes.close()
    print(f"{run.net_path}: {run.net_path.stat().st_size / 1e6:.2f} MB")
    return 0
