"""Who comes in and who is refused stands in the audit log, with where it came from; nobody floods it."""

import pytest
from channels.testing import WebsocketCommunicator
from django.core.management import call_command
from django.test import Client

from apps.accounts import actions as accounts
from apps.accounts.actions.refusals import OF_ONE, OF_STRANGERS, note_left_out
from apps.accounts.models import LeftOut, User
from apps.accounts.queries import actor_for
from apps.journal.models import AuditEntry
from ioa_web.asgi import application
from tests import factories

PASSWORD = "correct horse battery"
FROM = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture(autouse=True)
def no_hurry(settings):
    settings.IOA_RATES = dict.fromkeys(settings.IOA_RATES, 0)


@pytest.fixture
def vera(owner):
    return User.objects.create_user("vera", password=PASSWORD)


@pytest.fixture
def office(world):
    """An owner of another workspace."""
    return actor_for(factories.person(factories.workspace("Elsewhere")))


def log(*deeds):
    """What was noted, of these deeds alone where some are named."""
    entries = AuditEntry.objects.order_by("pk")
    return list(entries.filter(deed__in=deeds) if deeds else entries)


def told(entry):
    return entry.deed, entry.outcome, entry.about, entry.address, entry.user_id


def tried(name="vera", password="wrong", **more):
    return Client(**(FROM | more)).post("/sign-in/", {"username": name, "password": password})


def test_who_signs_in_by_password_and_out_is_noted(vera):
    client = Client(**FROM)
    client.post("/sign-in/", {"username": "vera", "password": PASSWORD})
    client.post("/sign-out/")
    assert [told(entry) for entry in log()] == [
        ("person.signed_in", "done", "vera", "192.0.2.7", vera.pk),
        ("person.signed_out", "done", "vera", "192.0.2.7", vera.pk),
    ]
    assert log()[0].details == {"way": "password"}


def test_so_is_who_uses_a_link(vera):
    path = accounts.issue_sign_in_link(vera.pk)
    Client(**FROM).post(path)
    entry = log("person.signed_in")[0]
    assert told(entry) == ("person.signed_in", "done", "vera", "192.0.2.7", vera.pk)
    assert entry.details == {"way": "link"}


def test_a_wrong_password_is_noted_with_whose_it_was_to_be(vera):
    tried()
    entry = log()[0]
    assert told(entry) == ("sign_in.refused", "refused", "vera", "192.0.2.7", None)
    assert (entry.object_id, entry.details) == (vera.pk, {"way": "password"})


def test_what_was_typed_for_a_name_that_nobody_has_is_kept_nowhere(vera):
    tried("hunter2-my-password")
    assert log()[0].about == "an unknown name"
    assert "hunter2" not in str([(*told(entry), entry.details) for entry in log()])


def test_a_link_that_lets_nobody_in_is_noted_without_the_link(vera):
    path = accounts.issue_sign_in_link(vera.pk)
    Client(**FROM).post(path)
    Client(**FROM).post(path)
    entry = log("sign_in.refused")[0]
    assert told(entry) == ("sign_in.refused", "refused", "link", "192.0.2.7", None)
    secret = path.split("/")[-2]
    assert not any(secret in f"{each.about} {each.details}" for each in log())


@pytest.mark.parametrize("path", ["/api/v1/goals", "/api/v1/docs", "/api/v1/colleagues/agents?q=x"])
def test_a_token_that_is_nobodys_is_noted_without_the_token(path, world):
    Client(**FROM).get(path, headers={"Authorization": "Bearer ioa_canary"})
    entry = log()[0]
    assert told(entry)[:2] == ("token.refused", "refused")
    assert entry.address == "192.0.2.7"
    assert "canary" not in f"{entry.about} {entry.details}"


def test_no_token_at_all_is_no_news(world):
    Client().get("/api/v1/goals")
    Client().post("/api/v1/goals")
    assert log() == []


