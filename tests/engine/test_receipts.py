"""What became of what people said: told by the room, the same over REST; and taking back what nobody has taken up."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.actions import change_approval_policy
from apps.accounts.domain.approval_policy import ApprovalPolicy, AskedFor
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import cancel_message, decide, pause, post_message, resume
from apps.chat.domain.receipts import Receipt
from apps.chat.models import Message, MessageMeaning
from apps.chat.queries.changes import changes_for
from apps.chat.queries.message_rows import message, messages_after
from apps.chat.queries.receipts import Became
from apps.chat.queries.replay import room_at
from apps.chat.queries.rooms import room
from apps.journal.queries import last_seq
from apps.teams.actions import overtaking
from apps.teams.models import Attempt
from tests.durability.fold import assert_events_tell_all
from tests.engine.conftest import finish, task
from tests.engine.test_steering import at_work

CONCLUDE = {"do": "conclude", "answer": "Blue it is."}


def became(said):
    """What a message's receipt says."""
    return message(said.id).became


def shown(stage, goal, said):
    """The same on the room's page."""
    view = room(stage.workspace.id, goal.id, None, timezone.now())
    return next(line for line in view.messages if line.id == said.id)


def took(stage, said, actor=None):
    return cancel_message(actor or stage.operator, said.conversation.team_id, said.id)


def waiting(stage, text="Blue, please.", **more):
    """A goal whose first turn is due, and what a person said there."""
    stage.voices([CONCLUDE])
    goal = stage.launch()
    return goal, post_message(stage.operator, stage.root(goal).id, text, **more)


def test_it_is_queued_then_delivered_to_a_turn_then_acted_on_with_what_was_done(stage):
    with stage.bells_lost():
        goal, said = waiting(stage)
        assert became(said).receipt == "queued"
        claimed = stage.claim()
        assert (became(said).receipt, became(said).turn) == ("delivered", 1)
        stage.speak(claimed, CONCLUDE)
    end = stage.messages(goal)[-1]

    assert (became(said).receipt, became(said).deed, became(said).deed_seq) == ("acted_on", "conclusion", end.event_seq)
    assert shown(stage, goal, said).became == became(said)
    assert {"messages.read", "messages.acted_on"} <= set(stage.events(goal))
    assert_events_tell_all(goal)


@pytest.mark.parametrize(
    ("does", "deed"),
    [
        ({"do": "say", "text": "Blue, then."}, "answer"),
        ({"do": "assign", "tasks": [task("paint", "painter")], "answer": "paint"}, "tasks"),
        ({"do": "assign", "tasks": [task("paint", "painter")], "answer": "paint", "plan": ["Paint it"]}, "tasks"),
        ({"do": "say", "text": "Blue, then.", "plan": ["Paint it"]}, "plan"),
    ],
)
def test_what_the_turn_did_that_read_it_is_named(stage, does, deed):
    stage.agent("painter")
    with stage.bells_lost():
        goal, said = waiting(stage)
        goal.shares_plan = True
        goal.save(update_fields=["shares_plan"])
        stage.speak(stage.claim(), does)
    assert (became(said).receipt, became(said).deed) == ("acted_on", deed)
    assert Message.objects.get(event_seq=became(said).deed_seq, conversation=said.conversation).number > said.number


def test_a_turn_that_gives_no_answer_leaves_it_queued_again(stage):
    with stage.bells_lost():
        _, said = waiting(stage)
        stage.claim()
        assert became(said).receipt == "delivered"
        stage.room(said.conversation.team.goal).turns.update(lease_until=timezone.now() - timedelta(minutes=1))
        stage.sweep()
        assert became(said).receipt == "queued"
        assert took(stage, said) == "Blue, please."


def test_a_call_that_begins_with_it_has_it_delivered_and_who_that_is_is_named(stage):
    with stage.bells_lost():
        goal, first, _ = at_work(stage)
        said = post_message(stage.operator, stage.root(goal).id, "In euros.")
        assert became(said).receipt == "queued"
        Attempt.objects.filter(pk=first.pk).update(heard_at=timezone.now())
        assert (became(said).receipt, became(said).handles) == ("delivered", ("first",))
        with pytest.raises(Conflict, match="given to @first already"):
            took(stage, said)


