"""A failure that an agent tells in prose is no passed test."""

import pytest

from apps.agents.connectors.base import probe_result
from apps.agents.domain.calls import Result
from apps.agents.domain.said_failures import says_it_failed


@pytest.mark.parametrize(
    "reply",
    [
        "Failed to handle the task.",
        "failed to process request",
        "Sorry, something went wrong.",
        "I'm sorry, but an unexpected error occurred while running the crew.",
        "**Error:** invalid API key provided",
        "An internal server error occurred.",
        "The task has failed: no model is configured.",
        "Unable to connect to the model.",
        "Traceback (most recent call last): ...",
        "ValueError: 'model' is empty",
        "Request timed out.",
        "Unauthorized",
    ],
)
def test_a_failure_told_in_prose_is_seen(reply):
    assert says_it_failed(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "I can find errors in your texts.",
        "Error handling, retries and logs are what I know best.",
        "I translate texts; I can't draw.",
        "Error analysis of experiments.",
        "I run requests against your API and say which failed.",
        "Tools: error_log, count.",
        "",
        "I help people whose task has failed before. " * 12,
    ],
)
def test_words_of_failures_in_an_honest_reply_are_none(reply):
    assert not says_it_failed(reply)


async def test_the_test_of_such_an_agent_is_not_passed_and_its_words_are_quoted():
    async def told():
        yield Result("Failed to handle the task.")

    card = await probe_result(told())
    assert card.problem == "It answered the test message with a failure: “Failed to handle the task.”"
    assert card.reachable
