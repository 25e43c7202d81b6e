"""The search for numbers: targets, the model that answers, fresh seeds, and what is written."""

import tomllib
from math import inf
from random import Random

import msgspec
import numpy as np
import pytest

from motherlode.cli import main
from motherlode.core.errors import BadInput
from motherlode.lab.changes import Change, changed, read_changes, value_at
from motherlode.lab.crews import Alone
from motherlode.lab.experiments import make_experiment
from motherlode.lab.journal import BlockJournal, make_header
from motherlode.lab.reporting import LabReport
from motherlode.lab.tuning import METHODS, Target, Trial, Tuned, Tuner, read_target, tune, write_options
from motherlode.table.game import find


def test_targets_are_read():
    assert read_target("seat_edge<=2") == Target("seat_edge", -inf, 2)
    assert read_target("turns>=10") == Target("turns", 10, inf)
    assert read_target("length=18..25") == Target("minutes", 18, 25)
    with pytest.raises(BadInput, match="bad target"):
        read_target("length")


def test_a_target_is_missed_by_what_is_beyond_it():
    assert Target("x", 18, 25).miss(20) == 0
    assert Target("x", 18, 25).miss(30) == 5 / 25
    assert Target("x", -inf, 2).miss(4) == 1


def test_changes_are_read_one_for_each_seat_of_a_list():
    game = find("madstone", 2)
    assert read_changes("rounds=20..60", game) == [Change(("rounds",), 20, 60)]
    assert read_changes("crystals_by_place[1]=0..4", game) == [Change(("crystals_by_place", 1), 0, 4)]
    assert len(read_changes("crystals_by_place=0..4", game)) == 2
    for wrong in ("rounds", "rounds=5..5", "nothing=1..2"):
        with pytest.raises(BadInput, match="bad change"):
            read_changes(wrong, game)


@pytest.mark.parametrize(
    ("name", "seats", "text", "now", "wanted", "found_at"),
    [
        ("madstone", 2, "cards.Blood Thrall.numbers.kill=1..3", 2, 3, ("cards", 0, "numbers", "kill")),
        ("madstone", 2, "cards.blood thrall.numbers.shield=-1..3", 2, -1, ("cards", 0, "numbers", "shield")),
        ("minecart_mayhem", 2, "rail_value=0..4", 2, 4, ("rail_value",)),
        ("rockport_caverns", 1, "map.marked_row=0..6", 0, 6, ("map", "marked_row")),
        ("madcap", 2, "gold[6]=0..9", 7, 9, ("gold", 6)),
    ],
)
def test_numbers_of_cards_boards_and_maps_are_found_by_their_path(name, seats, text, now, wanted, found_at):
    game = find(name, seats)
    if "-1" in text:  # no card has less than nothing
        with pytest.raises(BadInput, match=r"bad change 'cards\.blood thrall.*shield"):
            read_changes(text, game)
        return
    (change,) = read_changes(text, game)
    assert value_at(game, change.path) == now
    options = changed(game, [change], [wanted])
    holder = options
    for part in found_at:
        holder = holder[part]
    assert holder == wanted
    assert list(options) == [found_at[0]]
    assert find(name, seats, **options).digest != game.digest
    assert value_at(find(name, seats, **options), change.path) == wanted


def test_a_board_by_its_name_is_opened():
    game = find("trap_the_cap", 2, board="four")
    (change,) = read_changes("board.spoke=5..6", game)
    assert changed(game, [change], [5])["board"]["spoke"] == 5


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("madstone", "cards.Ghul.numbers.power=0..3", "cards has no 'Ghul': there are"),
        ("madstone", "cards.Blood Thrall.numbers.might=0..3", "numbers has no 'might': there are power"),
        ("madstone", "cards.Blood Thrall.faction=0..3", "faction is no number"),
        ("madstone", "removed[7]=0..3", "removed=[30, 15, 0, 0, 0, 0, 0, 0]: needs one number"),
        ("madstone", "rounds=20..6000", "rounds=6000"),
        ("madstone", "rounds.a=1..2", "rounds = 60 has nothing in it"),
        ("trap_the_cap", "board.spoke=5..6", "board = 'auto' has nothing in it"),
    ],
)
def test_what_is_wrong_with_a_path_is_said_where_it_is(name, text, said):
    with pytest.raises(BadInput) as error:
        read_changes(text, find(name, 2))
    assert said in str(error.value)


