"""How a match ended and who won: by sides, in every game and in every way that a match can end."""

import pytest

import motherlode
from motherlode.core.errors import BadInput
from motherlode.table.match import RESIGN, TIME_OUT, Outcome


def play_out(match, choice=0):
    while not match.is_over:
        actions = match.actions()
        match.play(actions[choice % len(actions)])
    return match


def team():
    return motherlode.game("trap_the_cap", 4, game="team", turns=8).start(seed=3, names=["Ada", "Bo", "Cy", "Dee"])


def test_there_is_none_before_the_end():
    match = motherlode.game("madcap").start(seed=7)
    assert match.outcome == Outcome("", [])
    assert (match.view().ending, match.view().winners) == ("", [])


def test_a_draw_is_won_by_both():
    match = motherlode.game("madcap").start(position="r1 k3 b2 | r6 k b | not b | gold 4-4 | seat 2")
    match.play("red 6")
    assert match.outcome == Outcome("played out", [0, 1])


@pytest.mark.parametrize(("how", "word"), [(RESIGN, "resigned"), (TIME_OUT, "time")])
@pytest.mark.parametrize("seat", range(4))
def test_who_gives_up_loses_for_his_side(seat, how, word):
    """Ruling 1 of all games: partners never win by it."""
    match = team()
    match.forfeit(seat, how)
    winners = [1, 3] if seat in (0, 2) else [0, 2]
    assert match.outcome == Outcome(word, winners)
    assert (match.winners, match.view().winners, match.view().ending) == (winners, winners, word)
    first, second = (match.names[other] for other in winners)
    assert match.conclusion.endswith(f"; {first} and {second} won.")


def test_without_teams_all_others_win():
    match = motherlode.game("minecart_mayhem", 3).start(seed=1)
    match.resign(1)
    assert match.outcome == Outcome("resigned", [0, 2])


def test_who_gives_up_alone_leaves_no_winner():
    match = motherlode.game("rockport_caverns").start(seed=1)
    match.resign(0)
    assert match.outcome == Outcome("resigned", [])


def test_partners_win_together():
    match = play_out(team(), 1)
    assert match.outcome.how == "capped"
    assert match.winners in ([0, 2], [1, 3], [0, 1, 2, 3])


# Records


def test_a_record_says_how_it_ended():
    match = play_out(team(), 1)
    seats = " and ".join(str(seat + 1) for seat in match.winners)
    assert f"outcome: capped, won by {seats}" in match.record().splitlines()
    assert motherlode.replay(match.record()).outcome == match.outcome


def test_a_running_record_says_nothing():
    assert "outcome" not in team().record()


def test_a_lost_cavern_is_won_by_nobody():
    match = motherlode.game("rockport_caverns").start(seed=1)
    match.resign(0)
    assert "outcome: resigned, won by nobody" in match.record().splitlines()


def test_a_record_from_before_there_were_outcomes_is_read():
    match = play_out(team(), 1)
    old = "\n".join(line for line in match.record().split("\n") if not line.startswith("outcome: "))
    assert motherlode.replay(old).outcome == match.outcome


@pytest.mark.parametrize("told", ["played out, won by 1", "capped, won by nobody", "x"])
def test_a_record_with_another_outcome_is_refused(told):
    text = play_out(team(), 1).record()
    line = next(line for line in text.splitlines() if line.startswith("outcome: "))
    with pytest.raises(BadInput, match=r"the outcome is 'capped, won by .*' by the rules, not "):
        motherlode.replay(text.replace(line, f"outcome: {told}"))
    running = team().record().replace("result: running", "result: running\noutcome: capped, won by 1")
    with pytest.raises(BadInput, match="the outcome is 'running' by the rules"):
        motherlode.replay(running)
