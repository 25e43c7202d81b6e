"""Who may ask what: every operation by every kind of asker, as docs/authorisation.md says it.

Operations come from the routes and the messages themselves: one that has no row in the table fails, whatever it does.
`python -m pytest -s tests/server/test_authorisation.py` prints the table as it was found.
"""

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from motherlode.core.chance import new_number, seal_of
from motherlode.puzzles.puzzle import open_puzzle, shipped
from motherlode.server.protocol import messages
from motherlode.server.settings import Settings, make_settings
from motherlode.server.storage import schema
from motherlode.server.tables import state
from motherlode.server.tables.access import new_id
from server.conftest import Running, fresh_database, running
from server.playing import Guest, Socket

TABLE = Path(__file__).parent.parent.parent / "docs" / "authorisation.md"
HIDDEN = "/api/{path}"  # of the framework: answers 404 to all
ASKERS = (
    "nobody", "guest", "key", "other key", "seat token", "old token", "other token", "other seat", "other table",
    "former", "host", "logged out",
)  # fmt: skip
# At a table that anybody may watch, and of those who have, or had, a seat: asked only for what is done at a table.
OTHERS = ("public nobody", "public guest", "public other key", "public former", "host for Bob", "gone")
PASSWORD = "correct horse"


class Cast:
    """Everybody who asks, at a server (and by another one of the same database)."""

    def __init__(self, made_at: Running, asked_at: Running) -> None:
        self.made_at, self.asked_at = made_at, asked_at
        self.ada, self.bob, self.cleo, self.eve, self.fay = (
            Guest(made_at.url, f"{name} {new_id()}") for name in ("Ada", "Bob", "Cleo", "Eve", "Fay")
        )
        self.name = f"Ada {self.ada.id}"
        self.ada.post("/api/me/account", name=self.name, password=PASSWORD)
        self.ended = self.login()
        with made_at.client(headers={"Authorization": f"Bearer {self.ended}"}) as client:
            assert client.post("/api/logout").status_code == 200
        self.login()  # a session that Ada may end from elsewhere
        self.other = self.cleo.create("minecart_mayhem", "me", "open")
        self._scenes: dict[tuple[str, str], Scene] = {}
        self.group = ""  # of scenes: "public", "gone" where Bob has left, else nothing
        self.measured: dict[str, str] | None = None  # by whom: `own_measurement`

    def login(self) -> str:
        """Another session of Ada's."""
        with self.made_at.client() as client:
            body = {"name": self.name, "password": PASSWORD, "bearer": True}
            return client.post("/api/login", json=body).json()["token"]

    def scene(self, kind: str) -> "Scene":
        """A table of a kind, as long as nothing has happened there."""
        if (self.group, kind) not in self._scenes:
            self._scenes[self.group, kind] = self.make(kind)
        return self._scenes[self.group, kind]

    def make(self, kind: str) -> "Scene":
        """A new one; `asked` is one where Bob asks Ada to let him take back an action."""
        scene = Scene(self, kind, self.group == "public")
        if kind == "asked":
            self.bob.act(scene.table)
            self.ada.act(scene.table)
            self.bob.post(f"/api/tables/{scene.table}/undo", seat=1)
        if self.group == "gone" and kind != "open":
            self.bob.ask("POST", f"/api/tables/{scene.table}/leave", json={"seat": 1})  # barred once it is called
        return scene

    def strike(self, kind: str) -> None:
        """Something has happened there: the next asker gets another one."""
        self._scenes.pop((self.group, kind), None)


