"""Games of bots as tables for learners: `motherlode dataset`. Needs pyarrow, the extra `data`.

A folder has `decisions.parquet`, a row for each choice of a seat, and `games.parquet`, a row for each game. What they
are about is in the metadata of both: game, version, options, seats, digest and the features of an observation, as JSON.
The same game, bots, seed and number of games give the same rows. Both files are written whole or not at all.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from motherlode.bots import Player, make_bot
from motherlode.core.chance import SeededChance
from motherlode.core.errors import BadInput, Barred, Code
from motherlode.core.options import changed_options
from motherlode.core.outcomes import rewards_of
from motherlode.core.reading import read_count, read_seed
from motherlode.core.ruleset import Ruleset
from motherlode.table.match import Match

try:
    import pyarrow as pa
    from pyarrow import parquet
except ImportError as error:
    raise Barred(Code.NO_LIBRARY, f"a dataset needs pyarrow: pip install 'motherlode[data]' ({error})") from None

DECISIONS, GAMES = "decisions.parquet", "games.parquet"
ROWS = 8192  # decisions that are written at once
ABOUT = b"motherlode"  # the key of the metadata

Report = Callable[[int], None]


def decision_schema(ruleset: Ruleset) -> Any:
    """The columns of `decisions.parquet`."""
    return pa.schema(
        [
            ("game", pa.int32()),  # row of `games.parquet`
            ("number", pa.int32()),  # of the choice in its game, from 0 on
            ("seat", pa.int8()),
            ("bot", pa.dictionary(pa.int8(), pa.string())),
            ("position", pa.binary(ruleset.spec.state.itemsize)),  # all of it, secrets too, as the engine keeps it
            ("observation", pa.list_(pa.float32(), ruleset.observation_size)),  # what the seat may know
            ("legal", pa.list_(pa.int32())),
            ("action", pa.int32()),
            ("values", pa.list_(pa.float32(), ruleset.seats)),  # of the position for each seat, by `evaluate`
            ("reward", pa.float32()),  # of the seat at the end of the game
        ],
        {ABOUT: about(ruleset)},
    )


def game_schema(ruleset: Ruleset) -> Any:
    """The columns of `games.parquet`."""
    return pa.schema(
        [
            ("game", pa.int32()),
            ("seed", pa.int64()),  # of chance: `game.start(seed=...)` has the same
            ("bots", pa.list_(pa.string())),  # by seat
            ("scores", pa.list_(pa.int32())),
            ("rewards", pa.list_(pa.float32())),
            ("winners", pa.list_(pa.int8())),
            ("how", pa.string()),
            ("num_decisions", pa.int32()),
        ],
        {ABOUT: about(ruleset)},
    )


def about(ruleset: Ruleset) -> bytes:
    """What the rows are about."""
    spec = ruleset.spec
    return msgspec.json.encode(
        {
            "game": spec.name,
            "version": spec.version,
            "seats": ruleset.seats,
            "options": changed_options(spec, ruleset.options),
            "ruleset": ruleset.digest,
            "num_actions": ruleset.limits.num_actions,
            "features": [feature._asdict() for feature in ruleset.features],
        }
    )


def read_about(folder: Path) -> dict[str, Any]:
    """What the tables of a folder are about."""
    found: dict[str, Any] = msgspec.json.decode(parquet.read_schema(folder / DECISIONS).metadata[ABOUT])
    return found


def write_dataset(
    ruleset: Ruleset, bots: Sequence[str], games: int, seed: int, folder: Path, report: Report = lambda _: None
) -> int:
    """Let bots play and keep all they chose; how many decisions there are.

    Bots sit in turns: in game g seat s has bot (g + s) modulo their number.
    """
    games, seed = read_count(games, "games"), read_seed(seed)
    for name in (DECISIONS, GAMES):
        if (folder / name).exists():
            raise BadInput(Code.BAD_CHOICE, f"there is a {name} in {str(folder)!r} already")
    folder.mkdir(parents=True, exist_ok=True)
    made = {name: make_bot(name, ruleset, is_timed=False) for name in dict.fromkeys(bots)}
    schema = decision_schema(ruleset)
    unfinished = folder / f".{DECISIONS}.new"
    rows: list[dict[str, Any]] = []
    ends: list[dict[str, Any]] = []
    total = 0
    with parquet.ParquetWriter(unfinished, schema, compression="zstd") as writer:
        for game in range(games):
            seating = [bots[(game + seat) % len(bots)] for seat in range(ruleset.seats)]
            players = [Player(made[name], seat, seed + game) for seat, name in enumerate(seating)]
            played, end = play_one(ruleset, players, seating, game, seed + game)
            rows += played
            ends.append(end)
            total += len(played)
            if len(rows) >= ROWS or game + 1 == games:
                writer.write_table(pa.Table.from_pylist(rows, schema))
                rows = []
            report(game + 1)
    parquet.write_table(pa.Table.from_pylist(ends, game_schema(ruleset)), folder / GAMES, compression="zstd")
    unfinished.replace(folder / DECISIONS)
    return total


def play_one(
    ruleset: Ruleset, players: Sequence[Player], seating: Sequence[str], game: int, seed: int
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The rows of one game, and its end."""
    match = Match(ruleset, SeededChance(seed))
    rows: list[dict[str, Any]] = []
    while not match.is_over:
        seat, states = match.to_act, match.position
        rows.append(
            {
                "game": game,
                "number": len(rows),
                "seat": seat,
                "bot": seating[seat],
                "position": states.tobytes(),
                "observation": ruleset.observe(states, seat),
                "legal": ruleset.legal(states),
                "values": ruleset.evaluate(states),
            }
        )
        players[seat].act(match)
        rows[-1]["action"] = next(entry.action for entry in reversed(match.log) if entry.actor == seat)
    outcome = match.outcome
    rewards = rewards_of(ruleset.sides, outcome.winners)
    for row in rows:
        row["reward"] = rewards[row["seat"]]
    end = {
        "game": game,
        "seed": seed,
        "bots": list(seating),
        "scores": match.scores,
        "rewards": rewards,
        "winners": outcome.winners,
        "how": outcome.how,
        "num_decisions": len(rows),
    }
    return rows, end
