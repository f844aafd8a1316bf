"""The audit log: one entry for each thing that only some may do, and never less afterwards."""

from datetime import timedelta

import pytest
from django.db import InternalError, ProgrammingError, transaction
from django.utils import timezone

from apps.accounts import actions as accounts
from apps.accounts.domain.access import Role
from apps.accounts.domain.errors import Conflict, Forbidden, Refused
from apps.accounts.models import ApiToken, Invitation, User
from apps.agents import actions as agents
from apps.agents.actions.agent_tokens import create_agent_token, revoke_agent_token
from apps.agents.actions.library import add_to_library, remove_from_library
from apps.agents.actions.registry import remove_agent
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import AgentToken
from apps.chat import actions as chat
from apps.journal.models import AuditEntry
from apps.teams.actions.retries import reassign_task, retry_task
from apps.teams.models import Approval, Task, Team
from tests import factories

SKETCH = AgentProfile(handle="sketch", name="Sketch", connector="scripted", connector_config={"key": "open sesame"})


def _model(owner, world):
    accounts.set_model_settings(owner, base_url="https://m.example/v1", model="m", api_key="open sesame")


def _revoke(owner, world):
    accounts.revoke_token_of_member(owner, ApiToken.objects.get().pk)


def _end_agent_token(owner, world):
    revoke_agent_token(owner, AgentToken.objects.get().pk)


def _known(owner, world):
    profile = SKETCH.model_copy(update={"handle": "scribe"})
    agents.update_agent(owner.workspace_id, profile, by=owner)


def _decide(owner, world):
    question = Approval.objects.filter(kind="approval").get()
    chat.decide(owner, question.pk, "Approve")


def _retry(owner, world):
    task = world.root.task("Count", world.root.members["scribe"], "failed")
    retry_task(owner, task.pk)


def _ready(world):
    return world.root.task("Count", world.root.members["scribe"], "ready")


DEEDS = {
    "workspace.created": lambda owner, world: accounts.create_workspace("south", "South", owner.user_id),
    "member.added": lambda owner, world: accounts.add_member(
        owner, username="vera", display_name="Vera", role=Role.VIEWER
    ),
    "role.changed": lambda owner, world: accounts.change_role(owner, world.viewer.pk, Role.OPERATOR),
    "member.removed": lambda owner, world: accounts.remove_member(owner, world.viewer.pk),
    "link.issued": lambda owner, world: accounts.issue_sign_in_link(world.viewer.pk, owner),
    "member.invited": lambda owner, world: accounts.invite(owner, "guest", Role.VIEWER),
    "invitation.withdrawn": lambda owner, world: accounts.withdraw_invitation(owner, world.pending),
    "token.issued": lambda owner, world: accounts.issue_token(owner, "nightly"),
    "token.revoked": _revoke,
    "model.set": _model,
    "model.cleared": lambda owner, world: accounts.clear_model_settings(owner),
    "model_use.set": lambda owner, world: accounts.set_model_use(owner, {"prompt_tokens": 9000}),
    "default_limits.set": lambda owner, world: accounts.change_default_limits(owner, {"turns": 7}),
    "default_review.set": lambda owner, world: accounts.change_default_review(owner, "always"),
    "agent.registered": lambda owner, world: agents.register_agent(owner.workspace_id, SKETCH, by=owner),
    "agent.changed": _known,
    "agent.switched_off": lambda owner, world: agents.set_enabled([world.agents["scout"].pk], False, owner),
    "agent.token_issued": lambda owner, world: create_agent_token(owner, world.agents["scout"].pk, "laptop"),
    "agent.token_revoked": _end_agent_token,
    "document.added": lambda owner, world: add_to_library(owner, "notes.txt", b"words"),
    "document.removed": lambda owner, world: remove_from_library(owner, factories.document(world.workspace).pk),
    "agent.quota_changed": lambda owner, world: agents.set_quota(
        owner, world.agents["scout"].pk, concurrency=9, calls_per_minute=30, timeout_seconds=60, test_seconds=9
    ),
    "agent.removed": lambda owner, world: remove_agent(owner, world.agents["scout"].pk),
    "observation.set": lambda owner, world: accounts.set_observation_hook(owner, "https://cameras.example/look"),
    "task.cancelled": lambda owner, world: chat.cancel_task(owner, _ready(world).pk),
    "task.taken_over": lambda owner, world: chat.take_over_task(owner, _ready(world).pk),
    "task.reassigned": lambda owner, world: reassign_task(owner, _ready(world).pk, "tally"),
    "team.paused": lambda owner, world: chat.pause(owner, world.root.team.pk),
    "team.resumed": lambda owner, world: chat.resume(owner, world.root.team.pk),
    "team.stopped": lambda owner, world: chat.stop(owner, world.root.team.pk),
    "limits.changed": lambda owner, world: chat.change_limits(owner, world.goal.pk, {"turns": 90}),
    "question.decided": _decide,
    "task.retried": _retry,
}


