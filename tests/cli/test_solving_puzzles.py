"""`motherlode puzzles`: solved at a terminal, and made from records."""

import io

import pytest

import motherlode
from motherlode.cli import main
from motherlode.cli.puzzles import Solving
from motherlode.cli.screen import Screen
from motherlode.puzzles.puzzle import Opened, open_puzzle, read_puzzles, shipped


def run(monkeypatch, capsys, lines: str, *arguments: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    code = main(["puzzles", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_wrong_answer_is_refuted_and_the_right_one_counts_no_more(monkeypatch, capsys) -> None:
    puzzle = min(shipped("madcap").values(), key=lambda each: (abs(each.rating - 1500), each.id))
    lines = f"nonsense\n{puzzle.refutations[0].action}\n{puzzle.answer}\nq\n"
    code, out, _ = run(monkeypatch, capsys, lines, "madcap", "--no-colour")
    assert code == 0
    assert f"Puzzle {puzzle.id}" in out
    assert "unreadable action 'nonsense'" in out
    assert "There is a better one. What comes of it:" in out
    assert out.index("There is a better one") < out.index("Right: it keeps")
    assert "0 of 1 solved at the first try" in out
    assert out.count("Odds are exact") == 1  # said once, not after every number


def test_a_right_answer_begins_a_row_in_german_too(monkeypatch, capsys) -> None:
    puzzle = min(shipped("madcap").values(), key=lambda each: (abs(each.rating - 1500), each.id))
    _, out, _ = run(monkeypatch, capsys, f"{puzzle.answer}\nq\n", "madcap", "--language", "de", "--no-colour")
    assert "Richtig: Das hält 100 von 100. In Folge: 1." in out or "In Folge: 1." in out
    assert "1 von 1 beim ersten Versuch gelöst" in out


def test_a_wrong_answer_that_tempts_nobody_is_refuted_too(monkeypatch, capsys) -> None:
    def untempting(opened: Opened) -> list[str]:
        known = {each.action for each in opened.puzzle.refutations}
        return [each.text for each in opened.match.actions() if each.id not in opened.right and each.text not in known]

    opened = next(each for name in shipped("madcap") if untempting(each := open_puzzle("madcap", name)))
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{untempting(opened)[0]}\nq\n"))
    assert not Solving(Screen(no_colour=True), "madcap", "", 1500, "en").solve(opened)
    told = capsys.readouterr().out.split("There is a better one. What comes of it:\n")[1]
    assert told.startswith("  ")
    assert "of 100; the best action keeps" in told


def test_what_the_numbers_of_a_puzzle_are_is_said(monkeypatch, capsys) -> None:
    puzzle = min(shipped("minecart_mayhem").values(), key=lambda each: (abs(each.rating - 1500), each.id))
    _, out, _ = run(monkeypatch, capsys, f"{puzzle.answer}\nq\n", "minecart_mayhem", "--no-colour")
    assert "Right: it keeps" in out
    assert "is not confirmed" in out


@pytest.mark.compiled
def test_puzzles_are_made_of_records_and_added_to_a_file(monkeypatch, capsys, tmp_path) -> None:
    known = next(puzzle for puzzle in shipped("madcap").values() if puzzle.source.startswith("seed"))
    from motherlode.puzzles.mining import play_match

    record = tmp_path / "match.txt"
    match = play_match("madcap", int(known.source.split()[1]))
    record.write_text(match.record(), encoding="utf-8")
    out = tmp_path / "made.jsonl"
    code, said, _ = run(monkeypatch, capsys, "", "make", "madcap", str(record), "--out", str(out))
    assert code == 0
    made = read_puzzles(out)
    assert f"{len(made)} new puzzles of madcap" in said
    assert known.id in {puzzle.id for puzzle in made}
    assert made[0].source.startswith("match.txt step ")
    code, said, _ = run(monkeypatch, capsys, "", "make", "madcap", str(record), "--out", str(out))
    assert "0 new puzzles of madcap" in said


def test_what_makes_no_sense_is_one_line_of_refusal(monkeypatch, capsys, tmp_path) -> None:
    for arguments, words in (
        (("chess",), "unknown game 'chess'"),
        (("make",), "puzzles of which game?"),
        (("madcap", "rockport_caverns"), "did you mean motherlode puzzles make madcap?"),
        (("madcap", "--theme", "romance"), "unknown theme 'romance': there are "),
        (("make", "madcap", "--count", "0"), "count 0: from 1 to "),
    ):
        code, _, err = run(monkeypatch, capsys, "", *arguments)
        assert code == 2
        assert words in err
    record = tmp_path / "rockport.txt"
    record.write_text(motherlode.game("rockport_caverns").start(seed=1).record(), encoding="utf-8")
    code, _, err = run(monkeypatch, capsys, "", "make", "madcap", str(record), "--out", str(tmp_path / "no.jsonl"))
    assert code == 2
    assert "is a match of rockport_caverns, not of madcap" in err
