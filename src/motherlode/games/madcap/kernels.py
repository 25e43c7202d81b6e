"""The rules of Madcap. Numbers in brackets are those of RULES.md."""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER, How
from motherlode.core.outcomes import mark_best
from motherlode.core.streams import below, pick
from motherlode.games.madcap.actions import (
    DISCARD,
    GO_DOWN,
    GO_UP,
    NUM_ACTIONS,
    colour_of,
    encode,
    face_of,
    way_of,
)
from motherlode.games.madcap.components import (
    BLACK,
    BLUE,
    DOWN,
    MAX_MATCH_GAMES,
    NUM_COLOURS,
    OUTSIDE,
    RED,
    UP,
)
from motherlode.games.madcap.reasons import Why


@rule
def setup(boxes, states, index):
    """R1.1, R1.3: barrels outside, no gold taken, seat 1 to begin, all dice still to be rolled."""
    state = states[index]
    state.total[0] = 0
    state.total[1] = 0
    state.points[0] = 0
    state.points[1] = 0
    state.game = 0
    state.first = 0
    state.spare[0] = 0
    state.spare[1] = 0
    begin_game(boxes[0], state)


@rule
def begin_game(box, state):
    """R1.1, R3.3: ready to roll the dice of one game; no barrel is banned."""
    state.gold[0] = 0
    state.gold[1] = 0
    for colour in range(NUM_COLOURS):
        state.level[colour] = OUTSIDE
        for face in range(state.dice.shape[1]):
            state.dice[colour, face] = 0
    state.banned = NOBODY  # R3.3
    state.rolled = 0
    state.left = NUM_COLOURS * int(box.dice)
    state.to_act = CHANCE


@rule
def ways(box, level, face):
    """R2.2, R4.3, R4.4: how a barrel can move by a die: 0 not at all, 1 only GO_UP, 2 only GO_DOWN, 3 both."""
    return int(box.ways[level, face])


@rule
def list_moves(box, state, out):
    """R3.1, R3.2: list the moves of all barrels but the banned one, or its own if they have none; ascending.

    R2.4: equal dice are one action. There is no branch on a die, since no processor can guess dice: every move is
    written to `out`, and the next one overwrites it if it is not allowed.
    """
    count = 0
    skipped = int(state.banned)
    is_done = False
    while not is_done:
        for colour in range(NUM_COLOURS):
            if colour != skipped:
                level = int(state.level[colour])
                for face in range(1, int(box.faces) + 1):
                    found = ways(box, level, face) * int(state.dice[colour, face - 1] > 0)
                    out[count] = encode(colour, face, GO_UP)
                    count += found & 1
                    out[count] = encode(colour, face, GO_DOWN)
                    count += found >> 1
        is_done = count > 0 or skipped == NOBODY
        skipped = NOBODY
    return count


@rule
def list_discards(box, state, out):
    """R5.2: list the discards of all colours but the banned one, or its own if they have no dice; ascending."""
    count = 0
    skipped = int(state.banned)
    is_done = False
    while not is_done:
        for colour in range(NUM_COLOURS):
            if colour != skipped:
                for face in range(1, int(box.faces) + 1):
                    if state.dice[colour, face - 1] > 0:
                        out[count] = encode(colour, face, DISCARD)
                        count += 1
        is_done = count > 0 or skipped == NOBODY
        skipped = NOBODY
    return count


@rule
def legal(boxes, states, index, out):
    """R3.1, R3.2, R5.1, R5.3: list moves of barrels that are not banned, else of the banned one, else discards."""
    box = boxes[0]
    count = list_moves(box, states[index], out)
    if count == 0:
        count = list_discards(box, states[index], out)  # R5.1
    return count


@rule
def can_move(box, state, colour):
    """R4.3: whether some die of the colour can move its barrel."""
    for face in range(1, int(box.faces) + 1):
        if state.dice[colour, face - 1] > 0 and ways(box, int(state.level[colour]), face) != 0:
            return True
    return False


@rule
def can_move_another(box, state, colour):
    """R3.2: whether some barrel of another colour can move."""
    for other in range(NUM_COLOURS):
        if other != colour and can_move(box, state, other):
            return True
    return False


