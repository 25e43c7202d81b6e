"""Text records: written, read, replayed, verified, and what is said about damaged ones."""

import hashlib
import hmac
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import motherlode
from motherlode.core.chance import FairChance
from motherlode.core.compiling import IS_PLAIN
from motherlode.core.errors import BadInput, Code
from motherlode.table.match import Match
from motherlode.table.record import read_record

SEED = bytes(range(32))
LAST_DICE = "r4 k2 b1 | r13 k2 b1 | not b | gold 5-0 | seat 1"


@cache
def game(**options):
    return motherlode.game("madcap", **options)


def play_out(match, choice=1):
    while not match.is_over:
        actions = match.actions()
        match.play(actions[choice % len(actions)])
    return match


@cache
def seeded():
    return play_out(game().start(seed=7, names=["Ada", "Bo"])).record()


@cache
def fair():
    return play_out(Match(game(games=2), FairChance("table 9", SEED), ["Ada", "Bo"])).record()


@cache
def from_position():
    return play_out(game().start(seed=7, position=LAST_DICE)).record()


@cache
def running():
    match = game().start(seed=7, names=["Ada", "Bo"])
    for _ in range(5):
        match.play(match.actions()[0])
    return match.record()


@cache
def resigned():
    match = game().start(seed=7)
    for _ in range(4):
        match.play(match.actions()[0])
    match.resign(1)
    return match.record()


RECORDS = (seeded, fair, from_position, running, resigned)


def changed(text, old, new):
    """The text with its first `old` replaced, and the number of the line."""
    assert old in text, old
    return text.replace(old, new, 1), text[: text.index(old)].count("\n") + 1


def damage(text, call=motherlode.replay):
    """What a damaged record is answered with: one line."""
    with pytest.raises(BadInput) as caught:
        call(text)
    assert "\n" not in str(caught.value)
    return caught.value


# Writing


def test_a_record_is_a_header_and_a_line_for_each_entry():
    head, body = seeded().split("\n\n")
    assert head.splitlines() == [
        "Motherlode record 1",
        "game: madcap",
        "rules: 1",
        f"ruleset: {game().digest}",
        "seats: 2",
        "options: {}",
        "player 1: Ada",
        "player 2: Bo",
        "chance: seed 7",
        f"result: {'-'.join(map(str, motherlode.replay(seeded()).scores))}",
        f"outcome: played out, won by {motherlode.replay(seeded()).winners[0] + 1}",
    ]
    assert len(body.splitlines()) == 24
    assert all(re.fullmatch(r"\* (red|black|blue) [1-6]", line) for line in body.splitlines()[:12])
    assert all(
        re.fullmatch(r"[12] (red|black|blue) [1-6] (in|up|down|discard)", line) for line in body.splitlines()[12:]
    )


def test_options_that_differ_from_the_rulebook_are_in_the_header():
    record = game(games=2, dice=3).start(seed=1).record()
    assert 'options: {"dice": 3, "games": 2}' in record.splitlines()


def test_the_result_of_a_running_and_of_a_resigned_match():
    assert "result: running" in running().splitlines()
    assert "result: 2 resigns" in resigned().splitlines()
    assert resigned().endswith("2 resigns\n")


def test_a_match_from_a_position_says_so():
    assert f"position: {LAST_DICE}" in from_position().splitlines()


def test_scripted_chance_is_called_scripted():
    record = game().start(seed=1, script=[0] * 12).record()
    assert "chance: script" in record.splitlines()
    checked = motherlode.verify(record)
    assert not checked.has_proof
    assert checked.words == "12 entries follow the rules; the dice cannot be checked: its chance was scripted"


# Reading and replaying


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_replays_to_the_same_record(record):
    match = motherlode.replay(record())
    assert match.record() == record()
    assert motherlode.verify(record()).match.log == match.log


@pytest.mark.parametrize("record", RECORDS)
def test_comments_spaces_and_windows_line_ends_change_nothing(record):
    lines = record().splitlines()
    for text in (
        "\r\n".join(lines),
        "\n".join(f"  {line}\t" for line in lines),
        "\n".join(part for line in lines for part in (line, "# a comment")),
        record() + "\n\n# the end",
        record().rstrip("\n"),
    ):
        assert motherlode.replay(text).record() == record()


def test_a_running_match_goes_on_where_it_stopped():
    match = motherlode.replay(running())
    assert match.to_act == 1
    whole = play_out(game().start(seed=7, names=["Ada", "Bo"]), 0)
    assert play_out(match, 0).record() == whole.record()


