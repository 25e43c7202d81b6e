"""How Madstone's default set is balanced: whole games of greedy play, with intervals.

    python -m benchmarks.madstone_balance                       # 20,000 games for each number of players
    python -m benchmarks.madstone_balance --seats 4 --games 5000 --seed 3 --jobs 2 --cards

The policy is `motherlode.core.playouts.choose_greedily` with one world: what the seat cannot see is dealt anew, every
legal action is tried once in that world and evaluated after chance has acted; the best is played, ties at random.
Commanders are therefore chosen at random. Each job has streams of its own, so that the figures depend on games, seed
and jobs.
"""

import argparse
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import motherlode
from motherlode.core.contract import CHANCE, OVER
from motherlode.core.playouts import GREEDY, RANDOM
from motherlode.core.streams import make_streams, pick
from motherlode.games.madstone.actions import CARD, NUM_VERBS, PLACE, USE
from motherlode.games.madstone.components import FACTIONS, MAX_CARDS, card_name
from motherlode.games.madstone.state import ACT, AIM, ARMY, DEAL, SETTLE, SPOILS

COMMANDED, KILLED, TRIGGERED, PLACED, LOST, DEALT = range(6)
EVENTS = ("commanded", "killed", "triggered", "placed", "lost", "dealt")
CONFIDENCE = 1.96
EVEN = 3.0  # points from even that a Commander or a rank in the order may be off, its interval included
RARE = 0.05  # of all games: a card that is commanded in fewer is dead
UNUSED = 0.025  # of all games: a card whose ability is used in fewer is dead
DEALT_WORTH = 5.0  # points of winning more (or less) that being dealt a card at set-up may be worth, with its interval
OWNED_WORTH = 20.0  # the same for commanding it; who is ahead can afford more, so this is not the card's doing alone


class Games:
    """What happened in a number of games."""

    def __init__(self, game, num_games, policy, seed, jobs):
        self.game, self.num_games, self.seats = game, num_games, game.seats
        self.commander = np.zeros((num_games, self.seats), np.int8)
        self.first = np.zeros(num_games, np.int8)
        self.turns = np.zeros(num_games, np.int16)
        self.nights = np.zeros(num_games, np.int16)
        self.results = np.zeros((num_games, self.seats), np.int16)
        self.events = np.zeros((num_games, self.seats, MAX_CARDS, len(EVENTS)), np.uint8)
        bounds = [num_games * job // jobs for job in range(jobs + 1)]
        started = time.perf_counter()
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.play, range(jobs), bounds, bounds[1:], [policy] * jobs, [seed] * jobs))
        self.seconds = time.perf_counter() - started
        best = self.results == self.results.max(axis=1, keepdims=True)
        self.wins = best / best.sum(axis=1, keepdims=True)  # a shared win is shared

    def play(self, job, start, stop, policy, seed):
        """One job's games: play them and note what the report needs."""
        game, random = self.game, make_streams(seed, 1, job)
        box, entries = game.box, game.entries
        scratch, states = game.new_scratch(), game.new()
        to_act, zones = states["to_act"], states["place"][0]
        choose = self.chooser(random, scratch)
        for number in range(start, stop):
            events = self.events[number]
            entries.setup(box, states, 0)
            turn = 0
            while (seat := int(to_act[0])) != OVER:
                if states["turn_number"][0] != turn:
                    turn = int(states["turn_number"][0])
                    self.nights[number] += states["dark_down"][0] > 0
                phase = int(states["phase"][0])
                if seat == CHANCE:
                    num_outcomes = entries.chance(box, states, 0, scratch.outcomes, scratch.weights)
                    outcome = int(scratch.outcomes[pick(random, 0, scratch.weights, num_outcomes)])
                    if phase == DEAL:
                        events[int(states["actor"][0]), outcome, DEALT] = 1
                    entries.apply(box, states, 0, outcome)
                    continue
                action = choose(states, policy[seat])
                card, verb = divmod(action - CARD, NUM_VERBS)
                is_about_card = action >= CARD and phase != SETTLE
                before = int(zones[card]) if is_about_card else 0
                entries.apply(box, states, 0, action)
                if is_about_card:
                    note(events, (seat, card, verb), before, int(zones[card]) if ACT <= phase <= AIM else None)
            entries.scores(box, states, 0, scratch.points)
            self.first[number] = states["first"][0]
            self.turns[number] = states["turn_number"][0]
            self.commander[number] = states["commander"][0, : self.seats]
            self.results[number] = scratch.points

    def chooser(self, random, scratch):
        """A function from a position and a policy to what the seat to act plays."""
        game = self.game
        greedily, below, trial = game.later("choose_greedily"), game.generic["below"], game.new_trial(1, 1)

        def choose(states, how):
            if how == GREEDY:
                return greedily(game.pointers, game.box, states, 0, random, 0, scratch, trial)
            num_legal = game.entries.legal(game.box, states, 0, scratch.actions)
            return int(scratch.actions[below(random, 0, num_legal)])

        return choose

    def by_commander(self):
        """Win rate of each faction's Commander, where it was chosen, with its interval."""
        return [mean_of(self.wins[self.commander == faction]) for faction in range(4)]

    def by_rank(self):
        """Win rate of the first, second, ... player."""
        seats = np.arange(self.seats)
        order = (seats[None, :] - self.first[:, None]) % self.seats
        return [mean_of(self.wins[order == rank]) for rank in range(self.seats)]

    def by_seat(self):
        """Win rate of each seat."""
        return [mean_of(self.wins[:, seat]) for seat in range(self.seats)]

    def card(self, card):
        """How often each thing happened with a card, in shares of all games, and what having it is worth."""
        shares = [float(self.events[:, :, card, event].any(axis=1).mean()) for event in range(len(EVENTS))]
        even = 1 / self.seats
        worths = []
        for event in (DEALT, COMMANDED, KILLED):
            mean, half = mean_of(self.wins[self.events[:, :, card, event] > 0])
            worths.append((mean - even, half))
        return shares, worths


