"""Connectors by kind; workers behind the built-in one; the scripted double."""

import asyncio
import json
import logging
import sys
import types

import pytest

from apps.agents.connectors import UnknownConnectorError, connector_for, descriptor_of
from apps.agents.connectors.builtin.connector import WORKERS
from apps.agents.domain.calls import ArtifactMade, InputRequired, Progress, Result, RunRequest
from apps.agents.domain.registration import AgentProfile
from tests.agents.builtin.samples import ENERGY, REVENUE, SEED, ask, played, text_file

REQUEST = RunRequest("key-1", "the goal", "the brief")


def scripted(*steps, request=REQUEST):
    return played("scripted", {"steps": list(steps)}, request)


@pytest.mark.parametrize("kind", ["builtin", "scripted"])
def test_a_connector_is_found_by_its_kind(kind):
    assert descriptor_of(kind).kind == kind


def test_an_unknown_kind_is_refused():
    with pytest.raises(UnknownConnectorError, match="pigeon"):
        connector_for("pigeon")


@pytest.mark.parametrize("config", [{}, {"worker": "os"}, {"worker": None}, {"worker": "tables.model"}])
def test_only_the_workers_can_be_named(config):
    assert played("builtin", config, REQUEST).refusal.permanent


async def test_work_runs_off_the_event_loop():
    request = RunRequest("key", "sum of energy", "", files=(text_file("e.csv", ENERGY),))
    threads = []

    def library(text):
        threads.append(asyncio.current_task() if _in_loop() else None)
        return []

    events = [event async for event in connector_for("builtin").run({"worker": "table_analyst"}, request)]
    assert isinstance(events[-1], Result)
    searching = RunRequest("key", "find bees", "", library=library)
    [*_, _] = [event async for event in connector_for("builtin").run({"worker": "document_search"}, searching)]
    assert threads
    assert set(threads) == {None}


def _in_loop():
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_an_error_inside_a_worker_is_one_plain_sentence_and_its_contents_are_not_logged(monkeypatch, caplog):
    def work(request):
        yield Progress("Starting")
        raise ValueError("somebody's secret cell")

    monkeypatch.setitem(sys.modules, "apps.agents.builtin.chart_maker", types.SimpleNamespace(work=work))
    with caplog.at_level(logging.ERROR):
        outcome = ask("chart_maker", "Plot")
    assert "secret" not in outcome.refusal.reason
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text


def test_the_seed_files_have_every_worker_and_their_work_can_be_repeated():
    profiles = [
        AgentProfile.model_validate(entry) for path in SEED.rglob("*.json") for entry in json.loads(path.read_text())
    ]
    assert sorted(str(profile.connector_config["worker"]) for profile in profiles) == sorted(WORKERS)
    assert all(skill.repeatable and skill.examples and skill.tags for item in profiles for skill in item.skills)
    assert "restated to 91,154" in REVENUE


def test_a_script_plays_its_steps_in_order():
    file = {"name": "a.txt", "media_type": "text/plain", "content": "hello"}
    outcome = scripted({"progress": "on it"}, {"wait": 0}, {"file": file}, {"result": "done: {brief}"})
    assert [type(event) for event in outcome.events] == [Progress, ArtifactMade, Result]
    assert outcome.file("a.txt") == b"hello"
    assert outcome.text == "done: the brief"


def test_a_script_ends_at_its_first_end():
    assert len(scripted({"error": "broken", "permanent": True}, {"result": "never"}).events) == 1


def test_a_script_asks_until_it_is_answered():
    steps = [{"if_answered": [{"result": "thanks for {answer}"}]}, {"ask": "which year?"}]
    assert scripted(*steps).end == InputRequired("which year?")
    answered = RunRequest("key-1", "the goal", "the brief", answer="2019")
    assert scripted(*steps, request=answered).text == "thanks for 2019"


def test_a_script_leaves_a_trace_for_every_time_it_was_played(tmp_path):
    trace = tmp_path / "trace"
    for _ in range(2):
        scripted({"side_effect": str(trace)}, {"result": "done"})
    assert trace.read_text() == "key-1\nkey-1\n"


@pytest.mark.parametrize(("steps", "end"), [([], Result), ([{"dance": 1}], None)])
def test_a_script_always_ends(steps, end):
    outcome = scripted(*steps)
    assert isinstance(outcome.end, end) if end else outcome.refusal.permanent
