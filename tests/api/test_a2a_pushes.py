"""Clients of A2A that are told of their tasks at an address of theirs: what arrives, with what, and to whom nothing."""

import base64
import hashlib
import json
from datetime import timedelta
from types import SimpleNamespace

import jwt
import pytest
from a2a.types import (
    DeleteTaskPushNotificationConfigRequest,
    GetTaskPushNotificationConfigRequest,
    ListTaskPushNotificationConfigsRequest,
    SendMessageConfiguration,
    StreamResponse,
    TaskPushNotificationConfig,
)
from a2a.utils.errors import TaskNotFoundError
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.db.models import F
from django.test import Client
from django.utils import timezone
from google.protobuf.json_format import ParseDict

from apps.accounts.models import ApiToken
from apps.accounts.queries import actor_for
from apps.api.a2a.pushing import push_news
from apps.journal.models import Stream
from apps.teams.models import Team
from apps.webhooks.actions.deliveries import deliver_due, forget_old_deliveries
from apps.webhooks.actions.webhooks import add_webhook
from apps.webhooks.models import TaskPush, Webhook, WebhookDelivery
from apps.webhooks.queries.news import news_for_webhooks
from apps.webhooks.queries.webhooks import webhooks_of
from tests import factories
from tests.agents.connectors.routed_agent import serving
from tests.api.test_a2a import ANSWER, ASKED, LATER, A2AProgram, RawProgram, person, said_by_user, task_of, text_of

__all__ = ["person"]

TOKEN, CREDENTIALS = "from-the-client", "secret-of-the-receiver"
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def receiver(settings):
    settings.IOA_LOCAL_AGENTS = True
    answers = SimpleNamespace(status=200)
    with serving({("POST", "/tasks"): lambda request: (answers.status, "text/plain", b"")}) as server:
        server.answers, server.address = answers, f"{server.url}/tasks"
        yield server


@pytest.fixture
def raw(office):
    return RawProgram(office.operator)


def pushed():
    """What the recurring job and those that it rings for do."""
    push_news()
    for hook in Webhook.objects.all():
        deliver_due(hook.pk)


def running_task(raw, name="m-1"):
    return raw.result("SendMessage", **said_by_user("Find it.", name), **LATER)["task"]["id"]


def named(request):
    return {name.lower(): value for name, value in request.headers.items()}


