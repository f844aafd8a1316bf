"""A web process dies while many goals come in: who was told of one has it, once; who asks again gets the same."""

import http.client
import json
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import pytest

from apps.accounts.actions import issue_token
from apps.teams.models import Goal
from tests.durability.workers import wait_for_death
from tests.infra.test_bodies import serving

pytestmark = pytest.mark.processes

SENDERS, GOALS = 8, 6
NO_LIMIT = {f"IOA_RATE_{whose}": "0" for whose in ("TOKEN", "USER", "WORKSPACE", "ADDRESS", "REFUSED")}


def give(port: int, token: str, text: str) -> str:
    """Send a goal under a key of its own, and give the id that was answered; "" where the process was gone."""
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": text}
    try:
        wire.request("POST", "/api/v1/goals", json.dumps({"text": text}), headers)
        answer = wire.getresponse()
        body = answer.read()
    except (OSError, http.client.HTTPException):
        return ""
    finally:
        wire.close()
    assert answer.status in (200, 201), body
    return json.loads(body)["id"]


def give_all(port: int, token: str) -> dict[str, str]:
    """What was answered to all goals, by their texts, as many senders give them at one time."""

    def send(sender: int) -> dict[str, str]:
        texts = [f"Do the work {sender}-{number}" for number in range(GOALS)]
        return {text: found for text in texts if (found := give(port, token, text))}

    with ThreadPoolExecutor(SENDERS) as senders:
        return {text: found for answers in senders.map(send, range(SENDERS)) for text, found in answers.items()}


@pytest.mark.parametrize("point", ["before_shared_commit", "after_shared_commit"])
def test_who_was_told_of_a_goal_has_it_and_who_asks_again_gets_the_same(field, broker, tmp_path, point):
    field.one_task()
    token = issue_token(field.owner, "test")
    to_work = {"REDIS_URL": broker.url, "IOA_CALLS": "loop", "IOA_JOBS": "worker", "IOA_DATABASE_POOL": "16"}
    fault = {"IOA_FAULT_POINT": point, "IOA_FAULT_MARK": str(field.mark), "IOA_FAULT_HIT": "3"}
    with serving(tmp_path, **to_work, **NO_LIMIT, **fault) as web:
        told = give_all(web.port, token)
        assert field.mark.exists(), "no goals shared a transaction"
        wait_for_death(web.pid)

    kept = defaultdict(list)
    for goal in Goal.objects.all():
        kept[goal.text].append(str(goal.id))
    assert told, "nothing was answered before it died"
    assert all(kept[text] == [goal] for text, goal in told.items())
    assert all(len(goals) == 1 for goals in kept.values())

    with serving(tmp_path, **to_work, **NO_LIMIT) as web:
        again = give_all(web.port, token)
    assert len(again) == SENDERS * GOALS == Goal.objects.count()
    assert all(again[text] == goals[0] for text, goals in kept.items())
    field.goals += Goal.objects.all()
    field.workers.start()
    field.until_all_ended()
    field.assert_all_is_well()
