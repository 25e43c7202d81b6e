"""A real server with the built client, and a real Chromium."""

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from benchmarks.server import processes
from benchmarks.server.processes import ServerProcess
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

import motherlode.server

CLIENT = Path(motherlode.server.__file__).parent / "web" / "index.html"
SIZES = {"desktop": (1440, 900), "phone": (390, 844), "small": (360, 640), "wide": (3840, 2160)}
SHOTS = Path(os.environ.get("MOTHERLODE_SHOTS", "build/screenshots"))  # kept to be looked at
PATIENCE_MS = 600_000  # it only keeps what hangs from hanging for ever
expect.set_options(timeout=PATIENCE_MS)

# No page adds its number to the dice too late because the machine is slow; what measures does not give way to tests.
START = (
    "from motherlode.server.tables import state; state.NUMBER_MS = 300_000; "
    "from motherlode.server.workshop import measuring; measuring.NICENESS = 0; "
    "from motherlode.cli import main; main()"
)
processes.PROGRAM = (sys.executable, "-c", START, "serve")


def find_chromium() -> str:
    """Debian's Chromium, which `make test` installs."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "no Chromium: scripts/setup.sh dev installs it"
    return found


def launch(playwright: Playwright) -> Browser:
    """Chromium, without what containers have not."""
    return playwright.chromium.launch(
        executable_path=find_chromium(),
        args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        timeout=PATIENCE_MS,
    )


def new_context(browser: Browser, size: str, is_calm: bool = True, **more: Any) -> BrowserContext:
    """A browser of somebody's own, on a screen of a size; phones are touched."""
    width, height = SIZES[size]
    is_phone = size in {"phone", "small"}
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce" if is_calm else "no-preference",
        locale=more.pop("locale", "en-GB"),
        has_touch=is_phone,
        is_mobile=is_phone,
        service_workers=more.pop("service_workers", "block"),
        **more,
    )
    context.set_default_timeout(PATIENCE_MS)
    return context


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all tests that do not stop it."""
    assert CLIENT.exists(), "the client is not built: `make web`"
    with ServerProcess(tmp_path_factory.mktemp("web"), "--measure", "1") as running:
        yield running


@dataclass
class Visitor:
    """Somebody with a browser of their own, and everything the page complained about."""

    context: BrowserContext
    address: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def open(self, path: str = "/") -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self._hear)
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(self.address + path)
        return page

    def _hear(self, message: Any) -> None:
        # A server that is away is away: that is no fault of the page.
        expected = (
            "ERR_CONNECTION",
            "ERR_INTERNET",
            "ERR_FAILED",  # the same, by way of the service worker
            "WebSocket connection",
            "503",
            "409",
            "403",
            "404",
            "422",
            "Service Worker",
        )
        if message.type in {"error", "warning"} and not any(word in message.text for word in expected):
            self.complaints.append(f"{message.type}: {message.text}")


class Visitors:
    """Makes visitors, and looks at the end whether their pages complained."""

    def __init__(self, browser: Browser, host: ServerProcess) -> None:
        self._browser, self._host = browser, host
        self._all: list[Visitor] = []

    def new(self, size: str = "desktop", is_calm: bool = True, **more: Any) -> Visitor:
        context = new_context(self._browser, size, is_calm, **more)
        visitor = Visitor(context, f"http://127.0.0.1:{self._host.port}")
        self._all.append(visitor)
        return visitor

    def close(self) -> None:
        for visitor in self._all:
            visitor.context.close()
        complaints = [line for visitor in self._all for line in visitor.complaints]
        assert not complaints, complaints
        strangers = {
            url
            for visitor in self._all
            for url in visitor.requests
            if not url.startswith((visitor.address, "data:", "blob:"))
        }
        assert not strangers, f"requests that left the machine: {strangers}"


@pytest.fixture
def visitors(browser: Browser, host: ServerProcess) -> Iterator[Visitors]:
    made = Visitors(browser, host)
    yield made
    made.close()
