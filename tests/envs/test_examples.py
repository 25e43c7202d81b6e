"""The examples run, and do what they say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import motherlode
from motherlode.core.registry import find_game
from motherlode.envs.gymnasium import env_id

from .variants import GAMES

ROOT = Path(__file__).parent.parent.parent
EXAMPLES, PAGE = ROOT / "examples", ROOT / "docs" / "research.md"


@pytest.fixture
def examples(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))


def test_random_agent():
    text = (EXAMPLES / "random_agent.py").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith(('"', "import", "print"))]
    assert len(lines) == 5
    assert text.split('"""')[2].strip() in PAGE.read_text()
    done = subprocess.run([sys.executable, EXAMPLES / "random_agent.py"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("scores by seat: [")


def test_openspiel_searches_beat_a_random_player_and_cfr_converges(examples):
    import openspiel_search

    assert openspiel_search.search_open_game(8, 30) > 0.25
    # OpenSpiel fills in hidden hands from a stream that no seed reaches: so many matches that luck hardly matters.
    assert openspiel_search.search_hidden_game(16, 20) > 0
    before, after = openspiel_search.solve(20)
    assert before > 0.3
    assert after < 0.06


def trained(env_id, num_steps):
    """The mean reward at the end of a match before and after training on progress; seeds are fixed."""
    command = [sys.executable, EXAMPLES / "train_ppo.py", "--id", env_id, "--rewards", "progress", "--steps", num_steps]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    before, after = map(float, re.findall(r"[+-][0-9.]+", done.stdout))
    return before, after


def test_ppo_learns_the_way_out_of_the_easier_caverns():
    before, after = trained("motherlode/RockportCavernsEasy-v2", 240)
    assert before < 0.1
    assert after > 0.35


@pytest.mark.parametrize(
    ("name", "num_steps"),
    [
        ("minecart_mayhem", 240),
        ("trap_the_cap", 240),
        pytest.param("madcap", 480, marks=pytest.mark.long),
        pytest.param("madstone", 480, marks=pytest.mark.long),
    ],
)
def test_ppo_learns_to_beat_a_random_player_at_the_easier_tables(name, num_steps):
    before, after = trained(env_id(find_game(name), is_easy=True), num_steps)
    assert abs(before) < 0.2  # two random players are even, about
    assert after > before + 0.15


def test_the_page_for_researchers_is_up_to_date(monkeypatch):
    monkeypatch.syspath_prepend(str(PAGE.parent))
    import make_research

    assert make_research.page() == PAGE.read_text(), "run python docs/make_research.py"


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_an_observation_is_on_the_page(name):
    game, text = motherlode.game(name), PAGE.read_text()
    part = text.split(f"### {game.spec.title}\n")[1].split("###")[0]
    for feature in game.features:
        assert f"| {feature.name} | " in part
    assert env_id(game.spec) in part
