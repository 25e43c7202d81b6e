"""One match at one keyboard: people type, bots answer, nothing is lost."""

import shlex
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import motherlode
from motherlode.bots import Bot, Player, is_quick, make_bot
from motherlode.bots.hints import find_hint
from motherlode.bots.outside import is_outside
from motherlode.bots.warming import BotFromCold
from motherlode.cli import files, touching
from motherlode.cli.screen import QUIET, STRONG, WRONG, Screen
from motherlode.cli.seating import Chair
from motherlode.cli.story import enumerate_names, picture, rules_lines, tell
from motherlode.core import compiling
from motherlode.core.chance import FairChance
from motherlode.core.compiling import uninterrupted
from motherlode.core.contract import CHANCE, NOBODY, Action, Language
from motherlode.core.errors import BadInput, Barred, Code, MotherlodeError
from motherlode.core.ruleset import Ruleset
from motherlode.core.wasm.running import has_module
from motherlode.table.match import Match

NUMBERS: dict[Language, dict[str, str]] = {  # what those of a hint are
    "en": {
        "exact": "Exact, if both play perfectly: what you still gain on your rival. * is best.",
        "measured": "Measured in matches of bots: your chance to win. * is best.",
        "guess": "A guess, by search: your chance to win. * is best.",
    },
    "de": {
        "exact": "Exakt, wenn beide fehlerlos spielen: was du auf den anderen noch gutmachst. * ist am besten.",
        "measured": "Gemessen in Partien von Bots: deine Gewinnchance. * ist am besten.",
        "guess": "Eine Schätzung, durch Suche: deine Gewinnchance. * ist am besten.",
    },
}
HELP = """\
A number           touch what the menu offers; then what it offers next (b or Enter: back)
{example:<18} play an action by its notation, at any time
hint               what each action is worth, and why; hint de says it in German
undo               take back the last action of a person, and what followed
board, log         the board again; what happened so far
rules [WORD]       the rules; only those with this word, or this number, such as R1
position           the position as text, for --position
save [FILE]        write the record (save - shows it)
resign, quit       give up; leave, keeping the match for later"""

LONGEST_LINE = 500


class Leave(Exception):
    """A person leaves, or nobody types any more."""


