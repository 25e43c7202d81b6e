"""The heap and the charms."""

import numpy as np

from motherlode.core.layout import record

MAX_SEATS = 3
CHARM_WEIGHTS = (2, 1, 1)
BOX = record([("heap", np.int16), ("seats", np.int16)])


def build_box(options, seats):
    box = np.zeros(1, BOX)
    box[0].heap, box[0].seats = options.heap, seats
    return box
