"""What `evaluate` and `advise` say of a position: worked out a second time, walking hex by hex."""

import heapq
import random
from itertools import product
from math import inf

import pytest

import motherlode
from motherlode.core.contract import OVER
from motherlode.games.rockport_caverns import GAME
from motherlode.games.rockport_caverns.actions import (
    KEEP,
    LEAD,
    PASS,
    REROLL,
    SLIDE_LEFT,
    SLIDE_RIGHT,
    STEP,
    STOP,
    STORE,
)
from motherlode.games.rockport_caverns.components import NOWHERE, ROOM, SOUTHEAST, SOUTHWEST, START_ROW, plan_of
from motherlode.games.rockport_caverns.heuristics import advise
from motherlode.games.rockport_caverns.state import (
    ACTING,
    DISORIENTED,
    REROLLING,
    ROCK_SLIDES,
    SLIDE,
    SLIDING,
    SLIP,
    WON,
)

from .drawn import drawn

LONGEST = 39  # steps that a way may have
VARIANTS = pytest.mark.parametrize("options", [*GAME.variants, {"map": 2, "circles": [2, 1, 2, 1, 2, 4]}], ids=str)


class Reading:
    """A position as somebody reads it who looks at the map."""

    def __init__(self, game, states):
        self.game, self.states, self.now, self.rules = game, states, states[0], game.box[0]
        self.here, self.friend = int(self.now.here), int(self.now.friend)
        self.is_together = self.here == self.friend
        self.filled = int(self.now.water) - int(self.now.is_dry)  # R3.1: a dry round is as good as a circle less
        self.circles = game.options.circles or plan_of(game.box).water  # by row, from row 1
        places = range(len(self.rules.row))
        self.rocky = {place for place in places if int(self.now.rocky) >> place & 1}
        self.blocked = {place for place in places if int(self.now.blocked) >> place & 1}
        self.exits = {place for place in places if int(self.rules.exit_mask) >> place & 1}
        self.goals = {place for place in places if self.row(place) == self.rules.trigger_row}
        if self.friend != NOWHERE:
            self.goals = self.exits if self.is_together else {self.friend}

    def row(self, place):
        return int(self.rules.row[place])

    def circles_up_to(self, row):
        """R4.2: so many circles are filled when the row is flooded; rows that are not there never are."""
        return sum(self.circles[row - 1 :]) if 1 <= row <= len(self.circles) else inf

    def rounds_of(self, place):
        """R4.3: rounds until who stays here is lost; R4.4: in row 1, until there is no circle to fill."""
        last = sum(self.circles) + 1 if self.row(place) == 1 else self.circles_up_to(self.row(place) - 1)
        return last - self.filled

    def rounds_left(self):
        return sum(self.circles) - self.filled

    def beyond(self, place, side):
        """The hex behind a side, unless rocks block it or no path leads there."""
        found = int(self.rules.path[place, side])
        return None if found == NOWHERE or found in self.blocked else found

    def steps(self, start, goals, slow, pace, delay, rows_up):
        """R6.1, R6.2: the earliest step to end on a goal, if no row may be entered once the one so far up is full."""
        waiting, seen = [(0, start)], set()
        while waiting:
            steps, place = heapq.heappop(waiting)
            if place in goals:
                return steps
            level = self.filled + delay + -(-(steps + 1) // pace)
            for side in range(6):
                after = self.beyond(place, side)
                if after is None or after in seen or self.row(after) == START_ROW:
                    continue
                if level < self.circles_up_to(self.row(after) - rows_up):
                    seen.add(after)
                    heapq.heappush(waiting, (steps + 1 + (after in slow), after))
        return inf

    def way(self, start, goals, slow=(), pace=1, delay=0):
        dry = self.steps(start, goals, slow, pace, delay, 0)
        return dry if dry <= LONGEST else self.steps(start, goals, slow, pace, delay, 1) + 3

    def rounds_needed(self):
        if self.here == NOWHERE:
            return 8 + 3 + (START_ROW - int(self.rules.trigger_row)) / 2
        saved = 0.4 * int(self.now.stored)
        if self.is_together:
            return self.way(self.here, self.exits, delay=-1) - saved
        if self.friend in self.blocked:
            return inf
        there = self.way(self.here, self.goals, self.rocky, pace=2)
        if self.friend == NOWHERE or there == inf:
            return there / 2 + 3 + 8 - saved
        return there / 2 + self.way(self.friend, self.exits, delay=(there + 1) // 2 - 1) - saved

    def weakest(self):
        return min(int(self.now.life), int(self.now.friend_life) if self.is_together else 99)


def half_and_more(value):
    return (1 + value / (1 + abs(value))) / 2


def hope(game, states):
    """The chance to get out, as the docstrings of heuristics.py have it."""
    seen, now = Reading(game, states), states[0]
    needed = seen.rounds_needed()
    if needed == inf:
        return 0.02 * half_and_more(int(now.life))
    clock = int(now.left) / 2 - 1
    chance = half_and_more((seen.rounds_left() + clock - needed) / 2.6)
    lives = [int(now.life)] + [int(now.friend_life)] * (seen.friend != NOWHERE)
    chance *= 1 - 0.38 ** min(lives)
    if seen.here != NOWHERE:
        if seen.circles_up_to(seen.row(seen.here)) <= int(now.water):
            chance *= 0.8
        for place in {seen.here, seen.friend} - {NOWHERE}:
            rounds = seen.rounds_of(place) + clock
            chance *= min(1, 0.3 + 0.35 * rounds) if rounds > 0 else 0.02
    return min(chance + 0.004 * int(now.rerolls), 0.99)


def advice(game, states):
    """What a careful player does, as the docstrings of heuristics.py have it."""
    seen, now = Reading(game, states), states[0]
    if now.phase == REROLLING:
        return REROLL if is_bad(seen, int(now.event), int(now.rerolls)) else KEEP
    if now.phase == SLIDING:
        left, right = (seen.way(seen.beyond(seen.here, side), seen.goals, pace=2) for side in (SOUTHWEST, SOUTHEAST))
        return SLIDE_LEFT if left < right else SLIDE_RIGHT
    if now.phase != ACTING:
        return STOP
    is_calm = seen.rounds_of(seen.here) > 2 and seen.rounds_left() - seen.rounds_needed() > 2
    if is_calm and seen.weakest() == 1 and now.has_acted == 0 and now.left == 2:
        return PASS
    slow = set() if seen.is_together else seen.rocky
    ways = []
    for side in range(6):
        after = seen.beyond(seen.here, side)
        way = inf if after is None else seen.way(after, seen.goals, slow, 1 if seen.is_together else 2)
        if way < inf:
            liking = 3 * (after == now.bear) - 3 * (seen.rules.kind[after] == ROOM)
            ways.append((4 * (way + 1 + (after in slow)) + liking, side))
    wanted = [(LEAD if seen.is_together else STEP) + min(ways)[1]] if ways else []
    legal = game.legal(states)
    return next(action for action in (*wanted, STORE, STOP) if action in legal)


def is_bad(seen, event, rerolls):
    """Whether an event is worth a re-roll."""
    if event == SLIP:
        return rerolls >= 2 or seen.weakest() <= 2
    if event == SLIDE:
        if seen.beyond(seen.here, SOUTHEAST) is None and seen.beyond(seen.here, SOUTHWEST) is None:
            return False
        return rerolls >= 2 or seen.is_together or seen.rounds_of(seen.here) <= 5
    if event == DISORIENTED:
        return rerolls >= 2 and seen.is_together
    return event == ROCK_SLIDES and rerolls >= 3


def can_be_read(game, states):
    """A slide asks only where two ways lead down."""
    seen = Reading(game, states)
    return states[0].phase != SLIDING or None not in [seen.beyond(seen.here, side) for side in (SOUTHWEST, SOUTHEAST)]


@VARIANTS
def test_evaluate_is_rounds_to_spare_lives_and_water(options):
    game, source = motherlode.game("rockport_caverns", **options), random.Random(1)
    for _ in range(60):
        states = drawn(game, source)
        assert game.evaluate(states)[0] == pytest.approx(hope(game, states), abs=1e-6)


def test_the_only_way_may_lead_through_an_exit():
    game = motherlode.game("rockport_caverns", map=2)
    exit_, here, other = 0, 1, 2  # the left end of row 1
    assert set(game.box[0].path[here].tolist()) == {NOWHERE, exit_, other}
    states = game.new()
    now = states[0]
    now.here, now.to_act, now.phase, now.left = here, 0, ACTING, 2
    now.rocky = now.blocked = 1 << other
    (now.friend,) = set(game.box[0].path[exit_].tolist()) - {NOWHERE, here}
    assert game.evaluate(states)[0] == pytest.approx(hope(game, states), abs=1e-6)
    assert hope(game, states) > 0.1


@VARIANTS
def test_evaluate_says_who_has_won(options):
    game = motherlode.game("rockport_caverns", **options)
    states = game.new()
    states[0].to_act = OVER
    for ending in range(1, 10):
        states[0].ending = ending
        assert game.evaluate(states)[0] == (ending == WON)


@VARIANTS
def test_advice_is_the_next_step_of_the_shortest_way(options):
    game, source = motherlode.game("rockport_caverns", **options), random.Random(2)
    for _ in range(60):
        states = drawn(game, source)
        if can_be_read(game, states):
            assert advise(game.box, states, 0) == advice(game, states)


def test_evaluate_is_never_sure_before_the_end():
    game = motherlode.game("rockport_caverns", circles=[20] * 6, rerolls=20)
    states = game.new()
    now = states[0]
    seen = Reading(game, states)
    now.here = now.friend = next(place for place in range(8) if seen.way(place, seen.exits) == 1)
    now.life, now.friend_life, now.to_act, now.phase, now.left = 6, 6, 0, ACTING, 2
    assert game.evaluate(states)[0] == pytest.approx(hope(game, states)) == pytest.approx(0.99)


@pytest.mark.parametrize(
    ("map_", "here", "friend", "bear_side", "best", "rocky_side"),
    [
        (1, 18, 3, None, 2, None),  # both ways are as short: through side 1, or through side 2 into a room
        (1, 18, 3, 2, 1, None),  # a bear in the room makes them equal, and the first is taken
        (1, 18, 3, None, 1, 2),  # R6.1: a climb is a step more
        (2, 10, 15, None, 1, None),  # a room behind side 1, none behind side 2
        (2, 10, 15, 1, 1, None),
        (2, 10, 15, None, 2, 1),
    ],
)
def test_advice_likes_rooms_as_much_as_it_avoids_the_bear(map_, here, friend, bear_side, best, rocky_side):
    game = motherlode.game("rockport_caverns", map=map_)
    states = game.new()
    now = states[0]
    now.here, now.friend, now.to_act, now.phase, now.left = here, friend, 0, ACTING, 2
    if bear_side is not None:
        now.bear = game.box[0].path[here, bear_side]
    if rocky_side is not None:
        now.rocky = 1 << int(game.box[0].path[here, rocky_side])
    assert advise(game.box, states, 0) == advice(game, states) == STEP + best


@pytest.mark.parametrize("friend_life", [None, 1])
def test_advice_rests_only_while_there_is_time(friend_life):
    """With the water at every height: the last moment to rest is the same for both."""
    game = motherlode.game("rockport_caverns", map=2, circles=[5] * 6, character=2)
    advised = set()
    for here in (3, 19, 27, 42):  # in rows 1, 3, 4 and 6
        for water in range(int(game.box[0].total) + 1):
            states = game.new()
            now = states[0]
            now.here, now.water, now.to_act, now.phase, now.left, now.stored = here, water, 0, ACTING, 2, 0
            now.life = 1
            if friend_life is not None:
                now.friend, now.friend_life, now.life = here, friend_life, 4
            advised.add(int(advise(game.box, states, 0)))
            assert advise(game.box, states, 0) == advice(game, states)
    assert PASS in advised
    assert len(advised) > 2


@pytest.mark.parametrize("map_", [1, 2])
def test_advice_with_the_friend_counts_on_water_that_rises_with_every_step(map_):
    """R5.3: a step with the friend costs the whole turn, so that a way is flooded twice as soon as it is for one."""
    game = motherlode.game("rockport_caverns", map=map_)
    states = game.new()
    now = states[0]
    now.to_act, now.phase, now.left, now.life, now.friend_life = 0, ACTING, 2, 4, 4
    advised = set()
    for here, water in product(range(0, 40, 4), range(4, 9)):
        if set(game.box[0].path[here].tolist()) != {NOWHERE}:
            now.here, now.friend, now.water = here, here, water
            advised.add(int(advise(game.box, states, 0)))
            assert advise(game.box, states, 0) == advice(game, states)
    assert len(advised) > 3


def test_advice_turns_away_what_would_cost_most():
    game = motherlode.game("rockport_caverns", map=2, circles=[5] * 6)
    states = game.new()
    now = states[0]
    now.here, now.to_act = 19, 0
    for event, life, rerolls, friend, water in product(
        range(1, 7), (1, 2, 3), (1, 2, 3), (NOWHERE, 19), (0, 19, 20, 21)
    ):
        now.event, now.life, now.rerolls, now.friend, now.water = event, life, rerolls, friend, water
        now.friend_life = 1 + (life + rerolls + water) % 4
        now.phase = REROLLING
        assert advise(game.box, states, 0) == advice(game, states)
    now.phase, now.event, now.life, now.left, now.friend, now.water = ACTING, 0, 2, 2, NOWHERE, 0
    assert advise(game.box, states, 0) == advice(game, states) != PASS


def test_advice_slides_towards_the_goal():
    game = motherlode.game("rockport_caverns", map=2)
    states = game.new()
    now = states[0]
    now.to_act, now.phase = 0, SLIDING
    advised = set()
    for here, friend, water in product(range(40), (None, 1, 6, 18, 22, 33, 38, 44), (0, 6, 12)):
        if NOWHERE in game.box[0].path[here, [SOUTHWEST, SOUTHEAST]]:
            continue
        now.here, now.friend, now.water = here, here if friend is None else friend, water
        advised.add(int(advise(game.box, states, 0)))
        assert advise(game.box, states, 0) == advice(game, states)
    assert advised == {SLIDE_LEFT, SLIDE_RIGHT}


@pytest.mark.parametrize(("here", "friend", "water"), [(2, 42, 0), (5, 24, 5), (21, 34, 3), (38, 36, 4)])
def test_advice_on_a_slide_counts_two_steps_a_round(here, friend, water):
    """With three the other side would be dry in time."""
    game = motherlode.game("rockport_caverns", map=1, circles=[3] * 6)
    states = game.new()
    now = states[0]
    now.to_act, now.phase, now.here, now.friend, now.water = 0, SLIDING, here, friend, water
    assert advise(game.box, states, 0) == advice(game, states) == SLIDE_LEFT
