from inspect import iscoroutinefunction

from django.conf import settings
from django.urls import URLPattern, get_resolver
from django.utils.module_loading import import_string


def views(resolver):
    """Yield the view of every address."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.callback
        else:
            yield from views(pattern)


def test_each_request_can_stay_in_one_thread():
    """A coroutine would be handed back to the event loop: config/http/handler.py relies on there being none."""
    all_views = list(views(get_resolver()))
    assert len(all_views) > 100
    assert not [view for view in all_views if iscoroutinefunction(view)]
    assert all(getattr(import_string(path), "sync_capable", True) for path in settings.MIDDLEWARE)
