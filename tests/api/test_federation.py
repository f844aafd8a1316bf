"""Goals that come from other hubs: what they bring along, and what stops at the border."""

import json

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from apps.accounts.actions.signing import public_key
from apps.accounts.domain.access import Scope
from apps.accounts.queries import actor_for
from apps.agents.connectors.a2a.card import read_card
from apps.agents.connectors.a2a.story import Story
from apps.agents.connectors.request_parts import hub_text, request_text
from apps.agents.domain.calls import TEST_MESSAGE, RunRequest
from apps.agents.domain.federation import EXTENSION, SPENDABLE, Crossing, CrossingRefused, divide_budget, read_onward
from apps.agents.domain.foreign_rooms import read_room
from apps.agents.domain.places import TeamPlace
from apps.agents.models import Connection
from apps.chat.actions import post_message
from apps.chat.domain.states import Delivery
from apps.chat.models import Message
from apps.chat.queries.told_rooms import room_told
from apps.core.ids import uuid7
from apps.teams.actions.crossings import promise_budget
from apps.teams.domain.limits import Limits, capped_limits
from apps.teams.models import Attempt, Goal, Task, Team
from apps.teams.queries.limits import grantable_limits
from tests.api.test_a2a import LATER, RawProgram, said_by_user

CHAIN = {"origin": "somebody", "goal": "theirs"}


def crossing(*hubs, **budget):
    return {"hubs": list(hubs), "budget": budget, "chain": CHAIN}


def coming(said, name="m-1"):
    return said_by_user("Find the revenue.", name, metadata={EXTENSION: said}) | LATER


def going(world, title):
    """A try at a task that an agent does which is a hub, and which has no other tasks."""
    if "harbor" not in world.root.members:
        world.root.join("harbor")
        Connection.objects.filter(agent=world.agents["harbor"]).update(connector_config={"hub": True})
    return world.root.task(title, world.root.members["harbor"], "working").attempts.get()


def left_in(world):
    """US dollars."""
    return grantable_limits(Team.objects.get(pk=world.root.team.pk), timezone.now()).money