@pytest.mark.usefixtures("transactional_db")
class TestTheOfficialClient:
    @pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
    def test_it_is_told_of_the_end_with_the_token_and_the_credentials_that_it_gave(self, person, receiver, binding):
        config = TaskPushNotificationConfig(url=receiver.address, id="mine", token=TOKEN)
        config.authentication.scheme, config.authentication.credentials = "Basic", CREDENTIALS
        wanted = SendMessageConfiguration(task_push_notification_config=config)
        task = task_of(A2AProgram(person, "hub", binding).told(ASKED, streaming=False, configuration=wanted))
        pushed()
        pushed()
        [request] = receiver.asked
        told = ParseDict(request.body, StreamResponse()).task
        assert (told.id, told.status.state, told.artifacts[0].parts[0].text) == (task["id"], 3, ANSWER)
        headers = named(request)
        assert headers["x-a2a-notification-token"] == TOKEN
        assert headers["authorization"] == f"Basic {CREDENTIALS}"
        assert headers["content-type"] == "application/a2a+json"

    def test_in_0_3_it_is_told_a_task_of_0_3(self, person, receiver):
        config = TaskPushNotificationConfig(url=receiver.address, token=TOKEN)
        wanted = SendMessageConfiguration(task_push_notification_config=config)
        for binding in ("JSONRPC", "HTTP+JSON"):
            program = A2AProgram(person, "hub", binding, "0.3")
            program.told(ASKED, streaming=False, configuration=wanted, name=binding)
        pushed()
        for request in receiver.asked:
            assert (request.body["kind"], request.body["status"]["state"]) == ("task", "completed")
            assert text_of(request.body["artifacts"][0]) == ANSWER
            assert named(request)["x-a2a-notification-token"] == TOKEN
        assert len(receiver.asked) == 2

    @pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
    def test_what_it_asked_for_is_read_listed_replaced_and_deleted(self, person, receiver, binding):
        program = A2AProgram(person, "hub", binding)
        task = task_of(program.told(ASKED, streaming=False))["id"]
        for name in ("first", "second", "second"):
            config = TaskPushNotificationConfig(task_id=task, id=name, url=receiver.address, token=TOKEN)
            made = program.ask("create_task_push_notification_config", config)
            assert (made["taskId"], made["id"], made["url"]) == (task, name, receiver.address)
        one = GetTaskPushNotificationConfigRequest(task_id=task, id="second")
        assert program.ask("get_task_push_notification_config", one)["id"] == "second"
        every = ListTaskPushNotificationConfigsRequest(task_id=task)
        listed = program.ask("list_task_push_notification_configs", every)
        assert [each["id"] for each in listed["configs"]] == ["first", "second"]
        assert TOKEN not in json.dumps(listed)
        for _ in range(2):
            deleted = DeleteTaskPushNotificationConfigRequest(task_id=task, id="second")
            delete(program, deleted)
        with pytest.raises(TaskNotFoundError):
            program.ask("get_task_push_notification_config", one)
        assert TaskPush.objects.get().name == "first"

    @pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
    def test_in_0_3_it_asks_for_it_and_reads_it_too(self, person, receiver, binding):
        program = A2AProgram(person, "hub", binding, "0.3")
        task = task_of(program.told(ASKED, streaming=False))["id"]
        config = TaskPushNotificationConfig(task_id=task, id="mine", url=receiver.address, token=TOKEN)
        assert program.ask("create_task_push_notification_config", config)["url"] == receiver.address
        one = GetTaskPushNotificationConfigRequest(task_id=task, id="mine")
        assert program.ask("get_task_push_notification_config", one)["id"] == "mine"
        if binding == "JSONRPC":
            listed = program.ask(
                "list_task_push_notification_configs", ListTaskPushNotificationConfigsRequest(task_id=task)
            )
            assert [each["id"] for each in listed["configs"]] == ["mine"]
            delete(program, DeleteTaskPushNotificationConfigRequest(task_id=task, id="mine"))
            assert not TaskPush.objects.exists()


def delete(program, request):
    import asyncio

    async def run():
        await (await program.client()).delete_task_push_notification_config(request)

    asyncio.run(run())


class TestWhatArrives:
    def test_each_new_state_is_told_once_signed_by_this_installation(self, world, receiver):
        raw = RawProgram(world.operator)
        task = str(world.goal.pk)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        pushed()
        pushed()
        [asked] = receiver.asked
        assert asked.body["task"]["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        raw.result("CancelTask", id=task)
        pushed()
        pushed()
        assert [each.body["task"]["status"]["state"] for each in receiver.asked][1:] == ["TASK_STATE_CANCELED"]
        for request in receiver.asked:
            verify(request, receiver.address, task)

    def test_what_is_not_accepted_comes_again_under_the_same_id(self, raw, receiver):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        raw.result("CancelTask", id=task)
        receiver.answers.status = 503
        pushed()
        receiver.answers.status = 200
        Webhook.objects.update(rests_until=None)
        WebhookDelivery.objects.update(due_at=timezone.now())
        pushed()
        assert len(receiver.asked) == 2
        assert len({named(request)["webhook-id"] for request in receiver.asked}) == 1
        assert WebhookDelivery.objects.get().state == "delivered"

    def test_a_round_that_follows_is_another_task(self, raw, receiver, office):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        raw.result("CancelTask", id=task)
        pushed()
        raw.result("SendMessage", **said_by_user("Again", "m-2", contextId=task), **LATER)
        raw.result("CancelTask", id=f"{task}.2")
        pushed()
        assert [request.body["task"]["id"] for request in receiver.asked] == [task]


def verify(request, audience, task):
    """As a receiver does: the token by the published key, the body by what the token says and by its own signature."""
    headers, keys = named(request), Client().get("/.well-known/jwks.json").json()["keys"]
    token = headers["authorization"].removeprefix("Bearer ")
    key = next(each for each in keys if each["kid"] == jwt.get_unverified_header(token)["kid"])
    claims = jwt.decode(token, jwt.PyJWK(key), ["EdDSA"], audience=audience)
    assert (claims["taskId"], claims["request_body_sha256"]) == (task, hashlib.sha256(request.raw).hexdigest())
    version, _, signature = headers["webhook-signature"].partition(",")
    public = Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(key["x"] + "="))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + request.raw
    public.verify(base64.b64decode(signature), signed)
    assert version == "v1a"


