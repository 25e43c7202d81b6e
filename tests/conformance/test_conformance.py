"""Every registered game, and a game outside the package, passes every check; a broken game does not."""

import dataclasses
import shutil
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest

import pebbles
from motherlode.conformance import CHECKS, Subject, check_secrecy
from motherlode.conformance import __main__ as by_hand
from motherlode.core.compiling import IS_PLAIN, rule
from motherlode.core.contract import Reason
from motherlode.core.errors import MotherlodeError
from motherlode.core.registry import find_game, game_names
from motherlode.core.streams import below
from motherlode.core.wasm import building
from motherlode.core.wasm.running import Entries
from motherlode.table.translations import stamp
from pebbles import faults, kernels, notation, views
from pebbles.state import STATE

TESTS = Path(__file__).parent.parent / "games"
# Fewer games than `python -m motherlode.conformance` plays; and plain mode is a hundred times slower.
HOW = {"num_games": 1, "every": 25, "iterations": 10, "most_worlds": 20} if IS_PLAIN else {"num_games": 2, "every": 9}
GAMES = [name for name in game_names() if name != "pebbles"]


def name_of(check):
    return check.__name__


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_game_conforms(name, check):
    check(Subject(find_game(name), TESTS / name, **HOW))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_game_conforms_in_many_games(name, check):
    check(Subject(find_game(name), TESTS / name))


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_a_game_outside_the_package_conforms(check):
    check(Subject(pebbles.GAME))


# Games with one fault each, and the check that must notice it.


@rule
def legal_of_nothing(box, states, index, out):
    return 0


@rule
def legal_twice(box, states, index, out):
    out[0] = 0
    out[1] = 0
    return 2


@rule
def setup_in_part(box, states, index):
    states[index].heap = box[0].heap
    states[index].to_act = -1


@rule
def hide_nothing(box, states, index, seat):
    return


@rule
def resample_own(box, states, index, seat, random, stream):
    states[index].charm[seat] = 1 + (int(states[index].charm[seat]) % 3)


@rule
def observe_all(box, states, index, seat, out):
    out[0] = 2.0
    out[1] = 0.0


@rule
def apply_around(box, states, index, action):
    states[index].to_act = -2
    if states.shape[0] > index + 1:
        states[index + 1].heap = 0


@rule
def refuse_nothing(box, states, index, action):
    return 0


@rule
def never_ends(box, states, index, action):
    states[index].to_act = 0


@rule
def evaluate_too_much(box, states, index, out):
    for seat in range(int(box[0].seats)):
        out[seat] = 2.0


@rule
def progress_too_much(box, states, index, out):
    for seat in range(int(box[0].seats)):
        out[seat] = 1.0 + int(states[index].taken[seat])


@rule
def progress_of_charms(box, states, index, out):
    for seat in range(int(box[0].seats)):
        out[seat] = max(0, int(states[index].charm[seat])) / 3.0


@rule
def progress_of_nobody(box, states, index, out):
    for seat in range(int(box[0].seats)):
        out[seat] = 0.0


@rule
def legal_of_the_first(box, states, index, out):
    out[0] = 0
    if states[0].heap < 2:
        return 1
    out[1] = 1
    return 2


@rule
def outcome_of_the_least(box, states, index, won):
    kernels.outcome(box, states, index, won)
    for seat in range(int(box[0].seats)):
        won[seat] = 1 - won[seat]
    return 0


@rule
def outcome_of_nothing(box, states, index, won):
    for seat in range(int(box[0].seats)):
        won[seat] = 0
    return 0


@rule
def outcome_in_another_way(box, states, index, won):
    kernels.outcome(box, states, index, won)
    return 9


@rule
def outcome_by_score(box, states, index, won):
    kernels.scores(box, states, index, won)
    return 0


@rule
def resample_a_fourth(box, states, index, seat, random, stream):
    for other in range(int(box[0].seats)):
        if states[index].charm[other] == -1:
            states[index].charm[other] = 4


