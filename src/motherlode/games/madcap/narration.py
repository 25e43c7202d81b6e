"""What happened in Madcap, in words."""

from collections.abc import Sequence

from motherlode.core.contract import CHANCE, OVER, Records
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import COLOURS, NUM_COLOURS, OUTSIDE
from motherlode.games.madcap.notation import colour_of, face_of, way_of, write_dice, write_way


def narrate(box: Records, before: Records, action: int | None, after: Records, names: Sequence[str]) -> str:
    """`Ada sends the red barrel down 5 to level 3: BOOM! 3 nuggets.` and the like."""
    assert action is not None  # nothing is hidden in Madcap
    actor, then = int(before["to_act"][0]), int(after["to_act"][0])
    if actor == CHANCE:
        if then == CHANCE:
            return f"A {COLOURS[int(before['rolled'][0]) // int(box['dice'][0])]} die shows {action + 1}."
        return f"The dice are rolled: {write_dice(box, after)}. {names[then]} begins."
    player, levels = names[actor], before["level"][0].tolist()
    colour, face, way = colour_of(action), face_of(action), way_of(action)
    barrel = f"the {COLOURS[colour]} barrel"
    if way == DISCARD:
        words = f"{player} can move nothing and discards a {COLOURS[colour]} {face}."
    else:
        level = int(box["stop"][0, way, levels[colour], face])
        if levels[colour] == OUTSIDE:
            words = f"{player} sends {barrel} in on level {level}"
        else:
            words = f"{player} sends {barrel} {write_way(box, before, action)} {face} to level {level}"
        num_others = sum(levels[other] == level for other in range(NUM_COLOURS) if other != colour)
        nuggets = num_others * int(box["gold"][0, level])
        boom = {0: "", 1: ": BOOM!", 2: ": BOOM-BOOM!"}[num_others]
        words += f"{boom} {nuggets} nugget{'' if nuggets == 1 else 's'}." if num_others else "."
    if before["left"][0] == 1 and then != OVER:
        was, now = before[0], after[0]
        gold = [int(now.total[seat]) - int(was.total[seat]) for seat in range(2)]
        words += f" Game {was.game + 1} ends {gold[0]}-{gold[1]}; {names[now.first]} begins the next."
    return words


def conclude(box: Records, state: Records, names: Sequence[str]) -> str:
    """Who won, and by how much."""
    now = state[0]
    if box[0].games > 1:
        result, unit = [int(points) for points in now.points], f"points after {box[0].games} games"
    else:
        result, unit = [int(total) for total in now.total], "nuggets"
    if result[0] == result[1]:
        return f"A draw, {result[0]}-{result[1]} {unit}."
    winner = 0 if result[0] > result[1] else 1
    return f"{names[winner]} wins, {result[winner]}-{result[1 - winner]} {unit}."
