"""Make the files behind the page that asks for them: an event of two hundred players takes some time."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone, translation

from tournaments.domain.log_actions import LogAction
from tournaments.models import Event, Site
from tournaments.operation import jobs
from tournaments.sites.site_files import write_zip

RETENTION = timedelta(days=7)
HIDING_ACTIONS = (
    LogAction.PRIVACY,
    LogAction.FORGET,
)  # what takes a name off the pages, and away the files that hold it


def make_site(task: jobs.Task) -> None:
    """Keep the zip of an event in the language that was asked for, in place of an older one.

    Where somebody was hidden or forgotten meanwhile, the files may hold his name: they are made anew.
    """
    event = Event.objects.get(pk=task.job.event_id)
    language, stamp = (
        task.job.payload["language"],
        f"{event.epoch}-{event.version}",
    )  # of before: it may go on meanwhile
    with translation.override(language):
        data, pages = write_zip(event, ProgressSteps(task))
    made = {"stamp": stamp, "made_at": timezone.now(), "pages": pages, "data": data}
    with transaction.atomic():
        now = Event.objects.select_for_update().get(pk=event.pk)
        if now.epoch != event.epoch or now.log.filter(version__gt=event.version, action__in=HIDING_ACTIONS).exists():
            raise jobs.Later(0)
        Site.objects.update_or_create(event=event, language=language, defaults=made)
        task.finish(pages=pages)


def delete_old_sites() -> None:
    """Forget files that were made a week ago: they are made anew in a moment."""
    Site.objects.filter(made_at__lt=timezone.now() - RETENTION).delete()


class ProgressSteps:
    """Report every tenth, so that the database is not asked for each page."""

    def __init__(self, task: jobs.Task):
        self.task, self.told = task, -1

    def __call__(self, percent: int) -> None:
        if percent // 10 > self.told:
            self.told = percent // 10
            self.task.report(percent)
