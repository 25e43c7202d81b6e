"""A cheap guess of who will be the last to stand in Minecart Mayhem."""

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY, OVER
from motherlode.games.minecart_mayhem.components import DYNAMITE, FRONT, RAIL, ROCKET, ROWS, STALACTITE
from motherlode.games.minecart_mayhem.kernels import num_alive, stalactites_at, value_of
from motherlode.games.minecart_mayhem.state import CHOOSE, DEAL, FIRST, NOWHERE, SECOND

FARTHEST = 8  # rounds that are looked ahead
PER_MARGIN = 0.35  # rounds that one more rail behind the cart is worth, up to MOST_MARGIN of them
MOST_MARGIN = 3
PER_RAIL_HELD = 0.3  # rounds that a Rail in the hand is worth, up to MOST_RAILS of them
MOST_RAILS = 3
BASE = 0.5
DOOMED = 0.05  # strength of a cart that falls at the end of this round, when its player has acted
PER_HALF = 0.75  # rounds that a card of a Double still to be declared is worth


@rule
def rounds_left(state, lane, row, back, front, extra):
    """How many rounds a cart lives if nothing is played; `extra` is one more row with a stalactite, 0 none."""
    rounds = 0
    stops = 0
    while rounds < FARTHEST and row > back:
        back += 1
        there = 1 if extra == row + 1 else 0
        if state.num_stalactites > 0:
            there += stalactites_at(state, lane * ROWS + row + 1)
        if there > stops:
            stops += 1
        else:
            stops = 0
            row += 1
            if row > front:
                return rounds
        rounds += 1
    return rounds


@rule
def has_acted(state, seat):
    """Whether a player has had his turn in this round."""
    for place in range(int(state.turn)):
        if int(state.order[place]) == seat:
            return True
    return False


@rule
def strength(state, seat, lane, row, back, front, extra, help_coming):
    """How well a player would stand with the cart there; `help_coming` in rounds."""
    rounds = float(rounds_left(state, lane, row, back, front, extra))
    if rounds == 0.0 and help_coming == 0.0 and has_acted(state, seat):
        return DOOMED
    rails = 0
    for slot in range(int(state.hand_size[seat])):
        if int(state.card[seat, slot]) == RAIL:
            rails += 1
    margin = min(row - back, MOST_MARGIN)
    good = BASE + rounds + help_coming + PER_MARGIN * margin + PER_RAIL_HELD * min(rails, MOST_RAILS)
    return good * good


@rule
def strength_now(state, seat, help_coming):
    """How well a player stands."""
    lane = int(state.lane[seat])
    return strength(
        state, seat, lane, int(state.row[seat]), int(state.back[lane]), int(state.front[lane]), 0, help_coming
    )


@rule
def add_change(state, seat, kind, target, target_row, share, has_succeeded, help_coming, out):
    """Add to `out` what a declared card changes if it succeeds or fails, times `share`."""
    lane = target
    if kind == DYNAMITE:
        lane = target // 2
    elif kind >= ROCKET:
        lane = int(state.lane[target])
    if not has_succeeded:
        if kind != DYNAMITE and kind != STALACTITE:
            return
        lane = int(state.lane[seat])
    if lane == NOWHERE or state.cart[lane] == NOBODY:
        return
    other = int(state.cart[lane])
    row = int(state.row[other])
    back = int(state.back[lane])
    front = int(state.front[lane])
    support = help_coming if other == seat else 0.0
    before = strength_now(state, other, support)
    after = before
    if kind == RAIL:
        after = strength(state, other, lane, row, back, front + 1, 0, support)
    elif kind == DYNAMITE:
        if target % 2 == FRONT:
            after = strength(state, other, lane, row, back, front - 1, 0, support) if row < front else 0.0
        else:
            after = strength(state, other, lane, row, back + 1, front, 0, support) if row > back else 0.0
    elif kind == STALACTITE:
        if target_row <= front and target_row > row:
            after = strength(state, other, lane, row, back, front, target_row, support)
    elif kind == ROCKET:
        if stalactites_at(state, lane * ROWS + row + 1) == 0:
            after = strength(state, other, lane, row + 1, back, front, 0, support) if row < front else 0.0
    else:
        mine = int(state.lane[seat])
        my_row = int(state.row[seat])
        my_back = int(state.back[mine])
        my_front = int(state.front[mine])
        after = strength(state, other, mine, my_row, my_back, my_front, 0, 0.0)
        gain = strength(state, seat, lane, row, back, front, 0, help_coming) - strength_now(state, seat, help_coming)
        out[seat] = float(out[seat]) + share * gain
    out[other] = float(out[other]) + share * (after - before)


@rule
def evaluate(box, states, index, out):
    """Each seat's share of all strength, by how long its cart lives as things are; declared cards are weighed."""
    state = states[index]
    seats = int(box[0].seats)
    if state.to_act == OVER:
        winners = 0
        for seat in range(seats):
            if state.result[seat] > 0:
                winners += 1
        for seat in range(seats):
            out[seat] = 1.0 / winners if state.result[seat] > 0 else 0.0
        return
    if state.phase == DEAL or state.phase == CHOOSE or num_alive(state) < 2:
        for seat in range(seats):
            out[seat] = 1.0 / seats
        return
    actor = int(state.order[int(state.turn)])
    help_coming = 0.0
    if state.phase == FIRST:
        help_coming = 2.0 * PER_HALF
    elif state.phase == SECOND:
        help_coming = PER_HALF
    for seat in range(seats):
        if int(state.lane[seat]) == NOWHERE:
            out[seat] = 0.0
        else:
            out[seat] = strength_now(state, seat, help_coming if seat == actor else 0.0)
    for half in range(int(state.num_declared)):
        kind = int(state.declared[half])
        target = int(state.target[half])
        row = int(state.target_row[half])
        chances = (int(box[0].die) - value_of(box[0], state, kind)) / float(int(box[0].die))
        chances = min(max(chances, 0.0), 1.0)
        add_change(state, actor, kind, target, row, chances, True, help_coming, out)
        add_change(state, actor, kind, target, row, 1.0 - chances, False, help_coming, out)
    total = 0.0
    for seat in range(seats):
        out[seat] = max(float(out[seat]), 0.0)
        total += float(out[seat])
    for seat in range(seats):
        out[seat] = float(out[seat]) / total if total > 0.0 else 1.0 / seats
