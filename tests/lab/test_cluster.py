"""A Ray cluster of several nodes on this machine, one killed in the middle: no game is lost, none counted twice."""

import msgspec
import pytest

from motherlode.arena.cluster import ClusterWorkers
from motherlode.arena.fixtures import Tournament
from motherlode.cli import main
from motherlode.core.errors import Barred
from motherlode.lab.crews import Alone
from motherlode.lab.experiments import make_experiment
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.running import Plan, run
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
