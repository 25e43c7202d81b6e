"""Guests, accounts, sessions, names, ratings, leaderboards, chat."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace

import pytest

from motherlode.server.moments import DAY_MS, now_ms
from motherlode.server.people.names import likeness_of
from motherlode.server.tables import deciding
from motherlode.server.tables.access import new_id
from server.playing import Guest, Socket


def test_a_guest_is_somebody_at_once(everywhere):
    with everywhere.client() as client:
        assert client.get("/api/me").status_code == 401
        created = client.post("/api/people", json={})
        assert created.status_code == 201
        assert created.json()["token"] is None
        cookie = created.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        me = client.get("/api/me").json()
        assert me == created.json()["person"]
        assert me["is_guest"]
        renamed = client.patch("/api/me", json={"name": "  Grace   Hopper "})
        assert renamed.json()["name"] == "Grace Hopper"
        for bad in ("", " ", "a" * 41, "bell\u0007"):
            assert client.patch("/api/me", json={"name": bad}).status_code in {400, 422}
        assert client.post("/api/logout").status_code == 200
        assert client.get("/api/me").status_code == 401


def test_a_guest_becomes_an_account_and_logs_in_elsewhere(everywhere):
    ada = Guest(everywhere.url)
    name = f"Ada {ada.id}"
    assert ada.refused("/api/me/account", name=name, password="short") == (400, "message/unreadable")
    assert not ada.post("/api/me/account", name=name, password="correct horse")["is_guest"]
    assert ada.refused("/api/me/account", name="other", password="correct horse") == (409, "person/taken")
    assert Guest(everywhere.url).refused("/api/me/account", name=name.upper(), password="12345678") == (
        409,
        "person/taken",
    )
    with everywhere.client() as client:
        wrong = client.post("/api/login", json={"name": name, "password": "wrong horse"})
        nobody = client.post("/api/login", json={"name": "nobody here", "password": "wrong horse"})
        assert (wrong.status_code, nobody.status_code) == (401, 401)
        right = client.post("/api/login", json={"name": name.lower(), "password": "correct horse", "bearer": True})
        assert right.json()["person"]["id"] == ada.id
        token = right.json()["token"]
        assert client.get("/api/me", headers={"Authorization": f"Bearer {token}"}).json()["id"] == ada.id
        client.post("/api/logout", headers={"Authorization": f"Bearer {token}"})
        assert client.get("/api/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert ada.get("/api/me")["name"] == name


def test_passwords_and_tokens_are_not_stored_as_they_are(here):
    ada = Guest(here.url)
    ada.post("/api/me/account", name=f"Ada {ada.id}", password="correct horse")
    stored = b"".join(path.read_bytes() for path in (here.folder).glob("tables.db*"))
    assert ada.id.encode() in stored
    assert b"correct horse" not in stored
    assert ada.token.encode() not in stored


def rated(ada: Guest, bob: Guest, num_actions: int = 2) -> str:
    """A rated table where so many actions were played."""
    table = ada.create("madcap", "me", "open", is_rated=True, is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    for number in range(num_actions):
        (ada, bob)[number % 2].act(table)
    return table


def ratings(person: Guest) -> list[dict]:
    return person.get("/api/me")["ratings"]


def wait_for_ratings(person: Guest, matches: int) -> list[dict]:
    while not (found := ratings(person)) or found[0]["matches"] < matches:
        pass
    return found


def test_rated_matches_change_ratings_once(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    table = rated(ada, bob)
    bob.post(f"/api/tables/{table}/resign")
    won, lost = wait_for_ratings(ada, 1)[0], wait_for_ratings(bob, 1)[0]
    assert (won["game"], won["seats"], won["matches"]) == ("madcap", 2, 1)
    assert won["mu"] > lost["mu"]
    everywhere.do(everywhere.services.hub.rate(table))
    assert ratings(ada)[0] == won
    ada.post(f"/api/tables/{rated(ada, bob)}/resign")
    assert wait_for_ratings(ada, 2)[0]["matches"] == 2
    leaders = ada.get("/api/leaderboards/madcap")["leaders"]
    places = {leader["person"]["id"]: leader["rank"] for leader in leaders}
    assert {ada.id, bob.id} <= places.keys()
    assert [leader["rating"]["rating"] for leader in leaders] == sorted(
        (leader["rating"]["rating"] for leader in leaders), reverse=True
    )
    assert ada.ask("GET", "/api/leaderboards/chess").status_code == 404
    assert ada.get(f"/api/people/{bob.id}")["name"] == "Bob"


@pytest.mark.parametrize("num_actions", [0, 1])
def test_a_rated_match_that_ends_before_both_have_acted_is_void(everywhere, num_actions):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    table = rated(ada, bob, num_actions)
    assert not ada.get(f"/api/tables/{table}")["is_void"]
    bob.post(f"/api/tables/{table}/resign")
    everywhere.do(everywhere.services.hub.rate(table))
    assert ratings(ada) == ratings(bob) == []
    assert ada.get(f"/api/tables/{table}")["is_void"]


def test_unrated_matches_change_nothing(here):
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    bob.post(f"/api/tables/{table}/resign")
    assert ratings(ada) == []


def test_chat_reaches_the_table_as_plain_text(everywhere):
    ada, eve = Guest(everywhere.url), Guest(everywhere.url, "Eve")
    table = ada.create("madcap", "me", "bot:random", is_public=True)["table"]["id"]
    text = "<script>alert('x')</script> & more"
    said = eve.post(f"/api/tables/{table}/say", text=f"  {text}\n ")["step"]
    event = ada.update(table, since=said - 1)["events"][0]
    assert (event["kind"], event["name"], event["person"], event["text"]) == ("said", "Eve", eve.id, text)
    assert eve.refused(f"/api/tables/{table}/say", text="x" * 301) == (400, "message/unreadable")
    assert eve.refused(f"/api/tables/{table}/say", text=" \n ") == (403, "chat/barred")


@pytest.mark.parametrize("text", ["👩‍👩‍👧‍👦", "❤️", "👍🏽", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "नमस्ते क्‍ष"])
def test_chat_takes_characters_that_are_made_of_several(here, text):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    said = ada.post(f"/api/tables/{table}/say", text=text)["step"]
    assert ada.update(table, since=said - 1)["events"][0]["text"] == text
    for barred in ("\u202e", "\x07", "\u200b"):
        assert ada.refused(f"/api/tables/{table}/say", text=f"{text}{barred}") == (403, "chat/barred")


def test_the_host_mutes_and_unmutes(here):
    ada, eve = Guest(here.url), Guest(here.url, "Eve")
    table = ada.create("madcap", "me", "bot:random", is_public=True)["table"]["id"]
    assert eve.refused(f"/api/tables/{table}/mute", person=ada.id) == (403, "table/denied")
    ada.post(f"/api/tables/{table}/mute", person=eve.id)
    assert eve.refused(f"/api/tables/{table}/say", text="hello") == (403, "chat/barred")
    ada.post(f"/api/tables/{table}/mute", person=eve.id, is_muted=False)
    eve.post(f"/api/tables/{table}/say", text="hello")


def test_chat_has_a_rate_of_its_own(here, monkeypatch):
    monkeypatch.setattr("motherlode.server.wire.security.time", SimpleNamespace(monotonic=lambda: 0.0))
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    answers = [ada.ask("POST", f"/api/tables/{table}/say", json={"text": "again"}) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 7
    assert answers[-1].json()["code"] == "server/rate"


def test_nobody_does_what_only_somebody_may(here):
    with here.client() as client:
        for path in ("/api/tables", "/api/import"):
            body = {"game": "madcap", "seats": ["me", "open"]} if path == "/api/tables" else {"record": "x"}
            assert client.post(path, json=body).status_code == 401


@pytest.mark.parametrize("token", ["person.wrong", "seat.nowhere.0.x", "nonsense"])
def test_wrong_tokens_are_refused(here, token):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me")["table"]["id"]
    with here.client() as client:
        answer = client.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code in {401, 403}


# Sessions


def login(server, name: str, **headers: str) -> str:
    """Another session of an account: its token."""
    with server.client() as client:
        body = {"name": name, "password": "correct horse", "bearer": True}
        answer = client.post("/api/login", json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()["token"]


def account(server) -> tuple[Guest, str]:
    """Somebody with an account, and its name."""
    somebody = Guest(server.url, f"Ada {new_id()}")
    name = f"Ada {somebody.id}"
    somebody.post("/api/me/account", name=name, password="correct horse")
    return somebody, name


def status(server, token: str, path: str = "/api/me") -> int:
    with server.client(headers={"Authorization": f"Bearer {token}"}) as client:
        return client.get(path).status_code


def test_sessions_are_listed_and_ended_one_by_one(everywhere):
    ada, name = account(everywhere)
    other = login(everywhere, name, **{"User-Agent": "Lynx/2.8"})
    sessions = ada.get("/api/me/sessions")
    assert [session["is_this"] for session in sessions].count(True) == 1
    there = next(session for session in sessions if not session["is_this"])
    assert there["agent"].startswith("Lynx/2.8")
    assert there["expires"] > there["used"] >= there["created"]
    assert "token" not in there
    assert Guest(everywhere.url).ask("DELETE", f"/api/me/sessions/{there['id']}").status_code == 404
    assert status(everywhere, other) == 200
    left = ada.ask("DELETE", f"/api/me/sessions/{there['id']}")
    assert (left.status_code, [session["is_this"] for session in left.json()]) == (200, [True])
    assert status(everywhere, other) == 401
    assert ada.ask("DELETE", f"/api/me/sessions/{there['id']}").status_code == 404


def test_logging_out_everywhere_ends_every_session_and_renews_the_tokens_of_seats(everywhere):
    ada, name = account(everywhere)
    others = [login(everywhere, name) for _ in range(2)]
    seated = ada.create("madcap", "me", "open", is_public=True)
    table, token = seated["table"]["id"], seated["tokens"][0]
    assert status(everywhere, token, f"/api/tables/{table}") == 200
    ada.post("/api/logout/everywhere")
    assert [status(everywhere, each) for each in (ada.token, *others)] == [401] * 3
    assert status(everywhere, token, f"/api/tables/{table}") == 403
    with everywhere.client(headers={"Authorization": f"Bearer {login(everywhere, name)}"}) as client:
        assert client.get(f"/api/tables/{table}/seated").json()["tokens"][0] not in {None, token}


@pytest.mark.parametrize("is_everywhere", [False, True])
def test_a_connection_ends_with_its_session(everywhere, is_everywhere):
    ada, _ = account(everywhere)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    with Socket(everywhere.url, table, token=ada.token) as socket:
        assert socket.welcome["seats"] == [0]
        ada.post("/api/logout/everywhere" if is_everywhere else "/api/logout")
        assert socket.next("bye")["code"] == "person/unknown"


def test_who_waits_for_news_and_logs_out_meanwhile_gets_none(everywhere):
    def wait_and_log_out():
        ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
        table = ada.create("minecart_mayhem", "me", "open")["table"]["id"]
        live = everywhere.services.hub.live[table]
        with ThreadPoolExecutor(1) as pool:
            news = pool.submit(ada.ask, "GET", f"/api/tables/{table}/updates?since={live.state.step}&wait=30")
            while not live._waiters and not news.done():
                time.sleep(0.01)
            bob.http.post("/api/logout", headers={"Authorization": f"Bearer {ada.token}"})
            everywhere.do(live.change(partial(deciding.say, person="p", name="P", text="psst")))
            return news.result()

    answer = wait_and_log_out()
    while answer.status_code == 200 and not answer.json().get("events"):  # on a slow machine the 30 s were over first
        answer = wait_and_log_out()
    assert answer.status_code == 401


def test_log_out_holds_at_every_server_at_once(two):
    """What was 9 of 24 calls that still succeeded."""
    first, second = two
    for _ in range(12):
        ada = Guest(first.url)
        table = ada.create("madcap", "me", "bot:random")["table"]["id"]
        assert {status(server, ada.token) for server in two} == {200}
        with Socket(second.url, table, token=ada.token) as socket:
            ada.post("/api/logout")
            assert [status(server, ada.token) for server in two] == [401, 401]
            assert status(second, ada.token, f"/api/tables/{table}") == 401
            assert socket.next("bye")["code"] == "person/unknown"


def test_a_connection_whose_note_was_lost_ends_when_sessions_are_looked_at(here, monkeypatch):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    services = here.services
    with Socket(here.url, table, token=ada.token) as socket:

        async def end_unheard() -> None:
            with monkeypatch.context() as patch:
                patch.setattr(services.people, "hear", lambda _: None)
                await services.people.end_sessions(ada.id)
            asked = set(services.connections)
            services.people.hear(asked - await services.people.still_open(asked))

        here.do(end_unheard())
        assert socket.next("bye")["code"] == "person/unknown"


def test_sessions_expire_and_live_on_while_they_are_used(everywhere, monkeypatch):
    ada, _ = account(everywhere)
    now = now_ms()
    everywhere.services.people._known.clear()

    def at(days: float) -> int:
        """What a request so many days later is answered with."""
        everywhere.services.people._known.clear()
        monkeypatch.setattr("motherlode.server.people.people.now_ms", lambda: int(now + days * DAY_MS))
        return status(everywhere, ada.token)

    assert [at(days) for days in (0, 89, 170, 250)] == [200] * 4
    assert at(250 + 91) == 401


# Names


@pytest.mark.parametrize("alike", ["ADA {}", "Аdа {}", "ａｄａ {}", "Ada  {}", "A da{}", "𝐀da {}"])  # noqa: RUF001
def test_names_that_look_like_an_account_are_refused(everywhere, alike):
    ada, name = account(everywhere)
    looks = alike.format(ada.id)
    bob = Guest(everywhere.url, "Bob")
    assert bob.ask("PATCH", "/api/me", json={"name": looks}).status_code == 409
    assert bob.refused("/api/people", name=looks) == (409, "person/taken")
    assert bob.refused("/api/me/account", name=looks, password="correct horse") == (409, "person/taken")
    assert bob.refused("/api/tables", game="madcap", seats=["me", f"me:{looks}"]) == (409, "person/taken")
    assert ada.create("madcap", f"me:{name.upper()}", "bot:random")["table"]["seats"][0]["name"] == name.upper()


def test_nobody_is_called_like_a_bot_or_the_server(here):
    bob = Guest(here.url, "Bob")
    for name in ("Mastermind", "mаstermind", "Greedy", "MOTHERLODE", "Server"):  # noqa: RUF001
        assert bob.refused("/api/people", name=name) == (409, "person/taken")


def test_a_guest_loses_the_name_that_somebody_has_an_account_for(here):
    guest, other = Guest(here.url, f"Grace {new_id()}"), Guest(here.url, "Somebody")
    name = guest.get("/api/me")["name"]
    other.post("/api/me/account", name=name.upper(), password="correct horse")
    assert guest.get("/api/me")["name"].startswith("Guest ")


def test_different_names_are_different():
    names = ["Ada", "Eda", "Ida", "Oda", "Bob", "Rob", "Jörg", "Jorg", "Zoë", "Иван", "Борис", "李", "Anna", "Arna"]
    assert len({likeness_of(name) for name in names}) == len(names)


def test_who_is_somebody_may_stay_so(everywhere):
    with everywhere.client() as browser:
        first = browser.post("/api/people", json={"stay": True}).json()["person"]
        again = browser.post("/api/people", json={"stay": True, "bearer": True})
        assert again.json()["person"] == first
        assert "token" not in again.json() or again.json()["token"] is None, "a cookie is not for scripts to read"
        assert browser.post("/api/people", json={}).json()["person"] != first
        browser.cookies.clear()
        ended = {"Authorization": "Bearer person.ended"}
        assert browser.post("/api/people", json={"stay": True}, headers=ended).status_code == 201
