"""What happened in Trap the Cap, in words."""

from collections.abc import Sequence

import numpy as np

from motherlode.core.contract import CHANCE, NOBODY, Records
from motherlode.games.trap_the_cap import kernels
from motherlode.games.trap_the_cap.components import FEWEST, GREY, LAST, MOST, OWN_GOLD, TURN_CAP
from motherlode.games.trap_the_cap.notation import (
    cap_name,
    colour_of,
    golden_code,
    moved_cap,
    space_name,
    stack_of,
)


def narrate(box: Records, before: Records, action: int | None, after: Records, names: Sequence[str]) -> str:
    """One sentence, such as: Red 3 moves 5 to space 17 and traps blue 2."""
    assert action is not None  # nothing is hidden in Trap the Cap
    was, rules = before[0], box[0]
    player = f"{names[was.seat]} ({colour_of(box, int(was.seat))})"
    if was.to_act == CHANCE:
        words = f"{player} throws a {action + 1}"
        if after[0].to_act == was.seat and after[0].die == 0:
            return f"{words}; no cap can move, but the right to throw again remains."
        if after[0].to_act != was.seat:
            return f"{words}; no cap can move, the throw is lost."
        return f"{words}."
    if action == rules.again:
        return f"{player} throws again."
    if action > rules.again:
        return f"{player} does not throw again."
    code = golden_code(box, action)
    words = _golden(box, before, code, after) if code is not None else _move(box, before, action, after)
    if not words.endswith("."):
        words += "."
    return words


def where(box: Records, space: int) -> str:
    """A space in words: `the centre`, `grey space 4`, `space 14, the junction of red`."""
    rules = box[0]
    name = space_name(box, space)
    if space == rules.spaces - 1:
        return "the centre"
    if space < rules.bases * rules.sector and space % rules.sector == 0:
        base = space // int(rules.sector)
        for seat in range(int(rules.seats)):
            if rules.seat_base[seat] == base:
                return f"space {name}, the junction of {colour_of(box, seat)}"
        return f"space {name}, a junction"
    return f"{'grey space' if rules.kind[space] == GREY else 'space'} {name}"


def listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _trapped(box: Records, before: Records, after: Records, cap: int, was_under: Sequence[int]) -> str:
    """` and traps red 2 with 1 captive`, or nothing."""
    groups = [
        top
        for top in range(int(box[0].num_caps))
        if top != cap and before[0].top[top] == top and after[0].top[top] == cap and top not in was_under
    ]
    if not groups:
        return ""
    parts = []
    for top in groups:
        under = len(stack_of(box, before, top))
        parts.append(_the(cap_name(box, top)) + (f" with {_number(under, 'captive')}" if under else ""))
    return f" and traps {listed(parts)}"


def _the(name: str) -> str:
    return "the Golden Cap" if name == "golden" else name


def _brought(box: Records, before: Records, after: Records, cap: int) -> str:
    """`enters its base with 2 captives: red 1 is kept, green 4 is free again`."""
    under = stack_of(box, before, cap)
    owner = kernels.owner_of(box[0], before[0], cap)
    kept = [_the(cap_name(box, one)) for one in under if after[0].top[one] != one]
    freed = [_the(cap_name(box, one)) for one in under if after[0].top[one] == one and one != box[0].gold]
    parts = []
    if kept:
        parts.append(f"{listed(kept)} {'is' if len(kept) == 1 else 'are'} kept")
    if freed:
        parts.append(f"{listed(freed)} {'is' if len(freed) == 1 else 'are'} free again")
    if box[0].gold in under:
        parts.append(f"the Golden Cap now plays for {colour_of(box, int(owner))}")
    return f"enters its base with {_number(len(under), 'captive')}: {', '.join(parts)}"


def _move(box: Records, before: Records, action: int, after: Records) -> str:
    cap, code = moved_cap(box, before, action)
    rules, die, spaces = box[0], int(before[0].die), int(box[0].spaces)
    name = cap_name(box, cap).capitalize()
    under = stack_of(box, before, cap)
    if code < spaces:
        laden = f" with {_number(len(under), 'captive')}" if under else ""
        is_out = before[0].place[cap] >= spaces
        verb = f"comes out with a {die} to" if is_out else f"moves {die}{laden} to"
        return f"{name} {verb} {where(box, code)}{_trapped(box, before, after, cap, under)}"
    words = f"{name} moves {die}, {_brought(box, before, after, cap)}"
    if code > spaces:
        end = int(rules.near[rules.seat_base[rules.owner[cap]], code - spaces - 1])
        words += f"; it comes out on {where(box, end)}{_trapped(box, before, after, cap, under)}"
    return words


def _golden(box: Records, before: Records, code: int, after: Records) -> str:
    rules, spaces = box[0], int(box[0].spaces)
    gold = int(rules.gold)
    under = stack_of(box, before, gold)
    name = f"The Golden Cap of {colour_of(box, int(before[0].seat))}"
    if code == spaces:
        if before[0].place[gold] >= spaces:
            return f"{name} stays in its base"
        return f"{name} {_brought(box, before, after, gold)}"
    if code > spaces:
        return f"{name} turns on {where(box, code - spaces - 1)}{_trapped(box, before, after, gold, under)}"
    return f"{name} ends on {where(box, code)}{_trapped(box, before, after, gold, under)}"


def conclude(box: Records, state: Records, names: Sequence[str]) -> str:
    """Who won, and by what."""
    rules, now = box[0], state[0]
    scores = np.zeros(int(rules.seats), np.int32)
    kernels.scores(box, state, 0, scores)
    best = int(scores.max())
    winners = [f"{names[seat]} ({colour_of(box, seat)})" for seat in range(int(rules.seats)) if scores[seat] == best]
    ending = MOST if now.ended == TURN_CAP else int(rules.ending)
    count = ", ".join(f"{colour_of(box, seat)} {scores[seat]}" for seat in range(int(rules.seats)))
    start = "The cap on turns ends the game, and captives kept in bases decide. " if now.ended == TURN_CAP else ""
    verb = "wins" if len(winners) == 1 else "win"
    if ending == OWN_GOLD:
        holder = int(kernels.gold_holder(rules, now))
        if holder == NOBODY:
            return f"{start}Nobody wins: the Golden Cap is still neutral."
        return f"{start}{listed(winners)} wins with the Golden Cap."
    if ending == LAST:
        return f"{start}{listed(winners)} {verb} with the last free caps."
    if len(winners) == rules.seats:
        return f"{start}All share the first place: {count}."
    words = "caps still free" if ending == FEWEST else "caps trapped"
    return f"{start}{listed(winners)} {verb}. {words.capitalize()}: {count}."
