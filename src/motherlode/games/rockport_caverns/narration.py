"""What happened in the Rockport Caverns, in words."""

from collections.abc import Sequence
from typing import Any

from motherlode.core.contract import OVER, Records
from motherlode.games.rockport_caverns.actions import KEEP, LEAD, PASS, REROLL, STEP, STOP, STORE
from motherlode.games.rockport_caverns.components import NOWHERE, NUM_ROWS, ROOM, START_ROW
from motherlode.games.rockport_caverns.notation import describe_place, room_title
from motherlode.games.rockport_caverns.state import (
    BURIED,
    DARK,
    DEAD,
    DISORIENTED,
    DROWNED,
    FRIEND_DEAD,
    FRIEND_DROWNED,
    FULL,
    REROLLING,
    ROLLING_BEAR,
    ROLLING_COLUMN,
    ROLLING_EVENT,
    ROLLING_ROW,
    SEEKING_COLUMN,
    SEEKING_ROW,
    SLIDE,
    STARTING,
    WON,
)

EVENT_TITLES = ("", "No Action", "Slip and Fall", "Rock Slide", "Disoriented", "Slide", "Rock Slides")
LOSSES = {
    DEAD: "{player} has no life left",
    FRIEND_DEAD: "the friend has no life left",
    DROWNED: "the water rose over {player}, {level}",
    FRIEND_DROWNED: "the water rose over the friend, in row {friend_row}",
    FULL: "the caverns are full of water",
    DARK: "the lamp went out after {rounds} rounds",
    BURIED: "rocks bury every hex where the friend could be",
}


def narrate(box: Records, before: Records, action: int | None, after: Records, names: Sequence[str]) -> str:
    """One sentence or two, such as `Ada leads the friend to 2-4. Round 7: the water rises to 9 of 14.`."""
    assert action is not None  # nothing is hidden in the caverns
    was, now = before[0], after[0]
    words = _what(box, was, action, now, names[0])
    words += _lives(was, now, names[0])
    if now.is_disoriented and not was.is_disoriented:
        words += " Next turn has one action."
    if now.rounds > was.rounds and now.to_act != OVER:
        words += _round(box, was, now)
    return words


def _what(box: Records, was: Any, action: int, now: Any, player: str) -> str:
    """The action or the die itself."""
    phase = int(was.phase)
    face = action + 1
    if phase == STARTING:
        return f"The start die shows {face}: {player} begins on start circle {face}."
    if phase == ROLLING_ROW:
        return f"Rocks come down: the row die shows {face}."
    if phase == ROLLING_COLUMN:
        return f"The column die shows {face}: {_rock(box, was, face)}."
    if phase == SEEKING_ROW:
        return f"The friend's row die shows {face}: row {action % 3 + 1}."
    if phase == SEEKING_COLUMN:
        place = int(box[0].counted[int(was.row), action])
        return f"The friend's column die shows {face}: the friend is on {describe_place(box, place)}."
    if phase == ROLLING_EVENT:
        words = f"Event {face}, {EVENT_TITLES[face]}."
        return words + (" A re-roll could undo it." if now.phase == REROLLING else _event(box, was, now, face, player))
    if phase == ROLLING_BEAR:
        if now.bear == was.bear:
            return f"The bear's die shows {face}: it has nowhere to go."
        return f"The bear's die shows {face}: it goes to {describe_place(box, int(now.bear))}."
    if action == PASS:
        return f"{player} rests for a turn: no event."
    if action == STORE:
        return f"{player} stores an action and has {now.stored} stored."
    if action == STOP:
        return f"{player} ends the turn."
    if action == REROLL:
        return f"{player} uses a re-roll: No Action instead of {EVENT_TITLES[was.event]}; {now.rerolls} left."
    if action == KEEP:
        kept = f"{player} accepts {EVENT_TITLES[was.event]}."
        return kept + _event(box, was, now, int(was.event), player)
    if action < PASS:
        return _step(box, was, action, now, player)
    return f"{player} chooses to slide down to {describe_place(box, int(now.here))}."


