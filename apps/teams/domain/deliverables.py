"""What of an answer becomes files: its text, and the code in it. Pure, and linear in the answer's length."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from apps.agents.domain.documents.decoding import clean_name
from apps.files.domain.names import name_key, numbered_name

MOST_CODE_FILES = 12
MOST_CHARACTERS = 200_000  # of one piece of code; a longer one stays in the answer alone
LONGEST_STEM = 60  # characters
LONGEST_CAPTION = 160  # characters of a line that may name the code below it

_WORD = re.compile(r"\w+")
_FILE_NAME = re.compile(r"[\w][\w.\-/\\]{0,150}\.[A-Za-z]\w{0,7}|(?:\S{0,80}/)?(?:Dockerfile|Makefile)")
_EDGES = "`*_#:()[]<>\"',;!?- \t"  # around a name in prose

_ENDINGS: dict[str, tuple[str, ...]] = {
    "python": ("py", "pyi"),
    "javascript": ("js", "mjs", "cjs", "jsx"),
    "typescript": ("ts", "tsx"),
    "java": ("java",),
    "kotlin": ("kt",),
    "swift": ("swift",),
    "scala": ("scala",),
    "c": ("c", "h"),
    "cpp": ("cpp", "cc", "hpp", "h"),
    "csharp": ("cs",),
    "go": ("go",),
    "rust": ("rs",),
    "ruby": ("rb",),
    "php": ("php",),
    "perl": ("pl",),
    "lua": ("lua",),
    "haskell": ("hs",),
    "elixir": ("ex", "exs"),
    "julia": ("jl",),
    "r": ("r",),
    "matlab": ("m",),
    "sql": ("sql",),
    "html": ("html", "htm"),
    "css": ("css", "scss"),
    "xml": ("xml",),
    "json": ("json",),
    "yaml": ("yaml", "yml"),
    "toml": ("toml",),
    "latex": ("tex",),
}
"""The languages whose blocks are worth a file of their own without a name, each with its endings."""

_ALIASES = {
    "golang": "go",
    "c++": "cpp",
    "c#": "csharp",
    "node": "javascript",
    "postgresql": "sql",
    "mysql": "sql",
    "sqlite": "sql",
    **{ending: language for language, endings in reversed(_ENDINGS.items()) for ending in endings},
}
_ASKING = frozenset(
    "algorithm api app application class cli code coding command component debug endpoint function functions implement "
    "implementation library macro method module package parser program programs query refactor regex script scripts "
    "snippet software subroutine test tests unittest webpage website".split()
)
"""Words of a goal that asks for code; that there is code in the answer has to come to it."""


@dataclass(frozen=True)
class Deliverable:
    """A file that is made of an answer."""

    name: str
    text: str


@dataclass(frozen=True)
class _Block:
    """A piece of code in an answer. `caption`: the line above it."""

    info: str
    caption: str
    text: str

    @property
    def language(self) -> str:
        """What it is written in, as `_ENDINGS` calls it, else as it was called; empty: nobody said."""
        said = re.split(r"[\s:,{}]", self.info.lstrip("{. "), maxsplit=1)[0].casefold()
        return _ALIASES.get(said, said)


def deliverables(title: str, goal: str, answer: str) -> list[Deliverable]:
    """The answer as Markdown, named after the goal, and behind it the code that stands in it.

    A piece of code is a file where it has a name, or where the goal asks for code in its language. `title` and `goal`
    are the goal's heading and text.
    """
    stem = stem_of(title)
    made = [Deliverable(f"{stem}.md", f"{answer.strip()}\n")]
    wanted = _wanted_languages(goal)
    for block in _blocks(answer):
        name = _given_name(block) or _usual_name(block, stem, wanted)
        if name and block.text.strip() and len(block.text) <= MOST_CHARACTERS and len(made) <= MOST_CODE_FILES:
            made.append(Deliverable(numbered_name(name, {name_key(one.name) for one in made}), block.text))
    return made


def stem_of(title: str) -> str:
    """What files that are made of a goal's answer are called, without their ending: its first words."""
    words = "-".join(_WORD.findall(title.casefold()))
    return (
        words if len(words) <= LONGEST_STEM else words[: LONGEST_STEM + 1].rsplit("-", 1)[0][:LONGEST_STEM]
    ) or "answer"


def _wanted_languages(goal: str) -> frozenset[str]:
    """The languages in which code without a name is what was asked for."""
    said = {_ALIASES.get(word, word) for word in re.findall(r"[\w+#]+", goal.casefold()) if len(word) > 2}
    return frozenset(_ENDINGS) if said & _ASKING else frozenset(said & _ENDINGS.keys())


def _given_name(block: _Block) -> str:
    """The name that the block's first line gives, or a line above it whose name fits the language."""
    for word in re.split(r"[\s,{}:=]", block.info):
        if _FILE_NAME.fullmatch(word.strip(_EDGES)):
            return clean_name(word.strip(_EDGES))
    named = [word.strip(_EDGES + ".") for word in block.caption.split()]
    found = [word for word in named if _FILE_NAME.fullmatch(word)]
    if len(found) != 1 or not (len(named) == 1 or _fits(found[0], block.language)):
        return ""
    return clean_name(found[0])


def _fits(name: str, language: str) -> bool:
    return name.rsplit(".", 1)[-1].casefold() in _ENDINGS.get(language, ())


def _usual_name(block: _Block, stem: str, wanted: frozenset[str]) -> str:
    return f"{stem}.{_ENDINGS[block.language][0]}" if block.language in wanted else ""


def _blocks(answer: str) -> Iterator[_Block]:
    """The fenced blocks of a Markdown text that were closed: one that was not was cut."""
    caption, fence, inside = "", None, list[str]()
    for line in answer.splitlines():
        if fence is None:
            fence, inside = _Fence.opened_by(line), []
            caption = caption if fence or not line.strip() else line.strip()
        elif fence.closed_by(line):
            yield _Block(fence.info, caption if len(caption) <= LONGEST_CAPTION else "", "".join(inside))
            caption, fence = "", None
        else:
            inside.append(f"{fence.without_indent(line)}\n")


@dataclass(frozen=True)
class _Fence:
    """The line that opens a block: its mark, how often, how far it is indented, and what it says."""

    mark: str
    length: int
    indent: int
    info: str

    @classmethod
    def opened_by(cls, line: str) -> "_Fence | None":
        """The fence that a line opens, if it opens one."""
        bare = line.lstrip(" ")
        mark = bare[:1]
        rest = bare.lstrip(mark) if mark in ("`", "~") else bare
        length = len(bare) - len(rest)
        if length < 3 or (mark == "`" and "`" in rest):
            return None
        return cls(mark, length, len(line) - len(bare), rest.strip())

    def closed_by(self, line: str) -> bool:
        """Whether a line ends the block."""
        bare = line.strip()
        return len(bare) >= self.length and not bare.strip(self.mark)

    def without_indent(self, line: str) -> str:
        """A line of the block, as far to the left as the fence lets it."""
        gone = min(self.indent, len(line) - len(line.lstrip(" ")))
        return line[gone:]
