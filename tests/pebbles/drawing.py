"""The heap in a terminal."""


def draw(view, names, to_act):
    return "o" * view["heap"]
