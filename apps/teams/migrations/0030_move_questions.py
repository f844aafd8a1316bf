from django.db import migrations

IN_CALLS = """
UPDATE teams_question AS question SET in_call = TRUE, room_id = task.team_id, member_id = task.owner_id,
    told_id = CASE WHEN question.state = 'answered' THEN question.attempt_id END
FROM teams_task AS task WHERE task.id = question.task_id"""

ENDED_CALLS = """
INSERT INTO teams_question
    (id, room_id, task_id, attempt_id, in_call, member_id, text, wording, options, answerable_by, state, answer,
     asked_at)
SELECT gen_random_uuid(), task.team_id, task.id,
    (SELECT id FROM teams_attempt WHERE task_id = task.id AND state = 'asked' ORDER BY number DESC LIMIT 1),
    FALSE, task.owner_id, task.question, '', '[]', 'anybody', 'open', '', task.state_at
FROM teams_task AS task WHERE task.state = 'asking' AND NOT EXISTS (
    SELECT 1 FROM teams_question AS known WHERE known.task_id = task.id AND known.state = 'open')"""

ASKING = """
UPDATE teams_task AS task SET asks_id = question.id
FROM teams_question AS question
WHERE question.task_id = task.id AND question.state = 'open' AND task.state = 'asking'"""

PASSED_ON = """
INSERT INTO teams_questionhop (id, question_id, room_id, task_id, to_people, wording, answerable_by, at)
SELECT asked.id, question.id, asked.team_id, asked.task_id, TRUE,
    CASE WHEN asked.question = question.text THEN '' ELSE asked.question END, 'anybody', asked.asked_at
FROM teams_approval AS asked
JOIN teams_question AS question ON question.task_id = asked.task_id AND question.state = 'open'
WHERE asked.state = 'pending' AND asked.kind IN ('question', 'approval');

UPDATE teams_question AS question SET hop_id = newest.id, wording = newest.wording, options = newest.options
FROM (
    SELECT DISTINCT ON (hop.question_id) hop.id, hop.question_id, hop.wording,
        CASE WHEN asked.kind = 'approval' AND asked.options = '[]' THEN '["Approve", "Deny"]' ELSE asked.options END
            AS options
    FROM teams_questionhop AS hop JOIN teams_approval AS asked ON asked.id = hop.id
    ORDER BY hop.question_id, hop.at DESC, hop.id DESC) AS newest
WHERE newest.question_id = question.id;

DELETE FROM teams_approval WHERE id IN (SELECT id FROM teams_questionhop)"""

TO_PEOPLE = """
INSERT INTO teams_question
    (id, room_id, task_id, in_call, member_id, text, wording, options, answerable_by, state, answer, answered_by_id,
     asked_at, settled_at)
SELECT asked.id, asked.team_id, asked.task_id, asked.task_id IS NOT NULL,
    coalesce(task.owner_id, (SELECT id FROM teams_member WHERE team_id = asked.team_id AND lead)), asked.question, '',
    asked.options, 'people',
    CASE WHEN asked.state = 'answered' THEN 'answered' WHEN asked.state = 'pending' AND task.id IS NULL THEN 'open'
        ELSE 'lapsed' END,
    asked.answer,
    (SELECT id FROM teams_member WHERE team_id = asked.team_id AND user_id = asked.decided_by_id),
    asked.asked_at, asked.decided_at
FROM teams_approval AS asked LEFT JOIN teams_task AS task ON task.id = asked.task_id
WHERE asked.kind = 'question';

INSERT INTO teams_questionhop (id, question_id, room_id, task_id, to_people, wording, answerable_by, at)
SELECT id, id, team_id, task_id, TRUE, '', 'people', asked_at FROM teams_approval WHERE kind = 'question';

UPDATE teams_question AS question SET hop_id = asked.id
FROM teams_approval AS asked WHERE asked.id = question.id AND asked.kind = 'question';

DELETE FROM teams_approval WHERE kind = 'question'"""


GIVEN_ANSWERS = """
WITH given AS (
    SELECT DISTINCT ON (task.id) task.id AS task_id, task.team_id, task.owner_id, task.answer, asker.id AS asker_id,
        told.id AS told_id, coalesce(asker.ended_at, task.state_at) AS at,
        (SELECT id FROM teams_question AS put
            WHERE put.task_id = task.id AND put.state = 'answered' AND put.hop_id IS NOT NULL
                AND put.answer = task.answer
            ORDER BY put.asked_at DESC LIMIT 1) AS put_id
    FROM teams_task AS task
    JOIN teams_attempt AS asker ON asker.task_id = task.id AND asker.state = 'asked'
    LEFT JOIN teams_attempt AS told ON told.task_id = task.id AND told.number = asker.number + 1
    WHERE task.answer <> '' AND NOT EXISTS (
        SELECT 1 FROM teams_question AS unanswered
        WHERE unanswered.attempt_id = asker.id AND unanswered.state = 'open')
    ORDER BY task.id, asker.number DESC),
moved AS (
    UPDATE teams_question AS question SET in_call = FALSE, attempt_id = given.asker_id, told_id = given.told_id
    FROM given WHERE question.id = given.put_id)
INSERT INTO teams_question
    (id, room_id, task_id, attempt_id, in_call, member_id, text, wording, options, answerable_by, state, answer,
     told_id, asked_at, settled_at)
SELECT gen_random_uuid(), team_id, task_id, asker_id, FALSE, owner_id, 'A question whose words were not kept.', '',
    '[]', 'anybody', 'answered', answer, told_id, at, at
FROM given WHERE put_id IS NULL"""


class Migration(migrations.Migration):
    """What tasks asked, and what people were asked, becomes rows of one table; what people answer by keeps its id.

    A call of before that ended with a question keeps its words with the task; of one that was answered they were not.
    """

    reshapes_data = True

    dependencies = [("teams", "0029_questions")]

    operations = [
        migrations.RunSQL(sql, migrations.RunSQL.noop)
        for sql in (IN_CALLS, ENDED_CALLS, ASKING, PASSED_ON, TO_PEOPLE, GIVEN_ANSWERS)
    ]