class TestTheBorder:
    def test_a_goal_of_another_hub_may_spend_what_it_brings_and_no_more(self, office):
        raw = RawProgram(office.operator)
        raw.result("SendMessage", **coming(crossing("north", turns=5, tokens=900, money=0.25)))
        goal = Goal.objects.get()
        assert (goal.limits["turns"], goal.limits["tokens"], goal.limits["money"]) == (5, 900, 0.25)
        assert goal.limits["minutes"] == Limits().minutes
        assert goal.claimed_chain[EXTENSION]["hubs"] == ["north"]

    def test_what_it_brings_never_raises_what_the_workspace_allows(self, office):
        RawProgram(office.operator).result("SendMessage", **coming(crossing("north", turns=10**9, minutes=10**9)))
        assert (Goal.objects.get().limits["turns"], Goal.objects.get().limits["minutes"]) == (60, 60)

    def test_what_goes_round_in_a_circle_comes_too_far_or_has_nothing_left_is_refused(self, office, settings):
        raw, here = RawProgram(office.operator), public_key().fingerprint
        settings.IOA_FEDERATION_HUBS = 2
        for said, why in (
            (crossing("north", here, "south"), "circle"),
            (crossing("north", "south", "west"), "at most 2"),
            (crossing("north", tokens=0), "Nothing is left"),
            (crossing("north", money=-1), "Nothing is left"),
        ):
            error = raw.ask("SendMessage", coming(said))["error"]
            assert (error["code"], why in error["message"]) == (-32602, True), error
        assert not Goal.objects.exists()

    @pytest.mark.parametrize(
        "said",
        [
            *(
                "",
                7,
                [],
                {},
                {"hubs": []},
                {"hubs": "north"},
                {"hubs": [7]},
                {"hubs": ["x" * 101]},
                {"hubs": ["x"] * 21},
            ),
            *({"hubs": ["north"], "budget": 7}, {"hubs": ["north"], "budget": {"turns": "5"}}),
            *({"hubs": ["north"], "budget": {"turns": True}}, {"hubs": ["north"], "chain": []}),
        ],
    )
    def test_what_can_not_be_read_is_refused(self, office, said):
        assert RawProgram(office.operator).error("SendMessage", **coming(said)) == -32602

    def test_what_goes_on_from_here_names_this_hub_and_brings_what_is_left(self, world):
        Goal.objects.filter(pk=world.goal.pk).update(claimed_chain={EXTENSION: crossing("north", turns=5)})
        here = public_key().fingerprint
        onward = promise_budget(going(world, "Survey the harbour").pk, here, CHAIN)
        assert onward.hubs == ("north", here)
        assert 0 < onward.budget["money"] <= world.goal.limits["money"]
        with pytest.raises(CrossingRefused, match="circle"):
            Crossing.read(onward.as_data()).require_welcome("north", 3)

    def test_hubs_that_work_at_one_time_are_never_promised_more_than_there_is(self, world):
        tries = [going(world, name) for name in ("Survey the harbour", "Survey the pier", "Survey the town")]
        left = left_in(world)
        given = [promise_budget(each.pk, "here", CHAIN).budget["money"] for each in tries]
        assert sum(given) == pytest.approx(left)
        assert given == pytest.approx([left / 3] * 3)

    def test_what_was_promised_to_a_hub_that_asks_meanwhile_stays_set_aside(self, world):
        first = going(world, "Survey the harbour")
        promise_budget(first.pk, "here", CHAIN)
        Attempt.objects.filter(pk=first.pk).update(state="asked", lease_until=None)
        Task.objects.filter(pk=first.task_id).update(state="asking")
        assert promise_budget(going(world, "Survey the pier").pk, "here", CHAIN).budget["money"] == 0

    def test_what_a_hub_did_not_spend_is_there_again_for_the_next(self, world):
        first, second = going(world, "Survey the harbour"), going(world, "Survey the pier")
        promise_budget(first.pk, "here", CHAIN)
        Attempt.objects.filter(pk=first.pk).update(state="done", lease_until=None)
        Task.objects.filter(pk=first.task_id).update(state="done")
        assert promise_budget(second.pk, "here", CHAIN).budget["money"] == pytest.approx(left_in(world))

    def test_what_was_spent_is_told_to_the_hub_that_asked(self, office):
        task = RawProgram(office.operator).result("SendMessage", **coming(crossing("north")))["task"]
        assert task["metadata"][EXTENSION]["spent"] == {"tokens": 0, "money": 0.0}
        story = Story()
        story.take({"task": task | {"metadata": {**task["metadata"], EXTENSION: {"spent": {"money": 0.5}}}}})
        assert story.usage.money == 0.5

    @pytest.mark.parametrize("method", ["SendMessage", "message/send"])
    def test_a_test_message_is_answered_without_a_goal(self, office, method):
        said = said_by_user(TEST_MESSAGE, metadata={"uid": "probe"})
        raw = RawProgram(office.operator)
        answer = raw.result(method, **said)
        assert answer.get("message", answer)["parts"][0]["text"]
        stream = raw.send({"jsonrpc": "2.0", "id": 7, "method": "message/stream", "params": said})
        assert json.loads(stream.content.removeprefix(b"data: "))["result"]["kind"] == "message"
        assert not Goal.objects.exists()

    def test_another_hub_is_told_what_is_to_be_done_and_not_of_the_team_here(self):
        request = RunRequest(key="k", goal="Find it.", brief="Find it.", place=TeamPlace("far", "Far"))
        assert "Your part" in request_text(request)
        assert hub_text(request) == "Find it."

    def test_another_hub_is_told_the_persons_words_and_not_the_form_that_the_plan_here_gave_them(self):
        brief = "Asked for:\n> find the boats\nHeed:\n> count the small ones too\nGive: text."
        request = RunRequest(key="k", goal="Find the boats and paint the pier.", brief=brief)
        assert hub_text(request) == "find the boats\ncount the small ones too"
        of_a_model = RunRequest(key="k", goal="Survey the harbour.", brief="Write its introduction.")
        assert hub_text(of_a_model) == "Write its introduction.\n\n# Goal\n\nSurvey the harbour."

    def test_a_hub_is_known_by_its_card(self, office):
        assert read_card(Client().get("/.well-known/agent-card.json").json()).is_hub
        assert not read_card({"name": "No hub", "url": "http://127.0.0.1/rpc"}).is_hub


HUBS = st.lists(st.uuids().map(str), min_size=1, max_size=15, unique=True)
LEFT_OF = st.floats(0, 10**6, allow_nan=False)
LEFT = st.dictionaries(st.sampled_from(SPENDABLE), st.one_of(st.none(), st.integers(1, 10**6)))


