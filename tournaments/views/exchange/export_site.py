"""The whole event as a web site of plain files: requested here, made in the background, downloaded from here."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from pairing.rules.boards import Reason
from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.exchange.static_sites import request_site
from tournaments.domain.choices import UNFINISHED, JobState
from tournaments.operation import jobs
from tournaments.operation.job_kinds import STATIC_SITE
from tournaments.views.access import staff_page
from tournaments.views.answers import download, render_event
from tournaments.views.exchange.exports import TYPES
from tournaments.wording import sentences

AGAIN = 2  # seconds until the page looks again, while the files are being made


@never_cache
@staff_page(policy.SHOW)
def export_site(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Show which files there are, and how far new ones are; POST requests them."""
    event = reader.event
    if request.method == "POST":
        request_site(event, get_language())
        return redirect("export_site", event.slug)
    job = jobs.find_newest(event, STATIC_SITE)
    is_running = job is not None and job.state in UNFINISHED
    made = event.static_sites.filter(language=get_language()).defer("data").first()
    context = {
        "made": made,
        "is_old": made and made.stamp != f"{event.epoch}-{event.version}",
        "job": job if is_running else None,
        "failed": sentences.refusal(Reason(*job.error)) if job and job.error and job.state == JobState.FAILED else "",
    }
    answer = render_event(request, reader, "tournaments/exchange/export_site.html", context)
    if is_running:
        answer["Refresh"] = str(AGAIN)
    return answer


@require_safe
@never_cache
@staff_page(policy.SHOW)
def site_file(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Send the newest files in the language of the reader."""
    made = reader.event.static_sites.filter(language=get_language()).first()
    if made is None:
        raise Http404
    return download(bytes(made.data), f"{reader.event.slug}.zip", TYPES["zip"])
