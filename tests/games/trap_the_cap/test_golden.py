"""Golden replays: records that were written once, and what they must always come to.

They are never regenerated. A broken one demands a new rules version (and stays, for the old one).
"""

import json
from pathlib import Path

import pytest

import motherlode
from golden import check_golden, check_known

from .comparing import of_twin, pair, told

FOLDER = Path(__file__).parent / "replays"
# What each file is, so that no edit goes unseen: the hash of its bytes, and the end of its story.
GOLDEN = {
    "basic_most": ("38be5f786679ade5", "Ada (green) wins. Caps trapped: green 3, blue 0."),
    "basic_last_classic": ("79ba8be473435be8", "Bo (red) wins with the last free caps."),
    "six_players_to_the_cap": (
        "2176d976f01de37c",
        "The cap on turns ends the game, and captives kept in bases decide. Cy (blue) wins. "
        "Caps trapped: green 0, red 0, blue 1, yellow 0, purple 0, orange 0.",
    ),
    "team_fewest": (
        "822e9725a89aeeac",
        "Ada (green) and Cy (blue) win. Caps still free: green 4, red 0, blue 4, yellow 0.",
    ),
    "total_most": (
        "6263b2b66e46cdad",
        "Ada (green) and Cy (blue) win. Caps trapped: green 4, red 0, blue 4, yellow 0.",
    ),
    "tower": ("ff6578b8afca6447", "Ada (green) wins with the last free caps."),
    "golden": ("ed64bf34c70d37a0", "Bo (blue) wins with the Golden Cap."),
    "golden_most_odd_board": ("fd90edb276e9f0e5", "Ada (green) wins. Caps trapped: green 5, red 2, blue 0."),
}


def read(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_golden_record_is_known():
    check_known(FOLDER, GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_record_replays_and_verifies(name):
    match = check_golden(FOLDER / f"{name}.txt", *GOLDEN[name])
    assert match.record() == read(name)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_twin_comes_to_the_same_end(name):
    head, body = read(name).split("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    match = motherlode.replay(read(name))
    game, twin = pair(match.ruleset.seats, **json.loads(header["options"]))
    for line in body.strip().splitlines():
        who, _, what = line.partition(" ")
        if who == "*":
            twin.throw(int(what.removeprefix("throws ")))
        else:
            assert twin.colours.index(twin.mover) == int(who) - 1
            twin.play(what)
    assert told(game, match.position) == of_twin(twin)
    assert twin.scores() == match.scores


def test_the_golden_records_tell_of_the_rare_cases():
    stories = {name: " ".join(motherlode.replay(read(name)).story()) for name in GOLDEN}
    assert "is free again" in stories["basic_most"]
    assert "it comes out on" in stories["basic_most"]
    assert "free again" in stories["team_fewest"]
    assert "does not throw again" in " ".join(stories.values())
    assert "turns on" in stories["golden"]
    assert "stays in its base" in stories["golden_most_odd_board"]
    assert "the Golden Cap now plays for" in stories["golden"]
