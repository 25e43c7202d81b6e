"""Guests over HTTP and WebSocket, for tests."""

import json
import random
import re
import ssl
from typing import Any, ClassVar

import httpx
from websockets.sync.client import ClientConnection, connect

from motherlode.core.chance import new_number, seal_of

PATIENCE_S = 600.0  # it only keeps what hangs from hanging for ever
WAIT_S = 30.0  # the longest that one may ask the server to wait for news
SEATING = re.compile(r"/api/tables(/\w+/(join|rematch|continue))?")  # after these somebody has a seat

OPENED: list[httpx.Client] = []  # closed after each test
TLS = ssl.create_default_context()  # never used, but every client of httpx would make one, which takes long


def client_of(url: str, **more: Any) -> httpx.Client:
    """For requests to a server."""
    return httpx.Client(base_url=url, timeout=PATIENCE_S, verify=TLS, **more)


class Guest:
    """Somebody with a token of his own, who adds numbers to the dice as clients do."""

    numbers: ClassVar[dict[tuple[str, int], tuple["Guest", str]]] = {}  # that guests have sealed, by table and seat

    def __init__(self, url: str, name: str = "Ada", is_mixing: bool = True) -> None:
        self.url = url
        self.is_mixing = is_mixing
        self.http = client_of(url)
        OPENED.append(self.http)
        session = self.post("/api/people", name=name, bearer=True)
        self.id, self.token = session["person"]["id"], session["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.http.request(method, path, **more)

    def post(self, path: str, /, **body: Any) -> dict[str, Any]:
        answer = self.ask("POST", path, json=body)
        assert answer.status_code in {200, 201}, answer.text
        if self.is_mixing and SEATING.fullmatch(path):
            return self.mix(answer.json())
        return answer.json()

    def mix(self, seated: dict[str, Any]) -> dict[str, Any]:
        """Seal numbers for one's seats; the last to do so lets everybody open theirs."""
        info, table = seated["table"], f"/api/tables/{seated['table']['id']}"
        if info["status"] != "open" or not info["is_mixed"]:
            return seated
        for seat, chair in enumerate(info["seats"]):
            if chair["person"] == self.id and chair["seal"] is None:
                number = new_number()
                self.numbers[info["id"], seat] = self, number
                info = self.post(f"{table}/seal", seal=seal_of(number), seat=seat)["table"]
        if info["is_called"]:
            for seat, chair in enumerate(info["seats"]):
                if chair["seal"] is not None:
                    guest, number = self.numbers.pop((info["id"], seat))
                    guest.post(f"{table}/open", number=number, seat=seat)
            self.until(info["id"], "running", "over")
        return self.get(f"{table}/seated")

    def until(self, table: str, *wanted: str) -> dict[str, Any]:
        """Wait until a table has a status."""
        update = self.update(table)
        while update["table"]["status"] not in wanted:
            update = self.update(table, since=update["step"], wait=WAIT_S)
        return update

    def refused(self, path: str, /, **body: Any) -> tuple[int, str]:
        """The status and the code of what must not be done."""
        answer = self.ask("POST", path, json=body)
        assert answer.status_code >= 400, answer.text
        problem = answer.json()
        assert problem["message"]
        assert "\n" not in problem["message"]
        return answer.status_code, problem["code"]

    def put(self, path: str, /, **body: Any) -> dict[str, Any]:
        answer = self.ask("PUT", path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def get(self, path: str, **query: Any) -> dict[str, Any]:
        answer = self.ask("GET", path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def create(self, game: str, *seats: str, **more: Any) -> dict[str, Any]:
        return self.post("/api/tables", game=game, seats=seats, **more)

    def update(self, table: str, **query: Any) -> dict[str, Any]:
        return self.get(f"/api/tables/{table}/updates", **query)

    def act(self, table: str, choose: Any = lambda actions: actions[0]) -> dict[str, Any]:
        """Play one action where one may."""
        update = self.update(table)
        action = choose(update["view"]["actions"])
        return self.post(f"/api/tables/{table}/actions", step=update["step"], action=action["id"])


class Socket:
    """A connection to a table that keeps every byte it was sent."""

    def __init__(self, url: str, table: str, **hello: Any) -> None:
        self._context = connect(
            f"{url.replace('http', 'ws')}/api/tables/{table}/play",
            compression=None,
            open_timeout=PATIENCE_S,
            ping_interval=None,
            max_queue=None,  # it reads, and answers pings, also while the test looks elsewhere
        )
        self.connection: ClientConnection = self._context.__enter__()
        self.received: list[str] = []
        self.step = 0
        self.send(type="hello", **({"protocol": 1} | hello))
        self.welcome = self.receive()

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._context.__exit__(None, None, None)

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        text = self.connection.recv(PATIENCE_S)
        assert isinstance(text, str)
        self.received.append(text)
        return json.loads(text)

    def drain(self) -> None:
        """Read until the connection is closed."""
        while True:
            self.receive()

    def next(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; others, such as presence, are passed over."""
        while (message := self.receive())["type"] != kind:
            assert message["type"] in {"presence", "update"}, message
        return message


def legal(update: dict[str, Any]) -> list[int]:
    """What the receiver of an update may do."""
    if update.get("view"):
        return [action["id"] for action in update["view"]["actions"]]
    return update.get("legal") or []


def play_out(url: str, table: str, tokens: list[str], seed: int = 0, views: bool = True) -> list[Socket]:
    """Play a table to its end over WebSockets, one for each seat; the sockets, closed."""
    choose = random.Random(seed)
    sockets = [Socket(url, table, token=token, views=views) for token in tokens]
    now = [socket.welcome["update"] for socket in sockets]
    count = 0
    while now[0].get("to_act") is not None:
        seat = now[0]["to_act"]
        count += 1
        action = choose.choice(legal(now[seat]))
        sockets[seat].send(type="act", id=f"a{count}", step=now[seat]["step"], action=action)
        now = [socket.next("update") for socket in sockets]
        assert len({update["step"] for update in now}) == 1
        assert now[seat]["ack"] == f"a{count}"
    for socket in sockets:
        socket.close()
    return sockets
