"""What may happen at a table: each function checks one request against the state and returns the event to store.

A refusal is raised and changes nothing. Where an event changes the match, the match has been told when it returns: who
then fails to store the event builds the state anew from the log.
"""

from motherlode.bots import bot_names
from motherlode.core.errors import BadInput, Barred, Code, IllegalAction
from motherlode.server.protocol import ActionGiven
from motherlode.server.state import Stored, TableState

ABSENT_MS = 60_000  # after this the others may let a bot play for somebody


def need_running(state: TableState) -> None:
    """Raise unless the match is being played."""
    if state.status == "running":
        return
    if state.status == "over":
        assert state.match is not None
        raise IllegalAction(Code.MATCH_OVER, f"the match is over: {state.match.conclusion}")
    why = "has not started yet" if state.status == "open" else "was abandoned"
    raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} {why}")


def need_open(state: TableState) -> None:
    """Raise unless the table waits for players."""
    if state.status != "open":
        raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} has started already")


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


def act(state: TableState, seat: int, step: int, action: ActionGiven, is_bot: bool = False) -> Stored:
    """Play an action; chance acts after it."""
    need_running(state)
    match = state.match
    assert match is not None
    if not state.changed <= step <= state.step:
        seen = f"it was for step {step}, the position changed at step {state.changed}"
        raise IllegalAction(Code.STALE_ACTION, f"stale action {action!r}: {seen} of {state.step}")
    if not is_bot and state.seats[seat].stand_in is not None:
        raise Barred(Code.SEAT_DENIED, f"a bot plays for seat {seat}: join to take it back")
    entries = match.play(action, seat)
    return Stored("played", seat, entries=[(entry.actor, entry.action) for entry in entries])


def start(state: TableState) -> Stored:
    """Begin the match: chance acts first where the game says so."""
    need_open(state)
    empty = [number for number, seat in enumerate(state.seats) if seat.is_open]
    if empty:
        raise Barred(Code.TABLE_STATUS, f"table {state.setup.id!r} cannot start: seats {empty} are open")
    if state.match is None:
        state.match = state.new_match(state.fair)
        since = 0
    else:
        since = len(state.match.log)
        state.give_chance()
        state.match.let_chance_act()
    return Stored("started", entries=[(entry.actor, entry.action) for entry in state.match.log[since:]])


def sit(state: TableState, person: str, name: str, wanted: int | None) -> Stored:
    """Take a seat that is open, or one's own back from its stand-in."""
    mine = [number for number, seat in enumerate(state.seats) if seat.person == person]
    if state.status == "running" or wanted in mine:
        if not mine:
            raise Barred(Code.SEAT_TAKEN, f"table {state.setup.id!r} has started already, without you")
        seat = own_seat(state, mine, wanted)
        chair = state.seats[seat]
        if chair.has_resigned:
            raise Barred(Code.TABLE_STATUS, f"seat {seat} has resigned")
        if chair.stand_in is None:
            raise Barred(Code.SEAT_TAKEN, f"seat {seat} is yours already")
        return Stored("returned", seat, person=person, name=chair.name)
    need_open(state)
    free = [number for number, seat in enumerate(state.seats) if seat.is_open]
    if wanted is not None and wanted >= len(state.seats):
        raise BadInput(Code.UNKNOWN_SEAT, f"unknown seat {wanted}: seats are 0 to {len(state.seats) - 1}")
    if (wanted is not None and wanted not in free) or not free:
        raise Barred(Code.SEAT_TAKEN, f"seat {wanted} is taken" if wanted is not None else "no seat is open")
    if mine and state.setup.is_rated:
        raise Barred(Code.SEAT_TAKEN, f"at a rated table nobody plays two seats: you have seat {mine[0]}")
    return Stored("sat", free[0] if wanted is None else wanted, person=person, name=name)


def leave(state: TableState, seat: int) -> Stored:
    """Get up: before the start the seat is open again, later a bot stands in."""
    if state.status == "open":
        return Stored("left", seat, person=state.seats[seat].person, name=state.seats[seat].name)
    return stand_in(state, seat, "left")


