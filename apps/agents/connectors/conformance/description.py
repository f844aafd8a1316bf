"""What the test of a connector is given: a double of an agent, and the descriptor that is looked at."""

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pkgutil import resolve_name

from pydantic import BaseModel, SecretStr, ValidationError

from apps.agents.domain.connectors import Descriptor, plain_type

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


_SECRET = re.compile(r"(?:^|_)(?:token|key|secret|password|passphrase|credentials?|headers)$")


def wrong_description(way: Descriptor) -> Iterator[str]:
    """Give what is wrong before any agent is called."""
    try:
        way.checked()
        named = [resolve_name(reference) for reference in way.references]
    except ValueError as error:
        yield f"Of the descriptor {error}."
        return
    except (ImportError, AttributeError) as error:
        yield f"The descriptor names what is not there: {error}."
        return
    if not all(callable(each) for each in named):
        yield "What the descriptor names as connector and recogniser must be called."
    yield from _wrong_settings(named[0])


def _wrong_settings(model: object) -> Iterator[str]:
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        yield "The settings are no pydantic model."
        return
    for name, info in model.model_fields.items():
        if info.is_required() and plain_type(info) is None:
            yield f"The setting {name} is needed, and no form has a field for it: make it a text, a number or a bool."
        if info.annotation is not SecretStr and (_SECRET.search(name) or plain_type(info) is SecretStr):
            yield f"The setting {name} holds a secret: make its type SecretStr and nothing else, so that it is sealed."
    model.model_json_schema()
    if any(SECRET in said for said in _complaints(model)):
        yield "An error of the settings repeats what was typed: set hide_input_in_errors, and quote no value."


def _complaints(model: type[BaseModel]) -> Iterator[str]:
    """What is said of values that are no good."""
    for bad in ([SECRET], f"{SECRET}\x00\n{SECRET}", f"http://{SECRET}@:99999"):
        try:
            model.model_validate(dict.fromkeys(model.model_fields, bad))
        except ValidationError as error:
            yield str(error)
