"""Clocks run on the server: by action, in total with increment, and in days; they stand still while it is away."""

import asyncio

import pytest
from benchmarks.server.processes import ServerProcess

from motherlode.core.errors import Barred
from motherlode.server.app import prepare_database
from motherlode.server.moments import DAY_MS, now_ms
from motherlode.server.operations.outages import GAP_MS, GRACE_MS, START_GAP_MS, Outages, note_life
from motherlode.server.protocol.messages import Clock
from motherlode.server.settings import Settings, make_settings
from motherlode.server.storage.storage import Storage, engine_for
from motherlode.server.tables import deciding
from motherlode.server.tables.state import Setup, Stored, TableState, game_of
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
        state = state.after(Stored("sat", seat, person=f"p{seat}", name=f"P{seat}"), START)
    return deciding.start(state, START)[1]


def play(state: TableState, at: int) -> TableState:
    assert state.match is not None
    return deciding.act(state, at, state.to_act, state.step, state.match.legal()[0])[1]


def test_each_action_has_its_time():
    state = table(Clock(action_s=10))
    assert state.deadline() == START + 10_000
    assert play(state, START + 4_000).deadline() == START + 14_000


def test_the_total_is_spent_by_who_is_to_act_and_grows_by_the_increment():
    state = play(table(Clock(total_s=60, increment_s=2)), START + 10_000)
    assert state.left_ms == [52_000, 60_000]
    state = play(state, START + 15_000)
    assert state.left_ms == [52_000, 57_000]
    assert state.deadline() == START + 15_000 + 52_000


def test_chat_does_not_stop_the_clock():
    state = table(Clock(total_s=60))
    assert deciding.say(state, START + 30_000, "p1", "P1", "hm")[1].deadline() == START + 60_000


def test_a_turn_in_days_does_not_grow_with_its_actions():
    state = table(Clock(turn_days=3), 3, "minecart_mayhem")
    seat = state.to_act
    assert state.deadline() == START + 3 * DAY_MS
    at = START
    while state.to_act == seat:
        assert state.deadline() == START + 3 * DAY_MS
        at += 1000
        state = play(state, at)
    assert state.deadline() == at + 3 * DAY_MS


def test_the_strictest_limit_counts():
    assert table(Clock(action_s=100, total_s=50)).deadline() == START + 50_000
    assert table(Clock(action_s=20, total_s=50)).deadline() == START + 20_000


def test_a_stand_in_has_no_clock_and_who_returns_starts_anew():
    state = table(Clock(action_s=10)).after(Stored("stood_in", 0, bot="random"), START + 10_000)
    assert state.deadline() is None
    assert state.after(Stored("returned", 0), START + 20_000).deadline() == START + 30_000


# Running out of time


def test_time_does_not_run_out_before_it_is_over():
    with pytest.raises(Barred):
        deciding.time_out(table(Clock(action_s=10)), START + 9_999)


def test_who_is_out_of_time_loses_where_the_table_chose_so():
    event, state = deciding.time_out(table(Clock(action_s=10, on_timeout="resign")), START + 10_000)
    assert (event.kind, event.seat, event.name) == ("timed_out", 0, "P0")
    assert state.status == "over"
    assert state.match is not None
    assert (state.match.outcome.how, state.match.winners) == ("time", [1])
    assert state.match.conclusion == "P0 ran out of time; P1 won."
    assert state.match.conclude("de") == "P0 hat die Zeit überschritten; P1 hat gewonnen."
    assert "result: 1 runs out of time" in state.match.record()


def test_at_a_larger_table_a_bot_plays_on_for_who_is_out_of_time():
    before = table(Clock(action_s=10, on_timeout="resign"), 3, "minecart_mayhem")
    event, state = deciding.time_out(before, START + 10_000)
    seat = state.seats[before.to_act]
    assert (event.kind, state.status) == ("timed_out", "running")
    assert (seat.stand_in, seat.has_resigned) == ("random", True)


def test_a_bot_stands_in_for_who_is_out_of_time_and_may_be_sent_away():
    _, state = deciding.time_out(table(Clock(action_s=10)), START + 10_000)
    assert (state.seats[0].stand_in, state.seats[0].has_resigned) == ("random", False)
    _, state = deciding.sit(state, START + 11_000, "p0", "P0", None)
    assert (state.seats[0].stand_in, state.deadline()) == (None, START + 21_000)


