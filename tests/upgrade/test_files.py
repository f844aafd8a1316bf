"""Files that earlier releases made, each a row by itself, become versions of a goal's files; none is lost."""

import psycopg
import pytest

from tests.upgrade.test_old_data import DUMPS, old_data, run  # noqa: F401  # a fixture

pytestmark = pytest.mark.processes

BEFORE = "0022_who_pays"
GOAL = "SELECT goal_id FROM teams_team WHERE parent_id IS NULL ORDER BY id LIMIT 1"
TASK = """
    INSERT INTO teams_task (id, team_id, number, round, title, brief, skills, needs, owner_id, seats, synchronous,
        is_answer, heard, assigned_turn, briefed_after, state, state_at, result, failure, question, answer)
    SELECT gen_random_uuid(), team.id, %(number)s, 1, 'More', '', '[]', '[]', member.id, %(seats)s, false,
        false, '[]', 1, 1, 'done', now(), '', '', '', ''
    FROM teams_team team, (SELECT id FROM teams_member WHERE kind = 'agent' LIMIT 1) member
    WHERE team.id = %(team)s RETURNING id"""
TEAM = """
    INSERT INTO teams_team (id, goal_id, parent_id, task_id, name, purpose, depth, "grant", spent_turns, spent_tokens,
        spent_money, spent_unpriced, spent_claimed, spent_teams, formation, created_at, ended_at, frozen_seconds)
    SELECT gen_random_uuid(), goal_id, id, %(task)s, 'Part', '', 1, "grant", 0, 0, 0, 0, 0, 1, '{}', now(), now(), 0
    FROM teams_team WHERE id = %(team)s RETURNING id"""
ATTEMPT = """
    INSERT INTO teams_attempt (id, task_id, number, agent_id, state, priority, not_before, busy_for, worker, progress,
        handle, result, failure, excused, reserved_tokens, prompt_tokens, completion_tokens)
    SELECT gen_random_uuid(), %(task)s, 1, id, 'done', 0, now(), interval '0', '', '', '', '', '', false, 0, 0, 0
    FROM agents_agent LIMIT 1 RETURNING id"""
MADE = """
    INSERT INTO teams_artifact (id, task_id, attempt_id, name, media_type, size, blob_id, created_at)
    SELECT gen_random_uuid(), %(task)s, %(attempt)s, %(name)s, 'text/markdown', size, id, clock_timestamp()
    FROM files_blob LIMIT 1 RETURNING id"""
ATTACHED = """
    INSERT INTO agents_document (id, workspace_id, goal_id, name, media_type, size, blob_id, created_at)
    SELECT gen_random_uuid(), workspace_id, %(goal)s, %(name)s, 'text/markdown', size, id, clock_timestamp()
    FROM files_blob LIMIT 1 RETURNING id"""
BLOB = """
    INSERT INTO files_blob (id, workspace_id, digest, size, created_at)
    SELECT gen_random_uuid(), workspace_id, 'made up', 3, now() FROM teams_goal LIMIT 1"""
MADE_BY_TASKS = "SELECT id, name, blob_id, size, task_id FROM teams_artifact"
AFTER = """
    SELECT version.id, file.name, version.number, version.state, version.based_on
    FROM teams_artifact version JOIN teams_goalfile file ON file.id = version.file_id"""


class Old:
    """A goal of before, to which tasks and files are added as that release wrote them."""

    def __init__(self, connection):
        self.connection = connection
        self.do(BLOB)
        self.goal = self.one(GOAL)
        self.team = self.one("SELECT id FROM teams_team WHERE goal_id = %(goal)s AND parent_id IS NULL", goal=self.goal)
        self.number = 100

    def do(self, statement, **values):
        return self.connection.execute(statement, values)

    def one(self, statement, **values):
        return self.do(statement, **values).fetchone()[0]

    def task(self, *after, team=None, by_team=False):
        self.number += 1
        seats = '[{"agent_id": ""}]' if by_team else "[]"
        task = self.one(TASK, number=self.number, team=team or self.team, seats=seats)
        for before in after:
            self.do(
                "INSERT INTO teams_task_depends_on (from_task_id, to_task_id) VALUES (%(task)s, %(before)s)",
                task=task,
                before=before,
            )
        return task

    def made(self, task, *names):
        attempt = self.one(ATTEMPT, task=task)
        return [self.one(MADE, task=task, attempt=attempt, name=name) for name in names]

    def attached(self, name):
        return self.one(ATTACHED, goal=self.goal, name=name)


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["filled"])
def test_each_file_is_a_version_of_a_name_that_its_goal_has_once(old_data):  # noqa: F811
    run(old_data, "manage.py", "migrate", "teams", BEFORE)
    with psycopg.connect(old_data) as connection:
        old = Old(connection)
        document = old.attached("data.csv")
        draft, apart, whole = old.task(), old.task(), old.task(by_team=True)
        part = old.one(TEAM, task=whole, team=old.team)
        inner = old.task(team=part)
        edit, again, merge = old.task(draft), old.task(draft), old.task(draft, whole)
        (drafted, other) = old.made(draft, "report.md", "Report.md")
        (lone,) = old.made(apart, "REPORT.md")
        (edited,) = old.made(edit, "report.md")
        (late,) = old.made(again, "report.md")
        (within,) = old.made(inner, "notes.md")
        (merged, cleaned) = old.made(merge, "notes.md", "data.csv")
        connection.commit()
        before = connection.execute(MADE_BY_TASKS).fetchall()
    run(old_data, "manage.py", "migrate")
    with psycopg.connect(old_data) as connection:
        after = {key: rest for key, *rest in connection.execute(AFTER).fetchall()}
        assert [after[key] for key in (drafted, edited, late)] == [
            ["report.md", 1, "accepted", None],
            ["report.md", 2, "accepted", 1],
            ["report.md", 3, "conflict", 1],
        ]
        assert after[other] == ["Report (2).md", 1, "accepted", None]
        assert after[lone] == ["REPORT (3).md", 1, "accepted", None]
        assert [after[within], after[merged]] == [["notes.md", 1, "accepted", None], ["notes.md", 2, "accepted", 1]]
        assert after[cleaned] == ["data.csv", 2, "accepted", 1]
        kept = connection.execute(
            "SELECT id, name, blob_id, size, task_id FROM teams_artifact WHERE task_id IS NOT NULL"
        )
        assert sorted(kept.fetchall()) == sorted(before)
        came = connection.execute(
            "SELECT document_id, number, member_id IS NULL FROM teams_artifact WHERE task_id IS NULL AND file_id IN "
            "(SELECT id FROM teams_goalfile WHERE goal_id = %s)",
            [old.goal],
        )
        assert (document, 1, False) in came.fetchall()
        nobody = "SELECT count(*) FROM teams_artifact WHERE task_id IS NOT NULL AND member_id IS NULL"
        assert connection.execute(nobody).fetchone() == (0,)
