"""Files that only led to a colleague's result: they are told of, and not shown whole, unless the task needs them."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from apps.agents.domain.calls import ColleagueResult, File, RunRequest
from apps.agents.domain.documents.decoding import CSV, JSON, PLAIN, TSV
from apps.agents.domain.documents.outline import outline
from apps.files.domain.names import is_named_in, name_key

FOLDED = "not shown whole: your task does not name it, and the result that it came with tells of it. What it holds:"
REPEATED = "not shown: all of it stands in the result that it came with"
DATA = (CSV, TSV, JSON)
SMALL = 600  # bytes; a description would be as long
SPOKEN = 200  # characters of a result that says more than that files came
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_WORD = re.compile(r"\w+")
_AROUND = "\"'`()[]{}<>*.,:;!?-“”"


@dataclass(frozen=True)
class FileMention:
    """What stands in the place of a file. `why` are the hub's words, `holds` tells of the content; it may be ""."""

    why: str
    holds: str = ""


def mention_of(
    request: RunRequest, result: ColleagueResult, file: File, content: str, *, whole: bool
) -> FileMention | None:
    """What is said of a file of a result that is data, which nobody named, beside a text that says what matters of it.

    None: it is shown. `whole`: the content is all of it, so that its rows can be counted.
    """
    if file.media_type not in DATA or _is_wanted(request, file.name):
        return None
    spoken = result.text.strip()
    if _adds_nothing(content, spoken):
        return FileMention(REPEATED)
    if file.size <= SMALL or len(spoken) < SPOKEN:
        return None
    return FileMention(FOLDED, outline(content, file.media_type if whole else PLAIN))


def _is_wanted(request: RunRequest, name: str) -> bool:
    """Named, or its kind is: “the CSV”."""
    said = name_key("\n".join([request.brief, request.goal, *(change.text for change in request.changes)]))
    kind = PurePosixPath(name_key(name)).suffix[1:]
    return is_named_in(said, name_key(name)) or kind in {word.strip(_AROUND) for word in said.split()}


def _adds_nothing(content: str, spoken: str) -> bool:
    """Whether each word and number of it stands in the text."""
    return set(_WORD.findall(content)) <= set(_WORD.findall(_THOUSANDS.sub("", spoken)))