@rule
def resample_the_lowest(box, states, index, seat, random, stream):
    for other in range(int(box[0].seats)):
        if states[index].charm[other] == -1:
            states[index].charm[other] = 1


@rule
def resample_evenly(box, states, index, seat, random, stream):
    """Chance deals the lowest charm twice as often as each other: here all three come as often."""
    for other in range(int(box[0].seats)):
        if states[index].charm[other] == -1:
            states[index].charm[other] = 1 + below(random, stream, 3)


@rule
def legal_by_charm(box, states, index, out):
    """Who has the highest charm takes one at a time: so who takes two has shown another."""
    found = pebbles.kernels.legal(box, states, index, out)
    return 1 if states[index].charm[states[index].to_act] == 3 else found


@rule
def legal_with_a_charm(box, states, index, out):
    """Nobody is dealt a charm of 4, so in games this is `legal`."""
    found = pebbles.kernels.legal(box, states, index, out)
    return 0 if states[index].charm[states[index].to_act] == 4 else found


@rule
def refuse_by_charm(box, states, index, action):
    if states[index].to_act >= 0 and states[index].charm[states[index].to_act] == 3 and action == 1:
        return 2
    return pebbles.kernels.refuse(box, states, index, action)


FAULTS = [
    ("legal", legal_of_nothing, "check_actions"),
    ("legal", legal_twice, "check_actions"),
    ("setup", setup_in_part, "check_setup"),
    ("hide", hide_nothing, "check_unseen"),
    ("resample", resample_own, "check_secrecy"),
    ("resample", resample_a_fourth, "check_worlds"),
    ("observe", observe_all, "check_observations"),
    ("apply", apply_around, "check_apply"),
    ("refuse", refuse_nothing, "check_actions"),
    ("apply", never_ends, "check_actions"),
    ("evaluate", evaluate_too_much, "check_end"),
    ("progress", progress_too_much, "check_progress"),
    ("progress", progress_of_charms, "check_progress"),
    ("progress", progress_of_nobody, "check_progress"),
    ("legal", legal_of_the_first, "check_batches"),
    ("outcome", outcome_of_the_least, "check_end"),
    ("outcome", outcome_of_nothing, "check_end"),
    ("outcome", outcome_in_another_way, "check_end"),
    ("outcome", outcome_by_score, "check_end"),
]


@pytest.mark.parametrize(("kernel", "fault", "noticed_by"), FAULTS, ids=lambda value: getattr(value, "__name__", value))
def test_a_faulty_game_is_noticed(kernel, fault, noticed_by):
    spec = dataclasses.replace(pebbles.GAME, kernels=pebbles.GAME.kernels._replace(**{kernel: fault}))
    with pytest.raises((AssertionError, IndexError, ZeroDivisionError)):
        check_named(noticed_by)(Subject(spec))


@pytest.mark.parametrize(("field", "most"), [("max_legal", 1), ("max_chance", 2)])
def test_limits_that_a_rule_writes_past_are_noticed(field, most):
    limits = pebbles.GAME.limits
    subject = pebbles_with(limits=lambda box: limits(box)._replace(**{field: most}))
    with pytest.raises(AssertionError, match=f"{field} is {most}"):
        check_named("check_actions")(subject)


@pytest.mark.parametrize(
    ("sides", "noticed_by"),
    [((0, 0), "check_end"), ((0, 2), "check_sides"), ((1, 2), "check_sides"), ((0,), "check_sides")],
)
def test_sides_that_win_apart_or_have_odd_numbers_are_noticed(sides, noticed_by):
    subject = pebbles_with(sides=lambda *_: sides)
    with pytest.raises(AssertionError, match="side|part of"):
        check_named(noticed_by)(subject)


