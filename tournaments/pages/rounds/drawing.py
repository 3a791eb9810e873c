"""A drawing that goes on behind the page, as values: how far it is, and how it failed."""

from typing import Any, NamedTuple

from pairing.boards import Reason
from tournaments.domain.choices import UNFINISHED, JobState
from tournaments.models import Event
from tournaments.operation import jobs
from tournaments.operation.job_kinds import DRAW
from tournaments.wording import jobs as jobs_wording
from tournaments.wording import sentences


class Drawing(NamedTuple):
    """The drawing of a round: `progress` in percent, `said` what is being done."""

    round: int
    progress: int
    said: str


def drawing_view(event: Event) -> Drawing | None:
    """Return the drawing that waits or goes on. One question."""
    job = jobs.find_newest(event, DRAW)
    if job is None or job.state not in UNFINISHED:
        return None
    said = sentences.refusal(Reason(*job.step)) if job.step else jobs_wording.job_state(job.state)
    return Drawing(job.payload["round"], job.progress, said)


def failed_drawing(event: Event, round: int) -> tuple[str, dict[str, Any]] | None:
    """Return the code and the parameters of why the last drawing of a round failed. One question."""
    job = jobs.find_newest(event, DRAW)
    if job is None or job.state != JobState.FAILED or job.payload["round"] != round:
        return None
    code, params = job.error
    return code, {
        name: Reason(*value["because"]) if isinstance(value, dict) else value for name, value in params.items()
    }