class Stopped(Exception):
    """The system asks the program to end; `code` is what to exit with."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.code = 128 + number


@contextmanager
def stops_noticed() -> Iterator[None]:
    """Let SIGTERM and SIGHUP (a closed window) end a match as Ctrl-C does: with the match kept."""

    def stop(number: int, _frame: Any) -> None:
        raise Stopped(number)

    names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Session:
    """The conversation about one match."""

    def __init__(
        self,
        match: Match,
        chairs: Sequence[Chair],
        screen: Screen,
        *,
        bot_seed: int,
        save: Path | None = None,
        kept: Path | None = None,
        force: bool = False,
        is_worded: bool = False,
        delay: float = 0.0,
    ) -> None:
        self.match, self.screen = match, screen
        self.save_path, self.kept_path = save, kept
        self.force, self.is_worded, self.delay = force, is_worded, delay
        ruleset = match.ruleset
        self.bots = {
            seat: Player(sit_down(chair.bot, ruleset, chair.is_patient), seat, bot_seed)
            for seat, chair in enumerate(chairs)
            if chair.bot
        }
        self.guests = [seat for seat, chair in enumerate(chairs) if chair.bot and is_outside(chair.bot)]
        self.people = [seat for seat in range(ruleset.seats) if seat not in self.bots]
        self.notice = ""  # what to say under the next board
        # How much of the log each seat has been told; a match that is loaded goes on from everybody's last action.
        self.told = {entry.actor: entry.step for entry in match.log if entry.actor != CHANCE}
        self.saved = match.record(is_whole=True)  # what would be lost is what differs from this
        self.commands: dict[str, Callable[[int, str], bool]] = {
            "help": self.do_help, "?": self.do_help, "hint": self.do_hint, "undo": self.do_undo,
            "board": self.do_board, "log": self.do_log, "rules": self.do_rules, "position": self.do_position,
            "save": self.do_save, "resign": self.do_resign, "quit": self.do_quit, "exit": self.do_quit,
        }  # fmt: skip

    # The match

    def run(self) -> int:
        """Play to the end, or until everybody has left; what to exit with."""
        try:
            with stops_noticed():
                self.announce()
                while not self.match.is_over:
                    self.let_act()
                self.finish()
        except Leave:
            self.keep()
        except Stopped as stopped:
            self.keep()
            return stopped.code
        except (KeyboardInterrupt, MotherlodeError, BrokenPipeError):
            with uninterrupted():
                self.keep()
            raise
        return 0

    def announce(self) -> None:
        """What everybody should know before the first action."""
        chance = self.match.chance
        if isinstance(chance, FairChance):
            self.notice = f"Fair dice at table {chance.table}. Commitment: {chance.commitment}"
            for name, share in zip(self.match.names, chance.shares or (), strict=False):
                if share.number is not None:
                    self.notice += f"\n{name} adds {share.number}"
        spec = self.match.ruleset.spec
        for seat, player in self.bots.items():
            if isinstance(player.bot, BotFromCold) and player.bot.is_warming:
                name = self.match.names[seat]
                if compiling.NO_NUMBA:
                    how = "searches by the game's WebAssembly module" if has_module(spec) else "looks one action ahead"
                    self.notice += f"\n{name} {how}: there is no machine code without Numba (motherlode doctor)."
                    continue
                self.notice += f"\n{name} is warming up, once on this machine, and plays simpler for the first moves."
        self.notice = self.notice.lstrip()
        if not self.people:
            self.watch()

    def let_act(self) -> None:
        """Let whoever is to act do it."""
        seat = self.match.to_act
        if seat == CHANCE:
            raise BadInput(
                Code.BAD_CHOICE,
                "the record does not tell where its dice come from: the match cannot go on beyond this roll",
            )
        if seat in self.bots:
            try:
                self.bots[seat].act(self.match)
            except Exception as error:
                if seat not in self.guests:
                    raise
                words = str(error) if isinstance(error, MotherlodeError) else f"{type(error).__name__}: {error}"
                self.screen.say(f"{self.match.names[seat]} cannot go on. {words}", WRONG)
                self.match.resign(seat)
            if not self.people:
                self.watch()
        else:
            self.take_turn(seat)
        self.save_along()

    def watch(self) -> None:
        """Show bots at play: a living board, or line by line."""
        if not self.screen.has_controls or self.is_worded:
            self.tell_news(None, one_line=False)
            return
        if not self.match.is_over:
            self.screen.clear()
            self.show_board(None)
            self.tell_news(None)
            time.sleep(self.delay)

    def take_turn(self, seat: int) -> None:
        """Ask a person until he has acted, or the position has changed otherwise."""
        if self.screen.has_controls and self.match.ruleset.spec.is_hidden and len(self.people) > 1:
            self.screen.clear()
            self.screen.ask(f"{self.match.names[seat]} alone at the screen? Then Enter ")
        self.show_turn(seat)
        path: tuple[str, ...] = ()
        while True:
            actions = self.match.actions()
            name = self.namer(seat)
            line = self.screen.ask(
                self.match.names[seat] + "".join(f", {name(path[: n + 1])}" for n in range(len(path)))
            )
            if line is None:
                raise Leave
            try:
                outcome = self.answer(seat, actions, path, line)
            except MotherlodeError as error:
                self.screen.say(str(error), WRONG)
                continue
            if outcome is None:
                return
            if outcome != path or not line:
                path = outcome
                self.show_menu(seat, path)

    def answer(self, seat: int, actions: Sequence[Action], path: tuple[str, ...], line: str) -> tuple[str, ...] | None:
        """Do what a line says; the path touched so far, or nothing when the turn is over."""
        if len(line) > LONGEST_LINE:
            raise BadInput(Code.BAD_CHOICE, f"a line of {len(line)} letters: {LONGEST_LINE} are enough")
        word, _, rest = line.partition(" ")
        if word.lower() in self.commands:
            return None if self.commands[word.lower()](seat, rest.strip()) else path
        if line.lower() in {"", "b", "back"}:
            return path[:-1]
        choice = self.touched(actions, path, line)
        if choice is None:
            self.match.play(line, seat)
            return None
        if choice.action is None:
            return choice.path
        self.match.play(choice.action, seat)
        return None

    def touched(self, actions: Sequence[Action], path: tuple[str, ...], line: str) -> touching.Choice | None:
        """The thing that a number of the menu, or an id, names."""
        offered = touching.choices(actions, path)
        if not (line.isascii() and line.isdigit()):
            return touching.walk(actions, path, line)
        if not 1 <= int(line[:9]) <= len(offered):
            raise BadInput(Code.BAD_CHOICE, f"there is no {line} here: choose from 1 to {len(offered)}")
        return offered[int(line) - 1]

    def finish(self) -> None:
        """The end: board, result, what can be checked; the record is kept where it was asked for."""
        self.screen.clear()
        self.show_board(None)
        self.tell_news(None, one_line=False)
        match = self.match
        self.screen.say(match.conclusion, STRONG)
        self.screen.say(f"Scores: {enumerate_names(match.names, match.scores)}.")
        if isinstance(match.chance, FairChance):
            self.screen.say(f"Seed: {match.chance.seed.hex()}, with the commitment {match.chance.commitment}.", QUIET)
        self.screen.say(f"Checked: {motherlode.verify(match.record()).words}.", QUIET)
        target = self.save_path or self.kept_path
        if target is not None:
            self.write(target)
        elif self.screen.is_live and self.people:
            self.offer_record()

    def offer_record(self) -> None:
        """Ask for a file until one can be written, or nobody wants it."""
        while name := self.screen.ask("Save the record? A file name, or Enter to leave "):
            try:
                self.write(files.check_target(_unquoted(name), self.force))
                return
            except MotherlodeError as error:
                self.screen.say(str(error), WRONG)

    # What is shown

    def namer(self, seat: int) -> touching.Namer:
        """Words for the things on the table, as the seat sees it."""
        return touching.make_namer(self.match.ruleset.spec, self.match.seen(seat))

    def show_turn(self, seat: int) -> None:
        """Everything a person needs to choose."""
        self.screen.clear()
        self.show_board(seat)
        self.say_turn(seat)

    def say_turn(self, seat: int) -> None:
        """What happened, whose turn it is, and what can be done."""
        self.tell_news(seat)
        self.screen.say(f"Your turn, {self.match.names[seat]}.", STRONG)
        self.show_menu(seat, ())

    def show_board(self, seat: int | None) -> None:
        """The board, or the position in words."""
        if self.is_worded:
            self.do_position(seat, "")
        else:
            self.screen.show(picture(self.match, len(self.match.log), seat))

    def show_menu(self, seat: int, path: tuple[str, ...]) -> None:
        """What can be touched next."""
        spec = self.match.ruleset.spec
        if not path:
            self.screen.say(f"{getattr(spec.drawing, 'QUESTION', 'What do you touch?')} Or type help.", QUIET)
        offered = touching.choices(self.match.actions(), path)
        self.screen.list_choices(touching.menu(offered, self.namer(seat), self.screen.console.width))

    def tell_news(self, seat: int | None, one_line: bool = True) -> None:
        """What happened since the seat was told last; for spectators, since anybody was."""
        if self.notice:
            self.screen.say(self.notice, QUIET, is_whole=True)
            self.notice = ""
        since = max(self.told.values(), default=0) if seat is None else self.told.get(seat, 0)
        news = tell(self.match, seat, since)
        self.told[NOBODY if seat is None else seat] = len(self.match.log)
        for line in [" ".join(news)] if one_line and news else news:
            self.screen.say(line)

    # Commands: each returns whether the turn is over

    def do_help(self, _seat: int, _rest: str) -> bool:
        """List the commands."""
        spec, actions = self.match.ruleset.spec, self.match.actions()
        self.screen.say(HELP.format(example=actions[-1].text))
        self.screen.say(f"{spec.title}: {spec.summary}", QUIET)
        return False

    def do_hint(self, seat: int, rest: str) -> bool:
        """Show what each action is worth, what these numbers are, and why the best is better than the next best."""
        ruleset = self.match.ruleset
        if compiling.NO_NUMBA:
            if ruleset.mode == "plain":
                compiling.check_numba()
        elif ruleset.mode == "plain" or (ruleset.is_plain and ruleset.spec.solver):
            raise Barred(
                Code.GAME_PREPARING,
                f"no hints yet: {ruleset.spec.title} is still being prepared, once on this machine; ask again soon",
            )
        with self.screen.waiting("Working it out"):
            hint = find_hint(ruleset, ruleset.hidden(self.match.position, seat), seat)
        texts = {action.id: action.text for action in self.match.actions()}
        language: Language = "de" if rest.strip() == "de" else "en"
        kind = "exact" if hint.is_exact else "measured" if hint.is_measured else "guess"
        self.screen.say(NUMBERS[language][kind])
        labels = [
            (f"{hint.write(value):>6}{'*' if action in hint.best else ' '} ", texts[action])
            for action, value in hint.values
        ]
        self.screen.list_choices(touching.columns(labels, self.screen.console.width))
        self.screen.say(hint.reason(language))
        return False

    def do_undo(self, seat: int, _rest: str) -> bool:
        """Take back the last action of a person; everybody at the keyboard agrees, and bots always do."""
        last = next((entry.actor for entry in reversed(self.match.log) if entry.actor in self.people), seat)
        count = self.match.undo(last, agreed=set(range(self.match.ruleset.seats)) - {last})
        self.told = {who: min(step, len(self.match.log)) for who, step in self.told.items()}
        self.notice = f"Taken back: {count} action{'' if count == 1 else 's'}."
        return True

    def do_board(self, seat: int, _rest: str) -> bool:
        """Draw the board and the menu again."""
        self.show_board(seat)
        self.show_menu(seat, ())
        return False

    def do_log(self, seat: int, _rest: str) -> bool:
        """Tell the match from its start."""
        self.screen.page([f"{number:>3}  {line}" for number, line in enumerate(tell(self.match, seat), 1)])
        return False

    def do_rules(self, _seat: int, rest: str) -> bool:
        """Show the rules, or search in them."""
        self.screen.page(rules_lines(self.match.ruleset.spec, rest))
        return False

    def do_position(self, seat: int | None, _rest: str) -> bool:
        """The position as text."""
        ruleset, states = self.match.ruleset, self.match.position
        if ruleset.spec.is_hidden and not self.match.is_over:
            states = ruleset.hidden(states, ruleset.seats if seat is None else seat)
        self.screen.say(ruleset.spec.notation.write_position(ruleset.box, states), is_whole=True)
        return False

    def do_save(self, seat: int, rest: str) -> bool:
        """Write the record to a file; `-` shows it."""
        if rest == files.STDIN:
            self.screen.write(self.match.record(seat))
            return False
        target = files.check_target(_unquoted(rest), self.force) if rest else self.own_file()
        self.write(target)
        return False

    def do_resign(self, seat: int, _rest: str) -> bool:
        """Give up, after asking once more where somebody can answer."""
        if self.screen.is_live and (self.screen.ask("Give up? y/n ") or "").lower() not in {"y", "yes"}:
            return False
        self.match.resign(seat)
        return True

    def do_quit(self, _seat: int, _rest: str) -> bool:
        """Leave; `run` keeps the match."""
        raise Leave

    # Files

    def own_file(self) -> Path:
        """The file that the record goes to if nobody names one."""
        if self.save_path is None and self.kept_path is None:
            self.kept_path = files.fresh_file(self.match.ruleset.spec.name)
        target = self.save_path or self.kept_path
        assert target is not None
        return target

    def write(self, target: Path) -> None:
        """Write the record and say so."""
        record = self.match.record(is_whole=True)
        files.write_text(target, record)
        self.saved = record
        self.screen.say(f"Saved: {target}", QUIET, is_whole=True)

    def save_along(self) -> None:
        """With --save the file is always up to date."""
        if self.save_path is not None:
            self.saved = self.match.record(is_whole=True)
            files.write_text(self.save_path, self.saved)

    def keep(self) -> None:
        """Save a match that is left, unless it is saved already, and say how to go on."""
        record = self.match.record(is_whole=True)
        if self.match.is_over or (record == self.saved and self.save_path is None):
            return
        try:
            target = self.own_file()
            files.write_text(target, record)
            secrets = ", with all its secrets" if self.match.ruleset.spec.is_hidden else ""
            self.screen.say(f"The match is kept{secrets}. Go on with:")
            self.screen.say(f"motherlode play --load {shlex.quote(str(target))}", STRONG, is_whole=True)
        except BrokenPipeError:
            pass
        except MotherlodeError as error:
            self.screen.say(str(error), WRONG)
            self.screen.say("Here is the record instead:")
            self.screen.write(self.match.record())


def sit_down(name: str, ruleset: Ruleset, is_patient: bool) -> Bot:
    """A bot for a seat, itself from the start or warming up."""
    is_there = (is_patient and not compiling.NO_NUMBA) or is_outside(name) or is_quick(ruleset.spec, name)
    return make_bot(name, ruleset) if is_there else BotFromCold(name, ruleset)


def _unquoted(text: str) -> str:
    """A file name, without the quotes that a shell would take off."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text
