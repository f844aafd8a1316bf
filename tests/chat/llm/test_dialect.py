"""Which way of asking follows which."""

import pytest

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.chat.voices.llm.dialect import Dialect, Form
from apps.chat.voices.llm.prompt import to_prompt
from tests.chat.llm.briefings import briefing

NEW_LIMIT = "max_completion_tokens"

MODEL = ModelSettings(model="m")


@pytest.mark.parametrize(
    ("dialect", "complaint", "other"),
    [
        (Dialect(), "response_format is not supported", Dialect(Form.TOOL)),
        (Dialect(Form.TOOL), "tools: unknown field", Dialect(Form.PROMPT)),
        (Dialect(Form.PROMPT), "bad request", None),
        (Dialect(), "Use 'max_completion_tokens' instead", Dialect(limit=NEW_LIMIT)),
        (Dialect(limit=NEW_LIMIT), "Use 'max_completion_tokens' instead", Dialect(Form.TOOL, NEW_LIMIT)),
        (Dialect(), "Temperature must be 1", Dialect(temperature=False)),
        (Dialect(Form.PROMPT, temperature=False), "temperature", None),
        (Dialect(), "maximum context length exceeded", None),
        (Dialect(), "the request exceeds the available context size. try increasing it", None),
        (Dialect(), "prompt is too long: 210000 tokens > 200000 maximum", None),
        (Dialect(), "'max_tokens' or 'max_completion_tokens' is too large: the model's context length is 4096", None),
    ],
    ids=str,
)
def test_a_refusal_leads_to_another_way_of_asking(dialect, complaint, other):
    assert dialect.instead(complaint) == other


@pytest.mark.parametrize(
    ("form", "keys"),
    [(Form.JSON_SCHEMA, {"response_format"}), (Form.TOOL, {"tools", "tool_choice"}), (Form.PROMPT, set())],
)
def test_each_form_sends_what_it_needs_and_nothing_else(form, keys):
    sent = Dialect(form).parameters(MODEL, to_prompt(briefing()))
    assert set(sent) == {"model", "messages", "max_tokens", "temperature"} | keys


def test_in_words_the_schema_stands_in_the_rules():
    prompt = to_prompt(briefing())
    assert '"additionalProperties":false' in Dialect(Form.PROMPT).parameters(MODEL, prompt)["messages"][0]["content"]
    assert "additionalProperties" not in Dialect().parameters(MODEL, prompt)["messages"][0]["content"]


@pytest.mark.parametrize(("said", "shown"), [("Ask the first.", "Ask the first."), ("", "(nothing)")])
def test_a_repair_is_said_after_the_answer_that_it_is_about(said, shown):
    sent = Dialect(Form.PROMPT).parameters(MODEL, to_prompt(briefing()), repair="No JSON.", said=said)
    assert sent["messages"][2:] == [
        {"role": "assistant", "content": shown},
        {"role": "user", "content": "No JSON."},
    ]


def test_of_an_endless_answer_a_repair_shows_the_beginning():
    sent = Dialect(Form.PROMPT).parameters(MODEL, to_prompt(briefing()), repair="No JSON.", said="word " * 10_000)
    assert len(sent["messages"][2]["content"]) < 3_000


def test_a_model_that_only_knows_its_own_temperature_is_sent_none():
    sent = Dialect(limit=NEW_LIMIT, temperature=False).parameters(MODEL, to_prompt(briefing()))
    assert "temperature" not in sent
    assert sent[NEW_LIMIT] == 8000
