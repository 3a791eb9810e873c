"""What was done, by whom and when."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.stored_values import HasShape, check_year
from tournaments.models.events import Event


class LogEntry(models.Model):
    """One line of the log: who did what, when, before and after. The database refuses changes while the event exists.

    `action` is a code of `LogAction`. `uuid` is the client's number of an entry, unique in its event, and `answer` is
    what a replay of the entry gets again. `actor_name` is the user's name at that time, and stays.
    Other people and players are ids.
    """

    event = models.ForeignKey(Event, models.DO_NOTHING, related_name="log", verbose_name=_("event"))
    version = models.PositiveBigIntegerField(_("version"))
    at = models.DateTimeField(_("time"), validators=[check_year])
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
        verbose_name=_("user"),
    )
    actor_name = models.CharField(_("name of the user"), max_length=150, blank=True)
    role = models.CharField(_("role"), max_length=14, blank=True)
    action = models.CharField(_("action"), max_length=30)
    game_id = models.BigIntegerField(_("number of the game"), null=True)
    before = models.JSONField(_("before"), null=True, validators=[HasShape("values")])
    after = models.JSONField(_("after"), null=True, validators=[HasShape("values")])
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    address = models.GenericIPAddressField(_("network address"), null=True)
    uuid = models.UUIDField(_("number of the entry"), null=True)
    answer = models.JSONField(_("answer"), null=True, validators=[HasShape("answer")])

    class Meta:
        verbose_name, verbose_name_plural = _("log entry"), _("log")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["event", "game_id", "version"], name="log_by_game"),
            models.Index(fields=["event", "version"], name="log_by_version"),
            models.Index(fields=["event", "action"], name="log_by_action"),
        ]
        constraints = [models.UniqueConstraint(fields=["event", "uuid"], name="one_entry_per_uuid")]

    def __str__(self) -> str:
        return f"{self.version}: {self.action}"

    @property
    def old_values(self) -> dict[str, Any]:
        """Return the values before the change; empty if the line has none."""
        return self.before or {}

    @property
    def new_values(self) -> dict[str, Any]:
        return self.after or {}

    @property
    def stored_answer(self) -> dict[str, Any]:
        return self.answer or {}
