"""The agents that a connector is tried on, which its author starts."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import StrEnum

SECRET = "sesame-0123456789"  # noqa: S105  what secrets are filled with, to be looked for where none may stand


class Behaviour(StrEnum):
    """What an agent does with the work that it is given."""

    ANSWERS = "answers"  # does it; with a sign of life and a file where the descriptor says that it gives these
    FAILS = "fails"  # says itself, in the words of its protocol, that it could not do it
    BABBLES = "babbles"  # answers with what is none of its protocol
    HANGS = "hangs"  # takes it and says nothing more, until it is given up


@dataclass(frozen=True)
class Running:
    """An agent that was started.

    `config`: the settings with which it is reached, each secret filled with SECRET. `address`: what a person would
    enter to have it found; "" where there is no recogniser. It sets `asked` when it was given work, and `given_up` when
    it learns that nobody waits for it any more; from another thread by `loop.call_soon_threadsafe`.
    """

    config: Mapping[str, object]
    address: str = ""
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    given_up: asyncio.Event = field(default_factory=asyncio.Event)


Start = Callable[[Behaviour], AbstractAsyncContextManager[Running]]