def test_steering_is_queued_until_the_agent_hears_it_and_acted_on_when_its_task_is_done(stage):
    with stage.bells_lost():
        goal, first, second = at_work(stage)
        said = post_message(stage.operator, stage.root(goal).id, "In euros.", "steer")
        assert became(said).tasks == ((1, "queued"), (2, "queued"))
        overtaking.note_heard(first, timezone.now())
        assert became(said).tasks == ((1, "delivered"), (2, "queued"))
        assert became(said).receipt == "delivered"
        finish(first.id, CallOutcome(Result("22 euros.")))
        Attempt.objects.filter(pk=second.pk).update(overtaken=False)  # its answer stands as it was made
        finish(second.id, CallOutcome(Result("second did it.")))
    assert became(said).tasks == ((1, "acted_on"), (2, "not_read"))
    assert became(said).receipt == "acted_on"
    assert shown(stage, goal, said).became == became(said)


def test_an_interruption_is_delivered_as_the_work_begins_again(stage):
    with stage.bells_lost():
        goal, _, _ = at_work(stage)
        said = post_message(stage.operator, stage.root(goal).id, "@first 22, not 12.", "interrupt")
        assert became(said).receipt == "queued"
        stage.begin(1)
        assert became(said).receipt == "delivered"


def test_the_answer_to_a_question_is_acted_on_at_once_by_the_task_that_waited(stage):
    stage.agent("painter", {"ask": "Which colour?"})
    given = {"do": "assign", "tasks": [task("paint", "painter")], "answer": "paint"}
    stage.voices([given, {"do": "say", "text": "I don't know."}])
    goal = stage.launch()
    assert stage.pending().question == "Which colour?"
    with stage.bells_lost():
        said = post_message(stage.operator, stage.root(goal).id, "Blue.")
    assert (became(said).receipt, became(said).deed, became(said).tasks) == (
        "acted_on",
        "passed_on",
        ((1, "acted_on"),),
    )


def test_an_answer_given_at_the_question_is_acted_on_as_well_and_not_unread_where_the_goal_then_ends(stage):
    stage.agent("painter", {"if_answered": [{"result": "It is {answer}"}]}, {"ask": "Which colour?"})
    given = {"do": "assign", "tasks": [task("paint", "painter")], "answer": "paint"}
    stage.voices([given, {"do": "say", "text": "I don't know."}])
    goal = stage.launch()

    decide(stage.operator, stage.pending().id, "Blue.")
    goal = stage.until_ended(goal)

    said = Message.objects.get(conversation__team=stage.root(goal), text="Blue.")
    assert goal.answer == "It is Blue."
    assert (became(said).receipt, became(said).deed, became(said).tasks) == (
        "acted_on",
        "passed_on",
        ((1, "acted_on"),),
    )
    assert_events_tell_all(goal)


def test_what_was_taken_back_is_read_by_nobody_and_the_room_says_so(stage):
    with stage.bells_lost():
        goal, said = waiting(stage, "Paint it red.")
        other = post_message(stage.operator, stage.root(goal).id, "Blue, please.")
        assert took(stage, said) == "Paint it red."
    goal = stage.until_ended(goal)

    said.refresh_from_db()
    assert (said.text, said.html, said.data, said.read_in_turn) == ("", "", {}, None)
    assert became(said).receipt == "cancelled"
    assert shown(stage, goal, said).is_taken_back
    assert not shown(stage, goal, said).is_note
    assert became(other).receipt == "acted_on"
    assert [change.text for change in changes_for(stage.root(goal).id)] == ["Blue, please."]
    assert "message.cancelled" in stage.events(goal)
    assert [row.number for row in messages_after(stage.root(goal).id, 0, 100)] == list(
        range(1, len(stage.messages(goal)) + 1)
    )
    assert_events_tell_all(goal)


