"""What people do on pages, programs do over REST: agents, people, tokens, settings, tasks; and how often they may."""

import asyncio
import json

import pytest
from django.db import connection
from django.test import AsyncClient

from apps.accounts.actions import issue_token, revoke_token
from apps.accounts.actions.rate_limits import keep_pace
from apps.accounts.domain.rate_limits import RateLimit
from apps.accounts.models import Pace
from apps.accounts.queries import actor_for, tokens_of
from apps.accounts.queries.permissions import StreamReader
from apps.api import long_polls
from apps.api.rest import stream
from apps.core.chains import ChainIds
from apps.journal.actions import recording
from apps.journal.queries import last_seq
from apps.teams.actions.suspension import lose
from apps.teams.models import Attempt, Goal, Task
from tests import factories
from tests.api.conftest import program_of

SKETCH = {
    "handle": "sketch",
    "name": "Sketch",
    "connector": "http",
    "connector_config": {"url": "https://a.example/run"},
}
SECRET = "Authorization: open-sesame"


class TestAgents:
    def test_an_owner_registers_changes_and_removes_one(self, owner):
        assert owner.post("/agents", SKETCH).status_code == 201
        changed = owner.send("PUT", "/agents/sketch", SKETCH | {"name": "Sketcher"})
        assert changed.json()["name"] == "Sketcher"
        assert owner.send("DELETE", "/agents/sketch").status_code == 204
        assert owner.get("/agents/sketch").status_code == 404

    def test_its_secrets_never_come_back(self, owner):
        config = SKETCH["connector_config"] | {"headers": SECRET}
        answer = owner.post("/agents", SKETCH | {"connector_config": config})
        assert answer.json()["secrets"] == ["headers"]
        for text in (answer.content, owner.get("/agents").content, owner.get("/agents/sketch").content):
            assert b"sesame" not in text

    def test_it_is_switched_off_and_on(self, owner):
        assert owner.post("/agents/scout/disable").json()["enabled"] is False
        assert [agent["handle"] for agent in owner.get("/agents?enabled=false").json()["items"]] == ["scout"]
        assert owner.post("/agents/@SCOUT/enable").json()["enabled"] is True

    def test_one_that_has_worked_goes_too_and_its_work_stays(self, owner, world):
        assert owner.send("DELETE", "/agents/scribe").status_code == 204
        assert owner.get("/agents/scribe").status_code == 404
        assert owner.send("DELETE", "/agents/scribe").status_code == 404
        tasks = owner.get(f"/goals/{world.goal.pk}/tasks").json()["items"]
        assert "scribe" in [task["owner"]["handle"] for task in tasks]

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"handle": "scout"}, "handle"),
            ({"handle": "No Handle"}, "handle"),
            ({"connector": "pigeon"}, "connector"),
            ({"connector_config": {"url": "ftp://a"}}, "connector_config.url"),
            ({"owner": "me"}, "owner"),
        ],
    )
    def test_what_is_wrong_is_named(self, owner, change, field):
        answer = owner.post("/agents", SKETCH | change)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)

    def test_a_probe_tells_how_it_went(self, owner):
        card = owner.post("/agents/scout/probe").json()
        assert set(card) == {"problem", "reachable", "latency_ms", "reply", "models", "quirks"}


class TestPeopleAndSettings:
    def test_a_person_is_let_in_gets_another_role_and_goes(self, owner):
        person = owner.post("/members", {"username": "vera", "name": "Vera", "role": "viewer"}).json()
        assert owner.post(f"/members/{person['id']}/link").json()["path"].startswith("/sign-in/")
        assert owner.send("PATCH", f"/members/{person['id']}", {"role": "operator"}).json()["role"] == "operator"
        assert owner.send("DELETE", f"/members/{person['id']}").status_code == 204
        assert "vera" not in [one["username"] for one in owner.get("/members").json()["items"]]

    def test_a_token_is_shown_once(self, viewer):
        token = viewer.post("/tokens", {"name": "nightly"}).json()["token"]
        listed = viewer.get("/tokens")
        assert token not in listed.content.decode()
        found = next(one for one in listed.json()["items"] if one["name"] == "nightly")
        assert viewer.send("DELETE", f"/tokens/{found['id']}").status_code == 204

    def test_settings_are_changed_and_the_key_stays_hidden(self, owner):
        owner.send("PUT", "/workspace/limits", {"turns": 9})
        owner.send("PUT", "/workspace/review", {"review": "always"})
        owner.send("PUT", "/workspace/observation-hook", {"url": "https://cameras.example/look"})
        model = {"base_url": "https://m.example/v1", "model": "m", "api_key": "open-sesame"}
        answer = owner.send("PUT", "/workspace/model", model)
        workspace = answer.json()
        assert (workspace["default_limits"], workspace["has_model_key"]) == ({"turns": 9}, True)
        assert workspace["default_review"] == "always"
        assert workspace["observation_url"] == "https://cameras.example/look"
        assert b"sesame" not in answer.content
        assert owner.send("DELETE", "/workspace/model").status_code == 204
        assert owner.get("/workspace").json()["model_name"] == ""

    @pytest.mark.parametrize("body", [{"turns": 0}, {"turns": True}, {"patience": 1}, {"depth": 99}])
    def test_a_limit_out_of_range_is_refused(self, owner, body):
        assert owner.send("PUT", "/workspace/limits", body).status_code == 422


