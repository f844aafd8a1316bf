"""Whatever a model's address looks like, no connection reaches what is not public: neither transport's (S1)."""

import asyncio
import socket

import pytest

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.accounts.gateway import try_model
from apps.chat.domain.briefing import VoiceError
from tests.agents.connectors.conftest import canary
from tests.chat.llm.briefings import briefing
from tests.hostile.targets import LITERALS, NAMES, SPELLED

ALL = [*(f"http://{host}:{{port}}/v1" for host in LITERALS), *SPELLED]


@pytest.fixture(autouse=True)
def guarded(settings):
    settings.IOA_LOCAL_AGENTS, settings.IOA_ALLOWED_NETWORKS = False, []
    return settings


@pytest.fixture
def listening():
    with canary() as heard:
        yield heard


def typed(url, listening):
    return ModelSettings(url.replace("{port}", str(listening.port)), "m", api_key="sk-canary")


@pytest.mark.parametrize("url", ALL)
def test_a_trial_of_a_model_reaches_nothing_inside(url, listening):
    trial = try_model(typed(url, listening), patience=5)
    assert not trial.answered
    assert "sk-canary" not in trial.sentence
    listening.assert_untouched()


@pytest.mark.parametrize("url", ALL)
async def test_a_turn_of_a_model_reaches_nothing_inside(url, speaker, listening):
    with pytest.raises(VoiceError) as caught:
        await speaker(base_url=typed(url, listening).base_url).speak(briefing())
    assert "sk-canary" not in caught.value.reason
    listening.assert_untouched()


def info(address, port):
    """An entry of getaddrinfo's answer."""
    if ":" in address:
        return (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
    return (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))


@pytest.fixture
def names(monkeypatch):
    """What names lead to, one answer after the other."""

    def lead(*answers):
        left = iter(answers)

        def getaddrinfo(host, port, *_, **__):
            found = next(left)
            return [info(each, port or 0) for each in found]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    return lead


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_that_leads_inside_is_refused_by_both(name, names, speaker, listening):
    names(*[NAMES[name]] * 10)
    url = f"http://{name}.example:{listening.port}/v1"
    with pytest.raises(VoiceError, match="may not be called"):
        await speaker(base_url=url).speak(briefing())
    trial = await asyncio.to_thread(try_model, ModelSettings(url, "m"))
    assert "leads to" in trial.sentence
    listening.assert_untouched()


async def test_a_name_that_changes_its_mind_is_refused_as_soon_as_it_leads_inside(
    names, speaker, listening, fake, guarded
):
    guarded.IOA_ALLOWED_NETWORKS = ["127.0.0.1"]
    asking = speaker(base_url=fake.url("good").replace("127.0.0.1", "models.example"))
    names(["127.0.0.1"], *[["::1"]] * 10)
    assert (await asking.speak(briefing())).voice == "fake-1"
    inside = speaker(base_url=f"http://models.example:{listening.port}/v1")
    with pytest.raises(VoiceError, match="may not be called"):
        await inside.speak(briefing())
    listening.assert_untouched()
