"""The ASGI entry point: HTTP goes to Django, websockets to the room consumers and to where agents dial in."""

import os
import threading

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from channels.sessions import SessionMiddlewareStack
from django.urls import re_path

from ioa_web.handler import OneThreadHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
django.setup(set_prefix=False)  # loads the apps, so it stands before the import of their routes
http = OneThreadHandler()

from apps.agents.gateway.warm_up import warm_up  # noqa: E402
from apps.agents.routing import websocket_urlpatterns as agents  # noqa: E402
from apps.api.ioa.routing import websocket_urlpatterns as clients  # noqa: E402
from apps.web.routing import websocket_urlpatterns as pages  # noqa: E402
from ioa_web.admission import door  # noqa: E402
from ioa_web.origins import same_site  # noqa: E402
from ioa_web.proxies import sockets  # noqa: E402

# the first goal or message would wait for the embedding to load; pages are answered meanwhile
threading.Thread(target=warm_up, name="warm-up", daemon=True).start()

# pages come with a cookie, so their origin counts; agents come with a token, which no page of another site can send
nowhere = re_path("", WebsocketDenier.as_asgi())  # else each unknown address is an error, with its trace in the log
browsers = same_site(SessionMiddlewareStack(URLRouter([*pages, nowhere])))

application = ProtocolTypeRouter(
    {"http": door(http), "websocket": sockets(URLRouter([*agents, *clients, re_path("", browsers)]))}
)
