"""`motherlode review`."""

import json

import pytest

import motherlode
from motherlode.cli import main


@pytest.fixture
def record(tmp_path):
    match = motherlode.game("madcap").start(seed=3)
    while not match.is_over:
        match.play(match.actions()[0])
    path = tmp_path / "match.txt"
    path.write_text(match.record())
    return path


def test_a_match_is_reviewed_in_words(record, capsys):
    assert main(["review", str(record)]) == 0
    shown = capsys.readouterr().out
    assert "Turning points" in shown
    assert "Luck and skill" in shown
    assert main(["review", str(record), "--language", "de"]) == 0
    assert "Glück und Können" in capsys.readouterr().out


def test_a_match_is_reviewed_as_json_and_as_a_page(record, tmp_path, capsys):
    assert main(["review", str(record), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["steps"]) == 24
    page = tmp_path / "page.html"
    assert main(["review", str(record), "--html", str(page)]) == 0
    assert page.read_text().startswith("<!doctype html>")
    assert main(["review", str(record), "--html", str(page)]) == 2
    assert "will not overwrite" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--json", "--html", "page.html"], ["--language", "fr"]])
def test_what_is_wrong_is_said_in_a_line(record, words, capsys):
    assert main(["review", str(record), *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_match_that_is_not_over_is_refused_in_a_line(tmp_path, capsys):
    path = tmp_path / "match.txt"
    path.write_text(motherlode.game("madcap").start(seed=3).record())
    assert main(["review", str(path)]) == 2
    assert "is not over" in capsys.readouterr().err
