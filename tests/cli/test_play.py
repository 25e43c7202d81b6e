"""`motherlode play`, through a pipe: what people type and what they see."""

import hashlib
import re
import signal
import subprocess

import pytest

import motherlode
from motherlode.bots import Player, make_bot
from motherlode.cli.touching import choices
from motherlode.core.registry import register
from motherlode.games.madcap import solver

SEED = 7
MIDDLE = "r3 k6 b6 | r36 k4 b356 | not k | gold 3-6 | seat 1"


def expected(bot="exact", pick=-1):
    """The match that a person and a bot play from the seed, through the API; the person picks an action by place."""
    match = motherlode.game("madcap").start(SEED, names=("Player", bot))
    player = Player(make_bot(bot, match.ruleset), 1, SEED)
    typed, touched = [], []
    while not match.is_over:
        if match.to_act == 1:
            player.act(match)
            continue
        action = match.actions()[pick]
        typed.append(action.text)
        touched += touches(match, action)
        match.play(action)
    return match, typed, touched


def touches(match, action):
    """The numbers to type in the menus, one step at a time; what is left alone is not asked for."""
    numbers, path = [], ()
    while True:
        offered = choices(match.actions(), path)
        number, choice = next((n, c) for n, c in enumerate(offered, 1) if action in c.actions)
        numbers.append(str(number))
        if choice.action is not None:
            return numbers
        path = choice.path


def test_a_whole_game_by_notation(run, tmp_path):
    match, typed, _ = expected()
    result = run(
        "play",
        "madcap",
        "--players",
        "human,exact",
        "--seed",
        SEED,
        "--save",
        tmp_path / "game.txt",
        typed=typed,
    )
    assert result.code == 0
    assert result.err == ""
    assert match.conclusion in result.out
    assert f"Scores: Player {match.scores[0]}, exact {match.scores[1]}." in result.out
    assert "Checked: 24 entries follow the rules; 12 draws of chance match the seed." in result.out
    for line in match.story()[12:]:
        assert line in result.out
    assert (tmp_path / "game.txt").read_text() == match.record()
    assert list(tmp_path.iterdir()) == [tmp_path / "game.txt"]


@pytest.mark.parametrize("pick", [0, -1])
def test_a_whole_game_by_touch(run, tmp_path, pick):
    match, typed, touched = expected(pick=pick)
    assert len(touched) > len(typed), "some dice go two ways"
    result = run(
        "play",
        "madcap",
        "--players",
        "human,exact",
        "--seed",
        SEED,
        "--save",
        tmp_path / "game.txt",
        typed=touched,
    )
    assert result.code == 0
    assert (tmp_path / "game.txt").read_text() == match.record()
    assert re.search(r"1 level \d!? = \w+ \d up\s+2 level \d!? = \w+ \d down", result.out)


def test_touch_goes_back_and_takes_ids(run):
    result = run(
        "play", "madcap", "--position", MIDDLE,
        typed=["1", "b", "1", "", "die:red:3", "level:2", "log"],
    )  # fmt: skip
    assert result.code == 0
    assert result.out.count("Player, red 3>") == 3
    assert "Player sends the red barrel down 3" not in result.out
    assert "Player sends the red barrel up 3 to level 2." in result.out


def test_the_same_seed_shows_the_same(run):
    _, typed, _ = expected("greedy")
    first, second = (run("play", "madcap", "--seed", SEED, typed=typed) for _ in range(2))
    assert first == second
    assert "▶ ● Player" in first.out
    assert "greedy" in first.out


def test_two_people_at_one_keyboard(run):
    match = motherlode.game("madcap").start(SEED, names=("Ada", "Bob"))
    typed = []
    while not match.is_over:
        typed.append(match.actions()[0].text)
        match.play(typed[-1])
    result = run("play", "madcap", "--players", "human:Ada,human:Bob", "--seed", SEED, typed=typed)
    assert result.code == 0
    assert re.findall(r"Your turn, (\w+)\.", result.out) == ["Ada", "Bob"] * 6
    assert match.conclusion in result.out


def test_watching_bots(run):
    first = run("play", "madcap", "--watch", "--seed", 3)
    second = run("play", "madcap", "--players", "exact,greedy", "--seed", 3)
    assert first == second
    assert first.code == 0
    assert len(re.findall(r"^(?:exact|greedy) (?:sends|can move)", first.out, re.MULTILINE)) == 12
    assert "Checked:" in first.out
    twins = run("play", "madcap", "--players", "random,random", "--seed", 3)
    assert "random 1 sends" in twins.out
    assert "random 2 sends" in twins.out


