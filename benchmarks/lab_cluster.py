"""What Ray costs the lab, and what a second worker gains: `python -m benchmarks.lab_cluster [--seconds S] [--write]`.

A cluster of Ray on this machine, of one worker and then of two, plays the same blocks of a game as one process alone,
as many as are S seconds of work (10, unless said). Told are, for each number of workers:

- the driver: its seconds of processor (handing out, reading back, the journal) over those of the work;
- the whole: seconds of processor of every process of Ray that plays, and of the driver, over those of playing alone;
- speed: blocks a second on the wall, from when the workers have begun until the last block, over one worker's.

Seconds of processor are what the system counts, whoever else uses the machine; speed is not: two workers share what is
left. So beside it stands how many processors the workers had, and the speed by it: what scaling would be had each
worker a processor of its own. `load` is how many processes wanted one meanwhile.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from motherlode.lab.cluster import Cluster
from motherlode.lab.crews import Alone
from motherlode.lab.experiments import make_experiment
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.running import Plan, run
from motherlode.lab.tables import Table
from motherlode.table.game import find

RESULT = Path(__file__).parent / "results" / "lab_cluster.json"
PILOT = 100  # blocks, by which it is told how many make the seconds
TICK_S = 1 / os.sysconf("SC_CLK_TCK")
WORKERS = (1, 2)


def seconds_of(processes: set[int]) -> float:
    """Seconds of processor that processes have had so far."""
    total = 0
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total * TICK_S


def workers_of_ray() -> set[int]:
    """The processes of Ray on this machine that carry out tasks, as descendants of ours."""
    parents, names = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                rest = (entry / "stat").read_text().rpartition(")")[2]
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            parents[int(entry.name)], names[int(entry.name)] = int(rest.split()[1]), command
    found = set()
    for process, command in names.items():
        ancestor = process
        while ancestor in parents and ancestor != os.getpid():
            ancestor = parents[ancestor]
        if ancestor == os.getpid() and command.startswith((b"ray::", b"ray:")):
            found.add(process)
    return found


def play(crew, game, experiment, num_blocks, first=0):
    """Seconds on the wall and of this process for blocks from `first` on; bytes of the journal."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "blocks.jsonl"
        other = msgspec.structs.replace(experiment, seed=experiment.seed + first)
        wall, own = time.perf_counter(), time.process_time()
        with BlockJournal(path, make_header(game, {"a": other}), False) as journal:
            played = run({"a": other}, Plan(num_blocks, lambda _: False, lambda _: num_blocks), journal, crew)["a"]
        return time.perf_counter() - wall, time.process_time() - own, path.stat().st_size, played


def measure(name, seats, seconds):
    """One game: alone, then on a cluster of each number of workers."""
    import ray
    from ray.cluster_utils import Cluster as Nodes

    game = find(name, seats)
    game.compile()
    experiment = make_experiment(game, ("greedy",), 1, is_forced=True)
    Table(experiment).play_block(0)
    _, pilot, _, _ = play(Alone(), game, experiment, PILOT)
    num_blocks = max(PILOT, int(PILOT * seconds / pilot))
    wall, alone, size, wanted = play(Alone(), game, experiment, num_blocks)
    row = {
        "game": name,
        "blocks": num_blocks,
        "bytes_a_block": round(size / num_blocks),
        "alone_s": round(alone, 2),
        "alone_wall_s": round(wall, 2),
    }
    for number in WORKERS:
        nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": number})
        crew = Cluster(nodes.address, game.spec.home)
        try:
            play(crew, game, experiment, 4 * PILOT, first=1)  # workers begin, and load the rules
            workers = workers_of_ray()
            before = seconds_of(workers)
            wall, driver, _, played = play(crew, game, experiment, num_blocks)
            theirs = seconds_of(workers | workers_of_ray()) - before
        finally:
            crew.close()
            ray.shutdown()
            nodes.shutdown()
        assert played == wanted, "a cluster plays other games"
        row[f"workers_{number}"] = {
            "wall_s": round(wall, 2), "driver_s": round(driver, 2), "workers_s": round(theirs, 2),
            "driver_share": round(driver / alone, 4), "whole": round((driver + theirs) / alone, 3),
            "blocks_a_second": round(num_blocks / wall, 1), "processors": round(theirs / wall, 3),
            "blocks_a_second_of_processor": round(num_blocks / theirs, 1),
        }  # fmt: skip
    one, two = (row[f"workers_{number}"] for number in WORKERS)
    row["speed"] = round(two["blocks_a_second"] / one["blocks_a_second"], 3)
    row["speed_by_processor"] = round(2 * two["blocks_a_second_of_processor"] / one["blocks_a_second_of_processor"], 3)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="madcap,madstone")
    parser.add_argument("--seconds", type=float, default=10.0, help="of work")
    parser.add_argument("--write", action="store_true", help=f"keep it in {RESULT.name}")
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    rows = [measure(name, None if name != "madstone" else 2, chosen.seconds) for name in chosen.games.split(",")]
    found = {
        "command": f"python -m benchmarks.lab_cluster --seconds {chosen.seconds:g}",
        "processors": os.cpu_count(), "load": [round(load, 1), round(os.getloadavg()[0], 1)], "games": rows,
    }  # fmt: skip
    text = msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"
    print(text, end="")
    if chosen.write:
        RESULT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
