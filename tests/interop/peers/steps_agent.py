"""An agent of the Agent Protocol's own library that takes three steps: `python steps_agent.py PORT`.

A task that begins with "wait" takes a hundred; one that begins with "file" makes one in its last step.
"""

import asyncio
import sys
from pathlib import Path

from agent_protocol import Agent
from agent_protocol.agent import base_router
from agent_protocol.server import app
from hypercorn.asyncio import serve
from hypercorn.config import Config


async def begin(task):
    await Agent.db.create_step(task_id=task.task_id, name="plan")


async def take(step):
    task = await Agent.db.get_task(step.task_id)
    number, wanted = len(task.steps), 100 if task.input.startswith("wait") else 3
    if number < wanted:
        await Agent.db.create_step(task_id=task.task_id, name=f"step {number}", is_last=number == wanted - 1)
    if wanted > 3:
        await asyncio.sleep(0.2)
    if step.is_last and task.input.startswith("file"):
        keep(task)
        await Agent.db.create_artifact(task_id=task.task_id, step_id=step.step_id, file_name="bees.csv")
    step.output = f"Step {number} of: {task.input.splitlines()[0]}"
    return step


def keep(task):
    folder = Path(Agent.get_workspace(task.task_id))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bees.csv").write_bytes(b"bees,10\n")


Agent.setup_agent(begin, take)
app.include_router(base_router)
config = Config()
config.bind = [f"127.0.0.1:{sys.argv[1]}"]
asyncio.run(serve(app, config))
