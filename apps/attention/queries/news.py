"""What somebody should know of and was not told: decisions that wait, tasks of people, goals that ended.

Each is read from the tables as they stand, so that a worker that was lost on the way loses nothing.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from apps.attention.domain.notices import NoticeKind
from apps.core.sentences import Sentence, join_sentences, recall, sentence, unpack_all

OLDEST_END = timedelta(days=1)
"""A goal that ended longer ago is told to nobody: its letter was late anyway."""

MOST = 500  # at one look

_MOVED = """
    SELECT stream.id, stream.seq, coalesce(place.seq, 0)
    FROM journal_stream stream
    JOIN accounts_workspace workspace ON workspace.id = stream.id
    LEFT JOIN attention_noticeposition place ON place.workspace_id = stream.id
    WHERE stream.kind = 'workspace' AND stream.seq > coalesce(place.seq, 0)
    LIMIT %s"""

# Who gave the goal is asked; where they may not decide it, the owners are; and who wants to know of all goals.
# What takes leave is told to nobody whom the workspace does not let give it. Who muted a goal is told only what was put
# to them alone.
_DECISIONS = """
    WITH asked AS (
        SELECT id, team_id, question AS text, asked_at AS at, NULL::uuid AS person, made_of, kind = 'permit' AS is_leave
        FROM teams_approval WHERE state = 'pending'
        UNION ALL
        SELECT hop.id, hop.room_id, coalesce(nullif(hop.wording, ''), question.text), hop.at, question.person_id,
            coalesce(hop.made_of, question.made_of), false
        FROM teams_question question JOIN teams_questionhop hop ON hop.id = question.hop_id
        WHERE question.state = 'open'),
    decider AS (
        SELECT member.user_id, member.role,
            member.role = 'owner' OR workspace.approval_policy ->> 'deciders' IS DISTINCT FROM 'owner' AS gives_leave
        FROM accounts_member member
        JOIN accounts_workspace workspace ON workspace.id = member.workspace_id
        JOIN accounts_user person ON person.id = member.user_id AND person.is_active
        WHERE member.workspace_id = %(workspace)s AND member.role IN ('operator', 'owner')
            AND member.switched_off_at IS NULL)
    SELECT decider.user_id, asked.id, 0::bigint, goal.id, goal.title, asked.text,
        '/goals/' || goal.id || '/?team=' || asked.team_id, asked.at, asked.made_of::text, ''
    FROM asked
    JOIN teams_team team ON team.id = asked.team_id
    JOIN teams_goal goal ON goal.id = team.goal_id AND goal.workspace_id = %(workspace)s
    CROSS JOIN decider
    LEFT JOIN attention_noticechoice choice
        ON choice.user_id = decider.user_id AND choice.workspace_id = goal.workspace_id
    WHERE (asked.person IS NULL OR asked.person = decider.user_id)
        AND (decider.gives_leave OR NOT asked.is_leave)
        AND (asked.person IS NOT NULL OR choice.all_goals OR decider.user_id = goal.created_by_id
            OR decider.role = 'owner' AND NOT EXISTS (
                SELECT 1 FROM decider own
                WHERE own.user_id = goal.created_by_id AND (own.gives_leave OR NOT asked.is_leave)))
        AND (asked.person IS NOT NULL OR NOT EXISTS (
            SELECT 1 FROM attention_mutedgoal mute WHERE mute.user_id = decider.user_id AND mute.goal_id = goal.id))
        AND NOT EXISTS (
            SELECT 1 FROM attention_notice known
            WHERE known.user_id = decider.user_id AND known.kind = 'decision' AND known.subject = asked.id)
    ORDER BY asked.at LIMIT %(most)s"""

# The goals come first, then for each of them its people, and of each whether they were told: however little Postgres
# knows of these tables yet, it goes through neither all that was noted nor all that somebody was ever told.
_ENDED = """
    WITH changed AS MATERIALIZED (
        SELECT DISTINCT (event.payload ->> 'goal')::uuid AS id FROM journal_event event
        WHERE event.stream_id = %(workspace)s AND event.seq > %(after)s AND event.seq <= %(until)s
            AND event.kind = 'goal.changed'),
    goal AS MATERIALIZED (
        SELECT known.id, known.title, known.failure, known.made_of, known.outcome, known.created_by_id, known.ended_at,
            floor(extract(epoch FROM known.ended_at) * 1000)::bigint AS number
        FROM changed JOIN teams_goal known ON known.id = changed.id
        WHERE known.workspace_id = %(workspace)s AND known.ended_at > %(since)s)
    SELECT person.id, goal.id, goal.number, goal.id, goal.title, goal.failure, '/goals/' || goal.id || '/',
        goal.ended_at, goal.made_of::text, goal.outcome
    FROM goal
    JOIN accounts_member member ON member.workspace_id = %(workspace)s AND member.switched_off_at IS NULL
    JOIN accounts_user person ON person.id = member.user_id AND person.is_active
    LEFT JOIN attention_noticechoice choice ON choice.user_id = person.id AND choice.workspace_id = %(workspace)s
    LEFT JOIN LATERAL (
        SELECT true AS told FROM attention_notice known
        WHERE known.user_id = person.id AND known.kind = 'ended' AND known.subject = goal.id
            AND known.number = goal.number
        LIMIT 1) notice ON true
    WHERE (choice.all_goals OR person.id = goal.created_by_id) AND notice.told IS NULL
        AND NOT EXISTS (
            SELECT 1 FROM attention_mutedgoal mute WHERE mute.user_id = person.id AND mute.goal_id = goal.id)"""

# the second notice of a task comes after half of its time, as its list and its room say so then
_WORK = """
    SELECT person.id, agent.workspace_id, call.id, half.number, nullif(call.request #>> '{chain,goal}', '')::uuid,
        coalesce(call.request ->> 'goal', ''), coalesce(call.request ->> 'brief', ''), '/work/', half.at, NULL, ''
    FROM agents_connection line
    JOIN agents_agent agent ON agent.id = line.agent_id
    JOIN accounts_user person ON person.id = (line.connector_config ->> 'person')::uuid AND person.is_active
    JOIN accounts_member member ON member.user_id = person.id AND member.workspace_id = agent.workspace_id
        AND member.switched_off_at IS NULL
    JOIN agents_socketcall call ON call.connection_id = line.id AND call.state IN ('waiting', 'held')
    CROSS JOIN LATERAL (VALUES
        (0::bigint, call.created_at),
        (1::bigint, call.created_at + make_interval(
            secs => 30 * coalesce((line.connector_config ->> 'minutes')::float, 480)))) half (number, at)
    WHERE line.connector = 'person' AND half.at <= %(now)s
        AND NOT EXISTS (
            SELECT 1 FROM attention_notice known
            WHERE known.user_id = person.id AND known.kind = 'work' AND known.subject = call.id
                AND known.number >= half.number)
    ORDER BY half.at LIMIT %(most)s"""

_MENTIONS = """
    SELECT mention.user_id, mention.workspace_id, said.id, 0::bigint, goal.id, goal.title,
        said.said_as || ': ' || left(said.text, 400),
        '/goals/' || goal.id || '/?team=' || team.id || '#e' || said.event_seq, mention.at
    FROM chat_mention mention
    JOIN chat_message said ON said.id = mention.message_id
    JOIN chat_conversation room ON room.id = said.conversation_id
    JOIN teams_team team ON team.id = room.team_id
    JOIN teams_goal goal ON goal.id = team.goal_id
    JOIN accounts_user person ON person.id = mention.user_id AND person.is_active
    JOIN accounts_member member ON member.user_id = person.id AND member.workspace_id = mention.workspace_id
        AND member.switched_off_at IS NULL
    WHERE mention.seen_at IS NULL AND mention.at > %(since)s
        AND NOT EXISTS (
            SELECT 1 FROM attention_notice known
            WHERE known.user_id = person.id AND known.kind = 'mention' AND known.subject = said.id)
    ORDER BY mention.at LIMIT %(most)s"""

_SETTLED = """
    SELECT notice.id FROM attention_notice notice
    WHERE notice.over_at IS NULL AND (
        notice.kind = 'decision'
            AND NOT EXISTS (SELECT 1 FROM teams_approval asked
                WHERE asked.id = notice.subject AND asked.state = 'pending')
            AND NOT EXISTS (SELECT 1 FROM teams_question asked
                WHERE asked.hop_id = notice.subject AND asked.state = 'open')
        OR notice.kind = 'work' AND NOT EXISTS (
            SELECT 1 FROM agents_socketcall call
            WHERE call.id = notice.subject AND call.state IN ('waiting', 'held'))
        OR notice.kind = 'mention' AND NOT EXISTS (
            SELECT 1 FROM chat_mention mention
            WHERE mention.message_id = notice.subject AND mention.user_id = notice.user_id
                AND mention.seen_at IS NULL))
    LIMIT %s"""


@dataclass(frozen=True)
class MovedWorkspace:
    """A workspace whose stream has events between `after` and `until` that were not looked at."""

    workspace: UUID
    until: int
    after: int


@dataclass(frozen=True)
class Unnoticed:
    """What one person was not told. `title`: of the goal, as somebody wrote it; `text` too, or a sentence of ours."""

    kind: NoticeKind
    user: UUID
    workspace: UUID
    subject: UUID
    number: int
    goal: UUID | None
    title: str
    text: str
    path: str
    at: datetime


def moved_workspaces(limit: int = MOST) -> list[MovedWorkspace]:
    """Where something happened since it was looked at last."""
    return [MovedWorkspace(*row) for row in _rows(_MOVED, [limit])]


def unnoticed_in(moved: MovedWorkspace, now: datetime) -> list[Unnoticed]:
    """Decisions that wait in a workspace, and goals that ended, each for whoever should know and was not told."""
    asked: dict[str, Any] = {
        "workspace": moved.workspace,
        "after": moved.after,
        "until": moved.until,
        "since": now - OLDEST_END,
        "most": MOST,
    }
    found = [(NoticeKind.DECISION, row) for row in _rows(_DECISIONS, asked)]
    found += [(NoticeKind.ENDED, row) for row in _rows(_ENDED, asked)]
    return [_unnoticed(kind, user, moved.workspace, *rest) for kind, (user, *rest) in found]


def unnoticed_work(now: datetime) -> list[Unnoticed]:
    """Tasks that lie in people's lists and of which they were not told, or not reminded."""
    return [_unnoticed(NoticeKind.WORK, *row) for row in _rows(_WORK, {"now": now, "most": MOST})]


def _unnoticed(kind: NoticeKind, *row: Any) -> Unnoticed:
    """A row, with its text in which what the hub said is a sentence again. An end is told by its outcome, and why."""
    known, (text, path, at, packed, outcome) = row[:6], row[6:]
    text = recall(text, unpack_all(json.loads(packed))) if packed else text
    if outcome:
        ended = sentence(OUTCOMES.get(outcome, "Stopped"))
        says_so = isinstance(text, Sentence) and text.startswith(f"{ended}: ")
        text = text if says_so else join_sentences(": ", [ended, *([text] if text else [])])
    return Unnoticed(*(kind, *known, text, path, at))


OUTCOMES = {"done": "Done", "partial": "Done in part", "failed": "Failed"}


def unnoticed_mentions(now: datetime) -> list[Unnoticed]:
    """What names somebody in a room and they have neither seen nor been told of."""
    asked = {"since": now - OLDEST_END, "most": MOST}
    return [Unnoticed(NoticeKind.MENTION, *row) for row in _rows(_MENTIONS, asked)]


def settled_notices() -> list[UUID]:
    """Notices of what waits no more."""
    return [row[0] for row in _rows(_SETTLED, [MOST])]


def _rows(statement: str, values: Sequence[Any] | dict[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
        return found
