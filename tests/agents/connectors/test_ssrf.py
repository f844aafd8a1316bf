"""Whatever an address looks like, no connection reaches what is not public (S1)."""

import ipaddress
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.connectors import connector_for
from apps.agents.connectors.files import fetch_file
from apps.agents.domain.calls import AgentError, RunRequest
from apps.agents.gateway.trials import detect
from apps.core.networks import Allowed, is_loopback, refusal_reason, unwrap_address
from apps.core.outbound import Outbound, OutboundError, for_agents, for_links, for_pages
from apps.core.outbound.errors import ForbiddenTarget
from tests.agents.connectors.conftest import LOCAL, fetched, leading_to
from tests.hostile.targets import LITERALS, NAMES, SPELLED

NOTHING = Allowed()
REQUEST = RunRequest(key="k", goal="g", brief="b")


def unlooked(host):
    raise AssertionError(f"{host} was looked up")


@pytest.mark.parametrize("host", LITERALS)
async def test_an_address_that_is_not_public_is_refused_without_a_connection(host, listening):
    for scheme in ("http", "https"):
        with pytest.raises(ForbiddenTarget):
            await fetched(Outbound(NOTHING, resolve=unlooked), f"{scheme}://{host}:{listening.port}/latest/meta-data/")
    listening.assert_untouched()


@pytest.mark.parametrize("url", SPELLED)
async def test_no_spelling_leads_round_the_check(url, listening):
    url = url.replace("{port}", str(listening.port))
    with pytest.raises(ForbiddenTarget):
        await fetched(Outbound(LOCAL, resolve=unlooked), url)
    listening.assert_untouched()


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_that_leads_inside_is_refused_after_it_was_looked_up(name, listening):
    client = Outbound(NOTHING, resolve=leading_to(**{name: [NAMES[name]]}))
    with pytest.raises(ForbiddenTarget, match="leads to"):
        await fetched(client, f"http://{name}.example:{listening.port}/")
    listening.assert_untouched()


async def test_a_name_is_looked_up_once_and_the_connection_goes_to_the_address_that_was_checked(listening):
    rebinding = leading_to(rebind=[["127.0.0.1"], ["10.0.0.1"]])
    client = Outbound(LOCAL, resolve=rebinding)
    assert await fetched(client, f"http://rebind.example:{listening.port}/") == (200, b"secret")
    assert f"Host: rebind.example:{listening.port}".encode() in listening.heard[0]
    with pytest.raises(ForbiddenTarget):
        await fetched(client, f"http://rebind.example:{listening.port}/")
    assert len(listening.heard) == 1


async def test_an_address_that_was_not_checked_gets_no_socket(listening, monkeypatch):
    from apps.core.outbound.pinning import Pin

    async def elsewhere(self, host, port=0, family=0):
        found = await Pin.original(self, host, port, family)
        return [entry | {"host": "127.0.0.1"} for entry in found]

    monkeypatch.setattr(Pin, "original", Pin.resolve, raising=False)
    monkeypatch.setattr(Pin, "resolve", elsewhere)
    client = Outbound(NOTHING, resolve=leading_to(public=[["93.184.215.14"]]))
    with pytest.raises(OutboundError):
        await fetched(client, f"http://public.example:{listening.port}/")
    listening.assert_untouched()


async def test_a_redirect_is_an_answer_and_is_not_followed(listening):
    from tests.hostile.server import hostile

    async with hostile() as agents:
        url = f"{agents}/redirect?to=http://127.0.0.1:{listening.port}/"
        status, _ = await fetched(Outbound(LOCAL), url)
    assert status == 302
    listening.assert_untouched()


@pytest.mark.parametrize("port", [1, 22, 25, 110, 445, 1023])
async def test_a_port_of_another_protocol_is_refused_on_a_public_host(port):
    client = Outbound(NOTHING, resolve=leading_to(public=[["93.184.215.14"]]))
    with pytest.raises(ForbiddenTarget, match="another protocol"):
        await fetched(client, f"http://public.example:{port}/")


async def test_a_host_that_the_operator_named_may_be_anywhere(listening):
    client = Outbound(Allowed.of(["agents.intranet"]), resolve=leading_to(agents=[["127.0.0.1"]]))
    assert await fetched(client, f"http://agents.intranet:{listening.port}/") == (200, b"secret")


