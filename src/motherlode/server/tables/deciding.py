"""What may happen at a table: each function checks one request against the state and decides.

A decision is the event to store and the state after it. A refusal is raised. Nothing changes either way: whoever stores
the event makes it true.
"""

from collections.abc import Callable

from motherlode.core.chance import seal_of
from motherlode.core.errors import BadInput, Barred, Code, IllegalAction
from motherlode.server.protocol.messages import ActionGiven
from motherlode.server.tables.state import LOST, Stored, TableState
from motherlode.table.match import RESIGN, TIME_OUT, Match

ABSENT_MS = 60_000  # after this the others may let a bot play for somebody

# What joins characters to one emoji, or says how it is drawn, or which flag it is.
JOINERS = frozenset("\u200d\ufe0e\ufe0f") | {chr(code) for code in range(0xE0020, 0xE0080)}

Decision = tuple[Stored, TableState]
Decide = Callable[[TableState, int], Decision]  # the state, and what time it is


def need_running(state: TableState) -> Match:
    """The match; raise unless it is being played."""
    if state.status == "running":
        assert state.match is not None
        return state.match
    if state.status == "over":
        assert state.match is not None
        raise IllegalAction(Code.MATCH_OVER, f"the match is over: {state.match.conclusion}")
    why = "has not started yet" if state.status == "open" else "was abandoned"
    raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} {why}")


def need_open(state: TableState) -> None:
    """Raise unless the table waits for players."""
    if state.status != "open":
        raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} has started already")


def need_full(state: TableState) -> None:
    """Raise unless the table waits for nobody but its players' numbers."""
    need_open(state)
    empty = [number for number, seat in enumerate(state.seats) if seat.is_open]
    if empty:
        raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} cannot start: seats {empty} are open")


def own_seat(state: TableState, mine: list[int], wanted: int | None) -> int:
    """The seat that a request is for: the one it names, or the only one, or the one to act."""
    if wanted is not None:
        if wanted >= len(state.seats):
            raise BadInput(Code.UNKNOWN_SEAT, f"unknown seat {wanted}: seats are 0 to {len(state.seats) - 1}")
        if wanted not in mine:
            raise Barred(Code.SEAT_DENIED, f"seat {wanted} is not yours: you play {mine or 'none'}")
        return wanted
    if not mine:
        raise Barred(Code.SEAT_DENIED, "you play no seat at this table")
    return state.to_act if state.to_act in mine else mine[0]


# The match


def act(state: TableState, now: int, seat: int, step: int, action: ActionGiven, *, is_bot: bool = False) -> Decision:
    """Play an action; chance acts after it."""
    match = need_running(state)
    if not state.changed <= step <= state.step:
        seen = f"it was for step {step}, the position changed at step {state.changed}"
        raise IllegalAction(Code.STALE_ACTION, f"stale action {action!r}: {seen} of {state.step}")
    if not is_bot and state.seats[seat].stand_in is not None:
        raise Barred(Code.SEAT_DENIED, f"a bot plays for seat {seat}: join to take it back")
    match = match.copy()
    entries = match.play(action, seat)
    event = Stored("played", seat, entries=[(entry.actor, entry.action) for entry in entries])
    return event, state.after(event, now, match)


def resign(state: TableState, now: int, seat: int) -> Decision:
    """Give up for the own side; where several others are left, a bot plays on."""
    need_running(state)
    name = state.seats[seat].name
    if state.seats[seat].has_resigned:
        raise Barred(Code.TABLE_STATUS, f"seat {seat} has resigned already")
    return _forfeit(state, now, Stored("resigned", seat, name=name), RESIGN)


def time_out(state: TableState, now: int) -> Decision:
    """The seat to act is out of time: a bot plays for it, or it loses, as the table chose."""
    need_running(state)
    deadline, seat, clock = state.deadline(), state.to_act, state.setup.clock
    if deadline is None or clock is None or now < deadline:
        raise Barred(Code.TABLE_STATUS, "the clock does not run out now")
    event = Stored("timed_out", seat, name=state.seats[seat].name)
    if clock.on_timeout == "resign":
        event.text = LOST
        return _forfeit(state, now, event, TIME_OUT)
    event.bot = state.setup.stand_in
    return event, state.after(event, now)


def _forfeit(state: TableState, now: int, event: Stored, how: int) -> Decision:
    """A seat loses the match for its side; where several others are left, a bot plays on, and the side ranks last."""
    assert state.match is not None
    assert event.seat is not None
    if state.match.goes_on_without(event.seat):
        event.bot = state.setup.stand_in
        return event, state.after(event, now)
    match = state.match.copy()
    match.forfeit(event.seat, how)
    return event, state.after(event, now, match)


def undo(state: TableState, now: int, seat: int) -> Decision:
    """Take back the seat's last action, or ask those who have to agree."""
    match = need_running(state)
    agreed = bots_and_own(state, seat)
    barred = match.undo_barred_by(seat, range(len(state.seats)))
    if barred:
        raise Barred(Code.UNDO_BARRED, f"no undo for {match.names[seat]!r}: {barred}")
    if match.undo_barred_by(seat, agreed) and state.undo is not None:
        raise Barred(Code.UNDO_BARRED, f"an undo of {match.names[state.undo[0]]!r} is being asked for already")
    return _undo(state, now, seat, agreed)


