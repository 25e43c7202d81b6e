"""Whole tournaments: the same for any number of processes, resumable, and no bot can bring them down."""

import json
import shutil

import pytest
from guests import Remembers

import motherlode
import pebbles
from motherlode.arena.fixtures import Fixture, Tournament, teams_of
from motherlode.arena.journal import Journal, make_header
from motherlode.arena.playing import play_game
from motherlode.arena.reports import comparisons_table, make_report, standings_table, write_command
from motherlode.arena.running import check_bots, run
from motherlode.core.errors import BadInput, Barred
from motherlode.core.registry import register

QUICK = {"budget_ms": 100, "patience_s": 0.4}  # for who never answers


@pytest.fixture(scope="module")
def madcap():
    return motherlode.game("madcap")


def tournament_of(game, *bots, seed=3, lineup="mixed", **more):
    settings = {"budget_ms": 1000, "patience_s": 60.0} | more
    return Tournament(game.spec.name, game.seats, {}, bots, lineup, seed, **settings)


def play(game, tournament, path, games, resume=False, jobs=1, error=None):
    with Journal(path, make_header(game, tournament), resume) as journal:
        agenda = run(game, tournament, games, journal, jobs=jobs, error=error)
    report = make_report(game, tournament, games, agenda, error)
    for row in report["standings"]:
        del row["ms_per_decision"]
    return report


@pytest.fixture(scope="module")
def whole(madcap, tmp_path_factory):
    """A tournament of three bots, its journal and what came out."""
    path = tmp_path_factory.mktemp("arena") / "whole.jsonl"
    tournament = tournament_of(madcap, "random", "greedy", "guests:First")
    return tournament, path, play(madcap, tournament, path, 6)


def test_two_processes_play_the_same_games_as_one(madcap, whole, tmp_path):
    tournament, _, report = whole
    assert play(madcap, tournament, tmp_path / "two.jsonl", 6, jobs=2) == report
    assert report["num_games"] == 18
    assert len({game["digest"] for game in report["games"]}) == 18


def test_games_repeat_in_this_process_too(madcap, whole):
    tournament, _, report = whole
    for game in report["games"]:
        result = play_game(madcap, tournament, Fixture(game["block"], tuple(game["seating"])))
        assert (result.scores, result.winners, result.digest) == (game["scores"], game["winners"], game["digest"])


def test_all_line_ups_have_the_same_dice_and_bots_draw_anew(madcap):
    Remembers.shown.clear()
    tournament = tournament_of(madcap, "guests:Remembers", "random", "greedy")
    first = [
        play_game(madcap, tournament, Fixture(block, ("guests:Remembers", other)))
        for block, other in ((0, "random"), (0, "greedy"), (1, "random"))
    ]
    assert Remembers.shown[0] == Remembers.shown[1] != Remembers.shown[2]
    again = play_game(madcap, tournament_of(madcap, "guests:Remembers", "random"), first[0].fixture)
    assert again.digest == first[0].digest


def test_stopping_early_gives_the_same_for_any_number_of_processes(madcap, tmp_path):
    tournament = tournament_of(madcap, "random", "greedy")
    one = play(madcap, tournament, tmp_path / "one.jsonl", 400, error=0.05)
    two = play(madcap, tournament, tmp_path / "two.jsonl", 400, error=0.05, jobs=2)
    assert one == two
    assert one["num_games"] < 100
    row = one["comparisons"][0]
    assert (row["one"], row["verdict"], row["interval"]) == ("random", "worse", "betting")
    assert row["high"] < 0.5


def test_a_tournament_in_two_parts_is_the_same_as_in_one(madcap, whole, tmp_path):
    tournament, _, report = whole
    path = tmp_path / "parts.jsonl"
    assert play(madcap, tournament, path, 2)["num_games"] == 6
    assert play(madcap, tournament, path, 6, resume=True) == report


