"""The analysis board: positions of finished matches, lessons, records and one's own making, played on freely."""

import json
import random
from base64 import b64decode
from typing import Any

import msgspec
import numpy as np
import pytest

import motherlode
from motherlode.bots.hints import ITERATIONS
from motherlode.bots.odds import find_curve
from motherlode.core.contract import CHANCE, LANGUAGES
from motherlode.core.registry import find_game, game_names
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.core.wasm.running import sizes_of
from motherlode.puzzles.puzzle import open_puzzle, shipped
from motherlode.server.protocol.requests import Analyse
from motherlode.server.study.analysing import begin, draw, tell
from motherlode.server.study.studying import ground_of
from motherlode.table.game import find
from server.playing import Guest, play_out

VARIANTS = [(name, dict(variant)) for name in game_names() for variant in find_game(name).variants]
HIDDEN = [(name, variant) for name, variant in VARIANTS if find_game(name).is_hidden]
NUM_STEPS = 60


def names_of(given: Any) -> str:
    return given if isinstance(given, str) else "-".join(f"{key}={value}" for key, value in given.items()) or "usual"


def ask(guest: Guest, game: str, **more: Any) -> dict[str, Any]:
    return guest.post("/api/analysis", game=game, **more)


def walk(game: Ruleset, seed: int, steps: int) -> list[int]:
    """Some actions and outcomes at random, from the start of a game on."""
    states, line, choose = game.new(), [], random.Random(seed)
    while len(line) < steps and not game.is_over(states):
        choices = [outcome for outcome, _ in game.chance(states)] or game.legal(states)
        line.append(choose.choice(choices))
        game.apply(states, line[-1])
    return line


