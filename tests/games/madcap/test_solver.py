"""The exact solution against a brute force of its own, against itself, in play, and in files."""

import functools
import itertools
import json
import math
import os
import random
import subprocess
import sys

import numpy as np
import pytest

from motherlode.core.contract import CHANCE
from motherlode.core.errors import BadInput, Code
from motherlode.core.options import read_options
from motherlode.games.madcap import GAME, kernels, solver
from motherlode.games.madcap.actions import MAX_LEGAL
from motherlode.games.madcap.components import NUM_COLOURS, OUTSIDE
from motherlode.games.madcap.notation import read_position, read_roll
from motherlode.games.madcap.state import STATE

compiled_only = pytest.mark.compiled  # the default game takes too long uncompiled

# Small boxes: with dead dice (an odd number of levels and the highest face), gold out of order, wide values.
SMALL = [
    {"levels": 2, "faces": 1, "dice": 2, "gold": [1, 2]},
    {"levels": 3, "faces": 2, "dice": 1, "gold": [1, 2, 3]},
    {"levels": 3, "faces": 2, "dice": 3, "gold": [1, 2, 3]},
    {"levels": 3, "faces": 2, "dice": 2, "gold": [50, 9, 7]},
    {"levels": 4, "faces": 3, "dice": 2, "gold": [3, 1, 2, 5]},
    {"levels": 5, "faces": 4, "dice": 1, "gold": [1, 2, 3, 4, 5]},
    {"levels": 7, "faces": 2, "dice": 2, "gold": [1, 2, 3, 4, 5, 6, 7]},
]


def build(**options):
    box = GAME.build_box(read_options(GAME, options), 2)
    box.flags.writeable = False
    return box


@functools.cache
def default_box():
    return build()


@functools.cache
def default_whole():
    return solver.solve_all(default_box())


# The brute force: the rulebook in plain Python. A barrel is None outside; dice are a sorted tuple.


def ride(num_levels, level, pips, step):
    """Where the elevator stops when it takes its pips one level at a time and turns at the ends."""
    for _ in range(pips):
        if not 1 <= level + step <= num_levels:
            step = -step
        level += step
    return level


class BruteForce:
    def __init__(self, levels, gold):
        self.levels = levels
        self.gold = gold
        self.value = functools.cache(self._value)

    def moves(self, barrels, dice, colour):
        """(gold, barrels, dice) after each move of one colour."""
        here = barrels[colour]
        for pips in sorted(set(dice[colour])):
            rides = {pips} if here is None else {ride(self.levels, here, pips, step) for step in (-1, 1)}
            for stop in rides - {here}:
                others = [barrels[other] for other in range(3) if other != colour]
                yield (
                    self.gold[stop - 1] * others.count(stop),
                    put(barrels, colour, stop),
                    drop(dice, colour, pips),
                )

    def options(self, barrels, dice, banned):
        """(colour, gold, barrels, dice) after each legal action."""
        free = [colour for colour in range(3) if colour != banned]
        under_ban = [] if banned is None else [banned]
        for colours in (free, under_ban):
            found = [(colour, *after) for colour in colours for after in self.moves(barrels, dice, colour)]
            if found:
                return found
        for colours in (free, under_ban):
            found = [(colour, 0, barrels, drop(dice, colour, pips)) for colour in colours for pips in set(dice[colour])]
            if found:
                return found
        return []

    def _value(self, barrels, dice, banned):
        return max(
            (
                gold - self.value(after_barrels, after_dice, colour)
                for colour, gold, after_barrels, after_dice in self.options(barrels, dice, banned)
            ),
            default=0,
        )


def put(items, place, item):
    return (*items[:place], item, *items[place + 1 :])


def drop(dice, colour, pips):
    rest = list(dice[colour])
    rest.remove(pips)
    return put(dice, colour, tuple(rest))


def brute_of(options):
    return BruteForce(options["levels"], options["gold"])


def as_plain(stand):
    level, dice = stand
    return (level or None), tuple(face for face, count in enumerate(dice, 1) for _ in range(count))


