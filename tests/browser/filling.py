"""Rooms and maps that are larger than any goal makes them in a test's time, written inside the product."""

from django.db import transaction
from django.utils import timezone

from apps.agents.domain.foreign_rooms import read_room
from apps.chat.actions import messages
from apps.chat.actions.scene import open_scene
from apps.chat.domain.states import MessageKind
from apps.chat.models import Conversation
from apps.teams.models import Task, Team, WorkElsewhere
from tests.factories import Room, Story


def say(team: str, *lengths: int) -> None:
    """The hub says texts of so many characters in the room of a team; each ends with its length."""
    with open_scene(Conversation.objects.get(team_id=team).pk) as scene:
        for length in lengths:
            end = f" end of {length}"
            words = "A line of words that fills the page. " * (length // 37 + 1)
            messages.save(scene, messages.NewMessage(MessageKind.SAY, words[: length - len(end)] + end))


@transaction.atomic
def form_teams(team: str, count: int, tasks: int = 0) -> None:
    """So many sub-teams of a team, which have concluded, each with so many tasks of its own."""
    above = Team.objects.get(pk=team)
    story = Story.__new__(Story)
    story.goal, story.agents, story._now, story._log = above.goal, {}, timezone.now(), None
    parent = Room.__new__(Room)
    parent.story, parent.team = story, above
    seat, now = above.members.get(lead=True), timezone.now()
    with story.telling():
        for number in range(count):
            task = parent.task(f"Task {number} of many", seat, "done", heeded_at=now)
            below = Room(story, parent, f"Team {number} of many", "One of many teams.", task)
            for part in range(tasks):
                below.task(f"Part {part} of task {number}", below.seat, "done", heeded_at=now)
            below.ends("concluded")


def work_elsewhere(team: str) -> None:
    """The first task of a team is worked on at another hub, which told of its room, and of one below it."""
    told = {"name": "Survey the hall", "state": "discussing", "members": ["Surveyor"], "messages": 4}
    told["tasks"] = [{"title": "Draw the plan", "state": "working", "owner": "Surveyor"}]
    told["rooms"] = [{"name": "Measure the floor", "state": "working", "hub": "west.example"}]
    now, room = timezone.now(), read_room(told)
    WorkElsewhere.objects.create(
        task=Task.objects.get(team_id=team, number=1),
        hub="south.example",
        origin="http://south.example",
        state="working",
        room=room.as_data(),
        began_at=now,
        seen_at=now,
    )
