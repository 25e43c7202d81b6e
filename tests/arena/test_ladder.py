"""The ladder in the docs: made from its files, and its games happen again."""

import importlib.util
import json
from pathlib import Path

import msgspec
import pytest

import motherlode
from motherlode.arena import playing
from motherlode.arena.fixtures import Fixture, Tournament
from motherlode.arena.playing import play_game
from motherlode.bots import make_bot
from motherlode.core.registry import find_game

DOCS = Path(__file__).parent.parent.parent / "docs"
FILES = sorted((DOCS / "ladder").glob("*.json"))
MAX_SECONDS = 10.0  # for one game, as its bots were timed; slower ones are played again by the long run


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def seconds(report, game):
    """About how long a game takes."""
    ms = {row["bot"]: row["ms_per_decision"] for row in report["standings"]}
    return game["num_actions"] * max(ms[bot] for bot in game["seating"]) / 1000


def is_current(path):
    """Whether a run was played by the rules of today; the page says of the others that they were not."""
    report = read(path)
    return report["rules"] == find_game(report["tournament"]["game"]).version


CURRENT = [path for path in FILES if is_current(path)]


def play_again(path, is_chosen, monkeypatch):
    report = read(path)
    then = report.get("then", {})  # what a level was that plays otherwise by now
    monkeypatch.setattr(
        playing, "make_bot", lambda name, *given, **more: make_bot(then.get(name, name), *given, **more)
    )
    tournament = msgspec.convert(report["tournament"], Tournament)
    ruleset = motherlode.game(tournament.game, tournament.seats, **tournament.options)
    assert (ruleset.spec.version, ruleset.digest) == (report["rules"], report["ruleset"])
    chosen = [game for game in report["games"] if is_chosen(seconds(report, game))]
    for game in chosen:
        result = play_game(ruleset, tournament, Fixture(game["block"], tuple(game["seating"])))
        again = {key: getattr(result, key) for key in ("scores", "winners", "num_actions", "digest")}
        assert again == {key: game[key] for key in again}, f"{game['seating']} with seed {game['chance_seed']}"
    return len(chosen)


def test_the_page_is_made_from_the_files():
    source = importlib.util.spec_from_file_location("make_ladder", DOCS / "make_ladder.py")
    make_ladder = importlib.util.module_from_spec(source)
    source.loader.exec_module(make_ladder)
    assert (DOCS / "ladder.md").read_text(encoding="utf-8") == make_ladder.write_page()


def test_the_page_says_which_runs_were_played_by_older_rules():
    text = (DOCS / "ladder.md").read_text(encoding="utf-8")
    assert text.count("these games are not played again") == len(FILES) - len(CURRENT)
    assert CURRENT


def test_every_game_is_on_the_ladder():
    played = {read(path)["tournament"]["game"] for path in FILES}
    assert played == {name for name in motherlode.game_names() if name != "pebbles"}


@pytest.mark.compiled
@pytest.mark.parametrize("path", CURRENT, ids=[path.stem for path in CURRENT])
def test_games_of_the_ladder_happen_again(path, monkeypatch):
    num_played = play_again(path, lambda cost: cost < MAX_SECONDS, monkeypatch)
    assert num_played > 0 or path.stem.startswith("trap_the_cap-2-")  # long games, of the strongest level


@pytest.mark.long
@pytest.mark.parametrize("path", CURRENT, ids=[path.stem for path in CURRENT])
def test_slow_games_of_the_ladder_happen_again(path, monkeypatch):
    play_again(path, lambda cost: cost >= MAX_SECONDS, monkeypatch)
