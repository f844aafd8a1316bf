"""What all that A2A clients send has in common."""

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from apps.core.texts import Text, require_storable_json

MOST_METADATA = 20_000  # characters of JSON


def _storable(value: Any) -> Any:
    return require_storable_json(value, MOST_METADATA) if isinstance(value, dict) else value


def _or_empty(value: Any) -> Any:
    return "" if value is None else value


Metadata = Annotated[dict[str, Any] | None, BeforeValidator(_storable)]
Name = Annotated[Text, Field(max_length=200), BeforeValidator(_or_empty)]


class A2AShape(BaseModel):
    """Anything: what is not known of it is read past, and 0.3 over HTTP may write message_id for messageId."""

    model_config = ConfigDict(extra="ignore", populate_by_name=True)