class Scene:
    """A table of Ada's: `open`, `full`, `called`, `running`, `rolled` (Ada has acted), `asked` or `over`."""

    def __init__(self, cast: Cast, kind: str, is_public: bool = False) -> None:
        self.cast, self.kind = cast, kind
        self.number = new_number()
        options = {"seats": ("me", "open"), "starts": "host"} if kind in {"open", "full"} else {"seats": ("me", "open")}
        game = "madcap" if kind in {"over", "rolled", "asked"} else "minecart_mayhem"
        ada, bob, fay = cast.ada, cast.bob, cast.fay
        is_waiting = kind in {"open", "full", "called"}
        ada.is_mixing = bob.is_mixing = not is_waiting
        fay.is_mixing = False  # she leaves before it starts
        seated = ada.post("/api/tables", game=game, is_public=is_public, **options)
        self.table, self.key, self.seat_token = seated["table"]["id"], seated["key"], seated["tokens"][0]
        self.old_token = fay.post(f"/api/tables/{self.table}/join", key=self.key)["tokens"][1]
        fay.post(f"/api/tables/{self.table}/leave")
        if not is_waiting:
            ada.mix(ada.get(f"/api/tables/{self.table}/seated"))
        if kind != "open":
            bob.post(f"/api/tables/{self.table}/join", key=self.key)
        if kind == "called":
            ada.post(f"/api/tables/{self.table}/seal", seal=seal_of(self.number))
            bob.post(f"/api/tables/{self.table}/seal", seal=seal_of(new_number()))
        if kind in {"rolled", "asked", "over"}:
            ada.act(self.table)
        if kind == "over":
            bob.post(f"/api/tables/{self.table}/resign")
        ada.is_mixing = bob.is_mixing = True

    def credentials(self, asker: str) -> tuple[str | None, str | None]:
        """Token and table key of somebody who asks."""
        cast = self.cast
        return {
            "nobody": (None, None),
            "guest": (cast.eve.token, None),
            "key": (cast.eve.token, self.key),
            "other key": (cast.eve.token, cast.other["key"]),
            "seat token": (self.seat_token, None),
            "old token": (self.old_token, None),
            "other token": (cast.other["tokens"][0], None),
            "other seat": (cast.bob.token, None),
            "other table": (cast.cleo.token, None),
            "former": (cast.fay.token, None),
            "host": (cast.ada.token, None),
            "host for Bob": (cast.ada.token, None),
            "gone": (cast.bob.token, None),
            "logged out": (cast.ended, None),
        }[asker.removeprefix("public ")]


@dataclass(frozen=True)
class Operation:
    """A request to try: at a table of which kind, and with what."""

    kind: str  # of scene
    body: Callable[[Scene], dict[str, Any] | None] = lambda _: None
    query: Callable[[Scene], dict[str, Any]] = lambda _: {}
    path: Callable[[Scene], dict[str, str]] = lambda _: {}
    changes: bool = True  # the scene, where it is granted


def first_action(scene: Scene) -> dict[str, Any]:
    update = scene.cast.ada.update(scene.table)
    return {"step": update["step"], "action": update["view"]["actions"][0]["id"], "seat": 0}


def played_action(scene: Scene) -> dict[str, Any]:
    """What Ada did in a match that is over, after twelve dice."""
    frames = scene.cast.ada.get(f"/api/tables/{scene.table}/replay", since=13, limit=1)["frames"]
    return {"step": 12, "action": frames[0]["action"]}


def analysed(scene: Scene) -> dict[str, Any]:
    """A match that is over, after twelve dice."""
    return {"game": "madcap", "table": scene.table, "moves": 12}


def empty(_: Scene) -> dict[str, Any]:
    return {}


def puzzle_path() -> dict[str, str]:
    return {"game": "madcap", "puzzle": next(iter(shipped("madcap")))}


def puzzle_answer() -> dict[str, Any]:
    return {"action": open_puzzle(*puzzle_path().values()).answer}


def own(_: Scene) -> dict[str, Any]:
    return {"seat": 0}


REPORT = {
    "player": "random", "seats": 2, "games": 100,
    "figures": [{
        "name": "first", "value": 0.5, "low": 0.4, "high": 0.6, "original": 0.5, "original_low": 0.4,
        "original_high": 0.6,
    }],
}  # fmt: skip


