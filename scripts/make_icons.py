"""Draw the icons of the installed page: `python scripts/make_icons.py` writes web/public/icons."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).parent.parent / "web" / "public" / "icons"
NUGGET = """
<path d="M6 18 10 8l9-3 8 7-1 10-9 5-9-2z" fill="#eab02e" stroke="#2a241f" stroke-width="1.2" stroke-linejoin="round"/>
<path d="m10 8 6 6 3-9z" fill="#f7d774"/>
<path d="m10 8 6 6 11-2M16 14l1 13M16 14 6 18" fill="none" stroke="#241f1c" stroke-opacity=".45"/>
"""
ICONS = {"icon-192": (192, 2, 6), "icon-512": (512, 2, 6), "icon-maskable-512": (512, 6, 0)}  # pixels, margin, corners


def draw(pixels: int, margin: int, corners: int) -> str:
    """A nugget in the light of a lamp."""
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{pixels}" height="{pixels}" viewBox="0 0 32 32">
      <rect width="32" height="32" rx="{corners}" fill="#17151a"/>
      <path d="M16 -2 2 32h28z" fill="#ffcf6a" opacity=".16"/><path d="M16 -2 8 32h16z" fill="#ffcf6a" opacity=".16"/>
      <g transform="translate({margin} {margin}) scale({(32 - 2 * margin) / 32})">{NUGGET}</g></svg>"""


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (pixels, margin, corners) in ICONS.items():
            page = browser.new_page(viewport={"width": pixels, "height": pixels})
            page.set_content(f'<body style="margin:0">{draw(pixels, margin, corners)}</body>')
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
