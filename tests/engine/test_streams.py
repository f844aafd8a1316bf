"""What the journal tells: of each goal all that happened, of the workspace which goals look different."""

from apps.agents.gateway import run
from apps.chat.actions import decide, post_message
from apps.chat.models import Message
from apps.journal.queries import events_after, last_seq
from tests.engine.conftest import task


def test_the_workspace_hears_of_goals_that_begin_ask_end_and_begin_again(stage):
    stage.voices([{"do": "ask_person", "question": "Sure?"}, {"do": "conclude", "answer": "Done."}])
    seen = last_seq(stage.workspace.id)

    def news() -> list[str]:
        nonlocal seen
        events = events_after(stage.workspace.id, seen)
        seen = last_seq(stage.workspace.id)
        assert {event.kind for event in events} <= {"goal.changed"}
        return [event.payload["goal"] for event in events]

    goal = stage.launch()
    assert news() == [str(goal.id)] * 2  # begun, and asking
    decide(stage.owner, stage.pending().id, "Sure")
    assert news() == [str(goal.id)] * 2  # answered, and ended
    post_message(stage.owner, stage.root(goal).id, "Again, please.")
    assert news() == [str(goal.id)] * 2  # begun again, and ended


def test_another_workspace_hears_nothing(stage):
    stage.voices([{"do": "conclude", "answer": "Done."}])
    stage.until_ended(stage.launch())
    assert last_seq(stage.stranger.workspace_id) == 0


def test_a_goals_stream_has_no_gap_and_each_message_its_place_in_it(stage, monkeypatch):
    monkeypatch.setattr(run, "PROGRESS_GAP", 0.01)
    stage.agent(
        "worker",
        {"progress": "Counting"},
        {"wait": 0.1},
        {"file": {"name": "a.txt", "content": "one"}},
        {"result": "Done."},
    )
    stage.voices([{"do": "assign", "tasks": [task("a", "worker")], "answer": "a"}])
    goal = stage.until_ended(stage.launch())

    events = events_after(goal.id, 0, limit=1000)

    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    places = {event.seq: event.payload["number"] for event in events if event.kind == "message.added"}
    assert places == dict(Message.objects.values_list("event_seq", "number"))
    kinds = [event.kind for event in events]
    for kind in ("goal.created", "team.formed", "turn.started", "turn.ended", "attempt.progress", "artifact.made"):
        assert kind in kinds
    assert kinds[-2:] == ["goal.ended", "answer.filed"]


def test_events_of_a_team_carry_its_id(stage):
    stage.voices([{"do": "conclude", "answer": "Done."}])
    goal = stage.until_ended(stage.launch())

    without = {event.kind for event in events_after(goal.id, 0) if event.team_id is None}

    assert without == {"goal.created", "goal.ended"}