class TestWhoIsNotTold:
    def test_a_task_that_can_not_be_read_keeps_no_other_from_being_told_of(self, raw, receiver, caplog):
        bad, sound = running_task(raw, "bad"), running_task(raw, "sound")
        for task in (bad, sound):
            raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
            raw.result("CancelTask", id=task)
        Stream.objects.filter(id=bad).update(seq=F("seq") + 9)  # it is furthest behind
        Team.objects.filter(goal=bad).update(grant={"turns": "many"})
        push_news()
        assert WebhookDelivery.objects.get().webhook.push.task == sound
        assert "could not be looked after" in caplog.text

    def test_nobody_whose_token_no_longer_counts(self, raw, receiver):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        ApiToken.objects.update(revoked_at=timezone.now())
        push_news()
        assert TaskPush.objects.get().over
        assert not WebhookDelivery.objects.exists()

    def test_nobody_asks_for_it_with_a_token_that_only_reads_or_from_elsewhere(self, raw, office, receiver):
        task = running_task(raw)
        body = {"taskId": task, "url": receiver.address}
        reader = RawProgram(office.operator, {"read"})
        answer = reader.send({"jsonrpc": "2.0", "id": 1, "method": "CreateTaskPushNotificationConfig", "params": body})
        assert answer.status_code == 403
        stranger = RawProgram(factories.person(factories.workspace("Elsewhere")))
        for method in PUSH_METHODS:
            assert stranger.error(method, **body, id="x") == -32001
        assert not TaskPush.objects.exists()

    def test_one_does_not_see_what_somebody_else_asked_for(self, raw, office, receiver):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address, id="mine")
        owner = RawProgram(office.owner)
        assert owner.result("ListTaskPushNotificationConfigs", taskId=task)["configs"] == []
        owner.result("DeleteTaskPushNotificationConfig", taskId=task, id="mine")
        assert TaskPush.objects.exists()

    def test_the_workspaces_webhooks_and_these_know_nothing_of_each_other(self, raw, office, receiver):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        owner = actor_for(office.owner)
        assert webhooks_of(owner) == news_for_webhooks(timezone.now(), 9) == []
        hook, _ = add_webhook(owner, receiver.address, ["goal.ended"])
        assert [view.id for view in webhooks_of(owner)] == [hook]

    def test_what_is_left_of_one_whose_person_is_gone_is_no_webhook_and_forgotten(self, raw, office, receiver):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        TaskPush.objects.all().delete()
        assert webhooks_of(actor_for(office.owner)) == []
        pushed()
        assert receiver.asked == []
        Webhook.objects.update(since=timezone.now() - timedelta(days=40))
        forget_old_deliveries()
        assert not Webhook.objects.exists()

    def test_what_was_to_be_sent_to_one_whose_person_is_gone_is_not(self, raw, receiver):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        raw.result("CancelTask", id=task)
        push_news()
        TaskPush.objects.all().delete()
        deliver_due(Webhook.objects.get().pk)
        assert receiver.asked == []
        assert not Webhook.objects.exists()

    def test_who_is_gone_is_told_nothing_more_and_forgotten_after_a_month(self, raw, receiver):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        raw.result("CancelTask", id=task)
        receiver.answers.status = 410
        pushed()
        assert not Webhook.objects.get().enabled
        long_ago = timezone.now() - timedelta(days=40)
        WebhookDelivery.objects.update(ended_at=long_ago)
        forget_old_deliveries()
        assert Webhook.objects.exists()
        Webhook.objects.update(since=long_ago)
        forget_old_deliveries()
        assert not Webhook.objects.exists()