@rule
def has_dice_of_another(state, colour):
    """R5.2: whether dice of another colour are left."""
    for other in range(NUM_COLOURS):
        if other != colour:
            for face in range(state.dice.shape[1]):
                if state.dice[other, face] > 0:
                    return True
    return False


@rule
def refuse(boxes, states, index, action):
    """R2 to R5: why the seat to act may not play the action; ALLOWED for exactly what `legal` lists."""
    state = states[index]
    box = boxes[0]
    if action < 0 or action >= NUM_ACTIONS or state.to_act < 0:
        return Why.NO_SUCH_ACTION
    colour = colour_of(action)
    face = face_of(action)
    way = way_of(action)
    banned = int(state.banned)
    if face > box.faces or state.dice[colour, face - 1] == 0:
        return Why.NO_SUCH_DIE
    if way == DISCARD:
        if can_move(box, state, colour) or can_move_another(box, state, colour):
            return Why.NO_DISCARD
        if colour == banned and has_dice_of_another(state, banned):
            return Why.DISCARD_OTHER
        return ALLOWED
    level = int(state.level[colour])
    if level == OUTSIDE:
        if way == GO_DOWN:
            return Why.ONE_WAY
    elif int(box.stop[way, level, face]) == level:
        return Why.SAME_LEVEL
    elif way == GO_DOWN and box.stop[UP, level, face] == box.stop[DOWN, level, face]:
        return Why.ONE_WAY
    if colour == banned and can_move_another(box, state, colour):
        return Why.BANNED
    return ALLOWED


@rule
def apply(boxes, states, index, action):
    """R1.2: roll a die for chance. R2.1: for a seat, send a barrel; its die leaves, and the other has the next turn.

    R5.4: a discard counts as a turn and sends nothing. R6.5: the game lasts as long as there are dice.
    """
    state = states[index]
    box = boxes[0]
    if state.to_act == CHANCE:
        roll(box, state, action)
        return
    seat = int(state.to_act)
    colour = colour_of(action)
    face = face_of(action)
    way = way_of(action)
    state.dice[colour, face - 1] = int(state.dice[colour, face - 1]) - 1
    state.left = int(state.left) - 1
    state.banned = colour
    if way != DISCARD:  # R2.1
        level = int(box.stop[way, int(state.level[colour]), face])
        state.level[colour] = level
        state.gold[seat] = int(state.gold[seat]) + explosion(box, state, colour, level)
    if state.left > 0:
        state.to_act = 1 - seat
    else:
        end_game(box, state)


@rule
def explosion(box, state, colour, level):
    """R6.1 to R6.3, R6.6: the gold for sending a barrel to a level: what it holds, for each other barrel on it."""
    nuggets = 0
    for other in range(NUM_COLOURS):
        if other != colour and int(state.level[other]) == level:
            nuggets += int(box.gold[level])  # R6.1
    return nuggets


@rule
def roll(box, state, outcome):
    """R1.2: roll the next die, which shows outcome + 1; red dice first, then black, then blue."""
    rolled = int(state.rolled)
    dice = int(box.dice)
    colour = int(rolled >= dice) + int(rolled >= 2 * dice)
    state.dice[colour, outcome] = int(state.dice[colour, outcome]) + 1
    state.rolled = rolled + 1
    if rolled + 1 == NUM_COLOURS * dice:
        state.to_act = state.first  # R1.3


@rule
def end_game(box, state):
    """R6.4, R7.1 to R7.3: count a finished game; the next one of the match begins with the other player."""
    for seat in range(2):
        state.total[seat] = int(state.total[seat]) + int(state.gold[seat])
        if state.gold[seat] > state.gold[1 - seat]:
            state.points[seat] = int(state.points[seat]) + 2
        elif state.gold[seat] == state.gold[1 - seat]:
            state.points[seat] = int(state.points[seat]) + 1
    games = int(state.game) + 1
    if box.nuggets > 0:  # R7.2
        is_last = max(int(state.total[0]), int(state.total[1])) >= int(box.nuggets) or games >= MAX_MATCH_GAMES
    else:
        is_last = games >= int(box.games)
    if is_last:
        state.to_act = OVER
    else:
        state.game = games
        state.first = 1 - int(state.first)  # R7.1
        begin_game(box, state)


