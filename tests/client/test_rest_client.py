"""ioa-client from outside: a real web process, real workers, a goal with a file, its answer and its files."""

from io import BytesIO

import pytest

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import open_to
from tests.client.hub import Web
from tests.durability.conftest import environment_of
from tests.engine.conftest import task

pytestmark = [pytest.mark.processes, pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")]

TABLE = b"region,sales\nNorth,7\nSouth,9\n"


def test_a_goal_with_a_file_is_followed_to_its_end_and_its_files_fetched(field, broker, tmp_path, ioa_client):
    from ioa_client import AuthenticatedClient
    from ioa_client.api.documents import get_document, list_documents
    from ioa_client.api.files import get_file
    from ioa_client.api.goals import create_goal, get_result, stream_events
    from ioa_client.live_events import follow_events
    from ioa_client.models import GoalForm
    from ioa_client.types import File

    web = Web(tmp_path, environment_of(broker))
    try:
        field.workers.start(1)
        field.voices([{"do": "assign", "tasks": [task("draw", "drawer")], "answer": "draw"}])
        token = issue_token(field.owner, "client", open_to(field.owner.role))
        with AuthenticatedClient(web.url, token, timeout=60, raise_on_unexpected_status=True) as hub:
            sent = File(payload=BytesIO(TABLE), file_name="sales.csv", mime_type="text/csv")
            goal = create_goal.sync(client=hub, body=GoalForm(text="Draw the sales.", files=[sent]))
            field.until_all_ended()
            live = [(event.seq, event.kind) for event in follow_events(goal.id, client=hub)]
            assert [number for number, _ in live] == list(range(1, len(live) + 1))
            assert "goal.ended" in {kind for _, kind in live}
            assert "event: goal.ended" in stream_events.sync(goal.id, client=hub, until_end=True)
            result = get_result.sync(goal.id, client=hub)
            assert (result.verdict.value, result.answer) == ("done", "drawn")
            (document,) = list_documents.sync(client=hub, goal=goal.id).items
            assert get_document.sync(document.id, client=hub).payload.read() == TABLE
            made = {file.name: get_file.sync(file.id, client=hub).payload.read() for file in result.files}
            assert made["c.txt"] == b"one"
    finally:
        web.kill()
