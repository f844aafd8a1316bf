"""A form as a call of the API, to be copied; nothing is done."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from apps.accounts.domain.access import Actor
from apps.web.forms.api_calls import api_call
from apps.web.views.door import door


@require_POST
@door
def show(request: HttpRequest, actor: Actor) -> HttpResponse:
    """The command for the form that `of` names by its address, with the fields that were sent along."""
    call = api_call(actor, request.POST.get("of", ""), request.POST)
    origin = f"{request.scheme}://{request.get_host()}"
    return HttpResponse(call.as_curl(origin), content_type="text/plain; charset=utf-8")
