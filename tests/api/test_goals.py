"""Goals over REST: giving, listing, reading, steering."""

import json
from datetime import datetime, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models.functions import Now

from apps.agents.domain.calls import Usage
from apps.agents.models import Document
from apps.chat.domain.display import Display
from apps.chat.models import Conversation, Message
from apps.journal.actions import recording
from apps.journal.models import Event
from apps.teams.actions.limits import settle
from apps.teams.models import Goal, Task, Team
from apps.teams.queries.goals import waiting_goals
from tests import factories
from tests.api.conftest import check_problem

TEXT = "Find the revenue, plot it, and report the growth."


def test_a_goal_needs_no_more_than_a_text(operator, office):
    answer = operator.post("/goals", {"text": TEXT})
    assert answer.status_code == 201
    goal = answer.json()
    assert (goal["text"], goal["outcome"], goal["priority"], goal["waiting"]) == (TEXT, "running", "normal", 0)
    assert goal["status"] in {state.value for state in Display}
    assert answer["Location"] == f"/api/v1/goals/{goal['id']}"
    assert operator.get(answer["Location"]).json()["id"] == goal["id"]
    assert Goal.objects.get(pk=goal["id"]).created_by_id == office.operator.pk


def test_team_limits_and_priority_are_taken(operator):
    body = {"text": TEXT, "team": ["@scout", "TALLY"], "limits": {"turns": 7, "tokens": None}, "priority": "high"}
    goal = operator.post("/goals", body).json()
    assert (goal["limits"]["turns"], goal["limits"]["tokens"], goal["limits"]["depth"]) == (7, None, 3)
    assert goal["priority"] == "high"
    assert Goal.objects.get(pk=goal["id"]).wanted_handles == ["scout", "tally"]


def test_a_form_brings_files_along(operator):
    table = SimpleUploadedFile("figures.csv", b"year,revenue\n2014,86.8\n", "text/csv")
    fields = {"text": TEXT, "team": ["scout", "scribe"], "limits": json.dumps({"turns": 9}), "files": [table]}
    answer = operator.form("/goals", fields)
    assert answer.status_code == 201, answer.content
    goal = Goal.objects.get(pk=answer.json()["id"])
    assert (goal.wanted_handles, goal.limits["turns"]) == (["scout", "scribe"], 9)
    assert [document.name for document in Document.objects.filter(goal_id=goal.pk)] == ["figures.csv"]


def test_the_same_key_with_the_same_request_gives_the_same_goal(operator):
    first = operator.post("/goals", {"text": TEXT}, headers={"Idempotency-Key": "k1"})
    again = operator.post("/goals", {"text": TEXT}, headers={"Idempotency-Key": "k1"})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["id"] == again.json()["id"]
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert Goal.objects.filter(text=TEXT).count() == 1


def test_the_same_key_with_another_request_is_a_conflict(operator):
    operator.post("/goals", {"text": TEXT}, headers={"Idempotency-Key": "k1"})
    other = operator.post("/goals", {"text": "Something else."}, headers={"Idempotency-Key": "k1"})
    assert other.status_code == 409


def test_a_key_is_its_persons_own(operator, owner):
    mine = operator.post("/goals", {"text": TEXT}, headers={"Idempotency-Key": "k1"}).json()
    theirs = owner.post("/goals", {"text": "Something else."}, headers={"Idempotency-Key": "k1"})
    assert theirs.status_code == 201
    assert theirs.json()["id"] != mine["id"]


def test_who_has_as_many_goals_waiting_as_they_may_is_told_when_to_come_again(operator, office, settings):
    settings.IOA_WAITING_GOALS = 1 + waiting_goals(office.workspace.pk, 100, 100)[0]
    first = operator.post("/goals", {"text": TEXT}, headers={"Idempotency-Key": "k1"})
    second = operator.post("/goals", {"text": "One too many."})
    again = operator.post("/goals", {"text": TEXT}, headers={"Idempotency-Key": "k1"})
    assert (first.status_code, second.status_code, again.status_code) == (201, 429, 200)
    assert second["Retry-After"] == "10"
    assert not Goal.objects.filter(text="One too many.").exists()
    Goal.objects.filter(text=TEXT).update(started_at=Now())
    assert operator.post("/goals", {"text": "There is room again."}).status_code == 201


def test_all_workspaces_together_have_a_bound_too(operator, office, settings):
    settings.IOA_WAITING_GOALS_IN_ALL = 1 + waiting_goals(office.workspace.pk, 100, 100)[1]
    assert operator.post("/goals", {"text": TEXT}).status_code == 201
    assert operator.post("/goals", {"text": "One too many."}).status_code == 429


