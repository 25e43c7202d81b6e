import numpy as np
import pytest

import motherlode
from motherlode.arena.journal import _file_digest
from motherlode.bots import make_bot
from motherlode.bots.net import MAGIC, Facts, Net, NetBot, check_net, meaning_of, read_net, write_net
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
        with pytest.raises(MotherlodeError, match="expected net:FILE or net:FILE@TEMPERATURE"):
            make_bot(name, game)


def test_the_arena_knows_a_net_by_its_content(game, tmp_path):
    a_file(game, tmp_path / "mine.net", seed=1)
    first = _file_digest(f"net:{tmp_path / 'mine.net'}@0.5")
    a_file(game, tmp_path / "mine.net", seed=2)
    assert "" != first != _file_digest(f"net:{tmp_path / 'mine.net'}@0.5")
