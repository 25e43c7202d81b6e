"""How a server is run."""

import os
from pathlib import Path

import msgspec
import platformdirs

from motherlode.core.errors import BadInput, Code
from motherlode.server.storage.storage import engine_for

SETTINGS = "MOTHERLODE_SERVER_SETTINGS"  # the environment variable that tells worker processes
LOG_LEVELS = ("debug", "info", "warning", "error")
REDIS = ("redis://", "rediss://", "unix://")


class Settings(msgspec.Struct, frozen=True):
    """How a server is run; workers get them as JSON in their environment."""

    database: str
    bus: str = "memory"
    origins: tuple[str, ...] = ()
    bot_threads: int = 2
    rate: float = 20.0
    connections: int = 400  # of one address; 0: no limit
    metrics_token: str | None = None
    log: str = "info"
    proxies: str | None = None  # whose X-Forwarded headers are believed
    is_secure: bool = False  # cookies only over HTTPS


def make_settings(
    database: str | None = None,
    bus: str | None = None,
    *,
    workers: int = 1,
    origins: tuple[str, ...] = (),
    bot_threads: int | None = None,
    rate: float = 20.0,
    connections: int = 400,
    metrics_token: str | None = None,
    log_level: str = "info",
    proxies: str | None = None,
) -> Settings:  # as many as there are things to choose
    """Check how a server is to be run, and fill in what was left out."""
    if log_level not in LOG_LEVELS:
        raise BadInput(Code.BAD_CHOICE, f"log {log_level!r}: expected one of {', '.join(LOG_LEVELS)}")
    if rate < 0:
        raise BadInput(Code.BAD_CHOICE, f"rate {rate}: must be at least 0")
    if connections < 0:
        raise BadInput(Code.BAD_CHOICE, f"{connections} connections: must be at least 0")
    if bot_threads is not None and bot_threads < 1:
        raise BadInput(Code.BAD_CHOICE, f"{bot_threads} bot threads: must be at least 1")
    if workers < 1:
        raise BadInput(Code.BAD_CHOICE, f"{workers} workers: must be at least 1")
    database = database or own_database()
    is_postgres = engine_for(database).dialect.name == "postgresql"
    if workers > 1 and not is_postgres:
        raise BadInput(
            Code.BAD_CHOICE,
            f"{workers} workers need PostgreSQL: --database postgresql://...; SQLite is for one process",
        )
    bus = bus or ("postgresql" if is_postgres else "memory")
    if bus == "postgresql" and not is_postgres:
        raise BadInput(Code.BAD_CHOICE, "the bus 'postgresql' needs a database postgresql://...")
    if bus not in ("postgresql", "memory") and not bus.startswith(REDIS):
        raise BadInput(Code.BAD_CHOICE, f"bad bus {bus!r}: expected memory, postgresql or redis://...")
    if workers > 1 and bus == "memory":
        raise BadInput(Code.BAD_CHOICE, "the bus 'memory' is for one worker: leave it out, or --bus redis://...")
    return Settings(
        database=database,
        bus=bus,
        origins=origins,
        bot_threads=bot_threads or os.cpu_count() or 2,
        rate=rate,
        connections=connections,
        metrics_token=metrics_token,
        log=log_level,
        proxies=proxies,
        is_secure=any(origin.startswith("https://") for origin in origins),
    )


def own_database() -> str:
    """SQLite in the data folder of the user."""
    folder = Path(os.environ.get("MOTHERLODE_DATA") or platformdirs.user_data_path("motherlode"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    return f"sqlite:///{folder.resolve() / 'tables.db'}"
