"""What a form of a page would send, written as the same request over REST."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from django.http import QueryDict
from django.urls import Resolver404, resolve

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.web.forms.api_calls.agents import AGENT_CALLS
from apps.web.forms.api_calls.goals import GOAL_CALLS
from apps.web.forms.api_calls.operations import ApiCall, FormSent, RestOperation, without_secrets
from apps.web.forms.api_calls.settings import SETTINGS_CALLS

__all__ = ["CALLS", "ApiCall", "FormSent", "api_call"]

CALLS: Mapping[str, RestOperation] = {**GOAL_CALLS, **SETTINGS_CALLS, **AGENT_CALLS}
"""By the name of a form's address: the operation that does the same."""


def api_call(actor: Actor, action: str, fields: QueryDict) -> ApiCall:
    """The call for a form with this address. Raises NotFound where no operation does the same, and Refused for a form
    of which no call can be made as it stands.
    """
    place = urlsplit(action)
    try:
        found = resolve(place.path)
    except Resolver404:
        found = None
    operation = CALLS.get(found.url_name or "") if found and not place.netloc else None
    if found is None or operation is None:
        raise NotFound("No operation of the API does what this form does.")
    try:
        return operation.call(FormSent(actor, without_secrets(fields), found.kwargs, QueryDict(place.query)))
    except KeyError as missing:
        raise NotFound("No operation of the API does what this form does.") from missing
