"""`motherlode doctor`: whether a server can run here, and what to do if not."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from motherlode.cli.serve import check_system
from motherlode.core.errors import BadInput, Code, MotherlodeError

BAD = 2  # exit code when something is wrong
WORDS = {"cpu": "machine code", "wasm": "WebAssembly modules", "plain": "plain Python"}  # by `Ruleset.mode`


def doctor(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    bus: str | None = None,
) -> int:
    """Check what the server needs, and say how to mend what is wrong.

    For example: motherlode doctor --database postgresql://... --bus redis://...

    Args:
        host: The address it will listen on.
        port: The port.
        database: As for serve.
        bus: As for serve.
    """
    checks: list[tuple[str, Callable[[], str]]] = [
        ("mode", check_mode),
        ("system", check_system),
        ("packages", check_packages),
        ("cache", check_cache),
        ("games", check_games),
        ("database", lambda: check_database(database, bus)),
        ("bus", lambda: check_bus(database, bus)),
        ("port", lambda: check_port(host, port)),
    ]
    num_wrong = 0
    for name, check in checks:
        try:
            print(f"ok     {name}: {check()}")
        except MotherlodeError as error:
            num_wrong += 1
            print(f"wrong  {name}: {' '.join(str(error).split())}")
            if name in {"system", "packages"}:
                break
    print("all is well" if not num_wrong else f"{num_wrong} of {len(checks)} checks failed")
    return BAD if num_wrong else 0


def check_packages() -> str:
    """What the server is made of is installed."""
    try:
        from motherlode.server import app  # noqa: F401
    except ImportError as error:
        raise BadInput(Code.BAD_CHOICE, f"{error.name!r} is missing: pip install 'motherlode[server]'") from None
    return "installed"


def check_cache() -> str:
    """Compiled rules can be kept."""
    from motherlode.core.compiling import cache_root
    from motherlode.core.registry import game_names

    folder = cache_root() / game_names()[0]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise BadInput(
            Code.UNREADABLE_FILE,
            f"cannot write in {str(folder)!r}: {error.strerror}; set MOTHERLODE_CACHE to a folder that can be written",
        ) from None
    return str(folder)


def check_games() -> str:
    """Every game can be loaded."""
    from motherlode.core.compiling import NO_NUMBA
    from motherlode.core.registry import find_game, game_names
    from motherlode.server.app import prepare_games

    if NO_NUMBA:
        return f"{', '.join(find_game(name).name for name in game_names())}, for good without machine code"
    prepare_games()
    return ", ".join(game_names())


def check_mode() -> str:
    """How a process that starts now begins to play each game, and how it goes on."""
    from motherlode.core.compiling import IS_PLAIN, IS_WASM, NO_NUMBA
    from motherlode.core.options import read_options
    from motherlode.core.registry import find_game, game_names
    from motherlode.core.ruleset import Ruleset

    games: dict[str, list[str]] = {}
    for name in game_names():
        spec = find_game(name)
        games.setdefault(Ruleset(spec, read_options(spec, {}), spec.seats[0]).mode, []).append(name)
    modes = [f"{WORDS[mode]}: {', '.join(names)}" for mode, names in games.items()]
    if IS_PLAIN or IS_WASM:
        modes.append("as MOTHERLODE_MODE says")
    elif NO_NUMBA:
        modes.append(f"for good, because Numba cannot be imported ({NO_NUMBA})")
    elif set(games) != {"cpu"}:
        modes.append("machine code takes over once it is compiled, while somebody plays")
    return "; ".join(modes)


def check_database(database: str | None, bus: str | None) -> str:
    """The database answers, can be written, and has a schema that this program knows."""
    import sqlalchemy as sa

    from motherlode.server.settings import Settings, make_settings
    from motherlode.server.storage.storage import describe, engine_for, newest_schema, schema_of

    settings = make_settings(Settings(database or "", bus or ""))
    engine = engine_for(settings.database)
    name = describe(engine)
    if engine.dialect.name == "sqlite":
        path = Path(settings.database.removeprefix("sqlite:///"))
        if not path.parent.is_dir():
            raise BadInput(
                Code.STORE_BAD, f"there is no folder {str(path.parent)!r}: make it, or name another --database"
            )
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise BadInput(Code.STORE_BAD, f"no permission to write {str(path)!r}: change who owns it")
        if not path.exists():
            return f"{name} will be made"
    try:
        with engine.connect() as connection:
            found = schema_of(connection)
            if engine.dialect.name == "sqlite":
                problem = connection.execute(sa.text("PRAGMA quick_check")).scalar()
                if problem != "ok":
                    raise BadInput(Code.STORE_BAD, f"{name} is damaged: {problem}; restore a copy")
    except sa.exc.SQLAlchemyError as error:
        why = " ".join(str(getattr(error, "orig", None) or error).split())
        raise BadInput(
            Code.STORE_BAD, f"{name} does not answer: {why}; check that it runs, and its name and password"
        ) from None
    finally:
        engine.dispose()
    newest = newest_schema()
    if found is not None and found > newest:
        raise BadInput(
            Code.STORE_VERSION, f"{name} has schema {found}, newer than {newest}: install the newer Motherlode"
        )
    return f"{name}, schema {found or 'not made yet'}" + (f", will be brought to {newest}" if found != newest else "")


def check_bus(database: str | None, bus: str | None) -> str:
    """The bus answers."""
    from motherlode.server.settings import Settings, make_settings

    name = make_settings(Settings(database or "", bus or "")).bus
    if not name.startswith(("redis", "unix")):
        return name
    try:
        import redis
    except ImportError:
        raise BadInput(Code.BAD_CHOICE, "Redis needs its driver: pip install 'motherlode[redis]'") from None
    try:
        with redis.Redis.from_url(name, socket_connect_timeout=3, socket_timeout=3) as client:
            client.ping()
    except (redis.exceptions.RedisError, OSError, ValueError) as error:
        raise BadInput(Code.STORE_BAD, f"Redis does not answer: {error}; check that it runs, and its address") from None
    return "redis answers"


def check_port(host: str, port: int) -> str:
    """Nobody else listens there."""
    from motherlode.cli.serve import listen

    listen(host, port).close()
    return f"{host}:{port} is free"
