"""The API against its own description: schemathesis sends what the description allows and what it forbids.

`make fuzz-api` sends ten thousand requests and says how many it sent; the suite sends two for each operation.
"""

import os
from itertools import count
from types import SimpleNamespace

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from ioa_web.api import api
from tests import factories
from tests.api.conftest import REQUESTS, program_of
from tests.snapshot import Snapshot

pytestmark = pytest.mark.thorough

EXAMPLES = int(os.environ.get("IOA_FUZZ", "2"))  # requests for each operation
THOROUGH = EXAMPLES >= 10
ENDLESS = ("/api/v1/goals/{goal_id}/stream", "/api/v1/workspace/stream")  # they have tests of their own

# the phases beside the random one add a request for each bound of each field
phases = {phase: {"enabled": THOROUGH} for phase in ("coverage", "examples")}
# a body that is larger than any may be is refused before anybody reads what is wrong with it: 413
refusals = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
checks = {"negative_data_rejection": {"expected-statuses": [str(status) for status in refusals]}}
config = SchemathesisConfig.from_dict({"phases": phases, "checks": checks})
schema = schemathesis.openapi.from_dict(api.get_openapi_schema(), config=config).exclude(path=list(ENDLESS))
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
def stage(db, one_connection, record_property):
    """Who asks, the ids of what there is to ask about, and how many requests were sent."""
    of = begun()
    numbers = count()
    yield SimpleNamespace(headers=of.headers, known=of.known, numbers=numbers)
    record_property(REQUESTS, next(numbers))


def make():
    of = factories.workspace()
    owner = factories.person(of)
    story = factories.small_goal(of, owner)
    story.agents["scout"] = factories.agent(of, "scout")
    story.root.join("scout")
    task = story.root.task("Find it", story.root.members["scout"], "working")
    known = {
        "goal_id": story.goal.pk,
        "team_id": story.root.team.pk,
        "task_id": task.pk,
        "approval_id": story.root.ask("Send it?", "approval", ("Approve", "Deny"), task).pk,
        "file_id": story.root.artifact(task, "table.csv", "text/csv", factories.TABLE)["id"],
        "document_id": factories.document(of).pk,
        "handle": "scout",
        "user_id": factories.person(of, "viewer").pk,
    }
    return SimpleNamespace(headers=program_of(owner).headers, known=known)


begun = Snapshot(make).restore


@schema.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, derandomize=not THOROUGH, suppress_health_check=list(HealthCheck))
def test_nothing_breaks_and_answers_are_as_described(case, stage):
    # every other request that is as described is about something that exists
    if next(stage.numbers) % 2 and case.meta.generation.mode.is_positive:
        case.path_parameters |= {name: str(stage.known[name]) for name in case.path_parameters if name in stage.known}
    # what the description allows may still be refused by rules that no schema tells: a handle that is taken, say
    case.call_and_validate(headers=stage.headers, excluded_checks=[positive_data_acceptance])
