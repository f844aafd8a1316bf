"""Agents that are called: their settings are checked at the door, their secrets are sealed, their presence is tried."""

import asyncio
import json

import pytest
from pydantic import SecretStr

from apps.accounts.domain.errors import NotFound, Refused
from apps.agents.actions import probe_agent, register_agent, update_agent
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import AgentError, RunRequest
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import AgentProfile
from apps.agents.gateway.probe import probe
from apps.agents.gateway.run import run_agent
from apps.agents.models import Agent
from apps.agents.queries.agents import address_of, workspace_connection
from apps.agents.queries.credentials import open_config, shown_config
from apps.core.sentences import Sentence
from tests.agents.connectors.fake_agent import agent, as_json, whole

KEY = "sk-canary-8d3a77"
REQUEST = RunRequest(key="k", goal="Count the bees", brief="")


def profile(connector="openai", **config):
    return AgentProfile(handle="counter", name="Counter", connector=connector, connector_config=config)


@pytest.fixture
def registered(workspace):
    def register(connector="openai", **config):
        return Agent.objects.get(pk=register_agent(workspace.pk, profile(connector, **config)))

    return register


def run(row):
    return asyncio.run(run_agent(address_of(workspace_connection(row.pk)), REQUEST, lambda event: None)).end


@pytest.mark.parametrize(
    ("connector", "config", "wrong"),
    [
        ("openai", {}, {"url": "This is needed."}),
        ("openai", {"url": "host"}, {"url": "The address must start with http:// or https:// and name a host."}),
        (
            "http",
            {"url": "http://h", "colour": 1},
            {"colour": "There is no setting “colour” here, but url, headers, model, honours_keys."},
        ),
        (
            "openai",
            {"url": "http://h", "api_key": "a b", "prompt_price": -1},
            {
                "api_key": "This has characters that no key has.",
                "prompt_price": "Input should be greater than or equal to 0.",
            },
        ),
        ("openai", {"url": "http://h", "api_key": {"sealed": "x"}}, {"api_key": "Input should be a valid string."}),
        (
            "http",
            {"url": "http://h", "headers": "key"},
            {"headers": "Line 1 is not a header: write each like “Authorization: Bearer …”."},
        ),
        ("builtin", {}, {"worker": "This is needed."}),
        ("scripted", {"steps": "none"}, {"steps": "Input should be a valid list."}),
    ],
)
def test_a_wrong_setting_is_refused_beside_its_field(connector, config, wrong, workspace):
    with pytest.raises(Refused) as refusal:
        register_agent(workspace.pk, profile(connector, **config))
    assert refusal.value.fields == wrong


def test_a_connector_that_nobody_knows_is_refused(workspace):
    with pytest.raises(Refused) as refusal:
        register_agent(workspace.pk, profile("pigeon"))
    assert "pigeon" in refusal.value.fields["connector"]


def test_a_secret_is_sealed_where_it_is_stored_and_shows_nowhere(registered):
    row = registered(url="http://127.0.0.1:1/v1", api_key=KEY)
    assert KEY not in json.dumps(row.connection.connector_config)
    assert KEY not in repr(address_of(workspace_connection(row.pk)))
    assert KEY not in repr(open_config(row.connection.connector_config))
    assert shown_config(row.connection.connector_config).values == {"url": "http://127.0.0.1:1/v1"}
    assert shown_config(row.connection.connector_config).secrets == ("api_key",)


@pytest.mark.parametrize(
    ("connector", "setting"), [("openai", {"api_key": KEY}), ("http", {"headers": f"X-Key: {KEY}"})]
)
def test_a_secret_reaches_the_agent_and_is_taken_out_of_what_it_repeats(connector, setting, registered, caplog):
    with agent(as_json(whole(f"Your key is {KEY}, I count ten bees."))) as server:
        row = registered(connector, url=server.url, **setting)
        end = run(row)
        card = probe_agent(row.pk)
    sent = server.asked[0].headers
    assert KEY in (sent["Authorization"] or sent["X-Key"])
    assert "ten bees" in end.text
    assert KEY not in f"{end} {card} {caplog.text}"


def test_an_error_that_quotes_the_key_comes_without_it(registered):
    with agent(as_json({"error": {"message": f"Incorrect API key provided: {KEY}"}}, 401)) as server:
        end = run(registered(url=server.url, api_key=KEY))
    assert isinstance(end, AgentError)
    assert "[secret]" in end.reason