def test_real_numbers_are_searched_in_steps():
    change = Change(("x",), 0, 0.5, is_whole=False)
    assert (change.values()[1], change.near(0.1234567), change.near(7)) == (0.005, 0.123457, 0.5)
    assert all(0 <= change.drawn(Random(seed)) <= 0.5 for seed in range(20))


class Toy(Tuner):
    """A game whose edge is |10 - 2 x - y| points and whose length is 20 + y, with noise by seed."""

    def __init__(self, seed=1):
        game = find("madstone", 2)
        changes = [Change(("crystals_by_place", 1), 0, 8), Change(("rounds",), 0, 5)]
        super().__init__(
            game, ("greedy",), changes, [read_target("seat_edge<=1"), read_target("turns<=22")], Alone(), seed
        )

    def start(self):
        return (0, 0)

    def trial(self, values, num_blocks, seed, stage=0):
        noise = (seed % 1000 / 1000 - 0.5) * 20 / num_blocks**0.5
        found = {"seat_edge": abs(10 - 2 * values[0] - values[1] + noise), "turns": 20 + values[1] + noise}
        self.games += num_blocks
        return Trial(values, found, self.miss(found), num_blocks, stage)

    def play(self, values, num_blocks, seed, is_whole=False):
        return [(values, num_blocks, seed)]

    def estimates(self, played):
        from motherlode.lab.estimating import Estimate

        found = self.trial(*played[0])
        return {name: Estimate(value, value, value, 1) for name, value in found.metrics.items()}

    def columns(self, played):
        """Blocks with noise of 10 points, the same for all numbers that are tried."""
        values, num_blocks, _ = played[0]
        noise = np.random.default_rng(7).normal(0, 10, num_blocks)
        edge = 10 - 2 * values[0] - values[1] + noise
        return {"seat_edge": np.column_stack([edge, -edge]), "turns": 20 + values[1] + noise[:, None]}


@pytest.mark.parametrize("method", METHODS)
def test_a_search_finds_numbers_that_meet_both_targets(method):
    found = tune(Toy(), 40, 100, 10_000, method)
    assert found.is_better
    assert found.best.metrics["seat_edge"] <= 2.5
    assert found.best.metrics["turns"] <= 23.5
    assert found.best.miss < found.incumbent.miss
    assert 0 < found.gain[1] <= found.gain[0] <= found.gain[2]
    assert (found.rival_miss is None) == (method == "random")


def test_what_only_seems_better_is_not_beaten():
    toy = Toy()
    start, near, far = (toy.columns([(values, 400, 0)]) for values in ((4, 0), (4, 1), (0, 0)))
    # Both miss by about 1; noise of 10 points in 400 blocks is half a point, so nothing is known of them apart.
    mean, low, high = toy.gain(start, near)
    assert low <= 0 <= high
    mean, low, high = toy.gain(far, start)
    assert 0 < low < mean < high  # 10 points of edge against 2
    assert toy.gain(start, start) == (0, 0, 0)


def test_a_search_that_was_interrupted_goes_on_and_plays_nothing_twice(tmp_path):
    game = find("madcap")
    header = make_header(game, {"tune": make_experiment(game, ("random",), 3)})
    changes, targets = read_changes("games=1..3", game), [read_target("turns>=30")]
    told = []

    def searched(journal, is_playing):
        class Counting(Alone):
            def play(self, tasks):
                for task in tasks:
                    assert is_playing
                    yield from super().play(iter([task]))

        tuner = Tuner(game, ("random",), changes, targets, Counting(), 3, journal, lambda *each: told.append(each))
        return tune(tuner, 4, 3, 6, "spsa")

    with BlockJournal(tmp_path / "j", header, False) as journal:
        first = searched(journal, True)
    assert 2 * 4 * 3 + 2 * 6 <= told[-1][0] <= told[-1][1] == 2 * 4 * 3 + 3 * 6
    with BlockJournal(tmp_path / "j", header, True) as journal:
        assert searched(journal, False) == first