WORLDS = [
    ({"resample": resample_a_fourth}, "deals a world that open events contradict: seat 1 in '7 "),
    ({"resample": resample_the_lowest}, "resample deals the same world always"),
    (
        {"resample": resample_evenly},
        r"other shares than chance does: \d+ in squares, at most \d+, of [39] worlds dealt",
    ),
    ({"resample": resample_own}, "resample changes what is known: seat"),
    ({"legal": legal_with_a_charm, "resample": resample_a_fourth}, "nothing can be done: seat"),
    ({"legal": legal_by_charm, "refuse": refuse_by_charm}, "deals a world that open events contradict: seat"),
]


@pytest.mark.parametrize(("kernels", "said"), WORLDS)
def test_a_world_that_cannot_be_is_noticed(kernels, said):
    """The last forgets what was proven: its `resample` may deal the highest charm to who took two."""
    most = 0 if "nothing" in said else 200  # the worlds are not listed, so that no other fault is noticed before
    spec = dataclasses.replace(pebbles.GAME, kernels=pebbles.GAME.kernels._replace(**kernels))
    with pytest.raises(AssertionError, match=said):
        check_named("check_worlds")(Subject(spec, most_worlds=most))


def check_named(name):
    return next(check for check in CHECKS if check.__name__ == name)


def pebbles_with(every=3, **parts):
    return Subject(dataclasses.replace(pebbles.GAME, **parts), every=every)


def changed(module, **functions):
    """A part of Pebbles in which some functions are others."""
    return SimpleNamespace(**(vars(module) | functions))


class TooManyOptions(msgspec.Struct, frozen=True):
    heap: int
    more: int = 1


class NoSuchRule(Reason):
    NO_SUCH_ACTION = 1, "R9.9", {"en": "take one or two", "de": "nimm einen oder zwei"}
    TOO_MANY = 2, "R9.9", {"en": "there are not so many", "de": "so viele sind nicht da"}


class InOneLanguage(Reason):
    NO_SUCH_ACTION = 1, "R2.1", {"en": "take one or two", "de": "nimm einen oder zwei"}
    TOO_MANY = 2, "R2.2", {"en": "there are not so many"}


class OtherBlanks(Reason):
    NO_SUCH_ACTION = 1, "R2.1", {"en": "take one or two", "de": "nimm einen oder zwei"}
    TOO_MANY = 2, "R2.2", {"en": "there are only {heap}", "de": "da sind nur {haufen}"}


class SameWords(Reason):
    NO_SUCH_ACTION = 1, "R2.1", {"en": "take one or two", "de": "take one or two"}


def explains_in_english(box, state, action, reason, language="en"):
    return "there are not so many" if language == "en" else "{heap}"


def tells_no_secret(box, before, action, after, names, language="en"):
    return "" if action is None else "Somebody did something."


def reads_nothing(box, text):
    return np.zeros(1, pebbles.GAME.state)


def wrong_view(*_):
    return views.Position("many", [], [])


def with_another_rule(folder):
    shutil.copytree(pebbles.GAME.folder, folder / "pebbles")
    with (folder / "pebbles" / "RULES.md").open("a") as rules:
        rules.write("\n## R4 More\n\n- **R4.1** A rule that nobody carries out.\n")
    return pebbles_with(folder=str(folder / "pebbles"))


def with_another_citation(folder):
    """In a package inside the game's."""
    shutil.copytree(pebbles.GAME.folder, folder / "pebbles")
    (folder / "pebbles" / "heaps").mkdir()
    (folder / "pebbles" / "heaps" / "taking.py").write_text('"""R9.9: a rule that is not there."""\n')
    return pebbles_with(folder=str(folder / "pebbles"))


def with_a_translation(change, file="RULES.de.md"):
    """Pebbles with its rules in German, which say what RULES.md says until one file is changed."""

    def make(folder):
        shutil.copytree(pebbles.GAME.folder, folder / "pebbles")
        subject = pebbles_with(folder=str(folder / "pebbles"))
        shutil.copy(folder / "pebbles" / "RULES.md", folder / "pebbles" / "RULES.de.md")
        stamp(subject.spec, "de")
        check_named("check_rules")(subject)
        path = folder / "pebbles" / file
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
        return subject

    return make


