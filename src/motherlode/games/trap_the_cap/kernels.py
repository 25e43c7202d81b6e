"""The rules of Trap the Cap. Numbers in brackets are those of RULES.md.

A set of places is two words, `low` and `high`, of WORD bits each.
"""

from motherlode.core.compiling import rule
from motherlode.core.contract import ALLOWED, CHANCE, NOBODY, OVER
from motherlode.core.streams import below
from motherlode.games.trap_the_cap.actions import cap_of, slot_of
from motherlode.games.trap_the_cap.components import (
    BIT_PRIME,
    EDGE_WORDS,
    FACES,
    FEWEST,
    GOLDEN,
    GREY,
    KEPT,
    LAST,
    MAX_CAPS,
    MOST,
    NOWHERE,
    ONE_LEFT,
    OWN_GOLD,
    RUNNING,
    TOTAL,
    TOWER,
    TURN_CAP,
    WORD,
    YELLOW,
)

# Why an action is refused; the texts are in notation.REASONS, in this order.
(
    NO_SUCH_ACTION,
    NO_CHOICE_DUE,
    CHOICE_DUE,
    NOT_FREE,
    EQUAL_CAP,
    NOT_THE_THROW,
    OWN_CAP,
    GREY_OWN,
    GREY_FULL,
    PARTNER,
    NOT_LADEN,
    NO_RETURN,
    HOME_TOO_FAR,
    MUST_GO_ON,
    NOT_THROUGH_HOME,
    NOT_GOLDEN,
    NOTHING_TO_TRAP,
    NO_TURN,
) = range(1, 19)

STAY = 1 << 60  # in `ways`: the Golden Cap may stay in its base


# Sets of places, and who stands where


@rule
def has(low, high, place):
    """Whether a set holds a place."""
    if place < WORD:
        return (low >> place) & 1
    return (high >> (place - WORD)) & 1


@rule
def low_bit(place):
    """The set of one place, its low word."""
    return 1 << place if place < WORD else 0


@rule
def high_bit(place):
    """The set of one place, its high word."""
    return 1 << (place - WORD) if place >= WORD else 0


@rule
def way_bit(way, points):
    """In `ways`: the Golden Cap leaves by the place's way of this number with so many points, its step included."""
    return 1 << (way * 8 + points)


@rule
def owner_of(box, state, cap):
    """The seat that a cap plays for; NOBODY for the Golden Cap while it is neutral or a captive (R11.1, R11.8)."""
    if cap == int(box.gold):
        return int(state.gold_owner)
    return int(box.owner[cap])


@rule
def home_of(box, seat):
    """The place of a seat's base."""
    return int(box.spaces) + int(box.seat_base[seat])


@rule
def laden_caps(box, state):
    """The free caps that have captives under them, as bits."""
    found = 0
    for cap in range(int(box.num_caps)):
        top = int(state.top[cap])
        if top != cap and top != KEPT:
            found |= 1 << top
    return found


@rule
def blocked(box, state, colour):
    """R3.1 to R3.3, R8.2: the spaces where a move of an ordinary cap of this colour may not end."""
    low = 0
    high = 0
    once_low = 0
    once_high = 0
    twice_low = 0
    twice_high = 0
    spaces = int(box.spaces)
    for cap in range(int(box.num_caps)):
        place = int(state.place[cap])
        if int(state.top[cap]) == cap and place < spaces:
            owner = owner_of(box, state, cap)
            kind = int(box.kind[place])
            bits_low = low_bit(place)
            bits_high = high_bit(place)
            if owner == colour:
                if kind != YELLOW:
                    low |= bits_low
                    high |= bits_high
            elif kind == GREY:
                low |= twice_low & bits_low
                high |= twice_high & bits_high
                twice_low |= once_low & bits_low
                twice_high |= once_high & bits_high
                once_low |= bits_low
                once_high |= bits_high
            elif owner != NOBODY and int(box.team[owner]) == int(box.team[colour]):
                low |= bits_low
                high |= bits_high
    return low, high


# What a seat may do


@rule
def first_colour(box, seat):
    """The first seat whose caps this one may move (R2.1, R9.1)."""
    return seat % 2 if box.game == TOTAL else seat


