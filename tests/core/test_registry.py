"""Which games there are."""

import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from motherlode.core import registry
from motherlode.core.errors import Code, NotFound
from motherlode.core.registry import find_game, game_names, register
from motherlode.games.madcap import GAME


@pytest.fixture
def known(monkeypatch):
    monkeypatch.setattr(registry, "_registered", dict(registry._registered))


def test_every_folder_of_games_is_a_game():
    assert "madcap" in game_names()
    assert game_names() == sorted(game_names())
    assert find_game("madcap") is GAME


def test_listing_games_imports_none_of_them():
    code = (
        "import sys, motherlode.core.registry as registry; registry.game_names(); "
        "sys.exit('motherlode.games.madcap' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("madcapp", "did you mean 'madcap'?"),
        ("Madcap", "did you mean 'madcap'?"),
        ("chess", "there are "),
        ("", "there are "),
    ],
)
def test_an_unknown_game_is_answered_with_a_guess_or_the_list(name, hint):
    with pytest.raises(NotFound) as caught:
        find_game(name)
    assert caught.value.code == Code.UNKNOWN_GAME
    assert str(caught.value).startswith(f"unknown game {name!r}: {hint}")


@pytest.mark.parametrize("name", ["madcap.kernels", "../madcap", "madcap/", "__init__", "os", "madcap\n"])
def test_no_other_module_is_taken_for_a_game(name):
    with pytest.raises(NotFound):
        find_game(name)


@pytest.mark.usefixtures("known")
def test_a_game_of_this_process_can_be_registered():
    other = register(replace(GAME, name="madcap_again"))
    assert find_game("madcap_again") is other
    assert "madcap_again" in game_names()


@pytest.mark.usefixtures("known")
def test_another_package_announces_a_game_by_an_entry_point(monkeypatch):
    entry = EntryPoint("elsewhere", "motherlode.games.madcap:GAME", "motherlode.games")
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry] if group == entry.group else [])
    assert "elsewhere" in game_names()
    assert find_game("elsewhere") is GAME
