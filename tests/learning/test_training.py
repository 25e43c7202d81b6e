import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import pytest

import motherlode
from cold import OURS
from motherlode.bots import Player, make_bot
from motherlode.cli import main
from motherlode.core.errors import Code, MotherlodeError
from motherlode.learning.ppo import ends_of, go_through, judge, shaped
from motherlode.learning.settings import FOLDER, Settings, read_settings
from motherlode.learning.training import Limit, Run

QUICK = Settings(
    hidden=(64, 64), num_envs=512, rollout=12, minibatch=512, epochs=4, learning_rate=3e-3, entropy=0.01, trace=0.8,
    rewards="scores", margin=20.0, wins=0.2,
)  # fmt: skip
TINY = Settings(hidden=(8, 8), num_envs=16, rollout=4, minibatch=32, epochs=1)


def silent(_line):
    pass


@pytest.mark.compiled
def test_a_net_that_learned_on_a_cpu_beats_a_random_player(tmp_path):
    game = motherlode.game("madcap")
    run = Run(game, QUICK, tmp_path, 1, "cpu")
    run.train(Limit(500_000, None), silent, measure_s=0)
    bot, other = make_bot(f"net:{run.net_path}", game), make_bot("random", game)
    won = 0.0
    for seed in range(200):
        match = game.start(seed=seed)
        players = [Player(bot, 0, seed), Player(other, 1, seed)]
        if seed % 2:
            players = [Player(other, 0, seed), Player(bot, 1, seed)]
        while not match.is_over:
            players[match.to_act].act(match)
        winners = match.outcome.winners
        won += (seed % 2 in winners) / max(1, len(winners))
    assert won >= 150, f"{won} of 200"


@pytest.mark.compiled
def test_a_run_that_goes_on_is_where_it_was_and_the_rule_says_what_the_learner_says(tmp_path):
    game = motherlode.game("minecart_mayhem", 3)
    run = Run(game, TINY, tmp_path, 7, "cpu")
    run.train(Limit(256, None), silent, measure_s=0)
    again = Run(game, TINY, tmp_path, 7, "cpu")
    again.load()
    assert (again.steps, len(again.rows)) == (256, 4)
    for before, after in zip(jax.tree.leaves(run.layers), jax.tree.leaves(again.layers), strict=True):
        assert np.array_equal(before, after)
    again.train(Limit(320, None), silent, measure_s=0)
    assert msgspec.json.decode((tmp_path / "log.json").read_bytes())["facts"]["training"]["steps"] == 320

    match = game.start(seed=1)
    bot = make_bot(f"net:{again.net_path}", game)
    liked, expected = bot.think(game, match.position, match.to_act)
    seen = jnp.asarray(game.observe(match.position, match.to_act))[None] * again.scales
    numbers, values = go_through(again.layers, seen, game.limits.num_actions)
    assert np.allclose(liked, numbers[0], atol=0.02)
    assert np.allclose(np.roll(expected, -match.to_act), values[0], atol=0.02)

    with pytest.raises(MotherlodeError, match="cannot go on in .*: another ruleset was learned there") as error:
        Run(motherlode.game("minecart_mayhem", 3, rounds=50), TINY, tmp_path, 7, "cpu").load()
    assert error.value.code == Code.BAD_NET


def test_a_decision_is_judged_by_what_comes_until_the_next_one_of_the_same_seat():
    settings = Settings(discount=0.5, trace=0.5)
    values = jnp.array([[[1.0, 10.0]], [[2.0, 20.0]], [[3.0, 30.0]], [[4.0, 40.0]]])
    to_act = jnp.array([[0], [1], [0], [1]])
    rewards = jnp.array([[[0.1, 0.2]], [[0.3, 0.4]], [[0.0, 0.0]]])
    goes_on, ends = jnp.zeros((3, 1), bool), jnp.array([[False], [True], [False]])
    found = judge(values, rewards, goes_on, to_act, settings)[:, 0]
    third = 0.5 * 4.0  # seat 0, to the value after the last step
    assert found[2].tolist() == pytest.approx([third, 0.5 * 40.0])
    second = 0.4 + 0.5 * 40.0  # seat 1 gets the reward of its step, and has no other decision before the end
    assert found[1, 1].item() == pytest.approx(second)
    first = 0.1 + 0.3 + 0.5 * (3.0 + 0.5 * (third - 3.0))  # seat 0: two rewards, then its next decision
    assert found[0, 0].item() == pytest.approx(first)
    assert found[0, 1].item() == pytest.approx(0.2 + 0.5 * (20.0 + 0.5 * (second - 20.0)))
    cut = judge(values, rewards, ends, to_act, settings)[:, 0]
    assert cut[0, 0].item() == pytest.approx(0.1 + 0.3)  # nothing of the next game
    assert cut[1].tolist() == pytest.approx([0.3, 0.4])


def test_a_margin_makes_leads_of_scores():
    scores = jnp.array([[12.0, 4.0], [5.0, 5.0], [0.0, 0.0]])
    is_over = jnp.array([True, True, False])
    found = shaped(scores, is_over, ~is_over, 1.0, Settings(rewards="scores", margin=16.0, wins=0.5), 2)
    assert found.tolist() == [[0.75, -0.75], [0.0, 0.0], [0.0, 0.0]]
    assert shaped(scores, is_over, ~is_over, 1.0, Settings(), 2).tolist() == scores.tolist()


def test_progress_and_boldness_fade_and_a_draw_at_the_cap_may_be_a_loss_for_all():
    rewards = jnp.array([[0.125, -0.125], [1.125, -1.125], [0.25, -0.25]])
    is_over, is_capped = jnp.array([False, True, True]), jnp.array([False, False, True])
    settings = Settings(rewards="progress", progress=2.0, boldness=0.5, capped=-0.75)
    at_first = shaped(rewards, is_over, is_capped, 1.0, settings, 2).tolist()
    assert at_first == [[0.25, -0.125], [1.25, -0.625], [-0.75, -0.75]]
    assert shaped(rewards, is_over, is_capped, 0.0, settings, 2).tolist() == [[0, 0], [1, -1], [-0.75, -0.75]]
    assert sorted(ends_of(1)) == [0, 1]
    assert sorted(ends_of(4)) == pytest.approx([-1 / 3, 0, 1 / 9, 1 / 3, 1])


def test_every_game_has_settings_that_can_be_read():
    for name in OURS:
        assert (FOLDER / f"{name}.toml").exists()
        assert read_settings(name, 2, True).num_envs < read_settings(name, 2, False).num_envs


def test_what_cannot_be_trained_is_one_line(tmp_path, capsys):
    (tmp_path / "bad.toml").write_text("hidden = [0, 3]\n")
    for words, why in (
        (["--settings", str(tmp_path / "bad.toml")], "bad settings"),
        (["--settings", str(tmp_path / "gone.toml")], "cannot read"),
        (["--device", "abacus"], "--device 'abacus': must be one of auto, cpu, cuda"),
        (["--minutes", "0"], "--minutes 0: must be above 0"),
        (["--resume", "--out", str(tmp_path)], "cannot go on in"),
    ):
        assert main(["train", "madcap", *words]) == 2
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1
