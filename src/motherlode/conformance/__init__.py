"""What every game must do, as checks that any game can be put through, also one outside this package.

    from motherlode.conformance import CHECKS, Subject

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_my_game(check):
        check(Subject(MY_GAME, tests=Path(__file__).parent))

A check raises AssertionError with what is wrong. `python -m motherlode.conformance NAME` runs them all by hand.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import numpy as np

from motherlode.bots import Bot, bot_names, make_bot
from motherlode.conformance.elsewhere import check_boxes, check_modes
from motherlode.conformance.modules import check_module
from motherlode.conformance.subject import Subject, random_action
from motherlode.conformance.worlds import check_worlds
from motherlode.core.batch import Batch
from motherlode.core.contract import ALLOWED, CHANCE, LANGUAGES, NUM_KINDS, OVER, GameSpec, How, Reason, Records
from motherlode.core.errors import MotherlodeError
from motherlode.core.options import default_options, read_options
from motherlode.core.streams import below, make_streams, pick
from motherlode.table import rulebook
from motherlode.table.game import Game, replay, verify
from motherlode.table.match import Match
from motherlode.table.translations import faults_of

__all__ = ["CHECKS", "Subject", "random_action", "random_match"]

FILES = (
    "RULES.md", "__init__.py", "actions.py", "causes.py", "components.py", "drawing.py", "features.py", "heuristics.py",
    "kernels.py", "narration.py", "notation.py", "options.py", "reasons.py", "state.py", "views.py",
    "data/options.toml",
)  # fmt: skip
RULE_NUMBER = re.compile(r"\bR(\d+)(?:\.(\d+))?\b")
RULE_HEADING = re.compile(r"^#+ (R\d+)\b", re.MULTILINE)
MAX_RECORD_BYTES = 1024
MOST_REDACTED = 40  # actions of a running match whose log is looked at
USES_TWIN = re.compile(r"^\s*(from|import) (?!motherlode).*\b(reference|lockstep)\b", re.MULTILINE)


def check_files(subject: Subject) -> None:
    """Every game folder has the same files."""
    folder = Path(subject.spec.folder)
    missing = [name for name in FILES if not (folder / name).exists()]
    assert not missing, f"{subject.spec.name} lacks {missing}"


def check_layout(subject: Subject) -> None:
    """Positions are small records with `to_act`, and no byte belongs to no field."""
    state, box = subject.spec.state, subject.spec.box
    assert state.itemsize <= MAX_RECORD_BYTES, f"a position has {state.itemsize} bytes"
    assert state.fields is not None
    assert state.fields["to_act"][0] == np.int8, "to_act is one signed byte"
    for dtype in (state, box):
        assert dtype.type is np.record, "declare records with motherlode.core.layout.record"
        assert dtype.fields is not None
        used = sum(field[0].itemsize for field in dtype.fields.values())
        assert used == dtype.itemsize, f"{dtype.itemsize - used} bytes belong to no field"


def check_options(subject: Subject) -> None:
    """data/options.toml gives every option, and each default can be written down and read again."""
    spec = subject.spec
    defaults = default_options(spec)
    names = [field.name for field in msgspec.structs.fields(spec.options)]
    assert sorted(defaults) == sorted(names), f"options.toml has {sorted(defaults)}, Options has {sorted(names)}"
    options = read_options(spec, {})
    again = read_options(spec, msgspec.json.decode(msgspec.json.encode(options)))
    assert again == options


def check_setup(subject: Subject) -> None:
    """A new position is the same bytes whatever was in memory before, and one that notation can write and read."""
    for game in subject.games:
        dirty = np.frombuffer(b"\x5a" * game.spec.state.itemsize, game.spec.state).copy()
        game.kernels.setup(game.box, dirty, 0)
        assert dirty.tobytes() == game.new().tobytes(), "setup leaves fields unset"
        text = game.spec.notation.write_position(game.box, dirty)
        read = game.spec.notation.read_position(game.box, text)
        assert read.tobytes() == dirty.tobytes(), f"{text!r}, before anything happened, reads as another position"


def check_actions(subject: Subject) -> None:
    """`legal` and `chance` answer in order and within their bounds; `refuse` agrees; nothing is changed by asking."""
    for game in subject.games:
        limits = game.limits
        for states, _ in subject.sampled(game):
            before, actor = states.tobytes(), game.to_act(states)
            assert actor in (CHANCE, OVER) or 0 <= actor < game.seats, f"to_act is {actor}"
            if actor >= 0:
                # With room for every action: a rule that lists more than the limits say writes into others' memory.
                listed = game.entries.legal(game.box, states, 0, np.empty(limits.num_actions + 1, np.int32))
                assert listed <= limits.max_legal, f"{listed} actions, max_legal is {limits.max_legal}"
                legal = game.legal(states)
                assert legal, "a seat is to act and can do nothing"
                assert legal == sorted(set(legal)), "legal actions ascend, each once"
                assert legal[0] >= 0
                assert legal[-1] < limits.num_actions
                allowed = [action for action in range(limits.num_actions) if game.refuse(states, action) == ALLOWED]
                assert allowed == legal, (
                    f"refuse allows {set(allowed) ^ set(legal)} unlike legal, in {_where(game, states)}"
                )
                for action in (-1, limits.num_actions, 2**31 - 1):
                    assert game.refuse(states, action) != ALLOWED
                for action in range(limits.num_actions):
                    assert game.refuse(states, action) in (ALLOWED, *game.spec.reasons)
                if game.spec.kind is not None:
                    kinds = [game.spec.kind(game.box, states, 0, action) for action in range(-1, limits.num_actions)]
                    assert 0 <= min(kinds) <= max(kinds) < NUM_KINDS
            elif actor == CHANCE:
                most = limits.num_outcomes + 1
                listed = game.entries.chance(game.box, states, 0, np.empty(most, np.int32), np.empty(most, np.int64))
                assert listed <= limits.max_chance, f"{listed} outcomes, max_chance is {limits.max_chance}"
                outcomes = game.chance(states)
                numbers, weights = zip(*outcomes, strict=True)
                assert list(numbers) == sorted(set(numbers)), "outcomes ascend, each once"
                assert numbers[0] >= 0
                assert numbers[-1] < limits.num_outcomes
                assert min(weights) > 0
                assert sum(weights) < 2**31
                if game.spec.draw is not None:
                    lists = np.zeros(limits.max_chance, np.int32), np.zeros(limits.max_chance, np.int64)
                    apart, drawn = make_streams(len(numbers)), make_streams(len(numbers))
                    for _ in range(5):
                        wanted = numbers[pick(apart, 0, np.array(weights), len(weights))]
                        assert game.spec.draw(game.box, states, 0, drawn, 0, *lists) == wanted, "draw is unlike chance"
                        assert apart.tobytes() == drawn.tobytes()
            game.scores(states)
            game.outcome(states)
            game.evaluate(states)
            game.progress(states)
            for seat in range(game.seats):
                game.observe(states, seat)
            assert states.tobytes() == before, "asking changed the position"


def check_apply(subject: Subject) -> None:
    """An action changes its own position only, and the same way every time."""
    for game in subject.games:
        for states, action in subject.sampled(game):
            if action is None:
                continue
            pool = np.frombuffer(b"\x5a" * (3 * game.spec.state.itemsize), game.spec.state).copy()
            around = pool[0].tobytes()
            pool[1] = states[0]
            game.apply(pool, action, 1)
            assert pool[0].tobytes() == pool[2].tobytes() == around, "apply wrote outside its position"
            again = states.copy()
            game.apply(again, action)
            assert again[0].tobytes() == pool[1].tobytes()


def check_end(subject: Subject) -> None:
    """Finished games have a score for every seat and an outcome, and evaluations are shares between 0 and 1."""
    for game in subject.games:
        for states, action in subject.sampled(game):
            values = game.evaluate(states)
            assert np.isfinite(values).all()
            assert (values >= 0).all()
            assert (values <= 1).all(), f"evaluate says {values}"
            if action is None:
                scores = game.scores(states)
                assert len(scores) == game.seats
                _check_outcome(game, states, scores)
                _, winners = game.outcome(states)
                assert not winners or np.argmax(values) in winners, (
                    f"at the end evaluate says {values}, the winners are {winners}"
                )
            else:
                assert game.outcome(states) == (None, []), "there is no outcome before the end"


def _check_outcome(game: Game, states: Records, scores: list[int]) -> None:
    """Sides win or lose together, and nobody wins who has less than another who does not."""
    won = np.full(game.seats, -1, np.int32)
    how = int(game.kernels.outcome(game.box, states, 0, won))
    where = _where(game, states)
    assert how in list(How), f"outcome says {how}, which is no way to end, in {where}"
    assert set(won.tolist()) <= {0, 1}, f"outcome writes {won.tolist()}: expected 0 and 1, in {where}"
    for seat in range(game.seats):
        partners = game.side_of(seat)
        assert len({won[partner] for partner in partners}) == 1, f"only a part of {partners} has won, in {where}"
    lost = [score for score, has_won in zip(scores, won, strict=True) if not has_won]
    for seat in np.flatnonzero(won).tolist():
        assert scores[seat] >= max(lost, default=scores[seat]), f"{won} won with {scores}, in {where}"
    assert won.any() or len(set(scores)) == 1, f"nobody has won with {scores}, in {where}"


def check_progress(subject: Subject) -> None:
    """How far each seat has come is a share between 0 and 1, made of what everybody may know, and changes in play."""
    changes = False
    for game in subject.games:
        seen = set()
        for states, _ in subject.sampled(game):
            came = game.progress(states)
            where = _where(game, states)
            assert ((came >= 0) & (came <= 1)).all(), f"progress says {came}, in {where}"
            for seat in range(game.seats + 1):
                hidden = game.progress(game.hidden(states, seat))
                assert hidden.tobytes() == came.tobytes(), (
                    f"progress says {came}, and {hidden} where seat {seat} looks: it tells a secret, in {where}"
                )
            seen.add(came.tobytes())
        changes = changes or len(seen) > 1
    assert changes, f"progress says {came} always"


def check_sides(subject: Subject) -> None:
    """Every seat is on a side; sides are numbered from 0 without a gap."""
    for game in subject.games:
        assert len(game.sides) == game.seats, f"{len(game.sides)} sides for {game.seats} seats"
        assert set(game.sides) == set(range(max(game.sides) + 1)), f"sides {game.sides}: numbered from 0, without gaps"


def check_notation(subject: Subject) -> None:
    """Reading what was written gives it back: positions, actions, outcomes; other text is refused."""
    for game in subject.games:
        notation, box = game.spec.notation, game.box
        for states, _ in subject.sampled(game):
            text = notation.write_position(box, states)
            assert "\n" not in text
            assert notation.read_position(box, text).tobytes() == states.tobytes(), (
                f"{text!r} reads as another position"
            )
            texts = {action: notation.write_action(box, states, action) for action in game.legal(states)}
            assert len(set(texts.values())) == len(texts), f"two actions share a text in {text!r}"
            for action, words in texts.items():
                assert words.isprintable()
                assert notation.read_action(box, states, words) == action, f"{words!r} reads as another action"
            for outcome, _ in game.chance(states):
                words = notation.write_outcome(box, states, outcome)
                assert words.isprintable()
                assert words != "?"
                assert notation.read_outcome(box, states, words) == outcome
        for nonsense in ("", "?", "no such thing", "\N{SNOWMAN}" * 50, "1" * 50):
            for read in (_reads_position, _reads_action):
                try:
                    read(game, nonsense)
                except MotherlodeError as error:
                    assert "\n" not in str(error)
                else:
                    raise AssertionError(f"{nonsense!r} was read")


def _reads_position(game: Game, text: str) -> None:
    game.spec.notation.read_position(game.box, text)


def _reads_action(game: Game, text: str) -> None:
    game.spec.notation.read_action(game.box, game.new(), text)


def check_paths(subject: Subject) -> None:
    """Every legal action is a path of things to touch, and no path begins another.

    What is remembered of an action, by the fields that its text and its path depend on, is what they are here.
    """
    for game in subject.games:
        notation, views, box = game.spec.notation, game.spec.views, game.box
        for states, _ in subject.sampled(game):
            paths = [views.path(box, states, action) for action in game.legal(states)]
            texts = [notation.write_action(box, states, action) for action in game.legal(states)]
            remembered = [(action.text, action.path) for action in game.actions(states)]
            assert remembered == list(zip(texts, paths, strict=True)), (
                f"action_fields lacks one: {_where(game, states)}"
            )
            for path in paths:
                assert path
                assert all(isinstance(thing, str) and thing for thing in path)
            prefixes = {path[:length] for path in paths for length in range(len(path))}
            assert len(set(paths)) == len(paths), f"two actions share a path in {_where(game, states)}"
            assert not prefixes & set(paths), f"a path begins another in {_where(game, states)}"


def check_refusals(subject: Subject) -> None:
    """Through a match every illegal action is answered with one line, a reason and a rule, and changes nothing.

    Every reason has its sentence in each language, with the same blanks, and `explain` fills them all.
    """
    numbers = rule_numbers(subject.spec)
    for reason in subject.spec.reasons:
        _check_sentences(reason)
    for game in subject.games[:2]:
        match = game.start(subject.seed)
        random = make_streams(subject.seed, 1)
        nth = 0
        while not match.is_over:
            legal = game.legal(match.position)
            if nth % subject.every == 0:
                before = match.position.tobytes()
                seen = game.hidden(match.position, match.to_act)
                for action in {-1, *range(game.limits.num_actions)} - set(legal):
                    if action >= 0:
                        _check_explained(game, seen, action)
                    try:
                        match.play(action)
                    except MotherlodeError as error:
                        assert "\n" not in str(error)
                        assert action < 0 or getattr(error, "rule", "") in numbers, f"{error}: cites no rule"
                    else:
                        raise AssertionError(f"illegal action {action} was played in {_where(game, match.position)}")
                assert match.position.tobytes() == before
            match.play(legal[int(below(random, 0, len(legal)))])
            nth += 1


def _check_sentences(reason: Reason) -> None:
    """A reason is told in every language, with the same blanks, as it reads within a line."""
    assert set(reason.words) == set(LANGUAGES), f"{reason!r} is told in {list(reason.words)}: expected {LANGUAGES}"
    blanks = {language: blanks_of(text) for language, text in reason.words.items()}
    for language, text in reason.words.items():
        assert blanks[language] == blanks["en"], f"{reason!r} has other blanks in {language!r}: {blanks}"
        assert text == text.strip(" .") != "", f"{reason!r} is told as {text!r}: expected words within a line"
    texts = set(reason.words.values())
    assert blanks["en"] or len(texts) == len(LANGUAGES), f"{reason!r} is the same in several languages: {texts}"


def blanks_of(text: str) -> set[str]:
    """The names of what `str.format` fills in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _check_explained(game: Game, seen: Records, action: int) -> None:
    """Why an action is refused can be told in every language, on one line."""
    for language in LANGUAGES:
        words = game.spec.notation.explain(game.box, seen, action, game.refuse(seen, action), language)
        assert words == words.strip() != "", f"action {action} is refused with {words!r} in {language!r}"
        assert not {"\n", "{", "}"} & set(words), f"action {action} is refused with {words!r} in {language!r}"


