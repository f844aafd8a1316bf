"""What IoA's clients ask of a server: agents by name and by meaning, registering, and the records of talks."""

import json
from functools import cache
from types import SimpleNamespace

import pytest
from django.test import Client

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import open_to
from apps.accounts.queries import actor_for
from apps.agents.models import Agent, AgentToken
from apps.chat.models import Message
from apps.teams.models import Task
from tests import factories
from tests.api.conftest import check_problem, read

HERE = {"REMOTE_ADDR": "127.0.0.1", "SERVER_NAME": "127.0.0.1"}
COURIER = {"name": "Courier Nine", "type": "Thing Assistant", "desc": "Brings parcels."}
GOAL = "Find the revenue and report the growth."


def asks(path, body=None, *, headers=None, **more):
    answer = Client().post(path, body or {}, "application/json", headers=headers, **(HERE | more))
    if answer.status_code >= 400:
        check_problem(answer)
    return answer


@pytest.fixture
def as_person(office):
    """Asks with a token of somebody of the office, from elsewhere."""

    @cache
    def token_of(role):
        actor = actor_for(getattr(office, role))
        return issue_token(actor, "ioa", open_to(actor.role))

    def ask(role, path, body=None):
        headers = {"Authorization": f"Bearer {token_of(role)}"}
        return asks(path, body, headers=headers, REMOTE_ADDR="192.0.2.7", SERVER_NAME="testserver")

    return ask


class TestAgents:
    def test_a_hub_that_is_there_says_so(self, as_person):
        assert as_person("viewer", "/health_check").json() == "ok"

    def test_the_list_has_all_that_are_switched_on_with_the_fields_of_ioa(self, office, as_person):
        Agent.objects.filter(handle="tally").update(enabled=False)
        listed = as_person("viewer", "/list_all_agents").json()
        assert len(listed) == 2
        assert all(set(one) == {"name", "type", "desc", "created_at"} for one in listed)
        assert {one["type"] for one in listed} == {"Thing Assistant"}

    def test_of_two_namesakes_each_has_a_name_by_which_it_is_found(self, office, as_person):
        Agent.objects.filter(handle__in=["scout", "tally"]).update(name="Twin")
        names = [one["name"] for one in as_person("viewer", "/list_all_agents").json()]
        assert "Twin" in names
        assert len(set(names)) == 3
        found = as_person("viewer", "/query_assistant", {"name": names}).json()
        assert [one["name"] for one in found] == names
        assert len({one["desc"] for one in found}) == len(set(Agent.objects.values_list("description", flat=True)))

    def test_one_name_is_answered_with_one_agent_and_several_in_their_order(self, office, as_person):
        assert as_person("viewer", "/query_assistant", {"name": "scout"}).json()["name"] == "scout"
        assert as_person("viewer", "/query_assistant", {"name": "nobody"}).json() is None
        several = as_person("viewer", "/query_assistant", {"name": ["nobody", "SCOUT"]}).json()
        assert (several[0], several[1]["name"]) == (None, "SCOUT")

    def test_a_capability_finds_who_has_it_and_each_agent_once(self, demo):
        factories.agent(factories.Workspace.objects.get(pk=demo.workspace_id), "plotter")
        Agent.objects.filter(handle="plotter").update(name="Plotter")
        wanted = {"sender": "Ann", "capabilities": ["@plotter", "ask @plotter"]}
        found = [one["name"] for one in asks("/retrieve_assistant", wanted).json()]
        assert found.count("Plotter") == 1

    def test_agents_of_others_are_not_there(self, office, as_person):
        factories.agent(factories.workspace("Elsewhere"), "lodger")
        assert "lodger" not in as_person("viewer", "/list_all_agents").content.decode()
        assert as_person("viewer", "/query_assistant", {"name": "lodger"}).json() is None


class TestRegistering:
    def test_it_makes_an_agent_that_dials_in_once_an_owner_has_made_a_token_for_it(self, office, as_person):
        assert as_person("owner", "/register", COURIER).json() is None
        agent = Agent.objects.get(handle="courier-nine")
        assert (agent.name, agent.connection.connector) == ("Courier Nine", "socket")
        assert not AgentToken.objects.filter(connection__agent=agent).exists()
        assert as_person("viewer", "/query_assistant", {"name": "Courier Nine"}).json() == COURIER

    def test_a_name_that_is_known_stays_as_it_is(self, office, as_person):
        as_person("owner", "/register", COURIER)
        assert as_person("owner", "/register", COURIER | {"desc": "Something else."}).status_code == 200
        assert Agent.objects.get(handle="courier-nine").description == "Brings parcels."

    @pytest.mark.parametrize("role", ["viewer", "operator"])
    def test_only_owners_do(self, office, as_person, role):
        assert as_person(role, "/register", COURIER).status_code == 403
        assert not Agent.objects.filter(name="Courier Nine").exists()

    @pytest.mark.parametrize(
        "wrong",
        [
            {"name": ""},
            {"name": "  "},
            {"name": "x" * 121},
            {"name": "coordinator"},
            {"name": "nul\x00"},
            {"type": "Robot"},
            {"desc": "x" * 4001},
            {"more": 1},
        ],
    )
    def test_what_is_wrong_is_refused_by_name(self, office, as_person, wrong):
        assert as_person("owner", "/register", COURIER | wrong).status_code == 422

    def test_of_a_text_that_is_too_long_characters_are_counted(self, office, as_person):
        refused = as_person("owner", "/register", COURIER | {"name": "x" * 121}).json()
        assert refused["detail"] == "name: String should have at most 120 characters"


