"""R11.7: every effect of a move of the Golden Cap is offered, by one sequence of actions and no other."""

import copy
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.core.compiling import plain
from motherlode.core.contract import ALLOWED
from motherlode.games.trap_the_cap.courses import CHOICE_BITS, MAX_CHOICES
from motherlode.games.trap_the_cap.standing import high_bit, low_bit
from motherlode.games.trap_the_cap.walks import surely_ends

from .comparing import ODD, legal_words, of_twin, pair, told
from .reference import GOLDEN
from .test_properties import QUIET, scatter, spelled

DENSE = [
    (2, {}),
    (4, {"kinds": "classic"}),
    (6, {"caps": 4}),
    (3, {"board": ODD, "caps": 4}),
    (2, {"board": ODD}),
]


def unordered(position):
    """What `told` and `of_twin` say, without the order of captives (R4.5: it changes nothing in play)."""
    on = {name: tuple((group[-1], *sorted(group[:-1])) for group in groups) for name, groups in position["on"].items()}
    bases = {
        part: {colour: tuple(sorted(caps)) for colour, caps in position[part].items()} for part in ("free", "kept")
    }
    return repr(position | bases | {"on": on})


def golden_moves(game, states):
    """Every move of the Golden Cap as the engine offers it: words, and the position that it ends in."""
    for words, action in legal_words(game, states).items():
        if words.startswith(GOLDEN):
            after = states.copy()
            game.apply(after, action)
            if after[0].ways:
                for rest, end in golden_moves(game, after):
                    yield (words, *rest), end
            else:
                yield (words,), after


def twin_ends(twin):
    """Every move of the Golden Cap that R11.3 to R11.6 allow, in the twin's words, and the position it ends in."""
    for plan in twin.all_golden_plans():
        played = copy.deepcopy(twin)
        played.plans = {plan}
        for words in plan:
            if played.plans is None:
                break  # it has stayed at home by itself
            played.play_golden(words)
        yield plan, unordered(of_twin(played))


def dense(seats, options, seed):
    """A position full of caps, engine's and twin's, its Golden Cap's owner has thrown; None: it is over."""
    source = random.Random(seed)
    game, twin = pair(seats, game="golden", **options)
    scatter(twin, source)
    if len(twin.survivors()) == 1:
        return None
    states = game.spec.notation.read_position(game.box, spelled(twin))
    face = source.choice([1, 2, 3, 4, 5, 6, 6, 6])
    game.apply(states, face - 1)
    twin.throw(face)
    return (game, states, twin) if twin.die else None


def check_moves(game, states, twin):
    """Each effect once, none lost; how many effects there are, and how many of them the rules reach in several ways."""
    offered = Counter(unordered(told(game, end)) for _, end in golden_moves(game, states))
    allowed = Counter(end for _, end in twin_ends(twin))
    assert set(offered) == set(allowed)
    assert set(offered.values()) <= {1}
    return len(allowed), sum(count > 1 for count in allowed.values())


@pytest.mark.parametrize(("seats", "options"), DENSE, ids=str)
@settings(QUIET, max_examples=10)
@given(seed=st.integers(0, 1 << 30))
def test_r11_7_each_effect_is_offered_once_and_none_is_lost(seats, options, seed):
    found = dense(seats, options, seed)
    if found is not None:
        check_moves(*found)


def test_r11_7_from_the_first_space_too():
    """Whose number is 0, and no mark for where the Golden Cap set out."""
    num_several = 0
    for seed in range(250):
        found = dense(2, {"board": ODD}, seed)
        if found is not None and found[1][0].place[found[0].box[0].gold] == 0:
            num_several += check_moves(*found)[1]
    assert num_several > 2


def words_of(spaces):
    """A set of spaces as rules have it."""
    return [sum(plain(bit)(space) for space in spaces) for bit in (low_bit, high_bit)]


def test_r11_3_who_turns_can_surely_end_one_space_back_or_two_unless_somebody_is_in_the_way():
    game, _ = pair(2, game="golden")
    box = game.box[0]
    spaces = int(box.spaces)

    def next_to(space):
        return [int(to) for to in box.to[int(box.first[space]) : int(box.first[space + 1])]]

    def is_sure(back, points, foes=(), barred=()):
        return plain(surely_ends)(box, (0, 0, 1, *words_of(foes), *words_of(barred)), back, points)

    num_tried = 0
    for turned in range(spaces):
        for way, near in enumerate(next_to(turned), int(box.first[turned])):
            if near >= spaces:
                assert not any(is_sure(way, points) for points in range(1, 6))  # it is a base
                continue
            beyond = [space for space in next_to(near) if space != turned and space < spaces]
            for points in (1, 3, 5):
                assert is_sure(way, points)
                assert not is_sure(way, points, barred=[near])
                assert is_sure(way, points, foes=[near]) == (points == 1)  # it would pass, and not come back
            for points in (2, 4):
                assert is_sure(way, points) == bool(beyond)
                assert not is_sure(way, points, barred=beyond)
                assert is_sure(way, points, foes=[near]) == (bool(beyond) and points == 2)
            num_tried += len(beyond)
    assert num_tried > spaces


@pytest.mark.long
@pytest.mark.parametrize(("seats", "options"), DENSE, ids=str)
def test_r11_7_each_effect_is_offered_once_in_many_positions(seats, options):
    effects = several = 0
    for seed in range(400):
        found = dense(seats, options, seed)
        if found is not None:
            more, of_several = check_moves(*found)
            effects, several = effects + more, several + of_several
    assert several > effects // 50  # what is offered once might have been offered several times


@pytest.mark.parametrize(("seats", "options"), DENSE, ids=str)
@settings(QUIET, max_examples=3)
@given(seed=st.integers(0, 1 << 30))
def test_r11_7_every_position_in_mid_move_is_read_as_it_was_written(seats, options, seed):
    """And nothing is listed that is refused, and the other way round; a course never has more choices than it may."""
    found = dense(seats, options, seed)
    if found is None:
        return
    game, states, _ = found
    waiting = [states]
    while waiting:
        now = waiting.pop()
        notation, rules = game.spec.notation, game.spec.kernels
        text = notation.write_position(game.box, now)
        assert notation.read_position(game.box, text).tobytes() == now.tobytes(), text
        assert int(now[0].course) < 1 << CHOICE_BITS * MAX_CHOICES
        at, again = int(game.box[0].gold_at), int(game.box[0].again)
        listed = [action for action in game.legal(now) if at <= action < again]
        assert listed == [action for action in range(at, again) if rules.refuse(game.box, now, 0, action) == ALLOWED]
        assert listed or not now[0].ways
        for action in listed:
            after = now.copy()
            game.apply(after, action)
            if after[0].ways:
                waiting.append(after)
            else:
                assert after[0].course == after[0].start == 0
