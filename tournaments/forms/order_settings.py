"""The settings of an event that change values of criteria, as they stand beside the order of the tie-breaks."""

from collections.abc import Mapping
from typing import Any

from django import forms

from tournaments.domain.choices import System
from tournaments.forms.event_fields import make_fields
from tournaments.forms.event_settings import setting_names, settings_digest
from tournaments.models import Event

OF_VALUES = ("edition", "early_withdrawals", "rating_method", "tiebreak_ratings", "unrated_rating")


class OrderSettingsForm(forms.Form):
    """Some settings of one event; it never changes the event itself. `seen_settings` is what the page was made of."""

    seen_settings = forms.CharField(widget=forms.HiddenInput, required=False, max_length=16)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event):
        known = set(setting_names(event)) - ({"early_withdrawals"} if event.system != System.ROUND_ROBIN else set())
        names = [name for name in OF_VALUES if name in known]
        self.stored = event.read_fields(names)
        sent = data if data is not None and "seen_settings" in data else None
        super().__init__(sent, initial=self.stored | {"seen_settings": settings_digest(event)}, label_suffix="")
        self.fields = make_fields(names) | self.fields

    def listed(self) -> list[forms.BoundField]:
        """Return the fields that are shown."""
        return [self[name] for name in self.stored]

    def changes(self) -> dict[str, Any]:
        """Return the settings that differ from those of the event; none where the form was not sent or is wrong."""
        if not self.is_bound or not self.is_valid():
            return {}
        return {name: self.cleaned_data[name] for name, old in self.stored.items() if self.cleaned_data[name] != old}
