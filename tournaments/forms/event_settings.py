"""The settings page: the groups of an event's fields, and the form that checks them.

A new setting is a field of `Event` or `TeamRules` and its name in one of `GROUPS`; the page, the action and the log
follow.
"""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.core.validators import MinValueValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing.plan.stages import knows_points
from tiebreaks.facts.round_factors import read_factors, write_factors
from tournaments.domain.choices import TiebreakRatings
from tournaments.domain.event import accents
from tournaments.forms.event_fields import FieldGroup, digest_fields, make_fields
from tournaments.forms.time_zones import TimeZoneSelect, time_zone_choices
from tournaments.models import Event
from tournaments.queries.rounds.games import has_results, last_paired_round
from tournaments.queries.rounds.plan import read_plan

# Settings of team matches; they count only in team events.
OF_TEAMS = (
    *("team_boards", "team_colours", "team_score", "match_win_points", "match_draw_points", "match_loss_points"),
    *("team_bye_match_points", "team_bye_game_points", "berlin", "line_up_in_order"),
)
# Settings of the board lists of teams; they move nobody in the table.
OF_BOARDS = ("board_of", "board_prize", "board_prize_games")
USUAL_BOARDS = 4
GROUPS = (
    FieldGroup("event", _("The event"), ("name", "place", "starts_on", "ends_on", "time_zone")),
    FieldGroup("public", _("What the public sees"), ("is_public", "may_embed", "accent", "qualifying_places")),
    FieldGroup(
        "game",
        _("The game"),
        (
            "discipline",
            "is_chess960",
            "system",
            "early_withdrawals",
            "planned_rounds",
            "edition",
            "rating_method",
            "tiebreak_ratings",
            "unrated_rating",
            "rating_kind",
            "rating_k",
        ),
    ),
    FieldGroup(
        "desk",
        _("Entering results"),
        ("verification", "shows_provisional", "takes_reports", "has_codes_of_sides", "asks_spread"),
    ),
    FieldGroup("byes", _("Half-point byes"), ("bye_requests", "bye_closed_rounds", "bye_notice")),
    FieldGroup(
        "points",
        _("Points"),
        ("win_points", "draw_points", "loss_points", "forfeit_points", "bye_points", "round_factors"),
    ),
    FieldGroup("teams", _("Team matches"), OF_TEAMS),
    FieldGroup("boards", _("Board prizes"), OF_BOARDS),
    FieldGroup("spread", _("Spread"), ("spread_cap", "bye_spread", "forfeit_spread")),
)
# Fields that mean something in some games alone; every other field is on the page of every event.
OF_FIDE = (
    *("is_chess960", "edition", "rating_method", "tiebreak_ratings", "unrated_rating", "rating_kind", "rating_k"),
    "round_factors",
)
OF_POINTS = ("bye_requests", "bye_closed_rounds", "bye_notice")  # in some rounds at least
OF_SCORES = ("asks_spread", "spread_cap", "bye_spread", "forfeit_spread")
# Changes of these fields can move players in the table, so they need a reason as soon as a result exists.
MOVES_THE_TABLE = {
    *(
        "system",
        "early_withdrawals",
        "planned_rounds",
        "edition",
        "unrated_rating",
        "rating_method",
        "tiebreak_ratings",
    ),
    *("win_points", "draw_points", "loss_points", "forfeit_points", "bye_points", "round_factors"),
    *("spread_cap", "bye_spread", "forfeit_spread"),
    *set(OF_TEAMS) - {"line_up_in_order"},
}
# Fields for events of single players only.
OF_PLAYERS = {"bye_points", "round_factors", *OF_POINTS}
ACCENTS = {accent: name for accent, (name, _colour) in accents.ACCENTS.items()}


def setting_names(event: Event) -> list[str]:
    """Return the names of the settings of an event of this game."""
    game = event.game
    left_out = {
        *(() if game.follows_fide else OF_FIDE),
        *(() if game.allows_teams else (*OF_TEAMS, *OF_BOARDS)),
        *(() if game.has_scores else OF_SCORES),
        *(() if knows_points(read_plan(event)) else OF_POINTS),
        *(() if event.is_long or event.tiebreak_ratings != TiebreakRatings.FIRST else ("tiebreak_ratings",)),
    }
    return [name for group in GROUPS for name in group.fields if name not in left_out]


def settings_digest(event: Event) -> str:
    """Return a short digest of all settings, equal on pages that show the same settings."""
    return digest_fields(event, [name for group in GROUPS for name in group.fields])


def prepare_match_fields(form: forms.BaseForm) -> None:
    """Require at least one board of a match, and offer the usual colour patterns."""
    attrs = {"list": "rows-of-colours", "autocapitalize": "characters", "spellcheck": "false", "placeholder": "WBWB"}
    form.fields["team_colours"].widget.attrs |= attrs
    form.fields["team_boards"].widget.attrs |= {"min": 1, "max": 20}
    form.fields["team_boards"].validators.append(MinValueValidator(1, _("A match has at least one board.")))


def normalize_colours(text: str) -> str:
    """Return a colour pattern as it is stored: capitals without spaces."""
    return "".join(text.split()).upper()


DAYS = {name: forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}) for name in ("starts_on", "ends_on")}


