"""What people install: wheel and sdist hold all that is needed, and play in an environment that has nothing else."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from html.parser import HTMLParser
from pathlib import Path

import pytest
from readme_renderer import markdown

import motherlode
from motherlode.core.registry import find_game
from motherlode.core.wasm.modules import module_path

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).with_name("uv")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGE = ROOT / "src" / "motherlode"
GAMES = [name for name in motherlode.game_names() if name != "pebbles"]
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", "__pycache__", "build", "dist", "node_modules", ".*_cache", ".hypothesis", ".coverage*"
)
BUILT = ("src/motherlode/server/web",)  # other tests read it: it is built anew in a copy


@pytest.fixture(scope="module")
def built(made_once):
    """The folder with the wheel and the sdist that it was made from."""
    return made_once("package", build)


def build(folder):
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=NOT_COPIED)
    for path in BUILT:
        shutil.rmtree(tree / path, ignore_errors=True)
    if (ROOT / "web" / "node_modules").exists():
        (tree / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    run(UV, "build", "--quiet", "--out-dir", folder, tree)
    shutil.rmtree(tree)


@pytest.fixture(scope="module")
def wheel(built):
    [path] = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def sdist(built):
    [path] = built.glob("*.tar.gz")
    return path


def run(*words, cwd=None, code=0, **environment):
    """Run a command, away from this tree; what it wrote."""
    clean = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(words, cwd=cwd, env=clean | environment, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def install(path, folder):
    """An environment with the package and what it cannot do without; its folder of programs."""
    home = folder / "environment"
    run(UV, "venv", "--quiet", "--python", sys.executable, home)
    given = ["--quiet", "--python", home / "bin" / "python", "--constraints", ROOT / "constraints.txt"]
    run(UV, "pip", "install", *given, path)
    return home / "bin"


def names_in(path):
    if path.suffix == ".whl":
        return set(zipfile.ZipFile(path).namelist())
    with tarfile.open(path) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def wanted_files():
    """All of the package in this tree: code, rulebooks, data, lessons, the mark that it is typed."""
    files = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    return {path.relative_to(PACKAGE).as_posix() for path in files if PACKAGE / "server" / "web" not in path.parents}


def test_wheel_and_sdist_hold_all_of_the_package(wheel, sdist):
    wanted = wanted_files()
    kinds = {
        "py.typed",
        *(
            f"games/{name}/{file}"
            for name in GAMES
            for file in ("RULES.md", "easy.toml", "lesson.toml", "data/options.toml")
        ),
    }
    assert kinds <= wanted
    kinds |= {f"core/wasm/built/{module_path(find_game(name)).name}" for name in GAMES}
    for path, root in ((wheel, "motherlode"), (sdist, "src/motherlode")):
        names = names_in(path)
        lacking = {f"{root}/{name}" for name in (*wanted, *kinds, "server/web/index.html")} - names
        assert not lacking, f"{path.name} lacks {sorted(lacking)}"
        assert any(re.fullmatch(rf"{root}/server/web/assets/.+\.js", name) for name in names), path.name
        assert not any("__pycache__" in name or "node_modules" in name for name in names), path.name


def test_the_wheel_brings_the_manual_page(wheel):
    place = f"motherlode-{motherlode.__version__}.data/data/share/man/man1/motherlode.1"
    assert zipfile.ZipFile(wheel).read(place) == (ROOT / "docs" / "motherlode.1").read_bytes()


def test_the_wheel_plays_in_an_empty_environment(wheel, tmp_path):
    programs = install(wheel, tmp_path)
    apart = {"cwd": tmp_path, "MOTHERLODE_MODE": "plain", "MOTHERLODE_DATA": str(tmp_path / "data"), "NO_COLOR": "1"}
    for name in GAMES:
        options = ["--option", "turns=20"] if name == "trap_the_cap" else []
        players = ",".join(["random"] * find_game(name).seats[0])
        said = run(programs / "motherlode", "play", name, "--players", players, "--seed", "1", *options, **apart)
        assert "over" in said or "won" in said or "win" in said, said
    code = (
        "import motherlode, sys\n"
        "for name in sys.argv[1:]:\n"
        "    match = motherlode.game(name).start(seed=1)\n"
        "    for _ in range(30):\n"
        "        if not match.is_over:\n"
        "            match.play(match.legal()[0])\n"
        "    print(match.ruleset.mode)\n"
    )
    by_modules = run(programs / "python", "-c", code, *GAMES, **(apart | {"MOTHERLODE_MODE": "wasm"}))
    assert by_modules.split() == ["wasm"] * len(GAMES)
    said = run(programs / "motherlode", "arena", "madcap", "--bots", "random,greedy", "--games", "2", **apart)
    assert "ratings need openskill: pip install 'motherlode[lab]'" in said
    said = run(programs / "motherlode", "serve", code=2, **apart)
    assert re.fullmatch(r"motherlode: the server needs '\w+': pip install 'motherlode\[server\]'\n", said)
    code = "import motherlode; print(motherlode.__file__, sorted(motherlode.game_names()))"
    said = run(programs / "python", "-c", code, **apart)
    assert str(tmp_path) in said
    assert str(GAMES) in said


def test_the_sdist_installs_and_plays(sdist, tmp_path):
    programs = install(sdist, tmp_path)
    words = ("play", "madcap", "--players", "random,greedy", "--seed", "1")
    apart = {"cwd": tmp_path, "MOTHERLODE_MODE": "plain", "MOTHERLODE_DATA": str(tmp_path / "data"), "NO_COLOR": "1"}
    assert "over" in run(programs / "motherlode", *words, **apart)
    [page] = (tmp_path / "environment").rglob("motherlode/server/web/index.html")
    assert page.stat().st_size


class Targets(HTMLParser):
    """What a page links to and shows."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found += [value for name, value in attrs if name in {"href", "src"}]


def targets_of(text):
    page = markdown.render(text, variant="GFM")
    assert page is not None, "PyPI would show it as plain text"
    parser = Targets()
    parser.feed(page)
    return parser.found


def test_the_long_description_is_whole_on_pypi(wheel):
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = message_from_bytes(archive.read(name))
    text = metadata.get_payload(decode=True).decode()
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert [target for target in targets_of(text) if not re.match(r"https?:|#", target)] == []
    assert "![" not in text
    assert "| | |\n" not in text
    for title in ("# Motherlode", "## Two commands", "## Five lines", "## More"):
        assert title in text
    assert "| Madcap | 2 |" in text
    assert targets_of("[a](docs/a.md) ![b](b.png)") == ["docs/a.md", "b.png"]  # the check could fail
    assert targets_of("![a](data:image/png;base64,AA==)") == []  # pictures cannot be written out as data


def test_what_the_package_says_of_itself_agrees():
    project = PROJECT["project"]
    versions = sorted(
        int(line.rpartition(".")[2]) for line in project["classifiers"] if re.search(r"Python :: 3\.\d+$", line)
    )
    assert project["requires-python"] == f">=3.{versions[0]}"
    assert versions == list(range(versions[0], versions[-1] + 1))
    assert PROJECT["tool"]["mypy"]["python_version"] == f"3.{versions[0]}"
    names = {re.split(r"[\[<>=]", line)[0] for line in project["dependencies"]}
    assert not names & {"matplotlib", "openskill", "pillow"}
    pinned = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()}
    groups = [*project["optional-dependencies"].values(), PROJECT["dependency-groups"]["dev"], project["dependencies"]]
    for line in (line for group in groups for line in group if not line.startswith("motherlode")):
        assert re.split(r"[\[<>=]", line)[0] in pinned, f"{line} is not in constraints.txt"
