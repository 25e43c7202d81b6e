"""Positions drawn at random, which no game need lead to."""

from motherlode.core.contract import CHANCE
from motherlode.games.rockport_caverns.components import EXIT, MAX_PLACES, NOWHERE, SOLID, START
from motherlode.games.rockport_caverns.state import ACTING, REROLLING, SLIDING, STARTING


def drawn(game, source):
    """Somebody somewhere, the friend apart, near or unheard, with rocks, water and what a turn leaves behind."""
    rules, states = game.box[0], game.new()
    now = states[0]
    hexes = [place for place in range(MAX_PLACES) if rules.kind[place] not in {SOLID, START}]
    circles = [place for place in range(MAX_PLACES) if rules.kind[place] == START]
    num_rocky = source.choice([0, 4, 12])
    for place in source.sample([place for place in hexes if rules.kind[place] != EXIT], num_rocky):
        capacity = int(rules.capacity[rules.row[place]])
        count = source.choice([1, capacity])
        now.rocks[place] = count
        now.rocky |= 1 << place
        now.blocked |= (count == capacity) << place
    top = [place for place in hexes if rules.row[place] == 1]
    now.here = source.choice(hexes * 3 + circles + top * 3)
    beside = [place for place in rules.path[now.here].tolist() if place in hexes]
    now.friend = source.choice([NOWHERE, int(now.here), source.choice(hexes), *beside[:1]])
    now.bear = source.choice([NOWHERE, *hexes])
    now.start = source.choice(circles)
    total = int(rules.total)
    row = int(rules.row[now.here if now.friend == NOWHERE else now.friend])
    rising = max(0, int(rules.full[row - 1]) - source.randint(1, 4)) if row > 1 else total - source.randrange(3)  # R4.3
    now.water = source.choice([0, rising, rising, source.randrange(total + 1)])
    now.life, now.friend_life = source.randint(1, int(rules.most_life)), source.randint(1, int(rules.most_life))
    now.stored, now.left, now.rerolls = source.choice([0, 2, 6]), source.randrange(3), source.randrange(4)
    for field in ("has_acted", "has_led", "is_sheltered", "is_dry", "is_disoriented"):
        now[field] = source.randrange(2)
    now.rounds, now.to_act = 1 + int(now.water), 0
    now.phase = source.choice([ACTING, ACTING, REROLLING, SLIDING])
    if now.phase == REROLLING:
        now.event = source.randint(1, 6)
    if source.random() < 0.1:
        now.phase, now.to_act, now.here, now.friend, now.start = STARTING, CHANCE, NOWHERE, NOWHERE, NOWHERE
    return states
