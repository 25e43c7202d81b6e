"""Pebbles: a tiny game outside the package, for the engine's own tests."""

from pathlib import Path

from motherlode.core.contract import GameSpec, Kernels, Limits
from pebbles import drawing, features, heuristics, kernels, narration, notation, views
from pebbles.components import BOX, build_box
from pebbles.options import Options
from pebbles.reasons import Why
from pebbles.state import STATE

GAME = GameSpec(
    name="pebbles",
    title="Pebbles",
    summary="Take pebbles.",
    version=1,
    seats=(2, 3),
    options=Options,
    build_box=build_box,
    state=STATE,
    box=BOX,
    kernels=Kernels(
        kernels.setup,
        kernels.legal,
        kernels.chance,
        kernels.apply,
        kernels.refuse,
        kernels.scores,
        kernels.outcome,
        kernels.hide,
        kernels.resample,
        features.observe,
        heuristics.evaluate,
        features.progress,
    ),
    limits=lambda box: Limits(2, 3, 2, 3, int(box[0].heap) + int(box[0].seats)),
    features=features.features,
    reasons=Why,
    notation=notation,
    narration=narration,
    views=views,
    drawing=drawing,
    folder=str(Path(__file__).parent),
    home="pebbles:GAME",
    is_hidden=True,
    variants=({}, {"heap": 1}),
)