@pytest.mark.parametrize("on_timeout", ["bot", "resign"])
def test_running_out_of_time_is_told_as_such(everywhere, on_timeout):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    clock = {"action_s": 1, "on_timeout": on_timeout}
    name = ada.create("madcap", "me", "open", is_public=True, clock=clock)["table"]["id"]
    bob.post(f"/api/tables/{name}/join")
    update = ada.update(name, since=0)
    while not (found := [event for event in update["events"] if event["kind"] == "timed_out"]):
        update = ada.update(name, since=update["step"], wait=30)
    event = found[0]  # whoever comes late to read it may find that Bob ran out of time as well
    assert event["seat"] == 0
    assert event["words"][0] == "Ada ran out of time."
    if on_timeout == "bot":
        assert event["bot"]
    else:
        view = ada.until(name, "over")["view"]
        assert (view["ending"], view["resigned"], view["winners"]) == ("time", 0, [1])
        assert event["words"][1:] == ["Ada ran out of time; Bob won."]


def test_views_say_what_is_left(here):
    ada = Guest(here.url)
    name = ada.create("madcap", "me", "me", clock={"total_s": 86_400, "action_s": 3_600})["table"]["id"]
    clocks = ada.update(name)["clocks"]
    assert 80_000_000 < clocks[0]["total_ms"] <= 86_400_000
    assert 3_000_000 < clocks[0]["action_ms"] <= 3_600_000
    assert clocks[1] == {"total_ms": 86_400_000, "action_ms": None}


