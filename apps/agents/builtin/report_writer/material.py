"""Colleagues' results, taken apart: the conclusion, the key table, pictures, quotations, computations."""

import re
from dataclasses import dataclass
from itertools import takewhile

from apps.agents.builtin.sections import CAVEATS, COMPUTED, LEFT_OUT, REMARKS, SERIES, Bibliography, Cited
from apps.agents.builtin.tables.export import to_markdown
from apps.agents.builtin.tables.markdown import blocks
from apps.agents.builtin.tables.sources import gather
from apps.agents.domain.calls import ColleagueResult, File, RunRequest

KNOWN = (CAVEATS, COMPUTED, LEFT_OUT, REMARKS, SERIES)
_WORDS = r"\[(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*+\])*+\]"  # in brackets, which may stand inside once more
_PICTURE = re.compile(rf"!{_WORDS}\([^()]*+\)")
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])")
_REMOTE_PICTURE = re.compile(rf"!(?={_WORDS}\(\s*+<?\s*+(?:[a-z][a-z0-9+.-]*:|//))", re.IGNORECASE)


@dataclass(frozen=True)
class ReportPart:
    """One colleague's result. Its text is Markdown that holds no raw HTML and no picture from elsewhere."""

    result: ColleagueResult
    cited: Cited

    @property
    def body(self) -> str:
        """What stands outside the sections that every built-in agent knows, without pictures."""
        written = [
            f"### {section.heading}\n\n{section.text}" if section.heading else section.text
            for section in self.cited.sections
            if section.heading not in KNOWN
        ]
        return _PICTURE.sub("", "\n\n".join(written)).strip()

    @property
    def pictures(self) -> list[File]:
        """The images among its files, each once: the SVG where the same one is there as PNG too."""
        images = [file for file in self.result.files if file.media_type.startswith("image/")]
        drawn = {file.name.rpartition(".")[0] for file in images if file.media_type == "image/svg+xml"}
        return [
            file for file in images if file.media_type == "image/svg+xml" or file.name.rpartition(".")[0] not in drawn
        ]


def parts_of(request: RunRequest, books: Bibliography) -> list[ReportPart]:
    """Take the results apart; their sources go into one bibliography."""
    return [ReportPart(result, books.adopt(defuse(result.text))) for result in request.results]


def leading_part(parts: list[ReportPart]) -> ReportPart:
    """Give the result that the conclusion stands on: a computed one, else one with a table, else the first text."""
    computed = [part for part in parts if part.cited.section(COMPUTED) or part.cited.section(SERIES)]
    tabled = [part for part in parts if blocks("", part.body)]
    spoken = [part for part in parts if not part.pictures]
    return (computed or tabled or spoken or parts)[0]


def conclusion(part: ReportPart) -> str:
    """Give a result's first paragraph that is no table, with the quotations that it leads to."""
    written = (text.strip() for text in without_tables(part.body).split("\n\n"))
    paragraphs = [text for text in written if text and not text.startswith("#")]
    if not paragraphs or not paragraphs[0].endswith(":"):
        return "".join(paragraphs[:1])
    return "\n\n".join([paragraphs[0], *takewhile(lambda text: text.startswith(">"), paragraphs[1:])])


def key_table(part: ReportPart, request: RunRequest) -> str:
    """Give the first table of a result, in its text or else in any file, as Markdown."""
    if found := blocks("", part.body):
        lines = part.body.split("\n")
        return "\n".join(lines[found[0].first : found[0].end])
    tables = gather(request).tables
    return to_markdown(tables[0]) if tables else ""


def without_tables(text: str) -> str:
    """Leave out a text's tables; a sentence that led to one by a colon ends there."""
    lines = text.split("\n")
    gone = {at for block in blocks("", text) for at in range(block.first, block.end)}
    for block in blocks("", text):
        above = next((at for at in range(block.first - 1, -1, -1) if lines[at].strip()), None)
        if above is not None and lines[above].endswith(":"):
            lines[above] = f"{lines[above][:-1]}."
    kept = "\n".join(line for at, line in enumerate(lines) if at not in gone)
    return re.sub(r"\n{3,}", "\n\n", kept).strip()


def defuse(text: str) -> str:
    """Colleagues may be strangers: their HTML shows as text, and their pictures do not load from elsewhere."""
    return _REMOTE_PICTURE.sub(r"\\!", _MARKUP.sub("&lt;", text))
