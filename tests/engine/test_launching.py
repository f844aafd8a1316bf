"""A goal at the door: what is taken, what is refused and in which words, and that a key gives one goal."""

import threading

import pytest
from django.db import connection

from apps.accounts.domain.errors import Conflict, Forbidden, Refused
from apps.agents.models import Document
from apps.chat.actions import GoalRequest, Upload, launch_goal
from apps.chat.actions.goals import MOST_TEXT
from apps.files.queries.contents import stored_content
from apps.teams.models import Goal
from tests.engine.conftest import task

BROKEN_CSV = b'year,revenue\n2014,86.8\n2015\n"2016,91.2,oops\n,,,,\n2017;96.6\n'


def launched(stage, text: str = "Do the work", **request) -> Goal:
    with stage.bells_lost():
        return stage.launch(text, **request)


REFUSED = {
    "nothing": ({"text": ""}, "text", "Say what you want"),
    "blanks": ({"text": " \n\t "}, "text", "Say what you want"),
    "what no database stores": ({"text": "\x00\ud800"}, "text", "Say what you want"),
    "100 kB": ({"text": "x" * 100_000}, "text", "at most 20,000 characters; this one has 100,000"),
    "an unknown member": ({"text": "Go", "team": ("nobody",)}, "team", "no agent @nobody"),
    "a member with NUL": ({"text": "Go", "team": ("no\x00body",)}, "team", "no agent @nobody"),
    "negative turns": ({"text": "Go", "limits": {"turns": -1}}, "limits", "turns: "),
    "turns in words": ({"text": "Go", "limits": {"turns": "some"}}, "limits", "turns: "),
    "an unknown limit": ({"text": "Go", "limits": {"luck": 7}}, "limits", "luck: "),
    "a wrong priority": ({"text": "Go", "priority": "now"}, "priority", "low, normal, high"),
    "too many files": ({"text": "Go", "files": (Upload("a.txt", b"words"),) * 21}, "files", "at most 20"),
    "a file without text": ({"text": "Go", "files": (Upload("a.txt", b"  \n \n"),)}, "files", "holds no text"),
    "an empty file": ({"text": "Go", "files": (Upload("a.txt", b""),)}, "files", "holds no text"),
    "a file without a name": ({"text": "Go", "files": (Upload("", b"words"),)}, "files", "needs a name"),
    "a long key": ({"text": "Go", "idempotency_key": "k" * 201}, "idempotency_key", "at most 200"),
}


@pytest.mark.parametrize(("request_", "field", "words"), REFUSED.values(), ids=REFUSED)
def test_what_can_not_be_a_goal_is_refused_with_a_sentence(stage, request_, field, words):
    with pytest.raises(Refused) as refused:
        launch_goal(stage.owner, GoalRequest(**request_))

    assert list(refused.value.fields) == [field]
    assert words in refused.value.fields[field]
    assert not Goal.objects.exists()
    assert not Document.objects.exists()


def test_a_file_that_is_too_large_is_refused(stage, settings):
    settings.IOA_FILE_LIMIT = 2**20
    with pytest.raises(Refused, match="larger than 1 MB"):
        launch_goal(stage.owner, GoalRequest("Go", files=(Upload("big.txt", b"word " * 2**18),)))
    assert not Goal.objects.exists()


@pytest.mark.parametrize(
    "text", ["🚀", "🚀🌕✨", "?", "x" * MOST_TEXT, "\u200b.", "a\r\nb", "<script>alert(1)</script>"]
)
def test_an_odd_goal_is_taken_and_ends_with_a_reason(stage, text):
    stage.agent("worker", skill="counting ships")

    goal = stage.until_ended(stage.launch(text))  # no script: rules speak

    assert goal.text == text
    assert goal.outcome in ("failed", "partial", "done")
    assert goal.failure or goal.answer
    assert 0 < len(goal.title) <= 80


def test_signs_that_no_database_stores_are_left_out_of_a_goal(stage):
    assert launched(stage, "Count\x00 the \ud83dships").text == "Count the ships"


