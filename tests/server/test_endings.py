"""How matches end at tables: by sides, in what clients are told, in ratings and in records."""

import pytest

from motherlode.server.people.ratings import ranks_of
from motherlode.server.protocol.messages import Clock
from motherlode.server.tables import deciding
from motherlode.server.tables.state import Setup, Stored, TableState, game_of
from motherlode.server.tables.telling import Telling
from server.playing import Guest

START = 1_000_000
TEAM = {"game": "team"}


def table(name: str, num_seats: int, clock: Clock | None = None, **options: object) -> TableState:
    rules = game_of(name, num_seats, options)
    setup = Setup(
        id="t", game=name, rules=rules.spec.version, ruleset=rules.digest, options=options, bots=[None] * num_seats,
        host="ada", created=START, stand_in="random", clock=clock, is_rated=True,
    )  # fmt: skip
    state = TableState(setup, b"secret", b"seed" * 8)
    for seat in range(num_seats):
        state = state.after(Stored("sat", seat, person=f"p{seat}", name=f"P{seat}"), START)
    return deciding.start(state, START)[1]


def play_out(state: TableState) -> TableState:
    while state.status == "running":
        assert state.match is not None
        state = deciding.act(state, START, state.to_act, state.step, state.match.legal()[0], is_bot=True)[1]
    return state


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
    assert (view.ending, view.winners) == ("capped", [0, 1, 2])
    assert ranks_of(state) == {0: 1, 2: 1, 1: 3}


def test_partners_have_one_rank():
    state = play_out(table("trap_the_cap", 4, game="team", turns=2))
    assert ranks_of(state) == {0: 1, 1: 1}


def test_an_abandoned_table_says_so():
    state = table("trap_the_cap", 3)
    for seat in range(3):
        _, state = deciding.resign(state, START, seat)
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
