"""A Ray cluster of several nodes on this machine, one killed in the middle: no game is lost, none counted twice."""

import msgspec
import pytest

from motherlode.lab.crews import Alone
from motherlode.lab.experiments import make_experiment
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.running import Plan, run
from motherlode.table.game import find

NUM_BLOCKS = 240


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_node_that_is_killed_costs_no_game_and_none_is_counted_twice(tmp_path):
    import ray
    from ray.cluster_utils import Cluster as Nodes

    from motherlode.lab.cluster import Cluster

    game = find("madcap")
    game.compile()
    experiment = make_experiment(game, ("greedy",), 7, num_looks=0)
    plan = Plan(NUM_BLOCKS, lambda _: False, lambda _: NUM_BLOCKS)
    header = make_header(game, {"a": experiment})
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    lost = nodes.add_node(num_cpus=2)
    nodes.wait_for_nodes()
    crew = Cluster(nodes.address, game.spec.home)
    is_killed = False

    def report(played, _):
        nonlocal is_killed
        if played >= 40 and not is_killed:
            is_killed = True
            nodes.remove_node(lost, allow_graceful=False)

    try:
        with BlockJournal(tmp_path / "cluster.jsonl", header, False) as journal:
            found = run({"a": experiment}, plan, journal, crew, report)["a"]
    finally:
        crew.close()
        ray.shutdown()
        nodes.shutdown()
    assert is_killed
    assert len(found) == NUM_BLOCKS
    with BlockJournal(tmp_path / "alone.jsonl", header, False) as journal:
        assert run({"a": experiment}, plan, journal, Alone())["a"] == found  # game for game
    written = [
        msgspec.json.decode(line)["block"] for line in (tmp_path / "cluster.jsonl").read_bytes().splitlines()[1:]
    ]
    assert len(written) == len(set(written)) >= NUM_BLOCKS
