"""Madstone, rule by rule: the numbers are those of RULES.md, positions are in notation, cards those of cards.py."""

import tomllib

import msgspec
import numpy as np
import pytest

import motherlode
from motherlode.core.contract import CHANCE
from motherlode.core.errors import BadInput, Code, IllegalAction
from motherlode.games.madstone import kernels
from motherlode.games.madstone.actions import COMMAND, KILL
from motherlode.games.madstone.attack import points_to_attack, standing_of
from motherlode.games.madstone.components import DATA, FACTIONS, card_name, read_cards, write_abilities
from motherlode.games.madstone.reasons import Why
from motherlode.games.madstone.state import HELD

from .cards import CARDS, card, constant, default, game, make, number, trigger
from .comparing import DEFAULT_NAMES

DAY = "seat 1: vampire; red 5 | seat 2: human; red 5"


def at(*parts, seats=2, draws=(), acts="seat 1 acts", ruleset=None):
    """A match from a position; chance draws these cards first."""
    rules = ruleset or game(seats)
    text = " | ".join([*parts, acts])
    return rules.start(seed=1, position=text, script=[number(name, rules.box) for name in draws])


def legal(match):
    return [action.text for action in match.actions()]


def refused(match, action):
    """The number of the rule that bars the action; nothing has changed."""
    before = match.position.tobytes(), len(match.log)
    with pytest.raises(IllegalAction) as caught:
        match.play(action)
    assert caught.value.code == Code.ILLEGAL_ACTION
    assert (match.position.tobytes(), len(match.log)) == before
    return caught.value.rule


def table(match):
    """Everything that lies on the table, as a client would be sent it."""
    return msgspec.json.decode(msgspec.json.encode(match.ruleset.spec.views.view(match.ruleset.box, match.position)))


def player(match, seat=1):
    return table(match)["players"][seat - 1]


def army(match, seat=1):
    return [one["name"] for one in player(match, seat)["army"]]


def hand(match, seat=1):
    return [one["name"] for one in player(match, seat)["hand"]]


def spoils(match, seat=1):
    return [one["name"] for one in player(match, seat)["spoils"]]


def pile(match, faction):
    return [one["name"] for one in next(one for one in table(match)["piles"] if one["faction"] == faction)["cards"]]


def tokens(match, name):
    return int(match.position[0].tokens[number(name, match.ruleset.box)])


# R1 What is in the box


def test_r1_1_the_default_set_has_eighty_cards():
    cards = read_cards(DATA / "cards.toml")
    counts = [sum(one.faction == name for one in cards.cards) for name in ("vampire", "human", "elf", "goblin")]
    assert counts == [15, 15, 15, 15]
    assert sum(one.faction == "artifact" for one in cards.cards) == 6
    assert len({repr(one).replace(one.name, "") for one in cards.cards}) == 66, (
        "no two cards are alike but for the name"
    )
    darkness = default().options.darkness_cards
    assert len(cards.cards) + len(cards.commanders) + 4 + darkness == 80


def test_r1_1_the_named_cards_do_what_the_rulebook_says():
    box = default().box
    text = {card_name(box, one): write_abilities(box, one) for one in range(66)}
    assert text["Blacksmith"] == ["Trigger: gain 2 red crystals."]
    assert text["Scout"] == ["Trigger: draw 1 card."]
    assert text["Archer"] == [
        "Trigger: put 1 poison token on a top card of the field or a card in another army; if its tokens are at least "
        "its kill number, it goes to your spoils."
    ]
    assert text["Nosferatu"] == [
        "Constant: if you have at least 5 vampires in your army, your army cannot be killed or commanded."
    ]
    assert text["Gob Wiz"] == ["Constant: all cards in your army are goblins."]
    assert text["Orb of Light"] == [
        "Trigger: spend 1 gold crystal: the constants of one card in another army do not work this turn."
    ]
    assert len(text["Cleric"]) == 1
    assert text["Cleric"][0].endswith("no constant of any army works this turn.")
    factions = {one.name: one.faction for one in read_cards(DATA / "cards.toml").cards}
    assert [factions[name] for name in ("Archer", "Cleric", "Nosferatu", "Gob Wiz", "Orb of Light")] == [
        "elf", "elf", "vampire", "goblin", "artifact",
    ]  # fmt: skip


def test_r1_2_heart_in_the_field_shield_in_an_army():
    match = at("night 1 | field vampire: Rat | seat 1: elf; red 40 | seat 2: human; army Knight")
    costs = {one["name"]: one["costs"] for one in table(match)["piles"][0]["cards"] + player(match, 2)["army"]}
    assert costs["Rat"] == {"kill": 7 + 5, "command": 6 + 4}  # heart 5 and circle 4, and 2 for the night; power is 2
    assert costs["Knight"] == {"kill": 6 + 4, "command": 7 + 5}  # shield 6 and circle 7


def test_r1_3_energy_is_that_of_army_and_commander():
    match = at("seat 1: vampire; army Bat, Cat, Lamp")
    assert player(match)["energy"] == {"blood": 3, "justice": 1, "nature": 0, "chaos": 2}


def test_r1_4_the_heap_has_no_end():
    match = at("seat 1: vampire; red 100; army Blacksmith | seat 2: human; red 100")
    match.play("use Blacksmith")
    assert player(match)["red"] == 102
    match = at("seat 1: vampire; red 9998; army Blacksmith")
    match.play("use Blacksmith")
    assert player(match)["red"] == 9999


def test_r1_5_twenty_tokens_and_no_more():
    match = at("field elf: Elf+18 | seat 1: vampire; army Viper, Archer | field vampire: Rat")
    match.play("use Viper")
    match.play("target Rat")
    assert tokens(match, "Rat") == 2
    assert table(match)["tokens_left"] == 0
    assert refused(match, "use Archer") == "R11.4"


# R2 Set-up


def start(seats=3, first=2, commanders=("vampire", "elf", "goblin", "human"), ruleset=None):
    """A match with a starting player and Commanders."""
    match = (ruleset or game(seats)).start(seed=1, script=[first - 1])
    for faction in commanders[:seats]:
        match.play(f"commander {faction}")
    return match


def test_r2_1_any_seat_may_start():
    new = game(3).new()
    assert game(3).to_act(new) == CHANCE
    assert game(3).chance(new) == [(0, 1), (1, 1), (2, 1)]
    match = start(3, 2)
    assert table(match)["first"] == 1
    assert match.to_act == 1


def test_r2_2_the_last_player_chooses_first_then_counterclockwise():
    match = game(3).start(seed=1, script=[1])  # seat 2 starts, so seat 1 goes last
    assert match.to_act == 0
    assert legal(match) == ["commander vampire", "commander human", "commander elf", "commander goblin"]
    assert refused(match, "place Bat") == "R2.2"
    match.play("commander human")
    assert match.to_act == 2
    assert refused(match, "commander human") == "R2.2"
    match.play("commander elf")
    assert match.to_act == 1
    match.play("commander vampire")
    assert [one["commander"] for one in table(match)["players"]] == ["human", "vampire", "elf"]
    assert refused(match, "commander goblin") == "R2.2"


