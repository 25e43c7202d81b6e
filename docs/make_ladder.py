"""Write docs/ladder.md from results of the arena.

    motherlode arena madcap --bots random,greedy,exact --games 400 --out madcap.json
    python docs/make_ladder.py madcap.json         # takes the results into docs/ladder/, then writes the page
    python docs/make_ladder.py                     # writes the page anew

docs/ladder/ keeps of each run all that was measured, and the games that `tests/arena/test_ladder.py` plays again.
Where a level plays otherwise by now, `then` in a file says by which name one gets what played there.
"""

import json
import sys
from pathlib import Path
from typing import Any

from motherlode.core.registry import find_game

HERE = Path(__file__).parent
FOLDER, PAGE = HERE / "ladder", HERE / "ladder.md"
GAMES_PER_BOT = 2

HEAD = """\
# The ladder

How strong the bots are, measured by `motherlode arena`. This page is made by `docs/make_ladder.py` from the files in
[docs/ladder](ladder), which hold every number; a test holds the page to the files, and plays some of the games again:
same seeds, same bots, same actions.

Every line-up plays with the same dice, and every bot sits in every seat equally often. *Wins* are shares of games won,
where a shared win counts by its parts, with Wilson's 95% interval. *Rating* is openskill's Plackett-Luce model, ± 2
sigma; everybody begins at 25. [Arena](arena.md) says how all of it is computed, and what stopping early promises.

Where a section says *then*, a level has become stronger since, and the figures are those of what it was: what it gained
is in [bots](bots.md#what-mastermind-does).
"""


def take_in(path: Path) -> None:
    """Keep a result of the arena, with the few games that are to be played again: for each bot its quickest ones."""
    report = json.loads(path.read_text(encoding="utf-8"))
    ms = {row["bot"]: row["ms_per_decision"] for row in report["standings"]}

    def cost(game: dict[str, Any]) -> tuple[float, int, list[str]]:
        return game["num_actions"] * sum(ms[bot] for bot in game["seating"]), game["block"], game["seating"]

    kept: list[dict[str, Any]] = []
    for bot in report["tournament"]["bots"]:
        mine = sorted((game for game in report["games"] if bot in game["seating"]), key=cost)
        kept += [game for game in mine[:GAMES_PER_BOT] if game not in kept]
    report["games"] = sorted(kept, key=lambda game: (game["block"], game["seating"]))
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / path.name
    target.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


def write_page() -> str:
    """The page, from all files in the folder."""
    files = sorted(FOLDER.glob("*.json"))
    sections = [write_section(path.name, json.loads(path.read_text(encoding="utf-8"))) for path in files]
    return "\n".join([HEAD, *sections])


def write_section(name: str, report: dict[str, Any]) -> str:
    """One run of the arena."""
    tournament = report["tournament"]
    spec = find_game(tournament["game"])
    seats = tournament["seats"]
    last = tournament["seed"] + max(row["blocks"] for row in report["comparisons"]) - 1
    options = ", ".join(f"{key}={json.dumps(value)}" for key, value in tournament["options"].items())
    lines = [
        f"## {spec.title}, {seats} seat{'s' * (seats > 1)}{f', {options}' if options else ''}",
        "",
        f"    {report['command']}",
        "",
        f"{report['num_games']:,} games with the chance seeds {tournament['seed']} to {last}; rules version "
        f"{report['rules']}, ruleset `{report['ruleset']}`, commit `{report['commit'] or 'unknown'}`, "
        f"{', '.join(f'{library} {number}' for library, number in report['versions'].items())}; "
        f"[all numbers](ladder/{name}).{write_then(report)}{write_since(report, spec.version)}",
        "",
        "| bot | rating | wins | 95% interval | games | ms a decision |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {row['bot']} | {row['rating']:.1f} ± {2 * row['sigma']:.1f} | {row['share']:.1%} | "
        f"{row['low']:.1%} to {row['high']:.1%} | {row['games']:,} | {row['ms_per_decision']:.2f} |"
        for row in report["standings"]
    ]
    lines += [
        "",
        f"| bot | against | share | 95% interval ({report['comparisons'][0]['interval']}) | even | games | |",
        "| --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    lines += [
        f"| {row['one']} | {row['other']} | {row['share']:.1%} | {row['low']:.1%} to {row['high']:.1%} | "
        f"{row['even']:.0%} | {row['games']:,} | {row['verdict']} |"
        for row in report["comparisons"]
    ]
    return "\n".join([*lines, ""])


def write_then(report: dict[str, Any]) -> str:
    """What the levels were that play otherwise by now."""
    return "".join(f" `{name}` was then `{was}`." for name, was in report.get("then", {}).items())


def write_since(report: dict[str, Any], version: int) -> str:
    """What the rules are by now, where these are not those of the run."""
    if report["rules"] == version:
        return ""
    return f" The rules are at version {version} by now: these games are not played again, and figures may differ."


if __name__ == "__main__":
    for given in sys.argv[1:]:
        take_in(Path(given))
        print(f"took in {given}")
    PAGE.write_text(write_page(), encoding="utf-8")
