"""HTTP for whoever runs the server: health and figures."""

import hmac

from litestar import Response, get

from motherlode import __version__
from motherlode.core.errors import Barred, Code, MotherlodeError
from motherlode.server.protocol.answers import Health
from motherlode.server.wire.asking import PROBLEMS, Asked, address_of, services_of
from motherlode.server.wire.security import bearer_token


@get("/healthz", include_in_schema=False)
async def health(request: Asked) -> Response[Health]:
    """Whether something can be written and read, and whether the bus answers."""
    services = services_of(request)
    try:
        await services.outages.beat()
        database = "well"
    except MotherlodeError:
        database = "away"
    bus = "well" if services.bus.is_well else "away"
    is_well = database == "well" and not services.leaving.has_begun
    services.leaving.tell()
    return Response(Health(is_well, database, bus, __version__), status_code=200 if is_well else 503)


@get("/metrics", responses=PROBLEMS, include_in_schema=False)
async def metrics(request: Asked) -> Response[bytes]:
    """For Prometheus: from this machine, or with the token."""
    services = services_of(request)
    wanted, given = services.settings.metrics_token, bearer_token(request.scope["headers"]) or ""
    # What came through a proxy that nobody named is not from this machine.
    is_local = address_of(request) in ("127.0.0.1", "::1") and "x-forwarded-for" not in request.headers
    if not (is_local and wanted is None) and not (wanted and hmac.compare_digest(wanted.encode(), given.encode())):
        raise Barred(Code.TABLE_DENIED, "metrics are for the operator: see --metrics-token")
    measured, stats = services.metrics, services.storage.stats
    measured.tables.set(len(services.hub.live))
    measured.events.set(stats.appends)
    measured.commits.set(stats.commits)
    measured.commit_seconds.set(stats.commit_s)
    measured.write_failures.set(stats.failures)
    measured.waiting.set(stats.waiting())
    measured.waiting_bots.set(services.runner.num_bots_waiting)
    return Response(measured.page(), media_type="text/plain; version=0.0.4")


HANDLERS = [health, metrics]
