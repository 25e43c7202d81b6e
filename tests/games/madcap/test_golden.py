"""Golden replays: records that were written once, and what they must always come to.

They are never regenerated. A broken one demands a new rules version (and stays, for the old one).
"""

import itertools
import json
from pathlib import Path

import pytest

import motherlode
from golden import check_golden, check_known
from motherlode.core.contract import CHANCE

from .reference import DISCARD, DOWN, UP, Madcap

FOLDER = Path(__file__).parent / "replays"

# What each file is, so that no edit goes unseen: the hash of its bytes, and the end of its story.
GOLDEN = {
    "ban_lifted_draw": ("378cbff0c6311b09", "A draw, 8-8 nuggets."),
    "discards": ("a1d1fa39775a8ce5", "Ada wins, 17-13 nuggets."),
    "fair_dice": ("e3d0579773a6e3bf", "Bo wins, 4-0 points after 2 games."),
    "from_position": ("65e413352c39da85", "Bo wins, 8-5 nuggets."),
    "match_of_3": ("8cbe104dfedcc133", "A draw, 3-3 points after 3 games."),
    "match_to_30_nuggets": ("26fea0deb77bf6de", "Bo wins, 33-18 nuggets."),
    "odd_numbers": ("3726e3d625ea5354", "A draw, 5-5 nuggets."),
    "resigned": ("c95e609ded013b30", "Ada resigns; Zoë: the #1 won."),
}


def read(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def twin_of(text):
    """The record told to the twin, line by line, with nothing of the engine."""
    head, body = text.split("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    twin = Madcap(**json.loads(header["options"]))
    if "position" in header:
        barrels, dice, *rest = header["position"].split(" | ")
        fields = dict(part.split(" ") for part in rest)
        for colour, level, faces in zip(twin.dice, barrels.split(), dice.split(), strict=True):
            twin.barrels[colour] = None if level[1:] == "-" else int(level[1:])
            twin.dice[colour] = [int(face) for face in faces[1:]]
            twin.turns += twin.dice_per_colour - len(faces[1:])
        twin.chosen_before = dict(zip("rkb", twin.dice, strict=True))[fields["not"]]
        twin.gold = [int(nuggets) for nuggets in fields["gold"].split("-")]
        twin.seat = int(fields["seat"]) - 1
    for line in body.splitlines():
        who, *what = line.split(" ")
        if who == "*":
            assert twin.next_colour() == what[0]
            twin.roll(int(what[1]))
        elif what != ["resigns"]:
            assert twin.seat == int(who) - 1
            colour, face, way = (
                what[0],
                int(what[1]),
                {"in": UP, "up": UP, "down": DOWN, "discard": DISCARD}[what[2]],
            )
            if (colour, face, way) not in twin.legal():  # one action by two names
                assert twin.stop(colour, face, UP) == twin.stop(colour, face, DOWN)
                way = UP
            twin.play((colour, face, way))
    return twin, header


def test_every_golden_record_is_known():
    check_known(FOLDER, GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_record_replays_and_verifies(name):
    check_golden(FOLDER / f"{name}.txt", *GOLDEN[name])


@pytest.mark.parametrize("name", GOLDEN)
def test_the_twin_comes_to_the_same_end(name):
    twin, header = twin_of(read(name))
    match = motherlode.replay(read(name))
    assert twin.gold == match.position["gold"][0].tolist()
    assert [level or 0 for level in twin.barrels.values()] == match.position["level"][0].tolist()
    if match.resigned is None:
        assert twin.is_over
        assert "-".join(map(str, twin.points if twin.games > 1 else twin.total)) == header["result"]
        assert twin.winners() == match.winners


def test_the_golden_records_tell_of_the_rare_cases():
    stories = {name: " ".join(motherlode.replay(read(name)).story()) for name in GOLDEN}
    assert stories["discards"].count("can move nothing and discards") == 2
    assert "BOOM-BOOM!" in stories["discards"]
    assert "in on level 5: BOOM!" in stories["discards"]
    lifted = motherlode.replay(read("ban_lifted_draw"))
    chosen = [entry.text.split()[0] for entry in lifted.log if entry.actor != CHANCE]
    assert any(before == after for before, after in itertools.pairwise(chosen))
    assert lifted.winners == [0, 1]
    assert "Game 2 ends" in stories["match_of_3"]
    assert "Game 5 ends" in stories["match_to_30_nuggets"]
    assert motherlode.replay(read("resigned")).resigned == 0
    assert not motherlode.replay(read("from_position")).is_from_start
