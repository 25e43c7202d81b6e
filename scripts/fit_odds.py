"""Make the curves of src/motherlode/bots/odds_data: how often seats win that a search thinks worth so much.

    python scripts/fit_odds.py play GAME SEATS --matches 4000 --seed 1000000 --out build/odds/GAME-SEATS-fit.npz
    python scripts/fit_odds.py fit build/odds/*-fit.npz
    python scripts/fit_odds.py check build/odds/*-check.npz --picture docs/images/odds.svg

`play` lets a bot play all seats and notes what searches of a few positions of each match say, `fit` makes curves of
that, and `check` holds them against other matches: for each tenth of the odds, what was said and what came of it.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from scipy.optimize import isotonic_regression

from motherlode.bots import Player, make_bot
from motherlode.bots.hints import ITERATIONS as HINT_ITERATIONS
from motherlode.bots.odds import FOLDER, MOST_OFF, Curve, find_curve, odds_of, read_curves, result_of
from motherlode.bots.search import Budget, analyse
from motherlode.core.contract import OVER
from motherlode.core.streams import make_streams
from motherlode.reviews.valuing import QUICK, THOROUGH, mean_values
from motherlode.table.game import find

PLAYERS = "search@200"
POINTS = 33  # of a curve, at most
POSITIONS = 6  # of a match
LEAST_MADE = 300  # matches of which a curve is made
LEAST_MATCHES = 200  # in a tenth of the odds that counts


def play(game: str, seats: int, matches: int, seed: int, hints: int, players_are: str) -> dict[str, Any]:
    """Rows of (match, kind, iterations), the values of all seats, and their parts of the win."""
    ruleset = find(game, seats)
    ruleset.compile()
    bot = make_bot(players_are, ruleset, is_timed=False)
    chooser = np.random.default_rng(seed)
    rows: list[tuple[int, str, int]] = []
    values: list[Any] = []
    results: list[Any] = []

    def note(number: int, kind: str, iterations: int, found: Any, result: Any) -> None:
        rows.append((number, kind, iterations))
        values.append(np.asarray(found, np.float64))
        results.append(result)

    for number in range(matches):
        match = ruleset.start(seed=seed + number)
        players = [Player(bot, seat, seed + number) for seat in range(seats)]
        while not match.is_over:
            players[match.to_act].act(match)
        result = result_of(ruleset, match.winners)
        for step in chooser.choice(match.step, min(match.step, POSITIONS), replace=False).tolist():
            states = match.position_at(step)
            seat = int(chooser.integers(seats))
            for iterations in (THOROUGH, QUICK):
                note(number, "whole", iterations, mean_values(ruleset, states, None, iterations), result)
                if ruleset.spec.is_hidden:
                    hidden = ruleset.hidden(states, seat)
                    note(number, "seen", iterations, mean_values(ruleset, hidden, seat, iterations), result)
        choices = [entry.step for entry in match.log if entry.actor >= 0]
        if number < hints:
            states = match.position_at(int(chooser.choice(choices)))
            seat = ruleset.to_act(states)
            assert seat != OVER
            hidden = ruleset.hidden(states, seat)
            found = analyse(ruleset, hidden, seat, make_streams(0), Budget(HINT_ITERATIONS))
            note(number, "hint", HINT_ITERATIONS, found.choices[0].values, result)
        if sys.stderr.isatty() or number % 500 == 0:
            print(f"{game} {seats}: {number}/{matches}", file=sys.stderr, flush=True)
    numbers, kinds, iterations_of = zip(*rows, strict=True)
    return {
        "game": game,
        "seats": seats,
        "players": players_are,
        "match": np.array(numbers),
        "kind": np.array(kinds),
        "iterations": np.array(iterations_of),
        "values": np.array(values),
        "results": np.array(results),
    }


def curve_of(values: Any, results: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Points of a curve that never falls, from values and parts of the win."""
    order = np.argsort(values, kind="stable")
    rising, won = values[order], results[order]
    smooth = isotonic_regression(won).x
    middles = np.quantile(rising, (np.arange(POINTS) + 0.5) / POINTS)
    points = np.unique(np.concatenate(([rising[0]], middles, [rising[-1]])))
    left, right = np.searchsorted(rising, points, "left"), np.searchsorted(rising, points, "right")
    odds = np.array([smooth[a : max(b, a + 1)].mean() for a, b in zip(left, right, strict=True)])
    return tuple(np.round(points, 4).tolist()), tuple(np.round(np.maximum.accumulate(odds), 4).tolist())


def groups_of(data: Any) -> list[tuple[str, int]]:
    """The kinds of values in what was played."""
    return sorted({(str(kind), int(count)) for kind, count in zip(data["kind"], data["iterations"], strict=True)})


def fit(files: list[Path]) -> None:
    """Make curves of what was played; those of other numbers of seats stay."""
    for path in files:
        data = np.load(path)
        game, seats = str(data["game"]), int(data["seats"])
        version = find(game, seats).spec.version
        known = read_curves(game)
        kept = [curve for curve in known.curves if curve.seats != seats] if known and known.rules == version else []
        for kind, iterations in groups_of(data):
            chosen = (data["kind"] == kind) & (data["iterations"] == iterations)
            points, odds = curve_of(data["values"][chosen].ravel(), data["results"][chosen].ravel())
            count = len(np.unique(data["match"][chosen]))
            if count < LEAST_MADE:
                continue
            kept.append(Curve(seats, kind, iterations, str(data["players"]), count, points, odds))  # type: ignore[arg-type]
        write_curves(game, version, kept)
        print(f"{game} {seats}: {len(groups_of(data))} curves")


