"""Golden replays: records that were written once, and what they must always come to.

They are never regenerated. A broken one demands a new rules version (and stays, for the old one).
"""

import json
from pathlib import Path

import pytest

import motherlode
from golden import check_golden, check_known, check_refused, replay_as_now

from .reference import Card, Mayhem, Rail

FOLDER = Path(__file__).parent / "replays"
KINDS = dict(zip("RDSKXW", ("rail", "dynamite", "stalactite", "rocket", "double", "swap"), strict=True))

# What each file is, so that no edit goes unseen: the hash of its bytes, and the end of its story.
GOLDEN = {
    "long_lanes": ("1f3efc691e2bc201", "Player 1 is the last one standing and wins in round 15."),
    "old_cards": ("04b5a8ec5c08f34e", "Player 3 is the last one standing and wins in round 11."),
    "proven_from_position": ("d4d7431e1dd1ae84", "Player 2 is the last one standing and wins in round 3."),
    "proven_hands": ("0a4f7c4664bfdba4", "Player 2 is the last one standing and wins in round 11."),
}
# Those of version 1 of the rules: the same game, without R12.4.
GOLDEN_1 = {
    "fair_dice": ("9b591ab64387c005", "Ada is the last one standing and wins in round 2."),
    "four_greedy": ("d940be3b3e2fb9ee", "Cleo is the last one standing and wins in round 10."),
    "from_position": ("c76337f83ee2956c", "Player 2 is the last one standing and wins in round 6."),
    "odd_numbers": ("87a894cc331fb3c3", "After 4 rounds Zoë: the #1 and Bo still stand and share a draw."),
    "resigned": ("3a1eec0af414456f", "Bo resigns; Ada and Cleo won."),
    "shared_draw": ("f16bc8f31d7eb133", "Player 1 and Player 2 fall together in round 5 and share a draw."),
    "small_deck": ("a137adc48dcf78c8", "Player 4 is the last one standing and wins in round 8."),
}


def read(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def set_position(twin, text):
    """Put a position with two lanes into the twin: hands with the age of their cards, stones and the discard pile."""
    for part in text.split(" | "):
        word, *rest = part.split()
        if word == "lane" and rest[1] != "-":
            first, last = map(int, rest[2].split("-"))
            player = twin.players[int(rest[4]) - 1]
            player.lane, player.row = int(rest[0]), int(rest[6])
            twin.lanes[player.lane] = {row: Rail(Card("rail")) for row in range(first, last + 1)}
            for row in rest[8:]:
                twin.lanes[player.lane][int(row)].stalactites.append(take(twin, "stalactite"))
        elif word == "hand":
            for group in rest[1:]:
                letters, _, age = group.partition("!")[0].partition("@")
                for letter in letters:
                    card = take(twin, KINDS[letter])
                    card.pile = -int(age or 0)
                    twin.players[int(rest[0]) - 1].hand.append(card)
        elif word == "discard":
            for group in rest:
                twin.discard += [take(twin, KINDS[group[0]]) for _ in range(int(group[1:]))]
    twin.begin_round()


def take(twin, kind):
    card = next(card for card in twin.pile if card.kind == kind)
    twin.pile.remove(card)
    return card


def twin_of(text):
    """The record told to the twin, line by line, with nothing of the engine."""
    head, body = text.split("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    options = json.loads(header["options"])
    deck = {key[:-6]: count for key, count in options.items() if key.endswith("_cards")}
    values = {key[:-6]: count for key, count in options.items() if key.endswith("_value")}
    rest = {key: count for key, count in options.items() if not key.endswith(("_cards", "_value"))}
    twin = Mayhem(int(header["seats"]), deck=deck, values=values, **rest)
    if "position" in header:
        set_position(twin, header["position"])
    for line in body.splitlines():
        who, what = line.split(" ", 1)
        if what == "resigns":
            break
        if who == "*":
            assert what in twin.chances()
        else:
            assert twin.actor.number == int(who)
            assert what in twin.legal()
        twin.take(what)
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


@pytest.mark.parametrize("name", [*GOLDEN, *GOLDEN_1])
def test_the_twin_comes_to_the_same_end(name):
    twin, header = twin_of(read(name))
    match = replayed(name)
    now = match.position[0]
    assert int(now.round_number) == twin.round
    assert [int(row) for row in now.row[: len(twin.players)]] == [player.row or 0 for player in twin.players]
    assert int(now.discard.sum()) == len(twin.discard)
    if match.resigned is None:
        assert twin.doing == "over"
        assert "-".join(map(str, twin.result)) == header["result"]


def test_the_golden_records_tell_of_the_rare_cases():
    matches = {name: replayed(name) for name in [*GOLDEN, *GOLDEN_1]}
    stories = {name: " ".join(match.story()) for name, match in matches.items()}
    assert stories["small_deck"].count("becomes the pile") >= 2
    assert "is discarded without a roll" in stories["small_deck"]
    assert "A stalactite stops" in stories["shared_draw"]
    assert matches["odd_numbers"].winners == [0, 1]
    assert matches["resigned"].resigned == 1
    assert not matches["from_position"].is_from_start
    assert stories["old_cards"].count("becomes the pile") >= 2
    assert any(entry.text == "discard double" for entry in matches["proven_hands"].log)
    assert "!RDSKW" in " ".join(positions(matches["proven_hands"]))
    assert "!R" in " ".join(positions(matches["old_cards"]))
    assert not matches["proven_from_position"].is_from_start
    assert matches["long_lanes"].ruleset.box[0].rails == 20


def positions(match):
    """All positions of a match, written."""
    write, box = match.ruleset.spec.notation.write_position, match.ruleset.box
    return [write(box, match.position_at(step)) for step in range(len(match.log))]
