from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.connector_out_config import ConnectorOutConfig


T = TypeVar("T", bound="ConnectorOut")


@_attrs_define
class ConnectorOut:
    """One way of reaching agents."""

    kind: str
    name: str
    help_: str
    config: ConnectorOutConfig
    """ The JSON schema of `connector_config`; format password: a secret. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.connector_out_config import ConnectorOutConfig  # noqa: PLC0415

        kind = self.kind

        name = self.name

        help_ = self.help_

        config = self.config.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "name": name,
                "help": help_,
                "config": config,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connector_out_config import ConnectorOutConfig  # noqa: PLC0415

        d = dict(src_dict)
        kind = d.pop("kind")

        name = d.pop("name")

        help_ = d.pop("help")

        config = ConnectorOutConfig.from_dict(d.pop("config"))

        connector_out = cls(
            kind=kind,
            name=name,
            help_=help_,
            config=config,
        )

        connector_out.additional_properties = d
        return connector_out

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
