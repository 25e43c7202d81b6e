"""Why an action is better in Madcap: nuggets, of one's own and of the other."""

from motherlode.core.causes import Fact
from motherlode.core.contract import Records
from motherlode.core.ruleset import Ruleset

FACTS = (
    Fact("nuggets", {"en": "your nuggets", "de": "deine Nuggets"}),
    Fact(
        "reply",
        {
            "en": "nuggets that the next turn can bring the other",
            "de": "Nuggets, die der nächste Zug dem anderen bringen kann",
        },
        is_good=False,
    ),
)


def count(ruleset: Ruleset, states: Records, seat: int) -> dict[str, int]:
    """R6.1: nuggets of a seat; R4, R6.1: the most that the other can get in the turn that follows."""
    found = {"nuggets": int(states["gold"][0, seat]) + int(states["total"][0, seat])}
    other = 1 - seat
    if ruleset.to_act(states) == other:
        gains = []
        for action in ruleset.legal(states):
            after = ruleset.copied(states)
            ruleset.apply_unchecked(after, action)
            now, then = (int(each["gold"][0, other]) + int(each["total"][0, other]) for each in (states, after))
            gains.append(then - now)
        found["reply"] = max(gains)
    return found
