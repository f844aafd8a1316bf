"""IoA's own request: it waits, and answers with the talk's name and its conclusion."""

import asyncio
import gc
import json
import uuid

import pytest
from django.db import connection
from django.test import AsyncClient, Client

from apps.accounts.actions import issue_token, remove_member
from apps.accounts.domain.errors import Crowded
from apps.accounts.queries import actor_for
from apps.api import long_polls
from apps.api.ioa import launch as door
from apps.api.waiting_places import WaitingPlaces
from apps.chat.actions import stop
from apps.chat.models import Conversation, Message
from apps.teams.models import Goal
from tests.api.conftest import SAYS, check_problem, read

GOAL = "Find the revenue and report the growth."


def launch(body, *, client=None, headers=None, content_type="application/json", **more):
    answer = (client or Client()).post("/launch_goal", body, content_type, headers=headers, **more)
    if answer.status_code >= 400:
        check_problem(answer)
    return answer


def launched(body, **more):
    """The goal that a request began, without waiting for it."""
    answer = launch(body, **more)
    assert answer.status_code == 200, answer.content
    return Goal.objects.get(pk=answer["Location"].rsplit("/", 1)[1])


def test_a_chain_from_outside_is_kept_as_a_claim(demo, said):
    claim = {"origin": "another hub", "goal": "elsewhere"}
    goal = launched({"goal": GOAL, "claimed_chain": claim})
    assert (goal.claimed_chain, goal.origin.user_id) == (claim, goal.created_by_id)


@pytest.mark.usefixtures("transactional_db")
class TestWaiting:
    def test_it_answers_the_talk_and_its_conclusion(self, demo, said):
        answer = launch({"goal": GOAL})
        comm_id, conclusion = json.loads(read(answer))
        assert (conclusion, answer["Content-Type"]) == ("It grew by a tenth.", "application/json")
        assert str(Goal.objects.get().pk) == comm_id

    def test_a_talk_goes_on_in_a_new_round(self, demo, said):
        comm_id, _ = json.loads(read(launch({"goal": GOAL})))
        said([*SAYS, {"do": "conclude", "answer": "In thousands: the same."}])
        more = {"goal": GOAL, "comm_id": comm_id, "cont_input": {"sender": "Ann", "content": "And in thousands?"}}
        assert json.loads(read(launch(more)))[0] == comm_id
        assert Conversation.objects.get().round == 2
        assert Message.objects.filter(kind="say").last().text == "Ann: And in thousands?"

    def test_one_that_waits_hears_of_the_end(self, demo, said, monkeypatch):
        monkeypatch.setattr(long_polls, "LOOK_SECONDS", 0.05)
        said([{"do": "ask_person", "question": "Which year?"}])

        async def scene():
            answer = await AsyncClient(REMOTE_ADDR="127.0.0.1").post("/launch_goal", {"goal": GOAL}, "application/json")
            parts = aiter(answer.streaming_content)
            assert await anext(parts) == b" "
            await asyncio.to_thread(end, answer["Location"].rsplit("/", 1)[1])
            return [part async for part in parts][-1]

        def end(goal_id):
            stop(demo.owner, Goal.objects.get(pk=goal_id).teams.get().pk)
            connection.close()

        assert "Stopped by You." in json.loads(asyncio.run(scene()))[1]

    def test_who_was_taken_out_meanwhile_is_told_no_conclusion(self, office, said, monkeypatch):
        monkeypatch.setattr(long_polls, "LOOK_SECONDS", 0.05)
        said([{"do": "ask_person", "question": "Which year?"}])
        headers = {"Authorization": f"Bearer {issue_token(actor_for(office.operator), 'ioa')}"}

        async def scene():
            answer = await AsyncClient().post("/launch_goal", {"goal": GOAL}, "application/json", headers=headers)
            parts = aiter(answer.streaming_content)
            assert await anext(parts) == b" "
            await asyncio.to_thread(take_out, answer["Location"].rsplit("/", 1)[1])
            return [part async for part in parts][-1]

        def take_out(goal_id):
            remove_member(actor_for(office.owner), office.operator.pk)
            stop(actor_for(office.owner), Goal.objects.get(pk=goal_id).teams.get().pk)
            connection.close()

        told = json.loads(asyncio.run(scene()))
        assert (told["status"], "Stopped" in str(told)) == (401, False)


