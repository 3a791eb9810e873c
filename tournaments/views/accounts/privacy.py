"""The page for everybody that says what is stored about people."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import sign_in_log


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is stored, who sees it, and for how long."""
    context = {"door_days": sign_in_log.RETENTION.days, "hours": settings.SESSION_COOKIE_AGE // 3600}
    return render(request, "tournaments/accounts/privacy.html", context)
