"""No secret of a seat reaches another: every byte that a client was sent is looked through."""

import json
import re
from typing import Any

import msgspec
import pytest

import motherlode
from motherlode.core.contract import View
from motherlode.core.registry import find_game, game_names
from server.playing import Guest, Socket, play_out

HIDDEN = [name for name in game_names() if find_game(name).is_hidden]


def hidden_views(record: str, num_seats: int) -> list[list[View]]:
    """What each seat may know after each entry of a finished match, by the engine alone: [entry][seat]."""
    whole = motherlode.replay(record)
    ruleset = whole.ruleset
    return [
        [
            ruleset.spec.views.view(ruleset.box, ruleset.hidden(whole.position_at(step), seat))
            for seat in range(num_seats + 1)
        ]
        for step in range(len(whole.log) + 1)
    ]


def told_words(update: dict[str, Any]) -> list[str]:
    """What a client was told in words about actions and draws."""
    return [
        line
        for event in update.get("events", [])
        for line in event.get("words", [])[event["kind"] == "started" :]
        if event["kind"] in {"started", "played"}
    ]


def expected_words(whole: Any, shown: list[Any], first: int, seat: int) -> list[str]:
    """The same by the engine, from positions in which what the seat may not know is blanked."""
    ruleset = whole.ruleset
    return [
        ruleset.spec.narration.narrate(
            ruleset.box,
            ruleset.hidden(whole.position_at(number), seat),
            move.get("action"),
            ruleset.hidden(whole.position_at(number + 1), seat),
            whole.names,
        )
        for number, move in enumerate(shown, first)
    ]


@pytest.mark.parametrize("game", HIDDEN)
@pytest.mark.parametrize("seed", [1, 2])
def test_whole_matches_show_each_client_what_its_seat_may_know_and_nothing_else(here, game, seed):
    ada, eve = Guest(here.url), Guest(here.url, "Eve")
    num_seats = min(3, find_game(game).seats[1])
    seated = ada.create(game, *["me"] * num_seats, is_public=True)
    table = seated["table"]["id"]
    with Socket(here.url, table, token=eve.token, since=0) as spectator:
        sockets = play_out(here.url, table, seated["tokens"], seed)
        while spectator.receive().get("to_act") is not None or '"scores":[' not in spectator.received[-1]:
            pass
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    known = hidden_views(record, num_seats)
    whole = motherlode.replay(record)
    seed_of_chance = re.search(r"^seed: (\w+)$", record, re.MULTILINE)[1]
    last_step = ada.update(table)["step"]
    num_hidden = 0
    for seat, socket in enumerate([*sockets, spectator]):
        viewer = seat if seat < num_seats else None
        for text in socket.received:
            message = json.loads(text)
            update = message.get("update", message)
            if message["type"] == "presence" or update["step"] == last_step:
                continue  # at the end all is told
            assert seed_of_chance not in text
            view = update["view"]
            assert view["seat"] == viewer
            assert view["position"] == json.loads(msgspec.json.encode(known[view["moves"]][seat]))
            shown = [move for event in update.get("events", []) for move in event.get("moves", [])]
            first = view["moves"] - len(shown)
            for number, move in enumerate(shown, first):
                entry, states = whole.log[number], whole.position_at(number)
                is_seen = whole.ruleset.spec.views.is_seen(whole.ruleset.box, states, entry.action, seat)
                assert move.get("action") == (entry.action if is_seen else None)
                assert move.get("text", "?") == (entry.text if is_seen else "?")
                num_hidden += not is_seen
            assert told_words(update) == expected_words(whole, shown, first, seat)
    assert num_hidden > 0


@pytest.mark.parametrize("game", HIDDEN)
def test_records_and_errors_of_running_matches_tell_no_secrets(here, game):
    ada, eve = Guest(here.url), Guest(here.url, "Eve")
    seated = ada.create(game, "me", "me", is_public=True)
    table, tokens = seated["table"]["id"], seated["tokens"]
    while "* ?" not in eve.ask("GET", f"/api/tables/{table}/record").text:  # until something is hidden
        ada.act(table)
    own, other = (
        ada.ask("GET", f"/api/tables/{table}/record", headers={"Authorization": f"Bearer {token}"}).text
        for token in tokens
    )
    public = eve.ask("GET", f"/api/tables/{table}/record").text
    assert own != other
    assert "* ?" in public
    assert "seed:" not in own + other + public
    assert eve.ask("GET", f"/api/tables/{table}/record", params={"seat": 0}).status_code == 403
    assert eve.ask("GET", f"/api/tables/{table}/updates", params={"seat": 0}).status_code == 403
    assert ada.get(f"/api/tables/{table}/verify")["seed"] is None
    refused = eve.ask("POST", f"/api/tables/{table}/actions", json={"step": 0, "action": 0})
    assert refused.status_code == 403
    assert refused.json()["now"]["view"]["seat"] is None
