"""What happened in Madcap, in words."""

from collections.abc import Sequence

from motherlode.core.contract import CHANCE, OVER, Records
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.components import COLOURS, OUTSIDE
from motherlode.games.madcap.notation import colour_of, face_of, way_of, write_dice, write_way

BOOMS = ("", ": BOOM!", ": BOOM-BOOM!")  # by the number of other barrels on the level


def narrate(box: Records, before: Records, action: int | None, after: Records, names: Sequence[str]) -> str:
    """`Ada sends the red barrel down 5 to level 3: BOOM! 3 nuggets.` and the like."""
    assert action is not None  # nothing is hidden in Madcap
    actor, then = before["to_act"].item(), after["to_act"].item()
    if actor == CHANCE:
        if then == CHANCE:
            return f"A {COLOURS[before['rolled'].item() // box['dice'].item()]} die shows {action + 1}."
        return f"The dice are rolled: {write_dice(box, after)}. {names[then]} begins."
    player, levels = names[actor], before["level"][0].tolist()
    colour, face, way = colour_of(action), face_of(action), way_of(action)
    barrel = f"the {COLOURS[colour]} barrel"
    if way == DISCARD:
        words = f"{player} can move nothing and discards a {COLOURS[colour]} {face}."
    else:
        level = box["stop"].item(0, way, levels[colour], face)
        if levels[colour] == OUTSIDE:
            words = f"{player} sends {barrel} in on level {level}"
        else:
            words = f"{player} sends {barrel} {write_way(box, before, action)} {face} to level {level}"
        num_others = levels.count(level) - (levels[colour] == level)
        nuggets = num_others * box["gold"].item(0, level)
        words += f"{BOOMS[num_others]} {nuggets} nugget{'' if nuggets == 1 else 's'}." if num_others else "."
    if before["left"].item() == 1 and then != OVER:
        was, now = before["total"][0].tolist(), after["total"][0].tolist()
        first = names[after["first"].item()]
        words += f" Game {before['game'].item() + 1} ends {now[0] - was[0]}-{now[1] - was[1]}; {first} begins the next."
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