def test_r2_3_five_cards_each_and_no_darkness_falls():
    states = game(2).new()
    for action in (0, 1, 0):  # seat 1 starts, two Commanders
        game(2).apply(states, action)
    for dealt in range(10):
        outcomes = game(2).chance(states)
        assert len(outcomes) == 36 - dealt
        assert {weight for _, weight in outcomes} == {1}
        assert 72 not in [outcome for outcome, _ in outcomes]
        assert int(states[0].actor) == dealt // 5
        game(2).apply(states, outcomes[-1][0])
    assert states[0].hand_size[:2].tolist() == states[0].sure_size[:2].tolist() == [5, 5]
    assert int(states[0].dark_unseen) == 6


@pytest.mark.parametrize(("seats", "deck"), [(2, 32), (3, 42), (4, 52)])
def test_r2_4_the_draw_pile_has_32_42_or_52_cards(seats, deck):
    match = default(seats).start(seed=3)
    while match.view().position.phase == "choose":
        match.play(match.actions()[0].id)
    assert match.view().position.deck.cards == deck


def test_r2_5_two_cards_each_without_crystals_from_the_starting_player_on():
    match = start(3, 2)
    for seat in (2, 3, 1):
        for _ in range(2):
            assert match.to_act == seat - 1
            assert all(text.startswith("place ") for text in legal(match))
            assert refused(match, "draw") == "R2.5"
            match.play(next(action.id for action in match.actions()))
            if table(match)["phase"] == "pile":
                match.play("pile elf")
    assert [one["cards"] for one in table(match)["players"]] == [3, 3, 3]
    assert sum(len(one["cards"]) for one in table(match)["piles"]) == 6


def test_r2_6_an_artifact_goes_on_any_pile():
    match = at("seat 1: vampire; hand Lamp | field elf: Elf")
    assert refused(match, "pile elf") == "R2.6"
    match.play("place Lamp")
    assert legal(match) == ["pile vampire", "pile human", "pile elf", "pile goblin"]
    assert refused(match, "draw") == "R2.6"
    match.play("pile elf")
    assert pile(match, "elf") == ["Lamp", "Elf"]


def test_r2_7_five_red_crystals_and_the_starting_player_begins():
    match = start(2, 2)
    while table(match)["turn"] == 0:
        assert [one["red"] for one in table(match)["players"]] == [0, 0]
        match.play(match.actions()[0].id)
    assert [one["red"] for one in table(match)["players"]] == [5, 5]
    assert match.to_act == 1


# R3 The turn


def test_r3_1_each_ability_once_in_any_order_and_none_must_be_used():
    match = at("seat 1: vampire; red 1; army Blacksmith, Priest; hand Bat")
    match.play("use Priest")
    assert refused(match, "use Priest") == "R3.1"
    match.play("use Blacksmith")
    assert player(match)["red"] == 4
    match.play("place Bat")
    assert match.to_act == 0


def test_r3_1_a_card_recruited_by_an_ability_may_be_used_at_once():
    match = at("field human: Blacksmith | seat 1: vampire; red 1; army Boss; hand Bat")
    match.play("use Boss")
    match.play("target Blacksmith")
    match.play("use Blacksmith")
    assert player(match)["red"] == 2


def test_r3_2_two_basic_actions_and_no_ability_after_the_first():
    match = at("seat 1: vampire; army Blacksmith; hand Bat, Rat, Wolf, Lamp")
    match.play("place Bat")
    assert "use Blacksmith" not in legal(match)
    assert refused(match, "use Blacksmith") == "R3.2"
    match.play("place Lamp")
    assert table(match)["basic_left"] == 0
    match.play("pile elf")
    assert match.to_act == 1


def test_r3_3_who_can_do_nothing_may_end_the_turn():
    match = at("deck 0 | last 1 | seat 1: vampire; army Blacksmith | field elf: Elf")
    assert legal(match) == ["end turn", "use Blacksmith"]
    match.play("end turn")
    assert match.is_over
    match = at("deck 1 | seat 1: vampire; army Blacksmith")
    assert refused(match, "end turn") == "R3.3"
    match = at("deck 0 | night 1 | last 2 | seat 1: vampire | seat 2: elf; hand Bat")
    assert legal(match) == ["lift", "end turn"]
    match.play("end turn")  # at once, and not asked again
    assert match.to_act == 1


@pytest.mark.parametrize(
    ("top", "red", "is_open"), [("Rat", 6, True), ("Rat", 5, False), ("Rat+3", 2, True), ("Rat+3", 1, False)]
)
def test_r3_3_who_can_pay_an_attack_may_not_end_the_turn(top, red, is_open):
    """Commanding a Rat costs 6 at power 2, killing it 8; with three tokens killing costs 2."""
    match = at(f"deck 0 | last 1 | field vampire: {top} | seat 1: vampire; red {red}")
    assert ("end turn" in legal(match)) is not is_open
    if is_open:
        assert refused(match, "end turn") == "R3.3"
    else:
        match.play("end turn")
        assert match.is_over


def test_r3_4_an_ability_may_give_more_actions_up_to_five():
    match = at("seat 1: vampire; army Captain; hand Bat, Rat, Wolf, Cat")
    match.play("use Captain")
    for name in ("Bat", "Rat", "Wolf"):
        assert match.to_act == 0
        match.play(f"place {name}")
    assert match.to_act == 1
    match = at("basic 5 | seat 1: vampire; army Captain; hand Bat")
    match.play("use Captain")
    assert table(match)["basic_left"] == 5


def test_r3_5_the_darkness_may_be_lifted_after_the_last_action():
    match = at("night 1 | basic 1 begun | seat 1: vampire; hand Bat | seat 2: elf; army Wolf")
    match.play("place Bat")
    assert legal(match) == ["lift", "end turn"]
    assert refused(match, "draw") == "R3.5"
    match.play("lift")
    assert not table(match)["night"]["is_night"]
    assert match.to_act == 1
    match = at("night 1 | basic 1 begun | seat 1: vampire; hand Bat; army Wolf | seat 2: elf")
    match.play("place Bat")
    assert match.to_act == 1


def test_r3_6_what_holds_for_a_turn_ends_with_it():
    match = at(
        "basic 1 | closed elf | silence | discount 2 1 | gold first | seat 1: vampire; red 1; gold 1; hand Bat; "
        "army Miser!, Blacksmith! | seat 2: elf; army Shade~",
    )
    match.play("place Bat")
    now = match.position[0]
    assert not any(now[name] for name in ("closed", "is_silent", "kill_discount", "command_discount", "gold_first"))
    assert not now.mark.any()
    assert int(now.basic_left) == 2


# R4 Placing and drawing


@pytest.mark.parametrize(("soldiers", "gained"), [("", 2), ("; army Wolf", 5), ("; army Wolf, Knight", 5)])
def test_r4_1_placing_gains_crystals_up_to_power(soldiers, gained):
    match = at(f"seat 1: vampire; hand Rat{soldiers}")  # Rat shows 5 crystals
    match.play("place Rat")
    assert player(match)["red"] == gained
    assert pile(match, "vampire") == ["Rat"]
    assert refused(match, "place Bat") == "R4.1"


