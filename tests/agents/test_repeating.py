"""Whether work may be done twice, and which failures leave that question open: two tables, read from outside."""

import pytest

from apps.agents.domain.detection import skill_in
from apps.agents.domain.failures import WORK, Failure, WorkFate, failure_at_work, failure_of_code, failure_of_status
from apps.agents.domain.profile import ToldBy
from apps.agents.domain.repeatability import judge_skill
from apps.agents.queries.connectors import descriptor_of_kind


def test_every_way_to_fail_says_what_became_of_the_work():
    assert set(WORK) == set(Failure)


@pytest.mark.parametrize("status", [300, 302, 303, 304, 408, 409, 418, 423, 424, 499, 500, 502, 503, 504, 507, 999])
def test_a_status_that_does_not_say_that_nothing_was_done_leaves_it_open(status):
    assert WORK[failure_of_status(status, asks_to_wait=False)] is WorkFate.UNKNOWN


@pytest.mark.parametrize("status", [301, 307, 308, 400, 401, 403, 404, 405, 413, 415, 422, 425, 429, 431, 501])
def test_a_status_of_one_who_did_not_take_the_request_up_says_that_nothing_was_done(status):
    assert WORK[failure_of_status(status, asks_to_wait=False)] is WorkFate.NOT_BEGUN


def test_a_server_that_says_when_to_come_again_has_done_nothing():
    assert failure_of_status(503, asks_to_wait=True) is Failure.BUSY
    assert failure_of_status(500, asks_to_wait=True) is Failure.BROKEN


@pytest.mark.parametrize(
    ("code", "work"),
    [
        (-32700, WorkFate.NOT_BEGUN),
        (-32602, WorkFate.NOT_BEGUN),
        (-32005, WorkFate.NOT_BEGUN),
        (-32603, WorkFate.UNKNOWN),
        (-32000, WorkFate.UNKNOWN),
        (-32001, WorkFate.UNKNOWN),
        (-1, WorkFate.UNKNOWN),
        (0, WorkFate.UNKNOWN),
        (403, WorkFate.NOT_BEGUN),
        (500, WorkFate.UNKNOWN),
    ],
)
def test_so_does_a_code_of_json_rpc(code, work):
    assert WORK[failure_of_code(code)] is work


def test_what_was_begun_is_not_undone_by_a_server_that_can_not_be_reached_any_more():
    assert {failure_at_work(failure) for failure in Failure if WORK[failure] is WorkFate.NOT_BEGUN} == {Failure.CUT}
    assert failure_at_work(Failure.SAID) is Failure.SAID


@pytest.mark.parametrize(
    ("said", "connector", "config", "repeatable"),
    [
        (None, "openai", {}, True),
        (False, "openai", {}, False),
        (None, "builtin", {}, True),
        (None, "http", {}, False),
        (None, "http", {"honours_keys": True}, True),
        (None, "a2a", {"honours_keys": "yes"}, False),
        (None, "mcp", {}, False),
        (True, "mcp", {}, True),
        (False, "http", {"honours_keys": True}, False),
        (None, "a-plug-in", {}, False),
    ],
)
def test_what_was_said_counts_and_else_what_is_known_of_the_connection(said, connector, config, repeatable):
    assert judge_skill(said, descriptor_of_kind(connector).harmless, config).repeatable is repeatable


def test_it_is_told_where_that_is_known_from():
    whys = {judge_skill(None, descriptor_of_kind(each).harmless, {}).why for each in ("openai", "builtin", "http")}
    whys |= {judge_skill(True, "", {}, source).why for source in ToldBy}
    assert len({*whys, judge_skill(None, "", {"honours_keys": True}).why}) == 6


@pytest.mark.parametrize(("said", "read"), [({}, None), ({"repeatable": True}, True), ({"repeatable": "no"}, None)])
def test_a_card_may_say_it(said, read):
    skill = skill_in({"id": "count", "name": "Count", **said})
    assert (skill.repeatable, skill.repeatable_from) == (read, ToldBy.AGENT)
