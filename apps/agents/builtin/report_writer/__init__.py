"""The report writer: a report from colleagues' results, with no figure that is not in one of them."""

from collections.abc import Iterator

from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.report_writer.composition import (
    figures_not_in_results,
    note_omission,
    report,
    room_answer,
    without_unknown,
)
from apps.agents.builtin.report_writer.material import parts_of
from apps.agents.builtin.sections import Bibliography, file_stem
from apps.agents.domain.calls import ArtifactMade, File, Progress, Result, RunEvent, RunRequest

__all__ = ["figures_not_in_results", "work"]


def work(request: RunRequest) -> Iterator[RunEvent]:
    """Write the report as a Markdown file, and an answer that stands alone.

    Raises UnableError when no colleague gave anything to report on.
    """
    if not any(result.text.strip() or result.files for result in request.results):
        raise UnableError("There is nothing to report on: no colleague’s result came with this task.")
    yield Progress("Writing the report")
    books = Bibliography()
    parts = parts_of(request, books)
    name = f"{file_stem(request.goal, 'written')}-report.md"
    yield ArtifactMade(File(name, "text/markdown", _gate(report(request, parts, books), request).encode()))
    yield Result(_gate(room_answer(request, parts, books, name), request))


def _gate(text: str, request: RunRequest) -> str:
    """The last gate: a line with a figure from nowhere does not pass, and that is said."""
    kept, dropped = without_unknown(text, request.results, request.goal)
    return note_omission(kept) if dropped else kept
