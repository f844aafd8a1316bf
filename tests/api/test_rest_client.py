"""ioa-client, as it is generated from what the API says today, over the real application."""

from io import BytesIO

import httpx
import pytest
from django.test import Client

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import open_to
from apps.accounts.queries import actor_for
from tests.api.conftest import read

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ioa_client")]

TABLE = b"region,sales\nNorth,7\nSouth,9\n"


class ToDjango(httpx.BaseTransport):
    """Hands what the client sends to the application, and gives it what that answers."""

    def handle_request(self, request):
        headers = {name: value for name, value in request.headers.items() if name.lower() != "host"}
        kind = headers.pop("content-type", "application/octet-stream")
        path = request.url.raw_path.decode()
        answer = Client().generic(request.method, path, request.read(), kind, headers=headers)
        return httpx.Response(answer.status_code, headers=dict(answer.items()), content=read(answer))


def client_of(user):
    from ioa_client import AuthenticatedClient

    actor = actor_for(user)
    made = AuthenticatedClient("http://testserver", issue_token(actor, "client", open_to(actor.role)))
    http = httpx.Client(
        transport=ToDjango(), base_url="http://testserver", headers={"Authorization": f"Bearer {made.token}"}
    )
    return made.set_httpx_client(http)


def table():
    from ioa_client.types import File

    return File(payload=BytesIO(TABLE), file_name="sales.csv", mime_type="text/csv")


def test_a_goal_with_files_is_given_and_its_file_read_back(office):
    from ioa_client.api.files import get_file
    from ioa_client.api.goals import create_goal, list_events, upload_goal_file
    from ioa_client.models import GoalForm, Problem, UploadGoalFileForm
    from ioa_client.types import File

    hub = client_of(office.operator)
    goal = create_goal.sync(
        client=hub, body=GoalForm(text="Which region grew?", team=["scout", "scribe"], files=[table()])
    )
    assert not isinstance(goal, Problem), goal
    kinds = [event.kind for event in list_events.sync(goal.id, client=hub).items]
    assert kinds[0] == "goal.created"
    form = UploadGoalFileForm(file=File(payload=BytesIO(b"seven"), file_name="notes.txt", mime_type="text/plain"))
    sent = upload_goal_file.sync(goal.id, client=hub, body=form)
    assert get_file.sync(sent.current.id, client=hub).payload.read() == b"seven"


def test_a_key_gives_the_same_goal_again(office):
    from ioa_client.api.goals import create_goal, get_result
    from ioa_client.models import GoalIn

    hub = client_of(office.operator)
    first, again = (
        create_goal.sync_detailed(client=hub, body=GoalIn(text="Count."), idempotency_key="count-1") for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.parsed.id == again.parsed.id
    assert get_result.sync(first.parsed.id, client=hub).verdict is None


def test_what_is_refused_is_a_problem_with_its_fields(office):
    from ioa_client.api.goals import create_goal
    from ioa_client.models import GoalIn, Problem

    refused = create_goal.sync(client=client_of(office.operator), body=GoalIn(text=""))
    assert isinstance(refused, Problem)
    assert (refused.status, refused.errors[0].field) == (422, "text")
    assert create_goal.sync(client=client_of(office.viewer), body=GoalIn(text="Count.")).status == 403
