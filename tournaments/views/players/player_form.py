"""The form of one player, with the same fields and rules as the columns of an imported list."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairing.plan.stages import knows_points
from tiebreaks.facts.titles import TITLES
from tiebreaks.refusal import Refusal
from tournaments.domain.choices import RatingMethod
from tournaments.domain.players import name_matching
from tournaments.imports import player_fields, player_list
from tournaments.models import Event, Player
from tournaments.queries.rounds.plan import read_plan
from tournaments.wording import sentences

ASKED = (
    *(
        "name",
        "rating",
        "national_rating",
        "title",
        "club",
        "federation",
        "sex",
        "birth_date",
        "fide_id",
        "national_id",
    ),
)
SEXES = [("", "–"), ("w", gettext_lazy("female")), ("m", gettext_lazy("male"))]


class PlayerForm(forms.Form):
    """What is asked of one player, read as the columns of a list are; `again` lets a name pass that is like another."""

    again = forms.BooleanField(required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event, player: Player | None = None) -> None:
        own: tuple[str, ...] = ("own_rating",) if event.rating_method == RatingMethod.OTHER else ()
        own = (*own, "rating_k") if event.game.follows_fide else own
        if player and (event.is_long or player.later_ratings):
            own = (*own, "later_ratings")
        byes = ("no_half_byes",) if player and event.can_depart and knows_points(read_plan(event)) else ()
        self.asked = (*ASKED, *own, *byes, *(("team",) if event.of_teams else ()))
        known = {name: player_list.read_known_value(player, name) for name in self.asked} if player else {}
        super().__init__(data, initial=known, label_suffix="")
        self.event, self.player = event, player
        self.similar: Player | None = None
        for name in (*ASKED, *own):
            field = player_fields.BY_NAME[name]
            self.fields[name] = forms.CharField(label=str(field.title), required=name == "name", max_length=120)
        if "later_ratings" in own:
            self.fields["later_ratings"].help_text = _("For example 5:2110, 8:2095: from round 5 and from round 8 on.")
        if "rating_k" in own:
            self.fields["rating_k"].help_text = _("As FIDE’s rating list has it: 40, 20 or 10. Empty if it is unknown.")
        if player and event.game.follows_fide and player.title not in ("", *TITLES):
            self.fields["title"].help_text = _("“%(title)s” is not a title of FIDE. It stays until you change it.") % {
                "title": player.title
            }
        if event.of_teams:
            teams = [(name, name) for name in event.teams.order_by("start_number").values_list("name", flat=True)]
            self.fields["team"] = forms.ChoiceField(label=_("Team"), choices=[("", "–"), *teams], required=False)
        if byes:
            title = str(player_fields.NO_HALF_BYES.title)
            self.fields["no_half_byes"] = forms.BooleanField(label=title, required=False)
        self.fields["sex"] = forms.ChoiceField(label=_("Sex"), choices=SEXES, required=False)

    def clean(self) -> dict[str, Any]:
        """Read every text as the column of a list would be read; ask about a new name like one that is here."""
        data = super().clean() or {}
        texts = {name: str(data.get(name) or "") for name in self.asked}
        values, wrong = player_fields.read_player_cells(texts, self.event)
        if self.player and texts["title"] == self.player.title:
            values["title"] = self.player.title
            wrong.pop("title", None)
        for name, sentence in wrong.items():
            if name not in self.errors:
                self.add_error(name, sentence)
        if not self.errors and self.player is None and not data["again"]:
            self.similar = find_alike(self.event, values["name"])
        return data | values

    def values(self) -> dict[str, object]:
        """Return what a valid form says of the player."""
        return {name: self.cleaned_data[name] for name in self.asked}

    def refuse(self, refusal: Refusal) -> None:
        """Put the reason of a refusal at the field that it is about."""
        self.add_error(refusal.field if refusal.field in self.fields else None, sentences.refusal(refusal))


def find_alike(event: Event, name: str) -> Player | None:
    """Return the player whose name is equal or alike, None where there is none. One query."""
    players = {player.number: player for player in event.players.all()}
    keys = {number: name_matching.comparison_key(player.name) for number, player in players.items()}
    found = name_matching.find_similar(name, keys)
    return players[found[0]] if found else None
