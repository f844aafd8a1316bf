"""Sharing a goal over REST."""

from django.test import Client


def test_a_link_is_made_listed_without_its_secret_and_taken_back(operator, viewer, world):
    made = operator.post(f"/goals/{world.goal.pk}/shares", {"leave_out": ["people"], "expires_in_days": None})
    assert made.status_code == 201
    path = made.json()["path"]
    assert "Yara" not in Client().get(path).content.decode()
    listed = viewer.get(f"/goals/{world.goal.pk}/shares").json()["items"]
    assert [(one["left_out"], one["works"], one["expires_at"]) for one in listed] == [(["people"], True, None)]
    assert path.strip("/").split("/")[-1] not in str(listed)
    assert operator.send("DELETE", f"/goals/{world.goal.pk}/shares/{listed[0]['id']}").status_code == 204
    assert Client().get(path).status_code == 404


def test_what_nobody_can_leave_out_is_refused(operator, world):
    assert operator.post(f"/goals/{world.goal.pk}/shares", {"leave_out": ["walls"]}).status_code == 422


def test_who_may_only_look_shares_nothing(viewer, world):
    assert viewer.post(f"/goals/{world.goal.pk}/shares", {}).status_code == 403
