"""The docs site under /docs, if it was built: `make docs` puts it into the package.

Its files are read when they are first asked for, and kept: most servers are asked for few of them.
"""

import gzip
from pathlib import Path
from typing import Any

from motherlode.server.wire.pages import KINDS, File, answer, give, make_file

FOLDER = Path(__file__).parent.parent / "docs"
PREFIX = "/docs"
PACKED = {".html", ".js", ".json", ".css", ".svg", ".txt"}  # what gets smaller

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Motherlode: the docs are not built</title></head>
<body><h1>The docs are not built</h1><p>This server has no docs site. In a copy of the repository <code>make docs</code>
builds it; then start the server again. The same pages, as plain text, are in the folder <code>docs</code> there.</p>
<p><a href="/">Back to the games</a></p></body></html>
"""


class Docs:
    """All files of the docs site."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(folder.rglob("*")) if folder.is_dir() else []
        self._paths = {f"{PREFIX}/{path.relative_to(folder).as_posix()}": path for path in found if path.is_file()}
        self._files: dict[str, File] = {}

    @property
    def is_built(self) -> bool:
        """Whether there is a site."""
        return f"{PREFIX}/index.html" in self._paths

    def find(self, path: str) -> File | None:
        """What is at an address."""
        address = f"{path}index.html" if path.endswith("/") else path
        if address not in self._paths:
            return None
        if address not in self._files:
            self._files[address] = read_file(self._paths[address])
        return self._files[address]

    async def __call__(self, scope: Any, send: Any) -> None:
        """Answer one request."""
        path, method = scope["path"], scope["method"]
        if not self.is_built:
            await answer(send, 503, [(b"content-type", KINDS[".html"].encode())], NOT_BUILT.encode(), method)
        elif path == PREFIX:  # links in pages are relative
            await answer(send, 308, [(b"location", f"{PREFIX}/".encode())], b"", method)
        else:
            await give(scope, send, self.find(path))


def is_docs(path: str) -> bool:
    """Whether an address is of the docs site."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")


def read_file(path: Path) -> File:
    """A file of the site, packed where that helps."""
    content = path.read_bytes()
    contents = {"": content}
    if path.suffix in PACKED:
        contents["gzip"] = gzip.compress(content, 6, mtime=0)
    return make_file(KINDS.get(path.suffix, "application/octet-stream"), "no-cache", contents)
