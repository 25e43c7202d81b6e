"""Second maps and drawn caverns: R2.9, R2.10, and what in R3.3 and R11.6 is said of them."""

import hashlib
import tomllib
from pathlib import Path

import pytest

import motherlode
from motherlode.core.errors import BadInput, Code
from motherlode.games.rockport_caverns import components
from motherlode.games.rockport_caverns.components import (
    DRAWN,
    EXITS,
    ROOMS,
    SETS,
    cavern,
    drawn_caverns,
    plan_of,
    read_map,
)
from motherlode.games.rockport_caverns.sketches import read_sketch, write_sketch

from .reference import hexes_of

# Records say nothing of these files (R13.2 is of `data` alone): who changes one of them breaks matches of before.
FROZEN = {
    "set2/map1.toml": "af0099d9a07c78c9",
    "set2/map2.toml": "a11541082ddbc199",
}
FIRST_DRAWN = "5e030ec98c6ea613"
NUM_FIRST_DRAWN = 3
DIGESTS = {(1, "easy"): "3b8bfeb562680775", (2, "hard"): "1d0bf864be0a878f"}  # of records before there were sets

FOLDER = Path(components.__file__).parent
NUMBERS = range(1, len(drawn_caverns()) + 1)
PLANS = {f"map {number}": cavern(number, 2) for number in (1, 2)} | {f"cavern {n}": cavern(1, 0, n) for n in NUMBERS}


def game(**options):
    return motherlode.game("rockport_caverns", **options)


def in_short(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("path", FROZEN)
def test_r2_9_maps_of_a_set_never_change(path):
    assert in_short((FOLDER / path).read_text(encoding="utf-8")) == FROZEN[path]


def test_r2_10_drawn_caverns_never_change():
    first = tomllib.loads(DRAWN.read_text(encoding="utf-8"))["caverns"][:NUM_FIRST_DRAWN]
    assert in_short(str([sorted(one.items()) for one in first])) == FIRST_DRAWN


@pytest.mark.parametrize(("number", "rocks"), DIGESTS)
def test_r2_9_records_of_before_keep_their_digest(number, rocks):
    assert game(map=number, rocks=rocks).digest == DIGESTS[number, rocks]
    assert game(map=number, rocks=rocks, set=1, drawn=0).digest == DIGESTS[number, rocks]
    assert game(map=number, rocks=rocks, set=2).digest != DIGESTS[number, rocks]
    assert game(map=number, rocks=rocks, drawn=1).digest != DIGESTS[number, rocks]


@pytest.mark.parametrize("number", [1, 2])
def test_r2_9_a_set_has_both_maps_with_their_rooms_and_exits(number):
    plan = plan_of(game(set=2, map=number).box)
    assert plan == read_map(number, SETS[2] / f"map{number}.toml")
    assert sorted(one.name for one in plan.hexes.values() if one.kind == "room") == sorted(ROOMS[number])
    assert sum(plan.water) == sum(game(set=2, map=number).options.circles or plan.water) == 16


@pytest.mark.parametrize("name", PLANS)
def test_r2_9_r2_10_rocks_water_and_the_lamp_are_as_said(name):
    plan = PLANS[name]
    assert plan.rocks == [2, 3, 2, 2, 2, 1]
    assert plan.rounds == 24
    assert plan.marked_row == 2
    assert 15 <= sum(plan.water) <= 20


@pytest.mark.parametrize("number", NUMBERS)
def test_r2_10_a_drawn_cavern_is_played_whatever_map_and_set_are_chosen(number):
    form = drawn_caverns()[number - 1].form
    for options in ({}, {"map": 2, "set": 2}):
        box = game(drawn=number, **options).box
        assert (int(box[0].map), int(box[0].set), int(box[0].drawn)) == (form, 0, number)
        assert plan_of(box).title == f"Cavern {number}"
    exits = [one for one in plan_of(box).hexes.values() if one.kind == "exit"]
    assert sorted("left" if one.across < 0 else "right" for one in exits) == sorted(EXITS[form])


def test_r2_10_a_number_that_there_is_not_is_refused():
    with pytest.raises(BadInput) as caught:
        game(drawn=len(NUMBERS) + 1)
    assert caught.value.code == Code.BAD_OPTION
    assert f"caverns are drawn up to {len(NUMBERS)}" in str(caught.value)


@pytest.mark.parametrize("name", [*PLANS, "first map 1", "first map 2"])
def test_r2_10_a_sketch_says_all_that_a_file_says(name):
    plan = cavern(int(name[-1])) if name.startswith("first") else PLANS[name]
    sketch = write_sketch(plan.hexes.values())
    found = {(one["row"], one["across"]): one for one in read_sketch(sketch)}
    assert found.keys() == {(one.row, one.across) for one in plan.hexes.values()}
    for one in plan.hexes.values():
        told = found[one.row, one.across]
        assert (told["kind"], told["name"]) == (one.kind, one.name)
        assert set(told["paths"].split()) == set(one.paths.split())


@pytest.mark.parametrize("number", NUMBERS)
def test_r2_10_the_twin_reads_sketches_in_another_way_and_finds_the_same(number):
    sketch = drawn_caverns()[number - 1].sketch
    ours = {(one["row"], one["across"]): set(one["paths"].split()) for one in read_sketch(sketch)}
    twins = {(one["row"], one["across"]): set(one["paths"].split()) for one in hexes_of(sketch.strip("\n").split("\n"))}
    assert ours == twins


@pytest.mark.parametrize("options", [{"set": 2, "map": 1}, {"set": 2, "map": 2}, {"drawn": 1}], ids=str)
def test_r3_3_row_2_of_the_second_maps_costs_a_life(options):
    play = game(**options)
    plan = plan_of(play.box)
    low, side, high = next(
        (place, side, other)
        for place, one in plan.hexes.items()
        for side, other in plan.paths[place].items()
        if one.row == 3 and plan.hexes[other].row == 2 and plan.hexes[other].kind == "passage"
    )
    where = f"start-1 | at {plan.names[low]} | life 4 | friend - life 4 | stored 1 | re-rolls 3 | water 1 | round 1"
    match = play.start(seed=1, position=f"{where} | turn 2 | next act")
    match.play(f"go {plan.names[high]}")
    assert int(match.position[0].life) == 3
    assert int(match.position[0].here) == high
    assert side in plan.paths[low]


def test_r11_6_the_lamp_goes_out_after_24_rounds_or_sooner_if_that_is_chosen():
    assert int(game(set=2).box[0].most_rounds) == int(game(drawn=1).box[0].most_rounds) == 24
    assert int(game(set=2, most_rounds=10).box[0].most_rounds) == 10
    assert int(game().box[0].most_rounds) == 60
