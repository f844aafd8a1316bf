"""An Agent Protocol server (AutoGPT Forge): a task, steps until the last, then its artifacts."""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

from ioa_connect.agents import Agent
from ioa_connect.tasks import Answer, Failed, File, Progress, Task, told
from ioa_connect.wrapped.reaching import Reach

MOST_STEPS = 100


def wrapped(url: str, reach: Reach) -> Agent:
    """The agent whose tasks are at `url`/ap/v1/agent/tasks."""
    tasks = f"{url.rstrip('/').removesuffix('/ap/v1')}/ap/v1/agent/tasks"

    async def run(task: Task) -> AsyncIterator[Progress | File | Answer]:
        made = await reach.json("POST", tasks, {"input": told(task), "additional_input": {}})
        at = f"{tasks}/{quote(str(made['task_id']))}"
        said = ""
        for _ in range(MOST_STEPS):
            step = await reach.json("POST", f"{at}/steps", {"input": None, "additional_input": {}})
            said = str(step.get("output") or "") or said
            if step.get("is_last"):
                break
            yield Progress(said.strip().partition("\n")[0] or "Working")
        else:
            raise Failed(f"The agent took more than {MOST_STEPS} steps.", permanent=True)
        async for file in _files(reach, at):
            yield file
        yield Answer(said or "Done.")

    return Agent(run)


async def _files(reach: Reach, at: str) -> AsyncIterator[File]:
    listed: Any = await reach.json("GET", f"{at}/artifacts")
    for artifact in listed.get("artifacts", []) if isinstance(listed, dict) else listed:
        content = await reach.content(f"{at}/artifacts/{quote(str(artifact['artifact_id']))}")
        yield File(str(artifact.get("file_name") or "file"), content)
