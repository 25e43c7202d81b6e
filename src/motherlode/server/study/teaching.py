"""What helps to learn a game: its rules, and a guided first game."""

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from markdown_it import MarkdownIt
from markdown_it.token import Token

from motherlode.core.contract import CHANCE, GameSpec, Language
from motherlode.core.registry import find_game
from motherlode.server.protocol.answers import Lesson, LessonFrame, Rule, Rules, RuleSection, RuleSources, SourceLine
from motherlode.server.protocol.messages import Move, View
from motherlode.server.tables.telling import encode
from motherlode.server.wire.asking import PROBLEMS, Asked, services_of
from motherlode.server.wire.security import header
from motherlode.table import lesson as lessons
from motherlode.table.match import Match
from motherlode.table.rulebook import Line, look_up, rules_path

ANSWERS = PROBLEMS | {304: ResponseSpec(None, generate_examples=False, description="as you have it")}

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
_made: dict[tuple[str, str], tuple[GameSpec, bytes]] = {}  # answers by game and what they are


def once(spec: GameSpec, what: str, make: Callable[[], bytes]) -> bytes:
    """An answer that is made once for a game."""
    known, body = _made.get((spec.name, what), (None, b""))
    if known is not spec:
        body = make()
        _made[spec.name, what] = (spec, body)
    return body


