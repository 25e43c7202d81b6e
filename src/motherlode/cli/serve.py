"""`motherlode serve`: tables for everybody, over HTTP and WebSocket."""

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from motherlode.core.errors import BadInput, Code

MAX_PORT = 65535
BACKLOG = 2048
THIS, EVERYWHERE = "127.0.0.1", "0.0.0.0"
FAR_AWAY = ("198.51.100.1", 9)  # an address that RFC 5737 keeps for documents: nobody is there

Many = Parameter(negative="", show_default=False)


def serve(  # parameters: the options of the command line
    *,
    host: str | None = None,
    lan: Annotated[bool, Parameter(negative="", show_default=False)] = False,
    port: int = 8000,
    database: str | None = None,
    bus: str | None = None,
    workers: int = 1,
    origin: Annotated[list[str] | None, Many] = None,
    proxies: str | None = None,
    bot_threads: int | None = None,
    rate: float = 20.0,
    connections: int = 400,
    measure: int = 0,
    cluster: str | None = None,
    metrics_token: str | None = None,
    log: str = "info",
    open_browser: Annotated[bool, Parameter(name="--open", negative="", show_default=False)] = False,
) -> int:  # a parameter for each flag
    """Serve tables over HTTP and WebSocket.

    For example: motherlode serve --port 8080

    Args:
        host: The address to listen on, 127.0.0.1 by default; 0.0.0.0 for all.
        lan: Let others in your home network in, and say by which address.
        port: The port; 0 takes a free one.
        database: sqlite:///FILE or postgresql://...; a file in the data folder by default.
        bus: How processes tell each other: postgresql or redis://...
        workers: How many processes; several need PostgreSQL.
        origin: An origin whose pages may connect; may be given several times.
        proxies: Addresses of proxies whose X-Forwarded headers are believed, with commas.
        bot_threads: How many bots think at once.
        rate: Requests in a second from one address; 0 for no limit.
        connections: Open connections of one address; 0 for no limit.
        measure: How many processes measure variants when their owners ask; 0: none.
        cluster: Measure on a Ray cluster: its address, or auto.
        metrics_token: Who has it may read /metrics from other machines.
        log: debug, info, warning or error.
        open_browser: Open a browser on the page.
    """
    check_system()
    if lan and (host is not None or origin or proxies is not None):
        raise BadInput(Code.BAD_CHOICE, "--lan is for a home network: leave out --host, --origin and --proxies")
    if not 0 <= port <= MAX_PORT:
        raise BadInput(Code.BAD_CHOICE, f"port {port}: must be from 0 to {MAX_PORT}")
    try:
        from msgspec.structs import replace

        from motherlode.server.operations.readiness import first_begun
        from motherlode.server.settings import SETTINGS, Settings, make_settings
        from motherlode.server.storage.storage import locked
    except ImportError as error:
        raise missing(error) from None
    chosen = Settings(
        database=database or "",
        bus=bus or "",
        origins=tuple(origin or ()),
        rate=rate,
        connections=connections,
        measure=measure,
        cluster=cluster,
        metrics_token=metrics_token,
        log=log,
        proxies=proxies,
    )
    if bot_threads is not None:
        chosen = replace(chosen, bot_threads=bot_threads)
    settings = make_settings(chosen, workers)
    with locked(settings.database), listen(EVERYWHERE if lan else host or THIS, port) as listening, first_begun():
        try:
            import msgspec

            from motherlode.server.app import configure_logs, create_app, make_server, prepare_database
            from motherlode.server.operations.supervisor import Supervisor
        except ImportError as error:
            raise missing(error) from None
        print(prepare_database(settings), flush=True)
        address = address_of(listening)
        if lan:
            settings = replace(settings, addresses=tuple(home_addresses(listening.getsockname()[1])))
        os.environ[SETTINGS] = msgspec.json.encode(settings).decode()
        print(f"listening on {address}", flush=True)
        print(ways_in(listening, lan, settings.addresses), end="", flush=True)
        if open_browser:
            # In a thread: a browser that runs in the terminal would hold up the server.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        if workers > 1:
            configure_logs(settings.log)
            return Supervisor(listening, workers).run()
        make_server(create_app()).run(sockets=[listening])
    return 0


def check_system() -> str:
    """Raise unless the server can run on this system: its processes share sockets in a way that Windows lacks."""
    if sys.platform == "win32":
        raise BadInput(
            Code.BAD_CHOICE,
            "the server runs on Linux and macOS, not on Windows: start it in WSL or in a container (docs/operating.md)",
        )
    return sys.platform


def missing(error: ImportError) -> BadInput:
    """What to install."""
    return BadInput(Code.BAD_CHOICE, f"the server needs {error.name!r}: pip install 'motherlode[server]'")


def address_of(listening: socket.socket) -> str:
    """Where browsers of this machine find the server."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def home_addresses(port: int) -> list[str]:
    """Where others in the home network find this machine; none where it is in no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(FAR_AWAY)  # sends nothing: the system only says from which address it would
        except OSError:
            return []
        host: str = asking.getsockname()[0]
    return [] if host.startswith("127.") else [f"http://{host}:{port}"]


def ways_in(listening: socket.socket, lan: bool, addresses: Sequence[str]) -> str:
    """How others get in, as lines; nothing where whoever started the server chose an address of its own."""
    if lan:
        return "".join(f"others in your network open {address}\n" for address in addresses) or (
            "this machine is in no network: others cannot get in\n"
        )
    if listening.getsockname()[0] in {"127.0.0.1", "::1"}:
        return "only this device can open it; for others in your home network: --lan (make play LAN=1)\n"
    return ""


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on; a port that is taken is said in one line."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(address[:2], family=family, backlog=BACKLOG)
        listening.set_inheritable(True)
    except OSError as error:
        raise BadInput(Code.BAD_CHOICE, f"cannot listen on {host}:{port}: {error.strerror}") from None
    return listening
