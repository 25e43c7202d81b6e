"""What help shows can be done; the manual page says the same; words are completed by a shell."""

import importlib
import inspect
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cyclopts import CycloptsError
from docs.site.commands import commands, escape, split_examples, write_manual

from motherlode.cli import COMMANDS as HELP_TEXTS
from motherlode.cli import make_app

ROOT = Path(__file__).parent.parent.parent
COMMANDS = commands()
EXAMPLES = [(command.words, example) for command in COMMANDS for example in command.examples]
# Those that are run as they stand, with what is typed; the others take minutes, or a server.
TYPED = {
    "play": "quit\n",
    "replay": "",
    "verify": "",
    "review": "",
    "puzzles": "quit\n",
    "games": "",
    "rule": "",
    "bot": "motherlode 1\nquit\n",
    "solve": "",
}


def faults_in(app, example):
    """Why an example is not understood, if it is not."""
    try:
        app.parse_args(shlex.split(example)[1:], exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return str(error)
    return None


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.words)
def test_every_command_shows_an_example_of_itself(command):
    assert command.examples
    assert all(example.startswith(f"{command.words} ") for example in command.examples)
    assert command.about.endswith(".")
    assert [argument.names for argument in command.arguments if not argument.about] == []


@pytest.mark.parametrize(("words", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_every_example_is_understood(words, example):
    assert faults_in(make_app(), example) is None


def test_an_example_that_is_not_understood_is_noticed():
    assert "--dance" in faults_in(make_app(), "motherlode play madcap --dance")
    assert faults_in(make_app(), "motherlode serve --port many")


@pytest.mark.parametrize("name", [name for name in HELP_TEXTS if name != "lab"])
def test_examples_are_those_of_the_commands_themselves(name):
    command = getattr(importlib.import_module(f"motherlode.cli.{name}"), name)
    own = split_examples(inspect.getdoc(command).partition("\nArgs:")[0].strip())[1]
    [told] = [each.examples for each in COMMANDS if each.words == f"motherlode {name}"]
    assert own in ((), told)


@pytest.mark.parametrize("name", TYPED)
def test_examples_that_are_cheap_run(name, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = run(
        "play", "madcap", "--players", "greedy,exact", "--watch", "--delay", "0", "--seed", "7", "--save", "match.txt"
    )
    assert made.code == 0, made.err
    [example] = [example for words, example in EXAMPLES if words == f"motherlode {name}"]
    result = run(*shlex.split(example)[1:], typed=TYPED[name])
    assert result.code == 0, result.err
    assert result.out


def test_the_manual_page_is_that_of_these_commands():
    page = write_manual()
    assert (ROOT / "docs" / "motherlode.1").read_text(encoding="utf-8") == page, "run python docs/make_manual.py"
    for command in COMMANDS:
        assert f".SS {escape(command.words)}" in page
        assert all(escape(name) in page for argument in command.arguments for name in argument.names)
    assert not re.search(r"^['.](?!(?:TH|SH|SS|PP|RS|RE|TP|nf|fi|B|I)\b)", page, re.MULTILINE), (
        "no text is a request of roff"
    )


@pytest.fixture
def completion(tmp_path, monkeypatch):
    """Where `--install-completion` puts what bash reads."""
    monkeypatch.setenv("HOME", str(tmp_path))
    words = [Path(sys.executable).with_name("motherlode"), "--install-completion"]
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join(map(str, words))}; true"], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("Completion is installed in "), done.stdout + done.stderr
    [path] = (tmp_path / ".local").rglob("motherlode")
    assert str(path) in (tmp_path / ".bashrc").read_text()
    return path


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["so"], ["solve"]),
        (["re"], ["replay", "restore", "review"]),
        (["lab", ""], ["compare", "people", "report", "table", "tune"]),
        (["verify", "--pr"], ["--proof"]),
    ],
)
def test_bash_completes_words(completion, typed, offered):
    words = ["motherlode", *typed]
    script = (
        f"source {shlex.quote(str(completion))}; COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; "
        '_motherlode; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run([shutil.which("bash"), "-c", script], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == offered


def test_a_shell_that_is_not_known_is_told_in_one_line(run, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", "/bin/false")
    monkeypatch.setattr("os.getppid", lambda: 1)
    for name in ("BASH_VERSION", "ZSH_VERSION", "FISH_VERSION", "PSModulePath"):
        monkeypatch.delenv(name, raising=False)
    result = run("--install-completion")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("motherlode: cannot tell which shell this is")
