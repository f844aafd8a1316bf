"""What an agent that dials in is told of a request: JSON, with files by position."""

from collections.abc import Callable, Iterator, Mapping

from apps.agents.domain.calls import File, RunRequest


def payload_of(request: RunRequest, seal: Callable[[str], str]) -> dict[str, object]:
    """Give the request as JSON; files stand in `files` without their content, in the order of `files_in`.

    It is stored until it is delivered, so the token in it is sealed; see `open_payload`.
    """
    return {
        "key": request.key,
        "goal": request.goal,
        "brief": request.brief,
        "skills": list(request.skills),
        "answer": request.answer,
        "results": [{"task": one.task, "agent": one.agent, "text": one.text} for one in request.results],
        "files": [
            {
                "index": index,
                "name": file.name,
                "mediaType": file.media_type,
                "size": file.size,
                "result": of,
            }
            for index, (file, of) in enumerate(_files(request))
        ],
        "colleagues": None
        if request.colleagues is None
        else {"url": request.colleagues.url, "token": seal(request.colleagues.token)},
    }


def open_payload(payload: Mapping[str, object], unseal: Callable[[str], str]) -> dict[str, object]:
    """Give a stored payload as the agent is told it; without colleagues where their token can't be read any more."""
    colleagues = payload.get("colleagues")
    if not isinstance(colleagues, dict):
        return dict(payload)
    token = unseal(colleagues["token"])
    return {**payload, "colleagues": {**colleagues, "token": token} if token else None}


def files_in(request: RunRequest) -> list[File]:
    """Give all files that go along: the goal's attachments, then those of colleagues' results."""
    return [file for file, _ in _files(request)]


def _files(request: RunRequest) -> Iterator[tuple[File, int | None]]:
    """Each file with the place of the result it belongs to; None: an attachment of the goal."""
    for file in request.files:
        yield file, None
    for place, result in enumerate(request.results):
        for file in result.files:
            yield file, place
