"""Reading JSON that was sent, and saying what is wrong with what is none."""

import json
from typing import Any

from apps.core.sentences import sentence


def read_json(text: str | bytes) -> Any:
    """What the text says. Raises ValueError with a sentence for what is no JSON, or none that is read here."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(sentence("This JSON is nested too deeply.")) from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise ValueError(sentence("This is not JSON.")) from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise ValueError(sentence("A number in this JSON has too many digits.")) from None
