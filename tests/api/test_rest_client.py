"""ioa-client, as it is generated from what the API says today, over the real application."""

import json
from io import BytesIO
from uuid import uuid4

import httpx
import pytest
from django.test import Client

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import open_to
from apps.accounts.queries import actor_for
from tests.api.conftest import program_of, read

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


class BreakingStream(httpx.SyncByteStream):
    """Some events, and then the connection breaks, or the stream ends."""

    def __init__(self, events, *, breaks):
        self.events, self.breaks = events, breaks

    def __iter__(self):
        for event in self.events:
            yield f": still here\n\nid: {event['seq']}\nevent: {event['kind']}\ndata: {json.dumps(event)}\n\n".encode()
        if self.breaks:
            raise httpx.ReadError("cut")


def test_events_are_followed_over_a_connection_that_breaks_each_once(office, monkeypatch):
    from ioa_client import live_events
    from ioa_client.api.goals import create_goal
    from ioa_client.models import GoalIn

    monkeypatch.setattr(live_events, "PAUSE", 0)
    known = client_of(office.operator)
    goal = create_goal.sync(client=known, body=GoalIn(text="Count."))
    events = program_of(office.operator).get(f"/goals/{goal.id}/events").json()["items"][:3]
    asked = []

    def answer(request):
        after = int(request.url.params["after"])
        asked.append(after)
        left = [event for event in events if event["seq"] > after]
        return httpx.Response(200, stream=BreakingStream(left[:1], breaks=len(left) > 1))

    known.set_httpx_client(httpx.Client(transport=httpx.MockTransport(answer), base_url="http://testserver"))
    told = [event.seq for event in live_events.follow_events(goal.id, client=known)]
    assert (told, asked) == ([1, 2, 3], [0, 1, 2])


def test_a_hub_that_stays_away_or_refuses_is_an_error(office, monkeypatch):
    from ioa_client import live_events
    from ioa_client.errors import UnexpectedStatus

    monkeypatch.setattr(live_events, "PAUSE", 0)
    known, tries = client_of(office.operator), []

    def away(request):
        tries.append(request)
        raise httpx.ConnectError("nobody")

    known.set_httpx_client(httpx.Client(transport=httpx.MockTransport(away), base_url="http://testserver"))
    with pytest.raises(httpx.ConnectError):
        list(live_events.follow_events(uuid4(), client=known))
    assert len(tries) == live_events.TRIES
    refused = client_of(office.viewer)
    with pytest.raises(UnexpectedStatus) as answer:
        list(live_events.follow_events(uuid4(), client=refused))
    assert answer.value.status_code == 404
