"""Madstone in a terminal: the field, the players with their armies, and the viewer's hand.

A card is one line and its abilities, for example

    Gob Wiz             goblin   pow 2  heart 4/4  shield 4/5  gem 3  → command 4, kill 3  poison 1  chaos
        Constant: all cards in your army are goblins.

The heart shows kill / command, the shield the same while the card is in an army, the gem how many crystals placing it
brings. What an attack would cost the player whose turn it is stands behind an arrow.
"""

import textwrap
from collections.abc import Iterator, Sequence

import msgspec
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from motherlode.core.contract import CHANCE
from motherlode.games.madstone.views import Card, Position

PAINT = {
    "vampire": "#d0463b",
    "human": "#5a8fe0",
    "elf": "#4aa564",
    "goblin": "#c79a2b",
    "artifact": "#b9b3c9",
}
PAPER, QUIET, GOLD, RED, NIGHT, POISON = "#f0e4cc", "#968e82", "#ffd75f", "#ff6b5a", "#8f8fe8", "#9fd24a"
NAME_WIDTH = 20
FEWEST_COLUMNS = 60
DOING = {
    "start": "the starting player is drawn",
    "choose": "chooses a Commander",
    "deal": "is dealt cards",
    "settle": "places cards in the field",
    "pile": "names a pile",
    "act": "is to act",
    "aim": "names a target",
    "draw": "draws",
    "close": "may lift the darkness",
    "over": "the game is over",
}


def draw(view: Position, names: Sequence[str], to_act: int, last: Sequence[str] = ()) -> "Picture":
    """The field, then the players, then what the viewer holds."""
    return Picture(view, names, to_act)


def find_card(view: Position, thing: str) -> Card | None:
    """The card of that id, where the view shows it."""
    cards = [card for pile in view.piles for card in pile.cards]
    for player in view.players:
        cards += player.army + (player.hand or [])
    return next((card for card in cards if card.id == thing), None)


def prices(card: Card) -> dict[str, int]:
    """What attacks on a card would cost the player whose turn it is, by verb."""
    costs = card.costs
    if costs is None:
        return {}
    return {"command": costs.command} | ({} if costs.kill is msgspec.UNSET else {"kill": costs.kill})


def name_thing(view: Position, path: Sequence[str]) -> str:
    """The last thing of a touch path in words: `Ghoul`, `kill (3 crystals)`, `the elf pile`, `the draw pile`."""
    thing = path[-1]
    kind, _, rest = thing.partition(":")
    if kind == "do":
        card = find_card(view, path[-2])
        price = None if card is None else prices(card).get(rest)
        return rest if price is None else f"{rest} ({price} crystals)"
    if kind == "card":
        card = find_card(view, thing)
        return "Darkness Falls" if card is None else str(card.name)
    if kind == "commander":
        return f"{next(one.name for one in view.commanders if one.id == thing)} ({rest})"
    words = {
        "deck": "the draw pile",
        "night": "lift the darkness",
        "gold": "pay with gold first",
        "end": "end the turn",
    }
    if kind in words:
        return words[kind]
    return f"the {rest} pile" if kind == "pile" else f"player {rest}"