def note(events, action, before, after):
    """What an action (seat, card, verb) did to its card, which lay in the zone `before`; None: nothing after counts."""
    seat, card, verb = action
    if verb == PLACE:
        events[seat, card, PLACED] = 1
    elif verb == USE:
        events[seat, card, TRIGGERED] = 1
    if after is None:
        return
    if after == SPOILS + seat:
        events[seat, card, KILLED] = 1
    elif after == ARMY + seat and verb != USE:
        events[seat, card, COMMANDED] = 1
    if ARMY <= before < SPOILS and before - ARMY != seat and after != before:
        events[before - ARMY, card, LOST] = 1


def mean_of(values):
    """A mean and half the width of its interval, at 95%."""
    count = len(values)
    if count == 0:
        return 0.0, 1.0
    mean = float(values.mean())
    return mean, CONFIDENCE * math.sqrt(max(float(values.var()), 1e-9) / count)


def percent(pair):
    """`25.1% ± 0.6`."""
    return f"{100 * pair[0]:.1f}% ± {100 * pair[1]:.1f}"


def report(games, has_cards):
    """The figures of one number of players, and what is outside the bounds."""
    seats = games.seats
    even = 100 / seats
    found = []
    quarters = [int(np.quantile(games.turns, share, method="lower")) for share in (0.05, 0.25, 0.5, 0.75, 0.95, 1.0)]
    low, lower, median, upper, high, longest = quarters
    print(f"{seats} players: {games.num_games} games, {games.seconds:.0f} s")
    print(f"  turns: median {median}, middle half {lower}-{upper}, 90% {low}-{high}, longest {longest}")
    winners = games.results.max(axis=1)
    print(f"  points: mean {games.results.mean():.1f}, of winners {winners.mean():.1f}; shared wins "
          f"{100 * float((games.wins.max(axis=1) < 1).mean()):.1f}%; turns begun at night "
          f"{100 * games.nights.sum() / games.turns.sum():.1f}%")  # fmt: skip
    for label, names, rates in (
        ("Commander", FACTIONS[:4], games.by_commander()),
        ("rank in the order", [f"{rank + 1}." for rank in range(seats)], games.by_rank()),
        ("seat", [f"{seat + 1}" for seat in range(seats)], games.by_seat()),
    ):
        print(f"  win rate by {label}: " + ", ".join(f"{n} {percent(r)}" for n, r in zip(names, rates, strict=True)))
        for name, (mean, half) in zip(names, rates, strict=True):
            if abs(100 * mean - even) + 100 * half > EVEN:
                found.append(f"{label} {name}")
    if has_cards:
        print(f"  {'card':<24}{'commanded':>10}{'killed':>8}{'used':>7}{'placed':>8}{'lost':>6}"
              f"{'worth dealt':>14}{'commanded':>14}{'killed':>14}")  # fmt: skip
    for card in range(int(games.game.box[0].num_cards)):
        shares, worths = games.card(card)
        name = card_name(games.game.box, card)
        if has_cards:
            cells = "".join(
                f"{100 * shares[event]:>{width - 1}.1f}%"
                for event, width in ((COMMANDED, 10), (KILLED, 8), (TRIGGERED, 7), (PLACED, 8), (LOST, 6))
            )
            worth = "".join(
                f"{f'{100 * mean:+.1f} ± {100 * half:.1f}':>{width}}"
                for (mean, half), width in zip(worths, (14, 14, 14), strict=True)
            )
            print(f"  {name:<24}{cells}{worth}")
        has_ability = int(games.game.box[0].effect[card, 0]) > 0
        if shares[COMMANDED] < RARE or (has_ability and shares[TRIGGERED] < UNUSED):
            found.append(f"dead: {name}")
        for (mean, half), most in zip(worths, (DEALT_WORTH, OWNED_WORTH), strict=False):
            if 100 * (mean + half) > most:
                found.append(f"dominant: {name}")
            if 100 * (mean - half) < -most:
                found.append(f"a trap: {name}")
    print("  out of bounds: " + (", ".join(found) or "nothing"), flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seats", type=int, default=0, help="2, 3 or 4; otherwise all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cards", action="store_true", help="a line for every card")
    chosen = parser.parse_args()
    for seats in [chosen.seats] if chosen.seats else [2, 3, 4]:
        game = motherlode.game("madstone", seats)
        report(Games(game, chosen.games, [GREEDY] * seats, chosen.seed, chosen.jobs), chosen.cards)
        against = Games(game, chosen.games // 10, [GREEDY] + [RANDOM] * (seats - 1), chosen.seed + 1, chosen.jobs)
        print(f"  one greedy against random: wins {percent(mean_of(against.wins[:, 0]))}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
