"""Every error that Motherlode raises on purpose: one root, one closed list of codes."""

from enum import StrEnum

MAX_SHOWN = 200  # characters of a value in an error


class Code(StrEnum):
    """What went wrong, for programs. Each code is explained in docs/errors.md."""

    UNKNOWN_GAME = "game/unknown"
    WRONG_SEATS = "game/seats"
    GAME_PREPARING = "game/preparing"
    UNSOLVED = "game/unsolved"
    UNKNOWN_OPTION = "option/unknown"
    BAD_OPTION = "option/value"
    BAD_DATA = "data/invalid"
    UNREADABLE_ACTION = "action/unreadable"
    ILLEGAL_ACTION = "action/illegal"
    OUT_OF_TURN = "action/turn"
    MATCH_OVER = "action/over"
    UNKNOWN_SEAT = "seat/unknown"
    UNREADABLE_POSITION = "position/unreadable"
    UNDO_BARRED = "undo/barred"
    BAD_RECORD = "record/invalid"
    UNFAIR_RECORD = "record/unfair"
    UNKNOWN_BOT = "bot/unknown"
    BAD_BOT = "bot/invalid"
    BOT_FAILED = "bot/failed"
    BAD_NET = "net/invalid"
    BAD_REFERENCE = "reference/invalid"
    REFERENCE_FAILED = "reference/failed"
    BAD_JOURNAL = "arena/journal"
    BAD_SOLUTION = "solution/invalid"
    SCRIPT_ENDED = "chance/script"
    NO_GPU = "gpu/missing"
    NO_MODULE = "wasm/missing"
    NO_LIBRARY = "library/missing"
    UNREADABLE_FILE = "file/unreadable"
    BAD_CHOICE = "command/value"
    STALE_ACTION = "action/stale"
    UNKNOWN_TABLE = "table/unknown"
    TABLE_DENIED = "table/denied"
    TABLE_STATUS = "table/status"
    TABLE_RULES = "table/rules"
    SEAT_TAKEN = "seat/taken"
    SEAT_DENIED = "seat/denied"
    UNKNOWN_PERSON = "person/unknown"
    PERSON_TAKEN = "person/taken"
    CHAT_BARRED = "chat/barred"
    BAD_MESSAGE = "message/unreadable"
    LARGE_MESSAGE = "message/size"
    SLOW_MESSAGE = "message/slow"
    WRONG_ORIGIN = "server/origin"
    TOO_FAST = "server/rate"
    SERVER_STOPS = "server/stopping"
    SERVER_FAULT = "server/fault"
    STORE_AWAY = "store/away"
    STORE_VERSION = "store/version"
    STORE_BAD = "store/unusable"


class MotherlodeError(Exception):
    """The root of all errors raised on purpose; `str()` is one line that says what, why and where."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type, tuple[str, ...]]:
        """Errors travel between processes."""
        return type(self), (self.code, str(self))


class NotFound(MotherlodeError, LookupError):
    """Something was asked for by a name that does not exist."""


class BadInput(MotherlodeError, ValueError):
    """A value, a text or a file is not what it should be."""


class IllegalAction(MotherlodeError, ValueError):
    """The rules refuse an action; `rule` is the number of the rule that bars it, where one does."""

    def __init__(self, code: Code, message: str, rule: str = "") -> None:
        super().__init__(code, message)
        self.rule = rule

    def __reduce__(self) -> tuple[type, tuple[str, ...]]:
        """Errors travel between processes, with their rule."""
        return type(self), (self.code, str(self), self.rule)


class Barred(MotherlodeError, RuntimeError):
    """The request is well formed, but cannot be granted now."""


def shown(value: object) -> str:
    """A value as an error shows it: its `repr`, on one line and not too long."""
    try:
        return cut(repr(value))
    except (ValueError, RecursionError):  # numbers of thousands of digits, lists within lists within lists
        return f"<{type(value).__name__}>"


def cut(text: str) -> str:
    """A text on one line, and its beginning only where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_SHOWN else f"{line[: MAX_SHOWN - 1]}…"
