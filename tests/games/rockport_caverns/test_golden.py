"""Recorded matches that must replay for ever; their actions are never regenerated: a break is a new rules version."""

import hashlib
from pathlib import Path

import pytest

import motherlode
from golden import check_golden, check_known, rules_of
from motherlode.core.errors import BadInput, Code
from motherlode.games.rockport_caverns import GAME as SPEC

FOLDER = Path(__file__).parent / "replays"

# What each file is, so that no edit goes unseen: the hash of its bytes, and the end of its story.
GOLDEN = {
    "v2-map1-drowned": ("31ac6f9c7e10d552", "Lost in round 7: the water rose over Ada, in row 4."),
    "v2-map1-full": ("14473623e69b0a53", "Lost in round 12: the caverns are full of water."),
    "v2-map1-trapped": (
        "3ff85e214c83412d",
        "Lost in round 5: Ada is trapped, rocks leave no way to the friend and out.",
    ),
    "v2-map1-trapped-unheard": (
        "26d246f0155d3f10",
        "Lost in round 2 before the friend was heard: Ada is trapped, rocks leave no way to row 2 and out.",
    ),
    "v2-map1-won": (
        "c84f36f04e49aa6e",
        "Ada and the friend get out by exit 1 in round 11, with 5 and 4 life and the water at 10 of 11.",
    ),
    "v2-map2-dead": ("e0391d44ad36f9e0", "Lost in round 11: Ada has no life left."),
    "v2-map2-friend-drowned": ("32ab1e317b6a625a", "Lost in round 7: the water rose over the friend, in row 3."),
    "v2-map2-trapped": (
        "5d9358b6c472eea6",
        "Lost in round 6: Ada is trapped, rocks leave no way to the friend and out.",
    ),
    "v2-map2-won": (
        "5c2c0c41440bf317",
        "Ada and the friend get out by exit 1 in round 13, with 5 and 5 life and the water at 12 of 25.",
    ),
}

# Of rules from before, which knew no traps.
OLD = {
    "map1-drowned": "66063c4193f3dbc3",
    "map1-full": "d924e386398870aa",
    "map1-won": "b313fbc03ebd5469",
    "map2-dead": "f8bacbefb772ca39",
    "map2-friend-drowned": "82976e606e7efc0e",
    "map2-won": "9702cb9cba920d69",
}


def test_every_golden_record_is_known():
    check_known(FOLDER, GOLDEN | OLD)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_record_replays_and_verifies(name):
    path = FOLDER / f"{name}.txt"
    assert check_golden(path, *GOLDEN[name]).record() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", OLD)
def test_a_record_of_older_rules_is_refused_by_its_version(name):
    path = FOLDER / f"{name}.txt"
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:16] == OLD[name]
    with pytest.raises(BadInput, match=f"rules version {rules_of(path)}; this is version {SPEC.version}") as caught:
        motherlode.replay(path.read_text(encoding="utf-8"))
    assert caught.value.code == Code.BAD_RECORD


def test_recorded_matches_end_in_different_ways():
    endings = {motherlode.replay((FOLDER / f"{name}.txt").read_text()).view().position.ending for name in GOLDEN}
    assert {"won", "drowned", "friend drowned", "dead", "full", "trapped"} <= endings
