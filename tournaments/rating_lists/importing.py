"""A list being imported: uploaded, its columns chosen where they can't be guessed, then read by a background job."""

import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from pairing.rules.boards import Reason
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import UNFINISHED, JobState
from tournaments.formats import rating_files
from tournaments.formats.rating_fields import FIELDS
from tournaments.formats.rating_files import RatingFile
from tournaments.models import Job
from tournaments.operation import jobs
from tournaments.rating_lists import store
from tournaments.rating_lists.months import month_of, write_month

JOB, FETCH = "rating-list", "rating-fetch"
LARGEST_UPLOAD = 64 * 2**20  # FIDE's list is about 40 MB as a ZIP
LONGEST_NAME = 40
FILE_WAIT = timedelta(minutes=10)  # the wait for the process that has the file, where there are several
BATCH_PAUSE = 0.01  # seconds after each batch, so that the desk goes first

TOO_LARGE = sentence("ratings-large", gettext_noop("A list may have at most {limit} MB. Upload it as a ZIP."))
GONE = sentence("ratings-gone", gettext_noop("The uploaded file is no longer available. Please upload it again."))
SO_FAR = sentence("ratings-so-far", gettext_noop("{count} people imported so far."))
AT_LINE = sentence("ratings-at-line", gettext_noop("Line {number}: {why}"))
NO_NAME_COLUMN = sentence(
    "ratings-nameless",
    gettext_noop("No column has the name yet: choose one for the name, or for surname and first name."),
)


def store_upload(file: IO[bytes], name: str, size: int) -> str:
    """Store an uploaded file that looks like a list, and return its key. Raise Refusal and leave nothing behind."""
    if size > LARGEST_UPLOAD:
        raise Refusal(TOO_LARGE, file=name, field="file", limit=LARGEST_UPLOAD // 2**20)
    key = secrets.token_hex(12)
    settings.RATING_LISTS.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = upload_path(key)
    try:
        path.touch(mode=0o600)
        with open(path, "wb") as copy:
            shutil.copyfileobj(file, copy)
        with rating_files.open_rating_file(path, name):
            return key
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def upload_path(key: str) -> Path:
    return Path(settings.RATING_LISTS) / f"{key}.upload"


@contextmanager
def open_upload(key: str, name: str, columns: list[str] | None = None) -> Iterator[RatingFile]:
    """Open an uploaded file with the fields chosen for the columns of a CSV. Raise Refusal."""
    if not upload_path(key).is_file():
        raise Refusal(GONE, file=name, field="file")
    with rating_files.open_rating_file(upload_path(key), name) as reading:
        if columns is not None and not reading.is_fide:
            reading.columns = [field if field in FIELDS else "" for field in columns]
        yield reading


def request_import(key: str, file: str, name: str, columns: list[str] | None = None) -> Job:
    """Enqueue the import of a list, once however often it is requested. Raise Refusal."""
    if pending := Job.objects.filter(kind=JOB, state__in=UNFINISHED, payload__key=key).first():
        return pending
    with open_upload(key, file, columns) as reading:
        if not reading.has_names:
            raise Refusal(NO_NAME_COLUMN, field="columns")
        name = name.strip()[:LONGEST_NAME] or suggest_name(reading)
    return jobs.enqueue(JOB, key=key, file=file, name=name, columns=columns)


def suggest_name(reading: RatingFile) -> str:
    """Suggest a name for a list that was given none; it replaces the list of the same name."""
    titles = {title.casefold() for title in reading.titles}
    if reading.is_fide:
        return "FIDE"
    if "dwz" in titles:
        return "DSB"
    return "USCF" if "mem_id" in titles else Path(reading.name).stem[:LONGEST_NAME]


def find_newest_job() -> Job | None:
    """Return the job of the last list that was requested, or fetched; one that waits for tomorrow is not meant."""
    tomorrows = Q(kind=FETCH, state=JobState.WAITING, due_at__gt=timezone.now())
    known = Job.objects.filter(kind__in=(JOB, FETCH)).exclude(tomorrows)
    return known.order_by("-pk").first()


def discard_upload(key: str) -> None:
    """Delete an uploaded file and cancel the jobs that wait for it."""
    for job in Job.objects.filter(kind__in=(JOB, FETCH), state__in=UNFINISHED, payload__key=key):
        jobs.cancel(job)
    upload_path(key).unlink(missing_ok=True)


def run_import(task: jobs.Task) -> None:
    """Import an uploaded list and delete the file whatever the outcome. Raise Refusal."""
    payload = task.job.payload
    path = upload_path(payload["key"])
    if not path.is_file() and timezone.now() < task.job.created_at + FILE_WAIT:
        raise jobs.Later(2)
    try:
        with open_upload(payload["key"], payload["file"], payload["columns"]) as reading:
            reading.dated = reading.dated or write_month(month_of(timezone.localdate()))
            count = store.import_list(payload["name"], reading, progress_reporter(task, reading, path.stat().st_size))
        task.finish(name=payload["name"], count=count)
    except Refusal as refusal:
        path.unlink(missing_ok=True)
        if not refusal.line:
            raise
        raise Refusal(AT_LINE, number=refusal.line, why=Reason(refusal.code, refusal.params)) from None
    except jobs.Ended:
        path.unlink(missing_ok=True)
        raise
    path.unlink(missing_ok=True)


def progress_reporter(task: jobs.Task, reading: RatingFile, size: int) -> Callable[[int], None]:
    """Return a function that reports the progress once a second and lets other threads go first."""
    reported_at = 0.0

    def report(count: int) -> None:
        nonlocal reported_at
        time.sleep(BATCH_PAUSE)
        if time.monotonic() - reported_at >= 1:
            reported_at = time.monotonic()
            task.report(min(99, 100 * reading.position // max(size, 1)), Reason(SO_FAR, {"count": count}))

    return report