def test_a_goal_that_nobody_has_begun_is_shown_as_queued_since_it_was_given(operator):
    goal = operator.post("/goals", {"text": TEXT}).json()
    long_ago = Now() - timedelta(minutes=10)
    Goal.objects.filter(pk=goal["id"]).update(created_at=long_ago)
    Team.objects.filter(goal=goal["id"]).update(created_at=long_ago)
    Conversation.objects.filter(team__goal=goal["id"]).update(phase_at=long_ago)
    Message.objects.filter(conversation__team__goal=goal["id"]).update(created_at=long_ago)
    shown = operator.get(f"/goals/{goal['id']}").json()
    assert shown["status"] == "queued"
    assert [one["id"] for one in operator.get("/goals?status=queued").json()["items"]] == [goal["id"]]


BAD_GOALS = {
    "nothing": ({}, "text"),
    "an empty text": ({"text": "  \n "}, "text"),
    "no text at all": ({"text": ""}, "text"),
    "a text that nobody sees": ({"text": "\u200b \u2800\ufeff"}, "text"),
    "100 kB": ({"text": "a" * 100_000}, "text"),
    "a number for a text": ({"text": 5}, "text"),
    "a NUL": ({"text": "a\x00b"}, "text"),
    "half a character": ('{"text": "a\\ud800b"}', "text"),
    "an unknown team member": ({"text": TEXT, "team": ["nobody"]}, "team"),
    "a strange team member": ({"text": TEXT, "team": ["' or 1=1 --"]}, "team"),
    "a NUL in a handle": ({"text": TEXT, "team": ["a\x00"]}, "team.0"),
    "a team that is no list": ({"text": TEXT, "team": "scout"}, "team"),
    "a negative limit": ({"text": TEXT, "limits": {"turns": -1}}, "limits.turns"),
    "no turns": ({"text": TEXT, "limits": {"turns": 0}}, "limits.turns"),
    "endless money": ('{"text": "x", "limits": {"money": Infinity}}', "limits.money"),
    "money that is no number": ('{"text": "x", "limits": {"money": NaN}}', "limits.money"),
    "a limit that is true": ({"text": TEXT, "limits": {"turns": True}}, "limits"),
    "a limit of words": ({"text": TEXT, "limits": {"minutes": "many"}}, "limits.minutes"),
    "an unknown limit": ({"text": TEXT, "limits": {"patience": 3}}, "limits.patience"),
    "limits that are a list": ({"text": TEXT, "limits": [1]}, "limits"),
    "no depth": ({"text": TEXT, "limits": {"depth": None}}, "limits.depth"),
    "an unknown priority": ({"text": TEXT, "priority": "now"}, "priority"),
    "an unknown review": ({"text": TEXT, "review": "perhaps"}, "review"),
    "an extra field": ({"text": TEXT, "owner": "me"}, "owner"),
    "a field that is the server's": ({"text": TEXT, "outcome": "done"}, "outcome"),
    "a list": ([], ""),
    "null": ("null", ""),
}


@pytest.mark.parametrize(("body", "field"), BAD_GOALS.values(), ids=BAD_GOALS.keys())
def test_a_bad_goal_is_refused_with_its_field_named(operator, body, field):
    before = Goal.objects.count()
    answer = operator.post("/goals", body)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert Goal.objects.count() == before


@pytest.mark.parametrize("body", ["", "{", "text=x", b"\xff\xfe", "[" * 100_000, '{"text": ' + "9" * 5000 + "}"])
def test_what_is_not_json_is_malformed(operator, body):
    assert operator.post("/goals", body).status_code == 400


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("{", "This is not JSON."),
        ("[" * 100_000, "This JSON is nested too deeply."),
        ('{"text": ' + "9" * 5000 + "}", "A number in this JSON has too many digits."),
    ],
    ids=["no JSON", "deep", "digits"],
)
def test_why_it_is_not_read_is_said(operator, body, why):
    assert operator.post("/goals", body).json()["detail"] == why
    assert operator.post("/tokens", body).json()["detail"] == why


def test_a_field_of_a_form_that_is_not_json_is_named(operator):
    answer = operator.form("/goals", {"text": TEXT, "limits": "{"})
    assert answer.status_code == 400
    assert answer.json()["errors"] == [{"field": "limits", "detail": "This is not JSON."}]
    assert answer.json()["detail"] == "limits: This is not JSON."


