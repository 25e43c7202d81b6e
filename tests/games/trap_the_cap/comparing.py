"""A position of the engine in the words of the twin."""

import motherlode
from motherlode.core.contract import CHANCE, NOBODY
from motherlode.core.contract import OVER as IS_OVER
from motherlode.games.trap_the_cap.components import GREY, KEPT, KIND_NAMES, TOWER, names_of
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


def drawn(game, source):
    """A position drawn at random, which no game need lead to: caps free, captive and kept, near each other or not."""
    rules, states = game.box[0], game.new()
    now, spaces, gold = states[0], int(rules.spaces), int(rules.gold)
    centre = source.randrange(spaces)
    pool = [space for space in range(spaces) if rules.distance[centre, space] <= source.choice([3, 9, 30])]
    most_free = source.choice([0.2, 0.5, 0.9])
    num_own = int(rules.num_caps) - (gold >= 0)
    free = [cap for cap in range(num_own) if source.random() < most_free] or [source.randrange(num_own)]
    for cap in free:
        now.place[cap] = source.choice(pool)
    for cap in set(range(num_own)) - set(free):
        lot = source.random()
        if lot < 0.4:
            now.top[cap] = source.choice(free)
            now.place[cap] = now.place[now.top[cap]]
        elif lot < 0.7:
            owner = rules.owner[cap]
            keeper = source.choice([seat for seat in range(game.seats) if rules.team[seat] != rules.team[owner]])
            now.top[cap], now.place[cap] = KEPT, spaces + rules.seat_base[keeper]
    now.seat = source.randrange(game.seats)
    if gold >= 0:
        lot = source.random()
        if lot < 0.4:
            now.top[gold] = source.choice(free)
            now.place[gold] = now.place[now.top[gold]]
        elif lot < 0.8:
            now.gold_owner = source.randrange(game.seats)
            now.place[gold] = source.choice([source.choice(pool), spaces + int(rules.seat_base[now.gold_owner])])
    now.die, now.turn = source.randrange(7), source.randrange(int(rules.turns))
    now.to_act = source.choice([CHANCE, int(now.seat), int(now.seat)])
    if now.to_act >= 0 and now.die > 0 and now.gold_owner == now.seat:
        now.ways = source.randrange(2)
    return states


def playable(game, source):
    """The same put right (R3), somebody who has free caps to throw, often near the end of turns or throws."""
    rules, states = game.box[0], drawn(game, source)
    now, spaces, gold = states[0], int(rules.spaces), int(rules.gold)
    if rules.game == TOWER:
        for cap in [cap for cap in range(int(rules.num_caps)) if now.top[cap] == KEPT]:
            now.top[cap], now.place[cap] = cap, spaces + rules.seat_base[rules.owner[cap]]
    on = {space: [] for space in range(spaces)}

    def owner(cap):
        return int(now.gold_owner if cap == gold else rules.owner[cap])

    def fits(top, space):
        owners = [owner(other) for other in on[space]]
        if rules.kind[space] == GREY:
            return owner(top) not in owners and len(owners) < 3
        return not owners or (KIND_NAMES[rules.kind[space]] == "yellow" and set(owners) == {owner(top)})

    if gold >= 0 and now.top[gold] == gold and now.gold_owner == NOBODY:
        on[spaces - 1].append(gold)
    for top in range(int(rules.num_caps)):
        if now.top[top] == top and now.place[top] < spaces and top not in on[spaces - 1]:
            space = int(now.place[top])
            while not fits(top, space):
                space = source.randrange(spaces)
            on[space].append(top)
    for space, tops in on.items():
        rank = 0
        for top in tops:
            under = [cap for cap in range(int(rules.num_caps)) if now.top[cap] == top and cap != top]
            for cap in (*under, top):
                now.place[cap], now.rank[cap], rank = space, rank, rank + 1
    now.die, now.ways, now.to_act = 0, 0, CHANCE
    while not any(now.top[cap] == cap and owner(cap) == now.seat for cap in range(int(rules.num_caps))):
        now.seat = (now.seat + 1) % game.seats
    turns = int(rules.turns)
    now.turn, now.throws = source.choice([(0, 1), (turns - 1, turns), (turns - 2, 2 * turns - 1)])
    return states


def twin_at(game, options, states):
    """The twin in the same position, somebody to throw."""
    twin, here = twin_of(game.seats, **options), told(game, states)
    twin.on, twin.gold_owner, twin.mover = here["on"], here["gold"], here["mover"]
    twin.turns, twin.throws = here["turns"], here["throws"]
    for colour in twin.colours:
        twin.free_home[colour], twin.kept[colour] = sorted(here["free"][colour]), sorted(here["kept"][colour])
    return twin