def plain_position(box, states, index=0):
    numbers = solver.read_numbers(box)
    barrels, dice = zip(*map(as_plain, solver.stands_of(numbers, states, index)), strict=True)
    banned = int(states["banned"][index])
    return barrels, dice, (banned if banned >= 0 else None)


def rolled(box, dice):
    """A start with these dice: three tuples of faces."""
    states = np.zeros(1, STATE)
    kernels.setup(box, states, 0)
    for die in itertools.chain(*dice):
        kernels.apply(box, states, 0, die - 1)
    return states


def random_start(box, chooser):
    faces, dice = int(box[0].faces), int(box[0].dice)
    return rolled(box, [[chooser.randint(1, faces) for _ in range(dice)] for _ in range(NUM_COLOURS)])


def legal(box, states):
    out = np.empty(MAX_LEGAL, np.int32)
    return out[: kernels.legal(box, states, 0, out)].tolist()


def random_position(box, chooser, num_left):
    states = random_start(box, chooser)
    while states["left"][0] > num_left:
        kernels.apply(box, states, 0, chooser.choice(legal(box, states)))
    return states


def brute_actions(box, brute, states):
    """The value of every legal action, with the rules of the kernels but the values of the brute force."""
    found = {}
    seat = int(states["to_act"][0])
    for action in legal(box, states):
        after = states.copy()
        kernels.apply(box, after, 0, action)
        if states["left"][0] == 1:
            rest, collected = 0, after["total"][0, seat] - states["total"][0, seat]
        else:
            rest, collected = brute.value(*plain_position(box, after)), after["gold"][0, seat]
        found[action] = int(collected - states["gold"][0, seat]) - rest
    return found


# Against the brute force


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_every_position_of_small_games_has_the_value_of_the_brute_force(options):
    box = build(**options)
    whole = solver.solve_all(box)
    brute = brute_of(options)
    stands = [as_plain(stand) for stand in whole.course.stands]
    assert len(stands) == whole.numbers.num_stands
    for cell in itertools.product(range(len(stands)), repeat=3):
        barrels, dice = zip(*(stands[place] for place in cell), strict=True)
        assert whole.values[cell] == brute.value(barrels, dice, 0), cell
    assert whole.positions == 3 * len(stands) ** 3 + whole.numbers.num_rolls**3


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_rolls_and_positions_of_small_games_are_solved_as_by_brute_force(options):
    box = build(**options)
    whole = solver.solve_all(box)
    brute = brute_of(options)
    chooser = random.Random(5)
    for _ in range(30):
        states = random_start(box, chooser)
        numbers = [kernels.roll_number(box[0], states[0], colour) for colour in range(NUM_COLOURS)]
        assert whole.roll_values[tuple(numbers)] == brute.value(*plain_position(box, states))
        while states["to_act"][0] >= 0:
            solution = solver.solve(box, states)
            assert solution.value == brute.value(*plain_position(box, states))
            assert solution.actions == brute_actions(box, brute, states)
            assert whole.probe(states) == solution
            kernels.apply(box, states, 0, chooser.choice(list(solution.actions)))
        assert solver.solve(box, states) == solver.Solution(0, {})


@pytest.mark.parametrize("num_left", [1, 2, 3, 4, 5, 6])
def test_late_positions_of_the_default_game_are_solved_as_by_brute_force(num_left):
    box = default_box()
    brute = BruteForce(7, [1, 2, 3, 4, 5, 6, 7])
    chooser = random.Random(num_left)
    for _ in range(12 if num_left < 6 else 5):
        states = random_position(box, chooser, num_left)
        solution = solver.solve(box, states)
        assert solution.value == brute.value(*plain_position(box, states))
        assert solution.actions == brute_actions(box, brute, states)


