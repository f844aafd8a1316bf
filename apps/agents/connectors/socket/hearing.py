"""What an agent that dialled in tells of a call: pieces become files, which count once there is a result."""

from collections.abc import Iterable, Iterator, Mapping

from apps.agents.connectors.answers import answer_in
from apps.agents.connectors.files import Spool
from apps.agents.connectors.socket.mailbox import Heard
from apps.agents.domain.calls import AgentError, ArtifactMade, File, InputRequired, Progress, Result, RunEvent, Usage
from apps.agents.domain.failures import Failure
from apps.agents.domain.socket_protocol.states import EventKind
from apps.core.sentences import recall_beside, sentence

MOST_FILE = 20 * 1024 * 1024  # bytes
NO_ANSWER = sentence("The agent stopped without an answer.")


class Hearing:
    """One listener to a call. `seq`: what was heard last."""

    def __init__(self) -> None:
        self.seq = 0
        self.ended = False
        self._pieces: dict[str, Spool] = {}
        self._files: list[File] = []

    def hear(self, batch: Iterable[Heard]) -> Iterator[RunEvent]:
        """Take the next events in and give what they come to, up to the end of the call."""
        for heard in batch:
            self.seq = heard.seq
            yield from self._meaning(EventKind(heard.kind), heard.body, heard.content or b"")
            if self.ended:
                return

    def _meaning(self, kind: EventKind, body: Mapping[str, object], content: bytes) -> Iterator[RunEvent]:
        match kind:
            case EventKind.PROGRESS:
                yield Progress(str(body["text"]))
            case EventKind.CHUNK:
                yield from self._chunk(body, content)
            case EventKind.RESTART:
                self._pieces, self._files = {}, []
            case EventKind.QUESTION:
                yield self._over(InputRequired(str(body["text"])))
            case EventKind.RESULT:
                yield from map(ArtifactMade, self._files)
                yield self._over(self._result(body))
            case EventKind.ERROR:
                failure = Failure.CUT if body.get("uncertain") else Failure.SAID
                reason = str(recall_beside(body)["reason"])
                yield self._over(AgentError(reason, permanent=bool(body["permanent"]), failure=failure))
            case EventKind.END:
                yield self._over(AgentError(NO_ANSWER, failure=Failure.CUT))

    def _over(self, event: RunEvent) -> RunEvent:
        self.ended = True
        return event

    def _result(self, body: Mapping[str, object]) -> Result | AgentError:
        """Its answer, or that it is none: characters that nobody sees say nothing."""
        usage = usage_from(body["usage"])
        if answer := answer_in(str(body["text"]), has_files=bool(self._files)):
            return Result(answer, usage)
        return AgentError(sentence("The agent answered with nothing."), usage=usage, failure=Failure.UNREADABLE)

    def _chunk(self, body: Mapping[str, object], content: bytes) -> Iterator[RunEvent]:
        """Files wait for the result: an agent that begins anew makes them again."""
        file = self._pieces.setdefault(str(body["file"]), Spool())
        file.add(content)
        if file.size > MOST_FILE:
            words = sentence("The agent sent a file larger than {most_file} MB.", most_file=MOST_FILE // 2**20)
            yield self._over(AgentError(words, permanent=True, failure=Failure.UNREADABLE))
        elif body["last"]:
            del self._pieces[str(body["file"])]
            self._files.append(File(str(body["name"]), str(body["media_type"]), file))


def usage_from(said: object) -> Usage:
    """Read what an agent says a call cost; `frames` let numbers through only."""
    values = said if isinstance(said, Mapping) else {}
    prompt, completion, money = (values.get(name) for name in ("promptTokens", "completionTokens", "money"))
    return Usage(int(prompt or 0), int(completion or 0), None if money is None else float(money))
