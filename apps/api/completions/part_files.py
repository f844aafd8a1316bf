"""Files that come within a message, as chat completions and responses each have them."""

import base64
import binascii
import re
from typing import Any

from pydantic import BaseModel

from apps.core.texts import Text

LINKED = "a file that is somewhere else is not fetched: send its content along, as a data URL"
NO_FILE = "a file comes as a data URL with base64"
_DATA = re.compile(r"data:(?:[\w.+-]{1,60}/[\w.+-]{1,100})?(?:;[\w.+-]+=[^;,]{0,100})*;base64,")


class PartFile(BaseModel):
    """A file: its name, and its content in base64."""

    name: Text
    packed: str

    @property
    def content(self) -> bytes:
        """What it holds."""
        return base64.b64decode(self.packed)


def file_in(part: dict[str, Any]) -> dict[str, str] | None:
    """The file that a part holds; None: it is another part. Raises ValueError for what can't be read."""
    match part:
        case {"type": "input_file", "file_data": str(data)}:
            return _read(_name(part), data)
        case {"type": "file", "file": {"file_data": str(data)} as file}:
            return _read(_name(file), data)
        case {"type": "input_file" | "file"}:
            raise ValueError(LINKED)
    return None


def _name(said: dict[str, Any]) -> str:
    name = said.get("filename")
    return name[:200] if isinstance(name, str) else ""


def _read(name: str, url: str) -> dict[str, str]:
    known = _DATA.match(url)
    if known is None:
        raise ValueError(LINKED if url.startswith(("http:", "https:")) else NO_FILE)
    packed = url[known.end() :]
    try:
        base64.b64decode(packed, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(NO_FILE) from None
    return {"name": name or "file.txt", "packed": packed}