PUSH_METHODS = [
    "CreateTaskPushNotificationConfig",
    "GetTaskPushNotificationConfig",
    "ListTaskPushNotificationConfigs",
    "DeleteTaskPushNotificationConfig",
]
NEVER = [
    {},
    {"url": 7},
    {"url": ""},
    {"url": "ftp://receiver.example/x"},
    {"url": "http://a:b@receiver.example/"},
    {"url": f"https://receiver.example/{'x' * 600}"},
    {"url": "https://receiver.example/", "token": "a\r\nX-Evil: 1"},
    {"url": "https://receiver.example/", "token": "a\nb"},
    {"url": "https://receiver.example/", "authentication": {"scheme": "Bearer\n", "credentials": "x"}},
    {"url": "https://receiver.example/", "authentication": {"schemes": [{}]}},
    {"url": "https://receiver.example/", "authentication": {"scheme": "Bearer", "credentials": "x\x00"}},
    {"url": "https://receiver.example/", "authentication": "Bearer"},
    {"url": "https://receiver.example/", "id": "x" * 201},
]


class TestHostileClients:
    @pytest.mark.parametrize("config", NEVER, ids=range(len(NEVER)))
    def test_what_can_be_no_address_is_refused_and_no_goal_is_made_of_it(self, raw, config):
        sent = said_by_user("Find it.", "m-9") | {"configuration": {"taskPushNotificationConfig": config}}
        assert raw.error("SendMessage", **sent) in (-32602, -32700)
        task = running_task(raw)
        assert raw.error("CreateTaskPushNotificationConfig", taskId=task, **config) in (-32602, -32700)
        nested = {"taskId": task, "pushNotificationConfig": config}
        assert raw.error("tasks/pushNotificationConfig/set", **nested) in (-32602, -32700)
        answer = raw.rest("POST", f"/v1/tasks/{task}/pushNotificationConfigs", {"config": nested})
        assert answer.status_code == 400
        assert not TaskPush.objects.exists()

    @pytest.mark.parametrize("config", [7, [], "x", None])
    def test_what_is_no_object_is_refused(self, raw, config):
        task = running_task(raw)
        assert raw.error("tasks/pushNotificationConfig/set", taskId=task, pushNotificationConfig=config) == -32602

    def test_an_address_inside_the_network_is_not_reached(self, raw, receiver, settings):
        task = running_task(raw)
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address)
        settings.IOA_LOCAL_AGENTS = False
        assert raw.error("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address, id="more") == -32602
        raw.result("CancelTask", id=task)
        pushed()
        assert receiver.asked == []
        assert WebhookDelivery.objects.get().problem

    def test_a_task_has_ten_and_no_more(self, raw, receiver):
        task = running_task(raw)
        for number in range(10):
            raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address, id=str(number))
        assert raw.error("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address, id="more") == -32602
        raw.result("CreateTaskPushNotificationConfig", taskId=task, url=receiver.address, id="9")
        assert TaskPush.objects.count() == 10

    def test_1_0_is_not_spoken_where_0_3_is_nor_the_other_way_round(self, raw):
        for path, version in (("/v1/card", "1.0"), ("/extendedAgentCard", "0.3")):
            answer = Client().get(f"/a2a/hub{path}", headers=raw.headers | {"A2A-Version": version})
            assert (answer.status_code, "is spoken" in answer.text) == (400, True)
