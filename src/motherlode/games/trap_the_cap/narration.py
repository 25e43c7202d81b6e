"""What happened in Trap the Cap, in words.

The German words are those of the web client (web/src/text/trap_the_cap.ts).
"""

from collections.abc import Sequence

import numpy as np

from motherlode.core.contract import CHANCE, Records
from motherlode.games.trap_the_cap import kernels
from motherlode.games.trap_the_cap.components import FEWEST, GREY, LAST, MOST, OWN_GOLD, TURN_CAP
from motherlode.games.trap_the_cap.notation import (
    cap_name,
    colour_of,
    golden_code,
    moved_cap,
    say_colour,
    space_name,
    stack_of,
)
from motherlode.games.trap_the_cap.standing import owner_of

TEXTS: dict[str, dict[str, str]] = {
    # Throws
    "throws": {"en": "{player} throws a {face}.", "de": "{player} würfelt eine {face}."},
    "throws in vain": {
        "en": "{player} throws a {face}; no cap can move, but the right to throw again remains.",
        "de": "{player} würfelt eine {face}; kein Hut kann ziehen, aber noch einmal würfeln ist erlaubt.",
    },
    "loses throw": {
        "en": "{player} throws a {face}; no cap can move, the throw is lost.",
        "de": "{player} würfelt eine {face}; kein Hut kann ziehen, der Wurf verfällt.",
    },
    "again": {"en": "{player} throws again.", "de": "{player} würfelt noch einmal."},
    "stops": {"en": "{player} does not throw again.", "de": "{player} würfelt nicht noch einmal."},
    # Moves
    "moves": {"en": "{cap} moves {die} {place}", "de": "{cap} zieht um {die} {place}"},
    "moves laden": {
        "en": "{cap} moves {die} with {captives} {place}",
        "de": "{cap} zieht um {die} mit {captives} {place}",
    },
    "comes out": {
        "en": "{cap} comes out with a {die} {place}",
        "de": "{cap} kommt mit einer {die} heraus {place}",
    },
    "moves home": {"en": "{cap} moves {die}, {brought}", "de": "{cap} zieht um {die} und {brought}"},
    "goes on": {"en": "; it comes out {place}", "de": "; er kommt {place} wieder heraus"},
    "brings": {"en": "enters its base with {captives}: {what}", "de": "bringt {captives} heim: {what}"},
    "is kept": {"en": "{caps} is kept", "de": "{caps} bleibt gefangen"},
    "are kept": {"en": "{caps} are kept", "de": "{caps} bleiben gefangen"},
    "is free": {"en": "{caps} is free again", "de": "{caps} ist wieder frei"},
    "are free": {"en": "{caps} are free again", "de": "{caps} sind wieder frei"},
    "plays for": {
        "en": "the Golden Cap now plays for {colour}",
        "de": "der Goldene Hut spielt jetzt für {colour}",
    },
    "traps": {"en": " and traps {caps}", "de": " und fängt {caps}"},
    "laden": {"en": "{cap} with {captives}", "de": "{cap} mit {captives}"},
    # The Golden Cap
    "golden stays": {
        "en": "The Golden Cap of {colour} stays in its base",
        "de": "Der Goldene Hut von {colour} bleibt in seiner Heimat",
    },
    "golden home": {"en": "The Golden Cap of {colour} {brought}", "de": "Der Goldene Hut von {colour} {brought}"},
    "golden turns": {
        "en": "The Golden Cap of {colour} turns {place}",
        "de": "Der Goldene Hut von {colour} wendet {place}",
    },
    "golden ends": {
        "en": "The Golden Cap of {colour} ends {place}",
        "de": "Der Goldene Hut von {colour} landet {place}",
    },
    "golden": {"en": "the Golden Cap", "de": "der Goldene Hut"},
    "golden trapped": {"en": "the Golden Cap", "de": "den Goldenen Hut"},
    # Places: where a move leads to, and where it ends
    "to centre": {"en": "to the centre", "de": "in die Mitte"},
    "on centre": {"en": "on the centre", "de": "in der Mitte"},
    "to grey": {"en": "to grey space {name}", "de": "auf das graue Feld {name}"},
    "on grey": {"en": "on grey space {name}", "de": "auf dem grauen Feld {name}"},
    "to space": {"en": "to space {name}", "de": "auf Feld {name}"},
    "on space": {"en": "on space {name}", "de": "auf Feld {name}"},
    "junction of": {"en": "{place}, the junction of {colour}", "de": "{place} vor der Heimat von {colour}"},
    "junction": {"en": "{place}, a junction", "de": "{place} vor einer leeren Heimat"},
    # Captives: one and many; in German one is always in the accusative or the dative
    "captive": {"en": "{count} captive", "de": "{count} Gefangenen"},
    "captives": {"en": "{count} captives", "de": "{count} Gefangene"},
    "with captives": {"en": "{count} captives", "de": "{count} Gefangenen"},
    "list": {"en": "{list} and {last}", "de": "{list} und {last}"},
    # The end
    "turn cap": {
        "en": "The cap on turns ends the game, and captives kept in bases decide. ",
        "de": "Die Höchstzahl der Züge ist erreicht, und die Gefangenen in der Heimat entscheiden. ",
    },
    "still neutral": {
        "en": "Nobody wins: the Golden Cap is still neutral.",
        "de": "Niemand gewinnt: Der Goldene Hut ist noch neutral.",
    },
    "wins by gold": {
        "en": "{winners} wins with the Golden Cap.",
        "de": "{winners} gewinnt mit dem Goldenen Hut.",
    },
    "last": {
        "en": "{winners} {win} with the last free caps.",
        "de": "{winners} {win} mit den letzten freien Hüten.",
    },
    "all share": {"en": "All share the first place: {scores}.", "de": "Alle teilen sich den ersten Platz: {scores}."},
    "fewest": {
        "en": "{winners} {win}. Caps still free: {scores}.",
        "de": "{winners} {win}. Noch freie Hüte: {scores}.",
    },
    "most": {"en": "{winners} {win}. Caps trapped: {scores}.", "de": "{winners} {win}. Gefangene Hüte: {scores}."},
    "wins": {"en": "wins", "de": "gewinnt"},
    "win": {"en": "win", "de": "gewinnen"},
}