def own_variant(scene: Scene) -> dict[str, str]:
    """A variant of Ada's that is not on the shelf."""
    made = scene.cast.ada.post("/api/games/madcap/variants", name="Three dice", options={"dice": 3})
    return {"variant": made["info"]["id"]}


MEASUREMENT = {"player": "random", "seats": 2, "games": 50}


def own_measurement(scene: Scene) -> dict[str, str]:
    """What the server has measured of a variant of Ada's: one for all who ask, until somebody deletes it."""
    cast = scene.cast
    if (
        cast.measured
        and cast.ada.ask("GET", "/api/variants/{variant}/measurements/{measurement}".format(**cast.measured)).is_success
    ):
        return cast.measured
    for each in cast.ada.get("/api/games/madcap/variants", mine=True, limit=50)["variants"]:
        cast.ada.ask("DELETE", f"/api/variants/{each['id']}")
    variant = own_variant(scene)["variant"]
    made = cast.ada.post(f"/api/variants/{variant}/versions/1/measurements", **MEASUREMENT)
    cast.measured = {"variant": variant, "measurement": made["id"]}
    done = {"state": "done", "pages": zlib.compress(b'{"en": "<p>measured</p>"}')}
    change = schema.measurements.update().where(schema.measurements.c.id == made["id"]).values(**done)
    storage = cast.made_at.services.storage
    cast.made_at.do(storage.write(lambda connection: connection.execute(change).rowcount))
    return cast.measured


