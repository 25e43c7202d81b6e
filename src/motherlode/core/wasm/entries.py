"""What a module exports: the rules of a game and generic code over them, as functions of a desk and whole numbers.

They are written for Numba, which compiles them for this machine; `motherlode.core.wasm.building` makes WebAssembly of
that. Nothing is checked here: who calls them answers for what is on the desk.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from motherlode.core import nets, playouts, searching, streams
from motherlode.core.contract import GameSpec, Kernels
from motherlode.core.numba_adapter import array_at, record_at
from motherlode.core.playouts import SEEN, Scratch, Trial
from motherlode.core.searching import HIGHEST, LOWEST, MAX_DEPTH, NODE, SETTINGS, TreeArrays
from motherlode.core.wasm.desk import ALIGNMENT, ARRAYS, DESK

NUMBER = types.int64
desk_at = record_at(DESK)


class Entry(NamedTuple):
    """A function that a module exports."""

    function: Any
    takes: tuple[Any, ...]  # after the desk
    gives: Any  # NUMBER or void


def kinds_of(spec: GameSpec) -> dict[str, np.dtype[Any]]:
    """The types of `ARRAYS` in a game."""
    records = {"box": spec.box, "state": spec.state, "node": NODE, "settings": SETTINGS}
    return {kind: records.get(kind) or np.dtype(kind) for kind, _ in ARRAYS.values()}


@numba.njit(inline="always")
def behind(address, num_bytes):
    """Where the next array begins, behind one of so many bytes."""
    return (int(address) + num_bytes + ALIGNMENT - 1) & -ALIGNMENT


def make_entries(spec: GameSpec, rules: Kernels, uncached: Any) -> dict[str, Entry]:
    """Everything that the module of a game exports; `rules` and what `uncached` makes of a rule are compiled anew."""
    arrays = {kind: array_at(numba.from_dtype(dtype)) for kind, dtype in kinds_of(spec).items()}
    boxes_at, states_at, nodes_at, settings_at = arrays["box"], arrays["state"], arrays["node"], arrays["settings"]
    ints, words, longs = arrays["int32"], arrays["uint32"], arrays["int64"]
    floats, doubles, bytes_at = arrays["float32"], arrays["float64"], array_at(types.uint8)
    box_bytes, state_bytes, desk_bytes = spec.box.itemsize, spec.state.itemsize, DESK.itemsize
    node_bytes, settings_bytes = NODE.itemsize, SETTINGS.itemsize
    play_many, try_promises = uncached(playouts.play_many), uncached(playouts.try_actions)
    grow, start_tree, hash_bytes = uncached(searching.search), uncached(searching.plant), uncached(searching.hash_bytes)
    seed_stream, ask_layers = uncached(streams.seed_stream), uncached(nets.think)

    @numba.njit(inline="always")
    def states_of(desk):
        return states_at(int(desk.states), (int(desk.num_states),))

    @numba.njit(inline="always")
    def streams_of(desk):
        return words(int(desk.random), (int(desk.num_streams), 4))

    @numba.njit(inline="always")
    def scratch_of(desk):
        return Scratch(
            ints(int(desk.actions), (int(desk.max_legal),)),
            ints(int(desk.outcomes), (int(desk.max_chance),)),
            longs(int(desk.weights), (int(desk.max_chance),)),
            ints(int(desk.points), (int(desk.seats),)),
        )

    def furnish(address):
        """Give every array its address behind the desk, by the sizes on it; where the last one ends."""
        desk = desk_at(address)
        seats, most, num_nodes = int(desk.seats), int(desk.max_legal), int(desk.num_nodes)
        desk.box = behind(address, desk_bytes)
        desk.states = behind(desk.box, box_bytes)
        desk.random = behind(desk.states, state_bytes * int(desk.num_states))
        desk.actions = behind(desk.random, 16 * int(desk.num_streams))
        desk.outcomes = behind(desk.actions, 4 * most)
        desk.weights = behind(desk.outcomes, 4 * int(desk.max_chance))
        desk.points = behind(desk.weights, 8 * int(desk.max_chance))
        desk.shares = behind(desk.points, 4 * seats)
        desk.totals = behind(desk.shares, 4 * seats)
        desk.tried = behind(desk.totals, 8 * seats)
        desk.promises = behind(desk.tried, 2 * state_bytes)
        desk.observation = behind(desk.promises, 8 * most)
        desk.settings = behind(desk.observation, 4 * int(desk.num_features))
        desk.stamps = behind(desk.settings, settings_bytes)
        desk.path = behind(desk.stamps, 8 * int(desk.num_actions))
        desk.bounds = behind(desk.path, 4 * MAX_DEPTH)
        desk.net_layers = behind(desk.bounds, 8 * seats)
        desk.net_weights = behind(desk.net_layers, 8 * int(desk.num_layers))
        desk.net_numbers = behind(desk.net_weights, 4 * int(desk.num_weights))
        desk.values = behind(desk.net_numbers, 4 * int(desk.num_numbers))
        desk.nodes = behind(desk.values, 4 * seats * num_nodes)
        desk.end = behind(desk.nodes, node_bytes * num_nodes)
        return int(desk.end)

    def setup(address, index):
        desk = desk_at(address)
        rules.setup(boxes_at(int(desk.box), (1,)), states_of(desk), index)

    def legal(address, index):
        desk = desk_at(address)
        return rules.legal(
            boxes_at(int(desk.box), (1,)), states_of(desk), index, ints(int(desk.actions), (int(desk.max_legal),))
        )

    def chance(address, index):
        desk = desk_at(address)
        scratch = scratch_of(desk)
        return rules.chance(boxes_at(int(desk.box), (1,)), states_of(desk), index, scratch.outcomes, scratch.weights)

    def apply(address, index, action):
        desk = desk_at(address)
        rules.apply(boxes_at(int(desk.box), (1,)), states_of(desk), index, action)

    def refuse(address, index, action):
        desk = desk_at(address)
        return rules.refuse(boxes_at(int(desk.box), (1,)), states_of(desk), index, action)

    def scores(address, index):
        desk = desk_at(address)
        rules.scores(boxes_at(int(desk.box), (1,)), states_of(desk), index, ints(int(desk.points), (int(desk.seats),)))

    def outcome(address, index):
        desk = desk_at(address)
        return rules.outcome(
            boxes_at(int(desk.box), (1,)), states_of(desk), index, ints(int(desk.points), (int(desk.seats),))
        )

    def hide(address, index, seat):
        desk = desk_at(address)
        rules.hide(boxes_at(int(desk.box), (1,)), states_of(desk), index, seat)

    def resample(address, index, seat, stream):
        desk = desk_at(address)
        rules.resample(boxes_at(int(desk.box), (1,)), states_of(desk), index, seat, streams_of(desk), stream)

    def observe(address, index, seat):
        desk = desk_at(address)
        out = floats(int(desk.observation), (int(desk.num_features),))
        rules.observe(boxes_at(int(desk.box), (1,)), states_of(desk), index, seat, out)

    def evaluate(address, index):
        desk = desk_at(address)
        rules.evaluate(
            boxes_at(int(desk.box), (1,)), states_of(desk), index, floats(int(desk.shares), (int(desk.seats),))
        )

    def progress(address, index):
        desk = desk_at(address)
        rules.progress(
            boxes_at(int(desk.box), (1,)), states_of(desk), index, floats(int(desk.shares), (int(desk.seats),))
        )

    def think(address, index, seat):
        """What the net on the desk makes of a position as a seat sees it: all its layers."""
        desk = desk_at(address)
        numbers = floats(int(desk.net_numbers), (int(desk.num_numbers),))
        rules.observe(boxes_at(int(desk.box), (1,)), states_of(desk), index, seat, numbers)
        layers, weights = longs(int(desk.net_layers), (int(desk.num_layers),)), int(desk.num_weights)
        ask_layers(layers, floats(int(desk.net_weights), (weights,)), numbers)

    def seed(address, stream, number, first):
        """Start a stream: `first` is which one of the seed `number`."""
        seed_stream(streams_of(desk_at(address)), stream, number, first)

    def random_games(address, num_games):
        """Whole random games on the first position, from the first stream; the number of actions."""
        desk = desk_at(address)
        boxes, totals = boxes_at(int(desk.box), (1,)), longs(int(desk.totals), (int(desk.seats),))
        limit = int(desk.max_length)
        return play_many(rules, boxes, states_of(desk), streams_of(desk), 0, scratch_of(desk), totals, num_games, limit)

    def try_actions(address, samples):
        """What every action of the first position promises, by trying it `samples` times; how many there are."""
        desk = desk_at(address)
        boxes, tried = boxes_at(int(desk.box), (1,)), states_at(int(desk.tried), (2,))
        promises = doubles(int(desk.promises), (int(desk.max_legal),))
        trial = Trial(tried, floats(int(desk.shares), (int(desk.seats),)), promises, promises, 1, samples)
        tried[SEEN] = states_of(desk)[0]
        return try_promises(rules, boxes, streams_of(desk), 0, scratch_of(desk), trial)

    def plant(address):
        """A tree of nothing but its root, the first position."""
        desk = desk_at(address)
        nodes = nodes_at(int(desk.nodes), (int(desk.num_nodes),))
        values, settings = (
            floats(int(desk.values), (int(desk.num_nodes), int(desk.seats))),
            settings_at(int(desk.settings), (1,)),
        )
        start_tree(nodes, values, settings)
        stamps = longs(int(desk.stamps), (int(desk.num_actions),))
        for action in range(stamps.shape[0]):
            stamps[action] = 0
        bounds = floats(int(desk.bounds), (2, int(desk.seats)))
        for seat in range(bounds.shape[1]):
            bounds[LOWEST, seat], bounds[HIGHEST, seat] = np.inf, -np.inf
        if int(settings[0].is_hidden) == 0:
            nodes[0].key = hash_bytes(bytes_at(int(desk.states), (int(desk.num_states), state_bytes)), 0)

    def search(address, num_iterations):
        """Grow the tree by some iterations, from the first stream; the nodes in use."""
        desk = desk_at(address)
        tree = TreeArrays(
            states_of(desk),
            bytes_at(int(desk.states), (int(desk.num_states), state_bytes)),
            nodes_at(int(desk.nodes), (int(desk.num_nodes),)),
            floats(int(desk.values), (int(desk.num_nodes), int(desk.seats))),
            settings_at(int(desk.settings), (1,)),
            longs(int(desk.stamps), (int(desk.num_actions),)),
            ints(int(desk.path), (MAX_DEPTH,)),
            floats(int(desk.shares), (int(desk.seats),)),
            floats(int(desk.bounds), (2, int(desk.seats))),
            longs(int(desk.net_layers), (int(desk.num_layers),)),
            floats(int(desk.net_weights), (int(desk.num_weights),)),
            floats(int(desk.net_numbers), (int(desk.num_numbers),)),
        )
        boxes, limit = boxes_at(int(desk.box), (1,)), int(desk.max_length)
        return grow(rules, boxes, tree, streams_of(desk), 0, scratch_of(desk), num_iterations, limit)

    one, two, three = (NUMBER,), (NUMBER,) * 2, (NUMBER,) * 3
    return {
        "furnish": Entry(furnish, (), NUMBER),
        "setup": Entry(setup, one, types.void),
        "legal": Entry(legal, one, NUMBER),
        "chance": Entry(chance, one, NUMBER),
        "apply": Entry(apply, two, types.void),
        "refuse": Entry(refuse, two, NUMBER),
        "scores": Entry(scores, one, types.void),
        "outcome": Entry(outcome, one, NUMBER),
        "hide": Entry(hide, two, types.void),
        "resample": Entry(resample, three, types.void),
        "observe": Entry(observe, two, types.void),
        "evaluate": Entry(evaluate, one, types.void),
        "progress": Entry(progress, one, types.void),
        "think": Entry(think, two, types.void),
        "seed": Entry(seed, three, types.void),
        "random_games": Entry(random_games, one, NUMBER),
        "try_actions": Entry(try_actions, one, NUMBER),
        "plant": Entry(plant, (), types.void),
        "search": Entry(search, one, NUMBER),
    }
