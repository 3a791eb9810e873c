"""Whether htmx has sent a request, and wants a fragment instead of the page."""

from django.http import HttpRequest


def is_htmx(request: HttpRequest) -> bool:
    """Tell whether htmx has sent the request."""
    return request.headers.get("HX-Request") == "true"
