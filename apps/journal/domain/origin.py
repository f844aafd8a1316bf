"""Where what is being done comes from: doors say it once, and the audit log notes it with what is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_address: ContextVar[str] = ContextVar("address", default="")


@contextmanager
def from_origin(address: str) -> Iterator[None]:
    """Everything inside comes from this address; threads and coroutines that it starts keep it."""
    before = _address.set(address)
    try:
        yield
    finally:
        _address.reset(before)


def current_origin() -> str:
    """The address that a door named; empty: nobody asked, the hub does it by itself or by its command line."""
    return _address.get()
