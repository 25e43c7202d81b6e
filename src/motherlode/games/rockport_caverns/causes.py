"""Why an action is better in the Rockport Caverns: steps, lives, rounds and stored actions."""

from motherlode.core.causes import Fact
from motherlode.core.compiling import plain
from motherlode.core.contract import Records
from motherlode.core.ruleset import Ruleset
from motherlode.games.rockport_caverns import heuristics, ways
from motherlode.games.rockport_caverns.components import NOWHERE, START_ROW

FACTS = (
    Fact("life", {"en": "your lives", "de": "deine Leben"}),
    Fact("friend_life", {"en": "lives of your friend", "de": "Leben deines Freundes"}),
    Fact(
        "to_exit",
        {"en": "steps from your friend to an exit", "de": "Schritte von deinem Freund zu einem Ausgang"},
        is_good=False,
    ),
    Fact("to_friend", {"en": "steps to your friend", "de": "Schritte zu deinem Freund"}, is_good=False),
    Fact(
        "to_row",
        {
            "en": "steps to the row where your friend is looked for",
            "de": "Schritte bis zur Reihe, in der dein Freund gesucht wird",
        },
        is_good=False,
    ),
    Fact(
        "safe",
        {
            "en": "rounds until the water takes you where you stand",
            "de": "Runden, bis dich das Wasser dort holt, wo du stehst",
        },
    ),
    Fact("stored", {"en": "stored actions", "de": "aufgesparte Aktionen"}),
)

count_steps, safe_rounds = plain(ways.count_steps), plain(heuristics.safe_rounds)


def count(ruleset: Ruleset, states: Records, seat: int) -> dict[str, int]:  # noqa: ARG001  (there is one)
    """R2.6, R4.3, R6.2, R9: how far everything is over hexes that are not blocked; no way, no number."""
    box, state = ruleset.box[0], states[0]
    here, friend = int(state.here), int(state.friend)
    found = {"life": int(state.life), "stored": int(state.stored)}
    if here == NOWHERE:
        return found
    found["safe"] = int(safe_rounds(box, state, here))
    if friend == NOWHERE:
        wanted = {"to_row": (here, int(box.row_mask[int(box.trigger_row)]))}
    else:
        found["friend_life"] = int(state.friend_life)
        wanted = {"to_friend": (here, 1 << friend), "to_exit": (friend, int(box.exit_mask))}
    barred = int(state.blocked) | int(box.row_mask[START_ROW])
    for name, (place, goals) in wanted.items():
        steps = int(count_steps(box, place, goals, barred))
        if steps < heuristics.FAR:
            found[name] = steps
    return found
