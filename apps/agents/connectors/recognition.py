"""Asking an address what it is: small questions that make no agent work."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

from apps.agents.connectors.replies import BUSY, complaint_in, in_a_while, is_fine, seconds_in, where_it_leads
from apps.agents.connectors.service_description import ServiceDescription
from apps.agents.connectors.settings import check_key, read_headers
from apps.agents.domain.detection import Unlike
from apps.agents.domain.untrusted_json import load_json
from apps.core.outbound import Bounds, for_agents
from apps.core.sentences import join_sentences, sentence

BOUNDS = Bounds(connect=5.0, silence=8.0, total=10.0, body=1024 * 1024)
SEND_JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
FORBIDDEN = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
NOT_THERE = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.UNPROCESSABLE_ENTITY)
"""What a server says to any question that is not for it."""


@dataclass(frozen=True)
class Credentials:
    """What a person gave to prove that they may call: a bearer token, lines of headers, either or none."""

    token: str = ""
    headers: str = ""

    def checked(self) -> "Credentials":
        """Give them back. Raises ValueError with a sentence that does not repeat them."""
        check_key(self.token)
        read_headers(self.headers)
        return self

    def sent(self) -> dict[str, str]:
        """The headers by name."""
        bearer = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return bearer | read_headers(self.headers)

    def fields(self) -> dict[str, object]:
        """What a configuration with fields for both holds of them; nothing where nothing was given."""
        return {name: value for name, value in (("token", self.token), ("headers", self.headers)) if value}

    def as_lines(self) -> str:
        """All of them as lines of headers."""
        return "\n".join(f"{name}: {value}" for name, value in self.sent().items())


@dataclass(frozen=True)
class Source:
    """An address that a person entered, their credentials for it, and what its server says of itself, if it does."""

    url: str
    credentials: Credentials
    service: ServiceDescription = field(default_factory=ServiceDescription)

    @property
    def origin(self) -> str:
        """The address without path and query."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def host(self) -> str:
        """The host with its port."""
        return urlsplit(self.url).netloc

    def under(self, *paths: str) -> list[str]:
        """Addresses below this one, then below its origin, each once; "" is the address itself, as it was entered."""
        entered = self.url.partition("?")[0]
        roots = (entered.rstrip("/"), self.origin)
        itself = [entered] if "" in paths else []
        return list(dict.fromkeys([*itself, *(f"{root}{path}" for root in roots for path in paths)]))


@dataclass(frozen=True)
class Answer:
    """What an address answered to a question."""

    status: int
    media_type: str
    body: bytes
    headers: Mapping[str, str]
    leads_to: str = ""  # the address that would have to be entered in the place of this one

    @property
    def fine(self) -> bool:
        """Whether the status announces an answer."""
        return is_fine(self.status)

    @property
    def wants_credentials(self) -> bool:
        """Whether it refused who is asking."""
        return self.status in FORBIDDEN

    def said(self) -> object:
        """The body as JSON, or the last event of a stream as JSON; None where there is none."""
        text = self.body.decode(errors="replace")
        events = [line.removeprefix("data:") for line in text.splitlines() if line.startswith("data:")]
        return load_json(events[-1] if events else text)


async def ask_source(source: Source, method: str, url: str, said: object = None) -> Answer:
    """Ask one address. Raises OutboundError."""
    sent = {**SEND_JSON, **source.credentials.sent()}
    body = None if said is None else json.dumps(said).encode()
    async with for_agents().opened(method, url, headers=sent, body=body, bounds=BOUNDS) as reply:
        leads_to = _instead(source, url, where_it_leads(reply.status, reply.headers))
        return Answer(reply.status, reply.media_type, await reply.body(), reply.headers, leads_to)


def _instead(source: Source, url: str, where: str) -> str:
    """What to enter where the question at `url` was sent on: the same, without what was added for the question."""
    base = source.url.partition("?")[0].rstrip("/")
    added = url.removeprefix(base) if url.startswith(base) else ""
    try:
        return urljoin(url, where).removesuffix(added) if where else ""
    except ValueError:
        return ""


def needs_credentials(answers: Sequence[Answer]) -> bool:
    """Whether nobody answered properly but somebody asked for credentials."""
    return not any(answer.fine for answer in answers) and any(answer.wants_credentials for answer in answers)


def unlike(answers: Sequence[Answer], why: str, *, asked: str) -> Unlike:
    """Give why an address does not speak a protocol: `why`, unless it refused who was asking and so said nothing of it.

    What the server said of it is quoted. `asked`: what it was asked, as the end of “It refused the credentials when …”.
    """
    if needs_credentials(answers):
        refusal = next(answer for answer in answers if answer.wants_credentials)
        return Unlike(_refusal(refusal, asked), refused=True)
    complaints = (_complaint(answer) for answer in answers)
    return Unlike(why, complaint=next(filter(None, complaints), ""))


def _refusal(answer: Answer, asked: str) -> str:
    if answer.status == HTTPStatus.UNAUTHORIZED:
        return sentence("It refused the credentials when {asked} {quote}.", asked=asked, quote=_quote(answer))
    return sentence("It did not permit it when {asked} {quote}.", asked=asked, quote=_quote(answer))


def _quote(answer: Answer) -> str:
    said = complaint_in(answer.body)
    return f"({answer.status}): {said.rstrip('.')}" if said else f"({answer.status})"


def _complaint(answer: Answer) -> str:
    """What a server said of a failure, or of a question that it did not like; "" for what says nothing."""
    if answer.leads_to:
        return sentence("It leads on to {where}: enter that address if it is the agent's.", where=answer.leads_to)
    told = answer.status >= HTTPStatus.BAD_REQUEST and answer.status not in NOT_THERE
    said = complaint_in(answer.body) if told else ""
    if said:
        words = sentence("It answered {status}: {said:bare}.", status=answer.status, said=said)
    elif told and (answer.status in BUSY or answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR):
        words = sentence("It answered {status}.", status=answer.status)
    else:
        return ""
    later = seconds_in(answer.headers.get("Retry-After", "")) if answer.status in BUSY else None
    return words if later is None else join_sentences(" ", [words, in_a_while(later)])
