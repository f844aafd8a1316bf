"""What agents, ended calls and coordinators had asked under an earlier release is answered under this one."""

import json
import uuid

import psycopg
import pytest

from tests.upgrade.test_old_data import DUMPS, old_data, run  # noqa: F401  # a fixture

pytestmark = pytest.mark.processes
BEFORE = "0027"  # of teams: before questions stood in one table

ROOMS = """
    SELECT team.id, team.goal_id, room.id, task.id, task.number
    FROM teams_goal goal JOIN teams_team team ON team.goal_id = goal.id AND team.parent_id IS NULL
    JOIN chat_conversation room ON room.team_id = team.id
    LEFT JOIN LATERAL (SELECT id, number FROM teams_task WHERE team_id = team.id AND state IN ('ready', 'working')
        ORDER BY number LIMIT 1) task ON TRUE
    WHERE goal.outcome = 'running' ORDER BY task.id IS NULL, goal.created_at LIMIT 3"""
SILENT = """
    UPDATE chat_conversation SET turn_state = 'none', turn_due_at = NULL, phase = %s, wait = %s, memory = %s
    WHERE id = %s"""
NO_TURNS = """
    UPDATE chat_turn turn SET outcome = 'lost', ended_at = now(), lease_until = NULL
    FROM chat_conversation room JOIN teams_team team ON team.id = room.team_id
    WHERE turn.conversation_id = room.id AND turn.outcome = 'open' AND room.id = ANY(%s)
    RETURNING team.goal_id, team.id, json_build_object('turn', turn.number, 'outcome', 'lost')::text"""
ASKED = """
    INSERT INTO teams_approval (id, team_id, task_id, kind, question, options, state, answer, payload, digest, asked_at)
    VALUES (%s, %s, %s, 'question', %s, '["2014", "2020"]', 'pending', '', '{}', '', now())"""
TOLD = """
    WITH moved AS (UPDATE journal_stream SET seq = seq + 1 WHERE id = %s RETURNING id, seq)
    INSERT INTO journal_event (stream_id, seq, at, kind, actor, team_id, payload)
    SELECT id, seq, now(), %s, '', %s, %s FROM moved"""
ASKING = "UPDATE teams_task SET state = 'asking', question = %s, answer = %s, question_heeded_at = now() WHERE id = %s"
RUNNING = """
    UPDATE teams_attempt SET state = 'running', worker = 'gone', started_at = now(), lease_until = now()
    WHERE task_id = %s AND state IN ('ready', 'running') RETURNING id"""
ENDED = """
    UPDATE teams_attempt SET state = 'asked', started_at = now(), ended_at = now(), lease_until = NULL,
        reserved_tokens = 0
    WHERE task_id = %s AND state IN ('ready', 'running') RETURNING id"""
IN_CALL = """
    INSERT INTO teams_question (id, task_id, attempt_id, text, state, answer, asked_at)
    VALUES (%s, %s, %s, %s, 'open', '', now())"""
SETTLED = """
    UPDATE teams_approval SET state = 'answered', answer = '1999', decided_at = now(),
        decided_by_id = (SELECT created_by_id FROM teams_goal WHERE id = %s)
    WHERE id = %s"""


