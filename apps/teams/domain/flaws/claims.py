"""Files that a text says were made, with its answer, by who wrote it.

Seen: a verb of making (saved, wrote, exported, …) done by “I” or “we”, or told in the passive or without a subject, and
the name of a file with a usual ending in the same clause. Not seen: files without an ending, and claims in other
languages. What is made elsewhere (a path, an address, “in your repository”) is no claim about the answer's files, nor
is what is denied, planned, conditional, asked for, quoted, or stands in code.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

_TYPES = (
    "csv tsv xlsx xls ods json jsonl xml yaml yml md txt rtf pdf doc docx odt ppt pptx html htm svg png jpg jpeg gif "
    "webp zip gz tar parquet sql py js ts java go rs rb sh ipynb tex bib log mp3 mp4 wav"
)
_NAME = re.compile(
    rf"(?<![\w./\\:@-])[\w][\w.-]{{0,80}}\.(?:{'|'.join(_TYPES.split())})(?![\w/\\]|\.\w)", re.IGNORECASE
)
_ENDING = re.compile(r"\.[`*]*[a-z]", re.IGNORECASE)
_MADE = (
    r"(?:saved|written|wrote|created|made|exported|generated|produced|stored|attached|put|placed|built|rendered|dumped|"
    r"compiled|drawn|drew|uploaded|delivered|recorded|prepared|output)"
)
_BY_ME = re.compile(rf"\b(?:I|we)(?:['’]ve| have| also| then| now| just| \w+ly|,)*\s+{_MADE}\b", re.IGNORECASE)
_PASSIVE = re.compile(
    rf"\b(?:is|are|was|were|been|being|['’]s)\s+(?:now |also |successfully |\w+ly )?{_MADE}\b", re.IGNORECASE
)
_MADE_AFTER = re.compile(rf"\.\w{{2,7}}[\"”)]?\s+(?:successfully )?{_MADE}\b(?! by)", re.IGNORECASE)
_BARE = re.compile(rf"^\W*(?:successfully |also |now |done[:,;!.—-]*\s+)?{_MADE}\b", re.IGNORECASE)
_ATTACHED = re.compile(r"\b(?:attached|enclosed)\b.{0,40}\b(?:is|are|find)\b", re.IGNORECASE)
_POINTED_AT = re.compile(
    r"^(?:done|finished|ready|here)?\W{0,4}(?:please |kindly |you (?:will |can |may )?)?(?:find|see)\b.{0,60}"
    r"\b(?:attached|enclosed|in|as|at)\b",
    re.IGNORECASE,
)
_OF_ELSEWHERE = re.compile(
    r"\b(?:not|no|if|example|examples|how|documentation|lines?|section)\b|n['’]t\b|\?\s*$", re.IGNORECASE
)
"""What speaks of a file that is not there, or that is explained."""
_NO_CLAIM = re.compile(
    r"\b(?:not|never|n['’]t|no|if|when(?:ever)?|once|will|would|could|should|can|may|might|must|unless|please|"
    r"(?<!for )you|"
    r"was asked|were asked|asked to|to be|cannot|instead of|by (?:the|a|an|another) \w+|last (?:week|month|year)|"
    rf"yesterday|originally|earlier|in (?:19|20)\d\d|ago|{_MADE} by)\b|n['’]t\b|\?\s*$",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"://|\b(?:in|to|on|into|at|under|onto)\s+(?:(?:the|your|our|my|a|this|that|its)\s+)?(?:\w+\s+)?(?:repository|repo|"
    r"drive|bucket|server|database|folder|directory|branch|cloud|disk|workspace|desktop|share|wiki|channel|container)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"^ {0,3}(```|~~~).*?^ {0,3}\1", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_SPOKEN = re.compile(r"“[^“”\n]{0,400}”|\"[^\"\n]{25,400}\"")
_CLAUSE = re.compile(r"(?<=[.!?;])\s+|\n+|\s(?=(?:and|which|so) (?:it |they |you )?(?:can|may|will|could)\b)")


def claimed_files(text: str, made: Collection[str]) -> tuple[str, ...]:
    """Names of files that `text` says were made and that are not among those that came, each once."""
    came = {_folded(name) for name in made}
    names = (name for clause in _clauses(text) if _claims(clause) for name in _NAME.findall(clause))
    return tuple(dict.fromkeys(name for name in names if _folded(name) not in came))


def pointed_files(text: str) -> tuple[str, ...]:
    """Names of files at which `text` points its reader; it does not say who made them."""
    pointing = (one for one in _clauses(text) if _POINTED_AT.search(one) and not _OF_ELSEWHERE.search(one))
    return tuple(name for clause in pointing for name in _NAME.findall(clause))


def _clauses(text: str) -> Iterator[str]:
    """Those in which a file may be named: few are, and each is looked at in many ways."""
    if not _ENDING.search(text):
        return
    plain = _SPOKEN.sub(" ", _QUOTED.sub("", _CODE.sub("", text)))
    for clause in _CLAUSE.split(plain):
        if _ENDING.search(clause):
            yield clause.replace("`", "").replace("*", "").strip()


def _claims(clause: str) -> bool:
    if len(clause) > 600 or _NO_CLAIM.search(clause) or _ELSEWHERE.search(clause):
        return False
    return any(kind.search(clause) for kind in (_BY_ME, _PASSIVE, _BARE, _MADE_AFTER, _ATTACHED))


def _folded(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).name.casefold()
