"""Sockets of this app."""

from django.urls import URLPattern, path

from apps.chat.consumers.sockets import GoalSocket, HomeSocket

websocket_urlpatterns: list[URLPattern] = [
    path("ws/goals/<uuid:goal_id>/", GoalSocket.as_asgi()),
    path("ws/home/", HomeSocket.as_asgi()),
]
