"""Documents of the library and their passages, as people and agents find them."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from itertools import groupby
from operator import itemgetter, or_

from django.contrib.postgres.search import CombinedSearchQuery, SearchQuery, SearchRank, SearchVector
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from apps.accounts.domain.errors import NotFound
from apps.agents import embedding
from apps.agents.domain import calls
from apps.agents.domain.words import HALF, content_words, share_found, share_of_name, stems
from apps.agents.models import Document, Passage
from apps.agents.queries.neighbours import nearest_agents
from apps.agents.queries.scores import combine_scores
from apps.core.paging import NumberedPage
from apps.journal.queries.compiled import CompiledQuery

Words = SearchQuery | CombinedSearchQuery
MOST_ATTACHED = 20  # as many as a goal takes; see actions.library


@dataclass(frozen=True)
class DocumentView:
    """A file as people and voices see it. `size` in bytes; `attached`: to the goal, not the whole workspace's."""

    id: uuid.UUID
    name: str
    media_type: str
    size: int
    attached: bool
    created_at: datetime
    outline: str = ""


def documents_of(workspace_id: uuid.UUID | OuterRef, goal_id: uuid.UUID | OuterRef | None) -> QuerySet[Document]:
    """Give the documents that a goal's agents may read: the library's and, with a goal, its attachments."""
    scope = Q(goal_id=None) if goal_id is None else Q(goal_id=None) | Q(goal_id=goal_id)
    return Document.objects.filter(scope, workspace_id=workspace_id)


def workspace_documents(workspace_id: uuid.UUID) -> QuerySet[Document]:
    """Give all documents of a workspace: its library's, and what is attached to its goals."""
    return Document.objects.filter(workspace_id=workspace_id)


def files_in_view(workspace_id: uuid.UUID, goal_id: uuid.UUID | None, most: int | None = None) -> list[DocumentView]:
    """Give what a goal's agents may read, attachments first, without the contents; of the library the `most` newest."""
    rows = documents_of(workspace_id, goal_id).order_by("created_at", "id")
    if most is not None:
        newest = library_of(workspace_id).order_by("-created_at", "-id").values("pk")[:most]
        rows = rows.filter(Q(goal_id__isnull=False) | Q(pk__in=newest))
    return sorted(map(_view, rows), key=lambda view: not view.attached)


def library_of(workspace_id: uuid.UUID) -> QuerySet[Document]:
    """Give the documents that the agents of all goals of a workspace may read."""
    return documents_of(workspace_id, None)


MOST_FITTING = 6  # documents of the library that are told of for a goal


def files_for_goal(workspace_id: uuid.UUID, goal_id: uuid.UUID, text: str) -> list[DocumentView]:
    """Give a goal's attachments in the order they came, and after them what of the library fits `text`, best first."""
    views = [_view(row) for row in _SEEN.of(workspace_id, goal_id)]
    attached = [view for view in views if view.attached]
    return attached if len(attached) == len(views) else attached + _fitting_in_library(workspace_id, text)


def goal_has_documents(goal: str) -> dict[str, Exists]:
    """For `annotate`, `has_documents`: whether there are any that the agents of the goal under that name may read."""
    return {"has_documents": Exists(documents_of(OuterRef(f"{goal}__workspace"), OuterRef(f"{goal}__id")))}


def _attached_first(workspace_id: uuid.UUID, goal_id: uuid.UUID) -> QuerySet[Document]:
    seen = documents_of(workspace_id, goal_id).order_by(F("goal_id").asc(nulls_last=True), "created_at", "id")
    return seen[: MOST_ATTACHED + 1]


_SEEN = CompiledQuery(_attached_first, uuid.UUID, uuid.UUID)


def _fitting_in_library(workspace_id: uuid.UUID, text: str) -> list[DocumentView]:
    found = search_passages(workspace_id, None, text, limit=4 * MOST_FITTING)
    names = list(dict.fromkeys(passage.document for passage in found))[:MOST_FITTING]
    rows = {row.name: row for row in documents_of(workspace_id, None).filter(name__in=names)} if names else {}
    return [_view(rows[name]) for name in names if name in rows]


def documents_after(
    workspace_id: uuid.UUID, goal_id: uuid.UUID | None, after: uuid.UUID | None, limit: int
) -> list[DocumentView]:
    """Give the library's documents, or a goal's attachments, in the order in which they came, after the one given."""
    rows = Document.objects.filter(workspace_id=workspace_id, goal_id=goal_id).order_by("id")
    if after is not None:
        rows = rows.filter(id__gt=after)
    return [_view(row) for row in rows[:limit]]


PER_PAGE = 50


@dataclass(frozen=True, kw_only=True)
class LibraryPage(NumberedPage):
    """A page of the library."""

    MOST = PER_PAGE

    rows: tuple[DocumentView, ...] = ()


def library_page(workspace_id: uuid.UUID, page: int) -> LibraryPage:
    """Give a page of the library's documents, newest first; the last one for a number beyond it."""
    rows = documents_of(workspace_id, None)
    total = rows.count()
    page = min(page, LibraryPage(total=total, page=page).pages)
    shown = rows.order_by("-id")[(page - 1) * PER_PAGE : page * PER_PAGE]
    return LibraryPage(rows=tuple(map(_view, shown)), total=total, page=page)