@pytest.fixture
def talk(demo, said, transactional_db):
    """A goal of the demo that has ended."""
    answer = asks("/launch_goal", {"goal": GOAL})
    comm_id, conclusion = json.loads(read(answer))
    return SimpleNamespace(comm_id=comm_id, conclusion=conclusion)


class TestRecords:
    def test_a_record_has_every_message_of_the_room_in_its_order(self, talk):
        record = asks("/fetch_chat_record", {"comm_id": talk.comm_id}).json()[talk.comm_id]
        said = Message.objects.filter(conversation__team__goal=talk.comm_id, conversation__team__parent=None)
        assert [line["content"] for line in record["chat_record"]] == list(
            said.order_by("number").values_list("text", flat=True)
        )
        assert {line["comm_id"] for line in record["chat_record"]} == {talk.comm_id} == {record["comm_id"]}

    def test_the_first_message_has_goal_and_team_and_the_last_one_concludes(self, talk):
        record = asks("/fetch_chat_record", {"comm_id": [talk.comm_id]}).json()[talk.comm_id]
        first, last = record["chat_record"][0], record["chat_record"][-1]
        assert (first["goal"], first["state"]) == (GOAL, 0)
        assert [one["name"] for one in first["team_members"]] == record["agent_names"]
        assert (last["type"], last["content"]) == (11, talk.conclusion)

    def test_without_an_id_the_newest_goals_are_told(self, talk):
        assert list(asks("/fetch_chat_record").json()) == [talk.comm_id]

    @pytest.mark.parametrize("name", ["0" * 32, "nothing", "", ["x"]])
    def test_a_talk_that_is_not_there_is_not_found(self, demo, name):
        assert asks("/fetch_chat_record", {"comm_id": name}).status_code == 404

    def test_a_talk_of_another_workspace_is_not_there(self, demo, world):
        assert asks("/fetch_chat_record", {"comm_id": str(world.goal.pk)}).status_code == 404
        assert str(world.goal.pk) not in asks("/fetch_chat_record").content.decode()

    def test_a_result_says_of_which_task_it_is(self, world):
        actor = actor_for(world.owner)
        headers = {"Authorization": f"Bearer {issue_token(actor, 'ioa', open_to(actor.role))}"}
        result = Message.objects.filter(conversation__team__goal=world.goal.pk, kind="result").first()
        task = Task.objects.filter(team=result.conversation.team_id).first()
        Message.objects.filter(pk=result.pk).update(task_number=task.number)
        record = asks("/fetch_chat_record", headers=headers).json()[str(world.goal.pk)]
        assert {line["type"] for line in record["chat_record"]} == {0, 4, 6, 7}
        told = next(line for line in record["chat_record"] if line["task_id"])
        assert (told["type"], told["task_id"], told["task_conclusion"]) == (7, str(task.pk), result.text)


class TestWhoMay:
    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
    def test_programs_of_this_machine_need_no_token(self, demo, host):
        assert asks("/health_check", SERVER_NAME=host).json() == "ok"

    @pytest.mark.parametrize(
        "headers",
        [
            {"Origin": "https://page.example"},
            {"Origin": "null"},
            {"X-Forwarded-For": "127.0.0.1"},
            {"X-Forwarded-Host": "localhost"},
            {"Forwarded": "for=127.0.0.1"},
            {"X-Real-IP": "127.0.0.1"},
            {"Via": "1.1 proxy"},
            {"Authorization": "Bearer ioa_wrong"},
        ],
    )
    def test_web_pages_and_proxies_do(self, demo, headers):
        assert asks("/health_check", headers=headers).status_code == 401
        assert asks("/register", COURIER, headers=headers).status_code == 401

    def test_so_does_a_name_that_only_leads_to_this_machine(self, demo, settings):
        settings.ALLOWED_HOSTS = ["*"]
        assert asks("/health_check", SERVER_NAME="rebound.example").status_code == 401

    def test_and_everybody_where_the_local_door_is_closed(self, demo, settings):
        settings.IOA_LOCAL_LAUNCH = False
        assert asks("/health_check").status_code == 401

    def test_and_other_machines(self, demo):
        assert asks("/health_check", REMOTE_ADDR="192.0.2.7").status_code == 401
