"""Sockets of this app."""

from django.urls import URLPattern, path

from apps.agents.consumers import AgentConsumer

websocket_urlpatterns: list[URLPattern] = [path("ws/agents/", AgentConsumer.as_asgi())]
