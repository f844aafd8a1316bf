"""What takes seconds to load, loaded before it is needed."""

import gc

from apps.agents import queries
from apps.agents.connectors.builtin.connector import preload


def warm_up() -> None:
    """Load the embedding into this process."""
    queries.embed(["ready"])
    _settle()


def get_ready() -> None:
    """Load what agents' calls need too: the built-in agents' libraries."""
    queries.embed(["ready"])
    preload()
    _settle()


def _settle() -> None:
    """Take what was loaded, and stays, out of the garbage collector's sight.

    Going through half a million objects held everything in the process up for a quarter of a second, and that was a
    quarter of what a busy worker did.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