# Requests for a seat are for Ada's, seat 0: who has another seat asks for one that is not his.
OPERATIONS: dict[str, Operation] = {
    "POST /api/people": Operation("running", empty, changes=False),
    "GET /api/me": Operation("running", changes=False),
    "PATCH /api/me": Operation("running", lambda _: {"name": f"Somebody {new_id()}"}, changes=False),
    "GET /api/me/sessions": Operation("running", changes=False),
    "GET /api/me/sharing": Operation("running", changes=False),
    "PUT /api/me/sharing": Operation("running", lambda _: {"is_shared": True}, changes=False),
    "DELETE /api/me/sessions/{session}": Operation(
        "running", path=lambda scene: {"session": other_session(scene.cast)}, changes=False
    ),
    "POST /api/me/account": Operation(
        "running", lambda _: {"name": f"Somebody {new_id()}", "password": PASSWORD}, changes=False
    ),
    "POST /api/login": Operation(
        "running", lambda scene: {"name": scene.cast.name, "password": PASSWORD}, changes=False
    ),
    "POST /api/logout": Operation("running", changes=False),
    "POST /api/logout/everywhere": Operation("running", changes=False),
    "GET /api/people/{person}": Operation("running", path=lambda scene: {"person": scene.cast.bob.id}, changes=False),
    "GET /api/leaderboards/{game}": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "GET /api/games": Operation("running", changes=False),
    "GET /api/games/{game}/rules/{number}": Operation(
        "running", path=lambda _: {"game": "madcap", "number": "R4.3"}, changes=False
    ),
    "GET /api/games/{game}/rules": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "GET /api/games/{game}/lesson": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "POST /api/tables": Operation("running", lambda _: {"game": "madcap", "seats": ["me", "open"]}, changes=False),
    "GET /api/tables": Operation("running", changes=False),
    "GET /api/me/matches": Operation("running", changes=False),
    "GET /api/me/reviews": Operation("running", changes=False),
    "GET /api/tables/{table}": Operation("running", changes=False),
    "GET /api/tables/{table}/seated": Operation("running", changes=False),
    "POST /api/tables/{table}/join": Operation("open", empty),
    "POST /api/tables/{table}/leave": Operation("running", own),
    "POST /api/tables/{table}/start": Operation("full"),
    "POST /api/tables/{table}/actions": Operation("running", first_action),
    "POST /api/tables/{table}/seal": Operation("full", lambda scene: {"seal": seal_of(scene.number), "seat": 0}),
    "POST /api/tables/{table}/open": Operation("called", lambda scene: {"number": scene.number, "seat": 0}),
    "POST /api/tables/{table}/undo": Operation("rolled", own),
    "POST /api/tables/{table}/answer_undo": Operation("asked", lambda _: {"agree": False, "seat": 0}),
    "POST /api/tables/{table}/resign": Operation("running", own),
    "POST /api/tables/{table}/say": Operation("running", lambda _: {"text": "hello"}),
    "POST /api/tables/{table}/stand_in": Operation("running", own),
    "POST /api/tables/{table}/mute": Operation("running", lambda scene: {"person": scene.cast.eve.id}),
    "POST /api/tables/{table}/rematch": Operation("over", empty),
    "GET /api/tables/{table}/updates": Operation("running", query=own, changes=False),
    "GET /api/tables/{table}/record": Operation("running", query=own, changes=False),
    "GET /api/tables/{table}/verify": Operation("running", changes=False),
    "GET /api/tables/{table}/proof": Operation("over", changes=False),
    "POST /api/import": Operation("running", lambda scene: {"record": record_of(scene)}, changes=False),
    "POST /api/verify": Operation("running", lambda scene: {"record": record_of(scene)}, changes=False),
    "GET /api/tables/{table}/hint": Operation("running", query=own, changes=False),
    "GET /api/tables/{table}/why": Operation("running", query=lambda _: {"seat": 0, "thing": "lane:1"}, changes=False),
    "GET /api/tables/{table}/replay": Operation("running", query=own, changes=False),
    "GET /api/tables/{table}/values": Operation("over", changes=False),
    "GET /api/tables/{table}/study": Operation("over", changes=False),
    "GET /api/tables/{table}/study/{moves}": Operation(
        "over", path=lambda _: {"moves": "12"}, changes=False
    ),
    "POST /api/analysis": Operation("over", analysed, changes=False),
    "POST /api/analysis/hint": Operation("over", analysed, changes=False),
    "GET /api/tables/{table}/review": Operation("over", changes=False),
    "GET /api/tables/{table}/accounts": Operation("over", changes=False),
    "GET /api/tables/{table}/answer": Operation("over", query=played_action, changes=False),
    "POST /api/tables/{table}/continue": Operation(
        "over", lambda _: {"moves": 12, "seats": ["me", "bot:random"]}, changes=False
    ),
    "GET /api/daily": Operation("running", changes=False),
    "POST /api/daily": Operation("running", changes=False),
    "GET /api/games/{game}/puzzles": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "GET /api/games/{game}/puzzles/themes": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "GET /api/games/{game}/puzzles/next": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "GET /api/games/{game}/puzzles/pack": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "GET /api/games/{game}/puzzles/{puzzle}": Operation("running", path=lambda _: puzzle_path(), changes=False),
    "POST /api/games/{game}/puzzles/{puzzle}/tries": Operation(
        "running", lambda _: puzzle_answer(), path=lambda _: puzzle_path(), changes=False
    ),
    "POST /api/games/{game}/puzzles/{puzzle}/solution": Operation(
        "running", empty, path=lambda _: puzzle_path(), changes=False
    ),
    "GET /api/days": Operation("running", changes=False),
    "GET /api/days/{game}": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "GET /api/games/{game}/design": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "POST /api/games/{game}/design/check": Operation(
        "running", lambda _: {"options": {"dice": 3}}, path=lambda _: {"game": "madcap"}, changes=False
    ),
    "GET /api/games/{game}/variants": Operation("running", path=lambda _: {"game": "madcap"}, changes=False),
    "POST /api/games/{game}/variants": Operation(
        "running", lambda _: {"name": "Three dice", "options": {"dice": 3}}, path=lambda _: {"game": "madcap"},
        changes=False,
    ),
    "GET /api/variants/{variant}": Operation("running", path=own_variant, changes=False),
    "PATCH /api/variants/{variant}": Operation(
        "running", lambda _: {"name": "Other dice"}, path=own_variant, changes=False
    ),
    "DELETE /api/variants/{variant}": Operation("running", path=own_variant, changes=False),
    "POST /api/variants/{variant}/versions": Operation(
        "running", lambda _: {"options": {"dice": 2}}, path=own_variant, changes=False
    ),
    "POST /api/variants/{variant}/versions/{number}/reports": Operation(
        "running", lambda _: REPORT, path=lambda scene: own_variant(scene) | {"number": "1"}, changes=False
    ),
    "POST /api/variants/{variant}/versions/{number}/measurements": Operation(
        "running", lambda _: MEASUREMENT, path=lambda scene: own_variant(scene) | {"number": "1"}, changes=False
    ),
    "GET /api/variants/{variant}/measurements/{measurement}": Operation(
        "running", path=own_measurement, changes=False
    ),
    "DELETE /api/variants/{variant}/measurements/{measurement}": Operation(
        "running", path=own_measurement, changes=False
    ),
    "GET /api/variants/{variant}/measurements/{measurement}/report": Operation(
        "running", path=own_measurement, changes=False
    ),
    "GET /healthz": Operation("running", changes=False),
    "GET /metrics": Operation("running", changes=False),
    "GET /api": Operation("running", changes=False),
    "GET /docs/": Operation("running", changes=False),
    "GET /t/{table}": Operation("running", changes=False),
    "GET /api/openapi.json": Operation("running", changes=False),
}  # fmt: skip
MESSAGES: dict[str, Operation] = {
    "hello": Operation("running", changes=False),
    "act": Operation("running", first_action),
    "undo": Operation("rolled", own),
    "answer_undo": Operation("asked", lambda _: {"agree": False, "seat": 0}),
    "resign": Operation("running", own),
    "seal": Operation("full", lambda scene: {"seal": seal_of(scene.number), "seat": 0}),
    "open": Operation("called", lambda scene: {"number": scene.number, "seat": 0}),
    "say": Operation("running", lambda _: {"text": "hello"}),
    "fetch": Operation("running", changes=False),
    "ping": Operation("running", changes=False),
}
BODYLESS = ("ping",)


