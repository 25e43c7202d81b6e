"""Every game as a game of OpenSpiel, by OpenSpiel's own tests and by ours."""

import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

import motherlode
import motherlode.envs.openspiel as spiel
from motherlode.core.errors import BadInput
from motherlode.core.registry import find_game
from pebbles import GAME as PEBBLES

from .variants import GAMES, VARIANTS, name_of, parameters


def load(name, variant=None):
    return pyspiel.load_game(spiel.PREFIX + name, parameters(variant or {}))


def advance(state, seed, limit=10**9):
    """Play at random, at most so many actions; every state on the way, the last one included."""
    source, states = random.Random(seed), []
    while not state.is_terminal() and len(states) < limit:
        states.append(state.clone())
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(source.choices(outcomes, odds)[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return [*states, state]


@pytest.mark.parametrize("name", GAMES)
def test_games_are_registered_with_their_kind(name):
    spec, kind = find_game(name), load(name).get_type()
    assert spiel.PREFIX + name in pyspiel.registered_names()
    assert kind.long_name == f"{spec.title}, version {spec.version}"
    assert (kind.min_num_players, kind.max_num_players) == spec.seats
    is_perfect = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert is_perfect == (not spec.is_hidden)
    assert load(name).max_game_length() == motherlode.game(name).limits.max_length


# One simulation with everything checked at every state takes seconds where a match has hundreds of actions.
SHORT = [
    (name, variant) for name, variant in VARIANTS if variant.get("turns", 0) <= 150 and variant.get("ending") != "last"
]


@pytest.mark.parametrize(("name", "variant"), SHORT, ids=name_of)
def test_random_simulation(name, variant, capfd):
    is_short = load(name, variant).max_game_length() < 1500
    pyspiel.random_sim_test(load(name, variant), num_sims=1, serialize=is_short, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name):
    # A playthrough prints every number of every tensor, and there are two for each entry that a match may have.
    variants = ({"turns": 3},) if name == "trap_the_cap" else find_game(name).variants
    text = str(load(name, min(variants, key=lambda variant: load(name, variant).max_game_length())))
    lines = generate_playthrough.playthrough(text, action_sequence=None, seed=5).splitlines()
    again = generate_playthrough.playthrough(text, action_sequence=None, seed=5).splitlines()
    assert lines == again
    assert f'GameType.short_name = "{spiel.PREFIX}{name}"' in lines
    assert any(line.startswith("InformationStateString(0) = ") for line in lines)
    assert any(line.startswith("Returns() = ") for line in lines)
    assert "IsTerminal() = True" in lines


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=name_of)
def test_a_game_is_read_from_its_text(name, variant):
    game = load(name, variant)
    other = pyspiel.load_game(str(game))
    assert str(other) == str(game)
    assert other.ruleset.digest == game.ruleset.digest == motherlode.game(name, **variant).digest
    assert pickle.loads(pickle.dumps(game)).ruleset.digest == game.ruleset.digest


def test_a_text_that_looks_like_a_number_is_read_as_text():
    game = pyspiel.load_game("motherlode_trap_the_cap", {"kinds": "1986", "players": 3})
    assert game.ruleset.options.kinds == "1986"
    assert pyspiel.load_game("motherlode_trap_the_cap(kinds=%31986,turns=9)").ruleset.options.turns == 9


def test_bad_parameters_are_refused():
    with pytest.raises(BadInput, match="^bad option levels=1: expected int >= 2, in madcap$"):
        pyspiel.load_game("motherlode_madcap(levels=1)")
    with pytest.raises(BadInput, match=r"^bad option gold='\[1': not JSON: "):
        pyspiel.load_game("motherlode_madcap", {"gold": "[1"})
    with pytest.raises(BadInput, match="^Madcap with 3 seats: it has 2$"):
        pyspiel.load_game("motherlode_madcap(players=3)")


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_serialised_and_cloned(name):
    game = load(name)
    state = advance(game.new_initial_state(), 3, limit=13)[-1]
    _, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(other) == str(state)
    assert other.history() == state.history()
    copy = state.clone()
    for seat in range(game.num_players()):
        assert other.information_state_string(seat) == state.information_state_string(seat)
    before = str(state)
    advance(copy, 4, limit=3)
    assert str(state) == before != str(copy)


@pytest.mark.parametrize("name", GAMES)
def test_tensors_and_texts_come_from_what_the_seat_may_know(name):
    game = load(name)
    ruleset = game.ruleset
    size = ruleset.observation_size
    observation = make_observation(game)
    for state in advance(game.new_initial_state(), 6, limit=60)[::7]:
        for seat in range(game.num_players()):
            hidden = ruleset.hidden(state._at.states, seat)
            wanted = ruleset.observe(state._at.states, seat)
            tensor = np.array(state.information_state_tensor(seat), np.float32)
            assert (tensor[:size] == wanted).all()
            log = tensor[size:].reshape(-1, spiel.LOG_WIDTH)
            assert (log[: len(state.history()), 0] > 0).all()
            assert not log[len(state.history()) :].any()
            observation.set_from(state, seat)
            assert (observation.tensor == wanted).all()
            assert sum(part.size for part in observation.dict.values()) == size
            text = ruleset.spec.notation.write_position(ruleset.box, hidden)
            assert state.observation_string(seat) == f"seat {seat} sees {text}"
            assert state.information_state_string(seat).startswith(f"seat {seat} sees {text} after ")


def test_a_seat_recalls_what_it_saw_and_nothing_else():
    game = load("minecart_mayhem", {"seats": 3})
    state = advance(game.new_initial_state(), 8, limit=40)[-1]
    records = [state.information_state_string(seat).split(" after ")[1].split() for seat in range(3)]
    for words, (actor, action) in zip(zip(*records, strict=True), enumerate_history(state), strict=True):
        who = "*" if actor == -1 else str(actor)
        assert set(words) <= {f"{who}:{action}", f"{who}:?"}
        assert f"{who}:{action}" in words  # somebody saw it
        assert actor == -1 or f"{who}:?" not in words  # players act in the open, draws are hidden
    assert any("?" in word for word in records[0])


def enumerate_history(state):
    return [(entry.player, entry.action) for entry in state.full_history()]


@pytest.mark.parametrize(("name", "seats"), [(name, find_game(name).seats[1]) for name in GAMES])
def test_a_resampled_state_cannot_be_told_apart(name, seats):
    game = load(name, {"seats": seats})
    sampler, worlds, differs = pyspiel.UniformProbabilitySampler(0.0, 1.0), 0, False
    for state in advance(game.new_initial_state(), 9, limit=150)[::2]:
        player = state.current_player()
        if player < 0:
            continue
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert (np.array(other.observation_tensor(player)) == np.array(state.observation_tensor(player))).all()
        differs |= str(other) != str(state)
        worlds += 1
        advance(other, 10, limit=20)
    assert worlds >= 3
    assert differs == find_game(name).is_hidden


def test_what_others_alone_have_seen_is_forgotten_when_resampled():
    game = load("minecart_mayhem")
    state = advance(game.new_initial_state(), 12, limit=20)[-1]
    player = max(state.current_player(), 0)
    other = state.resample_from_infostate(player)
    words = other.information_state_string(1 - player).split(" after ")[1].split()
    own = state.information_state_string(1 - player).split(" after ")[1].split()
    assert any(new == "*:?" and old != "*:?" for new, old in zip(words, own, strict=True))


def test_a_game_outside_the_package_is_served():
    from motherlode.core import registry

    registry.register(PEBBLES)
    assert "motherlode_pebbles" in spiel.register()
    pyspiel.random_sim_test(pyspiel.load_game("motherlode_pebbles(heap=3)"), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("library", "door", "extra"),
    [
        ("pyspiel", "import motherlode.envs.openspiel", "OpenSpiel is missing: pip install 'motherlode[openspiel]'"),
        (
            "pettingzoo",
            "import motherlode; motherlode.pettingzoo",
            "PettingZoo is missing: pip install 'motherlode[envs]'",
        ),
        ("gymnasium", "import motherlode.envs.gymnasium", "Gymnasium is missing: pip install 'motherlode[envs]'"),
    ],
)
def test_without_a_library_one_line_says_what_is_missing(library, door, extra):
    code = f"import motherlode.core.ruleset, sys; sys.modules[{library!r}] = None; {door}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(extra)
