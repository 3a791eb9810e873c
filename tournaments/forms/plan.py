"""The form of the plan: a line for each stage that has not begun, with a field for each setting of its system."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from pairing import stages
from tiebreaks.refusal import Refusal
from tournaments.models import Event
from tournaments.queries import plan
from tournaments.queries.games import last_paired_round
from tournaments.wording import pairings

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

NEW = "new"
MOST_STAGES = 12
OF_PLAYERS = ("clubs_apart",)  # a team has no club


type Label = str | _StrPromise
type MakeField = Callable[[], forms.Field]


def number_field(label: Label, least: int, most: int, text: Label = "", *, required: bool = True) -> MakeField:
    """Return a maker of a number field; where it may be left empty, that means no limit."""
    return lambda: forms.IntegerField(label=label, min_value=least, max_value=most, help_text=text, required=required)


def boolean_field(label: Label, text: Label = "") -> MakeField:
    return lambda: forms.BooleanField(label=label, help_text=text, required=False)


def choice_field(
    label: Label, options: Sequence[tuple[Any, Label]], text: Label = "", coerce: Callable[[Any], Any] = str
) -> MakeField:
    return lambda: forms.TypedChoiceField(label=label, choices=options, help_text=text, coerce=coerce)


def margin_field(label: Label, text: Label) -> MakeField:
    return lambda: forms.DecimalField(
        label=label, help_text=text, min_value=0, max_value=10, step_size=Decimal("0.5"), decimal_places=1
    )


FIELDS = {
    "seed": number_field(
        _("Seed of the draw"),
        0,
        2**63 - 1,
        _("The same seed draws the same groups. Leave empty to have one chosen at random and stored."),
        required=False,
    ),
    "mode": choice_field(
        _("Method"),
        [
            ("tsh", _("as German tournament directors know it (tsh)")),
            ("matching", _("the best pairing of the whole round")),
        ],
        _("The first method switches to the second when it runs out of time."),
    ),
    "repeats": number_field(
        _("Earlier meetings allowed"),
        0,
        stages.MOST_ROUNDS,
        _("0: nobody meets twice. Leave empty for no limit."),
        required=False,
    ),
    "bye_method": choice_field(
        _("Who has the bye"),
        [
            ("german", _("German: the n-th from the bottom, n rounds before the end")),
            ("bottom-up", _("the lowest of those with the fewest byes")),
            ("top-down", _("the highest of those with the fewest byes")),
            ("always-bottom", _("always the last")),
        ],
    ),
    "clubs_apart": boolean_field(_("Keep players of one club apart")),
    "balance_firsts": boolean_field(_("Balance who plays first")),
    "places": number_field(_("Places in the final"), 1, 99),
    "half": margin_field(_("Margin in wins"), _("A player further ahead than this is a finalist by the rule.")),
    "spread": number_field(
        _("Margin in spread"), 0, 10_000, _("Needed by a player who is ahead by exactly the margin in wins.")
    ),
    "swing": number_field(
        _("Most that one game changes the spread"),
        1,
        10_000,
        _("Leave empty for no limit; games are then kept rather than released."),
        required=False,
    ),
    "draws": boolean_field(_("Games can be drawn")),
    "games": number_field(
        _("Games of the final, at most"), 1, 5, _("Best of this many games; a match ends as soon as it is decided.")
    ),
    "placements": number_field(_("Placement matches"), 0, 99, _("1: for places 3 and 4, 2: also for 5 and 6, …")),
    "placement_games": number_field(_("Games of a placement match, at most"), 1, 5),
    "cycles": choice_field(
        _("Everybody meets everybody"), [(1, _("once")), (2, _("twice, with sides changed"))], coerce=int
    ),
    "turn_last_two": boolean_field(
        _("Swap the last two rounds of the first cycle"),
        _("Avoids the same colour three times in a row. Only for a double round robin."),
    ),
    "initial": choice_field(_("Colour drawn for number 1"), [("W", _("White")), ("B", _("Black"))]),
    "colours": choice_field(
        _("Colour preferences of the teams"),
        [("typea", _("simple (type A)")), ("typeb", _("strong and mild (type B)")), ("nocolor", _("none"))],
        _("A team’s colour is the one on its board 1. FIDE’s default is simple."),
    ),
    "accelerated": boolean_field(
        _("Accelerated rounds (Baku)"), _("The upper half gets an extra point for the pairings of the first rounds.")
    ),
    "engine": choice_field(
        _("Pairing program"),
        [
            ("usual", _("Crosstable’s own")),
            ("gacrux", "gacrux"),
            ("bbpPairings", _("bbpPairings, if the server has it")),
        ],
        _("All follow the rules of 1 February 2026 (C.04.3). Where one gives up, another takes over."),
    ),
}


class StageForm(forms.Form):
    """One stage that has not begun, with the settings of its `system`; an empty system removes the stage."""

    last = forms.IntegerField(label=_("Last round"), min_value=1, max_value=stages.MOST_ROUNDS, required=False)
    system = forms.ChoiceField(label=_("System"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        stage: stages.Stage | None = None,
        of_teams: bool = False,
        prefix: str | None = None,
    ):
        super().__init__(data, label_suffix="", prefix=prefix)
        self.stage, self.shown = stage, stage.system if stage else ""
        none = _("(remove this stage)") if stage else _("(no further stage)")
        known = [(name, pairings.pairing_system(name)) for name in stages.systems_for(of_teams)]
        cast(forms.ChoiceField, self.fields["system"]).choices = [("", none), *known]
        self.fields["last"].initial, self.fields["system"].initial = stage and stage.last, self.shown
        if self.is_bound and self.data.get(self.add_prefix("system")) != self.shown:
            return  # another system begins with its usual settings
        for name in stages.SYSTEMS.get(self.shown, ()):
            if stage is None or (of_teams and name in OF_PLAYERS):
                continue
            self.fields[name] = FIELDS[name]()
            self.fields[name].initial = to_field_value(name, stage.get(name))

    @property
    def settings_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name in FIELDS]

    def clean(self) -> dict[str, Any]:
        super().clean()
        found = self.cleaned_data
        if found.get("system") and not found.get("last") and "last" not in self.errors:
            self.add_error("last", _("Enter the last round of this stage."))
        return found

    def settings(self) -> dict[str, Any]:
        """Return the settings that differ from the defaults; those of another system are not carried over."""
        if self.cleaned_data["system"] != self.shown:
            return {}
        known = stages.SYSTEMS[self.shown]
        values = {name: from_field_value(name, self.cleaned_data[name]) for name in known if name in self.fields}
        return {name: value for name, value in values.items() if value != known[name].default}


class PlanForm:
    """The stages that can be changed, one form for each, and an empty form after them."""

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None):
        last = last_paired_round(event)
        whole = plan.read_plan(event)
        self.begun = [stage for stage in whole if stage.first <= last]
        still = [stage for stage in whole if stage.first > last]
        of_teams = event.of_teams
        self.forms = [
            StageForm(data, stage=stage, of_teams=of_teams, prefix=f"stage-{place}")
            for place, stage in enumerate(still)
        ]
        self.forms.append(StageForm(data, of_teams=of_teams, prefix=NEW))
        self.error = ""

    def is_valid(self) -> bool:
        """Check each field, then whether the stages follow each other; a refusal is shown at its field."""
        found = [form.is_valid() for form in self.forms]  # validate all of them, not only up to the first error
        if not all(found):
            return False
        try:
            stages.check_plan(self.plan())
        except Refusal as refusal:
            self.refuse(refusal)
            return False
        return True

    def plan(self) -> list[stages.Stage]:
        wish = list(self.begun)
        for form in self.kept():
            first = wish[-1].last + 1 if wish else 1
            wish.append(stages.Stage(form.cleaned_data["system"], first, form.cleaned_data["last"], form.settings()))
        return wish

    def kept(self) -> list[StageForm]:
        return [form for form in self.forms if form.cleaned_data["system"]]

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal at its field; the stage in “stage 2: games” is counted from the first stage of the plan."""
        word, _space, rest = refusal.field.partition(" ")
        number, _colon, name = rest.partition(": ")
        place = int(number) - 1 - len(self.begun) if word == "stage" else -1
        if 0 <= place < len(self.kept()):
            form = self.kept()[place]
            form.add_error(name if name in form.fields else "last", pairings.describe_plan_refusal(refusal))
        else:
            self.error = pairings.describe_plan_refusal(refusal)


def to_field_value(name: str, value: Any) -> Any:
    """Return a setting as its field shows it; the margin is stored in half wins."""
    return Decimal(value) / 2 if name == "half" else value


def from_field_value(name: str, value: Any) -> Any:
    """Return the value of a field as the plan stores it."""
    return int(2 * value) if name == "half" else value


def describe_settings(stage: stages.Stage) -> list[str]:
    """Describe the settings of a stage that differ from the usual ones."""
    return [f"{FIELDS[name]().label}: {describe_value(name, value)}" for name, value in stage.settings.items()]


def describe_value(name: str, value: Any) -> str:
    field = FIELDS[name]()
    if isinstance(field, forms.BooleanField):
        return pairings.yes_or_no(value)
    if isinstance(field, forms.TypedChoiceField):
        return str(dict(cast("list[tuple[Any, Any]]", field.choices))[value])
    return (
        pairings.no_limit()
        if value is None
        else f"{to_field_value(name, value).normalize():f}"
        if name == "half"
        else str(value)
    )
