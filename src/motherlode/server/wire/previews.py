"""What messengers show of a link to a table: they read the page as it is sent, and run no program in it.

A public table tells its game, its host's name and its free seats to everybody, as the list of tables does. A private
one tells them to who has its preview, the part of its link that is sent to servers. It opens nothing: the key, by which
one watches and sits down, is in the fragment of the link, which browsers and messengers keep to themselves. Everybody
else gets the page as it is, whether there is such a table or not.
"""

import hmac
import re
from html import escape
from typing import Any
from urllib.parse import parse_qs

import sqlalchemy as sa

from motherlode.core.errors import MotherlodeError
from motherlode.core.registry import find_game
from motherlode.server.services import Services
from motherlode.server.storage import schema
from motherlode.server.tables.access import preview_of
from motherlode.server.tables.state import Setup, TableState, read_setup
from motherlode.server.wire.pages import File, Pages, make_file
from motherlode.server.wire.security import Headers, header

TABLE = re.compile(r"/t/([\w-]{1,40})", re.ASCII)
HOST = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)
TITLE = re.compile(rb"<title>[^<]*</title>")
DESCRIPTION = re.compile(rb'<meta name="description"[^>]*>')
PICTURE = "/pictures/{game}.png"
PICTURE_SIZE = (1200, 630)  # as scripts/make_preview_pictures.py makes them

WORDS = {
    "en": {
        "invites": "{host} invites you to {game}",
        "invited": "You are invited to {game}",
        "match": "A match of {game}",
        "free": "Free seats: {free} of {seats}. One touch, and you sit at the table.",
        "full": "All {seats} seats are taken. You can watch.",
        "running": "It is being played now. You can watch.",
        "over": "It has been played. You can look at it again.",
    },
    "de": {
        "invites": "{host} lädt dich ein: {game}",
        "invited": "Du bist eingeladen: {game}",
        "match": "Eine Partie {game}",
        "free": "Freie Plätze: {free} von {seats}. Ein Tipp, und du sitzt am Tisch.",
        "full": "Alle {seats} Plätze sind besetzt. Du kannst zuschauen.",
        "running": "Sie wird gerade gespielt. Du kannst zuschauen.",
        "over": "Sie ist gespielt. Du kannst sie dir ansehen.",
    },
}


async def make_preview(services: Services, pages: Pages, scope: Any) -> File | None:
    """The page of a table with what messengers show of it; none: the page as it is."""
    found = TABLE.fullmatch(scope["path"])
    if found is None or scope["method"] not in ("GET", "HEAD"):
        return None
    given = parse_qs(scope["query_string"].decode("latin-1")).get("preview", [""])[0]
    try:
        services.rate.take(scope["client"][0] if scope["client"] else "?")
        told = await look_at(services, found[1], given)
    except MotherlodeError:  # too fast, no such table, no database: the client says so itself
        return None
    if told is None:
        return None
    setup, status, state = told
    title, text = describe(setup, status, state, language_of(scope["headers"]))
    return fill(pages, setup, title, text, base_of(services, scope))


async def look_at(services: Services, table: str, given: str) -> tuple[Setup, str, TableState | None] | None:
    """A table whose preview may be read, its status and, before it begins, its state: a match need not be loaded."""
    tables = schema.tables.c

    def read(connection: sa.Connection) -> Any:
        return connection.execute(
            sa.select(tables.setup, tables.secret, tables.status).where(tables.id == table)
        ).first()

    row = await services.storage.read(read)
    if row is None or row.status == "abandoned":
        return None
    setup: Setup = read_setup(row.setup)
    if not setup.is_public and not hmac.compare_digest(given.encode(), preview_of(bytes(row.secret)).encode()):
        return None
    if row.status != "open":
        return setup, row.status, None
    live = await services.hub.open(table)
    await live.freshen()
    return setup, live.state.status, live.state


def describe(setup: Setup, status: str, state: TableState | None, language: str) -> tuple[str, str]:
    """Title and text: the game, who invites, how many seats are free for whoever comes."""
    words, game = WORDS[language], find_game(setup.game).title
    if state is None or status != "open":
        return words["match"].format(game=game), words["running" if status == "running" else "over"]
    host = next((seat.name for seat in state.seats if seat.person == setup.host), "")
    kept_for = setup.kept_for or [None] * len(state.seats)
    free = sum(seat.is_open and kept is None for seat, kept in zip(state.seats, kept_for, strict=True))
    title = words["invites" if host else "invited"].format(host=host, game=game)
    return title, words["free" if free else "full"].format(free=free, seats=len(state.seats))


def fill(pages: Pages, setup: Setup, title: str, text: str, base: str | None) -> File:
    """The client's page with title, description and the properties of https://ogp.me."""
    properties = {"og:type": "website", "og:site_name": "Motherlode", "og:title": title, "og:description": text}
    picture = PICTURE.format(game=setup.game)
    if base is not None and picture in pages.files:
        width, height = PICTURE_SIZE
        properties |= {"og:image": base + picture, "og:image:width": str(width), "og:image:height": str(height)}
    if base is not None and setup.is_public:
        # The address of a private table is useless without its key, which never comes here: the link stays as it was.
        properties["og:url"] = f"{base}/t/{setup.id}"
    head = f"<title>{escape(title)}</title>" + "".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items()
    )
    head += '<meta name="twitter:card" content="summary_large_image">'
    page = pages.page.variants[""][1]
    page = TITLE.sub(lambda _: head.encode(), page, count=1)
    page = DESCRIPTION.sub(lambda _: f'<meta name="description" content="{escape(text)}">'.encode(), page, count=1)
    return make_file(pages.page.kind, pages.page.cache, {"": page})


def base_of(services: Services, scope: Any) -> str | None:
    """Where whoever asks finds this server: pictures need whole addresses. None: he says nothing sensible."""
    if services.settings.origins:
        return services.settings.origins[0]
    host = header(scope["headers"], b"host") or ""
    return f"{scope['scheme']}://{host}" if HOST.fullmatch(host) else None


def language_of(headers: Headers) -> str:
    """The language that somebody asks for first, where we have it."""
    wanted = (header(headers, b"accept-language") or "")[:2].lower()
    return wanted if wanted in WORDS else "en"
