"""What a workspace wants leave for, who gives it, and for how long it is waited for: decided by its owners."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.actions import change_approval_policy
from apps.accounts.domain.access import Role
from apps.accounts.domain.approval_policy import ApprovalPolicy, AskedFor, policy_from_choices, policy_from_data
from apps.accounts.domain.errors import Forbidden, Refused
from apps.agents.connectors.request_parts import request_fields, request_text, system_and_text
from apps.chat.actions import Upload, decide, post_message
from apps.chat.actions.sweeper import sweep
from apps.chat.queries.assignments import assignments_with_changes
from apps.teams.actions import attempts
from apps.teams.actions.permits import PermitTerms
from apps.teams.models import Approval, Attempt, Goal, Task
from tests.engine.conftest import task

ACTS = frozenset({AskedFor.ACTS})


def launch(stage, policy):
    """A goal whose agent may do more than read, given by a person under a policy."""
    change_approval_policy(stage.owner, policy)
    stage.agent("printer", read_only=False)
    stage.voices([{"do": "assign", "tasks": [task("print", "printer")], "answer": "print"}])
    stage.launch("Print the leaflet")


def state():
    return Task.objects.get().state


def test_what_a_person_asks_for_is_done_at_once_where_the_workspace_wants_no_leave(stage):
    launch(stage, ApprovalPolicy())
    assert state() == "done"


def test_what_may_do_more_than_read_waits_for_leave_where_the_workspace_wants_that(stage):
    launch(stage, ApprovalPolicy(ACTS))
    assert state() == "held"
    assert "for which this workspace wants leave" in stage.pending().question
    decide(stage.operator, stage.pending().pk, "Approve")
    stage.sweep()
    assert state() == "done"


def test_what_only_reads_does_not_wait_where_leave_is_wanted_for_what_does_more(stage):
    change_approval_policy(stage.owner, ApprovalPolicy(ACTS))
    stage.agent("reader")
    stage.voices([{"do": "assign", "tasks": [task("read", "reader")], "answer": "read"}])
    stage.launch("Read the leaflet")
    assert state() == "done"


def test_what_leaves_the_hub_waits_for_leave_where_the_workspace_wants_that(stage):
    change_approval_policy(stage.owner, ApprovalPolicy(frozenset({AskedFor.LEAVES})))
    stage.agent("reader")
    stage.voices([{"do": "assign", "tasks": [task("read", "reader")], "answer": "read"}])
    stage.launch("Read the leaflet")
    assert "@reader is outside this hub" in stage.pending().question


def test_an_operator_gives_no_leave_where_owners_alone_do(stage):
    launch(stage, ApprovalPolicy(ACTS, Role.OWNER))
    with pytest.raises(Forbidden, match="takes the role owner"):
        decide(stage.operator, stage.pending().pk, "Approve")
    decide(stage.owner, stage.pending().pk, "Approve")
    stage.sweep()
    assert state() == "done"


def test_what_an_operator_permitted_counts_no_more_once_owners_alone_do(stage):
    launch(stage, ApprovalPolicy(ACTS))
    with stage.bells_lost():
        decide(stage.operator, stage.pending().pk, "Approve")
    change_approval_policy(stage.owner, ApprovalPolicy(ACTS, Role.OWNER))
    stage.sweep()
    assert state() == "held"


@pytest.mark.parametrize(("hours", "waited", "then"), [(2, 3, "failed"), (2, 1, "held"), (0, 9999, "held")])
def test_leave_is_waited_for_as_long_as_the_workspace_says(stage, hours, waited, then):
    launch(stage, ApprovalPolicy(ACTS, hours=hours))
    Approval.objects.update(asked_at=timezone.now() - timedelta(hours=waited))
    sweep()
    found = Task.objects.get()
    assert found.state == then
    assert then == "held" or found.failure == "Not permitted: nobody decided within 2 hours."


def test_it_counts_at_once_for_what_waits_already(stage):
    launch(stage, ApprovalPolicy(ACTS))
    Approval.objects.update(asked_at=timezone.now() - timedelta(hours=3))
    sweep()
    assert state() == "held"
    change_approval_policy(stage.owner, ApprovalPolicy(ACTS, hours=1))
    sweep()
    assert state() == "failed"


def test_only_owners_choose_it(stage):
    with pytest.raises(Forbidden):
        change_approval_policy(stage.operator, ApprovalPolicy(ACTS))


@pytest.mark.parametrize(
    ("field", "chosen"),
    [
        ("asks_for", (["everything"], "operator", None)),
        ("deciders", ([], "viewer", None)),
        ("hours", ([], "operator", float("nan"))),
        ("hours", ([], "operator", -1)),
        ("hours", ([], "operator", 9000)),
    ],
)
def test_a_choice_that_is_none_is_refused_beside_its_field(field, chosen):
    with pytest.raises(Refused) as refused:
        policy_from_choices(*chosen)
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize("policy", [ApprovalPolicy(), ApprovalPolicy(ACTS, Role.OWNER, 0.5), ApprovalPolicy(hours=0)])
def test_what_is_stored_is_read_as_it_was(policy):
    assert policy_from_data(policy.as_data()) == policy


SECRET = "the code name is Falcon"
LEAVES = ApprovalPolicy(frozenset({AskedFor.LEAVES}))


def held(stage, **more):
    """A task for an agent outside that waits for leave, in a goal with a secret; its plan and the room tell it too."""
    change_approval_policy(stage.owner, LEAVES)
    stage.agent("poet")
    tasks = [task("poem", "poet", title=f"Poem: {SECRET}", brief=f"A poem, and {SECRET}."), task("print", "printer")]
    stage.agent("printer")
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "poem"}])
    with stage.bells_lost():
        stage.launch(f"Write a poem. {SECRET}.", **more)
        post_message(stage.owner, stage.root(Goal.objects.get()).id, f"Mind: {SECRET}!")
        stage.speak(stage.claim(), stage.script()[0])
        attempts.claim_attempt(Attempt.objects.get(task__number=1).id, "worker")
    return stage.pending()


def test_a_card_shows_all_that_goes_along(stage):
    said = "All that they said in this room since the goal was given, and say before the agent is called."
    shown = {
        part["title"]: part["text"] for part in held(stage, files=[Upload("poets.txt", b"Sappho")]).payload["parts"]
    }
    assert shown == {
        "Task": f"A poem, and {SECRET}.",
        "File poets.txt": "6 bytes of text/plain",
        "The goal": f"Write a poem. {SECRET}.",
        "The team's tasks": f"1. Poem: {SECRET}\n2. Print",
        "What people said": said,
    }


def test_what_a_person_changed_before_it_is_sent_is_all_that_is_sent(stage):
    asked = held(stage)
    with stage.bells_lost():
        decide(stage.owner, asked.id, "Approve", PermitTerms(brief="A poem."))
        post_message(stage.owner, stage.root(Goal.objects.get()).id, "In four lines.")
        attempt = stage.begin(1)
    request = assignments_with_changes([attempt.id])[attempt.id].request

    sent = "".join([*system_and_text(request), request_text(request), str(request_fields(request))])
    assert SECRET not in sent
    assert "In four lines." in sent
    assert request.brief == "A poem."


def test_what_nobody_changed_is_sent_with_its_goal(stage):
    asked = held(stage)
    with stage.bells_lost():
        decide(stage.owner, asked.id, "Approve")
        attempt = stage.begin(1)
    request = assignments_with_changes([attempt.id])[attempt.id].request
    sent = request_text(request)
    assert [told in sent for told in ("Write a poem", "A poem, and", "Mind:")] == [True] * 3
