"""The example in Python, where the hub refuses."""

import runpy
from pathlib import Path

import httpx
import pytest

ACCEPTED = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "automation.py"))["accepted"]


@pytest.mark.parametrize(
    ("content_type", "said"),
    [("application/problem+json", "Say what you want a team to do."), ("text/html", "The hub answered 422.")],
)
def test_a_refusal_ends_it_with_the_words_of_the_hub(content_type, said):
    body = b'{"detail": "Say what you want a team to do."}'
    with pytest.raises(SystemExit) as ended:
        ACCEPTED(httpx.Response(422, headers={"Content-Type": content_type}, content=body))
    assert ended.value.code == said


def test_an_answer_is_given_on():
    answer = httpx.Response(200)
    assert ACCEPTED(answer) is answer
