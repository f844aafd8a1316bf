"""What a file is by its name, and names that are safe to store and show."""

import re
from pathlib import PurePosixPath

from apps.files.domain.names import LONGEST_NAME

MARKDOWN, CSV, TSV, JSON, PLAIN = (
    "text/markdown",
    "text/csv",
    "text/tab-separated-values",
    "application/json",
    "text/plain",
)

# Everything else that is text is plain text: HTML and XML too, so that no browser ever runs what somebody uploaded.
BY_SUFFIX = {
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".csv": CSV,
    ".tsv": TSV,
    ".tab": TSV,
    ".json": JSON,
}
UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def media_type_of(name: str) -> str:
    """Give the media type that a text file's name stands for."""
    return BY_SUFFIX.get(PurePosixPath(name).suffix.lower(), PLAIN)


def clean_name(name: str) -> str:
    """Give the last part of a path without signs that steer or mislead, at most 200 characters; the suffix stays."""
    last = UNSAFE.sub("", re.split(r"[/\\]", name)[-1]).strip(" .")
    suffix = PurePosixPath(last).suffix[:20]
    return last if len(last) <= LONGEST_NAME else last[: LONGEST_NAME - len(suffix)] + suffix
