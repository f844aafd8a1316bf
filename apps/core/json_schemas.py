"""Judging JSON by a schema that a stranger wrote: it follows no reference, and its patterns take linear time."""

import json
from typing import Never

import jsonschema_rs

_REFERENCES = ('"$ref"', "dynamicRef", "recursiveRef")


class UnreadableSchema(ValueError):
    """There is no judging by it. The message is half a sentence about the schema."""


def validator_of(schema: object) -> jsonschema_rs.Validator:
    """Give what judges by a schema. Raises UnreadableSchema."""
    try:
        written = json.dumps(schema)
        if any(sign in written for sign in _REFERENCES):
            raise UnreadableSchema("refers to other schemas, which are not followed")
        if isinstance(schema, dict | bool):
            return jsonschema_rs.validator_for(
                schema, pattern_options=jsonschema_rs.RegexOptions(), retriever=_follow_nothing
            )
    except UnreadableSchema:
        raise
    except (ValueError, TypeError, RecursionError):
        pass
    raise UnreadableSchema("is no JSON schema that can be read")


def _follow_nothing(address: str) -> Never:
    raise ValueError(f"{address} is not read")
