"""The forms that set up a new event in a few steps: what and where, the rounds, the tie-breaks."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from django import forms
from django.conf import settings as django_settings
from django.forms.models import fields_for_model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairing.plan import fitting, stages, usual_plans
from tournaments.domain.choices import System
from tournaments.domain.disciplines import Discipline, Preset
from tournaments.domain.usual_orders import TEAM_ORDERS
from tournaments.forms.event_settings import (
    OF_TEAMS,
    USUAL_BOARDS,
    normalize_colours,
    prepare_match_fields,
)
from tournaments.forms.tiebreak_order import TEAM_PRESETS
from tournaments.forms.time_zones import TimeZoneSelect, time_zone_choices
from tournaments.models import Event
from tournaments.queries.rounds.plan import find_last_pairing_round, read_plan


class Way(NamedTuple):
    """A usual way to play an event; `rounds` is the number offered, `least` the smallest possible one.

    `make` builds the plan of so many rounds, and None means that it needs the number of players. Without `asks_rounds`
    the number of rounds follows from the players.
    """

    key: str
    title: Promise
    text: Promise
    system: System
    rounds: int
    make: Callable[[int], stages.Plan] | None
    least: int = 1
    of_teams: bool = False
    asks_rounds: bool = True


WAYS = (
    Way(
        "swiss",
        _("Swiss system"),
        _("Players with equal points meet in each round. The pairings follow FIDE’s rules (Dutch system)."),
        System.SWISS,
        7,
        usual_plans.swiss,
    ),
    Way(
        "german-championship",
        _("German Scrabble championship"),
        _("Groups of four for three rounds, then Swiss without repeat pairings, the finalists’ round and a final."),
        System.SWISS,
        20,
        usual_plans.german_championship,
        5,
    ),
    Way(
        "new-swiss",
        _("Swiss without repeat pairings"),
        _("Neighbours in the table who have not met yet play each other in each round."),
        System.SWISS,
        5,
        lambda rounds: stages.check_plan([stages.Stage("new-swiss", 1, rounds)]),
    ),
    Way(
        "pools-and-brackets",
        _("Pools, then brackets A and B"),
        _(
            "Pools of four by lot: winners meet, losers meet, then the barrage. The first two of each pool play for A, "
            "the others for B. The number of rounds follows from the number of players."
        ),
        System.SWISS,
        6,
        lambda _rounds: usual_plans.pools_and_brackets(),
        asks_rounds=False,
    ),
    Way(
        "concours",
        _("Concours A, B, C"),
        _(
            "Knock-out by lot. Who loses the first game of A plays on in B, who loses the first game of B in C. "
            "The number of rounds follows from the number of players."
        ),
        System.SWISS,
        5,
        lambda _rounds: usual_plans.concours(),
        asks_rounds=False,
    ),
    Way(
        "cup",
        _("Cup (knock-out)"),
        _(
            "Single games; a drawn match goes on with rapid games, blitz games and an Armageddon game. The number of "
            "rounds follows from the number of players."
        ),
        System.SWISS,
        4,
        lambda _rounds: usual_plans.cup(),
        asks_rounds=False,
    ),
    Way(
        "final-four",
        _("Swiss system and final four"),
        _(
            "First the rounds of the Swiss system; then the first four play semi-finals, a final and a match for "
            "place 3."
        ),
        System.SWISS,
        7,
        usual_plans.final_four,
    ),
    Way(
        "round-robin",
        _("Round robin"),
        _("Everybody meets everybody once. The number of rounds follows from the number of players."),
        System.ROUND_ROBIN,
        9,
        None,
    ),
)


TEAM_WAYS = (
    Way(
        "team-swiss",
        _("Swiss system for teams"),
        _("Teams with equal points meet in each round. The pairings follow FIDE’s rules for teams."),
        System.SWISS,
        7,
        usual_plans.swiss_of_teams,
    ),
    Way(
        "team-cup",
        _("Team cup (knock-out)"),
        _(
            "Single matches; where both have as many points, the Berlin score decides, then the place in the list. The "
            "losers of the semi-finals play for place 3. The number of rounds follows from the number of teams."
        ),
        System.SWISS,
        4,
        lambda _rounds: usual_plans.team_cup(),
        asks_rounds=False,
    ),
    WAYS[-1]._replace(
        text=_("Every team meets every other team once. The number of rounds follows from the number of teams.")
    ),
)


def make_plan(way: Way, rounds: int, players: int) -> stages.Plan | None:
    """Return the plan of so many rounds for those who are entered, None if it can't be made yet."""
    return fitting.fit_plan(way.make(rounds), players or usual_plans.PLAYERS) if way.make else None


def list_ways(event: Event) -> list[Way]:
    """Return the usual ways to play the game of an event, the most common one first."""
    return list(TEAM_WAYS) if event.of_teams else [way for way in WAYS if way.key in event.game.ways]


