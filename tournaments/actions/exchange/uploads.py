"""Store uploaded files until their import: for one person, and for a day at most. The event does not change."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from tiebreaks.refusal import gettext_noop, sentence
from tournaments.domain.choices import Purpose
from tournaments.models import Event, Upload

KEPT = timedelta(days=1)

UPLOAD_GONE = sentence(
    "upload-gone", gettext_noop("This file has already been imported or discarded. Nothing more was stored.")
)


def store_upload(
    event: Event | None, user: Any, file: str, read_as: str, lines: list[Any], purpose: str = Purpose.PLAYERS
) -> Upload:
    """Store an uploaded file in place of the person's last one for the same purpose; delete the old files of all."""
    with transaction.atomic():
        delete_old_uploads()
        Upload.objects.filter(event=event, user=user, purpose=purpose).delete()
        return Upload.objects.create(
            event=event,
            user=user,
            purpose=purpose,
            file=file[-120:],
            read_as=read_as[:60],
            lines=lines,
            uploaded_at=timezone.now(),
        )


def choose_for_upload(upload: Upload, choices: dict[str, Any]) -> None:
    """Store what was chosen for the columns and lines of a file."""
    upload.choices = choices
    Upload.objects.filter(pk=upload.pk).update(choices=choices)


def delete_old_uploads() -> None:
    """Delete files that have waited for a day."""
    Upload.objects.filter(uploaded_at__lt=timezone.now() - KEPT).delete()


def discard_upload(upload: Upload) -> bool:
    """Delete an uploaded file, and return whether it was still there."""
    return Upload.objects.filter(pk=upload.pk).delete()[0] > 0
