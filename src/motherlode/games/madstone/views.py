"""What a client is sent about Madstone, and what it may touch."""

from typing import Any

from motherlode.core.contract import NOBODY, Records
from motherlode.games.madstone.actions import (
    AIM_AT,
    CARD,
    COMMAND,
    COMMANDER,
    DRAW_CARDS,
    END_TURN,
    KILL,
    LIFT,
    NUM_VERBS,
    PAY_GOLD,
    PLACE,
    PLAY_DARKNESS,
    ROB,
    TO_PILE,
)
from motherlode.games.madstone.attack import is_target
from motherlode.games.madstone.components import (
    ENERGIES,
    FACTIONS,
    NUM_ENERGIES,
    NUM_FACTIONS,
    NUM_PILES,
    card_name,
    commander_name,
    slug,
    write_abilities,
)
from motherlode.games.madstone.counting import count_energy, is_army_protected, points_of, power_of
from motherlode.games.madstone.notation import VERBS, attack_price, chain
from motherlode.games.madstone.state import (
    ACT,
    AIM,
    ARMY,
    CHOOSE,
    CLOSE,
    DEAL,
    DEALT,
    DRAW,
    END,
    HELD,
    NEGATED,
    NONE,
    PILE,
    SETTLE,
    SPOILS,
    START,
    USED,
)

PHASES = {
    START: "start", CHOOSE: "choose", DEAL: "deal", SETTLE: "settle", PILE: "pile", ACT: "act", AIM: "aim",
    DRAW: "draw", CLOSE: "close", END: "over",
}  # fmt: skip
THINGS = {
    DRAW_CARDS: "deck", PLAY_DARKNESS: "card:darkness-falls", LIFT: "night", PAY_GOLD: "gold", END_TURN: "end",
}  # fmt: skip


def card_id(box: Records, card: int) -> str:
    """The id of a card as a thing to touch."""
    return f"card:{slug(card_name(box, card))}"


def view(box: Records, state: Records) -> dict[str, Any]:
    """The table, the viewer's hand, other hands and the draw pile as counts, and what each attack costs the actor."""
    now, rules = state[0], box[0]
    seats = int(rules.seats)
    actor = None if now.actor == NOBODY or now.phase == END else int(now.actor)
    is_over = now.phase == END
    return {
        "phase": PHASES[int(now.phase)],
        "turn": int(now.turn_number),
        "last_turn": int(rules.rounds) * seats,
        "first": None if now.first == NOBODY else int(now.first),
        "actor": actor,
        "night": {"id": "night", "is_night": bool(now.dark_down), "cards": int(now.dark_down)},
        "darkness_lifted": int(now.dark_gone),
        "deck": {"id": "deck", "cards": int(now.deck_size)},
        "tokens_left": int(now.supply),
        "turns_left": int(now.turns_left),
        "basic_left": int(now.basic_left),
        "may_trigger": bool(now.phase == ACT and not now.has_begun),
        "gold_first": bool(now.gold_first),
        "silence": bool(now.is_silent),
        "discounts": {"kill": int(now.kill_discount), "command": int(now.command_discount)},
        "named": None if now.pending == NONE else _card(box, state, int(now.pending)),
        "piles": [
            {
                "id": f"pile:{FACTIONS[pile]}",
                "faction": FACTIONS[pile],
                "is_closed": bool(now.closed >> pile & 1),
                "cards": [_card(box, state, card) for card in chain(state, int(now.top[pile]))],
            }
            for pile in range(NUM_PILES)
        ],
        "commanders": [
            {
                "id": f"commander:{FACTIONS[faction]}",
                "name": commander_name(box, faction),
                "faction": FACTIONS[faction],
                "power": int(rules.commander_power[faction]),
                "energy": _energy(rules.commander_energy[faction]),
                "seat": next((seat for seat in range(seats) if now.commander[seat] == faction), None),
            }
            for faction in range(NUM_FACTIONS)
        ],
        "players": [_player(box, state, seat) for seat in range(seats)],
        "viewer": None if not 1 <= now.viewer <= seats else int(now.viewer) - 1,
        "result": [int(points_of(rules, now, seat)) for seat in range(seats)] if is_over else None,
    }


