"""Where what blocks is done, so that the loop which all calls share goes on."""

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class OffLoop(Protocol):
    """Does what blocks, such as reading files, elsewhere than on the loop that all calls share."""

    async def __call__(self, work: Callable[[], T]) -> T:
        """Give what `work` gives."""


async def run_at_once(work: Callable[[], T]) -> T:
    """Do it here: for requests whose files are in memory."""
    return work()