def test_a_table_nobody_serves_is_looked_after_when_it_is_due(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    name = ada.create("madcap", "me", "open", is_public=True, clock={"action_s": 1})["table"]["id"]
    bob.post(f"/api/tables/{name}/join")
    hub = everywhere.services.hub

    async def forget_and_sweep() -> None:
        if name in hub.live:
            hub.live.pop(name).stop()
        while name not in hub.live or hub.live[name].state.seats[0].stand_in is None:
            await hub.sweep()
            await asyncio.sleep(0.1)

    everywhere.do(forget_and_sweep())
    assert ada.get(f"/api/tables/{name}")["seats"][0]["bot"]


# Outages


class Known(Outages):
    """Outages that a test decides on."""

    def __init__(self, *known: tuple[int, int]) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self.known = list(known)


def hold(state: TableState, outages: Outages, now: int) -> TableState:
    """Let clocks stand still for every outage."""
    while (outage := outages.unheld(state)) is not None:
        _, state = deciding.hold(state, now, *outage)
    return state


def test_clocks_stand_still_while_the_server_is_away():
    state = table(Clock(total_s=60))
    outages = Known((START + 20_000, START + 500_000))
    with_it = hold(state, outages, START + 490_000)
    assert with_it.deadline() == START + 500_000 + 40_000
    assert outages.unheld(with_it) is None
    # Who acts in the grace after it has lost the time before it, and no more.
    assert play(with_it, START + 495_000).left_ms == [40_000 + 5_000, 60_000]
    with pytest.raises(Barred):
        deciding.time_out(with_it, START + 500_000)


def test_each_of_several_outages_counts_once():
    outages = Known((START + 10_000, START + 100_000), (START + 200_000, START + 300_000))
    state = hold(table(Clock(action_s=60)), outages, START + 310_000)
    assert state.deadline() == START + 60_000 + 90_000 + 100_000
    assert hold(state, outages, START + 310_000) is state


def test_outages_that_overlap_are_one():
    """A server that is started twice is away from the first outage's beginning to the second one's end."""
    outages = Known((START + 10_000, START + 30_000), (START + 22_000, START + 40_000))
    state = hold(table(Clock(action_s=60)), outages, START + 31_000)
    assert state.deadline() == START + 60_000 + 30_000


def test_an_outage_before_the_turn_began_takes_nothing_off():
    state = play(table(Clock(action_s=60)), START + 50_000)
    assert Known((START, START + 40_000)).unheld(state) is None


def test_tables_without_clocks_and_seats_of_bots_need_no_holding():
    outages = Known((START, START + 900_000))
    assert outages.unheld(table(Clock())) is not None
    no_clock = table(Clock())
    no_clock.setup = Setup(**{f: getattr(no_clock.setup, f) for f in Setup.__struct_fields__} | {"clock": None})
    assert outages.unheld(no_clock) is None
    assert outages.unheld(table(Clock(action_s=10)).after(Stored("stood_in", 0, bot="random"), START)) is None


@pytest.fixture
def at(monkeypatch):
    """What time it is for signs of life."""
    moment = [START]
    monkeypatch.setattr("motherlode.server.operations.outages.now_ms", lambda: moment[0])
    return moment


def test_what_lies_between_signs_of_life_that_are_far_apart_is_an_outage(everywhere, at):
    def beat() -> list[tuple[int, int]]:
        async def write() -> list[tuple[int, int]]:
            return await everywhere.services.storage.write(note_life)

        return everywhere.do(write())

    at[0] = 4_000_000_000_000  # far beyond every other sign of life
    beat()
    known = beat()
    at[0] += GAP_MS
    assert beat() == known
    last, at[0] = at[0], at[0] + GAP_MS + 1
    assert beat() == [*known, (last, at[0] + GRACE_MS)]


def test_a_process_that_starts_ends_an_outage_where_nobody_serves(tmp_path, at):
    """Alone always; beside others, where nobody has given a sign of life for longer than one takes."""

    def start(is_alone: bool) -> list[tuple[int, int]]:
        async def begin() -> list[tuple[int, int]]:
            storage = Storage(engine_for(settings.database))
            outages = Outages(storage, is_alone)
            await outages.begin()
            await outages.beat()
            await storage.close()
            return outages.known

        return asyncio.run(begin())

    settings = make_settings(Settings(f"sqlite:///{tmp_path / 'tables.db'}"))
    prepare_database(settings)
    known = start(is_alone=True)
    assert known == []  # the first start of all
    at[0] += 1
    assert start(is_alone=True) == [*known, (at[0] - 1, at[0] + GRACE_MS)]
    at[0] += START_GAP_MS
    assert len(start(is_alone=False)) == len(known) + 1
    at[0] += START_GAP_MS + 1
    assert start(is_alone=False)[-1] == (at[0] - START_GAP_MS - 1, at[0] + GRACE_MS)


@pytest.mark.compiled
def test_a_server_that_is_started_again_gives_back_the_time(tmp_path):
    """Killed or stopped, however short it was away, and every time: an event `held` for each."""
    with ServerProcess(tmp_path / "data", is_patient=False) as server:
        clock = {"clock": {"action_s": 86_400, "on_timeout": "resign"}}
        table, tokens = server.open_table(server.become_guest(), **clock)
        for number, end in enumerate((server.kill, server.stop)):
            gone = now_ms()
            end()
            server.start()
            act(server, table, tokens)
            held = [event for event in server.events_of(table, tokens[0]) if event["kind"] == "held"]
            assert len(held) == number + 1
            assert held[-1]["at"] >= gone


def act(server: ServerProcess, table: str, tokens: list[str]) -> None:
    """Play one action for whoever is to act."""
    for token in tokens:
        status, update = server.ask("GET", f"/api/tables/{table}/updates?since=0&views=false", token=token)
        assert status == 200, update
        if update.get("legal"):
            action = {"id": "next", "step": update["step"], "action": update["legal"][0]}
            status, told = server.ask("POST", f"/api/tables/{table}/actions", action, token)
            assert status in {200, 201}, told
            return


def test_a_server_that_was_away_holds_the_clocks_of_its_tables(here):
    """The clock would have run out during the outage; the event says so, and the player plays on."""
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    clock = {"action_s": 3600, "on_timeout": "resign"}
    name = ada.create("madcap", "me", "open", is_public=True, clock=clock)["table"]["id"]
    bob.post(f"/api/tables/{name}/join")
    live, outages = here.services.hub.live[name], here.services.outages
    since = live.state.action_since + 1_000

    async def time_out() -> None:
        # Two hours, of which the clock has one; in one turn of the loop, before the next sign of life says otherwise.
        outages.known = [(since, since + 7_200_000)]
        await live.attendant.time_out()

    here.do(time_out())
    assert [logged.event.kind for logged in live.state.log][-1] == "held"
    assert live.state.deadline() == since - 1_000 + 7_200_000 + 3_600_000
    assert live.state.status == "running"
    ada.act(name)
    assert live.state.to_act == 1
    outages.known = []