def with_a_twin_only_in_words(folder):
    (folder / "reference.py").write_text("")
    (folder / "test_twin.py").write_text("# compared with reference.py\n")
    return Subject(pebbles.GAME, folder)


# Games whose fault is not in a kernel: the check, how the game is made (in an empty folder), and what is said.
OTHER_FAULTS = [
    ("check_files", lambda folder: pebbles_with(folder=str(folder)), "lacks"),
    ("check_layout", lambda _: pebbles_with(state=np.dtype([("to_act", np.int8)])), "declare records"),
    ("check_options", lambda _: pebbles_with(options=TooManyOptions), "Options has"),
    (
        "check_setup",
        lambda _: pebbles_with(notation=changed(notation, read_position=reads_nothing)),
        "before anything happened, reads as another position",
    ),
    ("check_sides", lambda _: pebbles_with(sides=lambda *_: (0, 2)), "numbered from 0"),
    ("check_boxes", lambda _: Subject(faults.BY_HASH), "built in another process with PYTHONHASHSEED.*'heap': "),
    ("check_boxes", lambda _: Subject(faults.BY_COUNT), "built again, .*'heap': "),
    ("check_boxes", lambda _: Subject(faults.BY_FIRST), "built in another process.*'heap': "),
    (
        "check_notation",
        lambda _: pebbles_with(notation=changed(notation, read_action=lambda *_: 0)),
        "reads as another action",
    ),
    ("check_paths", lambda _: pebbles_with(views=changed(views, path=lambda *_: ("pebbles",))), "share a path"),
    ("check_refusals", lambda _: pebbles_with(reasons=NoSuchRule, every=1), "cites no rule"),
    ("check_refusals", lambda _: pebbles_with(reasons=InOneLanguage), "TOO_MANY.* is told in .'en'.: expected"),
    ("check_refusals", lambda _: pebbles_with(reasons=OtherBlanks), "TOO_MANY.* has other blanks in 'de'"),
    ("check_refusals", lambda _: pebbles_with(reasons=SameWords), "is the same in several languages"),
    (
        "check_refusals",
        lambda _: pebbles_with(notation=changed(notation, explain=explains_in_english), every=1),
        "is refused with '{heap}' in 'de'",
    ),
    ("check_views", lambda _: pebbles_with(views=changed(views, view=lambda *_: {"heap": 1})), "is a `Position`"),
    ("check_views", lambda _: pebbles_with(views=changed(views, view=wrong_view)), "not what its types say"),
    (
        "check_redaction",
        lambda _: pebbles_with(narration=changed(pebbles.narration, narrate=tells_no_secret)),
        "has an empty line",
    ),
    (
        "check_records",
        lambda _: pebbles_with(notation=changed(notation, read_action=lambda *_: 0)),
        "take|result|another match",
    ),
    ("check_rules", with_another_rule, "rules that no code cites: .'R4.1'"),
    ("check_rules", with_another_citation, r"taking.py cites R9.9, which RULES.md does not have"),
    (
        "check_rules",
        with_a_translation(lambda text: text.replace("players take", "players must take"), "RULES.md"),
        "R2.1 of RULES.de.md was made from other words",
    ),
    ("check_rules", with_a_translation(lambda text: text.replace("more", "more, R2.1")), "has other numbers of rules"),
    ("check_rules", with_a_translation(lambda text: text.replace("heap is gone", "*text*")), "has other marks"),
    ("check_rules", with_a_translation(lambda text: text.replace("**R2.1**", "**R2.9**")), "lacks R2.1"),
    ("check_twin", lambda folder: Subject(pebbles.GAME, folder), "there is no twin"),
    ("check_twin", with_a_twin_only_in_words, "no test uses the twin"),
]


@pytest.mark.parametrize(("noticed_by", "make", "said"), OTHER_FAULTS)
def test_a_fault_beside_the_kernels_is_noticed(noticed_by, make, said, tmp_path):
    with pytest.raises((AssertionError, MotherlodeError), match=said):
        check_named(noticed_by)(make(tmp_path))


