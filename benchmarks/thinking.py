"""Where thinking longer helps: what choices of short searches lose by the judgement of a long one.

    python -m benchmarks.thinking trap_the_cap --seats 2 --iterations 20000,200000 --positions 120

Positions are from games between searches of 1,000 iterations. A choice loses the difference between what the long
search says of its own choice and of that one, in points of a hundred games; nothing where they agree. The long search
is no more than the same judgement with more time, so this says where to look; `motherlode arena` says who wins.
"""

import argparse
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev

import motherlode
from motherlode.bots import Player, make_bot
from motherlode.bots.net import find_net
from motherlode.bots.search import Budget, analyse
from motherlode.core.streams import make_streams

Z = 1.96  # of a 95 % interval
EVERY = {"trap_the_cap": 37, "madstone": 9}  # decisions of a game, of which one is looked at


def positions(game, seed, number):
    """Hidden positions with a choice, and who is to act, from as many games as it takes."""
    every = EVERY.get(game.spec.name, 3)
    while True:
        match, seed = game.start(seed), seed + 1
        players = [Player(make_bot("search@1000", game), seat, seed) for seat in range(game.seats)]
        count = seed % every
        while not match.is_over:
            seat, count = match.to_act, count + 1
            if count % every == 0 and len(game.legal(match.position)) > 1:
                yield game.hidden(match.position, seat), seat
                number -= 1
                if not number:
                    return
            players[seat].act(match)


def losses(game, states, seat, budgets, reference, net=None):
    """What the choice of each budget loses, from 0 to 1, and whether it is that of the long search."""
    settings = replace(game.spec.search, num_nodes=1 << 22)
    long = analyse(game, states, seat, make_streams(0), Budget(reference), settings=settings, net=net)
    worth = {choice.action: choice.values[seat] for choice in long.choices}
    found = []
    for number, budget in enumerate(budgets, 1):
        best = analyse(game, states, seat, make_streams(number), Budget(budget), settings=settings, net=net).best
        found.append((max(0.0, worth[long.best] - worth[best]), best == long.best))
    return found


def interval(values):
    """The mean of some losses, with its interval, in points."""
    return f"{100 * fmean(values):.3f} ± {100 * Z * stdev(values) / sqrt(len(values)):.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--iterations", default="20000,200000", help="of the searches that are judged")
    parser.add_argument("--reference", type=int, default=1_000_000, help="iterations of the one that judges")
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument(
        "--net", action="store_true", help="all with the game's net, as mastermind thinks where it has one"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game, budgets = motherlode.game(given.game, given.seats), [int(word) for word in given.iterations.split(",")]
    net = find_net(game) if given.net else None
    found = [
        losses(game, states, seat, budgets, given.reference, net)
        for states, seat in positions(game, given.seed, given.positions)
    ]
    print(f"{given.game}, {game.seats} seats, {len(found)} positions, judged with {given.reference:,} iterations")
    for index, budget in enumerate(budgets):
        lost = [row[index][0] for row in found]
        more = [row[0][0] - loss for row, loss in zip(found, lost, strict=True)]
        agree = fmean(row[index][1] for row in found)
        than = f"; {interval(more)} less than with {budgets[0]:,}" if index else ""
        print(f"{budget:,} iterations lose {interval(lost)} points a decision{than}; the same choice in {agree:.0%}")


if __name__ == "__main__":
    main()
