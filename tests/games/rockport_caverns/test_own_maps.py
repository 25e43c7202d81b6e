"""R13.2: maps that designers give as an option: played by the same rules, refused where they break R2."""

import copy
import tomllib

import numpy as np
import pytest

import motherlode
from motherlode.conformance.lockstep import play_game
from motherlode.core.errors import BadInput, Code
from motherlode.games.rockport_caverns import GAME
from motherlode.games.rockport_caverns.components import DATA, OWN_MAP, ROOM_NAMES, plan_of

from . import lockstep


def printed(number: int) -> dict:
    return tomllib.loads((DATA / f"map{number}.toml").read_text(encoding="utf-8"))


def own() -> dict:
    """Map 2 without the Patriot's Rock, with a third way out on the left of row 2, where its passage was."""
    made = printed(2)
    made["title"] = "Three doors"
    for hex_ in made["hexes"]:
        if hex_.get("name") == "The Patriot's Rock":
            del hex_["name"]
            hex_["kind"] = "passage"
        if (hex_["row"], hex_["across"]) == (2, 0):
            hex_["kind"] = "exit"
    return made


@pytest.mark.parametrize("number", [1, 2])
def test_r13_2_a_printed_map_given_as_an_option_is_the_same_box(number):
    ours, given = (
        motherlode.game("rockport_caverns", map=number),
        motherlode.game("rockport_caverns", map=printed(number)),
    )
    different = [name for name in GAME.box.names if not np.array_equal(ours.box[name], given.box[name])]
    assert different == ["map", "set"]
    assert given.box[0].map == OWN_MAP
    assert ours.digest != given.digest
    told, plan = plan_of(given.box), plan_of(ours.box)
    assert (told.names, told.paths, told.rocks, told.water) == (plan.names, plan.paths, plan.rocks, plan.water)
    assert {place: hex_.name for place, hex_ in told.hexes.items()} == {
        place: hex_.name for place, hex_ in plan.hexes.items()
    }


def test_r13_2_an_own_map_has_the_rooms_and_exits_that_it_likes():
    game = motherlode.game("rockport_caverns", map=own())
    names = plan_of(game.box).names.values()
    assert {"exit-1", "exit-2", "exit-3", "den", "nest", "pouch", "ammo"} <= set(names)
    assert "rock" not in names
    assert game.box[0].rooms[ROOM_NAMES.index("The Patriot's Rock")] == -1
    match = game.start(seed=4)
    assert match.seen(0).map == OWN_MAP
    record = match.record()
    assert motherlode.replay(record).ruleset.digest == game.digest


@pytest.mark.parametrize("seed", range(6))
def test_r13_2_an_own_map_is_played_as_the_twin_plays_it(seed):
    random = np.random.default_rng(seed)
    game = motherlode.game("rockport_caverns", map=own(), bear=bool(seed % 2))
    play_game(game, lockstep.new, lambda _, choices: choices[random.integers(len(choices))])


def change(made: dict, row: int, across: int, **fields: object) -> dict:
    next(each for each in made["hexes"] if (each["row"], each["across"]) == (row, across)).update(fields)
    return made


REFUSED = {
    'there is no room "Bear\'s Den"': lambda made: change(made, 2, 6, kind="passage", name=""),
    "is not one of": lambda made: change(made, 2, 6, name="The Cellar"),
    "an exit is at the end of its row": lambda made: change(made, 2, 8, kind="exit"),
    "no two routes": lambda made: change(made, 7, 1, paths="NE"),
    "leads nowhere": lambda made: change(made, 1, 11, paths="SE E"),
    "field 'title'": lambda made: made | {"title": "x" * 41},
    "field 'water'": lambda made: made | {"water": [1, 1, 1, 1, 1, 3]},
}


@pytest.mark.parametrize("why", sorted(REFUSED))
def test_r13_2_an_own_map_that_breaks_r2_is_refused_at_its_field(why):
    with pytest.raises(BadInput) as caught:
        motherlode.game("rockport_caverns", map=REFUSED[why](copy.deepcopy(own())))
    assert caught.value.code == Code.BAD_OPTION
    assert str(caught.value).startswith("bad option map: ")
    assert why in str(caught.value)
