"""A Ray cluster of several nodes on this machine, one killed in the middle: no game is lost, none counted twice.

What the driver does about it is tested without Ray too, by a crew that loses tasks and brings them twice.
"""

import random
import subprocess
import sys

import msgspec
import pytest

from motherlode.arena.cluster import ClusterWorkers
from motherlode.arena.fixtures import Tournament
from motherlode.cli import main
from motherlode.core.errors import Barred
from motherlode.lab.crews import Alone, Done
from motherlode.lab.experiments import make_experiment
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.running import Plan, run
from motherlode.lab.tables import play_blocks
from motherlode.table.game import find

NUM_BLOCKS = 240


@pytest.fixture
def nodes():
    """A cluster of two nodes on this machine: the second may be lost."""
    import ray
    from ray.cluster_utils import Cluster as Nodes

    found = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    found.second = found.add_node(num_cpus=2)
    found.wait_for_nodes()
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_an_arena_on_a_cluster_is_game_for_game_that_of_processes_here(nodes, tmp_path):
    results = []
    for number, more in enumerate((["--cluster", nodes.address], ["--jobs", "1"])):
        out = tmp_path / f"{number}.json"
        words = ["arena", "madcap", "--bots", "random,greedy", "--games", "60", "--seed", "5", "--out", str(out)]
        assert main([*words, *more, "--no-colour"]) == 0
        results.append(msgspec.json.decode(out.read_bytes())["games"])
    assert len(results[0]) >= 60
    assert results[0] == results[1]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_net_is_measured_the_same_on_a_cluster(nodes):
    from motherlode.arena.cluster import Nodes
    from motherlode.learning.settings import read_settings
    from motherlode.learning.training import PARTS, Run, measure, measure_on, measure_remotely

    game = find("madcap")
    run = Run(game, read_settings("madcap", 2, True, None), None, 1, "cpu")
    here = [measure(game, run.layers, run.scales, "random", 8, 1 + part) for part in range(PARTS)]
    crew = Nodes(nodes.address, measure_remotely)
    try:
        share, unfinished = measure_on(crew, game, run.layers, run.scales, "random", 8 * PARTS, 1)
    finally:
        crew.close()
    assert share == pytest.approx(sum(each for each, _ in here) / PARTS)
    assert unfinished == sum(each for _, each in here)


class Unsteady:
    """A crew whose machines are lost: some tasks are played again later, some come twice, all in any order."""

    jobs = 4

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.num_lost = self.num_twice = 0
        self.played = set()

    def play(self, tasks):
        waiting = []
        while True:
            while len(waiting) < 2 * self.jobs and (task := next(tasks, None)) is not None:
                waiting.append(task)
            if not waiting:
                return
            task = waiting.pop(self.random.randrange(len(waiting)))
            games = play_blocks(task.experiment, task.blocks)
            self.played |= {(task.variant, block) for block in task.blocks}
            fate = self.random.random()
            if fate < 0.2:  # its machine was lost with what it had played
                self.num_lost += 1
                waiting.append(task)
                continue
            yield Done(task, 10.0, games)  # seconds: so tasks stay small
            if fate > 0.8:  # the answer was on its way when the machine was given up
                self.num_twice += 1
                yield Done(task, 10.0, games)

    def close(self):
        """Nothing is left."""


