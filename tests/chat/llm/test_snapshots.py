"""Every prompt of the coordinator as a model reads it, so that a change of one is seen.

`make prompts` writes them anew. Read what changed as if you were the model and had nothing else.
"""

import json
import os
from pathlib import Path

import pytest

from apps.chat.voices.llm.prompt import to_prompt
from benchmarks.prompt_cases import CASES

FOLDER = Path(__file__).parent / "snapshots"
RENEW = "IOA_RENEW_SNAPSHOTS"


def rendered(name):
    """The prompt, its data a key a line."""
    prompt = to_prompt(CASES[name])
    data = json.loads(prompt.user)
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False, indent=1)}" for key, value in data.items()]
    kinds = ", ".join(prompt.schema["properties"]["do"]["enum"])
    return "\n".join([prompt.system, "", f"[form: {kinds}]", "", *lines, ""])


@pytest.mark.parametrize("name", CASES)
def test_a_prompt_is_as_it_was(name):
    kept = FOLDER / f"{name.replace(',', '').replace(' ', '-')}.txt"
    if os.environ.get(RENEW):
        kept.write_text(rendered(name))
    assert rendered(name) == kept.read_text(), "read what changed, then `make prompts` and commit"


def test_the_first_turn_keeps_its_price_and_a_long_room_costs_hardly_more_than_a_short_one():
    tokens = {name: to_prompt(case).tokens for name, case in CASES.items()}
    assert tokens["first turn, 3 agents"] <= 900
    assert tokens["first turn, 500 agents"] <= tokens["first turn, 12 agents"]
    assert tokens["room of 10,000 messages"] <= tokens["room of 10 messages"] + 1500
