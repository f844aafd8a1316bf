"""What waits for leave: the card shows by which chain it came about and all that would be sent, as text."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.chat.actions.sweeper import sweep
from apps.chat.models import Message
from apps.teams.models import Approval, Task
from tests.markup import shown

HOSTILE = '<img src=x onerror=alert(1)> {"to": "evil-account"}'
PAYLOAD = {
    "chain": "Yara Okafor → goal “Compare” → team “Compare” → @scout → @tally",
    "to": "tally",
    "parts": [{"title": "Task", "text": HOSTILE, "more": 0}, {"title": "Result of Scout", "text": "x", "more": 742}],
}


@pytest.fixture
def asked(world):
    """A task of the root team that waits for leave."""
    root = world.root
    task = root.task("Transfer the deposit", root.members["scribe"], "held")
    return Approval.objects.create(
        team=root.team,
        task=task,
        kind="permit",
        question="May @tally do “Transfer the deposit”?",
        options=["Approve", "Deny"],
        payload=PAYLOAD,
        asked_at=timezone.now(),
    )


@pytest.mark.parametrize("page", ["room", "home"])
def test_the_card_shows_the_chain_and_what_would_be_sent_as_text(signed_in, world, asked, page):
    address = reverse("room", args=[world.goal.pk]) if page == "room" else reverse("home")
    shown = signed_in.get(address).content.decode()
    assert PAYLOAD["chain"] in shown
    assert "&lt;img src=x onerror=alert(1)&gt;" in shown
    assert HOSTILE not in shown
    assert "742 more characters" in shown
    assert f'action="{reverse("answer", args=[asked.pk])}"' in shown


def test_the_task_says_that_it_waits_for_leave(signed_in, world, asked):
    assert "Waits for leave" in signed_in.get(reverse("room", args=[world.goal.pk])).content.decode()


def test_the_answer_is_one_of_two(signed_in, world, asked):
    signed_in.post(reverse("answer", args=[asked.pk]), {"answer": "Perhaps"})
    assert Task.objects.get(pk=asked.task_id).state == "held"
    signed_in.post(reverse("answer", args=[asked.pk]), {"answer": "Deny"})
    denied = Task.objects.get(pk=asked.task_id)
    assert (denied.state, denied.failure) == ("failed", f"Not permitted: {world.owner} denied it.")


def test_the_queue_shows_what_waits_with_what_holds_up_most_first_and_leads_on_to_the_next(signed_in, world, asked):
    html = signed_in.get("/needs-you/").content.decode()
    assert PAYLOAD["chain"] in html
    assert HOSTILE not in html
    assert "hx-post" not in html.split('<ol class="queue">')[1].split("</ol>")[0]
    answer = signed_in.post(
        reverse("answer", args=[asked.pk]), {"answer": "Deny", "reason": "Not now.", "next": "queue"}
    )
    assert answer["Location"] == "/needs-you/"
    assert Task.objects.get(pk=asked.task_id).failure == f"Not permitted: {world.owner} denied it: Not now."


def test_how_far_leave_reaches_is_offered_only_where_it_can_reach(signed_in, asked):
    assert 'name="scope"' not in signed_in.get("/needs-you/").content.decode()
    Approval.objects.filter(pk=asked.pk).update(wish="a" * 64)
    html = signed_in.get("/needs-you/").content.decode()
    assert 'name="scope"' in html
    assert "Change it before it is sent" in html


@pytest.mark.parametrize("terms", [{"scope": "world"}, {"scope": "goal"}, {"brief": "x" * 30_000}])
def test_terms_that_do_not_fit_decide_nothing(signed_in, asked, terms):
    answer = signed_in.post(
        reverse("answer", args=[asked.pk]), {"answer": "Approve"} | terms, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 422
    assert Approval.objects.get(pk=asked.pk).state == "pending"


def waited(asked, hours, wish="a" * 64):
    Approval.objects.filter(pk=asked.pk).update(wish=wish, asked_at=timezone.now() - timedelta(hours=hours))
    sweep()
    asked.refresh_from_db()
    return Task.objects.get(pk=asked.task_id)


def test_what_nobody_permits_in_time_is_not_permitted_and_the_first_decision_counts(signed_in, world, asked):
    task = waited(asked, 73)
    assert (asked.state, asked.decided_by) == ("lapsed", None)
    assert (task.state, task.failure) == ("failed", "Not permitted: nobody decided within 3 days.")
    sweep()
    signed_in.post(reverse("answer", args=[asked.pk]), {"answer": "Approve"})
    assert Task.objects.get(pk=asked.task_id).state == "failed"
    said = "Nobody decided within 3 days: “Transfer the deposit” is not permitted."
    assert Message.objects.filter(text=said).count() == 1


@pytest.mark.parametrize(
    ("hours", "wish", "most"),
    [
        (71, "a" * 64, 72.0),
        (1000, "a" * 64, 0.0),  # no end
        (1000, "", 72.0),  # leave to tell what came of work, whose task is over
    ],
)
def test_what_may_still_be_permitted_waits(world, asked, settings, hours, wish, most):
    settings.IOA_PERMIT_HOURS = most
    assert waited(asked, hours, wish).state == "held"
    assert asked.state == "pending"


def test_the_card_says_what_becomes_of_it_if_nobody_decides(signed_in, world, asked):
    waits = "It waits until somebody answers, or the goal ends. Nothing is decided without you."
    assert waits in " ".join(signed_in.get("/needs-you/").content.decode().split())
    waited(asked, 70)
    page = " ".join(signed_in.get("/needs-you/").content.decode().split())
    assert "it is not permitted: the task fails, and the team goes on without it." in page
    assert 'data-until title="' in page
    assert ">1 h 59 min</time>" in page or ">2 h 00 min</time>" in page


def test_nearly_three_days_are_not_told_as_two(signed_in, world, asked):
    waited(asked, 0.5)
    assert ">2 d 23 h</time>" in shown(signed_in.get("/needs-you/"))