def answer_undo(state: TableState, now: int, seat: int, agree: bool) -> Decision:
    """Agree to the undo that is asked for, or not; the last to agree brings it about."""
    match = need_running(state)
    if state.undo is None:
        raise Barred(Code.UNDO_BARRED, "no undo is being asked for")
    asker, agreed = state.undo
    if seat in agreed:
        raise Barred(Code.UNDO_BARRED, f"{match.names[seat]!r} has agreed already")
    if not agree:
        event = Stored("undo_declined", seat, name=match.names[seat])
        return event, state.after(event, now)
    return _undo(state, now, asker, agreed | bots_and_own(state, seat))


def _undo(state: TableState, now: int, seat: int, agreed: frozenset[int]) -> Decision:
    """Take back a seat's last action where all who have to agree do; else ask the others."""
    assert state.match is not None
    name = state.match.names[seat]
    if state.match.undo_barred_by(seat, agreed):
        event = Stored("undo_offered", seat, agreed=sorted(agreed), name=name)
        return event, state.after(event, now)
    match = state.match.copy()
    match.undo(seat, agreed)
    event = Stored("undone", seat, agreed=sorted(agreed), name=name, moves=match.step)
    return event, state.after(event, now, match)


def bots_and_own(state: TableState, seat: int) -> frozenset[int]:
    """Seats whose consent to an undo goes without saying: bots, and others of the same person."""
    person = state.seats[seat].person
    return frozenset(
        number
        for number, chair in enumerate(state.seats)
        if chair.driver is not None or number == seat or (person is not None and chair.person == person)
    )


def awaited(state: TableState) -> list[int]:
    """The seats that have to agree to the undo that is asked for."""
    if state.undo is None or state.match is None:
        return []
    asker, agreed = state.undo
    mine = max((entry.step for entry in state.match.log if entry.actor == asker), default=0)
    return sorted({entry.actor for entry in state.match.log[mine:] if entry.actor >= 0} - agreed)


def answering_seat(state: TableState, mine: list[int], wanted: int | None) -> int:
    """The seat that answers to an undo: the one named, else one of those that are waited for."""
    asked = [seat for seat in awaited(state) if seat in mine]
    return asked[0] if wanted is None and asked else own_seat(state, mine, wanted)


# Seats


def sit(state: TableState, now: int, person: str, name: str, wanted: int | None) -> Decision:
    """Take a seat that is open, or one's own back from its stand-in."""
    mine = [number for number, seat in enumerate(state.seats) if seat.person == person]
    if state.status == "running" or wanted in mine:
        if not mine:
            raise Barred(Code.SEAT_TAKEN, f"table {state.setup.id!r} has started already, without you")
        return _return(state, now, person, own_seat(state, mine, wanted))
    need_open(state)
    if wanted is not None and wanted >= len(state.seats):
        raise BadInput(Code.UNKNOWN_SEAT, f"unknown seat {wanted}: seats are 0 to {len(state.seats) - 1}")
    kept = state.setup.kept_for or [None] * len(state.seats)
    free = [number for number, seat in enumerate(state.seats) if seat.is_open and kept[number] in (None, person)]
    if wanted is not None and wanted not in free:
        why = "taken" if not state.seats[wanted].is_open else "kept for somebody else"
        raise Barred(Code.SEAT_TAKEN, f"seat {wanted} is {why}")
    if not free:
        raise Barred(Code.SEAT_TAKEN, "no seat is open for you")
    if mine and state.setup.is_rated:
        raise Barred(Code.SEAT_TAKEN, f"at a rated table nobody plays two seats: you have seat {mine[0]}")
    own = [number for number in free if kept[number] == person]
    event = Stored("sat", (own or free)[0] if wanted is None else wanted, person=person, name=name)
    return event, state.after(event, now)


def _return(state: TableState, now: int, person: str, seat: int) -> Decision:
    chair = state.seats[seat]
    if chair.has_resigned:
        raise Barred(Code.TABLE_STATUS, f"seat {seat} has resigned")
    if chair.stand_in is None:
        raise Barred(Code.SEAT_TAKEN, f"seat {seat} is yours already")
    event = Stored("returned", seat, person=person, name=chair.name)
    return event, state.after(event, now)


def leave(state: TableState, now: int, seat: int) -> Decision:
    """Get up: before the start the seat is open again, later a bot stands in."""
    if state.status != "open":
        return stand_in(state, now, seat, "left")
    if state.called_at is not None and state.setup.is_mixed:
        # Numbers that are open cannot be sealed again, and other ones would be another roll of the dice.
        raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} is starting: leave when it has begun")
    event = Stored("left", seat, person=state.seats[seat].person, name=state.seats[seat].name)
    return event, state.after(event, now)