def narrate(
    box: Records, before: Records, action: int | None, after: Records, names: Sequence[str], language: str = "en"
) -> str:
    """One sentence, such as: Red 3 moves 5 to space 17 and traps blue 2."""
    assert action is not None  # nothing is hidden in Trap the Cap
    was, now, contents = before[0], after[0], box[0]
    player = _player(box, int(was.seat), names, language)
    if was.to_act == CHANCE:
        text = "throws"
        if now.to_act != was.seat:
            text = "loses throw"
        elif now.die == 0:
            text = "throws in vain"
        return tell(language, text, player=player, face=action + 1)
    if action >= contents.again:
        return tell(language, "again" if action == contents.again else "stops", player=player)
    code = golden_code(box, action)
    if code is None:
        return f"{_move(box, before, action, after, language)}."
    return f"{_golden(box, before, code, after, language)}."


def tell(language: str, text: str, **parts: object) -> str:
    """A text of TEXTS in a language, its blanks filled."""
    return TEXTS[text][language].format(**parts)


def where(box: Records, space: int, way: str, language: str) -> str:
    """`to the centre`, `on grey space 4`, `to space 14, the junction of red`: a space in words; `way`: `to` or `on`."""
    contents = box[0]
    if space == contents.spaces - 1:
        return tell(language, f"{way} centre")
    is_junction = space < contents.bases * contents.sector and space % contents.sector == 0
    is_grey = contents.kind[space] == GREY and not is_junction
    place = tell(language, f"{way} grey" if is_grey else f"{way} space", name=space_name(box, space))
    if not is_junction:
        return place
    for seat in range(int(contents.seats)):
        if contents.seat_base[seat] == space // int(contents.sector):
            return tell(language, "junction of", place=place, colour=say_colour(colour_of(box, seat), language))
    return tell(language, "junction", place=place)


def listed(words: Sequence[str], language: str) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else tell(language, "list", list=", ".join(words[:-1]), last=words[-1])


def _player(box: Records, seat: int, names: Sequence[str], language: str) -> str:
    return f"{names[seat]} ({say_colour(colour_of(box, seat), language)})"


def _cap(box: Records, cap: int, language: str, golden: str = "golden") -> str:
    """`red 3`; the Golden Cap as the text `golden` has it."""
    if cap == box[0].gold:
        return tell(language, golden)
    colour, number = cap_name(box, cap).split()
    return f"{say_colour(colour, language)} {number}"


def _captives(count: int, language: str, many: str) -> str:
    """`1 captive`, or the text `many`."""
    return tell(language, "captive" if count == 1 else many, count=count)