def test_chance_that_is_due_acts_when_a_seeded_record_is_replayed():
    text, line = changed(running(), "* blue", "* blue")
    cut = "\n".join(text.splitlines()[: line - 1])
    assert motherlode.replay(cut).log == motherlode.replay(running()).log[:12]


def test_a_seeded_record_is_verified_with_its_seed():
    checked = motherlode.verify(seeded())
    assert checked.has_proof
    assert checked.words == "24 entries follow the rules; 12 draws of chance match the seed"


# Fair dice


def test_fair_dice_show_the_hash_first_and_the_seed_last():
    match = Match(game(), FairChance("table 9", SEED))
    before = match.record()
    assert f"chance: fair {hashlib.sha256(SEED).hexdigest()}" in before.splitlines()
    assert "table: table 9" in before.splitlines()
    assert SEED.hex() not in before
    assert not any(line.startswith("seed") for line in before.splitlines())
    after = play_out(match).record()
    assert f"chance: fair {hashlib.sha256(SEED).hexdigest()}" in after.splitlines()
    assert f"seed: {SEED.hex()}" in after.splitlines()


def test_no_view_or_story_of_a_running_match_has_the_seed():
    match = Match(game(), FairChance("table 9", SEED))
    for seat in (0, 1, None):
        assert SEED.hex() not in repr(match.view(seat)) + repr(match.story(seat)) + match.record(seat)


def test_resignation_reveals_the_seed():
    match = Match(game(), FairChance("table 9", SEED))
    match.resign(0)
    assert motherlode.verify(match.record()).has_proof


def test_the_dice_of_a_fair_record_can_be_checked_with_nothing_but_hmac():
    header = dict(line.split(": ", 1) for line in fair().split("\n\n")[0].splitlines()[1:])
    key = bytes.fromhex(header["seed"])
    assert hashlib.sha256(key).hexdigest() == header["chance"].removeprefix("fair ")
    num_dice = 0
    for step, line in enumerate(fair().split("\n\n")[1].splitlines()):
        if line.startswith("*"):
            attempt = 0
            while True:
                message = f"{header['table']}/{step}/{attempt}".encode()
                ticket = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big")
                if ticket < 2**64 // 6 * 6:
                    break
                attempt += 1
            assert int(line[-1]) == ticket % 6 + 1
            num_dice += 1
    assert num_dice == 24


def test_a_fair_record_is_verified():
    checked = motherlode.verify(fair())
    assert checked.has_proof
    assert checked.words == "48 entries follow the rules; 24 draws of chance match the seed"


def test_a_running_fair_record_keeps_its_promise_when_it_is_replayed():
    match = Match(game(), FairChance("table 9", SEED))
    match.play(match.actions()[0])
    again = motherlode.replay(match.record())
    assert again.record() == match.record()
    checked = motherlode.verify(match.record())
    assert not checked.has_proof
    assert checked.words == "13 entries follow the rules; the dice cannot be checked: its seed is not revealed yet"


def test_a_table_has_a_fresh_secret():
    records = {game().start(table="t").record().split("chance: fair ")[1][:64] for _ in range(3)}
    assert len(records) == 3


@pytest.mark.parametrize("seed", [bytes(32).hex(), SEED.hex()[:-2], "00", SEED.hex() + "00"])
def test_another_seed_is_found_out(seed):
    text, line = changed(fair(), SEED.hex(), seed)
    error = damage(text, motherlode.verify)
    assert error.code == Code.UNFAIR_RECORD
    assert str(error) == f"bad record 'record', line {line}: the seed does not have the hash shown before the match"


def test_another_seed_with_its_own_hash_is_found_out_by_the_dice():
    other = bytes(32)
    text, _ = changed(fair(), SEED.hex(), other.hex())
    text, _ = changed(text, hashlib.sha256(SEED).hexdigest(), hashlib.sha256(other).hexdigest())
    error = damage(text, motherlode.verify)
    assert error.code == Code.UNFAIR_RECORD
    assert re.fullmatch(r"bad record 'record', line 1[4-9]: chance drew 'red \d', not 'red \d'", str(error))


def test_another_table_is_found_out_by_the_dice():
    text, _ = changed(fair(), "table: table 9", "table: table 8")
    assert damage(text, motherlode.verify).code == Code.UNFAIR_RECORD


def test_a_changed_die_is_found_out_with_its_line():
    match = Match(game(), FairChance("table 9", SEED))
    text = match.record()
    _, line = changed(text, "* red", "* red")
    dice = text.splitlines()
    dice[line - 1] = "* red 1" if dice[line - 1] != "* red 1" else "* red 2"
    header_end = dice.index("")
    dice.insert(header_end, f"seed: {SEED.hex()}")  # as if it were told
    error = damage("\n".join(dice), motherlode.verify)
    assert error.code == Code.UNFAIR_RECORD
    assert str(error).startswith(f"bad record 'record', line {line + 1}: chance drew 'red ")


