"""A model's address that an owner typed leads to nothing inside; what was refused is said in the room."""

import pytest

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.chat.domain.briefing import VoiceError
from apps.chat.voices.llm.clients import client_for
from tests.accounts.test_trial import HOSTS
from tests.chat.llm.briefings import briefing


@pytest.fixture(autouse=True)
def guarded(settings):
    """An installation that allows nothing besides the internet."""
    settings.IOA_LOCAL_AGENTS, settings.IOA_ALLOWED_NETWORKS = False, []
    return settings


@pytest.mark.parametrize("host", HOSTS)
async def test_an_address_that_is_not_public_is_never_asked(speaker, fake, host):
    with pytest.raises(VoiceError, match=r"may not be called: its address|base URL must be like") as caught:
        await speaker(base_url=fake.url("good").replace("127.0.0.1", host)).speak(briefing())
    assert caught.value.permanent
    assert fake.requests == []


@pytest.mark.parametrize("port", [22, 25, 1023])
async def test_a_port_of_another_protocol_is_never_asked_on_a_public_host(speaker, port):
    with pytest.raises(VoiceError, match=f"port of another protocol, {port}"):
        await speaker(base_url=f"http://93.184.215.14:{port}/v1").speak(briefing())


async def test_what_the_operator_allows_is_asked(guarded, speaker):
    guarded.IOA_ALLOWED_NETWORKS = ["127.0.0.1"]
    assert (await speaker().speak(briefing())).voice == "fake-1"


async def test_the_environments_own_model_may_be_anywhere(speaker):
    assert (await speaker(by_operator=True).speak(briefing())).voice == "fake-1"


async def test_the_environments_client_is_not_lent_to_an_owners_address():
    typed, named = (ModelSettings("http://127.0.0.1:9/v1", "m", by_operator=own) for own in (False, True))
    assert await client_for(typed) is not await client_for(named)


async def test_proxies_of_the_environment_do_not_lead_around_the_guard(speaker, fake, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", fake.url("good"))
    with pytest.raises(VoiceError, match="may not be called"):
        await speaker().speak(briefing())
    assert fake.requests == []


async def test_the_environments_own_model_is_asked_through_the_environments_proxy(speaker, fake, monkeypatch):
    here = fake.url("good")
    monkeypatch.setenv("HTTP_PROXY", here)
    named = here.replace("127.0.0.1", "models.invalid")
    assert (await speaker(base_url=named, by_operator=True).speak(briefing())).voice == "fake-1"
    assert fake.requests[0].headers["Host"].startswith("models.invalid")
