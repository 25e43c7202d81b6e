"""What holds in every game of Trap the Cap: agreement with the twin, conservation, symmetry, an end."""

import json
import random
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.conformance.lockstep import LockStep, by_numbers, play_game
from motherlode.conformance.references import Asked
from motherlode.core.batch import Batch
from motherlode.core.contract import CHANCE, OVER
from motherlode.core.playouts import DONE
from motherlode.games.trap_the_cap.components import GREY, KEPT

from . import lockstep
from .comparing import ODD, legal_words, twin_of
from .reference import GOLDEN

VARIANTS = [
    (2, {}),
    (3, {"ending": "last", "kinds": "classic", "caps": 3}),
    (4, {"game": "team"}),
    (6, {"game": "team", "ending": "fewest", "caps": 2}),
    (4, {"game": "total", "kinds": "classic", "caps": 3}),
    (6, {"game": "total", "ending": "fewest", "caps": 2}),
    (2, {"game": "tower", "caps": 3}),
    (5, {"game": "tower", "caps": 2}),
    (2, {"game": "golden", "caps": 3}),
    (4, {"game": "golden", "ending": "most", "kinds": "classic"}),
    (3, {"game": "golden", "caps": 3, "board": ODD}),
    (3, {"board": ODD}),
    (2, {"caps": 2, "board": ODD, "game": "tower"}),
]
GAMES = [
    *((name, seats) for name in ("basic", "tower", "golden") for seats in range(2, 7)),
    *((name, seats) for name in ("team", "total") for seats in (4, 6)),
]
QUIET = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
numbers = st.lists(st.integers(0, 1 << 16), min_size=1, max_size=12)


def ruleset(seats, **options):
    """The game, made once for all equal options."""
    return _ruleset(seats, json.dumps(options, sort_keys=True))


@cache
def _ruleset(seats, options):
    return motherlode.game("trap_the_cap", seats, **json.loads(options))


def numbers_of(source):
    """Numbers without end."""
    return iter(lambda: source.randrange(1 << 16), None)


@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
@settings(QUIET, max_examples=4)
@given(seed=numbers, turns=st.integers(1, 60))
def test_the_engine_and_the_twin_play_the_same_game(seats, options, seed, turns):
    play_game(ruleset(seats, turns=turns, **options), lockstep.new, by_numbers(numbers_of(random.Random(repr(seed)))))


@pytest.mark.long
@pytest.mark.parametrize(("seats", "options"), VARIANTS, ids=str)
def test_whole_games_agree_with_the_twin(seats, options):
    for seed in range(3):
        play_game(ruleset(seats, **options), lockstep.new, by_numbers(numbers_of(random.Random(seed))))


def scatter(twin, source):
    """Put caps at random where they may stand, the Golden Cap with its owner among them."""
    board = twin.board
    mover = source.choice(twin.colours)
    twin.mover, twin.gold_owner = mover, mover
    twin.on["centre"].clear()
    near = {source.choice(board.spaces)}
    for _ in range(source.choice([3, 5, 8])):
        near |= {other for name in near for other in board.near[name]}
    pool = sorted(near)
    tops = [GOLDEN]
    captives = []
    for colour in twin.colours:
        for cap in list(twin.free_home[colour]):
            lot = source.random()
            if lot < 0.55:
                twin.free_home[colour].remove(cap)
                tops.append(cap)
            elif lot < 0.65:
                twin.free_home[colour].remove(cap)
                captives.append(cap)
    for cap in tops:
        for _ in range(50):
            name = source.choice(pool)
            colours = [twin.colour(group[-1]) for group in twin.on[name]]
            mine = twin.colour(cap)
            if name in board.grey:
                fits = len(colours) < 3 and mine not in colours
            else:
                fits = not colours or (name in board.yellow and set(colours) == {mine})
            if fits:
                twin.on[name].append([cap])
                break
        else:
            if cap == GOLDEN:
                twin.free_home[mover].append(cap)
            else:
                twin.free_home[mover if cap == GOLDEN else twin.colour(cap)].append(cap)
    if source.random() < 0.2:
        place, group = twin.group_of(GOLDEN)
        if place is not None and len(group) == 1:
            twin.on[place].remove(group)
            twin.free_home[mover].append(GOLDEN)
    groups = [group for groups in twin.on.values() for group in groups]
    for cap in captives:
        if groups:
            source.choice(groups).insert(0, cap)
        else:
            twin.free_home[twin.colour(cap)].append(cap)


