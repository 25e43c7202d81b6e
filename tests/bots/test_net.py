import numpy as np
import pytest

import motherlode
from motherlode.arena.journal import _file_digest
from motherlode.bots import make_bot
from motherlode.bots.net import (
    MAGIC,
    Facts,
    Net,
    NetBot,
    check_net,
    find_net,
    meaning_of,
    read_name,
    read_net,
    write_net,
)
from motherlode.bots.search import Budget, Tree, analyse
from motherlode.core import searching
from motherlode.core.compiling import plain
from motherlode.core.errors import Code, MotherlodeError
from motherlode.core.nets import Sizes
from motherlode.core.streams import make_streams


@pytest.fixture(scope="module")
def game():
    return motherlode.game("madcap")


def facts_of(game, /, **others):
    sizes = Sizes(game.observation_size, 8, 6, game.limits.num_actions, game.seats)
    words = {"game": "madcap", "version": game.spec.version, "sizes": sizes, "meaning": meaning_of(game)}
    return Facts(**words | others, ruleset=game.digest, options={}, training={"seed": 5})


def a_file(game, path, seed=3):
    facts = facts_of(game)
    weights = np.random.default_rng(seed).normal(0, 0.5, facts.sizes.num_weights).astype(np.float32)
    weights[: facts.sizes.features] = 1.0
    write_net(path, facts, weights)
    return weights


def rolled(game):
    match = game.start(seed=4)
    return game.hidden(match.position, match.to_act), match.to_act


def test_a_file_gives_back_its_net_in_numbers_of_16_bits(game, tmp_path):
    weights = a_file(game, tmp_path / "mine.net")
    net = read_net(tmp_path / "mine.net")
    assert net.facts == facts_of(game)
    assert net.weights.tobytes() == weights.astype(np.float16).astype(np.float32).tobytes()
    assert not net.weights.flags.writeable
    assert [path.name for path in tmp_path.iterdir()] == ["mine.net"]


def test_a_net_plays_the_legal_action_it_likes_best_and_others_with_a_temperature(game, tmp_path):
    a_file(game, tmp_path / "mine.net")
    states, seat = rolled(game)
    bot, warm = (make_bot(f"net:{tmp_path / 'mine.net'}{more}", game) for more in ("", "@5"))
    liked, expected = bot.think(game, states, seat)
    best = max(game.legal(states), key=lambda action: (liked[action], -action))
    random = make_streams(1, 1)
    assert {bot.choose(game, states, seat, random) for _ in range(5)} == {best}
    chosen = [warm.choose(game, states, seat, random) for _ in range(200)]
    assert len(set(chosen)) > 5
    assert set(chosen) <= set(game.legal(states))
    assert expected.shape == (2,)


def test_what_a_net_expects_is_told_by_seat(game, tmp_path):
    facts = facts_of(game)
    weights = np.zeros(facts.sizes.num_weights, np.float32)
    weights[-2:] = 0.5, -0.25  # the biases of the last layer: the observer, the other
    bot = NetBot(Net(facts, weights))
    states, _ = rolled(game)
    assert bot.think(game, states, 0)[1].tolist() == [0.5, -0.25]
    assert bot.think(game, states, 1)[1].tolist() == [-0.25, 0.5]


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ({"game": "madstone"}, "for the game madstone, not madcap"),
        ({"version": 99}, "for rules version 99, not 1"),
        ({"sizes": Sizes(72, 8, 6, 72, 3)}, "for a number of seats of 3, not 2"),
        ({"sizes": Sizes(71, 8, 6, 72, 2)}, "for a number of features of 71, not 72"),
        ({"sizes": Sizes(72, 8, 6, 73, 2)}, "for a number of actions of 73, not 72"),
        ({"meaning": "else"}, "for features that mean else"),
    ],
)
def test_a_net_of_something_else_is_refused_in_one_line(game, others, why):
    net = Net(facts_of(game, **others), np.zeros(0, np.float32))
    with pytest.raises(MotherlodeError, match=why) as error:
        check_net(net, game, "net:mine.net")
    assert error.value.code == Code.BAD_NET


