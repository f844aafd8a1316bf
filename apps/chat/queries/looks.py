"""One search as it is made: what is looked for, and where."""

from dataclasses import dataclass
from datetime import UTC, datetime, time
from uuid import UUID

from django.contrib.postgres.search import SearchQuery
from django.db.models import QuerySet

from apps.chat.domain.search import HitKind, Sought, prefix_in
from apps.chat.queries.goals import FILTERS
from apps.teams.queries.rows import Goal
from apps.teams.queries.search import Words, goals_in_scope


@dataclass(frozen=True)
class SearchLook:
    """One search. `goals`: those that may be meant; `words` is None where no text is looked for."""

    workspace_id: UUID
    sought: Sought
    goals: "QuerySet[Goal]"
    words: Words | None
    since: datetime | None

    @classmethod
    def of(cls, workspace_id: UUID, sought: Sought) -> "SearchLook":
        since = datetime.combine(sought.since, time.min, UTC) if sought.since else None
        goals = goals_in_scope(workspace_id, FILTERS.get(sought.state, ("", ()))[1], sought.goal_id)
        return cls(workspace_id, sought, goals, _words(sought.text), since)

    def is_for(self, *kinds: HitKind) -> bool:
        """Whether hits of one of these kinds are wanted."""
        return self.sought.kind is None or self.sought.kind in kinds


def _words(text: str) -> Words | None:
    """As people type it: "quoted words", -without, or; and its last word may be only begun."""
    if not text.strip():
        return None
    query = SearchQuery(text, search_type="websearch", config="english")
    whole, begun = prefix_in(text)
    if not begun:
        return query
    begins = SearchQuery(f"{begun}:*", search_type="raw", config="english")
    return query | (SearchQuery(whole, search_type="plain", config="english") & begins if whole else begins)
