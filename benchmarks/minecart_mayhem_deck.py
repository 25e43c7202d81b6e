"""How Minecart Mayhem's deck was chosen: whole games of greedy play for a list of decks.

    python -m benchmarks.minecart_mayhem_deck                   # the default deck, 20,000 games
    python -m benchmarks.minecart_mayhem_deck --compare 2000    # all candidates, 2,000 games each
    python -m benchmarks.minecart_mayhem_deck --seats 2 --games 5000

The policy is `motherlode.core.playouts.choose_greedily`: eight times, what the seat cannot see is dealt anew, every
legal action is tried once in that world and evaluated after chance has acted; the best mean is played, ties at random.
"""

import argparse
import math
import sys
import time

import numpy as np

import motherlode
from motherlode.core.compiling import plain
from motherlode.core.contract import CHANCE, OVER
from motherlode.core.playouts import GREEDY, RANDOM
from motherlode.core.streams import make_streams
from motherlode.games.minecart_mayhem.actions import DISCARD_CARD, PASS, PLAY_RAIL, kind_of
from motherlode.games.minecart_mayhem.components import KINDS, NUM_KINDS

SAMPLES = 8

# Cards of each kind: rail, dynamite, stalactite, rocket, double, swap.
CANDIDATES = (
    (20, 10, 8, 8, 6, 6),
    (24, 10, 8, 8, 6, 6),
    (30, 10, 8, 8, 6, 6),
    (36, 10, 8, 8, 6, 6),
    (42, 10, 8, 8, 6, 6),
    (30, 14, 10, 10, 6, 6),
    (36, 8, 6, 6, 4, 4),
    (36, 8, 8, 6, 6, 4),
    (36, 12, 8, 8, 4, 4),
    (40, 8, 8, 8, 6, 6),
)


def simulate(game, num_games, policy, seed=1):
    """Play games with the policy of each seat; returns rounds, results, first lanes, cards played, refills."""
    rounds = np.zeros(num_games, np.int32)
    results = np.zeros((num_games, game.seats), np.int8)
    first_lane = np.zeros((num_games, game.seats), np.int8)
    played = np.zeros(NUM_KINDS + 1, np.int64)
    refills = np.zeros(num_games, np.int32)
    rules, entries, box, random = game.pointers, game.entries, game.box, make_streams(seed)
    play_out, choose, below = game.generic["play_out"], game.later("choose_greedily"), game.generic["below"]
    scratch, trial = game.new_scratch(), game.new_trial(worlds=SAMPLES, samples=1)
    states = game.new()
    to_act, pile_size, round_number = (states[name] for name in ("to_act", "pile_size", "round_number"))
    for number in range(num_games):
        entries.setup(box, states, 0)
        while (seat := int(to_act[0])) != OVER:
            pile = int(pile_size[0])
            if seat == CHANCE:
                play_out(rules, box, states, 0, random, 0, scratch, 1)
            else:
                if policy[seat] == GREEDY:
                    action = choose(rules, box, states, 0, random, 0, scratch, trial)
                else:
                    num_legal = entries.legal(box, states, 0, scratch.actions)
                    action = int(scratch.actions[below(random, 0, num_legal)])
                if action < PLAY_RAIL:
                    first_lane[number, seat] = action
                elif DISCARD_CARD <= action <= PASS:
                    played[NUM_KINDS] += 1
                else:
                    played[plain(kind_of)(action)] += 1
                entries.apply(box, states, 0, action)
            if pile_size[0] > pile and round_number[0] > 0:
                refills[number] += 1
        rounds[number] = round_number[0]
        results[number] = states["result"][0, : game.seats]
    return rounds, results, first_lane, played, refills


def chi_square(counts):
    """How far counts are from equal, and the 1% bound for as many counts (Wilson-Hilferty)."""
    expected = sum(counts) / len(counts)
    freedom = len(counts) - 1
    found = sum((count - expected) ** 2 / expected for count in counts)
    bound = freedom * (1 - 2 / (9 * freedom) + 2.3263 * math.sqrt(2 / (9 * freedom))) ** 3
    return found, bound


def describe(game, num_games, seed=1):
    """Everything worth knowing about one deck, as a dictionary."""
    seats = game.seats
    start = time.perf_counter()
    rounds, results, first_lane, played, refills = simulate(game, num_games, [GREEDY] * seats, seed)
    wins = [int((results[:, seat] == 2).sum()) for seat in range(seats)]
    lanes = [
        int(((first_lane == lane) & (results == 2)).sum()) / max(1, int((first_lane == lane).sum()))
        for lane in range(int(game.box[0].lanes))
    ]
    _, against, *_ = simulate(game, num_games // 4, [GREEDY] + [RANDOM] * (seats - 1), seed + 1)
    quarters = [int(np.quantile(rounds, share, method="lower")) for share in (0.05, 0.25, 0.5, 0.75, 0.95, 1.0)]
    turns = played.sum()
    return {
        "rounds": quarters,
        "wins": wins,
        "chi": chi_square(wins),
        "draws": int((results.max(axis=1) == 1).sum()) / num_games,
        "lanes": lanes,
        "used": {name: int(count) / int(turns) for name, count in zip((*KINDS, "discard"), played, strict=True)},
        "refilled": float((refills > 0).mean()),
        "against_random": int((against[:, 0] == 2).sum()) / len(against),
        "seconds": time.perf_counter() - start,
    }


def report(deck, found, num_games):
    """One deck on a few lines."""
    low, lower, median, upper, high, longest = found["rounds"]
    print(f"deck {deck}: {num_games} games, {found['seconds']:.0f} s")
    print(f"  rounds: median {median}, middle half {lower}-{upper}, 90% {low}-{high}, longest {longest}")
    print(
        "  used (share of cards played): " + ", ".join(f"{kind} {share:.3f}" for kind, share in found["used"].items())
    )
    print(f"  wins by seat {found['wins']}, chi-square {found['chi'][0]:.2f} (1% bound {found['chi'][1]:.2f})")
    print(f"  win rate by first lane {[round(share, 3) for share in found['lanes']]}, draws {found['draws']:.4f}")
    print(f"  the pile was refilled in {found['refilled']:.2f} of the games")
    print(f"  one greedy against random: wins {found['against_random']:.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compare", type=int, default=0, help="games for each candidate deck")
    chosen = parser.parse_args()
    if chosen.compare:
        for deck in CANDIDATES:
            options = {f"{kind}_cards": count for kind, count in zip(KINDS, deck, strict=True)}
            game = motherlode.game("minecart_mayhem", chosen.seats, **options)
            report(deck, describe(game, chosen.compare, chosen.seed), chosen.compare)
        return 0
    game = motherlode.game("minecart_mayhem", chosen.seats)
    deck = tuple(int(count) for count in game.box[0].deck)
    report(deck, describe(game, chosen.games, chosen.seed), chosen.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
