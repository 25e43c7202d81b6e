"""A cheap guess of who is ahead in Trap the Cap."""

from motherlode.core.compiling import rule
from motherlode.core.contract import NOBODY, OVER, Level, SearchSettings
from motherlode.games.trap_the_cap.components import FACES, GREY, KEPT, TOWER
from motherlode.games.trap_the_cap.kernels import outcome
from motherlode.games.trap_the_cap.standing import home_of, laden_caps, owner_of

FREE = 1.0  # a free cap
HOME_BONUS = 0.04  # more for one that cannot be trapped where it is
CARRIED = 0.35  # a captive under a cap on the board
CLOSER = 0.045  # more for each step that its carrier is closer to home, up to FAR
FAR = 16
KEPT_WORTH = 1.5  # a captive kept in the base, whatever the ending: it does not come back
FREED_WORTH = 0.5  # part of a captive's worth that an own cap in a stack has
HIT = 1.0 / FACES  # how much of a group is at stake for each cap that can reach it with one throw
AIM = 0.11  # a group of others in reach, for each cap of it
GOLD_WORTH = 4.0
UNCERTAINTY = 4.0  # lead that makes one seat about three to one on


@rule
def group_worth(box, state, top, seat, is_laden):
    """What a free cap with its captives is worth to its seat: more near home or with prey in reach, less in danger."""
    place = int(state.place[top])
    spaces = int(box.spaces)
    gold = int(box.gold)
    worth = FREE
    if place >= spaces:
        return worth + HOME_BONUS
    size = 1.0
    if is_laden:
        closer = 0.0
        if box.game != TOWER:
            closer = CLOSER * max(0, FAR - int(box.distance[place, home_of(box, seat)]))
        for cap in range(int(box.num_caps)):
            if int(state.top[cap]) == top and cap != top:
                part = CARRIED + closer
                if cap == gold:
                    part *= GOLD_WORTH
                elif int(box.team[int(box.owner[cap])]) == int(box.team[seat]):
                    part *= FREED_WORTH
                worth += part
                size += 1.0
    safe = 1.0
    aim = 0.0
    is_grey = int(box.kind[place]) == GREY
    for other in range(int(box.num_caps)):
        if int(state.top[other]) != other:
            continue
        owner = owner_of(box, state, other)
        if owner == NOBODY:
            if int(box.distance[place, int(state.place[other])]) <= FACES:
                aim += AIM * GOLD_WORTH
            continue
        if int(box.team[owner]) == int(box.team[seat]):
            continue
        there = int(state.place[other])
        steps = int(box.distance[place, there])
        if steps <= FACES and (not is_grey or other == gold):
            safe *= 1.0 - HIT
        if steps <= FACES and there < spaces and int(box.kind[there]) != GREY:
            aim += AIM
    return worth * (0.25 + 0.75 * safe) + min(aim, 4.0 * AIM) - (size - 1.0) * 0.1 * (1.0 - safe)


@rule
def side_worth(box, state, team, laden):
    """What all groups of one team and the captives in its bases are worth, `laden` as `laden_caps` gives it."""
    worth = 0.0
    spaces = int(box.spaces)
    for cap in range(int(box.num_caps)):
        top = int(state.top[cap])
        if top == cap:
            owner = owner_of(box, state, cap)
            if owner != NOBODY and int(box.team[owner]) == team:
                worth += group_worth(box, state, cap, owner, (laden >> cap) & 1)
        elif top == KEPT:
            for seat in range(int(box.seats)):
                if int(box.seat_base[seat]) == int(state.place[cap]) - spaces and int(box.team[seat]) == team:
                    worth += KEPT_WORTH
    owner = int(state.gold_owner)
    if owner != NOBODY and int(box.team[owner]) == team:
        worth += GOLD_WORTH
    return worth


@rule
def evaluate(boxes, states, index, out):
    """Each seat's chance to win, roughly: its side's worth against the mean of the others; who won, at the end."""
    state = states[index]
    box = boxes[0]
    seats = int(box.seats)
    if state.to_act == OVER:
        share_result(boxes, states, index, seats, out)
        return
    laden = laden_caps(box, state)
    total = 0.0
    for seat in range(seats):
        out[seat] = side_worth(box, state, int(box.team[seat]), laden)
        total += float(out[seat])
    is_team = int(box.team[seats - 1]) != seats - 1
    for seat in range(seats):
        mine = float(out[seat])
        num_mine = seats // 2 if is_team else 1
        others = (total - mine * num_mine) / (seats - num_mine)
        ahead = (mine - others) / UNCERTAINTY
        out[seat] = 0.5 + 0.49 * ahead / (1.0 + abs(ahead))


@rule
def share_result(boxes, states, index, seats, out):
    """R7: 1 for who won alone (with his team), a part of it for those who share, 0 for the others.

    R11.10: where nobody wins, it is as if all shared.
    """
    outcome(boxes, states, index, out)
    sides = 0  # as bits
    winners = 0
    for seat in range(seats):
        team = 1 << int(boxes[0].team[seat])
        sides |= team
        if out[seat] > 0:
            winners |= team
    num_winners = 0
    for team in range(seats):
        num_winners += ((winners if winners != 0 else sides) >> team) & 1
    for seat in range(seats):
        out[seat] = 1.0 / num_winners if winners == 0 or out[seat] > 0 else 0.0


# Games last hundreds of turns, so a leaf is judged at once; what is close by decides, and `evaluate` sees most of it.
SEARCH = SearchSettings(
    rollout=0,
    temperature=0.02,
    explore=0.3,
    levels={
        "pebble": Level(noise=1.5),
        "prospector": Level(noise=0.5),
        "foreman": Level(iterations=50, noise=0.3),
        "mastermind": Level(iterations=20_000),
    },
)
