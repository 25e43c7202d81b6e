"""Variants as they are stored: whose they are, their versions, what was measured of them.

A variant that is not on the shelf is for who has its link: the id is random and long. Only its owner changes it; a
version never changes, so that what was measured and played stays what it was.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from motherlode.bots import names_of
from motherlode.core.contract import GameSpec
from motherlode.core.errors import BadInput, Barred, Code, NotFound, shown
from motherlode.core.options import changed_options, read_options
from motherlode.core.registry import find_game
from motherlode.lab.beside import Wish
from motherlode.server.moments import now_ms
from motherlode.server.protocol.messages import VariantTag
from motherlode.server.protocol.requests import CreateTable
from motherlode.server.protocol.variants import (
    Emblem,
    MeasuredReport,
    Measurement,
    NewMeasurement,
    NewVariant,
    Shelf,
    Variant,
    VariantChange,
    VariantInfo,
    VariantVersion,
)
from motherlode.server.services import Services
from motherlode.server.storage import schema
from motherlode.server.tables.access import new_id
from motherlode.server.tables.making import check_options
from motherlode.server.workshop import measuring
from motherlode.server.workshop.drafts import find_faults, playable_seats, without_nothing

ID_LETTERS = 20  # of a variant: nobody guesses one
MAX_OWN = 200  # variants of one person
MAX_VERSIONS = 100
MAX_REPORTS = 12  # of a version; more push out the oldest

VARIANTS, VERSIONS, PEOPLE = schema.variants, schema.variant_versions, schema.people


def checked_options(spec: GameSpec, options: dict[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """The options of a version as they are kept, and with how many players it can be played; raise if with none."""
    check_options(options)
    options = without_nothing(options)
    seats = playable_seats(spec, options)
    if not seats:
        fault = find_faults(spec, options, spec.seats[0])[0]
        raise BadInput(Code.BAD_OPTION, f"bad option {fault.path or 'values'}: {fault.why}, in {spec.name}")
    return changed_options(spec, read_options(spec, options)), seats


def checked_name(given: str) -> str:
    """A name of a variant, without space at either end."""
    name = " ".join(given.split())
    if not name or not name.isprintable():
        raise BadInput(Code.BAD_CHOICE, f"bad name {shown(given)}: expected printable text")
    return name


def checked_about(given: str) -> str:
    """What is said about a variant: lines of printable text."""
    lines = [" ".join(line.split()) for line in given.strip().splitlines()]
    if not all(line.isprintable() for line in lines):
        raise BadInput(Code.BAD_CHOICE, "bad text about a variant: expected printable text")
    return "\n".join(lines)


# Reading


def _info(row: Any, owner: str | None, person: str | None) -> VariantInfo:
    return VariantInfo(
        id=row.id,
        game=row.game,
        name=row.name,
        about=row.about,
        emblem=msgspec.json.decode(row.emblem, type=Emblem),
        owner=owner or "somebody",
        is_mine=person is not None and row.owner == person,
        is_public=row.is_public,
        created=row.created,
        changed=row.changed,
        versions=row.versions,
        plays=row.plays,
        parent=row.parent,
        parent_version=row.parent_version,
        seats=msgspec.json.decode(row.seats, type=list[int]),
    )


def _version(row: Any, measurements: list[Measurement]) -> VariantVersion:
    return VariantVersion(
        number=row.number,
        created=row.created,
        note=row.note,
        rules=row.rules,
        options=msgspec.json.decode(row.options),
        seats=msgspec.json.decode(row.seats, type=list[int]),
        reports=msgspec.json.decode(row.reports, type=list[MeasuredReport]),
        measurements=measurements,
    )


def _row(connection: sa.Connection, variant: str) -> Any:
    wanted = sa.select(VARIANTS, PEOPLE.c.name.label("owner_name")).outerjoin(PEOPLE, PEOPLE.c.id == VARIANTS.c.owner)
    row = connection.execute(wanted.where(VARIANTS.c.id == variant)).first()
    if row is None:
        raise NotFound(Code.BAD_CHOICE, f"unknown variant {shown(variant)}")
    return row


def _whole(connection: sa.Connection, variant: str, person: str | None) -> Variant:
    row = _row(connection, variant)
    wanted = sa.select(VERSIONS).where(VERSIONS.c.variant == variant).order_by(VERSIONS.c.number.desc())
    measured = measuring.measurements_of(connection, variant)
    versions = [_version(each, measured.get(each.number, [])) for each in connection.execute(wanted)]
    return Variant(_info(row, row.owner_name, person), versions)


async def read(services: Services, variant: str, person: str | None) -> Variant:
    """A variant with all its versions: for everybody who knows its id."""
    return await services.storage.read(lambda connection: _whole(connection, variant, person))


async def shelf(
    services: Services, game: str | None, person: str | None, is_mine: bool, before: int | None, limit: int
) -> Shelf:
    """Variants on the shelf, or one's own; those that changed last first."""
    wanted = sa.select(VARIANTS, PEOPLE.c.name.label("owner_name")).outerjoin(PEOPLE, PEOPLE.c.id == VARIANTS.c.owner)
    wanted = wanted.where(VARIANTS.c.owner == person if is_mine else VARIANTS.c.is_public.is_(True))
    if game is not None:
        wanted = wanted.where(VARIANTS.c.game == game)
    if before is not None:
        wanted = wanted.where(VARIANTS.c.changed < before)
    wanted = wanted.order_by(VARIANTS.c.changed.desc(), VARIANTS.c.id).limit(limit + 1)
    rows: Sequence[Any] = await services.storage.read(lambda connection: connection.execute(wanted).all())
    found = [_info(row, row.owner_name, person) for row in rows[:limit]]
    return Shelf(found, found[-1].changed if len(rows) > limit else None)


