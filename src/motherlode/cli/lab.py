"""`motherlode lab`: change a number of a game, and learn what that does."""

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from motherlode.cli import INTERRUPTED
from motherlode.core.contract import Language
from motherlode.core.errors import BadInput, Code

if TYPE_CHECKING:
    from motherlode.lab.changes import Change
    from motherlode.lab.comparing import Comparison
    from motherlode.lab.reporting import LabReport, RuleCount
    from motherlode.lab.tuning import Tuned
    from motherlode.table.game import Game

FLAG = Parameter(negative="", show_default=False)
COLOUR = Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)
DEEP = ("search@200", "search@20")  # ten times the thinking
MOST_BLOCKS = 10_000_000
WORSE, OPEN = 1, 3  # exit codes of a comparison
COMPARED: dict[Language, dict[str, Any]] = {
    "en": {
        "head": ("metric", "A", "B", "B - A", "interval", "correlation", ""),
        "verdicts": {
            "better": "better",
            "worse": "worse",
            "different": "different",
            "same": "no difference beyond",
            "not known yet": "not known yet",
        },
    },
    "de": {
        "head": ("Maß", "A", "B", "B - A", "Intervall", "Korrelation", ""),
        "verdicts": {
            "better": "besser",
            "worse": "schlechter",
            "different": "anders",
            "same": "kein Unterschied über",
            "not known yet": "noch nicht bekannt",
        },
    },
}


def report(  # parameters: the options of the command line
    game: str,
    /,
    *,
    data: Path | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    seats: int | None = None,
    bots: str = "greedy",
    precision: float = 1.0,
    most: int = 20_000,
    looks: int = 3,
    duels: int = 400,
    levels: str = "random,pebble,prospector,foreman",
    rule_games: int = 50,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    resume: Annotated[bool, FLAG] = False,
    language: Language = "en",
    no_colour: Annotated[bool, COLOUR] = False,
) -> int:
    """Play a game until it is known how fair, long and lively it is, and write a page about it.

    For example: motherlode lab report madstone --seats 2 --bots greedy --out madstone-report

    Args:
        game: The game, as `motherlode games` lists it.
        data: A designer's TOML file with options.
        option: An option of the game, as name=value; may be given several times.
        seats: How many seats, where a game leaves it open.
        bots: Who plays: a bot for all seats, or a & b & ... for a mixed table; with commas several kinds side by side.
        precision: Points to each side, at 95 %, that the shares of wins are to be known to.
        most: Blocks after which it ends in any case.
        looks: Decisions of a game that are looked at closer, and played on after another choice, in the first games.
        duels: Also play each level against the next, and ten times the thinking, until it is known to 5 points, for at
            most so many blocks; 0: none.
        levels: The levels of these, weakest first, with commas.
        rule_games: Also count the numbered rules in so many games.
        seed: The same number gives the same games.
        jobs: How many processes play; one for each processor if not said. The results do not depend on it.
        cluster: Play on a Ray cluster: its address, or auto.
        out: Write a page, a JSON and records of matches to this folder; games are kept there as they end.
        resume: Go on where a run with the same settings was interrupted.
        language: en or de.
        no_colour: No colours and no control codes.
    """
    from motherlode.cli.screen import Screen
    from motherlode.lab import reporting
    from motherlode.lab.crews import make_crew
    from motherlode.lab.experiments import read_bots
    from motherlode.lab.journal import BlockJournal

    if not 0.05 <= precision <= 50:
        raise BadInput(Code.BAD_CHOICE, f"--precision {precision:g}: must be from 0.05 to 50 points")
    for name, value, least in (
        ("--most", most, 1),
        ("--looks", looks, 0),
        ("--duels", duels, 0),
        ("--rule-games", rule_games, 0),
    ):
        if not least <= value <= MOST_BLOCKS:
            raise BadInput(Code.BAD_CHOICE, f"{name} {value}: must be from {least} to {MOST_BLOCKS}")
    played = prepare(game, seats, option, data)
    kinds = tuple(read_bots(part) for part in bots.split(","))
    pairs = duels_of(played.seats, levels) if duels else ()
    asked = reporting.Asked(kinds, seed, precision, most, pairs, duels, num_looks=looks)
    folder = make_folder(out, "report", played.spec.name)
    crew = make_crew(jobs_of(jobs), played.spec.home, cluster)
    start = time.perf_counter()
    try:
        with showing(played.spec.title) as show:
            found = reporting.play_report(
                played, asked, crew, lambda header: BlockJournal(folder / "blocks.jsonl", header, resume), show
            )
    except KeyboardInterrupt:
        return interrupted(folder)
    finally:
        crew.close()
    found.seconds = round(time.perf_counter() - start, 1)
    found.command = shlex.join(["motherlode", *sys.argv[1:]])
    if rule_games:
        found.rule_counts = count_rules(played, kinds[0], rule_games, seed)
    write_report(found, folder, language)
    show_report(found, Screen(no_colour), language)
    print(f"wrote {folder / 'report.html'}")
    return 0


