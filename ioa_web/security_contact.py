"""What the settings say of whom to tell of a weakness. A mistake in them stops the start, with a sentence."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime

CONTACT = re.compile(r"(?:mailto:[^\s@]+@[^\s@]+|https://\S+|tel:\S+)")
ADDRESS = re.compile(r"[^\s@:/]+@[^\s@:/]+")


def contacts(entries: Iterable[str]) -> list[str]:
    """The entries as URIs; a bare mail address becomes a mailto. Raises ValueError, naming the entry."""
    found = [f"mailto:{entry}" if ADDRESS.fullmatch(entry) else entry for entry in entries]
    for entry in found:
        if not CONTACT.fullmatch(entry):
            raise ValueError(f"IOA_SECURITY_CONTACT: {entry!r} is neither a mail address nor mailto:, https: or tel:")
    return found


def end_of_security_txt(written: str) -> datetime | None:
    """The moment until which the contact holds; None where none is set. Raises ValueError."""
    if not written:
        return None
    try:
        end = datetime.fromisoformat(written)
    except ValueError:
        raise ValueError(f"IOA_SECURITY_EXPIRES: {written!r} is no date such as 2027-06-30") from None
    return end if end.tzinfo else end.replace(tzinfo=UTC)
