"""On what terms a person permits or denies something."""

from django.http import HttpRequest

from apps.accounts.domain.errors import Refused
from apps.core.sentences import sentence
from apps.teams.actions.permits import PermitTerms
from apps.teams.domain.states import PermitScope


def permit_terms(request: HttpRequest) -> PermitTerms:
    """How far leave reaches, what is changed first, and why it is denied. Raises Refused (scope)."""
    sent = request.POST
    try:
        scope = PermitScope(sent.get("scope") or PermitScope.ONCE)
    except ValueError:
        raise Refused(scope=sentence("Choose one of {names}.", names=", ".join(PermitScope))) from None
    return PermitTerms(scope, sent.get("brief", ""), sent.get("reason", ""))
