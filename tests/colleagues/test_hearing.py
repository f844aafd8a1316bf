"""A person corrects the work while an agent is at it: who asks hears it, and its answer is not asked for once more."""

import asyncio

import pytest

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import post_message
from apps.teams.models import Attempt
from apps.teams.queries.task_tokens import colleagues_of
from ioa_connect.colleagues import Colleagues
from ioa_connect.tasks import Change, Task
from tests.colleagues.conftest import COLLEAGUES
from tests.engine.conftest import finish


def say(working, text):
    working.stage.voices([{"do": "say", "text": "Noted."}])
    post_message(working.stage.owner, working.stage.root(working.goal).id, text)


def heard(working):
    return [one["text"] for one in working.program.get(f"{COLLEAGUES}/changes").json()["items"]]


def notices(working):
    return [one.text for one in working.stage.messages(working.goal) if one.data.get("about") == "change"]


def test_what_was_heard_at_work_is_not_held_against_the_answer_and_the_room_says_so(working):
    say(working, "22 people, not 12.")
    assert heard(working) == ["22 people, not 12."]
    finish(working.attempt.id, CallOutcome(Result("A table for 22.")))

    assert working.stage.until_ended(working.goal).answer == "A table for 22."
    assert Attempt.objects.count() == 1
    assert notices(working) == [
        "@asker has heard, in the middle of task 1, what was said meanwhile: it is to work with that."
    ]


def test_what_is_said_after_that_is_not_known_and_the_answer_is_asked_for_once_more(working):
    say(working, "22 people, not 12.")
    heard(working)
    say(working, "No, 23.")
    with working.stage.bells_lost():
        finish(working.attempt.id, CallOutcome(Result("A table for 22.")))

    assert list(Attempt.objects.order_by("number").values_list("state", flat=True)) == ["late", "ready"]
    assert notices(working)[-1].endswith("it is asked once more, with that.")


def test_who_hears_nothing_new_tells_the_room_nothing(working):
    assert heard(working) == []
    say(working, "22 people, not 12.")
    assert heard(working) == heard(working)
    assert len(notices(working)) == 1


def test_a_note_for_people_is_not_heard(working):
    post_message(working.stage.owner, working.stage.root(working.goal).id, "I call the hotel.", "note")
    assert heard(working) == []


@pytest.mark.parametrize("scheme", ["http", "ws"])
def test_an_agent_that_dialled_in_hears_it_by_its_task(working, live_server, scheme):
    say(working, "22 people, not 12.")
    where = colleagues_of(working.attempt)
    hub = live_server.url.replace("http", scheme, 1)
    task = Task("key", "goal", "brief", _colleagues=Colleagues(hub, {"url": where.url, "token": where.token}))

    (change,) = asyncio.run(task.hear_changes())
    assert (type(change).__name__, change.text) == (Change.__name__, "22 people, not 12.")
    working.attempt.refresh_from_db()
    assert not working.attempt.overtaken