def test_a_finished_fair_record_without_its_seed_proves_nothing():
    text = "\n".join(line for line in fair().splitlines() if not line.startswith("seed: "))
    assert not motherlode.verify(text).has_proof


# Damage, line by line. The guilty line is the first of what is written, or the one marked @@.


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "Motherlode record 1",
            "Motherlode record 2",
            "expected 'Motherlode record 1', found 'Motherlode record 2'",
        ),
        ("Motherlode record 1\n", "", "expected 'Motherlode record 1', found 'game: madcap'"),
        ("game: madcap", "game: madcup", "unknown game 'madcup': did you mean 'madcap'?"),
        ("game: madcap", "game: ../madcap", "unknown game '../madcap'"),
        ("game: madcap", "game:madcap", "expected 'key: value', found 'game:madcap'"),
        ("game: madcap", "gamme: madcap", "unknown key 'gamme'"),
        ("rules: 1", "rules: 2", "rules version 2; this is version 1 of the rules"),
        ("rules: 1", "rules: one", "rules 'one' is not a number"),
        ("rules: 1", "rules: -1", "rules '-1' is not a number"),
        ("seats: 2", "seats: 3", "Madcap with 3 seats: it has 2"),
        ("seats: 2", "seats: two", "seats 'two' is not a number"),
        ("seats: 2", f"seats: {'9' * 5000}", "is not a number"),
        ("options: {}", "options: {", "options are not JSON: "),
        ("options: {}", "options: []", "options are not a JSON object"),
        ("options: {}", 'options: {"moon": 1}', "unknown option 'moon'"),
        ("options: {}", 'options: {"levels": "x"}', "bad option levels='x'"),
        ("options: {}", 'options: {"seats": 2}', "options name 'seats', 'data' or 'name'"),
        ("options: {}", 'options: {"data": "/etc/passwd"}', "options name 'seats', 'data' or 'name'"),
        ("options: {}", f"options: {'[' * 60_000}", "options are not JSON: "),
        ("options: {}", f"options: {'[' * 100_000}", "the line has 100009 characters, at most 65536 are read"),
        ("options: {}", f'options: {{"levels": {"9" * 5000}}}', "options are not JSON: "),
        ("player 1: Ada", "player 1: Ada\n@@player 1: Ada", "'player 1' is given twice"),
        ("player 2: Bo", f"player 2: {'x' * 81}", "needs 1 to 80 printable characters"),
        ("player 2: Bo", "player 2: B\0", "needs 1 to 80 printable characters"),
        ("player 2: Bo", "player 2: Bo\n@@player 3: Cy", "'player 3' is one too many for 2 seats"),
        ("chance: seed 7", "chance: seed seven", "seed 'seven' is not a number"),
        ("chance: seed 7", f"chance: seed {'7' * 20}", "is not a number"),
        (
            "chance: seed 7",
            "chance: dice",
            "unknown source of chance 'dice': expected 'seed', 'fair' or 'script'",
        ),
        ("chance: seed 7", "chance: script 7", "unknown source of chance 'script'"),
        ("chance: seed 7", "chance: fair 00", "fair dice are 'fair' and a hash of 64 hexadecimal digits"),
        ("chance: seed 7", f"chance: fair {'0' * 64}", "fair dice need a 'table'"),
        ("chance: seed 7", "chance: seed 7\n@@table: 9", "only fair dice have a 'table'"),
        ("result: ", "result: 9", "by the rules, not '9"),
        ("result: ", "result: running ", "by the rules, not 'running "),
        ("\n\n* red", "\n* red", "expected 'key: value', found '* red "),
        ("\n* red", "\nred", "expected who and what, such as '1 ...' or '* ...', found 'red "),
        ("\n* red", "\n3 red", "there is no seat 3"),
        ("\n* red", f"\n{'1' * 5000} red", "expected who and what"),
        ("\n* red", "\n1 red", "chance is to act here"),
        ("\n* red", "\n* blue", "expected 'red' and a number from 1 to 6"),
        ("\n1 ", "\n2 ", "'Bo' is out of turn"),
        ("\n1 ", "\n* red 1\n1 ", "chance is not to act here"),
        ("\n1 ", "\n1 green 4 in\n1 ", "unreadable action 'green 4 in'"),
        ("\n1 ", "\n1\n1 ", "expected who and what"),
        ("\n2 ", "\n2 resigns\n@@2 ", "the match is over before this line"),
        ("\n2 ", "\n2 resigns\n@@1 resigns\n2 ", "the match is over"),
    ],
)
def test_a_damaged_line_is_named_with_what_is_wrong(old, new, why):
    text, line = changed(seeded(), old, new.replace("@@", ""))
    before = new[: new.index("@@")] if "@@" in new else new[: len(new) - len(new.lstrip("\n"))]
    error = damage(text)
    assert error.code == Code.BAD_RECORD
    assert str(error).startswith(f"bad record 'record', line {line + before.count(chr(10))}: ")
    assert why in str(error)


