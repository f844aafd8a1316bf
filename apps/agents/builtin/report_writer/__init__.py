"""The report writer: a report from colleagues' results, with no figure that is not in one of them."""

from apps.agents.builtin.choice import Steps
from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.report_writer.chosen import ReportMaterial, choose_report
from apps.agents.builtin.report_writer.composition import (
    note_omission,
    report,
    room_answer,
    written_answer,
    written_report,
)
from apps.agents.builtin.report_writer.figures import figures_not_in_results, without_unknown
from apps.agents.builtin.report_writer.material import parts_of
from apps.agents.builtin.sections import Bibliography, file_stem
from apps.agents.builtin.tables.export import escape_markdown
from apps.agents.domain.calls import ArtifactMade, File, Progress, Result, RunRequest
from apps.core.sentences import sentence

__all__ = ["figures_not_in_results", "work"]


def work(request: RunRequest) -> Steps:
    """Write the report as a Markdown file, and an answer that stands alone.

    The request's model writes it from the material, without one rules put the material in order.
    Raises UnableError when no colleague gave anything to report on.
    """
    if not any(result.text.strip() or result.files for result in request.results):
        raise UnableError(sentence("There is nothing to report on: no colleague’s result came with this task."))
    yield Progress(sentence("Writing the report"))
    books = Bibliography()
    parts = parts_of(request, books)
    name = f"{file_stem(request.goal, 'written')}-report.md"
    choice = yield from choose_report(ReportMaterial(request, parts, books))
    if written := choice.value:
        text, answer = written_report(written, parts, books), written_answer(written, parts, books, name)
    else:
        text = _gate(report(request, parts, books), request)
        answer = _gate(room_answer(request, parts, books, name), request)
    yield ArtifactMade(File(name, "text/markdown", text.encode()))
    yield Result("\n\n".join(filter(None, (answer, _fallen_back(choice.problem)))), choice.usage)


def _fallen_back(problem: str) -> str:
    return escape_markdown(f"{problem} So the report was put together by rules.") if problem else ""


def _gate(text: str, request: RunRequest) -> str:
    """The last gate: a line with a figure from nowhere does not pass, and that is said."""
    kept, dropped = without_unknown(text, request.results, request.goal)
    return note_omission(kept) if dropped else kept
