"""Rows that earlier releases made without an origin get the one that was found for them by walking upwards."""

import psycopg
import pytest

from tests.upgrade.test_old_data import DUMPS, old_data, run  # noqa: F401  # a fixture

pytestmark = pytest.mark.processes

DEEPER = """
    WITH above AS (
        SELECT id, team_id, owner_id FROM teams_task
        WHERE NOT EXISTS (SELECT FROM teams_team WHERE task_id = teams_task.id) ORDER BY id LIMIT 1),
    later AS (
        INSERT INTO accounts_origin (id, workspace_id, kind, user_id, created_at)
        SELECT gen_random_uuid(), workspace_id, 'person', created_by_id, now() FROM teams_goal LIMIT 1 RETURNING id),
    spoken AS (UPDATE teams_task SET origin_id = later.id FROM later, above WHERE teams_task.id = above.id),
    team AS (
        INSERT INTO teams_team (id, goal_id, parent_id, task_id, name, purpose, depth, "grant", spent_turns,
            spent_tokens, spent_money, spent_unpriced, spent_claimed, spent_teams, formation, created_at,
            frozen_seconds)
        SELECT gen_random_uuid(), goal_id, team.id, above.id, 'Below', '', 1, "grant", 0, 0, 0, 0, 0, 1, '{}', now(), 0
        FROM teams_team AS team JOIN above ON above.team_id = team.id RETURNING id),
    task AS (
        INSERT INTO teams_task (id, team_id, number, round, title, brief, skills, needs, owner_id, seats, synchronous,
            is_answer, heard, assigned_turn, briefed_after, state, state_at, result, failure, question, answer)
        SELECT gen_random_uuid(), team.id, n, 1, 'Below', '', '[]', '[]', above.owner_id, '[]', false, false, '[]', 1,
            1, 'cancelled', now(), '', '', '', '' FROM team, above, generate_series(1, 2) AS n RETURNING id, number)
    SELECT later.id, (SELECT id FROM task WHERE number = 1), (SELECT id FROM task WHERE number = 2) FROM later"""
HANDED_ON = "UPDATE teams_task SET delegated_by_id = %s WHERE id = %s"
LATER = """
    INSERT INTO chat_message (id, conversation_id, number, round, kind, said_as, text, html, html_version, data,
        origin_id, next_speaker, voice, delivery, created_at, event_seq)
    SELECT gen_random_uuid(), room.id, room.last_number + n, 1, 'say', '', '', '', 0, '{}',
        CASE WHEN n = 2 THEN %s::uuid END, '', '', 'next_turn', now(), 1
    FROM (SELECT * FROM chat_conversation ORDER BY id LIMIT 1) AS room, generate_series(1, 3) AS n"""
WITHOUT = """
    SELECT count(*) FROM (
        SELECT origin_id FROM teams_task UNION ALL SELECT origin_id FROM teams_attempt
        UNION ALL SELECT origin_id FROM teams_team UNION ALL SELECT origin_id FROM chat_message
        UNION ALL SELECT origin_id FROM chat_conversation) AS rows WHERE origin_id IS NULL"""
OF_GOALS = """
    SELECT count(*) FROM teams_task AS task JOIN teams_team AS team ON team.id = task.team_id
    JOIN teams_goal AS goal ON goal.id = team.goal_id WHERE task.origin_id <> goal.origin_id"""
TALK = """
    SELECT message.origin_id = goal.origin_id, message.begins_chain FROM chat_message AS message
    JOIN chat_conversation AS room ON room.id = message.conversation_id
    JOIN teams_team AS team ON team.id = room.team_id JOIN teams_goal AS goal ON goal.id = team.goal_id
    WHERE room.id = (SELECT id FROM chat_conversation ORDER BY id LIMIT 1)
    ORDER BY message.number DESC LIMIT 3"""
ROOM = "SELECT origin_id FROM chat_conversation ORDER BY id LIMIT 1"
READ = "UPDATE chat_conversation SET read_number = last_number + 2 WHERE id = (%s)"


@pytest.mark.parametrize("old_data", [DUMPS[-1]], indirect=True, ids=["filled"])
def test_every_row_of_before_has_the_origin_that_was_found_upwards(old_data):  # noqa: F811
    run(old_data, "manage.py", "migrate", "teams", "0022")
    run(old_data, "manage.py", "migrate", "chat", "0006")
    with psycopg.connect(old_data) as connection:
        later, below, handed_on = connection.execute(DEEPER).fetchone()
        connection.execute(HANDED_ON, [below, handed_on])
        connection.execute(LATER, [later])
        connection.execute(READ % ROOM.replace("origin_id", "id", 1))
        connection.commit()
    run(old_data, "manage.py", "migrate")
    with psycopg.connect(old_data) as connection:
        assert connection.execute(WITHOUT).fetchone() == (0,)
        found = connection.execute("SELECT origin_id FROM teams_task WHERE id = ANY(%s)", [[below, handed_on]])
        assert found.fetchall() == [(later,), (later,)]
        assert connection.execute(OF_GOALS).fetchone() == (3,), "only that one, and the two below it"
        assert connection.execute(TALK).fetchall() == [(False, False), (False, True), (True, False)]
        assert connection.execute(ROOM).fetchone() == (later,)
