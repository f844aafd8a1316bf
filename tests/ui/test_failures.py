"""Cards of what failed: what happened at each try, what may be done, and by whom."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import User
from apps.teams.models import Attempt, Task, Team
from tests import factories
from tests.markup import shown


@pytest.fixture
def broken(world):
    """A goal whose only task failed twice: `task`, `room`, `url`."""
    story = factories.small_goal(world.workspace, world.owner, "Paint the walls")
    story.agents = world.agents
    with story.telling():
        story.root.join("contour", "scout")
        story.task = story.root.task("Paint", story.root.members["contour"], "failed", failure="No ladder.")
        first = story.task.attempts.get()
        first.failure = "Out of paint."
        first.ended_at = first.started_at + timedelta(seconds=42)
        first.save()
        story.again(first)
        story.told = story.root.say(None, "No ladder.", "failure", data={"task": 1, "artifacts": []})
    story.root.stands(phase="discussion", turn_state="due")
    story.url = f"/goals/{story.goal.pk}/"
    return story


@pytest.fixture(autouse=True)
def _again(monkeypatch):
    """A second try that failed as well."""

    def again(story, first):
        Attempt.objects.create(
            task=first.task,
            number=2,
            origin=first.origin,
            agent_id=first.agent_id,
            connection=first.connection,
            state="failed",
            not_before=first.ended_at,
            started_at=first.ended_at,
            ended_at=first.ended_at + timedelta(seconds=9),
            failure="No ladder.",
        )
        story.pass_time(60)

    monkeypatch.setattr(factories.Story, "again", again, raising=False)


def card(html, story):
    return html.split(f'id="e{story.told.event_seq}"')[1].split('<li class="msg')[0]


def test_a_card_says_what_happened_at_each_try_and_offers_what_may_be_done(signed_in, broken):
    html = card(shown(signed_in.get(broken.url)), broken)
    assert "<b>Try 1</b> <time>0:42</time> <span hx-ignore>Out of paint.</span>" in html
    assert "<b>Try 2</b> <time>9.0 s</time> <span hx-ignore>No ladder.</span>" in html
    for words in (">Retry<", "Wait 5 min", "Give to …", 'value="scout"', "Do it myself"):
        assert words in html
    assert 'value="contour"' not in html


def test_tries_that_ended_alike_are_one_line_and_what_they_say_is_said_once(signed_in, broken):
    Attempt.objects.filter(task=broken.task).update(failure="No ladder.")
    html = card(shown(signed_in.get(broken.url)), broken)
    assert "<b>Tries 1 to 2</b> <span hx-ignore>No ladder.</span>" in html
    assert html.count("No ladder.") == 1


def test_a_card_of_what_was_tried_again_since_is_folded_and_offers_nothing(signed_in, broken):
    Attempt.objects.filter(number=2).update(started_at=timezone.now() + timedelta(seconds=80))
    html = card(shown(signed_in.get(broken.url)), broken)
    assert "Paint failed, tried again since" in html
    summary = html.partition("<summary>")[2].partition("</summary>")[0]
    assert "Paint failed" in summary
    assert "<a " not in summary  # a link within what is pressed to unfold is out of reach for many
    assert ">Retry<" not in html


def test_so_is_one_in_whose_place_another_task_of_the_same_title_was_given(signed_in, broken):
    with broken.telling():
        broken.root.task("Paint", broken.root.members["scout"], "working")
    assert "tried again since" in card(shown(signed_in.get(broken.url)), broken)


def test_what_a_person_took_back_is_not_called_a_failure(signed_in, broken):
    Task.objects.filter(pk=broken.task.pk).update(state="cancelled", failure="Cancelled by Yara.")
    html = card(shown(signed_in.get(broken.url)), broken)
    assert "<h3>Paint was taken back</h3>" in html
    assert "Paint failed" not in html


def test_a_viewer_is_told_who_may_decide(as_viewer, world, broken):
    html = shown(as_viewer.get(broken.url))
    assert 'class="role-viewer"' in html
    assert '<p class="muted only-viewer">Yara Okafor and Ola Berg may decide this.</p>' in card(html, broken)
    with broken.telling():
        broken.root.ask("Which paint?", "approval", ("Oil", "Chalk"))
    assert "Yara Okafor and Ola Berg may decide this." in shown(as_viewer.get("/"))


def test_whom_the_first_start_made_is_called_you_by_nobody_else(as_viewer, world, broken):
    User.objects.filter(pk=world.owner.pk).update(display_name="You")
    assert "The owner and Ola Berg may decide this." in card(shown(as_viewer.get(broken.url)), broken)


def test_a_try_that_is_put_off_answers_in_the_room(signed_in, broken):
    answer = signed_in.post(
        reverse("task-retry", args=[broken.task.pk]), {"from": "room", "wait": "5"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 204
    assert Task.objects.get(pk=broken.task.pk).state == "ready"
    assert Attempt.objects.get(task=broken.task, number=3).not_before > timezone.now() + timedelta(minutes=4)


def test_doing_it_oneself_gives_the_task_its_result(signed_in, broken, world):
    answer = signed_in.post(reverse("task-do", args=[broken.task.pk]), {"from": "room", "text": "Painted by hand."})
    assert answer.url.endswith(f"?team={broken.root.team.pk}")
    task = Task.objects.get(pk=broken.task.pk)
    assert (task.state, task.result, task.owner.user) == ("done", "Painted by hand.", world.owner)


def test_a_held_team_says_what_still_goes_on_and_offers_to_stop_it(signed_in, world):
    plot = world.root
    assert 'aria-label="Still at work"' not in shown(signed_in.get(f"/goals/{world.goal.pk}/"))
    Team.objects.filter(pk=plot.team.pk).update(frozen_at=timezone.now())
    html = shown(signed_in.get(f"/goals/{world.goal.pk}/"))
    held = html.split('aria-label="Still at work"')[1].split("</article>")[0]
    assert "Plot revenue by year" in held
    task = Task.objects.get(title="Plot revenue by year", team=plot.team)
    assert reverse("task-put-back", args=[task.pk]) in held
    assert signed_in.post(reverse("task-put-back", args=[task.pk]), {"from": "room"}).status_code == 302
    task.refresh_from_db()
    assert task.state == "ready"
