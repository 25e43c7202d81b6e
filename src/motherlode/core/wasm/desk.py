"""What lies where in the memory of a module: one record, the desk, which every function of it is given.

A module allocates nothing and imports nothing. Its caller says in the sizes of a desk how much it needs, `furnish`
gives every array its address behind the desk, and from then on arrays are written and read there. The box is such an
array, so options and a designer's files need no other module.

`docs/wasm.md` has the functions; `web/src/engine/layout.ts` is made from this for the page.
"""

import numpy as np

from motherlode.core.layout import record

SIZES = (
    "seats",
    "num_actions",  # the five limits of a ruleset, as `Limits` has them
    "num_outcomes",
    "max_legal",
    "max_chance",
    "max_length",
    "num_features",  # numbers of an observation
    "num_states",  # positions; a tree needs three
    "num_streams",
    "num_nodes",  # of a tree; 0: none is grown
    "num_layers",  # of a net; 0: there is none
    "num_weights",  # its own
    "num_numbers",  # in all of its layers
)
ARRAYS = {  # type, and how many: sizes that are multiplied
    "box": ("box", ()),
    "states": ("state", ("num_states",)),
    "random": ("uint32", ("num_streams", 4)),
    "actions": ("int32", ("max_legal",)),  # what `legal` lists
    "outcomes": ("int32", ("max_chance",)),  # what `chance` lists
    "weights": ("int64", ("max_chance",)),  # theirs
    "points": ("int32", ("seats",)),  # what `scores` and `outcome` give
    "shares": ("float32", ("seats",)),  # what `evaluate` and `progress` give
    "totals": ("int64", ("seats",)),  # what `play_many` adds scores to
    "tried": ("state", (2,)),  # what `try_actions` plays in
    "promises": ("float64", ("max_legal",)),  # what `try_actions` finds
    "observation": ("float32", ("num_features",)),  # what `observe` gives
    "settings": ("settings", ()),  # of a tree, and how far it has grown
    "stamps": ("int64", ("num_actions",)),
    "path": ("int32", ("max_depth",)),
    "bounds": ("float32", (2, "seats")),  # the lowest and the highest values so far
    "net_layers": ("int64", ("num_layers",)),
    "net_weights": ("float32", ("num_weights",)),
    "net_numbers": ("float32", ("num_numbers",)),  # what `think` fills in: the last are of actions and of seats
    "values": ("float32", ("num_nodes", "seats")),
    "nodes": ("node", ("num_nodes",)),
}
ALIGNMENT = 16  # of every array, in bytes

DESK = record([*((name, np.int32) for name in SIZES), *((name, np.int32) for name in ARRAYS), ("end", np.int32)])