def test_hint_shows_the_exact_value_of_every_action(run):
    game = motherlode.game("madcap")
    match = game.start(position=MIDDLE)
    solution = solver.solve(game.box, match.position)
    result = run("play", "madcap", "--position", MIDDLE, typed=["hint"])
    shown = re.findall(r"([+-]\d+|0)(\*?) +(\w+ \d \w+)", result.out.split("* is best.")[1])
    wanted = {action.text: solution.actions[action.id] for action in match.actions()}
    assert {text: int(value) for value, _, text in shown} == wanted
    assert [int(value) for value, _, _ in shown] == sorted(wanted.values(), reverse=True)
    assert {text for _, star, text in shown if star} == {
        text for text, value in wanted.items() if value == solution.value
    }


def test_undo_takes_back_the_bots_answer_too(run):
    result = run("play", "madcap", "--players", "human,exact", "--seed", SEED, typed=["red 4", "undo", "log"])
    assert "Taken back: 2 actions." in result.out
    assert result.out.splitlines()[-1] == "  1  The dice are rolled: r1245 k1256 b2356. Player begins."


def test_undo_among_people_takes_back_the_last_action(run):
    result = run("play", "madcap", "--players", "human:Ada,human:Bob", "--seed", SEED, typed=["red 4", "undo"])
    assert "Taken back: 1 action." in result.out
    assert re.findall(r"Your turn, (\w+)\.", result.out) == ["Ada", "Bob", "Ada"]


def test_undo_says_why_not(run):
    assert "no undo for 'Player': Player has not acted yet" in run("play", "madcap", typed=["undo"]).out
    small = [
        word for option in ("levels=2", "faces=1", "dice=1", "gold=[1,2]", "games=2") for word in ("--option", option)
    ]
    result = run("play", "madcap", *small, "--players", "human,human", typed=["r1", "k1", "b1", "undo"])
    assert "no undo for 'Player 1': chance has acted since" in result.out


def test_a_bad_line_is_answered_and_play_goes_on(run):
    typed = [
        "dance",
        "99",
        "0",
        "save /no/such/folder/x",
        "\x1b[31mred",
        "x" * 600,
        "red 2 up",
        "red 3 up",
        "log",
    ]
    result = run("play", "madcap", "--players", "human,random", "--position", MIDDLE, typed=typed)
    assert result.code == 0
    assert result.err == ""
    answers = [line for line in result.out.splitlines() if ": " in line and not line.startswith(("Player>", "Which"))]
    assert len(answers[0].splitlines()) == 1
    assert answers[0].startswith("unreadable action 'dance': expected colour, die and way")
    assert answers[1] == "there is no 99 here: choose from 1 to 5"
    assert answers[2] == "there is no 0 here: choose from 1 to 5"
    assert answers[3] == "cannot write '/no/such/folder/x': there is no folder '/no/such/folder'"
    assert answers[4].startswith(r"unreadable action '\x1b[31mred'")
    assert answers[5] == "a line of 600 letters: 500 are enough"
    assert answers[6] == f"illegal action 'red 2 up': no red die shows 2, in '{MIDDLE}'"
    assert "  1  Player sends the red barrel up 3 to level 2." in result.out


def test_an_illegal_action_is_refused_with_reason_and_position(run, kept):
    result = run("play", "madcap", "--position", MIDDLE, typed=["black 4 up"])
    why = "the opponent chose the black barrel in the turn before, and another can move"
    assert f"illegal action 'black 4 up': {why}, in '{MIDDLE}'" in result.out
    assert not kept.exists(), "nothing happened, so nothing is kept"


def test_leaving_keeps_the_match_and_load_goes_on(run, kept):
    match, typed, _ = expected()
    for leave in ([], ["quit"]):
        result = run("play", "madcap", "--players", "human,exact", "--seed", SEED, typed=typed[:2] + leave)
        assert result.code == 0
        (file,) = kept.iterdir()
        assert result.out.splitlines()[-2:] == [
            "The match is kept. Go on with:",
            f"motherlode play --load {file}",
        ]
        result = run("play", "--load", file, typed=[*typed[2:4], "quit"])
        assert [*kept.iterdir()] == [file], "a kept match stays where it is"
        result = run("play", "madcap", "--load", file, typed=typed[4:])
        assert match.conclusion in result.out
        assert file.read_text() == match.record()
        file.unlink()