class TestTasks:
    def test_one_that_runs_is_cancelled_with_its_attempt(self, operator, world):
        task = Task.objects.get(title="Plot revenue by year")
        assert operator.post(f"/tasks/{task.pk}/cancel").json()["state"] == "cancelled"
        assert Attempt.objects.get(task=task).state == "cancelled"
        assert operator.post(f"/tasks/{task.pk}/cancel").status_code == 409

    def test_one_that_a_team_does_ends_with_the_team(self, operator, world):
        below = Task.objects.get(title="Fact check")
        assert operator.post(f"/tasks/{below.pk}/cancel").json()["state"] == "cancelled"
        assert below.subteam.conversation.phase == "stopped"

    def test_one_is_given_to_another_agent(self, operator, world):
        task = Task.objects.get(title="Plot revenue by year")
        answer = operator.post(f"/tasks/{task.pk}/reassign", {"agent": "@Tally"}).json()
        assert answer["owner"]["handle"] == "tally"
        assert Attempt.objects.get(task=task, number=1).state == "cancelled"

    def test_a_failed_one_is_tried_again(self, operator, world):
        task = world.root.task("Count", world.root.members["scribe"], "failed")
        assert operator.post(f"/tasks/{task.pk}/retry").json()["failure"] == ""

    @pytest.mark.parametrize("decided", ["Retry", "Accept as done"])
    def test_one_of_unknown_outcome_says_why_until_somebody_has_decided(self, operator, world, decided):
        task = world.root.task("Send the letters", world.root.members["scribe"], "working")
        task.attempts.update(state="lost", lease_until=None, ended_at=task.state_at)
        with recording(world.goal.pk) as log:
            lose(log, Task.objects.select_related("team__goal", "owner").get(pk=task.pk), "The line was cut.")
        told = operator.get(f"/tasks/{task.pk}").json()
        assert (told["state"], told["failure"]) == ("unknown", "The line was cut.")
        approval = task.approvals.get()
        assert operator.post(f"/approvals/{approval.pk}/decide", {"answer": decided}).status_code == 200
        assert operator.get(f"/tasks/{task.pk}").json()["failure"] == ""

    def test_why_one_that_was_cancelled_gets_no_result_is_said(self, operator, world):
        task = Task.objects.get(title="Plot revenue by year")
        operator.post(f"/tasks/{task.pk}/cancel")
        refused = operator.post(f"/tasks/{task.pk}/result", {"text": "Done."})
        assert refused.status_code == 409
        assert refused.json()["detail"] == (
            "Only a task that failed, is of unknown outcome or was taken over gets a person's result; it is cancelled."
        )

    @pytest.mark.parametrize(("agent", "status"), [("nobody", 422), ("contour", 409)])
    def test_to_nobody_or_the_same_it_is_not_given(self, operator, world, agent, status):
        task = Task.objects.get(title="Plot revenue by year")
        assert operator.post(f"/tasks/{task.pk}/reassign", {"agent": agent}).status_code == status

    def test_nothing_is_done_about_a_task_that_is_done(self, operator, world):
        task = Task.objects.get(title="Find the figures")
        for deed, body in (("cancel", None), ("retry", None), ("reassign", {"agent": "tally"})):
            assert operator.post(f"/tasks/{task.pk}/{deed}", body).status_code == 409


@pytest.mark.parametrize("path", ["/agents/scout", "/goals/{goal}"])
def test_what_did_not_change_is_not_sent_again(owner, world, path):
    Goal.objects.filter(pk=world.goal.pk).update(outcome="done", ended_at=world.goal.created_at)
    path = path.format(goal=world.goal.pk)
    first = owner.get(path)
    again = owner.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