@pytest.mark.parametrize(
    "text",
    [
        "r4 k4 b4 | r66 k6 b666 | not r | gold 0-0 | seat 1",
        "r4 k4 b4 | r6 k b | not r | gold 0-0 | seat 2",
        "r4 k4 b4 | r66 k b | not r | gold 0-0 | seat 1",
        "r4 k2 b7 | r66 k b13 | not b | gold 0-0 | seat 1",
        "r4 k2 b7 | r66 k12 b1 | not b | gold 0-0 | seat 2",
        "r4 k4 b1 | r666 k666 b123 | not b | gold 0-0 | seat 2",
    ],
)
def test_r5_positions_with_dead_dice_are_solved_as_by_brute_force(text):
    box = default_box()
    states = read_position(box, text)
    brute = BruteForce(7, [1, 2, 3, 4, 5, 6, 7])
    assert solver.solve(box, states).actions == brute_actions(box, brute, states)


@compiled_only
@pytest.mark.parametrize("text", ["r1155 k2266 b3346", "r1336 k2245 b1556", "r4666 k3566 b2466"])
def test_whole_rolls_of_the_default_game_are_solved_as_by_brute_force(text):
    box = default_box()
    brute = BruteForce(7, [1, 2, 3, 4, 5, 6, 7])
    states = read_roll(box, text)
    assert solver.solve(box, states).actions == brute_actions(box, brute, states)


@compiled_only
@pytest.mark.long
def test_many_whole_rolls_of_the_default_game_are_solved_as_by_brute_force():
    box = default_box()
    chooser = random.Random(13)
    for _ in range(30):
        brute = BruteForce(7, [1, 2, 3, 4, 5, 6, 7])
        states = random_start(box, chooser)
        assert solver.solve(box, states).actions == brute_actions(box, brute, states)


# Against itself


@compiled_only
def test_rolls_of_the_default_game_agree_with_the_whole_solution():
    box = default_box()
    whole = default_whole()
    chooser = random.Random(1)
    for _ in range(150):
        states = random_start(box, chooser)
        solution = solver.solve(box, states)
        numbers = [kernels.roll_number(box[0], states[0], colour) for colour in range(NUM_COLOURS)]
        assert whole.roll_values[tuple(numbers)] == solution.value
        while states["to_act"][0] >= 0:
            solution = solver.solve(box, states)
            assert solution == whole.probe(states)
            assert solution.value == max(solution.actions.values())
            assert list(solution.actions) == legal(box, states)
            kernels.apply(box, states, 0, chooser.choice(list(solution.actions)))


@compiled_only
def test_colours_may_be_exchanged():
    values = default_whole().values
    for banned in range(0, values.shape[0], 37):
        assert np.array_equal(values[banned], values[banned].T)
    rolls = default_whole().roll_values
    for order in itertools.permutations(range(3)):
        assert np.array_equal(rolls, rolls.transpose(order))


def test_the_number_of_threads_changes_nothing():
    box = build(levels=5, faces=4, dice=2, gold=[1, 2, 3, 4, 5])
    assert np.array_equal(solver.solve_all(box, threads=1).values, solver.solve_all(box, threads=5).values)


@compiled_only
def test_the_order_of_stands_is_that_of_roll_numbers():
    box = default_box()
    whole = default_whole()
    for number, (level, dice) in enumerate(whole.course.stands[-126:]):
        faces = [face for face, count in enumerate(dice, 1) for _ in range(count)]
        states = rolled(box, [faces, faces, faces])
        assert level == OUTSIDE
        assert kernels.roll_number(box[0], states[0], 0) == number


@compiled_only
def test_the_solution_of_the_default_game():
    report = default_whole().report()
    assert report["positions"] == 3 * 714**3 + 126**3 == 1_093_983_408
    assert sum(report["rolls_by_value"].values()) == 126**3 == 2_000_376
    assert list(report["rolls_by_value"].items())[8:12] == [
        ("-2", 96971),
        ("-1", 278045),
        ("0", 680717),
        ("1", 462529),
    ]
    assert report["first_player_wins"] == pytest.approx(0.429753229125799, abs=1e-15)
    assert report["draws"] == pytest.approx(0.370041831320704, abs=1e-15)
    assert report["first_player_loses"] == pytest.approx(0.200204939553497, abs=1e-15)
    assert report["mean_margin"] == pytest.approx(0.405104788575425, abs=1e-15)
    assert report["seconds"] > 0
    assert list(report) == [
        "first_player_wins", "draws", "first_player_loses", "mean_margin", "positions", "seconds",
        "rolls_by_value", "fairest", "most_lopsided",
    ]  # fmt: skip


