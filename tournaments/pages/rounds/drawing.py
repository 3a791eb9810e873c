"""A draw that runs in the background, as values: its progress, and why it failed."""

from typing import Any, NamedTuple

from pairing.rules.boards import Reason
from tournaments.domain.choices import UNFINISHED, JobState
from tournaments.models import Event
from tournaments.operation import jobs
from tournaments.operation.job_kinds import DRAW
from tournaments.wording import jobs as jobs_wording
from tournaments.wording import sentences


class Drawing(NamedTuple):
    """The draw of a round: `progress` in percent, `step` is what is being done."""

    round: int
    progress: int
    step: str


def drawing_view(event: Event, kind: str = DRAW) -> Drawing | None:
    """Return the draw, or another job of an engine, that is waiting or running. One query."""
    job = jobs.find_newest(event, kind)
    if job is None or job.state not in UNFINISHED:
        return None
    step = sentences.refusal(Reason(*job.step)) if job.step else jobs_wording.job_state(job.state)
    return Drawing(job.payload["round"], job.progress, step)


def failed_drawing(event: Event, round_number: int, kind: str = DRAW) -> tuple[str, dict[str, Any]] | None:
    """Return why the last job of a round failed, as a code and its parameters. One query."""
    job = jobs.find_newest(event, kind)
    if job is None or job.state != JobState.FAILED or job.error is None or job.payload["round"] != round_number:
        return None
    code, params = job.error
    return code, {name: _read_quoted(value) for name, value in params.items()}


def _read_quoted(value: Any) -> Any:
    """Return a parameter of a sentence; a reason that it quotes with those that this one quotes."""
    if not isinstance(value, dict):
        return value
    code, params = value["because"]
    return Reason(code, {name: _read_quoted(each) for name, each in params.items()})