@rule
def scores(boxes, states, index, out):
    """R6.4, R7.1, R7.2: write each seat's nuggets, or its points in a match of several games."""
    state = states[index]
    for seat in range(2):
        if boxes[0].games > 1:
            out[seat] = int(state.points[seat])
        elif state.to_act == OVER:
            out[seat] = int(state.total[seat])
        else:
            out[seat] = int(state.total[seat]) + int(state.gold[seat])


@rule
def outcome(boxes, states, index, won):
    """R6.4, R7.1, R7.2: most nuggets, or points, win; a tie is shared."""
    scores(boxes, states, index, won)
    mark_best(won, 2)
    return How.PLAYED_OUT


@rule
def hide(boxes, states, index, seat):
    """Nothing is hidden in Madcap."""


@rule
def resample(boxes, states, index, seat, random, stream):
    """Nothing is hidden in Madcap."""


@rule
def chance(boxes, states, index, outcomes, weights):
    """R1.2: list the faces of the next die, all equally likely; R8.3: unless only fair rolls are wanted."""
    box = boxes[0]
    faces = int(box.faces)
    for face in range(faces):
        outcomes[face] = face
        weights[face] = 1
    if box.fair_rolls == 0:
        return faces
    return chance_of_fair(box, states[index], outcomes, weights)  # R8.3


@rule
def draw_face(boxes, states, index, random, stream, outcomes, weights):
    """R1.2, R8.3: draw one face of those that `chance` lists; without the list where all are equally likely."""
    box = boxes[0]
    if box.fair_rolls == 0:
        return below(random, stream, int(box.faces))
    num_outcomes = chance(boxes, states, index, outcomes, weights)
    return int(outcomes[pick(random, stream, weights, num_outcomes)])


@rule
def chance_of_fair(box, state, outcomes, weights):
    """R8.3: list the faces of the next die; a face weighs as many as the ordered fair rolls that begin like this.

    "Like this" is: with the dice rolled so far, in their order, and then this face. Faces without any are left out.
    """
    faces = int(box.faces)
    colour = int(state.rolled) // int(box.dice)
    needed = int(box.dice) * (colour + 1) - int(state.rolled)
    for face in range(faces):
        weights[face] = 0
    for number in range(int(box.num_rolls)):
        orders = orders_left(box, state, colour, number)
        if orders > 0:
            orders *= fair_ways(box, state, colour, number)
            for face in range(faces):
                missing = int(box.roll_dice[number, face]) - int(state.dice[colour, face])
                weights[face] += orders * missing // needed
    count = 0
    for face in range(faces):
        if weights[face] > 0:
            outcomes[count] = face
            weights[count] = weights[face]
            count += 1
    return count


@rule
def roll_number(box, state, colour):
    """The number, in `box.roll_dice`, of the roll that the dice of a colour show; all of them must be rolled."""
    number = 0
    face = 0
    while face < int(box.faces):
        if box.roll_dice[number, face] == state.dice[colour, face]:
            face += 1
        else:
            number += 1
            face = 0
    return number


@rule
def orders_left(box, state, colour, number):
    """In how many orders the dice of a colour to be rolled can make up the roll of this number; 0: they cannot."""
    needed = 0
    orders = 1
    for face in range(int(box.faces)):
        missing = int(box.roll_dice[number, face]) - int(state.dice[colour, face])
        if missing < 0:
            return 0
        for same in range(1, missing + 1):
            needed += 1
            orders = orders * needed // same
    return orders


@rule
def fair_ways(box, state, colour, number):
    """R8.3: how many ordered rolls of the colours after this one make its roll, by number, a fair one.

    The colours before it are rolled already.
    """
    if colour == RED:
        return int(box.fair_red[number])
    red = roll_number(box, state, RED)
    if colour == BLUE:
        return is_fair(box, red, roll_number(box, state, BLACK), number)
    found = 0
    for blue in range(int(box.num_rolls)):
        found += is_fair(box, red, number, blue) * int(box.roll_orders[blue])
    return found


@rule
def is_fair(box, low, middle, high):
    """R8.3: 1 if a game with these rolls of the three colours, by number, is a draw under perfect play, else 0.

    Which colour has which roll does not matter.
    """
    if low > middle:
        low, middle = middle, low
    if middle > high:
        middle, high = high, middle
    if low > middle:
        low, middle = middle, low
    bit = high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low
    return (int(box.fair[bit >> 3]) >> (bit & 7)) & 1
