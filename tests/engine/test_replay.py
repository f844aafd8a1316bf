"""A goal is shown as it stood at each of its events: what was recorded while it ran is what a replay shows."""

from django.utils import timezone

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result
from apps.chat.actions import pause, post_message, resume
from apps.chat.queries.replay import frames, room_at
from apps.chat.queries.rooms import room
from apps.journal.models import Event
from apps.journal.queries import last_seq
from tests.engine.conftest import finish, task


def seen(view):
    """What a page of a goal shows of its teams, without what only the clock changes."""
    nodes = {}
    for node in view.tree.root.walk():
        nodes[node.name] = (
            node.state,
            node.talk.phase,
            node.talk.round,
            node.talk.turn,
            node.talk.turn_state,
            node.talk.speaker_id,
            node.talk.last_number,
            [(one.title, one.state, one.owner.name, one.failure, one.is_running) for one in node.facts.tasks],
            sorted(face.name for face in node.facts.members),
            [(one.question, one.state) for one in node.facts.approvals],
            node.facts.frozen_at,
            bool(node.facts.formation),
        )
    messages = [
        (one.number, one.kind, one.text, one.became.receipt, [task.state for task in one.tasks])
        for one in view.messages
    ]
    return view.tree.goal.outcome, nodes, messages


class Watcher:
    """Notes what the page shows, and at which event."""

    def __init__(self, stage, goal):
        self.stage, self.goal, self.noted = stage, goal, {}

    def note(self):
        seq = last_seq(self.goal.id)
        self.noted[seq] = seen(room(self.goal.workspace_id, self.goal.id, None, timezone.now()))

    def compare(self):
        for seq, noted in self.noted.items():
            view, _ = room_at(self.goal.workspace_id, self.goal.id, None, seq)
            assert seen(view) == noted, f"at event {seq}"


def test_each_moment_is_shown_as_it_was(stage):
    stage.agent("first", {"result": "{told}"})
    stage.agent("second", {"result": "second did it."})
    tasks = [task("first", "first"), task("second", "second")]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "first"}, {"do": "conclude", "answer": "For 20, too."}])
    with stage.bells_lost():
        goal = stage.launch("A dinner for 12 people")
        watcher = Watcher(stage, goal)
        watcher.note()
        stage.speak(stage.claim(), stage.script()[0])
        watcher.note()
        first, second = stage.begin(1), stage.begin(2)
        watcher.note()
        post_message(stage.owner, stage.root(goal).id, "In euros.", "note")
        pause(stage.owner, stage.root(goal).id)
        watcher.note()
        resume(stage.owner, stage.root(goal).id)
        watcher.note()
        finish(second.id, CallOutcome(Result("second did it.")))
        watcher.note()
        finish(first.id, CallOutcome(Result("A table for 12.")))
        watcher.note()
    stage.until_ended(goal)
    watcher.note()
    post_message(stage.owner, stage.root(goal).id, "And for 20?")
    stage.until_ended(goal)
    watcher.note()
    assert len(watcher.noted) == 8
    watcher.compare()


def test_a_sub_team_is_there_from_its_forming_on(stage):
    for handle in ("lead", "one", "two"):
        stage.agent(handle, {"result": "{told}"}, skill=f"skill of {handle}")
    team = {"do": "form_subteam", "title": "Table", "purpose": "Lay the table.", "needs": ["skill of one"]}
    below = [{"do": "assign", "tasks": [task("lay", "one")], "answer": "lay"}]
    stage.voices({"Lay the table.": below, "*": [team, {"do": "conclude", "answer": "Laid."}]})
    goal = stage.until_ended(stage.launch("A dinner for 12 people"))
    formed = Event.objects.filter(stream=goal.id, kind="team.formed").order_by("seq").last()

    before, _ = room_at(goal.workspace_id, goal.id, formed.team_id, formed.seq - 1)
    assert (len(before.tree.nodes), before.is_root) == (1, True)
    after, at = room_at(goal.workspace_id, goal.id, formed.team_id, formed.seq)
    assert (after.node.id, after.node.is_over, at) == (formed.team_id, False, formed.at)
    whole, _ = room_at(goal.workspace_id, goal.id, formed.team_id, last_seq(goal.id))
    assert seen(whole) == seen(room(goal.workspace_id, goal.id, formed.team_id, timezone.now()))


def test_frames_are_events_of_the_goal_in_order_to_its_end_and_the_file_of_its_answer(stage):
    stage.agent("first", {"result": "done."})
    stage.voices([{"do": "assign", "tasks": [task("first", "first")], "answer": "first"}])
    goal = stage.until_ended(stage.launch())
    found = frames(goal.id)
    numbers = [frame.seq for frame in found]
    assert numbers == sorted(set(numbers))
    assert Event.objects.filter(stream=goal.id, seq__in=numbers).count() == len(numbers)
    ended, filed = found[-2:]
    assert (ended.tick, filed.seq) == ("concluded", last_seq(goal.id))
    assert filed.about.endswith(".md")
