"""Details of an event for people, and kept lines of its tournament file: no entry, table or pairing reads them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import RatedBy
from tournaments.domain.event.event_details import LONGEST_ARBITER, LONGEST_CODE, LONGEST_DEPUTIES, LONGEST_RATE
from tournaments.domain.stored_values import HasShape, check_link, check_links


class EventDetails(models.Model):
    """The details of one event, made with it."""

    event = models.OneToOneField("Event", models.CASCADE, primary_key=True, related_name="details")
    organiser = models.CharField(_("organiser"), max_length=120, blank=True)
    federation = models.CharField(
        _("federation"),
        max_length=3,
        blank=True,
        help_text=_("FIDE’s three letters for the federation that reports the event, for example GER."),
    )
    venue = models.CharField(_("venue"), max_length=200, blank=True, help_text=_("The building and its address."))
    map_link = models.URLField(
        _("link to a map"),
        max_length=300,
        blank=True,
        validators=[check_link],
        help_text=_("If empty, a search for the venue on OpenStreetMap."),
    )
    chief_arbiter = models.CharField(
        _("chief arbiter"),
        max_length=LONGEST_ARBITER,
        blank=True,
        help_text=_("With title and FIDE ID, for example IA Ada Berg (4600000)."),
    )
    deputy_arbiters = models.TextField(
        _("deputy arbiters"),
        max_length=LONGEST_DEPUTIES,
        blank=True,
        help_text=_("One per line, with title and FIDE ID."),
    )
    rate_of_play = models.CharField(
        _("rate of play"),
        max_length=LONGEST_RATE,
        blank=True,
        help_text=_("For example 90 min + 30 s, or 90 min for 40 moves + 30 min + 30 s per move."),
    )
    time_control = models.CharField(
        _("rate of play as a code"),
        max_length=LONGEST_CODE,
        blank=True,
        help_text=_(
            "In seconds, as in FIDE’s files: 5400+30, or 40/5400+30:1800+30. If empty, it is derived from the words."
        ),
    )
    rated_by = models.CharField(_("rated"), max_length=8, choices=RatedBy, default=RatedBy.NOT_SAID, blank=True)
    announcement = models.TextField(
        _("announcement"),
        max_length=10_000,
        blank=True,
        help_text=_("Everything a player wants to know before the event: entry, fees, prizes, accommodation."),
    )
    links = models.TextField(
        _("links"),
        max_length=2000,
        blank=True,
        validators=[check_links],
        help_text=_("One per line: the address, a space, and the name of the link."),
    )
    # What a tournament file said that has no field of its own, line by line: an export gives it back.
    file_lines = models.JSONField(
        _("lines of the file"),
        default=list,
        blank=True,
        editable=False,
        validators=[HasShape("lines of a file")],
    )

    class Meta:
        verbose_name, verbose_name_plural = _("details of an event"), _("details of events")

    def __str__(self) -> str:
        return f"Details of {self.event}"
