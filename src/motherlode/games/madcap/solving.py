"""The exact solution of Madcap, compiled: the value of every position of three colours.

The value of a position is the gold still to come, in this game, for the seat to act less that for the other,
under perfect play. A colour has a course: all stands (level and dice left) that it can still come to, fewest
dice first. A position is a stand in each of three courses and the banned colour; the colours are called
first, second and third.

A pair is a stand of the first colour and one of the second. It is solved for all stands of the third colour
at once; a row has a cell for each of these:

    first moves   = best, over its moves, of explosion - value with the first colour moved on and banned
    second moves  = likewise
    third banned  = max(first moves, second moves)             needs only pairs with fewer dice
    third moves   = best, over its moves, of explosion - third banned, elsewhere in the same row
    first banned  = max(second moves, third moves)             kept in `by_first`
    second banned = max(first moves, third moves)              kept in `by_second`

Pairs are solved in an order in which every die played leads to a pair solved before. Where neither of the
two colours that are not banned can move, the banned one may (R3.2). Where it cannot either, only discards are
left (R5): no barrel moves any more, so nothing explodes any more and the value is 0.

Layout that must agree with solver.Course: an int32 array with a line for each stand: LEVEL, NUM_MOVES, then
the stands that its moves lead to.
"""

from typing import Any, NamedTuple

from motherlode.core.compiling import rule

LEVEL, NUM_MOVES, TARGETS = 0, 1, 2
FIRST_MOVES, SECOND_MOVES, THIRD_MOVES, THIRD_BANNED, TRIAL, NUM_ROWS = range(6)


class Mine(NamedTuple):
    """What is solved: the courses of three colours, and the gold on their levels."""

    first: Any  # the course of each colour, in the layout above
    second: Any
    third: Any
    gold: Any  # nuggets by level
    blasts: Any  # nuggets by level and stand of the third colour: what is uncovered if it stands on that level, else 0
    lowest: int  # lower than any value


@rule
def solve_pairs(mine, pairs, start, stop, by_first, by_second, rows):
    """Solve pairs[start:stop], in this order.

    Args:
        mine: what is solved.
        pairs: stands of the first and second colour, int32[:, 2].
        start: the first pair to solve.
        stop: the pair to stop before.
        by_first: values with the first colour banned, by stand of first, second, third.
        by_second: values with the second colour banned, by stand of second, first, third.
        rows: to work in, a row for each of the names above; `rows[THIRD_BANNED]` keeps the values with the third
            colour banned for the last pair.
    """
    for index in range(start, stop):
        solve_pair(mine, int(pairs[index, 0]), int(pairs[index, 1]), by_first, by_second, rows)


@rule
def solve_pair(mine, first, second, by_first, by_second, rows):
    """Find the values of one pair with each stand of the third colour, for each banned colour."""
    thirds = mine.third
    gold = mine.gold
    blasts = mine.blasts
    level_first = int(mine.first[first, LEVEL])
    level_second = int(mine.second[second, LEVEL])
    is_first_stuck = mine.first[first, NUM_MOVES] == 0
    is_second_stuck = mine.second[second, NUM_MOVES] == 0
    if is_first_stuck:
        fill(rows[FIRST_MOVES], mine.lowest)
    if is_second_stuck:
        fill(rows[SECOND_MOVES], mine.lowest)
    best_moves(mine.first, first, by_first, second, level_second, gold, blasts, rows[FIRST_MOVES], rows[TRIAL])
    best_moves(mine.second, second, by_second, first, level_first, gold, blasts, rows[SECOND_MOVES], rows[TRIAL])
    if is_first_stuck and is_second_stuck:
        banned_moves(thirds, blasts[level_first], blasts[level_second], rows[THIRD_BANNED])
    else:
        larger(rows[FIRST_MOVES], rows[SECOND_MOVES], rows[THIRD_BANNED])
    worth(blasts[level_first], blasts[level_second], rows[THIRD_BANNED], rows[TRIAL])
    third_moves(thirds, rows[TRIAL], rows[THIRD_MOVES], mine.lowest)
    larger(rows[SECOND_MOVES], rows[THIRD_MOVES], by_first[first, second])
    larger(rows[FIRST_MOVES], rows[THIRD_MOVES], by_second[second, first])
    if is_second_stuck:
        where_stuck(thirds, rows[FIRST_MOVES], is_first_stuck, by_first[first, second])
    if is_first_stuck:
        where_stuck(thirds, rows[SECOND_MOVES], is_second_stuck, by_second[second, first])


@rule
def fill(row, value):
    """Write one value to all cells of a row."""
    for third in range(row.shape[0]):
        row[third] = value


@rule
def best_moves(course, stand, by_mover, other, level_other, gold, blasts, best, trial):
    """R2, R6: the best that the first or second colour can do by moving, for each stand of the third.

    It takes its share of `Mine`, since the whole costs a seventh more time.

    Args:
        course: the course of the colour that moves.
        stand: where it stands in it.
        by_mover: values with the moving colour banned, by its stand, the other's, the third's.
        other: where the other of the two stands.
        level_other: the level that this is.
        gold: nuggets by level.
        blasts: as in `Mine`.
        best: the row to fill; it stays as it is if the colour has no move.
        trial: a row to work in.
    """
    for move in range(int(course[stand, NUM_MOVES])):
        target = int(course[stand, TARGETS + move])
        level = int(course[target, LEVEL])
        after = by_mover[target, other]
        blast = blasts[level]
        here = int(gold[level]) if level == level_other else 0
        # Two loops: storing narrows to the width of a value, so that both run over many cells at a time.
        if move == 0:
            for third in range(best.shape[0]):
                best[third] = here + int(blast[third]) - int(after[third])
        else:
            for third in range(best.shape[0]):
                trial[third] = here + int(blast[third]) - int(after[third])
            for third in range(best.shape[0]):
                best[third] = max(best[third], trial[third])


@rule
def larger(some, others, out):
    """The larger of two rows, cell by cell: the seat to act takes the better of two colours."""
    for third in range(out.shape[0]):
        out[third] = max(some[third], others[third])


@rule
def worth(blast_first, blast_second, third_banned, out):
    """R6: the worth of sending the third barrel to each of its stands: the gold, less what the other can do then."""
    for third in range(out.shape[0]):
        out[third] = int(blast_first[third]) + int(blast_second[third]) - int(third_banned[third])


@rule
def third_moves(thirds, values, out, lowest):
    """R2: the best that the third colour can do by moving, by what its stands are worth; `lowest` if it has no move."""
    for third in range(thirds.shape[0]):
        best = lowest
        for move in range(int(thirds[third, NUM_MOVES])):
            best = max(best, int(values[thirds[third, TARGETS + move]]))
        out[third] = best


@rule
def banned_moves(thirds, blast_first, blast_second, third_banned):
    """R3.2: the values with the third colour banned where it alone can move; fewest dice first."""
    for third in range(thirds.shape[0]):
        best = 0
        for move in range(int(thirds[third, NUM_MOVES])):
            target = int(thirds[third, TARGETS + move])
            value = int(blast_first[target]) + int(blast_second[target]) - int(third_banned[target])
            best = value if move == 0 else max(best, value)
        third_banned[third] = best


@rule
def where_stuck(thirds, moves, is_stuck, out):
    """R3.2, R5: correct the values of a banned colour where neither other colour can move.

    Then the banned one does, for what its `moves` are worth; if it `is_stuck` too, nothing explodes any more.
    """
    for third in range(thirds.shape[0]):
        if thirds[third, NUM_MOVES] == 0:
            out[third] = 0 if is_stuck else moves[third]
