"""Where the modules of games lie: in this package, each under a hash of the sources that it was made from.

A module whose sources were edited since is not found, so that stale rules are never played.
"""

import hashlib
from functools import cache
from pathlib import Path

from motherlode.core.compiling import sources
from motherlode.core.contract import GameSpec

HERE = Path(__file__).parent
MADE_BY = ("desk.py", "entries.py", "making.py")
FOLDER = HERE / "built"  # made by `motherlode.core.wasm.building`; in the wheel, not in the repository


@cache
def digest_of(folder: Path) -> str:
    """A hash of all that the module of a game is made from, but the versions of compiler and linker."""
    digest = hashlib.sha256()
    for name, source in [*sources(folder), *((name, HERE / name) for name in MADE_BY)]:
        digest.update(name.encode() + b"\0" + source.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]


def module_path(spec: GameSpec) -> Path:
    """The file of a game's module, whether it is there or not."""
    return FOLDER / f"{spec.name}.{digest_of(Path(spec.folder))}.wasm"
