"""Hints, replays, values, and going on from a position."""

import json
import re
import threading
from base64 import b64decode
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

import motherlode
from motherlode.bots.odds import find_curve
from motherlode.core.contract import LANGUAGES, NO_SUCH_ACTION
from motherlode.core.registry import find_game, game_names
from motherlode.core.ruleset import Ruleset
from motherlode.core.wasm.running import sizes_of
from motherlode.games.madcap import solver
from motherlode.reviews.valuing import QUICK
from server.playing import PATIENCE_S, Guest, play_out

HIDDEN = [name for name in game_names() if find_game(name).is_hidden]


def finished(here, game: str, *seats: str, seed: int = 1) -> tuple[Guest, str]:
    """Somebody who played a whole match alone, and its table."""
    ada = Guest(here.url)
    seated = ada.create(game, *seats)
    play_out(here.url, seated["table"]["id"], seated["tokens"], seed)
    return ada, seated["table"]["id"]


def replay_of(guest: Guest, table: str, **query) -> list[dict]:
    """All frames, a few at a time."""
    frames: list[dict] = []
    while True:
        part = guest.get(f"/api/tables/{table}/replay", since=len(frames), limit=7, **query)
        frames += part["frames"]
        if not part["has_more"]:
            assert part["moves"] == frames[-1]["moves"]
            return frames


def fewest(game: str) -> list[str]:
    return ["me"] * find_game(game).seats[0]


# Hints


@pytest.mark.parametrize("game", game_names())
def test_a_hint_is_an_action_that_may_be_played_with_a_reason(here, game):
    ada = Guest(here.url)
    table = ada.create(game, *fewest(game))["table"]["id"]
    view = ada.update(table)["view"]
    hint = ada.get(f"/api/tables/{table}/hint")
    choices = {action["id"]: action for action in view["actions"]}
    assert {choice["id"] for choice in hint["choices"]} == choices.keys()
    assert (hint["text"], hint["path"]) == (choices[hint["action"]]["text"], choices[hint["action"]]["path"])
    assert hint["seat"] == view["to_act"]
    assert hint["action"] == hint["choices"][0]["id"]
    values = [choice["value"] for choice in hint["choices"]]
    assert values == sorted(values, reverse=True)
    assert re.fullmatch(r"[A-Z].*[^.]\.", hint["reason"])
    german = ada.get(f"/api/tables/{table}/hint", language="de")["reason"]
    assert re.fullmatch(r"[A-Z].*[^.]\.", german)
    assert german != hint["reason"]
    assert hint["is_exact"] == (game == "madcap")
    if not hint["is_exact"]:
        assert all(0 <= value <= 1 for value in values)
        assert sum(choice["visits"] for choice in hint["choices"]) > 0
    ada.post(f"/api/tables/{table}/actions", step=ada.update(table)["step"], action=hint["action"])


