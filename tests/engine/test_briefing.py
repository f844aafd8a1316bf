"""What a room's next speaker is told of it."""

from contextlib import contextmanager

import pytest

from apps.chat.actions import post_message, turns
from apps.chat.domain.briefing import Spoken, Summary
from apps.chat.domain.states import MessageKind
from apps.chat.domain.utterances import Say
from apps.chat.models import Conversation, Message
from apps.chat.queries import briefing_rows
from apps.chat.queries.briefing import briefing_for
from tests.asked import rows_of
from tests.engine.conftest import task


def told(stage, goal):
    return briefing_for(rows_of(stage.room(goal).id))


@pytest.fixture
def goal(stage):
    """A goal whose room nobody speaks in by themselves."""
    stage.agent("worker", {"result": "Done."})
    stage.voices([{"do": "assign", "tasks": [task("only", "worker")], "answer": "only"}])
    with stage.bells_lost():
        return stage.launch("A party for 12")


@contextmanager
def talk(stage, goal, length):
    """Lines that members said long ago, and all was read, for as long as the block takes: no event tells of it."""
    room = stage.room(goal)
    first = room.last_number + 1
    Message.objects.bulk_create(
        Message(
            conversation=room,
            number=number,
            kind=MessageKind.SAY,
            text=f"Line {number}.",
            read_in_turn=1,
            created_at=room.phase_at,
            event_seq=number,
        )
        for number in range(first, first + length)
    )
    room.messages.update(read_in_turn=1)
    rooms = type(room).objects.filter(pk=room.pk)
    rooms.update(last_number=first + length - 1)
    yield
    room.messages.filter(number__gte=first).delete()
    room.messages.update(read_in_turn=None)
    rooms.update(last_number=first - 1)


def test_what_a_person_said_long_ago_is_told_however_long_the_room_became(stage, goal):
    with stage.bells_lost():
        post_message(stage.owner, stage.root(goal).id, "22 people, not 12.")
    with talk(stage, goal, 2 * briefing_rows.UNFOLDED):
        lines = told(stage, goal).messages

    assert [one.text for one in lines if one.from_person and one.kind == MessageKind.SAY] == ["22 people, not 12."]
    assert len(lines) == briefing_rows.UNFOLDED + 2
    assert [one.number for one in lines] == sorted(one.number for one in lines)


def test_the_brief_that_a_task_was_given_with_is_told(stage, goal):
    done = stage.until_ended(goal)

    assert [one.brief for one in told(stage, done).tasks] == ["Do only."]


def test_a_summary_that_was_made_on_the_way_is_kept_with_the_room(stage, goal):
    with stage.bells_lost():
        claimed = stage.claim()
        spoken = Spoken({"do": "say", "text": "Hello."}, "model", summary=Summary("They agreed.", 1))
        turns.record(claimed, spoken, Say(text="Hello."), None)

    kept = told(stage, goal)
    assert (kept.summary, kept.summary_up_to) == ("They agreed.", 1)


def test_who_leads_a_sub_team_is_told_the_results_that_its_part_builds_on_and_how_its_own_is_checked(stage):
    stage.agent("reader", {"result": "Halls: north, south."})
    stage.agent("finder", {"result": "found"}, skill="finding old figures")
    stage.agent("counter", {"result": "| hall |\n|---|\n| north |"}, skill="counting growth rates")
    both = task("both", after=("read",), needs=("finding old figures", "counting growth rates"))
    parts = [task("a", "finder"), task("b", "counter", after=("a",))]
    stage.voices(
        {
            "Do both.": [{"do": "assign", "tasks": parts, "answer": "b"}],
            "*": [
                {"do": "assign", "tasks": [task("read", "reader"), both | {"check": "table hall"}], "answer": "both"}
            ],
        }
    )
    stage.until_ended(stage.launch())

    below = briefing_for(rows_of(Conversation.objects.get(team__depth=1).id))
    assert [(one.task, one.text) for one in below.given] == [("Read", "Halls: north, south.")]
    assert below.asked_check == "a CSV file, else a table in it, must have the columns hall"
    above = briefing_for(rows_of(Conversation.objects.get(team__depth=0).id))
    assert (above.given, above.asked_check) == ((), "")
