"""Tables: made, found, joined, played over both doors, left, taken back, played again."""

import asyncio
import gc
import json
import re
import weakref
from functools import partial

import pytest

import motherlode
from motherlode.core.registry import find_game
from motherlode.server.moments import DAY_MS
from motherlode.server.tables import deciding
from motherlode.server.tables.state import OPEN_MS
from motherlode.server.wire.connection import Connection
from server.playing import Guest, Socket, legal, play_out

GAMES = ["madcap", "minecart_mayhem", "rockport_caverns", "trap_the_cap"]
SHORT = {"trap_the_cap": {"turns": 60}}


def seats_of(game: str) -> list[int]:
    fewest, most = find_game(game).seats
    return list(range(fewest, most + 1))


def variants_of(game: str) -> list[dict]:
    return [dict(variant) for variant in find_game(game).variants]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_over_websocket_can_be_verified_and_imported(everywhere, game):
    ada = Guest(everywhere.url)
    num_seats = seats_of(game)[-1]
    seated = ada.create(game, *["me"] * num_seats, options=SHORT.get(game, {}))
    table = seated["table"]["id"]
    assert seated["table"]["seed"] is None
    sockets = play_out(everywhere.url, table, seated["tokens"])
    assert all('"scores":[' in socket.received[-1] for socket in sockets)
    shown = ada.get(f"/api/tables/{table}")
    assert shown["status"] == "over"
    fairness = ada.get(f"/api/tables/{table}/verify")
    assert fairness["is_checked"]
    assert fairness["commitment"] == seated["table"]["commitment"]
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    assert motherlode.verify(record).has_proof
    imported = ada.post("/api/import", record=record)
    assert imported["table"]["status"] == "over"
    assert ada.ask("GET", f"/api/tables/{imported['table']['id']}/record").text == record


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_seats_and_every_variant_can_be_played(here, game):
    ada = Guest(here.url)
    wishes = [{"seats": number} for number in seats_of(game)] + variants_of(game)
    for wish in wishes:
        number = wish.pop("seats", seats_of(game)[0])
        table = ada.create(game, *["me"] * number, options=wish)["table"]["id"]
        for _ in range(3):
            ada.act(table)


def test_a_whole_match_over_plain_http(everywhere):
    ada = Guest(everywhere.url)
    table = ada.create("madcap", "me", "bot:greedy")["table"]["id"]
    step = 0
    while (update := ada.update(table, since=step, wait=30))["view"]["scores"] is None:
        step = update["step"]
        if legal(update):
            ada.post(f"/api/tables/{table}/actions", step=step, action=legal(update)[0], id=f"r{step}")
    assert update["view"]["moves"] == 24
    assert ada.get(f"/api/tables/{table}")["seed"]


def test_an_action_is_a_number_notation_or_a_path(here):
    ada = Guest(here.url)
    for form in ("id", "text", "path"):
        table = ada.create("madcap", "me", "me")["table"]["id"]
        update = ada.update(table)
        chosen = update["view"]["actions"][0]
        after = ada.post(f"/api/tables/{table}/actions", step=update["step"], action=chosen[form])
        assert after["step"] == update["step"] + 1


def test_joining_by_link_and_by_seat_token(everywhere):
    ada, bob, eve = (Guest(everywhere.url, name) for name in ("Ada", "Bob", "Eve"))
    seated = ada.create("minecart_mayhem", "me", "open", "open")
    table, tokens, key = seated["table"]["id"], seated["tokens"], seated["key"]
    assert re.fullmatch(rf"/t/{table}\?preview=[0-9a-f]{{12}}#{key}", seated["link"])
    assert seated["table"]["status"] == "open"
    assert bob.refused(f"/api/tables/{table}/join") == (403, "table/denied")
    assert bob.refused(f"/api/tables/{table}/join", key="x" * 32) == (403, "table/denied")
    assert bob.ask("GET", f"/api/tables/{table}").status_code == 403
    joined = bob.post(f"/api/tables/{table}/join", token=tokens[2])
    assert [seat["name"] for seat in joined["table"]["seats"]] == ["Ada", "", "Bob"]
    assert joined["tokens"][0] is None
    assert joined["tokens"][2] not in {None, tokens[2]}
    # The invitation opens the seat no longer, neither for the host nor for anybody else.
    assert eve.refused(f"/api/tables/{table}/join", token=tokens[2]) == (403, "seat/denied")
    stolen = eve.ask("GET", f"/api/tables/{table}/updates", headers={"Authorization": f"Bearer {tokens[2]}"})
    assert stolen.status_code == 403
    assert eve.refused(f"/api/tables/{table}/join", key=key, seat=0) == (409, "seat/taken")
    assert eve.refused(f"/api/tables/{table}/join", key=key, seat=7) == (422, "seat/unknown")
    started = eve.post(f"/api/tables/{table}/join", key=key)
    assert started["table"]["status"] == "running"
    assert Guest(everywhere.url).refused(f"/api/tables/{table}/join", key=key) == (409, "seat/taken")


