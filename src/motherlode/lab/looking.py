"""Single decisions, looked at closer: are there real choices, and what does another choice change?

Every action is tried one step ahead, twice with streams of their own; the two differ by noise alone. Forcing takes a
decision back and plays another action, then lets the same bots and the same dice go on: the difference of the results
is what the choice was worth, and nothing but the choice differs.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import msgspec

from motherlode.bots import look_ahead
from motherlode.bots.odds import result_of
from motherlode.core.contract import Action
from motherlode.core.streams import make_streams
from motherlode.lab import measures
from motherlode.lab.dice import seed_of

if TYPE_CHECKING:
    from motherlode.lab.tables import Progress

SAMPLES = 4  # of chance and of what is hidden, each of the two times
SURE = 2.0  # standard errors
DIGITS = 5


class Look(msgspec.Struct, omit_defaults=True):
    """One decision."""

    seat: int
    num_actions: int
    near: int  # actions within noise of the best
    gap: float  # best less second
    range: float  # best less worst
    clear: float  # share of actions that stand out
    worth: dict[str, float]  # of each thing that can be touched: its best action's value less the best of all
    forced: dict[str, float] = {}  # things that only one of both choices touches: with it less without it


def look_at(
    before: "Progress",
    actions: Sequence[Action],
    chosen: int,
    result: Sequence[float],
    is_forced: bool,
    things_of: Callable[[Action], list[str]],
) -> Look:
    """A decision before it was made, what could be done, what was done, and how the game came out."""
    game, seat = before.table.game, before.states["to_act"].item(0)
    hidden = game.hidden(before.states, seat)
    twice = [
        dict(
            look_ahead(
                game, hidden, seat, make_streams(seed_of("look", before.seed, before.asked[seat], half)), SAMPLES
            )
        )
        for half in range(2)
    ]
    ids = [action.id for action in actions]
    values = [(twice[0][each] + twice[1][each]) / 2 for each in ids]
    # Half the difference of two means of equal spread has the spread of their mean.
    error = sqrt(sum((twice[0][each] - twice[1][each]) ** 2 for each in ids) / len(ids)) / 2
    gap, reach = measures.choice_gaps(values)
    best = max(values)
    worth: dict[str, float] = {}
    for action, value in zip(actions, values, strict=True):
        for thing in things_of(action):
            worth[thing] = max(worth.get(thing, value - best), value - best)
    look = Look(
        seat=seat,
        num_actions=len(actions),
        near=measures.near_best(values, SURE * sqrt(2) * error),
        gap=round(gap, DIGITS),
        range=round(reach, DIGITS),
        clear=round(measures.clarity(values), DIGITS),
        worth={thing: round(value, DIGITS) for thing, value in worth.items()},
    )
    if is_forced:
        look.forced = force(before, actions, chosen, result, things_of)
    return look


def force(
    before: "Progress",
    actions: Sequence[Action],
    chosen: int,
    result: Sequence[float],
    things_of: Callable[[Action], list[str]],
) -> dict[str, float]:
    """Play another action, drawn evenly, and go on with the same bots and dice; what each thing was worth then."""
    from motherlode.lab.tables import Listener

    seat = before.states["to_act"].item(0)
    others = [action for action in actions if action.id != chosen]
    other = others[seed_of("force", before.seed, before.asked[seat]) % len(others)]
    played = next(action for action in actions if action.id == chosen)
    twin = before.copy()
    twin.play(other.id)
    twin.last = seat
    twin.play_on(Listener())
    after = result_of(twin.table.game, twin.table.game.outcome(twin.states)[1])
    gain = round(float(result[seat] - after[seat]), DIGITS)
    with_it, without = set(things_of(played)), set(things_of(other))
    return dict.fromkeys(with_it - without, gain) | dict.fromkeys(without - with_it, -gain)