def short(cap):
    return "*" if cap == GOLDEN else cap[0] + cap[-1]


def spelled(twin):
    """The twin's position in notation, the mover to throw."""
    board = " ".join(
        f"{name}=" + ",".join("/".join(short(cap) for cap in reversed(group)) for group in twin.on[name])
        for name in twin.board.spaces
        if twin.on[name]
    )
    homes = []
    for colour in twin.colours:
        free = sorted(twin.free_home[colour], key=lambda cap: (cap == GOLDEN, cap))
        homes.append(f"{colour[0]}={'.'.join(map(short, free)) or '-'}")
    return f"{board or '-'} | {' '.join(homes)} | golden {twin.gold_owner} | turns 0 | throws 0 | {twin.mover} throws"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (4, {"kinds": "classic"}),
        (6, {"caps": 4}),
        (3, {"board": ODD, "caps": 4}),
        (2, {"board": ODD}),
    ],
    ids=str,
)
@settings(QUIET, max_examples=60)
@given(seed=st.integers(0, 1 << 30))
def test_the_golden_cap_moves_as_the_twin_says(seats, options, seed):
    """R11 from positions full of caps: every throw, then its move point by point, turns and homes first."""
    source = random.Random(seed)
    game = ruleset(seats, game="golden", **options)
    twin = twin_of(seats, game="golden", **options)
    scatter(twin, source)
    if len(twin.survivors()) == 1:
        return
    step = LockStep(game, Asked(lockstep.Beside(twin), seats, "the twin"), game.read_position(spelled(twin)))
    step.play(source.choice(step.choices()))
    while True:
        choices = {choice.text: choice for choice in step.choices()}
        if not choices or game.to_act(step.states) == CHANCE or not twin.die:
            return
        words = sorted(choices)
        liked = [text for text in words if "turns" in text or text == "golden home"]
        golden = [text for text in words if text.startswith("golden")]
        chosen = source.choice(liked or golden or words) if source.random() < 0.8 else source.choice(words)
        step.play(choices[chosen])


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.compiled
def test_caps_are_conserved_and_grey_is_safe(name, seats):
    """All caps are accounted for; who is kept stays kept; on grey nobody is trapped but by the Golden Cap."""
    game = ruleset(seats, game=name, turns=400)
    rules = game.box[0]
    num_caps, gold, spaces = int(rules.num_caps), int(rules.gold), int(rules.spaces)
    assert num_caps == 6 * seats + (name == "golden")
    source = random.Random(f"{name} {seats}")
    states = game.new()
    while not game.is_over(states):
        before = states.copy()
        is_throw = game.to_act(states) == CHANCE
        game.apply(states, source.randrange(6) if is_throw else source.choice(game.legal(states)))
        was_top, top, place = before["top"][0], states["top"][0], states["place"][0]
        caps = np.arange(num_caps)
        assert (place[:num_caps] >= 0).all()
        assert (place[num_caps:] == -1).all()
        tops = top[:num_caps]
        under = caps[(tops != caps) & (tops != KEPT)]
        assert (top[top[under]] == top[under]).all()
        assert (place[top[under]] == place[under]).all()
        was_kept = caps[was_top[:num_caps] == KEPT]
        assert (top[was_kept] == KEPT).all()
        assert (place[was_kept] == before["place"][0][was_kept]).all()
        assert (place[caps[tops == KEPT]] >= spaces).all()
        newly = caps[(was_top[:num_caps] == caps) & (tops != caps)]
        for cap in newly:
            if rules.kind[place[cap]] == GREY:
                assert top[cap] == gold
        if name == "tower":
            assert not (tops == KEPT).any()


