"""The siege in its short form: a fault of each kind under the load of a few tables; and it sees what goes wrong."""

import copy
import json
import sqlite3

import pytest
from siege.__main__ import exit_status
from siege.besieging import Outcome, besiege, seconds_of
from siege.checking import Checker
from siege.clients import Acknowledged, Answer, Heard
from siege.faults import KINDS
from siege.places import PLACES

from server.playing import Guest, play_out

NUM_TABLES = 10
KILLS = ("server", "writer", "no-writer", "worker", "all-workers", "no-worker", "postgresql", "redis")


@pytest.mark.compiled
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_faults_lose_nothing_tell_nothing_that_is_not_stored_and_betray_nobody(place):
    kinds = [kind for kind, fault in KINDS.items() if fault.place is place and not fault.is_long]
    outcomes = besiege(kinds, 1, NUM_TABLES)
    assert [outcome.kind for outcome in outcomes] == kinds
    for outcome in outcomes:
        assert outcome.is_held, outcome.summary()
        assert outcome.faults == 1
        assert outcome.findings.acknowledged >= NUM_TABLES
        assert outcome.findings.told > 0
    assert sum(sum(outcome.in_flight) for outcome in outcomes) > 0
    assert sum(outcome.findings.hidden for outcome in outcomes) > 0
    assert sum(outcome.findings.finished for outcome in outcomes) > 0


def test_each_kind_has_its_part_of_the_time_and_too_few_faults_are_a_failure():
    assert all(fault.seconds > 0 for fault in KINDS.values())
    kills = [fault for kind, fault in KINDS.items() if kind in KILLS]
    assert [fault.share for fault in kills] == [1.0] * len(KILLS)  # a hundred of each, where a hundred are asked for
    assert seconds_of(["server", "worker"]) == seconds_of(["server"]) + seconds_of(["worker"])
    held = Outcome("server", "server killed", wanted=2, faults=2)
    assert exit_status([held]) == 0
    assert exit_status([held, Outcome("worker", "worker killed", wanted=2, faults=1)]) == 1
    assert exit_status([held, Outcome("disk", "disk full", wanted=1, faults=1, problems=["one"])]) == 1


# What is heard at one table of a game with hidden hands, and what a check makes of it


def play_and_hear(here):
    """A match: the database, the table, and what both of its seats heard."""
    ada = Guest(here.url)
    seated = ada.create("minecart_mayhem", "me", "me")
    table = seated["table"]["id"]
    everyone = []
    for seat, socket in enumerate(play_out(here.url, table, seated["tokens"])):
        one = Heard(seat, "en", socket.received)
        for text in socket.received:
            message = json.loads(text)
            if message.get("ack"):
                [action] = [move["action"] for move in message["events"][0]["moves"] if move["actor"] == seat]
                one.acknowledged.append(Acknowledged(seat, message["ack"], action))
        everyone.append(one)
    return here.services.settings.database, table, everyone


@pytest.fixture(scope="module")
def played(here):
    return play_and_hear(here)


@pytest.fixture
def heard(played):
    """The database, the table, and what both of its seats heard, to be changed."""
    return copy.deepcopy(played)


def check(heard, persons=()):
    database, table, everyone = heard
    return Checker(database, list(persons)).check([(table, everyone)])


def test_a_match_that_was_kept_is_found_so(heard):
    found = check(heard)
    assert found.lost + found.not_stored + found.secrets + found.broken == []
    assert found.acknowledged == sum(len(one.acknowledged) for one in heard[2]) > 5
    assert found.hidden > 0
    assert found.finished == 1


def test_an_acknowledged_action_that_is_not_in_the_log_is_lost(heard):
    heard[2][0].acknowledged.append(Acknowledged(0, "never", 0))
    heard[2][1].acknowledged[0] = Acknowledged(1, heard[2][1].acknowledged[0].request, 999_999)
    assert len(check(heard).lost) == 2


def test_a_table_that_is_not_in_the_database_is_lost(heard):
    assert len(check((heard[0], "nowhere", heard[2])).lost) == 1


@pytest.mark.parametrize(
    "change",
    [{"at": 1}, {"step": 9999}, {"kind": "said"}, {"seat": 7}, {"moves": []}],
    ids=lambda change: next(iter(change)),
)
def test_an_event_that_was_told_otherwise_than_it_is_stored_is_found(heard, change):
    texts = heard[2][0].texts
    number = next(number for number, text in enumerate(texts) if '"kind":"played"' in text)
    message = json.loads(texts[number])
    message["events"][0] |= change
    texts[number] = json.dumps(message)
    assert len(check(heard).not_stored) == 1


def test_what_another_seat_was_shown_is_a_secret(heard):
    heard[2][0].texts, heard[2][1].texts = heard[2][1].texts, heard[2][0].texts
    assert check(heard).secrets


@pytest.mark.parametrize("secret", ["seat", "seed", "secret", "person"])
def test_a_secret_in_any_message_is_found(heard, secret):
    database, table, everyone = heard
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        [(seed, key)] = connection.execute("SELECT seed, secret FROM tables WHERE id = ?", (table,)).fetchall()
    connection.close()
    words = {"seed": seed.hex(), "secret": key.hex(), "person": "somebody's", "seat": f"seat.{table}.1.{'x' * 32}"}
    everyone[1].texts.insert(0, json.dumps({"type": "presence", "seats": [words[secret]]}))
    assert len(check(heard, ["somebody's"]).secrets) == 1


@pytest.mark.parametrize("secret", ["seed", "secret", "person", "seat", "other seat"])
def test_a_secret_in_an_answer_over_http_is_found(here, secret):
    ada = Guest(here.url)
    seated = ada.create("minecart_mayhem", "me", "me", is_public=True)
    database, table = here.services.settings.database, seated["table"]["id"]
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        [(seed, key)] = connection.execute("SELECT seed, secret FROM tables WHERE id = ?", (table,)).fetchall()
    connection.close()
    words = {
        "seed": seed.hex(), "secret": key.hex(), "person": "somebody's", "seat": seated["tokens"][1],
        "other seat": f"seat.{table}.1.{'x' * 32}",
    }  # fmt: skip
    checker = Checker(database, ["somebody's"])
    told = [Answer(f"/api/tables/{table}", json.dumps(ada.get(f"/api/tables/{table}")))]
    made = Answer("/api/tables", json.dumps(seated))
    assert not checker.check([(table, [])], [*told, made]).secrets
    assert len(checker.check([(table, [])], [Answer(told[0].path, json.dumps({"words": words[secret]}))]).secrets) == 1


def test_a_hole_in_the_log_is_found(here):
    database, table, _ = heard = play_and_hear(here)
    connection = sqlite3.connect(database.removeprefix("sqlite:///"))
    with connection:
        connection.execute("DELETE FROM events WHERE table_id = ? AND step = 7", (table,))
    connection.close()
    found = check(heard)
    assert found.broken
    assert found.not_stored
