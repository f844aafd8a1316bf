"""The sockets of IoA's wire."""

from django.urls import URLPattern, path

from apps.api.ioa.sockets import AgentWire, TalkList

websocket_urlpatterns: list[URLPattern] = [
    path("ws/<str:name>", AgentWire.as_asgi()),
    path("chatlist_ws", TalkList.as_asgi()),
]
