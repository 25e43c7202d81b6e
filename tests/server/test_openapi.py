"""The OpenAPI description is true: schemathesis asks what it allows, and compares what comes back."""

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from server.playing import Guest

EXAMPLES = 12
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


@pytest.fixture(scope="module")
def api(here):
    return schemathesis.openapi.from_url(f"{here.url}/api/openapi.json")


def test_every_route_is_described(here):
    with here.client() as client:
        described = client.get("/api/openapi.json").json()
    assert len(described["paths"]) >= 27
    assert all("400" in each["responses"] for path in described["paths"].values() for each in path.values())


def test_answers_are_as_described(api, here):
    guest = Guest(here.url)
    headers = {"Authorization": f"Bearer {guest.token}"}
    count = 0
    for found in api.get_all_operations():
        operation = found.ok()
        if operation.path == "/api/logout":
            continue  # it would end the session that the others use

        @given(case=operation.as_strategy())
        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def ask(case):
            case.validate_response(case.call(headers=headers), checks=CHECKS)

        ask()
        count += 1
    assert count >= 28
