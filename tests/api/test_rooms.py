"""Teams, messages, tasks and decisions over REST."""

import pytest

from apps.chat.models import Message
from tests import factories


def test_the_teams_of_a_goal_come_parents_first(viewer, world):
    teams = viewer.get(f"/goals/{world.goal.pk}/teams").json()["items"]
    seen = set()
    for team in teams:
        assert team["parent"] is None or team["parent"] in seen
        seen.add(team["id"])
    assert teams[0]["id"] == str(world.root.team.pk)
    assert len(teams) == 6


def test_a_team_shows_its_members_its_state_and_why_it_was_formed(viewer, world, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        team = viewer.get(f"/teams/{world.root.team.pk}").json()
    assert {member["handle"] for member in team["members"] if member["kind"] == "agent"} == {
        "contour",
        "scout",
        "scribe",
    }
    assert (team["status"], team["phase"], team["turn"], team["floor"]["handle"]) == (
        "needs_you",
        "async_task",
        15,
        "scribe",
    )
    assert team["formation"]["missing"] == ["translate into Basque"]
    assert str(world.find.team.pk) in team["subteams"]


def test_before_words_are_said_it_is_told_whom_they_wake_and_why(operator, world):
    factories.agent(world.workspace, "painter")
    place, said = f"/teams/{world.root.team.pk}/messages", Message.objects.count()
    told = operator.post(f"{place}/preview", {"text": "@painter, say why 2016 dips."}).json()
    assert [one["handle"] for one in told["outside"]] == ["painter"]
    assert all(one["name"] and one["why"] for one in told["wakes"])
    assert told["wakes"]
    assert Message.objects.count() == said


def test_before_words_are_steered_it_is_told_that_nobody_is_at_work(operator):
    team = operator.post("/goals", {"text": "Find the revenue."}).json()["team"]
    told = operator.post(f"/teams/{team}/messages/preview", {"text": "Faster.", "delivery": "steer"}).json()
    assert (told["wakes"], told["note"]) == ([], "No agent is at work in this room: it cannot be told so.")


def test_a_note_wakes_nobody_and_whoever_it_names_is_told(operator, world):
    told = operator.post(
        f"/teams/{world.root.team.pk}/messages/preview", {"text": f"@{world.owner.username} look.", "delivery": "note"}
    ).json()
    assert (told["wakes"], told["note"]) == ([], "")
    assert [one["handle"] for one in told["told"]] == [world.owner.username]


def test_who_may_be_named_is_listed_with_role_and_presence(viewer, world):
    listed = viewer.get(f"/teams/{world.root.team.pk}/mentionable").json()
    found = {(one["kind"], one["handle"]): one for one in listed["items"]}
    scout = found["agent", "scout"]
    assert (scout["in_team"], scout["attendance"]) == (True, "idle")
    assert scout["role"]
    assert {kind for kind, _ in found} == {"agent", "person", "team"}
    narrowed = viewer.get(f"/teams/{world.root.team.pk}/mentionable?q=scri").json()["items"]
    assert [one["handle"] for one in narrowed] == ["scribe"]
    assert viewer.get(f"/teams/{world.root.team.pk}/mentionable?q={'x' * 61}").status_code == 422


def test_messages_are_read_page_by_page_without_a_gap(viewer, world):
    numbers, cursor = [], ""
    while cursor is not None:
        page = viewer.get(f"/teams/{world.root.team.pk}/messages?limit=4&cursor={cursor}").json()
        numbers, cursor = numbers + [line["number"] for line in page["items"]], page["next"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == Message.objects.filter(conversation=world.root.conversation).count()


def test_messages_take_few_statements_however_many(viewer, world, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        lines = viewer.get(f"/teams/{world.root.team.pk}/messages?limit=100").json()["items"]
    kinds = {line["sender"]["kind"] for line in lines}
    assert kinds == {"agent", "person", "coordinator", "hub"}


def test_a_message_is_posted_and_waits_to_be_read(operator):
    goal = operator.post("/goals", {"text": "Find the revenue."}).json()
    answer = operator.post(f"/teams/{goal['team']}/messages", {"text": "Say why 2016 dips."})
    assert answer.status_code == 201
    said = answer.json()
    assert (said["text"], said["delivery"], said["read_in_turn"]) == ("Say why 2016 dips.", "next_turn", None)
    assert said["sender"]["kind"] == "person"
    listed = operator.get(f"/teams/{goal['team']}/messages").json()["items"]
    assert listed[-1]["id"] == said["id"]


BAD_MESSAGES = {
    "nothing": {},
    "an empty text": {"text": " "},
    "100 kB": {"text": "a" * 100_000},
    "a NUL": {"text": "\x00"},
    "what nobody sees": {"text": "\u200b"},
    "a NUL among who is added": {"text": "x", "adding": ["\x00"]},
    "half of a character among who is added": {"text": "x", "adding": ["\ud800"]},
    "a NUL among who is left alone": {"text": "x", "not_waking": ["\x00"]},
    "a number": {"text": 1},
    "an unknown delivery": {"text": "x", "delivery": "shout"},
    "an extra field": {"text": "x", "kind": "conclusion"},
}


@pytest.mark.parametrize("body", BAD_MESSAGES.values(), ids=BAD_MESSAGES.keys())
def test_a_bad_message_is_refused(operator, office, body):
    story = factories.small_goal(office.workspace, office.owner)
    answer = operator.post(f"/teams/{story.root.team.pk}/messages", body)
    assert answer.status_code == 422
    assert answer.json()["errors"]


def test_somebody_who_is_added_and_unknown_is_refused_under_the_name_of_the_field(operator, world):
    refused = operator.post(f"/teams/{world.write.team.pk}/messages", {"text": "x", "adding": ["nobody"]})
    assert [one["field"] for one in refused.json()["errors"]] == ["adding"]


def test_members_talk_under_a_protocol_when_a_person_wants_it(operator, world):
    team = f"/teams/{world.write.team.pk}"
    assert operator.get(team).json()["talk"] is None
    handles = [one["handle"] for one in operator.get(team).json()["members"] if one["kind"] == "agent"]
    asked = {"protocol": "round", "question": "Which year?", "members": handles[:2], "rounds": 1}

    talk = operator.post(f"{team}/talk", asked).json()["talk"]

    assert (talk["protocol"], talk["members"], talk["round"], talk["rounds"]) == ("round", handles[:2], 1, 1)
    assert (talk["turns"], talk["by_person"]) == ([], True)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"protocol": "duel", "question": "Why?"}, "protocol"),
        ({"protocol": "round", "question": ""}, "question"),
        ({"protocol": "round", "question": "Why?", "members": ["nobody", "else"]}, "members"),
    ],
)
def test_a_talk_that_cannot_be_is_refused_with_the_field(operator, world, asked, field):
    refused = operator.post(f"/teams/{world.write.team.pk}/talk", asked)
    assert refused.status_code == 422
    assert field in str(refused.json())