def test_hints_that_are_followed_lead_to_the_margin_they_promised(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me")["table"]["id"]
    promised = None
    while (update := ada.update(table))["view"]["scores"] is None:
        hint = ada.get(f"/api/tables/{table}/hint")
        margin = hint["choices"][0]["value"] * (1 if hint["seat"] == 0 else -1)
        promised = margin if promised is None else promised
        assert margin == promised
        ada.post(f"/api/tables/{table}/actions", step=update["step"], action=hint["action"])
    first, second = update["view"]["scores"]
    assert first - second == promised


@pytest.mark.parametrize("game", HIDDEN)
def test_a_hint_is_made_from_what_the_seat_may_know(here, game, monkeypatch):
    """The search is given the hidden record, byte for byte."""
    given = []
    runner = here.services.runner

    def find(ruleset: Ruleset, states, seat: int):
        from motherlode.bots.hints import find_hint

        given.append((ruleset, states.copy(), seat))
        return find_hint(ruleset, states, seat)

    monkeypatch.setattr("motherlode.server.tables.runner.find_hint", find)
    ada = Guest(here.url)
    table = ada.create(game, *fewest(game))["table"]["id"]
    for _ in range(4):
        ada.act(table)
    ada.get(f"/api/tables/{table}/hint")
    [(ruleset, states, seat)] = given
    assert runner is here.services.runner
    whole = here.services.hub.live[table].state.match.position
    assert states.tobytes() == ruleset.hidden(whole, seat).tobytes()
    assert states.tobytes() != whole.tobytes()


def test_no_hints_for_others_out_of_turn_at_rated_tables_or_after_the_end(here):
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    seated = ada.create("madcap", "me", "open", is_rated=True, is_public=True)
    table = seated["table"]["id"]
    assert refusal(ada, table, "hint") == (409, "table/status")
    bob.post(f"/api/tables/{table}/join")
    assert refusal(ada, table, "hint") == (403, "table/denied")
    seated = ada.create("madcap", "me", "open", is_public=True)
    table = seated["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    assert refusal(bob, table, "hint") == (409, "action/turn")
    assert refusal(bob, table, "hint", seat=0) == (403, "seat/denied")
    assert refusal(Guest(here.url, "Eve"), table, "hint") == (403, "seat/denied")
    ada.get(f"/api/tables/{table}/hint", seat=0)
    ada.post(f"/api/tables/{table}/resign")
    assert refusal(ada, table, "hint") == (409, "action/over")


def refusal(guest: Guest, table: str, what: str, **query) -> tuple[int, str]:
    answer = guest.ask("GET", f"/api/tables/{table}/{what}", params=query)
    return answer.status_code, answer.json()["code"]


# Replay


@pytest.mark.parametrize("game", game_names())
def test_frames_are_the_match_as_each_pair_of_eyes_saw_it(here, game):
    num_seats = min(3, find_game(game).seats[1])
    ada, table = finished(here, game, *["me"] * num_seats)
    whole = motherlode.replay(ada.ask("GET", f"/api/tables/{table}/record").text)
    ruleset, num_hidden = whole.ruleset, 0
    views, narrate = ruleset.spec.views, ruleset.spec.narration.narrate
    for eyes in ["all", None, *range(num_seats)]:
        frames = replay_of(ada, table, **({} if eyes is None else {"seat": eyes}))
        assert [frame["moves"] for frame in frames] == list(range(len(whole.log) + 1))
        assert (frames[0]["actor"], frames[0]["text"], frames[0]["words"]) == (None, "", [])
        watcher = num_seats if eyes is None else eyes

        def seen(moves: int, is_told: bool, watcher=watcher):
            states = whole.position_at(moves)
            return states if is_told else ruleset.hidden(states, watcher)

        for frame in frames:
            moves = frame["moves"]
            is_told = eyes == "all" or moves == len(whole.log)
            position = views.view(ruleset.box, seen(moves, is_told))
            assert frame["position"] == json.loads(msgspec.json.encode(position))
            assert frame["scores"] == ruleset.scores(whole.position_at(moves))
            if not moves:
                continue
            entry, before = whole.log[moves - 1], whole.position_at(moves - 1)
            assert frame["actor"] == (entry.actor if entry.actor >= 0 else None)
            is_seen = is_told or views.is_seen(ruleset.box, before, entry.action, watcher)
            num_hidden += not is_seen
            action = entry.action if is_seen else None
            assert (frame["action"], frame["text"]) == (action, entry.text if is_seen else "?")
            words = narrate(ruleset.box, seen(moves - 1, is_told), action, seen(moves, is_told), whole.names)
            assert frame["words"][0] == words
            if is_seen and entry.actor >= 0:
                assert tuple(frame["path"]) == views.path(ruleset.box, before, entry.action)
        assert frames[-1]["words"][-1] == whole.conclusion
    assert (num_hidden > 0) == ruleset.spec.is_hidden


def test_frames_are_told_in_the_language_that_is_asked_for(here):
    ada, table = finished(here, "madcap", "me", "me")
    whole = motherlode.replay(ada.ask("GET", f"/api/tables/{table}/record").text)
    for language in LANGUAGES:
        frames = replay_of(ada, table, language=language)
        assert [line for frame in frames for line in frame["words"]] == whole.story(language=language)
    assert refusal(ada, table, "replay", language="fr")[0] == 400
    table = ada.create("madcap", "me:Ada", "me:Bo")["table"]["id"]
    ada.post(f"/api/tables/{table}/resign", seat=0)
    assert replay_of(ada, table, language="de")[-1]["words"] == ["Ada gibt auf; Bo hat gewonnen."]


@pytest.mark.parametrize("game", HIDDEN)
def test_the_replay_of_a_running_match_shows_what_one_may_know(here, game):
    ada, eve = Guest(here.url), Guest(here.url, "Eve")
    table = ada.create(game, "me", "me", is_public=True)["table"]["id"]
    for _ in range(6):
        ada.act(table)
    match = here.services.hub.live[table].state.match
    views = match.ruleset.spec.views
    for guest, query, seat in [(ada, {"seat": 0}, 0), (ada, {"seat": 1}, 1), (eve, {}, 2)]:
        frames = replay_of(guest, table, actions=True, **query)
        assert len(frames) == len(match.log) + 1
        for frame in frames:
            hidden = match.ruleset.hidden(match.position_at(frame["moves"]), seat)
            assert frame["position"] == json.loads(msgspec.json.encode(views.view(match.ruleset.box, hidden)))
            assert frame["scores"] is None
            assert not frame["actions"] or frame["to_act"] == seat
    assert refusal(ada, table, "replay", seat="all") == (403, "seat/denied")
    assert refusal(eve, table, "replay", seat=0) == (403, "seat/denied")


def test_what_was_taken_back_is_gone_from_the_replay_and_a_resignation_is_in_it(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me")["table"]["id"]
    ada.act(table)
    kept = ada.get(f"/api/tables/{table}/replay")
    ada.act(table)
    ada.post(f"/api/tables/{table}/undo", seat=1)
    assert ada.get(f"/api/tables/{table}/replay") == kept
    ada.post(f"/api/tables/{table}/resign", seat=0)
    last = replay_of(ada, table)[-1]
    assert (last["actor"], last["text"], last["to_act"]) == (0, "resigns", None)
    assert last["words"] == ["Ada resigns; Ada won."]
    assert last["position"] == kept["frames"][-1]["position"]


def test_a_replay_beyond_the_end_is_empty_and_one_of_others_is_denied(here):
    ada, table = finished(here, "madcap", "me", "me")
    assert ada.get(f"/api/tables/{table}/replay", since=1000)["frames"] == []
    assert refusal(ada, table, "replay", seat=2) == (422, "seat/unknown")
    assert refusal(Guest(here.url), table, "replay") == (403, "table/denied")
    frame = ada.get(f"/api/tables/{table}/replay", since=12, limit=1, actions=True)["frames"][0]
    assert frame["to_act"] == 0
    assert all(action["path"] for action in frame["actions"])


# A match as bytes, for an engine in the browser


def test_a_finished_match_is_had_as_bytes_that_the_seat_to_act_may_know(here):
    ada, table = finished(here, "minecart_mayhem", "me", "me")
    study = ada.get(f"/api/tables/{table}/study")
    match = motherlode.replay(ada.ask("GET", f"/api/tables/{table}/record").text)
    game = match.ruleset
    assert b64decode(study["box"]) == game.box.tobytes()
    assert len(study["positions"]) == len(match.log) + 1
    assert study["sizes"] == sizes_of(game, game.spec.search.num_nodes)
    for moves, text in enumerate(study["positions"]):
        states = match.position_at(moves)
        seat = game.to_act(states)
        assert b64decode(text) == (game.hidden(states, seat) if seat >= 0 else states).tobytes()


def test_the_first_look_of_a_review_gets_whole_positions_and_the_curve_of_short_searches(here):
    ada, table = finished(here, "minecart_mayhem", "me", "me")
    study = ada.get(f"/api/tables/{table}/study", is_whole=True)
    match = motherlode.replay(ada.ask("GET", f"/api/tables/{table}/record").text)
    for moves, text in enumerate(study["positions"]):
        assert b64decode(text) == match.position_at(moves).tobytes()
    assert not study["settings"]["is_hidden"]
    curve = find_curve(match.ruleset, "whole", QUICK)
    assert (study["curve"]["iterations"], tuple(study["curve"]["values"])) == (QUICK, curve.values)


def test_a_match_that_is_being_played_is_analysed_for_nobody(here):
    ada = Guest(here.url)
    table = ada.create("minecart_mayhem", "me", "me")["table"]["id"]
    assert refusal(ada, table, "study") == (409, "table/status")
    assert refusal(ada, table, "study/0") == (409, "table/status")


def test_without_webassembly_the_server_says_what_might_have_been_played(here):
    ada, table = finished(here, "madcap", "me", "me")
    hint = ada.get(f"/api/tables/{table}/study/12")
    frame = ada.get(f"/api/tables/{table}/replay", since=12, limit=1, actions=True)["frames"][0]
    assert hint["seat"] == frame["to_act"]
    assert {choice["id"] for choice in hint["choices"]} == {action["id"] for action in frame["actions"]}
    assert refusal(ada, table, "study/0") == (409, "action/turn")
    assert refusal(ada, table, "study/9999") == (422, "command/value")


# Values


def test_values_of_a_finished_match_of_madcap(here):
    ada, table = finished(here, "madcap", "me", "me")
    assert refusal(ada, ada.create("madcap", "me", "me")["table"]["id"], "values") == (409, "table/status")
    values = ada.get(f"/api/tables/{table}/values")["values"]
    match = motherlode.replay(ada.ask("GET", f"/api/tables/{table}/record").text)
    assert len(values) == len(match.log) + 1
    assert all(value["margin"] is None for value in values[:12])
    first, second = match.scores
    assert values[-1]["margin"] == first - second
    for value in values[12:-1]:
        states = match.position_at(value["moves"])
        sign = 1 if match.ruleset.to_act(states) == 0 else -1
        gold = states["gold"][0].tolist()
        assert value["margin"] == gold[0] - gold[1] + sign * solver.solve(match.ruleset.box, states).value
        assert value["outcome"] == ("win" if value["margin"] > 0 else "loss" if value["margin"] < 0 else "draw")


def test_other_games_have_no_values(here):
    ada, table = finished(here, "trap_the_cap", "me", "me")
    assert refusal(ada, table, "values") == (422, "game/unsolved")


# Trying again


def test_another_action_is_judged_as_the_review_judges_the_one_that_was_played(here):
    ada, table = finished(here, "madcap", "me", "me")
    assert refusal(ada, ada.create("madcap", "me", "me")["table"]["id"], "answer", step=12, action=0) == (
        409,
        "table/status",
    )
    decisions = [each for each in ada.get(f"/api/tables/{table}/review")["decisions"] if each["mark"] != "forced"]
    assert any(each["better"] for each in decisions)
    for each in decisions:
        answer = ada.get(f"/api/tables/{table}/answer", step=each["first"], action=each["played"][0]["id"])
        assert answer == {"loss": each["loss"], "error": 0.0}
        for better in each["better"]:
            best = ada.get(f"/api/tables/{table}/answer", step=each["first"], action=better["id"])
            assert best == {"loss": 0.0, "error": 0.0}
    assert refusal(ada, table, "answer", step=12, action=-9) == (422, "action/illegal")
    assert refusal(ada, table, "answer", step=0, action=0) == (422, "command/value")
    assert refusal(ada, table, "answer", step=9999, action=0) == (422, "command/value")


# Going on


@pytest.mark.parametrize("game", game_names())
def test_a_match_goes_on_from_a_position_with_dice_of_its_own_and_its_record_is_true(here, game):
    ada, table = finished(here, game, *fewest(game))
    whole = motherlode.replay(ada.ask("GET", f"/api/tables/{table}/record").text)
    moves = 2 * len(whole.log) // 3
    seated = ada.post(f"/api/tables/{table}/continue", moves=moves, seats=fewest(game))
    other = seated["table"]["id"]
    assert seated["table"]["origin"] == {"table": table, "moves": moves}
    assert not seated["table"]["is_public"]
    first = ada.get(f"/api/tables/{other}/replay", seat=0)["frames"][0]
    shown = whole.ruleset.hidden(whole.position_at(moves), 0)
    view = whole.ruleset.spec.views.view(whole.ruleset.box, shown)
    assert first["position"] == json.loads(msgspec.json.encode(view))
    if (update := ada.update(other))["view"]["scores"] is None:
        assert update["table"]["seed"] is None
        play_out(here.url, other, seated["tokens"], 5)
    record = ada.ask("GET", f"/api/tables/{other}/record").text
    assert f"from: table {table} after {moves} entries\n" in record
    told = ada.get(f"/api/tables/{other}/verify")
    assert told["is_checked"]
    assert f"first position is told by table {table}, not here" in told["message"]
    # What the record says survives an import.
    copy = ada.post("/api/import", record=record)["table"]
    assert copy["origin"] is None
    assert ada.ask("GET", f"/api/tables/{copy['id']}/record").text == record
    rematch = ada.post(f"/api/tables/{other}/rematch")["table"]
    assert rematch["origin"] is None


def test_a_continued_table_survives_leaving_memory(here):
    ada, table = finished(here, "madcap", "me", "me")
    other = ada.post(f"/api/tables/{table}/continue", moves=15, seats=["me", "me"])["table"]["id"]
    before = ada.update(other)["view"]
    here.loop.call_soon_threadsafe(here.services.hub.live.pop, other)
    assert ada.update(other)["view"] == before


def test_going_on_is_refused_where_it_makes_no_sense(here):
    ada, table = finished(here, "madcap", "me", "me")
    path, seats = f"/api/tables/{table}/continue", ["me", "bot:exact"]
    assert ada.refused(path, moves=24, seats=seats) == (409, "table/status")
    assert ada.refused(path, moves=25, seats=seats) == (422, "command/value")
    assert ada.refused(path, moves=3, seats=["me"]) == (422, "game/seats")
    assert ada.refused(path, moves=3, seats=["bot:exact", "bot:exact"]) == (422, "command/value")
    assert Guest(here.url).refused(path, moves=3, seats=seats) == (403, "table/denied")
    running = ada.create("madcap", "me", "me")["table"]["id"]
    assert ada.refused(f"/api/tables/{running}/continue", moves=3, seats=seats) == (409, "table/status")


def test_a_record_that_is_from_nowhere_is_refused(here):
    ada, table = finished(here, "madcap", "me", "me")
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    for line in ("from: table x after 3 entries", "from: somewhere"):
        bad = record.replace("chance:", f"{line}\nchance:", 1)
        assert ada.refused("/api/verify", record=bad) == (422, "record/invalid")


# Why not


def test_why_a_thing_cannot_be_touched(here):
    ada = Guest(here.url)
    table = ada.create("madcap", "me:Ada", "me:Bob")["table"]["id"]
    update = ada.update(table)
    colour = update["view"]["actions"][0]["path"][0].split(":")[1]
    ada.act(table)
    position = ada.update(table)["view"]["position"]
    assert position["banned"] == colour
    face = position["dice"][colour][0]
    why = ada.get(f"/api/tables/{table}/why", thing=f"die:{colour}:{face}")
    assert why["thing"] == f"die:{colour}:{face}"
    assert "R3.1" in {reason["rule"] for reason in why["reasons"]}
    german = ada.get(f"/api/tables/{table}/why", thing=f"die:{colour}:{face}", language="de")
    assert [reason["rule"] for reason in german["reasons"]] == [reason["rule"] for reason in why["reasons"]]
    word = {"red": "rot", "black": "schwarz", "blue": "blau"}[colour]
    assert f"das {word}e Fass hat die Gegenseite im Zug davor gewählt, und ein anderes kann fahren" in {
        reason["text"] for reason in german["reasons"]
    }
    assert ada.get(f"/api/tables/{table}/why", thing="die:green:9")["reasons"] == []


@pytest.mark.parametrize("game", game_names())
def test_the_first_reason_of_every_game_means_nothing(game):
    assert find_game(game).reasons(NO_SUCH_ACTION).tell() == "there is no such action"
    assert find_game(game).reasons(NO_SUCH_ACTION).tell("de") == "einen solchen Zug gibt es nicht"


def test_the_review_of_a_finished_match_is_made_once_and_kept(here, monkeypatch):
    from motherlode.reviews.report import Review
    from motherlode.reviews.reviewing import review

    made = []

    def make(match):
        made.append(match)
        return review(match)

    monkeypatch.setattr("motherlode.server.study.reviewing.make_review", make)
    ada = Guest(here.url)
    table = ada.create("madcap", "me", "me")["table"]["id"]
    assert refusal(ada, table, "review") == refusal(ada, table, "accounts") == (409, "table/status")
    while ada.update(table)["view"]["scores"] is None:
        ada.act(table)
    first = ada.get(f"/api/tables/{table}/review")
    assert ada.get(f"/api/tables/{table}/review") == first
    assert ada.get(f"/api/tables/{table}/accounts") == first["accounts"]
    assert len(made) == 1
    found = msgspec.convert(first, Review)
    match = here.services.hub.live[table].state.match
    assert found == review(match)
    assert [step.text for step in found.steps] == [entry.text for entry in match.log]
    assert here.services.reviewing == {}


def test_reviews_that_are_being_made_hold_up_no_table(here, monkeypatch):
    """More are asked for than there are threads, and none is done until another match has been played to its end."""
    from motherlode.reviews.reviewing import review

    begun, gate, made_in = threading.Event(), threading.Event(), set()

    def make(match):
        begun.set()
        assert gate.wait(PATIENCE_S)
        made_in.add(threading.current_thread().name.rpartition("_")[0])
        return review(match)

    monkeypatch.setattr("motherlode.server.study.reviewing.make_review", make)
    num_reviews = here.services.settings.bot_threads + 2
    over = [finished(here, "madcap", "me", "me", seed=seed) for seed in range(num_reviews)]
    with ThreadPoolExecutor(num_reviews) as pool:
        asked = [pool.submit(ada.get, f"/api/tables/{table}/review") for ada, table in over]
        try:
            assert begun.wait(PATIENCE_S)
            bob = Guest(here.url)
            table = bob.create("madcap", "me", "me")["table"]["id"]
            num_acts = 0
            while bob.update(table)["view"]["scores"] is None:
                bob.act(table)
                num_acts += 1
            assert num_acts > 3
            assert not any(each.done() for each in asked)
        finally:
            gate.set()
        assert all(each.result()["game"] == "madcap" for each in asked)
    assert made_in == {"motherlode-study"}


def test_own_reviews_are_added_up_and_nobody_sees_those_of_others(here):
    ada, bob = Guest(here.url), Guest(here.url)
    assert ada.get("/api/me/reviews") == {"matches": [], "tallies": []}
    accounts = []
    for _ in range(2):
        table = ada.create("madcap", "me", "me")["table"]["id"]
        while ada.update(table)["view"]["scores"] is None:
            ada.act(table)
        accounts.append(ada.get(f"/api/tables/{table}/accounts")[0])
    found = ada.get("/api/me/reviews")
    assert found["matches"][0]["table"] == table
    assert [match["accuracy"] for match in found["matches"]] == [each["accuracy"] for each in accounts[::-1]]
    assert [match["summary"] for match in found["matches"]] == [each["summary"] for each in accounts[::-1]]
    [tally] = found["tallies"]
    assert (tally["game"], tally["matches"]) == ("madcap", 2)
    assert tally["luck"] == pytest.approx(sum(each["luck"] + each["hidden"] for each in accounts))
    assert tally["lost"] == pytest.approx(sum(each["lost"] for each in accounts))
    counted = sum(each["marks"][mark] for each in accounts for mark in ("inaccuracy", "mistake", "blunder"))
    assert sum(kind["count"] for kind in tally["mistakes"]) == counted
    assert bob.get("/api/me/reviews") == {"matches": [], "tallies": []}
