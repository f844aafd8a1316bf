"""An agent that dials in and has the floor in a room speaks itself, over its socket."""

import asyncio
import json

import pytest
from channels.db import database_sync_to_async

from apps.agents.models import Agent
from apps.agents.queries.agents import address_over
from apps.chat.domain.briefing import MemberBrief, VoiceError
from apps.chat.domain.protocol import parse_talk
from apps.chat.domain.utterances import Pass, Say, Stance
from apps.chat.voices.member import AgentVoice
from apps.teams.domain.states import MemberKind
from tests.chat.llm.briefings import COORDINATOR, briefing

pytestmark = pytest.mark.usefixtures("transactional_db")

SCOUT = MemberBrief("scout", "Scout", MemberKind.AGENT, lead=False, agent_id="id-scout")


async def spoken(world, there, text, state="TASK_STATE_COMPLETED"):
    """What the room hears of an agent whose call ends so, and what the agent was told."""
    line = await database_sync_to_async(lambda: Agent.objects.get(pk=world.agent.pk).connection)()
    turn = briefing(speaker=SCOUT, members=(COORDINATOR, SCOUT))
    speaking = asyncio.create_task(AgentVoice(address_over(line)).speak(turn))
    call = await there.call()
    await there.tell(call, 1, state, text)
    return parse_talk((await speaking).raw), call


SAID = {
    "words": ("Seven ships.", Say(text="Seven ships.")),
    "an agreement": ({"do": "agree", "text": "Yes."}, Say(text="Yes.", stance=Stance.AGREE)),
    "an objection": ({"do": "object", "text": "No."}, Say(text="No.", stance=Stance.OBJECT)),
    "whom it hands the floor": (
        {"do": "say", "text": "You?", "next": "@Coordinator"},
        Say(text="You?", next_speaker="coordinator"),
    ),
    "nothing": ({"do": "pass"}, Pass()),
    "nonsense": ('{"do": "dance', Say(text='{"do": "dance')),
}


@pytest.mark.parametrize("what", SAID)
async def test_it_says(world, there, what):
    sent, heard = SAID[what]
    said, call = await spoken(world, there, sent if isinstance(sent, str) else json.dumps(sent))

    assert said == heard
    assert "You are @scout" in json.dumps(call)


async def test_what_it_asks_back_is_a_question_to_the_room(world, there):
    said, _ = await spoken(world, there, "Which harbor?", "TASK_STATE_INPUT_REQUIRED")
    assert said == Say(text="Which harbor?", stance=Stance.ASK)


async def test_where_it_fails_the_reason_is_known(world, there):
    with pytest.raises(VoiceError, match="Out of fuel"):
        await spoken(world, there, "Out of fuel", "TASK_STATE_FAILED")
