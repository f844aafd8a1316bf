"""Threads for what a coroutine must not do itself: whatever touches the database."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 6

executor = ThreadPoolExecutor(THREADS, thread_name_prefix="agent-results")


def is_inline() -> bool:
    """Whether calls run in the thread that starts them, as tests want it, and not on the process's loop."""
    return bool(settings.IOA_CALLS == "inline")


def with_connection(work: Callable[P, T]) -> Callable[P, T]:
    """Give `work` so that it starts with a sound database connection and leaves none behind in its thread."""
    return partial(_run, work)


def _run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    close_old_connections()
    try:
        return work(*args, **kwargs)
    finally:
        close_old_connections()
