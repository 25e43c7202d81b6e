"""What the server uses of uvicorn's insides, in one place: no other module knows them.

**Fits** uvicorn 0.40 to 0.59, as pyproject.toml pins it; `tests/server/test_versions.py` plays on the oldest of them
and on the newest that there is. Frames of WebSockets are left to `ServerProtocol` of the library `websockets`, 15 to
18, which is documented, and needs no adapter.

**Uses** that `Config` takes whatever makes a protocol from (config, server_state, app_state, loop); that uvicorn's
`HttpToolsProtocol` can be called by another protocol, and makes the one for WebSockets where a client asks for it; that
connections and tasks in `server_state` are waited for, and told to `shutdown`, when the server stops; that `Server`
calls its `handle_exit` on a signal and its `shutdown` while `servers` still listen; and uvicorn's reading of addresses
of proxies.

**Gains** what ASGI cannot do. Connections are counted, and those that ask for nothing are closed, before an application
hears of them (`door`); and sending never waits for a slow client (`websocket`), where ASGI's `send` does, and the whole
table with it. It is not there for speed, so no figure says what it gains: without it strangers could fill
memory by connecting, and one slow client could hold up a table.

**Elsewhere**: with another version the server starts and says so in its log. Without what is used here it does not
start, and the error names what is missing.
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

OLDEST, BEYOND = (0, 40), (0, 60)  # as pyproject.toml has it
ASK_S = 0.2  # for a request that is on its way when the server stops listening

log = structlog.get_logger("motherlode.server")

MakeProtocol = Callable[["Host"], asyncio.Protocol]


def is_known(version: str) -> bool:
    """Whether a version of uvicorn is one that this module was tried with."""
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    return OLDEST <= numbers < BEYOND


def is_trusted_by(proxies: str | None) -> Callable[[str], bool]:
    """Whether an address is one of the proxies, as uvicorn reads them for their headers."""
    trusted = ProxyHeadersMiddleware(None, proxies or []).trusted_hosts  # type: ignore[arg-type]
    return lambda address: address in trusted


class Host:
    """What uvicorn gives to a protocol."""

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any]) -> None:
        self.app: Callable[..., Any] = config.loaded_app
        self.max_bytes: int = config.ws_max_size  # of a message over WebSocket
        self.app_state = app_state  # what the application finds in `scope["state"]`
        self._config = config
        self._server_state = server_state

    def http(self, **more: Any) -> HttpToolsProtocol:
        """Uvicorn's own protocol for HTTP, with more for the application to find in `scope["state"]`."""
        loop = asyncio.get_running_loop()
        return HttpToolsProtocol(self._config, self._server_state, {**self.app_state, **more}, loop)

    def enter(self, protocol: Any) -> None:
        """A connection that is told to `shutdown` when the server stops, and waited for until it leaves."""
        self._server_state.connections.add(protocol)

    def leave(self, protocol: Any) -> None:
        """The connection has ended."""
        self._server_state.connections.discard(protocol)

    def wait_for(self, task: "asyncio.Task[None]") -> None:
        """Work that the server waits for when it stops."""
        self._server_state.tasks.add(task)
        task.add_done_callback(self._server_state.tasks.discard)


def hosted(make: MakeProtocol) -> Any:
    """A function as uvicorn calls it, by position or by name, for every connection."""

    def make_hosted(config: Any, server_state: Any, app_state: dict[str, Any], _loop: Any = None) -> asyncio.Protocol:
        return make(Host(config, server_state, app_state))

    return make_hosted


def make_uvicorn_config(app: Any, http: MakeProtocol, websocket: MakeProtocol, **settings: Any) -> uvicorn.Config:
    """How uvicorn is to serve the application, by protocols of our own; `settings` as uvicorn documents them."""
    if not is_known(uvicorn.__version__):
        expected = f"{'.'.join(map(str, OLDEST))} to below {'.'.join(map(str, BEYOND))}"
        log.warning("this version of uvicorn was never tried", found=uvicorn.__version__, expected=expected)
    return uvicorn.Config(app, http=hosted(http), ws=hosted(websocket), **settings)


class PoliteServer(uvicorn.Server):
    """Answers whoever has come already before it ends; told to end by SIGTERM, it lets others know before."""

    def __init__(self, config: uvicorn.Config, leave: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._leave = leave
        self._is_hurried = False

    def handle_exit(self, sig: int, frame: Any) -> None:
        """End; at once by SIGINT, as by Ctrl-C."""
        self._is_hurried = self._is_hurried or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: Any = None) -> None:
        """Leave; stop listening; let those who have connected already ask what they came for; end."""
        if not self._is_hurried:
            await self._leave()
        for each in self.servers:
            each.close()
        await asyncio.sleep(ASK_S)
        await super().shutdown(sockets)
