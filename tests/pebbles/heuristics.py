"""Who is ahead."""

from motherlode.core.compiling import rule


@rule
def evaluate(box, states, index, out):
    """The share of all that is collected."""
    total = 1e-9
    for seat in range(int(box[0].seats)):
        total += int(states[index].taken[seat]) + max(0, int(states[index].charm[seat]))
    for seat in range(int(box[0].seats)):
        out[seat] = (int(states[index].taken[seat]) + max(0, int(states[index].charm[seat]))) / total
