"""Webhooks over real sockets: what arrives, signed, and once; what comes again; who is sent nothing."""

import threading
from datetime import timedelta
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.utils import timezone
from standardwebhooks import Webhook as Receiver

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.models import User
from apps.accounts.queries import actor_for
from apps.agents.gateway import calls, pool
from apps.chat.jobs import process
from apps.journal.models import AuditEntry
from apps.journal.queries import events_after
from apps.webhooks import gateway, jobs
from apps.webhooks.actions import collection
from apps.webhooks.actions.collection import sweep_webhooks
from apps.webhooks.actions.deliveries import deliver_due, forget_old_deliveries
from apps.webhooks.actions.webhooks import add_webhook, change_webhook, remove_webhook, retry_delivery, send_test
from apps.webhooks.bells import WebhooksBell
from apps.webhooks.domain.deliveries import PAUSES, pause_after, rest_after
from apps.webhooks.gateway import post
from apps.webhooks.models import Webhook, WebhookDelivery
from tests import factories
from tests.agents.connectors.routed_agent import serving

KINDS = ["goal.created", "spend.changed", "goal.ended"]


@pytest.fixture
def office(db, settings):
    settings.IOA_LOCAL_AGENTS = True
    of = factories.workspace()
    people = {role: actor_for(factories.person(of, role)) for role in ("owner", "operator")}
    return SimpleNamespace(workspace=of, user=factories.person(of), **people)


@pytest.fixture
def receiver():
    """A server whose answers a test chooses."""
    answers = SimpleNamespace(status=204)
    with serving({("POST", "/events"): lambda request: (answers.status, "text/plain", b"")}) as server:
        server.answers, server.address = answers, f"{server.url}/events"
        yield server


def added(office, receiver, kinds=KINDS):
    hook_id, secret = add_webhook(office.owner, receiver.address, kinds)
    return Webhook.objects.get(pk=hook_id), secret


def arrived(receiver):
    return [request.body for request in receiver.asked]


def swept(hook):
    """What the recurring job and the job that it rings for do."""
    sweep_webhooks()
    deliver_due(hook.pk)


def test_what_happens_to_a_goal_arrives_in_order_signed_and_once(office, receiver):
    hook, secret = added(office, receiver)
    story = factories.small_goal(office.workspace, office.user)
    story.tell("spend.changed", turns=1)
    swept(hook)
    swept(hook)
    events = arrived(receiver)
    assert [event["type"] for event in events] == ["ioa.goal.created", "ioa.spend.changed"]
    for request, event in zip(receiver.asked, events, strict=True):
        headers = {name.lower(): value for name, value in request.headers.items()}
        assert Receiver(secret).verify(request.raw, headers) == event
        assert headers["content-type"] == "application/cloudevents+json"
        assert event["specversion"] == "1.0"
        assert event["source"].endswith(f"/goals/{story.goal.pk}")
        assert event["data"]["seq"] == int(event["id"])
    assert events[1]["data"]["payload"] == {"turns": 1}
    assert {row.state for row in hook.deliveries.all()} == {"delivered"}


def test_only_chosen_kinds_of_ones_own_workspace_from_then_on_are_sent(office, receiver):
    before = factories.small_goal(office.workspace, office.user)
    hook, _ = added(office, receiver, ["spend.changed"])
    elsewhere = factories.workspace("Elsewhere")
    factories.small_goal(elsewhere, factories.person(elsewhere)).tell("spend.changed", turns=7)
    before.tell("spend.changed", turns=2)
    swept(hook)
    assert [event["data"]["payload"] for event in arrived(receiver)] == [{"turns": 2}]


def test_what_is_not_accepted_comes_again_under_the_same_id_and_at_last_fails(office, receiver):
    hook, _ = added(office, receiver, ["goal.created"])
    factories.small_goal(office.workspace, office.user)
    receiver.answers.status = 503
    for _ in range(len(PAUSES) + 1):
        due(hook)
        swept(hook)
    delivery = hook.deliveries.get()
    assert (delivery.state, delivery.tries, delivery.status) == ("failed", len(PAUSES) + 1, 503)
    assert delivery.problem == "The receiver answered with status 503."
    ids = {request.headers["webhook-id"] for request in receiver.asked}
    assert ids == {str(delivery.pk)}
    receiver.answers.status = 200
    retry_delivery(office.owner, hook.pk, delivery.pk)
    deliver_due(hook.pk)
    assert WebhookDelivery.objects.get().state == "delivered"
    assert Webhook.objects.get().failures == 0
    with pytest.raises(Conflict):
        retry_delivery(office.owner, hook.pk, delivery.pk)