def test_another_media_type_is_not_read(operator):
    for address in ("/tokens", "/templates", "/agents/scout/ask"):
        assert operator.post(address, "name=x", content_type="text/plain").status_code == 415
        assert operator.post(address, "name=x", content_type="application/x-www-form-urlencoded").status_code == 415
        assert operator.post(address, "name=x").status_code == 400
    assert operator.post("/goals", "text: x", content_type="application/yaml").status_code == 415


@pytest.mark.parametrize("body", ["", "[]", "1"])
def test_a_body_that_is_missing_or_no_object_is_asked_for(owner, body):
    for address in ("/tokens", "/webhooks", "/agents", "/members", "/templates", "/agents/scout/ask"):
        answer = owner.post(address, body)
        assert (answer.status_code, answer.json()["detail"]) == (422, "Send a JSON object as the body.")


def test_what_is_wrong_with_a_value_is_said_without_the_words_of_a_library(operator):
    refused = operator.post("/goals", {"text": "\x00"}).json()
    assert refused["errors"] == [{"field": "text", "detail": "leave out NUL characters"}]


def test_a_body_over_the_limit_is_too_large(operator, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert operator.post("/goals", {"text": "a" * 2000}).status_code == 413


def test_an_overlong_key_is_refused(operator):
    answer = operator.post("/goals", {"text": TEXT}, headers={"Idempotency-Key": "k" * 201})
    assert answer.status_code == 422


BAD_FORMS = {
    "an empty file": ({"files": SimpleUploadedFile("empty.txt", b"")}, 422),
    "a file too large": ({"files": SimpleUploadedFile("big.txt", b"a" * 3000)}, 413),
    "files under another name": ({"upload": SimpleUploadedFile("a.txt", b"words")}, 422),
    "an extra field": ({"owner": "me"}, 422),
    "limits that are not JSON": ({"limits": "many"}, 400),
    "limits out of range": ({"limits": '{"turns": -1}'}, 422),
}


@pytest.mark.parametrize(("fields", "status"), BAD_FORMS.values(), ids=BAD_FORMS.keys())
def test_a_bad_form_is_refused(operator, settings, fields, status):
    settings.IOA_FILE_LIMIT = 2000
    before = (Goal.objects.count(), Document.objects.count())
    for value in fields.values():
        if isinstance(value, SimpleUploadedFile):
            value.seek(0)
    answer = operator.form("/goals", {"text": TEXT} | fields)
    assert answer.status_code == status
    check_problem(answer)
    assert before == (Goal.objects.count(), Document.objects.count())


def test_more_files_than_a_goal_takes_are_too_large(operator, settings):
    files = [
        SimpleUploadedFile(f"{number}.txt", b"words") for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FILES + 1)
    ]
    answer = operator.form("/goals", {"text": TEXT, "files": files})
    assert answer.status_code == 413
    check_problem(answer)
    assert answer.json()["detail"] == "A request has at most 20 files."


def test_files_that_are_too_large_together_are_refused(operator, settings):
    settings.IOA_FILE_LIMIT, settings.IOA_REQUEST_LIMIT = 1000, 5000
    files = [SimpleUploadedFile(f"{number}.txt", b"a" * 900) for number in range(6)]
    assert operator.form("/goals", {"text": TEXT, "files": files}).status_code == 413


def test_a_broken_form_is_malformed(operator):
    body = b"--x\r\nContent-Disposition: form-data; name=text\r\n"
    answer = operator.post("/goals", body, content_type="multipart/form-data")
    assert answer.status_code == 400


def test_goals_are_listed_newest_first_page_by_page(viewer, world):
    shown, cursor = [], None
    while cursor or not shown:
        page = viewer.get(f"/goals?limit=2{f'&cursor={cursor}' if cursor else ''}").json()
        assert len(page["items"]) <= 2
        shown, cursor = shown + page["items"], page["next"]
    made = [datetime.fromisoformat(goal["created_at"]) for goal in shown]
    assert made == sorted(made, reverse=True)
    assert len({goal["id"] for goal in shown}) == len(shown) == Goal.objects.count()


def test_the_list_is_filtered_by_the_status_it_shows(viewer, world):
    everything = viewer.get("/goals?limit=100").json()["items"]
    assert len({goal["status"] for goal in everything}) >= 5
    for state in Display:
        found, cursor = [], ""
        while cursor is not None:
            page = viewer.get(f"/goals?status={state.value}&limit=1&cursor={cursor}").json()
            found, cursor = found + page["items"], page["next"]
        assert [goal["id"] for goal in found] == [goal["id"] for goal in everything if goal["status"] == state]


