"""The door of every page behind the sign-in: find the event, check the role, or say why not."""

from functools import wraps

from django.contrib.auth.decorators import login_required
from django.shortcuts import render

from tournaments.access import policy, sign_in_log
from tournaments.actions.writing import Actor
from tournaments.queries.events import event_for


def staff_page(action):
    """Give the view its event in place of the slug, for a signed-in user who may do `action` there.

    Others are sent to the sign-in, see a page that says what is missing (403), or find nothing where the event is not
    visible to them (404).
    """

    def wrap(view):
        @login_required
        @wraps(view)
        def answer(request, slug, **rest):
            event = event_for(request.user, slug)
            if not policy.allows(event.visitors_role, action):
                sign_in_log.denied(request, event)
                return render(request, "tournaments/shared/denied.html", {"event": event}, status=403)
            return view(request, event, **rest)

        return answer

    return wrap


def actor(request, event=None):
    """Name who writes, for the log."""
    known = event and event.visitors_role
    role = policy.role(request.user, event) if known is None else known
    return Actor(request.user, role, request.META.get("REMOTE_ADDR"))


def words(request, field, limit=200):
    """Return a posted text as one line: a database refuses NUL, and logs and tournament files are read by lines."""
    text = request.POST.get(field, "")
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:limit]
