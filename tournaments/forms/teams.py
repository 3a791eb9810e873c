"""The form of a team and of one more player for it."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.imports import player_fields
from tournaments.models import Event, Team

OWN_FIELDS = ("name", "short_name", "captain")


class TeamForm(forms.ModelForm):  # type: ignore[type-arg]  # no parameter at run time
    """A team's own fields, and one more player for the end of its list."""

    new_name = forms.CharField(label=_("Name"), max_length=80, required=False)
    new_rating = forms.CharField(label=_("Rating"), max_length=10, required=False)
    new_title = forms.CharField(label=_("Title"), max_length=4, required=False)

    class Meta:
        model = Team
        fields = OWN_FIELDS
        help_texts = {"short_name": _("At most five characters, for narrow tables.")}

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event, team: Team | None):
        """Start with the values of a team; the form never changes `team` itself."""
        self.event = event
        known = forms.model_to_dict(team, OWN_FIELDS) if team else {}
        super().__init__(data, initial=known, label_suffix="")

    def clean(self) -> dict[str, Any]:
        """Read the new player like a line of a list."""
        super().clean()
        found = self.cleaned_data
        texts = {name: found.get(f"new_{name}", "") for name in ("name", "rating", "title")}
        if not any(texts.values()):
            return found
        values, mistakes = player_fields.read_player_cells(texts, self.event)
        for name, mistake in mistakes.items():
            self.add_error(f"new_{name}", mistake)
        return found | {"newcomer": values}

    def refuse(self, field: str, sentence: str) -> None:
        """Show a sentence at its field, or at the top where the form has no such field."""
        self.add_error(field if field in self.fields else None, sentence)

    def team_fields(self) -> dict[str, str]:
        """Return the values of the team's own fields."""
        return {name: self.cleaned_data[name] for name in OWN_FIELDS}
