"""Recorded matches that must replay for ever; their actions are never regenerated: a break is a new rules version."""

from pathlib import Path

import pytest

import motherlode

REPLAYS = sorted((Path(__file__).parent / "replays").glob("*.txt"))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_recorded_matches_replay(path):
    text = path.read_text()
    found = motherlode.verify(text, path.name)
    assert found.has_proof
    assert found.match.record() == text
    assert found.match.is_over


def test_recorded_matches_end_in_different_ways():
    endings = {motherlode.replay(path.read_text()).view()["position"]["ending"] for path in REPLAYS}
    assert {"won", "drowned", "friend drowned", "dead"} <= endings
