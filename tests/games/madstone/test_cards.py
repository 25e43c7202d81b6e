"""Cards as data and in words: texts come from the table that the kernels read, and the page lists them all."""

import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest

import motherlode
from motherlode.games.madstone.components import (
    CONSTANT,
    COUNTS,
    DATA,
    EFFECTS,
    TARGETED,
    TRIGGERED,
    UNMEASURED,
    card_name,
    write_abilities,
)

from .cards import card, constant, default, trigger

ROOT = Path(__file__).parents[3]


def text_of(one):
    """The abilities of a card in words."""
    box = motherlode.game("madstone", cards=[one]).box
    return write_abilities(box, int(box[0].num_cards) - 1)


@pytest.mark.parametrize("do", TRIGGERED)
def test_every_triggered_effect_has_words_with_its_amount(do):
    words = [text_of(card("Sphinx", "elf", trigger=trigger(do, None if do in UNMEASURED else amount)))[0]
             for amount in (1, 7)]  # fmt: skip
    assert all(one.startswith("Trigger: ") and one.endswith(".") for one in words)
    if do not in UNMEASURED:
        assert "1" in words[0]
        assert "7" in words[1]
        assert "{" not in words[0]


@pytest.mark.parametrize("do", CONSTANT)
def test_every_constant_has_words_with_its_amount_and_condition(do):
    more = {"only": "goblin"} if do == "kin" else {"needs": {"nature": 4}}
    words = text_of(card("Sphinx", "elf", constant=[constant(do, None if do in UNMEASURED else 6, **more)]))
    assert len(words) == 1
    assert words[0].startswith("Constant: ")
    assert ("goblins" if do == "kin" else "if you have at least 4 nature energy") in words[0]
    assert do in UNMEASURED or "6" in words[0]


@pytest.mark.parametrize("count", COUNTS)
def test_every_count_has_words(count):
    assert text_of(card("Sphinx", "elf", trigger=trigger("red", 1, needs={count: 2}))) != []
    words = text_of(card("Sphinx", "elf", trigger=trigger("red", 2, per=count, each=3, most=4)))[0]
    assert "at most 4" in words
    assert count in {"night", "day"} or "for every 3" in words


def test_costs_are_in_the_words():
    assert text_of(card("Sphinx", "elf", trigger=trigger("gold", 1, cost={"red": 2}, needs={"elf": 1}))) == [
        "Trigger: spend 2 crystals, if you have at least 1 elf in your army: gain 1 gold crystal."
    ]
    assert text_of(card("Sphinx", "elf", trigger=trigger("draw", 2, cost={"gold": 1}))) == [
        "Trigger: spend 1 gold crystal: draw 2 cards."
    ]


def test_different_effects_have_different_words():
    texts = [
        text_of(card("Sphinx", "elf", trigger=trigger(do, None if do in UNMEASURED else 1)))[0] for do in TRIGGERED
    ]
    assert len(set(texts)) == len(TRIGGERED)


def test_the_table_has_what_the_file_says():
    box = default().box
    cards = tomllib.loads((DATA / "cards.toml").read_text())["cards"]
    for number, one in enumerate(cards):
        assert card_name(box, number) == one["name"]
        for name, value in one["numbers"].items():
            assert int(box[0][name][number]) == value
        wanted = [effect["do"] for effect in one.get("trigger", {}).get("effects", [])]
        wanted += [effect["do"] for effect in one.get("constant", [])]
        assert [EFFECTS[kind] for kind in box[0].effect[number] if kind] == wanted
        amounts = [effect.get("amount", 1) for effect in one.get("trigger", {}).get("effects", [])]
        assert box[0].amount[number, : len(amounts)].tolist() == amounts


def test_each_faction_has_energy_of_its_own_and_abilities_that_use_it():
    cards = tomllib.loads((DATA / "cards.toml").read_text())["cards"]
    for faction, energy in zip(
        ("vampire", "human", "elf", "goblin"), ("blood", "justice", "nature", "chaos"), strict=True
    ):
        own = [one for one in cards if one["faction"] == faction]
        assert sum(energy in one["energy"] for one in own) >= 5
        assert all(set(one["energy"]) <= {energy} for one in own)
        assert sum(f"'{energy}'" in str({**one, "energy": []}) for one in own) >= 3
    everything = str(cards)
    for word in ("poison", "gold", "night", *TARGETED):
        assert f"'{word}'" in everything


def test_the_page_lists_the_default_set():
    spec = importlib.util.spec_from_file_location("make_card_list", ROOT / "docs" / "make_card_list.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_card_list"] = module
    spec.loader.exec_module(module)
    page = module.PAGE.read_text(encoding="utf-8")
    assert module.page_with(module.card_list()) == page, "run python docs/make_card_list.py"
    assert len(re.findall(r"^\| .* / .* / ", page, re.MULTILINE)) == 66
