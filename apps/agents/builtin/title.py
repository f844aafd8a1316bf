"""A title out of a goal: what it is about, without the orders; and the names of files from it."""

import re

from apps.agents.builtin.words import slug

_LONGEST = 90
_ORDER = re.compile(
    r"(?:please\s+|kindly\s+|(?:can|could|would|will) you\s+(?:please\s+)?|i (?:need|want|would like)(?: you to)?\s+)*"
    r"(?:(?:analy[sz]e|calculate|chart|compare|compute|create|describe|draw|explain|find(?: out)?|get|give|look up|"
    r"make|plot|prepare|produce|report|search|show|summari[sz]e|tell|visuali[sz]e|write)\b\s*"
    r"(?:me\b|us\b|on\b|about\b|a\b|an\b|the\b|in\b|for\b|of\b|up\b|(?:short|brief|full|detailed)\b|"
    r"(?:report|summary|chart|overview)\b|\s)*)?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?<=\w)(?:[,;:?!]|\.(?=\s|$)|\s+(?:and|then)\s+(?=(?:plot|draw|write|show|make|create|find)\b))")


def title_of(goal: str) -> str:
    """Give a title of at most 90 characters; "Report" for a goal without words."""
    line = " ".join(goal.split())
    subject = line[_match_length(line) :]
    clause = _CLAUSE.split(subject, maxsplit=1)[0].strip(" .,:;?!\"'“”")
    chosen = clause if len(clause.split()) > 1 else line.strip(" .,:;?!")
    short = chosen if len(chosen) <= _LONGEST else f"{chosen[:_LONGEST].rpartition(' ')[0] or chosen[:_LONGEST]}…"
    return short[:1].upper() + short[1:] if re.search(r"\w", short) else "Report"


def file_stem(goal: str, fallback: str) -> str:
    """Give the beginning of the names of files made for a goal."""
    return slug(title_of(goal), fallback)


def _match_length(line: str) -> int:
    match = _ORDER.match(line)
    return match.end() if match else 0