async def chosen(services: Services, wish: CreateTable) -> tuple[CreateTable, VariantTag]:
    """The wish for a table with the options of the stored variant that it names."""
    assert wish.variant is not None
    if wish.options:
        raise BadInput(Code.BAD_CHOICE, "a table plays a variant or options of its own: name one of them")
    found = await read(services, wish.variant, None)
    if found.info.game != wish.game:
        raise BadInput(Code.BAD_CHOICE, f"variant {wish.variant!r} is of {found.info.game}, not of {wish.game}")
    number = found.info.versions if wish.version is None else wish.version
    version = next((each for each in found.versions if each.number == number), None)
    if version is None:
        raise NotFound(Code.BAD_CHOICE, f"unknown version {number} of variant {wish.variant!r}")
    tag = VariantTag(found.info.id, number, found.info.name)
    return msgspec.structs.replace(wish, options=version.options, name=wish.name or found.info.name), tag


# Writing


async def _write(services: Services, work: Callable[[sa.Connection], Variant]) -> Variant:
    return await services.storage.write(work)


def _need_owner(row: Any, person: str) -> None:
    if row.owner != person:
        raise Barred(Code.TABLE_DENIED, f"variant {row.id!r} is somebody else's: fork it to change it")


async def store(services: Services, person: str, spec: GameSpec, wish: NewVariant) -> Variant:
    """A new variant with its first version."""
    options, seats = checked_options(spec, wish.options)
    name, about, now, variant = checked_name(wish.name), checked_about(wish.about), now_ms(), new_id(ID_LETTERS)
    if (wish.parent is None) != (wish.parent_version is None):
        raise BadInput(Code.BAD_CHOICE, "a fork names the variant and the version that it comes from")

    def work(connection: sa.Connection) -> Variant:
        own = sa.select(sa.func.count()).select_from(VARIANTS).where(VARIANTS.c.owner == person)
        if connection.execute(own).scalar_one() >= MAX_OWN:
            raise Barred(Code.TABLE_DENIED, f"you have {MAX_OWN} variants: delete one first")
        if wish.parent is not None and wish.parent_version is not None:
            parent = _row(connection, wish.parent)
            if parent.game != spec.name or wish.parent_version > parent.versions:
                raise BadInput(
                    Code.BAD_CHOICE, f"variant {wish.parent!r} of {spec.name} has no version {wish.parent_version}"
                )
        connection.execute(
            VARIANTS.insert().values(
                id=variant,
                game=spec.name,
                owner=person,
                name=name,
                about=about,
                emblem=msgspec.json.encode(wish.emblem).decode(),
                is_public=wish.is_public,
                created=now,
                changed=now,
                versions=1,
                plays=0,
                seats=msgspec.json.encode(seats).decode(),
                parent=wish.parent,
                parent_version=wish.parent_version,
            )
        )
        _add_version(connection, variant, 1, spec, options, seats, " ".join(wish.note.split()), now)
        return _whole(connection, variant, person)

    return await _write(services, work)


def _add_version(
    connection: sa.Connection,
    variant: str,
    number: int,
    spec: GameSpec,
    options: dict[str, Any],
    seats: list[int],
    note: str,
    now: int,
) -> None:
    connection.execute(
        VERSIONS.insert().values(
            variant=variant,
            number=number,
            created=now,
            note=note,
            rules=spec.version,
            options=msgspec.json.encode(options).decode(),
            seats=msgspec.json.encode(seats).decode(),
            reports="[]",
        )
    )


async def add_version(services: Services, person: str, variant: str, options: dict[str, Any], note: str) -> Variant:
    """The next version of one's own variant."""
    before = await read(services, variant, person)
    if not before.info.is_mine:
        raise Barred(Code.TABLE_DENIED, f"variant {variant!r} is somebody else's: fork it to change it")
    spec = find_game(before.info.game)
    kept, seats = checked_options(spec, options)

    def work(connection: sa.Connection) -> Variant:
        row = _row(connection, variant)
        _need_owner(row, person)
        if row.versions >= MAX_VERSIONS:
            raise Barred(Code.TABLE_DENIED, f"variant {variant!r} has {MAX_VERSIONS} versions: fork it to go on")
        now = now_ms()
        changes = {"versions": row.versions + 1, "changed": now, "seats": msgspec.json.encode(seats).decode()}
        connection.execute(VARIANTS.update().where(VARIANTS.c.id == variant).values(**changes))
        _add_version(connection, variant, row.versions + 1, spec, kept, seats, " ".join(note.split()), now)
        return _whole(connection, variant, person)

    return await _write(services, work)