def check_views(subject: Subject) -> None:
    """Views as JSON are what their types say, stories are sentences, boards can be drawn, for every pair of eyes."""
    from rich.console import Console

    for game in subject.games:
        match = random_match(game, subject.seed)
        for step in range(0, len(match.log) + 1, subject.every):
            states = match.position_at(step)
            for seat in [*range(game.seats), game.seats]:
                view = game.spec.views.view(game.box, game.hidden(states, seat))
                assert type(view) is game.spec.views.Position, "a view is a `Position` of the game"
                try:
                    decoded = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
                except msgspec.ValidationError as error:
                    raise AssertionError(f"a view as JSON is not what its types say: {error}") from error
                assert decoded == view, "a view as JSON is not what its types say"
                if seat == 0 and step % (5 * subject.every) == 0:
                    console = Console(file=open(os.devnull, "w", encoding="utf-8"), width=100)  # noqa: SIM115, PTH123
                    with console.file:
                        console.print(game.spec.drawing.draw(view, match.names, game.to_act(states)))
        for language in LANGUAGES:
            for words in match.story(language=language):
                assert words.strip()
                assert "\n" not in words


def check_observations(subject: Subject) -> None:
    """Observations have the size and bounds that `features` promises; they show no secrets, hidden first or not."""
    for game in subject.games:
        lows = np.concatenate([np.full(feature.size, feature.low) for feature in game.features])
        highs = np.concatenate([np.full(feature.size, feature.high) for feature in game.features])
        names = [feature.name for feature in game.features for _ in range(feature.size)]
        for states, _ in subject.sampled(game):
            for seat in range(game.seats):
                seen = np.full(game.observation_size, np.nan, np.float32)
                game.kernels.observe(game.box, game.hidden(states, seat), 0, seat, seen)
                wrong = [names[nth] for nth in np.flatnonzero(~((seen >= lows) & (seen <= highs)))]
                assert not wrong, f"features {sorted(set(wrong))} are out of bounds or not written"
                if not game.spec.observe_needs_hiding:
                    bare = np.full(game.observation_size, np.nan, np.float32)
                    game.kernels.observe(game.box, states, 0, seat, bare)
                    told = [names[nth] for nth in np.flatnonzero(bare != seen)]
                    assert not told, f"features {sorted(set(told))} need hiding: say observe_needs_hiding=True"


