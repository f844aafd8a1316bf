"""Whatever an agent's server does, the call ends in a typed error within its time (R15)."""

import pytest

from apps.agents.connectors.a2a import exchange
from apps.agents.connectors.mcp import session
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import AgentError, Result, RunRequest
from apps.agents.domain.failures import Failure
from apps.agents.gateway.run import run_agent
from tests.hostile.server import MODES, hostile

pytestmark = pytest.mark.thorough

REQUEST = RunRequest(key="k", goal="Count the bees", brief="")
AMPLE = 60.0  # seconds that no mode needs
SHORT = 0.1  # seconds for those that never end
UNENDING = ("hang", "hang-after-headers", "one-byte-a-second", "endless-comments")
ANSWERS = {"wrong-type", "wrong-type-inside", "a-list"}  # to the plain connector any JSON is an answer
MORE = {"openai": {"model": "m"}, "a2a": {"version": "1.0"}}
CONNECTORS = ["openai", "http", "a2a", "mcp", "agui", "agent_protocol", "responses"]
LATER = {"a2a": {"streaming": False}, "mcp": {}, "agent_protocol": {}}  # those that say more than one thing
PASSING = {"408", "429", "500", "502", "503", "no-answer", "early-close", "events-cut-off", *UNENDING}
LASTING = {"400", "401", "403", "404", "405", "redirect", "gzip-bomb", "fifty-megabytes", "unknown-encoding", "garbage"}


@pytest.fixture
async def agents():
    async with hostile() as base:
        yield base


async def end_of(connector, url, **more):
    config = {"url": url} | MORE.get(connector, {}) | more
    seconds = SHORT if url.rpartition("/")[2] in UNENDING else AMPLE
    outcome = await run_agent(AgentAddress("1", connector, config, seconds), REQUEST, lambda event: None)
    return outcome.end


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("connector", CONNECTORS)
async def test_misbehaviour_ends_in_an_error_that_says_what_it_was(connector, mode, agents):
    end = await end_of(connector, f"{agents}/{mode}")
    if connector == "http" and mode in ANSWERS:
        assert isinstance(end, Result)
        return
    assert isinstance(end, AgentError)
    assert end.reason[-1] in ".?"
    assert "Traceback" not in end.reason
    assert "broke down" not in end.reason
    assert f"/{mode}" not in end.reason, "what stands behind the host may be a secret"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("connector", LATER)
async def test_so_does_misbehaviour_that_begins_with_the_work(connector, mode, agents, monkeypatch):
    monkeypatch.setattr(exchange, "PATIENCE", 2)
    monkeypatch.setattr(exchange, "PAUSES", (0.0,))
    end = await end_of(connector, f"{agents}/late/{mode}", **LATER[connector])
    if (connector, mode) == ("mcp", "endless-artifacts"):
        assert end == Result("The tool work was called and gave nothing back.")
        return
    assert isinstance(end, AgentError)
    assert end.reason[-1] in ".?"
    assert "broke down" not in end.reason
    assert f"/{mode}" not in end.reason


@pytest.mark.parametrize("connector", LATER)
async def test_one_that_hangs_has_no_more_than_two_seconds_after_its_deadline(connector, agents):
    waits = (session.GOODBYE.total * 2, exchange.GOODBYE.total)  # MCP cancels, and ends the session
    assert max(waits) <= 2.0
    end = await end_of(connector, f"{agents}/late/hang", **LATER[connector])
    assert "did not finish within" in end.reason


@pytest.mark.parametrize("mode", sorted(PASSING | LASTING))
async def test_it_is_told_whether_trying_again_may_help(mode, agents):
    end = await end_of("openai", f"{agents}/{mode}")
    assert end.permanent is (mode in LASTING)


@pytest.mark.parametrize("mode", ["429", "busy"])
@pytest.mark.parametrize("connector", CONNECTORS)
async def test_one_that_has_too_much_to_do_says_when_to_come_again(connector, mode, agents):
    assert (await end_of(connector, f"{agents}/{mode}")).retry_after == {"429": 3600, "busy": 7}[mode]


@pytest.mark.parametrize("connector", CONNECTORS)
async def test_a_server_that_cannot_prove_itself_is_not_asked(connector, tmp_path, authority):
    async with hostile(tls=authority.server(tmp_path)) as agents:
        end = await end_of(connector, f"{agents}/200")
    why = f"{agents.removeprefix('https://')} could not prove who it is (TLS): unable to get local issuer certificate."
    words = f"{why} Who runs this hub may name its authority in SSL_CERT_FILE."
    assert end == AgentError(words, permanent=True, failure=Failure.UNSENT)
