"""The exact solution of Madcap, compiled: the value of every position of three colours.

The value of a position is the gold still to come, in this game, for the seat to act less that for the other,
under perfect play. A colour has a course: all stands (level and dice left) that it can still come to, fewest
dice first. A position is a stand in each of three courses and the banned colour; the colours are called
first, second and third.

One step settles a pair of stands of the first and second colour, for all stands of the third at once (rows):

    first moves   = best, over its moves, of explosion - value with the first colour moved on and banned
    second moves  = likewise
    third banned  = max(first moves, second moves)             needs only pairs with fewer dice
    third moves   = best, over its moves, of explosion - third banned, elsewhere in the same row
    first banned  = max(second moves, third moves)             kept in `by_first`
    second banned = max(first moves, third moves)              kept in `by_second`

Pairs are settled in an order in which every die played leads to a pair settled before. Where neither of the
two colours that are not banned can move, the banned one may (R3.2). Where it cannot either, only discards are
left (R5): no barrel moves any more, so nothing explodes any more and the value is 0.

Layout that must agree with solver.Course: an int32 array with a line for each stand: LEVEL, NUM_MOVES, then
the stands that its moves lead to.
"""

from motherlode.core.compiling import rule

LEVEL, NUM_MOVES, TARGETS = 0, 1, 2
FIRST_MOVES, SECOND_MOVES, THIRD_MOVES, THIRD_BANNED, TRIAL, NUM_ROWS = range(6)


@rule
def settle_pairs(pairs, start, stop, firsts, seconds, thirds, gold, blasts, by_first, by_second, rows, lowest):
    """Settle pairs[start:stop], in this order.

    Args:
        pairs: stands of the first and second colour, int32[:, 2].
        start: the first pair to settle.
        stop: the pair to stop before.
        firsts: the course of the first colour.
        seconds: the course of the second colour.
        thirds: the course of the third colour.
        gold: nuggets by level.
        blasts: nuggets by level and stand of the third colour: what is uncovered if it stands on that level.
        by_first: values with the first colour banned, by stand of first, second, third.
        by_second: values with the second colour banned, by stand of second, first, third.
        rows: scratch, a row of the third colour's stands for each of the names above; `rows[THIRD_BANNED]`
            keeps the values with the third colour banned for the last pair.
        lowest: lower than any value.
    """
    for place in range(start, stop):
        settle(
            int(pairs[place, 0]), int(pairs[place, 1]),
            firsts, seconds, thirds, gold, blasts, by_first, by_second, rows, lowest,
        )  # fmt: skip


@rule
def settle(first, second, firsts, seconds, thirds, gold, blasts, by_first, by_second, rows, lowest):
    """The values of one pair with each stand of the third colour, for each banned colour."""
    level_first = int(firsts[first, LEVEL])
    level_second = int(seconds[second, LEVEL])
    best_moves(firsts, first, level_second, gold, blasts, by_first, second, rows[FIRST_MOVES], rows[TRIAL], lowest)
    best_moves(seconds, second, level_first, gold, blasts, by_second, first, rows[SECOND_MOVES], rows[TRIAL], lowest)
    is_first_stuck = firsts[first, NUM_MOVES] == 0
    is_second_stuck = seconds[second, NUM_MOVES] == 0
    if is_first_stuck and is_second_stuck:
        banned_moves(thirds, blasts[level_first], blasts[level_second], rows[THIRD_BANNED])
    else:
        larger(rows[FIRST_MOVES], rows[SECOND_MOVES], rows[THIRD_BANNED])
    worth(blasts[level_first], blasts[level_second], rows[THIRD_BANNED], rows[TRIAL])
    third_moves(thirds, rows[TRIAL], rows[THIRD_MOVES], lowest)
    larger(rows[SECOND_MOVES], rows[THIRD_MOVES], by_first[first, second])
    larger(rows[FIRST_MOVES], rows[THIRD_MOVES], by_second[second, first])
    if is_second_stuck:
        where_stuck(thirds, rows[FIRST_MOVES], is_first_stuck, by_first[first, second])
    if is_first_stuck:
        where_stuck(thirds, rows[SECOND_MOVES], is_second_stuck, by_second[second, first])


@rule
def best_moves(course, stand, level_other, gold, blasts, by_mover, other, best, trial, lowest):
    """R2, R6: the best that a colour can do by moving, for each stand of the third; `lowest` if it cannot."""
    for third in range(best.shape[0]):
        best[third] = lowest
    for move in range(int(course[stand, NUM_MOVES])):
        target = int(course[stand, TARGETS + move])
        level = int(course[target, LEVEL])
        after = by_mover[target, other]
        blast = blasts[level]
        here = int(gold[level]) if level == level_other else 0
        # Two loops: storing narrows to the width of a value, so that both run over many cells at a time.
        for third in range(best.shape[0]):
            trial[third] = here + int(blast[third]) - int(after[third])
        for third in range(best.shape[0]):
            best[third] = max(best[third], trial[third])


@rule
def larger(some, others, out):
    """The larger of two rows, cell by cell."""
    for third in range(out.shape[0]):
        out[third] = max(some[third], others[third])


@rule
def worth(blast_first, blast_second, third_banned, out):
    """R6: what each stand is worth to the seat that sends the third barrel there."""
    for third in range(out.shape[0]):
        out[third] = int(blast_first[third]) + int(blast_second[third]) - int(third_banned[third])


@rule
def third_moves(thirds, values, out, lowest):
    """The best that the third colour can do by moving; `lowest` if it cannot."""
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
    """R3.2, R5: where the third colour and another cannot move, the banned one does, or the value is 0."""
    for third in range(thirds.shape[0]):
        if thirds[third, NUM_MOVES] == 0:
            out[third] = 0 if is_stuck else moves[third]
