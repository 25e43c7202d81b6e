"""What happened in Minecart Mayhem, in words."""

from collections.abc import Callable, Sequence
from functools import partial

from motherlode.core.contract import Records
from motherlode.games.minecart_mayhem.actions import (
    CHOOSE_LANE,
    DISCARD_CARD,
    PASS,
    PLAY_DYNAMITE,
    PLAY_RAIL,
    PLAY_ROCKET,
    PLAY_SWAP,
)
from motherlode.games.minecart_mayhem.components import (
    DOUBLE,
    DYNAMITE,
    FRONT,
    KINDS,
    RAIL,
    ROCKET,
    ROWS,
    STALACTITE,
)
from motherlode.games.minecart_mayhem.notation import kind_of, stalactite_ahead, stalactite_lane, stalactites
from motherlode.games.minecart_mayhem.state import (
    ALIVE,
    BLASTED,
    CHOOSE,
    COLLAPSE,
    COLLAPSED,
    DEAL,
    DERAILED,
    DRAW,
    END,
    LAUNCHED,
    NOWHERE,
    PLAY,
    ROLL,
    SHARE,
    WIN,
)
from motherlode.games.minecart_mayhem.views import drawer, odds_of

Say = Callable[..., str]  # a text of TEXTS, filled, in the language of the reader

