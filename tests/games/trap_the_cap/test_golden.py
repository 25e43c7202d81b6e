"""Golden replays: records that were written once, and what they must always come to.

They are never regenerated. A broken one demands a new rules version (and stays, for the old one).
"""

import hashlib
import json
from pathlib import Path

import pytest

import motherlode
from golden import check_golden, check_known
from motherlode.core.errors import BadInput, Code

from .comparing import of_twin, pair, told

FOLDER = Path(__file__).parent / "replays"
# What each file is, so that no edit goes unseen: the hash of its bytes, and the end of its story.
GOLDEN = {
    "v2-basic_most": ("5dfb2407916d227a", "Bo (blue) wins. Caps trapped: green 0, blue 3."),
    "v2-golden": ("c546f9ea6c881405", "Ada (green) wins with the Golden Cap."),
    "v2-golden_most_odd_board": ("3476fcc2835af62d", "Ada (green) wins. Caps trapped: green 6, red 0, blue 0."),
    "v2-golden_stays_home": ("d0150df149f1259d", "Ada (green) wins. Caps trapped: green 5, red 0, blue 1."),
    "v2-team_fewest": (
        "e1cab9ef6729891e",
        "Bo (red) and Di (yellow) win. Caps still free: green 0, red 6, blue 0, yellow 6.",
    ),
}
# Those of version 1, whose Golden Cap could reach one effect in several ways; all else is played as it was.
OLD = {
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
SAME = [name for name in OLD if "golden" not in name]


def read(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_golden_record_is_known():
    check_known(FOLDER, GOLDEN | OLD)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_record_replays_and_verifies(name):
    match = check_golden(FOLDER / f"{name}.txt", *GOLDEN[name])
    assert match.record() == read(name)


@pytest.mark.parametrize("name", OLD)
def test_a_record_of_version_1_is_refused_by_name(name):
    path = FOLDER / f"{name}.txt"
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:16] == OLD[name][0]
    with pytest.raises(BadInput, match="rules version 1; this is version 2 of the rules") as caught:
        motherlode.replay(read(name))
    assert caught.value.code == Code.BAD_RECORD


def played(name):
    """The match of a record, and the twin's game of it, whatever version wrote it."""
    head, body = read(name).split("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    game, twin = pair(int(header["seats"]), **json.loads(header["options"]))
    match = game.start(
        seed=int(header["chance"].removeprefix("seed ")),
        names=[header[f"player {seat + 1}"] for seat in range(game.seats)],
    )
    for line in body.strip().splitlines():
        who, _, what = line.partition(" ")
        if who == "*":
            twin.throw(int(what.removeprefix("throws ")))
        else:
            assert twin.colours.index(twin.mover) == match.to_act == int(who) - 1
            twin.play(what)
            match.play(what)
    assert match.record().split("\n\n")[1] == body
    return match, twin


@pytest.mark.parametrize("name", [*GOLDEN, *SAME])
def test_the_twin_comes_to_the_same_end(name):
    match, twin = played(name)
    assert match.conclusion == (GOLDEN | OLD)[name][1]
    assert told(match.ruleset, match.position) == of_twin(twin)
    assert twin.scores() == match.scores


def test_the_golden_records_tell_of_the_rare_cases():
    stories = {name: " ".join(played(name)[0].story()) for name in (*GOLDEN, *SAME)}
    assert "is free again" in stories["basic_most"]
    assert "it comes out on" in stories["basic_most"]
    assert "free again" in stories["team_fewest"]
    assert "does not throw again" in " ".join(stories.values())
    assert "turns on" in stories["v2-golden"]
    assert "stays in its base" in stories["v2-golden_stays_home"]
    assert "the Golden Cap now plays for" in stories["v2-golden"]