def test_the_sensitivity_is_the_slope():
    toy = Toy()
    trials = [toy.trial((x, y), 10**8, 500) for x in range(4) for y in range(3)]
    slopes = {(each.change, each.metric): each.slope for each in toy.sensitivity(trials)}
    assert slopes["crystals_by_place[1]", "seat_edge"] == pytest.approx(-2, abs=0.01)
    assert slopes["rounds", "turns"] == pytest.approx(1, abs=0.01)


def test_the_lucky_best_trial_is_not_the_answer():
    toy = Toy()
    good = [Trial((4, 1), {"seat_edge": 1.5, "turns": 21.0}, 0.5, 100) for _ in range(6)]
    lucky = Trial((0, 0), {"seat_edge": 0.0, "turns": 20.0}, 0.0, 100)
    unlucky = [Trial((0, 0), {"seat_edge": 10.0, "turns": 20.0}, 9.0, 100) for _ in range(6)]
    assert toy.best([*good, lucky, *unlucky]) == (4, 1)


def test_a_front_has_what_no_other_trial_beats():
    toy = Toy()
    one = Trial((1, 0), {"seat_edge": 3.0, "turns": 20.0}, 0, 1)
    other = Trial((0, 1), {"seat_edge": 0.0, "turns": 24.0}, 0, 1)
    beaten = Trial((2, 2), {"seat_edge": 4.0, "turns": 25.0}, 0, 1)
    assert toy.front([one, other, beaten]) == [one, other]


def test_what_is_there_is_kept_unless_it_is_beaten(tmp_path, capsys):
    words = ["lab", "tune", "madcap", "--target", "turns=12", "--change", "games=1..3", "--bots", "random"]
    more = ["--trials", "4", "--blocks", "4", "--confirm", "8", "--jobs", "1", "--method", "random", "--no-colour"]
    assert main([*words, *more, "--out", str(tmp_path)]) == 0
    assert "What there is is kept" in capsys.readouterr().out
    found = msgspec.json.decode((tmp_path / "tune.json").read_bytes(), type=Tuned)
    assert not found.is_better
    assert found.incumbent.metrics["turns"] == 12
    page = (tmp_path / "report.html").read_text()
    assert "What there is is kept" in page
    assert "before: random" in page
    assert "after: random" not in page


def test_a_report_has_before_and_after_side_by_side(tmp_path):
    words = ["lab", "tune", "madcap", "--target", "turns>=30", "--change", "games=1..3", "--bots", "random"]
    more = ["--trials", "6", "--blocks", "4", "--confirm", "8", "--jobs", "1", "--method", "random", "--no-colour"]
    assert main([*words, *more, "--out", str(tmp_path)]) == 0
    found = msgspec.json.decode((tmp_path / "report.json").read_bytes(), type=LabReport)
    before, after = found.kinds
    assert (before.bots, after.bots) == (("before: random",), ("after: random",))
    turns = [next(each.value for each in kind.figures if each.name == "decisions") for kind in (before, after)]
    assert turns == [12, 36]
    assert found.told[0].en.startswith("games = 3 brings turns from 12.0 (12.0 to 12.0) to 3")


def test_the_designers_file_can_be_played_with(tmp_path):
    file = tmp_path / "tuned.toml"
    file.write_text(write_options({"crystals_by_place": [0, 2], "rounds": 30}))
    assert tomllib.loads(file.read_text())["rounds"] == 30
    assert find("madstone", 2, data=file).options.crystals_by_place == [0, 2]