def test_a_file_that_is_no_net_is_refused_in_one_line(game, tmp_path):
    path = tmp_path / "mine.net"
    a_file(game, path)
    whole = path.read_bytes()
    for content in (b"", b"PNG", MAGIC, MAGIC + b"{}\n", whole[:-1], whole + b"\0", whole[:-2] + b"\xff\xff"):
        path.write_bytes(content)
        with pytest.raises(MotherlodeError, match="bad net '.*mine.net': ") as error:
            make_bot(f"net:{path}", game)
        assert error.value.code == Code.BAD_NET
        assert "\n" not in str(error.value)
    with pytest.raises(MotherlodeError, match="cannot read '.*gone.net': No such file"):
        make_bot(f"net:{tmp_path / 'gone.net'}", game)
    for name in ("net:", "net:mine.net@1000"):
        with pytest.raises(MotherlodeError, match="expected net:FILE, net:FILE@TEMPERATURE"):
            make_bot(name, game)


def test_the_arena_knows_a_net_by_its_content(game, tmp_path):
    a_file(game, tmp_path / "mine.net", seed=1)
    first = _file_digest(f"net:{tmp_path / 'mine.net'}@0.5")
    a_file(game, tmp_path / "mine.net", seed=2)
    assert "" != first != _file_digest(f"net:{tmp_path / 'mine.net'}@0.5")


@pytest.mark.compiled
@pytest.mark.parametrize("has_net", [False, True])
def test_a_tree_is_equal_byte_for_byte_compiled_and_plain(game, tmp_path, has_net):
    a_file(game, tmp_path / "mine.net")
    net = read_net(tmp_path / "mine.net") if has_net else None
    states, seat = rolled(game)
    one, other = (Tree(game, states, seat, game.spec.search, net) for _ in range(2))
    one.grow(60, make_streams(9))
    rules, limit = type(game.pointers)(*map(plain, game.spec.kernels)), game.limits.max_length
    plain(searching.search)(rules, game.box, other._arrays, make_streams(9), 0, other._scratch, 60, limit)
    assert one.used == other.used
    assert one.nodes[: one.used].tobytes() == other.nodes[: one.used].tobytes()
    assert one.values[: one.used].tobytes() == other.values[: one.used].tobytes()


def test_a_search_goes_where_its_net_points(game, tmp_path):
    facts = facts_of(game)
    weights = np.zeros(facts.sizes.num_weights, np.float32)
    states, seat = rolled(game)
    liked = game.legal(states)[-1]
    weights[-(facts.sizes.actions + facts.sizes.seats) + liked] = 12.0  # the bias of one action
    found = analyse(game, states, seat, make_streams(1), Budget(20), net=Net(facts, _read_only(weights)))
    assert found.best == liked
    assert all(0.0 <= value <= 1.0 for choice in found.choices for value in choice.values)


def _read_only(weights):
    weights.flags.writeable = False
    return weights


def test_the_nets_of_a_game_are_used_with_its_own_options_alone():
    assert find_net(motherlode.game("rockport_caverns")) is not None
    assert find_net(motherlode.game("madstone", 2)) is not None
    assert find_net(motherlode.game("madstone", 2, rounds=6)) is None  # it did not learn so
    assert find_net(motherlode.game("trap_the_cap", 3)) is None
    assert find_net(motherlode.game("madcap")) is None


def test_a_name_says_file_temperature_and_budget():
    assert read_name("net:a.net") == ("a.net", 0.0, "")
    assert read_name("net:a+b@c.net@0.5") == ("a+b@c.net", 0.5, "")
    assert read_name("net:a.net+2000") == ("a.net", 0.0, "2000")
    assert read_name("net:a.net+500ms") == ("a.net", 0.0, "500ms")
