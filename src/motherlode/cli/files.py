"""Files: texts read with a limit, records written whole or not at all."""

import os
import sys
import tempfile
from datetime import datetime
from pathlib import Path

import platformdirs

from motherlode.core.errors import BadInput, Code
from motherlode.table.record import TITLE

STDIN = "-"
MAX_BYTES = 64 * 2**20


def read_text(name: str) -> tuple[str, str]:
    """The text of a file, or of stdin for `-`, and what to call it."""
    source = "stdin" if name == STDIN else name
    try:
        if name == STDIN:
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {name!r}: {_why(error)}") from None
    if len(content) > MAX_BYTES:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot read {source!r}: it is larger than {MAX_BYTES >> 20} MiB")
    try:
        return content.decode("utf-8-sig"), source
    except UnicodeDecodeError as error:
        raise BadInput(
            Code.UNREADABLE_FILE, f"cannot read {source!r}: it is not UTF-8 text, at byte {error.start}"
        ) from None


def check_target(name: str, force: bool = False) -> Path:
    """Where a record may be written: nowhere, or over another record; over anything else only by `force`."""
    path = Path(name)
    try:
        if path.is_symlink():
            path = path.resolve()
        if path.exists():
            if not path.is_file():
                raise BadInput(Code.UNREADABLE_FILE, f"cannot write {name!r}: it is not a plain file")
            if not force and path.stat().st_size and not _is_record(path):
                raise BadInput(
                    Code.UNREADABLE_FILE,
                    f"will not overwrite {name!r}: it is no Motherlode record (start with --force to do it)",
                )
        elif not path.parent.is_dir():
            raise BadInput(Code.UNREADABLE_FILE, f"cannot write {name!r}: there is no folder {str(path.parent)!r}")
        if not os.access(path.parent, os.W_OK):
            raise BadInput(Code.UNREADABLE_FILE, f"cannot write {name!r}: no permission in its folder")
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(Code.UNREADABLE_FILE, f"cannot write {name!r}: {_why(error)}") from None
    return path


def write_text(path: Path, text: str) -> None:
    """Write a file whole, with the same bytes on every system: a crash leaves the old one or the new one."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot write {str(path)!r}: {_why(error)}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        Path(temporary).replace(path)
    except OSError as error:
        Path(temporary).unlink(missing_ok=True)
        raise BadInput(Code.UNREADABLE_FILE, f"cannot write {str(path)!r}: {_why(error)}") from None


def data_folder() -> Path:
    """Where unfinished matches are kept: $MOTHERLODE_DATA, else the user's data folder."""
    return Path(os.environ.get("MOTHERLODE_DATA") or platformdirs.user_data_path("motherlode")) / "matches"


def fresh_file(game: str) -> Path:
    """A name in the data folder that no file has yet."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot make the folder {str(folder)!r}: {_why(error)}") from None
    stem = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    number = 1
    while (path := folder / f"{stem}{f'-{number}' if number > 1 else ''}.txt").exists():
        number += 1
    return path


def is_kept(path: Path) -> bool:
    """Whether a file lies in the data folder."""
    return data_folder().resolve() in path.resolve().parents


def _is_record(path: Path) -> bool:
    with path.open("rb") as file:
        return file.readline(len(TITLE) + 4).strip() == TITLE.encode()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
