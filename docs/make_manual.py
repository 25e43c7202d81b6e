"""Write docs/motherlode.1, the manual page that comes with the package.

python docs/make_manual.py      # and again after a command or its help changed: a test compares
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "motherlode.1"


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(HERE.parent))
    from docs.site.commands import write_manual

    PAGE.write_text(write_manual(), encoding="utf-8")


if __name__ == "__main__":
    main()
