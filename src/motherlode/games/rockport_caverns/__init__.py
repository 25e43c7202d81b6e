"""Nightmare at the Rockport Caverns: find your friend and get out before the water does."""

from pathlib import Path

from motherlode.core.contract import GameSpec, Kernels, Limits, Records
from motherlode.games.rockport_caverns import (
    drawing,
    features,
    heuristics,
    kernels,
    narration,
    notation,
    views,
)
from motherlode.games.rockport_caverns.actions import MAX_LEGAL, NUM_ACTIONS, NUM_OUTCOMES
from motherlode.games.rockport_caverns.components import BOX, build_box
from motherlode.games.rockport_caverns.options import Options, daily
from motherlode.games.rockport_caverns.reasons import Why
from motherlode.games.rockport_caverns.state import STATE

FRIEND_ROLLS = 2
EVENT_ACTIONS = 7  # the event, the choice, and the dice of two rock slides; or the choice of a slide; and the bear


def limits(box: Records) -> Limits:
    """R5.1, R11.6: bounds: a round has at most an action for each that can be paid, an end of turn and its event."""
    rounds = int(box[0].most_rounds)
    most_a_round = 2 + int(box[0].most_stored) + 1 + EVENT_ACTIONS
    length = 1 + 2 * int(box[0].slides) + FRIEND_ROLLS + rounds * most_a_round
    return Limits(NUM_ACTIONS, NUM_OUTCOMES, MAX_LEGAL, NUM_OUTCOMES, length)


GAME = GameSpec(
    name="rockport_caverns",
    title="Nightmare at the Rockport Caverns",
    summary="Alone in a flooding cavern: find your injured friend and lead both of you out.",
    version=2,
    seats=(1, 1),
    options=Options,
    build_box=build_box,
    state=STATE,
    box=BOX,
    kernels=Kernels(
        setup=kernels.setup,
        legal=kernels.legal,
        chance=kernels.chance,
        apply=kernels.apply,
        refuse=kernels.refuse,
        scores=kernels.scores,
        outcome=kernels.outcome,
        hide=kernels.hide,
        resample=kernels.resample,
        observe=features.observe,
        evaluate=heuristics.evaluate,
        progress=features.progress,
    ),
    limits=limits,
    features=features.features,
    reasons=Why,
    notation=notation,
    narration=narration,
    views=views,
    purpose=views.purpose,
    drawing=drawing,
    folder=str(Path(__file__).parent),
    action_fields=("here", "friend"),
    home="motherlode.games.rockport_caverns:GAME",
    seat_names=("Spelunker",),
    daily=daily,
    variants=(
        {},
        {"map": 2, "character": 2, "rocks": "medium", "water": "medium"},
        {"map": 1, "character": 3, "rocks": "hard", "water": "hard", "bear": True},
        {"map": 2, "character": 4, "rocks": "easy", "water": "hard", "bear": True},
        {
            "map": 2,
            "character": 3,
            "rocks": "hard",
            "water": "easy",
            "circles": [4, 4, 4, 4, 4, 5],
            "rerolls": 0,
        },
        {"set": 2, "map": 2, "character": 2, "rocks": "medium", "water": "medium", "bear": True},
        {"drawn": 1, "character": 3, "rocks": "hard", "water": "medium"},
    ),
    search=heuristics.SEARCH,
)
