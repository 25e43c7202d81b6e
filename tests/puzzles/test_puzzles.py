"""Puzzles that ship: readable, right, hard for the weak, and each one new; how they are made, rated and refused."""

import datetime
from math import sqrt

import msgspec
import pytest

import motherlode
from motherlode.core.errors import BadInput, NotFound
from motherlode.core.registry import own_names
from motherlode.puzzles import examining, mining
from motherlode.puzzles.puzzle import (
    FOLDER,
    Opened,
    check_answer,
    id_of,
    need_puzzles,
    open_puzzle,
    read_puzzles,
    set_of_day,
    shipped,
    write_puzzle,
)
from motherlode.puzzles.rating import LEVEL_RATINGS, after_try, newcomer, rate_puzzle, standing_of
from motherlode.puzzles.themes import theme_of, themes_of
from motherlode.reviews.judging import SURE, Trials
from motherlode.reviews.report import THRESHOLDS
from motherlode.reviews.valuing import Values

GAMES = sorted(own_names())
SAMPLE = 2  # puzzles of each game that the default run judges again
STEP = 10  # of which one is played through in the default run


def check_plays(name: str, opened: Opened) -> None:
    """Its position, answers and lines are what the rules allow, and its theme and name are what they would be today."""
    puzzle, game, match = opened.puzzle, opened.game, opened.match
    position = match.position
    assert game.spec.notation.write_position(game.box, position) == puzzle.position
    assert id_of(game, puzzle.position) == puzzle.id
    assert len(match.legal()) >= examining.LEAST_ACTIONS
    assert opened.right <= set(match.legal())
    assert opened.answer in opened.right
    assert theme_of(game, position, opened.seat, opened.answer) == puzzle.theme
    opened.played(opened.answer, puzzle.line)
    for refutation in puzzle.refutations:
        action = game.read_action(position, refutation.action)
        assert action not in opened.right
        assert not check_answer(opened, action)
        assert opened.refutation(action) is refutation
        opened.played(action, refutation.line)
    solved = puzzle.solved
    assert solved.keys() == LEVEL_RATINGS.keys()
    weak = [solved[level] for level in examining.WEAK]
    assert sum(hits for hits, _ in weak) <= examining.MOST_WEAK * sum(tries for _, tries in weak)
    assert puzzle.rating == rate_puzzle((level, hits, tries) for level, (hits, tries) in solved.items())
    assert name == game.spec.name


def check_judged(opened: Opened) -> None:
    """Judged again: what tempts is worse, beyond doubt; exactly so where the game is solved."""
    game, seat, position = opened.game, opened.seat, opened.match.position
    game.compile()
    values = Values(game)
    wrong = [game.read_action(position, each.action) for each in opened.puzzle.refutations]
    assert wrong
    if values.source == "exact":
        odds = {}
        for action in opened.match.legal():
            after = game.copied(position)
            game.apply_unchecked(after, action)
            odds[action] = values.whole(after)[seat]
        assert [action for action in odds if odds[action] == max(odds.values())] == [opened.answer]
        return
    trials = Trials(values, game.hidden(position, seat), seat, examining.WORLDS)
    best = trials.value([opened.answer])[:, seat]
    for action in wrong:
        gaps = best - trials.value([action])[:, seat]
        assert gaps.mean() - SURE * gaps.std(ddof=1) / sqrt(len(gaps)) >= THRESHOLDS["inaccuracy"]


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_is_readable_and_has_its_own_name(name: str) -> None:
    puzzles = read_puzzles(FOLDER / f"{name}.jsonl")
    assert puzzles
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles) == len(shipped(name))
    assert {puzzle.theme for puzzle in puzzles} <= {theme.name for theme in themes_of(name)}
    assert len({puzzle.theme for puzzle in puzzles}) >= 3
    ratings = [puzzle.rating for puzzle in shipped(name).values()]
    assert ratings == sorted(ratings)
    assert all(puzzle.gap - SURE * puzzle.error >= examining.CLEAR - 0.001 for puzzle in puzzles)
    for puzzle in puzzles:
        assert msgspec.json.decode(write_puzzle(puzzle), type=type(puzzle)) == puzzle


