"""`python -m docs.site [FOLDER]`: gather pages, build the site strictly, make it fit for a folder without a network.

Strictly: a link or an anchor that leads nowhere ends the build. FOLDER is otherwise where `motherlode serve` looks.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml
from docs.site import figures, finishing, reference
from docs.site.commands import write_commands
from docs.site.gathering import ROOT, Gathering

HERE = Path(__file__).parent
TARGET = ROOT / "src" / "motherlode" / "server" / "docs"
FONTS = (
    "alfa-slab-one/files/alfa-slab-one-latin-400-normal.woff2",
    "source-sans-3/files/source-sans-3-latin-400-normal.woff2",
    "source-sans-3/files/source-sans-3-latin-600-normal.woff2",
)
INDEX = """# Decisions

One page for each decision that spans files: the situation, what was decided, what follows, what was given up.

"""


def gather(folder: Path) -> None:
    """All pages, those of the repository and those that are made."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = Gathering(folder)
    games = {f"docs/games/{name}.md": name for name in figures.GAMES}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        source = path.relative_to(ROOT).as_posix()
        pages.take(source, figures.write_game(games[source]) if source in games else "")
    for source in ("CONTRIBUTING.md", "CHANGELOG.md"):
        pages.take(source)
    for name in figures.GAMES:
        pages.take(f"src/motherlode/games/{name}/RULES.md")
    pages.write("games/index.md", figures.write_games(pages.met.add))
    pages.write("decisions/index.md", INDEX + "".join(f"- [{title}]({name})\n" for name, title in decisions()))
    pages.write("api/index.md", reference.write_api_index())
    for name, (title, about, modules) in reference.API.items():
        pages.write(f"api/{name}.md", reference.write_api(title, about, modules))
    pages.write("reference/http.md", reference.write_http())
    pages.write("reference/messages.md", reference.write_messages())
    pages.write("reference/commands.md", write_commands())
    pages.write("benchmarks.md", figures.write_benchmarks())
    pages.met.add("docs/server/protocol.schema.json")
    pages.take_rest()
    for folder_name in ("images", "reports"):
        shutil.copytree(ROOT / "docs" / folder_name, folder / folder_name, dirs_exist_ok=True)
    own = folder / "site"
    own.mkdir()
    for path in (HERE / "style.css", HERE / "folder.js", ROOT / "web" / "src" / "parts" / "nugget.svg"):
        shutil.copy(path, own)
    for font in FONTS:
        path = ROOT / "web" / "node_modules" / "@fontsource" / font
        if not path.exists():
            sys.exit(f"make docs: there is no {path.relative_to(ROOT)}: run python scripts/npm.py install")
        shutil.copy(path, own)


def decisions() -> list[tuple[str, str]]:
    """The files of the decisions, each with its title."""
    found = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    return [(path.name, path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")) for path in found]


def write_config(pages: Path, target: Path) -> Path:
    """The settings, with the parts of the navigation that are made."""

    # Tags of Python objects are kept as they are: only the site generator reads them.
    class Loader(yaml.SafeLoader):
        pass

    class Dumper(yaml.SafeDumper):
        pass

    class Tagged:
        def __init__(self, node: Any) -> None:
            self.node = node

    Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *given: Tagged(given[2]))
    Dumper.add_representer(Tagged, lambda *given: given[1].node)
    config = yaml.load((HERE / "mkdocs.yml").read_text(encoding="utf-8"), Loader)
    made = {
        "decisions/": ["decisions/index.md", *({title: f"decisions/{name}"} for name, title in decisions())],
        "api/": ["api/index.md", *({words[0]: f"api/{name}.md"} for name, words in reference.API.items())],
    }
    for section in config["nav"]:
        for entry in next(iter(section.values())):
            if isinstance(entry, dict):
                for title, where in entry.items():
                    if isinstance(where, str):
                        entry[title] = made.get(where, where)
    handlers = config["plugins"][1]["mkdocstrings"]["handlers"]
    handlers["python"]["paths"] = [str(ROOT / "src")]
    config |= {"docs_dir": str(pages), "site_dir": str(target)}
    path = pages.parent / "mkdocs.yml"
    path.write_text(yaml.dump(config, Dumper=Dumper, sort_keys=False), encoding="utf-8")
    return path


def main() -> None:
    """Build the site."""
    parser = argparse.ArgumentParser(prog="python -m docs.site", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=TARGET)
    target = parser.parse_args().folder.resolve()
    with tempfile.TemporaryDirectory() as work:
        pages, fresh = Path(work) / "pages", Path(work) / "built"
        gather(pages)
        config = write_config(pages, fresh)
        words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)]
        code = subprocess.run(words, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, check=False).returncode
        if code:
            sys.exit(code)
        finishing.finish(fresh)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(fresh, target)
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    print(f"docs site: {len(list(target.rglob('*.html')))} pages, {size / 1e6:.1f} MB, open {target / 'index.html'}")


if __name__ == "__main__":
    main()