def put_to_people(connection, room, text, *, task=None, silent=True):
    """An approval of before, told on the goal's stream; its id."""
    team, goal, talk, task_id, number = room
    put = uuid.uuid4()
    connection.execute(ASKED, [put, team, task_id if task else None, text])
    payload = json.dumps({"approval": str(put), "question": text, "kind": "question"})
    connection.execute(TOLD, [goal, "approval.asked", team, payload])
    if silent:
        questions = [{"task": number, "text": text, "with_person": True}] if task else []
        wait = {"tasks": [number], "mode": "all"} if task else {"person": True}
        phase = "sync_task" if task else "pause_trigger"
        connection.execute(SILENT, [phase, json.dumps(wait), json.dumps({"questions": questions}), talk])
    return put


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["between"])
def test_an_open_question_of_each_kind_is_answered_under_this_release(old_data):  # noqa: F811
    run(old_data, "manage.py", "migrate", "teams", BEFORE)
    with psycopg.connect(old_data) as connection:
        working, ended, floor = connection.execute(ROOMS).fetchall()
        for goal, team, turn in connection.execute(NO_TURNS, [[working[2], ended[2], floor[2]]]).fetchall():
            connection.execute(TOLD, [goal, "turn.ended", team, turn])
        in_call = uuid.uuid4()
        (attempt,) = connection.execute(RUNNING, [working[3]]).fetchone()
        connection.execute(IN_CALL, [in_call, working[3], attempt, "Which year?"])
        connection.execute(ASKING, ["Which year?", "", working[3]])
        connection.execute(ENDED, [ended[3]]).fetchone()
        connection.execute(ASKING, ["Which town?", "", ended[3]])
        puts = [
            put_to_people(connection, working, "Which year?", task=True),
            put_to_people(connection, ended, "Which town do you mean?", task=True),
            put_to_people(connection, floor, "Shall we go on?"),
        ]
        history = put_to_people(connection, floor, "Before that?", silent=False)
        connection.execute(SETTLED, [floor[1], history])
        decided = json.dumps({"approval": str(history), "state": "answered", "answer": "1999"})
        connection.execute(TOLD, [floor[1], "approval.decided", floor[0], decided])
    run(old_data, "manage.py", "prepare")
    with psycopg.connect(old_data) as connection:
        rows = "SELECT id, text, state, in_call, task_id, hop_id FROM teams_question ORDER BY text"
        before, shall, town, year = connection.execute(rows).fetchall()
        assert before[1:] == ("Before that?", "answered", False, None, history)
        assert shall[1:] == ("Shall we go on?", "open", False, None, puts[2])
        assert town[1:] == ("Which town?", "open", False, ended[3], puts[1])
        assert year == (in_call, "Which year?", "open", True, working[3], puts[0])
        asks = "SELECT asks_id FROM teams_task WHERE id = ANY(%s) ORDER BY id = %s"
        found = connection.execute(asks, [[working[3], ended[3]], ended[3]]).fetchall()
        assert found == [(year[0],), (town[0],)]
        (left,) = connection.execute("SELECT count(*) FROM teams_approval WHERE kind = 'question'").fetchone()
        assert left == 0
    answered = json.loads(run(old_data, "-m", "tests.upgrade.answering", *map(str, puts)))
    assert [(one["state"], one["answer"]) for one in answered] == [("answered", "2014")] * 3
    assert [one["words"] for one in answered] == ["Which year?", "Which town do you mean?", "Shall we go on?"]
    assert [one["told_next"] for one in answered] == [False, True, False]
    goals = json.loads(run(old_data, "-m", "tests.upgrade.driver"))
    assert [goal for goal in goals if goal["fault"] or goal["outcome"] == "running"] == []


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["between"])
def test_an_answer_that_no_call_has_had_yet_goes_along_with_the_next(old_data):  # noqa: F811
    run(old_data, "manage.py", "migrate", "teams", BEFORE)
    with psycopg.connect(old_data) as connection:
        one, other, _ = connection.execute(ROOMS).fetchall()
        for room in (one, other):
            connection.execute(ENDED, [room[3]])
            connection.execute("UPDATE teams_task SET answer = '1999' WHERE id = %s", [room[3]])
        put = put_to_people(connection, other, "Which year?", task=True, silent=False)
        connection.execute(SETTLED, [other[1], put])
    run(old_data, "manage.py", "migrate")
    with psycopg.connect(old_data) as connection:
        rows = "SELECT task_id, text, state, answer, in_call FROM teams_question ORDER BY text"
        assert connection.execute(rows).fetchall() == [
            (one[3], "A question whose words were not kept.", "answered", "1999", False),
            (other[3], "Which year?", "answered", "1999", False),
        ]
