"""Every state of a goal, a team, a task and a message, in every place where it is shown: the same word and glyph."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.chat.domain.display import LOOKS, TASK_LOOKS, Display, TaskDisplay
from apps.chat.domain.receipts import RECEIPTS, Receipt
from apps.chat.models import Conversation, Message
from apps.teams.domain.states import TaskState
from apps.teams.models import Attempt, Goal, Task, Team
from tests import factories
from tests.api.conftest import program_of
from tests.markup import shown

pytestmark = pytest.mark.thorough

OVER = {
    Display.DONE: ("concluded", "done"),
    Display.PARTIAL: ("concluded", "partial"),
    Display.FAILED: ("failed", "failed"),
    Display.STOPPED: ("stopped", "stopped"),
}
TALKS = {
    Display.QUEUED: {"turn_state": "due"},
    Display.FORMING: {"turn_state": "in_flight"},
    Display.DISCUSSING: {"turn_state": "in_flight"},
    Display.PAUSED: {"turn_state": "due"},
}


class Walls:
    """A goal whose root team gave one task to an agent, and one to a team below."""

    def __init__(self, world):
        self.story = factories.small_goal(world.workspace, world.owner, "Paint the walls")
        self.story.agents = world.agents
        self.root = self.story.root
        self.goal = self.story.goal
        with self.story.telling():
            self.root.join("contour", "scout")
            self.task = self.root.task("Paint", self.root.members["contour"], "working")
            self.handed = self.root.task("Measure", self.root.members["scout"], "working")
            self.below = factories.Room(self.story, self.root, "Measuring", "Measure the walls", self.handed)
            self.below.say(self.below.seat, "Measure the walls", "goal")
            said = {"team": str(self.below.team.pk), "tasks": [2]}
            self.root.say(self.root.seat, "Measuring needs a team.", "delegation", data=said)
        self.handed.attempts.all().delete()
        self.room_waits(self.root)
        self.room_waits(self.below)

    def room_waits(self, room):
        Conversation.objects.filter(team=room.team).update(phase="async_task", turn_state="none", wait={"tasks": [1]})

    def put(self, room, state):
        """Bring a team into a state."""
        talk = Conversation.objects.filter(team=room.team)
        if state in OVER:
            return self._end(room, *OVER[state])
        talk.update(**({"phase": "discussion", "wait": None} | TALKS[state] if state in TALKS else {}))
        if state is Display.PAUSED:
            Team.objects.filter(pk=room.team.pk).update(frozen_at=timezone.now())
        if state is Display.NEEDS_YOU:
            room.ask("Which paint?", "approval", ("Oil", "Chalk"))
        if state in (Display.STALLED, Display.QUEUED):
            self._quiet()
        if state is Display.QUEUED:
            Goal.objects.filter(pk=self.goal.pk).update(started_at=None)
        if state is Display.WORKING and room is self.below:
            room.join("scribe")
            room.task("Count", room.members["scribe"], "working")
        return None

    def _end(self, room, phase, outcome):
        room.say(room.seat, "So far.", "conclusion", data={"verdict": outcome})
        room.ends(phase)
        if room is self.root:
            Goal.objects.filter(pk=self.goal.pk).update(outcome=outcome, ended_at=timezone.now())

    def _quiet(self):
        """Nothing was heard of any of it for long."""
        past = timezone.now() - timedelta(minutes=5)
        Goal.objects.filter(pk=self.goal.pk).update(started_at=past, created_at=past)
        Team.objects.filter(goal=self.goal).update(created_at=past)
        Conversation.objects.filter(team__goal=self.goal).update(phase_at=past)
        Message.objects.filter(conversation__team__goal=self.goal).update(created_at=past)
        Task.objects.filter(team__goal=self.goal).update(state_at=past)
        Attempt.objects.filter(task__team__goal=self.goal).update(started_at=past, progress_at=past)

    def url(self, **query):
        return f"/goals/{self.goal.pk}/?" + "&".join(f"{name}={value}" for name, value in query.items())


@pytest.fixture
def walls(world):
    return Walls(world)


@pytest.fixture
def program(world):
    """That reads what pages show over REST."""
    return program_of(world.owner)


def marks(html):
    """Glyph and word as a place says them."""
    glyph = re.search(r'href="#s-(\w+)"', html)
    words = " ".join(re.sub(r"<[^>]+>", " ", html).split())
    return glyph and glyph[1], words


def says(html, look, glyph):
    seen, words = marks(html)
    assert seen == glyph
    assert look.word in words


def part(html, start, end="</li>"):
    return html.split(start, 1)[1].split(end, 1)[0]


SHOWN_OF_A_GOAL = [
    Display.QUEUED,
    Display.FORMING,
    Display.DISCUSSING,
    Display.WORKING,
    Display.NEEDS_YOU,
    Display.PAUSED,
    Display.STALLED,
    *OVER,
]


@pytest.mark.parametrize("state", SHOWN_OF_A_GOAL)
def test_a_goal_stands_alike_on_home_in_its_room_on_the_map_and_over_rest(signed_in, program, world, state):
    story = factories.small_goal(world.workspace, world.owner, "Whitewash the fence")
    walls = Walls.__new__(Walls)
    walls.story, walls.goal, walls.root, walls.below = story, story.goal, story.root, None
    if state is not Display.FORMING:
        story.agents = world.agents
        with story.telling():
            story.root.join("contour")
            if state in (Display.WORKING, Display.STALLED, Display.NEEDS_YOU):
                story.root.task("Paint", story.root.members["contour"], "working")
                walls.room_waits(story.root)
    with story.telling():
        walls.put(story.root, state)

    look = LOOKS[state]
    says(part(shown(signed_in.get("/")), f'id="g-{story.goal.pk}"'), look, state)
    room = shown(signed_in.get(walls.url(view="room")))
    says(part(room, 'class="state pill"', "</header>"), look, state)
    says(part(room, f'id="b-{story.root.team.pk}"'), look, state)
    says(part(room, 'id="tab-team"', "</h3>"), look, state)
    drawn = shown(signed_in.get(walls.url(view="map")))
    says(part(drawn, f'id="t-{story.root.team.pk}"', "</a>"), look, state)
    says(part(drawn, 'id="summary"', "</ul>"), Lowered(look), state)
    found = shown(signed_in.get("/search/?q=Whitewash&kind=goal"))
    says(part(found, '<li class="hit">'), look, state)
    assert program.get(f"/goals/{story.goal.pk}").json()["status"] == state
    assert program.get(f"/goals/{story.goal.pk}/teams").json()["items"][0]["status"] == state


class Lowered:
    """The word of a look in the middle of a sentence."""

    def __init__(self, look):
        self.word = look.word.lower()


OF_A_SUBTEAM = [state for state in Display if state not in (Display.QUEUED, Display.WAITING_TEAM)]


@pytest.mark.parametrize("state", OF_A_SUBTEAM)
def test_a_team_below_stands_alike_wherever_it_and_its_task_are_shown(signed_in, program, walls, state):
    if state not in (Display.FORMING, Display.WORKING):
        walls.below.join("scribe")
    with walls.story.telling():
        walls.put(walls.below, state)
    if state in OVER:  # what it was for is over with it
        ended = {Display.STOPPED: "cancelled", Display.FAILED: "failed"}.get(state, "done")
        Task.objects.filter(pk=walls.handed.pk).update(state=ended)

    look, team = LOOKS[state], walls.below.team.pk
    room = shown(signed_in.get(walls.url()))
    says(part(room, f'id="b-{team}"'), look, state)
    says(part(room, "Sub-teams"), look, state)
    says(part(room, 'aria-label="Delegation"', "</article>").split("<footer>")[1], look, state)
    inside = shown(signed_in.get(walls.url(team=team)))
    says(part(inside, 'id="tab-team"', "</h3>"), look, state)
    drawn = shown(signed_in.get(walls.url(view="map")))
    says(part(drawn, f'id="t-{team}"', "</a>"), look, state)

    display = {"stopped": TaskDisplay.CANCELLED}.get(state, TaskDisplay(state))
    where_tasks_are_shown(signed_in, program, walls, walls.handed, display, room)
    teams = program.get(f"/goals/{walls.goal.pk}/teams").json()["items"]
    assert next(one for one in teams if one["id"] == str(team))["status"] == state


def where_tasks_are_shown(signed_in, program, walls, task, display, room):
    look = TASK_LOOKS[display]
    row = next(row for row in part(room, 'id="tab-tasks"', "</section>").split("<li>") if f">{task.title}<" in row)
    says(row, look, look.glyph)
    says(part(shown(signed_in.get(reverse("task", args=[task.pk]))), 'class="page-head"', "</div>"), look, look.glyph)
    if display is not TaskDisplay.CANCELLED:  # what was taken back is no part of a plan
        plan = shown(signed_in.get(reverse("plan", args=[walls.root.team.pk])))
        says(part(plan, f'id="step-{task.pk}"'), look, look.glyph)
    assert program.get(f"/tasks/{task.pk}").json()["status"] == display
    listed = program.get(f"/goals/{walls.goal.pk}/tasks").json()["items"]
    assert next(one for one in listed if one["id"] == str(task.pk))["status"] == display


def _as_task(walls, display):
    """Bring the task of an agent into a state."""
    task = Task.objects.filter(pk=walls.task.pk)
    if display is TaskDisplay.STALLED:
        walls._quiet()
    elif display in (TaskDisplay.BEING_CHECKED, TaskDisplay.NEEDS_YOU):
        task.update(claimed_at=timezone.now(), verification="unchecked")
        Attempt.objects.filter(task=walls.task).update(state="done", ended_at=timezone.now(), lease_until=None)
        if display is TaskDisplay.NEEDS_YOU:
            walls.root.ask("Is it right?", "check", ("It is right",), walls.task)
    else:
        if display is not TaskDisplay.WORKING:
            Attempt.objects.filter(task=walls.task).update(state="failed", ended_at=timezone.now(), lease_until=None)
        if display is TaskDisplay.PAUSED:  # ready, in a team that begins nothing
            walls.put(walls.root, Display.PAUSED)
        task.update(state="ready" if display is TaskDisplay.PAUSED else display.value)


OF_AN_AGENT = [
    *(TaskDisplay(state) for state in TaskState),
    TaskDisplay.BEING_CHECKED,
    TaskDisplay.NEEDS_YOU,
    TaskDisplay.STALLED,
    TaskDisplay.PAUSED,
]


@pytest.mark.parametrize("display", OF_AN_AGENT)
def test_a_task_stands_alike_in_its_rows_on_its_page_in_the_plan_and_over_rest(signed_in, program, walls, display):
    with walls.story.telling():
        _as_task(walls, display)
    room = shown(signed_in.get(walls.url()))
    where_tasks_are_shown(signed_in, program, walls, walls.task, display, room)
    works = part(shown(signed_in.get("/agents/contour/")), 'id="agent-works"', "</section>")
    row = next(row for row in works.split("<li ") if f">{walls.task.title}<" in row)
    says(row, TASK_LOOKS[display], TASK_LOOKS[display].glyph)


def test_all_states_of_a_task_are_looked_at_here():
    assert {*OF_AN_AGENT, *map(TaskDisplay, OF_A_SUBTEAM)} == set(TaskDisplay) - {"queued", "waiting_team"}


RECEIVED = {
    Receipt.NONE: {"delivery": "note"},
    Receipt.READ: {"read_in_turn": 3},
    Receipt.ACTED_ON: {"read_in_turn": 3, "deed": "answer", "deed_seq": 4},
    Receipt.CANCELLED: {"delivery": "note", "text": "", "taken_back_at": timezone.now()},
}


@pytest.mark.parametrize("receipt", Receipt)
def test_what_became_of_a_message_is_the_same_in_the_room_and_over_rest(signed_in, program, world, walls, receipt):
    me = walls.root.members[world.owner.username]
    with walls.story.telling():
        said = walls.root.say(me, **{"text": "Blue, please."} | RECEIVED.get(receipt, {}))
        if receipt is Receipt.NOT_READ:
            walls.put(walls.root, Display.STOPPED)
        if receipt is Receipt.DELIVERED:
            Attempt.objects.filter(task=walls.task).update(heard_at=said.created_at + timedelta(seconds=1))
    line = part(shown(signed_in.get(walls.url())), f'id="e{said.event_seq}"')
    _, _, receipts = line.partition('<p class="receipt"')
    said_there = marks(receipts.partition(">")[2])[1]
    for each, look in RECEIPTS.items():
        assert (f" {look.word} " in f" {said_there} ") is (each is receipt)
    listed = program.get(f"/teams/{walls.root.team.pk}/messages").json()["items"]
    assert next(one for one in listed if one["seq"] == said.event_seq)["receipt"] == receipt
