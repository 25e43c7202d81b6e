"""HTTP for designers: what of a game may be changed, drafts, variants and their shelf."""

import asyncio
from typing import Annotated

from litestar import MediaType, Response, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from motherlode.core.contract import Language
from motherlode.core.registry import find_game
from motherlode.server.protocol.variants import (
    Checked,
    Design,
    Draft,
    MeasuredReport,
    Measurement,
    NewMeasurement,
    NewVariant,
    NewVersion,
    Shelf,
    Variant,
    VariantChange,
)
from motherlode.server.services import need_person
from motherlode.server.tables.making import check_options
from motherlode.server.wire.asking import PROBLEMS, Asked, address_of, services_of, who_asks
from motherlode.server.workshop import drafts, measuring, variants

CHECK_COST = 2  # a check of a draft counts as so many requests for hints
STORE_COST = 5  # storing counts as so many requests for tables
MAX_LISTED = 50
# A report has its style in it and nothing that runs; what a variant is called is written in it, so nothing may.
PAGE_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox"
    )
}

Number = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]


@get("/games/{game:str}/design", responses=PROBLEMS)
async def design(request: Asked, game: FromPath[str]) -> Design:
    """What may be changed about a game: every option with its schema, and the files of its box."""
    services_of(request).hub.games.want(game)
    return drafts.design_of(find_game(game), services_of(request).settings.is_measuring)


@post("/games/{game:str}/design/check", responses=PROBLEMS, status_code=HTTP_200_OK)
async def check(request: Asked, game: FromPath[str], data: JSONBody[Draft]) -> Checked:
    """A draft as the rules see it: what is wrong at which field, or what it looks like. Nothing is stored."""
    services, spec = services_of(request), find_game(game)
    services.rate.take(f"hints {address_of(request)}", CHECK_COST)
    check_options(data.options)
    services.hub.games.want(game)
    return await asyncio.to_thread(drafts.check, spec, data)


@get("/games/{game:str}/variants", responses=PROBLEMS)
async def list_variants(
    request: Asked,
    game: FromPath[str],
    mine: FromQuery[bool] = False,
    before: Annotated[int | None, QueryParameter(ge=0, le=2**53)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=MAX_LISTED)] = 20,
) -> Shelf:
    """The shelf of a game: public variants, or your own (nobody has none); those that changed last first."""
    who, spec = await who_asks(request), find_game(game)
    if mine and who.person is None:
        return Shelf([], None)
    return await variants.shelf(services_of(request), spec.name, who.person, mine, before, limit)


@post("/games/{game:str}/variants", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def store(request: Asked, game: FromPath[str], data: JSONBody[NewVariant]) -> Variant:
    """Store a variant; you are its owner. It is on the shelf, or for who has its link."""
    services, person, spec = services_of(request), need_person(await who_asks(request)), find_game(game)
    services.rate.take(f"tables {address_of(request)}", STORE_COST)
    return await variants.store(services, person, spec, data)


@get("/variants/{variant:str}", responses=PROBLEMS)
async def read(request: Asked, variant: FromPath[str]) -> Variant:
    """A variant with all its versions, for everybody who knows its id."""
    who = await who_asks(request)
    return await variants.read(services_of(request), variant, who.person)


@patch("/variants/{variant:str}", responses=PROBLEMS)
async def change(request: Asked, variant: FromPath[str], data: JSONBody[VariantChange]) -> Variant:
    """Rename your variant, describe it, give it a picture, put it on the shelf or take it off."""
    person = need_person(await who_asks(request))
    return await variants.change(services_of(request), person, variant, data)


@delete("/variants/{variant:str}", responses=PROBLEMS, status_code=HTTP_204_NO_CONTENT)
async def remove(request: Asked, variant: FromPath[str]) -> None:
    """Delete your variant; tables that play it go on."""
    person = need_person(await who_asks(request))
    await variants.remove(services_of(request), person, variant)


@post("/variants/{variant:str}/versions", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def add_version(request: Asked, variant: FromPath[str], data: JSONBody[NewVersion]) -> Variant:
    """Store the next version of your variant; those before stay as they are."""
    services, person = services_of(request), need_person(await who_asks(request))
    services.rate.take(f"tables {address_of(request)}", STORE_COST)
    return await variants.add_version(services, person, variant, data.options, data.note)


@post("/variants/{variant:str}/versions/{number:int}/reports", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def add_report(
    request: Asked,
    variant: FromPath[str],
    number: Number,
    data: JSONBody[MeasuredReport],
) -> Variant:
    """Keep what you measured of a version of your variant."""
    services, person = services_of(request), need_person(await who_asks(request))
    services.rate.take(f"tables {address_of(request)}", STORE_COST)
    return await variants.add_report(services, person, variant, number, data)


@post("/variants/{variant:str}/versions/{number:int}/measurements", responses=PROBLEMS, status_code=HTTP_201_CREATED)
async def measure(
    request: Asked, variant: FromPath[str], number: Number, data: JSONBody[NewMeasurement]
) -> Measurement:
    """Let the server measure a version of your variant, where it does that; one at a time of each account."""
    services, person = services_of(request), need_person(await who_asks(request))
    services.rate.take(f"tables {address_of(request)}", STORE_COST)
    return await variants.measure(services, person, variant, number, data)


@get("/variants/{variant:str}/measurements/{measurement:str}", responses=PROBLEMS)
async def read_measurement(request: Asked, variant: FromPath[str], measurement: FromPath[str]) -> Measurement:
    """What is known by now, for everybody who knows the variant's id."""
    await who_asks(request)
    return await measuring.read(services_of(request).storage, variant, measurement)


@delete("/variants/{variant:str}/measurements/{measurement:str}", responses=PROBLEMS, status_code=HTTP_204_NO_CONTENT)
async def drop_measurement(request: Asked, variant: FromPath[str], measurement: FromPath[str]) -> None:
    """Delete a measurement of your variant; one that waits or is made is given up."""
    person = need_person(await who_asks(request))
    await variants.drop_measurement(services_of(request), person, variant, measurement)


@get("/variants/{variant:str}/measurements/{measurement:str}/report", responses=PROBLEMS, media_type=MediaType.HTML)
async def read_report(
    request: Asked, variant: FromPath[str], measurement: FromPath[str], language: FromQuery[Language] = "en"
) -> Response[str]:
    """The whole report as a page, when it is done, for everybody who knows the variant's id."""
    await who_asks(request)
    page = await measuring.page(services_of(request).storage, variant, measurement, language)
    return Response(page, media_type=MediaType.HTML, headers=PAGE_HEADERS)


HANDLERS = [
    design,
    check,
    list_variants,
    store,
    read,
    change,
    remove,
    add_version,
    add_report,
    measure,
    read_measurement,
    drop_measurement,
    read_report,
]