# {lane} comes after a preposition, in German with the dative; {of_lane} brings its own.
TEXTS: dict[str, dict[str, str]] = {
    "dealt": {"en": "{player} is dealt {card}.", "de": "{player} bekommt {card}."},
    "draws": {"en": "{player} draws {card}.", "de": "{player} zieht {card}."},
    "a card": {"en": "a card", "de": "eine Karte"},
    "chooses first": {"en": " {player} chooses a lane first.", "de": " {player} wählt zuerst eine Spur."},
    "pile": {
        "en": " The pile is empty: the discard pile is shuffled and becomes the pile.",
        "de": " Der Nachziehstapel ist leer: Die Ablage wird gemischt und zum neuen Nachziehstapel.",
    },
    # Cards as they are drawn or played, and as more is said about them
    "a rail": {"en": "a Rail", "de": "ein Gleis"},
    "a dynamite": {"en": "a Dynamite", "de": "ein Dynamit"},
    "a stalactite": {"en": "a Stalactite", "de": "einen Stalaktiten"},
    "a rocket": {"en": "a Rocket", "de": "eine Rakete"},
    "a double": {"en": "a Double", "de": "ein Doppel"},
    "a swap": {"en": "a Swap", "de": "einen Tausch"},
    "the rail": {"en": "The Rail", "de": "Das Gleis"},
    "the dynamite": {"en": "The Dynamite", "de": "Das Dynamit"},
    "the stalactite": {"en": "The Stalactite", "de": "Der Stalaktit"},
    "the rocket": {"en": "The Rocket", "de": "Die Rakete"},
    "the swap": {"en": "The Swap", "de": "Der Tausch"},
    # What a player does
    "chooses": {
        "en": "{player} puts a cart on rail {start} of lane {number}.",
        "de": "{player} stellt eine Lore auf Gleis {start} von Spur {number}.",
    },
    "passes": {"en": "{player} has no cards and passes.", "de": "{player} hat keine Karten und passt."},
    "discards": {
        "en": "{player} can declare nothing and discards {card}.",
        "de": "{player} kann nichts spielen und legt {card} ab.",
    },
    "doubles": {
        "en": "{player} plays a Double: two cards follow.",
        "de": "{player} spielt ein Doppel: Zwei Karten folgen.",
    },
    "declares": {
        "en": "{player} declares{ordinal} {card} {where}; it needs {needs} or more.",
        "de": "{player} spielt{ordinal} {card} {where}; nötig ist mindestens eine {needs}.",
    },
    "first": {"en": " first", "de": " als Erstes"},
    "second": {"en": " second", "de": " als Zweites"},
    # Where a card is aimed at
    "at front": {"en": "at the front of {lane}", "de": "vorn an {lane}"},
    "on front": {"en": "on the front rail {of_lane}", "de": "auf das vordere Gleis {of_lane}"},
    "on back": {"en": "on the back rail {of_lane}", "de": "auf das hintere Gleis {of_lane}"},
    "on row": {"en": "on row {row} {of_lane}", "de": "in Reihe {row} {of_lane}"},
    "on cart": {"en": "on {other}'s cart", "de": "auf die Lore von {other}"},
    "on own cart": {"en": "on {other}'s own cart", "de": "auf die eigene Lore"},
    "with cart": {"en": "with {other}'s cart", "de": "mit der Lore von {other}"},
    "lane": {"en": "lane {number}", "de": "Spur {number}"},
    "own lane": {"en": "{player}'s own lane {number}", "de": "der eigenen Spur {number}"},
    "lane of": {
        "en": "lane {number}, where {player}'s cart stands",
        "de": "Spur {number}, wo die Lore von {player} steht",
    },
    "of lane": {"en": "of lane {number}", "de": "von Spur {number}"},
    "of own lane": {"en": "of {player}'s own lane {number}", "de": "der eigenen Spur {number}"},
    "of lane of": {
        "en": "of lane {number}, where {player}'s cart stands",
        "de": "von Spur {number}, wo die Lore von {player} steht",
    },
    # What a roll does
    "rolls": {"en": "{player} rolls {number}: {result}.", "de": "{player} würfelt {number}: {result}."},
    "rail stays": {
        "en": "the Rail stays, and lane {number} now reaches row {row}",
        "de": "Das Gleis hält, und Spur {number} reicht jetzt bis Reihe {row}",
    },
    "rail fails": {"en": "the Rail does not hold", "de": "Das Gleis hält nicht"},
    "front blows up": {
        "en": "the Dynamite blows up row {row} at the front of {lane}",
        "de": "Das Dynamit sprengt Reihe {row} vorn an {lane}",
    },
    "back blows up": {
        "en": "the Dynamite blows up row {row} at the back of {lane}",
        "de": "Das Dynamit sprengt Reihe {row} hinten an {lane}",
    },
    "own front blows up": {
        "en": "the Dynamite fails and blows up row {row} at the front of {lane}",
        "de": "Das Dynamit misslingt und sprengt Reihe {row} vorn an {lane}",
    },
    "own back blows up": {
        "en": "the Dynamite fails and blows up row {row} at the back of {lane}",
        "de": "Das Dynamit misslingt und sprengt Reihe {row} hinten an {lane}",
    },
    "stalactite lies": {
        "en": "the Stalactite lies on row {row} {of_lane}",
        "de": "Der Stalaktit liegt in Reihe {row} {of_lane}",
    },
    "stalactite fails": {
        "en": "the Stalactite fails and lies on row {row} {of_lane}",
        "de": "Der Stalaktit misslingt und liegt in Reihe {row} {of_lane}",
    },
    "stalactite misses": {
        "en": "the Stalactite fails and finds no rail on row {row} {of_lane}",
        "de": "Der Stalaktit misslingt und findet kein Gleis in Reihe {row} {of_lane}",
    },
    "rocket fails": {"en": "the Rocket fails", "de": "Die Rakete misslingt"},
    "rocket breaks": {
        "en": "the Rocket pushes {other}'s cart against a stalactite, which breaks; the cart stays",
        "de": "Die Rakete schiebt die Lore von {other} gegen einen Stalaktiten, der zerbricht; die Lore bleibt stehen",
    },
    "rocket launches": {
        "en": "the Rocket pushes {other}'s cart off the rails",
        "de": "Die Rakete schiebt die Lore von {other} über das letzte Gleis hinaus",
    },
    "rocket pushes": {
        "en": "the Rocket pushes {other}'s cart on to row {row}",
        "de": "Die Rakete schiebt die Lore von {other} nach vorn in Reihe {row}",
    },
    "swap fails": {"en": "the Swap fails", "de": "Der Tausch misslingt"},
    "swaps": {
        "en": "{player}'s cart goes to row {row} of lane {number}, and {other}'s to row {other_row} of lane "
        "{other_number}",
        "de": "Die Lore von {player} rollt in Reihe {row} von Spur {number} und die von {other} in Reihe {other_row} "
        "von Spur {other_number}",
    },
    "eliminated": {"en": " {player} is eliminated.", "de": " {player} scheidet aus."},
    "not rolled": {"en": " {card} is discarded without a roll.", "de": " {card} wird ohne Wurf abgelegt."},
    # The end of a round, and of the game
    "collapse": {
        "en": "Round {number} ends and the cave collapses behind the carts.",
        "de": "Runde {number} endet, und hinter den Loren stürzt die Höhle ein.",
    },
    "falls": {
        "en": " {player}'s cart falls with the last rail.",
        "de": " Die Lore von {player} stürzt mit dem letzten Gleis ab.",
    },
    "derails": {"en": " {player}'s cart runs off the rails.", "de": " Die Lore von {player} entgleist."},
    "stopped": {
        "en": " A stalactite stops {player}'s cart and breaks.",
        "de": " Ein Stalaktit hält die Lore von {player} auf und zerbricht.",
    },
    "next round": {
        "en": " Round {number} begins, the torch is under lane {torch}.",
        "de": " Runde {number} beginnt, die Fackel steht unter Spur {torch}.",
    },
    "wins": {
        "en": "{player} is the last one standing and wins in round {number}.",
        "de": "Nur {player} steht noch und gewinnt in Runde {number}.",
    },
    "and": {"en": " and ", "de": " und "},
    "rounds over": {
        "en": "After {number} rounds {players} still stand and share a draw.",
        "de": "Nach Runde {number} stehen {players} noch: Remis.",
    },
    "fall together": {
        "en": "{players} fall together in round {number} and share a draw.",
        "de": "{players} scheiden in Runde {number} gemeinsam aus: Remis.",
    },
}


