"""What a page says in one place it says in every other: of a task, its team, its members, a message."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.chat.models import Conversation
from apps.teams.models import Attempt, Goal, Task
from tests import factories
from tests.markup import shown


@pytest.fixture
def painting(world):
    """A goal with one task that an agent is at: `room`, `task`, `url`."""
    story = factories.small_goal(world.workspace, world.owner, "Paint the walls")
    story.agents = world.agents
    with story.telling():
        story.root.join("contour")
        story.task = story.root.task("Paint", story.root.members["contour"], "working")
    story.root.stands(phase="async_task", turn_state="none", wait={"tasks": [1], "mode": "all"})
    story.url = f"/goals/{story.goal.pk}/"
    return story


def row_of(html, title):
    """The row of the tab *Tasks*."""
    return next(row for row in html.split('id="tab-tasks"')[1].split("<li>") if f">{title}<" in row)


def test_nobody_is_at_work_in_a_team_that_is_shown_as_stalled(signed_in, painting):
    long_ago = timezone.now() - timedelta(minutes=5)
    painting.goal.teams.update(created_at=long_ago)
    painting.root.conversation.messages.update(created_at=long_ago)
    Conversation.objects.filter(team__goal=painting.goal).update(phase_at=long_ago)
    Task.objects.filter(pk=painting.task.pk).update(state_at=long_ago)
    Attempt.objects.filter(task=painting.task).update(started_at=long_ago, progress_at=long_ago)

    html = shown(signed_in.get(painting.url))
    row = row_of(html, "Paint")
    assert 'data-state="stalled"' in row
    assert "Working" not in row
    assert 'class="typing"' not in html
    assert 'data-state="working"' not in html.split('id="tab-team"')[1].split("</section>")[0]


def test_a_task_whose_result_is_looked_at_is_no_longer_worked_at(signed_in, painting):
    Task.objects.filter(pk=painting.task.pk).update(claimed_at=timezone.now(), verification="unchecked")
    Attempt.objects.filter(task=painting.task).update(state="done", ended_at=timezone.now(), lease_until=None)
    html = shown(signed_in.get(painting.url))
    assert "Being checked" in row_of(html, "Paint")
    assert "Online, idle" in html

    with painting.telling():
        painting.root.ask("Is the result of “Paint” right?", "check", ("It is right",), painting.task)
    row = row_of(shown(signed_in.get(painting.url)), "Paint")
    assert 'data-state="needs_you"' in row
    assert "Needs you" in row


def test_what_was_said_to_a_team_that_ended_first_waits_for_no_turn(signed_in, painting):
    with painting.telling():
        painting.root.say(painting.root.members[painting.goal.created_by.username], "Blue, please.")
    assert "Queued for the next turn" in shown(signed_in.get(painting.url))

    Goal.objects.filter(pk=painting.goal.pk).update(outcome="stopped", ended_at=timezone.now())
    painting.root.ends("stopped")
    html = shown(signed_in.get(painting.url))
    assert "Queued for the next turn" not in html
    assert "Not read: it ended before the next turn" in html


def test_what_the_hub_asks_is_asked_by_no_member(signed_in, painting):
    with painting.telling():
        painting.root.ask("The limit on turns is reached. What now?", "limit", ("More",))
    home = shown(signed_in.get("/"))
    assert "IoA Web asks: The limit on turns is reached." in home
    card = home.split("The limit on turns is reached. What now?</h3>")[1].split("</article>")[0]
    assert "Asked by" not in card
