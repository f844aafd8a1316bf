"""An agent of the Agent Protocol's own library that takes three steps: `python steps_agent.py PORT`."""

import asyncio
import sys

from agent_protocol import Agent
from agent_protocol.agent import base_router
from agent_protocol.server import app
from hypercorn.asyncio import serve
from hypercorn.config import Config


async def begin(task):
    await Agent.db.create_step(task_id=task.task_id, name="plan")


async def take(step):
    task = await Agent.db.get_task(step.task_id)
    number = len(task.steps)
    if number < 3:
        await Agent.db.create_step(task_id=task.task_id, name=f"step {number}", is_last=number == 2)
    step.output = f"Step {number} of: {task.input.splitlines()[0]}"
    return step


Agent.setup_agent(begin, take)
app.include_router(base_router)
config = Config()
config.bind = [f"127.0.0.1:{sys.argv[1]}"]
asyncio.run(serve(app, config))
