"""What is wrong with the fields of a request: where each stands in what was sent, and a sentence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from apps.core.sentences import sentence
from apps.core.validation import own_words_of

NO_OBJECT = sentence("Send a JSON object as the body.")
BODY = "body"
NOT_OBJECTS = frozenset({"missing", "model_type", "model_attributes_type", "dict_type"})

Fault = Mapping[str, Any]


def named_faults(faults: Iterable[Fault], sent: object) -> list[tuple[str, str]]:
    """Pairs of field and sentence, each once. `sent`: the JSON that came; None: none did, or it was a form."""
    return list(dict.fromkeys(_named(fault, sent) for fault in faults))


def _named(fault: Fault, sent: object) -> tuple[str, str]:
    source, *path = fault["loc"]
    if source != BODY:
        return ".".join(map(str, path)), own_words_of(fault)
    inside = path[1:]  # without the name of our own parameter
    if not inside and fault["type"] in NOT_OBJECTS:
        return "", NO_OBJECT
    return ".".join(_sent_parts(inside, sent, missing=fault["type"] == "missing")), own_words_of(fault)


def _sent_parts(path: Sequence[object], sent: object, *, missing: bool) -> Iterator[str]:
    """The parts of a path that the sender knows: not those by which one of several possible types is named."""
    at: Any = sent
    for number, part in enumerate(path, 1):
        inside = part in at if isinstance(at, dict) else isinstance(at, list) and part in range(len(at))
        if inside:
            at = at[part]
        if inside or sent is None or (missing and number == len(path)):
            yield str(part)