def document_view(workspace_id: uuid.UUID, document_id: uuid.UUID) -> DocumentView:
    """Give what is known of one document of the workspace. Raises NotFound."""
    row = Document.objects.filter(workspace_id=workspace_id, pk=document_id).first()
    if row is None:
        raise NotFound("There is no such document here.")
    return _view(row)


def _view(row: Document) -> DocumentView:
    return DocumentView(
        row.pk, row.name, row.media_type, row.size, row.goal_id is not None, row.created_at, row.outline
    )


def document_to_read(workspace_id: uuid.UUID, document_id: uuid.UUID) -> Document:
    """Give one document of the workspace, to be read. Raises NotFound."""
    document = Document.objects.filter(workspace_id=workspace_id, pk=document_id).select_related("blob").first()
    if document is None:
        raise NotFound("There is no such document here.")
    return document


def text_of_pages(document_id: uuid.UUID, blob_id: uuid.UUID) -> str:
    """Give the text of a document that is no text itself, page by page; empty where its content is another by now."""
    read = Passage.objects.filter(document=document_id, document__blob=blob_id)
    rows = read.order_by("position").values_list("heading", "text")
    pages = groupby(rows.iterator(), key=itemgetter(0))
    return "\n\n".join("\n".join((f"[{heading}]", *(text for _, text in pieces))) for heading, pieces in pages)


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
    found = _best_passages(Passage.objects.filter(document__in=documents_of(workspace_id, goal_id)), text)
    return [_found_passage(row, score) for score, row in found[:limit]]


def documents_sought(
    documents: QuerySet[Document], text: str, limit: int, begun: str = "", exact: Words | None = None
) -> list[tuple[Document, str]]:
    """Give the documents of a scope in which something fits `text`, best first, each with its best passage.

    `begun`: a word of it that may go on. `exact`: what the passage has to have in any case.
    """
    passages = Passage.objects.filter(document__in=documents)
    if exact is not None:
        passages = passages.annotate(words=WORDS_OF_PASSAGE).filter(words=exact)
    found = _best_passages(passages, text, begun)
    best = {row.document_id: (row.document, row.text) for _, row in reversed(found)}
    return [best[key] for key in dict.fromkeys(row.document_id for _, row in found)][:limit]


def library_named(documents: QuerySet[Document], text: str, limit: int) -> list[Document]:
    """Give the library's documents of a scope whose name has half of the words, best first."""
    words = list(dict.fromkeys(content_words(text)))[:MOST_WORDS]
    if not words:
        return []
    named = reduce(or_, (Q(name__icontains=word) for word in words))
    rows = documents.filter(named, goal_id=None).order_by("-id")[: limit * 2]
    scored = [(share_of_name(stems(text), row.name, words), row) for row in rows]
    return [row for share, row in sorted(scored, key=lambda pair: -pair[0]) if share >= HALF][:limit]


def _best_passages(scope: QuerySet[Passage], text: str, begun: str = "") -> list[tuple[float, Passage]]:
    cosines = _by_meaning(scope, text)
    keys = [*cosines, *_by_words(scope, text, begun)]
    rows = Passage.objects.filter(pk__in=keys).select_related("document").defer("vector")
    wanted, understood = stems(text), embedding.understands(text)
    found = [(_score(row, wanted, cosines.get(row.pk, 0.0), begun, understood=understood), row) for row in rows]
    fitting = [pair for pair in found if pair[0] >= FLOOR]
    return sorted(fitting, key=lambda pair: (-pair[0], pair[1].document.name, pair[1].position))


def _by_meaning(scope: QuerySet[Passage], text: str) -> dict[int, float]:
    (vector,) = embedding.embed([text])
    return {} if vector is None else nearest_agents(scope, vector, FIELD)


def _by_words(scope: QuerySet[Passage], text: str, begun: str) -> list[int]:
    words = list(dict.fromkeys(content_words(text)))[:MOST_WORDS]
    if not words:
        return []
    query: Words = SearchQuery(" or ".join(words), search_type="websearch", config="english")
    if begun:
        query |= SearchQuery(f"{begun}:*", search_type="raw", config="english")
    hits = scope.annotate(words=WORDS_OF_PASSAGE).filter(words=query)
    ranked = hits.order_by(SearchRank(WORDS_OF_PASSAGE, query).desc(), "pk")
    return list(ranked.values_list("pk", flat=True)[:FIELD])


def _score(row: Passage, wanted: frozenset[str], cosine: float, begun: str, *, understood: bool) -> float:
    text = f"{row.heading} {row.text}"
    offered = stems(text)
    if begun and any(word.startswith(begun.lower()) for word in content_words(text)):
        offered |= stems(begun)
    words = share_found(wanted, offered)
    return combine_scores(cosine, words, understood=understood)


def _found_passage(row: Passage, score: float) -> calls.FoundPassage:
    return calls.FoundPassage(row.document.name, row.heading, row.text, row.position, score)
