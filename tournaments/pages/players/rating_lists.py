"""The page of rating lists as values: the stored lists, the one being imported, and why an import failed."""

from typing import NamedTuple

from django.utils.formats import number_format

from pairing.rules.boards import Reason
from tournaments.domain.choices import UNFINISHED, JobState
from tournaments.formats.rating_fields import FIELDS
from tournaments.models import Job
from tournaments.rating_lists import fetching, importing, store
from tournaments.rating_lists.store import RatingList
from tournaments.wording import jobs, sentences


class RatingListLine(NamedTuple):
    """A list, how many people it has, and which facts it lacks."""

    list: RatingList
    size: str
    lacks: str
    unread: str


class Coming(NamedTuple):
    """A list that is being read: `progress` in percent."""

    name: str
    progress: int
    step: str


class RatingListsView(NamedTuple):
    lines: list[RatingListLine]
    coming: Coming | None
    failed: tuple[str, str] | None  # the file and the sentence
    is_daily: bool


def rating_lists_view() -> RatingListsView:
    """Return everything that the page shows. Two queries."""
    lines = [
        RatingListLine(
            each, number_format(each.count, force_grouping=True), name_lacking(each.lacks), ", ".join(each.unread)
        )
        for each in store.read_all_lists()
    ]
    job, is_daily = importing.find_newest_job(), fetching.find_daily() is not None
    if job is not None and job.state in UNFINISHED:
        return RatingListsView(lines, build_coming(job), None, is_daily)
    return RatingListsView(lines, None, find_failure(job), is_daily)


def name_lacking(fields: list[str]) -> str:
    return ", ".join(str(FIELDS[field]) for field in fields)


def build_coming(job: Job) -> Coming:
    step = sentences.refusal(Reason(*job.step)) if job.step else jobs.job_state(job.state)
    return Coming(job.payload["name"], job.progress, step)


def find_failure(job: Job | None) -> tuple[str, str] | None:
    if job is None or job.state != JobState.FAILED or job.error is None:
        return None
    code, params = job.error
    if "why" in params:
        params = params | {"why": Reason(*params["why"]["because"])}
    return job.payload["file"], sentences.refusal(Reason(code, params))
