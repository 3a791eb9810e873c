"""Request a whole event as plain files. The event does not change, so there is no line in the log."""

from django.db import transaction

from tournaments.domain.choices import UNFINISHED
from tournaments.models import Event, Job
from tournaments.operation import jobs
from tournaments.operation.job_kinds import STATIC_SITE


def request_site(event: Event, language: str) -> Job:
    """Request the files in a language and return the job; an unfinished job for the language is reused."""
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        unfinished = Job.objects.filter(event=event, kind=STATIC_SITE, state__in=UNFINISHED, payload__language=language)
        return unfinished.first() or jobs.enqueue(STATIC_SITE, event, language=language)
