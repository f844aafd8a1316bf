"""The parts of the directory and of a profile that change by themselves: views put them in, sockets push them anew."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_noop

from apps.agents.domain.connectors import SOCKET
from apps.agents.domain.profile import Availability
from apps.agents.queries.checks import checks_of
from apps.agents.queries.directory import DirectoryEntry, Wanted, directory, profile
from apps.agents.queries.registrations import registered_agent
from apps.agents.queries.versions import versions_of
from apps.chat.domain.display import TASK_LOOKS, TaskDisplay
from apps.chat.queries.tasks import shown_tasks
from apps.core.paging import NumberedPage
from apps.teams.domain.states import OPEN_TASK
from apps.teams.queries.records import Lately, lately_of, past_work, tries_of
from apps.web.rendering.agents import AgentWork, PastTask, charts, check_spark, spark, work_of
from apps.web.rendering.markup import render
from apps.web.rendering.sparks import Spark


@dataclass(frozen=True)
class Tab:
    """One choice: its word, where it leads, and whether it is the one in force."""

    word: str
    query: str
    current: bool


@dataclass(frozen=True)
class Tabs:
    """Choices of which one is in force."""

    label: str
    entries: tuple[Tab, ...]


Offered = tuple[tuple[str, dict[str, str]], ...]

PRESENCE: Offered = (
    (gettext_noop("All"), {}),
    (gettext_noop("Online"), {"presence": "online"}),
    (gettext_noop("Unstable"), {"presence": "unstable"}),
    (gettext_noop("Offline"), {"presence": "offline"}),
    (gettext_noop("Switched off"), {"on": "no"}),
)
WORKLOAD: Offered = (
    (gettext_noop("Any"), {}),
    (gettext_noop("Working"), {"busy": "yes"}),
    (gettext_noop("Not working"), {"busy": "no"}),
)
MOST_TEXT = 2000
NARROWING = ("q", "presence", "skill", "connector", "on", "busy", "page")
"""What the address of the directory may say."""


def wanted_of(asked: Mapping[str, str]) -> Wanted:
    """Give what the address names; what it does not know narrows nothing."""
    presence = asked.get("presence", "")
    return Wanted(
        text=asked.get("q", "").replace("\x00", "").strip()[:MOST_TEXT],
        availability=Availability(presence) if presence in list(Availability) else None,
        skill=asked.get("skill", "").replace("\x00", "")[:MOST_TEXT],
        connector=asked.get("connector", "").replace("\x00", "")[:24],
        enabled={"yes": True, "no": False}.get(asked.get("on", "")),
        busy={"yes": True, "no": False}.get(asked.get("busy", "")),
    )


def page_of(asked: Mapping[str, str]) -> int:
    """Give the number of the page that the address names, from 1."""
    value = asked.get("page", "")
    return max(int(value), 1) if value.isascii() and value.isdigit() and len(value) < 7 else 1


def tab_groups(asked: Mapping[str, str]) -> tuple[Tabs, ...]:
    """Give the choices of presence and of workload."""
    return (_tabs(gettext("Presence"), PRESENCE, asked), _tabs(gettext("Workload"), WORKLOAD, asked))


def rest_of(asked: Mapping[str, str], *without: str) -> str:
    """Give what was asked as a query, without some of it."""
    return urlencode([(name, value) for name, value in asked.items() if value and name not in without])


def _tabs(label: str, offered: Offered, asked: Mapping[str, str]) -> Tabs:
    names = {name for _, choice in offered for name in choice}
    chosen = {name: asked[name] for name in names if asked.get(name)}
    return Tabs(
        label,
        tuple(
            Tab(
                gettext(word),
                "&".join(filter(None, (rest_of(asked, "page", *names), urlencode(choice)))),
                choice == chosen,
            )
            for word, choice in offered
        ),
    )


PAGE = 24
VERSIONS, CHECKS, WORKS = 20, 24, 20


@dataclass(frozen=True)
class Row:
    """An agent in the list, with its last tries and what it has to do."""

    card: DirectoryEntry
    spark: Spark | None
    work: AgentWork


@dataclass(frozen=True, kw_only=True)
class Listing(NumberedPage):
    """One page of the directory. `first` and `last`: the places of its rows among all that were found, from 1."""

    MOST = PAGE

    rows: tuple[Row, ...]
    wanted: Wanted

    @property
    def first(self) -> int:
        """The place of the first row."""
        return (self.page - 1) * PAGE + 1

    @property
    def last(self) -> int:
        """The place of the last row."""
        return self.first + len(self.rows) - 1

    @property
    def narrowed(self) -> bool:
        """Whether some agents may be left out."""
        return self.wanted != Wanted()


def listing_of(workspace_id: UUID, asked: Mapping[str, str]) -> Listing:
    """What the address names; a page behind the last one is the last one."""
    wanted, page = wanted_of(asked), page_of(asked)
    cards, total = directory(workspace_id, offset=(page - 1) * PAGE, limit=PAGE, wanted=wanted)
    if not cards and total:
        page = -(-total // PAGE)
        cards, total = directory(workspace_id, offset=(page - 1) * PAGE, limit=PAGE, wanted=wanted)
    lately = lately_of([card.id for card in cards])
    rows = tuple(_row(card, lately.get(card.id, Lately())) for card in cards)
    return Listing(rows=rows, wanted=wanted, total=total, page=page)


def _row(card: DirectoryEntry, lately: Lately) -> Row:
    return Row(card, spark(lately), work_of(lately))


def card_parts(listing: Listing) -> dict[str, SafeString]:
    """Each card of the page by the id that it replaces, in order."""
    return {f"agent-{row.card.id}": render("agents/card.html", **vars(row)) for row in listing.rows}


def frame_parts(listing: Listing, cards: Mapping[str, str], asked: Mapping[str, str]) -> dict[str, SafeString]:
    """The list around the cards, and how many there are."""
    rest = rest_of(asked, "page")
    to = {name: f"{rest}{'&' if rest else ''}page={getattr(listing, name)}" for name in ("newer", "older")}
    inside = mark_safe("".join(cards.values()))  # noqa: S308  rendered by card_parts
    return {
        "agents-total": render("agents/total.html", total=listing.total),
        "agents-found": render("agents/found.html", listing=listing, cards=inside, **to),
    }


def profile_parts(workspace_id: UUID, handle: str) -> dict[str, SafeString]:
    """The parts of an agent's profile. Raises NotFound."""
    card = profile(workspace_id, handle)
    lately, seen = lately_of([card.id]).get(card.id, Lately()), checks_of(card.id, CHECKS)
    context: dict[str, object] = {
        "card": card,
        "agent": registered_agent(workspace_id, handle),
        "work": work_of(lately),
        "charts": charts(tries_of(card.id), timezone.now()),
        "works": _past_tasks(card.id),
        "most_works": WORKS,
        "versions": versions_of(card.id, VERSIONS),
        "checks": seen,
        "checked": check_spark(seen),
        "dials_in": card.connector == SOCKET,
    }
    parts = {f"agent-{name}": render(f"agents/{name}.html", **context) for name in PROFILE_PARTS}
    return parts | _hello(card) if card.connector == SOCKET else parts


PROFILE_PARTS = ("called", "about", "standing", "record", "skills", "works", "checks", "versions")


def _hello(card: DirectoryEntry) -> dict[str, SafeString]:
    """Whether an agent that dials in is there, beside the command that it is started with."""
    waits = {"handle": card.handle, "online": not card.is_offline, "waits_since": card.out_since}
    return {"hello": render("agents/waiting.html", **waits)}


def _past_tasks(agent_id: UUID) -> list[PastTask]:
    """Where it worked; of what goes on the goals say how that stands."""
    works = past_work(agent_id, WORKS)
    shown = shown_tasks({work.goal_id for work in works if work.state in OPEN_TASK}, timezone.now())
    looks = {task_id: task.look for task_id, task in shown.items()}
    return [PastTask(work, looks.get(work.task_id, TASK_LOOKS[TaskDisplay(work.state)])) for work in works]


def removed_parts() -> dict[str, SafeString]:
    """What a profile says once its agent is gone."""
    return {"agent-standing": render("agents/standing.html")}
