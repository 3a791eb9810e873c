"""The ASGI application of the site: event streams, static files, health, and Django behind its limits.

Any ASGI server may serve `config.asgi:application`. Django refuses `lifespan`, so it is answered here.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# These imports read models and settings, which are ready from here on.
from config.http.admission import Admission  # noqa: E402
from config.http.asgi_messages import NO_STORE, path_of, respond  # noqa: E402
from config.http.handler import Handler  # noqa: E402
from config.http.health import Health  # noqa: E402
from config.http.lifespan import lifespan  # noqa: E402
from config.http.proxies import Proxies  # noqa: E402
from config.http.public_pages import address_with_language  # noqa: E402
from config.http.request_log import RequestLog  # noqa: E402
from config.http.shared_views import SharedViews  # noqa: E402
from config.http.static_files import StaticFiles  # noqa: E402
from tournaments.access.asgi import Receive, Scope, Send  # noqa: E402
from tournaments.live.stream import streams  # noqa: E402

pages = Admission(Handler())
static_files = StaticFiles()
health = Health()
shared_views = SharedViews(streams)


async def route(scope: Scope, receive: Receive, send: Send) -> None:
    """Choose the part of the site that answers, by the path."""
    if scope["type"] == "lifespan":
        return await lifespan(receive, send)
    path = path_of(scope)
    if path.startswith("/live/"):
        return await streams(scope, receive, send)
    if path.startswith("/shared/"):
        return await shared_views(scope, receive, send)
    if path.startswith("/static/"):
        return await static_files(scope, receive, send)
    if path.startswith(("/health/", "/metrics/")):
        return await health(scope, receive, send)
    if scope["type"] == "http" and (address := address_with_language(scope)):
        return await respond(send, 302, [(b"location", address.encode()), NO_STORE])
    return await pages(scope, receive, send)


application = Proxies(RequestLog(route))
