"""The benchmark of the server measures what it says: the same game and the same moves on both servers."""

import json
import subprocess
import sys

import pytest
from benchmarks.measuring import ROOT, less_than_peer
from benchmarks.server.generator import Played


def test_less_is_better():
    assert less_than_peer("", "", 5.0, "boardgame.io", 10.0, 1.0).ratio == 2.0
    assert less_than_peer("", "", 5.0, "boardgame.io", 10.0, 1.0).meets_bar
    assert not less_than_peer("", "", 11.0, "boardgame.io", 10.0, 1.0).meets_bar
    assert less_than_peer("", "", 11.0, "boardgame.io", 10.0, None).meets_bar is None


def test_percentiles_are_of_the_latencies():
    played = Played(100, 1.0, 0.1, 1, list(range(1000, 101_000, 1000))[::-1])
    assert played.percentile_ms(50) == 51.0
    assert played.percentile_ms(99) == 100.0


@pytest.mark.long  # fetches boardgame.io by npm
@pytest.mark.compiled
def test_both_servers_play_the_same_matches(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.server", "--quick", "--only", "speed", "--results", tmp_path / "found.json"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "found.json").read_text())
    assert {run["server"] for run in found["runs"]} == {
        "boardgame.io",
        "motherlode",
        "motherlode without words",
        "motherlode without views",
        "motherlode, two workers",
    }
    assert all(run["moves_per_second"] > 0 and run["p99_ms"] >= run["p50_ms"] > 0 for run in found["runs"])
    assert len(found["rows"]) == 36
