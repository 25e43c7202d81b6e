"""Nonsense where an action belongs: every door refuses it in every game with one of our errors, and nothing changes."""

import os
import subprocess
import sys

import numpy as np
import pyspiel
import pytest

import motherlode
import motherlode.envs.openspiel as spiel
from motherlode.core.batch import Batch
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.errors import BadInput, Code, IllegalAction
from motherlode.envs import gymnasium as gym
from motherlode.envs.gym_vector import GymVectorEnv
from motherlode.envs.vector import VectorEnv
from nonsense import name_of, no_numbers, wrong_numbers

from .variants import GAMES

CODES = {Code.ILLEGAL_ACTION, Code.UNREADABLE_ACTION}
GOOD_TYPES = [int, np.int8, np.int16, np.int32, np.int64, np.uint64, np.array]


def refusal(door, value):
    """What the door answers; nothing has changed."""
    before = door.state()
    try:
        door.act(value)
    except IllegalAction as error:
        assert error.code in CODES, name_of(value)
        assert "\n" not in str(error), name_of(value)
        assert len(str(error)) < 2000, name_of(value)
        assert door.state() == before, name_of(value)
        return str(error)
    raise AssertionError(f"{name_of(value)} was taken for an action")


# One action at a time


class PettingZooDoor:
    def __init__(self, name):
        self.env = motherlode.pettingzoo(name)
        self.env.reset(seed=7)
        self.num_actions = self.env.game.limits.num_actions

    def legal(self):
        return np.flatnonzero(self.env.last()[0]["action_mask"]).tolist()

    def act(self, value):
        self.env.step(value)

    def state(self):
        return self.env.save()


class GymnasiumDoor:
    def __init__(self, name, illegal="raise"):
        self.env = gym.make(name, opponents="random", illegal=illegal)
        self.env.reset(seed=7)
        self.num_actions = self.env.game.limits.num_actions

    def legal(self):
        return np.flatnonzero(self.env.action_masks()).tolist()

    def act(self, value):
        self.env.step(value)

    def state(self):
        return self.env._stage.save()


class OpenSpielDoor:
    """At the first choice of a seat."""

    def __init__(self, name):
        self.node = pyspiel.load_game(spiel.PREFIX + name).new_initial_state()
        while self.node.is_chance_node():
            self.node.apply_action(self.node.legal_actions()[0])
        self.num_actions = self.node.num_distinct_actions()

    def legal(self):
        return self.node.legal_actions()

    def act(self, value):
        self.node.apply_action(value)

    def state(self):
        return self.node._at.states.tobytes(), self.node.history(), list(self.node._at.seen)


class OpenSpielChild(OpenSpielDoor):
    """What OpenSpiel makes of an action in a copy."""

    def act(self, value):
        self.node = self.node.child(value)


class OpenSpielWithCheck(OpenSpielDoor):
    """OpenSpiel's own checked way."""

    def act(self, value):
        self.node.apply_action_with_legality_check(value)


class OpenSpielChance(OpenSpielDoor):
    """Where chance is to act, some outcomes being impossible if there is such a place near the beginning."""

    def __init__(self, name):
        game = pyspiel.load_game(spiel.PREFIX + name)
        self.num_actions = game.max_chance_outcomes()
        self.node = node = game.new_initial_state()
        for _ in range(100):
            if node.is_terminal():
                break
            if node.is_chance_node() and len(node.legal_actions()) < self.num_actions:
                self.node = node
                break
            node = node.child(node.legal_actions()[-1])


DOORS = [PettingZooDoor, GymnasiumDoor, OpenSpielDoor, OpenSpielChild, OpenSpielWithCheck, OpenSpielChance]


@pytest.mark.parametrize("kind", DOORS)
@pytest.mark.parametrize("name", GAMES)
def test_nonsense_is_refused_where_one_action_belongs(name, kind):
    door = kind(name)
    legal = door.legal()[0]
    for value in wrong_numbers(door.num_actions, legal):
        assert refusal(door, value).startswith("illegal action "), name_of(value)
    for value in [*no_numbers(legal), str(legal), ""]:
        assert refusal(door, value).startswith("unreadable action "), name_of(value)
    for action in sorted(set(range(door.num_actions)) - set(door.legal()))[:20]:
        assert refusal(door, action).startswith(f"illegal action {action}: ")


@pytest.mark.parametrize("kind", DOORS)
@pytest.mark.parametrize("name", GAMES)
def test_whole_numbers_of_any_type_are_actions(name, kind):
    found = []
    for make in GOOD_TYPES:
        door = kind(name)
        if door.legal()[0] > 127 and make is np.int8:
            continue
        door.act(make(door.legal()[0]))
        found.append(door.state())
    assert all(state == found[0] for state in found)