class TestCrossing:
    @given(HUBS, LEFT)
    def test_it_reads_what_it_writes_and_grows_by_one_hub(self, hubs, left):
        before = Crossing(tuple(hubs), {}, CHAIN)
        here = str(uuid7())
        onward = read_onward(before.as_data(), here, left, CHAIN)
        assert Crossing.read(onward.as_data()) == onward
        assert onward.hubs == (*hubs, here)
        assert onward.as_data()["hops"] == len(hubs) + 1

    @given(LEFT_OF, st.integers(1, 9))
    def test_what_is_divided_is_never_more_than_there_was(self, left, among):
        promised = []
        for place in range(among):
            promised.append(divide_budget({"tokens": int(left), "money": left}, promised, among - place))
        for name in ("tokens", "money"):
            assert sum(given[name] for given in promised) <= left * (1 + 1e-9)

    @given(st.dictionaries(st.sampled_from(SPENDABLE), st.floats(0.01, 10**6)))
    def test_no_budget_raises_a_limit(self, budget):
        own = Limits(money=1.0)
        capped = own.model_copy(update=capped_limits(own, budget))
        assert all(getattr(capped, name) <= getattr(own, name) for name in SPENDABLE)
        Limits.model_validate(capped.model_dump())


class TestRoomsThatAreTold:
    """What the hub that gave a goal sees of its rooms."""

    def room_in(self, office, scopes, said):
        raw = RawProgram(office.operator, scopes=scopes)
        task = raw.result("SendMessage", **said)["task"]
        return raw.result("GetTask", id=task["id"])["metadata"][EXTENSION].get("room")

    def test_the_hub_that_gave_a_goal_is_told_of_its_room(self, office):
        room = read_room(self.room_in(office, {Scope.READ, Scope.RUN}, coming(crossing("north"))))
        goal = Goal.objects.get()
        assert room.name == goal.teams.get(parent=None).name
        assert "@" not in "".join(room.members)

    def test_a_client_that_is_no_hub_is_told_of_none(self, office):
        assert self.room_in(office, {Scope.READ, Scope.RUN}, said_by_user("Find the revenue.", "m-9") | LATER) is None

    def test_a_token_that_may_not_read_sees_the_states_of_its_tasks_and_no_room(self, office):
        assert self.room_in(office, {Scope.RUN}, coming(crossing("north"))) is None

    def test_a_token_that_may_not_read_sees_no_task_that_others_gave(self, office):
        theirs = RawProgram(office.owner).result("SendMessage", **coming(crossing("north")))["task"]
        running, reading = RawProgram(office.operator, {Scope.RUN}), RawProgram(office.operator)
        assert running.error("GetTask", id=theirs["id"]) == -32001
        assert running.result("ListTasks")["tasks"] == []
        assert reading.result("GetTask", id=theirs["id"])["id"] == theirs["id"]

    def test_nor_does_it_reach_the_team_of_a_goal_that_others_gave(self, office):
        RawProgram(office.owner).result("SendMessage", **coming(crossing("north")))
        team = str(Goal.objects.get().teams.get(parent=None).pk)
        running = RawProgram(office.operator, {Scope.RUN})
        asked = {"jsonrpc": "2.0", "id": 7, "method": "SendMessage", "params": said_by_user("Still?", "m-2") | LATER}
        run = {"threadId": "t", "runId": "r", "messages": [{"id": "m", "role": "user", "content": "Still?"}]}
        assert running.send(asked, team).status_code == 404
        assert Client().post(f"/ag-ui/{team}", run, "application/json", headers=running.headers).status_code == 404
        assert not Message.objects.filter(text="Still?").exists()
        assert RawProgram(office.operator).result("SendMessage", team, **asked["params"])["task"]["id"]

    def test_notes_for_people_are_not_told(self, office):
        raw = RawProgram(office.operator)
        task = raw.result("SendMessage", **coming(crossing("north")))["task"]
        team = Goal.objects.get().teams.get(parent=None)
        before = room_told(Goal.objects.get().pk, timezone.now())
        post_message(actor_for(office.owner), team.pk, "They will not see this.", delivery=Delivery.NOTE)
        after = raw.result("GetTask", id=task["id"])["metadata"][EXTENSION]["room"]
        assert "will not see" not in json.dumps(after)
        assert read_room(after).words == before.words
