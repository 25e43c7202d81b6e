"""Minecart Mayhem: two to four carts on collapsing rails, a die of twenty, and a hand of trouble."""

from pathlib import Path

from motherlode.core.contract import GameSpec, Kernels, Limits, Records
from motherlode.games.minecart_mayhem import (
    drawing,
    features,
    heuristics,
    kernels,
    narration,
    notation,
    views,
)
from motherlode.games.minecart_mayhem.actions import PLAY_STALACTITE
from motherlode.games.minecart_mayhem.components import BOX, MAX_SEATS, NUM_KINDS, build_box
from motherlode.games.minecart_mayhem.notation import num_actions
from motherlode.games.minecart_mayhem.options import Options
from motherlode.games.minecart_mayhem.reasons import Why
from motherlode.games.minecart_mayhem.state import STATE


def limits(box: Records) -> Limits:
    """R11.3: bounds of this box: a turn is at most a Double, two cards, two rolls and a hand of draws; rounds end."""
    contents = box[0]
    seats, hand, num_outcomes = int(contents.seats), int(contents.hand), max(int(contents.die), NUM_KINDS)
    return Limits(
        num_actions=int(num_actions(contents)),
        num_outcomes=num_outcomes,
        max_legal=PLAY_STALACTITE
        + int(contents.longest),  # a Stalactite on each rail in front of a cart: no more than there are rails
        max_chance=num_outcomes,
        max_length=seats * (hand + 1) + int(contents.rounds) * (seats * (5 + hand) + 1),
    )


GAME = GameSpec(
    name="minecart_mayhem",
    title="Minecart Mayhem",
    summary="Keep your cart on the rails while the cave collapses and everybody throws dynamite.",
    version=2,
    seats=(2, MAX_SEATS),
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
    order_field="order",
    purpose=views.purpose,
    drawing=drawing,
    folder=str(Path(__file__).parent),
    action_fields=("cart", "row", "front", "back"),
    home="motherlode.games.minecart_mayhem:GAME",
    is_hidden=True,
    search=heuristics.SEARCH,
    observe_needs_hiding=False,
    variants=(
        {},
        {"seats": 4, "rail_cards": 12, "dynamite_cards": 3, "stalactite_cards": 4, "rocket_cards": 2, "double_cards": 3,
         "swap_cards": 2},
        {"seats": 2, "hand": 3, "rails": 3, "start": 2, "rail_cards": 3, "dynamite_cards": 0, "stalactite_cards": 6,
         "rocket_cards": 1, "double_cards": 4, "swap_cards": 0},
        {"seats": 3, "lanes": 6, "rails": 9, "start": 9, "hand": 8, "die": 6, "rail_value": 1, "dynamite_value": 3,
         "stalactite_value": 6, "rocket_value": 0, "swap_value": 2, "double_adds": 1, "rail_cards": 24,
         "stalactite_cards": 20},
        {"seats": 3, "rounds": 3},
        {"seats": 2, "duel": True},
    ),
)  # fmt: skip