def stand_in(state: TableState, seat: int, why: str) -> Stored:
    """Let a bot play for a person."""
    need_running(state)
    chair = state.seats[seat]
    if chair.person is None or chair.stand_in is not None:
        raise Barred(Code.SEAT_TAKEN, f"a bot plays seat {seat} already")
    return Stored("stood_in", seat, bot=state.setup.stand_in, text=why, name=chair.name)


def resign(state: TableState, seat: int) -> Stored:
    """Give up; at a large table a bot plays on."""
    need_running(state)
    chair = state.seats[seat]
    if chair.has_resigned:
        raise Barred(Code.TABLE_STATUS, f"seat {seat} has resigned already")
    if state.is_large:
        return Stored("resigned", seat, bot=state.setup.stand_in, name=chair.name)
    assert state.match is not None
    state.match.resign(seat)
    return Stored("resigned", seat, name=chair.name)


def bots_and_own(state: TableState, seat: int) -> set[int]:
    """Seats whose consent to an undo goes without saying: bots, and others of the same person."""
    person = state.seats[seat].person
    return {
        number
        for number, chair in enumerate(state.seats)
        if chair.driver is not None or number == seat or (person is not None and chair.person == person)
    }


def undo(state: TableState, seat: int) -> Stored:
    """Take back the seat's last action, or ask those who have to agree."""
    need_running(state)
    match = state.match
    assert match is not None
    agreed = bots_and_own(state, seat)
    barred = match.undo_barred_by(seat, range(len(state.seats)))
    if barred:
        raise Barred(Code.UNDO_BARRED, f"no undo for {match.names[seat]!r}: {barred}")
    if match.undo_barred_by(seat, agreed):
        if state.undo is not None:
            raise Barred(Code.UNDO_BARRED, f"an undo of {match.names[state.undo[0]]!r} is being asked for already")
        return Stored("undo_offered", seat, agreed=sorted(agreed), name=match.names[seat])
    match.undo(seat, agreed)
    return Stored("undone", seat, agreed=sorted(agreed), name=match.names[seat], moves=len(match.log))


def answer_undo(state: TableState, seat: int, agree: bool) -> Stored:
    """Agree to the undo that is asked for, or not; the last to agree brings it about."""
    need_running(state)
    match = state.match
    assert match is not None
    if state.undo is None:
        raise Barred(Code.UNDO_BARRED, "no undo is being asked for")
    asker, agreed = state.undo
    if seat in agreed:
        raise Barred(Code.UNDO_BARRED, f"{match.names[seat]!r} has agreed already")
    if not agree:
        return Stored("undo_declined", seat, name=match.names[seat])
    everybody = agreed | bots_and_own(state, seat)
    if match.undo_barred_by(asker, everybody):
        return Stored("undo_offered", asker, agreed=sorted(everybody), name=match.names[asker])
    match.undo(asker, everybody)
    return Stored("undone", asker, agreed=sorted(everybody), name=match.names[asker], moves=len(match.log))


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


def say(state: TableState, person: str, name: str, text: str) -> Stored:
    """Chat."""
    if person in state.muted:
        raise Barred(Code.CHAT_BARRED, "the host does not want you to chat at this table")
    words = " ".join(text.split())
    if not words or not words.isprintable():
        raise BadInput(Code.CHAT_BARRED, f"bad message {text[:40]!r}: expected printable text")
    return Stored("said", person=person, name=name, text=words)


def mute(state: TableState, person: str, is_muted: bool) -> Stored:
    """Keep a person from chatting, or allow it again."""
    if (person in state.muted) == is_muted:
        raise Barred(Code.CHAT_BARRED, f"{person!r} is {'' if is_muted else 'not '}muted already")
    return Stored("muted", person=person, is_muted=is_muted)


def weaker_bot(state: TableState, level: str) -> str | None:
    """The next weaker bot; none below the weakest."""
    names = bot_names(state.game)
    place = names.index(level) if level in names else len(names)
    return names[place - 1] if place > 0 else None
