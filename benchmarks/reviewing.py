"""How long a review takes on one core: `python -m benchmarks.reviewing --out benchmarks/results/reviewing.json`.

A match of `prospector` against itself at each table, reviewed as anybody's is. Seconds are those of the process, which
stand still while others have the core; on a busy machine they are more than on a quiet one, never less.
"""

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import motherlode
from motherlode.bots import Player, make_bot
from motherlode.reviews.valuing import Values

TABLES = (
    ("madcap", 2), ("rockport_caverns", 1), ("minecart_mayhem", 2), ("minecart_mayhem", 3), ("minecart_mayhem", 4),
    ("madstone", 2), ("madstone", 3), ("madstone", 4),
    ("trap_the_cap", 2), ("trap_the_cap", 3), ("trap_the_cap", 4), ("trap_the_cap", 5), ("trap_the_cap", 6),
)  # fmt: skip
SEED = 77
MOST_SECONDS = {"madcap": 0.2}
MOST_OTHERS = 10.0


def measure(name: str, seats: int) -> dict[str, Any]:
    """A row of the table."""
    game = motherlode.game(name, seats)
    game.compile()
    match = game.start(seed=SEED)
    players = [Player(make_bot("prospector", game, is_timed=False), seat, SEED) for seat in range(seats)]
    while not match.is_over:
        players[match.to_act].act(match)
    # Searches and tables are loaded before the clock starts.
    Values(game, 1).whole(game.new())
    started = time.process_time()
    review = motherlode.review(match)
    seconds = time.process_time() - started
    return {
        "game": name,
        "seats": seats,
        "steps": len(review.steps),
        "decisions": len(review.decisions),
        "iterations": review.iterations,
        "seconds": round(seconds, 2),
        "bar": MOST_SECONDS.get(name, MOST_OTHERS),
        "marks": sum(each.mark in ("inaccuracy", "mistake", "blunder") for each in review.decisions),
        "causes": sum(each.cause is not None for each in review.decisions),
    }


def main() -> None:
    """Print a table, and write it where it is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", help="GAME or GAME-SEATS")
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    rows = []
    print("| game, seats | steps | decisions | marks | with a cause | seconds of CPU |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, seats in TABLES:
        if asked.only and not {name, f"{name}-{seats}"} & set(asked.only):
            continue
        row = measure(name, seats)
        rows.append(row)
        print(
            f"| {name}, {seats} | {row['steps']} | {row['decisions']} | {row['marks']} | {row['causes']} "
            f"| {row['seconds']:.2f} |",
            flush=True,
        )
        if asked.out:  # after every row: a long run may be broken off
            found = {"load": round(os.getloadavg()[0], 1), "cores": os.cpu_count(), "rows": rows}
            asked.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
