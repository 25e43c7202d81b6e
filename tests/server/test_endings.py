"""How matches end at tables: by sides, in what clients are told, in ratings and in records."""

import random

import pytest

import motherlode
from motherlode.server.people.ratings import ranks_of
from motherlode.server.protocol.messages import Clock
from motherlode.server.tables import deciding
from motherlode.server.tables.state import Setup, Stored, TableState, game_of
from motherlode.server.tables.telling import Telling
from server.playing import Guest

START = 1_000_000
TEAM = {"game": "team"}


BARE = {"rails": 3, "start": 2, "hand": 3}  # Minecart Mayhem that is soon over


def table(
    name: str, num_seats: int, clock: Clock | None = None, bots: list[str | None] | None = None, **options: object
) -> TableState:
    rules = game_of(name, num_seats, options)
    setup = Setup(
        id="t", game=name, rules=rules.spec.version, ruleset=rules.digest, options=options,
        bots=bots or [None] * num_seats,
        host="ada", created=START, stand_in="random", clock=clock, is_rated=True,
    )  # fmt: skip
    state = TableState(setup, b"secret", b"seed" * 8)
    for seat, bot in enumerate(setup.bots):
        if bot is None:
            state = state.after(Stored("sat", seat, person=f"p{seat}", name=f"P{seat}"), START)
    return deciding.start(state, START)[1]


def play_out(state: TableState, seed: int | None = None) -> TableState:
    """To the end, by the first action that is legal, or by any."""
    choose = (lambda legal: legal[0]) if seed is None else random.Random(seed).choice
    while state.status == "running":
        assert state.match is not None
        state = deciding.act(state, START, state.to_act, state.step, choose(state.match.legal()), is_bot=True)[1]
    return state


def give_up(state: TableState, how: str) -> tuple[int, TableState]:
    """Seat 1 resigns, or whoever is to act runs out of time."""
    if how == "resigned":
        return 1, deciding.resign(state, START, 1)[1]
    return state.to_act, deciding.time_out(state, START + 10_000)[1]


def stored(state: TableState) -> TableState:
    """The same table as its log tells it."""
    log = [(logged.at, logged.event) for logged in state.log]
    return TableState.restored(state.setup, state.secret, state.seed, log)


@pytest.mark.parametrize("seat", range(4))
def test_who_resigns_in_a_team_ends_the_match_for_his_side(seat):
    """Ruling 1 of all games: partners never win by it."""
    _, state = deciding.resign(table("trap_the_cap", 4, **TEAM), START, seat)
    winners = [1, 3] if seat % 2 == 0 else [0, 2]
    assert state.status == "over"
    view = Telling(state).view(None)
    assert view is not None
    assert (view.winners, view.resigned, view.ending) == (winners, seat, "resigned")
    assert ranks_of(state) == {seat % 2: 2, 1 - seat % 2: 1}


def test_who_runs_out_of_time_in_a_team_loses_for_his_side():
    before = table("trap_the_cap", 4, Clock(action_s=10, on_timeout="resign"), **TEAM)
    _, state = deciding.time_out(before, START + 10_000)
    assert state.match is not None
    assert (state.status, state.match.outcome.how, state.match.winners) == ("over", "time", [1, 3])


def test_without_teams_a_bot_plays_on_and_who_resigned_ranks_last():
    _, state = deciding.resign(table("trap_the_cap", 3, turns=2), START, 1)
    assert (state.status, state.seats[1].has_resigned) == ("running", True)
    state = play_out(state)
    view = Telling(state).view(0)
    assert view is not None
    assert (view.ending, view.winners) == ("capped", [0, 2])  # by the rules all three share it
    assert ranks_of(state) == {0: 1, 2: 1, 1: 3}


@pytest.mark.parametrize("how", ["resigned", "time"])
def test_who_gave_up_is_never_told_as_a_winner_however_the_bot_fares(how):
    """Ruling 1 of all games, at tables where several sides are left: view, record, words and ranks say the same."""
    num_won = 0
    for seed in range(8):
        lost, state = give_up(table("minecart_mayhem", 3, Clock(action_s=10, on_timeout="resign"), **BARE), how)
        state = play_out(state, seed)
        match = state.match
        assert match is not None
        view = Telling(state).view(None)
        assert view is not None
        by_rules = match.ruleset.outcome(match.position)[1]
        left = [seat for seat in by_rules if seat != lost]
        # Where only the bot in his seat was left standing, all who had fallen share it: their scores are the same.
        winners = left or [seat for seat in range(3) if seat != lost]
        num_won += not left
        assert view.winners == match.winners == winners
        assert view.ending in ("played out", "nobody left", "capped")
        ranks = ranks_of(state)
        assert ranks[lost] == 3
        assert [seat for seat in range(3) if ranks[seat] == 1] == winners
        assert f"won by {' and '.join(str(seat + 1) for seat in winners)}\n" in match.record()
        assert motherlode.replay(match.record()).outcome == match.outcome
        had = f"P{lost} had {'resigned' if how == 'resigned' else 'run out of time'}; "
        told = Telling(state).event(state.step - 1, None).words[-1]
        assert told == match.conclusion
        assert told.startswith(had) == (lost in by_rules)
    assert num_won > 0  # or nothing was put to the test