async def change(services: Services, person: str, variant: str, wish: VariantChange) -> Variant:
    """Another name, text or picture of one's own variant, or on the shelf or off it."""
    values: dict[str, Any] = {"changed": now_ms()}
    if wish.name is not None:
        values["name"] = checked_name(wish.name)
    if wish.about is not None:
        values["about"] = checked_about(wish.about)
    if wish.emblem is not None:
        values["emblem"] = msgspec.json.encode(wish.emblem).decode()
    if wish.is_public is not None:
        values["is_public"] = wish.is_public

    def work(connection: sa.Connection) -> Variant:
        _need_owner(_row(connection, variant), person)
        connection.execute(VARIANTS.update().where(VARIANTS.c.id == variant).values(**values))
        return _whole(connection, variant, person)

    return await _write(services, work)


async def remove(services: Services, person: str, variant: str) -> None:
    """One's own variant with all its versions; tables that play it go on, they have its options."""

    def work(connection: sa.Connection) -> None:
        _need_owner(_row(connection, variant), person)
        connection.execute(schema.measurements.delete().where(schema.measurements.c.variant == variant))
        connection.execute(VERSIONS.delete().where(VERSIONS.c.variant == variant))
        connection.execute(VARIANTS.delete().where(VARIANTS.c.id == variant))

    await services.storage.write(work)


async def add_report(services: Services, person: str, variant: str, number: int, report: MeasuredReport) -> Variant:
    """What the owner measured of a version; one with the same players and seats takes the place of the one before."""

    def work(connection: sa.Connection) -> Variant:
        _need_owner(_row(connection, variant), person)
        own = sa.and_(VERSIONS.c.variant == variant, VERSIONS.c.number == number)
        kept = connection.execute(sa.select(VERSIONS.c.reports).where(own)).scalar()
        if kept is None:
            raise NotFound(Code.BAD_CHOICE, f"unknown version {number} of variant {variant!r}")
        others = [
            each
            for each in msgspec.json.decode(kept, type=list[MeasuredReport])
            if (each.player, each.seats) != (report.player, report.seats)
        ]
        reports = msgspec.json.encode([report, *others][:MAX_REPORTS]).decode()
        connection.execute(VERSIONS.update().where(own).values(reports=reports))
        return _whole(connection, variant, person)

    return await _write(services, work)


async def measure(services: Services, person: str, variant: str, number: int, wish: NewMeasurement) -> Measurement:
    """Let the server measure a version of one's own variant, when its turn comes."""
    measurement, settings = new_id(ID_LETTERS), services.settings

    def work(connection: sa.Connection) -> None:
        row = _row(connection, variant)
        _need_owner(row, person)
        own = sa.and_(VERSIONS.c.variant == variant, VERSIONS.c.number == number)
        version = connection.execute(sa.select(VERSIONS.c.options, VERSIONS.c.seats).where(own)).first()
        if version is None:
            raise NotFound(Code.BAD_CHOICE, f"unknown version {number} of variant {variant!r}")
        if wish.seats not in msgspec.json.decode(version.seats, type=list[int]):
            raise BadInput(Code.WRONG_SEATS, f"{wish.seats} seats: version {number} cannot be played with so many")
        if wish.player not in names_of(find_game(row.game)):
            raise NotFound(Code.UNKNOWN_BOT, f"unknown bot {shown(wish.player)} of {row.game}")
        if not settings.is_measuring:
            raise Barred(Code.TABLE_DENIED, "this server measures nothing: its --measure is 0")
        options, seed = msgspec.json.decode(version.options), secrets.randbits(32)
        chosen = Wish(row.game, options, wish.seats, wish.player, wish.games, seed, row.name, measuring.MEASURE_S)
        measuring.add(connection, person, variant, number, measurement, chosen)

    await services.storage.write(work)
    services.measurer.wake()
    return await measuring.read(services.storage, variant, measurement)


async def drop_measurement(services: Services, person: str, variant: str, measurement: str) -> None:
    """Delete what was measured of one's own variant, or give it up while it waits or is made."""

    def work(connection: sa.Connection) -> None:
        _need_owner(_row(connection, variant), person)
        measuring.remove(connection, variant, measurement)

    await services.storage.write(work)


async def count_play(services: Services, variant: str) -> None:
    """Another table was made with a variant."""
    more = VARIANTS.update().where(VARIANTS.c.id == variant).values(plays=VARIANTS.c.plays + 1)
    await services.storage.write(lambda connection: connection.execute(more))
