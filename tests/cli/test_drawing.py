"""The mine, drawn for terminals of all sizes."""

import io
import re

import pytest
from rich.console import Console

import motherlode
from motherlode.cli.story import picture
from motherlode.games.madcap import drawing


def drawn(match, step=None, *, width=80, height=24, is_terminal=False, system="truecolor"):
    """The board as text; on a terminal with its colours."""
    console = Console(
        file=io.StringIO(), width=width, height=height, force_terminal=is_terminal,
        color_system=system if is_terminal else None, legacy_windows=False,
    )  # fmt: skip
    console.print(picture(match, len(match.log) if step is None else step))
    return console.file.getvalue()


@pytest.fixture
def match():
    match = motherlode.game("madcap").start(7, names=("Ada", "Bob"))
    for action in ("red 4 in", "black 6 in", "blue 6 in"):
        match.play(action)
    return match


def test_the_whole_position_can_be_read_without_colours(match):
    out = drawn(match)
    rows = {int(row[1]): row[0] for row in re.finditer(r"^░ (\d) ░.*$", out, re.MULTILINE)}
    assert sorted(rows) == list(range(1, 8))
    for level, row in rows.items():
        assert row.count("◆") - row.count("◆  +") == level
        assert ("(R)" in row) == (level == 4)
        assert ("(K)" in row) == ("(B)" in row) == (level == 6)
        assert ("[▣]" in row) == ("BOOM!" in row) == (level == 6)
    assert "● Ada                6 ◆  +6" in out
    assert "▶ ▮ Bob                0 ◆\n" in out
    assert "9 trips left  ▪▪▪▪▪▪▪▪▪···" in out
    assert "  R red   [1] [2] [5]  ·" in out
    assert "x B blue  [2] [3] [5]  ·  unloading" in out


def test_the_start_and_the_end(match):
    start = drawn(match, 12)
    assert re.search(r"\[▣\].*\(R\)  \(K\)  \(B\)", start)
    assert "BOOM" not in start
    assert "12 trips left" in start
    match.resign(0)
    assert "The match is over." in drawn(match)
    assert "▶" not in drawn(match)
    assert "unloading" not in drawn(match)


def test_a_discard_is_no_explosion():
    """R5.4: after a discard nothing explodes, even where barrels stand together."""
    match = motherlode.game("madcap").start(position="r4 k4 b4 | r6 k66 b6 | not r | gold 0-0 | seat 1")
    match.play("black 6 discard")
    assert "BOOM" not in drawn(match)


@pytest.mark.parametrize("height", [24, 40])
@pytest.mark.parametrize("width", [30, 43, 60, 79, 80, 120])
def test_every_size_fits(match, width, height):
    for is_terminal in (False, True):
        text = re.sub(r"\x1b\[[\d;]*m", "", drawn(match, width=width, height=height, is_terminal=is_terminal))
        lines = text.splitlines()
        assert max(map(len, lines)) <= width
        assert len(lines) <= (19 if width >= 80 else 36)
        assert all(mark in text for mark in "RKB")


def test_colours_as_many_as_there_are(match):
    assert "\x1b" not in drawn(match)
    assert "48;2;22;20;19m" in drawn(match, is_terminal=True)
    many = drawn(match, is_terminal=True, system="256")
    assert set(re.findall(r"48;(\d)", many)) == {"5"}
    assert not {"16", "52", "58"} & set(re.findall(r"[34]8;5;(\d+)", many)), "no olives, no maroons"
    few = drawn(match, is_terminal=True, system="standard")
    assert not re.findall(r"[;\[](?:4\d|10\d)[;m]", few), "no grounds"
    assert "\x1b[1;31m(R)" in few
    assert "(K)" in few


def test_a_designers_mine_and_long_names():
    options = {"levels": 12, "faces": 8, "dice": 6, "gold": [50] * 12, "games": 3}
    match = motherlode.game("madcap", **options).start(7, names=("Ada" + " Ada" * 19, "木" * 40))
    match.play(match.actions()[0])
    for height in (24, 60):
        out = re.sub(r"\x1b\[[\d;]*m", "", drawn(match, height=height, is_terminal=True))
        assert "12 " in out
        assert "50 ◆" in out
        assert "Game 1 of 3" in out
        assert "Ada Ada Ada Ada…" in out
    nuggets = motherlode.game("madcap", nuggets=30).start(7)
    assert "Game 1, to 30 nuggets" in drawn(nuggets)


def test_things_have_names(match):
    view = match.view(0).position
    assert drawing.name_thing(view, ["die:red:4"]) == "red 4"
    assert drawing.name_thing(view, ["die:red:2", "level:6"]) == "level 6!"
    assert drawing.name_thing(view, ["die:red:2", "level:2"]) == "level 2"
    assert drawing.name_thing(view, ["die:red:6", "case"]) == "the case"
