"""What an observation of Minecart Mayhem says, by the words of its features; from a position as a person reads it."""

from collections import Counter

import pytest

import motherlode
from motherlode.core.compiling import IS_PLAIN
from motherlode.games.minecart_mayhem import GAME
from motherlode.games.minecart_mayhem.components import (
    DYNAMITE,
    KINDS,
    MAX_LANES,
    MAX_SEATS,
    ROCKET,
    ROWS,
    SWAP,
    numbers_of,
)
from motherlode.games.minecart_mayhem.state import CHOOSE, COLLAPSE, DRAW, NOWHERE, PLAY
from observing import assert_observed, one_of, positions_of

NUM_KINDS = len(KINDS)
NEAR = 8  # rows, and rounds, that are told apart


def expected(game, states, seat):
    """Every field of an observation by name."""
    now, options, seats = states[0], numbers_of(game.options, game.seats), game.seats
    cards = [getattr(options, f"{kind}_cards") + (seats * options.rails if kind == "rail" else 0) for kind in KINDS]
    hands = [Counter(now.card[other, : now.hand_size[other]].tolist()) for other in range(seats)]
    unseen = [int(now.pile[kind]) + sum(hands[other][kind] for other in range(seats) if other != seat)
              for kind in range(NUM_KINDS)]  # fmt: skip
    actor = int(now.order[now.turn]) if PLAY <= now.phase <= DRAW else int(now.to_act)
    acted = now.order[: now.turn].tolist()
    chairs = [(seat + step) % seats if step < seats else None for step in range(MAX_SEATS)]
    declared = [int(now.declared[half]) if half < now.num_declared else None for half in range(2)]
    targets = [aimed_at(now, half) if half < now.num_declared else None for half in range(2)]
    carts = [None if other is None else cart_of(now, other) for other in chairs]
    level = [0.0 if cart is None or not now.row[seat] else (cart["row"] - int(now.row[seat])) / NEAR for cart in carts]
    return {
        "my hand": [hands[seat][kind] / options.hand for kind in range(NUM_KINDS)],
        "discard": [share(int(now.discard[kind]), cards[kind]) for kind in range(NUM_KINDS)],
        "unseen": [share(unseen[kind], cards[kind]) for kind in range(NUM_KINDS)],
        "pile": int(now.pile_size) / sum(cards),
        "phase": one_of(now.phase - CHOOSE, COLLAPSE - CHOOSE + 1),
        "round": int(now.round_number) / options.rounds,
        "acting": [other is not None and other == actor for other in chairs],
        "alive": [cart is not None for cart in carts],
        "acted": [cart is not None and other in acted for other, cart in zip(chairs, carts, strict=True)],
        "hands": [0 if other is None else int(now.hand_size[other]) / options.hand for other in chairs],
        "lanes": [
            one_of(None if cart is None else (cart["lane"] - int(now.torch)) % options.lanes, MAX_LANES)
            for cart in carts
        ],
        "behind": [0 if cart is None else share(cart["row"] - cart["rails"][0], NEAR) for cart in carts],
        "ahead": [0 if cart is None else share(cart["rails"][-1] - cart["row"], NEAR) for cart in carts],
        "rounds left": [0 if cart is None else rounds_left(cart) / NEAR for cart in carts],
        "stalactites": [
            0 if cart is None else share(cart["stones"][cart["row"] + ahead], 4)
            for cart in carts
            for ahead in range(1, NEAR + 1)
        ],
        "level": [min(max(rows, -1), 1) for rows in level],
        "declared": [one_of(kind, NUM_KINDS) for kind in declared],
        "targets": [[target is not None and other == target for other in chairs] for target in targets],
        "my seat": one_of(seat, MAX_SEATS),
        "my lane": one_of(None if carts[0] is None else carts[0]["lane"], MAX_LANES),
        "by lane": numbered({cart["lane"]: cart for cart in carts[1:] if cart is not None}, MAX_LANES),
        "by seat": numbered(dict(zip(chairs[1:], carts[1:], strict=True)), MAX_SEATS),
    }


def numbered(carts, most):
    """Rails behind, in front, and rounds left of carts by number."""
    found = [carts.get(number) for number in range(most)]
    behind = [0 if cart is None else share(cart["row"] - cart["rails"][0], NEAR) for cart in found]
    ahead = [0 if cart is None else share(cart["rails"][-1] - cart["row"], NEAR) for cart in found]
    return [behind, ahead, [0 if cart is None else rounds_left(cart) / NEAR for cart in found]]


def share(count, most):
    return min(1, count / most) if most else 0


def cart_of(now, seat):
    """Where a cart stands, on which rails, and what lies on them; None without one."""
    lane = int(now.lane[seat])
    if lane == NOWHERE:
        return None
    spots = [divmod(int(spot), ROWS) for spot in now.stalactite[: now.num_stalactites]]
    return {
        "lane": lane,
        "row": int(now.row[seat]),
        "rails": list(range(int(now.back[lane]), int(now.front[lane]) + 1)),
        "stones": Counter(row for where, row in spots if where == lane),
    }


def rounds_left(cart):
    """R10.2, R10.3, R6.5, round by round: the back rail goes, the cart moves, or stays where a stalactite stops it."""
    rails, stones, row = list(cart["rails"]), Counter(cart["stones"]), cart["row"]
    for rounds in range(NEAR):
        rails = rails[1:]
        if row not in rails:
            return rounds
        if stones[row + 1]:
            stones[row + 1] -= 1
        else:
            row += 1
        if row not in rails:
            return rounds
    return NEAR


def aimed_at(now, half):
    """The seat whose lane or cart a card is declared on; None where there is no cart."""
    kind, target = int(now.declared[half]), int(now.target[half])
    if kind in (ROCKET, SWAP):
        return target
    lane = target // 2 if kind == DYNAMITE else target
    owners = [seat for seat in range(MAX_SEATS) if now.lane[seat] == lane]
    return owners[0] if owners else None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", GAME.variants, ids=str)
def test_an_observation_says_what_its_features_promise(options, seed):
    game = motherlode.game("minecart_mayhem", **options)
    for states in positions_of(game, seed, every=4 if IS_PLAIN else 1):
        assert_observed(game, states, expected, signed=("level",))


@pytest.mark.parametrize("rows", [(1, 12), (12, 1), (3, 11), (3, 10)], ids=str)
def test_eight_rows_ahead_or_behind_are_as_good_as_more(rows):
    game = motherlode.game("minecart_mayhem", 2)
    states = game.read_position(
        f"lane 1 rows 1-14 cart 1 at {rows[0]} | lane 2 rows 1-14 cart 2 at {rows[1]} | seat 1 plays"
    )
    assert_observed(game, states, expected, signed=("level",))