def test_r4_2_a_pile_is_closed_to_who_placed_on_it_in_this_turn():
    match = at("field vampire: Bat | seat 1: vampire; red 20; hand Rat | seat 2: elf; red 20; hand Cat")
    match.play("place Rat")
    assert refused(match, "kill Rat") == "R4.2"
    assert refused(match, "command Bat") == "R5.2"
    match.play("draw")
    assert "kill Rat" in legal(match)


def test_r4_3_drawing_fills_the_hand_to_three():
    match = at("seat 1: vampire; hand Bat", draws=["Rat", "Darkness Falls"])
    match.play("draw")
    assert (hand(match), player(match)["darkness"]) == (["Bat", "Rat"], 1)
    assert refused(match, "draw") == "R4.3"
    match = at("deck 1 | seat 1: vampire")
    match.play("draw")
    assert player(match)["cards"] == 1
    assert refused(match, "draw") == "R4.3"


def test_r4_4_there_is_no_hand_limit():
    match = at("seat 1: vampire; hand Bat, Rat, Cat, Wolf; army Scout", draws=["Elf"])
    match.play("use Scout")
    assert hand(match) == ["Bat", "Rat", "Cat", "Wolf", "Elf"]


# R5 Attacks


def test_r5_1_killed_to_the_spoils_commanded_to_the_army():
    match = at("field vampire: Bat | field elf: Elf | seat 1: vampire; red 10")
    match.play("kill Bat")
    match.play("command Elf")
    assert (spoils(match), army(match)) == (["Bat"], ["Elf"])


def test_r5_2_targets_by_day_are_tops_of_piles_and_the_own_hand():
    match = at("field vampire: Bat, Rat | seat 1: vampire; red 20; hand Cat | seat 2: elf; army Elf; hand Wolf")
    assert [text for text in legal(match) if text.startswith(("kill", "command"))] == [
        "kill Bat", "command Bat", "command Cat",
    ]  # fmt: skip
    assert refused(match, "kill Rat") == "R5.2"
    assert refused(match, "kill Cat") == "R5.2"
    assert refused(match, "kill Wolf") == "R5.2"
    match.play("kill Bat")
    assert "kill Rat" in legal(match)


def test_r5_3_armies_are_targets_at_night_only_and_never_ones_own():
    match = at("seat 1: vampire; red 20; army Bat | seat 2: elf; army Elf")
    assert refused(match, "kill Elf") == "R5.3"
    match = at("night 1 | seat 1: vampire; red 20; army Bat | seat 2: elf; army Elf; hand Wolf")
    assert {"kill Elf", "command Elf"} <= set(legal(match))
    assert refused(match, "kill Bat") == "R5.3"
    match.play("command Elf")
    assert (army(match), army(match, 2)) == (["Bat", "Elf"], [])


@pytest.mark.parametrize(
    ("position", "action", "price"),
    [
        ("field vampire: Rat | seat 1: elf; red 50; army Wolf, Knight", "kill Rat", 5),
        ("field vampire: Rat | seat 1: elf; red 50; army Wolf, Knight", "command Rat", 4),
        ("night 1 | field vampire: Rat | seat 1: elf; red 50; army Wolf, Knight", "kill Rat", 7),
        ("night 1 | field vampire: Rat | seat 1: elf; red 50; army Wolf, Knight", "command Rat", 6),
        ("night 1 | seat 1: elf; red 50; army Wolf, Knight; hand Rat", "command Rat", 4),
        ("night 1 | seat 1: elf; red 50; army Wolf, Knight | seat 2: human; army Rat", "kill Rat", 6),
        ("night 1 | seat 1: elf; red 50; army Wolf, Knight | seat 2: human; army Rat", "command Rat", 7),
        ("night 1 | seat 1: elf; red 50; army Wolf, Knight | seat 2: human; army Rat+2, Warden", "kill Rat", 6),
        ("night 1 | seat 1: elf; red 50; army Wolf, Knight | seat 2: human; army Rat+2, Warden", "command Rat", 9),
        ("field vampire: Rat+2 | seat 1: elf; red 50; army Wolf", "kill Rat", 3),
        ("field vampire: Rat+9 | seat 1: elf; red 50; army Wolf", "kill Rat", 1),
        ("discount 3 0 | field vampire: Rat+2 | seat 1: elf; red 50; army Wolf", "kill Rat", 1),
        ("discount 0 3 | field vampire: Rat+2 | seat 1: elf; red 50; army Wolf", "command Rat", 1),
    ],
)  # fmt: skip
def test_r5_4_the_points_of_an_attack(position, action, price):
    match = at(position)
    power = player(match)["power"]
    match.play(action)
    assert 50 - player(match)["red"] == price + max(0, price - power)


@pytest.mark.parametrize(("purse", "can"), [(6, False), (7, True)])
def test_r5_5_points_beyond_power_cost_double(purse, can):
    match = at(f"field human: Knight | seat 1: elf; red {purse}; army Elf")  # power 3, 5 points: the rulebook's example
    assert ("command Knight" in legal(match)) is can
    if can:
        match.play("command Knight")
        assert player(match)["red"] == 0
        assert player(match)["power"] == 6
    else:
        assert refused(match, "command Knight") == "R5.5"


def test_r5_6_a_killed_card_scores_its_heart_whatever_was_paid():
    match = at("field vampire: Rat+4 | seat 1: elf; red 9")
    match.play("kill Rat")
    assert player(match)["red"] == 8
    assert player(match)["spoils_points"] == 5
    assert table(match)["tokens_left"] == 20


# R6 Darkness


@pytest.mark.parametrize(("soldiers", "gained"), [("", 2), ("; army Wolf", 5), ("; army Wolf, Knight", 5)])
def test_r6_1_darkness_falls_is_an_action_and_gains_crystals_up_to_power(soldiers, gained):
    match = at(f"seat 1: vampire; hand Bat, 1 darkness{soldiers}")
    match.play("darkness")
    assert player(match)["red"] == gained
    assert table(match)["basic_left"] == 1
    assert (table(match)["night"]["cards"], player(match)["cards"]) == (1, 1)
    assert refused(match, "darkness") == "R6.1"


def test_r6_1_power_counts_the_night_that_has_just_fallen():
    match = at("seat 1: vampire; hand 1 darkness; army Owl")  # Owl: 2 more power at night
    match.play("darkness")
    assert player(match)["red"] == 5


def test_r6_2_more_darkness_changes_nothing():
    prices = []
    for count in (1, 3):
        match = at(f"night {count} | field vampire: Rat | seat 1: elf; red 20; army Wolf, Knight")
        match.play("kill Rat")
        prices.append(20 - player(match)["red"])
    assert prices == [7, 7]


def test_r6_3_darkness_falls_is_no_target():
    match = at("night 1 | seat 1: vampire; red 30; hand 1 darkness")
    assert [text for text in legal(match) if text.startswith(("kill", "command"))] == []
    with pytest.raises(BadInput):
        match.play("kill Darkness Falls")


