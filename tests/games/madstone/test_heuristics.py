"""What `evaluate` says of a position of Madstone: worked out by the twin, from its cards as they are printed."""

import pytest

from motherlode.conformance.lockstep import play_game

from . import cards, lockstep
from .comparing import game, twin_of
from .test_twin import Curious

# Points that an effect is worth in a turn: for each of its value, or at all.
ABILITIES = {
    "red": 0.55, "steal": 0.7, "gold": 1.1, "draw": 0.5, "slay": 0.75, "recruit": 0.6, "action": 1.3, "poison": 0.45,
    "arrow": 0.6, "kill_discount": 0.35, "command_discount": 0.35,
}  # fmt: skip
JUST_USED = 0.05  # silence, negate, lift
CONSTANTS = {"kill_discount": 0.35, "command_discount": 0.15, "harvest": 0.3, "bounty": 0.3, "toll": 0.05}
WHOLE_CONSTANTS = {"protect_army": 0.5, "protect_self": 0.1, "nightsight": 0.1, "kin": 0.0}
DEFENCES = ("protect_army", "protect_self", "toll")


def turns_after_this(twin, player):
    """R10.1: about how many; 1.4 cards are drawn in a turn."""
    seats = len(twin.players)
    if twin.last_turns is not None:
        still_to_come = [twin.after(twin.actor, steps) for steps in range(1, twin.last_turns)]
        return float(player in still_to_come)
    return min(8.0, 1 + twin.deck_size / 1.4 / seats) if twin.deck_size else 1.0


def ability_worth(twin, player, card):
    worth = -1.0 * card.trigger.get("cost", {}).get("gold", 0) - 0.55 * card.trigger.get("cost", {}).get("red", 0)
    for effect in card.trigger["effects"]:
        is_measured = effect["do"] in ABILITIES
        worth += ABILITIES[effect["do"]] * twin.value(player, effect) if is_measured else JUST_USED
    return max(0.0, worth)


def strength(twin, player):
    """R10.2: the points as they stand and what may come; silenced and negated constants count as if they worked."""
    turns, is_actor = turns_after_this(twin, player), player is twin.actor
    may_act = is_actor and twin.basic_left > 0
    power = twin.commanders[player.commander]["power"] + sum(card.power for card in player.army)
    total = sum(card.kill for card in player.spoils) + player.gold
    for card in player.army:
        total -= 0.15 * min(card.tokens, 4)
        if card.trigger:
            worth = ability_worth(twin, player, card)
            if twin.holds(player, card.trigger.get("needs", {})):
                total += 0.55 * worth * turns
            if card is twin.ability:
                total += worth + 0.05
            elif is_actor and twin.doing in ("act", "aim") and twin.can_use(card):
                total += worth
        for effect in card.constants:
            do, is_held = effect["do"], twin.holds(player, effect.get("needs", {}))
            if do in WHOLE_CONSTANTS:
                total += WHOLE_CONSTANTS[do] * turns * is_held
            elif is_held:
                value = twin.value(player, effect)
                power += value if do == "power" else 0
                total += value if do == "points" else CONSTANTS.get(do, 0.0) * value * turns
    total += power * (1 + 0.16 * turns)
    per_red = 0.55 if turns else 0.45 if may_act else 0.0
    total += per_red * min(player.red, 14) + min(per_red, 0.15) * max(0, player.red - 14)
    if turns or may_act:
        total += sum(0.6 if card.is_darkness else 0.22 * min(card.crystals, power) for card in player.hand)
    return total + opportunities(twin) if may_act else total


def opportunities(twin):
    """What the player whose turn it is can make of the moment."""
    usual = twin.options["basic_actions"] - twin.has_begun
    total = 1.4 * max(0, twin.basic_left - usual) - 0.02 * twin.is_gold_first
    total += sum(0.4 * min(card.tokens, card.kill - 1) for card in twin.tops())
    if twin.is_night() and twin.actor.red + twin.actor.gold >= 6:
        for card in twin.in_armies():
            is_open = twin.is_silent or card.is_negated
            total += 0.7 * (is_open and any(effect["do"] in DEFENCES for effect in card.constants))
    return total


def expected(twin):
    """Each seat's share."""
    if not twin.turn:
        return [1 / len(twin.players) for _ in twin.players]
    found = twin.result or [strength(twin, player) for player in twin.players]
    gaps = [max(found) - one for one in found]
    shares = [float(gap == 0) if twin.result else (1 + gap / 9) ** -2 for gap in gaps]
    return [share / sum(shares) for share in shares]


class Judging(lockstep.Beside):
    """Of a position, what `evaluate` says of it."""

    def compare(self, ruleset, states):
        wanted = pytest.approx(expected(self.twin), abs=2e-5)
        found = ruleset.evaluate(states).tolist()
        return {} if found == wanted else {"evaluate": (found, wanted)}


@pytest.mark.parametrize("name", ["two", "four", "workshop two", "workshop three", "workshop four", "nights"])
def test_evaluate_is_points_and_what_the_rest_of_the_game_may_bring(name):
    play_game(game(name), lambda *_: Judging(twin_of(name)), Curious(0))


def lead(position):
    """By how many points the first of two players is ahead, read from the shares."""
    states = cards.game(2).read_position(position)
    first, second = cards.game(2).evaluate(states).tolist()
    return 9 * ((first / second) ** 0.5 - 1 if first > second else 1 - (second / first) ** 0.5)


@pytest.mark.parametrize(("tokens", "counted"), [(1, 1), (2, 2), (3, 2), (9, 2)])
def test_evaluate_counts_tokens_on_top_while_another_one_would_make_a_kill_cheaper(tokens, counted):
    rest = "seat 1: vampire; red 5 | seat 2: human; red 5 | seat 1 acts"
    gained = lead(f"field elf: Elf+{tokens} | {rest}") - lead(f"field elf: Elf | {rest}")
    assert gained == pytest.approx(0.4 * counted, abs=1e-4)


@pytest.mark.parametrize(("crystals", "is_enough"), [("red 6", 1), ("red 2; gold 4", 1), ("gold 6", 1), ("red 5", 0)])
def test_evaluate_counts_a_defence_that_is_negated_if_there_are_crystals_to_attack(crystals, is_enough):
    rest = f"seat 1: vampire; {crystals} | seat 2: human; army Warden"
    gained = lead(f"night 1 | {rest}~ | seat 1 acts") - lead(f"night 1 | {rest} | seat 1 acts")
    assert gained == pytest.approx(0.7 * is_enough, abs=1e-4)


def test_evaluate_takes_an_ability_that_costs_more_than_it_brings_for_worth_nothing():
    rest = "seat 1: vampire; red 9; gold 2; army Orb of Light | seat 2: human; army Warden"
    named = lead(f"named Orb of Light | {rest} | seat 1 aims") - lead(f"{rest} | seat 1 acts")
    assert named == pytest.approx(0.05, abs=1e-4)


def test_evaluate_sees_no_opportunity_when_no_basic_action_is_left():
    rest = "seat 1: vampire; red 5 | seat 2: human; red 5; army Wolf | basic 0 begun | seat 1 closes"
    assert lead(f"night 1 | field elf: Elf+2 | {rest}") == lead(f"night 1 | field elf: Elf | {rest}")
