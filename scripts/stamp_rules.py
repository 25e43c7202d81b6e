"""Say that the translations of the rules say what RULES.md says now: `python scripts/stamp_rules.py madcap de`.

For a translator who has read `RULES.de.md` of a game against its RULES.md. What differs in numbers, marks, code or
citations is printed, and has to be mended by hand.
"""

import sys

from motherlode.core.contract import LANGUAGES
from motherlode.core.registry import find_game
from motherlode.table.translations import faults_of, stamp


def main(game: str, language: str) -> int:
    """Stamp one translation, and show what is still wrong with it."""
    spec = find_game(game)
    known = next((each for each in LANGUAGES if each == language and each != "en"), None)
    if known is None:
        print(f"cannot stamp {language!r}: expected one of {[each for each in LANGUAGES if each != 'en']}")
        return 2
    stamp(spec, known)
    faults = faults_of(spec, known)
    print("\n".join(faults) or f"{game}: RULES.{known}.md says what RULES.md says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