def test_a_journal_cut_anywhere_goes_on(madcap, whole, tmp_path):
    tournament, whole_path, report = whole
    content = whole_path.read_bytes()
    ends = [40, len(content) // 2, len(content) - 1]  # in the settings, in a game, before the last newline
    for end in ends:
        path = tmp_path / f"cut-{end}.jsonl"
        path.write_bytes(content[:end])
        assert play(madcap, tournament, path, 6, resume=True) == report
        assert len(path.read_bytes().splitlines()) == 19
        with Journal(path, make_header(madcap, tournament), True) as journal:
            assert len(journal.results) == 18


def test_nothing_is_played_twice(madcap, whole, tmp_path):
    tournament, whole_path, report = whole
    path = tmp_path / "again.jsonl"
    shutil.copy(whole_path, path)
    assert play(madcap, tournament, path, 6, resume=True) == report
    assert path.read_bytes() == whole_path.read_bytes()


def refuse(madcap, tournament, path, words, resume=True):
    before = path.read_bytes()
    with pytest.raises(BadInput, match=words) as caught:
        Journal(path, make_header(madcap, tournament), resume)
    assert caught.value.code == "arena/journal"
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


def test_journals_of_other_settings_are_refused(madcap, whole, tmp_path):
    tournament, whole_path, _ = whole
    path = tmp_path / "other.jsonl"
    shutil.copy(whole_path, path)
    refuse(madcap, tournament, path, "it holds 18 games already; add --resume to go on, or remove it", resume=False)
    refuse(madcap, tournament_of(madcap, "random", "greedy"), path, r"made with bots \['random', 'greedy', 'guests:F")
    other = tournament_of(madcap, "random", "greedy", "guests:First", seed=4)
    refuse(madcap, other, path, "it was made with seed 3, not 4")
    small = motherlode.game("madcap", dice=3)
    refuse(small, tournament, path, "it was made with other options digest: '566c")
    lines = path.read_text().splitlines()
    header = json.loads(lines[0])
    for key, value, words in [
        ("rules", 99, "other rules version: 99, not 1"),
        ("code", "0" * 16, "other code of Motherlode"),
        ("bots", {}, "other programs behind its bots"),
        ("journal", 2, "other format: 2, not 1"),
    ]:
        path.write_text("\n".join([json.dumps(header | {key: value}), *lines[1:], ""]))
        refuse(madcap, tournament, path, words)
    path.write_text("\n".join([lines[0], lines[1], "{}", lines[2], ""]))
    refuse(madcap, tournament, path, "line 3 is damaged: Object missing required field")
    path.write_text("dear diary\n")
    refuse(madcap, tournament, path, "it is not a journal of an arena")


def test_two_arenas_cannot_write_one_journal(madcap, tmp_path):
    tournament = tournament_of(madcap, "random", "greedy")
    path = tmp_path / "shared.jsonl"
    with Journal(path, make_header(madcap, tournament), False):
        refuse(madcap, tournament, path, "another arena is writing it")
    with Journal(path, make_header(madcap, tournament), True):
        pass


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("guests:Raises", "ZeroDivisionError: seven by nothing"),
        ("guests:Cheats", "illegal action"),
        ("guests:Babbles", "unreadable action 'what?'"),
        ("guests:Leaves", "SystemExit: 3"),
    ],
)
def test_who_fails_forfeits(madcap, bot, words):
    for seating in ((bot, "random"), ("random", bot)):
        result = play_game(madcap, tournament_of(madcap, "random", bot), Fixture(0, seating))
        assert (result.forfeit, result.winners) == (seating.index(bot), [seating.index("random")])
        assert words in result.why
        assert "\n" not in result.why


@pytest.mark.parametrize(
    ("bot", "why", "patience"),
    [("guests:Dies", "its process ended (-9)", {}), ("guests:Hangs", "it did not answer in time", QUICK)],
)
def test_who_dies_or_hangs_forfeits_and_the_arena_goes_on(madcap, tmp_path, bot, why, patience):
    report = play(madcap, tournament_of(madcap, bot, "random", **patience), tmp_path / "bad.jsonl", 2)
    for game in report["games"]:
        assert game["forfeit"] == game["seating"].index(bot)
        assert game["winners"] == [game["seating"].index("random")]
    rows = {row["bot"]: row for row in report["standings"]}
    assert (rows[bot]["wins"], rows[bot]["forfeits"]) == (0, 2)
    assert (rows["random"]["wins"], rows["random"]["forfeits"]) == (2, 0)
    assert f"bot {bot!r} failed: {why}" in rows[bot]["reasons"][0]