class TestPlaces:
    def test_beyond_the_places_of_a_workspace_nothing_is_begun(self, demo, said, monkeypatch):
        monkeypatch.setattr(door, "places", WaitingPlaces(of_one=1, in_all=9))
        long_polls = launch({"goal": GOAL})
        refused = launch({"goal": GOAL})
        assert (refused.status_code, refused["Retry-After"]) == (429, "10")
        assert Goal.objects.count() == 1
        long_polls.close()

    def test_whoever_is_refused_for_another_reason_takes_no_place(self, demo, monkeypatch):
        monkeypatch.setattr(door, "places", WaitingPlaces(of_one=1, in_all=9))
        assert launch({"goal": GOAL, "team_member_names": ["Camera"]}).status_code == 422
        gc.collect()
        assert len(door.places) == 0

    def test_a_process_has_a_bounded_number_for_all(self):
        places = WaitingPlaces(of_one=2, in_all=3)
        taken = [places.take(uuid.UUID(int=number // 2)) for number in range(3)]
        with pytest.raises(Crowded):
            places.take(uuid.UUID(int=7))
        taken.pop().leave()
        assert places.take(uuid.UUID(int=7))

    def test_a_place_is_given_back_once(self):
        places = WaitingPlaces(of_one=2, in_all=3)
        here, there = places.take(uuid.UUID(int=1)), places.take(uuid.UUID(int=1))
        here.leave()
        here.leave()
        assert len(places) == 1
        del there
        assert len(places) == 0


@pytest.mark.usefixtures("transactional_db")
class TestPlacesOfThoseWhoLeft:
    def test_the_end_of_the_answer_makes_room(self, demo, said, monkeypatch):
        monkeypatch.setattr(door, "places", WaitingPlaces(of_one=1, in_all=9))
        read(launch({"goal": GOAL}))
        assert len(door.places) == 0

    def test_so_does_a_client_that_goes_away_before_it_reads(self, demo, said, monkeypatch):
        monkeypatch.setattr(door, "places", WaitingPlaces(of_one=1, in_all=9))
        answer = launch({"goal": GOAL})
        assert len(door.places) == 1
        answer.close()
        del answer
        gc.collect()
        assert len(door.places) == 0


def test_names_are_handles_or_display_names_in_any_case(demo, said):
    goal = launched({"goal": GOAL, "team_member_names": ["autogpt", " open  INTERPRETER ", "@Auto-GPT"]})
    assert goal.wanted_handles == ["auto-gpt", "interpreter"]


@pytest.mark.parametrize("names", [None, "", []])
def test_without_names_the_team_is_found(demo, said, names):
    assert launched({"goal": GOAL, "team_member_names": names}).wanted_handles == []


def test_missing_agents_are_named(demo):
    answer = launch({"goal": GOAL, "team_member_names": ["AutoGPT", "Camera", "Weather Station"]})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "team_member_names"
    assert "Camera, Weather Station" in answer.json()["detail"]
    assert not Goal.objects.exists()


def test_all_fields_are_kept(demo, said):
    goal = launched(
        {
            "goal": GOAL,
            "team_up_depth": 1,
            "max_turns": 7,
            "is_collaborative_planning_enabled": True,
            "obs_kwargs": {"room": 4},
            "skip_naming": False,
            "comm_id": "",
            "cont_input": None,
        }
    )
    assert (goal.limits["depth"], goal.limits["turns"], goal.shares_plan) == (1, 7, True)
    assert goal.observation == {"room": 4}


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize(("enabled", "plan"), [(True, ["First", "Then"]), (False, [])])
def test_a_plan_is_shared_only_where_it_was_asked_for(demo, said, enabled, plan):
    said([{"do": "conclude", "answer": "Done.", "plan": ["First", "Then"]}])
    launched({"goal": GOAL, "is_collaborative_planning_enabled": enabled})
    assert Conversation.objects.get().plan == plan


@pytest.mark.usefixtures("transactional_db")
def test_the_status_stands_beside_it(demo, said):
    goal = launched({"goal": GOAL})
    status = Client().get(f"/launch_goal/{goal.pk}").json()
    assert (status["comm_id"], status["outcome"], status["conclusion"]) == (str(goal.pk), "done", "It grew by a tenth.")


BAD = {
    "nothing": ({}, 422),
    "no goal": ({"goal": " "}, 422),
    "an extra field": ({"goal": GOAL, "owner": "me"}, 422),
    "names in one text": ({"goal": GOAL, "team_member_names": "AutoGPT"}, 422),
    "a depth below zero": ({"goal": GOAL, "team_up_depth": -1}, 422),
    "no turns": ({"goal": GOAL, "max_turns": 0}, 422),
    "words for no talk": ({"goal": GOAL, "cont_input": "And then?"}, 422),
    "a talk that is none": ({"goal": GOAL, "comm_id": "abc", "cont_input": "And then?"}, 404),
    "a talk of nobody": ({"goal": GOAL, "comm_id": str(uuid.uuid4()), "cont_input": "And then?"}, 404),
    "an observation with a NUL": ({"goal": GOAL, "obs_kwargs": {"a": "\x00"}}, 422),
    "an observation too large": ({"goal": GOAL, "obs_kwargs": {"a": "x" * 30_000}}, 422),
    "an endless number": ('{"goal": "x", "obs_kwargs": {"a": Infinity}}', 422),
    "no JSON": ("goal", 400),
}


@pytest.mark.parametrize(("body", "status"), BAD.values(), ids=BAD.keys())
def test_bad_input_is_a_clear_answer(demo, body, status):
    assert launch(body).status_code == status


def test_only_json_is_taken_so_that_no_other_site_can_send_it(demo):
    assert launch(json.dumps({"goal": GOAL}), content_type="text/plain").status_code == 415
    assert launch("goal=x", content_type="application/x-www-form-urlencoded").status_code == 415


@pytest.mark.parametrize("body", [{"goal": ""}, {"goal": "x" * 20_001}])
def test_a_goal_that_is_refused_is_named_as_it_was_sent(demo, body):
    assert [one["field"] for one in launch(body).json()["errors"]] == ["goal"]


@pytest.mark.parametrize("words", [7, {"sender": 1, "content": "x"}])
def test_words_of_no_kind_that_is_taken_are_named_as_they_were_sent(demo, words):
    refused = launch({"comm_id": str(uuid.uuid4()), "cont_input": words}).json()
    assert {one["field"] for one in refused["errors"]} <= {"cont_input", "cont_input.sender"}


def test_a_talk_that_runs_is_not_interrupted(demo, said):
    said([{"do": "ask_person", "question": "Which year?"}])
    goal = launched({"goal": GOAL})
    assert launch({"comm_id": str(goal.pk), "cont_input": "Hello?"}).status_code == 409


class TestWhoMay:
    @pytest.mark.parametrize("address", ["127.0.0.1", "127.9.8.7", "::1", "::ffff:127.0.0.1"])
    def test_this_machine_needs_no_token(self, demo, said, address):
        assert launched({"goal": GOAL}, REMOTE_ADDR=address).workspace_id == demo.workspace_id

    @pytest.mark.parametrize("address", ["192.0.2.7", "10.0.0.1", "::ffff:192.0.2.7", "", "unix:"])
    def test_others_do_whatever_their_headers_say(self, demo, address):
        headers = {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1", "Forwarded": "for=127.0.0.1"}
        assert launch({"goal": GOAL}, headers=headers, REMOTE_ADDR=address).status_code == 401

    def test_a_setting_closes_the_local_door(self, demo, settings):
        settings.IOA_LOCAL_LAUNCH = False
        assert launch({"goal": GOAL}).status_code == 401

    def test_a_token_is_its_persons(self, demo, said, office):
        token = issue_token(actor_for(office.operator), "ioa")
        goal = launched({"goal": GOAL}, headers={"Authorization": f"Bearer {token}"}, REMOTE_ADDR="192.0.2.7")
        assert goal.workspace_id == office.workspace.pk

    def test_a_wrong_token_is_not_saved_by_the_local_door(self, demo):
        assert launch({"goal": GOAL}, headers={"Authorization": "Bearer ioa_wrong"}).status_code == 401

    def test_a_viewer_may_not(self, demo, office):
        token = issue_token(actor_for(office.viewer), "ioa")
        assert launch({"goal": GOAL}, headers={"Authorization": f"Bearer {token}"}).status_code == 403

    def test_a_goal_of_another_workspace_does_not_exist(self, demo, world):
        assert Client().get(f"/launch_goal/{world.goal.pk}").status_code == 404
        assert launch({"comm_id": str(world.goal.pk), "cont_input": "Hello?"}).status_code == 404
