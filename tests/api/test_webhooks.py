"""Webhooks over REST."""

from datetime import datetime, timedelta

from django.utils import timezone

from apps.webhooks.models import Webhook, WebhookDelivery

RECEIVER = {"url": "https://receiver.example/events"}


def test_a_webhook_is_added_changed_tested_and_removed(owner):
    made = owner.post("/webhooks", RECEIVER)
    assert made.status_code == 201
    hook = made.json()
    assert hook["secret"].startswith("whsec_")
    assert hook["kinds"] == ["approval.asked", "goal.created", "goal.ended"]
    assert hook["secret"].encode() not in owner.get("/webhooks").content
    changed = owner.send("PATCH", f"/webhooks/{hook['id']}", {"kinds": ["task.changed"]}).json()
    assert (changed["kinds"], changed["enabled"]) == (["task.changed"], True)
    assert owner.post(f"/webhooks/{hook['id']}/test").status_code == 202
    (delivery,) = owner.get(f"/webhooks/{hook['id']}/deliveries").json()["items"]
    assert (delivery["kind"], delivery["state"], delivery["goal"]) == ("webhook.tested", "waiting", None)
    assert owner.get(f"/webhooks/{hook['id']}").json()["waiting"] == 1
    assert owner.send("DELETE", f"/webhooks/{hook['id']}").status_code == 204
    assert owner.get(f"/webhooks/{hook['id']}").status_code == 404


def test_a_failed_delivery_is_tried_again(owner):
    hook = owner.post("/webhooks", RECEIVER).json()["id"]
    delivery = owner.post(f"/webhooks/{hook}/test").json()["id"]
    WebhookDelivery.objects.update(state="failed", tries=8, status=500)
    again = owner.post(f"/webhooks/{hook}/deliveries/{delivery}/retry")
    assert (again.status_code, again.json()["state"], again.json()["tries"]) == (202, "waiting", 0)


def test_one_that_rests_says_until_when_and_one_that_does_not_says_so(owner):
    hook = owner.post("/webhooks", RECEIVER).json()
    assert hook["rests_until"] is None
    later = timezone.now().replace(microsecond=0) + timedelta(minutes=5)
    Webhook.objects.update(failures=9, rests_until=later)
    (rests,) = owner.get("/webhooks").json()["items"]
    assert datetime.fromisoformat(rests["rests_until"]) == later
    Webhook.objects.update(rests_until=later - timedelta(minutes=6))
    assert owner.get(f"/webhooks/{hook['id']}").json()["rests_until"] is None
    Webhook.objects.update(rests_until=later, enabled=False)
    assert owner.get(f"/webhooks/{hook['id']}").json()["rests_until"] is None


def test_deliveries_come_a_page_at_a_time(owner):
    hook = owner.post("/webhooks", RECEIVER).json()["id"]
    sent = [owner.post(f"/webhooks/{hook}/test").json()["id"] for _ in range(3)]
    first = owner.get(f"/webhooks/{hook}/deliveries?limit=2").json()
    rest = owner.get(f"/webhooks/{hook}/deliveries?limit=2&cursor={first['next']}").json()
    assert [one["id"] for one in (*first["items"], *rest["items"])] == sent[::-1]
    assert rest["next"] is None


def test_what_is_wrong_is_a_problem_with_its_field(owner):
    for body, field in (({"url": "gopher://a"}, "url"), (RECEIVER | {"kinds": ["x"]}, "kinds"), ({}, "new.url")):
        refused = owner.post("/webhooks", body)
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["field"] in (field, field.rpartition(".")[2])