@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.compiled
def test_every_random_game_ends_within_the_declared_bound(name, seats):
    for turns in (1, 20, 3000):
        game = ruleset(seats, game=name, turns=turns)
        batch = Batch(game, 30, seed=turns)
        actions = np.zeros(30, np.int64)
        while not batch.is_over().all():
            chosen = batch.choose()
            actions += chosen != DONE
            batch.step(chosen)
            assert actions.max() < game.limits.max_length
        batch.close()
        assert (actions + batch.states["throws"]).max() <= game.limits.max_length
        assert (batch.states["to_act"] == OVER).all()


# Symmetry


def turned(game, states, bases):
    """The position with the board, and everybody around it, turned clockwise by a number of bases."""
    rules, now = game.box[0], states[0]
    seats, caps, num_bases = game.seats, int(rules.caps), int(rules.bases)
    by = bases * seats // num_bases
    result = states.copy()
    place = {int(rules.rotated[bases, place]): place for place in range(int(rules.spaces) + num_bases)}

    def other(cap):
        return cap if cap in (KEPT, int(rules.gold)) else (cap // caps + by) % seats * caps + cap % caps

    for cap in range(int(rules.num_caps)):
        result["place"][0][other(cap)] = place[int(now.place[cap])]
        result["top"][0][other(cap)] = other(int(now.top[cap]))
        result["rank"][0][other(cap)] = now.rank[cap]
    for field in ("seat", "to_act", "gold_owner"):
        if now[field] >= 0:
            result[field] = (now[field] + by) % seats
    return result


def turned_words(game, words, bases):
    """An action in notation, turned likewise."""
    rules = game.box[0]
    names = game.spec.views.view(game.box, game.new()).board
    spaces = [space.name for space in names.spaces]
    colours = [base.colour for base in names.bases]
    place = {int(rules.rotated[bases, number]): number for number in range(len(spaces))}
    found = []
    for number, word in enumerate(words.split()):
        if word in colours:
            found.append(colours[(colours.index(word) + bases) % len(colours)])
        elif number > 1 and word in spaces:
            found.append(spaces[place[spaces.index(word)]])
        else:
            found.append(word)
    return " ".join(found)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (4, {}),
        (6, {"kinds": "classic"}),
        (4, {"game": "golden"}),
        (3, {"board": "six", "game": "golden"}),
        (6, {"game": "tower"}),
    ],
    ids=str,
)
@pytest.mark.compiled
def test_turning_the_board_turns_the_game(seats, options):
    game = ruleset(seats, turns=300, **options)
    num_bases = int(game.box[0].bases)
    source = random.Random(seats)
    states = game.new()
    while not game.is_over(states):
        bases = source.randrange(1, num_bases)
        is_whole = bases * seats % num_bases == 0
        action = source.randrange(6)
        words = ""
        if game.to_act(states) != CHANCE:
            action = source.choice(game.legal(states))
            words = game.spec.notation.write_action(game.box, states, action)
        if is_whole and not states[0].ways:
            mirror = turned(game, states, bases)
            if words:
                texts = {turned_words(game, text, bases) for text in legal_words(game, states)}
                assert texts == set(legal_words(game, mirror))
                game.apply(mirror, game.spec.notation.read_action(game.box, mirror, turned_words(game, words, bases)))
            else:
                game.apply(mirror, action)
            game.apply(states, action)
            if not states[0].ways:
                assert mirror.tobytes() == turned(game, states, bases).tobytes()
            by = bases * seats // num_bases
            scores = game.scores(states)
            assert game.scores(mirror) == [scores[(seat - by) % seats] for seat in range(seats)]
        else:
            game.apply(states, action)


@pytest.mark.compiled
def test_greedy_play_beats_random_play():
    from motherlode.bots import Player, make_bot

    for options in ({}, {"ending": "last"}, {"game": "golden"}, {"game": "tower"}):
        game = ruleset(2, caps=3, turns=400, **options)
        won = 0.0
        for number in range(10):
            match = game.start(seed=number)
            players = [
                Player(make_bot("greedy" if seat == number % 2 else "random", game), seat, number) for seat in range(2)
            ]
            while not match.is_over:
                players[match.to_act].act(match)
            won += (number % 2 in match.winners) / len(match.winners)
        assert won >= 7.5, options