def test_r6_4_the_field_is_dearer_at_night_but_not_the_hand():
    match = at("night 1 | field vampire: Rat | seat 1: elf; red 30; army Wolf, Knight; hand Cat")
    assert table(match)["piles"][0]["cards"][0]["costs"] == {"kill": 7, "command": 6}
    assert player(match)["hand"][0]["costs"] == {"command": 3}


def test_r6_5_the_player_of_lowest_power_lifts_all_darkness():
    match = at("night 2 | seat 1: vampire; army Bat | seat 2: elf; army Elf")
    match.play("lift")
    now = match.position[0]
    assert (int(now.dark_down), int(now.dark_gone)) == (0, 2)
    assert refused(match, "lift") == "R6.2"
    assert match.to_act == 0
    match = at("night 2 | seat 1: vampire; army Bat | seat 2: elf")
    assert refused(match, "lift") == "R6.5"


def test_r6_6_lifting_does_not_split_an_ability_from_its_target():
    match = at("night 1 | field elf: Elf | seat 1: vampire; army Viper | seat 2: elf; army Wolf")
    assert "lift" in legal(match)
    match.play("use Viper")
    assert refused(match, "lift") == "R11.5"
    match.play("target Elf")
    assert "lift" in legal(match)


# R7 Crystals


def test_r7_1_gold_pays_for_red_but_not_red_for_gold():
    match = at("field vampire: Bat | seat 1: elf; red 1; gold 1; hand Cat | seat 2: human; army Shade")
    match.play("kill Bat")
    assert (player(match)["red"], player(match)["gold"]) == (0, 0)
    match = at("seat 1: elf; red 9; army Orb of Light; hand Cat | seat 2: human; army Shade")
    assert refused(match, "use Orb of Light") == "R11.4"


def test_r7_2_red_is_spent_first():
    match = at("field vampire: Rat | seat 1: elf; red 3; gold 5; army Wolf")
    match.play("kill Rat")
    assert (player(match)["red"], player(match)["gold"]) == (0, 3)


def test_r7_3_gold_first_where_a_card_counts_red():
    match = at("field vampire: Rat | field elf: Elf | seat 1: elf; red 6; gold 4; army Miser, Wolf")  # power 8
    match.play("gold first")
    assert refused(match, "gold first") == "R7.3"
    match.play("kill Rat")
    assert (player(match)["red"], player(match)["gold"]) == (5, 0)
    for purse in ("red 6; gold 4; army Wolf", "red 0; gold 4; army Miser", "red 6; army Miser"):
        assert refused(at(f"seat 1: elf; {purse}"), "gold first") == "R7.3"
    match = at("field vampire: Rat | field elf: Elf | seat 1: elf; red 6; gold 9; army Miser, Wolf")
    match.play("gold first")
    match.play("kill Rat")
    match.play("kill Elf")  # red again
    assert (player(match)["red"], player(match)["gold"]) == (3, 4)


def test_r7_4_only_red_is_stolen():
    match = at("seat 1: goblin; army Thief | seat 2: elf; red 1; gold 7")
    match.play("use Thief")
    match.play("target seat 2")
    assert (player(match)["red"], player(match, 2)["red"], player(match, 2)["gold"]) == (1, 0, 7)
    match = at("seat 1: goblin; army Thief | seat 2: elf; gold 7")
    assert refused(match, "use Thief") == "R11.4"


# R8 Power


def test_r8_1_power_is_commander_army_and_constants():
    match = at("seat 1: goblin; red 7; army Mob, Grunt, Wolf, Miser")
    # 2, then 1 + 1 + 3 + 1, then Mob: 3 goblins, 1; Miser: 7 red, 2
    assert player(match)["power"] == 2 + 6 + 1 + 2


def test_r8_2_the_commander_counts_for_factions_and_energy():
    match = at("seat 1: goblin; army Mob")
    assert player(match)["power"] == 2 + 1 + 1
    match = at("seat 1: vampire; army Mob")
    assert player(match)["power"] == 2 + 1
    match = at("seat 1: vampire; red 0; army Priest")
    match.play("use Priest")
    assert player(match)["red"] == 1


# R9 Poison


def test_r9_1_tokens_lower_killing_to_one_at_least_and_not_commanding():
    match = at("field vampire: Rat+9 | seat 1: elf; red 30; army Wolf")
    assert table(match)["piles"][0]["cards"][0]["costs"] == {"kill": 1, "command": 4}


def test_r9_2_tokens_stay_when_a_card_is_commanded_or_covered():
    match = at("field elf: Elf+2 | field vampire: Bat+1 | seat 1: elf; red 30; hand Cat")
    match.play("place Cat")
    match.play("command Elf")
    assert (tokens(match, "Elf"), tokens(match, "Bat")) == (2, 1)
    assert army(match) == ["Elf"]


def test_r9_3_no_card_dies_of_tokens_alone():
    match = at("field goblin: Grunt | seat 1: elf; army Viper")
    match.play("use Viper")
    match.play("target Grunt")  # 3 tokens on a heart of 1
    assert (pile(match, "goblin"), spoils(match)) == (["Grunt"], [])


# R10 The end


def test_r10_1_after_the_last_card_everyone_has_one_more_turn_and_the_drawer_is_last():
    match = at("deck 1 | seat 1: vampire; hand Bat, Rat, Lamp, Cat, Wolf; army Scout | seat 2: elf; hand Elf, Oak",
               "seat 3: human; hand Knight, Miser, Mob, Duke", seats=3, draws=["Boss"])  # fmt: skip
    match.play("use Scout")
    order = []
    while not match.is_over:
        seat = match.to_act
        order += [seat] if not order or order[-1] != seat else []
        match.play(match.actions()[-1].id)
    assert order == [0, 1, 2, 0]


def test_r10_2_points_are_spoils_power_gold_and_special_points():
    match = at("seat 1: human; red 9; gold 3; army Duke, Crown, Knight; spoils Rat, Bat")
    # hearts 5 + 2; power 2 + 1 + 1 + 3; gold 3; Duke: 3 humans, 2; Crown 3
    assert player(match)["points"] == 7 + 7 + 3 + 2 + 3


@pytest.mark.parametrize(("gold", "winners"), [(1, [0, 1]), (0, [0]), (2, [1])])
def test_r10_3_most_points_win_and_a_tie_is_shared(gold, winners):
    match = at("deck 0 | last 1", f"seat 1: vampire; gold 1 | seat 2: elf; gold {gold}")
    match.play("end turn")
    assert match.is_over
    assert match.winners == winners
    assert match.scores == [3, 2 + gold]
    assert match.outcome.how == "played out"


def test_r10_4_a_game_ends_after_the_last_round():
    match = at("turn 120 | deck 9 | basic 1 begun | seat 1: elf; hand Bat | seat 2: human; hand Cat")
    match.play("place Bat")
    assert match.is_over
    assert match.conclusion.startswith("After 60 rounds the game is scored. ")
    assert match.outcome.how == "capped"
    match = at("turn 119 | deck 9 | basic 1 begun | seat 1: elf; hand Bat | seat 2: human; hand Cat")
    match.play("place Bat")
    assert not match.is_over


