"""What the conformance test of connectors finds: each thing that one does not keep to, and nothing where it does."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, SecretStr

from apps.agents.connectors.conformance import SECRET, shortcomings
from apps.agents.connectors.recognition import Source
from apps.agents.domain.calls import AgentError, ProbeResult, Progress, Result
from apps.agents.domain.connectors import Resume
from apps.agents.domain.detection import Found
from apps.agents.domain.failures import Failure
from tests.agents.connectors.plugins import on_path

EXAMPLE = Path(__file__).parents[3] / "examples" / "connector"


@pytest.fixture(scope="module")
def errand():
    """The connector of the example, from its source."""
    with on_path(EXAMPLE):
        yield importlib.import_module("ioa_errand")


@pytest.fixture(scope="module")
def start(errand):
    """The agents of the example's own test."""
    read = importlib.util.spec_from_file_location("errand_agents", EXAMPLE / "tests" / "conftest.py")
    agents = importlib.util.module_from_spec(read)
    read.loader.exec_module(agents)
    return agents.started


def here(name):
    return f"{__name__}:{name}"


class Plain(BaseModel):
    model_config = ConfigDict(hide_input_in_errors=True)
    url: str
    token: str = ""


class Shut(BaseModel):
    model_config = ConfigDict(hide_input_in_errors=True)
    url: str
    routes: dict[str, str]


class Perhaps(BaseModel):
    model_config = ConfigDict(hide_input_in_errors=True)
    url: str
    pin: SecretStr | None = None


class Telling(BaseModel):
    url: int = 0
    token: SecretStr = SecretStr("")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "Errand!"}, "its kind must be of a-z"),
        ({"settings": "ioa_errand.settings:Nothing"}, "names what is not there"),
        ({"settings": here("Plain")}, "The setting token holds a secret"),
        ({"settings": here("Perhaps")}, "The setting pin holds a secret"),
        ({"settings": here("Shut")}, "The setting routes is needed, and no form has a field for it"),
        ({"settings": here("Telling")}, "repeats what was typed"),
        ({"settings": here("here")}, "no pydantic model"),
    ],
)
async def test_a_descriptor_that_is_no_good_is_not_tried_further(errand, start, changes, words):
    [wrong] = await shortcomings(replace(errand.DESCRIPTOR, **changes), start)
    assert words in wrong


class Saying:
    """Says the same to everybody, whoever is there."""

    events = (Result("Fine."),)
    card = ProbeResult()

    def __init__(self, context):
        pass

    async def run(self, config, request):
        for event in self.events:
            yield event

    async def probe(self, config):
        return self.card


class Raising(Saying):
    async def run(self, config, request):
        raise OSError("nobody there")
        yield

    async def probe(self, config):
        raise OSError("nobody there")


class Talking(Saying):
    events = (Progress("One."), Result("Two."), Result("Three."))


class Leaking(Saying):
    events = (AgentError(f"It refused {SECRET}.", failure=Failure.REFUSED),)
    card = ProbeResult(problem=f"It refused {SECRET}.", reachable=False)


class Vague(Saying):
    events = (AgentError("Something\nbroke."),)
    card = ProbeResult(problem="", reachable=False)


async def everybody(source: Source) -> Found:
    return Found("http", {"url": source.url})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"connector": here("Saying")}, "must end in an AgentError with Failure.UNSENT"),
        ({"connector": here("Saying")}, "The call of an agent that fails must end in an AgentError"),
        ({"connector": here("Saying")}, "The agent was never given its work"),
        ({"connector": here("Raising")}, "raised OSError, which no connector does"),
        ({"connector": here("Talking")}, "A call has one end, its last event"),
        ({"connector": here("Leaking")}, "repeats a secret"),
        ({"connector": here("Vague")}, "is not explained"),
        ({"connector": here("Vague")}, "must be one plain sentence"),
        ({"recogniser": here("everybody")}, "What was found is of the kind 'http' and not 'errand'"),
        ({"recogniser": here("everybody")}, "A server that knows none of its paths was recognised"),
        ({"streaming": False}, "The descriptor says False of signs of life, and some came"),
        ({"files": True}, "The descriptor says True of files, and none came"),
        ({"resume": Resume.BY_HANDLE}, "not gone on with by its handle"),
    ],
)
async def test_each_thing_that_a_connector_does_not_keep_to_is_named(errand, start, changes, words, monkeypatch):
    monkeypatch.setattr("apps.agents.connectors.conformance.calls.PATIENCE", 0.2)
    wrong = await shortcomings(replace(errand.DESCRIPTOR, **changes), start)
    assert any(words in each for each in wrong), wrong


async def test_one_that_keeps_to_all_has_no_shortcoming(errand, start):
    assert await shortcomings(errand.DESCRIPTOR, start) == []
