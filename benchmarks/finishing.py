"""How well a search finishes where the result is settled: `python -m benchmarks.finishing`.

In Madcap every action has an exact value. A decision is settled if the same side wins, or it is a draw, whatever is
played; then only the margin is left to play for. What `search@ITERATIONS` gives away there is counted in nuggets.
"""

import argparse

import numpy as np

from motherlode.bots import Player, make_bot
from motherlode.core.registry import find_solver
from motherlode.core.streams import make_streams
from motherlode.table.game import find


def losses(bot_name: str, matches: int, seed: int) -> list[int]:
    """What a bot gives away in each settled decision of matches between foremen."""
    ruleset = find("madcap")
    ruleset.compile()
    solver, bot, random = find_solver(ruleset.spec), make_bot(bot_name, ruleset, is_timed=False), make_streams(seed)
    mover = make_bot("foreman", ruleset, is_timed=False)
    found = []
    for number in range(matches):
        match = ruleset.start(seed=seed + number)
        players = [Player(mover, seat, seed + number) for seat in range(2)]
        while not match.is_over:
            seat, states = match.to_act, match.position
            values = solver.solve(ruleset.box, states).actions
            lead = solver.lead(states, seat)
            is_settled = len({np.sign(lead + value) for value in values.values()}) == 1
            if len(set(values.values())) > 1 and is_settled:
                found.append(max(values.values()) - values[bot.choose(ruleset, states, seat, random)])
            players[seat].act(match)
    return found


def main() -> None:
    """Print the mean for each bot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--bots", default="greedy,search@1000,search@10000,search@100000")
    asked = parser.parse_args()
    for name in asked.bots.split(","):
        found = losses(name, asked.matches, 7_000_000)
        error = np.std(found) / np.sqrt(len(found))
        print(f"{name}: {np.mean(found):.3f} ± {error:.3f} nuggets a decision, {len(found)} decisions", flush=True)


if __name__ == "__main__":
    main()
