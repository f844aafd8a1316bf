"""The API against its own description: schemathesis sends what the description allows and what it forbids.

`make fuzz-api` sends ten thousand requests; the suite a few for each operation.
"""

import os

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from ioa_web.api import api
from tests import factories
from tests.api.conftest import program_of

EXAMPLES = int(os.environ.get("IOA_FUZZ", "3"))  # requests for each operation
ENDLESS = "/api/v1/goals/{goal_id}/stream"  # it has tests of its own

schema = schemathesis.openapi.from_dict(api.get_openapi_schema()).exclude(path=ENDLESS)
schema.app = get_wsgi_application()


@pytest.fixture
def one_connection():
    """Requests of the WSGI application leave the test's connection open, as those of Django's own client do."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def headers(db, one_connection):
    of = factories.workspace()
    factories.agent(of, "scout")
    return program_of(factories.person(of)).headers


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES < 10, suppress_health_check=list(HealthCheck))
def test_nothing_breaks_and_answers_are_as_described(case, headers):
    # what the description allows may still be refused by rules that no schema tells: a handle that is taken, say
    case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance])
