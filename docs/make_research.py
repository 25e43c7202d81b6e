"""Write the tables of docs/research.md from the games themselves: `python docs/make_research.py`."""

import json
from pathlib import Path

import motherlode
from motherlode.core.contract import GameSpec
from motherlode.core.registry import find_game
from motherlode.envs.easy import easy_options
from motherlode.envs.gymnasium import env_id
from motherlode.envs.openspiel import PREFIX
from motherlode.table.game import Game

PAGE = Path(__file__).parent / "research.md"
START, END = "<!-- tables: written by docs/make_research.py -->", "<!-- end of tables -->"
NUM_EXAMPLES = 6
SEED = 7


def page() -> str:
    """The page with its tables made anew."""
    before, rest = PAGE.read_text(encoding="utf-8").split(START)
    after = rest.split(END)[1]
    names = [name for name in motherlode.game_names() if find_game(name).home.startswith("motherlode.games.")]
    made = "\n".join(tables(find_game(name)) for name in names)
    return f"{before}{START}\n\n{made}\n{END}{after}"


def tables(spec: GameSpec) -> str:
    """What a learner needs to know about one game."""
    fewest, most = spec.seats
    games = [motherlode.game(spec.name, seats) for seats in range(fewest, most + 1)]
    rows = [
        f"| {spec.title} | |",
        "| --- | --- |",
        f"| names | `{spec.name}`, `{env_id(spec)}`, `{PREFIX}{spec.name}` |",
        f"| easier table | {easier(spec)} |",
        f"| seats | {fewest if fewest == most else f'{fewest} to {most}'} |",
        f"| secrets | {'yes' if spec.is_hidden else 'none'} |",
        f"| actions | {by_seats([game.limits.num_actions for game in games], fewest)} |",
        f"| most legal at once | {by_seats([game.limits.max_legal for game in games], fewest)} |",
        f"| outcomes of chance | {by_seats([game.limits.num_outcomes for game in games], fewest)} |",
        f"| longest match, chance included | {by_seats([game.limits.max_length for game in games], fewest)} |",
        f"| observation | {by_seats([game.observation_size for game in games], fewest)} numbers |",
        f"| some actions | {', '.join(examples(games[0]))} |",
    ]
    fields = ["| observation field | size | from | to | meaning |", "| --- | --- | --- | --- | --- |"]
    for place, feature in enumerate(games[0].features):
        sizes = by_seats([game.features[place].size for game in games], fewest)
        fields.append(f"| {feature.name} | {sizes} | {feature.low:g} | {feature.high:g} | {feature.meaning} |")
    return "\n".join([f"### {spec.title}", "", *rows, "", *fields, ""])


def easier(spec: GameSpec) -> str:
    """The id of a game's easier table, with its options."""
    options = ", ".join(f"{name} = {json.dumps(value)}" for name, value in easy_options(spec.name).items())
    return f"`{env_id(spec, is_easy=True)}`: {options}"


def by_seats(numbers: list[int], fewest: int) -> str:
    """One number, or one for each number of seats where they differ."""
    if len(set(numbers)) == 1:
        return f"{numbers[0]:,}"
    return ", ".join(f"{number:,} ({seats})" for seats, number in enumerate(numbers, fewest))


def examples(game: Game) -> list[str]:
    """Numbers of actions with their notation."""
    found: dict[int, str] = {}
    match = game.start(SEED)
    while not match.is_over and len(found) < NUM_EXAMPLES:
        actions = match.actions()
        found.setdefault(actions[len(found) % len(actions)].id, actions[len(found) % len(actions)].text)
        match.play(actions[-1])
    return [f"{number} `{text}`" for number, text in sorted(found.items())]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