def test_getting_up_before_the_start_opens_the_seat(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    table = ada.create("minecart_mayhem", "me", "open", "open", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join", seat=2)
    bob.post(f"/api/tables/{table}/leave")
    assert ada.get(f"/api/tables/{table}")["seats"][2]["kind"] == "open"
    assert bob.refused(f"/api/tables/{table}/leave") == (403, "seat/denied")
    assert bob.refused(f"/api/tables/{table}/actions", step=0, action=0) == (403, "seat/denied")
    assert ada.refused(f"/api/tables/{table}/actions", step=0, action=0) == (409, "table/status")


def test_the_host_says_when_it_starts(here):
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    table = ada.create("madcap", "me", "open", starts="host", is_public=True)["table"]["id"]
    assert ada.refused(f"/api/tables/{table}/start") == (409, "table/status")
    bob.post(f"/api/tables/{table}/join")
    assert ada.get(f"/api/tables/{table}")["status"] == "open"
    assert bob.refused(f"/api/tables/{table}/start") == (403, "table/denied")
    called = ada.post(f"/api/tables/{table}/start")
    assert called["table"]["is_called"]
    assert ada.refused(f"/api/tables/{table}/start") == (409, "table/status")
    ada.mix(called)
    assert ada.until(table, "running")["view"]["moves"] == 12


def test_tables_are_listed_and_filtered(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    public = [ada.create("madcap", "me", "open", is_public=True)["table"]["id"] for _ in range(3)]
    private = ada.create("madcap", "me", "open")["table"]["id"]
    caps = ada.create("trap_the_cap", "me", "bot:random", is_public=True, options=SHORT["trap_the_cap"])["table"]["id"]
    listed = [table["id"] for table in bob.get("/api/tables", game="madcap", status="open", limit=50)["tables"]]
    assert [table for table in listed if table in public] == public[::-1]
    assert private not in listed
    assert caps not in listed
    mine = [table["id"] for table in ada.get("/api/tables", mine=True, limit=50)["tables"]]
    assert mine == [caps, private, *public[::-1]]
    first = ada.get("/api/tables", mine=True, limit=2)
    second = ada.get("/api/tables", mine=True, limit=2, before=first["next"])
    assert [table["id"] for table in first["tables"] + second["tables"]] == mine[:4]
    assert bob.get("/api/tables", mine=True)["tables"] == []
    assert ada.ask("GET", "/api/tables", params={"before": "soon"}).json()["code"] == "command/value"


def test_ones_matches_are_listed_with_whose_turn_it_is_and_how_they_ended(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url)
    waiting = ada.create("madcap", "me", "open")["table"]["id"]
    going_on = ada.create("madcap", "me:Ada", "me:Bo")["table"]["id"]
    ended = [ada.create("madcap", "me:Ada", "me:Bo")["table"]["id"] for _ in range(2)]
    for table in ended:
        ada.post(f"/api/tables/{table}/resign", seat=1)
    listed = ada.get("/api/me/matches")["matches"]
    assert [match["table"]["id"] for match in listed] == sorted([going_on, waiting], reverse=True)
    shown = {match["table"]["id"]: match for match in listed}
    assert (shown[going_on]["seats"], shown[going_on]["to_act"] in (0, 1)) == ([0, 1], True)
    assert (shown[waiting]["seats"], shown[waiting]["to_act"]) == ([0], None)
    first = ada.get("/api/me/matches", is_over=True, limit=1)
    second = ada.get("/api/me/matches", is_over=True, limit=1, before=first["next"])
    assert [match["table"]["id"] for match in first["matches"] + second["matches"]] == sorted(ended, reverse=True)
    assert second["next"] is None
    (match,) = second["matches"]
    assert (match["winners"], match["resigned"], match["ending"]) == ([0], 1, "resigned")
    assert bob.get("/api/me/matches")["matches"] == []
    with everywhere.client() as nobody:
        assert nobody.get("/api/me/matches").json() == {"matches": [], "next": None}
        assert nobody.get("/api/tables", params={"mine": True}).json() == {"tables": [], "next": None}


def test_a_request_is_done_once_however_often_it_is_sent(everywhere):
    ada = Guest(everywhere.url)
    seated = ada.create("madcap", "me", "me")
    table = seated["table"]["id"]
    with Socket(everywhere.url, table, token=seated["tokens"][0]) as socket:
        update = socket.welcome["update"]
        action = {"type": "act", "id": "once", "step": update["step"], "action": legal(update)[0]}
        answers = []
        for _ in range(3):
            socket.send(**action)
            answers.append(socket.next("update"))
        assert [answer["ack"] for answer in answers] == ["once"] * 3
        assert {answer["step"] for answer in answers} == {update["step"] + 1}
    again = ada.post(f"/api/tables/{table}/actions", id="once", step=update["step"], action=action["action"], seat=0)
    assert again["step"] == update["step"] + 1


def test_requests_are_answered_in_order(everywhere):
    guest = Guest(everywhere.url)
    table = guest.create("madcap", "me:Ada", "me:Bob")["table"]["id"]
    with Socket(everywhere.url, table, token=guest.token) as socket:
        update, answers = socket.welcome["update"], []
        for number in range(6):
            step, action = update["step"], legal(update)[0]
            socket.send(type="act", id=f"a{number}", step=step, action=action)
            socket.send(type="act", id=f"a{number}", step=step, action=action)
            socket.send(type="act", id=f"b{number}", step=step, action=action)
            socket.send(type="ping")
            answers = []
            while not answers or answers[-1]["type"] != "pong":
                message = socket.receive()
                if message["type"] != "presence":
                    answers.append(message)
            assert [message.get("ack", message.get("id")) for message in answers] == [
                f"a{number}", f"a{number}", f"b{number}", None,
            ]  # fmt: skip
            assert answers[2]["code"] == "action/stale"
            update = answers[0]
            assert update["step"] == step + 1


def test_what_comes_just_after_an_answer_waits_for_what_came_before_it(here, monkeypatch):
    ada = Guest(here.url)
    seated = ada.create("madcap", "me", "me")
    done = Connection._done

    def done_as_more_comes(connection, live, request, started, result):
        if request == "first":
            connection.receive(act.replace(b"first", b"second"), is_text=True)
        done(connection, live, request, started, result)
        if request == "first":
            connection.receive(b'{"type":"ping"}', is_text=True)

    monkeypatch.setattr(Connection, "_done", done_as_more_comes)
    with Socket(here.url, seated["table"]["id"], token=seated["tokens"][0]) as socket:
        update = socket.welcome["update"]
        act = json.dumps({"type": "act", "id": "first", "step": update["step"], "action": legal(update)[0]}).encode()
        socket.send(**json.loads(act))
        answers = []
        while len(answers) < 3:
            if (kind := socket.receive()["type"]) != "presence":
                answers.append(kind)
    assert answers == ["update", "refused", "pong"]


def test_stale_and_refused_actions_say_why_and_how_it_stands(everywhere):
    ada = Guest(everywhere.url)
    seated = ada.create("madcap", "me", "me")
    table = seated["table"]["id"]
    with Socket(everywhere.url, table, token=seated["tokens"][0]) as first:
        with Socket(everywhere.url, table, token=seated["tokens"][1]) as second:
            step, action = first.welcome["update"]["step"], legal(first.welcome["update"])[0]
            second.send(type="act", id="early", step=step, action=action)
            refused = second.next("refused")
            assert (refused["id"], refused["code"]) == ("early", "action/turn")
            assert refused["now"]["step"] == step
            assert refused["now"]["view"]["seat"] == 1
        first.send(type="act", id="bad", step=step, action=99999)
        assert first.next("refused")["code"] == "action/illegal"
        first.send(type="act", id="worse", step=step, action="red nine sideways")
        assert first.next("refused")["code"] == "action/unreadable"
        first.send(type="act", id="good", step=step, action=action)
        assert first.next("update")["ack"] == "good"
        first.send(type="act", id="late", step=step, action=action)
        stale = first.next("refused")
        assert (stale["code"], stale["now"]["step"]) == ("action/stale", step + 1)
    late = ada.ask("POST", f"/api/tables/{table}/actions", json={"step": step, "action": action})
    assert late.status_code == 409
    assert late.json()["now"]["step"] == step + 1


def test_chat_does_not_make_actions_stale(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me")["table"]["id"]
    update = ada.update(table)
    ada.post(f"/api/tables/{table}/say", text="hm")
    after = ada.post(f"/api/tables/{table}/actions", step=update["step"], action=legal(update)[0])
    assert after["step"] == update["step"] + 2


def test_who_was_away_fetches_what_he_missed(everywhere):
    ada = Guest(everywhere.url)
    seated = ada.create("madcap", "me", "me")
    table = seated["table"]["id"]
    with Socket(everywhere.url, table, token=seated["tokens"][0], since=0) as socket:
        had = socket.welcome["update"]["step"]
        assert [event["step"] for event in socket.welcome["update"]["events"]] == list(range(had))
    for _ in range(5):
        ada.act(table)
    with Socket(everywhere.url, table, token=seated["tokens"][0], since=had) as socket:
        events = socket.welcome["update"]["events"]
        assert [(event["step"], event["kind"]) for event in events] == [(had + n, "played") for n in range(5)]
        assert all(event["words"] for event in events)
        socket.send(type="fetch", since=had + 3, id="f")
        fetched = socket.next("update")
        assert fetched["ack"] == "f"
        assert fetched["events"] == events[3:]
        socket.send(type="ping")
        assert socket.next("pong")["at"] > 0


def test_everybody_is_told_in_the_own_language(everywhere):
    ada = Guest(everywhere.url)
    seated = ada.create("madcap", "me:Ada", "me:Bo", is_public=True)
    table, tokens = seated["table"]["id"], seated["tokens"]
    wishes = [
        {"token": tokens[0], "language": "de"},
        {"token": tokens[1]},
        {"language": "de"},
        {"language": "en"},
        {"language": "de", "views": False},
    ]
    sockets = [Socket(everywhere.url, table, since=0, **wish) for wish in wishes]
    now = [socket.welcome["update"] for socket in sockets]
    heard = [list(update["events"]) for update in now]
    while now[0].get("to_act") is not None:
        seat = now[0]["to_act"]
        sockets[seat].send(type="act", id=f"a{now[0]['step']}", step=now[seat]["step"], action=legal(now[seat])[0])
        now = [socket.next("update") for socket in sockets]
        for events, update in zip(heard, now, strict=True):
            events.extend(update["events"])
    match = everywhere.services.hub.live[table].state.match
    german, english = (ada.update(table, since=0, language=language)["events"] for language in ("de", "en"))
    assert heard == [german, english, german, english, heard[4]]
    assert ada.update(table, since=0)["events"] == english
    assert not any("words" in event for event in heard[4])
    for events, language in ((german, "de"), (english, "en")):
        [started] = [event["words"] for event in events if event["kind"] == "started"]
        played = [line for event in events if event["kind"] == "played" for line in event["words"]]
        assert [*started, *played] == ["The match begins.", *match.story(language=language)]
    assert german[-1]["words"][-1] == match.conclude("de") != match.conclusion == english[-1]["words"][-1]
    sockets[0].send(type="fetch", since=len(german) - 2, id="f")
    assert sockets[0].next("update")["events"] == german[-2:]
    for socket in sockets:
        socket.close()
    answer = ada.ask("GET", f"/api/tables/{table}/updates", params={"since": 0, "language": "fr"})
    assert answer.status_code == 400
    with Socket(everywhere.url, table, language="fr") as socket:
        assert socket.welcome["code"] == "message/unreadable"


def test_what_was_taken_back_is_told_in_the_own_language(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me")["table"]["id"]
    ada.act(table)
    ada.post(f"/api/tables/{table}/undo", seat=0)
    events = {language: ada.update(table, since=0, language=language)["events"] for language in ("en", "de")}
    taken = {language: events[language][-2]["words"] for language in events}
    assert taken == {"en": ["(taken back)"], "de": ["(zurückgenommen)"]}


def test_a_resignation_is_told_in_the_own_language(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me:Ada", "me:Bo")["table"]["id"]
    ada.post(f"/api/tables/{table}/resign", seat=0)
    last = {language: ada.update(table, since=0, language=language)["events"][-1] for language in ("en", "de")}
    assert last["en"]["words"] == ["Ada resigns.", "Ada resigns; Bo won."]
    assert last["de"]["words"] == ["Ada resigns.", "Ada gibt auf; Bo hat gewonnen."]


def test_a_long_history_comes_in_parts(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me", options={"games": 12})["table"]["id"]
    for _ in range(110):
        ada.act(table)
    first = ada.update(table, since=0)
    assert first["has_more"]
    assert len(first["events"]) == 100
    second = ada.update(table, since=100)
    assert "has_more" not in second
    assert second["events"][-1]["step"] == second["step"] - 1


def test_a_table_is_rebuilt_from_its_log(everywhere):
    ada = Guest(everywhere.url)
    table = ada.create("minecart_mayhem", *["me"] * 4)["table"]["id"]
    for _ in range(8):
        ada.act(table)
    before = ada.update(table, since=0)
    hub = everywhere.services.hub

    async def forget() -> None:
        hub.live.pop(table).stop()

    everywhere.do(forget())
    assert ada.update(table, since=0) == before
    for _ in range(3):
        ada.act(table)


def test_a_long_match_goes_on_from_its_snapshot(here, monkeypatch):
    monkeypatch.setattr("motherlode.server.tables.live.SNAPSHOT_STEPS", 40)
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me", options={"games": 30})["table"]["id"]
    for count in range(43):
        ada.act(table)
        if count == 20:
            ada.post(f"/api/tables/{table}/undo", seat=ada.update(table)["to_act"] ^ 1)
    before = [ada.update(table, since=since) for since in (0, 20)]
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    hub = here.services.hub

    async def restore() -> tuple[int, int]:
        hub.live.pop(table).stop()
        await hub.storage.write(lambda _: None)  # the snapshot is written before this
        live = await hub.open(table)
        assert live.state.match is not None
        return live.state.match._first, len(live.state.match.log)

    first, length = here.do(restore())
    assert 40 < first < length
    assert ada.ask("GET", f"/api/tables/{table}/record").text == record
    assert [ada.update(table, since=since) for since in (0, 20)] == before
    ada.act(table)
    ada.post(f"/api/tables/{table}/undo", seat=ada.update(table)["to_act"] ^ 1)


def test_one_device_sees_the_seat_to_act_and_no_other(here):
    ada = Guest(here.url)
    table = ada.create("minecart_mayhem", "me:Ada", "me:Bob", "bot:random")["table"]["id"]
    seats = set()
    for _ in range(12):
        update = ada.update(table, since=0)
        view = update["view"]
        assert view["seat"] == (update["to_act"] if update.get("to_act") in {0, 1} else None)
        if legal(update):
            seats.add(view["seat"])
            ada.act(table)
    assert seats == {0, 1}


def test_undo_at_once_where_nobody_else_acted(everywhere):
    ada = Guest(everywhere.url)
    table = ada.create("madcap", "me", "me")["table"]["id"]
    before = ada.update(table)
    ada.act(table)
    after = ada.post(f"/api/tables/{table}/undo", seat=0)
    assert after["view"]["position"] == before["view"]["position"]
    assert after["step"] == before["step"] + 2
    history = ada.update(table, since=before["step"])["events"]
    assert [event["kind"] for event in history] == ["played", "undone"]
    assert history[0]["words"] == ["(taken back)"]
    assert ada.refused(f"/api/tables/{table}/undo", seat=0) == (409, "undo/barred")


def test_undo_is_asked_for_where_others_acted(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    start = ada.act(table)
    bob.act(table)
    offered = ada.post(f"/api/tables/{table}/undo")
    assert offered["undo"] == {"seat": 0, "awaits": [1]}
    assert ada.refused(f"/api/tables/{table}/answer_undo", agree=True) == (409, "undo/barred")
    assert "undo" not in bob.post(f"/api/tables/{table}/answer_undo", agree=False)
    assert bob.refused(f"/api/tables/{table}/answer_undo", agree=True) == (409, "undo/barred")
    ada.post(f"/api/tables/{table}/undo")
    undone = bob.post(f"/api/tables/{table}/answer_undo", agree=True)
    assert undone["view"]["moves"] == start["view"]["moves"] - 1
    assert undone["to_act"] == 0
    # An action ends an offer.
    ada.act(table)
    bob.act(table)
    ada.post(f"/api/tables/{table}/undo")
    ada.act(table)
    assert "undo" not in ada.update(table)


def test_resigning_ends_a_match_of_two(everywhere):
    ada = Guest(everywhere.url)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    over = ada.post(f"/api/tables/{table}/resign")
    assert (over["view"]["winners"], over["view"]["resigned"]) == ([1], 0)
    assert ada.refused(f"/api/tables/{table}/resign") == (409, "action/over")
    assert ada.get(f"/api/tables/{table}")["status"] == "over"


def test_at_a_larger_table_a_bot_plays_on_for_who_resigns(here):
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    table = ada.create("minecart_mayhem", "me", "open", "bot:random", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    bob.post(f"/api/tables/{table}/resign")
    seat = ada.get(f"/api/tables/{table}")["seats"][1]
    assert seat["has_resigned"]
    assert seat["bot"]
    assert bob.refused(f"/api/tables/{table}/join") == (409, "table/status")
    assert ada.post(f"/api/tables/{table}/resign")["step"] > 0
    assert ada.get(f"/api/tables/{table}")["status"] == "over"  # the bot that is left has won


def test_a_quitters_seat_is_taken_over_and_taken_back(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    bob.post(f"/api/tables/{table}/leave")
    step = ada.act(table)["step"]
    while ada.update(table)["to_act"] != 0:
        step = ada.update(table, since=step, wait=30)["step"]
    assert ada.get(f"/api/tables/{table}")["seats"][1]["bot"]
    assert bob.refused(f"/api/tables/{table}/actions", step=0, action=0)[0] in {403, 409}
    bob.post(f"/api/tables/{table}/join")
    assert ada.get(f"/api/tables/{table}")["seats"][1]["bot"] is None
    ada.act(table)
    assert bob.update(table)["to_act"] == 1
    bob.act(table)


def test_only_who_is_away_gets_a_stand_in_from_others(here, monkeypatch):
    ada, bob, eve = (Guest(here.url, name) for name in ("Ada", "Bob", "Eve"))
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    monkeypatch.setattr("motherlode.server.tables.deciding.ABSENT_MS", DAY_MS)
    assert ada.refused(f"/api/tables/{table}/stand_in", seat=1) == (403, "seat/denied")
    assert eve.refused(f"/api/tables/{table}/stand_in", seat=1) == (403, "seat/denied")
    monkeypatch.setattr("motherlode.server.tables.deciding.ABSENT_MS", 0)
    with Socket(here.url, table, token=bob.token):
        assert ada.refused(f"/api/tables/{table}/stand_in", seat=1) == (403, "seat/denied")
    update = ada.update(table)
    while (answer := ada.ask("POST", f"/api/tables/{table}/stand_in", json={"seat": 1})).status_code == 403:
        update = ada.update(table, since=update["step"], wait=0.1)
    assert answer.status_code == 200


def test_a_rematch_turns_the_seats_and_is_the_same_for_all(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    assert ada.refused(f"/api/tables/{table}/rematch") == (409, "table/status")
    ada.post(f"/api/tables/{table}/resign")
    again = bob.post(f"/api/tables/{table}/rematch")["table"]
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ada"]
    assert [seat["kept_for"] for seat in again["seats"]] == [None, ada.id]
    assert again["status"] == "open"
    assert ada.get(f"/api/tables/{table}")["rematch"] == again["id"]
    assert Guest(everywhere.url).refused(f"/api/tables/{table}/rematch") == (403, "seat/denied")
    followed = ada.post(f"/api/tables/{table}/rematch")["table"]
    assert (followed["id"], followed["status"]) == (again["id"], "running")
    assert [seat["name"] for seat in followed["seats"]] == ["Bob", "Ada"]


def test_nobody_is_seated_for_a_rematch_without_asking_for_it(everywhere):
    """Six rematches with a one-second clock once took 10.7 rating points from somebody who was away."""
    ada, bob, eve = (Guest(everywhere.url, name) for name in ("Ada", "Bob", "Eve"))
    clock = {"action_s": 1, "on_timeout": "resign"}
    table = ada.create("madcap", "me", "open", is_public=True, is_rated=True, clock=clock)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    ada.until(table, "over")
    seated = bob.post(f"/api/tables/{table}/rematch")
    again = seated["table"]["id"]
    assert seated["tokens"][1] is None, "not even the host can play the seat that is kept"
    assert eve.refused(f"/api/tables/{again}/join", seat=1) == (409, "seat/taken")
    assert eve.refused(f"/api/tables/{again}/join") == (409, "seat/taken")
    assert bob.refused(f"/api/tables/{again}/join", seat=1) == (409, "seat/taken")
    state = everywhere.services.hub.live[again].state
    assert (state.status, state.due()) == ("open", state.setup.created + OPEN_MS)
    assert bob.get("/api/me")["ratings"] == []
    assert ada.get(f"/api/tables/{again}")["seats"][1]["kind"] == "open"


def test_a_private_rematch_is_found_by_who_it_is_kept_for(here):
    ada, bob, eve = (Guest(here.url, name) for name in ("Ada", "Bob", "Eve"))
    seated = ada.create("madcap", "me", "open")
    bob.post(f"/api/tables/{seated['table']['id']}/join", key=seated["key"])
    ada.post(f"/api/tables/{seated['table']['id']}/resign")
    again = bob.post(f"/api/tables/{seated['table']['id']}/rematch")["table"]["id"]
    assert ada.get(f"/api/tables/{again}")["status"] == "open"
    assert eve.ask("GET", f"/api/tables/{again}").status_code == 403


def test_spectators_see_and_do_nothing_else(everywhere):
    ada, eve = Guest(everywhere.url), Guest(everywhere.url, "Eve")
    seated = ada.create("minecart_mayhem", "me", "me")
    table = seated["table"]["id"]
    with Socket(everywhere.url, table, token=eve.token, key=seated["key"]) as socket:
        assert socket.welcome["seats"] == []
        assert socket.welcome["update"]["view"]["seat"] is None
        assert legal(socket.welcome["update"]) == []
        socket.send(type="act", id="x", step=0, action=0)
        assert socket.next("refused")["code"] == "seat/denied"
        ada.act(table)
        assert socket.next("update")["events"][0]["kind"] == "played"
    with Socket(everywhere.url, table, token=eve.token) as socket:
        assert (socket.welcome["type"], socket.welcome["code"]) == ("bye", "table/denied")


def test_presence_is_told(everywhere):
    ada = Guest(everywhere.url)
    seated = ada.create("madcap", "me", "me", is_public=True)
    table = seated["table"]["id"]

    def wait_for(socket: Socket, seats: list[bool], watchers: int) -> None:
        while True:
            told = socket.next("presence")
            if (told["seats"], told["watchers"]) == (seats, watchers):
                return

    with Socket(everywhere.url, table, token=seated["tokens"][0]) as socket:
        wait_for(socket, [True, False], 0)
        with Socket(everywhere.url, table), Socket(everywhere.url, table, token=seated["tokens"][1]):
            wait_for(socket, [True, True], 1)
            assert [seat["is_connected"] for seat in ada.get(f"/api/tables/{table}")["seats"]] == [True, True]
        wait_for(socket, [True, False], 0)


def test_an_unfinished_record_is_gone_on_with(here):
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    match = motherlode.game("madcap").start(seed=7)
    for _ in range(4):
        match.play(match.actions()[0])
    seated = ada.post("/api/import", record=match.record(is_whole=True), is_public=True)
    table = seated["table"]["id"]
    assert seated["table"]["status"] == "open"
    assert seated["table"]["is_imported"]
    ada.post(f"/api/tables/{table}/join", seat=0)
    bob.post(f"/api/tables/{table}/join", seat=1)
    assert ada.update(table)["view"]["moves"] == len(match.log)
    ada.act(table)
    bob.act(table)
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    assert len(motherlode.replay(record).log) == len(match.log) + 2


def test_bad_wishes_get_one_clear_line(here):
    ada = Guest(here.url)
    for wish, expected in [
        ({"game": "chess", "seats": ["me"]}, (404, "game/unknown")),
        ({"game": "madcap", "seats": ["me"]}, (422, "game/seats")),
        ({"game": "madcap", "seats": ["me", "open"], "options": {"levels": 99}}, (422, "option/value")),
        ({"game": "madcap", "seats": ["me", "open"], "options": {"colour": 1}}, (422, "option/unknown")),
        ({"game": "madcap", "seats": ["me", "open"], "options": {"seats": 2}}, (422, "option/unknown")),
        ({"game": "madcap", "seats": ["me", "bot:nobody"]}, (422, "command/value")),
        ({"game": "madcap", "seats": ["me", "someone"]}, (422, "command/value")),
        ({"game": "madcap", "seats": ["bot:random", "bot:random"]}, (422, "command/value")),
        ({"game": "madcap", "seats": ["me", "bot:random"], "is_rated": True}, (422, "command/value")),
        ({"game": "madcap", "seats": ["me", "open"], "stand_in": "nobody"}, (422, "bot/unknown")),
        ({"game": "madcap", "seats": ["me", "open"], "surprise": 1}, (400, "message/unreadable")),
        ({"game": "madcap"}, (400, "message/unreadable")),
        ({"game": "madcap", "seats": [], "options": {}}, (400, "message/unreadable")),
        ({"game": "madcap", "seats": ["me", "open"], "clock": {"total_s": -1}}, (400, "message/unreadable")),
    ]:
        assert ada.refused("/api/tables", **wish) == expected, wish
    assert ada.refused("/api/import", record="nonsense") == (422, "record/invalid")
    assert ada.refused("/api/tables/nowhere/join") == (404, "table/unknown")


def test_a_bot_that_fails_is_replaced_by_a_weaker_one_and_the_table_is_told(here, monkeypatch):
    from motherlode.bots import make_bot

    ada = Guest(here.url)
    runner = here.services.runner
    made = []

    class Broken:
        def choose(self, *_):
            raise MemoryError("a bot's own trouble")

    def make(name, game):
        made.append(name)
        return Broken() if name == "greedy" else make_bot(name, game)

    monkeypatch.setattr(runner, "make", make)
    table = ada.create("madcap", "me", "bot:greedy")["table"]["id"]
    step = ada.act(table)["step"]
    while (update := ada.update(table, since=0, wait=30))["to_act"] != 0:
        update = ada.update(table, since=step, wait=30)
        step = update["step"]
    changed = [event for event in update["events"] if event["kind"] == "bot_changed"]
    assert [(event["bot"], event["text"]) for event in changed] == [("prospector", "failed")]
    assert made == ["greedy", "greedy", "prospector"]
    assert ada.get(f"/api/tables/{table}")["seats"][1]["bot"] == "prospector"


class Watched:
    """The bots that a server makes, and what they are shown."""

    def __init__(self, here, monkeypatch):
        from motherlode.bots import make_bot

        self.made = []
        self.shown = []
        watched = self

        class Eyed:
            def __init__(self, name, game):
                self.bot = make_bot(name, game)

            def choose(self, ruleset, states, seat, random):
                watched.shown.append((ruleset, states.copy(), seat))
                return self.bot.choose(ruleset, states, seat, random)

        def make(name, game):
            bot = Eyed(name, game)
            self.made.append((name, weakref.ref(bot)))
            return bot

        monkeypatch.setattr(here.services.runner, "make", make)

    @property
    def names(self):
        return [name for name, _ in self.made]

    @property
    def alive(self):
        gc.collect()
        return [name for name, bot in self.made if bot() is not None]


def until(guest, table, is_so):
    """Wait for an update of a table that is as one wants it."""
    update = guest.update(table)
    while not is_so(update):
        update = guest.update(table, since=update["step"], wait=30)
    return update


def is_mine_or_over(update):
    return update["view"]["to_act"] in {0, None}


def test_a_bot_plays_its_seat_from_its_first_action_to_its_last(here, monkeypatch):
    watched = Watched(here, monkeypatch)
    ada = Guest(here.url)
    table = ada.create("minecart_mayhem", "me", "bot:pebble", "bot:greedy")["table"]["id"]
    while (update := until(ada, table, is_mine_or_over))["view"]["to_act"] is not None:
        if len(watched.made) == 2:
            assert sorted(watched.alive) == ["greedy", "pebble"]
        ada.post(f"/api/tables/{table}/actions", step=update["step"], action=legal(update)[0])
    assert sorted(watched.names) == ["greedy", "pebble"]
    assert len(watched.shown) > len(watched.made)

    async def rest() -> None:
        """Until the bots' task has come to its end; a table that is over may have left already."""
        live = here.services.hub.live.get(table)
        if live is not None and live.attendant.bot_task is not None:
            await asyncio.wait((live.attendant.bot_task,))

    here.do(rest())
    assert watched.alive == []


def test_bots_are_shown_what_their_seat_may_know(here, monkeypatch):
    watched = Watched(here, monkeypatch)
    ada = Guest(here.url)
    table = ada.create("minecart_mayhem", "me", "bot:pebble", "bot:greedy")["table"]["id"]
    while (update := until(ada, table, is_mine_or_over))["view"]["to_act"] is not None:
        ada.post(f"/api/tables/{table}/actions", step=update["step"], action=legal(update)[0])
    whole = motherlode.replay(ada.ask("GET", f"/api/tables/{table}/record").text)
    positions = [whole.position_at(moves) for moves in range(len(whole.log))]
    shown = [(whole.ruleset.hidden(states, seat).tobytes(), seat) for states in positions for seat in (1, 2)]
    assert all((states.tobytes(), seat) in shown for _, states, seat in watched.shown)
    assert any(states.tobytes() not in {whole.tobytes() for whole in positions} for _, states, _ in watched.shown)


def test_a_stand_in_goes_when_its_seat_is_taken_back(here, monkeypatch):
    watched = Watched(here, monkeypatch)
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    table = ada.create("madcap", "me", "open", is_public=True, stand_in="pebble")["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    for _ in range(2):
        bob.post(f"/api/tables/{table}/leave")
        ada.act(table)
        until(ada, table, is_mine_or_over)
        assert watched.alive == ["pebble"]
        bob.post(f"/api/tables/{table}/join", seat=1)
        assert watched.alive == []
    assert watched.names == ["pebble"] * 2


def test_a_bot_that_is_changed_makes_room_and_the_new_one_stays(here, monkeypatch):
    watched = Watched(here, monkeypatch)
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "bot:greedy")["table"]["id"]
    ada.act(table)
    until(ada, table, is_mine_or_over)
    live = here.services.hub.live[table]
    change = partial(deciding.change_bot, seat=1, level="greedy", used="pebble", why="failed")
    here.do(live.change(change))
    assert watched.alive == []
    for _ in range(2):
        ada.act(table)
        until(ada, table, is_mine_or_over)
    assert watched.names == ["greedy", "pebble"]
    assert watched.alive == ["pebble"]


def test_bots_leave_memory_with_their_table(here, monkeypatch):
    watched = Watched(here, monkeypatch)
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "bot:greedy")["table"]["id"]
    ada.act(table)
    until(ada, table, is_mine_or_over)
    assert watched.alive == ["greedy"]

    async def leave():
        here.services.hub._forget(table)

    here.do(leave())
    assert watched.alive == []
    ada.act(table)
    until(ada, table, is_mine_or_over)
    assert watched.names == ["greedy"] * 2