async def test_proxies_of_the_environment_are_not_asked(listening, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{listening.port}")
    with pytest.raises(OutboundError):
        await fetched(Outbound(LOCAL), "http://127.0.0.1:1/")
    listening.assert_untouched()


@pytest.mark.parametrize(
    "address",
    "8.8.8.8 93.184.215.14 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 2606:4700::1111 64:ff9b::808:808 "
    "::ffff:8.8.8.8 2a00:1450::1".split(),
)
def test_a_public_address_is_no_cause_for_refusal(address):
    assert refusal_reason(ipaddress.ip_address(address)) is None


@given(st.ip_addresses())
def test_what_is_not_global_is_refused_and_an_inner_address_counts_like_itself(address):
    inner = unwrap_address(address)
    if not inner.is_global:
        assert refusal_reason(address)
    assert refusal_reason(address) == refusal_reason(inner)


@given(st.ip_addresses(v=4))
def test_an_address_is_allowed_in_whatever_form_it_comes(address):
    allowed = Allowed.of([f"{address}/32"])
    for form in (f"{address}", f"::ffff:{address}", f"64:ff9b::{address}"):
        assert allowed.holds(ipaddress.ip_address(form))


@pytest.mark.parametrize("entry", ["10.0.0.0/99", "10.0.0/8", "10.0.0.1/8", "300.1.1.1", "::1::", "1"])
def test_a_mistake_in_the_list_of_networks_is_named(entry):
    with pytest.raises(ValueError, match="neither a network"):
        Allowed.of([entry])


def test_a_list_of_networks_may_have_spaces_and_gaps():
    allowed = Allowed.of([" 10.0.0.0/8 ", "", "Agents.Intranet."])
    assert len(allowed.networks) == 1
    assert allowed.names("agents.intranet")


@pytest.mark.parametrize(
    ("host", "here"),
    [("127.0.0.1", True), ("[::1]", True), ("LOCALHOST", True), ("hub.example", False), ("0.0.0.0", False)],
)
def test_this_machine_is_known_by_its_names(host, here):
    assert is_loopback(host) is here


async def test_on_a_laptop_registered_agents_may_run_beside_the_hub_but_texts_lead_nowhere_inside(settings, listening):
    settings.IOA_LOCAL_AGENTS = True
    url = f"http://127.0.0.1:{listening.port}/"
    assert await fetched(for_agents(), url) == (200, b"secret")
    with pytest.raises(ForbiddenTarget):
        await fetched(for_pages(), url)


async def test_what_the_operator_allows_is_allowed_for_both(settings, listening):
    settings.IOA_LOCAL_AGENTS = False
    url = f"http://127.0.0.1:{listening.port}/"
    with pytest.raises(ForbiddenTarget):
        await fetched(for_agents(), url)
    settings.IOA_ALLOWED_NETWORKS = ["127.0.0.1"]
    assert await fetched(for_agents(), url) == await fetched(for_pages(), url) == (200, b"secret")


@pytest.mark.parametrize("connector", ["openai", "http", "a2a", "mcp", "agui", "agent_protocol", "responses"])
async def test_no_connector_reaches_an_address_that_is_not_public(connector, settings, listening):
    settings.IOA_LOCAL_AGENTS = False
    for host in LITERALS:
        config = {"url": f"http://{host}:{listening.port}"}
        events = [event async for event in connector_for(connector).run(config, REQUEST)]
        assert [(type(event), event.permanent) for event in events] == [(AgentError, True)], host
    listening.assert_untouched()


async def test_no_question_of_what_is_there_reaches_an_address_that_is_not_public(settings, listening):
    settings.IOA_LOCAL_AGENTS = False
    for host in LITERALS:
        assert (await detect(f"http://{host}:{listening.port}/", {"token": "sesame"})).problem, host
    listening.assert_untouched()


@pytest.mark.parametrize("known", ["https://agent.example/", "http://127.0.0.1.example/", "http://93.184.215.14/"])
async def test_an_agent_elsewhere_cannot_send_its_callers_to_a_laptop(known, settings, listening):
    settings.IOA_LOCAL_AGENTS = True
    for host in ("127.0.0.1", "[::1]", "localhost"):
        url = f"http://{host}:{listening.port}/"
        with pytest.raises(ForbiddenTarget):
            await fetched(for_links(url, known), url)
        with pytest.raises(ForbiddenTarget):
            await fetch_file({"url": url}, known, {"Authorization": "Bearer sesame"})
    listening.assert_untouched()


async def test_no_name_that_an_agent_says_leads_to_a_laptop(settings, listening, monkeypatch):
    settings.IOA_LOCAL_AGENTS = True
    url, resolve = f"http://agent.example:{listening.port}/", leading_to(agent=[["127.0.0.1"]] * 2)
    for known in (url, "http://localhost:1/"):
        client = for_links(url, known)
        monkeypatch.setattr(client, "_resolve", resolve)
        with pytest.raises(ForbiddenTarget):
            await fetched(client, url)
    listening.assert_untouched()


@pytest.mark.parametrize("link", SPELLED)
async def test_what_an_agent_names_is_read_as_strictly_as_what_was_registered(link, settings, listening):
    settings.IOA_LOCAL_AGENTS = True
    with pytest.raises(ForbiddenTarget):
        await fetch_file({"url": link.replace("{port}", str(listening.port))}, "https://agent.example/", {})
    listening.assert_untouched()


async def test_an_agent_on_a_laptop_may_name_its_neighbours(settings, listening):
    settings.IOA_LOCAL_AGENTS = True
    url = f"http://127.0.0.1:{listening.port}/a.txt"
    assert (
        await fetch_file({"url": url}, "http://localhost:1/", {"Authorization": "Bearer sesame"})
    ).content == b"secret"
    assert b"sesame" not in listening.heard[0]


async def test_a_card_cannot_send_its_callers_inside(settings, listening):
    settings.IOA_LOCAL_AGENTS = False
    card = {"name": "Bees", "url": f"http://127.0.0.1:{listening.port}/", "protocolVersion": "0.3.0"}
    found = await detect(json.dumps(card), {})
    [end] = [event async for event in connector_for("a2a").run(found.config, REQUEST)]
    assert "leads to this machine itself" in end.reason
    listening.assert_untouched()
