"""`motherlode puzzles`: solve them, or make more of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from motherlode.core.contract import Language
from motherlode.core.errors import BadInput, Code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from motherlode.cli.screen import Screen
    from motherlode.puzzles.puzzle import Opened, Puzzle

MAKE = "make"
MOST = 100_000


def puzzles(
    game: str,
    made: str = "",
    /,
    *records: Path,
    theme: str = "",
    rating: int = 1500,
    count: int = 300,
    out: Path | None = None,
    language: Language = "en",
    no_colour: Annotated[bool, Parameter(name=["--no-colour", "--no-color"], negative="", show_default=False)] = False,
) -> int:
    """Solve puzzles of a game, or make more of them from matches of bots or from records.

    For example: motherlode puzzles madcap --theme bounce

    Args:
        game: The game, as `motherlode games` lists it; or the word make.
        made: The game of which puzzles are made.
        records: Made from these recorded matches, and not from matches of bots.
        theme: Only puzzles of this theme.
        rating: How good you are; the first puzzle is about as hard.
        count: How many puzzles the file is to have when they are made.
        out: The file to which made puzzles are added; begun again, the work goes on where it ended.
        language: en or de.
        no_colour: No colours and no control codes.
    """
    from motherlode.cli.screen import Screen
    from motherlode.core.registry import find_game

    if game == MAKE:
        if not made:
            raise BadInput(Code.BAD_CHOICE, "puzzles of which game? for example: motherlode puzzles make madcap")
        return make(find_game(made).name, records, count, out or Path(f"{made}.puzzles.jsonl"))
    if made or records:
        raise BadInput(Code.BAD_CHOICE, f"nothing is made of {made!r}: did you mean motherlode puzzles make {game}?")
    return Solving(Screen(no_colour), find_game(game).name, theme, rating, language).run()


def make(name: str, records: "Sequence[Path]", count: int, out: Path) -> int:
    """Mine puzzles into a file until it has `count`; each is written when it is found."""
    import sys

    import motherlode
    from motherlode.cli.files import read_text
    from motherlode.puzzles.mining import Mine, mine, spots_of
    from motherlode.puzzles.puzzle import read_puzzles, write_puzzle

    if not 1 <= count <= MOST:
        raise BadInput(Code.BAD_CHOICE, f"count {count}: from 1 to {MOST}")
    known = read_puzzles(out) if out.exists() else []
    is_live = sys.stderr.isatty()

    def report(source: str, looked: int, found: int) -> None:
        if is_live:
            sys.stderr.write(f"\r{source}: {looked} positions, {found} of {count} puzzles \x1b[K")

    def found() -> "Iterator[Puzzle]":
        if not records:
            yield from mine(name, known, count, next_seed(known), report)
            return
        digger = Mine(name, known)
        for path in records:
            text, source = read_text(str(path))
            match = motherlode.replay(text, source)
            if match.ruleset.spec.name != name:
                raise BadInput(Code.BAD_CHOICE, f"{source!r} is a match of {match.ruleset.spec.name}, not of {name}")
            match.ruleset.compile()
            for puzzle in digger.dig(spots_of(match, path.name)):
                if puzzle is not None and len(digger.ids) <= count:
                    yield puzzle

    with out.open("a", encoding="utf-8") as file:
        added = 0
        for puzzle in found():
            file.write(write_puzzle(puzzle))
            file.flush()
            added += 1
    if is_live:
        sys.stderr.write("\n")
    print(f"{out.name}: {added} new puzzles of {name}, {len(known) + added} in all")
    return 0


def next_seed(known: "Sequence[Puzzle]") -> int:
    """The seed of the first match that was not looked at yet."""
    words = [puzzle.source.split() for puzzle in known]
    return max((int(each[1]) + 1 for each in words if each[0] == "seed"), default=0)


class Solving:
    """Somebody solves puzzles at a terminal."""

    def __init__(self, screen: "Screen", name: str, theme: str, rating: int, language: Language) -> None:
        from motherlode.puzzles.puzzle import need_puzzles
        from motherlode.puzzles.themes import themes_of

        self.screen, self.name, self.language = screen, name, language
        self.words = WORDS[language]
        names = [each.name for each in themes_of(name)]
        if theme and theme not in names:
            raise BadInput(Code.BAD_CHOICE, f"unknown theme {theme!r}: there are {', '.join(names)}")
        fitting = [each for each in need_puzzles(name).values() if theme in ("", each.theme)]
        self.left = sorted(fitting, key=lambda each: (abs(each.rating - rating), each.id))
        self.rating = rating
        self.solved = self.tried = self.streak = 0
        self.told_odds = ""

    def run(self) -> int:
        """Puzzle after puzzle, until somebody has enough."""
        from motherlode.puzzles.puzzle import open_puzzle

        while self.left:
            self.left.sort(key=lambda each: (abs(each.rating - self.rating), each.id))
            if not self.solve(open_puzzle(self.name, self.left.pop(0).id)):
                break
        self.screen.say(self.words["end"].format(solved=self.solved, tried=self.tried, streak=self.streak))
        return 0

    def solve(self, opened: "Opened") -> bool:
        """One puzzle, until it is solved or shown; whether to go on."""
        from motherlode.cli.story import picture
        from motherlode.core.errors import MotherlodeError
        from motherlode.puzzles.themes import find_theme

        puzzle, screen, words, seat = opened.puzzle, self.screen, self.words, opened.seat
        theme = getattr(find_theme(self.name, puzzle.theme), self.language)
        screen.say()
        screen.say(words["head"].format(id=puzzle.id, theme=theme, rating=puzzle.rating), "bold")
        screen.show(picture(opened.match, 0, seat))
        screen.say(words["seat"].format(name=opened.match.names[seat]))
        is_first = True
        while True:
            line = screen.ask(words["prompt"])
            if line is None or line.lower() in {"q", "quit", "exit"}:
                return False
            if line.lower() in {"?", "list"}:
                screen.say(", ".join(action.text for action in opened.match.actions()))
                continue
            if line.lower() in {"s", "show"}:
                self.note(False, is_first, puzzle.rating)
                self.tell(opened, opened.answer, puzzle.line)
                return True
            try:
                match = opened.match.copy()
                action = match.play(line, seat)[0].action
            except MotherlodeError as error:
                screen.say(str(error), "bold red")
                continue
            is_right = action in opened.right
            self.note(is_right, is_first, puzzle.rating)
            is_first = False
            if is_right:
                screen.say(words["right"].format(odds=f"{100 * puzzle.odds:.0f}", streak=self.streak), "bold")
                self.tell(opened, action, puzzle.line if action == opened.answer else ())
                self.tell_odds(opened)
                return True
            screen.say(words["wrong"], "bold red")
            left, following = self.refute(opened, action)
            self.tell(opened, action, following)
            screen.say(words["odds"].format(odds=f"{100 * left:.0f}", best=f"{100 * puzzle.odds:.0f}"))
            self.tell_odds(opened)

    def refute(self, opened: "Opened", action: int) -> "tuple[float, Sequence[str]]":
        """What a wrong action leaves of the odds, and what comes of it: as it was mined, else by search."""
        from motherlode.puzzles.mining import find_line

        known = opened.refutation(action)
        if known is not None:
            return known.odds, known.line
        with self.screen.waiting(self.words["working"]):
            return find_line(opened, action)

    def note(self, is_right: bool, is_first: bool, rating: int) -> None:
        """Count the first answer to a puzzle."""
        if not is_first:
            return
        self.tried += 1
        self.solved += is_right
        self.streak = self.streak + 1 if is_right else 0
        step = 40  # the next puzzle is harder or easier
        self.rating = max(rating, self.rating) + step if is_right else min(rating, self.rating) - step

    def tell_odds(self, opened: "Opened") -> None:
        """What the numbers are, whenever that is not what was said last."""
        from motherlode.bots.odds import find_curve, is_confirmed
        from motherlode.reviews.valuing import THOROUGH
        from motherlode.reviews.words import about

        game = opened.game
        is_measured = is_confirmed(game, find_curve(game, "seen", THOROUGH))
        told = about("exact" if game.spec.solver else "search", is_measured).by(self.language)
        if told != self.told_odds:
            self.screen.say(told)
        self.told_odds = told

    def tell(self, opened: "Opened", action: int, line: "Sequence[str]") -> None:
        """What comes of an action, in words."""
        match = opened.played(action, line)
        for told in match.story(opened.seat, 0, self.language):
            self.screen.say(f"  {told}")


WORDS = {
    "en": {
        "head": "Puzzle {id}: {theme}, rated {rating}",
        "seat": "You are {name}. One action is clearly best.",
        "prompt": "your action, ? lists them, s shows the answer, q ends ",
        "right": "Right: it keeps {odds} of 100. In a row: {streak}.",
        "wrong": "There is a better one. What comes of it:",
        "working": "Working it out",
        "odds": "That leaves {odds} of 100; the best action keeps {best}. Try again.",
        "end": "{solved} of {tried} solved at the first try; {streak} in a row now.",
    },
    "de": {
        "head": "Aufgabe {id}: {theme}, Wertung {rating}",
        "seat": "Du bist {name}. Eine Aktion ist eindeutig die beste.",
        "prompt": "deine Aktion, ? zeigt alle, s zeigt die Lösung, q hört auf ",
        "right": "Richtig: Das hält {odds} von 100. In Folge: {streak}.",
        "wrong": "Es gibt etwas Besseres. Das kommt dabei heraus:",
        "working": "Wird berechnet",
        "odds": "Damit bleiben {odds} von 100; die beste Aktion hält {best}. Versuch es noch einmal.",
        "end": "{solved} von {tried} beim ersten Versuch gelöst; jetzt {streak} in Folge.",
    },
}
