"""Madcap: three barrels of dynamite, seven levels of gold, a dozen trips of a failing elevator."""

from pathlib import Path

from motherlode.core.contract import GameSpec, Kernels, Limits, Records
from motherlode.games.madcap import drawing, features, heuristics, kernels, narration, notation, views
from motherlode.games.madcap.actions import MAX_LEGAL, NUM_ACTIONS, NUM_OUTCOMES
from motherlode.games.madcap.components import BOX, MAX_MATCH_GAMES, NUM_COLOURS, build_box
from motherlode.games.madcap.options import Options
from motherlode.games.madcap.reasons import Why
from motherlode.games.madcap.state import STATE


def limits(box: Records) -> Limits:
    """R6.5: every game takes as many turns as there are dice, and as many rolls before them."""
    num_games = MAX_MATCH_GAMES if box[0].nuggets else int(box[0].games)
    return Limits(NUM_ACTIONS, NUM_OUTCOMES, MAX_LEGAL, NUM_OUTCOMES, 2 * NUM_COLOURS * int(box[0].dice) * num_games)


GAME = GameSpec(
    name="madcap",
    title="Madcap",
    summary="Send barrels of dynamite up and down a mine and blow up more gold than your rival.",
    version=1,
    seats=(2, 2),
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
    order_field="first",
    purpose=views.purpose,
    drawing=drawing,
    folder=str(Path(__file__).parent),
    action_fields=("level",),
    draw=kernels.draw_face,
    home="motherlode.games.madcap:GAME",
    variants=(
        {},
        {"games": 3},
        {"nuggets": 25},
        {"levels": 5, "faces": 4, "dice": 2, "gold": [2, 0, 5, 1, 9]},
        {"levels": 12, "faces": 8, "dice": 6, "gold": list(range(1, 13))},
        {"fair_rolls": True},
    ),
    solver="motherlode.games.madcap.solver",
    search=heuristics.SEARCH,
)