@pytest.fixture(autouse=True)
def pending(world):
    """The id of an invitation that nobody has answered yet; its audit entry is not what a test looks for."""
    User.objects.create(username="guest")
    asked = User.objects.create(username="asked")
    later = timezone.now() + timedelta(days=1)
    row = Invitation.objects.create(
        workspace=world.workspace, user=asked, role="viewer", by=world.owner, digest="d", expires_at=later
    )
    world.pending = row.pk


@pytest.mark.parametrize("deed", DEEDS)
def test_what_only_some_may_do_leaves_one_entry(deed, owner, world, monkeypatch):
    if deed == "token.revoked":
        accounts.issue_token(owner, "nightly")
    if deed == "agent.token_revoked":
        create_agent_token(owner, world.agents["scout"].pk, "laptop")
    before = AuditEntry.objects.count()
    DEEDS[deed](owner, world)
    entry = AuditEntry.objects.order_by("pk").last()
    assert AuditEntry.objects.count() == before + 1
    assert entry.deed == deed
    assert entry.workspace_id
    assert (entry.actor, entry.user_id) == (("", None) if deed == "workspace.created" else (owner.name, owner.user_id))
    assert "sesame" not in f"{entry.about} {entry.details}"


def test_what_was_refused_leaves_none(owner, world):
    viewer = type(owner)(world.viewer.pk, owner.workspace_id, Role.VIEWER, "Vic Stone")
    with pytest.raises(Forbidden):
        accounts.change_role(viewer, world.viewer.pk, Role.OWNER)
    with pytest.raises(Forbidden):
        chat.pause(viewer, world.root.team.pk)
    with pytest.raises(Conflict):
        accounts.remove_member(owner, owner.user_id)
    with pytest.raises(Refused):
        agents.set_quota(
            owner, world.agents["scout"].pk, concurrency=0, calls_per_minute=0, timeout_seconds=60, test_seconds=60
        )
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("change", [lambda rows: rows.update(actor="Nobody"), lambda rows: rows.delete()])
def test_the_database_refuses_to_change_the_log(change, owner, world):
    accounts.issue_token(owner, "nightly")
    with pytest.raises((InternalError, ProgrammingError), match="only ever added to"), transaction.atomic():
        change(AuditEntry.objects.all())
    assert AuditEntry.objects.get().actor == owner.name


def test_the_entry_outlives_the_person_and_the_workspace(owner, world):
    accounts.remove_member(owner, world.viewer.pk)
    User.objects.filter(pk=world.viewer.pk).delete()
    assert AuditEntry.objects.get().about == world.viewer.username


def test_the_seed_leaves_no_entries_about_agents(world):
    demo = accounts.first_start()
    agents.seed_agents(demo.workspace_id)
    agents.seed_agents(demo.workspace_id)
    assert not AuditEntry.objects.exclude(deed="installation.first_start").exists()


class TestRetrying:
    def test_a_failed_task_gets_one_more_attempt(self, owner, world):
        task = world.root.task("Count", world.root.members["scribe"], "failed", failure="It broke.")
        retry_task(owner, task.pk)
        task.refresh_from_db()
        assert (task.failure, task.heeded_at, task.attempts.count()) == ("", None, 2)
        assert task.state in ("ready", "working", "done", "failed")

    def test_so_does_one_of_unknown_outcome_and_nobody_is_asked_about_it_any_more(self, owner, world):
        task = world.root.task("Send", world.root.members["scribe"], "unknown")
        asked = world.root.ask("Was it sent?", "outcome", ("Retry", "Cancel"), task)
        retry_task(owner, task.pk)
        asked.refresh_from_db()
        assert (asked.state, task.attempts.count()) == ("lapsed", 1)

    @pytest.mark.parametrize(
        ("spoil", "why"),
        [
            (lambda task: Task.objects.filter(pk=task.pk).update(state="done"), "it is done"),
            (lambda task: Team.objects.filter(pk=task.team_id).update(ended_at=task.state_at), "has finished"),
            (lambda task: Task.objects.filter(pk=task.pk).update(seats=[{"agent_id": "x"}]), "team of its own"),
            (lambda task: agents.set_enabled([task.owner.agent_id], False), "switched off"),
        ],
    )
    def test_it_says_why_not(self, owner, world, spoil, why):
        task = world.root.task("Count", world.root.members["scribe"], "failed")
        spoil(task)
        with pytest.raises(Conflict, match=why):
            retry_task(owner, task.pk)

    def test_a_goal_that_has_ended_stays_as_it_is(self, owner, world):
        task = world.root.task("Count", world.root.members["scribe"], "failed")
        chat.stop(owner, world.root.team.pk)
        with pytest.raises(Conflict, match="goal has ended"):
            retry_task(owner, task.pk)