def test_taking_back_twice_changes_nothing(stage):
    with stage.bells_lost():
        goal, said = waiting(stage)
        took(stage, said)
        assert took(stage, said) == ""
        assert stage.events(goal).count("message.cancelled") == 1


def test_what_was_taken_back_is_found_by_its_meaning_no_more(stage):
    with stage.bells_lost():
        _, said = waiting(stage)
        assert MessageMeaning.objects.filter(message=said).exists()
        took(stage, said)
        assert not MessageMeaning.objects.filter(message=said).exists()


def test_a_turn_that_was_faster_is_named(stage):
    with stage.bells_lost():
        _, said = waiting(stage)
        claimed = stage.claim()
        with pytest.raises(Conflict, match="Turn 1 is reading it"):
            took(stage, said)
        stage.speak(claimed, {"do": "say", "text": "Blue."})
        with pytest.raises(Conflict, match="was done because of it"):
            took(stage, said)
    assert Message.objects.get(pk=said.pk).text == "Blue, please."


def test_in_a_replay_it_is_queued_until_the_turn_began_that_reads_it(stage):
    with stage.bells_lost():
        goal, said = waiting(stage)
        before = last_seq(goal.id)
        stage.claim()
    view, _ = room_at(stage.workspace.id, goal.id, None, before)
    then = next(line for line in view.messages if line.id == said.id)
    assert (became(said).receipt, then.became) == ("delivered", Became(Receipt.QUEUED))


def test_only_who_sent_it_takes_it_back(stage):
    with stage.bells_lost():
        _, said = waiting(stage)
        with pytest.raises(Forbidden, match="Only who sent"):
            took(stage, said, stage.owner)
        with pytest.raises(Forbidden):
            took(stage, said, stage.viewer)
        with pytest.raises(NotFound):
            took(stage, said, stage.stranger)


def test_a_note_is_not_to_be_read_so_there_is_nothing_to_take_back(stage):
    with stage.bells_lost():
        _, note = waiting(stage, delivery="note")
        with pytest.raises(Conflict, match="Only what waits"):
            took(stage, note)


def test_a_call_is_not_asked_once_more_for_what_was_taken_back(stage):
    with stage.bells_lost():
        goal, first, second = at_work(stage)
        said = post_message(stage.operator, stage.root(goal).id, "@first in euros.", "steer")
        kept = post_message(stage.operator, stage.root(goal).id, "@second in euros.", "steer")
        took(stage, said)
        assert dict(Attempt.objects.values_list("id", "overtaken")) == {first.id: True, second.id: True}
        took(stage, kept)
        assert dict(Attempt.objects.values_list("id", "overtaken")) == {first.id: False, second.id: False}


def test_while_a_team_is_held_what_was_said_can_still_be_taken_back(stage):
    with stage.bells_lost():
        goal, said = waiting(stage)
        pause(stage.owner, stage.root(goal).id)
        assert became(said).receipt == "queued"
        took(stage, said)
        resume(stage.owner, stage.root(goal).id)
    assert stage.until_ended(goal).outcome == "done"
    assert became(said).receipt == "cancelled"


def test_leave_is_acted_on_by_being_given_and_is_not_taken_back(stage):
    """No turn has to read it: the work begins."""
    change_approval_policy(stage.owner, ApprovalPolicy(frozenset({AskedFor.ACTS})))
    stage.agent("printer", read_only=False)
    stage.voices([{"do": "assign", "tasks": [task("print", "printer")], "answer": "print"}])
    goal = stage.launch("Print the leaflet")
    with stage.bells_lost():
        decide(stage.operator, stage.pending().pk, "Approve")
        said = Message.objects.get(conversation__team__goal=goal, kind="answer")
        assert became(said).receipt == "acted_on"
        with pytest.raises(Conflict):
            took(stage, said)
    stage.sweep()
    assert stage.root(goal).ended_at is not None
    assert became(said).receipt == "acted_on"
    assert_events_tell_all(goal)
