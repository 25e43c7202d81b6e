"""How much of the machine is ours."""

import os


def num_processors() -> int:
    """The processors that this process may use; where the system does not say which, all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
