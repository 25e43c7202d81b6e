"""Make the pictures that messengers show of a table: `python scripts/make_preview_pictures.py`, after `make web`.

Each is a game's own picture (`web/src/games/<game>/Art.svelte`) in the size that messengers like, drawn by Chromium and
kept in `web/public/pictures/`, from where the build takes them: whoever installs the package needs no browser for it.
"""

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT)]
from benchmarks.server.processes import ServerProcess  # noqa: E402

from motherlode.core.registry import game_names  # noqa: E402
from motherlode.server.wire.previews import PICTURE, PICTURE_SIZE  # noqa: E402

PUBLIC = ROOT / "web" / "public"
MOST_BYTES = 60_000
COLOURS = (256, 128, 64, 32)  # as many as fit


def pack(picture: bytes) -> bytes:
    """The picture in as few colours as it must."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    for colours in COLOURS:
        packed = io.BytesIO()
        few = whole.quantize(colours, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(packed, "PNG", optimize=True)
        if packed.tell() < MOST_BYTES:
            break
    return packed.getvalue()


def main() -> None:
    """Start a server, draw each game's picture over the whole home page, keep it."""
    width, height = PICTURE_SIZE
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with ServerProcess(Path(folder), is_patient=False) as server:
            page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
            page.goto(f"http://127.0.0.1:{server.port}")
            for game in game_names():
                art = page.locator(f"[data-game={game}] .art")
                art.wait_for()
                art.evaluate(
                    """(art) => {
                        document.body.append(art);
                        art.style.cssText = "position: fixed; inset: 0; z-index: 9";
                        const svg = art.querySelector("svg");
                        svg.setAttribute("preserveAspectRatio", "xMidYMid slice");
                        svg.style.cssText = "display: block; width: 100%; height: 100%";
                    }"""
                )
                path = PUBLIC / PICTURE.format(game=game)[1:]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(pack(page.screenshot()))
                print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
