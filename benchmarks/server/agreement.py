"""boardgame.io's Madcap and ours are the same game: legal moves at every step, and the gold at the end."""

import json
import random
import sys
from typing import Any

import motherlode
from benchmarks.server.subjects import BoardgameIo
from motherlode.games.madcap.actions import DISCARD
from motherlode.games.madcap.notation import colour_of, face_of, way_of


def stop_of(match: Any, action: int) -> tuple[int, int, int]:
    """An action as boardgame.io's Madcap has it: colour, face and the level where the barrel stops."""
    colour, face, way = colour_of(action), face_of(action), way_of(action)
    if way == DISCARD:
        return colour, face, 0
    return colour, face, int(match.ruleset.box["stop"][0, way, match.position["level"][0, colour], face])


def check(peer: BoardgameIo, num_games: int) -> int:
    """Play random games of ours and let boardgame.io's rules follow; the number of positions compared."""
    game = motherlode.game("madcap")
    lines, expected = [], []
    for seed in range(num_games):
        match, chosen = game.start(seed=seed), random.Random(seed)
        dice = match.position["dice"][0, :, :6].tolist()
        moves, legal = [], []
        while not match.is_over:
            actions = [action.id for action in match.actions()]
            legal.append(sorted(stop_of(match, action) for action in actions))
            action = chosen.choice(actions)
            moves.append(stop_of(match, action))
            match.play(action)
        lines.append(json.dumps({"dice": dice, "moves": moves}))
        expected.append((legal, match.scores))
    for seed, (line, (legal, gold)) in enumerate(zip(peer.follow(lines), expected, strict=True)):
        said = json.loads(line)
        if said["legal"] != [[list(move) for move in step] for step in legal] or said["gold"] != list(gold):
            sys.exit(f"boardgame.io plays another Madcap than ours: the game of seed {seed}")
    return sum(len(legal) for legal, _ in expected)
