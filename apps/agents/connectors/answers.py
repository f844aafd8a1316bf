"""What is taken as an agent's answer."""

from apps.core.names import shows_nothing
from apps.core.sentences import sentence


def answer_in(text: str, *, has_files: bool) -> str:
    """Give the text, where anybody can see any of it; else a line that points to the files, or ""."""
    if not shows_nothing(text):
        return text.strip()
    return sentence("Done; see the files.") if has_files else ""