def test_r10_4_last_turns_that_are_not_over_are_cut_off_too():
    match = at("turn 120 | deck 0 | last 2 | basic 1 begun | seat 1: elf; hand Bat | seat 2: human; hand Cat")
    match.play("place Bat")
    assert match.outcome.how == "capped"
    assert match.conclusion.startswith("After 60 rounds the game is scored. ")
    match = at("turn 120 | deck 0 | last 1 | basic 1 begun | seat 1: elf; hand Bat | seat 2: human; hand Cat")
    match.play("place Bat")
    assert match.outcome.how == "played out"


# R11 Abilities


def test_r11_1_one_triggered_ability_of_two_effects_and_two_constants():
    match = at("night 1 | seat 1: vampire; army Bishop")
    match.play("use Bishop")
    assert (table(match)["night"]["is_night"], player(match)["gold"]) == (False, 1)
    match = at("night 1 | field vampire: Rat | seat 1: vampire; red 30; army Owl")
    assert player(match)["power"] == 2 + 1 + 2
    assert table(match)["piles"][0]["cards"][0]["costs"]["kill"] == 5
    for bad in (
        {"trigger": {"effects": [trigger("red", 1)["effects"][0]] * 3}},
        {"constant": [constant("toll", 1)] * 3},
    ):
        with pytest.raises(BadInput):
            make(cards=[card("Sphinx", "elf") | bad])


@pytest.mark.parametrize(
    ("count", "given", "amount"),
    [
        ("blood", "seat 1: vampire; army Bat, Cat", 3),
        ("vampire", "seat 1: vampire; army Bat, Cat", 3),
        ("artifact", "seat 1: vampire; army Lamp", 1),
        ("army", "seat 1: vampire; army Lamp, Bat", 3),
        ("spoils", "seat 1: vampire; spoils Lamp, Bat", 2),
        ("hand", "seat 1: vampire; hand Lamp, Bat, 1 darkness", 3),
        ("poison", "field elf: Elf+3, Oak+1 | seat 1: vampire | seat 2: elf; army Bat+2", 6),
        ("red", "seat 1: vampire; red 4", 4),
        ("gold", "seat 1: vampire; red 3; gold 2", 2),
        ("night", "night 2 | seat 1: vampire", 1),
        ("day", "seat 1: vampire", 1),
    ],
)
def test_r11_2_what_can_be_counted(count, given, amount):
    counter = card("Counter", "elf", trigger=trigger("gold", 1, per=count))
    wanting = card("Wanting", "elf", trigger=trigger("red", 1, needs={count: amount}))
    missing = card("Missing", "elf", trigger=trigger("red", 1, needs={count: amount + 1}))
    for one, rule in ((counter, None), (wanting, None), (missing, "R11.2")):
        rules = make(cards=[*game().options.cards, one])
        seat = given.replace("seat 1: vampire", "seat 1: vampire", 1)
        parts = seat.split("army ", 1)
        has_army = len(parts) == 2 and "seat 2" not in parts[0]
        text = f"{parts[0]}army {one['name']}, {parts[1]}" if has_army else seat.replace(
            "seat 1: vampire", f"seat 1: vampire; army {one['name']}")  # fmt: skip
        if count == "army":
            assert has_army
        match = at(text, ruleset=rules)
        before = player(match)
        if rule:
            assert refused(match, f"use {one['name']}") == rule
        else:
            match.play(f"use {one['name']}")
            gained = player(match)["gold"] + player(match)["red"] - before["gold"] - before["red"]
            assert gained == (amount if one is counter else 1)


@pytest.mark.parametrize(("bats", "gained"), [("", 1), (", Bat", 2), (", Bat, Cat", 3), (", Bat, Cat, Font", 3)])
def test_r11_3_amount_per_count_up_to_a_limit(bats, gained):
    rules = make(cards=[*game().options.cards, card("Font", "vampire", energy=["blood"] * 3)])
    match = at(f"seat 1: vampire; army Priest{bats}", ruleset=rules)
    match.play("use Priest")
    assert player(match)["red"] == gained


@pytest.mark.parametrize(
    ("position", "action", "rule"),
    [
        ("seat 1: elf; army Elf", "use Elf", "R11.4"),
        ("seat 1: elf | seat 2: human; army Blacksmith", "use Blacksmith", "R11.4"),
        ("seat 1: elf; army Priest", "use Priest", "R11.4"),  # no blood
        ("seat 1: elf; red 2; army Banker", "use Banker", "R11.4"),
        ("deck 0 | seat 1: elf; army Scout", "use Scout", "R11.4"),
        ("seat 1: elf; army Bishop", "use Bishop", "R11.4"),  # day
        ("silence | seat 1: elf; army Cleric", "use Cleric", "R11.4"),
        ("seat 1: elf; army Archer", "use Archer", "R11.4"),  # no target
        ("field elf: Elf+20 | seat 1: elf; army Archer", "use Archer", "R11.4"),  # no token
        ("seat 1: elf; gold 1; army Orb of Light | seat 2: elf; army Bat", "use Orb of Light", "R11.4"),
        ("field vampire: Rat | seat 1: elf; red 9; army Lord", "use Lord", "R11.4"),  # 5 points, 3 allowed
        ("seat 1: elf; army Gnome", "use Gnome", "R11.2"),
    ],
)
def test_r11_4_when_an_ability_may_not_be_used(position, action, rule):
    position = position.replace("seat 2: elf", "seat 2: human")
    assert refused(at(position), action) == rule


def test_r11_5_the_target_is_named_next_and_the_cost_is_paid_then():
    match = at("field elf: Elf | seat 1: elf; red 3; army Lord; hand Bat")
    assert refused(match, "target Elf") == "R11.5"
    match.play("use Lord")
    assert player(match)["red"] == 3
    assert legal(match) == ["target Elf"]
    assert refused(match, "place Bat") == "R11.5"
    match.play("target Elf")
    assert (player(match)["red"], spoils(match)) == (1, ["Elf"])
    assert refused(match, "use Lord") == "R3.1"


def test_r11_5_values_are_counted_before_the_cost_is_paid():
    one = card("Abacus", "human", trigger=trigger("gold", 1, cost={"red": 3}, per="red", each=2))
    match = at("seat 1: elf; red 5; army Abacus", ruleset=make(cards=[*game().options.cards, one]))
    match.play("use Abacus")
    assert (player(match)["red"], player(match)["gold"]) == (2, 2)


def test_r11_6_each_triggered_effect():
    match = at("field goblin: Grunt, Mob | field elf: Elf, Oak | field human: Duke | seat 1: elf; red 9; gold 1; "
               "army Blacksmith, Banker, Captain, Scout, Ranger, Drum, Cleric, Boss | seat 2: human; red 3; army Bat",
               draws=["Darkness Falls"])  # fmt: skip
    match.play("use Blacksmith")
    match.play("use Banker")
    assert (player(match)["red"], player(match)["gold"]) == (8, 3)
    match.play("use Captain")
    assert table(match)["basic_left"] == 3
    match.play("use Scout")
    assert player(match)["darkness"] == 1
    match.play("use Ranger")
    match.play("use Drum")
    assert table(match)["discounts"] == {"kill": 2, "command": 2}
    match.play("use Cleric")
    assert table(match)["silence"]
    match.play("use Boss")
    assert legal(match) == ["target Duke", "target Elf", "target Grunt"]
    assert refused(match, "target Bat") == "R5.3"  # no attack by day
    assert refused(match, "target Oak") == "R5.2"
    match.play("target Elf")
    assert "Elf" in army(match)
    assert player(match)["red"] == 7


