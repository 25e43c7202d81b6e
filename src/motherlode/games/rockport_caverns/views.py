"""What a client is sent about the Rockport Caverns, and what it may touch."""

from math import sqrt
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from motherlode.core.contract import CHANCE, OVER, Purpose, Records, View
from motherlode.games.rockport_caverns import kernels
from motherlode.games.rockport_caverns.actions import (
    LEAD,
    NUM_OUTCOMES,
    PASS,
    SLIDE_LEFT,
    SLIDE_RIGHT,
    STEP,
)
from motherlode.games.rockport_caverns.components import (
    KINDS,
    NOWHERE,
    NUM_ROWS,
    NUM_SIDES,
    PASSAGE,
    SIDES,
    SOUTHEAST,
    SOUTHWEST,
    START_ROW,
    Kind,
    Side,
    plan_of,
)
from motherlode.games.rockport_caverns.narration import EVENT_TITLES, Event
from motherlode.games.rockport_caverns.notation import ENDINGS, PHASES, WORDS, Ending, Phase, place_name
from motherlode.games.rockport_caverns.state import ACTING, ENDED
from motherlode.games.rockport_caverns.ways import way_down

CHANCE_OF_HEX = 1 / 36  # that one rock slide comes down on a given hex
EVENT_CHANCE = 1 / 6
EFFECTS = (
    "",
    "gain one life",
    "lose one life",
    "one rock slide",
    "one action next turn",
    "down one row where a path leads",
    "two rock slides",
)


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of the map."""

    row: int  # from 1 at the top
    rocks: int  # rock slides that block a hex of it
    circles: int  # of water beside it
    filled: int  # of them
    is_flooded: bool
    is_marked: bool  # coming into it costs a life


class Hex(msgspec.Struct, frozen=True, gc=False):
    """A hex of the map, or a start circle."""

    id: str  # as touch paths have it: hex:4-3
    name: str  # 4-3, den, exit-1, start-5
    title: str  # of rooms
    kind: Kind
    row: int
    column: int | None  # what the column die counts
    across: int  # from the left, in half hexes
    x: float  # of its middle, in hex sides
    y: float  # the same, downwards
    paths: list[Side]
    rocks: int  # rock slides that came down on it
    capacity: int  # rock slides that block it
    is_blocked: bool
    is_flooded: bool


class Water(msgspec.Struct, frozen=True, gc=False):
    """How high the water stands."""

    filled: int  # circles
    total: int  # circles on the map
    is_dry_next: bool  # no circle is filled in the next round


class Character(msgspec.Struct, frozen=True, gc=False):
    """Who you are."""

    card: int  # its number
    place: str | None  # the name of a hex; null: not on the map yet
    start: str | None  # the start circle
    life: int
    most_life: int
    stored: int  # actions kept for later
    most_stored: int
    left: int  # actions in this turn
    is_disoriented: bool  # in the next turn
    is_sheltered: bool
    trigger_row: int  # entering it, you hear the cries of the friend


class Friend(msgspec.Struct, frozen=True, gc=False):
    """Whom you look for."""

    is_revealed: bool
    place: str | None  # the name of a hex; null: not found yet
    life: int
    is_together: bool  # on your hex
    row: int | None  # where it will be found; null: a die says


class Rerolls(msgspec.Struct, frozen=True, gc=False):
    """How often an event may be rolled again."""

    left: int
    total: int


class Step(msgspec.Struct, frozen=True, gc=False):
    """Where a path leads from here."""

    side: Side
    place: str  # the name of a hex
    cost: int  # in actions
    cost_with_friend: int
    is_climb: bool  # over rocks
    is_blocked: bool


class EventOdds(msgspec.Struct, frozen=True, gc=False):
    """What a face of the event die brings."""

    face: int
    name: Event
    effect: str  # in a few words
    chance: float  # from 0 to 1


class Odds(msgspec.Struct, frozen=True, gc=False):
    """What may come; without a place on the map, and at the end, only the events."""

    events: tuple[EventOdds, ...]
    lose_life: float | UnsetType = UNSET  # by the next event, from 0 to 1
    friend_loses_life: float | UnsetType | None = UNSET  # null: it is not found yet
    slide_to: list[str] | UnsetType = UNSET  # names of hexes that a path leads down to
    rounds_to_flood: int | UnsetType | None = UNSET  # until the row is flooded; null: start circles are not
    rounds_to_loss: int | UnsetType = UNSET  # until the water is above you
    friend_rounds_to_loss: int | UnsetType = UNSET  # not before it is found
    bear_comes: float | UnsetType = UNSET  # to your hex, from 0 to 1; not while there is no bear


class Position(View, frozen=True, gc=False):
    """Everything on the table: nothing in the caverns is hidden."""

    map: int  # its number; of a drawn cavern the map whose rooms and exits it has; 0: a designer made it
    set: int  # whose maps they are; 0: a drawn cavern, or a designer's map
    drawn: int  # the number of a cavern drawn by chance; 0: none of them
    title: str  # of the map; empty where a designer made it
    rows: list[Row]  # from the top down
    hexes: list[Hex]
    water: Water
    round: int
    most_rounds: int  # after which the game ends at the latest
    character: Character
    friend: Friend
    bear: str | None  # the name of its hex; null: there is none
    rerolls: Rerolls
    event: Event | None  # that was rolled in this turn
    slides: int  # rock slides still to come down
    row_die: int | None  # where the next rock slide, or the friend, will be
    phase: Phase | Literal["over"]
    is_rolling: bool  # dice come next
    steps: list[Step]  # while you act
    odds: Odds
    is_over: bool
    ending: Ending | None


EVENT_ODDS = tuple(
    EventOdds(face, name, EFFECTS[face], round(EVENT_CHANCE, 4)) for face, name in enumerate(EVENT_TITLES) if name
)
assert len(EVENT_ODDS) == NUM_OUTCOMES


def view(box: Records, state: Records) -> Position:
    """Everything on the table: nothing in the caverns is hidden."""
    now, contents = state[0], box[0]
    plan = plan_of(box)
    is_revealed = bool(now.friend != NOWHERE)
    return Position(
        map=int(contents.map),
        set=int(contents.set),
        drawn=int(contents.drawn),
        title=plan.title,
        rows=[_row(box, now, row) for row in range(1, NUM_ROWS + 1)],
        hexes=[_hex(box, now, place) for place in plan.hexes],
        water=Water(int(now.water), int(contents.total), bool(now.is_dry)),
        round=int(now.rounds),
        most_rounds=int(contents.most_rounds),
        character=Character(
            card=int(contents.character),
            place=_place(box, int(now.here)),
            start=_place(box, int(now.start)),
            life=int(now.life),
            most_life=int(contents.most_life),
            stored=int(now.stored),
            most_stored=int(contents.most_stored),
            left=int(now.left),
            is_disoriented=bool(now.is_disoriented),
            is_sheltered=bool(now.is_sheltered),
            trigger_row=int(contents.trigger_row),
        ),
        friend=Friend(
            is_revealed=is_revealed,
            place=_place(box, int(now.friend)),
            life=int(now.friend_life),
            is_together=bool(is_revealed and now.friend == now.here),
            row=int(contents.friend_row) or None,
        ),
        bear=_place(box, int(now.bear)),
        rerolls=Rerolls(int(now.rerolls), int(contents.rerolls)),
        event=EVENT_TITLES[now.event] or None,
        slides=int(now.slides),
        row_die=int(now.row) or None,
        phase="over" if now.phase == ENDED else PHASES[int(now.phase)],
        is_rolling=bool(now.to_act == CHANCE),
        steps=_steps(box, now),
        odds=odds(box, state),
        is_over=bool(now.to_act == OVER),
        ending=ENDINGS.get(int(now.ending)),
    )


def _place(box: Records, place: int) -> str | None:
    return None if place == NOWHERE else place_name(box, place)


def _row(box: Records, now: Any, row: int) -> Row:
    contents = box[0]
    below = int(contents.full[row + 1]) if row < NUM_ROWS else 0
    circles = int(contents.full[row]) - below
    return Row(
        row=row,
        rocks=int(contents.capacity[row]),
        circles=circles,
        filled=min(max(int(now.water) - below, 0), circles),
        is_flooded=bool(kernels.is_flooded(contents, now, row)),
        is_marked=bool(row == contents.marked_row),
    )


def _hex(box: Records, now: Any, place: int) -> Hex:
    contents = box[0]
    row, kind, name = int(contents.row[place]), int(contents.kind[place]), place_name(box, place)
    return Hex(
        id=f"hex:{name}",
        name=name,
        title=plan_of(box).hexes[place].name,
        kind=KINDS[kind],
        row=row,
        column=int(contents.column[place]) or None,
        across=int(contents.across[place]),
        x=round(int(contents.across[place]) * sqrt(3) / 2, 3),
        y=row * 1.5,
        paths=[SIDES[side] for side in range(NUM_SIDES) if contents.path[place, side] != NOWHERE],
        rocks=int(now.rocks[place]),
        capacity=int(contents.capacity[row]) if kind == PASSAGE else 0,
        is_blocked=bool((int(now.blocked) >> place) & 1),
        is_flooded=bool(row < START_ROW and kernels.is_flooded(contents, now, row)),
    )


def _steps(box: Records, now: Any) -> list[Step]:
    """Where paths lead from here, and what each step would cost."""
    if now.phase != ACTING:
        return []
    found = []
    for side in range(NUM_SIDES):
        place = int(box[0].path[int(now.here), side])
        if place != NOWHERE:
            found.append(
                Step(
                    side=SIDES[side],
                    place=place_name(box, place),
                    cost=int(kernels.cost(box[0], now, place, kernels.STEP_COST)),
                    cost_with_friend=int(kernels.cost(box[0], now, place, kernels.LEAD_COST)),
                    is_climb=bool(now.rocks[place]),
                    is_blocked=bool((int(now.blocked) >> place) & 1),
                )
            )
    return found


def odds(box: Records, state: Records) -> Odds:
    """What may come: the six events, the chance to lose a life, rounds until the water arrives, the bear."""
    now, contents = state[0], box[0]
    here, friend = int(now.here), int(now.friend)
    if here == NOWHERE or now.phase == ENDED:
        return Odds(EVENT_ODDS)
    row, has_friend = int(contents.row[here]), friend != NOWHERE
    friend_loses_life = None
    if has_friend:
        slip = EVENT_CHANCE if friend == here else 0.0
        friend_loses_life = round(slip + _rock_chance(box, now, friend), 4)
    below = {int(way_down(contents, now, side)) for side in (SOUTHWEST, SOUTHEAST)} - {NOWHERE}
    bear_comes: float | UnsetType = UNSET
    if now.bear != NOWHERE:
        meets = sum(int(kernels.bear_goes(contents, now, face)) == here != int(now.bear) for face in range(NUM_SIDES))
        bear_comes = round(meets / NUM_SIDES, 4)
    return Odds(
        events=EVENT_ODDS,
        lose_life=round(EVENT_CHANCE + _rock_chance(box, now, here), 4),
        friend_loses_life=friend_loses_life,
        slide_to=[place_name(box, place) for place in sorted(below)],
        rounds_to_flood=None if row == START_ROW else _rounds_to(box, now, row),
        rounds_to_loss=_rounds_to(box, now, row - 1),
        friend_rounds_to_loss=_rounds_to(box, now, int(contents.row[friend]) - 1) if has_friend else UNSET,
        bear_comes=bear_comes,
    )


def _rock_chance(box: Records, now: Any, place: int) -> float:
    """That the next event brings a rock slide down on this place."""
    if box[0].kind[place] != PASSAGE or (int(now.blocked) >> place) & 1:
        return 0.0
    return EVENT_CHANCE * (CHANCE_OF_HEX + 1 - (1 - CHANCE_OF_HEX) ** 2)


def _rounds_to(box: Records, now: Any, row: int) -> int:
    """Rounds until the row is flooded; above row 1: until no circle is left."""
    level = int(box[0].total) + 1 if row == 0 else int(box[0].full[row])
    return max(0, level - int(now.water)) + int(now.is_dry)


def path(box: Records, state: Records, action: int) -> tuple[str, ...]:
    """A hex, and whom to take along where there is a choice; or a button; or the hex to slide to."""
    now = state[0]
    if action in {SLIDE_LEFT, SLIDE_RIGHT}:
        place = int(box[0].path[int(now.here), SOUTHWEST if action == SLIDE_LEFT else SOUTHEAST])
        return (f"hex:{place_name(box, place)}",)
    if action >= PASS:
        return (f"button:{WORDS[action]}",)
    is_lead = action >= LEAD
    place = int(box[0].path[int(now.here), action - (LEAD if is_lead else STEP)])
    if now.friend != now.here:
        return (f"hex:{place_name(box, place)}",)
    return f"hex:{place_name(box, place)}", "with:friend" if is_lead else "with:nobody"


def is_seen(box: Records, state: Records, action: int, seat: int) -> bool:
    """Everybody sees every die and every move."""
    return True


def reveals(box: Records, state: Records, action: int) -> bool:
    """No action shows anybody what was hidden."""
    return False


def purpose(box: Records, state: Records) -> Purpose:
    """Each kind of roll, by what it is for: the start, an event, a rock slide, the bear."""
    return Purpose(state["phase"].item(0), 0)
