"""What an agent that dialled in is writing is heard by the worker that called it, and kept nowhere."""

import json
import uuid

import pytest
from channels.db import database_sync_to_async

from apps.agents.domain.calls import Result, Writing
from apps.agents.domain.socket_protocol.frames import BadFrame, read_frame
from apps.agents.domain.socket_protocol.writing import MOST_WRITTEN, CallWriting
from apps.agents.models import SocketEvent
from tests.agents.socket.installation import REQUEST, Installation

CALL = uuid.UUID(int=7)


def frame(**params):
    return json.dumps({"jsonrpc": "2.0", "method": "writing", "params": params})


def test_of_a_long_text_the_end_is_read():
    said = read_frame(frame(id=str(CALL), text="a" * 9000 + "b", metadata={"fence": 2}))
    assert said == CallWriting(CALL, 2, "a" * (MOST_WRITTEN - 1) + "b")


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"id": "no id", "text": "a", "metadata": {"fence": 1}},
        {"id": str(CALL), "text": 7, "metadata": {"fence": 1}},
        {"id": str(CALL), "text": "a", "metadata": {"fence": -1}},
        {"id": str(CALL), "text": "a"},
    ],
)
def test_what_is_none_is_corrected(params):
    with pytest.raises(BadFrame):
        read_frame(frame(**params))


def writing(call, text, fence=None):
    meta = {"fence": call["fence"] if fence is None else fence}
    return {"method": "writing", "params": {"id": call["call"], "text": text, "metadata": meta}}


@pytest.mark.usefixtures("transactional_db")
async def test_the_worker_hears_what_is_written_before_the_answer_is_there_and_nothing_of_it_is_kept(world):
    there = Installation(world)
    await there.dial()
    events = world.connector.run({}, REQUEST)
    await anext(events)  # the call was taken
    call = await there.call()
    await there.send(**writing(call, "Stolen words", fence=call["fence"] + 1))
    await there.send(**writing({**call, "call": str(uuid.uuid4())}, "Words of nobody"))
    await there.send(**writing(call, "Seven"))
    assert await anext(events) == Writing("Seven", anew=True)
    await there.send(**writing(call, "Seven ships"))
    assert await anext(events) == Writing("Seven ships", anew=True)
    assert await database_sync_to_async(SocketEvent.objects.count)() == 0
    await there.tell(call, 1, text="Seven ships.")
    assert await anext(events) == Result("Seven ships.")
    await events.aclose()
    await there.hang_up()
