"""What a client is sent."""

from motherlode.core.contract import View


class Position(View, frozen=True):
    heap: int
    taken: list[int]
    charms: list[int | None]  # None: not yours to see


def view(box, state):
    now, seats = state[0], int(box[0].seats)
    charms = [int(charm) if charm > 0 else None for charm in now.charm[:seats]]
    return Position(int(now.heap), now.taken[:seats].tolist(), charms)


def path(box, state, action):
    return (f"pebbles:{action + 1}",)


def is_seen(box, state, action, seat):
    """R1.2: only its owner sees a charm."""
    return bool(state[0].to_act >= 0 or state[0].drawing == seat)


def reveals(box, state, action):
    return False
