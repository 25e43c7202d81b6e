"""What a client is sent."""


def view(box, state):
    now, seats = state[0], int(box[0].seats)
    charms = [int(charm) if charm > 0 else None for charm in now.charm[:seats]]
    return {"heap": int(now.heap), "taken": now.taken[:seats].tolist(), "charms": charms}


def path(box, state, action):
    return (f"pebbles:{action + 1}",)


def is_seen(box, state, action, seat):
    """R1.2: only its owner sees a charm."""
    return bool(state[0].to_act >= 0 or state[0].drawing == seat)


def reveals(box, state, action):
    return False
