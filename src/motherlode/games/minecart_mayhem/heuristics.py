"""A cheap guess of who will be the last to stand in Minecart Mayhem.

A player is the stronger the more rounds his cart lives if no more cards are played, with something added for rails
behind it and Rails in the hand. Declared cards count by how likely they are to succeed.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import OVER, Level, SearchSettings
from motherlode.games.minecart_mayhem.cards import is_on_cart, value_of
from motherlode.games.minecart_mayhem.components import DYNAMITE, FRONT, RAIL, ROCKET, ROWS, STALACTITE, SWAP
from motherlode.games.minecart_mayhem.lanes import num_alive, stalactites_at
from motherlode.games.minecart_mayhem.state import CHOOSE, DEAL, FIRST, NOWHERE, SECOND

FARTHEST = 8  # rounds that are looked ahead
PER_MARGIN = 0.35  # rounds that one more rail behind the cart is worth, up to MOST_MARGIN of them
MOST_MARGIN = 3
PER_RAIL_HELD = 0.3  # rounds that a Rail in the hand is worth, up to MOST_RAILS of them
MOST_RAILS = 3
BASE = 0.5  # rounds added for every cart, so that none is worth nothing
DOOMED = 0.05  # strength of a cart that falls at the end of this round, when its player has acted
PER_CARD_TO_DECLARE = 0.75  # rounds that a card of a Double still to be declared is worth


@rule
def rounds_left(state, lane, row, back, front, extra):
    """R10.2, R10.3: how many rounds a cart on this row of a lane lives if nothing is played, FARTHEST at most.

    The rails lie from `back` to `front`. `extra` is a row on which one more stalactite is supposed; 0: none is.
    """
    rounds = 0
    stops = 0  # stalactites in front of the cart that have broken
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
    """R2.1: whether a player has had his turn in this round."""
    for turn in range(int(state.turn)):
        if int(state.order[turn]) == seat:
            return True
    return False


@rule
def strength(state, seat, lane, row, back, front, extra, help_coming):
    """How well a player would stand with his cart on this row of a lane whose rails lie from `back` to `front`.

    `extra` is as in `rounds_left`; `help_coming` is what the player can still do in this turn, in rounds.
    """
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
def add_change(state, actor, half, has_succeeded, share, help_coming, out):
    """Add to `out`, the strengths, what a declared card changes if it succeeds or if it fails, times `share`."""
    kind = int(state.declared[half])
    target = int(state.target[half])
    hit = int(state.lane[actor])  # the lane where something happens
    if has_succeeded:
        hit = target
        if kind == DYNAMITE:
            hit = target // 2
        elif is_on_cart(kind):
            hit = int(state.lane[target])
    elif kind != DYNAMITE and kind != STALACTITE:
        return
    for seat in range(state.lane.shape[0]):
        lane = int(state.lane[seat])
        if lane == NOWHERE or (lane != hit and (kind != SWAP or seat != actor)):
            continue
        row = int(state.row[seat])
        back = int(state.back[lane])
        front = int(state.front[lane])
        extra = 0
        support = help_coming if seat == actor else 0.0
        before = strength(state, seat, lane, row, back, front, 0, support)
        if kind == RAIL:
            front += 1
        elif kind == DYNAMITE:
            if target % 2 == FRONT:
                front -= 1
            else:
                back += 1
        elif kind == STALACTITE:
            if int(state.target_row[half]) > row and int(state.target_row[half]) <= front:
                extra = int(state.target_row[half])
        elif kind == ROCKET:
            if stalactites_at(state, lane * ROWS + row + 1) == 0:
                row += 1
        else:
            other = target if seat == actor else actor
            lane = int(state.lane[other])
            row = int(state.row[other])
            back = int(state.back[lane])
            front = int(state.front[lane])
        after = 0.0
        if row <= front and row >= back:
            after = strength(state, seat, lane, row, back, front, extra, support)
        out[seat] = float(out[seat]) + share * (after - before)


@rule
def evaluate(boxes, states, index, out):
    """Each seat's share of all strength, with declared cards weighed; at the end all of it goes to the winners."""
    box = boxes[0]
    state = states[index]
    seats = int(box.seats)
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
        help_coming = 2.0 * PER_CARD_TO_DECLARE
    elif state.phase == SECOND:
        help_coming = PER_CARD_TO_DECLARE
    for seat in range(seats):
        if int(state.lane[seat]) == NOWHERE:
            out[seat] = 0.0
        else:
            lane = int(state.lane[seat])
            row, back, front = int(state.row[seat]), int(state.back[lane]), int(state.front[lane])
            out[seat] = strength(state, seat, lane, row, back, front, 0, help_coming if seat == actor else 0.0)
    for half in range(int(state.num_declared)):
        value = value_of(box, state, int(state.declared[half]))
        chances = min(max((int(box.die) - value) / float(int(box.die)), 0.0), 1.0)
        for has_succeeded in range(2):
            share = chances if has_succeeded else 1.0 - chances
            add_change(state, actor, half, has_succeeded, share, help_coming, out)
    total = 0.0
    for seat in range(seats):
        out[seat] = max(float(out[seat]), 0.0)
        total += float(out[seat])
    for seat in range(seats):
        out[seat] = float(out[seat]) / total if total > 0.0 else 1.0 / seats


# `evaluate` judges the next round well, and rollouts at random blur it.
SEARCH = SearchSettings(
    rollout=0,
    temperature=0.1,
    explore=1.0,
    levels={
        "pebble": Level(noise=2.2),
        "prospector": Level(noise=0.95),
        "foreman": Level(iterations=30, noise=0.9),
        "mastermind": Level(iterations=20_000, net_iterations=1),
    },
)