def tagged(request: Asked, body: bytes) -> Response[Any]:
    """JSON that a client need not fetch again."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in (header(request.scope["headers"], b"if-none-match") or ""):
        return Response(None, status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


# Rules


def items_of(tokens: list[Token]) -> Iterator[list[Token]]:
    """The content of each item of a list, from the tokens between its ends."""
    level, start = tokens[0].level, 0
    for index, token in enumerate(tokens):
        if token.type == "list_item_open" and token.level == level:
            start = index + 1
        elif token.type == "list_item_close" and token.level == level:
            yield tokens[start:index]


def blocks_of(tokens: list[Token]) -> Iterator[list[Token]]:
    """Headings, paragraphs, lists and tables, each with all its tokens."""
    start = 0
    for index, token in enumerate(tokens):
        if token.level == 0 and token.nesting <= 0 and token.type != "inline":
            yield tokens[start : index + 1]
            start = index + 1


def plain(tokens: list[Token]) -> str:
    """The text of tokens, without marks."""
    children = [child for token in tokens if token.type == "inline" for child in token.children or []]
    return " ".join("".join(" " if child.type == "softbreak" else child.content for child in children).split())


def read_rule(item: list[Token]) -> Rule | None:
    """An item of a list as a rule; none if it has no number."""
    inline = next((token for token in item if token.type == "inline"), None)
    children = [] if inline is None else [each for each in inline.children or [] if each.type != "text" or each.content]
    if len(children) < 4 or children[0].type != "strong_open" or inline is None:
        return None
    number = children[1].content
    inline.children = children[3:]
    inline.children[0].content = inline.children[0].content.lstrip()
    marks = {
        after.content
        for before, after in zip(inline.children, inline.children[1:], strict=False)
        if before.type == "em_open"
    }
    html = _markdown.renderer.render(item, _markdown.options, {}).strip()
    return Rule(number, html, plain(item), "ruling" in marks, "made" in marks)


def read_rules(spec: GameSpec, language: Language) -> Rules:
    """RULES.md of a game, or its translation, taken apart."""
    path = rules_path(spec, language)
    text = path.read_text(encoding="utf-8")
    sections = [RuleSection("", "", "", [])]
    loose: list[list[str]] = [[]]  # what is not a rule, by section
    for block in blocks_of(_markdown.parse(text)):
        kind = block[0].type
        if kind == "heading_open" and block[0].tag == "h1":
            continue
        if kind == "heading_open":
            number, _, heading = plain(block).partition(" ")
            sections.append(RuleSection(number, heading, "", []))
            loose.append([])
            continue
        items = [read_rule(item) for item in items_of(block[1:-1])] if kind == "bullet_list_open" else []
        found = [rule for rule in items if rule is not None]
        if found and len(found) == len(items):
            sections[-1].rules.extend(found)
        else:
            loose[-1].append(_markdown.renderer.render(block, _markdown.options, {}))
    intro, *rest = [
        msgspec.structs.replace(section, html="".join(html)) for section, html in zip(sections, loose, strict=True)
    ]
    return Rules(spec.name, spec.title, "en" if path.name == "RULES.md" else language, intro.html, rest)


@get("/games/{game:str}/rules", responses=ANSWERS, sync_to_thread=False)
def rules(request: Asked, game: FromPath[str], language: FromQuery[Language] = "en") -> Response[Rules]:
    """The rules of a game, each with its number; rulings are marked."""
    spec = find_game(game)
    return tagged(request, once(spec, f"rules {language}", lambda: encode(read_rules(spec, language))))


def read_sources(spec: GameSpec, number: str) -> RuleSources:
    """What `motherlode rule` says about a rule."""

    def told(lines: list[Line]) -> list[SourceLine]:
        return [SourceLine(line.source.as_posix(), line.number, line.text) for line in lines]

    found = look_up(spec, number)
    return RuleSources(found.number, told(found.code), None if found.tests is None else told(found.tests))


@get("/games/{game:str}/rules/{number:str}", responses=ANSWERS)
async def rule_sources(request: Asked, game: FromPath[str], number: FromPath[str]) -> Response[RuleSources]:
    """The lines of the program that carry out a rule, and the tests that hold it."""
    spec = find_game(game)
    body = await asyncio.to_thread(once, spec, f"rule {number.upper()}", lambda: encode(read_sources(spec, number)))
    return tagged(request, body)


# Lessons


def frame_of(scene: lessons.Scene, seat: int, language: Language) -> LessonFrame:
    """What a client is shown of a scene."""
    match = scene.match
    outcome = match.outcome
    actions = match.actions() if match.to_act == seat else []
    return LessonFrame(
        say=scene.say,
        rule=scene.rule,
        seat=seat,
        view=View(
            seat=seat,
            to_act=match.to_act if match.to_act >= 0 else None,
            moves=len(match.log),
            scores=match.scores if match.is_over else None,
            winners=outcome.winners,
            resigned=None,
            ending=outcome.how,
            position=msgspec.Raw(encode(match.seen(seat))),
            actions=actions,
        ),
        expected=scene.expected,
        path=next((action.path for action in actions if action.id == scene.expected), ()),
        words=match.story(seat, scene.since, language) if len(match.log) > scene.since else [],
        moves=list(moves_of(match, scene.since, seat)),
    )


def moves_of(match: Match, since: int, seat: int) -> Iterator[Move]:
    """Entries of the log as a seat saw them."""
    for entry in match.log[since:]:
        actor = None if entry.actor == CHANCE else entry.actor
        yield Move(actor, entry.action, entry.text) if match.is_seen(entry.step, seat) else Move(actor)


def make_lesson(spec: GameSpec, language: Language) -> Lesson:
    """The lesson of a game, played by the engine."""
    found = lessons.Lesson(spec)
    script = found.script
    return Lesson(
        game=spec.name,
        title=getattr(script.title, language),
        language=language,
        seat=script.seat,
        names=script.names,
        options=script.options,
        frames=[frame_of(scene, script.seat, language) for scene in found.scenes(language)],
    )


@get("/games/{game:str}/lesson", responses=ANSWERS)
async def lesson(request: Asked, game: FromPath[str], language: FromQuery[Language] = "en") -> Response[Lesson]:
    """A guided first game."""
    spec = find_game(game)
    services_of(request).hub.games.want(game)
    body = await asyncio.to_thread(once, spec, language, lambda: encode(make_lesson(spec, language)))
    return tagged(request, body)


HANDLERS = [rules, rule_sources, lesson]
