"""Puzzles to take along: solved in the page without a network, with what comes of the answers that tempt.

The pack of a game is the same for everybody, so it is made once. Answers that were given without a network are told
later, by `POST /api/games/{game}/puzzles/{puzzle}/tries`, and count then.
"""

import asyncio
import gzip
import hashlib
from typing import Any

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from motherlode.core.contract import Language
from motherlode.core.registry import find_game
from motherlode.puzzles.puzzle import Opened, need_puzzles, open_puzzle
from motherlode.server.protocol.puzzles import PackedAnswer, PackedPuzzle, PuzzlePack
from motherlode.server.study.puzzling import frames_of, shown_puzzle
from motherlode.server.study.teaching import ANSWERS, once
from motherlode.server.tables.telling import encode
from motherlode.server.wire.asking import Asked, services_of
from motherlode.server.wire.pages import accepts
from motherlode.server.wire.security import header

MOST_PACKED = 16  # puzzles of a game


def pack_answer(opened: Opened, action: int, language: Language) -> PackedAnswer:
    """What comes of an action of a puzzle, as far as its file says it; else the action alone."""
    puzzle, known = opened.puzzle, opened.refutation(action)
    is_best, is_right = action == opened.answer, action in opened.right
    odds = puzzle.odds if is_best else None if known is None else known.odds
    line = puzzle.line if is_best else [] if known is None else known.line
    return PackedAnswer(
        action=action,
        is_right=is_right,
        is_best=is_best,
        odds=odds,
        lost=None if odds is None else max(0.0, round(puzzle.odds - odds, 3)),
        # Positions are large: those that nothing is known of are not told.
        frames=frames_of(opened, action, line, language) if is_right or known is not None else [],
    )


def pack_puzzle(game: str, opened: Opened, language: Language) -> PackedPuzzle:
    """A puzzle with all its answers."""
    puzzle = opened.puzzle
    best = opened.game.action_unchecked(opened.match.position, opened.answer)
    return PackedPuzzle(
        shown=shown_puzzle(game, opened, False, language),
        answers=[pack_answer(opened, action, language) for action in opened.match.legal()],
        text=best.text,
        path=best.path,
        levels={level: round(solved / tried, 2) for level, (solved, tried) in puzzle.solved.items()},
    )


def choose_packed(game: str) -> list[str]:
    """The puzzles of the pack, from the easiest to the hardest."""
    known = list(need_puzzles(game))
    count = min(MOST_PACKED, len(known))
    return [known[number * len(known) // count] for number in range(count)]


def make_pack(game: str, language: Language) -> bytes:
    """The pack of a game as compressed JSON: positions are alike, so a fiftieth is left of them."""
    puzzles = [pack_puzzle(game, open_puzzle(game, each), language) for each in choose_packed(game)]
    return gzip.compress(encode(PuzzlePack(game, language, puzzles)), 9, mtime=0)


@get("/games/{game:str}/puzzles/pack", responses=ANSWERS)
async def pack(request: Asked, game: FromPath[str], language: FromQuery[Language] = "en") -> Response[PuzzlePack]:
    """Puzzles of a game with their answers, to be solved without a network."""
    spec = find_game(game)
    need_puzzles(game)
    services_of(request).hub.games.want(game)
    body = await asyncio.to_thread(once, spec, f"pack {language}", lambda: make_pack(game, language))
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    asked = request.scope["headers"]
    answer: Response[Any]
    if tag in (header(asked, b"if-none-match") or ""):
        answer = Response(None, status_code=304, headers=headers)
    elif accepts(asked, "gzip"):
        answer = Response(body, media_type="application/json", headers=headers | {"content-encoding": "gzip"})
    else:
        answer = Response(
            await asyncio.to_thread(gzip.decompress, body), media_type="application/json", headers=headers
        )
    return answer


HANDLERS = [pack]