def test_a_csv_with_broken_rows_is_attached_as_it_is(stage):
    goal = launched(stage, files=(Upload("figures.csv", BROKEN_CSV),))

    document = Document.objects.get(goal_id=goal.id)
    assert (document.name, b"".join(stored_content(document.blob).chunks())) == ("figures.csv", BROKEN_CSV)


def test_two_files_of_one_name_are_told_apart(stage):
    goal = launched(stage, files=(Upload("a.txt", b"one"), Upload("a.txt", b"two")))

    assert sorted(Document.objects.filter(goal_id=goal.id).values_list("name", flat=True)) == ["a (2).txt", "a.txt"]


def test_a_team_named_by_hand_is_the_only_one_that_is_asked(stage):
    stage.agent("chosen", {"result": "By me."}, skill="counting ships")
    stage.agent("better", {"result": "By another."}, skill="counting ships in the harbour")
    stage.voices([{"do": "assign", "tasks": [task("a", needs=("counting ships in the harbour",))], "answer": "a"}])

    goal = stage.until_ended(stage.launch(team=(" @CHOSEN ", "chosen")))

    assert goal.wanted_handles == ["chosen"]
    assert goal.answer == "By me."


def test_an_agent_outside_of_the_named_team_is_not_asked_even_by_name(stage):
    stage.agent("chosen", skill="counting ships")
    stage.agent("other", skill="painting fences")
    stage.voices([{"do": "assign", "tasks": [task("a", "other")], "answer": "a"}])

    goal = stage.until_ended(stage.launch(team=("chosen",)))

    assert goal.outcome == "failed"
    assert "@other" in goal.failure


def test_agents_of_another_workspace_are_unknown(stage):
    stage.agent("worker")
    with pytest.raises(Refused, match="no agent @worker"):
        launch_goal(stage.stranger, GoalRequest("Go", team=("worker",)))


def test_a_viewer_gives_no_goals(stage):
    with pytest.raises(Forbidden, match="operator"):
        launch_goal(stage.viewer, GoalRequest("Go"))


def test_limits_that_are_not_named_are_the_workspaces(stage):
    goal = launched(stage, limits={"turns": 7})

    assert goal.limits["turns"] == 7
    assert goal.limits["depth"] == launched(stage).limits["depth"]


# --- idempotency ----------------------------------------------------------------------------------------------------


def test_the_same_key_and_request_give_the_same_goal(stage):
    first = launched(stage, idempotency_key="k1", files=(Upload("a.txt", b"one"),))
    again = launched(stage, idempotency_key="k1", files=(Upload("a.txt", b"one"),))

    assert first.id == again.id
    assert Goal.objects.count() == 1
    assert Document.objects.count() == 1


def test_the_same_key_with_a_changed_file_is_a_conflict(stage):
    launched(stage, idempotency_key="k1", files=(Upload("a.txt", b"one"),))
    with pytest.raises(Conflict, match="another request"):
        launched(stage, idempotency_key="k1", files=(Upload("a.txt", b"two"),))
    assert Goal.objects.count() == 1


@pytest.mark.parametrize("other", [{"text": "Other"}, {"limits": {"turns": 3}}, {"priority": "high"}])
def test_the_same_key_with_another_request_is_a_conflict(stage, other):
    launched(stage, idempotency_key="k1")
    with pytest.raises(Conflict):
        launched(stage, **({"text": "Do the work", "idempotency_key": "k1"} | other))


def test_two_people_may_use_the_same_key(stage):
    with stage.bells_lost():
        goals = {
            launch_goal(actor, GoalRequest("Go", idempotency_key="k1")).id for actor in (stage.owner, stage.operator)
        }
    assert len(goals) == 2


def test_without_a_key_each_request_is_a_goal(stage):
    assert launched(stage).id != launched(stage).id


def test_the_same_key_at_the_same_time_gives_one_goal(stage):
    together, found = threading.Barrier(2), []

    def launch() -> None:
        together.wait()
        found.append(launch_goal(stage.owner, GoalRequest("Go", idempotency_key="k1")).id)
        connection.close()

    with stage.bells_lost():
        threads = [threading.Thread(target=launch) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert len(found) == 2
    assert len(set(found)) == 1
    assert Goal.objects.count() == 1
