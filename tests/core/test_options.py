"""Options: defaults, a designer's file, keywords, and what is said about mistakes."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.core.errors import BadInput, Code
from motherlode.core.options import changed_options, default_options, line_of, read_options, read_toml
from motherlode.core.registry import find_game

MADCAP = find_game("madcap")


@pytest.fixture
def file(tmp_path):
    return tmp_path / "mine.toml"


def mistake(given=(), data=None):
    with pytest.raises(BadInput) as caught:
        read_options(MADCAP, dict(given), data)
    assert "\n" not in str(caught.value)
    return caught.value


def test_defaults_are_the_rulebooks_game():
    assert msgspec.to_builtins(read_options(MADCAP, {})) == default_options(MADCAP)
    assert default_options(MADCAP)["levels"] == 7


def test_keywords_go_over_the_file_and_the_file_over_the_defaults(file):
    file.write_text("dice = 2\ngames = 3\n")
    options = read_options(MADCAP, {"dice": 5}, file)
    assert (options.dice, options.games, options.faces) == (5, 3, 6)


def test_numbers_may_come_as_text_from_a_command_line():
    options = read_options(MADCAP, {"dice": "5", "fair_rolls": "false"})
    assert (options.dice, options.fair_rolls) == (5, False)


def test_only_changes_are_told():
    assert changed_options(MADCAP, read_options(MADCAP, {})) == {}
    options = read_options(MADCAP, {"dice": "5", "games": 2, "levels": 7})
    assert changed_options(MADCAP, options) == {"dice": 5, "games": 2}
    assert read_options(MADCAP, json.loads(json.dumps(changed_options(MADCAP, options)))) == options


# Keywords


def test_an_unknown_option_is_answered_with_those_there_are():
    error = mistake({"level": 7})
    assert error.code == Code.UNKNOWN_OPTION
    assert str(error) == "unknown option 'level': madcap has levels, dice, faces, gold, games, nuggets, fair_rolls"


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"dice": 9}, "bad option dice=9: expected int <= 6, in madcap"),
        ({"dice": 0}, "bad option dice=0: expected int >= 1, in madcap"),
        ({"dice": "many"}, "bad option dice='many': expected int, got str, in madcap"),
        ({"dice": None}, "bad option dice=None: expected int, got null, in madcap"),
        ({"dice": 2.5}, "bad option dice=2.5: expected int, got float, in madcap"),
        ({"dice": True}, "bad option dice=True: expected int, got bool, in madcap"),
        ({"dice": [4]}, "bad option dice=[4]: expected int, got array, in madcap"),
        ({"dice": 10**40}, f"bad option dice={10**40}: expected int <= 6, in madcap"),
        ({"fair_rolls": "maybe"}, "bad option fair_rolls='maybe': expected bool, got str, in madcap"),
        ({"gold": 3}, "bad option gold=3: expected array, got int, in madcap"),
        ({"gold": [1, "x"]}, "bad option gold=[1, 'x']: expected int, got str at gold[1], in madcap"),
        ({"gold": [1, 2]}, "bad option gold=[1, 2]: needs one number for each of 7 levels, in madcap"),
        ({"faces": 7}, "bad option faces=7: must be below levels, which is 7, in madcap"),
    ],
)
def test_a_bad_value_is_answered_with_field_value_and_reason(given, line):
    error = mistake(given)
    assert error.code == Code.BAD_OPTION
    assert str(error) == line


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["levels", "dice", "faces", "gold", "games", "nuggets", "other"]),
        st.integers(-2, 13) | st.none() | st.text(max_size=3) | st.lists(st.integers(-1, 60), max_size=9) | st.floats(),
        max_size=4,
    )
)
def test_any_options_are_read_or_refused_in_one_line(given):
    try:
        options = read_options(MADCAP, given)
    except BadInput as error:
        message = str(error)
        assert "\n" not in message
        assert message.startswith(("bad option ", "unknown option "))
    else:
        assert options.faces < options.levels == len(options.gold)


# Files


def test_a_mistake_in_a_file_is_named_with_file_and_line(file):
    file.write_text("# my mine\n\ndice = 9\n")
    assert str(mistake(data=file)) == f"bad option dice=9 in {str(file)!r}, line 3: expected int <= 6, in madcap"


def test_an_unknown_option_in_a_file_is_named_with_file_and_line(file):
    file.write_text("dice = 4\nmoon = 1\n")
    error = mistake(data=file)
    assert error.code == Code.UNKNOWN_OPTION
    assert str(error).startswith(f"unknown option 'moon' in {str(file)!r}, line 2: madcap has levels, ")


def test_a_mistake_in_a_list_is_named_with_its_line(file):
    file.write_text('dice = 4\ngold = [1, 2, 3,\n  4, "x", 6, 7]\n')
    assert str(mistake(data=file)) == (
        f"bad option gold=[1, 2, 3, 4, 'x', 6, 7] in {str(file)!r}, line 2: expected int, got str at gold[4], in madcap"
    )


def test_a_mistake_between_two_fields_is_named_with_the_line_of_one(file):
    file.write_text("dice = 4\nfaces = 7\n")
    assert str(mistake(data=file)) == (
        f"bad option faces=7 in {str(file)!r}, line 2: must be below levels, which is 7, in madcap"
    )


def test_a_field_that_the_file_leaves_alone_is_named_without_a_line(file):
    file.write_text("levels = 8\n")
    assert str(mistake(data=file)) == (
        f"bad option gold=[1, 2, 3, 4, 5, 6, 7] with {str(file)!r}: needs one number for each of 8 levels, in madcap"
    )


def test_a_keyword_is_not_blamed_on_the_file(file):
    file.write_text("dice = 4\n")
    assert str(mistake({"dice": 9}, file)) == "bad option dice=9: expected int <= 6, in madcap"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"dice = \n", "line 1"),
        (b"dice = 4\ndice = 4\n", "line 2"),
        (b"dice = 4\n\xff = 1\n", "it is not UTF-8 (at line 2)"),
        (b"dice = " + b"[" * 100_000, "recursion"),
        (b"dice = " + b"9" * 5000, "digits"),
        (b"\0", "line 1"),
    ],
)
def test_a_corrupt_file_is_answered_with_its_name_and_where(file, content, why):
    file.write_bytes(content)
    error = mistake(data=file)
    assert error.code == Code.BAD_DATA
    assert str(error).startswith(f"bad data file {str(file)!r}: ")
    assert why in str(error)


def test_an_unreadable_file_is_answered_with_its_name(tmp_path):
    for path, why in ((tmp_path / "none.toml", "No such file or directory"), (tmp_path, "Is a directory")):
        error = mistake(data=path)
        assert error.code == Code.UNREADABLE_FILE
        assert str(error) == f"cannot read {str(path)!r}: {why}"


def test_a_file_is_read_as_toml(file):
    file.write_text("a = 1\n[b]\nc = 'x'\n")
    assert read_toml(file) == {"a": 1, "b": {"c": "x"}}


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("dice", 2),
        ("gold", 3),
        ("gold[4]", 3),
        ("cards", 5),
        ("cards[1].cost", 6),
        ("cards[0].by[1][2]", 7),
        ("none", 0),
    ],
)
def test_the_line_of_a_field_is_found_by_its_last_name(file: Path, field, line):
    file.write_text("# dice = 1\ndice = 4\n'gold' = [1,\n2]\n[[cards]]\ncost = 2\n  by = [[1]]\n")
    assert line_of(file, field) == line
