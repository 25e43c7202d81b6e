"""Golden replays: records that were written once, and what they must always come to.

They are never regenerated. A broken one demands a new rules version (and stays, for the old one).
"""

import json
from pathlib import Path

import pytest

import motherlode
from golden import check_golden, check_known, check_refused, replay_as_now

from .reference import Madstone

FOLDER = Path(__file__).parent / "replays"

# What each file is, so that no edit goes unseen: the hash of its bytes, and the end of its story.
GOLDEN = {
    "four_random": (
        "4570cc7ca589bd5d",
        "Player 3 wins. Points: Player 1 27, Player 2 27, Player 3 39, Player 4 26.",
    ),
    "gold_first": ("450278e0a73d79af", "Player 1 wins. Points: Player 1 8, Player 2 3."),
    "two_random": ("2996acf96e968331", "Player 2 wins. Points: Player 1 35, Player 2 48."),
}
# Those of version 1 of the rules: the same game, in which it was open which cards were dealt (R12.3).
GOLDEN_1 = {
    "fair_dice": ("6c2040e5493431b4", "Bo wins. Points: Ada 44, Bo 62."),
    "four_greedy": ("c3674b930eb3890a", "Bo wins. Points: Ada 22, Bo 28, Cleo 21, Dan 23."),
    "from_position": ("fea5fe9eea62ff05", "Player 1 wins. Points: Player 1 17, Player 2 6."),
    "own_card": (
        "058bd51a507ad251",
        "After 4 rounds the game is scored. Player 1 and Player 2 share the win. Points: Player 1 8, Player 2 8.",
    ),
    "resigned": ("340318448ce90ade", "Bo resigns; Ada and Cleo won."),
    "three_random": ("98b281cfebd372c3", "Zoë: the #1 wins. Points: Zoë: the #1 51, Bo 42, Cleo 38."),
}
FROM_START = [name for name in [*GOLDEN, *GOLDEN_1] if name not in {"from_position", "gold_first"}]


def read(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def words_of(who, what):
    """A line of a record in the twin's words."""
    verb, _, rest = what.partition(" ")
    if who == "*":
        if verb == "start":
            return "start", int(rest.removeprefix("seat ")) - 1
        return ("darkness",) if rest == "Darkness Falls" else ("card", rest)
    if what in {"draw", "darkness", "lift", "gold first"}:
        return (what,)
    if what == "end turn":
        return ("end",)
    if what.startswith("target seat "):
        return "rob", int(what[-1]) - 1
    return ("aim" if verb == "target" else verb), rest


def twin_of(text):
    """The record told to the twin, line by line, with nothing of the engine."""
    head, body = text.split("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    twin = Madstone(int(header["seats"]), json.loads(header["options"]))
    for line in body.splitlines():
        who, what = line.split(" ", 1)
        if what == "resigns":
            break
        words = words_of(who, what)
        assert words in (twin.chances() if who == "*" else twin.legal())
        twin.take(words)
    return twin, header


def test_every_golden_record_is_known():
    check_known(FOLDER, GOLDEN | GOLDEN_1)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_record_replays_and_verifies(name):
    check_golden(FOLDER / f"{name}.txt", *GOLDEN[name])


@pytest.mark.parametrize("name", GOLDEN_1)
def test_a_golden_record_of_version_1_is_refused_by_name(name):
    check_refused(FOLDER / f"{name}.txt", GOLDEN_1[name][0], 1)


def replayed(name):
    """The match of a record; of one of version 1 under the rules of now, since nothing that is played has changed."""
    return replay_as_now(read(name), 2) if name in GOLDEN_1 else motherlode.replay(read(name))


@pytest.mark.parametrize("name", GOLDEN_1)
def test_what_was_played_by_version_1_is_played_by_version_2(name):
    assert replayed(name).conclusion == GOLDEN_1[name][1]


@pytest.mark.parametrize("name", FROM_START)
def test_the_twin_comes_to_the_same_end(name):
    twin, header = twin_of(read(name))
    match = replayed(name)
    now = match.position[0]
    assert int(now.turn_number) == twin.turn
    assert [int(red) for red in now.red[: len(twin.players)]] == [player.red for player in twin.players]
    if match.resigned is None:
        assert "-".join(map(str, twin.result)) == header["result"]


def test_the_golden_records_tell_of_the_rare_cases():
    matches = {name: replayed(name) for name in [*GOLDEN, *GOLDEN_1]}
    stories = {name: " ".join(match.story()) for name, match in matches.items()}
    assert "plays Darkness Falls" in stories["four_greedy"]
    assert "lifts the darkness" in stories["three_random"]
    assert any("poison token" in story for story in stories.values())
    assert "That was the last card" in stories["fair_dice"]
    assert matches["resigned"].resigned == 1
    assert not matches["from_position"].is_from_start
    gold_first = matches["gold_first"]
    assert "**" in gold_first.ruleset.spec.notation.write_position(gold_first.ruleset.box, gold_first.position_at(1))