def other_session(cast: Cast) -> str:
    """A session of Ada's that she may end, if she has one."""
    sessions = cast.ada.get("/api/me/sessions")
    return next((session["id"] for session in sessions if not session["is_this"]), "none")


_records: dict[str, str] = {}


def record_of(scene: Scene) -> str:
    """A record that anybody may have."""
    if "record" not in _records:
        over = scene.cast.scene("over")
        _records["record"] = scene.cast.ada.ask("GET", f"/api/tables/{over.table}/record").text
    return _records["record"]


@pytest.fixture(params=["one server", "the other server"])
def cast(request, monkeypatch) -> Cast:
    """One server; or two, where tables are made at one and asked for at the other. Nothing starts by itself there."""
    monkeypatch.setattr(state, "NUMBER_MS", 3_600_000)
    if request.param == "one server":
        made_at = asked_at = request.getfixturevalue("one_on_sqlite")
    else:
        made_at, asked_at = request.getfixturevalue("two_on_postgresql")
    return Cast(made_at, asked_at)


@pytest.fixture(scope="module")
def one_on_sqlite(tmp_path_factory):
    database = f"sqlite:///{tmp_path_factory.mktemp('authorisation') / 'tables.db'}"
    with running(make_settings(Settings(database, rate=0, log="error", measure=1))) as server:
        yield server


@pytest.fixture(scope="module")
def two_on_postgresql(request, tmp_path_factory):
    database, _ = fresh_database("postgresql", tmp_path_factory.mktemp("authorisation"), request)
    settings = make_settings(Settings(database, rate=0, log="error", measure=1))
    with running(settings) as first, running(settings) as second:
        yield first, second


def scene_for(cast: Cast, kind: str, asker: str) -> Scene:
    """The scene that somebody asks at."""
    cast.group = "public" if asker.startswith("public ") else "gone" if asker == "gone" else ""
    if asker == "gone" and kind in {"rolled", "asked"}:
        kind = "running"  # Ada is to act: so long his stand-in does nothing
    return cast.scene(kind)


