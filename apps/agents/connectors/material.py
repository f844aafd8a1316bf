"""A request as one text: what to do, and what to do it with, within a budget of characters."""

from collections.abc import Iterator

from apps.agents.domain.calls import File, RunRequest
from apps.agents.domain.documents.decoding import UnreadableError, decode

BUDGET = 48_000  # characters of colleagues' results and files, some 12,000 tokens
LEAST = 200  # characters below which a piece is only named


def told(request: RunRequest) -> str:
    """Give the brief, then the goal, the answer to an earlier question, colleagues' results and files."""
    parts = [request.brief.strip() or request.goal.strip()]
    if request.goal.strip() not in parts[0]:
        parts.append(f"# Goal\n\n{request.goal.strip()}")
    if request.answer is not None:
        parts.append(f"# The answer to your question\n\n{request.answer.strip()}")
    return "\n\n".join([*parts, *_within(BUDGET, _pieces(request))])


def handed_on(request: RunRequest) -> dict[str, object]:
    """Give what goes beside the text where a protocol has a place for it: the key, and where colleagues are asked."""
    colleagues = request.colleagues
    where = {"colleagues": {"url": colleagues.url, "token": colleagues.token}} if colleagues else {}
    return {"uid": request.key, **where}


def _pieces(request: RunRequest) -> Iterator[tuple[str, str]]:
    """Give titles and texts, colleagues' results before files."""
    for result in request.results:
        yield f"# Result of {result.agent}: {result.task}", result.text.strip()
    for file in (*request.files, *(file for result in request.results for file in result.files)):
        yield f"# File {file.name} ({file.media_type})", _text_of(file)


def _within(budget: int, pieces: Iterator[tuple[str, str]]) -> Iterator[str]:
    for title, text in pieces:
        if len(text) <= budget:
            yield f"{title}\n\n{text}"
        elif budget > LEAST:
            yield f"{title}\n\n{text[:budget]}\n[cut off here: {budget} of {len(text)} characters]"
        else:
            yield f"{title}\n\n[left out: too long]"
        budget -= min(budget, len(text))


def _text_of(file: File) -> str:
    try:
        return decode(file.name, file.content).strip()
    except UnreadableError:
        return f"[{len(file.content)} bytes that are not text]"
