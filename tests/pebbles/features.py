"""What a seat sees."""

from motherlode.core.compiling import rule
from motherlode.core.contract import Feature


def features(box):
    return (Feature("heap", 1, 0, 1, "share left"), Feature("charm", 1, 0, 1, "own charm by thirds"))


@rule
def observe(box, states, index, seat, out):
    """The heap and the own charm."""
    out[0] = int(states[index].heap) / float(box[0].heap)
    out[1] = int(states[index].charm[seat]) / 3.0


@rule
def progress(box, states, index, out):
    """The share of the heap that each has taken."""
    for seat in range(int(box[0].seats)):
        out[seat] = int(states[index].taken[seat]) / float(int(box[0].heap))
