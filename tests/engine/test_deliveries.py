"""A goal that ended with an answer has it as files, and its room shows each thing once."""

import pytest
from django.db import connection

from apps.chat.actions import post_message
from apps.chat.actions.answers import AlreadyDelivered, StoredAnswer, store_answers
from apps.chat.jobs.notifications import deliver_answer
from apps.files.actions.storage import SMALL
from apps.files.models import FileUse, Hold
from apps.teams.actions.answers import held_answer
from apps.teams.models import FileVersion, Goal, GoalFile
from apps.teams.queries.work import goals_owing_answers
from tests.engine.conftest import task
from tests.factories import person, small_goal, workspace

PLAN = {"do": "assign", "tasks": [task("find", "finder"), task("write", "writer", after=("find",))], "answer": "write"}
NAME = "do-the-work-in-python.md"
CODE = "It is done so:\n\n```python\nprint(1)\n```\n"


def made(name, content="one"):
    return {"file": {"name": name, "media_type": "text/plain", "content": content}}


def content_of(name):
    version = FileVersion.objects.filter(file__name=name).order_by("-number").first()
    return b"".join(bytes(piece.content) for piece in version.blob.pieces.order_by("position")).decode()


def roles(goal):
    return dict(GoalFile.objects.filter(goal=goal).values_list("name", "role"))


@pytest.fixture
def crew(stage):
    stage.agent("finder", made("figures.json", "[1]"), {"result": "It grew by 5%."})
    stage.agent("writer", {"result": CODE})
    stage.voices([PLAN])
    return stage


def test_the_answer_and_the_code_in_it_are_files_of_the_goal(crew):
    goal = crew.until_ended(crew.launch("Write a Python script"))

    assert roles(goal) == {
        "figures.json": "working",
        "write-a-python-script.md": "answer",
        "write-a-python-script.py": "answer",
    }
    assert content_of("write-a-python-script.md") == CODE
    assert content_of("write-a-python-script.py") == "print(1)\n"
    assert not Goal.objects.get().answer_owed
    assert not Hold.objects.exists()


def test_they_are_written_by_the_coordinator_in_the_name_of_who_asked(crew):
    goal = crew.until_ended(crew.launch())
    version = FileVersion.objects.get(file__name="do-the-work.md")

    assert version.member_id == crew.root(goal).members.get(lead=True).id
    assert version.origin_id == goal.origin_id
    assert "answer.filed" in crew.events(goal)


def test_the_conclusion_names_the_answer_before_the_files_that_led_to_it(crew):
    goal = crew.until_ended(crew.launch())
    assert [file["name"] for file in crew.messages(goal)[-1].data["artifacts"]] == ["do-the-work.md", "figures.json"]


def test_a_file_that_the_answer_names_is_no_working_file(stage):
    stage.agent("finder", made("figures.json", "[1]"), {"result": "See figures.json."})
    stage.agent("writer", {"result": "The figures are in figures.json."})
    stage.voices([PLAN])
    goal = stage.until_ended(stage.launch())
    assert roles(goal) == {"figures.json": "result", "do-the-work.md": "answer"}


def test_before_there_is_an_answer_the_goals_own_words_say_what_a_file_is_for(stage):
    stage.agent("finder", made("figures.json", "[1]"), made("other.json", "[2]"), {"result": "Found."})
    stage.agent("writer", {"ask": "Which?"}, {"result": "Written."})
    stage.voices([PLAN])
    goal = stage.launch("Put them into figures.json")
    assert roles(goal) == {"figures.json": "result", "other.json": "working"}


def test_a_draft_that_is_accepted_is_shown_once(crew):
    crew.voices({"*": [PLAN], "review": [{"do": "conclude", "accepts": 2}]})
    goal = crew.until_ended(crew.launch(review="always"))

    drafts = [one for one in crew.messages(goal) if one.kind == "result"]
    assert [(one.task_number, one.data.get("accepted")) for one in drafts] == [(1, None), (2, True)]


def test_a_draft_of_which_another_answer_was_made_stands_as_it_was(crew):
    crew.voices({"*": [PLAN], "review": [{"do": "conclude", "answer": "Better."}]})
    goal = crew.until_ended(crew.launch(review="always"))
    assert not [one for one in crew.messages(goal) if one.data.get("accepted")]


