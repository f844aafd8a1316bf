"""The hub as the model of an agent of the OpenAI Agents SDK: `openai_agents.py HUB TOKEN`."""

import asyncio
import json
import sys

from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, set_tracing_disabled
from openai import AsyncOpenAI

set_tracing_disabled(True)
hub, token = sys.argv[1:3]
client = AsyncOpenAI(base_url=f"{hub}/v1", api_key=token, max_retries=0, timeout=120)


async def answers() -> dict[str, str]:
    """What two agents say, each of which asks the hub over another form, and the second one's again as a stream."""
    said = {}
    for form in (OpenAIChatCompletionsModel, OpenAIResponsesModel):
        agent = Agent(name="Helper", instructions="Be brief.", model=form("hub", client))
        said[form.__name__] = (await Runner.run(agent, "What is 12 * 7?")).final_output
        run = Runner.run_streamed(agent, "What is 12 * 7?")
        async for _ in run.stream_events():
            pass
        said[f"{form.__name__} streamed"] = run.final_output
    return said


print(json.dumps(asyncio.run(answers())))  # noqa: T201