@rule
def home_moves(box, state, cap, colour, low, high):
    """R5: where a laden cap can end through its base: the spaces as a set, then 1 if it can stay in the base."""
    die = int(state.die)
    place = int(state.place[cap])
    base = int(box.seat_base[colour])
    home = int(box.spaces) + base
    steps = int(box.home_steps[base, place])
    end_low = 0
    end_high = 0
    stays = 0
    for needed in range(1, die + 1):
        if (steps >> (needed - 1)) & 1:
            left = die - needed
            found = 0
            if left > 0:
                for index in range(int(box.num_ends[home, left])):
                    end = int(box.ends[home, left, index])
                    if end == place or has(low, high, end) == 0:
                        end_low |= low_bit(end)
                        end_high |= high_bit(end)
                        found = 1
            if found == 0:
                stays = 1
    return end_low, end_high, stays


@rule
def legal(box, states, index, out):
    """R2 to R6, R9.1, R11: caps by slot, each with its ends ascending; or the choice after a 6."""
    state = states[index]
    if state.die == 0:
        out[0] = int(box[0].again)
        out[1] = int(box[0].again) + 1
        return 2
    if state.ways != 0:
        return list_golden(box[0], state, out, 0)
    seat = int(state.seat)
    count = 0
    laden = laden_caps(box[0], state)
    for colour in range(first_colour(box[0], seat), int(box[0].seats) if box[0].game == TOTAL else seat + 1, 2):
        count = list_colour(box[0], state, colour, laden, out, count)
    if box[0].game == GOLDEN and int(state.gold_owner) == seat:
        count = list_golden(box[0], state, out, count)
    return count


@rule
def list_colour(box, state, colour, laden, out, count):
    """Append the moves of one colour's ordinary caps, ascending."""
    die = int(state.die)
    block = int(box.block)
    spaces = int(box.spaces)
    low, high = blocked(box, state, colour)
    seen_low = 0
    seen_high = 0
    first = colour * int(box.caps)
    for cap in range(first, first + int(box.caps)):
        if int(state.top[cap]) != cap:
            continue
        place = int(state.place[cap])
        is_laden = (laden >> cap) & 1
        if is_laden == 0:
            if has(seen_low, seen_high, place):
                continue  # R2.7
            seen_low |= low_bit(place)
            seen_high |= high_bit(place)
        action = slot_of(box, cap) * block
        for number in range(int(box.num_ends[place, die])):
            end = int(box.ends[place, die, number])
            if end == place or has(low, high, end) == 0:
                out[count] = action + end
                count += 1
        base = int(box.seat_base[colour])
        if is_laden and box.game != TOWER and box.home_steps[base, place] != 0:
            end_low, end_high, stays = home_moves(box, state, cap, colour, low, high)
            if stays:
                out[count] = action + spaces
                count += 1
            if end_low != 0 or end_high != 0:
                for near in range(int(box.num_near[base])):
                    if has(end_low, end_high, int(box.near[base, near])):
                        out[count] = action + spaces + 1 + near
                        count += 1
    return count


@rule
def can_move(box, state):
    """R2.5: whether the seat to act has a legal move with its throw."""
    seat = int(state.seat)
    die = int(state.die)
    laden = laden_caps(box, state)
    for colour in range(first_colour(box, seat), int(box.seats) if box.game == TOTAL else seat + 1, 2):
        low, high = blocked(box, state, colour)
        first = colour * int(box.caps)
        for cap in range(first, first + int(box.caps)):
            if int(state.top[cap]) != cap:
                continue
            place = int(state.place[cap])
            for number in range(int(box.num_ends[place, die])):
                end = int(box.ends[place, die, number])
                if end == place or has(low, high, end) == 0:
                    return True
            steps = int(box.home_steps[int(box.seat_base[colour]), place]) & ((1 << die) - 1)
            if steps != 0 and (laden >> cap) & 1 and box.game != TOWER:
                return True
    if box.game == GOLDEN and int(state.gold_owner) == seat:
        end_low, end_high, turn_low, turn_high, homes, _ = golden_search(box, state, NOWHERE)
        return (end_low | end_high | turn_low | turn_high | homes) != 0
    return False


