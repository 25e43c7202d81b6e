"""Why an action is better in Minecart Mayhem: how many rounds carts live, rails and cards."""

from typing import Any

from motherlode.core.causes import Fact
from motherlode.core.compiling import plain
from motherlode.core.contract import Records
from motherlode.core.ruleset import Ruleset
from motherlode.games.minecart_mayhem import heuristics
from motherlode.games.minecart_mayhem.state import ALIVE, NOWHERE

FACTS = (
    Fact("players", {"en": "opponents that still stand", "de": "Gegner, die noch im Spiel sind"}, is_good=False),
    Fact(
        "rounds",
        {
            "en": "rounds until your cart falls, if nothing more is played",
            "de": "Runden, bis deine Lore abstürzt, wenn nichts mehr gespielt wird",
        },
        most=heuristics.FARTHEST,
    ),
    Fact(
        "others",
        {
            "en": "rounds until the first other cart falls, if nothing more is played",
            "de": "Runden, bis die erste andere Lore abstürzt, wenn nichts mehr gespielt wird",
        },
        is_good=False,
        most=heuristics.FARTHEST,
    ),
    Fact("behind", {"en": "rails behind your cart", "de": "Gleise hinter deiner Lore"}),
    Fact("cards", {"en": "cards in your hand", "de": "Karten auf deiner Hand"}),
)

rounds_left = plain(heuristics.rounds_left)


def count(ruleset: Ruleset, states: Records, seat: int) -> dict[str, int]:
    """R10.2, R10.3, R11.1: how long carts live, and what is left to a seat; before carts are placed only the cards."""
    state, seats = states[0], range(ruleset.seats)
    placed = {each: _rounds(state, each) for each in seats if int(state.lane[each]) != NOWHERE}
    found = {"cards": int(state.hand_size[seat])}
    if placed:
        found["players"] = sum(int(state.fate[each]) == ALIVE for each in seats if each != seat)
    if seat in placed:
        found["rounds"] = placed[seat]
        found["behind"] = int(state.row[seat]) - int(state.back[int(state.lane[seat])])
    elif int(state.fate[seat]) != ALIVE:
        found["rounds"] = 0
    others = [rounds for each, rounds in placed.items() if each != seat]
    if others:
        found["others"] = min(others)
    return found


def _rounds(state: Any, seat: int) -> int:
    lane = int(state.lane[seat])
    return int(rounds_left(state, lane, int(state.row[seat]), int(state.back[lane]), int(state.front[lane]), 0))
