"""Search in the library: passages by meaning, and by words where the exact name or figure counts."""

import uuid

from django.contrib.postgres.search import SearchQuery, SearchRank, SearchVector
from django.db.models import QuerySet

from apps.agents import embedding
from apps.agents.domain import calls
from apps.agents.domain.words import content_words, share_found, stems
from apps.agents.models import Passage
from apps.agents.queries.documents import documents_of
from apps.agents.queries.neighbours import nearest_agents
from apps.agents.queries.skills import combine_scores

FLOOR = 0.3  # a passage below this says nothing about the text that was searched for
FIELD = 40  # how many of the nearest, and of those that share words, are looked at closely
MOST_WORDS = 32  # of the text, for the search by words

WORDS_OF_PASSAGE = SearchVector("text", config="english")  # as the index passage_by_words has it


def search_passages(
    workspace_id: uuid.UUID, goal_id: uuid.UUID | None, text: str, limit: int = 8
) -> list[calls.FoundPassage]:
    """Give the passages that fit `text`, best first, from the workspace's library and the goal's attachments.

    Scores are from FLOOR to 1.
    """
    scope = Passage.objects.filter(document__in=documents_of(workspace_id, goal_id))
    cosines = _by_meaning(scope, text)
    keys = [*cosines, *_by_words(scope, text)]
    rows = Passage.objects.filter(pk__in=keys).select_related("document").defer("vector")
    wanted, understood = stems(text), embedding.understands(text)
    found = [_score(row, wanted, cosines.get(row.pk, 0.0), understood=understood) for row in rows]
    fitting = [passage for passage in found if passage.score >= FLOOR]
    return sorted(fitting, key=lambda one: (-one.score, one.document, one.position))[:limit]


def _by_meaning(scope: QuerySet[Passage], text: str) -> dict[int, float]:
    (vector,) = embedding.embed([text])
    return {} if vector is None else nearest_agents(scope, vector, FIELD)


def _by_words(scope: QuerySet[Passage], text: str) -> list[int]:
    words = list(dict.fromkeys(content_words(text)))[:MOST_WORDS]
    if not words:
        return []
    query = SearchQuery(" or ".join(words), search_type="websearch", config="english")
    hits = scope.annotate(words=WORDS_OF_PASSAGE).filter(words=query)
    ranked = hits.order_by(SearchRank(WORDS_OF_PASSAGE, query).desc(), "pk")
    return list(ranked.values_list("pk", flat=True)[:FIELD])


def _score(row: Passage, wanted: frozenset[str], cosine: float, *, understood: bool) -> calls.FoundPassage:
    words = share_found(wanted, stems(f"{row.heading} {row.text}"))
    score = combine_scores(cosine, words, understood=understood)
    return calls.FoundPassage(row.document.name, row.heading, row.text, row.position, score)
