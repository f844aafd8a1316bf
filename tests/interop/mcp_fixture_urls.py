"""The one address of the server for the conformance suite."""

from django.http import HttpResponseBadRequest
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from apps.api.mcp.answering import answer_message
from tests.interop.mcp_fixture import hear, methods

urlpatterns = [path("mcp", csrf_exempt(lambda request: answer_message(request, methods(), hear)))]


def handler400(request, exception):
    """What a foreign host is answered."""
    return HttpResponseBadRequest()
