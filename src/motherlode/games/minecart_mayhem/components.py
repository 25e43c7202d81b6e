"""What is in Minecart Mayhem's box: lanes, rails, a die, a deck, and the numbers printed on the cards."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import numpy as np
from msgspec import structs

from motherlode.core.contract import Records
from motherlode.core.errors import BadInput, Code
from motherlode.core.layout import record
from motherlode.core.options import read_toml

if TYPE_CHECKING:
    from motherlode.games.minecart_mayhem.options import Options

# R1.3: the kinds of cards; how many there are of each is in data/options.toml.
Kind: TypeAlias = Literal["rail", "dynamite", "stalactite", "rocket", "double", "swap"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LETTERS = ("R", "D", "S", "K", "X", "W")  # of the kinds, in positions
NUM_KINDS = 6
RAIL, DYNAMITE, STALACTITE, ROCKET, DOUBLE, SWAP = range(NUM_KINDS)
FRONT, BACK = 0, 1  # ends of a lane
ENDS = ("front", "back")
MAX_SEATS = 4
DUELLISTS = 2
MAX_LANES = 6
MAX_RAILS = 20  # laid in a lane at set-up
MAX_HAND = 8
MAX_DIE = 100
MAX_ROUNDS = 200
MAX_CARDS = 120  # in the box, laid rails included
MAX_STALACTITES = 24
# More than any row of any game: MAX_RAILS, and two rails for each turn of MAX_ROUNDS rounds. A rail is told by one
# number, its spot: lane * ROWS + row.
ROWS = 4096

BOX = record(
    [
        ("deck", np.int16, (NUM_KINDS,)),  # cards of each kind that are shuffled and dealt
        ("total", np.int16, (NUM_KINDS,)),  # cards of each kind in the game: the deck and the rails laid at set-up
        ("value", np.int16, (NUM_KINDS,)),  # what the die must exceed; 0 for a Double, which is not rolled for
        ("double_adds", np.int16),  # to the value of a card other than a Rail, under a Double
        ("lanes", np.int16),
        ("seats", np.int16),
        ("rails", np.int16),  # laid in each lane at set-up
        ("start", np.int16),  # the row where carts start
        ("hand", np.int16),  # cards to draw up to
        ("die", np.int16),  # sides
        ("rounds", np.int16),  # the last round
        ("longest", np.int16),  # all rails of the game: no lane can be longer
    ]
)


@cache
def duel_numbers() -> dict[str, tuple[int, int]]:
    """R1.9: what is other than usual in the game for two: of each number the usual one and the one for two."""
    folder = Path(__file__).parent
    usual, for_two = read_toml(folder / "data" / "options.toml"), read_toml(folder / "duel.toml")
    return {name: (usual[name], number) for name, number in for_two.items()}


def numbers_of(options: "Options", seats: int) -> "Options":
    """R1.9, R13.1: the options with the numbers for two where that is asked for; what is not the usual number stays."""
    if not options.duel:
        return options
    if seats != DUELLISTS:
        raise BadInput(
            Code.BAD_OPTION, f"bad option duel=True: it is for {DUELLISTS} seats, not {seats}, in minecart_mayhem"
        )
    changes = {name: new for name, (old, new) in duel_numbers().items() if getattr(options, name) == old}
    try:
        return structs.replace(options, **changes)
    except ValueError as error:
        raise BadInput(Code.BAD_OPTION, f"bad option duel=True: {error}, in minecart_mayhem") from None


def build_box(options: "Options", seats: int) -> Records:
    """R13.1, R13.2: the box for these options; what depends on the number of seats is checked here."""
    options = numbers_of(options, seats)
    if options.lanes < seats:
        raise BadInput(
            Code.BAD_OPTION,
            f"bad option lanes={options.lanes}: {seats} seats need a lane each, in minecart_mayhem",
        )
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    for name in ("double_adds", "lanes", "rails", "start", "hand", "die", "rounds"):
        box[name] = getattr(options, name)
    box.seats = seats
    for kind, word in enumerate(KINDS):
        box.deck[kind] = box.total[kind] = getattr(options, f"{word}_cards")
        if kind != DOUBLE:
            box.value[kind] = getattr(options, f"{word}_value")
    box.total[RAIL] += seats * options.rails  # R1.5, R1.8: those of lanes that are used
    box.longest = box.total[RAIL]
    num_cards = int(box.deck.sum())
    if num_cards < seats * options.hand:
        raise BadInput(
            Code.BAD_OPTION,
            f"bad option hand={options.hand}: {seats} hands need {seats * options.hand} cards and the deck has "
            f"{num_cards}, in minecart_mayhem",
        )
    if int(box.total.sum()) > MAX_CARDS:
        raise BadInput(
            Code.BAD_OPTION,
            f"bad option rails={options.rails}: {seats} lanes of them and a deck of {num_cards} cards are "
            f"{int(box.total.sum())}, and there is room for {MAX_CARDS}, in minecart_mayhem",
        )
    return boxes