def test_nothing_is_kept_where_nothing_happened(run, kept):
    result = run("play", "madcap", typed=["help", "quit"])
    assert result.code == 0
    assert "kept" not in result.out
    assert not kept.exists()


def test_a_loaded_match_begins_with_what_happened_last(run, tmp_path):
    run("play", "madcap", "--players", "human:Ada,human:Bob", "--seed", SEED, "--save", tmp_path / "game.txt",
        typed=["r4", "k1", "b2"])  # fmt: skip
    result = run("play", "--load", tmp_path / "game.txt", "--players", "human:Cem,human:Dee")
    assert "Your turn, Dee." in result.out
    assert "The dice are rolled" not in result.out
    assert "Cem sends the blue barrel in on level 2." in result.out


def test_saving(run, tmp_path, kept):
    mine, other = tmp_path / "mine.txt", tmp_path / "other.txt"
    other.write_text("a letter\n")
    typed = ["red 4", f"save {mine}", f"save '{mine}'", f"save {other}", "save -", "quit"]
    result = run("play", "madcap", "--players", "human,exact", "--seed", SEED, typed=typed)
    assert result.out.count(f"Saved: {mine}\n") == 2
    assert f"will not overwrite {str(other)!r}: it is no Motherlode record (start with --force to do it)" in result.out
    assert other.read_text() == "a letter\n"
    assert mine.read_text() in result.out, "save - shows it"
    assert motherlode.replay(mine.read_text()).log[-2].text == "red 4 in"
    assert not kept.exists(), "all of it was saved already"
    run("play", "madcap", "--force", "--save", other, "--watch")
    assert motherlode.verify(other.read_text()).has_proof


def test_save_alone_keeps_it_in_the_data_folder(run, kept):
    run("play", "madcap", typed=["1", "save", "quit"])
    (file,) = kept.iterdir()
    assert not motherlode.replay(file.read_text()).is_over


def test_the_record_is_shown_if_it_cannot_be_kept(run, tmp_path):
    (tmp_path / "data").write_text("in the way")
    result = run("play", "madcap", "--players", "human,exact", "--seed", SEED, typed=["red 4"])
    assert result.code == 0
    assert "cannot make the folder" in result.out
    assert "Motherlode record 1\n" in result.out
    assert "1 red 4 in" in result.out


def test_fair_dice_are_committed_before_and_shown_after(run, tmp_path):
    result = run("play", "madcap", "--fair", "--watch", "--save", tmp_path / "fair.txt")
    commitment = re.search(r"Commitment: ([0-9a-f]{64})\n", result.out)
    seed = re.search(r"Seed: ([0-9a-f]{64}), with the commitment ([0-9a-f]{64})\.", result.out)
    assert commitment.start() < result.out.index("The dice are rolled") < seed.start()
    assert hashlib.sha256(bytes.fromhex(seed[1])).hexdigest() == seed[2] == commitment[1]
    assert "12 draws of chance match the seed" in run("verify", tmp_path / "fair.txt").out


def test_a_fair_match_without_its_seed_stops_at_the_next_roll(run, tmp_path, kept):
    small = [
        word for option in ("levels=2", "faces=1", "dice=1", "gold=[1,2]", "games=2") for word in ("--option", option)
    ]
    run("play", "madcap", *small, "--fair", "--players", "human,human", "--save", tmp_path / "fair.txt",
        typed=["r1", "k1"])  # fmt: skip
    record = (tmp_path / "fair.txt").read_text()
    (tmp_path / "told.txt").write_text(re.sub("seed: .*\n", "", record))
    assert run("play", "--load", tmp_path / "fair.txt", typed=["b1"]).code == 0
    result = run("play", "--load", tmp_path / "told.txt", typed=["b1"])
    assert result.code == 2
    assert result.err == (
        "motherlode: the record does not tell where its dice come from: the match cannot go on beyond this roll\n"
    )
    assert [*kept.iterdir()], "nothing is lost"


def test_words_instead_of_a_board(run):
    result = run("play", "madcap", "--words", "--position", MIDDLE, typed=["position", "board"])
    assert result.out.splitlines().count(MIDDLE) == 3
    assert "M A D C A P" not in result.out


def test_a_position_that_is_over_is_a_result(run):
    result = run("play", "madcap", "--position", "r1 k1 b1 | r k b | not b | gold 3-5 | over")
    assert result.code == 0
    assert "nuggets." in result.out