MODES = [
    ("APPLY_BY_MODE", r"position \d+, after 'take \d' in '[-\d ]+': 'spare': 0 and 1"),
    ("LEGAL_BY_MODE", r"position \d+, after .*: legal says \[0, 1\] and \[0\] in '4 [-\d ]+'"),
    ("EVALUATE_BY_MODE", r"position \d+, .*: evaluate says \[.*\] and \[.*\] in '[-\d ]+'"),
    ("PROGRESS_BY_MODE", r"position \d+, .*: progress says \[.*\] and \[.*\] in '[-\d ]+'"),
    ("OBSERVE_BY_MODE", r"position \d+, .*: observe says [\d.]+ and [\d.]+ for 'charm' of seat 0 in '[-\d ]+'"),
]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "said"), MODES)
def test_where_the_modes_differ_is_said_in_full(name, said):
    with pytest.raises(AssertionError, match=r"pebbles with \d seats and {'heap': \d+}, " + said):
        check_named("check_modes")(Subject(getattr(faults, name)))


@pytest.mark.compiled
def test_a_module_that_says_something_else_is_noticed(monkeypatch):
    building.build_missing()
    rightly = Entries.evaluate

    def wrongly(self, boxes, states, index, out):
        rightly(self, boxes, states, index, out)
        out[0] += 0.5

    monkeypatch.setattr(Entries, "evaluate", wrongly)
    with pytest.raises(AssertionError, match="evaluate differs in"):
        check_named("check_module")(Subject(find_game("madcap")))


def test_every_check_has_noticed_a_fault():
    noticed = {check for *_, check in FAULTS} | {check for check, *_ in OTHER_FAULTS} | {"check_modes", "check_module"}
    assert noticed == {check.__name__ for check in CHECKS}


def test_a_game_that_forgets_what_its_texts_depend_on_is_noticed():
    notation = SimpleNamespace(**vars(pebbles.GAME.notation))
    notation.write_action = lambda _, state, action: f"take {action + 1} of {state['heap'].item()}"
    check = next(check for check in CHECKS if check.__name__ == "check_paths")
    check(Subject(dataclasses.replace(pebbles.GAME, notation=notation, action_fields=("heap",))))
    with pytest.raises(AssertionError, match="action_fields"):
        check(Subject(dataclasses.replace(pebbles.GAME, notation=notation, action_fields=())))


def test_a_record_with_gaps_is_refused():
    from motherlode.core.layout import record

    with pytest.raises(TypeError, match="spare"):
        record([("small", np.int8), ("wide", np.int64)])
    assert STATE.itemsize % 2 == 0


@pytest.mark.parametrize("name", ["pebbles", *(name for name in GAMES if find_game(name).is_hidden)])
def test_the_check_of_secrecy_does_not_hang_on_the_clock(name, monkeypatch):
    """A clock that stands still and jumps by turns: who thinks by it thinks another time about the same position."""
    random = np.random.default_rng(1)
    now = 0.0

    def read_clock():
        nonlocal now
        now += float(random.choice([0.0, 10.0]))
        return now

    monkeypatch.setattr("motherlode.bots.search.time", SimpleNamespace(monotonic=read_clock))
    if name == "pebbles":
        check_secrecy(Subject(pebbles.GAME, num_games=1, every=9))
    else:  # long games, in which bots think long
        check_secrecy(Subject(find_game(name), num_games=1, every=30))


def test_a_check_that_breaks_on_a_game_is_a_failure_and_the_next_one_runs(monkeypatch, capsys):
    def check_broken(subject):
        raise KeyError("a game's own mistake")

    def check_well(subject):
        assert subject.spec.name == "madcap"

    monkeypatch.setattr(by_hand, "CHECKS", (check_broken, check_well))
    assert by_hand.main("madcap") == 1
    broken, well = capsys.readouterr().out.splitlines()
    assert broken.endswith("""FAILED: KeyError: "a game's own mistake\"""")
    assert well.endswith("ok")
