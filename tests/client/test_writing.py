"""What an agent that dialled in writes is seen in its room while it writes: hub, worker and ioa-connect are real."""

import pytest
from django.utils import timezone

from apps.agents.models import SocketEvent
from apps.chat.queries.rooms import room
from apps.journal.queries import events_after
from apps.teams.models import Goal
from tests.client.test_hub import give

pytestmark = [
    pytest.mark.processes,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LETTER = """
import asyncio
from pathlib import Path

from ioa_connect import agent


@agent(name="Harbour scout", description="Counts ships.", skills=["counting ships"])
async def run(task):
    for word in ("Dear ", "harbour", ", "):
        yield word
        await asyncio.sleep(0.1)
    while not Path({go!r}).exists():
        await asyncio.sleep(0.1)
    yield "seven ships."
"""


def written(goal):
    """What those who are at work in the goal's room have written so far."""
    return [doing.written for doing in room(goal.workspace_id, goal.id, None, timezone.now()).doing]


def test_text_appears_while_a_dialled_in_agent_writes_and_is_stored_nowhere(harbour):
    harbour.field.workers.start(1)
    go = harbour.folder / "go"
    (harbour.folder / "letter.py").write_text(LETTER.format(go=str(go)))
    harbour.connect("--python", "letter:run")
    give(harbour)
    goal = Goal.objects.get()
    harbour.field.until(lambda: written(goal) == ["Dear harbour,"] or written(goal) == ["Dear harbour, "])
    assert not SocketEvent.objects.exists()
    assert "Dear" not in str([event.payload for event in events_after(goal.id, 0, 1000)])

    go.touch()
    harbour.field.until_all_ended()
    assert Goal.objects.get().answer == "Dear harbour, seven ships."
    assert [event.kind for event in SocketEvent.objects.all()] == ["result"]
