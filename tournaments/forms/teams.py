"""What is asked of a team."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.imports import player_fields
from tournaments.models import Team


class TeamForm(forms.ModelForm):
    """A team's own fields, and one more player for the end of its list."""

    new_name = forms.CharField(label=_("Name"), max_length=80, required=False)
    new_rating = forms.CharField(label=_("Rating"), max_length=10, required=False)
    new_title = forms.CharField(label=_("Title"), max_length=4, required=False)

    class Meta:
        model = Team
        fields = ("name", "short_name", "captain")
        help_texts = {"short_name": _("At most five characters, for narrow tables.")}

    def __init__(self, data=None, *, team: Team | None):
        """Begin with what is known of a team; `team` itself stays as it is whatever is typed."""
        known = forms.model_to_dict(team, self._meta.fields) if team else {}
        super().__init__(data, initial=known, label_suffix="")

    def clean(self):
        """Read the new player as a line of a list is read."""
        found = super().clean()
        texts = {name: found.get(f"new_{name}", "") for name in ("name", "rating", "title")}
        if not any(texts.values()):
            return found
        values, wrong = player_fields.read_line(texts)
        for name, said in wrong.items():
            self.add_error(f"new_{name}", said)
        return found | {"newcomer": values}

    def refuse(self, field: str, sentence: str) -> None:
        """Put a sentence at its field, at the top where it has none."""
        self.add_error(field if field in self.fields else None, sentence)

    def team_fields(self) -> dict[str, str]:
        """Return what is to be stored of the team."""
        return {name: self.cleaned_data[name] for name in self._meta.fields}
