"""Goals by their words, and files by their names."""

from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID

from django.contrib.postgres.search import CombinedSearchQuery, SearchQuery, SearchRank, SearchVector
from django.db.models import Q, QuerySet

from apps.agents.domain.words import HALF, content_words, share_of_name, stems
from apps.teams.domain.states import GoalOutcome
from apps.teams.domain.versions import VersionState
from apps.teams.models import FileVersion, Goal
from apps.teams.models.teams import WORDS_OF_GOAL

MOST_FOUND = 60
"""Of each kind."""
FIELD = 400
"""The newest that have the words, which are ranked; ranking reads each text again."""
MOST_WORDS = 8

Words = SearchQuery | CombinedSearchQuery


def goals_sought(goals: "QuerySet[Goal]", words: Words) -> list[UUID]:
    """The goals of a scope that have the words in their title or text, best first."""
    vector = SearchVector(*WORDS_OF_GOAL, config="english")
    newest = goals.annotate(words=vector).filter(words=words).order_by("-created_at").values("pk")[:FIELD]
    ranked = Goal.objects.filter(pk__in=newest).order_by(SearchRank(vector, words).desc(), "-created_at")
    return list(ranked.values_list("pk", flat=True)[:MOST_FOUND])


def goals_in_scope(workspace_id: UUID, outcomes: Sequence[GoalOutcome], goal_id: UUID | None) -> "QuerySet[Goal]":
    """The goals of a workspace of these outcomes (of any for none), or the one."""
    goals = Goal.objects.filter(workspace_id=workspace_id)
    goals = goals.filter(outcome__in=outcomes) if outcomes else goals
    return goals.filter(pk=goal_id) if goal_id else goals


def files_sought(goals: "QuerySet[Goal]", text: str, who: str, since: datetime | None) -> list[FileVersion]:
    """The current version of each file of these goals whose name has half of the words, best first."""
    words = list(dict.fromkeys(content_words(text)))[:MOST_WORDS]
    named = reduce(or_, (Q(file__name__icontains=word) for word in words), Q())
    if not words and not who:
        return []
    rows = FileVersion.objects.filter(named, state=VersionState.ACCEPTED, file__goal__in=goals.values("pk"))
    if since:
        rows = rows.filter(created_at__gte=since)
    if who:
        rows = rows.filter(by(who, "member"))
    current = rows.order_by("file_id", "-number").distinct("file_id").values("pk")
    newest = FileVersion.objects.filter(pk__in=current).order_by("-created_at").values("pk")[:FIELD]
    found = FileVersion.objects.filter(pk__in=newest).select_related(
        "file", "member__agent__connection", "member__user"
    )
    wanted = stems(text)
    scored = [(share_of_name(wanted, row.file.name, words), row) for row in found.order_by("-created_at")]
    best = sorted(scored, key=lambda pair: -pair[0])
    return [row for share, row in best if share >= HALF or not words][:MOST_FOUND]


def by(who: str, member: str) -> Q:
    """What a member did who has this handle or name; `member`: the way to it."""
    names = (
        f"{member}__agent__handle",
        f"{member}__agent__name",
        f"{member}__called",
        f"{member}__user__username",
        f"{member}__user__display_name",
    )
    return reduce(or_, (Q(**{f"{name}__iexact": who.removeprefix("@")}) for name in names))
