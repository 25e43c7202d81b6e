"""Draws caverns by chance and keeps those that hold the bars: `python -m benchmarks.rockport_caverns_maps --help`.

    python -m benchmarks.rockport_caverns_maps draw --form 1 --from 1 --until 50     # adds what holds to drawn.toml
    python -m benchmarks.rockport_caverns_maps judge --options '{"set": 2}'          # the bars of a map, line by line

A map is made from a seed. It begins with all hexes of the grid and all paths between them, rooms and dead ends by
chance. Paths are taken away in some order as long as no single hex parts the others, so that R2.7 holds. The order is
then changed for the better, a hundred times: long ways, as long from every start circle and to every hex of the friend,
that come into the marked row several times. What is left is played: a quick search plays every card at every level.
"""

import argparse
import json
import math
import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from motherlode.bots import make_bot
from motherlode.core.contract import CHANCE
from motherlode.core.options import read_options
from motherlode.core.ruleset import Ruleset
from motherlode.core.streams import make_streams
from motherlode.games.rockport_caverns import GAME
from motherlode.games.rockport_caverns.actions import LEAD, PASS, REROLL, STORE
from motherlode.games.rockport_caverns.components import (
    DRAWN,
    NUM_ROWS,
    NUM_SIDES,
    OFFSETS,
    ROCKS,
    ROOM,
    ROOMS,
    SIDES,
    START_ROW,
    Hex,
    MapFile,
    Which,
    check_map,
    fill_box,
    find_ways,
)
from motherlode.games.rockport_caverns.notation import ENDINGS
from motherlode.games.rockport_caverns.options import LEVELS
from motherlode.games.rockport_caverns.sketches import write_sketch

ODD, EVEN = tuple(range(1, 12, 2)), tuple(range(0, 13, 2))  # half hexes from the left
STARTS = ODD
EXITS = {1: ((1, 13), (2, 14)), 2: ((1, -1), (1, 13))}
MARKED_ROW = 2
ROUNDS = 24
WATER = [2, 4, 3, 2, 1, 4]
STEPS = 110  # changes that are tried for each map
CARDS = ((1, (2,)), (2, (3,)), (2, (1, 2, 3)))  # trigger row and friend rows of cards 1, 2, and 3 and 4
MOST_SPREAD = 3.3  # rounds, from start to start and friend to friend
FEWEST_ENTRIES = 2.2  # into the marked row
FAR = 9_999.0
CELL_SEEDS = 100_000  # from the seeds of a card at a level to those of the next
HAIR = 0.001  # an entry into the marked row leaves so much in a length, to be counted afterwards

# The bars: wins by level, and what share of the losses each cause has.
WINS = {"easy": (0.75, 0.90), "medium": (0.45, 0.65), "hard": (0.20, 0.40)}
LIFE = (0.10, 0.25)
TRAPPED_OR_DARK = 0.05
MEDIAN_ROUNDS = (12, 18)
USED = 0.20
SLACK = 0.10  # on shares of wins of a drawn cavern, of which so few games at a level do not tell more
CAUSES = {
    "life": {"dead", "friend dead"},
    "trapped or dark": {"trapped", "buried", "dark"},
    "water": {"drowned", "friend drowned", "full"},
}


class Frame(NamedTuple):
    """A map before paths are taken away."""

    form: int
    rooms: dict  # spot -> name
    core: set  # spots that are joined by more than one way; a spot is a row and half hexes
    beside: dict  # spot -> spots beside it
    hooks: list  # dead ends, each with the spot that it hangs on
    order: list  # paths, in the order in which they are taken away


def pick(chance, things):
    """One of some things; of all that Python offers only `random` never changes its numbers."""
    return things[int(chance.random() * len(things))]


def shuffled(chance, things):
    """Things in any order."""
    return [thing for _, thing in sorted((chance.random(), thing) for thing in things)]


def holds_together(beside, spots):
    """Whether no single hex parts the others: Hopcroft and Tarjan, without recursion."""
    root = next(iter(spots))
    depth, low, branches = {root: 0}, {root: 0}, 0
    stack = [(root, None, iter(beside[root]))]
    while stack:
        spot, origin, rest = stack[-1]
        for other in rest:
            if other == origin:
                continue
            if other in depth:
                low[spot] = min(low[spot], depth[other])
            else:
                depth[other] = low[other] = depth[spot] + 1
                stack.append((other, spot, iter(beside[other])))
                break
        else:
            stack.pop()
            if not stack:
                break
            above = stack[-1][0]
            low[above] = min(low[above], low[spot])
            if above == root:
                branches += 1
            elif low[spot] >= depth[above]:
                return False
    return branches < 2 and len(depth) == len(spots)


def within(beside, spots):
    """What is beside each spot of a set, inside the set."""
    return {spot: beside[spot] & spots for spot in spots}


