"""The game of the day: the same for everyone, once, and its seed stays secret until the day is over."""

import datetime
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

import motherlode
from motherlode.bots.winning import wins
from motherlode.server import moments
from motherlode.server.study.daily import start_day
from server.playing import Guest, play_out

DAY = datetime.date(2031, 5, 6)


@pytest.fixture
def day(monkeypatch):
    """A day that the test decides on."""

    def set_day(day: datetime.date) -> None:
        monkeypatch.setattr(moments, "today", lambda: day)

    set_day(DAY)
    return set_day


def play(here, guest: Guest, seed: int = 1) -> str:
    seated = guest.post("/api/daily")
    play_out(here.url, seated["table"]["id"], seated["tokens"], seed)
    return seated["table"]["id"]


def outcomes(guest: Guest, table: str) -> dict[int, str]:
    """What chance did, by how many moves there were."""
    frames = guest.get(f"/api/tables/{table}/replay")["frames"]
    return {frame["moves"]: frame["text"] for frame in frames[1:] if frame["actor"] is None}


def test_everyone_has_the_same_cavern_and_the_same_dice(everywhere, day):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    shown = ada.get("/api/daily")
    assert (shown["date"], shown["game"], shown["table"]) == ("2031-05-06", "rockport_caverns", None)
    assert shown["ends"] == 1000 * int(datetime.datetime(2031, 5, 7, tzinfo=datetime.UTC).timestamp())
    first, second = ada.post("/api/daily")["table"], bob.post("/api/daily")["table"]
    assert first["id"] != second["id"]
    assert first["options"].items() <= shown["options"].items()
    assert (first["options"], first["commitment"]) == (second["options"], second["commitment"])
    assert first["daily"] == "2031-05-06"
    assert not first["is_public"]
    # Who does the same is dealt the same, to the end.
    tables = [play(everywhere, ada), play(everywhere, bob)]
    assert tables == [first["id"], second["id"]]
    assert outcomes(ada, tables[0]) == outcomes(bob, tables[1])
    day(DAY + datetime.timedelta(days=1))
    other = ada.post("/api/daily")["table"]
    assert other["commitment"] != first["commitment"]
    assert ada.get("/api/daily")["results"] == []


def test_one_try_for_each_person(here, day):
    day(datetime.date(2031, 6, 1))
    ada = Guest(here.url)
    with ThreadPoolExecutor(4) as pool:
        tables = {each["table"]["id"] for each in pool.map(lambda _: ada.post("/api/daily"), range(8))}
    assert len(tables) == 1
    assert ada.get("/api/daily")["table"] == tables.pop()
    table = play(here, ada)
    assert ada.post("/api/daily")["table"]["id"] == table
    rematch = ada.post(f"/api/tables/{table}/rematch")["table"]
    assert rematch["daily"] is None
    assert rematch["commitment"] != ada.get(f"/api/tables/{table}")["commitment"]
    with here.client() as nobody:
        assert nobody.post("/api/daily").json()["code"] == "person/unknown"
        assert nobody.get("/api/daily").json()["table"] is None


def test_the_seed_is_told_when_the_day_is_over_and_not_before(here, day):
    day(datetime.date(2031, 7, 1))
    ada = Guest(here.url)
    table = play(here, ada)
    info = ada.get(f"/api/tables/{table}")
    assert (info["status"], info["seed"]) == ("over", None)
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    assert f"chance: fair {info['commitment']}\n" in record
    assert "seed" not in record
    told = ada.get(f"/api/tables/{table}/verify")
    assert (told["is_checked"], told["seed"]) == (False, None)
    assert "the day is not over" in told["message"]
    secret = here.services.hub.live[table].state.seed.hex() if table in here.services.hub.live else ""
    for path in ("", "/updates?since=0", "/replay?seat=all", "/seated"):
        text = ada.ask("GET", f"/api/tables/{table}{path}").text
        assert '"seed":null' in text or '"seed"' not in text
        assert not secret or secret not in text
    copy = ada.post("/api/import", record=record)["table"]["id"]
    assert "seed" not in ada.ask("GET", f"/api/tables/{copy}/record").text
    day(datetime.date(2031, 7, 2))
    told = ada.get(f"/api/tables/{table}/verify")
    assert told["is_checked"]
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    assert re.search(r"^seed: [0-9a-f]{64}$", record, re.MULTILINE)
    assert re.search(r"^table: daily 2031-07-01$", record, re.MULTILINE)
    assert motherlode.verify(record).has_proof


def test_results_are_those_of_people_who_played_themselves(here, day):
    day(datetime.date(2031, 8, 1))
    ada, bob, cleo = Guest(here.url), Guest(here.url, "Bob"), Guest(here.url, "Cleo")
    table = play(here, ada, 3)
    quitter = bob.post("/api/daily")["table"]["id"]
    bob.post(f"/api/tables/{quitter}/resign")
    idle = cleo.post("/api/daily")["table"]["id"]
    assert cleo.ask("GET", f"/api/tables/{idle}/hint").json()["code"] == "table/denied"
    cleo.post(f"/api/tables/{idle}/stand_in", seat=0)
    cleo.post(f"/api/tables/{idle}/join")
    cleo.post(f"/api/tables/{idle}/resign")
    for _ in range(2):  # the second time from what was noted
        results = {result["name"]: result for result in bob.get("/api/daily")["results"]}
        assert results.keys() == {"Ada", "Bob"}
    view = ada.update(table)["view"]
    assert results["Ada"]["rounds"] == view["position"]["round"]
    assert results["Ada"]["is_won"] == (view["scores"] == [1])
    assert (results["Bob"]["is_won"], results["Bob"]["is_you"], results["Ada"]["is_you"]) == (False, True, False)


def test_our_strongest_bot_has_won_the_game_of_every_day(here, day):
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    for number in range(1, 4):
        date = datetime.date(2031, 9, number)
        day(date)
        state = here.services.hub.live[ada.post("/api/daily")["table"]["id"]].state
        win = start_day(state.game, date.isoformat(), state.seed)
        assert wins(win)
        # The dice of the table are those of the match that was won.
        match = state.match
        assert match is not None
        assert [entry.text for entry in match.log] == [entry.text for entry in win.log[: len(match.log)]]
        assert here.services.hub.live[bob.post("/api/daily")["table"]["id"]].state.seed == state.seed
