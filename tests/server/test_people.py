"""Guests, accounts, names, ratings, leaderboards, chat."""

import pytest

from server.playing import Guest


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


def rated(ada: Guest, *others: Guest, game: str = "madcap") -> str:
    table = ada.create(game, "me", *["open"] * len(others), is_rated=True, is_public=True)["table"]["id"]
    for other in others:
        other.post(f"/api/tables/{table}/join")
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


def test_the_host_mutes_and_unmutes(here):
    ada, eve = Guest(here.url), Guest(here.url, "Eve")
    table = ada.create("madcap", "me", "bot:random", is_public=True)["table"]["id"]
    assert eve.refused(f"/api/tables/{table}/mute", person=ada.id) == (403, "table/denied")
    ada.post(f"/api/tables/{table}/mute", person=eve.id)
    assert eve.refused(f"/api/tables/{table}/say", text="hello") == (403, "chat/barred")
    ada.post(f"/api/tables/{table}/mute", person=eve.id, is_muted=False)
    eve.post(f"/api/tables/{table}/say", text="hello")


def test_chat_has_a_rate_of_its_own(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    answers = [ada.ask("POST", f"/api/tables/{table}/say", json={"text": "again"}) for _ in range(12)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
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
