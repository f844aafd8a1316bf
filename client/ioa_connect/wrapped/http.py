"""One plain address, in the form of IoA's tool agents: `POST {task_desc, ...}` gives a text, or JSON that holds one."""

import json

from ioa_connect.agents import Agent
from ioa_connect.tasks import Failed, Task, told
from ioa_connect.wrapped.reaching import Reach

CONCLUSIONS = ("conclusion", "result", "answer", "output", "response", "text", "content", "message")


def wrapped(url: str, reach: Reach) -> Agent:
    """The agent at an address."""

    async def run(task: Task) -> str:
        body = {"task_desc": told(task), "uid": task.key, "goal": task.goal}
        async with reach.opened("POST", url, body, **{"Idempotency-Key": task.key}) as response:
            return conclusion_in((await response.aread()).decode("utf-8", "replace"))

    return Agent(run)


def conclusion_in(text: str) -> str:
    """The answer in what came: the text, or the field that holds it. Raises Failed."""
    if not text.strip():
        raise Failed("The agent answered with nothing.")
    try:
        said = json.loads(text)
    except ValueError:
        return text
    if isinstance(said, str):
        return said
    if isinstance(said, dict):
        for name in CONCLUSIONS:
            if isinstance(held := said.get(name), str) and held.strip():
                return held
        if isinstance(error := said.get("error"), str):
            raise Failed(f"The agent says that it failed: {error}")
    return f"```json\n{json.dumps(said, ensure_ascii=False, indent=2)}\n```"
