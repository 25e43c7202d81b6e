"""Matches of people are measured like games of bots, without who played them."""

import msgspec
import pytest

from motherlode.cli import main
from motherlode.lab.experiments import make_experiment
from motherlode.lab.people import PEOPLE, differences, groups_of, is_bot_name, measure_match, play_matches, read_matches
from motherlode.lab.reporting import LabReport
from motherlode.lab.tables import Measured, Table
from motherlode.table.game import find


@pytest.fixture(scope="module")
def table():
    return Table(make_experiment(find("madcap"), ("random",), 3, num_looks=0))


def records(table, count, names=("Ada", "Bob")):
    """Records of matches, as people would have them."""
    for block in range(count):
        text = table.match_of(block, ("random", "random")).record(is_whole=True)
        yield f"{block:03}.txt", text.replace("random 1", names[0]).replace("random 2", names[1])


def test_a_match_that_is_read_shows_what_the_game_itself_showed(table):
    for block, (source, text) in enumerate(records(table, 6)):
        (read,), _ = read_matches([(source, text)], table.game)
        (noted,) = table.play_block(block)
        found = measure_match(table, read.match, block)
        assert msgspec.structs.replace(found, seating=noted.seating) == noted


@pytest.mark.parametrize(
    ("name", "seats"), [("madstone", 2), ("minecart_mayhem", 3), ("rockport_caverns", 1), ("trap_the_cap", 2)]
)
def test_it_does_in_every_game(name, seats):
    table = Table(make_experiment(find(name, seats), ("random",), 3, num_looks=0))
    (noted,) = table.play_block(0)
    found = measure_match(table, table.match_of(0, noted.seating), 0)
    assert msgspec.structs.replace(found, seating=noted.seating) == noted


def test_nothing_says_who_played(table):
    found, _ = read_matches(records(table, 2, ("Zacharias", "Wilhelmina")), table.game)
    text = msgspec.json.encode([measure_match(table, each.match, 0) for each in found]).decode()
    assert "Zacharias" not in text
    assert "Wilhelmina" not in text


def test_what_is_no_match_of_people_of_this_variant_is_set_aside_and_counted(table):
    (_, text), (_, bot) = next(records(table, 1)), next(records(table, 1, ("Ada", "foreman")))
    other = Table(make_experiment(find("madcap", games=3), ("random",), 3, num_looks=0))
    (_, longer), (_, solo) = next(records(other, 1)), ("", "nonsense")
    rockport = Table(make_experiment(find("rockport_caverns"), ("random",), 1, num_looks=0))
    lost = rockport.match_of(0, ("random",)).record(is_whole=True).replace("random 1", "Ada")
    cut = text[: text.rindex("\n", 0, -1) + 1]  # without the last action
    running = "\n".join(line for line in cut.split("\n") if not line.startswith(("result", "outcome")))
    running = running.replace("chance:", "result: running\nchance:", 1)
    given = [("a", text), ("b", bot), ("c", longer), ("d", solo), ("e", lost), ("f", running)]
    found, tally = read_matches(given, table.game)
    assert len(found) == tally.matches == 1
    assert tally.aside == {
        "a bot took part": 1, "with other seats or options": 1, "not readable by these rules": 1, "of another game": 1,
        "not over": 1,
    }  # fmt: skip


def test_groups_go_by_how_many_matches_the_least_experienced_had_played(table):
    pairs = [*records(table, 4), *records(table, 2, ("Ada", "Eve"))]
    found, _ = read_matches(pairs, table.game)
    assert [each.before for each in found] == [0, 1, 2, 3, 0, 1]
    groups = {name: len(matches) for name, matches in groups_of(found, [2]).items()}
    assert groups == {PEOPLE: 6, "people after 0 to 1 matches": 4, "people after 2 matches and more": 2}
    assert list(groups_of(found, [])) == [PEOPLE]


def test_a_resigned_match_is_won_by_the_other(table):
    (_, text) = next(records(table, 1))
    match = read_matches([("a", text)], table.game)[0][0].match
    from motherlode.table.match import Match

    short = Match(table.game, match.chance, ["Ada", "Bob"])
    for entry in match.log[:14]:
        if entry.actor < 0 and short.to_act == -1:
            short.append(entry.actor, entry.action)
    short.resign(0)
    found = measure_match(table, short, 0)
    assert found.shares == [0.0, 1.0]
    assert found.how == "resigned"
    assert found.why is None


def hand_made(turns, count, taken):
    """Games of so many turns, give or take one, in which seat 0 takes a card or not."""
    return [
        [
            Measured(
                number, ("x", "x"), 0, [1.0, 0.0] if number % 2 else [0.0, 1.0], [1, 0], "played out", [0.0, 0.0],
                {"decisions": 9.0, "minutes": 1.0, "turns": turns + number % 3 - 1},
                {"card:x": (1, int(number % 10 < taken), 1)},
            )
        ]
        for number in range(count)
    ]  # fmt: skip


def test_differences_are_told_only_beyond_doubt(table):
    bots = hand_made(20, 60, 1)
    same = differences(hand_made(20, 60, 1), bots, table.game, ("greedy",))
    assert same == []
    told = [each.en for each in differences(hand_made(30, 60, 9), bots, table.game, ("greedy",))]
    assert "Turns: 30.0 with people, 20.0 with greedy." in told
    assert "X: taken by 90 % of people who could, by 10 % of greedy." in told
    assert len(told) == 2


def test_bots_are_known_by_their_names():
    assert all(map(is_bot_name, ("greedy", "foreman 2", "net:x.npz", "search@200", "Random")))
    assert not any(map(is_bot_name, ("Ada", "Greedyson", "the foreman")))


def test_a_report_of_people_is_written_beside_that_of_bots(table, tmp_path, capsys):
    folder = tmp_path / "records"
    folder.mkdir()
    for source, text in records(table, 24):
        (folder / source).write_text(text)
    words = ["lab", "people", "madcap", "--records", str(folder), "--bots", "greedy", "--most", "60", "--jobs", "1"]
    assert main([*words, "--groups", "5", "--no-colour", "--out", str(tmp_path / "out")]) == 0
    assert "people: 24 games" in capsys.readouterr().out
    found = msgspec.json.decode((tmp_path / "out" / "report.json").read_bytes(), type=LabReport)
    assert [kind.games for kind in found.kinds] == [24, 5, 19, 60]
    page = (tmp_path / "out" / "report.html").read_text()
    assert "Where people and bots differ" in page
    assert "Ada" not in page + (tmp_path / "out" / "report.json").read_text()
    assert main(["lab", "people", "madcap"]) == 2
    assert main(["lab", "people", "madcap", "--records", str(folder), "--option", "games=3"]) == 2
    assert "24 with other seats or options" in capsys.readouterr().err
    assert play_matches(table.experiment, [], PEOPLE) == []