def test_the_probabilities_are_those_of_rolling_real_dice():
    """Every ordered roll of a small game, one by one."""
    options = {"levels": 3, "faces": 2, "dice": 2, "gold": [1, 2, 3]}
    box = build(**options)
    brute = brute_of(options)
    values = [
        brute.value((None,) * 3, (dice[:2], dice[2:4], dice[4:]), None) for dice in itertools.product((1, 2), repeat=6)
    ]
    report = solver.solve_all(box).report()
    assert report["first_player_wins"] == sum(value > 0 for value in values) / len(values)
    assert report["draws"] == sum(value == 0 for value in values) / len(values)
    assert report["first_player_loses"] == sum(value < 0 for value in values) / len(values)
    assert report["mean_margin"] == sum(values) / len(values)


@compiled_only
def test_examples_in_the_report_are_what_they_say():
    box = default_box()
    report = default_whole().report()
    for roll in report["fairest"]:
        actions = solver.solve(box, read_roll(box, roll["roll"])).actions
        assert max(actions.values()) == roll["value"] == 0
        assert len(actions) == roll["first_actions"]
        assert list(actions.values()).count(0) == roll["that_keep_the_draw"]
        assert min(actions.values()) == roll["worst"]
    values = [int(value) for value in report["rolls_by_value"]]
    assert {roll["value"] for roll in report["most_lopsided"]} == {min(values), max(values)}
    for roll in report["most_lopsided"]:
        assert solver.solve(box, read_roll(box, roll["roll"])).value == roll["value"]


