"""The examples run, and do what they say."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))


def test_random_agent():
    lines = [
        line
        for line in (EXAMPLES / "random_agent.py").read_text().splitlines()
        if line and not line.startswith(('"', "import", "print"))
    ]
    assert len(lines) == 5
    done = subprocess.run([sys.executable, EXAMPLES / "random_agent.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("scores by seat: [")


def test_openspiel_searches_beat_a_random_player_and_cfr_converges(examples):
    import openspiel_search

    assert openspiel_search.search_open_game(8, 30) > 0.25
    assert openspiel_search.search_hidden_game(4, 15) > 0
    before, after = openspiel_search.solve(20)
    assert before > 0.3
    assert after < 0.06
