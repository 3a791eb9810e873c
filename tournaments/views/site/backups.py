"""Backups of the whole database, for the site's admin: made, listed, downloaded."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tiebreaks.refusal import Refusal
from tournaments.access import policy
from tournaments.actions.exchange.event_returns import bring_back
from tournaments.domain.choices import DoorKind
from tournaments.models import Event
from tournaments.operation import event_copies
from tournaments.operation.backups import BY_HAND, list_backups, make_backup, sum_up
from tournaments.pages.list_parts import paginate
from tournaments.views.access import actor, site_form, site_page
from tournaments.views.accounts.proof import asks_proof
from tournaments.views.answers import REFUSED
from tournaments.views.query_parameters import query_page
from tournaments.wording import backups as backups_wording
from tournaments.wording import sentences

LARGEST_SENT = 256 * 2**20  # a larger one would fill the memory: it is fetched from the server's disk


@site_page(policy.OWN)
def backups(request: HttpRequest) -> HttpResponse:
    """List the backups; POST makes one."""
    if request.method != "POST":
        return show_backups(request)
    try:
        make_backup(BY_HAND)
    except (Refusal, OSError) as failed:
        return show_backups(request, sentences.refusal(failed) if isinstance(failed, Refusal) else str(failed.strerror))
    messages.success(request, _("The backup has been made and checked."))
    return redirect("backups")


@site_page(policy.OWN)
@asks_proof(DoorKind.DOWNLOAD)
@require_safe
def backup_file(request: HttpRequest, name: str) -> HttpResponse:
    """Send one backup."""
    copy = next((copy for copy in list_backups() if copy.name == name and copy.size <= LARGEST_SENT), None)
    if copy is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{copy.name}"', "Cache-Control": "no-store"}
    return HttpResponse(copy.path.read_bytes(), content_type="application/octet-stream", headers=headers)


@site_form(policy.OWN)
def backup_event(request: HttpRequest) -> HttpResponse:
    """Bring an erased event back from its copy."""
    try:
        event = bring_back(request.POST.get("copy", "")[:200], actor(request))
    except Refusal as refusal:
        return show_backups(request, sentences.refusal(refusal), REFUSED)
    messages.success(request, _("%(name)s is back.") % {"name": event.name})
    return redirect("standings", event.slug)


@site_form(policy.OWN)
def backup_delete(request: HttpRequest) -> HttpResponse:
    """Delete the copy of an event for good."""
    copy = event_copies.find_copy(request.POST.get("copy", "")[:200])
    if copy:
        copy.path.unlink(missing_ok=True)
        messages.success(request, _("The copy has been deleted."))
    return redirect("backups")


def show_backups(request: HttpRequest, error: str = "", failed: int = 500) -> HttpResponse:
    copies = list_backups()
    kept = [(copy, backups_wording.backup_kind(copy.kind), copy.size <= LARGEST_SENT) for copy in copies]
    used = set(Event.objects.values_list("slug", flat=True))
    copies_of_events = event_copies.list_copies()
    part = paginate(copies_of_events, lambda copy: copy.slug, *query_page(request))
    of_events = [
        (copy, backups_wording.event_copy_reason(copy), copy.slug not in used)
        for copy in (part.rows if part else copies_of_events)
    ]
    context: dict[str, object] = {
        "backups": kept,
        "kept": {},
        "space": sum_up(copies),
        "of_events": of_events,
        "part": part,
        "error": error,
    }
    if copies_of_events:
        size = sum(copy.size for copy in copies_of_events)
        context |= {"number": len(copies_of_events), "size": size, "oldest": copies_of_events[-1].made_at}
    return render(request, "tournaments/site/backups.html", context, status=failed if error else 200)
