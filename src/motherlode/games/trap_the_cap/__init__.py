"""Trap the Cap: hats that catch hats and carry them home, on a ring with spokes."""

from pathlib import Path

from motherlode.core.contract import GameSpec, Kernels
from motherlode.games.trap_the_cap import drawing, features, heuristics, kernels, narration, notation, views
from motherlode.games.trap_the_cap.actions import limits
from motherlode.games.trap_the_cap.components import BOX, build_box, sides
from motherlode.games.trap_the_cap.options import Options
from motherlode.games.trap_the_cap.reasons import Why
from motherlode.games.trap_the_cap.state import STATE

GAME = GameSpec(
    name="trap_the_cap",
    title="Trap the Cap",
    summary="Trap the caps of the others, carry them home, and do not get trapped on the way.",
    version=2,
    seats=(2, 6),
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
    sides=sides,
    features=features.features,
    reasons=Why,
    notation=notation,
    narration=narration,
    views=views,
    order_field="seat",
    purpose=views.purpose,
    drawing=drawing,
    folder=str(Path(__file__).parent),
    home="motherlode.games.trap_the_cap:GAME",
    variants=(
        {"turns": 80},
        {"seats": 2, "turns": 250},
        {"seats": 3, "ending": "last", "kinds": "classic", "caps": 3},
        {"seats": 4, "board": "six", "kinds": "classic", "turns": 60},
        {"seats": 4, "game": "team", "turns": 120},
        {"seats": 6, "game": "team", "ending": "fewest", "turns": 60},
        {"seats": 4, "game": "total", "ending": "fewest", "kinds": "classic", "turns": 120},
        {"seats": 6, "game": "total", "turns": 60},
        {"seats": 2, "game": "tower", "caps": 4},
        {"seats": 5, "game": "tower", "turns": 80},
        {"seats": 2, "game": "golden", "turns": 150},
        {"seats": 4, "game": "golden", "ending": "most", "kinds": "classic", "turns": 100},
        {"seats": 6, "game": "golden", "turns": 60},
        {
            "seats": 3,
            "game": "golden",
            "caps": 3,
            "turns": 100,
            "board": {
                "bases": 3,
                "sector": 4,
                "spoke": 2,
                "grey": 1,
                "yellow": {"1986": ["junctions", "b2"]},
                "links": [["3", "a2"], ["7", "b2"], ["8", "c1"]],
                "cuts": [["7", "8"]],
            },
        },
    ),
    search=heuristics.SEARCH,
    draw=kernels.draw_face,
)
