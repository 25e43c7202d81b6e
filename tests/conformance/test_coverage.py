"""Rule coverage: what is counted where, and that counting changes nothing."""

import ast
from textwrap import dedent

import numpy as np
import pytest

import motherlode
import pebbles
from motherlode.conformance import counting
from motherlode.conformance.coverage import Kind, Tables, rules_at_work, variants_of
from motherlode.conformance.elsewhere import ask_another_process, ask_for_rules
from motherlode.core.errors import BadInput
from motherlode.core.registry import find_game, register
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.table.rulebook import cited, rules_of

SOURCE = dedent(
    '''
    LIMIT = 3  # R9.1: no function, so it is not counted

    @rule
    def walk(state):
        """R1.1, R1.2 to R1.4: walk.

        R1.5: and on.
        """
        if state > 1:  # R2.1
            state = 1
        elif state > 0:  # R2.2
            state = 2
        else:  # R2.3
            state = 3
        # R2.4: a line of its own
        for step in range(state):  # R2.5
            state += step
        state = max(
            state,  # R2.6
            0,
        )
        return state  # R2.7, R2.8

    @rule
    def refuse(state):
        """R3.1: nobody asks in play."""
        return 0  # R3.2

    def write(state):
        """R4.1: words."""
    '''
)


def counted_source():
    found = []
    tree = counting._add_calls(ast.parse(SOURCE), SOURCE, "walking.py", found)
    return tree, found


def run(state):
    """The rules that a walk from a state meets."""
    tree, found = counted_source()
    met = []
    names = {"met": met.append, "rule": lambda function: function}
    exec(compile(tree, "walking.py", "exec"), names)
    result = names["walk"](state)
    return result, {rule for number in met for rule in found[number].numbers}


def test_citations_are_those_of_rules_on_lines_and_in_docstrings():
    _, found = counted_source()
    lines = {rule for citation in found if citation.is_line for rule in citation.numbers}
    functions = {rule for citation in found if not citation.is_line for rule in citation.numbers}
    assert lines == {f"R2.{number}" for number in range(1, 9)}
    assert functions == {f"R1.{number}" for number in range(1, 6)}
    assert {citation.source for citation in found} == {"walking.py"}


ALWAYS = {*cited("R1.1 to R1.5"), "R2.4", "R2.5", "R2.6", "R2.7", "R2.8"}


@pytest.mark.parametrize(("state", "result", "rule"), [(2, 1, "R2.1"), (1, 3, "R2.2"), (0, 6, "R2.3")])
def test_a_citation_is_met_where_its_line_runs(state, result, rule):
    assert run(state) == (result, ALWAYS | {rule})


@pytest.mark.parametrize("name", ["madcap", "pebbles"])
def test_counting_changes_nothing(name):
    register(pebbles.GAME)
    game = motherlode.game(name)
    copy = Ruleset(counting.count_rules(game.spec).spec, game.options, game.seats)
    assert copy.box.tobytes() == game.box.tobytes()
    for seed in range(5):
        ends = []
        for ruleset in (game, copy):
            states, random = ruleset.new(), make_streams(seed)
            for _ in range(1000):
                ruleset.generic["play_out"](
                    ruleset.pointers, ruleset.box, states, 0, random, 0, ruleset.new_scratch(), 1
                )
            assert ruleset.is_over(states)
            ends.append((states.tobytes(), ruleset.scores(states)))
        assert ends[0] == ends[1]


def cover(num_games=200, bots=("random",), **options):
    found = Tables([motherlode.game("madcap", **options)], bots).cover(num_games)
    return found, {tally.number: tally for tally in found.rules}


def test_rules_are_counted_in_games_and_times():
    found, by_number = cover()
    assert list(by_number) == list(rules_of(find_game("madcap")))
    assert (found.games, found.steps) == (200, 200 * 24)
    assert by_number["R3.3"].games == by_number["R3.3"].times == 200
    assert by_number["R5.1"].kind == Kind.LINE
    assert 0 < by_number["R5.1"].games <= by_number["R5.1"].times < 200  # about one game in eight
    assert by_number["R2.1"].times == 200 * 12 - by_number["R5.1"].times
    assert by_number["R6.2"].shared == ("R6.1", "R6.3", "R6.6")
    assert by_number["R4.1"].kind == Kind.BOX
    assert [tally.number for tally in found.never] == ["R7.1", "R7.2", "R8.3"]


def test_rules_that_refuse_actions_are_counted_where_all_actions_are_tried():
    found, by_number = cover()
    assert found.tried % 72 == 0
    assert 100 * 72 < found.tried <= 200 * 72
    assert by_number["R5.3"].barred > 0
    assert 0 < sum(tally.barred for tally in found.rules) < found.tried


def test_options_meet_the_rules_that_are_about_them():
    assert [tally.number for tally in cover(5, games=3)[0].never] == ["R7.2", "R8.3"]
    found, by_number = cover(5, nuggets=25)
    assert by_number["R7.2"].games == 5
    assert found.options == ({"nuggets": 25, "seats": 2},)


def test_bots_play_and_are_not_counted():
    found, by_number = cover(3, ("greedy", "random"))
    assert by_number["R3.3"].times == 3
    assert by_number["R2.1"].times <= 36
    assert found.steps == 72


def test_the_same_seed_gives_the_same_counts_in_plain_mode():
    register(pebbles.GAME)
    question = "[tally.times for tally in coverage.Tables([coverage.Game(spec, *coverage.Subject(spec).choices[0])], "
    question += "['random']).cover(50, 3).rules]"
    plain = ask_another_process(find_game("madcap"), question, list[int], MOTHERLODE_MODE="plain")
    here = Tables([motherlode.game("madcap")], ["random"]).cover(50, 3)
    assert [tally.times for tally in here.rules] == plain


def test_a_table_needs_a_bot_for_each_seat_or_one_for_all():
    with pytest.raises(BadInput, match="3 bots: Madcap has 2 seats here"):
        Tables([motherlode.game("madcap")], ["random"] * 3)


def test_variants_are_played_by_turns():
    register(pebbles.GAME)
    games = variants_of(pebbles.GAME)
    found = Tables(games, ["random"]).cover(2 * len(games))
    assert len(found.options) == len(games) > 1
    assert found.games == 2 * len(games)


def test_options_that_are_structs_are_those_of_the_copy():
    board = {"bases": 3, "sector": 4, "spoke": 2, "grey": 1, "yellow": {"1986": ["junctions", "b2"]}}
    game = motherlode.game("trap_the_cap", 3, board=board, turns=5)
    assert Tables([game], ["random"]).cover(2).games == 2


def test_the_rules_at_work_are_those_of_one_step():
    spec = find_game("madcap")
    game = motherlode.game("madcap")
    states = game.read_position("r4 k4 b4 | r6 k b6 | not r | gold 0-0 | seat 1")
    legal = rules_at_work(spec, {}, 2, states.tobytes(), None)
    assert {"R3.1", "R5.1", "R5.2"} <= set(legal)
    assert "R2.1" not in legal
    played = rules_at_work(spec, {}, 2, states.tobytes(), game.legal(states)[0])
    assert "R5.4" in played
    assert "R2.1" not in played
    assert np.frombuffer(states.tobytes(), spec.state).tobytes() == states.tobytes()
    assert ask_for_rules(spec, {}, 2, states.tobytes(), None) == legal
