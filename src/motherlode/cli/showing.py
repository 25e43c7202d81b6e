"""A recorded match as a show: the positions in which somebody had to act, and how each came about."""

import time

from motherlode.cli.screen import QUIET, STRONG, WRONG, Screen
from motherlode.cli.story import enumerate_names, picture, tell
from motherlode.core.contract import CHANCE
from motherlode.table.match import Match


class Show:
    """A match and its stops: stop n is the board after n actions of players and the chance that followed."""

    def __init__(self, match: Match, num_entries: int, screen: Screen) -> None:
        self.match, self.num_entries, self.screen = match, num_entries, screen
        acted = [entry.step for entry in match.log[:num_entries] if entry.actor != CHANCE]
        self.stops = [*acted, num_entries]  # steps of the log; nothing beyond the record is shown

    def show(self, number: int) -> None:
        """One stop: board, what led to it, and where we are."""
        self.screen.clear()
        self.screen.show(picture(self.match, self.stops[number]))
        news = tell(self.match, None, self.stops[number - 1] if number else 0, self.stops[number])
        if news:
            self.screen.say(" ".join(news))
        if number == len(self.stops) - 1:
            self.conclude()
        self.screen.say(f"action {number} of {len(self.stops) - 1}", QUIET)

    def conclude(self) -> None:
        """How it ended, where the record goes to an end."""
        if self.match.is_over:
            self.screen.say(self.match.conclusion, STRONG)
            self.screen.say(f"Scores: {enumerate_names(self.match.names, self.match.scores)}.")
        else:
            self.screen.say("The record ends here; the match was still running.")

    def tell_all(self, until: int | None) -> None:
        """The story in words, then the last board."""
        last = len(self.stops) - 1 if until is None else until
        for number in range(last + 1):
            begin = self.stops[number - 1] if number else 0
            for line in tell(self.match, None, begin, self.stops[number]):
                self.screen.say(f"{number:>3}  {line}")
        self.screen.show(picture(self.match, self.stops[last]))
        if last == len(self.stops) - 1:
            self.conclude()

    def run_by_itself(self, first: int, delay: float) -> None:
        """Stop after stop, with a pause between them."""
        for number in range(first, len(self.stops)):
            if number > first:
                time.sleep(delay)
            self.show(number)

    def browse(self, number: int) -> None:
        """Let a person walk through it."""
        last = len(self.stops) - 1
        self.show(number)
        while True:
            line = self.screen.ask("Enter on, b back, a number, q ")
            if line is None or line.lower() in {"q", "quit", "exit"}:
                return
            if line.isascii() and line.isdigit() and int(line[:9]) <= last:
                number = int(line)
            elif line.lower() in {"b", "back"} and number > 0:
                number -= 1
            elif not line and number < last:
                number += 1
            else:
                where = "at the start" if line in {"b", "back"} else "at the end" if not line else f"no {line!r} here"
                self.screen.say(f"{where}: there are actions 0 to {last}", WRONG)
                continue
            self.show(number)
