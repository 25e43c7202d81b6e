"""Trying a decision of a finished match again: how good another action would have been."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter

from motherlode.core.preparing import MORE
from motherlode.reviews.answering import judge_answer
from motherlode.server.protocol.answers import Answer
from motherlode.server.study.studying import HINT_COST
from motherlode.server.tables.making import need_finished
from motherlode.server.wire.asking import PROBLEMS, Asked, Key, address_of, services_of, table_of


@get("/tables/{table:str}/answer", responses=PROBLEMS)
async def answer(
    request: Asked,
    table: FromPath[str],
    step: Annotated[int, QueryParameter(ge=0, le=2**31 - 1)],
    action: FromQuery[int],
    key: Key = None,
) -> Answer:
    """How much worse than the best another action would have been at a step of a finished match."""
    services = services_of(request)
    live, _ = await table_of(request, table, key)
    match = need_finished(live)
    services.rate.take(f"hints {address_of(request)}", HINT_COST)
    await services.hub.games.need(match.ruleset.spec.name, MORE)
    return Answer(*await services.runner.run(judge_answer, match, step, action))


HANDLERS = [answer]
