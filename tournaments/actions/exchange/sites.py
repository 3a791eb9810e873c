"""Ask for a whole event as plain files. Nothing of the event changes by it, so it has no line in the log."""

from django.db import transaction

from tournaments.domain.choices import UNFINISHED
from tournaments.models import Event, Job
from tournaments.operation import jobs
from tournaments.operation.job_kinds import SITE


def request_site(event: Event, language: str) -> Job:
    """Ask for the files in a language, and return the job; one of the language that waits or goes on is enough."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        asked = Job.objects.filter(event=event, kind=SITE, state__in=UNFINISHED, payload__language=language)
        return asked.first() or jobs.enqueue(SITE, event, language=language)