def _say(language: str, text: str, **values: object) -> str:
    return TEXTS[text][language].format(**values)


def narrate(
    box: Records, before: Records, action: int | None, after: Records, names: Sequence[str], language: str = "en"
) -> str:
    """One sentence or more: `Ada rolls 4: the Dynamite fails and blows up row 9 at the front of Ada's own lane 1.`."""
    say = partial(_say, language)
    was, now = before[0], after[0]
    phase = int(was.phase)
    if phase in (DEAL, DRAW):
        player = names[int(drawer(box[0], was))]
        card = say("a card" if action is None else f"a {KINDS[action]}")
        words = say("dealt" if phase == DEAL else "draws", player=player, card=card)
        if phase == DEAL and now.phase == CHOOSE:
            words += say("chooses first", player=names[0])
    elif phase == COLLAPSE:
        words = _round_end(say, before, after, names)
    elif phase == ROLL:
        assert action is not None  # rolls are open
        words = _roll(say, box, before, action, names)
        for other in range(len(names)):
            if was.fate[other] == ALIVE and now.fate[other] in (BLASTED, LAUNCHED):
                words += say("eliminated", player=names[other])
        if was.num_declared == 2 and now.num_declared == 0:
            words += say("not rolled", card=say(f"the {KINDS[was.declared[1]]}"))
    else:
        assert action is not None  # and so is what a player does
        words = _act(say, box, before, action, names)
    if phase != DEAL and now.pile_size > was.pile_size:
        words += say("pile")
    return words


def _act(say: Say, box: Records, before: Records, action: int, names: Sequence[str]) -> str:
    """What a seat does: choose a lane, declare a card, play a Double, discard, pass."""
    was = before[0]
    player = names[was.to_act]
    if was.phase == CHOOSE:
        return say("chooses", player=player, start=box[0].start, number=action - CHOOSE_LANE + 1)
    if action == PASS:
        return say("passes", player=player)
    if DISCARD_CARD <= action < PASS:
        return say("discards", player=player, card=say(f"a {KINDS[action - DISCARD_CARD]}"))
    kind = kind_of(action)
    if kind == DOUBLE:
        return say("doubles", player=player)
    needs = odds_of(box, kind, bool(was.is_doubled)).needs
    where = _where(say, box, before, action, kind, names)
    ordinal = "" if was.phase == PLAY else say("first" if was.num_declared == 0 else "second")
    return say("declares", player=player, ordinal=ordinal, card=say(f"a {KINDS[kind]}"), where=where, needs=needs)


def _where(say: Say, box: Records, before: Records, action: int, kind: int, names: Sequence[str]) -> str:
    """The target of a declaration: `on the back rail of lane 2, where Bo's cart stands`."""
    was = before[0]
    if kind == STALACTITE:
        lane = stalactite_lane(box[0], action)
        row = int(was.row[int(was.cart[lane])]) + stalactite_ahead(box[0], action)
        return say("on row", row=row, of_lane=_lane(say, before, lane, names, "of "))
    if kind == RAIL:
        return say("at front", lane=_lane(say, before, action - PLAY_RAIL, names))
    if kind == DYNAMITE:
        lane, end = divmod(action - PLAY_DYNAMITE, 2)
        return say("on front" if end == FRONT else "on back", of_lane=_lane(say, before, lane, names, "of "))
    if kind == ROCKET:
        other = action - PLAY_ROCKET
        return say("on own cart" if other == was.to_act else "on cart", other=names[other])
    return say("with cart", other=names[action - PLAY_SWAP])


