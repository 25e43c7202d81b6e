"""Variants that the server measures: who may ask, the queue, what is told meanwhile, the report, and giving up."""

import os
import re
import time

import pytest

from motherlode.lab.beside import LEAST
from motherlode.server.settings import Settings, make_settings
from motherlode.server.workshop import measuring
from server.conftest import Running, running
from server.playing import Guest

OPTIONS = {"levels": 7, "gold": [3, 6, 9, 12, 15, 18, 21]}  # three times the gold: the lead is larger, the rest is not
MANY = 20_000


@pytest.fixture(autouse=True)
def impolite(monkeypatch):
    """What measures does not give way to the tests, which would starve it."""
    monkeypatch.setattr(measuring, "NICENESS", 0)


@pytest.fixture(scope="module")
def measures(tmp_path_factory):
    """A server that measures, with two processes."""
    folder = tmp_path_factory.mktemp("measuring")
    settings = Settings(f"sqlite:///{folder / 'tables.db'}", rate=0, log="error", measure=2)
    with running(make_settings(settings)) as server:
        yield server


def owner(server: Running, name: str) -> Guest:
    """Somebody with an account."""
    guest = Guest(server.url, name)
    guest.post("/api/me/account", name=name, password="correct horse")
    return guest


def store(guest: Guest, name: str = "Three times the gold") -> str:
    return guest.post("/api/games/madcap/variants", name=name, options=OPTIONS)["info"]["id"]


def ask(guest: Guest, variant: str, games: int = MANY) -> dict:
    wish = {"player": "greedy", "seats": 2, "games": games}
    return guest.post(f"/api/variants/{variant}/versions/1/measurements", **wish)


def until(guest: Guest, variant: str, measurement: str, *wanted: str) -> dict:
    """Wait until it is in a state."""
    while (now := guest.get(f"/api/variants/{variant}/measurements/{measurement}"))["state"] not in wanted:
        assert now["state"] not in {"done", "failed"}, now  # it is in no other state any more
        time.sleep(0.05)
    return now


def test_a_variant_is_measured_told_and_kept_with_its_version(measures):
    ada, eve = owner(measures, "Ada"), Guest(measures.url, "Eve")
    assert ada.get("/api/games/madcap/design")["is_measured"] is True
    variant = store(ada, "Three <times> the gold")
    asked = ask(ada, variant, 200)
    assert (asked["player"], asked["seats"], asked["most"], asked["version"]) == ("greedy", 2, 200, 1)
    done = until(eve, variant, asked["id"], "done", "failed")  # whoever has the link may look
    assert (done["state"], done["why"], done["games"]) == ("done", "", 200)
    found = {figure["name"]: figure for figure in done["figures"]}
    for figure in found.values():
        for span in (figure["variant"], figure["original"], figure["difference"]):
            assert span["low"] <= span["value"] <= span["high"], figure
        assert all(figure["title"].values())
    assert found["margin"]["verdict"] == "more"
    assert found["margin"]["difference"]["low"] > 0
    assert found["turns"]["verdict"] == "same"  # twelve rolls, whatever the gold
    assert found["first_share"]["is_share"]
    kept = eve.get(f"/api/variants/{variant}")["versions"][0]["measurements"]
    assert [each["id"] for each in kept] == [asked["id"]]
    pages = {}
    for language in ("en", "de"):
        answer = eve.ask("GET", f"/api/variants/{variant}/measurements/{asked['id']}/report?language={language}")
        assert answer.headers["content-type"].startswith("text/html")
        assert "script" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        pages[language] = answer.text
        assert not {"<script", "<times>"} & set(re.findall(r"<\w+>?", pages[language]))
        assert "Three &lt;times&gt; the gold: greedy" in pages[language]
    assert "where the game as it is has" in pages["en"]
    assert "im Spiel, wie es ist," in pages["de"]
    assert ada.ask("DELETE", f"/api/variants/{variant}/measurements/{asked['id']}").status_code == 204
    assert ada.get(f"/api/variants/{variant}")["versions"][0]["measurements"] == []


