"""The states of background jobs in words."""

from django.utils.translation import gettext_lazy as _

STATES = {
    "waiting": _("It is waiting for its turn."),
    "running": _("It is running."),
    "done": _("It is done."),
    "failed": _("It has failed."),
    "cancelled": _("It was cancelled."),
}


def job_state(state: str) -> str:
    """Say what a job that reports no step is doing."""
    return str(STATES[state])