def test_a_subteam_is_paused_by_itself(operator, world):
    paused = operator.post(f"/teams/{world.write.team.pk}/pause").json()
    assert paused["status"] == "paused"
    assert operator.get(f"/goals/{world.goal.pk}").json()["status"] != "paused"
    assert operator.post(f"/teams/{world.write.team.pk}/resume").json()["status"] != "paused"


def test_tasks_are_listed_for_a_goal_and_for_a_team(viewer, world):
    everything, cursor = [], ""
    while cursor is not None:
        page = viewer.get(f"/goals/{world.goal.pk}/tasks?limit=3&cursor={cursor}").json()
        everything, cursor = everything + page["items"], page["next"]
    of_root = viewer.get(f"/goals/{world.goal.pk}/tasks?team={world.root.team.pk}").json()["items"]
    assert len(everything) == 7
    assert [(task["number"], task["after"]) for task in of_root] == [(1, []), (2, [1]), (3, [1, 2])]
    assert {task["id"] for task in of_root} < {task["id"] for task in everything}
    one = viewer.get(f"/tasks/{of_root[0]['id']}").json()
    assert one == of_root[0]
    assert (one["owner"]["handle"], one["result"]) == ("scout", "Seven years.")


def test_decisions_wait_oldest_first_and_are_made_once(operator, world):
    page = operator.get("/approvals?limit=1").json()
    rest = operator.get(f"/approvals?limit=1&cursor={page['next']}").json()
    first, second = page["items"][0], rest["items"][0]
    assert (first["question"], second["question"]) == (
        "Which series should the report use?",
        "Send the report to the whole board?",
    )
    assert rest["next"] is None
    assert (first["goal"], first["task"], first["options"]) == (
        str(world.goal.pk),
        1,
        ["As restated", "As first reported"],
    )
    answered = operator.post(f"/approvals/{second['id']}/decide", {"answer": "Approve"})
    assert answered.status_code == 200
    assert (answered.json()["state"], answered.json()["answer"]) == ("answered", "Approve")
    assert operator.post(f"/approvals/{second['id']}/decide", {"answer": "Deny"}).status_code == 409


def test_a_bad_answer_is_refused(operator, world):
    approval = operator.get("/approvals").json()["items"][0]
    for body in ({}, {"answer": ""}, {"answer": "a" * 100_000}, {"answer": "x", "state": "answered"}):
        assert operator.post(f"/approvals/{approval['id']}/decide", body).status_code == 422


def test_agents_are_listed_by_handle_and_read_one_by_one(viewer, world, django_assert_max_num_queries):
    handles, cursor = [], ""
    while cursor is not None:
        page = viewer.get(f"/agents?limit=3&cursor={cursor}").json()
        handles, cursor = handles + [agent["handle"] for agent in page["items"]], page["next"]
    assert handles == sorted(factories.SKILLS)
    with django_assert_max_num_queries(3):
        scout = viewer.get("/agents/@Scout").json()
    assert (scout["handle"], scout["running"], scout["skills"][0]["name"]) == ("scout", 0, "Search documents")
    assert viewer.get("/agents/nobody").status_code == 404


def test_agents_are_searched_by_what_is_to_be_done(viewer):
    found = viewer.get("/agents/search?q=draw+a+chart").json()["items"]
    assert all(-1 <= agent["score"] <= 1 for agent in found)


@pytest.mark.parametrize("query", ["", "?q=", f"?q={'a' * 3000}", "?q=%00", "?q=x&limit=0", "?q=x&limit=many"])
def test_a_bad_search_is_refused(viewer, query):
    assert viewer.get(f"/agents/search{query}").status_code == 422


def test_a_team_is_given_another_brief_and_dissolved(operator, world):
    root = world.root.team.pk
    assert operator.post(f"/teams/{root}/brief", {"brief": "Find the figures of 2021."}).status_code == 200
    assert operator.post(f"/teams/{root}/brief", {"brief": " "}).status_code == 422
    assert operator.post(f"/teams/{root}/dissolve", {}).status_code == 409