def test_progress_is_told_and_ends_with_everything_done():
    seen = []
    solver.solve_all(build(levels=5, faces=4, dice=3, gold=[1] * 5), lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == seen[-1][1] == 95 * 96 // 2


def test_a_solution_that_is_stopped_ends_its_threads():
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solve_all(build(levels=5, faces=4, dice=3, gold=[1] * 5), stop)


def test_r7_a_match_is_solved_game_by_game():
    box = build(levels=3, faces=2, dice=2, gold=[1, 2, 3], games=4)
    brute = BruteForce(3, [1, 2, 3])
    chooser = random.Random(2)
    states = np.zeros(1, STATE)
    kernels.setup(box, states, 0)
    for game in range(4):
        with pytest.raises(BadInput, match="before all dice are rolled") as caught:
            solver.solve(box, states)
        assert caught.value.code == Code.BAD_CHOICE
        while states["to_act"][0] == CHANCE:
            kernels.apply(box, states, 0, chooser.randrange(2))
        assert states["to_act"][0] == game % 2
        while states["to_act"][0] >= 0:
            solution = solver.solve(box, states)
            assert solution.value == brute.value(*plain_position(box, states))
            assert solution.actions == brute_actions(box, brute, states)
            kernels.apply(box, states, 0, chooser.choice(list(solution.actions)))
    assert states["total"][0].min() > 0  # so gold of earlier games would have been noticed
    assert solver.solve(box, states) == solver.Solution(0, {})


def test_solving_changes_no_position():
    box = default_box()
    states = random_position(box, random.Random(1), 8)
    before = states.tobytes()
    solver.solve(box, states)
    solver.best_actions(box, states)
    assert states.tobytes() == before


@compiled_only
def test_the_index_says_which_position():
    box = default_box()
    chooser = random.Random(8)
    several = np.concatenate([random_position(box, chooser, left) for left in (12, 7, 3)])
    for index in range(3):
        assert solver.solve(box, several, index) == solver.solve(box, several[index : index + 1].copy())
        assert solver.best_actions(box, several, index) == solver.best_actions(box, several[index : index + 1].copy())


# In play


def greedy(box, states, chooser):
    """Takes what it can get now."""
    seat = int(states["to_act"][0])

    def gain(action):
        after = states.copy()
        kernels.apply(box, after, 0, action)
        return max(after["gold"][0, seat], after["total"][0, seat]) + chooser.random() / 2

    return max(legal(box, states), key=gain)


def careless(box, states, chooser):
    return chooser.choice(legal(box, states))


@compiled_only
@pytest.mark.parametrize("opponent", [greedy, careless])
@pytest.mark.parametrize("exact_seat", [0, 1])
def test_the_exact_player_never_does_worse_than_the_value(opponent, exact_seat):
    box = default_box()
    chooser = random.Random(f"{opponent.__name__} {exact_seat}")
    for _ in range(20):
        states = random_start(box, chooser)
        value = solver.solve(box, states).value
        while states["to_act"][0] >= 0:
            if states["to_act"][0] == exact_seat:
                action = solver.best_actions(box, states)[0]
            else:
                action = opponent(box, states, chooser)
            kernels.apply(box, states, 0, action)
        margin = int(states["total"][0, 0] - states["total"][0, 1])
        assert margin >= value if exact_seat == 0 else margin <= value


@compiled_only
def test_two_exact_players_reach_the_value():
    box = default_box()
    chooser = random.Random(4)
    for _ in range(15):
        states = random_start(box, chooser)
        value = solver.solve(box, states).value
        while states["to_act"][0] >= 0:
            kernels.apply(box, states, 0, solver.best_actions(box, states)[0])
        assert states["total"][0, 0] - states["total"][0, 1] == value


@compiled_only
def test_best_actions_are_all_that_keep_the_value_and_tempt_first():
    box = default_box()
    chooser = random.Random(6)
    num_choices = 0
    for _ in range(25):
        states = random_position(box, chooser, chooser.randint(1, 12))
        solution = solver.solve(box, states)
        best = solver.best_actions(box, states)
        assert sorted(best) == [action for action, value in solution.actions.items() if value == solution.value]
        tempting = []
        for action in best:
            after = states.copy()
            kernels.apply(box, after, 0, action)
            replies = solver.solve(box, after)
            losses = [replies.value - value for value in replies.actions.values()]
            tempting.append((sum(loss > 0 for loss in losses) / len(losses), sum(losses)) if losses else (0, 0))
        assert tempting == sorted(tempting, reverse=True)
        num_choices += len(set(tempting)) > 1
    assert num_choices > 3


# Numbers that are too large


def test_a_table_over_3_gib_is_refused_in_one_line():
    with pytest.raises(BadInput, match=r"cannot solve all of madcap .* at most 3 GiB") as caught:
        solver.solve_all(build(levels=12, faces=8, dice=6, gold=list(range(1, 13))))
    assert caught.value.code == Code.BAD_CHOICE
    assert "\n" not in str(caught.value)


# Tables in files


@pytest.fixture(scope="module")
def small_whole():
    return solver.solve_all(build(levels=4, faces=3, dice=2, gold=[3, 1, 2, 5]))


@pytest.fixture
def table_file(small_whole, tmp_path):
    path = tmp_path / "small.table"
    solver.save_table(small_whole, path)
    return path


@pytest.mark.parametrize("options", SMALL, ids=str)
def test_a_saved_table_answers_as_the_solver_does(options, tmp_path):
    box = build(**options)
    path = tmp_path / "table"
    solver.save_table(solver.solve_all(box), path)
    table = solver.load_table(path, box)
    chooser = random.Random(9)
    for _ in range(20):
        states = random_start(box, chooser)
        while states["to_act"][0] >= 0:
            assert table.probe(states) == solver.solve(box, states)
            kernels.apply(box, states, 0, chooser.choice(legal(box, states)))
        assert table.probe(states) == solver.Solution(0, {})


def test_saving_leaves_nothing_else_behind(table_file):
    assert [path.name for path in table_file.parent.iterdir()] == ["small.table"]


def test_saving_replaces_a_file_whole_or_not_at_all(small_whole, table_file, monkeypatch):
    before = table_file.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(BadInput, match="No space left on device") as caught:
        solver.save_table(small_whole, table_file)
    assert caught.value.code == Code.UNREADABLE_FILE
    assert table_file.read_bytes() == before
    assert [path.name for path in table_file.parent.iterdir()] == ["small.table"]


def test_saving_where_there_is_no_folder_is_one_line(small_whole, tmp_path):
    with pytest.raises(BadInput, match=r"cannot write '.*none/table': No such file"):
        solver.save_table(small_whole, tmp_path / "none" / "table")


def damaged(content, kind):
    first, second = content.index(b"\n") + 1, content.index(b"\n", content.index(b"\n") + 1)
    if kind == "empty":
        return b""
    if kind == "foreign":
        return b"PK\x03\x04" + content
    if kind == "cut short":
        return content[:-100]
    if kind == "cut in the header":
        return content[: first + 10]
    if kind == "longer":
        return content + b"\0"
    if kind == "header":
        return content[:first] + b"#" + content[first + 1 :]
    if kind == "number in the header":
        return content[:second].replace(b"gold 3 1", b"gold 3 2") + content[second:]
    if kind == "format":
        return content.replace(b'"version":1', b'"version":2', 1)
    place = {"first slab": second + 5, "last slab": len(content) - 40, "checksum": len(content) - 1}[kind]
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("empty", "not a table of madcap"),
        ("foreign", "not a table of madcap"),
        ("cut short", "bytes instead of"),
        ("cut in the header", "second line is damaged"),
        ("longer", "bytes instead of"),
        ("header", "second line is damaged"),
        ("number in the header", "checksum does not fit"),
        ("format", "it has format 2, and this program reads format 1"),
        ("first slab", "checksum does not fit"),
        ("last slab", "checksum does not fit"),
        ("checksum", "checksum does not fit"),
    ],
)
def test_a_damaged_table_is_refused_in_one_line(small_whole, table_file, kind, reason):
    table_file.write_bytes(damaged(table_file.read_bytes(), kind))
    with pytest.raises(BadInput, match=reason) as caught:
        solver.load_table(table_file, small_whole.box)
    assert caught.value.code == Code.BAD_SOLUTION
    assert str(table_file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_table_for_other_numbers_is_refused_and_both_are_named(table_file):
    with pytest.raises(BadInput, match=r"it is for levels 4, .* not for levels 7, ") as caught:
        solver.load_table(table_file, default_box())
    assert caught.value.code == Code.BAD_SOLUTION


def test_a_table_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(BadInput, match=r"cannot read '.*none': No such file") as caught:
        solver.load_table(tmp_path / "none", default_box())
    assert caught.value.code == Code.UNREADABLE_FILE


@compiled_only
@pytest.mark.long
def test_the_table_of_the_default_game(tmp_path):
    box = default_box()
    path = tmp_path / "table"
    solver.save_table(default_whole(), path)
    assert path.stat().st_size < 40e6
    table = solver.load_table(path, box)
    chooser = random.Random(10)
    for _ in range(100):
        states = random_start(box, chooser)
        while states["to_act"][0] >= 0:
            assert table.probe(states) == solver.solve(box, states)
            kernels.apply(box, states, 0, chooser.choice(legal(box, states)))


# Fair rolls


def chance(box, states):
    outcomes, weights = np.zeros(8, np.int32), np.zeros(8, np.int64)
    count = kernels.chance(box, states, 0, outcomes, weights)
    return dict(zip(outcomes[:count].tolist(), weights[:count].tolist(), strict=True))


@compiled_only
def test_r8_the_shipped_fair_rolls_are_those_of_the_solution():
    """If this fails, run `python -m motherlode.games.madcap.solver`."""
    whole = default_whole()
    shipped = solver.read_fair_rolls(solver.FAIR_FILE, whole.numbers)
    solved = solver.fair_rolls_of(whole)
    assert shipped is not None
    assert np.array_equal(shipped.bits, solved.bits)
    assert np.array_equal(shipped.red, solved.red)


@compiled_only
def test_r8_fair_bits_are_found_where_the_kernels_look():
    box = build(fair_rolls=True)
    values = default_whole().roll_values
    chooser = random.Random(11)
    for _ in range(3000):
        roll = [chooser.randrange(126) for _ in range(3)]
        assert kernels.is_fair(box[0], *roll) == (values[tuple(roll)] == 0)


@compiled_only
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"levels": 4, "faces": 3, "dice": 2, "gold": [3, 1, 2, 5]},
        {"levels": 5, "faces": 4, "dice": 1, "gold": [1] * 5},
    ],
    ids=str,
)
def test_r8_chance_rolls_only_fair_rolls_each_as_likely_as_with_real_dice(options):
    box = build(fair_rolls=True, **options)
    states = np.zeros(1, STATE)
    kernels.setup(box, states, 0)
    numbers = solver.read_numbers(box)
    start = chance(box, states)
    orders = solver.num_orders(numbers)
    assert sum(start.values()) == int(np.dot(box["fair_red"][0][: numbers.num_rolls], orders)) < 2**31
    chooser = random.Random(12)
    for _ in range(40):
        kernels.setup(box, states, 0)
        expected = sum(start.values())
        while states["to_act"][0] < 0:
            weights = chance(box, states)
            assert sum(weights.values()) == expected  # what the weight of the die before promised
            outcome = chooser.choices(list(weights), list(weights.values()))[0]
            expected = weights[outcome]
            kernels.apply(box, states, 0, outcome)
        assert expected == 1
        assert solver.solve(box, states).value == 0