def test_who_may_ask_and_how_much(measures, here):
    ada, bob = owner(measures, "Ann"), owner(measures, "Ben")
    variant, path = store(ada), "/api/variants/{}/versions/{}/measurements"
    wish = {"player": "greedy", "seats": 2, "games": MANY}
    assert bob.refused(path.format(variant, 1), **wish) == (403, "table/denied")
    assert ada.refused(path.format(variant, 2), **wish) == (404, "command/value")
    assert ada.refused(path.format(variant, 1), **wish | {"seats": 3}) == (422, "game/seats")
    assert ada.refused(path.format(variant, 1), **wish | {"player": "nobody"}) == (404, "bot/unknown")
    assert ada.refused(path.format(variant, 1), **wish | {"games": 10**6}) == (400, "message/unreadable")
    guest = Guest(measures.url, "Gus")  # anybody can be many guests
    assert guest.refused(path.format(store(guest), 1), **wish) == (403, "table/denied")
    cleo = owner(here, "Cleo")  # at a server that measures nothing
    assert cleo.get("/api/games/madcap/design")["is_measured"] is False
    assert cleo.refused(path.format(store(cleo), 1), **wish) == (403, "table/denied")

    first = ask(ada, variant)
    assert ada.refused(path.format(variant, 1), **wish) == (429, "server/rate")  # one at a time
    second = ask(bob, store(bob))
    until(ada, variant, first["id"], "playing")
    waiting = bob.get(f"/api/variants/{bobs(bob)}/measurements/{second['id']}")
    assert (waiting["state"], waiting["ahead"], waiting["figures"]) == ("waiting", 1, [])
    report = f"/api/variants/{variant}/measurements/{first['id']}/report"
    assert ada.ask("GET", report).json()["code"] == "table/status"
    drop = f"/api/variants/{variant}/measurements/{first['id']}"
    assert bob.ask("DELETE", drop).json()["code"] == "table/denied"
    process = measures.services.measurer.process.pid
    assert ada.ask("DELETE", drop).status_code == 204
    assert ada.ask("DELETE", drop).json()["code"] == "command/value"
    until(bob, bobs(bob), second["id"], "playing")  # the next one begins, when nothing is left of the one before
    assert not is_there(process)
    assert bob.ask("DELETE", f"/api/variants/{bobs(bob)}").status_code == 204  # a variant takes what it waits for along
    while measures.services.measurer.process is not None:
        time.sleep(0.05)


def bobs(bob: Guest) -> str:
    return bob.get("/api/games/madcap/variants", mine=True)["variants"][0]["id"]


def is_there(group: int) -> bool:
    """Whether any process of a group lives."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_server_that_stops_leaves_its_work_to_the_next(tmp_path):
    settings = make_settings(Settings(f"sqlite:///{tmp_path / 'tables.db'}", rate=0, log="error", measure=1))
    with running(settings) as first:
        ada = owner(first, "Ada")
        variant = store(ada)
        asked = ask(ada, variant, 100)
        until(ada, variant, asked["id"], "playing")
        process = first.services.measurer.process.pid
        token = ada.token
    assert not is_there(process)
    with running(settings) as second:
        ada.http.base_url = second.url
        ada.http.headers["Authorization"] = f"Bearer {token}"
        assert until(ada, variant, asked["id"], "done", "failed")["games"] == 100


def test_what_takes_too_long_ends_with_what_is_known_and_what_cannot_be_played_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(measuring, "MEASURE_S", 0.0)
    settings = Settings(f"sqlite:///{tmp_path / 'tables.db'}", rate=0, log="error", measure=1)
    with running(make_settings(settings)) as server:
        ada = owner(server, "Ada")
        variant = store(ada)
        short = ask(ada, variant)
        found = until(ada, variant, short["id"], "done", "failed")
        assert found["state"] == "done"
        assert LEAST <= found["games"] < MANY
        two_colours = ada.post("/api/games/trap_the_cap/variants", name="Teams", options={"game": "team"})
        wish = {"player": "random", "seats": 4, "games": 50}
        teams = ada.post(f"/api/variants/{two_colours['info']['id']}/versions/1/measurements", **wish)
        failed = until(ada, two_colours["info"]["id"], teams["id"], "done", "failed")
        assert (failed["state"], failed["figures"]) == ("failed", [])
        assert "other teams" in failed["why"]


def test_it_plays_at_the_lowest_priority(tmp_path, monkeypatch):
    monkeypatch.setattr(measuring, "NICENESS", 19)
    settings = Settings(f"sqlite:///{tmp_path / 'tables.db'}", rate=0, log="error", measure=1)
    with running(make_settings(settings)) as server:
        ada = owner(server, "Ada")
        variant = store(ada)
        until(ada, variant, ask(ada, variant)["id"], "playing")
        process = server.services.measurer.process.pid
        while os.getpriority(os.PRIO_PROCESS, process) < 19:  # it has begun when it has read what to do
            time.sleep(0.05)
