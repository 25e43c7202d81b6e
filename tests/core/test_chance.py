"""Where chance comes from: the documented draw, its fairness, scripts."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.core.chance import (
    TICKETS,
    FairChance,
    ScriptedChance,
    SeededChance,
    draw_ticket,
    pick_outcome,
)
from motherlode.core.errors import BadInput, Code

DIE = [(face, 1) for face in range(6)]


def documented(key, table, step, outcomes):
    """The formula as the record format tells it, step by step."""
    line = [outcome for outcome, weight in outcomes for _ in range(weight)]
    attempt = 0
    while True:
        digest = hmac.new(key, f"{table}/{step}/{attempt}".encode(), hashlib.sha256).digest()
        ticket = int(digest.hex()[:16], 16)
        if ticket < (2**64 // len(line)) * len(line):
            return line[ticket % len(line)]
        attempt += 1


weighted = st.lists(st.tuples(st.integers(0, 99), st.integers(1, 9)), min_size=1, max_size=8)


@settings(max_examples=200, deadline=None)
@given(
    st.binary(min_size=32, max_size=32),
    st.text("abc /é", min_size=1, max_size=9),
    st.integers(0, 10_000),
    weighted,
)
def test_fair_dice_are_drawn_as_documented(seed, table, step, outcomes):
    table = f"t{table}t"
    assert FairChance(table, seed).draw(step, outcomes) == documented(seed, table, step, outcomes)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**63 - 1), st.integers(0, 10_000), weighted)
def test_seeded_chance_is_drawn_as_documented(seed, step, outcomes):
    key = f"motherlode seed {seed}".encode()
    assert SeededChance(seed).draw(step, outcomes) == documented(key, "", step, outcomes)


def test_the_draw_never_changes():
    """Written once: if this fails, every record with a seed has lost its proof."""
    assert "".join(str(SeededChance(7).draw(step, DIE)) for step in range(24)) == "341001452154405413542535"
    fair = FairChance("table 9", bytes(range(32)))
    assert "".join(str(fair.draw(step, DIE)) for step in range(24)) == "131143341410521004201545"


def test_a_ticket_beyond_the_last_whole_round_is_drawn_again():
    total = TICKETS // 2 + 1  # nearly half of all tickets are beyond
    drawn = [draw_ticket(b"key", "table", step, total) for step in range(64)]
    assert all(0 <= ticket < total for ticket in drawn)
    first = [int.from_bytes(hmac.digest(b"key", f"table/{step}/0".encode(), "sha256")[:8], "big") for step in range(64)]
    assert [ticket for ticket, tried in zip(drawn, first, strict=True) if tried < total] == [
        tried for tried in first if tried < total
    ]
    assert 10 < sum(tried >= total for tried in first) < 54


@pytest.mark.parametrize("source", [SeededChance(3), FairChance("t", bytes(32))])
def test_every_outcome_comes_as_often_as_it_weighs(source):
    outcomes = [(4, 1), (7, 2), (9, 0), (2, 5)]
    counts = Counter(source.draw(step, outcomes) for step in range(16_000))
    assert counts.keys() == {4, 7, 2}
    for outcome, weight in outcomes:  # five standard deviations
        assert abs(counts[outcome] - 2000 * weight) < 5 * (16_000 * weight / 8 * (1 - weight / 8)) ** 0.5 + 1


def test_dice_of_neighbouring_steps_and_seeds_are_independent():
    for pairs in (
        Counter((SeededChance(1).draw(step, DIE), SeededChance(1).draw(step + 1, DIE)) for step in range(7200)),
        Counter((SeededChance(seed).draw(0, DIE), SeededChance(seed + 1).draw(0, DIE)) for seed in range(7200)),
    ):
        assert len(pairs) == 36
        assert sum((count - 200) ** 2 / 200 for count in pairs.values()) < 80  # chi-square, 35 degrees of freedom


def test_an_outcome_lies_where_its_weight_does():
    outcomes = [(4, 1), (7, 2), (9, 0), (2, 3)]
    assert [pick_outcome(outcomes, ticket) for ticket in range(6)] == [4, 7, 7, 2, 2, 2]


def test_a_source_answers_for_a_step_and_not_for_a_moment():
    for source in (
        SeededChance(3),
        FairChance("t", bytes(32)),
        ScriptedChance([1, 2, 3, 4], then=SeededChance(3)),
    ):
        forwards = [source.draw(step, DIE) for step in range(8)]
        assert [source.draw(step, DIE) for step in range(8)] == forwards
        assert source.draw(7, DIE) == forwards[7]
        assert [source.draw(step, DIE) for step in (0, 1, 2)] == forwards[:3]


# Fair dice


def test_a_commitment_is_the_hash_of_the_seed():
    fair = FairChance("t", b"seed")
    assert fair.commitment == hashlib.sha256(b"seed").hexdigest()


def test_seeds_are_fresh_and_long():
    seeds = {FairChance("t").seed for _ in range(5)}
    assert len(seeds) == 5
    assert all(len(seed) == 32 for seed in seeds)


def test_tables_have_dice_of_their_own():
    assert [FairChance("a", bytes(32)).draw(step, DIE) for step in range(30)] != [
        FairChance("b", bytes(32)).draw(step, DIE) for step in range(30)
    ]


@pytest.mark.parametrize("table", ["", " ", "a\n", "a\r", " a", "a ", "a\nb", "a\u2028b", "x" * 81])
def test_the_name_of_a_table_fits_on_a_line(table):
    with pytest.raises(BadInput, match="^bad table name ") as caught:
        FairChance(table)
    assert caught.value.code == Code.BAD_CHOICE


# Scripts


def test_a_script_is_followed_and_then_the_other_source():
    script = ScriptedChance([5, 0], then=SeededChance(7))
    assert [script.draw(step, DIE) for step in (3, 4, 5)] == [5, 0, SeededChance(7).draw(5, DIE)]


def test_a_script_that_ends_says_where():
    script = ScriptedChance([5])
    assert script.draw(0, DIE) == 5
    with pytest.raises(BadInput, match="^the script of 1 outcomes ended before step 1$") as caught:
        script.draw(1, DIE)
    assert caught.value.code == Code.SCRIPT_ENDED


@pytest.mark.parametrize("outcome", [6, -1])
def test_a_script_cannot_do_what_chance_cannot(outcome):
    script = ScriptedChance([outcome, 1])
    for _ in range(2):
        with pytest.raises(
            BadInput, match=f"^scripted outcome {outcome} at step 4 is impossible: expected one of "
        ) as caught:
            script.draw(4, DIE)
        assert caught.value.code == Code.SCRIPT_ENDED


def test_an_outcome_without_weight_is_impossible():
    with pytest.raises(BadInput, match="is impossible"):
        ScriptedChance([1]).draw(0, [(0, 1), (1, 0)])