@pytest.mark.parametrize("how", ["resigned", "time"])
def test_a_table_from_its_log_or_a_snapshot_knows_who_gave_up(how):
    state = table("minecart_mayhem", 3, Clock(action_s=10, on_timeout="resign"), **BARE)
    state = deciding.act(state, START, state.to_act, state.step, state.match.legal()[0])[1]
    lost, state = give_up(state, how)
    snapshot = state.snapshot()
    state = play_out(state, 1)
    log = [(logged.at, logged.event) for logged in state.log]
    again = TableState.restored(state.setup, state.secret, state.seed, log, snapshot)
    assert [each.seat for each in state.match.given_up] == [lost]
    assert state.match.given_up[0].after > 0
    for other in (again, stored(state)):
        assert other.match.given_up == state.match.given_up
        assert (other.match.outcome, other.changed) == (state.match.outcome, state.changed)
        assert other.match.record() == state.match.record()


def test_giving_up_does_not_take_back_what_was_offered_or_seen():
    """The position is the same: an action for the step before it still counts, and an undo is still being asked for."""
    state = table("minecart_mayhem", 3, **BARE)
    after = deciding.resign(state, START, 2)[1]
    assert after.changed == state.changed
    assert deciding.act(after, START, state.to_act, state.step, state.match.legal()[0])[1].step == after.step + 1


def test_the_second_of_three_who_resigns_ends_the_match():
    """Decision 0019: a match ends when somebody resigns and no two other sides are left."""
    _, state = deciding.resign(table("minecart_mayhem", 3), START, 1)
    _, state = deciding.resign(state, START, 2)
    view = Telling(state).view(None)
    assert view is not None
    assert (state.status, view.winners, view.resigned, view.ending) == ("over", [0], 2, "resigned")
    assert ranks_of(state) == {0: 1, 1: 2, 2: 2}
    assert view.scores is not None
    assert state.match.conclusion == "P2 resigns; P0 won."
    again = motherlode.replay(state.match.record())
    assert (again.outcome, again.given_up) == (state.match.outcome, state.match.given_up)


def test_a_bot_may_be_who_is_left():
    _, state = deciding.resign(table("minecart_mayhem", 3, bots=[None, "random", None]), START, 0)
    assert state.status == "running"
    _, state = deciding.resign(state, START, 2)
    assert (state.status, state.match.winners) == ("over", [1])


def test_partners_have_one_rank():
    state = play_out(table("trap_the_cap", 4, game="team", turns=2))
    assert ranks_of(state) == {0: 1, 1: 1}


def test_an_abandoned_table_says_so():
    _, state = deciding.resign(table("trap_the_cap", 3, bots=[None, "random", "random"]), START, 0)
    assert state.status == "abandoned"
    view = Telling(state).view(None)
    assert view is not None
    assert (view.ending, view.winners, view.scores) == ("abandoned", [], None)


def test_a_table_tells_its_sides():
    assert Telling(table("trap_the_cap", 4, **TEAM)).info([True] * 4, [False] * 4).sides == [0, 1, 0, 1]
    assert Telling(table("madcap", 2)).info([True] * 2, [False] * 2).sides == [0, 1]


def test_partners_are_rated_together(here):
    people = [Guest(here.url, name) for name in ("Ada", "Bob", "Cy", "Dee")]
    seats = ("me", "open", "open", "open")
    made = people[0].create("trap_the_cap", *seats, options=TEAM, is_rated=True, is_public=True)
    table = made["table"]["id"]
    for person in people[1:]:
        person.post(f"/api/tables/{table}/join")
    acted: set[int] = set()
    while len(acted) < 4:
        seat = people[0].update(table)["to_act"]
        people[seat].act(table)
        acted.add(seat)
    people[1].post(f"/api/tables/{table}/resign")
    view = people[0].update(table)["view"]
    assert (view["winners"], view["ending"]) == ([0, 2], "resigned")
    found = []
    for person in people:
        while not (ratings := person.get("/api/me")["ratings"]):
            pass
        found.append(ratings[0]["mu"])
    assert found[0] == found[2] > found[1] == found[3]
