"""What the tests of the designer's page compare with: `python -m benchmarks.designing GAMES` writes JSON."""

import json
import sys

import numpy as np

import motherlode
from motherlode.core.registry import own_names
from motherlode.core.wasm.modules import module_path
from motherlode.server.study.studying import ground_of
from motherlode.server.workshop.drafts import order_at

SEED = 11


def tell(name: str, games: int) -> dict[str, object]:
    """What a page needs to play a game, and how random games of it end by the rules in this process."""
    game = motherlode.game(name)
    ground = ground_of(game)
    assert game.spec.state.fields is not None
    order = game.spec.order_field
    random = np.random.default_rng(SEED)
    wins = length = 0.0
    for _ in range(games):
        states, first = game.new(), -1
        while (seat := game.to_act(states)) != -2:
            if first < 0:
                first = seat if order is None else int(states[order].flat[0])
            if seat == -1:
                outcomes, weights = zip(*game.chance(states), strict=True)
                number = outcomes[np.searchsorted(np.cumsum(weights), random.integers(sum(weights)), "right")]
            else:
                legal = game.legal(states)
                number = legal[random.integers(len(legal))]
                length += 1
            game.apply_unchecked(states, number)
        _, winners = game.outcome(states)
        wins += (first in winners) / max(1, len(winners))
    return {
        "module": str(module_path(game.spec)),
        "sizes": ground.sizes | {"num_nodes": 4096},
        "settings": {key: getattr(ground.settings, key) for key in ground.settings.__struct_fields__},
        "box": ground.box,
        "state_bytes": game.spec.state.itemsize,
        "to_act_at": game.spec.state.fields["to_act"][1],
        "first_at": order_at(game),
        "wins": wins,
        "games": games,
        "length": length / games,
    }


if __name__ == "__main__":
    print(json.dumps({name: tell(name, int(sys.argv[1])) for name in own_names()}))