@pytest.mark.parametrize("name", GAMES)
def test_only_an_action_of_the_game_forfeits_it(name):
    door = GymnasiumDoor(name, "forfeit")
    legal = door.legal()[0]
    for value in [*wrong_numbers(door.num_actions, legal), *no_numbers(legal), str(legal)]:
        refusal(door, value)
    if len(door.legal()) < door.num_actions:
        illegal = min(set(range(door.num_actions)) - set(door.legal()))
        _, reward, is_over, _, info = door.env.step(illegal)
        assert (reward, is_over) == (-1.0, True)
        assert info["refused"].startswith(f"illegal action {illegal}: ")


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_refuses_actions_after_the_end_and_seats_that_are_not_there(name):
    node = pyspiel.load_game(spiel.PREFIX + name, {"turns": 3} if name == "trap_the_cap" else {}).new_initial_state()
    for seat in (-1, node.num_players() + 1, 10**6, 2**40, 1.5, None, True):
        with pytest.raises(BadInput, match="^unknown seat "):
            node.hidden(seat)
        with pytest.raises(BadInput, match="^unknown seat "):
            node.resample_from_infostate(seat, lambda: 0.5)
    while not node.is_terminal():
        node.apply_action(node.legal_actions()[0])
    before = node._at.states.tobytes(), node.history()
    for action in (0, 1, 10**6):
        with pytest.raises(IllegalAction, match=f"^illegal action {action}: the match is over") as caught:
            node.apply_action(action)
        assert caught.value.code == Code.MATCH_OVER
    assert (node._at.states.tobytes(), node.history()) == before


# Many at once

NUM_ENVS = 4


class VectorDoor:
    def __init__(self, name, **choices):
        self.env = VectorEnv(motherlode.game(name), NUM_ENVS, seed=3, **choices)
        self.num_actions = self.env.num_actions

    def chosen(self):
        return self.env.current.sampled.tolist()

    def illegal(self, index):
        return np.flatnonzero(self.env.current.mask[index] == 0).tolist()

    def act(self, actions):
        self.env.step(actions)

    def state(self):
        shown = [array.tobytes() for array in self.env.current]
        return self.env.states.tobytes(), self.env.random.tobytes(), shown


class LearnerDoor(VectorDoor):
    """With a learner who forfeits by an illegal action: that is no use for what is no action at all."""

    def __init__(self, name):
        super().__init__(name, learner=0, illegal="forfeit")

    def illegal(self, index):
        return []


class GymVectorDoor(VectorDoor):
    def __init__(self, name):
        self.door = GymVectorEnv(NUM_ENVS, name, opponents="random", illegal="raise")
        self.door.reset(seed=3)
        self.env = self.door.games
        self.num_actions = self.env.num_actions

    def act(self, actions):
        self.door.step(actions)


class BatchDoor:
    def __init__(self, name, threads=1):
        self.batch = Batch(motherlode.game(name), NUM_ENVS, seed=3, threads=threads)
        self.num_actions = self.batch.ruleset.limits.num_actions
        self._chosen = self.batch.choose().tolist()

    def chosen(self):
        return list(self._chosen)

    def illegal(self, index):
        return np.flatnonzero(self.batch.legal()[index] == 0).tolist()

    def act(self, actions):
        self.batch.step(actions)

    def state(self):
        return self.batch.states.tobytes(), self.batch.random.tobytes()


class ThreadedBatchDoor(BatchDoor):
    def __init__(self, name):
        super().__init__(name, threads=3)


BATCH_DOORS = [VectorDoor, LearnerDoor, GymVectorDoor, BatchDoor, ThreadedBatchDoor]


@pytest.mark.parametrize("kind", BATCH_DOORS)
@pytest.mark.parametrize("name", GAMES)
def test_nonsense_among_many_actions_is_refused_and_none_is_played(name, kind):
    door = kind(name)
    chosen = door.chosen()
    for index in (0, 2):
        for value in [*wrong_numbers(door.num_actions, chosen[index]), *door.illegal(index)[:20]]:
            actions = [*chosen[:index], value, *chosen[index + 1 :]]
            said = refusal(door, actions)
            assert said.startswith("illegal action "), (name_of(value), said)
            assert f"in environment {index}: " in said or f"in position {index}: " in said, name_of(value)
        for value in [*no_numbers(chosen[index]), str(chosen[index]), "", [chosen[index]]]:
            if not isinstance(value, np.ndarray | list):
                said = refusal(door, [*chosen[:index], value, *chosen[index + 1 :]])
                assert said.startswith("unreadable action"), (name_of(value), said)


