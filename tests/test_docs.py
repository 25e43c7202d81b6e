"""What README and docs promise."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import motherlode
from motherlode.conformance import rule_numbers
from motherlode.core.registry import find_game

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


BLOCK = re.compile(r'^ *```python(?: title="([^"]+)")?\n(.*?)^ *```$', re.MULTILINE | re.DOTALL)


def snippets(page: Path) -> list[str]:
    """The Python of a page; what comes later builds on what came before."""
    return [code for title, code in BLOCK.findall(page.read_text()) if not title]


def files_shown(page: Path) -> dict[str, str]:
    """Blocks of Python with a title: whole files, which `test_tutorials.py` runs."""
    return {title: code for title, code in BLOCK.findall(page.read_text()) if title}


def test_the_five_lines_of_the_readme_run():
    [code] = snippets(ROOT / "README.md")
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "Motherlode record 1" in result.stdout


WITH_CODE = [page for page in PAGES if snippets(page) and page.name != "README.md"]  # whose lines run above


def test_no_python_of_the_docs_is_left_out():
    fences = sum(
        len(re.findall(r"^ *(?:```|~~~+|````+) *(?:python|py|pycon)\b", page.read_text(), re.M)) for page in PAGES
    )
    assert fences == sum(len(snippets(page)) + len(files_shown(page)) for page in PAGES)
    assert all(page.parent.name in {"tutorials", "how-to"} for page in PAGES if files_shown(page))  # where they are run


def test_the_code_of_the_docs_is_typed(tmp_path):
    for page in [ROOT / "README.md", *WITH_CODE]:
        (tmp_path / f"{page.stem}_page.py").write_text("\n".join(snippets(page)))
    for page in PAGES:
        for title, code in files_shown(page).items():
            (tmp_path / f"{page.stem}_{title}".replace("-", "_")).write_text(code)
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file", "pyproject.toml", "--follow-imports=silent"]
    result = subprocess.run(  # of Pebbles, which no rule of `mypy` is about, only what pages see of it
        [*words, *tmp_path.iterdir()], cwd=ROOT, env=os.environ | {"MYPYPATH": str(ROOT / "tests")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.name)
def test_the_code_of_the_docs_runs(page):
    code = "\n".join(code for code in snippets(page) if "import torch" not in code)  # there is a GPU elsewhere only
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_the_front_door_shows_what_there_is():
    words = [sys.executable, "-c", "import motherlode; print(*dir(motherlode))"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert set(motherlode.__all__) <= set(shown)
    assert (ROOT / "src" / "motherlode" / "py.typed").exists()


def test_the_commands_of_the_readme_exist():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    wanted = re.findall(r"\bmake ([a-z-]+)", (ROOT / "README.md").read_text() + (ROOT / "CONTRIBUTING.md").read_text())
    assert {"play", "test"} <= set(wanted) <= set(targets)
    assert "make test" in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_game_is_in_the_changelog_with_its_version():
    text = (ROOT / "CHANGELOG.md").read_text()
    for name in motherlode.game_names():
        if name != "pebbles":
            spec = find_game(name)
            assert f"{spec.title}, version {spec.version}" in text


def test_every_game_is_in_the_readme_with_its_seats():
    text = (ROOT / "README.md").read_text()
    for name in motherlode.game_names():
        if name != "pebbles":
            spec = find_game(name)
            fewest, most = spec.seats
            seats = str(fewest) if fewest == most else f"{fewest}-{most}"
            assert re.search(rf"\| \[{re.escape(spec.title)}\]\([^)]*\) \| {seats} \|", text)


def test_the_conversation_of_a_bot_is_about_the_game_as_it_is():
    page = (ROOT / "docs" / "protocol.md").read_text()
    game = motherlode.game("madcap")
    [told] = [json.loads(text) for text in re.findall(r"> game (.*)", page)]
    assert (told["rules"], told["ruleset"]) == (game.spec.version, game.digest)
    assert told["num_actions"] == game.limits.num_actions
    [position] = re.findall(r"> position (.*)", page)
    states = game.read_position(position)
    for number, text, path in re.findall(r"> action (\d+)⇥([^⇥]*)⇥(.*)", page):
        assert game.spec.notation.write_action(game.box, states, int(number)) == text
        assert " ".join(game.spec.views.path(game.box, states, int(number))) == path


def test_versions_agree():
    assert f'version = "{motherlode.__version__}"' in (ROOT / "pyproject.toml").read_text()
    assert f"## {motherlode.__version__}" in (ROOT / "CHANGELOG.md").read_text()


VERSIONS = {"madcap": 1, "madstone": 2, "minecart_mayhem": 2, "rockport_caverns": 2, "trap_the_cap": 2}  # as it says


def test_the_table_of_rule_coverage_is_about_the_rules_of_today():
    page = (ROOT / "docs" / "conformance.md").read_text()
    assert "Madcap by version 1 of its rules, the others by version 2" in page
    table = page[page.index("### 10,000 games") :]
    for name, version in VERSIONS.items():
        spec = find_game(name)
        assert spec.version == version
        title = spec.title.removeprefix("Nightmare at the ")
        [cells] = [row.split("|")[1:-1] for row in table.splitlines() if row.startswith(f"| {title} |")]
        numbers = rule_numbers(spec)
        assert int(cells[3]) == sum("." in number for number in numbers)
        assert set(re.findall(r"R[\d.]+\d", "".join(cells))) <= set(numbers)
