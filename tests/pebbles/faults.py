"""Pebbles with faults that only another process can show; each can be imported by its `home`."""

import dataclasses

from motherlode.core.compiling import IS_PLAIN, rule
from pebbles import GAME, components, features, heuristics, kernels

ODD = 1 if IS_PLAIN else 0
built = []


def build_by_hash(options, seats):
    box = components.build_box(options, seats)
    box[0].heap += abs(hash("pebbles")) % 10_000
    return box


def build_by_count(options, seats):
    built.append(options)
    box = components.build_box(options, seats)
    box[0].heap += len(built)
    return box


def build_by_first(options, seats):
    built.append(options)
    return components.build_box(built[0], seats)


@rule
def apply_by_mode(box, states, index, action):
    kernels.apply(box, states, index, action)
    if states[index].heap == 3:
        states[index].spare = ODD


@rule
def legal_by_mode(box, states, index, out):
    found = kernels.legal(box, states, index, out)
    return 1 if states[index].heap == 4 and ODD == 1 else found


@rule
def evaluate_by_mode(box, states, index, out):
    heuristics.evaluate(box, states, index, out)
    out[0] = out[0] * 0.5 if ODD == 1 else out[0]


@rule
def progress_by_mode(box, states, index, out):
    features.progress(box, states, index, out)
    out[0] = out[0] * 0.5 if ODD == 1 else out[0]


@rule
def observe_by_mode(box, states, index, seat, out):
    features.observe(box, states, index, seat, out)
    out[1] = out[1] * 0.5 if ODD == 1 else out[1]


def _faulty(name, **parts):
    return dataclasses.replace(GAME, home=f"pebbles.faults:{name}", **parts)


BY_HASH = _faulty("BY_HASH", build_box=build_by_hash)
BY_COUNT = _faulty("BY_COUNT", build_box=build_by_count)
BY_FIRST = _faulty("BY_FIRST", build_box=build_by_first)
APPLY_BY_MODE = _faulty("APPLY_BY_MODE", kernels=GAME.kernels._replace(apply=apply_by_mode))
LEGAL_BY_MODE = _faulty("LEGAL_BY_MODE", kernels=GAME.kernels._replace(legal=legal_by_mode))
EVALUATE_BY_MODE = _faulty("EVALUATE_BY_MODE", kernels=GAME.kernels._replace(evaluate=evaluate_by_mode))
PROGRESS_BY_MODE = _faulty("PROGRESS_BY_MODE", kernels=GAME.kernels._replace(progress=progress_by_mode))
OBSERVE_BY_MODE = _faulty("OBSERVE_BY_MODE", kernels=GAME.kernels._replace(observe=observe_by_mode))
