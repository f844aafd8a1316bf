"""A CrewAI agent behind A2A: `python crewai_agent.py PORT MODEL_URL`.

CrewAI brings the card, the execution and the cancellation; what they are mounted on is the A2A library's own server.
"""

import os
import sys

os.environ |= {"CREWAI_DISABLE_TELEMETRY": "true", "OTEL_SDK_DISABLED": "true", "CREWAI_TRACING_ENABLED": "false"}

import uvicorn
from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore
from crewai import LLM, Agent
from crewai.a2a.config import A2AServerConfig
from crewai.a2a.utils.task import cancel, execute

port, model_url = int(sys.argv[1]), sys.argv[2]
steward = Agent(
    role="Wine steward",
    goal="Recommend wines that go with a meal",
    backstory="A steward of a restaurant by the river.",
    llm=LLM(model="openai/fake", base_url=model_url, api_key="none"),
    a2a=A2AServerConfig(),
)


class Steward(AgentExecutor):
    async def execute(self, context, event_queue):
        await execute(steward, context, event_queue)

    async def cancel(self, context, event_queue):
        await cancel(context, event_queue)


handler = DefaultRequestHandler(agent_executor=Steward(), task_store=InMemoryTaskStore())
card = steward.to_agent_card(f"http://127.0.0.1:{port}/")
app = A2AStarletteApplication(agent_card=card, http_handler=handler).build()
uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
