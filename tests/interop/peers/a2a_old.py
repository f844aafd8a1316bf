"""An A2A 0.3 agent of the official Python SDK 0.3: `python a2a_old.py PORT`. It streams, asks, makes a file, waits."""

import asyncio
import base64
import sys

import uvicorn
from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, FilePart, FileWithBytes, Part, TextPart
from a2a.utils import new_task


class Gardener(AgentExecutor):
    """Does what the first word of the task says: ask, wait, or a file; else it repeats the task."""

    async def execute(self, context, event_queue):
        text = context.get_user_input()
        task = context.current_task or new_task(context.message)
        if context.current_task is None:
            await event_queue.enqueue_event(task)
        told = TaskUpdater(event_queue, task.id, task.context_id)
        await told.start_work(told.new_agent_message([Part(root=TextPart(text="digging"))]))
        if text.startswith("ask") and context.current_task is None:
            await told.requires_input(told.new_agent_message([Part(root=TextPart(text="Which garden?"))]))
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
            content = base64.b64encode(b"bees,10\n").decode()
            file = FilePart(file=FileWithBytes(bytes=content, mime_type="text/csv", name="bees.csv"))
            await told.add_artifact([Part(root=file)])
        await told.add_artifact([Part(root=TextPart(text=f"old garden: {text.splitlines()[0]}"))])
        await told.complete()

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def card(base):
    skill = AgentSkill(id="dig", name="Dig", description="Dig in a garden.", tags=["garden"])
    modes = ["text/plain"]
    return AgentCard(
        name="Old gardener",
        description="An agent of A2A 0.3.",
        url=base,
        version="1",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=modes,
        default_output_modes=modes,
        skills=[skill],
    )


if __name__ == "__main__":
    port = int(sys.argv[1])
    about = card(f"http://127.0.0.1:{port}/")
    handler = DefaultRequestHandler(agent_executor=Gardener(), task_store=InMemoryTaskStore())
    app = A2AStarletteApplication(agent_card=about, http_handler=handler).build()
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