def test_r11_6_an_arrow_kills_by_counters_alone():
    match = at("field vampire: Bat+1 | seat 1: elf; army Archer, Ghoul")
    match.play("use Archer")
    match.play("target Bat")
    assert spoils(match) == ["Bat"]
    assert player(match)["red"] == 2  # the Ghoul's bounty
    match = at("night 1 | field vampire: Bat+1 | seat 1: elf; army Archer | seat 2: human; army Grunt")
    match.play("use Archer")
    match.play("target Bat")
    assert tokens(match, "Bat") == 2  # 4 are needed at night
    match = at("seat 1: elf; army Archer | seat 2: human; army Grunt")
    match.play("use Archer")
    match.play("target Grunt")  # by day too, it is no attack; shield 1
    assert spoils(match) == ["Grunt"]
    match = at("night 1 | field vampire: Bat+1 | seat 1: elf; army Archer, Owl")
    match.play("use Archer")
    match.play("target Bat")
    assert spoils(match) == ["Bat"]


def test_r11_6_tokens_do_not_go_on_ones_own_army():
    match = at("field elf: Elf | seat 1: elf; army Archer, Bat | seat 2: human; army Rat")
    match.play("use Archer")
    assert legal(match) == ["target Rat", "target Elf"]
    assert refused(match, "target Bat") == "R5.3"
    assert refused(match, "target seat 2") == "R11.6"


def test_r11_6_slay_takes_cards_of_few_points_only():
    match = at("field elf: Elf | field vampire: Rat+2 | field human: Knight | seat 1: elf; red 9; army Lord")
    match.play("use Lord")
    assert legal(match) == ["target Rat", "target Elf"]
    assert refused(match, "target Knight") == "R11.6"


def test_r11_7_each_constant():
    night = "night 1 | seat 1: vampire; red 60; army Wolf, Knight | seat 2: human; army {army}"
    for soldiers, rule in (("Bat, Rat, Cat, Priest, Nosferatu", "R11.9"), ("Shade", "R11.9"), ("Bat", None)):
        match = at(night.format(army=soldiers))
        name = soldiers.split(", ")[0]
        assert (refused(match, f"kill {name}") if rule else "kill Bat" in legal(match)) == (rule or True)
    match = at(night.format(army="Bat, Rat, Cat, Nosferatu"))
    assert "kill Bat" in legal(match)  # only four vampires
    assert player(at("seat 1: vampire; army Gob Wiz, Mob, Bat"))["power"] == 2 + 3 + 2  # all four are goblins
    match = at("seat 1: vampire; hand Cat; army Farmer")
    match.play("place Cat")
    assert player(match)["red"] == 3
    match = at("field goblin: Mob | field vampire: Cat | seat 1: vampire; red 60; army Oak, Wolf")
    assert table(match)["piles"][3]["cards"][0]["costs"] == {"kill": 2, "command": 2}
    assert table(match)["piles"][0]["cards"][0]["costs"] == {"kill": 3, "command": 2}


@pytest.mark.parametrize("seat", range(4))
def test_r11_7_each_army_has_its_own_toll(seat):
    gates = [
        card(f"Gate {letter}x", "human", constant=[constant("toll", toll)]) for toll, letter in enumerate("ABCD", 1)
    ]
    ruleset = make(4, cards=[*CARDS, *gates])
    armies = [f"seat {1 + nth}: {who}; red 9; army Gate {'ABCD'[nth]}x" for nth, who in enumerate(FACTIONS[:4])]
    states = ruleset.read_position(f"night 1 | {' | '.join(armies)} | seat {1 + seat} acts")
    for other in set(range(4)) - {seat}:
        gate = number(f"Gate {'ABCD'[other]}x", ruleset.box)
        assert points_to_attack(ruleset.box[0], states[0], seat, gate, KILL) == 4 + 1 + other
        assert points_to_attack(ruleset.box[0], states[0], seat, gate, COMMAND) == 5 + 1 + other


@pytest.mark.parametrize("seat", range(4))
def test_r11_7_no_toll_by_day_nor_for_the_army_of_the_attacker(seat):
    ruleset = game(4)
    armies = [f"seat {1 + nth}: {who}; red 9" for nth, who in enumerate(FACTIONS[:4])]
    armies[seat] += "; army Warden"
    for time in ("", "night 1 | "):
        states = ruleset.read_position(f"{time}{' | '.join(armies)} | seat {1 + seat} acts")
        assert standing_of(ruleset.box[0], states[0], seat).guards == (0, 0, 0, 0)
    by_day = ruleset.read_position(f"{' | '.join(armies)} | seat {1 + seat} acts")
    assert standing_of(ruleset.box[0], by_day[0], (seat + 1) % 4).guards == (0, 0, 0, 0)


def test_r11_7_each_faction_has_its_own_discounts():
    """An army with a discount on each faction, artifacts included, and one on all."""
    knives = [
        card(f"Knife {letter}x", "human", constant=[
            constant("kill_discount", amount, only=faction), constant("command_discount", 6 - amount, only=faction),
        ])
        for amount, (letter, faction) in enumerate(zip("ABCDE", FACTIONS, strict=True), 1)
    ]  # fmt: skip
    knives.append(card("Knife Fx", "human", constant=[constant("kill_discount", 2), constant("command_discount", 1)]))
    marks = [
        card(f"Mark {letter}x", faction, kill=20, command=20) for letter, faction in zip("ABCDE", FACTIONS, strict=True)
    ]
    ruleset = make(2, cards=[*CARDS, *knives, *marks])
    army = ", ".join(knife["name"] for knife in knives)
    for top in ("Mark Ax", "Mark Ex"):
        field = f"field vampire: {top} | field human: Mark Bx | field elf: Mark Cx | field goblin: Mark Dx"
        states = ruleset.read_position(f"{field} | seat 1: vampire; red 9; army {army} | seat 2: human | seat 1 acts")
        for mark in (top, "Mark Bx", "Mark Cx", "Mark Dx"):
            amount = 1 + "ABCDE".index(mark[5])
            target = number(mark, ruleset.box)
            assert points_to_attack(ruleset.box[0], states[0], 0, target, KILL) == 20 - amount - 2
            assert points_to_attack(ruleset.box[0], states[0], 0, target, COMMAND) == 20 - (6 - amount) - 1


def test_r11_7_a_harvest_is_beyond_the_limit_of_power_and_not_for_darkness():
    match = at("seat 1: vampire; hand Rat, 1 darkness; army Farmer")  # power 3
    match.play("place Rat")
    assert player(match)["red"] == 4
    match.play("darkness")
    assert player(match)["red"] == 7