def _energy(counts: Any) -> list[str]:
    return [ENERGIES[kind] for kind in range(NUM_ENERGIES) for _ in range(int(counts[kind]))]


def _card(box: Records, state: Records, card: int) -> dict[str, Any]:
    now, rules = state[0], box[0]
    place, actor = int(now.place[card]), int(now.actor)
    words = {
        "id": card_id(box, card),
        "name": card_name(box, card),
        "faction": FACTIONS[rules.faction[card]],
        "numbers": {
            field: int(rules[field][card]) for field in ("power", "kill", "command", "shield", "seize", "crystals")
        },
        "energy": _energy(rules.energy[card]),
        "abilities": write_abilities(box, card),
        "tokens": int(now.tokens[card]),
        "is_used": bool(now.mark[card] & USED),
        "is_negated": bool(now.mark[card] & NEGATED),
        "was_dealt": DEALT <= place < ARMY,
        "costs": None,
    }
    if now.turn_number and now.phase != END:
        is_mine = place in (HELD + actor, DEALT + actor)
        if is_mine or is_target(rules, now, actor, card):
            costs = {"command": attack_price(box, state, card, COMMAND)}
            if not is_mine:
                costs["kill"] = attack_price(box, state, card, KILL)
            words["costs"] = costs  # what the player whose turn it is would pay
    return words


def _player(box: Records, state: Records, seat: int) -> dict[str, Any]:
    now, rules = state[0], box[0]
    is_shown = now.viewer in (0, seat + 1)
    commander = int(now.commander[seat])
    spoils = [card for card in range(int(rules.num_cards)) if now.place[card] == SPOILS + seat]
    return {
        "seat": seat,
        "id": f"seat:{seat + 1}",
        "commander": None if commander == NOBODY else FACTIONS[commander],
        "red": int(now.red[seat]),
        "gold": int(now.gold[seat]),
        "power": int(power_of(rules, now, seat)),
        "points": int(points_of(rules, now, seat)),
        "energy": {
            name: int(count_energy(rules, now, seat, kind)) for kind, name in enumerate(ENERGIES)
        },
        "cards": int(now.hand_size[seat]),
        "dealt_cards": int(now.dealt_size[seat]),
        "hand": [_card(box, state, card) for card in chain(state, int(now.hand[seat]))] if is_shown else None,
        "darkness": int(now.dark_held[seat]) if is_shown else None,
        "army": [_card(box, state, card) for card in chain(state, int(now.army[seat]))],
        "is_protected": bool(is_army_protected(rules, now, seat)),
        "spoils": [{"name": card_name(box, card), "points": int(rules.kill[card])} for card in spoils],
        "spoils_points": int(now.spoils_points[seat]),
    }  # fmt: skip


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """A Commander, a pile, a player or a card that is named; else a card and what is done with it."""
    if action < TO_PILE:
        return (f"commander:{FACTIONS[action - COMMANDER]}",)
    if action < ROB:
        return (f"pile:{FACTIONS[action - TO_PILE]}",)
    if action < DRAW_CARDS:
        return (f"seat:{action - ROB + 1}",)
    if action < CARD:
        return (THINGS[action],)
    card, verb = divmod(action - CARD, NUM_VERBS)
    thing = card_id(box, card)
    return (thing,) if verb == AIM_AT else (thing, f"do:{VERBS[verb]}")


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """R12.1, R12.2: only the player who draws a card or is dealt it sees it; everything else is open."""
    return bool(state[0].phase not in (DEAL, DRAW) or int(state[0].actor) == seat)


def reveals(box: Records, state: Records, action: int) -> bool:
    """A card that leaves a hand is shown to all."""
    if action == PLAY_DARKNESS:
        return bool(state[0].phase == ACT)
    if action < CARD or state[0].phase not in (SETTLE, ACT):
        return False
    card, verb = divmod(action - CARD, NUM_VERBS)
    return bool(verb == PLACE or (verb == COMMAND and HELD <= state[0].place[card] < ARMY))