def compare(  # parameters: the options of the command line
    one: str,
    other: str,
    /,
    *,
    seats: int | None = None,
    bots: str = "greedy",
    most: int = 50_000,
    error: float = 0.05,
    guard: Annotated[list[str] | None, FLAG] = None,
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    resume: Annotated[bool, FLAG] = False,
    language: Language = "en",
    no_colour: Annotated[bool, COLOUR] = False,
) -> int:
    """Say what another variant changes: the same dice for both, until each question is answered.

    For example: motherlode lab compare madstone madstone+crystals_by_place=[0,2]

    Two folders of reports are compared without playing, as those that two versions of the rules made with one seed.
    A variant is a game with parts that begin with +: +option=value, +data=FILE, +seats=3, +bots=foreman. The exit code
    is 0 if nothing that is guarded got worse, 1 if something did, 3 if that is not known yet.

    Args:
        one: What there is: a variant, or the folder of a report.
        other: What is tried: another variant of the same game, or the folder of another report.
        seats: How many seats, where a variant does not say it.
        bots: Who plays, where a variant does not say it: a bot for all seats, or a & b & ...
        most: Blocks after which it ends in any case.
        error: The chance that any verdict is wrong, all lines together.
        guard: A line that must not get worse, such as first_share; several may be given. None: all headlines.
        seed: The same number gives the same games.
        jobs: How many processes play; one for each processor if not said.
        cluster: Play on a Ray cluster: its address, or auto.
        out: Write a JSON to this folder; games are kept there as they end.
        resume: Go on where a run with the same settings was interrupted.
        language: en or de.
        no_colour: No colours and no control codes.
    """
    from motherlode.cli.screen import progress_bar
    from motherlode.lab import comparing
    from motherlode.lab.crews import make_crew
    from motherlode.lab.experiments import make_experiment, read_bots, read_variant
    from motherlode.lab.journal import BlockJournal, make_header
    from motherlode.lab.running import run, with_curve

    if not 0 < error < 1:
        raise BadInput(Code.BAD_CHOICE, f"--error {error:g}: a chance of error is between 0 and 1, such as 0.05")
    if Path(one).is_dir() and Path(other).is_dir():
        left, right = (comparing.read_arm(Path(folder)) for folder in (one, other))
        comparer = comparing.compare_arms(left, right)
        comparing.check_guards(guard or [], comparer)
        blocks = min(len(left.played), len(right.played))
        games = sum(len(block) for arm in (left, right) for block in arm.played[:blocks])
        found = comparing.Comparison(1, one, other, left.experiment.seed, blocks, games, comparer.lines(error))
        return tell_comparison(found, make_folder(out, "compare", left.experiment.game), guard, language, no_colour)
    usual = read_bots(bots)
    with progress_bar():
        (first, its), (second, others) = (read_variant(text, seats, usual) for text in (one, other))
        first.compile()
    comparer = comparing.comparer_of(first, second, its, others)
    comparing.check_guards(guard or [], comparer)
    folder = make_folder(out, "compare", first.spec.name)
    crew = make_crew(jobs_of(jobs), first.spec.home, cluster)
    start = time.perf_counter()
    try:
        base = with_curve(make_experiment(first, its, seed), crew)
        arms = comparing.pair_up(base, make_experiment(second, others, seed))
        plan = comparing.effect_plan(comparer, most, error)
        with BlockJournal(folder / "blocks.jsonl", make_header(first, arms), resume) as journal:
            with showing(first.spec.title) as show:
                played = run(arms, plan, journal, crew, show)
            games = sum(len(block) for blocks in played.values() for block in blocks)
    except KeyboardInterrupt:
        return interrupted(folder)
    finally:
        crew.close()
    found = comparing.Comparison(1, one, other, seed, len(played[comparing.A]), games, comparer.lines(error))
    found.seconds = round(time.perf_counter() - start, 1)
    return tell_comparison(found, folder, guard, language, no_colour)


def tell_comparison(
    found: "Comparison", folder: Path, guard: list[str] | None, language: Language, no_colour: bool
) -> int:
    """Write it, show it, and the exit code."""
    from motherlode.cli.screen import Screen
    from motherlode.lab import comparing

    lines = found.lines
    found.command = shlex.join(["motherlode", *sys.argv[1:]])
    write_comparison(found, folder)
    show_comparison(found, Screen(no_colour), language)
    worse = comparing.worsened(lines, guard or [])
    guarded = [line for line in lines if line.name in (guard or []) or (not guard and comparing.is_headline(line.name))]
    if worse:
        return WORSE
    return OPEN if any(line.verdict == "not known yet" for line in guarded) else 0


