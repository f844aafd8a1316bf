"""An A2A 1.0 agent of the official Python SDK: `python a2a_new.py PORT`. JSON-RPC at /, plain HTTP below /rest.

It does what the first word of the task says: ask, wait, fail, or a file; else it repeats the task in pieces.
"""

import asyncio
import sys

import uvicorn
from a2a.helpers import new_task_from_user_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, Part
from starlette.applications import Starlette


class Gardener(AgentExecutor):
    async def execute(self, context, event_queue):
        text = context.get_user_input()
        answered = context.current_task is not None
        if not answered:
            await event_queue.enqueue_event(new_task_from_user_message(context.message))
        told = TaskUpdater(event_queue, context.task_id, context.context_id)
        await told.start_work(told.new_agent_message([new_text_part("digging")]))
        if text.startswith("ask") and not answered:
            await told.requires_input(told.new_agent_message([new_text_part("Which garden?")]))
            return
        if text.startswith("fail"):
            await told.failed(told.new_agent_message([new_text_part("The spade broke.")]))
            return
        if text.startswith("slow"):
            await asyncio.sleep(2)
        if text.startswith("wait"):
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                sys.stdout.write("stopped working\n")
                sys.stdout.flush()
                raise
        if text.startswith("file"):
            await told.add_artifact([Part(raw=b"bees,10\n", filename="bees.csv", media_type="text/csv")])
        for number, word in enumerate(f"new garden: {text.splitlines()[0]}".split()):
            await told.add_artifact([new_text_part(f"{word} ")], artifact_id="said", append=number > 0)
        await told.complete()

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def card(base):
    modes = ["text/plain"]
    return AgentCard(
        name="New gardener",
        description="An agent of A2A 1.0.",
        version="1",
        supported_interfaces=[
            AgentInterface(url=f"{base}/", protocol_binding="JSONRPC", protocol_version="1.0"),
            AgentInterface(url=f"{base}/rest", protocol_binding="HTTP+JSON", protocol_version="1.0"),
        ],
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=modes,
        default_output_modes=modes,
        skills=[AgentSkill(id="dig", name="Dig", description="Dig in a garden.", tags=["garden"])],
    )


if __name__ == "__main__":
    port = int(sys.argv[1])
    about = card(f"http://127.0.0.1:{port}")
    handler = DefaultRequestHandler(agent_executor=Gardener(), task_store=InMemoryTaskStore(), agent_card=about)
    routes = [
        *create_agent_card_routes(about),
        *create_jsonrpc_routes(handler, "/"),
        *create_rest_routes(handler, path_prefix="/rest"),
    ]
    uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=port, log_level="warning")