def test_help_log_rules_and_resigning(run):
    typed = ["help", "?", "rules bounce", "rules R3.1", "rules R3", "rules zebra", "rules", "resign"]
    result = run("play", "madcap", "--players", "human:Ada,random", "--seed", SEED, typed=typed)
    assert result.code == 0
    assert result.out.count("take back the last action of a person") == 2
    assert "R4.1 A barrel that would pass level 1 or level 7 turns there" in result.out
    assert result.out.count("R3.1 You may not choose the barrel") == 3
    assert "No rule of Madcap speaks of 'zebra'." in result.out
    assert "**" not in result.out
    assert "Ada resigns; random won." in result.out


def test_options_and_data(run, tmp_path):
    data = tmp_path / "my.toml"
    data.write_text("levels = 8\ngold = [1, 1, 2, 3, 5, 8, 13, 21]\n")
    result = run("play", "madcap", "--data", data, "--option", "games=2", "--option", "fair_rolls=false")
    assert "Game 1 of 2" in result.out
    assert "21 ◆" in result.out


@pytest.mark.parametrize("columns", [30, 40, 60, 79, 80, 200])
def test_boards_fit_narrow_terminals(run, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    result = run("play", "madcap", "--seed", SEED)
    board = [line for line in result.out.splitlines() if re.search("[░◆]", line)]
    assert len(board) >= 9
    assert max(map(len, board)) <= columns


def test_levels_and_searches_sit_down(run):
    result = run("play", "madcap", "--players", "foreman,search@20", "--seed", SEED, "--words")
    assert result.code == 0
    assert re.search(r"^foreman (?:sends|can move)", result.out, re.MULTILINE)
    assert re.search(r"^search@20 (?:sends|can move)", result.out, re.MULTILINE)


def test_a_search_without_a_budget_is_refused(run):
    result = run("play", "madcap", "--players", "human,search@fast")
    assert result.code != 0
    assert "unknown player 'search@fast'" in result.err


def test_secrets_and_guesses_in_another_game(run, kept):
    import pebbles

    register(pebbles.GAME)
    result = run(
        "play", "pebbles", "--players", "human:Ada,random,human:Bob", "--seed", SEED,
        typed=["hint", "hint de", "position", "log", "1", "position", "log"],
    )  # fmt: skip
    assert result.code == 0
    assert "A guess, by search: your chance to win. * is best." in result.out
    assert "A search expects " in result.out
    assert "Eine Schätzung, durch Suche: deine Gewinnchance. * ist am besten." in result.out
    assert "Eine Suche erwartet " in result.out
    assert re.search(r"\d+%\* take [12]", result.out)
    assert "1 pebbles 1 = take 1" in result.out
    for name, other, part in zip(("Ada", "Bob"), ("Bob", "Ada"), result.out.split("Ada> 1\n"), strict=True):
        assert part.count(f"{name} draws a charm worth") == 2, "in the news and in the log"
        assert part.count(f"{other} draws a charm.") == 2
    (file,) = kept.iterdir()
    assert "The match is kept, with all its secrets. Go on with:" in result.out
    again = run("play", "--load", str(file), typed=["take 1"] * 20)
    assert again.code == 0
    assert "The heap is gone." in again.out


def wait_for_second_turn(process):
    """Until a person and the bot have acted once."""
    process.stdin.write("red 4\n")
    process.stdin.flush()
    turns = 0
    while turns < 2:
        turns += "Your turn" in process.stdout.readline()


def test_a_closed_pipe_keeps_the_match(program, kept):
    process = program("play", "madcap", "--players", "human,random", "--seed", SEED)
    wait_for_second_turn(process)
    process.stdout.close()
    process.stdin.write("1\n1\n1\n1\n")
    process.stdin.close()
    assert process.wait(600) == 141
    assert process.stderr.read() == ""
    assert len([*kept.iterdir()]) == 1


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_signals_keep_the_match(program, kept, number, code):
    process = program("play", "madcap", "--players", "human,random", "--seed", SEED, stderr=subprocess.STDOUT)
    wait_for_second_turn(process)
    process.send_signal(number)
    out, _ = process.communicate(timeout=600)
    assert process.returncode == code
    assert "Traceback" not in out
    (file,) = kept.iterdir()
    assert f"motherlode play --load {file}" in out
    assert len(motherlode.replay(file.read_text()).log) == 14
