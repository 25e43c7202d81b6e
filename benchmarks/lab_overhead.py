"""What spreading blocks costs beside playing them: `python -m benchmarks.lab_overhead [--cluster ADDRESS]`.

The same blocks of a game are played by this process alone and by processes, or on a cluster. Overhead is the time of
processor that the driver spends (handing out, reading back, writing the journal) over that of playing; it is counted in
time of processor, since a clock on the wall says more of who else uses a machine. Walls are told beside it.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from motherlode.lab.crews import Alone, make_crew
from motherlode.lab.experiments import make_experiment
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.running import Plan, run
from motherlode.lab.tables import Table
from motherlode.table.game import find


def played_by(crew, game, experiment, num_blocks):
    """Seconds on the wall and seconds of this process for so many blocks, and bytes of the journal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "blocks.jsonl"
        wall, own = time.perf_counter(), time.process_time()
        with BlockJournal(path, make_header(game, {"a": experiment}), False) as journal:
            run({"a": experiment}, Plan(num_blocks, lambda _: False, lambda _: num_blocks), journal, crew)
        wall, own = time.perf_counter() - wall, time.process_time() - own
        crew.close()
        return wall, own, path.stat().st_size


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="madcap")
    parser.add_argument("--blocks", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cluster", default=None)
    chosen = parser.parse_args()
    game = find(chosen.game)
    game.compile()
    experiment = make_experiment(game, ("greedy",), 1, is_forced=True)
    Table(experiment).play_block(0)
    alone, work, size = played_by(Alone(), game, experiment, chosen.blocks)
    print(f"alone: {alone:.1f} s, {work:.1f} s of processor, {size / chosen.blocks:.0f} bytes a block")
    crew = make_crew(chosen.jobs, game.spec.home, chosen.cluster)
    spread, driver, _ = played_by(crew, game, experiment, chosen.blocks)
    print(f"spread: {spread:.1f} s on the wall, {alone / spread:.2f} times as fast")
    print(f"driver: {driver:.2f} s of processor, {100 * driver / work:.1f} % of the work")
    return 0


if __name__ == "__main__":
    sys.exit(main())
