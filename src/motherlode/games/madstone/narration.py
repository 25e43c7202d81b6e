"""What happened in Madstone, in words."""

from collections.abc import Sequence

from motherlode.core.contract import Records
from motherlode.games.madstone import kernels
from motherlode.games.madstone.actions import (
    CARD,
    COMMAND,
    COMMANDER,
    DRAW_CARDS,
    END_TURN,
    KILL,
    LIFT,
    NUM_VERBS,
    PAY_GOLD,
    PLACE,
    PLAY_DARKNESS,
    ROB,
    TO_PILE,
    USE,
)
from motherlode.games.madstone.components import (
    ARTIFACT,
    FACTIONS,
    card_name,
    commander_name,
    write_abilities,
)
from motherlode.games.madstone.notation import attack_price, write_card
from motherlode.games.madstone.state import (
    ARMY,
    CHOOSE,
    CLOSE,
    DEAL,
    DRAW,
    HELD,
    SETTLE,
    SPOILS,
    START,
)


def narrate(box: Records, before: Records, action: int | None, after: Records, names: Sequence[str]) -> str:
    """One sentence or more: `Ada kills Bo's Archer for 5 crystals: 4 points. It is Bo's turn.`."""
    was = before[0]
    phase = int(was.phase)
    if phase in (DEAL, DRAW):
        card = "a card" if action is None else write_card(box, action)
        words = f"{names[was.actor]} {'is dealt' if phase == DEAL else 'draws'} {card}."
    else:
        assert action is not None  # everything but draws is open
        if phase == START:
            words = f"{names[action]} will start."
        elif phase == CHOOSE:
            faction = action - COMMANDER
            words = f"{names[was.actor]} takes {commander_name(box, faction)}, the {FACTIONS[faction]} Commander."
        elif phase == CLOSE or action < CARD:
            words = _plain(before, action, after, names)
        else:
            words = _with_card(box, before, action, after, names)
    return words + _follow(before, after, names)


def _follow(before: Records, after: Records, names: Sequence[str]) -> str:
    """What a step brings with it: the last card, the first turn, the next one."""
    was, now = before[0], after[0]
    words = ""
    if was.phase == DRAW and now.deck_size == 0:
        words += " That was the last card: after this turn everyone has one more."
    if was.turn_number == 0 and now.turn_number == 1:
        words += f" Everyone takes red crystals, and {names[now.actor]} begins."
    elif now.turn_number > was.turn_number:
        words += f" It is {names[now.actor]}'s turn{', a last one' if now.turns_left else ''}."
    if was.phase == DEAL and now.phase == SETTLE:
        words += f" {names[now.actor]} is first to place cards in the field."
    return words


def _plain(before: Records, action: int, after: Records, names: Sequence[str]) -> str:
    """What names no card."""
    was, now = before[0], after[0]
    player = names[was.actor]
    if action == LIFT:
        return f"{player} lifts the darkness: it is day."
    if action == END_TURN:
        return f"{player} ends the turn."
    if action == PAY_GOLD:
        return f"{player} will pay with gold first."
    if action == DRAW_CARDS:
        return f"{player} draws from the pile."
    if action == PLAY_DARKNESS:
        gained = int(now.red[was.actor]) - int(was.red[was.actor])
        night = "it stays night" if was.dark_down else "night falls"
        return f"{player} plays Darkness Falls, {night}, and gains {_crystals(gained, 'red')}."
    if TO_PILE <= action < ROB:
        gained = int(now.red[was.actor]) - int(was.red[was.actor]) if was.turn_number else 0
        words = f"{player} puts it on the {FACTIONS[action - TO_PILE]} pile"
        return words + (f" and gains {_crystals(gained, 'red')}." if was.turn_number else ".")
    other = action - ROB
    booty = int(was.red[other]) - int(now.red[other])
    return f"{player} takes {_crystals(booty, 'red')} from {names[other]}."


def _with_card(box: Records, before: Records, action: int, after: Records, names: Sequence[str]) -> str:
    """What is done with a card, or to it."""
    was, now = before[0], after[0]
    seat = int(was.actor)
    player = names[seat]
    card, verb = divmod(action - CARD, NUM_VERBS)
    name, place = card_name(box, card), int(was.place[card])
    if verb == PLACE:
        if box[0].faction[card] == ARTIFACT:
            return f"{player} places {name} and will name a pile."
        words = f"{player} places {name} on the {FACTIONS[box[0].faction[card]]} pile"
        gained = int(now.red[seat]) - int(was.red[seat]) if was.phase != SETTLE else 0
        return words + (f" and gains {_crystals(gained, 'red')}." if was.phase != SETTLE else ".")
    if verb == USE:
        ability = write_abilities(box, card)[0].removeprefix("Trigger: ")
        return f"{player} uses {name}: {ability}"
    whose = f"{names[place - ARMY]}'s {name}" if ARMY <= place < SPOILS else name
    if verb in (KILL, COMMAND):
        price = attack_price(box, before, card, verb)
        spent = _crystals(price, "")
        if verb == KILL:
            bounty = int(now.red[seat]) + int(now.gold[seat]) - int(was.red[seat]) - int(was.gold[seat]) + price
            tail = f" and a bounty of {_crystals(bounty, 'red')}" if bounty > 0 else ""
            return f"{player} kills {whose} for {spent}: {box[0].kill[card]} points{tail}."
        origin = " from the hand" if HELD <= place < ARMY else ""
        return f"{player} commands {whose}{origin} for {spent}."
    if now.place[card] >= SPOILS:
        return f"{player} kills {whose}: {box[0].kill[card]} points."
    if now.place[card] == ARMY + seat:
        return f"{player} commands {whose} without paying."
    tokens = int(now.tokens[card]) - int(was.tokens[card])
    if tokens:
        return f"{player} puts {tokens} poison token{'' if tokens == 1 else 's'} on {whose}: {now.tokens[card]} in all."
    return f"The constants of {whose} do not work in this turn."


def _crystals(count: int, colour: str) -> str:
    return f"{count} {colour + ' ' if colour else ''}crystal{'' if count == 1 else 's'}"


def conclude(box: Records, state: Records, names: Sequence[str]) -> str:
    """Who has most points, and how the game came to its end."""
    points = [int(kernels.points_of(box[0], state[0], seat)) for seat in range(len(names))]
    winners = [names[seat] for seat in range(len(names)) if points[seat] == max(points)]
    table = ", ".join(f"{name} {score}" for name, score in zip(names, points, strict=True))
    why = "" if state[0].deck_size == 0 else f"After {box[0].rounds} rounds the game is scored. "
    if len(winners) == 1:
        return f"{why}{winners[0]} wins. Points: {table}."
    return f"{why}{', '.join(winners[:-1])} and {winners[-1]} share the win. Points: {table}."
