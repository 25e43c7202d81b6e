"""Text: `take 2`; charms `charm 3`; positions `7 | 0,0 | 1,? | 2 | 0`."""

import numpy as np

from motherlode.core.errors import BadInput, Code
from pebbles import kernels
from pebbles.reasons import Why
from pebbles.state import STATE


def write_action(box, state, action):
    return f"take {action + 1}"


def read_action(box, state, text):
    if text not in ("take 1", "take 2"):
        raise BadInput(Code.UNREADABLE_ACTION, f"unreadable action {text!r}: expected 'take 1' or 'take 2'")
    return int(text[-1]) - 1


def write_outcome(box, state, outcome):
    return f"charm {outcome + 1}"


def read_outcome(box, state, text):
    if text not in ("charm 1", "charm 2", "charm 3"):
        raise BadInput(Code.UNREADABLE_ACTION, f"unreadable outcome {text!r}: expected 'charm 1' to 'charm 3'")
    return int(text[-1]) - 1


def write_position(box, state):
    now, seats = state[0], int(box[0].seats)
    parts = (now.heap, *now.taken[:seats], *now.charm[:seats], now.drawing, now.to_act)
    return " ".join(str(int(part)) for part in parts)


def read_position(box, text):
    seats = int(box[0].seats)
    try:
        parts = [int(word) for word in text.split()]
        if len(parts) != 3 + 2 * seats or max(map(abs, parts)) > 100:
            raise ValueError
    except ValueError:
        raise BadInput(Code.UNREADABLE_POSITION, f"unreadable position {text!r}: expected numbers") from None
    states = np.zeros(1, STATE)
    kernels.setup(box, states, 0)
    states[0].heap = parts[0]
    states[0].taken[:seats] = parts[1 : 1 + seats]
    states[0].charm[:seats] = parts[1 + seats : 1 + 2 * seats]
    states[0].drawing, states[0].to_act = parts[-2:]
    return states


def explain(box, state, action, reason, language="en"):
    return Why(reason).tell(language)