def list_orders(event: Event) -> list[Preset]:
    """Return the usual orders of tie-breaks for an event, the most common first: key, title, notation."""
    if event.of_teams:
        return list_team_orders(event)
    usual = event.game.orders[System(event.system)]
    return sorted(event.game.presets, key=lambda preset: preset.order != usual)


def list_team_orders(event: Event) -> list[Preset]:
    """Return the usual orders of a team event, first the one for its system and its first score."""
    usual = TEAM_ORDERS[event.team_score, event.system]
    found = [Preset(key, title, notation) for key, (title, notation) in TEAM_PRESETS.items()]
    return sorted(found, key=lambda preset: preset.order != usual)


def read_choice(event: Event) -> dict[str, str | int]:
    """Return how an event is played and its rounds; the most common way before anything was chosen."""
    known = list_ways(event)
    if event.system == System.ROUND_ROBIN:
        return {"way": "round-robin", "rounds": event.planned_rounds}
    chosen = find_way(known, read_plan(event))
    if chosen:
        return {"way": chosen.key, "rounds": find_last_pairing_round(read_plan(event)) or chosen.rounds}
    return {"way": known[0].key, "rounds": known[0].rounds}


def find_way(known: Sequence[Way], plan: stages.Plan) -> Way | None:
    """Return the way that a plan was made of: the one with the same stages, or else the same beginning."""
    usual = {way: way.make(max(way.least, 5)) for way in known if way.make}
    same = [way for way in usual if _mark(usual[way]) == _mark(plan)]
    begins = [way for way in usual if plan and usual[way][0].system == plan[0].system]
    return next(iter([*same, *begins]), None)


def _mark(plan: stages.Plan) -> list[tuple[str, object]]:
    """Return what tells usual plans apart."""
    return [(stage.system, stage.settings.get("consolations")) for stage in plan]


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
    name = forms.CharField(label=_("Name of the event"), max_length=120)
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

    def facts(self) -> dict[str, Any]:
        """Return what a valid form says of the event; teams are for chess."""
        found = dict(self.cleaned_data)
        of_teams = found.pop("of_teams") and Discipline(found["discipline"]).rules.allows_teams
        return found | ({"team_boards": USUAL_BOARDS, "line_up_in_order": True} if of_teams else {})


class RoundsForm(forms.Form):
    """The second step: how the event is played and for how many rounds; in a team event, also its matches."""

    way = forms.ChoiceField(label=_("How is it played?"), widget=forms.RadioSelect)
    rounds = forms.IntegerField(label=_("Number of rounds"), min_value=1, max_value=60, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event):
        self.ways = {way.key: way for way in list_ways(event)}
        self.of_teams = OF_TEAMS if event.of_teams else ()
        known = {name: getattr(event, name) for name in self.of_teams}
        super().__init__(data, label_suffix="", initial=read_choice(event) | known)
        if not all(way.asks_rounds for way in self.ways.values()):
            self.fields["rounds"].help_text = _("Not needed where the number of players decides.")
        cast(forms.ChoiceField, self.fields["way"]).choices = [(way.key, way.title) for way in self.ways.values()]
        self.fields |= fields_for_model(Event, self.of_teams)
        if self.of_teams:
            prepare_match_fields(self)
            self.fields["team_boards"].help_text = ""

    def matches(self) -> list[forms.BoundField]:
        """Return the fields of a match, none where single players meet."""
        return [self[name] for name in self.of_teams]

    def match(self) -> dict[str, Any]:
        """Return what a valid form says of a match."""
        found = {name: self.cleaned_data[name] for name in self.of_teams}
        return found | ({"team_colours": normalize_colours(found["team_colours"])} if found else {})

    def clean(self) -> dict[str, Any]:
        """Refuse fewer rounds than the chosen way needs; where the players decide, any number will do."""
        super().clean()
        found = self.cleaned_data
        way, rounds = self.ways.get(found.get("way", "")), found.get("rounds")
        if way and (not way.asks_rounds or (not rounds and not way.make)):
            found["rounds"] = way.rounds
        elif not rounds and "rounds" not in self.errors:
            self.add_error("rounds", forms.Field.default_error_messages["required"])
        elif way and rounds and rounds < way.least:
            self.add_error("rounds", _("This needs at least %(least)s rounds.") % {"least": way.least})
        return found


class OrderForm(forms.Form):
    """The third step: who is ahead among players with equal points."""

    order = forms.ChoiceField(label=_("Who is ahead when points are equal?"), widget=forms.RadioSelect)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event):
        known = list_orders(event)
        current = next((key for key, _title, notation in known if notation == event.tiebreaks), known[0][0])
        super().__init__(data, label_suffix="", initial={"order": current})
        cast(forms.ChoiceField, self.fields["order"]).choices = [(key, title) for key, title, _notation in known]
