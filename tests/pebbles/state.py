"""A position."""

import numpy as np

from motherlode.core.layout import record
from pebbles.components import MAX_SEATS

UNKNOWN = -1
STATE = record(
    [
        ("taken", np.int16, (MAX_SEATS,)),  # pebbles by seat
        ("heap", np.int16),  # pebbles left
        ("charm", np.int8, (MAX_SEATS,)),  # 1 to 3; 0 not drawn yet; UNKNOWN hidden
        ("drawing", np.int8),  # seat that draws a charm next
        ("to_act", np.int8),
        ("spare", np.int8),
    ]
)
