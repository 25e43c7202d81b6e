"""What happened in Minecart Mayhem, in words."""

from collections.abc import Sequence

from motherlode.core.contract import Records
from motherlode.games.minecart_mayhem.actions import (
    CHOOSE_LANE,
    DISCARD_CARD,
    PASS,
    PLAY_DYNAMITE,
    PLAY_RAIL,
    PLAY_ROCKET,
    PLAY_SWAP,
)
from motherlode.games.minecart_mayhem.components import (
    DOUBLE,
    DYNAMITE,
    ENDS,
    FRONT,
    RAIL,
    ROCKET,
    ROWS,
    STALACTITE,
)
from motherlode.games.minecart_mayhem.notation import kind_of, stalactite_ahead, stalactite_lane, stalactites
from motherlode.games.minecart_mayhem.state import (
    ALIVE,
    BLASTED,
    CHOOSE,
    COLLAPSE,
    COLLAPSED,
    DEAL,
    DERAILED,
    DRAW,
    END,
    LAUNCHED,
    NOWHERE,
    PLAY,
    ROLL,
)
from motherlode.games.minecart_mayhem.views import drawer, odds_of

TITLES = ("Rail", "Dynamite", "Stalactite", "Rocket", "Double", "Swap")


def a_card(kind: int) -> str:
    """`a Rail`."""
    return f"a {TITLES[kind]}"


def narrate(box: Records, before: Records, action: int | None, after: Records, names: Sequence[str]) -> str:
    """One sentence or more: `Ada rolls 4: the Dynamite fails and blows up row 9 at the front of Ada's own lane 1.`."""
    was, now = before[0], after[0]
    phase = int(was.phase)
    if phase in (DEAL, DRAW):
        player = names[int(drawer(box[0], was))]
        card = "a card" if action is None else a_card(action)
        words = f"{player} is dealt {card}." if phase == DEAL else f"{player} draws {card}."
        if phase == DEAL and now.phase == CHOOSE:
            words += f" {names[0]} chooses a lane first."
    elif phase == COLLAPSE:
        words = _round_end(before, after, names)
    elif phase == ROLL:
        assert action is not None  # rolls are open
        words = _roll(box, before, action, after, names)
    else:
        assert action is not None  # and so is what a player does
        words = _act(box, before, action, names)
    if phase != DEAL and now.pile_size > was.pile_size:
        words += " The pile is empty: the discard pile is shuffled and becomes the pile."
    return words


def _act(box: Records, before: Records, action: int, names: Sequence[str]) -> str:
    """What a seat does: choose, declare, double, discard, pass."""
    was = before[0]
    player = names[was.to_act]
    if was.phase == CHOOSE:
        lane = action - CHOOSE_LANE + 1
        return f"{player} puts a cart on rail {box[0].start} of lane {lane}."
    if action == PASS:
        return f"{player} has no cards and passes."
    if DISCARD_CARD <= action < PASS:
        return f"{player} can declare nothing and discards {a_card(action - DISCARD_CARD)}."
    kind = kind_of(action)
    if kind == DOUBLE:
        return f"{player} plays a Double: two cards follow."
    needs = odds_of(box, kind, bool(was.is_doubled))["needs"]
    where = _where(box, before, action, kind, names)
    ordinal = "" if was.phase == PLAY else (" first" if was.num_declared == 0 else " second")
    return f"{player} declares{ordinal} {a_card(kind)} {where}; it needs {needs} or more."


def _where(box: Records, before: Records, action: int, kind: int, names: Sequence[str]) -> str:
    """The target of a declaration: `on the back rail of lane 2, Bo's`."""
    was = before[0]
    if kind == STALACTITE:
        lane = stalactite_lane(box[0], action)
        row = int(was.row[int(was.cart[lane])]) + stalactite_ahead(box[0], action)
        return f"on row {row} of {_lane(before, lane, names)}"
    if kind == RAIL:
        return f"at the front of {_lane(before, action - PLAY_RAIL, names)}"
    if kind == DYNAMITE:
        lane, end = divmod(action - PLAY_DYNAMITE, 2)
        return f"on the {ENDS[end]} rail of {_lane(before, lane, names)}"
    other = action - (PLAY_ROCKET if kind == ROCKET else PLAY_SWAP)
    whose = f"{names[other]}'s {'own ' if other == was.to_act else ''}cart"
    return f"on {whose}" if kind == ROCKET else f"with {whose}"


def _lane(state: Records, lane: int, names: Sequence[str]) -> str:
    """`lane 2, where Bo's cart stands`, or `Ada's own lane 1`, for the seat to act."""
    seat = int(state[0].cart[lane])
    if seat == state[0].to_act:
        return f"{names[seat]}'s own lane {lane + 1}"
    return f"lane {lane + 1}, where {names[seat]}'s cart stands"


