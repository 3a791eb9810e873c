"""Long work in words."""

from django.utils.translation import gettext_lazy as _

STATES = {
    "waiting": _("It waits for its turn."),
    "running": _("It has begun."),
    "done": _("It is done."),
    "failed": _("It has failed."),
    "cancelled": _("It was cancelled."),
}


def job_state(state: str) -> str:
    """Say what a job without a step of its own is doing."""
    return str(STATES[state])
