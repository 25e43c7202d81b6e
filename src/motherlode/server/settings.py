"""How a server is run."""

import os
from importlib.util import find_spec
from pathlib import Path

import msgspec
import platformdirs

from motherlode.core.errors import BadInput, Code, NotFound
from motherlode.server.storage.storage import engine_for

SETTINGS = "MOTHERLODE_SERVER_SETTINGS"  # the environment variable that tells worker processes
LOG_LEVELS = ("debug", "info", "warning", "error")
MOST_MEASURING = 1024  # processes
REDIS = ("redis://", "rediss://", "unix://")


class Settings(msgspec.Struct, frozen=True):
    """How a server is run; workers get them as JSON in their environment."""

    database: str = ""  # its URL; empty until `make_settings` fills it in
    bus: str = ""  # memory, postgresql or a URL of Redis; empty until `make_settings` fills it in
    origins: tuple[str, ...] = ()
    bot_threads: int = os.cpu_count() or 2
    rate: float = 20.0  # requests in a second from one address; 0: no limit
    connections: int = 400  # of one address; 0: no limit
    metrics_token: str | None = None
    log: str = "info"
    proxies: str | None = None  # whose X-Forwarded headers are believed
    measure: int = 0  # processes that measure variants for their owners; 0: none does
    cluster: str | None = None  # the Ray cluster that measures them instead
    addresses: tuple[str, ...] = ()  # where a home network finds it, told to who sits at a table; none: it does not

    @property
    def is_measuring(self) -> bool:
        """Whether variants are measured here."""
        return self.measure > 0 or self.cluster is not None

    @property
    def is_secure(self) -> bool:
        """Whether cookies go over HTTPS only."""
        return any(origin.startswith("https://") for origin in self.origins)


def make_settings(chosen: Settings, workers: int = 1) -> Settings:
    """Check how a server with so many workers is to be run, and fill in what was left out."""
    if chosen.log not in LOG_LEVELS:
        raise BadInput(Code.BAD_CHOICE, f"log {chosen.log!r}: expected one of {', '.join(LOG_LEVELS)}")
    if chosen.rate < 0:
        raise BadInput(Code.BAD_CHOICE, f"rate {chosen.rate}: must be at least 0")
    if chosen.connections < 0:
        raise BadInput(Code.BAD_CHOICE, f"{chosen.connections} connections: must be at least 0")
    if chosen.bot_threads < 1:
        raise BadInput(Code.BAD_CHOICE, f"{chosen.bot_threads} bot threads: must be at least 1")
    if not 0 <= chosen.measure <= MOST_MEASURING:
        raise BadInput(Code.BAD_CHOICE, f"{chosen.measure} processes that measure: must be from 0 to {MOST_MEASURING}")
    if chosen.cluster is not None and find_spec("ray") is None:
        raise NotFound(Code.NO_LIBRARY, "a cluster needs ray: pip install 'motherlode[cluster]'")
    if workers < 1:
        raise BadInput(Code.BAD_CHOICE, f"{workers} workers: must be at least 1")
    database = chosen.database or own_database()
    is_postgres = engine_for(database).dialect.name == "postgresql"
    if workers > 1 and not is_postgres:
        raise BadInput(
            Code.BAD_CHOICE,
            f"{workers} workers need PostgreSQL: --database postgresql://...; SQLite is for one process",
        )
    bus = chosen.bus or ("postgresql" if is_postgres else "memory")
    if bus == "postgresql" and not is_postgres:
        raise BadInput(Code.BAD_CHOICE, "the bus 'postgresql' needs a database postgresql://...")
    if bus not in ("postgresql", "memory") and not bus.startswith(REDIS):
        raise BadInput(Code.BAD_CHOICE, f"bad bus {bus!r}: expected memory, postgresql or redis://...")
    if workers > 1 and bus == "memory":
        raise BadInput(Code.BAD_CHOICE, "the bus 'memory' is for one worker: leave it out, or --bus redis://...")
    return msgspec.structs.replace(chosen, database=database, bus=bus)


def own_database() -> str:
    """SQLite in the data folder of the user."""
    folder = Path(os.environ.get("MOTHERLODE_DATA") or platformdirs.user_data_path("motherlode"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    return f"sqlite:///{folder.resolve() / 'tables.db'}"
