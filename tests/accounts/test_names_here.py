"""Somebody may be called otherwise in each workspace: where that is chosen, and where it is shown."""

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.actions import first_start
from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Forbidden, Refused
from apps.accounts.models import Member as WorkspaceMember
from apps.accounts.models import User, WorkspaceName
from apps.accounts.queries import actor_for, members_of
from apps.chat.actions import post_message
from apps.chat.domain.goal_record import Concealable
from apps.chat.queries.goal_records import goal_record
from apps.chat.queries.shares import preview
from apps.journal.models import AuditEntry
from apps.teams.actions.names import choose_name
from apps.teams.domain.states import GoalOutcome
from apps.teams.models import Goal, Member
from tests import factories, snapshot
from tests.api.conftest import program_of
from tests.markup import shown


@pytest.fixture
def world(db):
    return snapshot.world()


@pytest.fixture
def elsewhere(world):
    """Another workspace of the owner's, whom the first one calls Yara Okafor."""
    other = factories.workspace("Harbour")
    WorkspaceMember.objects.create(workspace=other, user=world.owner, role=Role.OWNER)
    return other


@pytest.fixture
def signed_in(client, world):
    client.force_login(world.owner)
    return client


def owner_in(world, workspace=None):
    return actor_for(world.owner, workspace.pk if workspace else world.workspace.pk)


def test_a_name_holds_in_its_workspace_alone(world, elsewhere):
    choose_name(owner_in(world, elsewhere), "Captain Y")
    assert owner_in(world, elsewhere).name == "Captain Y"
    assert owner_in(world).name == "Yara Okafor"
    assert "Captain Y" in {one.name for one in members_of(elsewhere.pk)}
    assert "Captain Y" not in {one.name for one in members_of(world.workspace.pk)}


def test_without_a_name_one_is_called_as_the_account_is(world):
    choose_name(owner_in(world), "Captain Y")
    choose_name(owner_in(world), "  ")
    assert owner_in(world).name == "Yara Okafor"


@pytest.mark.parametrize("name", ["IoA Web", "\u200b", "x" * 81])
def test_a_name_that_imitates_or_shows_nothing_is_refused_beside_its_field(world, name):
    with pytest.raises(Refused) as refused:
        choose_name(owner_in(world), name)
    assert set(refused.value.fields) == {"name"}


def test_nobody_takes_the_name_of_another_member(world):
    other = next(one for one in members_of(world.workspace.pk) if one.user_id != world.owner.pk)
    for name in (other.name.upper(), other.username):
        with pytest.raises(Refused, match="Somebody else"):
            choose_name(owner_in(world), name)


def test_seats_goals_and_exports_follow_and_messages_keep_the_name_under_which_they_were_said(world, signed_in):
    post_message(owner_in(world), world.root.team.pk, "Said before.")
    choose_name(owner_in(world), "Captain Y")
    post_message(owner_in(world), world.root.team.pk, "Said after.")
    record = goal_record(Goal.objects.get(pk=world.goal.pk), timezone.now())
    said = {message.text: message.by for team in record.teams for message in team.messages}
    assert (said["Said before."], said["Said after."]) == ("Yara Okafor", "Captain Y")
    assert record.given_by == "Captain Y"
    assert "Captain Y" in {member.name for member in record.teams[0].members}
    assert set(Member.objects.filter(user=world.owner).values_list("called", flat=True)) == {"Captain Y"}
    page = signed_in.get(f"/goals/{world.goal.pk}/").content.decode()
    assert "now called" in page
    sent = program_of(world.owner).get(f"/teams/{world.root.team.pk}/messages").json()["items"]
    before = next(message for message in sent if message["text"] == "Said before.")
    assert (before["sender"]["name"], before["sender"]["now_called"]) == ("Yara Okafor", "Captain Y")


def test_what_is_shared_without_names_of_people_leaves_out_earlier_names_too(world):
    Member.objects.filter(user=world.owner).update(called="")
    goal = Goal.objects.get(pk=world.goal.pk)
    goal.outcome, goal.ended_at = GoalOutcome.DONE, timezone.now()
    goal.answer = "Stopped by Yara Okafor, then by Captain Y."
    goal.save()
    choose_name(owner_in(world), "Captain Y")
    choose_name(owner_in(world), "Yusra")
    shown = preview(goal, [Concealable.PEOPLE], timezone.now())
    assert shown.answer == "Stopped by Somebody, then by Somebody."


def test_a_name_stays_with_what_was_done_when_its_person_has_left(world):
    choose_name(owner_in(world), "Captain Y")
    WorkspaceMember.objects.filter(workspace=world.workspace, user=world.owner).delete()
    assert goal_record(Goal.objects.get(pk=world.goal.pk), timezone.now()).given_by == "Captain Y"


