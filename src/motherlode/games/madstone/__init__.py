"""Madstone: armies of four factions, day and night, a deck of distinct cards."""

from pathlib import Path

from motherlode.core.contract import GameSpec, Kernels, Limits, Records
from motherlode.games.madstone import drawing, features, heuristics, kernels, narration, notation, views
from motherlode.games.madstone.actions import CARD, NUM_OUTCOMES, NUM_VERBS
from motherlode.games.madstone.components import BOX, MAX_BASIC, MAX_SEATS, build_box
from motherlode.games.madstone.options import Options
from motherlode.games.madstone.reasons import Why
from motherlode.games.madstone.state import STATE


def limits(box: Records) -> Limits:
    """R3, R10.4: bounds of this box.

    In a turn each ability is used once at most: `gold first`, the use, the target. There are MAX_BASIC basic actions at
    most, with ample room for what may come with each. Then the darkness is lifted, and the turn ended. Over the whole
    game every card is drawn once at most, and the number of turns is bounded.
    """
    contents = box[0]
    seats, cards = int(contents.seats), int(contents.num_cards)
    in_turn = 3 * cards + 5 * 2 * MAX_BASIC + 2
    draws = cards + int(contents.darkness_cards)
    return Limits(
        num_actions=CARD + NUM_VERBS * cards,
        num_outcomes=NUM_OUTCOMES,
        max_legal=2 * cards + CARD,
        max_chance=cards + 1,
        max_length=1 + seats * (1 + 2 * int(contents.placed)) + int(contents.rounds) * seats * in_turn + draws,
    )


GAME = GameSpec(
    name="madstone",
    title="Madstone",
    summary="Build an army of four factions, by day and by night, and kill for points what you do not command.",
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
    order_field="first",
    purpose=views.purpose,
    drawing=drawing,
    folder=str(Path(__file__).parent),
    action_fields=(),
    home="motherlode.games.madstone:GAME",
    is_hidden=True,
    observe_needs_hiding=False,
    draw=kernels.draw_outcome,
    kind=kernels.kind,
    search=heuristics.SEARCH,
    variants=(
        {},
        {"seats": 2, "removed": [50, 15, 0], "crystals": 12, "poison_tokens": 3, "darkness_cards": 12, "rounds": 30},
        {"seats": 3, "dealt": 3, "placed": 0, "removed": [0, 40, 0], "draw_to": 6, "basic_actions": 4, "rounds": 30},
        {"seats": 4, "rounds": 2},
    ),
)  # fmt: skip