@pytest.mark.parametrize("name", GAMES)
def test_answers_and_lines_of_some_puzzles_are_played(name: str) -> None:
    for puzzle in list(shipped(name))[::STEP]:
        check_plays(name, open_puzzle(name, puzzle))


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_the_answer_of_a_sample_is_clearly_best_when_judged_again(name: str) -> None:
    puzzles = list(shipped(name))
    for puzzle in puzzles[:: max(1, len(puzzles) // SAMPLE)][:SAMPLE]:
        check_judged(open_puzzle(name, puzzle))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_answer_of_every_puzzle_is_clearly_best_when_judged_again(name: str) -> None:
    for puzzle in shipped(name):
        opened = open_puzzle(name, puzzle)
        check_plays(name, opened)
        check_judged(opened)
        seen = opened.game.hidden(opened.match.position, opened.seat)
        assert examining.count_solved(opened.game, seen, opened.seat, sorted(opened.right), examining.STRONGEST)


@pytest.mark.parametrize("name", [name for name in GAMES if motherlode.game(name).spec.is_hidden])
def test_who_solves_sees_only_what_the_seat_knows(name: str) -> None:
    from motherlode.core.streams import make_streams
    from motherlode.table.match import Match

    for puzzle in list(shipped(name))[:: STEP * 2]:
        opened = open_puzzle(name, puzzle)
        game, seat = opened.game, opened.seat
        seen = game.hidden(opened.match.position, seat)
        other = Match(game, None, None, game.resampled(seen, seat, make_streams(5)))
        assert msgspec.json.encode(other.view(seat)) == msgspec.json.encode(opened.match.view(seat))


def test_a_day_has_an_easy_a_middling_and_a_hard_puzzle_and_the_next_day_others() -> None:
    day = datetime.date(2031, 5, 6)
    today, tomorrow = set_of_day("madcap", day), set_of_day("madcap", day + datetime.timedelta(days=1))
    assert [puzzle.rating for puzzle in today] == sorted(puzzle.rating for puzzle in today)
    assert today[0].rating < today[2].rating
    assert not {puzzle.id for puzzle in today} & {puzzle.id for puzzle in tomorrow}
    assert today == set_of_day("madcap", day)
    days = [set_of_day("madcap", day + datetime.timedelta(days=number))[0].id for number in range(100)]
    assert len(set(days)) == 100


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in GAMES if name != "madcap"])
def test_what_is_cheap_comes_first_and_does_not_refuse_a_puzzle(name: str) -> None:
    opened = open_puzzle(name, next(iter(shipped(name))))
    game, seat, position = opened.game, opened.seat, opened.match.position
    game.compile()
    values = Values(game)
    seen = game.hidden(position, seat)
    wrong = [game.read_action(position, each.action) for each in opened.puzzle.refutations]
    assert not examining._is_blurred(values, seen, seat, [opened.answer, *wrong[:2]])
    assert examining._is_blurred(values, seen, seat, [opened.answer] * 3)  # two others as good
    found = examining.examine(values, position, seat, lambda answer: answer == opened.answer)
    assert found is not None
    assert found.solved.keys() == {examining.STRONGEST}
    assert examining.examine(values, position, seat, lambda answer: answer != opened.answer) is None


@pytest.mark.compiled
def test_mining_again_gives_the_same_puzzles_and_goes_on_where_it_ended() -> None:
    seen: list[tuple[str, int, int]] = []
    first = list(mining.mine("madcap", [], 3, 0, lambda *news: seen.append(news)))
    assert len(first) == 3
    assert seen[-1][2] == 3
    assert list(mining.mine("madcap", [], 3, 0, lambda *_: None)) == first
    longer = list(mining.mine("madcap", first, 4, 0, lambda *_: None))
    assert len(longer) == 1
    assert longer[0].id not in {puzzle.id for puzzle in first}


@pytest.mark.compiled
def test_a_position_much_like_a_known_one_is_not_mined_again() -> None:
    known = next(iter(shipped("madcap").values()))
    opened = open_puzzle("madcap", known.id)
    match = opened.match.copy()
    match.play(opened.answer, opened.seat)
    digger = mining.Mine("madcap", [known])
    assert digger.examine(mining.Spot(match, 0, "record step 0")) is None
    again = mining.Mine("madcap").examine(mining.Spot(match, 0, "record step 0"))
    assert again is not None
    assert (again.id, again.answer, again.theme) == (known.id, known.answer, known.theme)


def test_a_puzzle_that_strong_levels_alone_solve_is_rated_higher() -> None:
    easy = rate_puzzle([("pebble", 4, 8), ("prospector", 4, 8), ("foreman", 8, 8), ("mastermind", 1, 1)])
    hard = rate_puzzle([("pebble", 0, 8), ("prospector", 0, 8), ("foreman", 1, 8), ("mastermind", 1, 1)])
    assert hard > easy + 200


def test_a_solver_gains_by_a_right_answer_and_more_by_a_hard_one() -> None:
    new = newcomer()
    assert new.shown == 1500
    assert standing_of(1700).shown == 1700
    easy, hard, wrong = after_try(new, 1200, True), after_try(new, 1800, True), after_try(new, 1200, False)
    assert hard.shown > easy.shown > 1500 > wrong.shown
    assert hard.error < new.error


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(NotFound, match="unknown puzzle 'nothing' of 'madcap'"):
        open_puzzle("madcap", "nothing")
    with pytest.raises(NotFound, match="unknown game"):
        need_puzzles("chess")
    opened = open_puzzle("madcap", next(iter(shipped("madcap"))))
    with pytest.raises(BadInput, match="illegal action 9999 in puzzle"):
        check_answer(opened, 9999)


def test_a_file_that_is_no_puzzle_file_is_refused_with_its_line(tmp_path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(write_puzzle(next(iter(shipped("madcap").values()))) + '{"id": 7}\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"bad puzzle file .*, line 2: "):
        read_puzzles(path)
    with pytest.raises(BadInput, match="cannot read"):
        read_puzzles(tmp_path / "none.jsonl")