@pytest.mark.parametrize("kind", BATCH_DOORS)
@pytest.mark.parametrize("name", GAMES)
def test_arrays_of_other_types_and_shapes_are_refused(name, kind):
    door = kind(name)
    chosen = np.array(door.chosen(), np.int64)
    for wrong in (
        chosen + 2**32,
        (chosen + 2**32).astype(np.uint64),
        chosen.astype(np.uint64) + np.uint64(2**63),
        np.full(NUM_ENVS, -1, np.int8),
        np.full(NUM_ENVS, -2, np.int32),
        np.full(NUM_ENVS, 2**31 - 1, np.int32),
    ):
        assert refusal(door, wrong).startswith(f"illegal action {wrong[0]} in ")
    for wrong in (
        chosen + 0.5,
        chosen.astype(np.float64),
        chosen.astype(np.float32),
        np.full(NUM_ENVS, np.nan),
        np.ones(NUM_ENVS, np.bool_),
        chosen.astype(str),
        chosen.astype(object),
        chosen.astype("datetime64[s]"),
        chosen.astype(complex),
        chosen[:-1],
        np.append(chosen, 0),
        chosen[None],
        chosen[:, None],
        np.array(3),
        3,
        None,
        "nonsense",
        [],
        [[0], [1, 2]],
        [chosen.tolist()],
        {},
        set(chosen.tolist()),
        object(),
    ):
        assert refusal(door, wrong).startswith("unreadable actions "), repr(wrong)


@pytest.mark.parametrize("kind", BATCH_DOORS)
@pytest.mark.parametrize("name", GAMES)
def test_integers_of_any_width_are_actions(name, kind):
    found = []
    for make in (
        list,
        tuple,
        lambda chosen: [np.int64(action) for action in chosen],
        lambda chosen: np.array(chosen, np.int32),
        lambda chosen: np.array(chosen, np.int64),
        lambda chosen: np.array(chosen, np.uint64),
        lambda chosen: np.array(chosen, np.int16),
        lambda chosen: np.array(chosen, ">i4"),
        lambda chosen: np.repeat(np.array(chosen, np.int32), 2)[::2],
    ):
        door = kind(name)
        door.act(make(door.chosen()))
        found.append(door.state())
    assert all(state == found[0] for state in found)


@pytest.mark.parametrize("name", GAMES)
def test_in_a_batch_a_game_that_is_over_takes_nothing_but_done(name):
    game = motherlode.game(name, **({"turns": 3} if name == "trap_the_cap" else {}))
    batch = Batch(game, 3, seed=1)
    while not batch.is_over()[1]:
        batch.step(batch.choose())
    before = batch.states.tobytes()
    chosen = batch.choose().copy()
    chosen[1] = 0
    with pytest.raises(IllegalAction, match="^illegal action 0 in position 1: the game is over, it must be -1$"):
        batch.step(chosen)
    assert batch.states.tobytes() == before
    chosen[1] = -1
    batch.step(chosen)


@pytest.mark.compiled
def test_the_unchecked_doors_play_as_the_checked_ones():
    game = motherlode.game("madcap")
    checked, unchecked = VectorEnv(game, 50, seed=5), VectorEnv(game, 50, seed=5)
    batch, other = Batch(game, 50, seed=5), Batch(game, 50, seed=5)
    for _ in range(30):
        checked.step(checked.current.sampled)
        unchecked.step_unchecked(unchecked.current.sampled)
        assert checked.states.tobytes() == unchecked.states.tobytes()
        assert batch.step(batch.choose()) == other.step_unchecked(other.choose())
        assert batch.states.tobytes() == other.states.tobytes()


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"num_envs": 2.5}, "2.5 environments: must be"),
        ({"num_envs": "2"}, "'2' environments: must be"),
        ({"num_envs": True}, "True environments: must be"),
        ({"num_envs": 10**12}, "1000000000000 environments: must be"),
        ({"threads": 1.5}, "1.5 threads: must be"),
        ({"seed": "x"}, "seed 'x'"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 1.5}, "seed 1.5"),
        ({"learner": True}, "learner True"),
        ({"learner": 0.0}, "learner 0.0"),
        ({"opponent": None}, "opponent None"),
        ({"opponent": []}, "opponent []"),
    ],
)
def test_choices_that_make_no_sense_are_refused(choices, message):
    with pytest.raises(BadInput) as caught:
        VectorEnv(motherlode.game("madcap"), **{"num_envs": 2} | choices)
    assert str(caught.value).startswith(message)