def test_a_key_that_is_left_out_stays_and_a_new_one_replaces_it(workspace, registered):
    row = registered(url="http://h/v1", api_key=KEY)
    for config, expected in (
        ({"url": "http://h/v2"}, KEY),
        ({"url": "http://h/v2", "api_key": ""}, KEY),
        ({"url": "http://h/v2", "api_key": "another-key"}, "another-key"),
    ):
        update_agent(workspace.pk, profile(**config))
        row.refresh_from_db()
        assert open_config(row.connection.connector_config)["api_key"] == SecretStr(expected)
    update_agent(workspace.pk, profile(url="http://h/v2", api_key=None))
    row.refresh_from_db()
    assert row.connection.connector_config == {"url": "http://h/v2"}


def test_a_key_does_not_follow_the_address_to_another_server(workspace, registered):
    registered(url="http://h/v1", api_key=KEY)
    with pytest.raises(Refused) as refusal:
        update_agent(workspace.pk, profile(url="http://elsewhere/v1"))
    assert "enter this again" in refusal.value.fields["api_key"]
    update_agent(workspace.pk, profile(url="http://elsewhere/v1", api_key=None))
    update_agent(workspace.pk, profile("http", url="http://elsewhere/run"))
    assert Agent.objects.get().connection.connector_config == {"url": "http://elsewhere/run"}


def test_a_key_that_can_no_longer_be_read_is_said_so_and_nobody_is_called(registered, settings):
    with agent(as_json(whole("Hi"))) as server:
        row = registered(url=server.url, api_key=KEY)
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "changed" * 10, []
        end, card = run(row), probe_agent(row.pk)
    assert end.permanent
    assert "enter them again" in end.reason == card.problem
    assert server.asked == []


def test_a_key_survives_a_change_of_the_secret_keys(registered, settings):
    row = registered(url="http://h/v1", api_key=KEY)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "changed" * 10
    assert open_config(row.connection.connector_config)["api_key"].get_secret_value() == KEY


def test_a_probe_says_how_it_went_and_leaves_the_agents_presence(registered):
    with agent(as_json({"data": [{"id": "small"}]}), as_json(whole("I count\nbees."))) as server:
        row = registered(url=server.url)
        card = probe_agent(row.pk)
    assert (card.reply, card.models, card.problem) == ("I count bees.", ("small",), "")
    row.refresh_from_db()
    assert row.connection.availability == Availability.ONLINE
    assert row.connection.last_seen_at
    assert not probe_agent(row.pk).reachable
    row.refresh_from_db()
    assert row.connection.availability == Availability.OFFLINE


def test_a_probe_of_nobody_we_know_is_refused(db):
    with pytest.raises(NotFound):
        probe_agent("00000000-0000-7000-8000-000000000000")


@pytest.mark.parametrize("connector", ["builtin", "scripted"])
async def test_agents_inside_the_hub_can_be_tried_too(connector):
    config = {"builtin": {"worker": "chart_maker"}, "scripted": {"steps": [{"result": "Hi"}]}}[connector]
    assert (await probe(AgentAddress("", connector, config))).availability == Availability.ONLINE


@pytest.mark.parametrize(
    ("steps", "words"),
    [([{"wait": 60}], "within 0.05 seconds"), ([{"error": "no\nbees"}], "no bees"), ([{"wait": "x"}], "broke down")],
)
async def test_whatever_a_connector_does_a_probe_gives_a_card(steps, words):
    card = await probe(AgentAddress("1", "scripted", {"steps": steps}, 0.05))
    assert words in card.problem


async def test_why_nobody_was_reached_stays_a_sentence_that_is_said_in_another_language():
    card = await probe(AgentAddress("1", "http", {"url": "http://127.0.0.1:9/"}))
    assert isinstance(card.problem, Sentence)
    assert card.problem.template == "{place} can't be reached; is it running?"


async def test_a_probe_without_a_connector_gives_a_card():
    card = await probe(AgentAddress("1", "pigeon"))
    assert not card.reachable


async def test_a_question_is_an_answer_to_a_probe():
    card = await probe(AgentAddress("1", "scripted", {"steps": [{"ask": "Which bees?"}]}))
    assert card.reply == "Which bees?"
    assert card.quirks
