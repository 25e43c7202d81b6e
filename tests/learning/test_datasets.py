"""What `motherlode dataset` writes is read by others, and says what was played."""

from pathlib import Path

import numpy as np
import polars
import pyarrow.parquet as pq
import pytest

import motherlode
from motherlode.cli import main
from motherlode.core.errors import MotherlodeError
from motherlode.learning.datasets import read_about, write_dataset


@pytest.fixture(scope="module")
def madcap(tmp_path_factory):
    """Six games of Madcap."""
    folder = tmp_path_factory.mktemp("madcap")
    assert (
        main(["dataset", "madcap", "--bots", "greedy,random", "--games", "6", "--seed", "7", "--out", str(folder)]) == 0
    )
    return folder


def test_a_dataset_is_read_by_polars_and_can_be_played_again(madcap):
    decisions, games = (polars.read_parquet(madcap / f"{name}.parquet") for name in ("decisions", "games"))
    ruleset = motherlode.game("madcap")
    assert games["game"].to_list() == list(range(6))
    assert games["num_decisions"].sum() == len(decisions)
    for game, seed, rewards in zip(games["game"], games["seed"], games["rewards"], strict=True):
        match = ruleset.start(seed=seed)
        for row in decisions.filter(polars.col("game") == game).iter_rows(named=True):
            assert row["position"] == match.position.tobytes()
            assert np.allclose(row["observation"], ruleset.observe(match.position, row["seat"]))
            assert row["legal"] == ruleset.legal(match.position)
            assert row["reward"] == rewards[row["seat"]]
            match.play(row["action"], row["seat"])
        assert match.is_over


def test_bots_take_the_seats_in_turns(madcap):
    games = polars.read_parquet(madcap / "games.parquet")
    assert games["bots"].to_list() == [["greedy", "random"], ["random", "greedy"]] * 3


def test_a_dataset_says_what_it_is_about(madcap):
    about = read_about(madcap)
    assert (about["game"], about["seats"], about["num_actions"]) == ("madcap", 2, 72)
    assert about["features"][0]["name"] == "dice"
    assert pq.read_schema(madcap / "games.parquet").metadata[b"motherlode"]


def test_a_dataset_is_not_written_over_another(madcap):
    with pytest.raises(MotherlodeError, match="already"):
        write_dataset(motherlode.game("madcap"), ["random"], 1, 0, madcap)


def test_the_example_learns_to_choose_as_greedy_does(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples")
    import imitate

    write_dataset(motherlode.game("madcap"), ["greedy"], 400, 3, tmp_path)
    same, by_chance = imitate.imitate(tmp_path, epochs=30)
    assert same > by_chance + 0.1
