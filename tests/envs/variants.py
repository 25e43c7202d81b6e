"""Every game under every variant it is tested with, for the tests of all doors."""

import motherlode
from motherlode.core.registry import find_game

GAMES = [name for name in motherlode.game_names() if name != "pebbles"]  # pebbles: registered by other tests
VARIANTS = [(name, dict(variant)) for name in GAMES for variant in find_game(name).variants]
SEATS = [(name, seats) for name in GAMES for seats in range(find_game(name).seats[0], find_game(name).seats[1] + 1)]


def name_of(value):
    """A short id for a test."""
    if isinstance(value, dict):
        return ",".join(f"{key}={value[key]}" for key in list(value)[:3] if not isinstance(value[key], dict)) or "usual"
    return str(value)


def parameters(variant):
    """The options of a variant as parameters of OpenSpiel."""
    import json

    return {
        {"seats": "players"}.get(name, name): value if isinstance(value, bool | int | str) else json.dumps(value)
        for name, value in variant.items()
    }
