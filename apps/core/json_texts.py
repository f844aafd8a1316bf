"""Reading JSON that was sent, saying what is wrong with what is none, and writing moments in it."""

import json
from datetime import datetime
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


def moment_text(at: datetime) -> str:
    """A moment as Django writes it in JSON: to the millisecond, and Z for UTC."""
    text = at.isoformat(timespec="milliseconds" if at.microsecond else "seconds")
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
