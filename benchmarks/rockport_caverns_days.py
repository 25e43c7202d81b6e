"""Proves caverns of the day: `python -m benchmarks.rockport_caverns_days --until 2027-12-31`.

A day may have many seeds. The first that our strongest bot wins is the one that everybody plays; its number goes into
`daily.toml` of the game, and what the bot did into `wins.txt` of its tests, a letter for each action. Days that are
there stay as they are: new ones are added at the end.
"""

import argparse
import datetime
import itertools
import time
from pathlib import Path

import motherlode
from motherlode.bots.winning import wins
from motherlode.games.rockport_caverns import GAME
from motherlode.games.rockport_caverns.options import candidate

NUMBERS = Path(GAME.folder) / "daily.toml"
WINS = Path(__file__).parents[1] / "tests" / "games" / "rockport_caverns" / "wins.txt"
FIRST = datetime.date(2026, 1, 1)
A_DAY = datetime.timedelta(1)


def prove(day):
    """The number of the seed of a day, and the actions of a match from it that the bot has won."""
    number = 0
    while True:
        seed, options = candidate(day, number)
        match = motherlode.game(GAME.name, **options).start(seed)
        if wins(match):
            return number, [entry.action for entry in match.log if entry.actor == 0]
        number += 1


def letters(actions):
    """A letter for each action."""
    return "".join(chr(ord("a") + action) for action in actions)


def read_wins():
    """Lines of WINS, each with a day, the number of its seed and a won match."""
    return [line.split() for line in WINS.read_text(encoding="utf-8").splitlines()] if WINS.exists() else []


def write_numbers(days):
    """Make NUMBERS anew from WINS: a line for each month."""
    lines = [
        "# Which of its seeds each day has: the first that our strongest bot has won (R13.1). A line is a month.",
        "# Made by `python -m benchmarks.rockport_caverns_days`, which only ever adds days at the end.",
        f"first = {days[0][0]}",
        "seeds = [",
    ]
    for month, days_of_it in itertools.groupby(days, lambda day: day[0][:7]):
        lines.append(f"  [{', '.join(number for _, number, _ in days_of_it)}],  # {month}")
    NUMBERS.write_text("\n".join([*lines, "]", ""]), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--until", type=datetime.date.fromisoformat, required=True, help="the last day to prove")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after these, also before that day")
    given = parser.parse_args()
    days = read_wins()
    day = datetime.date.fromisoformat(days[-1][0]) + A_DAY if days else FIRST
    start = time.perf_counter()
    while day <= given.until and time.perf_counter() - start < 60 * given.minutes:
        number, actions = prove(day)
        days.append([day.isoformat(), str(number), letters(actions)])
        with WINS.open("a", encoding="utf-8") as file:
            file.write(" ".join(days[-1]) + "\n")
        day += A_DAY
    write_numbers(days)
    print(f"{len(days)} days, to {days[-1][0]}")


if __name__ == "__main__":
    main()
