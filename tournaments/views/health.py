"""The answer to whoever asks whether the server runs."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def health(request):
    """Say that requests are answered, without touching the database."""
    return HttpResponse("ok", content_type="text/plain")
