"""The page on which a part of a goal is steered."""

from datetime import timedelta

from django.utils import timezone

from apps.teams.models import Attempt, Task, Team
from tests.markup import shown


def test_a_part_is_shown_with_all_that_is_below_it(signed_in, world):
    html = signed_in.get(f"/teams/{world.root.team.pk}/steer/").content.decode()
    for team in Team.objects.filter(goal=world.goal):
        assert f"/teams/{team.pk}/steer/" in html
    assert "Another brief" in html
    assert "Stop the goal" in html
    assert "hx-post" not in html.split("<main")[1].split("</main>")[0], "nothing on this page moves by itself"
    assert "Dissolve it" not in html


def test_a_sub_team_can_be_dissolved_and_one_goes_on_above(signed_in, world):
    team = Team.objects.filter(goal=world.goal, parent=world.root.team, ended_at=None).first()
    html = signed_in.get(f"/teams/{team.pk}/steer/").content.decode()
    assert "Dissolve it" in html
    assert "Stop the team" in html
    answer = signed_in.post(f"/teams/{team.pk}/dissolve/", {})
    assert answer["Location"] == f"/goals/{world.goal.pk}/?team={world.root.team.pk}"
    team.refresh_from_db()
    assert team.ended_at is not None
    assert "It has ended" in signed_in.get(f"/teams/{team.pk}/steer/").content.decode()


def test_a_brief_that_is_refused_comes_back_with_what_was_typed(signed_in, world):
    answer = signed_in.post(f"/teams/{world.root.team.pk}/brief/", {"brief": "x" * 9_000})
    assert answer.status_code == 422
    assert "x" * 9_000 in answer.content.decode()
    answer = signed_in.post(f"/teams/{world.root.team.pk}/brief/", {"brief": "Find the figures of 2021."})
    assert answer["Location"] == f"/goals/{world.goal.pk}/?team={world.root.team.pk}"
    assert "Find the figures of 2021." in signed_in.get(f"/teams/{world.root.team.pk}/steer/").content.decode()


def test_the_room_and_its_outline_lead_there(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/").content.decode()
    assert html.count(f"/teams/{world.root.team.pk}/steer/") >= 2


def test_a_stop_says_who_has_confirmed_and_whose_replies_are_ignored(signed_in, world):
    team = world.root.team
    at_work = {
        task.owner.agent.handle for task in Task.objects.filter(attempts__state="running", team__goal=world.goal)
    }
    signed_in.post(f"/teams/{team.pk}/stop/")
    assert f"Stopping… 0 of {len(at_work)} agents confirmed." in shown(signed_in.get(f"/teams/{team.pk}/steer/"))
    assert f"0 of {len(at_work)} confirmed" in shown(signed_in.get(f"/goals/{world.goal.pk}/"))
    long_ago = timezone.now() - timedelta(minutes=1)
    Team.objects.filter(goal=world.goal).update(ended_at=long_ago)
    Attempt.objects.filter(state="cancelled").update(ended_at=long_ago, started_at=long_ago - timedelta(minutes=1))
    page = shown(signed_in.get(f"/teams/{team.pk}/steer/"))
    assert f"Stopped; {len(at_work)} agents did not answer:" in page
    assert "What they still send is ignored." in page
