"""Words of a text as the built-in agents compare them: lower case, singular, without filler."""

import re
import unicodedata
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

FILLER = frozenset(
    [
        "a",
        "about",
        "above",
        "according",
        "across",
        "after",
        "all",
        "also",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "based",
        "be",
        "been",
        "before",
        "being",
        "below",
        "between",
        "both",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "done",
        "during",
        "each",
        "either",
        "else",
        "etc",
        "every",
        "file",
        "files",
        "for",
        "from",
        "further",
        "get",
        "give",
        "given",
        "goal",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "just",
        "kindly",
        "let",
        "like",
        "make",
        "me",
        "might",
        "more",
        "most",
        "much",
        "must",
        "my",
        "need",
        "needed",
        "no",
        "nor",
        "not",
        "of",
        "off",
        "on",
        "once",
        "one",
        "only",
        "or",
        "other",
        "our",
        "out",
        "over",
        "own",
        "per",
        "please",
        "put",
        "same",
        "say",
        "says",
        "shall",
        "she",
        "should",
        "show",
        "since",
        "so",
        "some",
        "such",
        "task",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "thing",
        "this",
        "those",
        "through",
        "till",
        "to",
        "too",
        "under",
        "until",
        "up",
        "upon",
        "us",
        "use",
        "used",
        "using",
        "very",
        "via",
        "want",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "whether",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "within",
        "without",
        "would",
        "year",
        "you",
        "your",
    ]
)

# What people call the work itself; a document about honey does not say "plot it".
WORK = frozenset(
    [
        "analysis",
        "analyse",
        "analyze",
        "answer",
        "attached",
        "attachment",
        "bar",
        "calculate",
        "chart",
        "cite",
        "citation",
        "compare",
        "compute",
        "create",
        "csv",
        "data",
        "derive",
        "describe",
        "diagram",
        "document",
        "draw",
        "explain",
        "figure",
        "find",
        "graph",
        "image",
        "include",
        "library",
        "line",
        "list",
        "look",
        "markdown",
        "name",
        "number",
        "obtain",
        "pdf",
        "picture",
        "pie",
        "plot",
        "png",
        "present",
        "produce",
        "quote",
        "rate",
        "read",
        "report",
        "result",
        "retrieve",
        "room",
        "scatter",
        "search",
        "section",
        "series",
        "short",
        "source",
        "state",
        "statistic",
        "summarise",
        "summarize",
        "summary",
        "svg",
        "table",
        "tell",
        "text",
        "title",
        "value",
        "visualise",
        "visualize",
        "workspace",
        "write",
        "written",
    ]
)


def words(text: str) -> list[str]:
    """Give the words of `text` in order, each lower case and singular."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return [_singular(word.removesuffix("'s")) for word in _WORD.findall(plain)]


@dataclass(frozen=True)
class PlacedWord:
    """A word as they are compared, and where it stands in its text."""

    word: str
    start: int
    end: int


def placed_words(text: str) -> list[PlacedWord]:
    """Give the words of `text` in order with their places."""
    found = ((match, words(match.group())) for match in _WORD.finditer(text))
    return [PlacedWord(word, match.start(), match.end()) for match, parts in found for word in parts[:1]]


def topic(text: str) -> frozenset[str]:
    """Give the words that say what a text is about: no filler, no names of the work, no plain numbers."""
    return frozenset(word for word in words(text) if _says_something(word))


def slug(text: str, fallback: str = "result") -> str:
    """Give a name for a file from a text: at most six words of it, ASCII, lower case, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("'s", "")
    parts = [part for part in re.findall(r"[a-z0-9]+", plain) if part not in FILLER and part not in WORK]
    return "-".join(parts[:6])[:60].strip("-") or fallback


def _says_something(word: str) -> bool:
    return word not in FILLER and word not in WORK and not word.isdigit() and len(word) > 1


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
