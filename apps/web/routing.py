"""Sockets of this app."""

from django.urls import URLPattern, path

from apps.web.consumers.sockets import DirectorySocket, GoalSocket, HomeSocket, ProfileSocket, WallSocket

websocket_urlpatterns: list[URLPattern] = [
    path("ws/goals/<uuid:goal_id>/", GoalSocket.as_asgi()),
    path("ws/home/", HomeSocket.as_asgi()),
    path("ws/wall/", WallSocket.as_asgi()),
    path("ws/directory/", DirectorySocket.as_asgi()),
    path("ws/directory/<str:handle>/", ProfileSocket.as_asgi()),
]
