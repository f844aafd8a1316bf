"""What goes out names its chain, where a protocol has a place for it: by ids and kinds, with nobody's name beside."""

import json
import logging
from uuid import uuid4

import pytest

from apps.accounts.actions import issue_token
from apps.accounts.models import User
from apps.accounts.queries import actor_for_token
from apps.agents.domain.calls import RunRequest
from apps.agents.domain.socket_protocol.outgoing import payload_of
from apps.chat.actions import GoalRequest
from apps.chat.actions import launch_goal as launch
from apps.core.chains import ChainIds
from apps.teams.models import Attempt, Goal
from tests.engine.conftest import task
from tests.engine.test_unknown_outcomes import given, peer  # noqa: F401 - a fixture

MARK = "zanzibar"  # of whatever nobody outside may be told


def chains_in(body: bytes):
    """The chains of a request's body, wherever they stand."""
    found, left = [], [json.loads(body)] if body.startswith((b"{", b"[")) else []
    while left:
        one = left.pop()
        items = one.items() if isinstance(one, dict) else enumerate(one) if isinstance(one, list) else ()
        for name, value in items:
            found += [value] if name in ("chain", "ioa-web/chain") else []
            left.append(value)
    return found


@pytest.fixture
def by_token(stage):
    """Goals are given by a token of somebody whose every text is marked."""
    User.objects.filter(pk=stage.user.pk).update(
        username=f"{MARK}-user", display_name=f"{MARK} name", email=f"{MARK}@example.com"
    )
    secret = issue_token(stage.owner, f"{MARK} token")
    program = actor_for_token(secret)
    stage.launch = lambda text="Do the work": launch(program, GoalRequest(text=text))
    return secret


@pytest.mark.parametrize(
    ("connector", "path"),
    [
        ("http", "422"),
        ("a2a", "422"),
        ("agui", "422"),
        ("agent_protocol", "422"),
        ("mcp", "late/422"),
    ],
)
def test_an_agent_is_told_the_chain_that_it_is_called_under_and_nothing_else(stage, peer, by_token, connector, path):  # noqa: F811
    given(stage, connector, f"{peer.base}/{path}", seconds=20)  # it is heard on a busy machine too
    attempt = Attempt.objects.order_by("number").first()
    place = {"goal": Goal.objects.get().id, "team": attempt.task.team_id, "member": attempt.task.owner_id}
    told = ChainIds(origin=attempt.origin_id, origin_kind="token", task=attempt.task_id, attempt=attempt.id, **place)
    assert told.named() in [chain for _, body in peer.heard for chain in chains_in(body)]
    assert [part for parts in peer.heard for part in parts if MARK.encode() in part or by_token.encode() in part] == []


def test_an_agent_that_dialled_in_is_told_it_too():
    chain = ChainIds(origin=uuid4(), origin_kind="person", task=uuid4())
    assert payload_of(RunRequest("k", "g", "b", chain=chain), str)["chain"] == chain.named()


def test_the_log_says_under_which_chain_an_agent_is_called(stage, caplog):
    stage.agent("worker")
    stage.voices([{"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}])
    with caplog.at_level(logging.INFO, "apps.agents.gateway.run"):
        stage.until_ended(stage.launch())
    (line,) = [record.getMessage() for record in caplog.records if record.name == "apps.agents.gateway.run"]
    assert str(Attempt.objects.get().id) in line
    assert str(stage.user) not in line


def test_a_colleague_who_answers_a_question_is_called_under_the_rooms_chain(stage, caplog):
    stage.agent("asker", {"ask": "What is the rate?"}, {"result": "done"})
    stage.agent("knower", {"result": "Ten."}, skill="knowing what the rate is")
    tasks = [task("work", "asker"), task("later", "knower", after=("work",))]
    stage.voices([{"do": "assign", "tasks": tasks, "answer": "work"}])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), stage.script()[0])
    stage._settings.IOA_SCRIPT = ""
    with caplog.at_level(logging.INFO, "apps.agents.gateway.run"):
        stage.until(lambda: "Ten." in [message.text for message in stage.messages(goal)])
    knower = next(message.member_id for message in stage.messages(goal) if message.text == "Ten.")
    lines = [record.getMessage() for record in caplog.records if str(knower) in record.getMessage()]
    assert [line for line in lines if str(goal.origin_id) in line]
