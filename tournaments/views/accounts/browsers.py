"""The browsers in which an account is signed in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import sessions
from tournaments.domain.choices import OUTLASTING
from tournaments.forms.entry import read_number
from tournaments.models import DoorEntry, SignIn
from tournaments.operation import waking
from tournaments.views.access import signed_in_user


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def browsers(request: HttpRequest) -> HttpResponse:
    """List the browsers in which the user is signed in; POST signs out one of the others, or all."""
    if request.method == "POST":
        number = read_number(request.POST.get("browser", ""))
        ended = sessions.end_others(request, signed_in_user(request), number)
        waking.wake_for_access()
        messages.success(request, _("Browsers signed out: %(number)d.") % {"number": ended})
        return redirect("browsers")
    known = SignIn.objects.filter(user=signed_in_user(request))[:100]
    made = DoorEntry.objects.filter(user=signed_in_user(request), kind__in=OUTLASTING)[:50]
    context = {"browsers": known, "own": request.session.session_key, "made": made}
    return render(request, "tournaments/accounts/browsers.html", context)