def for_seat(asked: dict[str, Any] | None, asker: str) -> dict[str, Any] | None:
    """What is asked for Ada's seat, or for Bob's: by her, and by him when he has gone."""
    is_for_bob = asker in {"host for Bob", "gone"}
    return asked | {"seat": 1} if is_for_bob and asked and "seat" in asked else asked


def over_http(cast: Cast, operation: str, asker: str) -> str:
    """What somebody is answered: yes, or the code of the refusal."""
    wanted = OPERATIONS[operation]
    scene = scene_for(cast, wanted.kind, asker)
    token, key = scene.credentials(asker)
    method, _, path = operation.partition(" ")
    # What somebody does to himself must not change who he is for the questions that follow.
    if asker in {"host", "guest", "key", "other key", "other seat", "other table", "former"} and (
        path.startswith(("/api/logout", "/api/me/account")) or (method, path) == ("PATCH", "/api/me")
    ):
        token = Guest(cast.made_at.url, f"Extra {new_id()}").token
    headers = ({"Authorization": f"Bearer {token}"} if token else {}) | ({"X-Table-Key": key} if key else {})
    address = path.format(table=scene.table, **wanted.path(scene))
    with cast.asked_at.client(headers=headers) as client:
        body, query = for_seat(wanted.body(scene), asker), for_seat(wanted.query(scene), asker)
        answer = client.request(method, address, json=body, params=query)
    if answer.status_code < 300 or answer.headers["content-type"].startswith("text/html"):  # a page, if it was built
        if wanted.changes:
            cast.strike(scene.kind)
        return "yes"
    code = answer.json()["code"]
    assert code != "server/fault", answer.text
    return code


def over_websocket(cast: Cast, kind: str, asker: str) -> str:
    """The same for a message; `bye` at the door is what all messages are answered with."""
    wanted = MESSAGES[kind]
    scene = scene_for(cast, wanted.kind, asker)
    token, key = scene.credentials(asker)
    hello = {name: value for name, value in (("token", token), ("key", key)) if value is not None}
    with Socket(cast.asked_at.url, scene.table, **hello) as socket:
        if socket.welcome["type"] == "bye":
            return socket.welcome["code"]
        if kind == "hello":
            return "yes"
        extra = {} if kind in BODYLESS else {"id": "x"}
        socket.send(type=kind, **extra, **(for_seat(wanted.body(scene), asker) or {}))
        while (answer := socket.receive())["type"] not in {"pong", "refused"} and answer.get("ack") != "x":
            pass
    if answer["type"] == "refused":
        return answer["code"]
    if wanted.changes:
        cast.strike(scene.kind)
    return "yes"


def operations_of(server: Any) -> set[str]:
    """Every operation that the server has: of the framework, and of what is answered beside it."""
    routes = {
        f"{method} {route.path_format}"
        for route in server.server._litestar.routes
        for method in route.methods
        if method != "OPTIONS" and route.path_format != HIDDEN
    }
    files = {f"GET {path}" for path in server.server.files}
    kinds = {each.__struct_config__.tag for each in get_args(messages.FromClient)}
    return routes | files | {f"ws {kind}" for kind in kinds}


def read_table(askers: tuple[str, ...] = ASKERS) -> dict[str, dict[str, str]]:
    """The table of the docs with these askers: operation, asker, answer."""
    rows = [
        line.strip("| ").split("|") for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")
    ]
    cells = [[cell.strip().strip("`") for cell in row] for row in rows]
    head, *body = [row for row in cells if len(row) == len(askers) + 1 and not re.fullmatch("-+", row[0])]
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in body}


def test_every_operation_is_in_the_table_and_every_row_is_an_operation(here):
    table = read_table()
    assert set(table) == operations_of(here)
    assert all(tuple(row) == ASKERS for row in table.values())
    assert set(table) == set(OPERATIONS) | {f"ws {kind}" for kind in MESSAGES}