def test_a_page_says_why_something_did_not_arrive_in_the_language_of_its_reader(office, receiver, client):
    hook, _ = added(office, receiver, ["goal.created"])
    User.objects.filter(pk=office.user.pk).update(language="de")
    factories.small_goal(office.workspace, office.user)
    receiver.answers.status = 503
    swept(hook)
    client.force_login(office.user)
    assert (
        "Der Empfänger hat mit Status 503 geantwortet." in client.get(f"/settings/webhooks/{hook.pk}/").content.decode()
    )


def due(hook):
    """Time passes."""
    Webhook.objects.filter(pk=hook.pk).update(rests_until=None)
    WebhookDelivery.objects.update(due_at=timezone.now())


def test_pauses_grow_and_a_receiver_that_failed_is_left_alone(office, receiver):
    pauses = [pause_after(tries) for tries in range(1, len(PAUSES) + 1)]
    assert pauses == sorted(pauses)
    assert pause_after(len(PAUSES) + 1) is None
    assert rest_after(1) == timedelta(seconds=5)
    assert rest_after(100) == timedelta(minutes=5)
    hook, _ = added(office, receiver, ["goal.created", "spend.changed"])
    factories.small_goal(office.workspace, office.user).tell("spend.changed", turns=1)
    receiver.answers.status = 500
    swept(hook)
    swept(hook)
    assert len(receiver.asked) == 1


def test_what_a_lost_worker_was_sending_is_sent_by_another_when_its_time_is_up(office, receiver):
    hook, _ = added(office, receiver, ["goal.created"])
    factories.small_goal(office.workspace, office.user)
    Webhook.objects.update(taken_until=timezone.now() + timedelta(seconds=30))
    swept(hook)
    assert receiver.asked == []
    Webhook.objects.update(taken_until=timezone.now() - timedelta(seconds=1))
    swept(hook)
    assert len(receiver.asked) == 1


def test_who_is_gone_is_sent_nothing_more(office, receiver):
    hook, _ = added(office, receiver)
    factories.small_goal(office.workspace, office.user).tell("spend.changed", turns=1)
    receiver.answers.status = 410
    swept(hook)
    hook.refresh_from_db()
    assert not hook.enabled
    due(hook)
    swept(hook)
    assert len(receiver.asked) == 1


def test_no_private_address_is_reached_where_the_settings_do_not_say_so(office, receiver, settings):
    hook, _ = added(office, receiver)
    settings.IOA_LOCAL_AGENTS = False
    with pytest.raises(Refused):
        added(office, receiver)
    send_test(office.owner, hook.pk)
    deliver_due(hook.pk)
    assert receiver.asked == []
    delivery = hook.deliveries.get()
    assert (delivery.status, delivery.state) == (None, "waiting")
    assert delivery.problem


def test_a_redirect_is_not_followed(office, receiver):
    hook, _ = added(office, receiver)
    receiver.answers.status = 302
    send_test(office.owner, hook.pk)
    deliver_due(hook.pk)
    assert len(receiver.asked) == 1
    assert hook.deliveries.get().state == "waiting"


@pytest.mark.parametrize(
    ("url", "kinds", "field"),
    [
        ("ftp://a.example", KINDS, "url"),
        ("https://me:pass@a.example/x", KINDS, "url"),
        ("http://10.1.1.1/", KINDS, "url"),
        ("http://[fd00::1]/", KINDS, "url"),
        ("http://169.254.169.254/latest", KINDS, "url"),
        ("https://a.example/" + "a" * 600, KINDS, "url"),
        ("https://a.example", [], "kinds"),
        ("https://a.example", ["goal.exploded"], "kinds"),
    ],
)
def test_what_is_wrong_with_a_webhook_stands_beside_its_field(office, url, kinds, field):
    with pytest.raises(Refused) as refused:
        add_webhook(office.owner, url, kinds)
    assert list(refused.value.fields) == [field]


def test_owners_alone_have_webhooks_and_none_of_other_workspaces(office, receiver):
    hook, _ = added(office, receiver)
    stranger = actor_for(factories.person(factories.workspace("Elsewhere")))
    for deed in (send_test, remove_webhook, change_webhook):
        with pytest.raises(Forbidden):
            deed(office.operator, hook.pk)
        with pytest.raises(NotFound):
            deed(stranger, hook.pk)
    with pytest.raises(Forbidden):
        add_webhook(office.operator, receiver.address, KINDS)


def test_a_workspace_has_ten_at_most(office):
    for number in range(10):
        add_webhook(office.owner, f"https://a{number}.example", KINDS)
    with pytest.raises(Refused):
        add_webhook(office.owner, "https://one-more.example", KINDS)


def test_the_secret_is_sealed_and_in_no_audit_entry(office, receiver, settings):
    hook, secret = added(office, receiver)
    assert secret.encode() not in bytes(hook.secret_sealed)
    assert secret not in str(list(AuditEntry.objects.values()))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 60, [settings.SECRET_KEY]
    call_command("rotate_keys", verbosity=0)
    settings.SECRET_KEY_FALLBACKS = []
    send_test(office.owner, hook.pk)
    deliver_due(hook.pk)
    (request,) = receiver.asked
    assert Receiver(secret).verify(request.raw, {name.lower(): value for name, value in request.headers.items()})