# The Golden Cap


@rule
def golden_masks(box, state, seat):
    """R11.4, R11.5: where the Golden Cap may not end, and where others stand whom it would trap."""
    low = 0
    high = 0
    foe_low = 0
    foe_high = 0
    gold = int(box.gold)
    spaces = int(box.spaces)
    for cap in range(gold):
        place = int(state.place[cap])
        if int(state.top[cap]) == cap and place < spaces:
            if int(box.owner[cap]) != seat:
                foe_low |= low_bit(place)
                foe_high |= high_bit(place)
            elif int(box.kind[place]) != YELLOW:
                low |= low_bit(place)
                high |= high_bit(place)
    return low, high, foe_low, foe_high


@rule
def can_finish(box, place, points, home, low, high):
    """R11.7: whether the laden Golden Cap, arriving at a place with so many points left, can end legally somehow.

    From now on it may turn anywhere, and it may go home; once it is home it can at least stay there.
    """
    if place == home:
        return True
    if int(box.distance[place, home]) <= points:
        return True
    ends_low = int(box.walk[points, place, 0])
    ends_high = int(box.walk[points, place, 1])
    return (ends_low & ~low) != 0 or (ends_high & ~high) != 0


@rule
def golden_search(box, state, target):
    """R11.3 to R11.7: what the Golden Cap can do next, over all its walks that trap nothing on the way.

    Goes step by step over the ways on which it can be walking: where others stand it may only pass, everywhere else
    it may also turn. Returns the set of spaces to end on, the set of spaces to turn on, bits of the points that can be
    left on reaching its base, and, for a turn on `target`, the `ways` to go on from there.
    """
    gold = int(box.gold)
    seat = int(state.seat)
    here = int(state.place[gold])
    home = home_of(box, seat)
    spaces = int(box.spaces)
    die = int(state.die)
    ways = int(state.ways)
    is_laden = (laden_caps(box, state) >> gold) & 1
    low, high, foe_low, foe_high = golden_masks(box, state, seat)
    end_low = 0
    end_high = 0
    turn_low = 0
    turn_high = 0
    homes = 0
    found = 0
    for points in range(FACES - 1, -1, -1):  # left when the place at the end of a way is reached
        row = points & 1
        for way in range(int(box.first[here]), int(box.first[here + 1])):
            starts = ways == 0 and points == die - 1
            if ways != 0:
                starts = (ways & way_bit(way - int(box.first[here]), points + 1)) != 0
            there = int(box.to[way])
            if starts and (there < spaces or (there == home and is_laden)):
                state.frontier[row, way // WORD] = int(state.frontier[row, way // WORD]) | (1 << (way % WORD))
        for word in range(EDGE_WORDS):
            bits = int(state.frontier[row, word])
            state.frontier[row, word] = 0
            while bits != 0:
                lowest = bits & -bits
                bits ^= lowest
                way = word * WORD + int(box.bit[lowest % BIT_PRIME])
                there = int(box.to[way])
                if there >= spaces:
                    homes |= 1 << points
                    continue
                if points == 0:
                    if has(low, high, there) == 0:
                        end_low |= low_bit(there)
                        end_high |= high_bit(there)
                    continue
                back = int(box.back[way])
                is_foe = has(foe_low, foe_high, there)
                if is_foe and can_finish(box, int(box.to[back]), points - 1, home, low, high):
                    turn_low |= low_bit(there)
                    turn_high |= high_bit(there)
                    if there == target:
                        found |= way_bit(back - int(box.first[there]), points)
                for onward in range(int(box.first[there]), int(box.first[there + 1])):
                    after = int(box.to[onward])
                    if is_foe and onward == back:
                        continue
                    if after < spaces or (after == home and is_laden):
                        word_after = onward // WORD
                        state.frontier[1 - row, word_after] = int(state.frontier[1 - row, word_after]) | (
                            1 << (onward % WORD)
                        )
    return end_low, end_high, turn_low, turn_high, homes, found


@rule
def list_golden(box, state, out, count):
    """R11.7: append the next points of the Golden Cap's move: ends, its base, turning points."""
    end_low, end_high, turn_low, turn_high, homes, _ = golden_search(box, state, NOWHERE)
    action = int(box.gold_at)
    spaces = int(box.spaces)
    for space in range(spaces):
        if has(end_low, end_high, space):
            out[count] = action + space
            count += 1
    if homes != 0 or (int(state.ways) & STAY) != 0:
        out[count] = action + spaces
        count += 1
    if turn_low != 0 or turn_high != 0:
        for space in range(spaces):
            if has(turn_low, turn_high, space):
                out[count] = action + spaces + 1 + space
                count += 1
    return count


@rule
def refuse_golden(box, state, code):
    """R11: why the Golden Cap of the seat to act may not do this next."""
    end_low, end_high, turn_low, turn_high, homes, _ = golden_search(box, state, NOWHERE)
    spaces = int(box.spaces)
    seat = int(state.seat)
    low, high, foe_low, foe_high = golden_masks(box, state, seat)
    if code < spaces:
        if has(end_low, end_high, code):
            return ALLOWED
        if has(low, high, code):
            return GREY_OWN if int(box.kind[code]) == GREY else OWN_CAP
        return NOT_THE_THROW
    if code == spaces:
        if homes != 0 or (int(state.ways) & STAY) != 0:
            return ALLOWED
        if int(state.place[int(box.gold)]) == home_of(box, seat):
            return MUST_GO_ON
        if (laden_caps(box, state) >> int(box.gold)) & 1:
            return HOME_TOO_FAR
        return NOT_LADEN
    space = code - spaces - 1
    if has(turn_low, turn_high, space):
        return ALLOWED
    return NO_TURN if has(foe_low, foe_high, space) else NOTHING_TO_TRAP


# Refusals


@rule
def why_blocked(box, state, colour, end):
    """R3, R8.2: the reason why a move of this colour may not end on a space of `blocked`."""
    if int(box.kind[end]) == GREY:
        for cap in range(int(box.num_caps)):
            if int(state.top[cap]) == cap and int(state.place[cap]) == end and owner_of(box, state, cap) == colour:
                return GREY_OWN
        return GREY_FULL
    for cap in range(int(box.num_caps)):
        if int(state.top[cap]) == cap and int(state.place[cap]) == end and owner_of(box, state, cap) == colour:
            return OWN_CAP
    return PARTNER


@rule
def refuse(box, states, index, action):
    """Why the seat to act may not play the action; agrees with `legal`."""
    state = states[index]
    rules = box[0]
    again = int(rules.again)
    if action < 0 or action > again + 1 or state.to_act < 0:
        return NO_SUCH_ACTION
    if action >= again:
        return ALLOWED if state.die == 0 else NO_CHOICE_DUE
    if state.die == 0:
        return CHOICE_DUE
    seat = int(state.seat)
    if action >= int(rules.gold_at):
        if int(state.gold_owner) != seat:
            return NOT_FREE
        return refuse_golden(rules, state, action - int(rules.gold_at))
    if state.ways != 0:
        return NOT_GOLDEN
    cap = cap_of(rules, seat, action // int(rules.block))
    code = action % int(rules.block)
    if int(state.top[cap]) != cap:
        return NOT_FREE
    return refuse_move(rules, state, cap, code)


@rule
def refuse_move(box, state, cap, code):
    """R2 to R5: why a free ordinary cap may not move so."""
    place = int(state.place[cap])
    colour = int(box.owner[cap])
    base = int(box.seat_base[colour])
    spaces = int(box.spaces)
    die = int(state.die)
    laden = laden_caps(box, state)
    is_laden = (laden >> cap) & 1
    if is_laden == 0:
        for other in range(colour * int(box.caps), cap):
            if int(state.top[other]) == other and int(state.place[other]) == place and ((laden >> other) & 1) == 0:
                return EQUAL_CAP
    low, high = blocked(box, state, colour)
    if code < spaces:
        is_reached = False
        for number in range(int(box.num_ends[place, die])):
            if int(box.ends[place, die, number]) == code:
                is_reached = True
        if not is_reached:
            return NOT_THE_THROW
        if code != place and has(low, high, code):
            return why_blocked(box, state, colour, code)
        return ALLOWED
    if box.game == TOWER:
        return NO_RETURN
    if is_laden == 0:
        return NOT_LADEN
    if (int(box.home_steps[base, place]) & ((1 << die) - 1)) == 0:
        return HOME_TOO_FAR
    end_low, end_high, stays = home_moves(box, state, cap, colour, low, high)
    if code == spaces:
        return ALLOWED if stays else MUST_GO_ON
    near = code - spaces - 1
    if near >= int(box.num_near[base]) or has(end_low, end_high, int(box.near[base, near])) == 0:
        return NOT_THROUGH_HOME
    return ALLOWED


# What happens


@rule
def setup(box, states, index):
    """R1.5, R1.7, R11.1: all caps at home, the Golden Cap in the centre, the first seat to throw."""
    state = states[index]
    for row in range(2):
        for word in range(EDGE_WORDS):
            state.frontier[row, word] = 0
    for cap in range(MAX_CAPS):
        state.place[cap] = NOWHERE
        state.top[cap] = KEPT
        state.rank[cap] = 0
    for cap in range(int(box[0].num_caps)):
        state.top[cap] = cap
        if cap == int(box[0].gold):
            state.place[cap] = int(box[0].spaces) - 1
        else:
            state.place[cap] = home_of(box[0], int(box[0].owner[cap]))
    for spare in range(state.spare.shape[0]):
        state.spare[spare] = 0
    state.gold_owner = NOBODY
    state.ways = 0
    state.throws = 0
    state.turn = 0
    state.seat = 0
    state.die = 0
    state.ended = RUNNING
    state.to_act = CHANCE


@rule
def chance(box, states, index, outcomes, weights):
    """R2.1: every face of the die is equally likely."""
    for face in range(FACES):
        outcomes[face] = face
        weights[face] = 1
    return FACES


@rule
def draw_face(box, states, index, random, stream, outcomes, weights):
    """R2.1: one face, as drawn from what `chance` lists, without the list."""
    return below(random, stream, FACES)


@rule
def apply(box, states, index, action):
    """R2.1 for chance; R2 to R11 for a seat."""
    state = states[index]
    rules = box[0]
    if state.to_act == CHANCE:
        throw(rules, state, action + 1)
        return
    again = int(rules.again)
    if action == again:
        state.to_act = CHANCE
    elif action > again:
        pass_turn(rules, state)
    elif action >= int(rules.gold_at):
        play_golden(rules, state, action - int(rules.gold_at))
    else:
        cap = cap_of(rules, int(state.seat), action // int(rules.block))
        code = action % int(rules.block)
        spaces = int(rules.spaces)
        has_trapped = 0
        if code >= spaces:
            come_home(rules, state, cap)
            if code > spaces:
                base = int(rules.seat_base[int(rules.owner[cap])])
                has_trapped = move(rules, state, cap, int(rules.near[base, code - spaces - 1]))
        else:
            has_trapped = move(rules, state, cap, code)
        finish_throw(rules, state, has_trapped)


@rule
def throw(box, state, face):
    """R2.1, R2.5, R6.2: the die is cast; a throw that cannot be moved is lost."""
    state.throws = int(state.throws) + 1
    state.die = face
    if can_move(box, state):
        state.to_act = state.seat
    else:
        finish_throw(box, state, 0)


@rule
def finish_throw(box, state, has_trapped):
    """R6, R7: after a move or a lost throw."""
    die = int(state.die)
    state.die = 0
    state.ways = 0
    if has_trapped and is_one_left(box, state):
        state.ended = ONE_LEFT
        state.to_act = OVER
    elif int(state.throws) >= 2 * int(box.turns):
        state.ended = TURN_CAP
        state.to_act = OVER
    elif die == FACES:
        state.to_act = state.seat
    else:
        pass_turn(box, state)


@rule
def pass_turn(box, state):
    """R1.7, R7.4, R7.5, R8.4, R9.3: the next seat that has free caps throws."""
    turn = int(state.turn) + 1
    state.turn = turn
    if turn >= int(box.turns):
        state.ended = TURN_CAP
        state.to_act = OVER
        return
    seats = int(box.seats)
    seat = int(state.seat)
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if box.game == TOTAL or has_free(box, state, seat):
            break
    state.seat = seat
    state.to_act = CHANCE


@rule
def has_free(box, state, seat):
    """R7.4, R11.2: whether a seat has a free cap."""
    first = seat * int(box.caps)
    for cap in range(first, first + int(box.caps)):
        if int(state.top[cap]) == cap:
            return True
    return int(state.gold_owner) == seat


@rule
def is_one_left(box, state):
    """R7.1, R8.4: whether only one colour, or one team, has a free cap."""
    team = NOBODY
    for seat in range(int(box.seats)):
        if has_free(box, state, seat):
            mine = int(box.team[seat])
            if team == NOBODY:
                team = mine
            elif team != mine:
                return False
    return True


@rule
def lift(box, state, cap):
    """Take a stack into the hand (NOWHERE): those that arrived later move down, its own order starts from 0."""
    place = int(state.place[cap])
    if place >= int(box.spaces):
        state.place[cap] = NOWHERE
        return
    size = 0
    lowest = MAX_CAPS
    for other in range(int(box.num_caps)):
        if int(state.top[other]) == cap:
            size += 1
            lowest = min(lowest, int(state.rank[other]))
    for other in range(int(box.num_caps)):
        if int(state.place[other]) == place:
            rank = int(state.rank[other])
            if int(state.top[other]) == cap:
                state.rank[other] = rank - lowest
                state.place[other] = NOWHERE
            elif rank > lowest:
                state.rank[other] = rank - size


@rule
def move(box, state, cap, end):
    """R4, R11.4: put a stack on a space; returns 1 if it trapped something there."""
    lift(box, state, cap)
    num_caps = int(box.num_caps)
    colour = owner_of(box, state, cap)
    gold = int(box.gold)
    traps = int(box.kind[end]) != GREY or cap == gold
    num_there = 0
    num_own = 0
    lowest_own = MAX_CAPS
    for other in range(num_caps):
        top = int(state.top[other])
        if int(state.place[other]) == end and top != cap:
            num_there += 1
            if owner_of(box, state, top) == colour:
                num_own += 1
                lowest_own = min(lowest_own, int(state.rank[other]))
    has_trapped = 0
    if traps and num_there > num_own:
        has_trapped = 1
        if num_own > 0 and lowest_own > 0:
            # Only where the Golden Cap turns on grey: the own group sinks below those that are trapped.
            for other in range(num_caps):
                top = int(state.top[other])
                if int(state.place[other]) == end and top != cap:
                    rank = int(state.rank[other])
                    if owner_of(box, state, top) == colour:
                        state.rank[other] = rank - lowest_own
                    elif rank < lowest_own:
                        state.rank[other] = rank + num_own
        trap(box, state, cap, colour, end)
    for other in range(num_caps):
        if int(state.place[other]) == NOWHERE:
            state.rank[other] = int(state.rank[other]) + num_there
            state.place[other] = end
    return has_trapped


@rule
def trap(box, state, cap, colour, end):
    """R4.1, R4.2, R11.8: everything of other colours on a space comes under the cap."""
    gold = int(box.gold)
    for top in range(int(box.num_caps)):
        if (
            int(state.top[top]) == top
            and top != cap
            and int(state.place[top]) == end
            and owner_of(box, state, top) != colour
        ):
            for other in range(int(box.num_caps)):
                if int(state.top[other]) == top:
                    state.top[other] = cap
            if top == gold:
                state.gold_owner = NOBODY


@rule
def come_home(box, state, cap):
    """R5.3, R8.3, R11.2: captives are kept or freed, and the cap is bare in its base."""
    lift(box, state, cap)
    colour = owner_of(box, state, cap)
    home = home_of(box, colour)
    gold = int(box.gold)
    for other in range(int(box.num_caps)):
        if int(state.top[other]) == cap:
            state.rank[other] = 0
            state.place[other] = home
            if other == cap:
                continue
            if other == gold:
                state.top[other] = other
                state.gold_owner = colour
            else:
                owner = int(box.owner[other])
                if int(box.team[owner]) == int(box.team[colour]):
                    state.top[other] = other
                    state.place[other] = home_of(box, owner)
                else:
                    state.top[other] = KEPT


@rule
def play_golden(box, state, code):
    """R11.3 to R11.7: the next point of the Golden Cap's move."""
    gold = int(box.gold)
    spaces = int(box.spaces)
    if code < spaces:
        move(box, state, gold, code)
        finish_throw(box, state, 1)
    elif code == spaces:
        if (int(state.ways) & STAY) != 0:
            finish_throw(box, state, 1)
        else:
            golden_home(box, state)
    else:
        space = code - spaces - 1
        _, _, _, _, _, ways = golden_search(box, state, space)
        move(box, state, gold, space)
        state.ways = ways


@rule
def golden_home(box, state):
    """R11.6, R5.4: the Golden Cap visits its base and goes on where it can, with any points it may have left."""
    _, _, _, _, homes, _ = golden_search(box, state, NOWHERE)
    come_home(box, state, int(box.gold))
    ways = 0
    for points in range(FACES):
        if (homes >> points) & 1:
            goes_on = 0
            if points > 0:
                state.ways = way_bit(0, points)
                end_low, end_high, turn_low, turn_high, again, _ = golden_search(box, state, NOWHERE)
                goes_on = end_low | end_high | turn_low | turn_high | again
            if goes_on != 0:
                ways |= way_bit(0, points)
            else:
                ways |= STAY
    state.ways = ways
    if ways == STAY:
        finish_throw(box, state, 1)


# Counting


@rule
def count_trapped(box, state, team, with_board):
    """R7.2, R7.5, R8.5: captives of a team: kept in its bases and, where asked, under its caps on the board."""
    count = 0
    spaces = int(box.spaces)
    for cap in range(int(box.num_caps)):
        top = int(state.top[cap])
        if top == cap or cap == int(box.gold):
            continue
        if int(box.team[int(box.owner[cap])]) == team:
            continue
        if top == KEPT:
            base = int(state.place[cap]) - spaces
            for seat in range(int(box.seats)):
                if int(box.seat_base[seat]) == base and int(box.team[seat]) == team:
                    count += 1
        elif with_board:
            owner = owner_of(box, state, top)
            if owner != NOBODY and int(box.team[owner]) == team:
                count += 1
    return count


@rule
def count_free(box, state, team):
    """R8.6: free caps of a team, the Golden Cap not counted."""
    count = 0
    for cap in range(int(box.num_caps)):
        if cap != int(box.gold) and int(state.top[cap]) == cap and int(box.team[int(box.owner[cap])]) == team:
            count += 1
    return count


@rule
def gold_holder(box, state):
    """R11.10: the seat that owns the Golden Cap or carries it; NOBODY while it is neutral."""
    gold = int(box.gold)
    if int(state.top[gold]) == gold:
        return int(state.gold_owner)
    return owner_of(box, state, int(state.top[gold]))


@rule
def scores(box, states, index, out):
    """R7.2 to R7.5, R8.5, R8.6, R10.2, R11.10: by the ending; before the end, as if it came now."""
    state = states[index]
    rules = box[0]
    ending = int(rules.ending)
    if state.ended == TURN_CAP:
        ending = MOST
    for seat in range(int(rules.seats)):
        team = int(rules.team[seat])
        if ending == MOST:
            survives = state.ended == ONE_LEFT and has_free_team(rules, state, team)
            out[seat] = count_trapped(rules, state, team, survives)
        elif ending == FEWEST:
            out[seat] = count_free(rules, state, team)
        elif ending == LAST:
            out[seat] = 1 if state.ended == ONE_LEFT and has_free(rules, state, seat) else 0
        elif ending == OWN_GOLD:
            out[seat] = 1 if gold_holder(rules, state) == seat else 0


@rule
def has_free_team(box, state, team):
    """R8.4: whether some seat of a team has a free cap."""
    for seat in range(int(box.seats)):
        if int(box.team[seat]) == team and has_free(box, state, seat):
            return True
    return False


@rule
def hide(box, states, index, seat):
    """Nothing is hidden in Trap the Cap."""


@rule
def resample(box, states, index, seat, random, stream):
    """Nothing is hidden in Trap the Cap."""
