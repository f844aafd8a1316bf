"""One plain address, in the form of IoA's tool agents: `POST {task_desc, ...}` gives a text, or JSON that holds one."""

import json
from typing import Any

from ioa_connect.agents import Agent
from ioa_connect.tasks import Failed, Task, told
from ioa_connect.wrapped.reaching import Reach

CONCLUSIONS = ("conclusion", "result", "answer", "output", "response", "text", "content", "message")
FAILED = ("error", "failed", "failure", "fail")


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
            held = said.get(name)
            if isinstance(held, str) and held.strip() and not (name == CONCLUSIONS[-1] and _says_no(said)):
                return held
        if (error := said.get("error")) or _says_no(said):
            words = error if isinstance(error, str) else (error if isinstance(error, dict) else said).get("message")
            raise Failed(f"The agent says that it failed: {words or 'it did not say why'}")
    return f"```json\n{json.dumps(said, ensure_ascii=False, indent=2)}\n```"


def _says_no(said: dict[str, Any]) -> bool:
    """Whether an object says in a field of its own that it is no answer, as many do with status 200."""
    return said.get("status") in FAILED or any(said.get(name) is False for name in ("ok", "success"))
