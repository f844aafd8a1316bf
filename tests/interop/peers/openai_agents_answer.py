"""An agent of the OpenAI Agents SDK: `ioa-connect --python openai_agents_answer:answer`.

GARDEN_MODEL in the environment is the address of its model.
"""

import os

from agents import Agent, OpenAIChatCompletionsModel, Runner, set_tracing_disabled
from openai import AsyncOpenAI

from ioa_connect import Answer, Progress, Usage

set_tracing_disabled(True)
client = AsyncOpenAI(base_url=os.environ["GARDEN_MODEL"], api_key="none")
helper = Agent(name="Helper", instructions="Be brief.", model=OpenAIChatCompletionsModel("fake", client))


async def answer(text: str):
    run = Runner.run_streamed(helper, text)
    async for event in run.stream_events():
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
            yield Progress(event.data.delta)
    spent = run.context_wrapper.usage
    yield Answer(run.final_output, Usage(spent.input_tokens, spent.output_tokens))
