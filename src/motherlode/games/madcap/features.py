"""What a learner sees of a position of Madcap, from one seat's chair, and how far each seat has come."""

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY, OVER, Feature, Records
from motherlode.games.madcap.components import MAX_FACES, MAX_LEVELS, NUM_COLOURS

GOOD_PART = 4  # a seat that collects this part of `most_gold` has come all the way; hardly any does

# `features` and `observe` must agree on order and size; the conformance suite compares sizes and bounds.


def features(box: Records) -> tuple[Feature, ...]:
    """The fields of an observation, in order."""
    return (
        Feature("dice", NUM_COLOURS * MAX_FACES, 0, 1, "share of a colour's dice that lie open with each face"),
        Feature(
            "barrels",
            NUM_COLOURS * (MAX_LEVELS + 1),
            0,
            1,
            "for each barrel one of: outside, level 1, 2, ...",
        ),
        Feature("banned", NUM_COLOURS, 0, 1, "the barrel that the player to act should leave alone"),
        Feature("my turn", 1, 0, 1, "1 if this seat is to act"),
        Feature("trips left", 1, 0, 1, "share of the dice still to be played"),
        Feature("my gold", 1, 0, 1, "nuggets in this game, as a share of the most there could be"),
        Feature("their gold", 1, 0, 1, "the same for the other seat"),
        Feature("match", 2, -1, 1, "lead in points, and in nuggets of finished games, as a share of the largest"),
    )


@rule
def observe(boxes, states, index, seat, out):
    """Fill `out` as `features` says."""
    state = states[index]
    box = boxes[0]
    at = 0
    for colour in range(NUM_COLOURS):
        for face in range(MAX_FACES):
            out[at] = box.share[int(state.dice[colour, face])]
            at += 1
    for blank in range(NUM_COLOURS * (MAX_LEVELS + 2)):  # barrels and banned
        out[at + blank] = 0.0
    for colour in range(NUM_COLOURS):
        out[at + int(state.level[colour])] = 1.0
        at += MAX_LEVELS + 1
    if state.banned != NOBODY:
        out[at + int(state.banned)] = 1.0
    at += NUM_COLOURS
    out[at] = 1.0 if int(state.to_act) == seat else 0.0
    out[at + 1] = int(state.left) / (NUM_COLOURS * float(box.dice))
    most = float(box.most_gold)
    out[at + 2] = int(state.gold[seat]) / most
    out[at + 3] = int(state.gold[1 - seat]) / most
    played = int(state.game) + 1
    out[at + 4] = (int(state.points[seat]) - int(state.points[1 - seat])) / (2.0 * played)
    out[at + 5] = (int(state.total[seat]) - int(state.total[1 - seat])) / (most * played)


@rule
def progress(boxes, states, index, out):
    """R6.1, R7.1, R7.2: nuggets in all games of the match: of those that end it, or of what is much to collect.

    Games won are not counted.
    """
    state = states[index]
    box = boxes[0]
    whole = int(box.nuggets)
    if whole == 0:
        whole = int(box.most_gold) * int(box.games) // GOOD_PART
    for seat in range(2):
        nuggets = int(state.total[seat])
        if state.to_act != OVER:  # at the end they are part of the total
            nuggets += int(state.gold[seat])
        out[seat] = min(nuggets, whole) / float(whole)
