"""A pydantic-ai agent that speaks AG-UI: `python agui_agent.py PORT MODEL_URL`."""

import sys

import uvicorn
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.routing import Route

port, model_url = int(sys.argv[1]), sys.argv[2]
agent = Agent(OpenAIChatModel("fake", provider=OpenAIProvider(base_url=model_url, api_key="none")))


async def run(request):
    return await AGUIAdapter.dispatch_request(request, agent=agent)


uvicorn.run(Starlette(routes=[Route("/", run, methods=["POST"])]), host="127.0.0.1", port=port, log_level="warning")