def stand_in(state: TableState, now: int, seat: int, why: str) -> Decision:
    """Let a bot play for a person."""
    need_running(state)
    chair = state.seats[seat]
    if chair.person is None or chair.stand_in is not None:
        raise Barred(Code.SEAT_TAKEN, f"a bot plays seat {seat} already")
    event = Stored("stood_in", seat, bot=state.setup.stand_in, text=why, name=chair.name)
    return event, state.after(event, now)


def change_bot(state: TableState, now: int, seat: int, level: str, used: str, why: str) -> Decision:
    """Another bot plays on, where the one of a level failed."""
    if state.seats[seat].driver != level:
        raise Barred(Code.STALE_ACTION, "the bot was changed already")
    event = Stored("bot_changed", seat, bot=used, text=why, name=state.seats[seat].name)
    return event, state.after(event, now)


def renew(state: TableState, now: int, seat: int) -> Decision:
    """Let the token of a seat open it no longer; its player gets another."""
    event = Stored("renewed", seat)
    return event, state.after(event, now)


# The dice, and the start


def seal(state: TableState, now: int, seat: int, sealed: str) -> Decision:
    """Bind a seat to the number that it will add to the dice."""
    need_open(state)
    if not state.setup.is_mixed:
        raise Barred(Code.TABLE_STATUS, f"the dice of table {state.setup.id!r} take no numbers")
    if state.seats[seat].person is None:
        raise Barred(Code.SEAT_DENIED, f"nobody sits in seat {seat}")
    if state.called_at is not None:
        raise Barred(Code.TABLE_STATUS, "too late: the numbers are being opened")
    if state.seats[seat].seal is not None:
        raise Barred(Code.TABLE_STATUS, f"seat {seat} has sealed a number already")
    event = Stored("sealed", seat, text=sealed)
    return event, state.after(event, now)


def open_number(state: TableState, now: int, seat: int, number: str) -> Decision:
    """Show the number that a seat has sealed."""
    need_open(state)
    if state.called_at is None:
        raise Barred(Code.TABLE_STATUS, "too early: other seats have not sealed their numbers yet")
    if state.seats[seat].number is not None:
        raise Barred(Code.TABLE_STATUS, f"seat {seat} has opened its number already")
    if seal_of(number) != state.seats[seat].seal:
        raise Barred(Code.TABLE_STATUS, f"this is not the number that seat {seat} has sealed")
    event = Stored("opened", seat, text=number)
    return event, state.after(event, now)


def call(state: TableState, now: int) -> Decision:
    """Ask the seats for the numbers that they have sealed; who has sealed none adds none."""
    need_full(state)
    if state.called_at is not None:
        raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} is starting already")
    event = Stored("called")
    return event, state.after(event, now)


def start(state: TableState, now: int) -> Decision:
    """Begin the match: chance acts first where the game says so."""
    need_full(state)
    due = state.start_at()
    if due is None or now < due:
        raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} cannot start: numbers are still being opened")
    dice = state.dice()
    if state.match is None:
        match, since = state.new_match(dice), 0
    else:
        match, since = state.match.copy(), state.match.step
        match.chance = dice
        match.let_chance_act()
    event = Stored("started", entries=[(entry.actor, entry.action) for entry in match.log[since:]])
    return event, state.after(event, now, match)


# The rest


def say(state: TableState, now: int, person: str, name: str, text: str) -> Decision:
    """Chat."""
    if person in state.muted:
        raise Barred(Code.CHAT_BARRED, "the host does not want you to chat at this table")
    words = " ".join(text.split())
    if not words or not is_readable(words):
        raise BadInput(Code.CHAT_BARRED, f"bad message {text[:40]!r}: expected printable text")
    event = Stored("said", person=person, name=name, text=words)
    return event, state.after(event, now)


def is_readable(words: str) -> bool:
    """Whether a text is printable, emoji made of several characters included."""
    return all(letter.isprintable() or letter in JOINERS for letter in words)


def mute(state: TableState, now: int, person: str, is_muted: bool) -> Decision:
    """Keep a person from chatting, or allow it again."""
    if (person in state.muted) == is_muted:
        raise Barred(Code.CHAT_BARRED, f"{person!r} is {'' if is_muted else 'not '}muted already")
    event = Stored("muted", person=person, is_muted=is_muted)
    return event, state.after(event, now)


def hold(state: TableState, now: int, since: int, until: int) -> Decision:
    """Let clocks stand still for an outage: from the moment that the server was last well, to a little after it is."""
    start = max(since, state.held_until, state.action_since)  # no moment is held twice
    event = Stored("held", until=until, held_ms=max(0, until - start))
    return event, state.after(event, now)


def tell_rematch(state: TableState, now: int, table: str, person: str, name: str) -> Decision:
    """Say where somebody waits for the others to play again; once."""
    if state.rematch is not None:
        raise Barred(Code.TABLE_STATUS, "there is a rematch already")
    event = Stored("rematched", person=person, name=name, table=table)
    return event, state.after(event, now)


def abandon(state: TableState, now: int) -> Decision:
    """Close a table where nothing will happen any more."""
    if state.status not in ("open", "running"):
        raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} is closed already")
    event = Stored("abandoned")
    return event, state.after(event, now)
