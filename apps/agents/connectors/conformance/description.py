"""What a descriptor says, and the settings it names: a form can be made of them, and they keep secrets."""

import re
from collections.abc import Iterator
from pkgutil import resolve_name

from pydantic import BaseModel, SecretStr, ValidationError

from apps.agents.connectors.conformance.agents import SECRET
from apps.agents.domain.connectors import Descriptor, plain_type

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
