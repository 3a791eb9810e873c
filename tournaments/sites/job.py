"""Make the files behind the page that asks for them: an event of two hundred players takes some time."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone, translation

from tournaments import audience, jobs
from tournaments.models import Event, Site
from tournaments.sites.write import as_zip

JOB = "site"
KEPT = timedelta(days=7)


def make(task: jobs.Task) -> None:
    """Keep the zip of an event in the language that was asked for, in place of an older one."""
    event = audience.public(Event.objects.get(pk=task.job.event_id))
    language, stamp = (
        task.job.payload["language"],
        f"{event.epoch}-{event.version}",
    )  # of before: it may go on meanwhile
    with translation.override(language):
        data, pages = as_zip(event, Steps(task))
    made = {"stamp": stamp, "made_at": timezone.now(), "pages": pages, "data": data}
    with transaction.atomic():
        Site.objects.update_or_create(event=event, language=language, defaults=made)
        task.finish(pages=pages)


def sweep() -> None:
    """Forget files that were made a week ago: they are made anew in a moment."""
    Site.objects.filter(made_at__lt=timezone.now() - KEPT).delete()


class Steps:
    """Report every tenth, so that the database is not asked for each page."""

    def __init__(self, task: jobs.Task):
        self.task, self.told = task, -1

    def __call__(self, percent: int) -> None:
        if percent // 10 > self.told:
            self.told = percent // 10
            self.task.report(percent)