class TestPace:
    @pytest.mark.parametrize("what", ["token", "user", "workspace", "address"])
    def test_who_asks_too_often_has_to_wait(self, owner, settings, what):
        settings.IOA_RATES |= {what: 5}
        statuses = [owner.get("/tokens", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(7)]
        assert statuses == [200] * 5 + [429] * 2
        refused = owner.get("/tokens", headers={"Accept-Language": "de"})
        assert 1 <= int(refused["Retry-After"]) <= 13
        assert refused.json()["detail"] == "Zu viele Anfragen: Warte vor der nächsten."

    def test_wrong_tokens_are_counted_by_address(self, nobody, settings):
        settings.IOA_RATES |= {"refused": 3}
        statuses = [nobody.get("/goals", headers={"X-Forwarded-For": f"192.0.2.{n}"}).status_code for n in range(5)]
        assert statuses == [401] * 3 + [429] * 2

    @pytest.mark.parametrize(("quota", "let_in"), [("address", 200), ("refused", 401)])
    def test_all_addresses_of_one_site_count_together(self, owner, nobody, settings, quota, let_in):
        settings.IOA_RATES |= {quota: 3}
        sender = owner if quota == "address" else nobody
        statuses = [sender.get("/tokens", REMOTE_ADDR=f"2001:db8::{n}").status_code for n in range(5)]
        assert statuses == [let_in] * 3 + [429] * 2
        assert sender.get("/tokens", REMOTE_ADDR="2001:db8:0:1::").status_code == let_in

    def test_one_sender_does_not_use_up_anothers_requests(self, owner, viewer, settings):
        settings.IOA_RATES |= {"user": 2}
        assert [owner.get("/tokens").status_code for _ in range(3)][-1] == 429
        assert viewer.get("/tokens").status_code == 200

    def test_one_workspace_does_not_use_up_what_others_at_its_address_have(self, owner, settings):
        settings.IOA_RATES |= {"address": 2}
        assert [owner.get("/tokens").status_code for _ in range(3)][-1] == 429
        neighbour = program_of(factories.person(factories.workspace("Next door")))
        assert neighbour.get("/tokens").status_code == 200

    def test_what_is_refused_to_one_person_uses_up_nothing_of_their_colleagues(self, owner, viewer, settings):
        settings.IOA_RATES |= {"user": 2, "workspace": 6, "address": 6}
        assert [owner.get("/tokens").status_code for _ in range(9)] == [200] * 2 + [429] * 7
        assert viewer.get("/tokens").status_code == 200

    def test_who_has_waited_may_ask_again_and_is_forgotten_in_time(self, db):
        quota = RateLimit("user:ann", 2)
        assert [keep_pace([quota]) > 0 for _ in range(3)] == [False, False, True]
        Pace.objects.update(ahead_until="2020-01-01T00:00Z")
        assert keep_pace([quota]) == 0
        Pace.objects.update(ahead_until="2020-01-01T00:00Z")
        keep_pace([RateLimit("user:bob", 2)])
        assert [row.key for row in Pace.objects.all()] == ["user:bob"]


@pytest.mark.usefixtures("transactional_db")
class TestStream:
    @pytest.fixture(autouse=True)
    def quick(self, monkeypatch):
        monkeypatch.setattr(long_polls, "LOOK_SECONDS", 0.05)

    def heard(self, world, *, query="", headers=None, meanwhile=None, until=lambda text: False):
        """What a client of the stream hears until it closes, or until it has heard enough."""
        actor = actor_for(world.viewer)
        token = {"Authorization": f"Bearer {issue_token(actor, 'stream')}"}

        async def listen():
            client = AsyncClient()
            answer = await client.get(f"/api/v1/goals/{world.goal.pk}/stream{query}", headers=token | (headers or {}))
            text = ""
            async with asyncio.timeout(20):
                async for part in answer.streaming_content:
                    text += part.decode()
                    if meanwhile is not None and "still here" in text:
                        await asyncio.to_thread(self.elsewhere, meanwhile)
                    if until(text):
                        break
            return text

        return asyncio.run(listen())

    @staticmethod
    def elsewhere(work):
        work()
        connection.close()

    def test_it_tells_what_was_and_what_comes(self, world):
        def tell():
            with recording(world.goal.pk) as log:
                log.add("spend.changed", ChainIds(goal=world.goal.pk))

        text = self.heard(world, meanwhile=tell, until=lambda text: "event: spend.changed" in text)
        first = text.split("\n\n")[0].split("\n")
        assert (first[0], first[1]) == ("id: 1", "event: goal.created")
        assert json.loads(first[2].removeprefix("data: "))["seq"] == 1

    def test_events_come_in_the_envelope_of_cloudevents_where_that_is_asked_for(self, world, settings):
        query = "?envelope=cloudevents&after=2"
        text = self.heard(world, query=query, until=lambda text: "id: " in text)
        plain = program_of(world.viewer).get(f"/goals/{world.goal.pk}/events?after=2").json()["items"]
        event = json.loads(text.split("\n")[2].removeprefix("data: "))
        assert event["source"] == f"{settings.IOA_PUBLIC_URL}/goals/{world.goal.pk}"
        assert (event["id"], event["type"]) == ("3", f"ioa.{event['data']['kind']}")
        assert event["data"] | {"at": ""} == plain[0] | {"at": ""}  # of which one has fewer digits

    def test_an_envelope_that_nobody_knows_is_refused(self, world):
        assert program_of(world.viewer).get(f"/goals/{world.goal.pk}/stream?envelope=xml").status_code == 422

    def test_an_event_is_written_as_in_the_list_of_events(self, world, viewer):
        listed = viewer.get(f"/goals/{world.goal.pk}/events").json()["items"]
        text = self.heard(world, until=lambda text: "still here" in text)
        streamed = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
        assert streamed[: len(listed)] == listed

    def test_the_last_event_id_is_where_it_goes_on(self, world):
        text = self.heard(world, query="?after=1", headers={"Last-Event-ID": "3"}, until=lambda text: "id: " in text)
        assert text.startswith("id: 4\n")

    @pytest.mark.parametrize("last", ["abc", "-1", "1e3", "9" * 30])
    def test_a_last_event_id_that_no_event_has_is_refused(self, viewer, world, last):
        for path in (f"/goals/{world.goal.pk}/stream", "/workspace/stream"):
            refused = viewer.get(path, headers={"Last-Event-ID": last})
            assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "Last-Event-ID")

    def test_a_long_story_is_read_page_by_page_and_comes_whole(self, world, monkeypatch):
        read = []
        was = stream.events_after
        monkeypatch.setattr(stream, "PAGE", 7)
        monkeypatch.setattr(stream, "events_after", lambda *asked: read.append(was(*asked)) or read[-1])
        told = self.heard(world, until=lambda text: "still here" in text)
        numbers = [int(line.removeprefix("id: ")) for line in told.split("\n") if line.startswith("id: ")]
        assert numbers == list(range(1, last_seq(world.goal.pk) + 1))
        assert max(len(page) for page in read) == 7 < len(numbers)

    def test_a_person_has_ten_streams_and_one_that_ended_counts_no_more(self, world, monkeypatch):
        actor, colleague = actor_for(world.viewer), actor_for(world.owner)
        headers = {"Authorization": f"Bearer {issue_token(actor, 'stream')}"}

        def begun(who):
            lines = stream._event_lines(stream.Wished(world.goal.pk), StreamReader(who, ""))
            return stream._counted(lines, who.user_id)

        async def work():
            streams = [begun(actor) for _ in range(11)]  # all were let in before any has begun
            first = [(await anext(one)).startswith(": You have 10 streams") for one in streams]
            assert first == [False] * 10 + [True]
            refused = await AsyncClient().get(f"/api/v1/goals/{world.goal.pk}/stream", headers=headers)
            assert (refused.status_code, refused.headers["Retry-After"]) == (429, "10")
            assert "10 streams" in json.loads(refused.content)["detail"]
            other = begun(colleague)
            assert (await anext(other)).startswith("id: 1")
            await streams[0].aclose()
            again = begun(actor)
            assert (await anext(again)).startswith("id: 1")
            for one in (*streams, other, again):
                await one.aclose()
            assert not stream.open_streams

        monkeypatch.setattr(stream, "may_still_read", lambda asked: True)
        asyncio.run(work())

    def test_it_closes_at_the_end_for_those_who_ask_for_that(self, world):
        Goal.objects.filter(pk=world.goal.pk).update(outcome="done", ended_at=world.goal.created_at)
        assert "id: 1\n" in self.heard(world, query="?until_end=true")

    def test_it_closes_when_its_token_is_revoked(self, world):
        actor = actor_for(world.viewer)
        text = self.heard(world, meanwhile=lambda: [revoke_token(actor, one.id) for one in tokens_of(actor)])
        assert "still here" in text