def test_one_that_is_off_is_sent_nothing_and_goes_on_from_then(office, receiver):
    hook, _ = added(office, receiver, ["spend.changed"])
    change_webhook(office.owner, hook.pk, enabled=False)
    story = factories.small_goal(office.workspace, office.user)
    story.tell("spend.changed", turns=1)
    swept(hook)
    assert receiver.asked == []
    with pytest.raises(Conflict):
        send_test(office.owner, hook.pk)
    change_webhook(office.owner, hook.pk, enabled=True)
    story.tell("spend.changed", turns=2)
    swept(hook)
    assert [event["data"]["payload"] for event in arrived(receiver)] == [{"turns": 2}]


@pytest.mark.parametrize("status", [204, 500])
def test_one_that_is_switched_off_while_something_is_sent_stays_off_and_is_sent_nothing_more(
    office, receiver, monkeypatch, status
):
    hook, _ = added(office, receiver, ["goal.created", "spend.changed"])
    factories.small_goal(office.workspace, office.user).tell("spend.changed", turns=1)
    sweep_webhooks()

    async def switched_off_meanwhile(url, headers, body):
        await sync_to_async(change_webhook)(office.owner, hook.pk, enabled=False)
        return await post(url, headers, body)

    monkeypatch.setattr(gateway, "post", switched_off_meanwhile)
    receiver.answers.status = status
    deliver_due(hook.pk)
    assert len(receiver.asked) == 1
    assert Webhook.objects.get().enabled is False


def test_after_a_short_failure_events_arrive_in_the_order_in_which_they_happened(office, receiver):
    hook, _ = added(office, receiver, ["goal.created", "spend.changed"])
    factories.small_goal(office.workspace, office.user).tell("spend.changed", turns=1)
    receiver.answers.status = 503
    swept(hook)
    receiver.answers.status = 204
    Webhook.objects.update(rests_until=None)
    hook.deliveries.filter(tries=1).update(due_at=timezone.now())
    deliver_due(hook.pk)
    assert [event["type"] for event in arrived(receiver)[1:]] == ["ioa.goal.created", "ioa.spend.changed"]


def test_what_ended_a_month_ago_is_forgotten(office, receiver):
    hook, _ = added(office, receiver)
    send_test(office.owner, hook.pk)
    deliver_due(hook.pk)
    forget_old_deliveries()
    assert hook.deliveries.count() == 1
    WebhookDelivery.objects.update(ended_at=timezone.now() - timedelta(days=31))
    forget_old_deliveries()
    assert hook.deliveries.count() == 0


def test_receivers_that_take_their_time_keep_no_worker_from_looking_for_work(
    transactional_db, office, receiver, settings, monkeypatch
):
    hooks = [added(office, receiver)[0] for _ in range(pool.MOST_OF_ONE)]
    begun, go, looked = threading.Semaphore(0), threading.Event(), threading.Event()
    settings.IOA_CALLS = "loop"
    monkeypatch.setattr(jobs, "deliver_due", lambda _: (begun.release(), go.wait(30)))
    try:
        for hook in hooks:
            process._hear(WebhooksBell.DELIVERIES_DUE.value, str(hook.pk))
        assert begun.acquire(timeout=10)
        calls.soon(looked.set, "a look")
        assert looked.wait(5)
    finally:
        go.set()
        settings.IOA_CALLS = "inline"


def test_a_crowd_of_goals_that_move_keeps_no_other_receiver_waiting(office, receiver, monkeypatch):
    monkeypatch.setattr(collection, "MOST_GOALS", 2)
    added(office, receiver)
    crowd = [factories.small_goal(office.workspace, office.user) for _ in range(3)]
    elsewhere = factories.workspace("Elsewhere")
    owner = actor_for(factories.person(elsewhere))
    hook = Webhook.objects.get(pk=add_webhook(owner, receiver.address, KINDS)[0])
    factories.small_goal(elsewhere, factories.person(elsewhere))
    for turns in range(3):
        for story in crowd:
            story.tell("spend.changed", turns=turns)
        sweep_webhooks()
    assert hook.deliveries.exists()


def test_events_that_can_not_be_collected_keep_no_others_waiting(office, receiver, monkeypatch, caplog):
    hook, _ = added(office, receiver)
    bad, sound = (factories.small_goal(office.workspace, office.user) for _ in range(2))

    def read(goal_id, *rest):
        if goal_id == bad.goal.pk:
            raise ValueError("can't be read")
        return events_after(goal_id, *rest)

    monkeypatch.setattr(collection, "events_after", read)
    sweep_webhooks()
    assert {row.goal_id for row in hook.deliveries.all()} == {sound.goal.pk}
    assert "could not be looked after" in caplog.text