def test_the_answer_of_another_round_is_a_version_of_the_same_file(crew):
    crew.voices([PLAN, {"do": "conclude", "answer": "Shorter."}])
    goal = crew.until_ended(crew.launch())
    post_message(crew.owner, crew.root(goal).id, "Make it shorter.")
    crew.until_ended(goal)

    assert content_of("do-the-work.md") == "Shorter.\n"
    assert sorted(one.number for one in FileVersion.objects.filter(file__name="do-the-work.md")) == [1, 2]


def test_a_file_of_an_agent_under_that_name_stays_its_own(stage):
    stage.agent("finder", made("do-the-work.md", "mine"), {"result": "It grew."})
    stage.voices([{"do": "assign", "tasks": [task("find", "finder")], "answer": "find"}])
    stage.until_ended(stage.launch())
    assert (content_of("do-the-work.md"), content_of("do-the-work (2).md")) == ("mine", "It grew.\n")


def test_an_answer_that_was_not_delivered_is_found_and_delivered_once(crew):
    goal = crew.until_ended(crew.launch())
    FileVersion.objects.filter(file__role="answer").delete()
    GoalFile.objects.filter(role="answer").delete()
    Goal.objects.update(answer_owed=True)
    assert goals_owing_answers(goal.ended_at) == [goal.id]

    crew.until(lambda: not Goal.objects.get().answer_owed)
    deliver_answer(str(goal.id))
    assert FileVersion.objects.filter(file__role="answer").count() == 1


def test_an_answer_that_has_no_room_is_left_out_and_the_room_is_told(crew, settings):
    settings.IOA_FILE_QUOTAS = settings.IOA_FILE_QUOTAS | {"goal": (1, 100)}
    goal = crew.until_ended(crew.launch())
    assert list(roles(goal)) == ["figures.json"]
    assert crew.messages(goal)[-1].text == "“do-the-work.md” was left out. This goal may have 1 files, and has them."
    assert not Goal.objects.get().answer_owed


@pytest.fixture
def owing(stage):
    """Three goals that have ended, and of whose answers nothing is stored."""
    goals = []
    for name, answer in {"coder": CODE, "writer": "Two.", "poet": "w" * SMALL}.items():
        stage.agent(name, {"result": answer})
        stage.voices([{"do": "assign", "tasks": [task("write", name)], "answer": "write"}])
        goals.append(stage.until_ended(stage.launch("Do the work in Python")))
    FileVersion.objects.all().delete()
    GoalFile.objects.all().delete()
    FileUse.objects.all().delete()
    Goal.objects.update(answer_owed=True)
    return goals


def test_answers_of_many_goals_are_stored_by_one_transaction(owing):
    *some, long = owing
    stored = store_answers([goal.id for goal in some])
    assert [[file.name for file in one.kept.files] for one in stored] == [
        [NAME, "do-the-work-in-python.py"],
        [NAME],
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT xmin::text) FROM files_hold")
        assert cursor.fetchone() == (3, 1)
    (alone,) = store_answers([long.id])
    assert [file.size for file in alone.kept.files] == [SMALL + 1]


def test_one_answer_without_room_costs_the_others_nothing(owing, settings):
    settings.IOA_FILE_QUOTAS = settings.IOA_FILE_QUOTAS | {"goal": (1, SMALL)}
    stored = store_answers([goal.id for goal in owing])
    assert [[file.name for file in one.kept.files] for one in stored] == [[NAME], [NAME], []]
    assert [len(one.kept.left_out) for one in stored] == [1, 0, 1]


@pytest.mark.django_db
def test_what_goals_of_two_workspaces_answer_is_stored_in_its_own():
    goals = [small_goal(one, person(one), answer=CODE, answer_owed=True).goal for one in (workspace(), workspace())]
    assert len(store_answers([goal.id for goal in goals])) == 2
    assert set(Hold.objects.values_list("goal_id", "workspace_id", "blob__workspace_id")) == {
        (goal.id, goal.workspace_id, goal.workspace_id) for goal in goals
    }


def test_what_was_delivered_or_is_asked_for_twice_is_stored_once(owing):
    first, second, _ = owing
    deliver_answer(str(first.id))
    stored = store_answers([first.id, second.id, second.id])
    assert [type(one) for one in stored] == [AlreadyDelivered, StoredAnswer, AlreadyDelivered]
    with pytest.raises(ZeroDivisionError), held_answer(stored[1].kept):
        raise ZeroDivisionError
    assert not Hold.objects.exists()


def test_a_goal_that_failed_owes_nothing(crew):
    crew.voices([{"do": "conclude", "answer": "It can't be done.", "verdict": "failed"}])
    goal = crew.until_ended(crew.launch())
    assert not goal.answer_owed
    assert roles(goal) == {}
