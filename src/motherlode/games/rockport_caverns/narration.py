"""What happened in the Rockport Caverns, in words."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias, get_args

from motherlode.core.contract import OVER, Records
from motherlode.games.rockport_caverns.actions import KEEP, LEAD, PASS, REROLL, STEP, STOP, STORE
from motherlode.games.rockport_caverns.components import EXIT, NOWHERE, NUM_ROWS, ROOM, START_ROW, plan_of
from motherlode.games.rockport_caverns.notation import ENDINGS, place_name
from motherlode.games.rockport_caverns.state import (
    ACTING,
    DISORIENTED,
    DROWNED,
    FRIEND_DROWNED,
    REROLLING,
    ROLLING_BEAR,
    ROLLING_COLUMN,
    ROLLING_EVENT,
    ROLLING_ROW,
    SEEKING_COLUMN,
    SEEKING_ROW,
    SLIDE,
    SLIDING,
    STARTING,
    TRAPPED,
    WON,
)

Event: TypeAlias = Literal["No Action", "Slip and Fall", "Rock Slide", "Disoriented", "Slide", "Rock Slides"]
EVENT_TITLES: tuple[Event | Literal[""], ...] = ("", *get_args(Event))  # by the face of the die
Say = Callable[..., str]  # a text of TEXTS, filled, in the language of the reader

# {place} is a hex, 4-3, the same in every language; {to} is the way to any place.
TEXTS: dict[str, dict[str, str]] = {
    # Places
    "to hex": {"en": "to {place}", "de": "nach {place}"},
    "to exit": {"en": "to exit {number}", "de": "zu Ausgang {number}"},
    "to Bear's Den": {"en": "to the Bear's Den", "de": "in die Bärenhöhle"},
    "to Hen's Nest Gemstones": {"en": "to the Hen's Nest Gemstones", "de": "zu den Edelsteinen im Hennennest"},
    "to The Patriot's Rock": {"en": "to the Patriot's Rock", "de": "zum Patriotenfelsen"},
    "to The Pouch": {"en": "to the Pouch", "de": "zum Beutel"},
    "to Ammo Rocks": {"en": "to the Ammo Rocks", "de": "zu den Munitionsfelsen"},
    "in Bear's Den": {"en": "In the Bear's Den", "de": "In der Bärenhöhle"},
    "in Hen's Nest Gemstones": {"en": "In the Hen's Nest Gemstones", "de": "Bei den Edelsteinen im Hennennest"},
    "in The Patriot's Rock": {"en": "In the Patriot's Rock", "de": "Am Patriotenfelsen"},
    "in The Pouch": {"en": "In the Pouch", "de": "Beim Beutel"},
    "in Ammo Rocks": {"en": "In the Ammo Rocks", "de": "Bei den Munitionsfelsen"},
    # Dice
    "start die": {
        "en": "The start die shows {face}: {player} begins on start circle {face}.",
        "de": "Der Startwürfel zeigt {face}: {player} beginnt auf Startkreis {face}.",
    },
    "row die": {
        "en": "Rocks come down: the row die shows {face}.",
        "de": "Felsen stürzen herab: Der Reihenwürfel zeigt {face}.",
    },
    "column die": {
        "en": "The column die shows {face}: {result}.",
        "de": "Der Spaltenwürfel zeigt {face}: {result}.",
    },
    "no hex": {"en": "there is no such hex in row {row}", "de": "In Reihe {row} gibt es keine solche Höhle"},
    "blocked before": {"en": "{place} is blocked already", "de": "{place} ist schon versperrt"},
    "blocked now": {"en": "rocks on {place}, which is blocked now", "de": "Felsen versperren jetzt {place}"},
    "rocks": {"en": "rocks on {place}, {count} of {most}", "de": "Felsen auf {place}, {count} von {most}"},
    "held": {
        "en": "rocks on {place} would leave no way, nothing falls",
        "de": "Felsen auf {place} ließen keinen Weg, nichts fällt",
    },
    "friend row": {
        "en": "The friend's row die shows {face}: row {row}.",
        "de": "Der Reihenwürfel für den Freund zeigt {face}: Reihe {row}.",
    },
    "friend column": {
        "en": "The friend's column die shows {face}: the friend is on {place}.",
        "de": "Der Spaltenwürfel für den Freund zeigt {face}: Der Freund ist auf {place}.",
    },
    "bear stays": {
        "en": "The bear's die shows {face}: it has nowhere to go.",
        "de": "Der Bärenwürfel zeigt {face}: Der Bär kann nirgendwohin.",
    },
    "bear goes": {
        "en": "The bear's die shows {face}: it goes {to}.",
        "de": "Der Bärenwürfel zeigt {face}: Der Bär geht {to}.",
    },
    # Events
    "No Action": {"en": "No Action", "de": "Nichts"},
    "Slip and Fall": {"en": "Slip and Fall", "de": "Sturz"},
    "Rock Slide": {"en": "Rock Slide", "de": "Steinschlag"},
    "Disoriented": {"en": "Disoriented", "de": "Verwirrt"},
    "Slide": {"en": "Slide", "de": "Rutsch"},
    "Rock Slides": {"en": "Rock Slides", "de": "Steinschläge"},
    "event": {"en": "Event {face}, {event}.", "de": "Ereignis {face}, {event}."},
    "could undo": {"en": " A re-roll could undo it.", "de": " Ein Neuwurf könnte es abwenden."},
    "must choose": {"en": " A way down must be chosen.", "de": " Ein Weg hinunter muss gewählt werden."},
    "no way down": {"en": " There is no way down.", "de": " Es gibt keinen Weg hinunter."},
    "slides": {"en": " {player} slides down {to}.", "de": " {player} rutscht {to} hinunter."},
    "both slide": {
        "en": " {player} and the friend slide down {to}.",
        "de": " {player} und der Freund rutschen {to} hinunter.",
    },
    "disoriented": {
        "en": " The way is lost for a moment.",
        "de": " Für einen Augenblick ist der Weg verloren.",
    },
    "one action": {"en": " Next turn has one action.", "de": " Der nächste Zug hat nur eine Aktion."},
    # What the player does
    "rests": {"en": "{player} rests for a turn: no event.", "de": "{player} rastet einen Zug lang: kein Ereignis."},
    "stores": {
        "en": "{player} stores an action and has {stored} stored.",
        "de": "{player} hebt eine Aktion auf und hat {stored} im Vorrat.",
    },
    "ends turn": {"en": "{player} ends the turn.", "de": "{player} beendet den Zug."},
    "re-rolls": {
        "en": "{player} uses a re-roll: {nothing} instead of {event}; {rerolls} left.",
        "de": "{player} nutzt einen Neuwurf: „{nothing}“ statt „{event}“; Neuwürfe übrig: {rerolls}.",
    },
    "accepts": {"en": "{player} accepts {event}.", "de": "{player} nimmt „{event}“ hin."},
    "chooses slide": {
        "en": "{player} chooses to slide down {to}.",
        "de": "{player} wählt den Weg und rutscht {to} hinunter.",
    },
    "goes": {"en": "{player} goes {to}", "de": "{player} geht {to}"},
    "wades": {"en": "{player} wades {to}", "de": "{player} watet {to}"},
    "climbs": {"en": "{player} climbs over rocks {to}", "de": "{player} klettert über Felsen {to}"},
    "leads, goes": {"en": "{player} leads the friend {to}", "de": "{player} führt den Freund {to}"},
    "leads, wades": {
        "en": "{player} leads the friend, wades {to}",
        "de": "{player} führt den Freund und watet {to}",
    },
    "leads, climbs": {
        "en": "{player} leads the friend, climbs over rocks {to}",
        "de": "{player} führt den Freund und klettert über Felsen {to}",
    },
    "must stop": {"en": " and must stop", "de": " und muss halten"},
    "room": {
        "en": " {inside} there is no event this turn and no water next round.",
        "de": " {inside} gibt es diesen Zug kein Ereignis und nächste Runde kein Wasser.",
    },
    "marked row": {"en": " Row {row} is the marked row.", "de": " Reihe {row} ist die markierte Reihe."},
    "bear": {"en": " The bear is here!", "de": " Der Bär ist hier!"},
    "cry": {"en": " A faint cry for help is heard.", "de": " Ein schwacher Hilferuf ist zu hören."},
    "reached": {"en": " {player} has reached the friend.", "de": " {player} hat den Freund erreicht."},
    # Lives and water
    "friend": {"en": "The friend", "de": "Der Freund"},
    "gains": {
        "en": " {who} gains {change} life and has {life}.",
        "de": " {who} gewinnt {change} Leben und hat jetzt {life}.",
    },
    "loses": {
        "en": " {who} loses {change} life and has {life}.",
        "de": " {who} verliert {change} Leben und hat noch {life}.",
    },
    "loses all": {
        "en": " {who} loses {change} life and has 0.",
        "de": " {who} verliert {change} Leben und hat keins mehr.",
    },
    "water stays": {
        "en": " Round {round}: the water stays at {water} of {total}.",
        "de": " Runde {round}: Das Wasser bleibt bei {water} von {total}.",
    },
    "water rises": {
        "en": " Round {round}: the water rises to {water} of {total}{flooded}.",
        "de": " Runde {round}: Das Wasser steigt auf {water} von {total}{flooded}.",
    },
    "flooded": {"en": "; row {row} is flooded", "de": "; Reihe {row} ist überflutet"},
    # The end
    "won": {
        "en": "{player} and the friend get out by exit {number} in round {round}, "
        "with {life} and {friend_life} life and the water at {water} of {total}.",
        "de": "{player} und der Freund kommen in Runde {round} durch Ausgang {number} hinaus, "
        "mit {life} und {friend_life} Leben; das Wasser steht bei {water} von {total}.",
    },
    "lost": {"en": "Lost in round {round}: {why}.", "de": "Verloren in Runde {round}: {why}."},
    "lost unheard": {
        "en": "Lost in round {round} before the friend was heard: {why}.",
        "de": "Verloren in Runde {round}, bevor der Freund zu hören war: {why}.",
    },
    "dead": {"en": "{player} has no life left", "de": "{player} hat kein Leben mehr"},
    "friend dead": {"en": "the friend has no life left", "de": "Der Freund hat kein Leben mehr"},
    "drowned": {
        "en": "the water rose over {player}, in row {row}",
        "de": "Das Wasser stieg über {player}, in Reihe {row}",
    },
    "drowned at start": {
        "en": "the water rose over {player}, on the start circle",
        "de": "Das Wasser stieg über {player}, auf dem Startkreis",
    },
    "friend drowned": {
        "en": "the water rose over the friend, in row {row}",
        "de": "Das Wasser stieg über den Freund, in Reihe {row}",
    },
    "full": {"en": "the caverns are full of water", "de": "Die Höhlen sind voll Wasser"},
    "dark": {"en": "the lamp went out after {rounds} rounds", "de": "Die Lampe erlosch nach Runde {rounds}"},
    "buried": {
        "en": "rocks bury every hex where the friend could be",
        "de": "Felsen liegen überall, wo der Freund sein könnte",
    },
    "trapped": {
        "en": "{player} is trapped, rocks leave no way to the friend and out",
        "de": "{player} ist eingeschlossen, Felsen lassen keinen Weg zum Freund und hinaus",
    },
    "trapped unheard": {
        "en": "{player} is trapped, rocks leave no way to row {trigger} and out",
        "de": "{player} ist eingeschlossen, Felsen lassen keinen Weg zu Reihe {trigger} und hinaus",
    },
    "trapped together": {
        "en": "{player} and the friend are trapped, rocks leave no way out",
        "de": "{player} und der Freund sind eingeschlossen, Felsen lassen keinen Weg hinaus",
    },
}


def _say(language: str, text: str, **values: object) -> str:
    return TEXTS[text][language].format(**values)


def narrate(
    box: Records, before: Records, action: int | None, after: Records, names: Sequence[str], language: str = "en"
) -> str:
    """One sentence or two, such as `Ada leads the friend to 2-4. Round 7: the water rises to 9 of 14.`."""
    assert action is not None  # nothing is hidden in the caverns
    say = partial(_say, language)
    was, now = before[0], after[0]
    words = _what(say, box, was, action, now, names[0])
    words += _lives(say, was, now, names[0])
    if now.is_disoriented and not was.is_disoriented:
        words += say("one action")
    if now.rounds > was.rounds and now.to_act != OVER:
        words += _round(say, box, was, now)
    return words


def _what(say: Say, box: Records, was: Any, action: int, now: Any, player: str) -> str:
    """What the player did or a die shows, without lives and water."""
    phase = int(was.phase)
    if phase not in {ACTING, REROLLING, SLIDING}:
        return _die(say, box, was, action + 1, now, player)
    if action == PASS:
        return say("rests", player=player)
    if action == STORE:
        return say("stores", player=player, stored=now.stored)
    if action == STOP:
        return say("ends turn", player=player)
    if action == REROLL:
        undone, nothing = say(EVENT_TITLES[was.event]), say("No Action")
        return say("re-rolls", player=player, nothing=nothing, event=undone, rerolls=now.rerolls)
    if action == KEEP:
        event = int(was.event)
        return say("accepts", player=player, event=say(EVENT_TITLES[event])) + _event(say, box, was, now, event, player)
    if action < PASS:
        return _walk(say, box, was, action, now, player)
    return say("chooses slide", player=player, to=_to(say, box, int(now.here)))


def _die(say: Say, box: Records, was: Any, face: int, now: Any, player: str) -> str:
    """What a die shows, and what follows at once."""
    phase = int(was.phase)
    if phase == STARTING:
        return say("start die", face=face, player=player)
    if phase == ROLLING_ROW:
        return say("row die", face=face)
    if phase == ROLLING_COLUMN:
        return say("column die", face=face, result=_rock(say, box, was, face, now))
    if phase == SEEKING_ROW:
        return say("friend row", face=face, row=(face - 1) % 3 + 1)
    if phase == SEEKING_COLUMN:
        place = int(box[0].counted[int(was.row), face - 1])
        return say("friend column", face=face, place=place_name(box, place))
    if phase == ROLLING_EVENT:
        words = say("event", face=face, event=say(EVENT_TITLES[face]))
        return words + (say("could undo") if now.phase == REROLLING else _event(say, box, was, now, face, player))
    assert phase == ROLLING_BEAR
    if now.bear == was.bear:
        return say("bear stays", face=face)
    return say("bear goes", face=face, to=_to(say, box, int(now.bear)))


def _to(say: Say, box: Records, place: int) -> str:
    """The way to a place: `to 4-3`, `to the Bear's Den`, `to exit 1`; nobody goes to a start circle."""
    name = place_name(box, place)
    if box[0].kind[place] == ROOM:
        return say(f"to {_room(box, place)}")
    if box[0].kind[place] == EXIT:
        return say("to exit", number=name.removeprefix("exit-"))
    return say("to hex", place=name)


def _room(box: Records, place: int) -> str:
    """The name of a room on the map."""
    return plan_of(box).hexes[place].name


def _rock(say: Say, box: Records, was: Any, column: int, now: Any) -> str:
    """R1.6, R7.2, R7.3: what a rock slide does to the hex of its dice."""
    place = int(box[0].counted[int(was.row), column - 1])
    if place == NOWHERE:
        return say("no hex", row=was.row)
    name = place_name(box, place)
    if (int(was.blocked) >> place) & 1:
        return say("blocked before", place=name)
    if now.rocks[place] == was.rocks[place]:
        return say("held", place=name)
    count, most = int(was.rocks[place]) + 1, int(box[0].capacity[int(was.row)])
    return say("blocked now" if count >= most else "rocks", place=name, count=count, most=most)


def _event(say: Say, box: Records, was: Any, now: Any, event: int, player: str) -> str:
    """What an event did at once; rocks have dice of their own, lives are told by `_lives`."""
    if event == SLIDE:
        if now.here == was.here:
            return say("must choose" if now.event == SLIDE else "no way down")
        who = "both slide" if was.friend == was.here else "slides"
        return say(who, player=player, to=_to(say, box, int(now.here)))
    return say("disoriented") if event == DISORIENTED else ""


def _walk(say: Say, box: Records, was: Any, action: int, now: Any, player: str) -> str:
    """R5.2 to R5.4: a step alone or with the friend, and what is met on the hex."""
    is_lead = action >= LEAD
    place = int(box[0].path[int(was.here), action - (LEAD if is_lead else STEP)])
    is_climb = bool((int(was.rocky) >> place) & 1)
    verb = "climbs" if is_climb else "wades" if _is_wet(box, was, place) else "goes"
    words = say(f"leads, {verb}" if is_lead else verb, player=player, to=_to(say, box, place))
    if is_climb and now.to_act != OVER:
        words += say("must stop")
    words += "."
    if box[0].kind[place] == ROOM:
        words += say("room", inside=say(f"in {_room(box, place)}"))
    if box[0].row[place] == box[0].marked_row and box[0].row[int(was.here)] != box[0].marked_row:
        words += say("marked row", row=box[0].marked_row)
    if was.bear == place:
        words += say("bear")
    if now.phase in {SEEKING_ROW, SEEKING_COLUMN}:
        words += say("cry")
    elif was.friend == place and was.here != place:
        words += say("reached", player=player)
    return words


def _is_wet(box: Records, was: Any, place: int) -> bool:
    """R5.4: whether a step to a place begins or ends in a flooded row."""
    rows = (int(box[0].row[int(was.here)]), int(box[0].row[place]))
    return any(int(was.water) >= int(box[0].full[row]) for row in rows)


def _lives(say: Say, was: Any, now: Any, player: str) -> str:
    """Who gained or lost life."""
    words = ""
    for who, old, new in (
        (player, int(was.life), int(now.life)),
        (say("friend"), int(was.friend_life), int(now.friend_life)),
    ):
        if new != old:
            how = "gains" if new > old else "loses" if new > 0 else "loses all"
            words += say(how, who=who, change=abs(new - old), life=new)
    return words


def _round(say: Say, box: Records, was: Any, now: Any) -> str:
    """R4.1, R4.2: the round that begins and its water."""
    if now.water == was.water:
        return say("water stays", round=now.rounds, water=now.water, total=box[0].total)
    full = [row for row in range(1, NUM_ROWS + 1) if int(box[0].full[row]) == int(now.water)]
    flooded = say("flooded", row=full[0]) if full else ""
    return say("water rises", round=now.rounds, water=now.water, total=box[0].total, flooded=flooded)


def conclude(box: Records, state: Records, names: Sequence[str], language: str = "en") -> str:
    """R10, R11: how it ended, in which way, and how long it took."""
    say = partial(_say, language)
    now = state[0]
    ending = int(now.ending)
    if ending == WON:
        return say(
            "won",
            player=names[0],
            number=place_name(box, int(now.here)).removeprefix("exit-"),
            round=now.rounds,
            life=now.life,
            friend_life=now.friend_life,
            water=now.water,
            total=box[0].total,
        )
    row = int(box[0].row[int(now.friend if ending == FRIEND_DROWNED else now.here)])
    how: str = ENDINGS[ending]
    if ending == DROWNED and row == START_ROW:
        how = "drowned at start"
    elif ending == TRAPPED and now.friend == NOWHERE:
        how = "trapped unheard"
    elif ending == TRAPPED and now.friend == now.here:
        how = "trapped together"
    why = say(how, player=names[0], row=row, rounds=now.rounds, trigger=box[0].trigger_row)
    return say("lost unheard" if now.friend == NOWHERE else "lost", round=now.rounds, why=why)