def _rock(box: Records, was: Any, column: int) -> str:
    place = int(box[0].counted[int(was.row), column - 1])
    if place == NOWHERE:
        return f"there is no such hex in row {was.row}"
    name = describe_place(box, place)
    if (int(was.blocked) >> place) & 1:
        return f"{name} is blocked already"
    count, most = int(was.rocks[place]) + 1, int(box[0].capacity[int(was.row)])
    return f"rocks on {name}, which is blocked now" if count >= most else f"rocks on {name}, {count} of {most}"


def _event(box: Records, was: Any, now: Any, event: int, player: str) -> str:
    """What an event did at once; rocks have dice of their own, lives are told by `_lives`."""
    if event == SLIDE:
        if now.here == was.here:
            return " A way down must be chosen." if now.event == SLIDE else " There is no way down."
        both = " and the friend slide" if was.friend == was.here else " slides"
        return f" {player}{both} down to {describe_place(box, int(now.here))}."
    return " The way is lost for a moment." if event == DISORIENTED else ""


def _step(box: Records, was: Any, action: int, now: Any, player: str) -> str:
    is_lead = action >= LEAD
    place = int(box[0].path[int(was.here), action - (LEAD if is_lead else STEP)])
    is_climb = bool((int(was.rocky) >> place) & 1)
    verb = "climbs over rocks" if is_climb else "wades" if _is_wet(box, was, place) else "goes"
    who = f"{player} leads the friend, {verb}" if is_lead and verb != "goes" else f"{player} {verb}"
    words = f"{player} leads the friend to" if is_lead and verb == "goes" else f"{who} to"
    words += f" {describe_place(box, place)}"
    if is_climb and now.to_act != OVER:
        words += " and must stop"
    words += "."
    if box[0].kind[place] == ROOM:
        words += f" In {room_title(box, place)} there is no event this turn and no water next round."
    if box[0].row[place] == box[0].marked_row and box[0].row[int(was.here)] != box[0].marked_row:
        words += f" Row {box[0].marked_row} is the marked row."
    if was.bear == place:
        words += " The bear is here!"
    if now.phase in {SEEKING_ROW, SEEKING_COLUMN}:
        words += " A faint cry for help is heard."
    elif was.friend == place and was.here != place:
        words += f" {player} has reached the friend."
    return words


def _is_wet(box: Records, was: Any, place: int) -> bool:
    rows = (int(box[0].row[int(was.here)]), int(box[0].row[place]))
    return any(int(was.water) >= int(box[0].full[row]) for row in rows)


def _lives(was: Any, now: Any, player: str) -> str:
    words = ""
    for who, old, new in (
        (player, int(was.life), int(now.life)),
        ("The friend", int(was.friend_life), int(now.friend_life)),
    ):
        if new != old:
            words += f" {who} {'gains' if new > old else 'loses'} {abs(new - old)} life and has {max(0, new)}."
    return words


def _round(box: Records, was: Any, now: Any) -> str:
    if now.water == was.water:
        return f" Round {now.rounds}: the water stays at {now.water} of {box[0].total}."
    flooded = [row for row in range(1, NUM_ROWS + 1) if int(box[0].full[row]) == int(now.water)]
    more = f"; row {flooded[0]} is flooded" if flooded else ""
    return f" Round {now.rounds}: the water rises to {now.water} of {box[0].total}{more}."


def conclude(box: Records, state: Records, names: Sequence[str]) -> str:
    """R10, R11: how it ended, in which way, and how long it took."""
    now = state[0]
    if now.ending == WON:
        return (
            f"{names[0]} and the friend get out by {describe_place(box, int(now.here))} in round {now.rounds}, "
            f"with {now.life} and {now.friend_life} life and the water at {now.water} of {box[0].total}."
        )
    row = int(box[0].row[int(now.here)])
    level = "on the start circle" if row == START_ROW else f"in row {row}"
    friend_row = int(box[0].row[int(now.friend)]) if now.friend != NOWHERE else 0
    why = LOSSES[int(now.ending)].format(player=names[0], level=level, friend_row=friend_row, rounds=int(now.rounds))
    where = " before the friend was heard" if now.friend == NOWHERE else ""
    return f"Lost in round {now.rounds}{where}: {why}."
