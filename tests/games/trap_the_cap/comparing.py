"""A position of the engine in the words of the twin."""

import motherlode
from motherlode.core.contract import CHANCE
from motherlode.core.contract import OVER as IS_OVER
from motherlode.games.trap_the_cap.components import names_of
from motherlode.games.trap_the_cap.notation import cap_names, colour_of

from .reference import AGAIN, MOVE, OVER, THROW, Board, TrapTheCap

YELLOW = {"1986": ("junctions", "centre"), "classic": ("junctions", "ring", "spokes", "centre")}
ODD = {
    "bases": 3,
    "sector": 4,
    "spoke": 2,
    "grey": 1,
    "yellow": {"1986": ["junctions", "b2"]},
    "links": [["3", "a2"], ["7", "b2"], ["8", "c1"]],
    "cuts": [["7", "8"]],
}
ENDINGS = {"basic": "most", "team": "most", "total": "most", "tower": "last", "golden": "golden"}


def pair(seats, **options):
    """The same game twice: the engine's, and the twin's."""
    return motherlode.game("trap_the_cap", seats, **options), twin_of(seats, **options)


def twin_of(seats, **options):
    """The twin with the engine's options."""
    wanted = options.get("board", "auto")
    if isinstance(wanted, dict):
        numbers = {name: value for name, value in wanted.items() if name != "yellow"}
        board = Board(**numbers, yellow=wanted["yellow"]["1986"])
    else:
        bases = {"four": 4, "six": 6, "auto": 4 if seats <= 4 else 6}[wanted]
        board = Board(bases, yellow=YELLOW[options.get("kinds", "1986")])
    kind = options.get("game", "basic")
    ending = options.get("ending", "usual")
    return TrapTheCap(
        seats,
        board,
        kind,
        ENDINGS[kind] if ending == "usual" else ending,
        options.get("caps", 6),
        turns=options.get("turns", 3000),
    )


def told(game, states):
    """What the twin knows of itself, read from a record."""
    box, now = game.box, states[0]
    rules = box[0]
    names = cap_names(box)
    spaces = int(rules.spaces)
    place, top, rank = (states[name][0].tolist() for name in ("place", "top", "rank"))
    on, free, kept = {}, {}, {}
    for seat in range(game.seats):
        free[colour_of(box, seat)], kept[colour_of(box, seat)] = set(), set()
    homes = {spaces + int(rules.seat_base[seat]): colour_of(box, seat) for seat in range(game.seats)}
    spelled = names_of(int(rules.bases), int(rules.sector), int(rules.spoke))
    here = {space: [] for space in range(spaces)}
    for cap in sorted(range(len(names)), key=lambda cap: rank[cap]):
        if place[cap] < spaces:
            here[place[cap]].append(cap)
    for space, caps in here.items():
        assert [rank[cap] for cap in caps] == list(range(len(caps)))
        groups, group = [], []
        for cap in caps:
            group.append(names[cap])
            if top[cap] == cap:
                assert all(top[names.index(name)] == cap for name in group)
                groups.append(group)
                group = []
        assert not group
        on[spelled[space]] = groups
    for cap in range(len(names)):
        if place[cap] >= spaces:
            assert rank[cap] == 0
            (free if top[cap] == cap else kept)[homes[place[cap]]].add(names[cap])
            assert top[cap] in (cap, -1)
    owner = int(now.gold_owner)
    phase = OVER if now.to_act == IS_OVER else THROW if now.to_act == CHANCE else MOVE if now.die else AGAIN
    assert not now.frontier.any()
    return {
        "on": on,
        "free": free,
        "kept": kept,
        "gold": None if owner < 0 else colour_of(box, owner),
        "mover": colour_of(box, int(now.seat)),
        "phase": phase,
        "die": int(now.die) or None,
        "turns": int(now.turn),
        "throws": int(now.throws),
        "ended": {0: None, 1: "one left", 2: "cap"}[int(now.ended)],
        "is_golden_moving": bool(now.ways),
    }


def of_twin(twin):
    """The same from the twin itself."""
    return {
        "on": twin.on,
        "free": {colour: set(caps) for colour, caps in twin.free_home.items()},
        "kept": {colour: set(caps) for colour, caps in twin.kept.items()},
        "gold": twin.gold_owner,
        "mover": twin.mover,
        "phase": twin.phase,
        "die": twin.die,
        "turns": twin.turns,
        "throws": twin.throws,
        "ended": twin.ended_by,
        "is_golden_moving": twin.plans is not None,
    }


def legal_words(game, states):
    """The legal actions in notation."""
    return {game.spec.notation.write_action(game.box, states, action): action for action in game.legal(states)}
