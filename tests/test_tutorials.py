"""Tutorials and how-to pages are true: files are written, commands run, and what a page shows is what comes out.

A page has sessions, blocks of `console`: after `$ ` a command, below it what it prints, where `...` is anything. A
block with a title is a file of that name. Commands of a page run one after another in one empty folder, in one shell;
`$repository` is the copy that the reader has.
"""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*(ROOT / "docs" / "tutorials").glob("*.md"), *(ROOT / "docs" / "how-to").glob("*.md")])
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
MARK = "-- end of command"
PORT = "8000"  # in the pages; a free one here


def steps_of(text):
    """What a page has to offer, in order: files as (name, content), commands as (None, command, output)."""
    for language, title, body in BLOCK.findall(text):
        if title:
            yield title, body, ""
        elif language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, output = part.split("\n", 1)
                while command.endswith("\\"):
                    line, _, output = output.partition("\n")
                    command = f"{command}\n{line}"
                yield None, command, output


def fits(expected, found):
    """Whether an output is as the page shows it; `...` is anything, spaces at ends of lines are nothing."""
    expected, found = ("\n".join(line.rstrip() for line in text.strip().splitlines()) for text in (expected, found))
    parts = [re.escape(part) for part in expected.split("...")]
    return re.fullmatch(".*?".join(parts), found, re.DOTALL) is not None


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return str(found.getsockname()[1])


def run_page(text, folder):
    """Run all of a page; the commands with what each printed and its exit code."""
    text = re.sub(rf"\b{PORT}\b", free_port(), text)
    steps = list(steps_of(text))
    script = ["exec 2>&1"]
    for number, (name, content, _) in enumerate(steps):
        if name is None:
            script.append(f"{content}\nprintf '\\n{MARK} {number} %s\\n' $?")
        else:
            script.append(f"cat > '{name}' <<'END OF FILE'\n{content}END OF FILE")
    environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "PYTHONPATH"}}
    environment |= {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "MOTHERLODE_DATA": str(folder / "data"),
        "NO_COLOR": "1",
        "repository": str(ROOT),
    }
    with subprocess.Popen(
        ["bash", "-c", "\n".join(script)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, text=True, start_new_session=True,
    ) as shell:  # fmt: skip
        try:
            out, _ = shell.communicate(timeout=600)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)  # servers that a page forgot
    pieces = re.split(rf"\n?{MARK} (\d+) (\d+)\n", out)
    for number, code, printed in zip(pieces[1::3], pieces[2::3], pieces[0::3], strict=False):
        _, command, expected = steps[int(number)]
        yield command, expected, printed, int(code)


def faults_of(text, folder):
    """The commands of a page that fail or print something else, in words."""
    ran = list(run_page(text, folder))
    wanted = [step for step in steps_of(text) if step[0] is None]
    faults = [f"{len(ran)} of {len(wanted)} commands ran"] if len(ran) != len(wanted) else []
    for command, expected, printed, code in ran:
        if code != (2 if expected.startswith("motherlode: ") else 0):
            faults.append(f"$ {command}\nended with {code}:\n{printed}")
        elif not fits(expected, printed):
            faults.append(f"$ {command}\nprinted\n{printed}\nwhere the page has\n{expected}")
    return faults


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_does_what_it_says(page, tmp_path):
    text = page.read_text(encoding="utf-8")
    assert any(name is None for name, _, _ in steps_of(text)), "a page to follow has commands"
    faults = faults_of(text, tmp_path)
    assert not faults, "\n\n".join(faults)


def test_a_page_that_is_not_true_is_noticed(tmp_path):
    page = '```text title="a.txt"\none\n```\n```console\n$ cat a.txt\n{}\n$ {}\n```\n'
    assert faults_of(page.format("one", "cat a.txt\no...\n"), tmp_path) == []
    assert "where the page has" in faults_of(page.format("two", "true"), tmp_path)[0]
    assert "ended with 1" in faults_of(page.format("one", "false"), tmp_path)[0]
    assert "1 of 2 commands ran" in faults_of(page.format("one", "exit 0"), tmp_path)[0]
