"""The settings pages of webhooks."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Workspace
from apps.accounts.queries import actor_for
from apps.webhooks.actions.webhooks import add_webhook, send_test
from apps.webhooks.models import Webhook, WebhookDelivery
from tests import factories


@pytest.fixture
def owner(db):
    return factories.person(factories.workspace())


@pytest.fixture
def page(owner, client):
    client.force_login(owner)
    return client


def test_a_webhook_is_added_and_its_secret_shown_once(page):
    address = reverse("settings-webhooks")
    sent = page.post(address, {"url": "https://receiver.example/x", "kinds": ["goal.ended"]})
    assert "whsec_" in sent.content.decode()
    shown = page.get(address).content.decode()
    assert "https://receiver.example/x" in shown
    assert "whsec_" not in shown


@pytest.mark.parametrize(
    ("sent", "said"),
    [({"url": "ftp://a", "kinds": ["goal.ended"]}, "must start with"), ({"url": "https://a.example"}, "required")],
)
def test_what_is_wrong_stands_beside_its_field(page, sent, said):
    answer = page.post(reverse("settings-webhooks"), sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Webhook.objects.exists()


def test_a_failed_delivery_is_shown_with_why_and_tried_again_by_hand(page, owner):
    actor = actor_for(owner)
    hook, _ = add_webhook(actor, "https://receiver.example/x", ["goal.ended"])
    delivery = send_test(actor, hook)
    WebhookDelivery.objects.update(
        state="failed", tries=8, status=500, problem="The receiver answered with status 500."
    )
    shown = page.get(reverse("settings-webhook", args=[hook])).content.decode()
    assert "The receiver answered with status 500." in shown
    page.post(reverse("settings-delivery-retry", args=[hook, delivery.pk]))
    assert WebhookDelivery.objects.get().state == "waiting"


def test_one_that_rests_says_until_when_it_is_sent_nothing_and_when_a_delivery_is_tried_again(page, owner):
    actor = actor_for(owner)
    hook, _ = add_webhook(actor, "https://receiver.example/x", ["goal.ended"])
    send_test(actor, hook)
    rest, due = timezone.now() + timedelta(minutes=3), timezone.now() + timedelta(minutes=30)
    Webhook.objects.update(failures=3, rests_until=rest)
    WebhookDelivery.objects.update(tries=3, status=500, problem="The receiver answered with status 500.", due_at=due)
    assert f'datetime="{rest.isoformat()}" data-until' in page.get(reverse("settings-webhooks")).content.decode()
    shown = page.get(reverse("settings-webhook", args=[hook])).content.decode()
    assert f'datetime="{rest.isoformat()}" data-until' in shown
    assert f'datetime="{due.isoformat()}" data-until' in shown
    WebhookDelivery.objects.update(due_at=rest - timedelta(minutes=2))
    shown = page.get(reverse("settings-webhook", args=[hook])).content.decode()
    assert shown.count(f'datetime="{rest.isoformat()}" data-until') == 2, "it is not tried while its receiver rests"


def test_a_delivery_names_its_goal_and_leads_to_it(page, owner):
    actor = actor_for(owner)
    hook, _ = add_webhook(actor, "https://receiver.example/x", ["goal.ended"])
    delivery = send_test(actor, hook)
    goal = factories.small_goal(Workspace.objects.get(), owner, "Whitewash the barn").goal
    WebhookDelivery.objects.filter(pk=delivery.pk).update(goal_id=goal.pk, seq=1)
    shown = page.get(reverse("settings-webhook", args=[hook])).content.decode()
    assert re.search(rf'href="{reverse("room", args=[goal.pk])}">\s*Whitewash the barn', shown)


def test_it_is_switched_off_and_on_and_removed(page, owner):
    hook, _ = add_webhook(actor_for(owner), "https://receiver.example/x", ["goal.ended"])
    for wanted in ("false", "true"):
        page.post(reverse("settings-webhook-switch", args=[hook]), {"enabled": wanted})
        assert Webhook.objects.get().enabled is (wanted == "true")
    page.post(reverse("settings-webhook-test", args=[hook]))
    assert WebhookDelivery.objects.count() == 1
    page.post(reverse("settings-webhook-remove", args=[hook]))
    assert not Webhook.objects.exists()