def test_a_list_takes_as_many_statements_for_many_goals_as_for_few(viewer, world, django_assert_max_num_queries):
    for number in range(5):
        factories.small_goal(world.workspace, world.owner, f"Another goal {number}")
    with django_assert_max_num_queries(14):
        assert len(viewer.get("/goals?limit=100").json()["items"]) == 12


def test_one_goal_takes_few_statements(viewer, world, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        assert viewer.get(f"/goals/{world.goal.pk}").status_code == 200


def test_a_goal_shows_its_state_its_spending_and_what_waits(viewer, world):
    goal = viewer.get(f"/goals/{world.goal.pk}").json()
    assert goal["text"] == world.goal.text
    assert (goal["status"], goal["waiting"], goal["team"]) == ("needs_you", 2, str(world.root.team.pk))
    assert (goal["spent"]["turns"], goal["spent"]["tokens"], goal["spent"]["money"]) == (15, 61_200, 0.74)
    assert goal["spent"]["minutes"] > 0


def test_an_unknown_price_is_not_nothing(viewer, world):
    world.root.spends(spent_money=0.0, spent_unpriced=61_200)
    assert viewer.get(f"/goals/{world.goal.pk}").json()["spent"]["money"] is None


def test_a_price_of_nothing_is_known(viewer, world):
    world.root.spends(spent_money=0.0)
    spent = viewer.get(f"/goals/{world.goal.pk}").json()["spent"]
    assert (spent["money"], spent["unpriced_tokens"]) == (0, 0)


def test_tokens_without_a_price_are_booked_apart(viewer, office):
    story = factories.small_goal(office.workspace, office.owner)
    with recording(story.goal.pk) as log:
        for usage in (Usage(10, 5, money=0.25), Usage(100, 50, money=None), Usage(1000, 500, money=0.0)):
            settle(log, story.root.team, usage, reserved_tokens=0)
    spent = viewer.get(f"/goals/{story.goal.pk}").json()["spent"]
    assert (spent["tokens"], spent["money"], spent["unpriced_tokens"]) == (1665, 0.25, 150)


def test_a_running_goal_has_a_result_without_a_verdict(viewer, world):
    result = viewer.get(f"/goals/{world.goal.pk}/result").json()
    assert (result["status"], result["answer"], result["verdict"]) == ("needs_you", None, None)
    assert {file["name"] for file in result["files"]} == {"figures.csv", "revenue.svg"}


ENDS = {"done": "done", "partial": "partial", "failed": "failed", "stopped": "stopped"}


def test_an_ended_goal_has_a_verdict(viewer, world):
    Goal.objects.exclude(outcome="running").update(answer="Forty-two.", missing_skills=["fly"])
    for outcome, status in ENDS.items():
        result = viewer.get(f"/goals/{Goal.objects.get(outcome=outcome).pk}/result").json()
        assert (result["status"], result["verdict"], result["answer"]) == (status, outcome, "Forty-two.")
        assert result["missing"] == ["fly"]


def test_an_ended_goal_says_whether_its_answer_is_still_to_come_among_its_files(viewer, world):
    goal = Goal.objects.get(outcome="done")
    for owed in (True, False):
        Goal.objects.filter(pk=goal.pk).update(answer_owed=owed)
        assert viewer.get(f"/goals/{goal.pk}").json()["answer_owed"] is owed


def test_a_file_comes_as_a_download_that_no_browser_runs(viewer, world):
    (chart,) = [f for f in viewer.get(f"/goals/{world.goal.pk}/files").json()["items"] if f["name"] == "revenue.svg"]
    answer = viewer.get(chart["url"])
    assert answer.content == factories.CHART
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Content-Disposition"] == 'attachment; filename="revenue.svg"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer["Content-Security-Policy"]


def test_events_are_read_in_order_from_any_place(viewer, world):
    first = viewer.get(f"/goals/{world.goal.pk}/events?limit=5").json()
    assert [event["seq"] for event in first["items"]] == [1, 2, 3, 4, 5]
    rest = viewer.get(f"/goals/{world.goal.pk}/events?after={first['last']}&limit=500").json()
    assert [event["seq"] for event in rest["items"]] == list(range(6, rest["last"] + 1))
    nothing = viewer.get(f"/goals/{world.goal.pk}/events?after={rest['last']}").json()
    assert nothing == {"items": [], "last": rest["last"]}


def test_a_goal_is_paused_resumed_and_stopped(operator):
    goal = operator.post("/goals", {"text": TEXT}).json()
    assert operator.post(f"/goals/{goal['id']}/pause").json()["status"] == "paused"
    assert operator.post(f"/goals/{goal['id']}/resume").json()["status"] != "paused"
    stopped = operator.post(f"/goals/{goal['id']}/stop").json()
    assert (stopped["status"], stopped["outcome"]) == ("stopped", "stopped")


def test_a_goal_that_has_ended_is_neither_paused_nor_resumed(operator):
    goal = operator.post("/goals", {"text": TEXT}).json()
    assert operator.post(f"/goals/{goal['id']}/stop").status_code == 200
    for deed in ("pause", "resume"):
        for address in (f"/goals/{goal['id']}", f"/teams/{goal['team']}"):
            refused = operator.post(f"{address}/{deed}")
            assert (refused.status_code, "has ended" in refused.json()["detail"]) == (409, True)
    assert operator.post(f"/goals/{goal['id']}/stop").status_code == 200


def test_limits_that_are_not_named_stay(operator):
    goal = operator.post("/goals", {"text": TEXT, "limits": {"turns": 7, "minutes": 5}}).json()
    changed = operator.send("PATCH", f"/goals/{goal['id']}/limits", {"limits": {"turns": 30}}).json()
    assert (changed["limits"]["turns"], changed["limits"]["minutes"]) == (30, 5)


@pytest.mark.parametrize("limits", [{"turns": -1}, {"speed": 1}, [], "many", {"turns": False}])
def test_bad_limits_are_refused(operator, office, limits):
    story = factories.small_goal(office.workspace, office.owner)
    answer = operator.send("PATCH", f"/goals/{story.goal.pk}/limits", {"limits": limits})
    assert answer.status_code == 422


FOREIGN = {"origin": {"kind": "person", "id": "mallory"}, "goal": "elsewhere", "depth": [1, {"as": "they like"}]}


def test_a_chain_from_outside_is_kept_as_a_claim_and_changes_nothing(operator, office):
    answer = operator.post("/goals", {"text": TEXT, "claimed_chain": FOREIGN})
    goal = Goal.objects.get(pk=answer.json()["id"])
    assert (answer.status_code, answer.json()["claimed_chain"], goal.claimed_chain) == (201, FOREIGN, FOREIGN)
    assert (goal.origin.kind, goal.origin.user_id) == ("token", office.operator.pk)
    assert "mallory" not in json.dumps([event.chain for event in Event.objects.filter(stream_id=goal.pk)])


def test_a_form_brings_a_claim_as_json(operator):
    answer = operator.form("/goals", {"text": TEXT, "claimed_chain": json.dumps(FOREIGN)})
    assert (answer.status_code, answer.json()["claimed_chain"]) == (201, FOREIGN)


@pytest.mark.parametrize(
    "claim",
    [
        '"a text"',
        "[]",
        f'{{"long": "{"x" * 4000}"}}',
        '{"nul": "\\u0000"}',
        '{"half": "\\ud800"}',
        '{"endless": Infinity}',
        '{"number": NaN}',
    ],
)
def test_a_claim_that_can_not_be_kept_is_refused(operator, claim):
    answer = operator.post("/goals", f'{{"text": "{TEXT}", "claimed_chain": {claim}}}')
    assert answer.status_code == 422
    assert not Goal.objects.filter(text=TEXT).exclude(claimed_chain={}).exists()


def test_nobody_says_in_whose_name_a_goal_is_given(operator):
    for field in ("origin", "chain", "created_by"):
        assert operator.post("/goals", {"text": TEXT, field: FOREIGN}).status_code == 422


def test_tasks_messages_and_events_name_their_chain(operator, office):
    goal = Goal.objects.get(pk=operator.post("/goals", {"text": TEXT}).json()["id"])
    said = operator.get(f"/teams/{goal.teams.get().pk}/messages").json()["items"][0]["chain"]
    place = {"goal": str(goal.pk), "team": str(goal.teams.get().pk)}
    by = {"origin": str(goal.origin_id), "origin_kind": "token"}
    assert {name: said[name] for name in by | place} == by | place
    first = operator.get(f"/goals/{goal.pk}/events").json()["items"][0]["chain"]
    assert {name: link for name, link in first.items() if link} == {"origin": by["origin"], "goal": place["goal"]}


def test_a_task_names_its_chain(operator, world):
    task = Task.objects.exclude(owner__agent=None).first()
    told = operator.get(f"/tasks/{task.pk}").json()["chain"]
    links = {"origin": task.origin_id, "team": task.team_id, "member": task.owner_id, "task": task.pk}
    assert {name: told[name] for name in links} == {name: str(link) for name, link in links.items()}
    assert (told["origin_kind"], told["attempt"]) == ("person", None)
