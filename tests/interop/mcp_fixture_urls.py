"""The one address of the server for the conformance suite."""

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from apps.api.mcp.answering import answer_message
from tests.interop.mcp_fixture import hear, methods


@csrf_exempt
def receive_message(request: HttpRequest) -> HttpResponseBase:
    """Answer a message of MCP, as the hub does after its middleware has looked at the host."""
    try:
        request.get_host()
    except DisallowedHost:
        return HttpResponseBadRequest()
    return answer_message(request, methods(), hear)


urlpatterns = [path("mcp", receive_message)]
