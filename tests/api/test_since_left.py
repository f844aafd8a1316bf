"""Since you left, over REST."""

from datetime import timedelta

from django.utils import timezone

from apps.chat.models import Visit


def test_a_program_is_told_what_its_person_missed_and_can_dismiss_it(viewer, world):
    before = timezone.now() - timedelta(hours=5)
    Visit.objects.create(user=world.viewer, workspace=world.workspace, goal=world.goal, seen_at=before, left_at=before)
    found = viewer.get(f"/since?goal={world.goal.pk}").json()
    assert found["counts"]["team_formed"] == 6
    assert {"kind", "text", "at", "goal_id", "seq", "team_id"} <= set(found["items"][0])
    after = viewer.post("/since", {"goal": str(world.goal.pk), "dismiss": True}).json()
    assert (after["items"], after["counts"]) == ([], {})


def test_a_goal_of_others_is_not_there(stranger, world):
    assert stranger.get(f"/since?goal={world.goal.pk}").status_code == 404
    assert stranger.post("/since", {"goal": str(world.goal.pk)}).status_code == 404
