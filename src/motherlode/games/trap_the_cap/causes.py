"""Why an action is better in Trap the Cap: captives, own caps, and who is within a throw of whom."""

from typing import Any

from motherlode.core.causes import Fact
from motherlode.core.compiling import plain
from motherlode.core.contract import NOBODY, Records
from motherlode.core.ruleset import Ruleset
from motherlode.games.trap_the_cap import ending, standing
from motherlode.games.trap_the_cap.components import FACES, GREY, KEPT

FACTS = (
    Fact("kept", {"en": "captives in your base", "de": "Gefangene in deiner Heimat"}),
    Fact("captives", {"en": "captives that you have or carry", "de": "Gefangene, die du hast oder führst"}),
    Fact("lost", {"en": "your caps that others hold", "de": "deine Hüte, die andere halten"}, is_good=False),
    Fact(
        "exposed",
        {
            "en": f"your caps within {FACES} steps of a cap that may trap them",
            "de": f"deine Hüte höchstens {FACES} Schritte von einem, der sie fangen darf",
        },
        is_good=False,
    ),
)

count_trapped, owner_of = plain(ending.count_trapped), plain(standing.owner_of)


def count(ruleset: Ruleset, states: Records, seat: int) -> dict[str, int]:
    """R7.2, R5.1, R4.2: captives of the seat's side, its caps that others hold, and those that a throw may reach."""
    box, state = ruleset.box[0], states[0]
    team, spaces = int(box.team[seat]), int(box.spaces)
    caps = [cap for cap in range(int(box.num_caps)) if cap != int(box.gold)]
    mine = [cap for cap in caps if int(box.team[int(box.owner[cap])]) == team]
    lost, exposed = 0, 0
    for cap in mine:
        top, place = int(state.top[cap]), int(state.place[cap])
        if top == KEPT or owner_of(box, state, top) == NOBODY or int(box.team[owner_of(box, state, top)]) != team:
            lost += 1
        elif top == cap and place < spaces and int(box.kind[place]) != GREY:
            exposed += any(_may_reach(box, state, other, place) for other in caps if other not in mine)
    return {
        "kept": count_trapped(box, state, team, 0),
        "captives": count_trapped(box, state, team, 1),
        "lost": lost,
        "exposed": exposed,
    }


def _may_reach(box: Any, state: Any, cap: int, place: int) -> bool:
    """Whether a free cap of others is within a throw of a place."""
    return int(state.top[cap]) == cap and int(box.distance[int(state.place[cap]), place]) <= FACES
