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


def played_on(lost, how=RESIGN, seats=4, **options):
    """Minecart Mayhem in which a seat gives up after three actions, and somebody else plays on in it."""
    game = motherlode.game("minecart_mayhem", seats, rails=3, start=2, hand=3, **options)
    match = game.start(seed=5, names=["Ada", "Bo", "Cy", "Dee"][:seats])
    for _ in range(3):
        match.play(match.actions()[0])
    match.give_up(lost, how)
    return play_out(match, 1)


def by_rules(match):
    return match.ruleset.outcome(match.position)[1]


@pytest.mark.parametrize(("how", "words"), [(RESIGN, "resigns"), (TIME_OUT, "runs out of time")])
def test_who_gives_up_while_others_play_on_cannot_win(how, words):
    [winner] = by_rules(played_on(0))
    match = played_on(winner, how)
    assert by_rules(match) == [winner]
    others = [seat for seat in range(4) if seat != winner]
    assert match.outcome == Outcome("played out", others)  # all of them have fallen, so their scores are the same
    assert f"given up: {winner + 1} {words} after " in match.record()
    assert motherlode.replay(match.record()).given_up == match.given_up
    loser = (winner + 1) % 4
    match = played_on(loser, how)
    assert match.winners == by_rules(match) == [winner]
    assert "had" not in match.conclusion


def test_a_partner_of_who_gave_up_cannot_win_either():
    """Ruling 1 of all games, with three sides at one table."""
    match = played_on(0)
    [winner] = by_rules(match)
    partner = (winner + 1) % 4
    match = played_on(partner)
    sides = [1, 1, 2, 2]
    sides[winner] = sides[partner] = 0
    match.ruleset.sides = tuple(sides)
    assert match.winners == [seat for seat in range(4) if seat not in (winner, partner)]
    name = match.names[partner]
    assert match.conclusion.startswith(f"{name} had resigned; ")
    assert match.conclude("de").startswith(f"{name} hatte aufgegeben; ")


def test_a_match_goes_on_where_two_sides_are_left():
    match = motherlode.game("minecart_mayhem", 4).start(seed=1)
    assert match.goes_on_without(2)
    match.give_up(2, RESIGN)
    assert match.goes_on_without(0)
    assert match.goes_on_without(2)
    match.give_up(0, TIME_OUT)
    assert not match.goes_on_without(1)
    match.resign(1)
    assert match.outcome == Outcome("resigned", [3])
    assert not team().goes_on_without(0)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("2 resigns", "expected '2 resigns after 17 entries'"),
        ("2 leaves after 1 entries", "expected '2 resigns after 17 entries'"),
        ("5 resigns after 1 entries", "there is no seat 5"),
        ("2 resigns after 999999 entries", r"the log has \d+ entries, not 999999"),
        ("2 resigns after 1 entries, 2 resigns after 1 entries", "seat 2 gives up twice"),
        (", ".join(f"{seat} resigns after 1 entries" for seat in (1, 2, 3, 4)), "nobody is left to play for the win"),
    ],
)
def test_a_record_that_says_nonsense_of_who_gave_up_is_refused(told, why):
    text = played_on(0).record()
    line = next(line for line in text.splitlines() if line.startswith("given up: "))
    with pytest.raises(BadInput, match=why):
        motherlode.replay(text.replace(line, f"given up: {told}"))


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
