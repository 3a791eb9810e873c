"""Build the files of a site in the background: an event of two hundred players takes some time."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone, translation

from tournaments.domain.event.log_actions import Effect, actions_with
from tournaments.models import Event, StaticSite
from tournaments.operation import jobs
from tournaments.static_site.files import write_zip

RETENTION = timedelta(days=7)


def make_site(task: jobs.Task) -> None:
    """Store the zip of an event in the requested language, replacing an older one.

    If a player was hidden or erased meanwhile, the files may hold their name, so they are built again.
    """
    assert task.job.event_id is not None  # a site belongs to an event
    event = Event.objects.get(pk=task.job.event_id)
    language = task.job.payload["language"]
    stamp = f"{event.epoch}-{event.version}"  # before reading: the event may change meanwhile
    with translation.override(language):
        data, pages = write_zip(event, ProgressSteps(task))
    fields = {"stamp": stamp, "made_at": timezone.now(), "pages": pages, "data": data}
    with transaction.atomic():
        now = Event.objects.select_for_update().get(pk=event.pk)
        hidden = now.log.filter(version__gt=event.version, action__in=actions_with(Effect.HIDES))
        if now.epoch != event.epoch or hidden.exists():
            raise jobs.Later(0)
        StaticSite.objects.update_or_create(event=event, language=language, defaults=fields)
        task.finish(pages=pages)


def delete_old_sites() -> None:
    """Delete files that are older than a week; they can be built again at once."""
    StaticSite.objects.filter(made_at__lt=timezone.now() - RETENTION).delete()


class ProgressSteps:
    """Report every tenth of the progress, so that not every page costs a query."""

    def __init__(self, task: jobs.Task):
        self.task, self.reported = task, -1

    def __call__(self, percent: int) -> None:
        if percent // 10 > self.reported:
            self.reported = percent // 10
            self.task.report(percent)
