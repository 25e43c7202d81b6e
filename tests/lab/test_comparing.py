"""Two variants with the same dice: differences are found with the right size, and no others."""

import random

import msgspec
import pytest

from motherlode.cli import main
from motherlode.core.errors import BadInput
from motherlode.lab.comparing import Comparer, Comparison, comparer_of, worsened
from motherlode.lab.figures import measures_of
from motherlode.lab.tables import Measured
from motherlode.table.game import find

FIRST = "first_share"


def block(has_first_won, turns=10.0):
    shares = [1.0, 0.0] if has_first_won else [0.0, 1.0]
    return [Measured(0, ("a", "a"), 0, shares, [1, 0], "played out", [0.0, 0.0], {"turns": turns})]


def comparer(*names):
    return Comparer(names or (FIRST,), measures_of(2, (0, 1), ("a",)), even=0.5)


def arms(one, other, count, seed, is_paired=True):
    """Blocks in which the first player wins with these chances, from the same numbers or from others."""
    generator = random.Random(seed)
    pairs = []
    for _ in range(count):
        number = generator.random()
        again = number if is_paired else generator.random()
        pairs.append((block(number < one), block(again < other)))
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def test_a_planted_difference_is_found_with_its_size_inside_the_interval():
    test = comparer()
    test.take(*arms(0.5, 0.6, 1500, 1))
    (line,) = test.lines()
    assert line.verdict == "worse"  # further from even
    assert line.low < 0.1 < line.high
    assert line.low > 0
    assert line.correlation > 0.7


def test_less_of_an_edge_is_better():
    test = comparer()
    test.take(*arms(0.62, 0.5, 1500, 1))
    assert test.lines()[0].verdict == "better"


def test_the_same_game_twice_is_the_same():
    test = comparer(FIRST, "turns")
    test.take(*arms(0.5, 0.5, 400, 1))
    assert [line.verdict for line in test.lines()] == ["same", "same"]
    assert test.is_done()


def test_too_few_blocks_say_nothing():
    test = comparer()
    test.take(*arms(0.5, 0.5, 20, 1, is_paired=False))
    assert test.lines()[0].verdict == "not known yet"
    assert not test.is_done()


def test_pairing_saves_games():
    paired, apart = comparer(), comparer()
    paired.take(*arms(0.5, 0.55, 800, 1))
    apart.take(*arms(0.5, 0.55, 800, 1, is_paired=False))
    (one,), (other,) = paired.lines(), apart.lines()
    assert one.verdict == "worse"
    assert other.verdict == "not known yet"
    assert one.high - one.low < (other.high - other.low) / 2


def test_guards_name_what_got_worse():
    test = comparer(FIRST, "turns")
    test.take(*arms(0.5, 0.7, 1000, 1))
    assert worsened(test.lines(), []) == [FIRST]
    assert worsened(test.lines(), ["turns"]) == []


def test_games_with_other_seats_cannot_be_compared():
    with pytest.raises(BadInput, match="with the same seats"):
        comparer_of(find("madstone", 2), find("madstone", 3), ("a",), ("a",))


def test_a_comparison_on_the_command_line_ends_with_a_code_for_machines(tmp_path, capsys):
    words = ["lab", "compare", "madcap", "madcap", "--bots", "random", "--most", "700", "--jobs", "1", "--no-colour"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert "beyond" in capsys.readouterr().out
    found = msgspec.json.decode((tmp_path / "compare.json").read_bytes(), type=Comparison)
    assert not {line.verdict for line in found.lines} & {"better", "worse"}
    assert found.lines[0].difference == 0
    assert main([*words, "--guard", "nothing", "--out", str(tmp_path / "x")]) == 2


def test_another_bot_is_a_difference(tmp_path):
    words = ["madcap+bots=random", "madcap+bots=greedy", "--most", "300", "--jobs", "1", "--guard", "lead_changes"]
    assert main(["lab", "compare", *words, "--out", str(tmp_path)]) == 1
    found = msgspec.json.decode((tmp_path / "compare.json").read_bytes(), type=Comparison)
    lines = {line.name: line for line in found.lines}
    # Random play changes the lead in nearly half of all turns, greedy play in one of eight; dice are left alone.
    assert lines["lead_changes"].verdict == "different"
    assert lines["lead_changes"].high < -0.2
    assert lines["margin"].verdict == "different"
    assert lines["turns"].verdict == "same"


def test_two_reports_are_compared_without_playing(tmp_path, capsys):
    def report(name, *more):
        words = ["lab", "report", "madcap", "--bots", "random", "--most", "120", "--duels", "0", "--rule-games", "0"]
        assert main([*words, *more, "--jobs", "1", "--out", str(tmp_path / name), "--no-colour"]) == 0
        return str(tmp_path / name)

    one, longer, seeded = report("one"), report("longer", "--option", "games=3"), report("seeded", "--seed", "5")
    capsys.readouterr()
    out = ["--out", str(tmp_path / "out"), "--no-colour"]
    # As a report of other rules would be: the header names another version, and another code.
    journal = tmp_path / "one" / "blocks.jsonl"
    head, rest = journal.read_text().split("\n", 1)
    changed = msgspec.json.decode(head) | {"rules": 99, "code": "another"}
    journal.write_text(msgspec.json.encode(changed).decode() + "\n" + rest)
    assert main(["lab", "compare", one, longer, "--guard", "turns", *out]) == 1
    found = msgspec.json.decode((tmp_path / "out" / "compare.json").read_bytes(), type=Comparison)
    turns = next(line for line in found.lines if line.name == "turns")
    assert (found.blocks, found.games, turns.one, turns.verdict) == (120, 240, 12, "different")
    assert main(["lab", "compare", one, seeded, *out]) == 2
    assert "same game, seats and seed" in capsys.readouterr().err
    journal.write_text("nonsense\n")
    assert main(["lab", "compare", one, longer, *out]) == 2
    assert main(["lab", "compare", str(tmp_path), longer, *out]) == 2
