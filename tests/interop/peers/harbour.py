"""A Python function that dials in: `ioa-connect --python harbour:watch`. It gives a list of ships as a file."""

import asyncio
import sys

from ioa_connect import File


def note(what):
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


async def watch(task):
    """Counts the ships in the harbour."""
    note("begun")
    try:
        await asyncio.sleep(30 if "take your time" in task.goal else 0)
    except BaseException:
        note("stopped working")
        raise
    seen = "".join(file.content.decode() for file in task.files)
    yield File("ships.csv", b"ship\nHeron\n")
    yield f"I see seven ships. {seen}"