def test_the_audit_log_tells_both_names(world):
    choose_name(owner_in(world), "Captain Y")
    entry = AuditEntry.objects.get(deed="name.chosen")
    assert entry.details == {"name": "Captain Y", "before": "Yara Okafor"}


def test_a_person_chooses_their_name_on_their_profile(world, signed_in):
    page = signed_in.post("/settings/name/", {"name": "Captain Y"}, follow=True).content.decode()
    assert 'value="Captain Y"' in page
    assert WorkspaceName.objects.get().name == "Captain Y"
    refused = signed_in.post("/settings/name/", {"name": "IoA Web"})
    assert refused.status_code == 422
    assert "form-error" in refused.content.decode()


def test_programs_read_and_change_who_they_are(world):
    program = program_of(world.owner)
    told = program.send("PATCH", "/me", {"name": "Captain Y", "language": "de"}).json()
    assert (told["name"], told["own_name"], told["language"]) == ("Captain Y", "Captain Y", "de")
    assert program.get("/me").json() == told
    assert told["workspace"] == world.workspace.name
    assert program.send("PATCH", "/me", {"name": "IoA Web"}).status_code == 422
    assert program.send("PATCH", "/me", {"language": "tlh"}).status_code == 422


def test_a_name_can_be_searched_for(world, signed_in):
    choose_name(owner_in(world), "Captain Y")
    found = signed_in.get("/search/", {"q": "revenue", "who": "Captain Y", "kind": "goal"}).content.decode()
    assert "annual revenue" in found


def test_owners_rename_the_workspace(world, signed_in):
    signed_in.post("/settings/workspace/", {"name": "Harbour"})
    assert "Harbour" in signed_in.get("/settings/").content.decode()
    assert program_of(world.owner).send("PATCH", "/workspace", {"name": "Quay"}).json()["name"] == "Quay"
    assert program_of(world.viewer).send("PATCH", "/workspace", {"name": "Mine"}).status_code == 403


def test_only_owners_rename_it(world):
    from apps.accounts.actions import rename_workspace

    with pytest.raises(Forbidden):
        rename_workspace(Actor(world.viewer.pk, world.workspace.pk, Role.VIEWER, "V"), "Mine")


def test_every_page_says_which_workspace_is_open_and_leads_to_the_others(signed_in, elsewhere, world):
    for path in ("/", "/agents/", "/settings/", f"/goals/{world.goal.pk}/", "/wall/", "/templates/"):
        page = signed_in.get(path).content.decode()
        assert 'popovertarget="workspaces"' in page, path
        assert f'action="/settings/workspaces/{elsewhere.pk}/open/"' in page, path


def test_another_workspace_is_opened_where_one_wants_to_be(signed_in, elsewhere, world):
    answer = signed_in.post(f"/settings/workspaces/{elsewhere.pk}/open/", {"next": f"/goals/{world.goal.pk}/"})
    assert answer["Location"] == f"/goals/{world.goal.pk}/"
    lost = signed_in.get(answer["Location"])
    assert lost.status_code == 404
    page = lost.content.decode()
    assert f'action="/settings/workspaces/{world.workspace.pk}/open/"' in page
    assert f'value="/goals/{world.goal.pk}/"' in page


@pytest.mark.parametrize("away", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_opening_a_workspace_never_leads_away_from_the_site(signed_in, elsewhere, away):
    assert signed_in.post(f"/settings/workspaces/{elsewhere.pk}/open/", {"next": away})["Location"] == "/"


def test_the_palette_offers_the_other_workspaces(signed_in, elsewhere):
    found = signed_in.get("/search/palette/", {"q": "open har"}).content.decode()
    assert f'data-workspace="{elsewhere.pk}"' in found
    assert "Open Harbour" in found


@pytest.mark.django_db
def test_who_is_only_called_you_takes_a_name_before_others_come():
    """Each of them would take "You" for themselves."""
    demo = first_start()
    owner = Client()
    owner.force_login(User.objects.get(pk=demo.user_id))
    new = {"username": "mara", "display_name": "Mara", "role": "operator"}

    refused = shown(owner.post("/settings/members/", new))
    assert "What they will call you" in refused
    assert not User.objects.filter(username="mara").exists()

    added = shown(owner.post("/settings/members/", {**new, "own_name": "Olga"}))
    assert "What they will call you" not in added
    assert actor_for(User.objects.get(pk=demo.user_id), demo.workspace_id).name == "Olga"
    assert actor_for(User.objects.get(username="mara"), demo.workspace_id).name == "Mara"
