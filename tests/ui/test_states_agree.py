"""What a page says in one place it says in every other: of a task, its team, its members, a message."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.chat.models import Conversation
from apps.core.sentences import pack_all, sentence
from apps.teams.models import Attempt, Goal, Task, Team
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


def test_what_an_agent_says_it_does_stands_in_its_own_words(signed_in, painting):
    html = shown(signed_in.get(painting.url)).split('id="typing"')[1].split("</ul>")[0]
    assert re.search(r"<bdi>[^<]+</bdi>: naming the restated years", html)
    Attempt.objects.filter(task=painting.task).update(
        progress="Reading the tables", made_of=pack_all(sentence("Reading the tables"))
    )
    html = shown(signed_in.get(painting.url)).split('id="typing"')[1].split("</ul>")[0]
    assert re.search(r"<bdi>[^<]+</bdi>:\s+Reading the tables", html)
    Attempt.objects.filter(task=painting.task).update(progress="")
    html = shown(signed_in.get(painting.url)).split('id="typing"')[1].split("</ul>")[0]
    assert re.search(r"<bdi>[^<]+</bdi> is at work on Paint", html)


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
    assert "Nobody has taken it up yet." in shown(signed_in.get(painting.url))

    Goal.objects.filter(pk=painting.goal.pk).update(outcome="stopped", ended_at=timezone.now())
    painting.root.ends("stopped")
    html = shown(signed_in.get(painting.url))
    assert "Nobody has taken it up yet." not in html
    assert "It came too late: the work, or the team, had ended." in html


def test_what_the_hub_asks_is_asked_by_no_member(signed_in, painting):
    with painting.telling():
        painting.root.ask("The limit on turns is reached. What now?", "limit", ("More",))
    home = shown(signed_in.get("/"))
    assert "IoA Web asks: The limit on turns is reached." in home
    card = home.split("The limit on turns is reached. What now?</h3>")[1].split("</article>")[0]
    assert "Asked by" not in card


def test_a_goal_at_its_limit_needs_somebody_wherever_it_is_shown_and_its_room_has_the_card(signed_in, painting):
    with painting.telling():
        painting.root.ask("The limit on turns is reached. What now?", "limit", ("10 more turns", "Conclude now"))
    Team.objects.filter(pk=painting.root.team.pk).update(frozen_at=timezone.now())
    home, room = shown(signed_in.get("/")), shown(signed_in.get(painting.url))
    for place in (
        home.split(f'id="g-{painting.goal.pk}"')[1].split("</li>")[0],
        room.split('class="state pill"')[1].split("</header>")[0],
        room.split(f'id="b-{painting.root.team.pk}"')[1].split("</li>")[0],
        shown(signed_in.get(f"{painting.url}?view=map")).split(f'id="t-{painting.root.team.pk}"')[1],
    ):
        assert "#s-needs_you" in place
        assert "Paused" not in place
    card = room.split('id="needs"')[1].split("</ul>")[0]
    assert 'value="10 more turns"' in card
    assert 'value="Conclude now"' in card


def test_a_record_without_a_failure_says_why_a_failed_task_is_below_it(signed_in, painting):
    Task.objects.filter(pk=painting.task.pk).update(state="failed")
    Attempt.objects.filter(task=painting.task).update(
        state="failed", ended_at=timezone.now(), lease_until=None, excused=True
    )
    works = shown(signed_in.get("/agents/contour/")).split('id="agent-works"')[1]
    row = next(row for row in works.split("<li ") if ">Paint<" in row)
    assert "Failed, through no fault of its own, in" in row


AGE = r'class="age"(?: datetime="([^"]+)")?[^>]*>([^<]*)<'
DRAWN = r'<tspan (?:data-since datetime="([^"]+)")?\s*>\s*([^<]*?)\s*</tspan> </text>'


@pytest.mark.parametrize("over", [False, True])
def test_ages_of_a_goal_agree_in_all_places_and_leave_out_its_pauses(signed_in, painting, over):
    if over:
        painting.root.ends("concluded")
        Goal.objects.filter(pk=painting.goal.pk).update(outcome="done", ended_at=timezone.now())
        start = timezone.now() - timedelta(minutes=10)
        painting.goal.teams.update(created_at=start, ended_at=start + timedelta(minutes=7), frozen_seconds=120)
    home, room = shown(signed_in.get("/")), shown(signed_in.get(painting.url))
    places = (
        home.split(f'id="g-{painting.goal.pk}"')[1].split('class="state"')[1],
        room.split('class="state pill"')[1],
        room.split(f'id="b-{painting.root.team.pk}"')[1],
        room.split('id="tab-team"')[1],
    )
    ages = {re.search(AGE, place).groups() for place in places}
    drawn = shown(signed_in.get(f"{painting.url}?view=map")).split(f'id="t-{painting.root.team.pk}"')[1]
    mapped = re.search(DRAWN, drawn).groups()
    assert {moment for moment, _ in ages} == {mapped[0]}
    if over:
        assert {words for _, words in ages} == {mapped[1]} == {"5:00"}
        assert "<time>5:00</time>" in room.split('id="topbar"')[1].split("</header>")[0]