@pytest.mark.parametrize(
    "key", ["game", "rules", "ruleset", "seats", "options", "player 1", "player 2", "chance", "result"]
)
def test_a_header_needs_every_key(key):
    text = "\n".join(line for line in seeded().splitlines() if not line.startswith(f"{key}: "))
    assert str(damage(text)) == f"bad record 'record', line 1: the header has no {key!r}"


def test_other_options_are_found_out_by_the_name_of_the_ruleset():
    text, _ = changed(seeded(), "options: {}", 'options: {"gold": [1, 2, 3, 4, 5, 6, 8]}')
    assert re.fullmatch(
        r"bad record 'record', line 4: ruleset '[0-9a-f]{16}' is not what these options make, '[0-9a-f]{16}'",
        str(damage(text)),
    )


def test_an_illegal_action_is_named_with_its_line_and_reason():
    lines = seeded().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("2 "))
    lines[at] = lines[at - 1].replace("1 ", "2 ", 1).rsplit(" ", 1)[0] + " discard"
    assert str(damage("\n".join(lines))).startswith(f"bad record 'record', line {at + 1}: illegal action '")


def test_a_damaged_position_is_named_with_its_line():
    text, line = changed(from_position(), "position: r4", "position: r9")
    assert str(damage(text)).startswith(f"bad record 'record', line {line}: unreadable position 'r9 k2 b1 ")


def test_a_changed_result_is_found_out():
    text, line = changed(resigned(), "result: 2 resigns", "result: 1 resigns")
    assert str(damage(text)) == (
        f"bad record 'record', line {line}: the result is '2 resigns' by the rules, not '1 resigns'"
    )


def test_the_source_is_named_in_errors():
    with pytest.raises(BadInput, match=r"^bad record 'my file', line 1: expected 'Motherlode record 1', found ''$"):
        motherlode.replay("", "my file")


def test_a_record_without_end_is_refused():
    with pytest.raises(BadInput, match="the record is too long"):
        read_record("Motherlode record 1\n" + "\n" * 1_000_001)


# Damage at random

noise = st.sampled_from(
    ["", " ", "9", "0", "-", "*", "1 ", "2 ", "red", "?", ": ", "#", "\t", "²", "٣", "\x00", "{", "resigns"]
)


places = st.integers(0, 99)
kinds = st.sampled_from(["drop", "double", "swap", "cut", "scribble", "erase", "end"])
damages = st.lists(st.tuples(kinds, places, places, places, noise | st.text(max_size=3)), min_size=1, max_size=3)


def damaged(text, damages):
    """The record with lines dropped, doubled, swapped, cut, scribbled on, or all missing from one on."""
    lines = text.split("\n")
    for kind, *where, scribble in damages:
        at, other = where[0] % len(lines), where[1] % len(lines)
        place = where[2] % (len(lines[at]) + 1)
        if kind == "drop" and len(lines) > 1:
            del lines[at]
        elif kind == "double":
            lines.insert(other, lines[at])
        elif kind == "swap":
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "cut":
            lines[at] = lines[at][:place]
        elif kind == "scribble":
            lines[at] = lines[at][:place] + scribble + lines[at][place:]
        elif kind == "erase":
            lines[at] = lines[at][:place] + lines[at][place + 1 :]
        else:
            del lines[at + 1 :]
    return "\n".join(lines)


@settings(max_examples=40 if IS_PLAIN else 150, deadline=None)
@given(st.sampled_from(RECORDS), damages)
def test_a_damaged_record_is_refused_in_one_line_or_is_a_record_of_a_match(record, damages):
    text = damaged(record(), damages)
    try:
        match = motherlode.verify(text).match
    except BadInput as error:
        message = str(error)
        assert re.match(r"bad record 'record', line \d+: ", message), message
        assert "\n" not in message, message
        assert int(re.search(r"line (\d+)", message)[1]) <= text.count("\n") + 1
    else:
        again = motherlode.replay(match.record())
        assert again.log == match.log
        assert again.position.tobytes() == match.position.tobytes()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.text(max_size=100).map(lambda text: "Motherlode record 1\n" + text))
def test_any_other_text_is_refused_in_one_line(text):
    damage(text)
