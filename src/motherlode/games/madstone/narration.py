"""What happened in Madstone, in words."""

from collections.abc import Sequence

from motherlode.core.compiling import plain
from motherlode.core.contract import Records
from motherlode.games.madstone import chains
from motherlode.games.madstone.actions import (
    CARD,
    COMMAND,
    COMMANDER,
    DARKNESS,
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
from motherlode.games.madstone.counting import points_of
from motherlode.games.madstone.notation import attack_price
from motherlode.games.madstone.state import (
    ARMY,
    CHOOSE,
    CLOSE,
    DEAL,
    DRAW,
    SETTLE,
    SPOILS,
    START,
)
from motherlode.games.madstone.turn import is_cut_off
from motherlode.games.madstone.words import count, tell, write_german_ability

is_army = plain(chains.is_army)
is_hand = plain(chains.is_hand)

PLAIN = {LIFT: "lifts", END_TURN: "ends", PAY_GOLD: "pays gold", DRAW_CARDS: "draws from pile"}


def narrate(
    box: Records, before: Records, action: int | None, after: Records, names: Sequence[str], language: str = "en"
) -> str:
    """One sentence or more: `Ada kills Bo's Archer for 5 crystals: 4 points. It is Bo's turn.`."""
    was = before[0]
    phase = int(was.phase)
    if phase in (DEAL, DRAW):
        if action is None:
            card = tell(language, "a card")
        else:
            card = tell(language, "Darkness Falls") if action == DARKNESS else card_name(box, action)
        words = tell(language, "is dealt" if phase == DEAL else "draws", player=names[was.actor], card=card)
    else:
        assert action is not None  # everything but draws is open
        if phase == START:
            words = tell(language, "starts", player=names[action])
        elif phase == CHOOSE:
            faction = action - COMMANDER
            words = tell(
                language,
                "takes Commander",
                player=names[was.actor],
                commander=commander_name(box, faction),
                faction=tell(language, FACTIONS[faction]),
            )
        elif phase == CLOSE or action < CARD:
            words = _plain(before, action, after, names, language)
        else:
            words = _with_card(box, before, action, after, names, language)
    return words + _follow(before, after, names, language)


def _follow(before: Records, after: Records, names: Sequence[str], language: str) -> str:
    """What comes with an action: the last card was drawn, the first turn begins, the next one does."""
    was, now = before[0], after[0]
    words = ""
    if was.phase == DRAW and now.deck_size == 0:
        words += tell(language, "was last")
    if was.turn_number == 0 and now.turn_number == 1:
        words += tell(language, "begins", player=names[now.actor])
    elif now.turn_number > was.turn_number:
        words += tell(language, "next at last" if now.turns_left else "next", player=names[now.actor])
    if was.phase == DEAL and now.phase == SETTLE:
        words += tell(language, "settles", player=names[now.actor])
    return words


def _plain(before: Records, action: int, after: Records, names: Sequence[str], language: str) -> str:
    """An action that names no card, in words."""
    was, now = before[0], after[0]
    player = names[was.actor]
    if action in PLAIN:
        return tell(language, PLAIN[action], player=player)
    gained = count(language, int(now.red[was.actor]) - int(was.red[was.actor]), "red")
    if action == PLAY_DARKNESS:
        return tell(language, "keeps night" if was.dark_down else "brings night", player=player, crystals=gained)
    if TO_PILE <= action < ROB:
        faction = tell(language, FACTIONS[action - TO_PILE])
        text = "names pile for" if was.turn_number else "names pile"
        return tell(language, text, player=player, faction=faction, crystals=gained)
    other = action - ROB
    booty = count(language, int(was.red[other]) - int(now.red[other]), "red")
    return tell(language, "robs", player=player, crystals=booty, other=names[other])


def _with_card(box: Records, before: Records, action: int, after: Records, names: Sequence[str], language: str) -> str:
    """An action that names a card, in words."""
    was, now = before[0], after[0]
    seat = int(was.actor)
    player = names[seat]
    card, verb = divmod(action - CARD, NUM_VERBS)
    name, zone = card_name(box, card), int(was.zone[card])
    if verb == PLACE:
        if box[0].faction[card] == ARTIFACT:
            return tell(language, "will name pile", player=player, card=name)
        faction = tell(language, FACTIONS[box[0].faction[card]])
        gained = count(language, int(now.red[seat]) - int(was.red[seat]), "red")
        text = "places" if was.phase == SETTLE else "places for"
        return tell(language, text, player=player, card=name, faction=faction, crystals=gained)
    if verb == USE:
        if language == "de":
            ability = write_german_ability(box, card)
        else:
            ability = write_abilities(box, card)[0].removeprefix("Trigger: ")
        return tell(language, "uses", player=player, card=name, ability=ability)
    whose = tell(language, "whose", player=names[zone - ARMY], card=name) if is_army(zone) else name
    points = count(language, int(box[0].kill[card]), "points")
    if verb in (KILL, COMMAND):
        cost = attack_price(box, before, card, verb)
        price = count(language, cost, "crystals")
        if verb == KILL:
            bounty = int(now.red[seat]) + int(now.gold[seat]) - int(was.red[seat]) - int(was.gold[seat]) + cost
            crystals = count(language, bounty, "red")
            text = "kills with bounty" if bounty > 0 else "kills for"
            return tell(language, text, player=player, card=whose, price=price, points=points, crystals=crystals)
        text = "commands from hand" if is_hand(zone) else "commands for"
        return tell(language, text, player=player, card=whose, price=price)
    if now.zone[card] >= SPOILS:
        return tell(language, "kills", player=player, card=whose, points=points)
    if now.zone[card] == ARMY + seat:
        return tell(language, "commands", player=player, card=whose)
    more = int(now.tokens[card]) - int(was.tokens[card])
    if more:
        tokens = count(language, more, "tokens")
        return tell(language, "poisons", player=player, tokens=tokens, card=whose, total=now.tokens[card])
    return tell(language, "negates", card=whose)


def conclude(box: Records, state: Records, names: Sequence[str], language: str = "en") -> str:
    """Who has most points, and how the game came to its end."""
    points = [int(points_of(box[0], state[0], seat)) for seat in range(len(names))]
    *others, winner = [names[seat] for seat in range(len(names)) if points[seat] == max(points)]
    table = ", ".join(f"{name} {score}" for name, score in zip(names, points, strict=True))
    words = ""
    if is_cut_off(state[0]):
        words = tell(language, "after rounds", rounds=count(language, int(box[0].rounds), "rounds"))
    text = "share" if others else "wins"
    return words + tell(language, text, winners=", ".join(others), winner=winner, table=table)
