"""The events of other servers that this one shows, as values."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import User

from tournaments.models import Mirror


class MirrorLine(NamedTuple):
    """One token and the event that came with it, if any."""

    key: int
    name: str
    by: str
    title: str
    slug: str
    heard_at: datetime | None
    is_withdrawn: bool


def list_mirrors(user: User) -> list[MirrorLine]:
    """Return the tokens that somebody has made, all of them for the site's admin. One query."""
    mirrors = Mirror.objects.select_related("event", "created_by")
    mirrors = mirrors if user.is_superuser else mirrors.filter(created_by=user)
    return [build_mirror_line(each) for each in mirrors]


def build_mirror_line(mirror: Mirror) -> MirrorLine:
    title, slug = (mirror.event.name, mirror.event.slug) if mirror.event else ("", "")
    by = mirror.created_by.get_username()
    return MirrorLine(mirror.pk, mirror.name, by, title, slug, mirror.heard_at, mirror.revoked_at is not None)