def make_frame(chance, form, dead_ends):
    """Hexes, rooms, dead ends and an order of paths; tries until they hold together."""
    while True:
        found = _try_frame(chance, form, dead_ends)
        if found is not None:
            return found


def _try_frame(chance, form, dead_ends):
    rows = {row: ODD if row % 2 else EVEN for row in range(1, NUM_ROWS + 1)}
    rooms = {}
    for name, row in zip(
        shuffled(chance, list(ROOMS[form])), [NUM_ROWS, *shuffled(chance, [2, 3, 4, 5])], strict=False
    ):
        free = [(row, at) for at in rows[row] if all(abs(at - b) > 4 or abs(row - a) > 1 for a, b in rooms)]
        if not free:
            return None
        rooms[pick(chance, free)] = name
    spots = {(row, at) for row, places in rows.items() for at in places}
    for row in (2, 4):  # R2.5: at most six hexes that are counted
        if not any(spot[0] == row for spot in rooms):
            spots.discard((row, pick(chance, rows[row])))
    spots |= set(EXITS[form])
    beside = {(row, at): {(row + down, at + right) for down, right in OFFSETS} & spots for row, at in spots}
    if not holds_together(beside, spots):
        return None
    core, hanging = set(spots), []
    for spot in shuffled(chance, sorted(spots - set(rooms) - set(EXITS[form]))):
        near = beside[spot] & {*hanging, *EXITS[form]}
        if len(hanging) < dead_ends and spot[0] != NUM_ROWS and not near:
            rest = core - {spot}
            if holds_together(within(beside, rest), rest):
                core = rest
                hanging.append(spot)
    hooks = [(spot, pick(chance, sorted(beside[spot] & core))) for spot in hanging]
    order = shuffled(chance, [(one, two) for one in sorted(core) for two in sorted(beside[one] & core) if one < two])
    return Frame(form, rooms, core, beside, hooks, order)


def carve(frame, order, spare):
    """The paths that are left, as spots beside each spot: as many as the core has, and some to spare."""
    left = within(frame.beside, frame.core)
    to_go = len(order) - len(frame.core) - spare
    for one, two in order:
        if to_go <= 0:
            break
        if len(left[one]) > 2 and len(left[two]) > 2:
            left[one].discard(two)
            left[two].discard(one)
            if holds_together(left, frame.core):
                to_go -= 1
            else:
                left[one].add(two)
                left[two].add(one)
    for spot, hook in frame.hooks:
        left[spot] = {hook}
        left[hook].add(spot)
    return left


@dataclass
class Ways:
    """What the ways of a map are like, for cards 1, 2, and 3 and 4."""

    rounds: list  # from the start by the friend to an exit, on average
    spread: list  # of these
    entries: list  # into the marked row, on average


def look_at_ways(frame, left):
    """How long the ways are, if nothing happens: two steps a round alone, one with the friend."""
    spots = sorted(left)
    index = {spot: number for number, spot in enumerate(spots)}
    steps = np.full((len(spots), len(spots)), FAR)
    costs = steps.copy()
    for one in spots:
        for two in left[one]:
            enters = two[0] == MARKED_ROW != one[0]
            steps[index[one], index[two]] = 1
            costs[index[one], index[two]] = 1 + enters * (1 + HAIR)
    for table in (steps, costs):
        np.fill_diagonal(table, 0)
        for by in range(len(spots)):
            np.minimum(table, table[:, by : by + 1] + table[by : by + 1, :], out=table)
    exits = [index[spot] for spot in EXITS[frame.form]]
    starts = [[index[NUM_ROWS, at + side] for side in (-1, 1) if (NUM_ROWS, at + side) in index] for at in STARTS]
    found = Ways([], [], [])
    for trigger_row, friend_rows in CARDS:
        heard = [index[spot] for spot in spots if spot[0] == trigger_row and spot not in EXITS[frame.form]]
        friends = [
            index[spot]
            for spot in spots
            if spot[0] in friend_rows and spot not in EXITS[frame.form] and spot not in frame.rooms
        ]
        rounds, entries = [], []
        for start in starts:
            for table, into in ((steps, rounds), (costs, entries)):
                there = (table[start].min(0)[heard][:, None] + 1 + table[np.ix_(heard, friends)]).min(0)
                out = table[np.ix_(friends, exits)].min(1)
                into.extend((there / 2 + out) if table is steps else np.round((there + out) % 1 / HAIR))
        found.rounds.append(float(np.mean(rounds)))
        found.spread.append(float(np.std(rounds)))
        found.entries.append(float(np.mean(entries)))
    return found


def liking(ways, wanted):
    """How good ways are: as long as wanted, much the same from everywhere, and five times into the marked row."""
    off = sum(abs(rounds - wanted) for rounds in ways.rounds)
    return -off - 0.6 * sum(ways.spread) - 1.5 * sum(max(0.0, 5 - entries) for entries in ways.entries)


