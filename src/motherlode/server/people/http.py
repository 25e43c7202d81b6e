"""HTTP for people: guests, accounts, sessions, ratings."""

from functools import partial
from typing import Annotated

import sqlalchemy as sa
from litestar import Response, delete, get, patch, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from motherlode.core.errors import Code, MotherlodeError, NotFound
from motherlode.core.registry import find_game
from motherlode.server.people.ratings import read_leaders
from motherlode.server.protocol.answers import Leaderboard, OwnSession, Person, Session, Sharing
from motherlode.server.protocol.requests import Credentials, NewPerson, Rename, Share
from motherlode.server.services import Services, need_person
from motherlode.server.storage import schema
from motherlode.server.tables import deciding
from motherlode.server.wire.asking import PROBLEMS, Asked, address_of, log, services_of, token_of, who_asks
from motherlode.server.wire.security import COOKIE, bearer_token, header

COOKIE_S = 365 * 24 * 3600


def session_answer(request: Asked, person: Person, token: str, is_bearer: bool, status: int) -> Response[Session]:
    """The token in the body for programs, in a cookie for browsers."""
    if is_bearer:
        return Response(Session(person, token), status_code=status)
    return Response(Session(person), status_code=status, cookies=[cookie_of(request, token)])


def cookie_of(request: Asked, token: str) -> Cookie:
    """What a browser keeps."""
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=COOKIE_S,
        httponly=True,
        samesite="lax",
        secure=services_of(request).settings.is_secure,
        path="/",
    )


def agent_of(request: Asked) -> str:
    """What the program that asks calls itself."""
    words = header(request.scope["headers"], b"user-agent") or ""
    return "".join(letter for letter in words if letter.isprintable())


async def somebody(request: Asked) -> Response[Session] | None:
    """Who asks, if that is anybody whom the server knows: a token that has expired is nobody's."""
    try:
        who = await who_asks(request)
    except MotherlodeError as error:
        if error.code != Code.UNKNOWN_PERSON:
            raise
        return None
    if who.person is None:
        return None
    token = token_of(request)
    assert token is not None
    is_bearer = bearer_token(request.scope["headers"]) is not None
    person = await services_of(request).people.find(who.person)
    return session_answer(request, person, token, is_bearer, HTTP_201_CREATED)


