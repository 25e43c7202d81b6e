"""A cheap guess of who is ahead in Madcap."""

from motherlode.core.compiling import rule
from motherlode.core.contract import OVER, Level, SearchSettings
from motherlode.games.madcap.actions import GO_DOWN, GO_UP
from motherlode.games.madcap.components import NUM_COLOURS
from motherlode.games.madcap.kernels import explosion, ways

UNCERTAINTY = 3.0  # nuggets of lead that make one side about three to one on, with one die left
PER_DIE = 0.6  # more of them for each further die
GAME_WEIGHT = 2.0  # how much of a won game a clear lead in it is worth, in points


@rule
def best_explosion(box, state):
    """R6.1, R6.2: the most gold that the seat to act can take now with a barrel that is not banned."""
    best = 0
    for colour in range(NUM_COLOURS):
        if colour != int(state.banned):
            for face in range(1, int(box.faces) + 1):
                if state.dice[colour, face - 1] > 0:
                    level = int(state.level[colour])
                    found = ways(box, level, face)
                    if found & 1:
                        best = max(best, explosion(box, state, colour, int(box.stop[GO_UP, level, face])))
                    if found & 2:
                        best = max(best, explosion(box, state, colour, int(box.stop[GO_DOWN, level, face])))
    return best


@rule
def evaluate(boxes, states, index, out):
    """Each seat's chance to win, roughly: gold so far, what the seat to act can take now, and games won."""
    state = states[index]
    box = boxes[0]
    if state.to_act == OVER:
        lead = int(state.total[0]) - int(state.total[1])
        if box.games > 1:
            lead = int(state.points[0]) - int(state.points[1])
        out[0] = 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
        out[1] = 1.0 - float(out[0])
        return
    ahead = float(int(state.gold[0]) - int(state.gold[1]))
    if state.to_act >= 0:
        best = best_explosion(box, state)
        ahead += best if state.to_act == 0 else -best
    if box.nuggets > 0:
        ahead += int(state.total[0]) - int(state.total[1])
    ahead /= UNCERTAINTY + PER_DIE * int(state.left)
    if box.games > 1:
        rest = int(box.games) - int(state.game)
        points = int(state.points[0]) - int(state.points[1])
        ahead = (points + GAME_WEIGHT * ahead / (1.0 + abs(ahead))) / rest
    out[0] = 0.5 + 0.5 * ahead / (1.0 + abs(ahead))
    out[1] = 1.0 - float(out[0])


# A game is twelve actions: rollouts to its end cost little. The top level asks the solver.
SEARCH = SearchSettings(
    explore=0.7,
    levels={
        "pebble": Level(noise=1.5),
        "prospector": Level(noise=0.3),
        "foreman": Level(iterations=200, noise=0.3),
        "mastermind": Level(is_exact=True),
    },
)
