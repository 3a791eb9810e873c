"""The form for a forbidden pairing."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.rounds.forbidden_pairings import Apart, ForbiddenPairingDefinition


class ForbiddenPairingForm(forms.Form):
    """The players kept apart, and in which rounds. The style sheet hides the fields that the rule does not use."""

    rule = forms.ChoiceField(label=_("Kept apart"), choices=Apart)
    player = forms.TypedMultipleChoiceField(label=_("Player"), coerce=int, required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)
    federation = forms.ChoiceField(label=_("Federation"), required=False)
    from_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=999)
    to_round = forms.IntegerField(
        label=_("To round"), min_value=1, max_value=999, required=False, help_text=_("If empty: to the end.")
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        people: Sequence[tuple[int, str]],
        clubs: Sequence[str],
        federations: Sequence[str],
        coming: int,
    ):
        """Take the participants, their clubs and federations, and the round that is drawn next."""
        super().__init__(data, label_suffix="", initial={"rule": Apart.LIST, "from_round": coming})
        self.set_choices("player", people)
        self.set_choices("club", [("", _("every club")), *((club, club) for club in clubs)])
        each = _("every federation")
        self.set_choices("federation", [("", each), *((name, name) for name in federations)])
        if not clubs and not federations:
            self.set_choices("rule", [(Apart.LIST.value, Apart.LIST.label)])

    def set_choices(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        """Offer these in a field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def definition(self) -> ForbiddenPairingDefinition:
        """Return the forbidden pairing of a valid form."""
        got = self.cleaned_data
        text, rounds = got.get(got["rule"], ""), (got["from_round"], got["to_round"])
        return ForbiddenPairingDefinition(got["rule"], got["player"], text, *rounds)
