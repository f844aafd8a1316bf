"""The registry: the workspace's agents, searched by meaning, counted, listed and found by name."""

import json
from hashlib import sha256
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from ninja import Query, Router

from apps.accounts.domain.access import Actor, ApiRequest, Role
from apps.accounts.domain.errors import NotFound, Refused
from apps.agents.actions.elsewhere import results_elsewhere
from apps.agents.domain.ard_entries import Entry, HubNames, is_urn, result_of
from apps.agents.domain.ard_queries import BadQuery, facet, filter_of, fits, list_filter, list_order, term_of
from apps.agents.queries.ard_entries import all_entries, entries_that_fit, entry_named, list_entries
from apps.agents.queries.sources import referrals_in
from apps.api.ard.schemas import EntryQueryIn, ExploreIn, ListingIn, SearchIn
from apps.core.paging import number_in, word_cursor

SEARCHED, LISTED = "ard-search", "ard-agents"
FRESH = "private, max-age=60"

router = Router(tags=["ARD"])


@router.post("/search", url_name="ard_search")
def search_entries(request: ApiRequest, asked: SearchIn) -> dict[str, Any]:
    """The entries that fit, best first; what a score says is relevance and nothing else."""
    names = _names(request.auth)
    found = [result_of(entry, score, names.source) for entry, score in _matching(request.auth, asked.query)]
    if asked.federation == "auto":
        found = _merged(request.auth, asked.query, found)
    begin = number_in(asked.page_token, SEARCHED) if asked.page_token else 0
    end = begin + asked.page_size
    more = {"pageToken": word_cursor(SEARCHED, str(end))} if end < len(found) else {}
    referrals = {"referrals": referrals_in(request.auth)} if asked.federation == "referrals" else {}
    return {"results": found[begin:end], **referrals, **more}


@router.post("/explore", url_name="ard_explore")
def explore_entries(request: ApiRequest, asked: ExploreIn) -> dict[str, Any]:
    """How many of the entries that fit have which value."""
    found = [entry for entry, _ in _matching(request.auth, asked.query)]
    facets = {each.field: each for each in asked.result_type.facets}
    terms = {field: _said(term_of, field, asked.query.context) for field in facets}
    counted = {field: facet(found, terms[field], each.limit, each.min_count) for field, each in facets.items()}
    return {"resultType": "facets", "facets": counted}


@router.get("/agents", url_name="ard_agents")
def list_agents(request: ApiRequest, asked: Query[ListingIn]) -> dict[str, Any]:
    """Every entry, page by page."""
    narrowed, columns = _said(list_filter, asked.wanted), _said(list_order, asked.order)
    begin = number_in(asked.page_token, LISTED) if asked.page_token else 0
    end, names = begin + asked.page_size, _names(request.auth)
    items, total = list_entries(request.auth.workspace_id, names, narrowed, columns, begin, asked.page_size)
    more = {"pageToken": word_cursor(LISTED, str(end))} if end < total else {}
    return {"items": items, "total": total, **more}


@router.get("/agents/{path:identifier}", url_name="ard_agent")
def get_entry(request: ApiRequest, identifier: str) -> HttpResponse:
    """One entry, whole, by its exact name."""
    if not is_urn(identifier):
        raise Refused(identifier="An identifier looks like urn:air:hub.example:workspace:handle.")
    found = entry_named(request.auth.workspace_id, _names(request.auth), identifier)
    if found is None:
        raise NotFound("This registry has no entry of this name.")
    return _cached(cast(HttpRequest, request), found)


def _cached(request: HttpRequest, entry: Entry) -> HttpResponse:
    body = json.dumps(entry)
    tag = f'"{sha256(body.encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": FRESH, "ETag": tag}
    answer = HttpResponse(body, content_type="application/json", headers=headers)
    return get_conditional_response(request, etag=tag, response=answer) or answer


def _matching(actor: Actor, query: EntryQueryIn) -> list[tuple[Entry, float]]:
    """The entries that fit the words, or all of them where there are none, as far as they pass the filter."""
    names, wanted = _names(actor), _said(filter_of, query.filters, query.context)
    if query.words:
        found = entries_that_fit(actor.workspace_id, names, query.words)
    else:
        found = [(entry, 0.0) for entry in all_entries(actor.workspace_id, names)]
    return [(entry, score) for entry, score in found if fits(entry, wanted)]


def _merged(actor: Actor, query: EntryQueryIn, found: list[Entry]) -> list[Entry]:
    """With who is elsewhere, where this person may have the words sent there; no identifier twice."""
    if not actor.may(Role.OPERATOR):
        return found
    wanted = _said(filter_of, query.filters, query.context)
    known = {entry["identifier"] for entry in found}
    others = [one for one in results_elsewhere(actor, query.words) if one["identifier"] not in known]
    return sorted([*found, *(one for one in others if fits(one, wanted))], key=lambda one: -one["score"])


def _said(read: Any, *asked: Any) -> Any:
    """What was asked, read. Raises Refused."""
    try:
        return read(*asked)
    except BadQuery as error:
        raise Refused(query=str(error)) from None


def _names(actor: Actor) -> HubNames:
    return HubNames(settings.IOA_PUBLIC_URL, str(actor.workspace_id))
