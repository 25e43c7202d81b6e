"""The web client: files that the build put into the package, kept in memory, compressed where the build did so.

Every address without a dot that is not the server's own is one of the client's pages, and gets `index.html`.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from motherlode.core.contract import GameSpec
from motherlode.core.errors import Code
from motherlode.core.wasm import modules
from motherlode.server.protocol.answers import Problem
from motherlode.server.wire.security import Headers, header

FOLDER = Path(__file__).parent.parent / "web"
OWN = ("/api", "/healthz", "/metrics")  # addresses that are not the client's
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the best first
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
}
MODULES = "/engine"  # where the WebAssembly modules of games are
A_MODULE = re.compile(rf"{MODULES}/\w+\.[0-9a-f]+\.wasm", re.ASCII)
FOR_A_YEAR = "public, max-age=31536000, immutable"  # names of assets have a hash in them

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Motherlode</title></head>
<body><h1>Motherlode</h1><p>The server runs, but its pages are not built: run <code>npm install</code> and
<code>npm run build</code> in the folder <code>web</code>, or install the package anew, and start it again.</p>
<p>Tables are played over HTTP and WebSocket: <a href="/api/openapi.json">/api/openapi.json</a> describes how, and
<a href="/api/games">/api/games</a> lists the games.</p></body></html>
"""


@dataclass(frozen=True)
class File:
    """One file, with what a browser is told about it."""

    kind: str
    cache: str
    variants: dict[str, tuple[str, bytes]]  # by encoding, "" for none: tag and content


def is_client(path: str) -> bool:
    """Whether an address is not one of the server's own."""
    return not any(path == own or path.startswith(f"{own}/") for own in OWN)


def module_address(spec: GameSpec) -> str | None:
    """Where a browser finds the module of a game, if it was built from the sources that run here."""
    path = modules.module_path(spec)
    return f"{MODULES}/{path.name}" if path.exists() else None


def make_file(kind: str, cache: str, contents: dict[str, bytes]) -> File:
    """A file from its contents by encoding."""
    tag = hashlib.sha256(contents[""]).hexdigest()[:20]
    return File(
        kind, cache, {name: (f'"{tag}{f"-{name}" if name else ""}"', content) for name, content in contents.items()}
    )


class Pages:
    """All files of the client."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, File] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if not path.is_file() or path.suffix in ENCODINGS.values():
                continue
            contents = {"": path.read_bytes()}
            for name, suffix in ENCODINGS.items():
                packed = path.with_name(path.name + suffix)
                if packed.is_file():
                    contents[name] = packed.read_bytes()
            address = f"/{path.relative_to(folder).as_posix()}"
            cache = FOR_A_YEAR if address.startswith("/assets/") else "no-cache"
            self.files[address] = make_file(KINDS.get(path.suffix, "application/octet-stream"), cache, contents)
        for path in sorted(modules.FOLDER.glob("*.wasm")):
            self._take_module(path)
        self.page = self.files.get("/index.html") or make_file(KINDS[".html"], "no-cache", {"": NOT_BUILT.encode()})

    def _take_module(self, path: Path) -> None:
        content = path.read_bytes()
        contents = {"": content, "gzip": gzip.compress(content, 9, mtime=0)}
        self.files[f"{MODULES}/{path.name}"] = make_file(KINDS[".wasm"], FOR_A_YEAR, contents)

    def find(self, path: str) -> File | None:
        """What is at an address; a module may have been made since the server started."""
        if path not in self.files and A_MODULE.fullmatch(path):
            made = modules.FOLDER / PurePosixPath(path).name
            if made.is_file():
                self._take_module(made)
        return self.files.get(path) or (None if "." in PurePosixPath(path).name else self.page)

    async def __call__(self, scope: Any, send: Any, preview: File | None = None) -> None:
        """Answer one request, where there is a preview with that."""
        await give(scope, send, preview or self.find(scope["path"]))


async def give(scope: Any, send: Any, file: File | None) -> None:
    """Answer a request with a file, or with why there is none."""
    method, path, headers = scope["method"], scope["path"], scope["headers"]
    if file is None or method not in ("GET", "HEAD"):
        status = 404 if file is None else 405
        words = f"there is nothing at {path[:80]!r}" if file is None else f"{method} is not for pages"
        body = msgspec.json.encode(Problem(str(Code.BAD_MESSAGE), words))
        allow = [] if file is None else [(b"allow", b"GET, HEAD")]
        await answer(send, status, [(b"content-type", b"application/json"), *allow], body, method)
        return
    encoding = next((name for name in ENCODINGS if name in file.variants and accepts(headers, name)), "")
    tag, content = file.variants[encoding]
    told = [
        (b"content-type", file.kind.encode()),
        (b"cache-control", file.cache.encode()),
        (b"etag", tag.encode()),
        (b"vary", b"accept-encoding"),
        *([(b"content-encoding", encoding.encode())] if encoding else []),
    ]
    if tag in (header(headers, b"if-none-match") or ""):
        await answer(send, 304, told, None, method)
    else:
        await answer(send, 200, told, content, method)


def accepts(headers: Headers, encoding: str) -> bool:
    """Whether a browser says that it can unpack something."""
    for part in (header(headers, b"accept-encoding") or "").split(","):
        name, _, quality = part.replace(" ", "").partition(";q=")
        if name == encoding:
            return quality not in ("0", "0.0", "0.00", "0.000")
    return False


async def answer(send: Any, status: int, headers: list[tuple[bytes, bytes]], body: bytes | None, method: str) -> None:
    """Send a whole answer; to HEAD only what is told about it."""
    length = [] if body is None else [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": b"" if body is None or method == "HEAD" else body})
