"""Secrets of connectors: sealed wherever a configuration is stored, opened only for the call, never shown.

A sealed secret stands in a configuration as {"sealed": "..."}; see accounts' sealing for the keys.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, SecretStr

from apps.accounts.queries.sealing import seal, unseal
from apps.core.sentences import sentence

SEALED = "sealed"


class LostCredentials(Exception):
    """A sealed secret opens with none of the settings' keys. The message is one plain sentence for people."""


@dataclass(frozen=True)
class ShownConfig:
    """A configuration as people may see it: its plain values, and the names of the secrets that are set."""

    values: dict[str, object]
    secrets: tuple[str, ...]


def seal_config(config: BaseModel) -> dict[str, object]:
    """Give what is stored of a configuration: what was set, secrets sealed, empty ones left out."""
    secrets = {name: value for name, value in config if isinstance(value, SecretStr)}
    plain = config.model_dump(mode="json", exclude_unset=True, exclude=set(secrets))
    boxed = {name: _seal_value(secret) for name, secret in secrets.items() if secret.get_secret_value()}
    return {**plain, **boxed}


def open_config(stored: Mapping[str, object]) -> dict[str, object]:
    """Give a stored configuration with its secrets as SecretStr. Raises LostCredentials."""
    return {name: _open_value(value) if is_sealed(value) else value for name, value in stored.items()}


def shown_config(stored: Mapping[str, object]) -> ShownConfig:
    """Give a stored configuration without its secrets."""
    secrets = tuple(name for name, value in stored.items() if is_sealed(value))
    return ShownConfig({name: value for name, value in stored.items() if name not in secrets}, secrets)


def is_sealed(value: object) -> bool:
    """Whether a value of a stored configuration is a sealed secret."""
    return isinstance(value, Mapping) and set(value) == {SEALED}


def _seal_value(secret: SecretStr) -> dict[str, str]:
    return {SEALED: seal(secret.get_secret_value()).decode()}


def _open_value(value: object) -> SecretStr:
    assert isinstance(value, Mapping)  # noqa: S101  is_sealed said so
    secret = unseal(str(value[SEALED]).encode())
    if not secret:
        raise LostCredentials(
            sentence("The credentials of this agent can't be read any more: enter them again in its profile.")
        )
    return SecretStr(secret)
