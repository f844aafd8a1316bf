"""What waits says what may come of approving it; several are decided at once, each by itself."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.agents.models import Agent, Connection
from apps.teams.domain.limits import MORE
from apps.teams.models import Approval, Attempt, Task
from apps.teams.queries.trees import waiting_approvals
from tests.factories import held_plan, workspace

DECIDE = "/needs-you/decide/"


@pytest.fixture
def world(world):
    """One whose agents have cost nothing yet."""
    Attempt.objects.update(money=None)
    return world


def asks(world, kind, options, *, to="scribe", wish="a" * 64):
    """Something that waits, about a task of @scribe."""
    root = world.root
    task = root.task("Write it", root.members["scribe"], "held" if kind == "permit" else "done")
    payload = {"chain": "Yara → goal", "to": to, "parts": [{"title": "Task", "text": "Do it.", "more": 0}]}
    return Approval.objects.create(
        team=root.team,
        task=task,
        kind=kind,
        question=f"May @scribe do this ({task.number})?",
        options=options,
        payload=payload,
        wish=wish if kind == "permit" else "",
        asked_at=timezone.now(),
    )


def permit(world, **more):
    return asks(world, "permit", ["Approve", "Deny"], **more)


def check(world):
    return asks(world, "check", ["It is right", "Leave it unchecked"])


def reached_by(world, handle, connector, **agent):
    row = world.agents[handle]
    Connection.objects.filter(pk=row.connection_id).update(connector=connector)
    Agent.objects.filter(pk=row.pk).update(**agent)


def risks(world, asked):
    (row,) = [row for row in waiting_approvals(world.workspace.pk) if row.id == asked.pk]
    return [str(risk) for risk in row.risks]


def test_a_call_of_what_is_built_in_only_reads(world):
    assert risks(world, permit(world)) == ["reads"]


def test_a_built_in_agent_that_asks_servers_elsewhere_leaves_the_hub(world):
    line = Connection.objects.filter(pk=world.agents["scribe"].connection_id)
    line.update(connector_config={"worker": "web_page_reader"})
    assert risks(world, permit(world)) == ["reads", "leaves"]


def test_an_agent_elsewhere_may_change_something_where_nobody_said_that_it_reads(world):
    reached_by(world, "scribe", "http")
    assert risks(world, permit(world)) == ["acts", "leaves"]
    skill = world.agents["scribe"].skills[0]
    Agent.objects.filter(pk=world.agents["scribe"].pk).update(skills=[skill | {"read_only": True}])
    assert risks(world, permit(world)) == ["reads", "leaves"]


def test_an_agent_costs_whose_calls_have_cost_before(world):
    asked = permit(world)
    before = world.root.task("Before", world.root.members["scribe"], "done")
    Attempt.objects.filter(task=before).update(money=0.0)
    assert risks(world, asked) == ["reads"]
    Attempt.objects.filter(task=before).update(money=0.02)
    assert risks(world, asked) == ["reads", "costs"]


def test_leave_to_tell_is_about_who_is_told(world):
    reached_by(world, "tally", "http")
    assert risks(world, permit(world, to="tally", wish="")) == ["acts", "leaves"]
    assert risks(world, permit(world, to="nobody-now", wish="")) == ["unknown"]


def test_a_plan_is_about_the_furthest_of_its_tasks_and_a_team_of_its_own_is_not_known(world):
    held_plan(world)
    Task.objects.filter(state="planned").update(seats=[])
    plan = Approval.objects.get(kind="plan")
    assert risks(world, plan) == ["reads"]
    reached_by(world, "scribe", "http")
    assert risks(world, plan) == ["acts", "leaves"]
    Task.objects.filter(title="Check the figures").update(seats=[{"handle": "scout"}])
    assert "unknown" in risks(world, plan)


def test_a_look_changes_nothing_and_what_the_coordinator_asks_has_an_effect_nobody_knows(world):
    assert risks(world, check(world)) == ["nothing"]
    assert risks(world, asks(world, "approval", ["Approve", "Deny"])) == ["unknown"]
    assert risks(world, asks(world, "limit", ["Conclude", "Stop"])) == []


def test_more_of_a_limit_costs_and_a_question_for_words_has_no_risk(world):
    assert risks(world, asks(world, "limit", [MORE, "Stop"])) == ["costs"]
    assert risks(world, world.root.ask("Which years?", "question", ())) == []


def test_an_agent_at_work_that_asks_yes_or_no_goes_on_as_far_as_it_reaches(world):
    task = world.root.task("Book the hall", world.root.members["scribe"], "asking")
    hop = world.root.ask("Shall I book it?", "question", ("Approve", "Deny"), task)
    assert risks(world, hop) == ["reads"]
    reached_by(world, "scribe", "http")
    assert risks(world, hop) == ["acts", "leaves"]


@pytest.mark.parametrize("page", ["queue", "home", "room"])
def test_each_card_says_what_may_come_of_it(signed_in, world, page):
    reached_by(world, "scribe", "http")
    asked = permit(world)
    address = reverse("room", args=[world.goal.pk]) if page == "room" else reverse(page)
    html = signed_in.get(address).content.decode()
    card = html.split(f'id="{"ap" if page == "room" else "need"}-{asked.pk}"')[1].split("</article>")[0]
    chips = [word.strip() for word in re.findall(r'class="chip risk[^"]*"[^>]*>([^<]*)<', card)]
    assert chips == ["May change something", "Leaves this hub"]


def decided(client, verdict, *asked, **more):
    """The notes of the page that follows."""
    sent = {"verdict": verdict, "approval": [str(one.pk) for one in asked], **more}
    page = client.post(DECIDE, sent, follow=True)
    assert page.redirect_chain == [("/needs-you/", 302)]
    return [str(note) for note in page.context["messages"]]


def states(*asked):
    return [Approval.objects.get(pk=one.pk).state for one in asked]


def test_several_are_approved_at_once_each_with_the_answer_that_approves_it(signed_in, world):
    first, second = permit(world), asks(world, "check", ["It is right", "Leave it unchecked"])
    assert decided(signed_in, "approve", first, second) == ["2 are decided."]
    assert states(first, second) == ["answered", "answered"]
    assert Approval.objects.get(pk=second.pk).answer == "It is right"
    assert Task.objects.get(pk=first.task_id).state == "ready"


def test_what_is_not_of_low_risk_is_refused_by_itself_and_the_rest_goes_on(signed_in, world):
    low, unknown = permit(world), asks(world, "approval", ["Approve", "Deny"])
    assert decided(signed_in, "approve", unknown, low) == [
        "1 is decided.",
        f"Not decided: “{unknown.question}” Effect not known: decide this by itself.",
    ]
    assert states(low, unknown) == ["answered", "pending"]


def test_several_are_denied_with_one_reason_whatever_their_risk(signed_in, world):
    reached_by(world, "scribe", "http")
    first, second = permit(world), permit(world)
    assert decided(signed_in, "deny", first, second, reason="Not today.") == ["2 are decided."]
    assert {Task.objects.get(pk=one.task_id).failure for one in (first, second)} == {
        f"Not permitted: {world.owner} denied it: Not today."
    }


def test_a_result_is_sent_back_with_words_alone(signed_in, world):
    asked = check(world)
    (note,) = decided(signed_in, "deny", asked)
    assert note.endswith("Say what is wrong: this is sent back with your words.")
    assert states(asked) == ["pending"]
    assert decided(signed_in, "deny", asked, reason="It is too curt.") == ["1 is decided."]
    assert Approval.objects.get(pk=asked.pk).answer == "It is too curt."


def test_what_has_answers_of_its_own_is_not_decided_along(signed_in, world):
    asked = asks(world, "outcome", ["Retry", "Accept as done", "Cancel"])
    for verdict in ("approve", "deny"):
        (note,) = decided(signed_in, verdict, asked, reason="No.")
        assert note.endswith("This has answers of its own: decide it by itself.")
    assert states(asked) == ["pending"]


def test_of_two_browsers_the_first_decides_and_the_second_is_told_who_it_was(client, world):
    first, second = permit(world), permit(world)
    client.force_login(world.operator)
    assert decided(client, "approve", first) == ["1 is decided."]
    client.force_login(world.owner)
    done, late = decided(client, "deny", first, second)
    assert done == "1 is decided."
    assert re.fullmatch(
        rf"Not decided: “{re.escape(first.question)}” "
        rf"This was already settled by {world.operator}, \d+ s ago: Approve",
        late,
    )
    assert Approval.objects.get(pk=first.pk).answer == "Approve"
    assert Task.objects.get(pk=first.task_id).state == "ready"


def test_one_that_is_ticked_twice_is_decided_once(signed_in, world):
    asked = permit(world)
    assert decided(signed_in, "approve", asked, asked) == ["1 is decided."]


@pytest.mark.parametrize(
    "sent",
    [
        {"verdict": "approve"},
        {"verdict": "perhaps", "approval": "{id}"},
        {"verdict": "approve", "approval": "x"},
        {"verdict": "deny", "approval": "{id}", "reason": "x" * 1001},
    ],
)
def test_what_is_no_decision_decides_nothing(signed_in, world, sent):
    asked = permit(world)
    filled = {name: value.replace("{id}", str(asked.pk)) for name, value in sent.items()}
    assert signed_in.post(DECIDE, filled, headers={"HX-Request": "true"}).status_code == 422
    assert states(asked) == ["pending"]


def test_what_waits_in_another_workspace_is_not_there(signed_in, world):
    elsewhere = permit(world)
    world.goal.workspace = workspace("Elsewhere")
    world.goal.save(update_fields=["workspace"])
    assert decided(signed_in, "approve", elsewhere) == ["Not decided: “A decision” There is no such question."]
    assert states(elsewhere) == ["pending"]


def test_a_viewer_decides_nothing(as_viewer, world):
    asked = permit(world)
    assert as_viewer.post(DECIDE, {"verdict": "deny", "approval": str(asked.pk)}).status_code == 403
    assert states(asked) == ["pending"]


def test_ticks_are_offered_where_several_can_be_decided_at_once(signed_in, world):
    Approval.objects.all().delete()
    permit(world)
    assert 'name="approval"' not in signed_in.get("/needs-you/").content.decode()
    permit(world)
    asks(world, "outcome", ["Retry", "Accept as done", "Cancel"])
    assert signed_in.get("/needs-you/").content.decode().count('name="approval"') == 2
