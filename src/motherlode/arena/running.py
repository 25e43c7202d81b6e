"""A whole tournament: from the journal what has been played, from the workers the rest."""

from collections.abc import Callable, Iterator

from motherlode.arena.cluster import ClusterWorkers
from motherlode.arena.comparing import Agenda
from motherlode.arena.fixtures import Fixture, Tournament, all_fixtures, plain_name
from motherlode.arena.journal import Journal
from motherlode.arena.workers import Workers
from motherlode.bots import make_bot
from motherlode.bots.outside import ProgramBot
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams

Report = Callable[[int, int], None]  # (games played, games in all as far as one knows)


def check_bots(ruleset: Ruleset, tournament: Tournament) -> None:
    """Raise unless every bot can be made, and every program says that it is ready."""
    for name in tournament.bots:
        bot = make_bot(plain_name(name), ruleset)
        if isinstance(bot, ProgramBot):
            bot.budget_ms, bot.patience_s = tournament.budget_ms, tournament.patience_s
            bot.begin(ruleset, 0, make_streams(0))
            bot.close()


def run(
    ruleset: Ruleset,
    tournament: Tournament,
    games: int,
    journal: Journal,
    *,
    jobs: int = 1,
    error: float | None = None,
    report: Report | None = None,
    cluster: str | None = None,
) -> Agenda:
    """Play what the journal lacks; results do not depend on `jobs`, machines, nor on how often it was interrupted."""
    agenda = Agenda(tournament, games, error)
    for result in sorted(journal.results.values(), key=lambda result: result.fixture):
        agenda.add(result)
    report = report or (lambda *_: None)
    ruleset.compile()
    if cluster is None:
        workers: Workers | ClusterWorkers = Workers(ruleset, tournament, jobs)
    else:
        workers = ClusterWorkers(ruleset, tournament, cluster)
    try:
        report(agenda.num_played, agenda.num_games)
        for result in workers.play(_missing(tournament, games, agenda, journal)):
            if result.fixture in journal.results:  # a task that was done twice
                continue
            journal.add(result)
            agenda.add(result)
            report(agenda.num_played, agenda.num_games)
    finally:
        workers.close()
    return agenda


def _missing(tournament: Tournament, games: int, agenda: Agenda, journal: Journal) -> Iterator[Fixture]:
    """The games still to play, decided when each is asked for."""
    for fixture in all_fixtures(tournament, games):
        if fixture not in journal.results and agenda.needs(fixture):
            yield fixture