def check_secrecy(subject: Subject) -> None:
    """Two positions that differ only in what a seat may not know look the same to it, and to its bots.

    Filling the blanks of a hidden position gives such a pair: hiding the filled one must give the same bytes again.
    """
    for game in subject.games:
        random = make_streams(subject.seed + 1, 1)
        for states, _ in subject.sampled(game):
            for seat in range(game.seats + 1):
                hidden = game.hidden(states, seat)
                assert game.hidden(hidden, seat).tobytes() == hidden.tobytes(), "hiding twice is hiding once"
                if seat == game.seats:
                    continue
                world = game.resampled(hidden, seat, random)
                assert game.hidden(world, seat).tobytes() == hidden.tobytes(), (
                    f"resample changes what seat {seat} knows, in {_where(game, states)}"
                )
                if not game.spec.is_hidden:
                    assert world.tobytes() == states.tobytes(), "nothing is hidden, so nothing is filled in"
                    continue
                assert game.observe(world, seat).tobytes() == game.observe(states, seat).tobytes()
                if game.to_act(states) == seat:
                    assert game.legal(world) == game.legal(states) == game.legal(hidden)
                    for name in bot_names(game):
                        chosen = {
                            _bot(subject, game, name).choose(game, game.hidden(one, seat), seat, make_streams(9, 1))
                            for one in (states, world)
                        }
                        assert len(chosen) == 1, f"bot {name!r} knows more than its seat"
                for _ in range(game.limits.max_length):
                    if game.is_over(world):
                        break
                    game.apply(world, random_action(game, world, random))
                assert game.is_over(world), "a filled-in position cannot be played to its end"


