"""The page of a team's members: who is in it, who would fit, and that they are added and swapped."""

from django.urls import reverse

from apps.teams.models import Task
from tests.markup import shown


def address(world, name="members"):
    return reverse(name, args=[world.root.team.pk])


def test_the_room_leads_to_the_page_and_members_are_not_offered_again(signed_in, world):
    assert f'href="{address(world)}"' in signed_in.get(reverse("room", args=[world.goal.pk])).content.decode()
    html = signed_in.get(address(world)).content.decode()
    assert "In this team" in html
    assert "It is a member already." in html


def test_what_a_member_has_to_do_is_taken_over(signed_in, world):
    task = world.root.task("Write the report", world.root.members["scribe"], "planned")
    signed_in.post(address(world, "member-swap"), {"member": "scribe", "agent": "tally"})
    assert Task.objects.get(pk=task.pk).owner.agent.handle == "tally"


def test_who_may_only_look_is_offered_no_button(as_viewer, world):
    html = as_viewer.get(address(world)).content.decode()
    assert 'name="agent"' not in html
    assert as_viewer.post(address(world), {"agent": "tally"}).status_code == 403


def test_who_is_not_there_is_not_added_and_that_is_said(signed_in, world):
    answer = signed_in.post(address(world), {"agent": "nobody"}, follow=True)
    assert "There is no agent @nobody" in shown(answer)
