"""What `evaluate` says of a position of Minecart Mayhem: worked out from carts that live on, round by round."""

import random
from collections import Counter

import pytest

import motherlode
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.contract import OVER
from motherlode.games.minecart_mayhem import GAME
from motherlode.games.minecart_mayhem.actions import PLAY_DOUBLE
from motherlode.games.minecart_mayhem.components import KINDS
from motherlode.games.minecart_mayhem.state import CHOOSE, DEAL, FIRST, SECOND
from observing import positions_of

from .test_observation import cart_of, rounds_left

TO_DECLARE = {FIRST: 1.5, SECOND: 0.75}  # rounds that the cards of a Double are worth, before they are declared


def expected(game, states):
    """Each seat's share, as the docstrings of heuristics.py have it."""
    now, seats = states[0], range(game.seats)
    if game.to_act(states) == OVER:
        winners = [seat for seat in seats if now.result[seat]]
        return [(seat in winners) / len(winners) for seat in seats]
    if now.phase in (DEAL, CHOOSE):
        return [1 / game.seats] * game.seats
    actor = int(now.order[now.turn])
    carts = {seat: cart_of(now, seat) for seat in seats if cart_of(now, seat) is not None}
    before = strengths(now, carts, actor)
    found = [before.get(seat, 0.0) for seat in seats]
    for half in range(int(now.num_declared)):
        kind = KINDS[now.declared[half]]
        value = getattr(game.options, f"{kind}_value")
        if now.is_doubled and kind != "rail":
            value += game.options.double_adds
        success = min(1.0, max(0.0, 1 - value / game.options.die))
        for has_succeeded, share in ((True, success), (False, 1 - success)):
            after = strengths(now, played(now, carts, actor, half, has_succeeded), actor)
            for seat in carts:
                found[seat] += share * (after.get(seat, 0.0) - before[seat])
    found = [max(0.0, strength) for strength in found]
    return [strength / sum(found) if sum(found) else 1 / game.seats for strength in found]


def played(now, carts, actor, half, has_succeeded):
    """All carts after a declared card: those that fall are missing. Stalactites that would break are left."""
    kind, target, row = KINDS[now.declared[half]], int(now.target[half]), int(now.target_row[half])
    carts = {seat: dict(cart) for seat, cart in carts.items()}
    in_lane = {cart["lane"]: cart for cart in carts.values()}
    if kind == "swap":
        if has_succeeded:
            carts[actor], carts[target] = carts[target], carts[actor]
        return carts
    if kind == "rocket":
        if has_succeeded and not carts[target]["stones"][carts[target]["row"] + 1]:
            carts[target]["row"] += 1
    elif kind == "rail":
        if has_succeeded:
            in_lane[target]["rails"] = [*in_lane[target]["rails"], in_lane[target]["rails"][-1] + 1]
    elif kind == "dynamite":
        cart = in_lane[target // 2] if has_succeeded else carts[actor]
        cart["rails"] = cart["rails"][1:] if target % 2 else cart["rails"][:-1]
    else:
        cart = in_lane[target] if has_succeeded else carts[actor]
        if row in cart["rails"]:
            cart["stones"] = cart["stones"] + Counter([row])
    return {seat: cart for seat, cart in carts.items() if cart["row"] in cart["rails"]}


def strengths(now, carts, actor):
    """How well each cart stands."""
    acted = now.order[: now.turn].tolist()
    found = {}
    for seat, cart in carts.items():
        help_coming = TO_DECLARE.get(int(now.phase), 0.0) if seat == actor else 0.0
        rails_held = now.card[seat].tolist().count(KINDS.index("rail"))
        rounds = rounds_left(cart)
        good = 0.5 + rounds + help_coming
        good += 0.35 * min(3, cart["rails"].index(cart["row"])) + 0.3 * min(3, rails_held)
        found[seat] = 0.05 if rounds == 0 and seat in acted and not help_coming else good**2
    return found


def assert_evaluated(game, states):
    where = game.spec.notation.write_position(game.box, states)
    assert game.evaluate(states).tolist() == pytest.approx(expected(game, states), abs=2e-6), where


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("options", GAME.variants, ids=str)
def test_evaluate_is_how_long_carts_live_and_what_declared_cards_change(options, seed):
    game = motherlode.game("minecart_mayhem", **options)
    for states in positions_of(game, seed, every=3 if IS_PLAIN else 1):
        assert_evaluated(game, states)


# What random games rarely meet: rails far behind and ahead, ends of lanes, stalactites in a row, Rails in the hand.
LANES = (
    "lane 1 rows {} cart 1 at {} stones {} | lane 2 rows {} cart 2 at {} stones {} | lane 3 rows {} cart 3 at {} | "
    "hand 1 {} | hand 2 {} | hand 3 {} | order 2 1 3 | turn {} | seat {} plays"
)


HOPELESS = {"die": 6, "dynamite_value": 9, "stalactite_value": 8, "rocket_value": 0}  # or certain


@pytest.mark.parametrize("seed", range(30))
def test_evaluate_weighs_every_card_wherever_carts_stand(seed):
    game, dice = motherlode.game("minecart_mayhem", 3, **HOPELESS if seed % 3 == 0 else {}), random.Random(seed)
    for _ in range(4):
        cave = []
        for _ in range(3):
            back = dice.randint(1, 4)
            front = back + dice.choice((0, 1, 2, 3, 5, 14))
            cart = dice.choice((back, front, dice.randint(back, front)))
            cave += [f"{back}-{front}", cart, dice.randint(max(back, cart), min(front, cart + 2))]
        del cave[8]
        turn = dice.randint(1, 3)
        hands = ["".join(dice.choices("RRRDSK", k=4)) for _ in range(3)]
        actor = (2, 1, 3)[turn - 1]
        hands[actor - 1] = "X" + "".join(dice.sample("RDDSSKKWW", 4))
        states = game.read_position(LANES.format(*cave, *hands, turn, actor))
        while game.to_act(states) == actor - 1:
            assert_evaluated(game, states)
            actions = game.legal(states)
            game.apply(states, PLAY_DOUBLE if PLAY_DOUBLE in actions else dice.choice(actions))
        assert_evaluated(game, states)
        game.apply(states, dice.randrange(6))
        assert_evaluated(game, states)


def test_evaluate_gives_equal_shares_while_lanes_are_chosen():
    game = motherlode.game("minecart_mayhem", 4)
    states = game.read_position("hand 1 RRRRD | hand 2 RRRRD | hand 3 RRRRD | hand 4 RRRRD | seat 1 chooses")
    for lane in range(4):
        assert game.evaluate(states).tolist() == [0.25] * 4
        game.apply(states, lane)


def test_evaluate_gives_equal_shares_where_everybody_is_expected_to_fall():
    """Two Dynamites, each as likely to blast the one cart as the other, both on the front of their lanes."""
    game = motherlode.game("minecart_mayhem", 2)
    cave = "lane 1 rows 1-7 cart 1 at 7 | lane 2 rows 1-5 cart 2 at 5"
    states = game.read_position(f"{cave} | hand 1 XDDRR | hand 2 RR | seat 1 plays")
    for text in ("double", "dynamite on front of lane 2", "dynamite on front of lane 2"):
        game.apply(states, game.read_action(states, text))
    assert game.evaluate(states).tolist() == expected(game, states) == [0.5, 0.5]
