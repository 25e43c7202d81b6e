"""Games to start matches from: names, seats, options and where chance comes from."""

import pytest

import motherlode
from motherlode.core.chance import FairChance, ScriptedChance, SeededChance
from motherlode.core.errors import BadInput, Code, NotFound
from motherlode.core.reading import MAX_SEED


def test_an_unknown_game_is_answered_with_a_guess():
    with pytest.raises(NotFound, match=r"^unknown game 'madcapp': did you mean 'madcap'\?$") as caught:
        motherlode.game("madcapp")
    assert caught.value.code == Code.UNKNOWN_GAME


@pytest.mark.parametrize("seats", [-1, 0, 1, 3, 100])
def test_a_wrong_number_of_seats_is_answered_with_the_right_one(seats):
    with pytest.raises(BadInput, match=rf"^Madcap with {seats} seats: it has 2$") as caught:
        motherlode.game("madcap", seats)
    assert caught.value.code == Code.WRONG_SEATS


def test_seats_may_be_given_or_left_out():
    assert motherlode.game("madcap").seats == motherlode.game("madcap", 2).seats == 2


def test_an_unknown_option_is_answered_with_those_there_are():
    with pytest.raises(BadInput, match=r"^unknown option 'level': madcap has levels, dice, faces, gold, ") as caught:
        motherlode.game("madcap", level=3)
    assert caught.value.code == Code.UNKNOWN_OPTION


def test_a_designers_file_changes_the_game(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("dice = 2\ngold = [7, 6, 5, 4, 3, 2, 1]\n")
    game = motherlode.game("madcap", data=file)
    assert (game.options.dice, game.options.gold[0], game.options.levels) == (2, 7, 7)
    assert motherlode.game("madcap", data=str(file), dice=3).options.dice == 3
    assert motherlode.replay(game.start(seed=1).record()).ruleset.digest == game.digest


def test_a_ruleset_is_named_by_its_content():
    names = {motherlode.game("madcap", **options).digest for options in ({}, {"dice": 3}, {"games": 2}, {"nuggets": 9})}
    assert len(names) == 4
    assert motherlode.game("madcap", dice=4).digest == motherlode.game("madcap").digest


def test_a_box_cannot_be_changed_by_accident():
    with pytest.raises(ValueError, match="read-only"):
        motherlode.game("madcap").box["dice"] = 3


def test_chance_comes_from_a_seed_a_table_or_a_script():
    game = motherlode.game("madcap")
    assert game.start(seed=5).chance.seed == 5
    assert isinstance(game.start().chance, SeededChance)
    assert isinstance(game.start(table="t").chance, FairChance)
    assert isinstance(game.start(script=[0]).chance, ScriptedChance)


def test_the_same_seed_rolls_the_same_dice():
    game = motherlode.game("madcap")
    assert game.start(seed=5).log == game.start(seed=5).log
    assert len({tuple(game.start(seed=seed).log) for seed in range(50)}) == 50
    assert game.start(seed=MAX_SEED).log == game.start(seed=MAX_SEED).log


def test_a_match_without_a_seed_can_still_be_replayed():
    match = motherlode.game("madcap").start()
    assert motherlode.verify(match.record()).has_proof


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_has_bounds(seed):
    with pytest.raises(BadInput, match=rf"^seed {seed}: must be from 0 to {MAX_SEED}$") as caught:
        motherlode.game("madcap").start(seed=seed)
    assert caught.value.code == Code.BAD_CHOICE


def test_fair_dice_take_no_seed():
    with pytest.raises(BadInput, match="^seed 7 and table 't': fair dice have a secret seed of their own$"):
        motherlode.game("madcap").start(seed=7, table="t")


def test_a_bad_position_starts_nothing():
    with pytest.raises(BadInput, match="^unreadable position 'r9': ") as caught:
        motherlode.game("madcap").start(position="r9")
    assert caught.value.code == Code.UNREADABLE_POSITION