@compiled_only
def test_r8_the_share_of_fair_rolls_is_the_probability_of_a_draw():
    box = build(fair_rolls=True)
    total = int(np.dot(box["fair_red"][0], solver.num_orders(solver.read_numbers(box))))
    assert total / 6**12 == default_whole().report()["draws"]


@compiled_only
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"faces": 6, "dice": 5}, "a colour has 252 rolls"),
        ({"levels": 2, "faces": 1, "dice": 1, "gold": [1, 1]}, "no roll is fair"),
        ({"dice": 4, "gold": [0] * 7}, "2176782336 ordered rolls are fair"),
    ],
)
def test_r8_fair_rolls_that_cannot_be_are_refused_in_one_line(options, reason):
    with pytest.raises(BadInput, match=f"fair_rolls.*{reason}") as caught:
        build(fair_rolls=True, **options)
    assert caught.value.code == Code.BAD_OPTION
    assert "\n" not in str(caught.value)


def test_r8_a_damaged_data_file_is_one_line(tmp_path):
    numbers = solver.read_numbers(default_box())
    path = tmp_path / "fair_rolls.bin"
    path.write_bytes(solver.FAIR_FILE.read_bytes()[:-20])
    with pytest.raises(BadInput, match=r"fair_rolls.bin': it is damaged") as caught:
        solver.read_fair_rolls(path, numbers)
    assert caught.value.code == Code.BAD_DATA
    assert solver.read_fair_rolls(solver.FAIR_FILE, solver.read_numbers(build(gold=[1] * 7))) is None


# Plain mode

TINY = """
import json
from motherlode.core.options import read_options
from motherlode.games.madcap import GAME, solver
from motherlode.games.madcap.notation import read_roll
box = GAME.build_box(read_options(GAME, {"levels": 3, "faces": 2, "dice": 2, "gold": [1, 2, 3]}), 2)
whole = solver.solve_all(box)
states = read_roll(box, "r12 k22 b12")
actions = list(solver.solve(box, states).actions.items())
print(json.dumps([whole.values.tolist(), actions, solver.best_actions(box, states)]))
"""


@compiled_only
def test_plain_mode_gives_the_same():
    found = [
        subprocess.run(
            [sys.executable, "-c", TINY],
            env=os.environ | {"MOTHERLODE_MODE": mode},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for mode in ("plain", "cpu")
    ]
    assert found[0] == found[1]
    assert len(json.loads(found[0])[0]) == 12


def test_numbers_follow_the_formula():
    numbers = solver.read_numbers(default_box())
    assert (numbers.num_rolls, numbers.num_stands) == (126, 714)
    assert numbers.dtype == np.int8
    assert solver.num_orders(numbers).sum() == 6**4 == math.prod([6] * 4)
    assert solver.read_numbers(build(gold=[50] * 7)).dtype == np.int16