@pytest.mark.parametrize("seed", range(2))
def test_what_is_lost_is_played_again_and_what_comes_twice_is_dropped(tmp_path, seed):
    game = find("madcap")
    experiment = make_experiment(game, ("random",), 7, num_looks=0)
    arms = {
        "a": msgspec.structs.replace(experiment, is_bare=True),
        "b": msgspec.structs.replace(experiment, is_bare=True, seed=8),
    }
    plan, header = Plan(40, lambda _: False, lambda _: 40), make_header(game, arms)
    with BlockJournal(tmp_path / "alone.jsonl", header, False) as journal:
        wanted = run(arms, plan, journal, Alone())
    crew = Unsteady(seed)
    with BlockJournal(tmp_path / "unsteady.jsonl", header, False) as journal:
        assert run(arms, plan, journal, crew) == wanted
    assert crew.num_lost > 0
    assert crew.num_twice > 0
    lines = [msgspec.json.decode(line) for line in (tmp_path / "unsteady.jsonl").read_bytes().splitlines()[1:]]
    written = [(line["variant"], line["block"]) for line in lines]
    assert len(written) == len(set(written))
    assert {("a", each) for each in range(40)} | {("b", each) for each in range(40)} <= set(written)

    # The driver was killed in the middle of a line: it goes on with what is whole, and plays the rest only.
    whole = (tmp_path / "unsteady.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "unsteady.jsonl").write_bytes(b"".join(whole[:31]) + whole[31][:-9])
    kept = {(line["variant"], line["block"]) for line in lines[:30]}
    crew = Unsteady(seed + 10)
    with BlockJournal(tmp_path / "unsteady.jsonl", header, True) as journal:
        assert run(arms, plan, journal, crew) == wanted
    assert not kept & crew.played


def test_programs_of_others_stay_on_this_machine():
    tournament = Tournament("madcap", 2, {}, ("random", "guests:First"), "mixed", 1, 1000, 10.0)
    with pytest.raises(Barred, match="on this machine only"):
        ClusterWorkers(find("madcap"), tournament, "auto")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_node_that_is_killed_costs_no_game_and_none_is_counted_twice(nodes, tmp_path):
    from motherlode.lab.cluster import Cluster

    game = find("madcap")
    game.compile()
    experiment = make_experiment(game, ("greedy",), 7, num_looks=0)
    plan = Plan(NUM_BLOCKS, lambda _: False, lambda _: NUM_BLOCKS)
    header = make_header(game, {"a": experiment})
    crew = Cluster(nodes.address, game.spec.home)
    is_killed = False

    def report(played, _):
        nonlocal is_killed
        if played >= 40 and not is_killed:
            is_killed = True
            nodes.remove_node(nodes.second, allow_graceful=False)

    try:
        with BlockJournal(tmp_path / "cluster.jsonl", header, False) as journal:
            found = run({"a": experiment}, plan, journal, crew, report)["a"]
    finally:
        crew.close()
    assert is_killed
    assert len(found) == NUM_BLOCKS
    with BlockJournal(tmp_path / "alone.jsonl", header, False) as journal:
        assert run({"a": experiment}, plan, journal, Alone())["a"] == found  # game for game
    written = [
        msgspec.json.decode(line)["block"] for line in (tmp_path / "cluster.jsonl").read_bytes().splitlines()[1:]
    ]
    assert len(written) == len(set(written)) >= NUM_BLOCKS


DRIVER = """
import sys
from pathlib import Path
from motherlode.lab.cluster import Cluster
from motherlode.lab.experiments import make_experiment
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.running import Plan, run
from motherlode.table.game import find

game = find("madcap")
game.compile()
experiment = make_experiment(game, ("greedy",), 7, num_looks=0)
num_blocks = int(sys.argv[3])
with BlockJournal(Path(sys.argv[2]), make_header(game, {"a": experiment}), True) as journal:
    crew = Cluster(sys.argv[1], game.spec.home)
    plan = Plan(num_blocks, lambda _: False, lambda _: num_blocks)
    run({"a": experiment}, plan, journal, crew, lambda played, _: print(played, flush=True))
"""


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_driver_that_is_killed_goes_on_from_its_journal(nodes, tmp_path):
    """The driver dies with tasks on their way; another one takes up its journal, on the same cluster."""
    path = tmp_path / "cluster.jsonl"
    words = [sys.executable, "-c", DRIVER, nodes.address, str(path), str(NUM_BLOCKS)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as driver:
        for line in driver.stdout:
            if 40 <= int(line) < NUM_BLOCKS:
                driver.kill()
                break
    before = path.read_bytes().splitlines()[1:]
    assert 0 < len(before) < NUM_BLOCKS
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    after = path.read_bytes().splitlines()[1:]
    whole = [line for line in before if line in set(after)]
    assert after[: len(whole)] == whole  # nothing was played again
    assert len(whole) >= len(before) - 1  # but for a line that was torn
    game = find("madcap")
    header = make_header(game, {"a": make_experiment(game, ("greedy",), 7, num_looks=0)})
    plan = Plan(NUM_BLOCKS, lambda _: False, lambda _: NUM_BLOCKS)
    experiment = make_experiment(game, ("greedy",), 7, num_looks=0)
    with BlockJournal(tmp_path / "alone.jsonl", header, False) as journal:
        wanted = run({"a": experiment}, plan, journal, Alone())["a"]
    with BlockJournal(path, header, True) as journal:
        assert len(after) == len({msgspec.json.decode(line)["block"] for line in after})
        assert [journal.blocks["a", number] for number in range(NUM_BLOCKS)] == wanted  # game for game
