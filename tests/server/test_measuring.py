"""Variants that the server measures: who may ask, the queue, what is told meanwhile, the report, and giving up."""

import os
import time

import pytest

from motherlode.server.settings import Settings, make_settings
from motherlode.server.workshop import measuring
from server.conftest import Running, running
from server.playing import Guest

OPTIONS = {"levels": 7, "gold": [3, 6, 9, 12, 15, 18, 21]}  # three times the gold: the lead is larger, the rest is not
MANY = 20_000


@pytest.fixture(scope="module")
def measures(tmp_path_factory):
    """A server that measures, with two processes; they are no politer than the tests, which would starve them."""
    folder = tmp_path_factory.mktemp("measuring")
    settings = Settings(f"sqlite:///{folder / 'tables.db'}", rate=0, log="error", measure=2, niceness=0)
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
        time.sleep(0.05)
    return now


def test_a_variant_is_measured_told_and_kept_with_its_version(measures):
    ada, eve = owner(measures, "Ada"), Guest(measures.url, "Eve")
    assert ada.get("/api/games/madcap/design")["is_measured"] is True
    variant = store(ada, "Three <times> the gold")
    asked = ask(ada, variant, 400)
    assert (asked["player"], asked["seats"], asked["most"], asked["version"]) == ("greedy", 2, 400, 1)
    done = until(eve, variant, asked["id"], "done", "failed")  # whoever has the link may look
    assert (done["state"], done["why"], done["games"]) == ("done", "", 400)
    found = {figure["name"]: figure for figure in done["figures"]}
    for figure in found.values():
        for span in (figure["variant"], figure["original"], figure["difference"]):
            assert span["low"] <= span["value"] <= span["high"], figure
        assert figure["title"]["en"] and figure["title"]["de"]
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
        assert "<script" not in pages[language] and "<times>" not in pages[language]
        assert "Three &lt;times&gt; the gold: greedy" in pages[language]
    assert "where the game as it is has" in pages["en"]
    assert "im Spiel, wie es ist," in pages["de"]
    assert ada.ask("DELETE", f"/api/variants/{variant}/measurements/{asked['id']}").status_code == 204
    assert ada.get(f"/api/variants/{variant}")["versions"][0]["measurements"] == []
