"""How many times fewer games an arena needs where luck is taken out: `python -m benchmarks.luck`.

For each game and number of seats two bots of about the same strength play, seats by turns, with the same dice. What one
game tells varies by so much if wins are counted, if the games of a block are taken together (the paired dice that the
arena has), if luck is taken out of each game, and with both; a factor is the first by the other. Between equals most
games are needed. Taking luck out must not change the mean: its difference is shown with its error.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from motherlode.arena.comparing import Agenda
from motherlode.arena.fixtures import ALONE, MIXED, Tournament, all_fixtures, teams_of, usual_lineup
from motherlode.arena.luck import less_luck, luck_of
from motherlode.arena.playing import play_game
from motherlode.table.game import find

TABLES = (
    ("madcap", 2), ("rockport_caverns", 1), ("minecart_mayhem", 2), ("minecart_mayhem", 3), ("minecart_mayhem", 4),
    ("trap_the_cap", 2), ("trap_the_cap", 4), ("trap_the_cap", 6), ("madstone", 2), ("madstone", 3), ("madstone", 4),
)  # fmt: skip
BOTS = ("search@100", "search@150")


def measure(game: str, seats: int, games: int, bots: tuple[str, str]) -> dict[str, Any]:
    """The factors of a game."""
    ruleset = find(game, seats)
    ruleset.compile()
    lineup = MIXED if seats <= 2 else usual_lineup(2, seats, teams_of(ruleset))
    tournament = Tournament(game, seats, {}, bots, lineup, 5_000_000, 1000, 10.0, teams_of(ruleset), True)
    agenda = Agenda(tournament, games)
    started, results = time.process_time(), []
    for fixture in all_fixtures(tournament, games):
        result = play_game(ruleset, tournament, fixture)
        results.append(result)
        agenda.add(result)
    seconds = (time.process_time() - started) / len(results)
    shares = [result.share(bots[0]) for result in results if bots[0] in result.seating]
    luck = [result.luck_share(bots[0]) for result in results if bots[0] in result.seating]
    size = 1 if seats == 1 else agenda.block_size(agenda.comparisons[0])
    plain, values, adjusted = float(np.var(shares)), agenda.values(0), agenda.adjusted(0)
    each = plain if seats > 1 else 2 * plain / 4  # a question about two bots that play alone has two games
    return {
        "game": game,
        "seats": seats,
        "lineup": lineup if lineup == ALONE else "",
        "games": len(results),
        "paired": factor(each, float(np.var(values, ddof=1)) * size),
        "less_luck": factor(plain, float(np.var(less_luck(shares, luck)))),
        "both": factor(each, float(np.var(adjusted, ddof=1)) * size),
        "difference": float(np.mean(values) - np.mean(adjusted)),
        "error": float(np.std(np.subtract(values, adjusted), ddof=1) / np.sqrt(len(values))),
        "ms_game": 1000 * (seconds - cost_of(ruleset, tournament)),
        "ms_luck": 1000 * cost_of(ruleset, tournament),
    }


def cost_of(ruleset: Any, tournament: Tournament) -> float:
    """Seconds that luck takes in a game, by a few of them."""
    from motherlode.arena.fixtures import bot_seed, chance_seed
    from motherlode.bots import Player, make_bot
    from motherlode.core.chance import SeededChance
    from motherlode.table.match import Match

    spent, fixtures = 0.0, list(all_fixtures(tournament, 1))[:3]
    for fixture in fixtures:
        match = Match(ruleset, SeededChance(chance_seed(tournament, fixture)))
        seed = bot_seed(tournament, fixture)
        players = [Player(make_bot(name, ruleset), seat, seed) for seat, name in enumerate(fixture.seating)]
        while not match.is_over:
            players[match.to_act].act(match)
        start = time.process_time()
        luck_of(match)
        spent += time.process_time() - start
    return spent / len(fixtures)


def factor(plain: float, other: float) -> float | None:
    """How many times more one varies than the other."""
    return plain / other if other > 0.0 else None


def main() -> None:
    """Print a table, and write it where it is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", help="GAME or GAME-SEATS")
    parser.add_argument("--bots", default=",".join(BOTS))
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    one, other = asked.bots.split(",")
    rows = []
    print("| game, seats | games | paired dice | luck taken out | both | mean changed by | ms a game | ms for luck |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for game, seats in TABLES:
        if asked.only and asked.only not in (game, f"{game}-{seats}"):
            continue
        row = measure(game, seats, asked.games, (one, other))
        rows.append(row)
        shown = [f"{row[key]:.2f}" if row[key] else "-" for key in ("paired", "less_luck", "both")]
        print(
            f"| {game}, {seats} | {row['games']} | {' | '.join(shown)} | {row['difference']:+.4f} ± {row['error']:.4f} "
            f"| {row['ms_game']:.0f} | {row['ms_luck']:.0f} |",
            flush=True,
        )
    if asked.out:
        asked.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
