"""FIDE's current list, fetched from FIDE's own server: by a button, or once a day where an admin has switched that on.

One file holds the standard, rapid and blitz ratings of everybody. That it is fetched daily is a job that waits for
tomorrow: no setting, and nothing is asked of another server without it.
"""

import http.client
import secrets
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from email.utils import format_datetime
from typing import IO

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from pairing.rules.boards import Reason
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import UNFINISHED, JobState
from tournaments.models import Job
from tournaments.operation import jobs
from tournaments.rating_lists import importing, store
from tournaments.webhooks.outbound import OPENER

ADDRESS = "https://ratings.fide.com/download/players_list_xml.zip"
FILE, NAME = ADDRESS.rpartition("/")[2], "FIDE"
LONGEST_FETCH = 600.0  # seconds for the whole file
PIECE = 2**18
A_DAY = timedelta(days=1)
NOT_CHANGED = 304
DAILY = Q(kind=importing.FETCH, state__in=UNFINISHED, payload__daily=True)

FETCHING = sentence("ratings-fetching", gettext_noop("{size} MB fetched so far."))
UNREACHED = sentence("ratings-unreached", gettext_noop("FIDE’s server can’t be reached ({reason}). Try again later."))


def request_fetch() -> Job:
    """Fetch the list now, once however often it is requested."""
    pending = Job.objects.filter(kind=importing.FETCH, state__in=UNFINISHED, due_at__lte=timezone.now()).first()
    return pending or jobs.enqueue(importing.FETCH, key=secrets.token_hex(12), file=FILE, name=NAME)


def find_daily() -> Job | None:
    """Return the job that fetches the list once a day, None where nobody has switched that on."""
    return Job.objects.filter(DAILY).first()


def switch_daily(is_on: bool) -> None:
    """Fetch the list now and then once a day, or no longer."""
    if is_on and find_daily() is None:
        plan_daily(timedelta(0))
    elif not is_on:
        for job in Job.objects.filter(DAILY):
            jobs.cancel(job)


def plan_daily(after: timedelta) -> None:
    due = timezone.now() + after
    jobs.enqueue(importing.FETCH, due=due, key=secrets.token_hex(12), file=FILE, name=NAME, daily=True)


def plan_next(job: Job) -> None:
    """Plan the fetch of tomorrow, once, unless that was switched off meanwhile."""
    is_wanted = job.payload.get("daily") and not Job.objects.filter(pk=job.pk, state=JobState.CANCELLED).exists()
    if is_wanted and not Job.objects.filter(DAILY).exclude(pk=job.pk).exists():
        plan_daily(A_DAY)


def run_fetch(task: jobs.Task) -> None:
    """Fetch the list where it is newer than ours, and request its import. Raise Refusal."""
    payload = task.job.payload
    path = importing.upload_path(payload["key"])
    settings.RATING_LISTS.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        path.touch(mode=0o600)
        with open(path, "wb") as file:
            is_new = download(file, task)
        if is_new:
            importing.request_import(payload["key"], FILE, NAME)
        else:
            path.unlink()
        task.finish()
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    finally:
        plan_next(task.job)


def download(file: IO[bytes], task: jobs.Task) -> bool:
    """Write FIDE's list into a file; False where ours is as new. Raise Refusal."""
    request = urllib.request.Request(ADDRESS, headers={"User-Agent": "Crosstable", **list_conditions()})
    try:
        with OPENER.open(request, timeout=LONGEST_FETCH) as answer:
            size = 0
            for piece in read_pieces(answer):
                size += len(piece)
                if size > importing.LARGEST_UPLOAD:
                    raise Refusal(importing.TOO_LARGE, limit=importing.LARGEST_UPLOAD // 2**20)
                file.write(piece)
                task.report(0, Reason(FETCHING, {"size": size // 2**20}))
    except urllib.error.HTTPError as error:
        if error.code == NOT_CHANGED:
            return False
        raise Refusal(UNREACHED, reason=f"{error.code} {error.reason}") from error
    except (OSError, http.client.HTTPException) as error:
        raise Refusal(UNREACHED, reason=str(getattr(error, "reason", error))) from error
    return True


def read_pieces(answer: IO[bytes]) -> Iterator[bytes]:
    while piece := answer.read(PIECE):
        yield piece


def list_conditions() -> dict[str, str]:
    """Return the header that asks for the list only if it has changed since ours was fetched, if ours was."""
    ours = next((each for each in store.read_lists() if each.name == NAME), None)
    imports = Job.objects.filter(kind=importing.JOB, state=JobState.DONE, payload__name=NAME)
    imported = imports.order_by("-pk").first()
    if ours is None or imported is None or imported.finished_at is None or ours.brought_at > imported.finished_at:
        return {}
    fetched = Job.objects.filter(kind=importing.FETCH, payload__key=imported.payload["key"]).first()
    return {"If-Modified-Since": format_datetime(fetched.created_at, usegmt=True)} if fetched else {}
