"""What an event says about itself: the groups of its fields, and the form that checks them."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tiebreaks.facts.invisible import drop_invisible, one_line
from tiebreaks.trf.stated_details import read_federation
from tiebreaks.trf.time_control import is_code
from tournaments.domain.event import event_details
from tournaments.forms.event_fields import FieldGroup, digest_fields, make_fields
from tournaments.models import Event

GROUPS = (
    FieldGroup("event", gettext_lazy("Venue and organiser"), ("organiser", "federation", "venue", "map_link")),
    FieldGroup("arbiters", gettext_lazy("Arbiters"), ("chief_arbiter", "deputy_arbiters")),
    FieldGroup("play", gettext_lazy("Rate of play and rating"), ("rate_of_play", "time_control", "rated_by")),
    FieldGroup("words", gettext_lazy("Public texts"), ("announcement", "links")),
)
OF_FIDE = ("federation", "time_control", "rated_by")  # they mean something in chess alone


def detail_names(event: Event) -> list[str]:
    """Return the names of the event details that a game has."""
    left_out = () if event.game.follows_fide else OF_FIDE
    return [name for group in GROUPS for name in group.fields if name not in left_out]


ANNOUNCEMENT = cast(
    str,
    gettext_lazy(
        "Everything a player wants to know before the event: entry, fees, prizes, accommodation. Written in "
        "Markdown: an empty line begins a paragraph, # a heading, - a list item, **bold** is bold, and [a "
        "link](https://example.org) leads elsewhere. Pictures and HTML are left out."
    ),
)
WIDGETS = {
    "map_link": forms.URLInput(attrs={"placeholder": "https://"}),
    "deputy_arbiters": forms.Textarea(attrs={"rows": 3}),
    "announcement": forms.Textarea(attrs={"rows": 14}),
    "links": forms.Textarea(attrs={"rows": 4, "placeholder": "https://example.org/ Website"}),
}


class EventDetailsForm(forms.Form):
    """The details of one event. Pasted text is put into the form in which it is stored."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=16)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event):
        """Show the fields of the event's game; the form never changes `event` itself."""
        names = detail_names(event)
        known = {"seen": digest_fields(event, names)}
        super().__init__(data, initial=event.read_fields(names) | known, label_suffix="")
        self.fields = make_fields(names, WIDGETS) | self.fields
        self.fields["announcement"].help_text = ANNOUNCEMENT
        if "federation" in self.fields:
            self.fields["federation"].widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false"}

    def groups(self) -> Iterator[tuple[str, Promise, list[forms.BoundField]]]:
        """Yield the groups that have fields in this event, each with its key, its title and its fields."""
        for key, title, names in GROUPS:
            if fields := [self[name] for name in names if name in self.fields]:
                yield key, title, fields

    def clean_federation(self) -> str:
        written: str = self.cleaned_data["federation"]
        if written and not read_federation(written):
            raise ValidationError(
                _("“%(text)s” is not the code of a federation: write three letters, for example GER.")
                % {"text": written}
            )
        return read_federation(written)

    def clean_chief_arbiter(self) -> str:
        officials = event_details.list_officials(self.cleaned_data["chief_arbiter"])
        return str(officials[0]) if officials else ""

    def clean_deputy_arbiters(self) -> str:
        return event_details.write_officials(self.cleaned_data["deputy_arbiters"])

    def clean_time_control(self) -> str:
        written = "".join(self.cleaned_data["time_control"].split())
        if written and not is_code(written):
            raise ValidationError(
                _("“%(text)s” is not such a code: write the seconds of each part, for example 5400+30.")
                % {"text": written}
            )
        return written

    def clean_announcement(self) -> str:
        return drop_invisible(self.cleaned_data["announcement"]).replace("\r\n", "\n").strip()

    def clean_links(self) -> str:
        written = event_details.list_lines(drop_invisible(self.cleaned_data["links"]))
        if len(written) > event_details.MOST_LINKS:
            raise ValidationError(_("At most %(most)d links can be listed.") % {"most": event_details.MOST_LINKS})
        return "\n".join(written)

    def clean(self) -> dict[str, Any]:
        """Leave out what nobody sees, and put texts of one line into one line."""
        super().clean()
        several = ("deputy_arbiters", "announcement", "links")
        for name, value in self.cleaned_data.items():
            if isinstance(value, str) and name not in several:
                self.cleaned_data[name] = one_line(value)
        return self.cleaned_data

    def changes(self) -> dict[str, Any]:
        """Return the changed values by field."""
        return {
            name: self.cleaned_data[name] for name in self.changed_data if name in self.cleaned_data and name != "seen"
        }
