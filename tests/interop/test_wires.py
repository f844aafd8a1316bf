"""What real agents once said is understood today as it was then. See `recording` for how it was kept."""

import json

import pytest

from tests.interop.recording import TASK, WIRES, conversation, replayed

RECORDED = sorted(WIRES.glob("*.json"))


@pytest.mark.parametrize("wire", RECORDED, ids=lambda path: path.stem)
async def test_a_recorded_agent_is_found_and_answers(wire):
    kept = json.loads(wire.read_text())
    async with replayed(kept["exchanges"]) as base:
        told = await conversation(base, base + kept["path"], kept.get("task", TASK), kept.get("settings"))
    assert told == kept["told"]
    assert told["problem"] == ""
    assert {"InputRequired", "Result"} & set(told["events"])


def test_there_is_a_recording_of_every_protocol_that_is_called():
    spoken = {json.loads(wire.read_text())["told"]["connector"] for wire in RECORDED}
    assert spoken >= {"a2a", "mcp", "agui", "agent_protocol", "openai"}
