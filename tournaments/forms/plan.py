"""The form of the plan: a line for each stage that has not begun, with a field for each setting of its system."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from pairing.brackets import deciding
from pairing.plan import fitting, stages, usual_plans
from pairing.plan.stage_settings import OF_FIELD, PROGRAM, SYSTEMS, without_program
from tiebreaks.facts.size import MOST_ROUNDS
from tiebreaks.refusal import Refusal
from tournaments.forms.plan_fields import FIELDS, OF_PLAYERS, PlayOffField, from_field_value, to_field_value
from tournaments.models import Event
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds import plan
from tournaments.queries.rounds.games import last_drawn_round
from tournaments.wording import brackets, pairings

NEW = "new"
MOST_STAGES = 12


class StageForm(forms.Form):
    """One stage that has not begun, with the settings of its `system`; an empty system removes the stage."""

    last = forms.IntegerField(label=_("Last round"), min_value=1, max_value=MOST_ROUNDS, required=False)
    system = forms.ChoiceField(label=_("System"), required=False)

    def __init__(
        self,
        event: Event,
        data: Mapping[str, Any] | None = None,
        *,
        stage: stages.Stage | None = None,
        whole: stages.Plan = (),
        prefix: str,
        players: int = 0,
    ):
        super().__init__(data, label_suffix="", prefix=prefix)
        self.event, self.stage, self.players, self.whole = event, stage, players, whole
        place = whole.index(stage) if stage else 0
        self.is_after_duels = place > 0 and whole[place - 1].system in stages.DUELS
        self.shown = stage.system if stage else ""
        none = _("(remove this stage)") if stage else _("(no further stage)")
        known = [(name, pairings.pairing_system(name)) for name in stages.systems_for(event.of_teams)]
        cast(forms.ChoiceField, self.fields["system"]).choices = [("", none), *known]
        self.fields["last"].initial, self.fields["system"].initial = stage and stage.last, self.shown
        if self.shown in stages.DUELS or (stage and fitting.is_whole_table(stage, is_after_duels=self.is_after_duels)):
            self.fields["last"].help_text = _("It follows from the settings and the number of players.")
        if self.is_bound and self.data.get(self.add_prefix("system")) != self.shown:
            return  # another system begins with its usual settings
        for name in SYSTEMS.get(self.shown, ()):
            is_of_field = name in OF_FIELD and self.shown not in stages.DUELS
            if is_of_field and not self.is_after_duels:
                continue
            if stage is not None and not (event.of_teams and name in OF_PLAYERS):
                self._add_setting(name, stage.get(name))

    def _add_setting(self, name: str, value: Any) -> None:
        field = self.fields[name] = FIELDS[name]()
        field.initial = to_field_value(name, value)
        if isinstance(field, PlayOffField):
            known = {"has_scores": self.event.game.has_scores, "of_teams": self.event.of_teams}
            field.offer(brackets.list_rules(list(brackets.RULES), **known), of_teams=self.event.of_teams)
            field.initial = " ".join(brackets.list_rules(value.split(), **known))
        if isinstance(field, forms.TypedChoiceField):  # such as an engine that does not know teams
            setting, choices = SYSTEMS[self.shown][name], cast("list[Any]", field.choices)
            field.choices = [choice for choice in choices if setting.is_valid(choice[0])]
        if name == "counting" and not self.event.game.has_scores:
            counting = cast(forms.ChoiceField, field)
            counting.choices = [choice for choice in cast("list[Any]", counting.choices) if choice[0] != deciding.SUM]

    @property
    def in_words(self) -> list[str]:
        """Say what a stage comes to for the players who are entered."""
        if self.stage is None:
            return []
        known = {"has_scores": self.event.game.has_scores, "of_teams": self.event.of_teams}
        return brackets.describe_stage_ahead(self.whole, self.stage, self.players, **known)

    @property
    def settings_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name in FIELDS]

    def clean(self) -> dict[str, Any]:
        super().clean()
        found = self.cleaned_data
        is_open = found.get("system") and found["system"] not in stages.DUELS
        if is_open and not found.get("last") and "last" not in self.errors:
            self.add_error("last", _("Enter the last round of this stage."))
        return found

    def settings(self) -> dict[str, Any]:
        """Return the settings that differ from the defaults; those of another system are not carried over."""
        if self.cleaned_data["system"] != self.shown:
            return {}
        known = SYSTEMS[self.shown]
        values = {name: from_field_value(name, self.cleaned_data[name]) for name in known if name in self.fields}
        if self.stage and values.get("accelerated"):  # a file may have brought another acceleration than Baku's
            values["accelerated"] = self.stage.get("accelerated") or True
        return {name: value for name, value in values.items() if value != known[name].default}


class ProgramForm(forms.Form):
    """The pairing program of the stage that is being played: all follow the same rules, so it can still change."""

    def __init__(self, stage: stages.Stage, data: Mapping[str, Any] | None):
        super().__init__(data, label_suffix="", prefix="running")
        self.stage, setting = stage, SYSTEMS[stage.system][PROGRAM]
        field = cast(forms.TypedChoiceField, FIELDS[PROGRAM]())
        field.choices = [choice for choice in cast("list[Any]", field.choices) if setting.is_valid(choice[0])]
        field.required, field.initial = False, stage.get(PROGRAM)
        self.fields[PROGRAM] = field

    def change(self) -> stages.Stage:
        """Return the stage with the program that was chosen, if one was."""
        wanted, others = self.cleaned_data[PROGRAM], without_program(self.stage.settings)
        if not wanted:
            return self.stage
        is_usual = wanted == SYSTEMS[self.stage.system][PROGRAM].default
        return self.stage._replace(settings=others if is_usual else {**others, PROGRAM: wanted})


class PlanForm:
    """The stages that can be changed, one form for each, and an empty form after them."""

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None):
        last = last_drawn_round(event)
        self.players = participants_of(event).filter(withdrawn_from=None).count()
        whole = plan.read_plan(event)
        self.begun = [stage for stage in whole if stage.first <= last]
        still = [stage for stage in whole if stage.first > last]
        known = (stage for stage in self.begun if last < stage.last and PROGRAM in SYSTEMS.get(stage.system, ()))
        self.running = next(known, None)
        self.program = ProgramForm(self.running, data) if self.running else None
        self.forms = [
            StageForm(event, data, stage=stage, whole=whole, prefix=f"stage-{place}", players=self.players)
            for place, stage in enumerate(still)
        ]
        self.forms.append(StageForm(event, data, prefix=NEW, players=self.players))
        self.error = ""

    def is_valid(self) -> bool:
        """Check each field, then whether the stages follow each other; a refusal is shown at its field."""
        found = [
            form.is_valid() for form in (*self.forms, *filter(None, [self.program]))
        ]  # validate all of them, not only up to the first error
        if not all(found):
            return False
        try:
            stages.check_plan(self.plan())
        except Refusal as refusal:
            self.refuse(refusal)
            return False
        return True

    def plan(self) -> list[stages.Stage]:
        wish = [self.program.change() if self.program and stage == self.running else stage for stage in self.begun]
        for form in self.kept():
            first = wish[-1].last + 1 if wish else 1
            stage = stages.Stage(
                form.cleaned_data["system"], first, form.cleaned_data["last"] or first, form.settings()
            )
            players = self.players or usual_plans.PLAYERS
            wish.append(fitting.fit_stage(stage, players, wish[-1] if wish else None))
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