def draw(seed, form):
    """The map of a seed, or None where its ways are too unlike, or come into the marked row too seldom."""
    chance = random.Random(f"cavern {form} {seed}")
    wanted = pick(chance, (10.5, 11.0, 11.5) if form == 1 else (10.0, 10.5))
    spare, dead_ends = pick(chance, (2, 3, 4)), pick(chance, (2, 3))
    frame = make_frame(chance, form, dead_ends)
    order = frame.order
    left = carve(frame, order, spare)
    best = liking(look_at_ways(frame, left), wanted)
    for _ in range(STEPS):
        other = list(order)
        for _ in range(pick(chance, (1, 2, 3))):
            path = other.pop(int(chance.random() * len(other)))
            other.insert(int(chance.random() * len(other)), path)
        new = carve(frame, other, spare)
        found = liking(look_at_ways(frame, new), wanted)
        if found >= best:
            best, order, left = found, other, new
    ways = look_at_ways(frame, left)
    if max(ways.spread) > MOST_SPREAD or np.mean(ways.entries) < FEWEST_ENTRIES:
        return None
    return MapFile(f"Cavern {seed}", ROCKS, list(WATER), MARKED_ROW, list(_hexes(frame, left)), ROUNDS)


def _hexes(frame, left):
    for spot in sorted(left):
        sides = [side for side, (down, right) in zip(SIDES, OFFSETS, strict=True)
                 if (spot[0] + down, spot[1] + right) in left[spot]]  # fmt: skip
        kind = "exit" if spot in EXITS[frame.form] else "room" if spot in frame.rooms else "passage"
        yield Hex(*spot, kind, " ".join(sides), frame.rooms.get(spot, ""))
    for at in STARTS:
        yield Hex(START_ROW, at, "start", "NE NW")


# Playing


@dataclass
class Tally:
    """What came of games."""

    cells: dict  # (level, card) -> won, played
    endings: Counter
    rounds: list
    used: Counter

    @property
    def games(self):
        return len(self.rounds)

    @property
    def losses(self):
        return max(1, self.games - self.endings["won"])

    def wins(self, level):
        """The share of games won at a level, by card."""
        return [self.cells[level, card][0] / max(1, self.cells[level, card][1]) for card in range(1, 5)]

    def share(self, cause):
        """The share of losses by a cause."""
        return sum(self.endings[ending] for ending in CAUSES[cause]) / self.losses


def ruleset_of(options, map_file=None, form=1):
    """The rules with options; on a map that is in no file, if one is given."""
    if map_file is None:
        return Ruleset(GAME, read_options(GAME, options), 1)
    plan = check_map(map_file, form, "drawn")

    def build(given, _seats):
        return fill_box(given, Which(form, 0, 0), plan, find_ways(plan, given.trigger_rows[given.character - 1]))

    return Ruleset(replace(GAME, build_box=build), read_options(GAME, options | {"map": form}), 1)


def play(ruleset, bot_name, seed, tally, cell):
    """One game with dice of their own."""
    bot, dice, thoughts = make_bot(bot_name, ruleset), random.Random(seed), make_streams(seed)
    states, used = ruleset.new(), set()
    now, box = states[0], ruleset.box[0]
    while not ruleset.is_over(states):
        seat = ruleset.to_act(states)
        if seat == CHANCE:
            faces, weights = zip(*ruleset.chance(states), strict=True)
            ruleset.apply(states, dice.choices(faces, weights)[0])
            continue
        action = bot.choose(ruleset, states, seat, thoughts)
        used |= {name for name, one in (("pass", PASS), ("store", STORE), ("re-roll", REROLL)) if action == one}
        if action < PASS:
            place = int(box.path[int(now.here), action % NUM_SIDES])
            used |= {"room"} if box.kind[place] == ROOM else set()
            used |= {"climb"} if now.rocks[place] else set()
            used |= {"lead"} if action >= LEAD else set()
        ruleset.apply(states, action)
    ending = ENDINGS[int(now.ending)]
    won, played = tally.cells.get(cell, (0, 0))
    tally.cells[cell] = won + (ending == "won"), played + 1
    tally.endings[ending] += 1
    tally.rounds.append(int(now.rounds))
    tally.used.update(used)


def tally_of(bot, games, seed, options, map_file=None, form=1, tally=None):
    """Games of every card at every level, so many of each."""
    found = tally or Tally({}, Counter(), [], Counter())
    for at, level in enumerate(LEVELS):
        for card in range(1, 5):
            first = seed + CELL_SEEDS * (4 * at + card)  # no two games have the same dice
            ruleset = ruleset_of(options | {"character": card, "rocks": level, "water": level}, map_file, form)
            ruleset.compile()
            for number in range(games):
                play(ruleset, bot, first + number, found, (level, card))
    return found


