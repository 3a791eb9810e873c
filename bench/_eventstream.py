"""Serve django-eventstream as in its manual, in one process without storage; uvicorn runs this in a venv of its own."""

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="only for the benchmark",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "django_eventstream"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
)
django.setup()

import django_eventstream  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import include, path  # noqa: E402


def health(request):
    return HttpResponse("ok")


def publish(request):
    django_eventstream.send_event("hall", "message", request.body.decode(), json_encode=False)
    return HttpResponse("ok")


urlpatterns = [
    path("health/", health),
    path("publish/", publish),
    path("live/", include(django_eventstream.urls), {"channels": ["hall"]}),
]
application = get_asgi_application()