def tune(  # parameters: the options of the command line
    game: str,
    /,
    *,
    target: Annotated[list[str], Parameter(negative="")],
    change: Annotated[list[str], Parameter(negative="")],
    data: Path | None = None,
    option: Annotated[list[str] | None, FLAG] = None,
    seats: int | None = None,
    bots: str = "greedy",
    trials: int = 20,
    blocks: int = 100,
    confirm: int = 1000,
    method: str = "optuna",
    seed: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    resume: Annotated[bool, FLAG] = False,
    no_colour: Annotated[bool, COLOUR] = False,
) -> int:
    """Search the numbers of a game for those that meet targets, and write the designer's file.

    For example: motherlode lab tune madstone --target "seat_edge<=2" --change "crystals_by_place[1]=0..6"

    Args:
        game: The game, as `motherlode games` lists it.
        target: What should be: NAME<=NUMBER, NAME>=NUMBER or NAME=LOW..HIGH, shares in percent; several may be given.
        change: What may be changed: PATH=LOW..HIGH, where a path is an option, or leads to a number in it, such as
            crystals_by_place[1], cards.Ghoul.numbers.power or map.circles[0]; several may be given.
        data: A designer's TOML file with options to begin with.
        option: An option of the game, as name=value; may be given several times.
        seats: How many seats, where a game leaves it open.
        bots: Who plays: a bot for all seats, or a & b & ...
        trials: How many times numbers are tried.
        blocks: Blocks of a trial.
        confirm: Blocks with fresh seeds that decide between what there is and what was found.
        method: optuna, model, ntbea or spsa, which are then held against random search at equal games; or random.
        seed: The same number gives the same games.
        jobs: How many processes play; one for each processor if not said.
        cluster: Play on a Ray cluster: its address, or auto.
        out: Write the designer's file and a JSON to this folder; games are kept there as they end.
        resume: Go on where a run with the same settings was interrupted.
        no_colour: No colours and no control codes.
    """
    import msgspec

    from motherlode.cli.files import write_text
    from motherlode.cli.screen import Screen
    from motherlode.lab import tuning
    from motherlode.lab.changes import read_changes
    from motherlode.lab.crews import make_crew
    from motherlode.lab.experiments import make_experiment, read_bots
    from motherlode.lab.journal import BlockJournal, make_header

    for name, value, least in (("--trials", trials, 2), ("--blocks", blocks, 2), ("--confirm", confirm, 2)):
        if not least <= value <= MOST_BLOCKS:
            raise BadInput(Code.BAD_CHOICE, f"{name} {value}: must be from {least} to {MOST_BLOCKS}")
    if method not in tuning.METHODS:
        raise BadInput(Code.BAD_CHOICE, f"--method {method}: must be one of {', '.join(tuning.METHODS)}")
    played = prepare(game, seats, option, data)
    targets = [tuning.read_target(text) for text in target]
    changes = [each for text in change for each in read_changes(text, played)]
    players = read_bots(bots)
    header = make_header(played, {"tune": make_experiment(played, players, seed)})
    folder = make_folder(out, "tune", played.spec.name)
    crew = make_crew(jobs_of(jobs), played.spec.home, cluster)
    start = time.perf_counter()
    try:
        with BlockJournal(folder / "blocks.jsonl", header, resume) as journal, showing(played.spec.title) as show:
            tuner = tuning.Tuner(played, players, changes, targets, crew, seed, journal, show)
            found = tuning.tune(tuner, trials, blocks, confirm, method)
    except KeyboardInterrupt:
        return interrupted(folder)
    finally:
        crew.close()
    found.seconds, found.command = round(time.perf_counter() - start, 1), shlex.join(["motherlode", *sys.argv[1:]])
    write_text(folder / "tune.json", msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")
    write_text(folder / "tuned.toml", tuning.write_options(found.options))
    report = tuning.report_of(tuner, found)
    report.seconds, report.command = found.seconds, found.command
    write_report(report, folder, "en")
    show_tuned(found, changes, Screen(no_colour))
    print(f"wrote {folder / 'tuned.toml'}")
    return 0


def duels_of(seats: int, levels: str) -> tuple[tuple[str, str], ...]:
    """Each level against the one before, and ten times the thinking; in a game for one each by itself."""
    names = [name.strip() for name in levels.split(",") if name.strip()]
    if seats == 1:
        return tuple((name, "") for name in (*names, *reversed(DEEP)))
    return (*zip(names[1:], names, strict=False), DEEP)


def show_tuned(found: "Tuned", changes: "Sequence[Change]", screen: Any) -> None:
    """What there was, what was found, and how much each number matters."""
    from motherlode.lab.tuning import tell

    for told in tell(found, changes):
        screen.say(told.en)
    screen.say(f"{found.games} games, {found.seconds:.0f} s, {found.best.blocks} fresh blocks each")


def write_comparison(found: "Comparison", folder: Path) -> None:
    """The JSON."""
    import msgspec

    from motherlode.cli.files import write_text

    write_text(folder / "compare.json", msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")


def show_comparison(found: "Comparison", screen: Any, language: Language) -> None:
    """A line for each question."""
    from rich.table import Table

    from motherlode.lab.catalogue import shown
    from motherlode.lab.figures import metric_of

    words = COMPARED[language]
    table = Table(box=None, title=f"{found.one} → {found.other}: {found.games} games", title_justify="left")
    for number, name in enumerate(words["head"]):
        table.add_column(name, justify="left" if number == 0 else "right")
    for line in found.lines:
        metric = metric_of(line.name)
        sure = "" if line.correlation is None else f"{line.correlation:.2f}"
        beyond = f" ±{shown(metric, line.same)}" if line.verdict == "same" else ""
        table.add_row(
            line.title.by(language),
            shown(metric, line.one),
            shown(metric, line.other),
            shown(metric, line.difference),
            f"{shown(metric, line.low)} to {shown(metric, line.high)}",
            sure,
            words["verdicts"][line.verdict] + beyond,
        )
    screen.show(table)


def prepare(game: str, seats: int | None, option: list[str] | None, data: Path | None) -> "Game":
    """The game, compiled."""
    import motherlode
    from motherlode.cli.play import read_options
    from motherlode.cli.screen import progress_bar

    with progress_bar():
        found = motherlode.game(game, seats, data=data, **read_options(option or []))
        found.compile()
    return found


def jobs_of(jobs: int | None) -> int:
    """How many processes play."""
    from motherlode.core.processors import num_processors

    found = jobs if jobs is not None else num_processors()
    if not 1 <= found <= 1024:
        raise BadInput(Code.BAD_CHOICE, f"--jobs {found}: must be from 1 to 1024")
    return found


def make_folder(out: Path | None, what: str, game: str) -> Path:
    """Where results go."""
    folder = Path(f"{game}-{what}") if out is None else out
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(Code.UNREADABLE_FILE, f"cannot make the folder {str(folder)!r}: {error.strerror}") from None
    return folder


def interrupted(folder: Path) -> int:
    """What to say after Ctrl-C."""
    print(f"\nmotherlode: interrupted; games are kept in {str(folder)!r}: add --resume to go on", file=sys.stderr)
    return INTERRUPTED


def count_rules(game: "Game", bots: tuple[str, ...], games: int, seed: int) -> "list[RuleCount]":
    """In how many games each numbered rule was carried out."""
    from motherlode.arena.estimates import wilson
    from motherlode.conformance.coverage import Tables
    from motherlode.lab.reporting import RuleCount

    found = Tables([game], bots).cover(games, seed)
    counted = [tally for tally in found.rules if tally.is_counted]
    return [RuleCount(tally.number, tally.games, games, *wilson(tally.games, games)) for tally in counted]


def write_report(found: "LabReport", folder: Path, language: Language) -> None:
    """The page, the JSON and the matches."""
    import msgspec

    from motherlode.cli.files import write_text
    from motherlode.lab.pages import write_page
    from motherlode.lab.reporting import write_matches

    records = write_matches(found, folder, write_text)
    write_text(folder / "report.json", msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n")
    write_text(folder / "report.html", write_page(found, language, records))


def show_report(found: "LabReport", screen: Any, language: Language) -> None:
    """Sentences first, then a table."""
    from rich.table import Table

    from motherlode.lab.pages import figure_rows

    for kind in found.kinds:
        screen.say(f"{found.title}, {' & '.join(kind.bots)}: {kind.games} games, {found.seconds:.0f} s")
        for told in kind.sentences:
            screen.say(f"  {told.by(language)}")
        head, *rows = figure_rows(kind.figures, language)
        table = Table(box=None)
        for number, name in enumerate(head):
            table.add_column(name, justify="left" if number == 0 else "right")
        for row in rows:
            table.add_row(*row)
        screen.show(table)
    for duel in found.duels:
        span = f"{100 * duel.share:.0f} % ({100 * duel.low:.0f} to {100 * duel.high:.0f})"
        against = f" against {duel.other}" if duel.other else ""
        screen.say(f"{duel.one}{against}: {span}" + (f", even is {100 * duel.even:.0f} %" if duel.other else ""))


@contextmanager
def showing(title: str) -> Iterator[Any]:
    """A bar with the time left on a terminal; nothing elsewhere."""
    from motherlode.cli.arena import showing_progress

    with showing_progress(title) as show:
        yield show