def _lane(say: Say, state: Records, lane: int, names: Sequence[str], of: str = "") -> str:
    """`lane 2, where Bo's cart stands`, or `Ada's own lane 1`, for the seat to act."""
    seat = int(state[0].cart[lane])
    return say(f"{of}own lane" if seat == state[0].to_act else f"{of}lane of", player=names[seat], number=lane + 1)


def _roll(say: Say, box: Records, before: Records, outcome: int, names: Sequence[str]) -> str:
    """R3.4: what the die showed and what the card did."""
    was = before[0]
    seat = int(was.order[was.turn])
    kind, target, row = int(was.declared[0]), int(was.target[0]), int(was.target_row[0])
    number = outcome + 1
    has_succeeded = number >= odds_of(box, kind, bool(was.is_doubled)).needs
    mine = int(was.lane[seat])
    if kind == RAIL:
        result = say("rail stays", number=target + 1, row=was.front[target] + 1) if has_succeeded else say("rail fails")
    elif kind == DYNAMITE:
        lane, end = target // 2 if has_succeeded else mine, target % 2
        gone = was.front[lane] if end == FRONT else was.back[lane]
        if has_succeeded:
            aimed = say("lane", number=lane + 1)
            result = say("front blows up" if end == FRONT else "back blows up", row=gone, lane=aimed)
        else:
            own = say("own lane", player=names[seat], number=lane + 1)
            result = say("own front blows up" if end == FRONT else "own back blows up", row=gone, lane=own)
    elif kind == STALACTITE:
        if has_succeeded:
            result = say("stalactite lies", row=row, of_lane=say("of lane", number=target + 1))
        elif was.back[mine] <= row <= was.front[mine]:
            result = say("stalactite fails", row=row, of_lane=say("of own lane", player=names[seat], number=mine + 1))
        else:
            result = say("stalactite misses", row=row, of_lane=say("of lane", number=mine + 1))
    elif kind == ROCKET:
        result = _rocket(say, before, target, names) if has_succeeded else say("rocket fails")
    elif has_succeeded:
        result = say(
            "swaps",
            player=names[seat],
            row=was.row[target],
            number=was.lane[target] + 1,
            other=names[target],
            other_row=was.row[seat],
            other_number=mine + 1,
        )
    else:
        result = say("swap fails")
    return say("rolls", player=names[seat], number=number, result=result)


def _rocket(say: Say, before: Records, target: int, names: Sequence[str]) -> str:
    """R7: what a Rocket does to a cart."""
    was = before[0]
    if _has_stalactite_ahead(before, target):
        return say("rocket breaks", other=names[target])
    if was.row[target] == was.front[was.lane[target]]:
        return say("rocket launches", other=names[target])
    return say("rocket pushes", other=names[target], row=was.row[target] + 1)


def _has_stalactite_ahead(state: Records, seat: int) -> bool:
    """Whether the rail in front of a cart has a stalactite."""
    return int(state[0].lane[seat]) * ROWS + int(state[0].row[seat]) + 1 in stalactites(state)


def _round_end(say: Say, before: Records, after: Records, names: Sequence[str]) -> str:
    """R10: who fell, who was stopped, where the torch is now."""
    was, now = before[0], after[0]
    words = say("collapse", number=was.round_number)
    standing = [seat for seat in range(len(names)) if was.fate[seat] == ALIVE]
    for fate, how in ((COLLAPSED, "falls"), (DERAILED, "derails")):
        for seat in standing:
            if now.fate[seat] == fate:
                words += say(how, player=names[seat])
    left = [seat for seat in standing if now.fate[seat] != COLLAPSED]
    if len(left) > 1:  # otherwise the game ended before any cart moved
        for seat in left:
            if now.fate[seat] == ALIVE and now.row[seat] == was.row[seat]:
                words += say("stopped", player=names[seat])
    if now.phase != END:
        words += say("next round", number=now.round_number, torch=now.torch + 1)
    return words


def conclude(box: Records, state: Records, names: Sequence[str], language: str = "en") -> str:
    """Who was the last to stand."""
    say = partial(_say, language)
    now = state[0]
    winners = [names[seat] for seat in range(len(names)) if now.result[seat] == WIN]
    if winners:
        return say("wins", player=winners[0], number=now.round_number)
    sharing = [names[seat] for seat in range(len(names)) if now.result[seat] == SHARE]
    together = ", ".join(sharing[:-1]) + say("and") + sharing[-1]
    is_standing = any(now.lane[seat] != NOWHERE for seat in range(len(names)))
    return say("rounds over" if is_standing else "fall together", players=together, number=now.round_number)
