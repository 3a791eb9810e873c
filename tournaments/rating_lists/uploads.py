"""A list on its way in: uploaded, its columns named where nobody can guess them, read by a job behind the pages."""

import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.utils import timezone

from pairing.boards import Reason
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.domain.choices import UNFINISHED
from tournaments.formats import ratings
from tournaments.formats.rating_fields import FIELDS
from tournaments.formats.ratings import Reading
from tournaments.models import Job
from tournaments.operation import jobs
from tournaments.rating_lists import store

JOB = "rating-list"
LARGEST = 64 * 2**20  # packed, FIDE's list has some 40 MB
LONGEST_NAME = 40
PATIENCE = timedelta(minutes=10)  # with the one process of several that has the file
BREATH = 0.01  # seconds after each batch: the desk goes first

TOO_LARGE = sentence("ratings-large", gettext_noop("A list has at most {limit} MB. Upload it packed, as a ZIP."))
GONE = sentence("ratings-gone", gettext_noop("The uploaded file is not here any more. Please upload it again."))
SO_FAR = sentence("ratings-so-far", gettext_noop("{count} people are in."))
AT_LINE = sentence("ratings-at-line", gettext_noop("Line {number}: {why}"))
NAMELESS = sentence(
    "ratings-nameless", gettext_noop("No column is the name yet: choose it, or surname and first name.")
)


def keep(file: IO[bytes], name: str, size: int) -> str:
    """Keep an uploaded file that looks like a list, and return its key. Raise Refusal; nothing is left behind then."""
    if size > LARGEST:
        raise Refusal(TOO_LARGE, file=name, field="file", limit=LARGEST // 2**20)
    key = secrets.token_hex(12)
    settings.RATING_LISTS.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = path_of(key)
    try:
        path.touch(mode=0o600)
        with open(path, "wb") as copy:
            shutil.copyfileobj(file, copy)
        with ratings.opened(path, name):
            return key
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def path_of(key: str) -> Path:
    return settings.RATING_LISTS / f"{key}.upload"


@contextmanager
def opened(key: str, name: str, columns: list[str] | None = None) -> Iterator[Reading]:
    """Open an uploaded file, with the fields that were chosen for the columns of a CSV. Raise Refusal."""
    if not path_of(key).is_file():
        raise Refusal(GONE, file=name, field="file")
    with ratings.opened(path_of(key), name) as reading:
        if columns is not None and not reading.is_fide:
            reading.columns = [field if field in FIELDS else "" for field in columns]
        yield reading


def begin(key: str, file: str, name: str, columns: list[str] | None = None) -> Job:
    """Ask for a list to be read; asked twice it is read once. Raise Refusal."""
    if asked := Job.objects.filter(kind=JOB, state__in=UNFINISHED, payload__key=key).first():
        return asked
    with opened(key, file, columns) as reading:
        if not reading.has_names:
            raise Refusal(NAMELESS, field="columns")
        name = name.strip()[:LONGEST_NAME] or suggested(reading)
    return jobs.enqueue(JOB, key=key, file=file, name=name, columns=columns)


def suggested(reading: Reading) -> str:
    """Name a list whose uploader gave it no name; one of the same name takes its place."""
    titles = {title.casefold() for title in reading.titles}
    if reading.is_fide:
        return "FIDE"
    if "dwz" in titles:
        return "DSB"
    return "USCF" if "mem_id" in titles else Path(reading.name).stem[:LONGEST_NAME]


def newest() -> Job | None:
    """Return the list that was asked for last."""
    return Job.objects.filter(kind=JOB).order_by("-pk").first()


def discard(key: str) -> None:
    """Forget an uploaded file; a job that waits for it ends."""
    for job in Job.objects.filter(kind=JOB, state__in=UNFINISHED, payload__key=key):
        jobs.cancel(job)
    path_of(key).unlink(missing_ok=True)


def work(task: jobs.Task) -> None:
    """Read an uploaded list, and forget the file whatever came of it. Raise Refusal."""
    told = task.job.payload
    path = path_of(told["key"])
    if not path.is_file() and timezone.now() < task.job.created_at + PATIENCE:
        raise jobs.Later(2)
    try:
        with opened(told["key"], told["file"], told["columns"]) as reading:
            count = store.bring_in(told["name"], reading, telling(task, reading, path.stat().st_size))
        task.finish(name=told["name"], count=count)
    except Refusal as refusal:
        path.unlink(missing_ok=True)
        if not refusal.line:
            raise
        raise Refusal(AT_LINE, number=refusal.line, why=Reason(refusal.code, refusal.params)) from None
    except jobs.Ended:
        path.unlink(missing_ok=True)
        raise
    path.unlink(missing_ok=True)


def telling(task: jobs.Task, reading: Reading, size: int) -> Any:
    """Return what tells how far the reading is, once a second, and lets other threads go first."""
    said = 0.0

    def tell(count: int) -> None:
        nonlocal said
        time.sleep(BREATH)
        if time.monotonic() - said >= 1:
            said = time.monotonic()
            task.report(min(99, 100 * reading.position // max(size, 1)), Reason(SO_FAR, {"count": count}))

    return tell
