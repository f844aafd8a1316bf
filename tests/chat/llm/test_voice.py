"""The model voice against a server that behaves as real ones do."""

import json

import pytest

from apps.chat.domain.protocol import Misspoken, parse
from apps.chat.domain.utterances import Assign
from apps.chat.voices.llm import clients
from tests.chat.llm.briefings import briefing
from tests.chat.llm.conftest import KEY
from tests.fake_model.server import COMPLETION_TOKENS, PROMPT_TOKENS


async def test_one_call_plans_staffs_and_names_the_answer(speaker, fake):
    spoken = await speaker().speak(briefing())
    said = parse(spoken.raw)
    assert isinstance(said, Assign)
    assert [(task.owner, task.key) for task in said.tasks] == [("reader", "all")]
    assert said.answer == "all"
    assert spoken.voice == "fake-1"
    assert len(fake.requests) == 1


async def test_a_request_is_bound_and_asks_for_the_schema(speaker, fake):
    await speaker().speak(briefing())
    body = fake.requests[0].body
    assert body["response_format"]["json_schema"]["strict"] is True
    assert body["max_tokens"] == 8000
    assert body["temperature"] == 0
    assert fake.requests[0].headers["Authorization"] == f"Bearer {KEY}"
    assert fake.requests[0].headers["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(
    ("mode", "first", "later"),
    [
        ("good", 1, 1),
        ("tools_only", 2, 1),  # the schema is refused
        ("writes_calls", 2, 1),  # the schema is refused, and calls of the tool are not read by the server
        ("words_only", 4, 2),  # schema and tool are refused, the first words need a repair
        ("ignores_forms", 3, 1),  # schema and tool are answered with prose
        ("new_names", 3, 1),  # the limit's name and the temperature are refused
        ("runs_on", 1, 1),
        ("odd", 1, 1),
        ("no_usage", 1, 1),
        ("busy_once", 2, 1),
    ],
)
async def test_it_finds_how_a_server_likes_to_be_asked_and_remembers_it(speaker, fake, mode, first, later):
    for calls in (first, later):
        before = len(fake.requests)
        spoken = await speaker(mode).speak(briefing())
        assert isinstance(parse(spoken.raw), Assign)
        assert len(fake.requests) - before == calls


async def test_a_model_that_is_asked_to_repair_its_answer_is_shown_it_and_no_role_speaks_twice(speaker, fake):
    await speaker("words_only").speak(briefing())
    messages = fake.requests[-1].body["messages"]
    assert [one["role"] for one in messages] == ["system", "user", "assistant", "user"]
    assert messages[2]["content"] == "I would ask the first agent to do all of it."


async def test_what_one_model_likes_is_not_held_against_another(speaker, fake):
    await speaker("tools_only").speak(briefing())
    await speaker("tools_only", model="fake-2").speak(briefing())
    assert "response_format" in fake.requests[2].body


async def test_an_utterance_that_makes_no_sense_is_left_to_the_parser(speaker):
    spoken = await speaker("invalid_utterance").speak(briefing())
    assert isinstance(parse(spoken.raw), Misspoken)


async def test_the_servers_count_is_booked_with_its_price(speaker):
    spoken = await speaker(prompt_price=2.0, completion_price=10.0).speak(briefing())
    usage = spoken.usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.estimated) == (PROMPT_TOKENS, COMPLETION_TOKENS, False)
    assert usage.money == pytest.approx((812 * 2 + 143 * 10) / 1e6)


async def test_every_call_of_a_turn_is_booked(speaker):
    spoken = await speaker("ignores_forms").speak(briefing())
    assert spoken.usage.prompt_tokens == 3 * PROMPT_TOKENS


@pytest.mark.parametrize("mode", ["no_usage", "odd"])
async def test_where_the_server_does_not_count_tokens_are_estimated_and_it_shows(speaker, mode):
    usage = (await speaker(mode, prompt_price=2.0, completion_price=10.0).speak(briefing())).usage
    assert usage.estimated
    assert usage.prompt_tokens > 300
    assert usage.completion_tokens > 20
    assert usage.money > 0


@pytest.mark.parametrize("prices", [{}, {"prompt_price": 2.0}, {"completion_price": 2.0}])
async def test_without_both_prices_money_is_unknown(speaker, prices):
    assert (await speaker(**prices).speak(briefing())).usage.money is None


async def test_a_server_without_keys_is_asked_without_one(speaker, fake):
    await speaker(api_key="").speak(briefing())
    assert fake.requests[0].headers["Authorization"] == "Bearer none"


async def test_a_loop_asks_one_server_through_one_client(speaker, fake, monkeypatch):
    made = []
    make = clients.ModelClient
    monkeypatch.setattr(clients, "ModelClient", lambda settings: made.append(settings) or make(settings))
    for key in ("one", "one", "two"):
        await speaker(api_key=key).speak(briefing())
    assert len(made) == 2


async def test_a_later_request_is_made_as_the_first_was(speaker, fake):
    for goal in ("Sing.", "Dance."):
        await speaker().speak(briefing(goal=goal, purpose="Sing or dance."))
    first, later = fake.requests
    lengths = [int(seen.headers.pop("Content-Length")) for seen in (first, later)]
    assert later.headers == first.headers
    assert lengths[1] - lengths[0] == len("Dance.") - len("Sing.")
    assert [json.loads(seen.body["messages"][1]["content"])["goal"] for seen in (first, later)] == ["Sing.", "Dance."]


async def test_a_busy_server_is_asked_again_at_a_later_request_too(speaker, fake):
    await speaker("busy_once").speak(briefing())
    asked = len(fake.requests)
    fake.reset()
    assert (await speaker("busy_once").speak(briefing())).voice == "fake-1"
    assert len(fake.requests) == asked == 2


async def test_all_data_goes_into_the_user_message_alone(speaker, fake):
    await speaker().speak(briefing(goal="Sing 'Ode to Joy'.", purpose="Sing 'Ode to Joy'."))
    system, user = fake.requests[0].body["messages"]
    assert "Ode to Joy" not in system["content"]
    assert json.loads(user["content"])["goal"] == "Sing 'Ode to Joy'."