def ask(cast: Cast, operation: str, asker: str) -> str:
    kind = operation.removeprefix("ws ")
    return over_http(cast, operation, asker) if kind == operation else over_websocket(cast, kind, asker)


def test_everybody_may_ask_what_the_table_says_and_nothing_else(cast):
    asked = [*OPERATIONS, *(f"ws {kind}" for kind in MESSAGES)]
    found = {operation: {asker: ask(cast, operation, asker) for asker in ASKERS} for operation in asked}
    print("\n" + write_table(found))
    wanted = read_table()
    wrong = {
        f"{operation} by {asker}": f"{found[operation][asker]}, not {wanted[operation][asker]}"
        for operation in found
        for asker in ASKERS
        if found[operation][asker] != wanted[operation][asker]
    }
    assert not wrong, wrong


def is_at_table(operation: str) -> bool:
    """Whether something is done at a table; files are for everybody."""
    return operation.startswith("ws ") or ("/tables/{table}" in operation and not operation.endswith("/t/{table}"))


@pytest.mark.parametrize("cast", ["one server"], indirect=True)
def test_who_watches_a_public_table_asks_for_another_seat_or_has_gone(cast):
    asked = [each for each in (*OPERATIONS, *(f"ws {kind}" for kind in MESSAGES)) if is_at_table(each)]
    found = {operation: {asker: ask(cast, operation, asker) for asker in OTHERS} for operation in asked}
    print("\n" + write_table(found, OTHERS))
    assert found == read_table(OTHERS)


def write_table(found: dict[str, dict[str, str]], askers: tuple[str, ...] = ASKERS) -> str:
    """As the docs have it."""
    lines = [["operation", *askers], ["---"] * (len(askers) + 1)]
    lines += [[f"`{operation}`", *(row[asker] for asker in askers)] for operation, row in found.items()]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# What the table is about


def test_the_opponents_token_is_not_to_be_had_by_asking_for_a_rematch_twice(here):
    """Steps of two tables were once taken for each other: the answer held the token of the opponent's seat."""
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    seated = ada.create("minecart_mayhem", "me", "open")  # private: so who asks is looked for among the old seats
    table = seated["table"]["id"]
    bob.post(f"/api/tables/{table}/join", key=seated["key"])
    bob.post(f"/api/tables/{table}/resign")
    again = bob.post(f"/api/tables/{table}/rematch")["table"]["id"]
    ada.post(f"/api/tables/{table}/rematch")
    for number in range(12):  # until the steps of both tables have been equal
        bob.post(f"/api/tables/{again}/mute", person="nobody", is_muted=number % 2 == 0)
        seated = bob.post(f"/api/tables/{table}/rematch")
        mine = [seat["person"] == bob.id for seat in seated["table"]["seats"]]
        assert [token is not None for token in seated["tokens"]] == mine


def test_no_credential_of_one_table_opens_anything_at_another(here):
    ada, eve = Guest(here.url), Guest(here.url, "Eve")
    first, second = (ada.create("minecart_mayhem", "me", "bot:random") for _ in range(2))
    for credential in (first["tokens"][0], first["key"]):
        for other in (second, eve.create("madcap", "me", "me")):
            table = other["table"]["id"]
            with here.client(headers={"Authorization": f"Bearer {credential}"}) as client:
                assert client.get(f"/api/tables/{table}").status_code in {401, 403}
            with here.client(headers={"X-Table-Key": credential}) as client:
                assert client.get(f"/api/tables/{table}").status_code == 403
            with Socket(here.url, table, token=credential) as socket:
                assert socket.welcome["type"] == "bye"
            with Socket(here.url, table, key=credential) as socket:
                assert socket.welcome["type"] == "bye"
            assert eve.refused(f"/api/tables/{second['table']['id']}/join", token=credential) == (403, "seat/denied")
