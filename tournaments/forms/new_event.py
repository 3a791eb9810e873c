"""The forms that set up a new event: what and where, the rounds, and another order of the tie-breaks."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.conf import settings as django_settings
from django.utils.translation import gettext_lazy as _

from tournaments.domain.disciplines import Discipline
from tournaments.domain.rounds.usual_ways import list_ways
from tournaments.forms.event_fields import make_fields
from tournaments.forms.event_settings import (
    OF_TEAMS,
    USUAL_BOARDS,
    normalize_colours,
    prepare_match_fields,
)
from tournaments.forms.time_zones import TimeZoneSelect, time_zone_choices
from tournaments.models import Event


class NewEventForm(forms.Form):
    """The first step: what is played, where and when."""

    discipline = forms.ChoiceField(
        label=_("What is played?"), choices=Discipline, initial=Discipline.CHESS, widget=forms.RadioSelect
    )
    of_teams = forms.BooleanField(
        label=_("Teams play against each other"),
        required=False,
        help_text=_("In matches on several boards; the next step asks how many."),
    )
    name = forms.CharField(
        label=_("Name of the event"), max_length=120, widget=forms.TextInput(attrs={"autofocus": True})
    )
    place = forms.CharField(label=_("Place"), max_length=80, required=False)
    starts_on = forms.DateField(
        label=_("First day"), required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=_("Leave empty for a one-day event."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=time_zone_choices,
        widget=TimeZoneSelect,
        help_text=_("All times of the event are in this zone."),
    )
    is_dry_run = forms.BooleanField(
        label=_("Practice run"),
        required=False,
        help_text=_("A dry run: every page says so, and it can be deleted at any time."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None):
        super().__init__(data, label_suffix="", initial={"time_zone": django_settings.TIME_ZONE})

    def clean(self) -> dict[str, Any]:
        """Refuse an event that ends before it begins."""
        super().clean()
        found = self.cleaned_data
        if found.get("starts_on") and found.get("ends_on") and found["ends_on"] < found["starts_on"]:
            self.add_error("ends_on", _("The last day is before the first."))
        return found

    def fields_of_event(self) -> dict[str, Any]:
        """Return the event's fields of a valid form; only chess has teams."""
        found = dict(self.cleaned_data)
        of_teams = found.pop("of_teams") and Discipline(found["discipline"]).rules.allows_teams
        return found | ({"team_boards": USUAL_BOARDS, "line_up_in_order": True} if of_teams else {})


class RoundsForm(forms.Form):
    """The second step: how the event is played and for how many rounds; in a team event, also its matches."""

    way = forms.ChoiceField(label=_("How is it played?"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(label=_("Number of rounds"), min_value=1, max_value=60, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event, chosen: Mapping[str, str | int]):
        """Offer the ways to play the event's game; `chosen` is how it is played so far, and for how many rounds."""
        self.ways = {way.key: way for way in list_ways(event.game, of_teams=event.of_teams)}
        self.of_teams = OF_TEAMS if event.of_teams else ()
        super().__init__(data, label_suffix="", initial={**chosen, **event.read_fields(self.of_teams)})
        if event.is_in_fide_mode:
            self.fields["asks_for_fide"] = forms.BooleanField(required=False, initial=True, widget=forms.HiddenInput)
            self.fields["for_fide"] = forms.BooleanField(
                label=_("To be rated by FIDE"),
                required=False,
                initial=True,
                help_text=_(
                    "The event keeps to FIDE’s rules, and you are asked before something departs from them. Without "
                    "the tick it is not in FIDE mode, which can’t be entered later."
                ),
            )
        if not all(way.asks_rounds for way in self.ways.values()):
            self.fields["rounds"].help_text = _("Not needed if it follows from the number of players.")
        cast(forms.ChoiceField, self.fields["way"]).choices = [(way.key, way.title) for way in self.ways.values()]
        self.fields |= make_fields(self.of_teams)
        if self.of_teams:
            prepare_match_fields(self)
            self.fields["team_boards"].help_text = ""

    def matches(self) -> list[forms.BoundField]:
        """Return the fields of a match, none where single players meet."""
        return [self[name] for name in self.of_teams]

    @property
    def leaves_fide_mode(self) -> bool:
        """Tell whether a valid form says that FIDE will not rate the event; an older page of it says nothing."""
        found = self.cleaned_data
        return bool(found.get("asks_for_fide")) and not found["for_fide"]

    def match(self) -> dict[str, Any]:
        """Return what a valid form says of a match."""
        found = {name: self.cleaned_data[name] for name in self.of_teams}
        return found | ({"team_colours": normalize_colours(found["team_colours"])} if found else {})

    def clean(self) -> dict[str, Any]:
        """Refuse fewer rounds than the chosen way needs; where the players decide, nothing is asked."""
        super().clean()
        found = self.cleaned_data
        way, rounds = self.ways.get(found.get("way", "")), found.get("rounds")
        if way and not way.asks_rounds:
            found["rounds"] = way.rounds
        elif not rounds and "rounds" not in self.errors:
            self.add_error("rounds", forms.Field.default_error_messages["required"])
        elif way and rounds and rounds < way.least:
            self.add_error("rounds", _("This needs at least %(least)s rounds.") % {"least": way.least})
        return found


class OrderForm(forms.Form):
    """Another order of the tie-breaks than the one that is usual for how the event is played."""

    order = forms.ChoiceField(label=_("How are ties broken?"), widget=forms.RadioSelect)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event):
        known = event.game.list_presets(event.system, event.first_score)
        current = next((preset.key for preset in known if preset.order == event.tiebreaks), known[0].key)
        super().__init__(data, label_suffix="", initial={"order": current})
        cast(forms.ChoiceField, self.fields["order"]).choices = [(preset.key, preset.title) for preset in known]