def _bot(subject: Subject, game: Game, name: str) -> Bot:
    """A bot that depends on nothing but its random stream, not on the clock either."""
    from motherlode.bots.search import Budget, SearchBot

    bot = make_bot(name, game, is_timed=False)
    if isinstance(bot, SearchBot):
        bot.budget = Budget(min(bot.budget.iterations, subject.iterations))
    return bot


def check_redaction(subject: Subject) -> None:
    """A running match tells a seat nothing in story, log or record that depends on what it may not know."""
    for game in subject.games:
        if not game.spec.is_hidden:
            continue
        whole = random_match(game, subject.seed)
        chosen = [entry.action for entry in whole.log if entry.actor >= 0]
        match = game.start(subject.seed)
        for action in chosen[: min(MOST_REDACTED, len(chosen) // 2)]:
            match.play(action)
        for seat in [*range(game.seats), None]:
            watcher = game.seats if seat is None else seat
            for entry, text in zip(match.log, match.texts(seat), strict=True):
                is_seen = game.spec.views.is_seen(game.box, match.position_at(entry.step), entry.action, watcher)
                assert text == (entry.text if is_seen else "?")
            assert all(line.strip() for line in match.story(seat)), f"a story for seat {seat} has an empty line"
            assert "seed ?" in match.record(seat), "the seed of a running match tells secrets"


def check_unseen(subject: Subject) -> None:
    """Whatever is played unseen by a seat, the position looks the same to it afterwards."""
    for game in subject.games:
        for states, _ in subject.sampled(game):
            choices = [outcome for outcome, _ in game.chance(states)] or game.legal(states)
            for seat in range(game.seats + 1):
                looks = set()
                for action in choices:
                    if not game.spec.views.is_seen(game.box, states, action, seat):
                        after = states.copy()
                        game.apply(after, action)
                        looks.add(game.hidden(after, seat).tobytes())
                assert len(looks) <= 1, f"seat {seat} can tell what it should not have seen, in {_where(game, states)}"


def check_records(subject: Subject) -> None:
    """A match written as text is the same match when read, and its dice can be checked."""
    for game in subject.games:
        match = random_match(game, subject.seed)
        text = match.record()
        again = replay(text)
        assert again.log == match.log, "a record reads as another match"
        assert again.position.tobytes() == match.position.tobytes()
        assert again.record() == text
        assert verify(text).has_proof
        lines = text.splitlines()
        nth = next(number for number, line in enumerate(lines) if line.startswith("result: "))
        lines[nth] = "result: 987654321"
        try:
            replay("\n".join(lines))
        except MotherlodeError as error:
            assert f"line {nth + 1}" in str(error)
        else:
            raise AssertionError("a false result was believed")


def check_batches(subject: Subject) -> None:
    """Positions stepped together, on one thread or two, are as those stepped alone."""
    for game in subject.games[:3]:
        size = 5
        batches = [Batch(game, size, subject.seed, threads) for threads in (1, 2)]
        alone = [game.new() for _ in range(size)]
        streams = [make_streams(subject.seed, 1, stream) for stream in range(size)]
        for states, random in zip(alone, streams, strict=True):
            _let_chance_act(game, states, random)
        for _ in range(game.limits.max_length):
            for batch in batches:
                assert batch.states.tobytes() == b"".join(states.tobytes() for states in alone)
                mask = batch.legal()
                for nth, states in enumerate(alone):
                    assert np.flatnonzero(mask[nth]).tolist() == game.legal(states)
            if batches[0].is_over().all():
                break
            chosen = [batch.choose().copy() for batch in batches]
            assert (chosen[0] == chosen[1]).all()
            for nth, (states, random) in enumerate(zip(alone, streams, strict=True)):
                if game.to_act(states) >= 0:
                    legal = game.legal(states)
                    action = legal[int(below(random, 0, len(legal)))]
                    assert action == chosen[0][nth]
                    game.apply(states, action)
                    _let_chance_act(game, states, random)
            for batch in batches:
                batch.step(chosen[0])
        for batch in batches:
            batch.close()


def check_rules(subject: Subject) -> None:
    """Every numbered rule is cited where the code carries it out, and has a test that names it; no other is cited.

    A rule that no code carries out is marked in RULES.md: *data* or *table talk*. Translations say what RULES.md says.
    """
    spec, folder = subject.spec, Path(subject.spec.folder)
    numbers = rule_numbers(spec)
    assert numbers, "RULES.md numbers no rule"
    for source in sorted(folder.rglob("*.py")):
        for major, minor in RULE_NUMBER.findall(source.read_text(encoding="utf-8")):
            number = f"R{major}.{minor}" if minor else f"R{major}"
            assert number in numbers, f"{source.relative_to(folder)} cites {number}, which RULES.md does not have"
    cited, items = rulebook.citations(spec), rulebook.rules_of(spec)
    uncited = [number for number, words in items.items() if number not in cited and rulebook.is_code(words)]
    assert not uncited, f"rules that no code cites: {uncited}"
    for language in LANGUAGES:
        faults = [] if rulebook.rules_path(spec, language).name == "RULES.md" else faults_of(spec, language)
        assert not faults, "; ".join(faults)
    if subject.tests is None:
        return
    untested = [number for number in items if not rulebook.tests_of(number, subject.tests)]
    assert not untested, f"rules without a test: {untested}"


def check_twin(subject: Subject) -> None:
    """The kernels are compared with a plain twin that was written from the rules."""
    if subject.tests is None:
        return
    assert (subject.tests / "reference.py").exists(), "there is no twin, reference.py"
    texts = [source.read_text(encoding="utf-8") for source in subject.tests.glob("test_*.py")]
    assert any(USES_TWIN.search(text) for text in texts), "no test uses the twin"


def rule_numbers(spec: GameSpec) -> set[str]:
    """All numbers in RULES.md: headings and items."""
    text = (Path(spec.folder) / "RULES.md").read_text(encoding="utf-8")
    return {*rulebook.rules_of(spec), *RULE_HEADING.findall(text)}


def random_match(game: Game, seed: int) -> Match:
    """A whole match of random actions."""
    match = game.start(seed)
    random = make_streams(seed, 1)
    while not match.is_over:
        legal = game.legal(match.position)
        match.play(legal[int(below(random, 0, len(legal)))])
    return match


def _let_chance_act(game: Game, states: Records, random: Any) -> None:
    while game.to_act(states) == CHANCE:
        game.apply(states, random_action(game, states, random))


def _where(game: Game, states: Records) -> str:
    return repr(game.spec.notation.write_position(game.box, states))


CHECKS: tuple[Callable[[Subject], None], ...] = (
    check_files, check_layout, check_options, check_boxes, check_sides, check_setup, check_actions, check_apply,
    check_end, check_progress, check_notation, check_paths, check_refusals, check_views, check_observations,
    check_secrecy, check_redaction, check_unseen, check_worlds, check_records, check_batches, check_modes, check_module,
    check_rules, check_twin,
)  # fmt: skip
