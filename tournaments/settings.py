"""The settings page: which fields of an event stand in which group, and the form that checks them.

A new setting is a field of `Event` and its name in one of `GROUPS`; the page, the action and the log follow.
"""

import copy
import hashlib
from typing import NamedTuple
from zoneinfo import available_timezones

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import accents, queries
from tournaments.models import Discipline, Event


class Group(NamedTuple):
    key: str
    title: Promise
    fields: tuple[str, ...]


GROUPS = (
    Group("event", _("The event"), ("name", "place", "starts_on", "ends_on", "time_zone")),
    Group("public", _("What everybody sees"), ("is_public", "may_embed", "accent", "qualifying_places")),
    Group(
        "game",
        _("The game"),
        ("discipline", "system", "planned_rounds", "edition", "unrated_rating", "rating_kind", "rating_k"),
    ),
    Group("desk", _("Entering results"), ("verification", "shows_provisional", "takes_reports", "asks_spread")),
    Group("byes", _("Half-point byes"), ("bye_requests", "bye_closed_rounds", "bye_notice")),
    Group("points", _("Points"), ("win_points", "draw_points", "loss_points", "bye_points")),
    Group("spread", _("Spread"), ("spread_cap", "bye_spread", "forfeit_spread")),
)
# Fields that mean something in some games alone; every other field stands on the page of every event.
ONLY = {
    "edition": {Discipline.CHESS},
    "unrated_rating": {Discipline.CHESS},
    "rating_kind": {Discipline.CHESS},
    "rating_k": {Discipline.CHESS},
    "asks_spread": {Discipline.SCRABBLE, Discipline.PETANQUE},
    "spread_cap": {Discipline.SCRABBLE, Discipline.PETANQUE},
    "bye_spread": {Discipline.SCRABBLE, Discipline.PETANQUE},
    "forfeit_spread": {Discipline.SCRABBLE, Discipline.PETANQUE},
}
# A change of these moves people in the table: it needs a reason as soon as a result exists.
MOVES_THE_TABLE = {
    *("system", "planned_rounds", "edition", "unrated_rating"),
    *("win_points", "draw_points", "loss_points", "bye_points"),
    *("spread_cap", "bye_spread", "forfeit_spread"),
}
ACCENTS = {accent: name for accent, (name, _colour) in accents.ACCENTS.items()}


def zones() -> list:
    """Return every time zone as choices, in groups by continent with Europe first."""
    groups: dict[str, list[tuple[str, str]]] = {"Europe": []}
    for zone in sorted(available_timezones()):
        area, slash, town = zone.partition("/")
        if slash and area not in ("Etc", "posix", "right", "SystemV"):
            groups.setdefault(area, []).append((zone, town.replace("_", " ")))
    return [("UTC", "UTC"), *groups.items()]


def names_of(event: Event) -> list[str]:
    """Name the settings that an event of this game has."""
    return [name for group in GROUPS for name in group.fields if event.discipline in ONLY.get(name, Discipline.values)]


def seen(event: Event) -> str:
    """Return a short digest of all settings: two pages that show the same settings carry the same one."""
    text = "\0".join(f"{name}={getattr(event, name)}" for group in GROUPS for name in group.fields)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class SettingsForm(forms.ModelForm):
    """The settings of one event. Fields that no longer may change are shown and can't be edited."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=16)

    class Meta:
        model = Event
        fields = [name for group in GROUPS for name in group.fields]
        widgets = {
            "starts_on": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            "ends_on": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        }

    def __init__(self, data=None, *, event: Event):
        """Keep the fields of the event's game; `event` itself stays as it is whatever is typed."""
        super().__init__(data, instance=copy.copy(event), initial={"seen": seen(event)}, label_suffix="")
        for name in set(self._meta.fields) - set(names_of(event)):
            del self.fields[name]
        self.fields["time_zone"] = forms.ChoiceField(label=_("Time zone"), choices=zones())
        self.fields["accent"] = forms.ChoiceField(label=_("Colour"), choices=list(ACCENTS.items()))
        self.needs_reason = queries.has_results(event)
        if queries.last_paired(event):
            self.fix("discipline", _("A round is paired: the game can't change any more."))
        if event.stages.exists():
            self.fix("planned_rounds", _("Follows from the plan on the page of pairings."))

    def fix(self, name: str, why: Promise) -> None:
        """Show a field that can't change any more, and say why."""
        self.fields[name].disabled = True
        self.fields[name].help_text = why

    def groups(self) -> list[tuple[Promise, list[forms.BoundField]]]:
        """Return the groups that have a field here, each as its title and its fields."""
        groups = [(group.title, [self[name] for name in group.fields if name in self.fields]) for group in GROUPS]
        return [(title, fields) for title, fields in groups if fields]

    def clean(self):
        """Check what several fields say together."""
        found = super().clean()
        first, last = found.get("starts_on"), found.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first."))
        win, draw, loss = (found.get(f"{name}_points") for name in ("win", "draw", "loss"))
        if None not in (win, draw, loss) and not win >= draw >= loss:
            self.add_error("draw_points", _("A win is worth at least a draw, and a draw at least a loss."))
        if self.needs_reason and MOVES_THE_TABLE & set(self.changed_data) and not found.get("reason"):
            self.add_error("reason", _("Results are in already and the table may change: say why."))
        return found

    def changes(self) -> dict:
        """Return what was changed, by field."""
        return {name: self.cleaned_data[name] for name in self.changed_data if name in self._meta.fields}
