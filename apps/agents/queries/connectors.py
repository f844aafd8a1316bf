"""The ways of reaching agents that are installed."""

from dataclasses import dataclass

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from apps.agents.connectors import UnknownConnectorError, connector_for, kinds
from apps.agents.domain.connectors import choosable


@dataclass(frozen=True)
class ConnectorView:
    """One way. `config`: the JSON schema of an agent's configuration; a field with format password is a secret."""

    kind: str
    name: str
    help: str
    config: dict[str, object]


def installed() -> list[ConnectorView]:
    """Give the connectors that a person may choose."""
    return [ConnectorView(kind, name, about, _schema(kind)) for kind, name, about in choosable() if _is_there(kind)]


def known_kinds() -> frozenset[str]:
    """Give the kinds that an agent may be registered with, plug-ins' too."""
    return kinds()


def _is_there(kind: str) -> bool:
    try:
        connector_for(kind)
    except UnknownConnectorError:
        return False
    return True


def _schema(kind: str) -> dict[str, object]:
    return connector_for(kind).config_model.model_json_schema()


def settings_of(kind: str) -> dict[str, FieldInfo]:
    """Give the settings of a kind's agents by name; none where the kind is not installed."""
    return connector_for(kind).config_model.model_fields if _is_there(kind) else {}


def secrets_of(kind: str) -> tuple[str, ...]:
    """Give the names of the secrets that an agent of this kind may have; none where the kind is not installed."""
    return tuple(name for name, field in settings_of(kind).items() if field.annotation is SecretStr)