class Picture:
    """One position, drawn to the width of the terminal that shows it."""

    def __init__(self, view: Position, names: Sequence[str], to_act: int) -> None:
        self.view, self.names, self.to_act = view, names, to_act

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw for this console."""
        width = max(options.max_width, FEWEST_COLUMNS)
        yield self.title()
        yield self.table()
        yield Text()
        if self.view.phase == "choose":
            yield from self.commanders()
        else:
            yield from self.field(width)
        yield Text()
        yield from self.players(width)
        yield from self.hand(width)

    def title(self) -> Text:
        """Name, turn, day or night, and what is being done."""
        view = self.view
        words = Text("MADSTONE", style=f"bold {GOLD}")
        if view.turn:
            words.append(f"   turn {view.turn}", style=PAPER)
            is_night = view.night.is_night
            words.append("   NIGHT" if is_night else "   day", style=f"bold {NIGHT}" if is_night else PAPER)
        doing = DOING[view.phase]
        if view.actor is not None:
            doing = f"{self.names[view.actor]} {doing}"
        if view.phase in {"act", "aim"}:
            count = view.basic_left
            doing += f", {count} basic action{'' if count == 1 else 's'} left"
            doing += ", abilities first" if view.may_trigger else ""
        if view.named:
            doing += f": {view.named.name}"
        words.append(f"   {doing}", style=QUIET)
        return words

    def table(self) -> Text:
        """The draw pile and what holds for this turn."""
        view = self.view
        parts = [f"draw pile {view.deck.cards}", f"poison tokens left {view.tokens_left}"]
        if view.turns_left:
            parts.append(f"LAST TURNS: {view.turns_left}")
        if view.silence:
            parts.append("no constant works in this turn")
        for kind, less in (("kill", view.discounts.kill), ("command", view.discounts.command)):
            parts += [f"{kind} {less} less"] if less else []
        parts += ["gold is spent first"] if view.gold_first else []
        return Text("  " + "   ".join(parts), style=QUIET)

    def commanders(self) -> Iterator[Text]:
        """Who can be chosen, at set-up."""
        for one in self.view.commanders:
            line = Text(f"  {one.name:<{NAME_WIDTH}}", style=f"bold {PAINT[one.faction]}")
            line.append(f"{one.faction:<9} power {one.power}  {', '.join(one.energy)}", style=PAPER)
            if one.seat is not None:
                line.append(f"   {self.names[one.seat]}", style=QUIET)
            yield line

    def field(self, width: int) -> Iterator[Text]:
        """The top card of each pile, with what lies under it."""
        for pile in self.view.piles:
            head = Text(f"{pile.faction.upper()} PILE", style=f"bold {PAINT[pile.faction]}")
            if not pile.cards:
                head.append("  empty", style=QUIET)
            if pile.is_closed:
                head.append("  closed in this turn", style=QUIET)
            under = pile.cards[1:]
            if under:
                listed = ", ".join(card.name for card in under)
                head.append(f"  under the top, from above: {listed}", style=QUIET)
            head.truncate(width, overflow="ellipsis")
            yield head
            for card in pile.cards[:1]:
                yield from self.card(card, width)

    def card(self, card: Card, width: int) -> Iterator[Text]:
        """A card with its numbers, and its abilities under it."""
        numbers = card.numbers
        line = Text("  " + set_cell_size(card.name, NAME_WIDTH), style=f"bold {PAINT[card.faction]}")
        line.append(f"{card.faction:<9}", style=PAINT[card.faction])
        line.append(
            f"pow {numbers.power}  heart {numbers.kill}/{numbers.command}  shield "
            f"{numbers.shield}/{numbers.seize}  gem {numbers.crystals}",
            style=PAPER,
        )
        costs = prices(card)
        if costs:
            line.append("  → " + ", ".join(f"{verb} {price}" for verb, price in costs.items()), style=GOLD)
        if card.tokens:
            line.append(f"  poison {card.tokens}", style=f"bold {POISON}")
        kinds = sorted(set(card.energy), key=card.energy.index)
        if kinds:
            counts = ((kind, card.energy.count(kind)) for kind in kinds)
            line.append(
                "  " + " ".join(kind if count == 1 else f"{kind} {count}" for kind, count in counts), style=PAPER
            )
        marks = [word for word, is_so in (("used", card.is_used), ("negated", card.is_negated)) if is_so]
        if marks:
            line.append(f"  {', '.join(marks)}", style=QUIET)
        line.truncate(width, overflow="ellipsis")
        yield line
        for ability in card.abilities:
            for part in textwrap.wrap(ability, width - 6, subsequent_indent="  "):
                yield Text("      " + part, style=QUIET)

    def players(self, width: int) -> Iterator[Text]:
        """Each player: Commander, power, crystals, cards, points; then the army."""
        view = self.view
        for player in view.players:
            seat = player.seat
            is_next = seat == self.to_act or (self.to_act == CHANCE and seat == view.actor)
            commander = player.commander
            line = Text("▶ " if is_next else "  ", style=f"bold {GOLD}")
            line.append(f"[{seat + 1}] ", style=PAPER)
            line.append(_shortened(self.names[seat], 20), style=f"bold {PAINT[commander or 'artifact']}")
            line.append(f" ({commander or 'no Commander yet'})", style=QUIET)
            line.append(f"  power {player.power}", style=PAPER)
            line.append(f"  red {player.red}", style=RED)
            line.append(f"  gold {player.gold}", style=GOLD)
            line.append(f"  hand {player.cards}", style=PAPER)
            line.append(f"  spoils {player.spoils_points}", style=PAPER)
            line.append(f"  points {player.points}", style=f"bold {PAPER}")
            counts = msgspec.structs.asdict(player.energy)
            energy = " ".join(f"{kind} {count}" for kind, count in counts.items() if count)
            line.append(f"  {energy}", style=QUIET)
            if player.is_protected:
                line.append("  protected", style=NIGHT)
            if view.result is not None and player.points == max(view.result):
                line.append("  wins" if view.result.count(player.points) == 1 else "  shares", style=GOLD)
            yield line
            for card in player.army:
                yield from self.card(card, width)

    def hand(self, width: int) -> Iterator[Text]:
        """The viewer's own hand; none at the end, when all are open, or for a spectator."""
        shown = [(player, player.hand) for player in self.view.players if player.hand is not None]
        if len(shown) != 1:
            return
        player, hand = shown[0]
        yield Text()
        yield Text(f"HAND OF {self.names[player.seat].upper()}", style=f"bold {PAPER}")
        for card in hand:
            yield from self.card(card, width)
        if player.darkness:
            line = Text(f"  {set_cell_size('Darkness Falls', NAME_WIDTH)}", style=f"bold {NIGHT}")
            line.append(f"x {player.darkness}   night falls, and crystals up to your power", style=QUIET)
            yield line


def _shortened(name: str, size: int) -> str:
    return name if cell_len(name) <= size else set_cell_size(name, size - 1).rstrip() + "…"