def write_curves(game: str, version: int, curves: list[Curve]) -> None:
    """Write all curves of a game, a line each."""
    ranked = sorted(curves, key=lambda each: (each.seats, each.kind, each.iterations))
    lines = ",\n".join(json.dumps(msgspec.to_builtins(curve)) for curve in ranked)
    head = json.dumps({"game": game, "rules": version})[:-1]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.json").write_text(f'{head}, "curves": [\n{lines}\n]}}\n', encoding="utf-8")
    read_curves.cache_clear()


def note_off(game: str, checked: Curve, off: float | None) -> None:
    """Write into a curve how far it was off."""
    known = read_curves(game)
    assert known is not None
    noted = [msgspec.structs.replace(each, off=off) if each == checked else each for each in known.curves]
    write_curves(game, known.rules, noted)


def check(files: list[Path], picture: Path | None) -> int:
    """Print what was said and what came of it, and write it into the curves; how many are too far off."""
    found = []
    for path in files:
        data = np.load(path)
        ruleset = find(str(data["game"]), int(data["seats"]))
        for kind, iterations in groups_of(data):
            chosen = (data["kind"] == kind) & (data["iterations"] == iterations)
            curve = find_curve(ruleset, kind, iterations)  # type: ignore[arg-type]
            if curve is None:
                continue
            said = np.array([odds_of(ruleset, values, curve) for values in data["values"][chosen]])
            raw = np.array([odds_of(ruleset, values, None) for values in data["values"][chosen]])
            tenths = tenths_of(said, data["results"][chosen], data["match"][chosen])
            before = tenths_of(raw, data["results"][chosen], data["match"][chosen])
            note_off(ruleset.spec.name, curve, worst_of(tenths))
            name = f"{ruleset.spec.title} for {ruleset.seats}, {kind}@{iterations}"
            found.append((name, tenths, before))
            print(f"{name}: worst {worst_of(tenths)}, without a curve {worst_of(before)}")
            for tenth in tenths:
                print("  {from:.1f}: said {said:.3f}, came {came:.3f}, {matches} matches".format(**tenth))
    if picture is not None:
        picture.write_text(draw(found), encoding="utf-8")
    return sum((worst_of(tenths) or 0.0) > MOST_OFF for _, tenths, _ in found)


def draw(found: list[tuple[str, list[dict[str, Any]], list[dict[str, Any]]]]) -> str:
    """What was said, across, and what came of it, up, with curves (full) and without (hollow): an SVG."""
    size, wide, high = 200, 260, 270
    rows = -(-len(found) // 3)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {3 * wide} {rows * high}" font-family="sans-serif">'
    ]
    parts.append(f'<rect width="{3 * wide}" height="{rows * high}" fill="white"/>')
    for number, (name, tenths, before) in enumerate(found):
        parts.append(f'<g transform="translate({number % 3 * wide + 30} {number // 3 * high + 30})">')
        parts.append(f'<text y="-8" font-size="11">{name}</text>')
        parts.append(f'<rect width="{size}" height="{size}" fill="none" stroke="#999"/>')
        parts.append(f'<line x1="0" y1="{size}" x2="{size}" y2="0" stroke="#ccc"/>')
        for rows_of, fill in ((before, "none"), (tenths, "#1b6ca8")):
            parts += [
                f'<circle cx="{each["said"] * size:.1f}" cy="{(1 - each["came"]) * size:.1f}" r="4" fill="{fill}" '
                'stroke="#1b6ca8"/>'
                for each in rows_of
                if each["matches"] >= LEAST_MATCHES
            ]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def tenths_of(said: Any, came: Any, match: Any) -> list[dict[str, Any]]:
    """By tenth of the odds: what was said on average, what came, in how many matches."""
    number = np.broadcast_to(match[:, None], said.shape)
    tenth = np.minimum((said * 10).astype(int), 9)
    found = []
    for index in range(10):
        inside = tenth == index
        if inside.any():
            count = len(np.unique(number[inside]))
            mean, true = float(said[inside].mean()), float(came[inside].mean())
            found.append({"from": index / 10, "said": round(mean, 4), "came": round(true, 4), "matches": count})
    return found


def worst_of(tenths: list[dict[str, Any]]) -> float | None:
    """The largest difference in a tenth that has enough matches; none: there is no such tenth."""
    found = [round(abs(each["said"] - each["came"]), 4) for each in tenths if each["matches"] >= LEAST_MATCHES]
    return max(found, default=None)


def main() -> int:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("game")
    playing.add_argument("seats", type=int)
    playing.add_argument("--matches", type=int, default=4000)
    playing.add_argument("--hints", type=int, default=2000)
    playing.add_argument("--players", default=PLAYERS)
    playing.add_argument("--seed", type=int, required=True)
    playing.add_argument("--out", type=Path, required=True)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    checking = commands.add_parser("check")
    checking.add_argument("files", type=Path, nargs="+")
    checking.add_argument("--picture", type=Path)
    asked = parser.parse_args()
    if asked.command == "play":
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        found = play(asked.game, asked.seats, asked.matches, asked.seed, asked.hints, asked.players)
        np.savez_compressed(asked.out, **found)
        return 0
    if asked.command == "fit":
        fit(asked.files)
        return 0
    return check(asked.files, asked.picture)


if __name__ == "__main__":
    sys.exit(main())