def test_r11_8_constants_add_up_and_do_not_work_when_silenced_or_negated():
    match = at("seat 1: elf; gold 1; army Cleric, Orb of Light; hand Bat | seat 2: goblin; army Mob, Gob Wiz, Crown")
    # 3 and the Commander are goblins: Mob 2
    assert player(match, 2)["power"] == 2 + 3 + 2
    match.play("use Orb of Light")
    assert legal(match) == ["target Gob Wiz", "target Mob", "target Crown"]
    match.play("target Gob Wiz")
    assert player(match, 2)["power"] == 2 + 3 + 1
    match.play("use Cleric")
    assert player(match, 2)["power"] == 2 + 3
    assert player(match, 2)["points"] == 2 + 3
    match.play("place Bat")
    match.play("draw")
    assert player(match, 2)["power"] == 2 + 3 + 2


def test_r11_9_constants_beat_triggers_unless_they_are_altered():
    match = at("night 1 | seat 1: elf; red 9; gold 1; army Archer, Lord, Cleric | seat 2: human; army Shade+9")
    assert refused(match, "use Lord") == "R11.4"
    match.play("use Archer")
    match.play("target Shade")
    assert (tokens(match, "Shade"), army(match, 2)) == (10, ["Shade"])  # the token is placed all the same
    assert refused(match, "kill Shade") == "R11.9"
    match.play("use Cleric")
    match.play("use Lord")
    match.play("target Shade")
    assert spoils(match) == ["Shade"]


def test_r11_10_kin_comes_before_factions():
    rules = make(
        cards=[*game().options.cards, card("Imp", "elf", constant=[constant("protect_self", needs={"goblin": 3})])]
    )
    match = at("night 1 | seat 1: elf; red 60 | seat 2: human; army Imp, Gob Wiz", ruleset=rules)
    assert refused(match, "kill Imp") == "R11.9"  # Imp, Gob Wiz and the Commander
    with pytest.raises(BadInput, match="constant"):
        make(cards=[card("Sphinx", "elf", constant=[constant("kin", only="elf", needs={"elf": 1})])])


def test_r11_11_moved_first_then_counted():
    rules = make(cards=[
        *game().options.cards, card("Fiend", "vampire", constant=[constant("bounty", 1, per="spoils")]),
        card("Gleaner", "human", constant=[constant("harvest", 1, per="red", each=2)]),
        card("Empty", "human", constant=[constant("harvest", 1, per="hand")]),
    ])  # fmt: skip
    match = at("field vampire: Bat | seat 1: elf; red 2; army Fiend", ruleset=rules)
    match.play("kill Bat")
    assert player(match)["red"] == 1
    match = at("seat 1: elf; red 2; army Gleaner; hand Bat", ruleset=rules)  # gains 2, and 1 for the 2 it had
    match.play("place Bat")
    assert player(match)["red"] == 5
    match = at("seat 1: elf; army Empty; hand Bat, Rat, Cat", ruleset=rules)
    match.play("place Bat")
    assert player(match)["red"] == 2 + 2


# R12 What players know


def test_r12_1_hands_draw_pile_and_removed_cards_are_secret():
    match = at("seat 1: vampire; hand Bat | seat 2: human; hand Rat, 1 darkness", draws=["Cat"])
    own, other = match.seen(0).players
    assert (other.hand, other.cards, other.darkness) == (None, 2, None)
    assert [one.name for one in own.hand] == ["Bat"]
    match.play("draw")
    assert match.texts(0)[1] == "draw Cat"
    assert match.texts(1)[1] == "?"
    assert "Cat" not in " ".join(match.story(1))


def test_r12_2_everything_else_is_open():
    match = at("field elf: Elf, Oak | seat 1: vampire; red 3; spoils Bat | seat 2: human; gold 2; army Rat")
    seen, whole = match.seen(0), match.ruleset.spec.views.view(match.ruleset.box, match.position)
    assert seen.piles == whole.piles
    for name in ("red", "gold", "army", "spoils", "points", "cards"):
        assert [getattr(one, name) for one in seen.players] == [getattr(one, name) for one in whole.players]


def sure_hand(match, seat):
    """What everybody knows of a hand."""
    write, box = match.ruleset.spec.notation.write_position, match.ruleset.box
    text = write(box, match.ruleset.hidden(match.position, match.ruleset.seats))
    part = next(part for part in text.split(" | ") if part.startswith(f"seat {seat}: "))
    return next((words for words in part.split("; ") if words.startswith("hand ")), "hand").removeprefix("hand").strip()


def test_r12_3_which_cards_were_dealt_is_not_open_but_how_many_are_surely_no_darkness_falls():
    match = at("deck 20 | seat 1: vampire; hand Bat*, Cat*, Rat | seat 2: human")
    assert match.view(1).position.players[0].sure_cards == 2
    assert sure_hand(match, 1) == "?*, ?*, ?"
    match.play("place Rat")  # whether or not it was dealt, nobody can tell
    assert sure_hand(match, 1) == "?*, ?"
    match = at("deck 20 | seat 1: vampire; hand Bat*, Cat*, Rat | seat 2: human")
    match.play("place Bat")
    assert sure_hand(match, 1) == "?*, ?"


def test_r12_3_a_darkness_falls_is_none_of_them():
    match = at("deck 20 | seat 1: vampire; hand Bat*, Cat*, 1 darkness | seat 2: human")
    match.play("darkness")
    assert sure_hand(match, 1) == "?*, ?*"


def test_r12_4_no_hand_has_more_darkness_falls_than_may_be():
    rules = game()
    match = at("deck 20 | seat 1: vampire; hand Bat | seat 2: human; hand Rat*, Cat*, Wolf, 2 darkness")
    hidden = rules.hidden(match.position, 0)
    random = motherlode.core.streams.make_streams(5, 1)
    for _ in range(200):
        world = rules.resampled(hidden, 0, random)
        assert int(world[0].dark_held[1]) <= 3
        assert int(world[0].sure_size[1]) == 2
        assert (world[0].zone == HELD + 1).sum() == 5 - int(world[0].dark_held[1])


# R13 For designers


def test_r13_1_the_numbers_of_the_table_may_be_changed():
    rules = make(dealt=4, placed=1, crystals=7, basic_actions=3, draw_to=4, night_adds=1, darkness_crystals=1)
    match = rules.start(seed=1)
    while table(match)["turn"] == 0:
        match.play(match.actions()[0].id)
    assert (player(match)["cards"], player(match)["red"], table(match)["basic_left"]) == (3, 7, 3)
    match = at("night 1 | field vampire: Rat | seat 1: elf; hand 1 darkness; army Wolf, Knight", ruleset=rules)
    assert table(match)["piles"][0]["cards"][0]["costs"]["kill"] == 6
    match.play("darkness")
    assert player(match)["red"] == 1


@pytest.mark.parametrize("seed", range(4))
def test_r13_1_who_comes_later_may_begin_with_more_crystals(seed):
    match = make(3, crystals=4, crystals_by_place=[0, 2]).start(seed=seed)
    while table(match)["turn"] == 0:
        match.play(match.actions()[0].id)
    first, red = match.to_act, match.position[0].red
    assert [int(red[(first + rank) % 3]) for rank in range(3)] == [4, 6, 4]


