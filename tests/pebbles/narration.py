"""What happened."""


def narrate(box, before, action, after, names):
    if before[0].to_act < 0:
        charm = "a charm" if action is None else f"a charm worth {action + 1}"
        return f"{names[before[0].drawing]} draws {charm}."
    return f"{names[before[0].to_act]} takes {action + 1}."


def conclude(box, state, names):
    return "The heap is gone."