@post("/people", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def become_guest(request: Asked, data: JSONBody[NewPerson]) -> Response[Session]:
    """Become a guest, or stay who you are."""
    if data.stay and (known := await somebody(request)) is not None:
        return known
    services_of(request).rate.take(f"guests {address_of(request)}", 5)
    person, token = await services_of(request).people.new_guest(data.name, agent_of(request))
    return session_answer(request, person, token, data.bearer, HTTP_201_CREATED)


@get("/me", responses=PROBLEMS)
async def who_am_i(request: Asked) -> Response[Person]:
    """Who you are."""
    person = await services_of(request).people.find(need_person(await who_asks(request)))
    token = token_of(request)
    is_bearer = bearer_token(request.scope["headers"]) is not None
    # A cookie that is used lives on.
    return Response(person, cookies=[] if is_bearer or token is None else [cookie_of(request, token)])


@get("/me/sessions", responses=PROBLEMS)
async def list_sessions(request: Asked) -> list[OwnSession]:
    """Where you are logged in, the latest first."""
    who = await who_asks(request)
    need_person(who)
    return await services_of(request).people.sessions_of(who)


@delete("/me/sessions/{session:str}", responses=PROBLEMS, status_code=HTTP_200_OK)
async def end_session(request: Asked, session: FromPath[str]) -> list[OwnSession]:
    """Log out in one place; what is left."""
    who, people = await who_asks(request), services_of(request).people
    if not await people.end_sessions(need_person(who), session):
        raise NotFound(Code.UNKNOWN_PERSON, f"unknown session {session[:40]!r}: it has ended, or is not yours")
    return await people.sessions_of(who)


@patch("/me", responses=PROBLEMS)
async def rename(request: Asked, data: JSONBody[Rename]) -> Person:
    """Take another name."""
    person = need_person(await who_asks(request))
    await services_of(request).people.rename(person, data.name)
    return await services_of(request).people.find(person)


@get("/me/sharing", responses=PROBLEMS)
async def sharing(request: Asked) -> Sharing:
    """Whether your matches may be studied without names."""
    return await services_of(request).people.sharing(need_person(await who_asks(request)))


@put("/me/sharing", responses=PROBLEMS)
async def share(request: Asked, data: JSONBody[Share]) -> Sharing:
    """Let your matches be studied without names, or no longer."""
    return await services_of(request).people.share(need_person(await who_asks(request)), data.is_shared)


@post("/me/account", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def make_account(request: Asked, data: JSONBody[Credentials]) -> Person:
    """Turn the guest you are into an account."""
    services = services_of(request)
    person = need_person(await who_asks(request))
    services.rate.take(f"password {address_of(request)}", 10)
    await services.people.make_account(person, data.name, data.password)
    return await services.people.find(person)


@post("/login", responses=PROBLEMS, status_code=HTTP_200_OK)
async def login(request: Asked, data: JSONBody[Credentials]) -> Response[Session]:
    """Log in to an account."""
    services = services_of(request)
    services.rate.take(f"password {address_of(request)}", 10)
    person, token = await services.people.login(data.name, data.password, agent_of(request))
    return session_answer(request, person, token, data.bearer, HTTP_200_OK)


@post("/logout", responses=PROBLEMS, status_code=HTTP_200_OK)
async def logout(request: Asked) -> Response[None]:
    """End this session."""
    who = await who_asks(request)
    await services_of(request).people.end_sessions(need_person(who), who.session)
    return goodbye()


@post("/logout/everywhere", responses=PROBLEMS, status_code=HTTP_200_OK)
async def logout_everywhere(request: Asked) -> Response[None]:
    """End all of your sessions; your seats get other tokens."""
    services, person = services_of(request), need_person(await who_asks(request))
    await services.people.end_sessions(person)
    await renew_seats(services, person)
    return goodbye()


def goodbye() -> Response[None]:
    """An answer that takes the session's cookie from the browser."""
    response: Response[None] = Response(None)
    response.delete_cookie(COOKIE)
    return response


async def renew_seats(services: Services, person: str) -> None:
    """Tokens that somebody's seats were given before open them no longer."""
    tables, seatings = schema.tables.c, schema.seatings.c
    wanted = (
        sa.select(tables.id)
        .join(schema.seatings, seatings.table_id == tables.id)
        .where(seatings.person == person, tables.status.in_(("open", "running")))
    )
    for table in await services.storage.read(lambda connection: connection.execute(wanted).scalars().all()):
        try:
            live = await services.hub.open(table)
            for seat, chair in enumerate(live.state.seats):
                if chair.person == person:
                    await live.change(partial(deciding.renew, seat=seat), person)
        except MotherlodeError as error:
            log.warning("seat token not renewed", table=table, why=str(error))


@get("/people/{person:str}", responses=PROBLEMS)
async def find_person(request: Asked, person: FromPath[str]) -> Person:
    """Somebody, with ratings."""
    return await services_of(request).people.find(person)


@get("/leaderboards/{game:str}", responses=PROBLEMS)
async def leaderboard(
    request: Asked, game: FromPath[str], seats: Annotated[int, QueryParameter(ge=2, le=12)] = 2
) -> Leaderboard:
    """The best at a game with so many seats."""
    spec = find_game(game)
    leaders = await services_of(request).storage.read(
        lambda connection: read_leaders(connection, spec.name, seats, 100)
    )
    return Leaderboard(spec.name, seats, leaders)


HANDLERS = [
    become_guest, who_am_i, rename, list_sessions, end_session, make_account, login, logout, logout_everywhere,
    sharing, share, find_person, leaderboard,
]  # fmt: skip
