"""Limits and checks at the door: rates, origins, headers, tokens in requests."""

import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from motherlode.core.errors import Barred, Code

COOKIE = "motherlode"
BURST = 10  # how many seconds' worth of requests may come at once
MAX_BUCKETS = 50_000

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

Headers = Iterable[tuple[bytes, bytes]]


class RateLimit:
    """A bucket of tokens for each address and each identity."""

    def __init__(self, rate: float) -> None:
        self.rate = rate  # requests in a second; 0: no limit
        self._buckets: dict[str, tuple[float, float]] = {}  # tokens left, when

    def take(self, who: str, cost: float = 1.0) -> None:
        """Raise if somebody asks too often."""
        if self.rate <= 0:
            return
        now, most = time.monotonic(), self.rate * BURST
        left, then = self._buckets.get(who, (most, now))
        left = min(most, left + (now - then) * self.rate)
        if left < cost:
            raise Barred(Code.TOO_FAST, f"too many requests: at most {self.rate:g} in a second")
        if len(self._buckets) >= MAX_BUCKETS and who not in self._buckets:
            self._forget(now, most)
        self._buckets[who] = (left - cost, now)

    def _forget(self, now: float, most: float) -> None:
        """Drop buckets that are full again; if none is, all."""
        kept = {
            who: (left, then) for who, (left, then) in self._buckets.items() if left + (now - then) * self.rate < most
        }
        self._buckets = kept if len(kept) < MAX_BUCKETS else {}


def header(headers: Headers, name: bytes) -> str | None:
    """The first header of that name (lower case)."""
    for key, value in headers:
        if key == name:
            return value.decode("latin-1")
    return None


def cookie_token(headers: Headers) -> str | None:
    """The token in our cookie."""
    for part in (header(headers, b"cookie") or "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value:
            return value
    return None


def bearer_token(headers: Headers) -> str | None:
    """The token in the Authorization header."""
    kind, _, value = (header(headers, b"authorization") or "").partition(" ")
    return value.strip() or None if kind.lower() == "bearer" else None


def check_origin(headers: Headers, allowed: frozenset[str]) -> None:
    """Raise if a browser says that the request comes from a page of somebody else."""
    origin = header(headers, b"origin")
    site = header(headers, b"sec-fetch-site")
    if origin is not None:
        host = header(headers, b"host")
        if origin in allowed or (not allowed and urlsplit(origin).netloc == host):
            return
        raise Barred(Code.WRONG_ORIGIN, f"pages of {origin[:80]!r} may not do this")
    if site not in (None, "same-origin", "none"):
        raise Barred(Code.WRONG_ORIGIN, f"a {site[:20]!r} page may not do this")
