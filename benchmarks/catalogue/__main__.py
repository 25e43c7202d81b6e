"""`python -m benchmarks.catalogue`: one action of Madcap told by today's texts, by gettext and by Fluent.

Each road tells the same actions of the same games. The bar was set before: a row of the server's benchmark may lose at
most 5 %, and one process on SQLite takes 80 us for an action (12,500 a second, results/server.json), so telling it in
one language may take at most 4 us more than today.
"""

import argparse
import datetime
import gettext
import io
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from fluent.runtime import FluentBundle, FluentResource

import motherlode
from benchmarks.catalogue.compiled import compile_messages
from benchmarks.measuring import commit, machine
from motherlode.games.madcap import narration

HERE = Path(__file__).parent
RESULT = HERE.parent / "results" / "catalogue.json"
ACTION_US, MOST_LOST = 80.0, 0.05
COLOURS = ("red", "black", "blue")
Say = Callable[..., str]
CACHED = ("say_die", "say_move", "say_boom")


def colour_key(language: str, word: object) -> str:
    """The colour whose word in a language it is."""
    return COLOURS[narration.COLOUR_WORDS[language].index(word)]


def by_fluent(language: str) -> Say:
    """The library: a bundle that resolves messages when they are said."""
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource((HERE / f"{language}.ftl").read_text(encoding="utf-8")))

    def say(text: str, _: str, **values: Any) -> str:
        message = bundle.get_message(text)
        return str(bundle.format_pattern(message.value, values)[0])

    return say


def by_compiled(language: str) -> Say:
    """The same messages, made into functions when they are loaded."""
    messages = compile_messages((HERE / f"{language}.ftl").read_text(encoding="utf-8"), language)

    def say(text: str, _: str, **values: Any) -> str:
        return messages[text](values)

    return say


def by_gettext(language: str) -> Say:
    """The standard library, with the English text as the id; endings of adjectives are texts of their own."""
    catalog = Catalog(locale=language)
    for each in narration.TEXTS.values():
        if each is not narration.TEXTS["nuggets"] and each is not narration.TEXTS["nugget"]:
            catalog.add(each["en"], each[language])
    catalog.add(
        (narration.TEXTS["nugget"]["en"], narration.TEXTS["nuggets"]["en"]),
        (narration.TEXTS["nugget"][language], narration.TEXTS["nuggets"][language]),
    )
    file = io.BytesIO()
    write_mo(file, catalog)
    file.seek(0)
    found = gettext.GNUTranslations(file)

    def say(text: str, _: str, **values: Any) -> str:
        if text in ("nugget", "nuggets"):
            one, many = narration.TEXTS["nugget"]["en"], narration.TEXTS["nuggets"]["en"]
            return found.ngettext(one, many, values["n"]).format(**values)
        return found.gettext(narration.TEXTS[text]["en"]).format(**values)

    return say


def with_keys(say: Say) -> Say:
    """Fluent wants keys of colours and numbers of nuggets where today's texts want words."""

    def adapted(text: str, language: str, **values: Any) -> str:
        if "colour" in values:
            values["colour"] = colour_key(language, values["colour"])
        if text in ("nugget", "nuggets"):
            return str(values["n"])
        if "nuggets" in values:
            values["nuggets"] = int(values["nuggets"])
        return say(text, language, **values)

    return adapted


@contextmanager
def told_by(say: Say | None, is_cached: bool) -> Iterator[None]:
    """Narration on another road."""
    before = {name: getattr(narration, name) for name in ("say", *CACHED)}
    if say is not None:
        narration.say = say
    for name in CACHED:
        before[name].cache_clear()
        if not is_cached:
            setattr(narration, name, before[name].__wrapped__)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(narration, name, value)
            if name in CACHED:
                value.cache_clear()


def make_actions(games: int) -> tuple[Any, list[tuple[Any, int, Any, list[str]]]]:
    """What is to be told: actions of seats in games of different players."""
    game = motherlode.game("madcap")
    found = []
    for seed in range(games):
        match = game.start(seed=seed, names=[f"Ada {seed}", f"Bob {seed}"])
        while not match.is_over:
            before = match.position.copy()
            action = match.actions()[seed % len(match.actions())]
            match.play(action)
            after = match.position.copy()
            if not match.is_over:  # how a match ends is told once in it
                found.append((before, action.id, after, [f"Ada {seed}", f"Bob {seed}"]))
    return game.box, found


def measure(games: int, rounds: int) -> list[dict[str, Any]]:
    """Microseconds for an action on every road, taking turns."""
    box, actions = make_actions(games)
    roads: dict[tuple[str, str, bool], Say | None] = {}
    for language in ("en", "de"):
        for is_cached in (True, False):
            roads["today", language, is_cached] = None
            roads["gettext", language, is_cached] = by_gettext(language)
            roads["fluent.runtime", language, is_cached] = with_keys(by_fluent(language))
            roads["fluent, compiled", language, is_cached] = with_keys(by_compiled(language))
    times: dict[tuple[str, str, bool], list[float]] = {road: [] for road in roads}
    texts: dict[tuple[str, str, bool], list[str]] = {}
    for _ in range(rounds):
        for road, say in roads.items():
            with told_by(say, road[2]):
                start = time.process_time()
                texts[road] = [
                    narration.narrate(box, before, action, after, names, road[1])  # type: ignore[arg-type]
                    for before, action, after, names in actions
                ]
                times[road].append((time.process_time() - start) / len(actions) * 1e6)
    rows = []
    for road in roads:
        name, language, is_cached = road
        assert texts[road] == texts["today", language, True], f"{name} says something else in {language}"
        more = median(times[road]) - median(times["today", language, True])
        rows.append(
            {
                "road": name, "language": language, "is_cached": is_cached, "us": round(median(times[road]), 2),
                "more_us": round(more, 2), "of_an_action": round(more / ACTION_US, 4),
                "meets_bar": more <= ACTION_US * MOST_LOST,
            }
        )  # fmt: skip
    return rows


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.catalogue", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    rows = measure(given.games, given.rounds)
    for row in rows:
        memo = "remembered" if row["is_cached"] else "each time"
        met = "met" if row["meets_bar"] else "MISSED"
        figures = f"{row['us']:7.2f} us  {row['more_us']:+7.2f} us  {row['of_an_action']:+7.1%}"
        print(f"{row['road']:18} {row['language']}  {memo:11} {figures}  {met}")
    day = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    kept = {
        "date": day,
        "machine": machine(),
        "commit": commit(),
        "games": given.games,
        "rounds": given.rounds,
        "rows": rows,
    }
    RESULT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
