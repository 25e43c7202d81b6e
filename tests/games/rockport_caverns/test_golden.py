"""Recorded matches that must replay for ever; their actions are never regenerated: a break is a new rules version."""

from pathlib import Path

import pytest

import motherlode
from golden import check_golden, check_known

FOLDER = Path(__file__).parent / "replays"

# What each file is, so that no edit goes unseen: the hash of its bytes, and the end of its story.
GOLDEN = {
    "map1-drowned": (
        "66063c4193f3dbc3",
        "Lost in round 9 before the friend was heard: the water rose over Ada, in row 4.",
    ),
    "map1-full": ("d924e386398870aa", "Lost in round 13: the caverns are full of water."),
    "map1-won": (
        "b313fbc03ebd5469",
        "Ada and the friend get out by exit 1 in round 8, with 6 and 4 life and the water at 6 of 11.",
    ),
    "map2-dead": ("f8bacbefb772ca39", "Lost in round 14: Ada has no life left."),
    "map2-friend-drowned": ("82976e606e7efc0e", "Lost in round 9: the water rose over the friend, in row 3."),
    "map2-won": (
        "9702cb9cba920d69",
        "Ada and the friend get out by exit 1 in round 7, with 6 and 6 life and the water at 7 of 9.",
    ),
}


def test_every_golden_record_is_known():
    check_known(FOLDER, GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_record_replays_and_verifies(name):
    path = FOLDER / f"{name}.txt"
    assert check_golden(path, *GOLDEN[name]).record() == path.read_text(encoding="utf-8")


def test_recorded_matches_end_in_different_ways():
    endings = {motherlode.replay(file.read_text()).view().position.ending for file in FOLDER.glob("*.txt")}
    assert {"won", "drowned", "friend drowned", "dead", "full"} <= endings
