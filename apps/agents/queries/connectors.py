"""The ways of reaching agents that are installed."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from apps.accounts.domain.errors import Refused
from apps.agents.connectors import UnknownConnectorError, descriptors, problems, settings_model
from apps.agents.domain.connectors import Descriptor, unknown_descriptor
from apps.core.sentences import sentence


@dataclass(frozen=True)
class ConnectorView:
    """One way. `config`: the JSON schema of an agent's configuration; a field with format password is a secret."""

    kind: str
    name: str
    help: str
    config: dict[str, object]


def installed_connectors() -> list[ConnectorView]:
    """Give the connectors that a person may choose and that can be loaded."""
    return [
        ConnectorView(way.kind, way.name, way.help, model.model_json_schema())
        for way in choosable_kinds()
        if (model := _settings(way.kind))
    ]


def choosable_kinds() -> list[Descriptor]:
    """Give the connectors that a person may choose."""
    return [way for way in descriptors().values() if way.choosable]


def known_kinds() -> frozenset[str]:
    """Give the kinds that an agent may be registered with, plug-ins' too."""
    return frozenset(descriptors())


def check_kind(kind: str) -> None:
    """Raise Refused (connector) for a kind that nobody knows."""
    if kind not in descriptors():
        raise Refused(
            connector=sentence(
                "Nobody knows the connector “{connector}”. Choose one of: {names}.",
                connector=kind,
                names=", ".join(sorted(descriptors())),
            )
        )


def inside_kinds() -> list[str]:
    """Give the kinds of agents that live in our own processes: there is nothing to reach."""
    return [way.kind for way in descriptors().values() if way.inside]


def broken_plugins() -> Mapping[str, str]:
    """Give for each plug-in that is of no use a sentence on why."""
    return problems()


def descriptor_of_kind(kind: str) -> Descriptor:
    """Give what a kind says of itself; little of one that is not installed any more."""
    return descriptors().get(kind) or unknown_descriptor(kind)


def connector_name(kind: str) -> str:
    """Give what a connector is called."""
    return descriptor_of_kind(kind).name


def settings_of(kind: str) -> dict[str, FieldInfo]:
    """Give the settings of a kind's agents by name; none where the kind is not installed."""
    model = _settings(kind)
    return model.model_fields if model else {}


def secrets_of(kind: str) -> tuple[str, ...]:
    """Give the names of the secrets that an agent of this kind may have; none where the kind is not installed."""
    return tuple(name for name, field in settings_of(kind).items() if field.annotation is SecretStr)


def _settings(kind: str) -> type[BaseModel] | None:
    try:
        return settings_model(kind)
    except UnknownConnectorError:
        return None