def test_a_solo_game_is_won_by_scoring(tmp_path):
    game = motherlode.game("rockport_caverns")
    tournament = tournament_of(game, "random", "greedy", "guests:Raises")
    report = play(game, tournament, tmp_path / "solo.jsonl", 8)
    rows = {row["bot"]: row for row in report["standings"]}
    assert [row["games"] for row in rows.values()] == [8, 8, 8]
    for played in report["games"]:
        assert played["winners"] == ([0] if played["scores"] == [1] else [])
    assert rows["guests:Raises"]["forfeits"] == 8
    assert rows["guests:Raises"]["wins"] == 0
    seeds = [[game["chance_seed"] for game in report["games"] if game["seating"] == [bot]] for bot in rows]
    assert seeds[0] == seeds[1] == seeds[2] == list(range(3, 11))


def test_a_game_from_elsewhere_with_three_seats_and_secrets(tmp_path):
    register(pebbles.GAME)
    game = motherlode.game("pebbles", 3)
    tournament = tournament_of(game, "greedy", "guests:Peeks", lineup="alone")
    report = play(game, tournament, tmp_path / "pebbles.jsonl", 3)
    assert report["num_games"] == 6
    assert all("forfeit" not in played for played in report["games"])
    assert [row["even"] for row in report["comparisons"]] == [0.333333] * 2


def test_programs_are_asked_once_before_anything_is_played(madcap):
    check_bots(madcap, tournament_of(madcap, "random", "guests:First"))
    with pytest.raises(Barred, match="bot 'exec:/bin/true' failed: it ended"):
        check_bots(madcap, tournament_of(madcap, "random", "exec:/bin/true"))
    with pytest.raises(BadInput, match="bad bot 'guests:Nobody'"):
        check_bots(madcap, tournament_of(madcap, "random", "guests:Nobody"))


def test_the_report_says_how_it_was_made(madcap, whole):
    tournament, _, report = whole
    assert report["command"] == write_command(tournament, 6)
    assert report["command"] == (
        "motherlode arena madcap --bots random,greedy,guests:First --games 6 --seats 2 --seed 3 --patience 60 --plain"
    )
    assert report["ruleset"] == madcap.digest
    assert {"motherlode", "python", "numpy", "numba", "openskill"} == set(report["versions"])
    assert standings_table(report | {"standings": []}).row_count == 0
    assert comparisons_table(report).row_count == 3
    for game in report["games"]:
        assert game["chance_seed"] == 3 + game["block"]


def test_games_at_their_cap_have_a_column_of_their_own(tmp_path):
    options = {"game": "team", "turns": 6}
    game = motherlode.game("trap_the_cap", 4, **options)
    bots = ("random", "guests:First")
    tournament = Tournament("trap_the_cap", 4, options, bots, "sides", 3, 1000, 60.0, teams_of(game))
    report = play(game, tournament, tmp_path / "capped.jsonl", 2)
    assert [played["how"] for played in report["games"]] == ["capped"] * 2
    assert [row["capped"] for row in report["standings"]] == [2, 2]
    for row in report["standings"]:
        row["ms_per_decision"] = 0.0
    table = standings_table(report)
    assert [str(column.header) for column in table.columns][-3:] == ["capped", "ms/action", "forfeits"]
    assert "--lineup" not in write_command(tournament, 2)


def test_a_forfeit_loses_for_the_whole_side():
    game = motherlode.game("trap_the_cap", 4, game="team", turns=6)
    tournament = tournament_of(game, "random", "guests:Raises", lineup="mixed", teams=teams_of(game))
    result = play_game(game, tournament, Fixture(0, ("random", "guests:Raises", "random", "random")))
    assert (result.forfeit, result.winners, result.how) == (1, [0, 2], "resigned")
