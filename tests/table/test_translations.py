"""The rules of our games in other languages: whole, and of the rules as they are."""

import pytest

from cold import OURS
from motherlode.core.contract import LANGUAGES
from motherlode.core.registry import find_game
from motherlode.table.rulebook import look_up, rules_of, rules_path
from motherlode.table.translations import faults_of


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
@pytest.mark.parametrize("game", OURS)
def test_every_game_has_its_rules_in_every_language(game, language):
    spec = find_game(game)
    assert rules_path(spec, language).name == f"RULES.{language}.md"
    assert faults_of(spec, language) == []
    same = [number for number, words in rules_of(spec, language).items() if words == rules_of(spec)[number]]
    assert same == []


def test_a_rule_is_looked_up_in_its_language():
    found = look_up(find_game("madcap"), "R4.3", "de")
    assert "Ein Fass muss" in found.words
    assert found.code == look_up(find_game("madcap"), "R4.3").code
