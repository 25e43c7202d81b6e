"""`motherlode play` on a new machine: nobody waits for a compiler."""

import pytest

from cold import OURS, NewMachine, new_machine  # noqa: F401  (a fixture)
from motherlode.core.registry import find_game

WARM = "is warming up, once on this machine, and plays simpler for the first moves."


@pytest.mark.parametrize("name", OURS)
def test_a_match_is_the_same_before_and_after_machine_code_arrives(name, run, tmp_path, new_machine: NewMachine):  # noqa: F811
    players = ",".join(["human"] * find_game(name).seats[0])
    words = ("play", name, "--seed", 7, "--players", players, "--words", "--save")
    typed = ["1"] * 12
    plain, compiled = tmp_path / "plain", tmp_path / "compiled"
    assert run(*words, plain, typed=typed).code == 0
    assert new_machine.compilers
    new_machine.finish()
    assert run(*words, compiled, typed=typed).code == 0
    assert plain.read_text() == compiled.read_text()
    assert len(plain.read_text().splitlines()) > 12


def test_a_bot_says_that_it_is_warming_up_and_plays(run, new_machine: NewMachine):  # noqa: F811
    shown = run("play", "madcap", "--players", "human:Ada,exact", "--words", typed=["1", "1", "1", "1", "hint"])
    assert f"exact {WARM}" in shown.out
    assert "no hints yet" in shown.out
    assert shown.out.count("Your turn, Ada.") >= 2
    new_machine.finish()
    assert WARM not in run("play", "madcap", "--players", "human:Ada,exact", "--words", typed=["1", "1"]).out


def test_who_gives_a_seed_or_only_watches_has_bots_at_full_strength(run, new_machine: NewMachine):  # noqa: F811
    assert WARM not in run("play", "madcap", "--seed", 7, "--players", "human,foreman", typed=["quit"]).out
    assert WARM not in run("play", "madcap", "--players", "foreman,greedy", "--words").out
