"""How answers of the REST API are written as JSON."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from ninja.renderers import JSONRenderer
from ninja.responses import NinjaJSONEncoder

from apps.core.json_texts import moment_text

_WRITERS: Mapping[type, Callable[[Any], str]] = {UUID: str, datetime: moment_text}


class QuickEncoder(NinjaJSONEncoder):
    """Writes what lists are full of, ids and moments, at once; ninja's looks through ten kinds before those."""

    def default(self, o: Any) -> Any:
        """The words for a value that JSON lacks."""
        writer = _WRITERS.get(type(o))
        return writer(o) if writer else super().default(o)


class QuickRenderer(JSONRenderer):
    """Writes an answer with that encoder."""

    encoder_class = QuickEncoder