def bars(tally):
    """Each bar with what was found and whether it is met."""
    for level, (low, high) in WINS.items():
        wins = tally.wins(level)
        shown = ", ".join(f"{100 * share:.0f}" for share in wins)
        yield (
            f"{level}: {100 * low:.0f}-{100 * high:.0f} % won, with all cards together",
            (f"{100 * np.mean(wins):.0f} % ({shown})"),
            low <= np.mean(wins) <= high,
        )
        yield f"{level}: the same with each card", shown, all(low <= share <= high for share in wins)
    middle = float(np.median(tally.rounds))
    yield "12-18 rounds in the median", f"{middle:g}", MEDIAN_ROUNDS[0] <= middle <= MEDIAN_ROUNDS[1]
    life = tally.share("life")
    yield "10-25 % of losses by life", f"{100 * life:.0f} %", LIFE[0] <= life <= LIFE[1]
    stuck = tally.share("trapped or dark")
    yield "at least 5 % trapped or dark", f"{100 * stuck:.0f} %", stuck >= TRAPPED_OR_DARK
    rare = [name for name in ENDINGS.values() if tally.endings[name] <= 0.01 * tally.games]
    yield "every ending above 1 % of games", f"not: {', '.join(rare) or 'none'}", not rare
    for name in ("pass", "store", "re-roll", "room", "climb"):
        share = tally.used[name] / tally.games
        yield f"{name} in at least 20 % of games", f"{100 * share:.0f} %", share >= USED


def is_kept(tally):
    """Whether a drawn cavern is kept: all cards together in the band of each level, and causes as they should be."""
    wins = all(low - SLACK <= np.mean(tally.wins(level)) <= high + SLACK for level, (low, high) in WINS.items())
    slack = math.sqrt(0.15 / tally.losses)
    life = LIFE[0] - slack <= tally.share("life") <= LIFE[1] + slack
    is_stuck = tally.share("trapped or dark") >= TRAPPED_OR_DARK
    return wins and life and is_stuck and np.median(tally.rounds) >= MEDIAN_ROUNDS[0]


def write_drawn(seed, form, map_file):
    """A cavern as a few lines at the end of drawn.toml."""
    lines = [
        "",
        "[[caverns]]",
        f"form = {form}",
        f"seed = {seed}",
        f"marked_row = {map_file.marked_row}",
        f"rounds = {map_file.rounds}",
        f"water = {map_file.water}",
        f"sketch = '''\n{write_sketch(map_file.hexes)}\n'''",
    ]
    with DRAWN.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def try_seed(seed, form, bot, games):
    """Whether the cavern of a seed was kept: a few games first, more if they promise something."""
    map_file = draw(seed, form)
    if map_file is None:
        return "the ways are not as wanted"
    tally = tally_of(bot, 3, 7000, {}, map_file, form)
    wins = [float(np.mean(tally.wins(level))) for level in LEVELS]
    if not (
        wins[0] >= 0.5 and wins[2] <= 0.6 and wins[0] - wins[2] >= 0.15 and tally.endings["dark"] < tally.losses / 2
    ):
        return f"dropped early, won {[round(share, 2) for share in wins]}"
    tally_of(bot, games, 7003, {}, map_file, form, tally)
    words = "; ".join(f"{what}: {found}" for what, found, is_met in bars(tally) if not is_met)
    if not is_kept(tally):
        return f"dropped, {words}"
    write_drawn(seed, form, map_file)
    return f"kept, {words}"


def main():
    """Draw caverns, or judge one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    drawing = verbs.add_parser("draw")
    drawing.add_argument("--form", type=int, choices=(1, 2), default=1)
    drawing.add_argument("--from", dest="first", type=int, default=1)
    drawing.add_argument("--until", type=int, default=50)
    judging = verbs.add_parser("judge")
    judging.add_argument("--options", type=json.loads, default={}, help='such as {"set": 2, "map": 1}')
    judging.add_argument("--seed", type=int, default=20_000)
    for one, games in ((drawing, 7), (judging, 20)):
        one.add_argument("--games", type=int, default=games, help="of each card at each level")
        one.add_argument("--bot", default="search@300")
    given = parser.parse_args()
    if given.verb == "draw":
        for seed in range(given.first, given.until + 1):
            print(f"seed {seed}: {try_seed(seed, given.form, given.bot, given.games)}", flush=True)
        return
    tally = tally_of(given.bot, given.games, given.seed, given.options)
    print(f"{tally.games} games of {given.bot}, seeds from {given.seed}, {given.options}: {dict(tally.endings)}\n")
    print("| bar | found | met |\n| --- | --- | --- |")
    for what, found, is_met in bars(tally):
        print(f"| {what} | {found} | {'yes' if is_met else 'no'} |")


if __name__ == "__main__":
    main()