def played(here, game: str, *seats: str) -> tuple[Guest, str]:
    """Somebody who played a whole match alone, and its table."""
    ada = Guest(here.url)
    seated = ada.create(game, *seats)
    play_out(here.url, seated["table"]["id"], seated["tokens"], 1)
    return ada, seated["table"]["id"]


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=names_of)
def test_any_line_can_be_played_for_every_seat_and_for_chance(name, variant):
    options = dict(variant)
    game = find(name, options.pop("seats", None), **options)
    line = walk(game, 3, NUM_STEPS)
    for length in (0, 1, len(line) // 2, len(line)):
        wish = Analyse(name, line=line[:length], eyes="all", has_ground=True, has_record=True)
        at = begin(game, wish, None)
        for number in wish.line:
            at.play(number)
        told = tell(at, wish)
        assert (told.moves, told.seats, told.is_chance) == (length, game.seats, at.game.to_act(at.states) == CHANCE)
        assert [action.id for action in told.view.actions] == game.legal(at.states)
        assert [outcome.id for outcome in told.outcomes] == [each for each, _ in game.chance(at.states)]
        assert not told.outcomes or sum(each.share for each in told.outcomes) == pytest.approx(1)
        assert bool(told.words) == bool(length)
        # What is told leads to the same position again: as notation, as a record, and as bytes for the engine.
        assert game.read_position(told.text).tobytes() == at.states.tobytes()
        assert motherlode.replay(told.record).position.tobytes() == at.states.tobytes()
        seen = (
            game.hidden(at.states, told.observer) if game.spec.is_hidden and not game.is_over(at.states) else at.states
        )
        assert b64decode(told.position) == seen.tobytes()
        assert told.ground.sizes == sizes_of(game, game.spec.search.num_nodes)
        assert b64decode(told.ground.box) == game.box.tobytes()


def test_the_engine_in_the_page_is_told_by_which_curve_a_hint_tells_odds():
    told = ground_of(find("rockport_caverns"))
    curve = find_curve(find("rockport_caverns"), "hint", ITERATIONS)
    assert told.curve is not None
    assert (told.curve.values, told.curve.odds) == (curve.values, curve.odds)
    assert (told.curve.iterations, told.curve.is_measured) == (ITERATIONS, True)
    # Other options share the curve, which nobody has held against matches of them.
    assert ground_of(find("rockport_caverns", bear=True)).curve == msgspec.structs.replace(
        told.curve, is_measured=False
    )
    teams = ground_of(find("trap_the_cap", 4, game="team"))
    assert (teams.curve, teams.sides) == (None, (0, 1, 0, 1))


@pytest.mark.parametrize(("name", "variant"), HIDDEN, ids=names_of)
def test_eyes_are_told_nothing_that_their_seat_cannot_know(name, variant):
    """Two worlds that look the same to a seat are told alike, whatever is hidden in them."""
    options = dict(variant)
    game = find(name, options.pop("seats", None), **options)
    streams, num_other = make_streams(5), 0
    line = walk(game, 7, NUM_STEPS)
    for length in range(len(line)):
        wish = Analyse(name, line=line[:length])
        at = begin(game, wish, None)
        for number in wish.line:
            at.play(number)
        if game.is_over(at.states):
            break
        for seat in range(game.seats):
            other = begin(game, Analyse(name), None)
            other.states = game.resampled(at.states, seat, streams)
            other.actor, at.before, at.last, at.entries = at.actor, None, None, []
            num_other += other.states.tobytes() != at.states.tobytes()
            wish = Analyse(name, eyes=seat)
            told, instead = tell(at, wish), tell(other, wish)
            if at.observer() != seat:  # the engine thinks for the seat to act, by what that may know
                told, instead = (_without_bytes(each) for each in (told, instead))
            assert told == instead
    assert num_other > 0


def _without_bytes(told):
    return msgspec.structs.replace(told, position="")


@pytest.mark.parametrize("name", game_names())
def test_a_finished_match_is_walked_branched_and_looked_at_through_any_eyes(here, name):
    num_seats = min(3, find_game(name).seats[1])
    ada, table = played(here, name, *["me"] * num_seats)
    match = motherlode.replay(ada.ask("GET", f"/api/tables/{table}/record").text)
    whole = ask(ada, name, table=table, eyes="all", has_log=True)
    assert whole["moves"] == len(match.log)
    assert [move["text"] for move in whole["log"]] == [entry.text for entry in match.log]
    assert whole["view"]["winners"] == match.winners
    middle = next(step for step in range(len(match.log) // 2, len(match.log)) if match.log[step].actor >= 0)
    at = ask(ada, name, table=table, moves=middle)
    seat = match.log[middle].actor
    assert (at["view"]["seat"], at["view"]["to_act"]) == (seat, seat)
    assert at["view"]["actions"]
    for action in at["view"]["actions"][:3]:
        branch = ask(ada, name, table=table, moves=middle, line=[action["id"]], language="de")
        assert branch["moves"] == middle + 1
        assert branch["move"]["text"] == action["text"]
        assert branch["words"]
    record = ask(ada, name, table=table, moves=middle, line=[action["id"]], has_record=True)["record"]
    assert [entry.action for entry in motherlode.replay(record).log][-1] == action["id"]
    hint = ada.post("/api/analysis/hint", game=name, table=table, moves=middle)
    assert {choice["id"] for choice in hint["choices"]} == {action["id"] for action in at["view"]["actions"]}
    assert hint["is_exact"] == (name == "madcap")


@pytest.mark.parametrize("name", game_names())
def test_a_lesson_can_be_analysed_from_every_scene(here, name):
    ada = Guest(here.url)
    lesson = ada.get(f"/api/games/{name}/lesson")
    for frame in lesson["frames"][:: max(1, len(lesson["frames"]) // 4)]:
        told = ask(ada, name, is_lesson=True, moves=frame["view"]["moves"], eyes=lesson["seat"])
        assert told["view"]["position"] == frame["view"]["position"]
        assert told["names"] == lesson["names"]


def test_chance_decides_by_itself_the_same_way_for_the_same_number(here):
    ada = Guest(here.url)
    first, again, other = (ask(ada, "madcap", line=line) for line in ([-1] * 12, [-1] * 12, [-2] * 12))
    assert first["text"] == again["text"]
    assert first["text"] != other["text"]
    rolled = ask(ada, "madcap", roll=-1)
    assert (rolled["text"], len(rolled["rolled"])) == (first["text"], 12)
    assert ada.refused("/api/analysis", game="madcap", line=[-1] * 13) == (409, "action/turn")


def test_chance_is_as_likely_to_do_a_thing_as_the_rules_say():
    game = find("minecart_mayhem")
    states = game.new()
    for number in walk(game, 1, 200):
        found = game.chance(states)
        if len({weight for _, weight in found}) > 1:
            break
        game.apply(states, number)
    assert len({weight for _, weight in found}) > 1
    counts = dict.fromkeys([outcome for outcome, _ in found], 0)
    for number in range(1, 2001):
        counts[draw(game, states, -number)] += 1
    total = sum(weight for _, weight in found)
    for outcome, weight in found:
        assert abs(counts[outcome] / 2000 - weight / total) < 5 * np.sqrt(weight / total / 2000) + 0.01


@pytest.mark.parametrize("name", game_names())
def test_positions_and_records_that_are_pasted_go_on(here, name):
    game = find(name)
    line = walk(game, 11, NUM_STEPS)
    ada = Guest(here.url)
    told = ask(ada, name, line=line, eyes="all", has_record=True)
    by_position = ask(ada, name, position=told["text"], eyes="all")
    assert by_position["view"]["position"] == told["view"]["position"]
    assert by_position["start"] == told["text"]
    by_record = ask(ada, name, record=told["record"], eyes="all", has_log=True)
    assert by_record["text"] == told["text"]
    assert [move["action"] for move in by_record["log"]] == line


def test_a_match_that_is_played_is_refused_and_so_is_who_plays_a_rated_one(here):
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    casual = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{casual}/join")
    assert ada.refused("/api/analysis", game="madcap", table=casual) == (409, "table/status")
    ask(ada, "madcap")
    rated = ada.create("madcap", "me", "open", is_rated=True, is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{rated}/join")
    for guest in (ada, bob):
        for path in ("/api/analysis", "/api/analysis/hint"):
            assert guest.refused(path, game="madcap") == (403, "table/denied")
    ask(ada, "trap_the_cap")
    ada.post(f"/api/tables/{rated}/resign")
    ask(ada, "madcap")


def test_what_makes_no_sense_is_refused_in_a_sentence(here):
    ada = Guest(here.url)
    _, table = played(here, "madcap", "me", "me")
    for body, wanted in {
        '{"game": "chess"}': (404, "game/unknown"),
        '{"game": "madcap", "seats": 3}': (422, "game/seats"),
        '{"game": "madcap", "position": "nonsense"}': (400, "position/unreadable"),
        '{"game": "madcap", "record": "nonsense"}': (422, "record/invalid"),
        '{"game": "madcap", "position": "x", "is_lesson": true}': (422, "command/value"),
        '{"game": "madcap", "line": [99999]}': (422, "action/illegal"),
        '{"game": "madcap", "eyes": 7}': (422, "seat/unknown"),
        '{"game": "madcap", "is_lesson": true, "moves": 100000}': (422, "command/value"),
        '{"game": "madcap", "options": {"seats": 2}}': (422, "option/unknown"),
        json.dumps({"game": "madcap", "line": [0] * 5000}): (400, "message/unreadable"),
        json.dumps({"game": "trap_the_cap", "table": table}): (403, "table/denied"),
    }.items():
        assert ada.refused("/api/analysis", **json.loads(body)) == wanted
    assert ada.refused("/api/analysis/hint", game="madcap") == (409, "action/turn")


def test_words_are_in_the_language_that_is_asked_for(here):
    ada = Guest(here.url)
    told = {language: ask(ada, "trap_the_cap", line=[-1], language=language)["words"] for language in LANGUAGES}
    assert len(set(told.values())) == len(LANGUAGES)


@pytest.mark.parametrize("name", game_names())
def test_a_puzzle_is_analysed_once_it_was_answered(here, name):
    puzzle = next(iter(shipped(name)))
    opened = open_puzzle(name, puzzle)
    ada = Guest(here.url)
    assert ada.refused("/api/analysis", game=name, puzzle=puzzle) == (403, "table/denied")
    assert ada.refused("/api/analysis", game=name, puzzle="nothing") == (404, "command/value")
    ada.post(f"/api/games/{name}/puzzles/{puzzle}/tries", action=opened.answer)
    shown = ada.get(f"/api/games/{name}/puzzles/{puzzle}")
    told = ask(ada, name, puzzle=puzzle, moves=0)
    assert told["view"]["position"] == shown["view"]["position"]
    assert (told["view"]["actions"], told["observer"]) == (shown["view"]["actions"], opened.seat)
    assert ask(ada, name, puzzle=puzzle, line=[opened.answer])["move"]["text"] == opened.puzzle.answer
    assert Guest(here.url, "Bob").refused("/api/analysis", game=name, puzzle=puzzle) == (403, "table/denied")


@pytest.mark.parametrize(("name", "variant"), VARIANTS, ids=names_of)
def test_a_line_is_told_in_words_as_its_seats_saw_it(name, variant):
    options = dict(variant)
    game = find(name, options.pop("seats", None), **options)
    line = walk(game, 3, NUM_STEPS)
    told = {}
    for eyes in ("all", "turn"):
        wish = Analyse(name, line=line, eyes=eyes, has_line=True)
        at = begin(game, wish, None)
        for number in line:
            at.play(number)
        told[eyes] = tell(at, wish).line
    assert [move.action for move in told["all"]] == line
    for seen, whole in zip(told["turn"], told["all"], strict=True):
        assert seen.actor == whole.actor
        assert (seen.action, seen.text) in [(whole.action, whole.text), (None, "?")]
        assert whole.actor is None or seen == whole  # what a seat does itself it sees