def _trapped(box: Records, before: Records, after: Records, cap: int, language: str) -> str:
    """` and traps red 2 with 1 captive`, or nothing."""
    was_under = stack_of(box, before, cap)
    groups = [
        top
        for top in range(int(box[0].num_caps))
        if top != cap and before[0].top[top] == top and after[0].top[top] == cap and top not in was_under
    ]
    if not groups:
        return ""
    parts = []
    for top in groups:
        name, under = _cap(box, top, language, "golden trapped"), len(stack_of(box, before, top))
        captives = _captives(under, language, "with captives")
        parts.append(tell(language, "laden", cap=name, captives=captives) if under else name)
    return tell(language, "traps", caps=listed(parts, language))


def _brought(box: Records, before: Records, after: Records, cap: int, language: str) -> str:
    """`enters its base with 2 captives: red 1 is kept, green 4 is free again`."""
    under = stack_of(box, before, cap)
    owner = owner_of(box[0], before[0], cap)
    kept = [_cap(box, one, language) for one in under if after[0].top[one] != one]
    freed = [_cap(box, one, language) for one in under if after[0].top[one] == one and one != box[0].gold]
    parts = []
    if kept:
        parts.append(tell(language, "is kept" if len(kept) == 1 else "are kept", caps=listed(kept, language)))
    if freed:
        parts.append(tell(language, "is free" if len(freed) == 1 else "are free", caps=listed(freed, language)))
    if box[0].gold in under:
        parts.append(tell(language, "plays for", colour=say_colour(colour_of(box, int(owner)), language)))
    return tell(language, "brings", captives=_captives(len(under), language, "captives"), what=", ".join(parts))


def _move(box: Records, before: Records, action: int, after: Records, language: str) -> str:
    cap, code = moved_cap(box, before, action)
    contents, die, spaces = box[0], int(before[0].die), int(box[0].spaces)
    name = _cap(box, cap, language).capitalize()
    trapped = _trapped(box, before, after, cap, language)
    if code < spaces:
        num_under = len(stack_of(box, before, cap))
        text = "moves laden" if num_under else "moves"
        if before[0].place[cap] >= spaces:
            text = "comes out"
        captives = _captives(num_under, language, "with captives")
        place = where(box, code, "to", language)
        return tell(language, text, cap=name, die=die, captives=captives, place=place) + trapped
    brought = _brought(box, before, after, cap, language)
    words = tell(language, "moves home", cap=name, die=die, brought=brought)
    if code > spaces:
        end = int(contents.near[contents.seat_base[contents.owner[cap]], code - spaces - 1])
        words += tell(language, "goes on", place=where(box, end, "on", language)) + trapped
    return words


def _golden(box: Records, before: Records, code: int, after: Records, language: str) -> str:
    spaces, gold = int(box[0].spaces), int(box[0].gold)
    colour = say_colour(colour_of(box, int(before[0].seat)), language)
    if code == spaces:
        if before[0].place[gold] >= spaces:
            return tell(language, "golden stays", colour=colour)
        return tell(language, "golden home", colour=colour, brought=_brought(box, before, after, gold, language))
    is_turn = code > spaces
    place = where(box, code - spaces - 1 if is_turn else code, "on", language)
    words = tell(language, "golden turns" if is_turn else "golden ends", colour=colour, place=place)
    return words + _trapped(box, before, after, gold, language)


def conclude(box: Records, state: Records, names: Sequence[str], language: str = "en") -> str:
    """Who won, and by what."""
    contents, now = box[0], state[0]
    seats = range(int(contents.seats))
    scores, won = np.zeros(len(seats), np.int32), np.zeros(len(seats), np.int32)
    kernels.scores(box, state, 0, scores)
    kernels.outcome(box, state, 0, won)
    winners = [_player(box, seat, names, language) for seat in seats if won[seat]]
    ending = MOST if now.ended == TURN_CAP else int(contents.ending)
    if ending == OWN_GOLD:
        text = "wins by gold" if winners else "still neutral"
    elif ending == LAST:
        text = "last"
    elif len(winners) == contents.seats:
        text = "all share"
    else:
        text = "fewest" if ending == FEWEST else "most"
    start = tell(language, "turn cap") if now.ended == TURN_CAP else ""
    return start + tell(
        language,
        text,
        winners=listed(winners, language) if winners else "",
        win=tell(language, "wins" if len(winners) == 1 else "win"),
        scores=", ".join(f"{say_colour(colour_of(box, seat), language)} {scores[seat]}" for seat in seats),
    )
