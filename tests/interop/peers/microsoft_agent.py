"""Microsoft's agent-framework, one of its three servers: `python microsoft_agent.py PORT MODEL_URL a2a|agui|devui`."""

import sys

import uvicorn
from agent_framework import Agent
from agent_framework.openai import OpenAIChatCompletionClient

port, model_url, served = int(sys.argv[1]), sys.argv[2], sys.argv[3]
TOLD = {
    "a2a": ("Tax clerk", "Explains which taxes and duties a small business pays, and when."),
    "agui": ("Piano teacher", "Teaches the piano: scales, fingering, and pieces for beginners."),
    "devui": ("Bee keeper", "Advises on bee hives: swarms, honey, mites and winter feed."),
}
name, description = TOLD[served]
client = OpenAIChatCompletionClient(model="fake", base_url=model_url, api_key="none")
agent = Agent(client, instructions=description, name=name, description=description)


def over_a2a():
    from a2a.server.request_handlers import DefaultRequestHandler
    from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
    from a2a.server.tasks import InMemoryTaskStore
    from a2a.types import AgentCapabilities, AgentCard, AgentInterface
    from agent_framework.a2a import A2AExecutor
    from starlette.applications import Starlette

    card = AgentCard(
        name=name,
        description=description,
        version="1.0.0",
        default_input_modes=["text"],
        default_output_modes=["text"],
        capabilities=AgentCapabilities(streaming=True),
        supported_interfaces=[AgentInterface(url=f"http://127.0.0.1:{port}/", protocol_binding="JSONRPC")],
        skills=[],
    )
    handler = DefaultRequestHandler(
        agent_executor=A2AExecutor(agent, stream=True), task_store=InMemoryTaskStore(), agent_card=card
    )
    return Starlette(routes=[*create_agent_card_routes(card), *create_jsonrpc_routes(handler, "/")])


def over_agui():
    from agent_framework.ag_ui import add_agent_framework_fastapi_endpoint
    from fastapi import FastAPI

    app = FastAPI(title=name, description=description)
    add_agent_framework_fastapi_endpoint(app, agent, "/", single_user=True)
    return app


if served == "devui":
    from agent_framework.devui import serve

    serve(entities=[agent], port=port, auth_enabled=False, ui_enabled=False)
else:
    app = over_a2a() if served == "a2a" else over_agui()
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
