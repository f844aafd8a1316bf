import openai._base_client
import pytest

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.chat.voices.llm import LLMVoice, voice
from tests.fake_model.server import running

KEY = "sk-canary-5d41402abc4b2a76b9719d911017c592"


@pytest.fixture(scope="session")
def _served():
    with running() as fake:
        yield fake


@pytest.fixture
def fake(_served):
    _served.reset()
    return _served


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    """No memory of servers that other tests talked to, no pause between the SDK's retries, no proxy."""
    voice._dialects.clear()
    monkeypatch.setattr(openai._base_client, "INITIAL_RETRY_DELAY", 0.001)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def speaker(fake):
    """Makes the voice of the fake model in a mode."""

    def make(mode="good", **changes):
        defaults = {"base_url": fake.url(mode), "model": "fake-1", "api_key": KEY, "timeout_seconds": 20.0}
        return LLMVoice(ModelSettings(**defaults | changes))

    return make
