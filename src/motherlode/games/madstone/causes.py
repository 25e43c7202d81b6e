"""Why an action is better in Madstone: points, power, crystals and cards."""

from motherlode.core.causes import Fact
from motherlode.core.compiling import plain
from motherlode.core.contract import NOBODY, Records
from motherlode.core.ruleset import Ruleset
from motherlode.games.madstone import counting

FACTS = (
    Fact("points", {"en": "your points as things stand", "de": "deine Punkte nach jetzigem Stand"}),
    Fact(
        "others",
        {"en": "points of the best opponent as things stand", "de": "Punkte des besten Gegners nach jetzigem Stand"},
        is_good=False,
    ),
    Fact("power", {"en": "your power", "de": "deine Stärke"}),
    Fact("army", {"en": "cards in your army", "de": "Karten in deinem Heer"}),
    Fact("gold", {"en": "your gold crystals", "de": "deine goldenen Kristalle"}),
    Fact("red", {"en": "your red crystals", "de": "deine roten Kristalle"}),
    Fact("cards", {"en": "cards in your hand", "de": "Karten auf deiner Hand"}),
)

points_of, power_of = plain(counting.points_of), plain(counting.power_of)


def count(ruleset: Ruleset, states: Records, seat: int) -> dict[str, int]:
    """R10.2, R8.1: points and power as things stand, and what a seat has; nothing before Commanders are chosen."""
    box, state = ruleset.box[0], states[0]
    if any(int(state.commander[each]) == NOBODY for each in range(ruleset.seats)):
        return {}
    return {
        "points": int(points_of(box, state, seat)),
        "others": max(int(points_of(box, state, each)) for each in range(ruleset.seats) if each != seat),
        "power": int(power_of(box, state, seat)),
        "army": int(state.army_size[seat]),
        "gold": int(state.gold[seat]),
        "red": int(state.red[seat]),
        "cards": int(state.hand_size[seat]),
    }