def _roll(box: Records, before: Records, outcome: int, after: Records, names: Sequence[str]) -> str:
    """What the die showed and what followed."""
    was, now = before[0], after[0]
    seat = int(was.order[was.turn])
    kind, target, row = int(was.declared[0]), int(was.target[0]), int(was.target_row[0])
    number = outcome + 1
    has_succeeded = number >= odds_of(box, kind, bool(was.is_doubled))["needs"]
    words = f"{names[seat]} rolls {number}: "
    mine = int(was.lane[seat])
    if kind == RAIL:
        result = (
            f"the Rail stays, and lane {target + 1} now reaches row {was.front[target] + 1}"
            if has_succeeded
            else "the Rail does not hold"
        )
    elif kind == DYNAMITE:
        lane = target // 2 if has_succeeded else mine
        gone = was.front[lane] if target % 2 == FRONT else was.back[lane]
        where = f"lane {lane + 1}" if has_succeeded else f"{names[seat]}'s own lane {lane + 1}"
        verb = "blows" if has_succeeded else "fails and blows"
        result = f"the Dynamite {verb} up row {gone} at the {ENDS[target % 2]} of {where}"
    elif kind == STALACTITE:
        lane = target if has_succeeded else mine
        if has_succeeded:
            result = f"the Stalactite lies on row {row} of lane {lane + 1}"
        elif was.back[lane] <= row <= was.front[lane]:
            result = f"the Stalactite fails and lies on row {row} of {names[seat]}'s own lane {lane + 1}"
        else:
            result = f"the Stalactite fails and finds no rail on row {row} of lane {lane + 1}"
    elif not has_succeeded:
        result = f"the {TITLES[kind]} fails"
    elif kind == ROCKET:
        if _has_stalactite_ahead(before, target):
            result = f"the Rocket pushes {names[target]}'s cart against a stalactite, which breaks; the cart stays"
        elif was.row[target] == was.front[was.lane[target]]:
            result = f"the Rocket pushes {names[target]}'s cart off the rails"
        else:
            result = f"the Rocket pushes {names[target]}'s cart on to row {was.row[target] + 1}"
    else:
        result = (
            f"{names[seat]}'s cart goes to row {was.row[target]} of lane {was.lane[target] + 1}, and {names[target]}'s "
            f"to row {was.row[seat]} of lane {mine + 1}"
        )
    words += result + "."
    for other in range(len(names)):
        if was.fate[other] == ALIVE and now.fate[other] in (BLASTED, LAUNCHED):
            words += f" {names[other]} is eliminated."
    if was.num_declared == 2 and now.num_declared == 0:
        words += f" The {TITLES[was.declared[1]]} is discarded without a roll."
    return words


def _has_stalactite_ahead(state: Records, seat: int) -> bool:
    """Whether the rail in front of a cart has a stalactite."""
    return int(state[0].lane[seat]) * ROWS + int(state[0].row[seat]) + 1 in stalactites(state)


def _round_end(before: Records, after: Records, names: Sequence[str]) -> str:
    """R10: who fell, who was stopped, where the torch is now."""
    was, now = before[0], after[0]
    words = f"Round {was.round_number} ends and the cave collapses behind the carts."
    standing = [seat for seat in range(len(names)) if was.fate[seat] == ALIVE]
    for fate, how in ((COLLAPSED, "falls with the last rail"), (DERAILED, "runs off the rails")):
        for seat in standing:
            if now.fate[seat] == fate:
                words += f" {names[seat]}'s cart {how}."
    left = [seat for seat in standing if now.fate[seat] != COLLAPSED]
    if len(left) > 1:  # otherwise the game ended before any cart moved
        for seat in left:
            if now.fate[seat] == ALIVE and now.row[seat] == was.row[seat]:
                words += f" A stalactite stops {names[seat]}'s cart and breaks."
    if now.phase != END:
        words += f" Round {now.round_number} begins, the torch is under lane {now.torch + 1}."
    return words


def conclude(box: Records, state: Records, names: Sequence[str]) -> str:
    """Who was the last to stand."""
    now = state[0]
    winners = [names[seat] for seat in range(len(names)) if now.result[seat] == 2]
    if winners:
        return f"{winners[0]} is the last one standing and wins in round {now.round_number}."
    sharing = [names[seat] for seat in range(len(names)) if now.result[seat] == 1]
    together = ", ".join(sharing[:-1]) + f" and {sharing[-1]}"
    if any(now.lane[seat] != NOWHERE for seat in range(len(names))):
        return f"After {now.round_number} rounds {together} still stand and share a draw."
    return f"{together} fall together in round {now.round_number} and share a draw."