async def test_so_is_one_on_the_socket_of_agents(transactional_db):
    headers = [(b"authorization", b"Bearer ioa_canary")]
    socket = WebsocketCommunicator(application, "/ws/agents/", headers=headers, subprotocols=["a2a.v1"])
    socket.scope["client"] = ["192.0.2.7", 4711]
    await socket.connect(timeout=30)
    await socket.receive_output(timeout=30)
    await socket.disconnect()
    entry = await AuditEntry.objects.aget()
    assert told(entry) == ("token.refused", "refused", "the socket of agents", "192.0.2.7", None)


def test_a_change_that_the_role_does_not_allow_is_noted_with_who_tried(world):
    client = Client(**FROM)
    client.force_login(world.viewer)
    assert client.post(f"/settings/members/{world.owner.pk}/remove/").status_code == 403
    entry = log()[0]
    assert told(entry) == (
        "request.refused",
        "refused",
        "POST /settings/members/<uuid:user_id>/remove/",
        "192.0.2.7",
        world.viewer.pk,
    )
    assert (entry.object_id, entry.details) == (world.owner.pk, {"status": 403})


def test_so_is_one_of_a_program_in_another_workspace(world, office):
    headers = {"Authorization": f"Bearer {accounts.issue_token(office, 'nightly')}"}
    answer = Client(**FROM).post(f"/api/v1/goals/{world.goal.pk}/stop", headers=headers)
    assert answer.status_code == 404
    entry = log("request.refused")[0]
    assert (entry.user_id, entry.workspace_id, entry.object_id) == (office.user_id, office.workspace_id, world.goal.pk)


def test_reading_what_is_not_there_is_no_news(world):
    client = Client()
    client.force_login(world.viewer)
    client.get("/agents/nobody/")
    client.post("/no-such-page/")
    assert log() == []


def test_what_people_do_is_noted_with_where_it_came_from(world):
    client = Client(**FROM)
    client.force_login(world.owner)
    client.post("/settings/tokens/", {"name": "nightly", "scopes": ["read"]})
    assert [(entry.deed, entry.address) for entry in log("token.issued")] == [("token.issued", "192.0.2.7")]


def test_a_rotation_of_the_keys_is_noted(world):
    call_command("rotate_keys")
    assert (log()[0].deed, log()[0].address) == ("keys.rotated", "")


class TestNobodyFloodsIt:
    def test_one_address_gets_a_few_entries_and_the_rest_is_counted(self, world):
        for _ in range(40):
            Client(**FROM).get("/api/v1/goals", headers={"Authorization": "Bearer ioa_canary"})
        assert len(log("token.refused")) == OF_ONE
        note_left_out()
        entry = log("refusals.left_out")[0]
        assert (entry.about, entry.details) == (f"{40 - OF_ONE} refusals", {"token.refused": 40 - OF_ONE})
        note_left_out()
        assert len(log("refusals.left_out")) == 1

    def test_many_addresses_together_get_no_more_than_a_bounded_number_and_one_row(self, world):
        for number in range(100):
            client = Client(REMOTE_ADDR=f"198.51.100.{number}")
            client.get("/api/v1/goals", headers={"Authorization": "Bearer ioa_canary"})
        kept = len(log())
        assert OF_STRANGERS <= kept < 2 * OF_STRANGERS  # where a hundred requests take long some more are kept
        assert LeftOut.objects.get().count == 100 - kept

    def test_a_flood_of_strangers_hides_no_try_at_somebodys_password(self, vera):
        for number in range(100):
            Client(REMOTE_ADDR=f"198.51.100.{number}").post("/sign-in/x/")
        tried()
        assert [entry.about for entry in log("sign_in.refused")][-1] == "vera"

    def test_nor_what_a_member_is_refused(self, world):
        for number in range(100):
            Client(REMOTE_ADDR=f"198.51.100.{number}").post("/sign-in/x/")
        client = Client(**FROM)
        client.force_login(world.viewer)
        client.post(f"/settings/members/{world.owner.pk}/remove/")
        assert log("request.refused")[0].user_id == world.viewer.pk

    def test_right_sign_ins_are_all_noted(self, vera):
        for _ in range(3 * OF_ONE):
            assert tried(password=PASSWORD).status_code == 302
        assert len(log("person.signed_in")) == 3 * OF_ONE
