"""The heap in a terminal."""


def draw(view, names, to_act, last=()):
    return "o" * view.heap
