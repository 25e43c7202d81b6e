"""Clocks run on the server: by action, in total with increment, and in days."""

import pytest

from motherlode.server.protocol import Clock
from motherlode.server.state import DAY_MS, Setup, Stored, TableState, game_of
from server.playing import Guest

START = 1_000_000


def table(clock: Clock, num_seats: int = 2, game: str = "madcap") -> TableState:
    rules = game_of(game, num_seats, {})
    setup = Setup(
        id="t", game=game, rules=rules.spec.version, ruleset=rules.digest, options={}, bots=[None] * num_seats,
        host="ada", created=START, stand_in="random", clock=clock,
    )  # fmt: skip
    state = TableState(setup, b"secret", b"seed" * 8)
    for seat in range(num_seats):
        state.apply(Stored("sat", seat, person=f"p{seat}", name=f"P{seat}"), START)
    from motherlode.server import deciding

    state.apply(deciding.start(state), START, is_played=True)
    return state


def play(state: TableState, at: int) -> None:
    from motherlode.server import deciding

    assert state.match is not None
    event = deciding.act(state, state.to_act, state.step, state.match.legal()[0])
    state.apply(event, at, is_played=True)


def test_each_action_has_its_time():
    state = table(Clock(action_s=10))
    assert state.deadline() == START + 10_000
    play(state, START + 4_000)
    assert state.deadline() == START + 14_000


def test_the_total_is_spent_by_who_is_to_act_and_grows_by_the_increment():
    state = table(Clock(total_s=60, increment_s=2))
    play(state, START + 10_000)
    assert state.left_ms == [52_000, 60_000]
    play(state, START + 15_000)
    assert state.left_ms == [52_000, 57_000]
    assert state.deadline() == START + 15_000 + 52_000


def test_chat_does_not_stop_the_clock():
    state = table(Clock(total_s=60))
    state.apply(Stored("said", person="p1", name="P1", text="hm"), START + 30_000)
    assert state.deadline() == START + 60_000


def test_a_turn_in_days_does_not_grow_with_its_actions():
    state = table(Clock(turn_days=3), 3, "minecart_mayhem")
    seat = state.to_act
    assert state.deadline() == START + 3 * DAY_MS
    at = START
    while state.to_act == seat:
        assert state.deadline() == START + 3 * DAY_MS
        at += 1000
        play(state, at)
    assert state.deadline() == at + 3 * DAY_MS


def test_the_strictest_limit_counts():
    assert table(Clock(action_s=100, total_s=50)).deadline() == START + 50_000
    assert table(Clock(action_s=20, total_s=50)).deadline() == START + 20_000


def test_a_stand_in_has_no_clock_and_who_returns_starts_anew():
    state = table(Clock(action_s=10))
    state.apply(Stored("stood_in", 0, bot="random"), START + 10_000)
    assert state.deadline() is None
    state.apply(Stored("returned", 0), START + 20_000)
    assert state.deadline() == START + 30_000


@pytest.mark.parametrize("on_timeout", ["bot", "resign"])
def test_time_out_does_what_the_table_chose(everywhere, on_timeout):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    name = ada.create("madcap", "me", "open", is_public=True, clock={"action_s": 1, "on_timeout": on_timeout})["table"][
        "id"
    ]
    bob.post(f"/api/tables/{name}/join")
    step = ada.update(name)["step"]
    event = ada.update(name, since=step, wait=30)["events"][0]
    assert event["seat"] == 0
    if on_timeout == "bot":
        assert (event["kind"], event["text"]) == ("stood_in", "out of time")
    else:
        assert event["kind"] == "resigned"
        assert ada.get(f"/api/tables/{name}")["status"] == "over"


def test_views_say_what_is_left(here):
    ada = Guest(here.url)
    name = ada.create("madcap", "me", "me", clock={"total_s": 600, "action_s": 60})["table"]["id"]
    clocks = ada.update(name)["clocks"]
    assert 590_000 < clocks[0]["total_ms"] <= 600_000
    assert 50_000 < clocks[0]["action_ms"] <= 60_000
    assert clocks[1] == {"total_ms": 600_000, "action_ms": None}


def test_a_table_nobody_serves_is_looked_after_when_it_is_due(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    name = ada.create("madcap", "me", "open", is_public=True, clock={"action_s": 1})["table"]["id"]
    bob.post(f"/api/tables/{name}/join")
    hub = everywhere.services.hub

    async def forget_and_sweep() -> None:
        if name in hub.live:
            hub.live.pop(name).stop()
        import asyncio

        while name not in hub.live or hub.live[name].state.seats[0].stand_in is None:
            await hub.sweep()
            await asyncio.sleep(0.1)

    everywhere.do(forget_and_sweep())
    assert ada.get(f"/api/tables/{name}")["seats"][0]["bot"]
