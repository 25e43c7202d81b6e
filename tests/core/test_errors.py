"""Errors: a closed list of codes, each documented and each raised."""

import re
from pathlib import Path

import pytest

import motherlode
import motherlode.bots
from motherlode.core.errors import BadInput, Barred, Code, IllegalAction, MotherlodeError, NotFound

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
SOURCES = {path: path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")}
EXAMPLES = [
    (heading, *example)
    for heading, section in SECTIONS.items()
    for example in re.findall(r"^    >>> (.+)\n    (.+)$", section, re.MULTILINE)
]


def test_every_code_is_documented_and_nothing_else_is():
    assert list(SECTIONS) == [str(code) for code in Code]


@pytest.mark.parametrize("code", Code)
def test_every_code_is_raised_somewhere(code):
    assert any(
        re.search(rf"\bCode\.{code.name}\b", text)
        for path, text in SOURCES.items()
        if path.name != "errors.py" and "raise " in text
    )


@pytest.mark.parametrize("code", Code)
def test_every_section_has_a_meaning_an_example_and_what_to_do(code):
    meaning, example, advice = re.fullmatch(
        r"\n(.+?)\n\n((?:    .+\n)+)\nWhat to do: (.+?)\n+", SECTIONS[code], re.DOTALL
    ).groups()
    assert meaning.endswith(".")
    assert advice.endswith(".")
    assert len(example.strip().splitlines()) in (1, 2)


@pytest.mark.parametrize(("heading", "request_", "line"), EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_the_examples_are_what_is_really_said(heading, request_, line):
    game = motherlode.game("madcap")
    match = game.start(seed=7, script=[0, 2, 2, 5, 1, 1, 3, 4, 0, 4, 4, 5])
    resigned = game.start(seed=7)
    resigned.resign(0)
    with pytest.raises(MotherlodeError) as caught:
        eval(request_, {"motherlode": motherlode, "game": game, "match": match, "resigned": resigned})
    assert caught.value.code == heading
    assert str(caught.value) == line


def test_most_codes_of_the_engine_have_an_example_that_is_run():
    """Errors of the server need one that runs: tests/server provokes them."""
    engine = "".join(text for path, text in SOURCES.items() if "server" not in path.parts and path.name != "errors.py")
    codes = [code for code in Code if re.search(rf"\bCode\.{code.name}\b", engine)]
    assert len(EXAMPLES) >= len(codes) * 2 // 3


def test_codes_are_an_area_and_a_reason():
    assert all(re.fullmatch(r"[a-z]+/[a-z]+", code) for code in Code)
    assert len({str(code) for code in Code}) == len(Code)


def test_nothing_else_is_raised_on_purpose():
    """A bare ValueError has no code: only checks for an options struct, which msgspec turns into one with a code."""
    bare = re.compile(r"raise (ValueError|RuntimeError|KeyError|LookupError|Exception)\b")
    checking = {"options.py", "components.py"}  # a board given as an option is checked among the components
    checking |= {"making.py"}  # a process of its own; what it says, `building` gives a code
    assert [path.name for path, text in SOURCES.items() if bare.search(text) and path.name not in checking] == []


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [(NotFound, LookupError), (BadInput, ValueError), (IllegalAction, ValueError), (Barred, RuntimeError)],
)
def test_each_class_is_also_the_builtin_it_resembles(kind, builtin):
    error = kind(Code.BAD_CHOICE, "a line")
    assert isinstance(error, builtin)
    assert isinstance(error, MotherlodeError)
    assert (str(error), error.code) == ("a line", "command/value")
    assert f"| `{kind.__name__}` | `{builtin.__name__}` |" in PAGE


def test_an_illegal_action_names_its_rule():
    assert IllegalAction(Code.ILLEGAL_ACTION, "a line", "R4.3").rule == "R4.3"
    assert IllegalAction(Code.ILLEGAL_ACTION, "a line").rule == ""


@pytest.mark.parametrize("code", Code)
def test_messages_begin_in_lower_case_or_with_a_name(code):
    example = re.search(r"^    (?:>>> .+\n    )?(.+)$", SECTIONS[code], re.MULTILINE)[1]
    assert example[0].islower() or example.startswith(("Madcap ", "GPU ", "OpenSpiel "))


def test_errors_travel_between_processes():
    import pickle

    from motherlode.core.errors import IllegalAction

    error = IllegalAction(Code.ILLEGAL_ACTION, "illegal action 'x': no", "R1.2")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, str(again), again.rule) == (IllegalAction, error.code, str(error), "R1.2")
