"""Processes in which Numba and llvmlite cannot be imported, as where there are no wheels of them."""

ABSENT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numba", "llvmlite"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())
"""
COMMAND = f"{ABSENT}\nfrom motherlode.cli import main\nsys.exit(main(sys.argv[1:]))"