SIMULATED = """
import numpy as np
import motherlode
from motherlode.core.errors import IllegalAction
from motherlode.envs.gpu_vector import GpuVectorEnv

game = motherlode.game({name!r})
env = GpuVectorEnv(game, 5, seed=3, block=32)
num_actions = game.limits.num_actions
for _ in range(3):
    env.step(env.current.sampled)
env.check()
chosen = env.current.sampled.copy_to_host().astype(np.int64)
illegal = np.array([np.flatnonzero(row == 0)[-1] for row in env.current.mask.copy_to_host()])
count = 0
for wrong in (
    np.full(5, num_actions), np.full(5, num_actions + 1000), np.full(5, 2**31 - 1), np.full(5, 2**31), chosen + 2**32,
    chosen.astype(np.uint64) + np.uint64(2**63), np.full(5, 2**63 - 1), np.full(5, -1), np.full(5, -2),
    np.full(5, -3), np.full(5, -(2**63)), np.full(5, -2, np.int32), np.full(5, 2**31 - 1, np.int32), illegal,
    illegal.astype(np.int32), (chosen + 2**32).tolist(), [2**64] * 5,
):
    before = env.states().tobytes()
    env.step(wrong)
    assert env.states().tobytes() == before, wrong
    count += 5
    assert env.num_illegal == count, wrong
    try:
        env.check()
    except IllegalAction as error:
        assert str(error) == "5 illegal actions since the last check, the first in environment 0: they were not played"
    else:
        raise AssertionError("nothing was said about " + str(wrong))
    env.check()
chosen[3] = 2**32 + chosen[3]
env.step(chosen)
try:
    env.check()
except IllegalAction as error:
    print(error)
for wrong in (
    chosen + 0.5, chosen.astype(np.float32), chosen > 3, chosen.astype(str), chosen.astype(object), chosen[:3],
    np.append(chosen, 0), chosen[None], 3, "x", [[1], [1, 2]], [True] * 5, [1.5] * 5, [None] * 5,
    object(),
):
    before = env.states().tobytes()
    try:
        env.step(wrong)
    except IllegalAction as error:
        assert str(error).startswith("unreadable action") and "\\n" not in str(error), error
    else:
        raise AssertionError("taken for actions: " + repr(wrong))
    assert env.states().tobytes() == before
print("all refused")
"""


@pytest.mark.parametrize("name", GAMES)
def test_a_device_plays_no_nonsense_and_says_so_when_it_is_asked(name):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SIMULATED.format(name=name)],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "MOTHERLODE_MODE": "plain"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "1 illegal action since the last check, the first in environment 3: it was not played",
        "all refused",
    ]


# What was saved, and damaged since


@pytest.mark.parametrize("name", GAMES)
def test_a_damaged_save_is_refused_or_can_be_played_on(name):
    door, source = PettingZooDoor(name), np.random.default_rng(5)
    for _ in range(3):
        door.act(int(source.choice(door.legal())))
    saved = door.state()
    other = motherlode.pettingzoo(name)
    other.reset(seed=1)
    before, num_refused = other.save(), 0
    for _ in range(20 if IS_PLAIN else 150):
        damaged = bytearray(saved)
        damaged[source.integers(len(saved))] ^= 1 << int(source.integers(8))
        try:
            other.load(bytes(damaged))
        except BadInput as error:
            assert error.code == Code.UNREADABLE_POSITION
            assert other.save() == before
            num_refused += 1
            continue
        for _ in range(30):
            seen, _, is_over, is_cut, _ = other.last()
            if is_over or is_cut:
                break
            other.step(int(source.choice(np.flatnonzero(seen["action_mask"]))))
        other.load(before)
    assert num_refused > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_reset_that_fails_leaves_the_match_as_it_was(name):
    env = motherlode.pettingzoo(name)
    env.reset(seed=7)
    before = env.save()
    for seed, options in (
        (1, {"script": [10**6]}),
        (1, {"script": 5}),
        (1, {"script": [True]}),
        (1, {"position": 5}),
        (1, {"position": "nonsense"}),
        (1, 5),
        ("x", None),
        (-1, None),
        (1.5, None),
    ):
        with pytest.raises(BadInput):
            env.reset(seed=seed, options=options)
        assert env.save() == before
    with pytest.raises(BadInput, match="^unknown agent 'nobody'"):
        env.observe("nobody")
