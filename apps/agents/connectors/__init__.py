"""The ways of reaching agents that are installed, one package and one Descriptor each.

`apps.agents.gateway` is the only caller of a connector. A third party adds a kind with an entry point in the group
`ioa_web.connectors`: its name is the kind, its object a Descriptor; docs/agents.md says how.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel

from apps.agents.domain.calls import CallContext, Connector
from apps.agents.domain.connectors import Descriptor
from apps.agents.domain.detection import Found
from apps.core.sentences import sentence

if TYPE_CHECKING:
    from apps.agents.connectors.recognition import Source  # loads the HTTP client

log = logging.getLogger(__name__)

ENTRY_POINTS = "ioa_web.connectors"
BUILT_IN = (
    "builtin",
    "openai",
    "http",
    "a2a",
    "mcp",
    "agui",
    "agent_protocol",
    "responses",
    "socket",
    "person",
    "demo",
)
"""The packages beside this file, in the order in which people choose."""

Recogniser = Callable[["Source"], Awaitable[Found]]

_NO_DESCRIPTOR = (
    "its entry point must name a Descriptor of apps.agents.domain.connectors, as docs/agents.md says; install a "
    "version of it that does"
)


class UnknownConnectorError(LookupError):
    """No connector of this kind is installed, or it can't be loaded. The message is for people."""


@dataclass
class _Installed:
    """Descriptors by kind, and for entry points that are of no use, by name, a sentence on why."""

    descriptors: dict[str, Descriptor] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)


def descriptors() -> Mapping[str, Descriptor]:
    """Give what is installed by kind: what ships with the product, then plug-ins."""
    return _installed().descriptors


def problems() -> Mapping[str, str]:
    """Give for each entry point that is of no use a sentence on why."""
    return _installed().problems


def descriptor_of(kind: str) -> Descriptor:
    """Give what a kind says of itself. Raises UnknownConnectorError."""
    if kind in descriptors():
        return descriptors()[kind]
    raise UnknownConnectorError(
        problems().get(kind) or sentence("No connector of the kind “{kind}” is installed.", kind=kind)
    )


def connector_for(kind: str, *, inline: bool = False, connection_id: str = "") -> Connector:
    """Give the connector of a kind. `inline`: do blocking work in the calling thread (tests) instead of a pool.

    `connection_id`: of an agent that dials in, since its configuration holds no address. Raises UnknownConnectorError.
    """
    make = cast(Callable[[CallContext], Connector], _load(kind, descriptor_of(kind).connector))
    return make(CallContext(connection_id, inline))


def settings_model(kind: str) -> type[BaseModel]:
    """Give what the configuration of an agent of this kind is. Raises UnknownConnectorError."""
    return cast(type[BaseModel], _load(kind, descriptor_of(kind).settings))


def can_recognise(kind: str) -> bool:
    """Whether an address can be found to be of a kind."""
    return kind in descriptors() and bool(descriptors()[kind].recogniser)


def recogniser_of(kind: str) -> Recogniser:
    """Give what finds out whether an address is of this kind. Raises UnknownConnectorError."""
    return cast(Recogniser, _load(kind, descriptor_of(kind).recogniser))


def _load(kind: str, reference: str) -> object:
    try:
        return resolve_name(reference)
    except Exception as error:  # whatever a stranger's module raises when it is imported
        log.exception("the connector %s names %s, which can't be loaded", kind, reference)
        raise UnknownConnectorError(
            sentence("The connector “{kind}” can't be loaded: install it anew.", kind=kind)
        ) from error


@cache  # what is installed does not change while a process runs, and is looked up in a hundred folders
def _installed() -> _Installed:
    shipped = (cast(Descriptor, import_module(f"{__name__}.{name}").DESCRIPTOR) for name in BUILT_IN)
    found = _Installed({descriptor.kind: descriptor for descriptor in shipped})
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            _add(found, entry)
        except ValueError as error:
            package = entry.dist.name if entry.dist else "some package"
            found.problems[entry.name] = f"The connector “{entry.name}” of {package} is of no use: {error}."
    return found


def _add(found: _Installed, entry: EntryPoint) -> None:
    """Raises ValueError with half a sentence."""
    if entry.name in found.descriptors:
        raise ValueError("there is one of that kind already")
    descriptor = _load_announced(entry)
    if not isinstance(descriptor, Descriptor):
        raise ValueError(_NO_DESCRIPTOR)
    if descriptor.kind != entry.name:
        raise ValueError(f"its entry point must be called “{descriptor.kind}”, as its kind is")
    found.descriptors[entry.name] = descriptor.checked()


def _load_announced(entry: EntryPoint) -> object:
    try:
        return entry.load()
    except Exception as error:
        log.exception("the entry point %s can't be loaded", entry.name)
        raise ValueError(f"it can't be loaded ({type(error).__name__}); install it anew") from error
