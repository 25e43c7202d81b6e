"""What the generator wrote, made fit: nothing comes from elsewhere, no script stands in a page, a folder is searched.

The server forbids scripts in pages (`script-src 'self'`), so each becomes a file, named by its content.
"""

import hashlib
import json
import re
import shutil
from pathlib import Path

SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
NOT_NEEDED = ("404.html", "assets/javascripts/lunr", "sitemap.xml", "sitemap.xml.gz")
LOADED = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"(https?:[^\"]+)\"|<link\b[^>]*\bhref=\"(https?:[^\"]+)\""
)


def finish(folder: Path) -> None:
    """All pages of a built site."""
    for name in NOT_NEEDED:
        path = folder / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    for path in folder.rglob("*.map"):
        path.unlink()
    for path in folder.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"\n?//# sourceMappingURL=\S+", "", text), encoding="utf-8")
    index = folder / "search" / "search_index.json"
    found = json.loads(index.read_text(encoding="utf-8"))
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    index.write_text(text, encoding="utf-8")
    (folder / "search" / "search_index.js").write_text(f"var __index = {text}", encoding="utf-8")
    worker = next((folder / "assets" / "javascripts" / "workers").glob("search.*.js"))
    text = f"window.searchWorker = {json.dumps(worker.read_text(encoding='utf-8'))};\n"
    (folder / "site" / "worker.js").write_text(text, encoding="utf-8")
    for path in sorted(folder.rglob("*.html")):
        if "reports" not in path.relative_to(folder).parts:
            finish_page(path, folder)


def finish_page(path: Path, folder: Path) -> None:
    """One page: its scripts go to files."""
    text = path.read_text(encoding="utf-8")
    up = "../" * (len(path.relative_to(folder).parts) - 1)

    def move(match: re.Match[str]) -> str:
        name = f"{hashlib.sha256(match[1].encode()).hexdigest()[:12]}.js"
        target = folder / "assets" / "javascripts" / name
        target.write_text(match[1], encoding="utf-8")
        return f'<script src="{up}assets/javascripts/{name}"></script>'

    text = SCRIPT.sub(move, text)
    text = text.replace("</head>", f'<script src="{up}site/folder.js"></script></head>', 1)
    text = re.sub(r'<meta name="generator"[^>]*>', "", text)
    if loaded := [match[1] or match[2] for match in LOADED.finditer(text)]:
        raise SystemExit(f"{path.relative_to(folder)} loads {loaded[0]}: the site must not need a network")
    path.write_text(text, encoding="utf-8")
