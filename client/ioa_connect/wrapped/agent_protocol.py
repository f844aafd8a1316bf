"""An Agent Protocol server (AutoGPT Forge): a task, steps until the last, then its artifacts."""

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

from ioa_connect.agents import Agent
from ioa_connect.tasks import Answer, Failed, File, Progress, Task, told
from ioa_connect.wrapped.reaching import Reach

MOST_STEPS = 100
PAGE, MOST_PAGES = 50, 20  # of a list of files


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
        missing: list[str] = []
        async for file in _files(reach, at, missing):
            yield file
        yield Answer("\n\n".join([said or "Done.", *missing]))

    return Agent(run)


async def _files(reach: Reach, at: str, missing: list[str]) -> AsyncIterator[File]:
    """The files of a task; why one of them is not to be had is added to `missing`."""
    for artifact in await _listed(reach, at):
        name = str(artifact.get("file_name") or "file")
        try:
            content = await reach.content(f"{at}/artifacts/{quote(str(artifact.get('artifact_id')))}")
        except Failed as failure:
            missing.append(f"The file “{name}” is missing: {failure}")
        else:
            yield File(name, content)


async def _listed(reach: Reach, at: str) -> list[dict[str, Any]]:
    """The list of a task's files, page by page."""
    found: list[dict[str, Any]] = []
    for page in range(1, MOST_PAGES + 1):
        listed: Any = await reach.json("GET", f"{at}/artifacts?current_page={page}&page_size={PAGE}")
        found += listed.get("artifacts") or [] if isinstance(listed, dict) else listed
        pages = (listed.get("pagination") or {}).get("total_pages") if isinstance(listed, dict) else None
        if not isinstance(pages, int) or page >= pages:
            break
    return found
