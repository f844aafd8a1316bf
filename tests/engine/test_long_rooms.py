"""What a step of a goal reads does not grow with its room: no read goes through all that was said."""

import json

from django.db import connection

from apps.chat.actions import post_message
from apps.chat.jobs import take_turn
from apps.chat.jobs.notifications import deliver_answer
from apps.chat.models import Conversation, Message
from benchmarks.flat import copy_rows
from tests.conftest import empty_tables
from tests.engine.conftest import task

LONG, MOST = 12_000, 400  # messages of the room; of them those that one read may look at
WRITES = ("INSERT ", "UPDATE ", "DELETE ", "FOR NO KEY", "FOR UPDATE", "PG_ADVISORY")


class Reads:
    """Asks for the plan of every read, as it was carried out, and keeps how many messages it looked at."""

    def __init__(self):
        self.looked_at = {}

    def __call__(self, execute, sql, params, many, context):
        if sql.startswith("SELECT") and "chat_message" in sql and not any(word in sql.upper() for word in WRITES):
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
                found = cursor.fetchone()[0]
            plan = json.loads(found) if isinstance(found, str) else found
            self.looked_at[sql] = max(self.looked_at.get(sql, 0), messages_in(plan[0]["Plan"]))
        return execute(sql, params, many, context)


def messages_in(plan):
    """The messages that the parts of a plan looked at, those that did not fit counted too."""
    here = 0
    if plan.get("Relation Name") == "chat_message":
        here = (plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)) * plan["Actual Loops"]
    return here + sum(messages_in(part) for part in plan.get("Plans", ()))


def fill(room):
    """So many more messages of the hub, all read, none of which has an event."""
    first = Message.objects.get(conversation=room, number=1)
    told = {"kind": "'say'", "member_id": "NULL", "read_in_turn": "0"}
    copy_rows(Message, first.pk, LONG, number="n + 1", **told)
    Conversation.objects.filter(pk=room.pk).update(last_number=LONG + 1, read_number=LONG + 1)
    with connection.cursor() as cursor:
        # of the others too: what earlier tests left there may make the planner read the long table as a whole
        cursor.execute("ANALYZE chat_message, chat_conversation, teams_team, teams_task, teams_attempt, teams_member")


def test_no_step_of_a_goal_goes_through_a_long_room(stage):
    stage.agent("one", {"result": "one did it."})
    stage.agent("two", {"result": "two did it."})
    plan = {"do": "assign", "tasks": [task("one", "one"), task("two", "two")], "answer": "two"}
    stage.voices([plan, {"do": "say", "text": "Noted."}])
    reads = Reads()
    with stage.bells_lost():
        goal = stage.launch("Do the work")
        room = Conversation.objects.select_related("team").get(team__goal=goal, team__parent=None)
        fill(room)
        with connection.execute_wrapper(reads):
            post_message(stage.owner, room.team_id, "Be quick, please.")
            take_turn(str(room.pk))
    with connection.execute_wrapper(reads):
        stage.until_ended(goal)
        deliver_answer(str(goal.pk))
    assert len(reads.looked_at) > 5
    assert {sql: seen for sql, seen in reads.looked_at.items() if seen > MOST} == {}
    empty_tables()  # what has no events does not fold into them