class SettingsForm(forms.Form):
    """The settings of one event. Fields that may no longer change are shown but can't be edited.

    Every chess event's page has the fields of team matches; they show as soon as the event is said to be one of teams.
    """

    of_teams = forms.BooleanField(
        label=_("Teams play against each other"),
        required=False,
        help_text=_("In matches on several boards. Changing this resets the plan and the order of the tie-breaks."),
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=16)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event):
        """Show the fields of the event's game; the form never changes `event` itself."""
        names = setting_names(event)
        boards = event.team_boards or USUAL_BOARDS
        known = {"seen": settings_digest(event), "of_teams": event.of_teams, "team_boards": boards}
        super().__init__(data, initial=event.read_fields(names) | known, label_suffix="")
        self.fields = make_fields(names, DAYS) | self.fields
        self.was_of_teams = event.of_teams
        self.is_of_teams = event.of_teams if data is None else "of_teams" in data
        if "team_boards" in self.fields:
            prepare_match_fields(self)
        else:
            del self.fields["of_teams"]
            self.is_of_teams = False
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), choices=time_zone_choices(), widget=TimeZoneSelect
        )
        self.fields["accent"] = forms.ChoiceField(label=_("Colour"), choices=list(ACCENTS.items()))
        self.needs_reason = has_results(event)
        if last_paired_round(event):
            self.fix("discipline", _("A round is paired: the game can no longer be changed."))
            self.fix_teams(event)
        if event.stages.exists():
            self.fix("planned_rounds", _("Set by the plan on the Pairings page."))

    def fix(self, name: str, why: Promise) -> None:
        """Show a field that can no longer change, and say why."""
        self.fields[name].disabled = True
        self.fields[name].help_text = cast(str, why)

    def fix_teams(self, event: Event) -> None:
        """Show the fields of a match, which can't change once a round is paired."""
        self.is_of_teams = event.of_teams
        if "of_teams" not in self.fields:
            return
        self.fix("of_teams", _("A round is paired: this can no longer be changed."))
        if event.of_teams:
            for name in ("team_boards", "team_colours"):
                self.fix(name, _("A round is paired: the boards of a match can no longer be changed."))

    def groups(self) -> list[tuple[str, Promise, list[forms.BoundField]]]:
        """Return the groups that have fields in this event, each with its key, its title and its fields."""
        groups = [(*group[:2], [self[name] for name in self.shown(group)]) for group in GROUPS]
        return [group for group in groups if group[2]]

    def shown(self, group: FieldGroup) -> list[str]:
        """Return the names of a group's fields in this event; whether teams play is asked with the game."""
        left_out = OF_PLAYERS if self.was_of_teams else set(OF_BOARDS)
        known = [name for name in group.fields if name in self.fields and name not in left_out]
        return [*known, "of_teams"] if group.key == "game" and "of_teams" in self.fields else known

    @property
    def not_asked(self) -> set[str]:
        """Return the names of fields that do not count: those of matches or those of single players."""
        boards = set() if self.was_of_teams and self.is_of_teams else set(OF_BOARDS)
        return boards | (OF_PLAYERS if self.is_of_teams else set(OF_TEAMS))

    def full_clean(self) -> None:
        """Require no field that does not count."""
        for name in self.not_asked:
            if name in self.fields:
                self.fields[name].required = False
        super().full_clean()

    def clean_team_colours(self) -> str:
        return normalize_colours(self.cleaned_data["team_colours"])

    def clean_round_factors(self) -> str:
        """Return rounds that count otherwise as they are stored: "1-9:2,12:0.5"."""
        text = "".join(self.cleaned_data["round_factors"].replace("–", "-").replace("½", ".5").split())
        try:
            return write_factors(read_factors(text))
        except ValueError:
            raise forms.ValidationError(
                _("Write rounds and how many times they count, up to 10: 1-9:2, or 3:0.5. No round stands there twice.")
            ) from None

    def clean(self) -> dict[str, Any]:
        """Check fields that depend on each other."""
        super().clean()
        found = self.cleaned_data
        for name in self.not_asked:
            self.errors.pop(name, None)
            found.pop(name, None)
        first, last = found.get("starts_on"), found.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day is before the first."))
        points = [found.get(f"{name}_points") for name in ("win", "draw", "loss")]
        stated = [value for value in points if value is not None]
        if stated == points and stated != sorted(stated, reverse=True):
            self.add_error(
                "draw_points",
                _("A win must be worth at least as much as a draw, and a draw at least as much as a loss."),
            )
        if self.needs_reason and MOVES_THE_TABLE & set(self.changes()) and not found.get("reason"):
            self.add_error("reason", _("There are already results and the table may change: give a reason."))
        return found

    def changes(self) -> dict[str, Any]:
        """Return the changed values by field."""
        known = {name for group in GROUPS for name in group.fields}
        names = [name for name in self.changed_data if name in known and name in self.cleaned_data]
        if self.is_of_teams == self.was_of_teams:
            return {name: self.cleaned_data[name] for name in names}
        boards = self.cleaned_data.get("team_boards") or 0
        return {name: self.cleaned_data[name] for name in names} | {"team_boards": boards * self.is_of_teams}
