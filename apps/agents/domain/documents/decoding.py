"""What kind of file a document is, and the text in it. Pure."""

import re
from pathlib import PurePosixPath

from apps.core.sentences import sentence
from apps.files.domain.encodings import guessed_encoding, marked_encoding, western
from apps.files.domain.names import LONGEST_NAME

# The first bytes of files that people try most often, so that the refusal can name them.
SIGNATURES = (
    (b"%PDF-", "a PDF without text that can be read: scanned, locked or damaged. Give its text"),
    (b"PK\x03\x04", "a packed file (zip, Word, Excel). Export it as CSV, text or Markdown and give that"),
    (b"\xd0\xcf\x11\xe0", "an old Office file. Export it as CSV, text or Markdown and give that"),
    (b"\x89PNG", "an image, which can't be read. Give text, Markdown, CSV or JSON"),
    (b"\xff\xd8\xff", "an image, which can't be read. Give text, Markdown, CSV or JSON"),
    (b"GIF8", "an image, which can't be read. Give text, Markdown, CSV or JSON"),
    (b"\x1f\x8b", "a packed file. Unpack it and give what is inside"),
)
CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f]")  # tab, newlines, form feed, escape are in logs
MOST_CONTROL = 0.01  # share of control characters above which a file is not text


class UnreadableError(Exception):
    """A file can't be taken. The message is one plain sentence that says what to do."""


class NotTextError(UnreadableError):
    """A file is no text: a picture, a packed file, a program."""


def decode(name: str, content: bytes) -> str:
    """Give the text of a file in UTF-8, UTF-16, UTF-32 or Latin-1. Raises UnreadableError, and NotTextError."""
    for signature, what in SIGNATURES:
        if content.startswith(signature):
            raise NotTextError(sentence("“{name}” is {what}.", name=name, what=sentence(what)))
    text = _decode(name, content)
    if "\x00" in text or len(CONTROL.findall(text)) > MOST_CONTROL * len(text):
        raise NotTextError(
            sentence("“{name}” is not a text file. Give text, Markdown, CSV, TSV, JSON or PDF.", name=name)
        )
    if not any(character.isalnum() for character in text):
        raise UnreadableError(sentence("“{name}” holds no text. Give a file with words or figures in it.", name=name))
    return text


def _decode(name: str, content: bytes) -> str:
    encoding = marked_encoding(content)
    try:
        return content.decode(encoding or guessed_encoding(content))
    except UnicodeDecodeError:
        if encoding is not None:
            raise UnreadableError(
                sentence("“{name}” is damaged: it says it is {encoding} and is not.", name=name, encoding=encoding)
            ) from None
        return western(content)


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
