"""Putting a report together, and the short answer that goes into the room."""

from collections.abc import Iterable, Sequence

from apps.agents.builtin.report_writer.chosen import WrittenReport
from apps.agents.builtin.report_writer.material import ReportPart, conclusion, key_table, leading_part, without_tables
from apps.agents.builtin.sections import COMPUTED, LEFT_OUT, REMARKS, SERIES, Bibliography, caveats_of, title_of
from apps.agents.builtin.tables.export import escape_markdown
from apps.agents.domain.calls import RunRequest

_DROPPED = "Lines whose figures are in no result were left out of this report."


def report(request: RunRequest, parts: Sequence[ReportPart], books: Bibliography) -> str:
    """Write the whole report as Markdown."""
    lead = leading_part(list(parts))
    others = [part for part in parts if part is not lead]
    written = [
        f"# {escape_markdown(title_of(request.goal))}",
        _section("Summary", _summary(lead, others)),
        _section("Figures", key_table(lead, request)),
        _rest(lead),
        *(_pictures(part) for part in parts),
        *(
            _section(escape_markdown(part.result.task), without_tables(part.body))
            for part in others
            if not part.pictures
        ),
        caveats_of(part.cited for part in parts),
        *(_share_parts(parts, heading) for heading in (SERIES, COMPUTED, REMARKS, LEFT_OUT)),
    ]
    return _with_sources(written, books) + "\n"


def room_answer(request: RunRequest, parts: Sequence[ReportPart], books: Bibliography, name: str) -> str:
    """Write what stands alone in a room: the conclusion, the key table, the series used, the files."""
    lead = leading_part(list(parts))
    written = [
        conclusion(lead),
        key_table(lead, request),
        _after(SERIES, _join_parts(parts, SERIES)),
        f"Files: {', '.join(map(escape_markdown, _files_with(parts, name)))}",
    ]
    return _with_sources(written, books)


def written_report(written: WrittenReport, parts: Sequence[ReportPart], books: Bibliography) -> str:
    """Put below a report that a model wrote what is never left to it: computations, what was left out, sources."""
    shared = (_share_parts(parts, heading) for heading in (SERIES, COMPUTED, LEFT_OUT))
    return _with_sources((written.report, *shared), books) + "\n"


def written_answer(written: WrittenReport, parts: Sequence[ReportPart], books: Bibliography, name: str) -> str:
    """Write what stands alone in a room of a report that a model wrote."""
    missing = [f"I did not do this: {escape_markdown(sentence)}" for sentence in written.not_done if sentence.strip()]
    listed = f"Files: {', '.join(map(escape_markdown, _files_with(parts, name)))}"
    return _with_sources((written.summary, *missing, listed), books)


def _with_sources(written: Iterable[str], books: Bibliography) -> str:
    """The parts as one text, with the sources that it cites."""
    text = "\n\n".join(filter(None, written))
    return "\n\n".join(filter(None, (text, books.written(below=text))))


def _files_with(parts: Sequence[ReportPart], name: str) -> list[str]:
    return list(dict.fromkeys([name, *(file.name for part in parts for file in part.result.files)]))


def note_omission(text: str) -> str:
    """Say at the end of a report that lines were left out."""
    return f"{text.rstrip()}\n\n{_DROPPED}\n"


def _summary(lead: ReportPart, others: list[ReportPart]) -> str:
    """The leading conclusion, and those of colleagues who neither draw nor only quote."""
    said = [conclusion(lead)]
    said += [conclusion(part) for part in others if part.cited.section(COMPUTED)]
    return "\n\n".join(dict.fromkeys(filter(None, said)))


def _rest(lead: ReportPart) -> str:
    """What the leading result says besides its conclusion, such as where its table comes from."""
    return "" if lead.pictures else without_tables(lead.body).removeprefix(conclusion(lead)).strip()


def _pictures(part: ReportPart) -> str:
    if not part.pictures:
        return ""
    shown = [f"![{escape_markdown(part.result.task)}]({file.name})" for file in part.pictures]
    return _section(escape_markdown(part.result.task), "\n\n".join([*shown, without_tables(part.body)]).strip())


def _share_parts(parts: Sequence[ReportPart], heading: str) -> str:
    return _section(heading, _join_parts(parts, heading))


def _join_parts(parts: Sequence[ReportPart], heading: str) -> str:
    return "\n\n".join(dict.fromkeys(filter(None, (part.cited.section(heading) for part in parts))))


def _section(heading: str, text: str) -> str:
    return f"## {heading}\n\n{text}" if text else ""


def _after(label: str, text: str) -> str:
    return f"**{label}:** {text}" if text else ""