def test_r13_1_no_more_crystals_leave_the_name_of_the_ruleset_as_it_was():
    names = {motherlode.game("madstone", 2, **options).digest for options in ({}, {"crystals_by_place": []})}
    assert names == {"21206d8074a46418"}
    assert motherlode.game("madstone", 2, crystals_by_place=[0, 2]).digest not in names


def test_r13_2_cards_may_be_changed_added_and_left_out():
    box = motherlode.game(
        "madstone", cards=[card("Archer", "elf", kill=9), card("Sphinx", "elf")], without=["Scout"]
    ).box
    names = [card_name(box, one) for one in range(int(box[0].num_cards))]
    assert len(names) == 66
    assert "Sphinx" in names
    assert "Scout" not in names
    assert int(box[0].kill[names.index("Archer")]) == 9
    with pytest.raises(BadInput, match="room for 72"):
        motherlode.game("madstone", cards=[card(f"Sphinx {letter}a", "elf") for letter in "abcdefg"])


def test_r13_3_there_must_be_enough_cards():
    with pytest.raises(BadInput, match="removed"):
        motherlode.game("madstone", removed=[62, 0, 0])
    assert int(motherlode.game("madstone", removed=[61, 0, 0]).box[0].deck) == 1
    with pytest.raises(BadInput, match="dealt"):
        make(4, dealt=10)


GOOD = {"name": "Sphinx", "faction": "elf", "numbers": card("Sphinx", "elf")["numbers"]}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"faction": "orc"}, "faction"),
        ({"numbers": {"power": 1}}, "numbers.kill"),
        ({"numbers": GOOD["numbers"] | {"kill": 0}}, "numbers.kill"),
        ({"numbers": GOOD["numbers"] | {"luck": 0}}, "numbers.luck"),
        ({"energy": ["mana"]}, "energy[0]"),
        ({"speed": 3}, "speed"),
        ({"trigger": {"effects": []}}, "trigger.effects"),
        ({"trigger": trigger("fly", 1)}, "trigger.effects[0].do"),
        ({"trigger": trigger("points", 1)}, "trigger.effects[0].do"),
        ({"trigger": trigger("red")}, "trigger.effects[0].amount"),
        ({"trigger": trigger("silence", 1)}, "trigger.effects[0].amount"),
        ({"trigger": trigger("red", 1, most=3)}, "trigger.effects[0].most"),
        ({"trigger": trigger("red", 1, per="luck")}, "trigger.effects[0].per"),
        ({"trigger": trigger("red", 1, only="elf")}, "trigger.effects[0].only"),
        ({"trigger": trigger("red", 1, then={"do": "steal", "amount": 1})}, "trigger.effects[1].do"),
        ({"trigger": trigger("red", 1, cost={"red": 1, "gold": 1})}, "trigger.cost"),
        ({"trigger": trigger("red", 1, needs={"elf": 1, "human": 1})}, "trigger.needs"),
        ({"constant": [constant("draw", 1)]}, "constant[0].do"),
        ({"constant": [constant("toll", 1, only="elf")]}, "constant[0].only"),
        ({"constant": [constant("kin")]}, "constant[0].only"),
        ({"constant": [constant("power", 1, needs={"luck": 1})]}, "constant[0].needs"),
        ({"name": "sphinx"}, "name"),
        ({"name": "Darkness Falls"}, "name"),
    ],
)
def test_r13_4_a_wrong_card_is_refused_with_file_card_and_field(change, field, tmp_path):
    content = GOOD | change
    with pytest.raises(BadInput) as caught:
        motherlode.game("madstone", cards=[content])
    assert f"card {content['name']!r}, field '{field}'" in str(caught.value)
    assert "\n" not in str(caught.value)
    path = tmp_path / "mine.toml"
    path.write_text(_toml(content))
    with pytest.raises(BadInput) as caught:
        read_cards(path)
    assert str(caught.value).startswith(f"bad data file 'mine.toml': card {content['name']!r}, field '{field}': ")


def _toml(content):
    """A file of cards with the default Commanders and one card."""
    head = (DATA / "cards.toml").read_text().split("[[cards]]")[0]
    text = head + "[[cards]]\n" + "\n".join(f"{name} = {_inline(value)}" for name, value in content.items()) + "\n"
    assert tomllib.loads(text)["cards"] == [content]
    return text


def _inline(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_inline(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_r13_4_a_file_needs_its_commanders(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[[cards]]\nname = 3\n")
    with pytest.raises(BadInput, match="needs one of each faction"):
        read_cards(path)
    path.write_text((DATA / "cards.toml").read_text() + "\n[[spells]]\n")
    with pytest.raises(BadInput, match="unknown part 'spells'"):
        read_cards(path)


def test_masks_and_marks_are_clean_after_a_thousand_steps():
    rules = default(4)
    random = motherlode.core.streams.make_streams(3, 1)
    states = rules.new()
    from motherlode.conformance import random_action

    while not rules.is_over(states):
        rules.apply(states, random_action(rules, states, random))
    now = states[0]
    assert not now.mark.any()
    assert int(now.pending) == -1
    assert np.all(now.spare == 0)


def test_r11_4_every_card_of_the_largest_box_can_be_used_once():
    cards = [
        card(f"Card {'ABCDEFGHI'[nth // 8]}{'abcdefgh'[nth % 8]}", "elf", trigger=trigger("red", 1))
        for nth in range(72)
    ]
    ruleset = motherlode.game("madstone", 2, cards=cards, without=DEFAULT_NAMES, removed=[0, 0, 0])
    names = [cards[nth]["name"] for nth in (0, 1, 31, 32, 60, 61, 62, 63, 64, 71)]
    for used in (names[::2], names[1::2], []):
        army = ", ".join(f"{name}!" if name in used else name for name in names)
        match = at(f"seat 1: elf; red 1; army {army}", "seat 2: human", ruleset=ruleset)
        usable = [text.removeprefix("use ") for text in legal(match) if text.startswith("use ")]
        assert usable == [name for name in names if name not in used]
        assert ruleset.observe(match.position, 0)[-4:].tolist() == [0] * 4


def test_r11_7_a_view_says_which_armies_are_protected():
    rest = ("seat 2: human; army Elf", "night 1")
    protected = "seat 1: vampire; army Nosferatu, Bat, Rat, Cat"
    assert [player(at(protected, *rest), seat)["is_protected"] for seat in (1, 2)] == [True, False]
    assert not player(at(protected.replace(", Cat", ""), *rest))["is_protected"]
    assert not player(at(protected, *rest, "silence"))["is_protected"]


def test_a_number_out_of_range_is_no_action():
    ruleset = game()
    last = ruleset.limits.num_actions - 1
    states = ruleset.read_position(f"{DAY} | seat 1 acts")
    reasons = [kernels.refuse(ruleset.box, states, 0, action) for action in (-2, -1, 0, last, last + 1)]
    assert [reason == Why.NO_SUCH_ACTION for reason in reasons] == [True, True, False, False, True]
