"""One match through every door: engine, PettingZoo, Gymnasium and OpenSpiel tell the same story.

A match is played at random by the engine and written down; its text record is then replayed, with the same chance,
through each adapter, and position, mask, observation and result are compared after every action.
"""

from pathlib import Path

import numpy as np
import pyspiel
import pytest

import motherlode
import motherlode.envs.openspiel as spiel
from golden import is_current
from motherlode.core.contract import CHANCE
from motherlode.core.errors import MotherlodeError
from motherlode.core.outcomes import rewards_of
from motherlode.envs import gymnasium as gym
from motherlode.envs.pettingzoo import PettingZooEnv
from motherlode.table.match import RESIGN

from .variants import VARIANTS, name_of, parameters

REPLAYS = sorted(filter(is_current, Path(__file__).parent.parent.glob("games/*/replays/*.txt")))
MAX_ENTRIES = 4000


@pytest.fixture(scope="module")
def records():
    """The record of a random match for each variant, as it is asked for."""
    written = {}

    def record(name, variant):
        key = name + repr(variant)
        if key not in written:
            match, source = motherlode.game(name, **variant).start(seed=17), np.random.default_rng(17)
            while not match.is_over:
                match.play(int(source.choice(match.ruleset.legal(match.position))))
            written[key] = match.record()
        return written[key]

    return record


def mask_of(match, step):
    """The legal actions before an entry of the log, as the engine says."""
    mask = np.zeros(match.ruleset.limits.num_actions, np.int8)
    mask[match.ruleset.legal(match.position_at(step))] = 1
    return mask.tobytes()


def told(match):
    """What the engine says before each action of a seat: step, seat, action."""
    return [(entry.step, entry.actor, entry.action) for entry in match.log if entry.actor != CHANCE]


def start_of(match):
    """Reset options that feed in the chance of a match, and its first position where it has one."""
    ruleset = match.ruleset
    options = {"script": [entry.action for entry in match.log if entry.actor == CHANCE]}
    if not match.is_from_start:
        options["position"] = ruleset.spec.notation.write_position(ruleset.box, match.start)
    return options


class Follower:
    """A bot that plays what a record says."""

    def __init__(self, match):
        self.match = match
        self.entries = iter(())

    def begin(self):
        self.entries = iter(told(self.match))

    def next(self, seat):
        _, actor, action = next(self.entries)
        assert actor == seat
        return action

    def choose(self, ruleset, states, seat, random):
        return self.next(seat)


def through_pettingzoo(match):
    env = PettingZooEnv(match.ruleset)
    env.reset(seed=0, options=start_of(match))
    for step, seat, action in told(match):
        seen, _, is_over, is_cut, _ = env.last()
        assert not is_over
        assert not is_cut
        assert env.agent_selection == f"seat_{seat}"
        assert env.position.tobytes() == match.position_at(step).tobytes()
        assert seen["action_mask"].tobytes() == mask_of(match, step)
        assert (seen["observation"] == match.ruleset.observe(match.position_at(step), seat)).all()
        env.step(action)
    assert env.position.tobytes() == match.position.tobytes()
    assert env.scores == match.scores
    assert env.terminations == dict.fromkeys(env.agents, match.outcome.how not in ("", "capped"))
    assert env.truncations == dict.fromkeys(env.agents, match.outcome.how == "capped")
    if match.is_over:
        assert list(env.rewards.values()) == rewards_of(match.ruleset.sides, match.winners)


def through_gymnasium(match, seat):
    follower = Follower(match)
    others = [follower] * (match.ruleset.seats - 1)
    env = gym.GymnasiumEnv(match.ruleset, seat, others, illegal="raise")
    follower.begin()
    seen, info = env.reset(seed=0, options=start_of(match))
    steps = [step for step, actor, _ in told(match) if actor == seat]
    reward, is_over, is_cut = 0.0, False, False
    for step in steps:
        assert not is_over
        assert not is_cut
        assert env.position.tobytes() == match.position_at(step).tobytes()
        assert info["action_mask"].tobytes() == mask_of(match, step)
        assert (seen == match.ruleset.observe(match.position_at(step), seat)).all()
        seen, reward, is_over, is_cut, info = env.step(follower.next(seat))
    assert (is_over, is_cut) == (match.outcome.how != "capped", match.outcome.how == "capped")
    assert env.position.tobytes() == match.position.tobytes()
    assert env.scores == match.scores
    assert reward == rewards_of(match.ruleset.sides, match.winners)[seat]


def through_openspiel(match, game):
    state = game.new_initial_state()
    for entry in match.log:
        before = match.position_at(entry.step)
        assert state._at.states.tobytes() == before.tobytes()
        if entry.actor == CHANCE:
            weights = match.ruleset.chance(before)
            total = sum(weight for _, weight in weights)
            assert state.is_chance_node()
            assert state.chance_outcomes() == [(outcome, weight / total) for outcome, weight in weights]
        else:
            assert state.current_player() == entry.actor
            assert state.legal_actions() == match.ruleset.legal(before)
            assert np.array(state.legal_actions_mask(), np.int8).tobytes() == mask_of(match, entry.step)
            assert state.action_to_string(entry.actor, entry.action) == entry.text
            tensor = np.array(state.observation_tensor(entry.actor), np.float32)
            assert (tensor == match.ruleset.observe(before, entry.actor)).all()
        state.apply_action(entry.action)
    assert state.is_terminal() == match.ruleset.is_over(match.position)
    assert state._at.states.tobytes() == match.position.tobytes()
    assert state.history() == [entry.action for entry in match.log]
    if match.is_over:
        assert state.returns() == rewards_of(match.ruleset.sides, match.winners)


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=name_of)
def test_one_match_through_every_door(name, variant, records):
    match = motherlode.replay(records(name, variant))
    assert match.is_over
    if len(match.log) > MAX_ENTRIES:
        pytest.fail(f"the match has {len(match.log)} entries: choose another seed")
    through_pettingzoo(match)
    for seat in range(match.ruleset.seats):
        if any(actor == seat for _, actor, _ in told(match)):
            through_gymnasium(match, seat)
    through_openspiel(match, pyspiel.load_game(spiel.PREFIX + name, parameters(variant)))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_golden_replays_through_pettingzoo(path):
    if path.name != "README.md":
        match = motherlode.replay(path.read_text())
        if any(entry.action == RESIGN for entry in match.log):
            assert match.resigned is not None  # environments know no resignation
            return
        through_pettingzoo(match)


def test_another_match_is_noticed(records):
    match = motherlode.replay(records("madcap", {}))
    other = motherlode.game("madcap").start(seed=18)
    while not other.is_over:
        other.play(other.actions()[0])
    match._log[-1] = other.log[-1]
    with pytest.raises((AssertionError, MotherlodeError)):
        through_pettingzoo(match)
