"""`motherlode games`: what there is to play."""

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

if TYPE_CHECKING:
    from motherlode.core.contract import GameSpec


def games(
    *,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
    no_colour: Annotated[bool, Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)] = False,
) -> int:
    """List the games and their options.

    Args:
        as_json: For machines.
        no_colour: No colours.
    """
    from motherlode.core.registry import find_game, game_names

    found = [describe(find_game(name)) for name in game_names()]
    if as_json:
        json.dump(found, sys.stdout, indent=2)
        print()
        return 0
    from motherlode.cli.screen import QUIET, STRONG, Screen

    screen = Screen(no_colour)
    for number, game in enumerate(found):
        if number:
            screen.say()
        fewest, most = game["seats"]["fewest"], game["seats"]["most"]
        seats = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        screen.say(f"{game['name']}  {game['title']}, for {seats} player{'' if most == 1 else 's'}", STRONG)
        screen.say(f"  {game['summary']}")
        screen.say(f"  bots: {', '.join(game['bots'])}; rules version {game['version']}", QUIET)
        for name, meaning in game["levels"].items():
            screen.say(f"    {name:<10}  {meaning}", QUIET)
        rows = [(f"{each['name']}={json.dumps(each['default'])}", each["meaning"]) for each in game["options"]]
        widest = max((len(setting) for setting, _ in rows), default=0)
        for setting, meaning in rows:
            screen.say(f"  --option {setting:<{widest}}  {meaning}")
    return 0


def describe(spec: "GameSpec") -> dict[str, Any]:
    """A game as plain values: its GameSpec, and what the comments in its data/options.toml say."""
    from motherlode.bots import LEVELS, names_of
    from motherlode.core.options import describe_options

    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "version": spec.version,
        "seats": {"fewest": spec.seats[0], "most": spec.seats[1]},
        "is_hidden": spec.is_hidden,
        "is_solved": bool(spec.solver),
        "bots": names_of(spec),
        "levels": LEVELS,
        "options": describe_options(spec),
    }
