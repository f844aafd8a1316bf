"""What others say of where a goal comes from. It is kept as they said it, and nothing is judged by it."""

from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator

from apps.core.texts import require_storable_json

MOST_CLAIMED = 4000  # characters as JSON

ClaimedChain = Annotated[dict[str, Any], AfterValidator(partial(require_storable_json, most=MOST_CLAIMED))]
"""A chain from outside: any JSON object."""
