"""The fields of the settings of pairing systems, in words."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from pairing.brackets import deciding, draw, elimination, pools
from pairing.plan import stages
from pairing.plan.stage_settings import MOST_ENTRANTS, MOST_GAMES
from tiebreaks.facts.size import MOST_ROUNDS
from tournaments.wording import brackets, pairings

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

OF_PLAYERS = ("clubs_apart",)  # a team has no club
PLAY_OFF_STEPS = 4


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


class PlayOffWidget(forms.MultiWidget):
    """The rules of a play-off, one list below the other."""

    def __init__(self) -> None:
        super().__init__([forms.Select() for _step in range(PLAY_OFF_STEPS)])

    def decompress(self, value: str | None) -> list[str]:
        rules = (value or "").split()
        return [*rules, *[""] * PLAY_OFF_STEPS][:PLAY_OFF_STEPS]


class PlayOffField(forms.MultiValueField):
    """The rules of a play-off in their order, as one text; a game without scores knows none by spread."""

    widget: type[PlayOffWidget] = PlayOffWidget

    def __init__(self, **options: Any) -> None:
        fields = tuple(forms.ChoiceField(required=False) for _step in range(PLAY_OFF_STEPS))
        super().__init__(fields=fields, require_all_fields=False, **options)
        self.offer(list(brackets.RULES))

    def offer(self, rules: Sequence[str], *, of_teams: bool = False) -> None:
        """Offer the rules that a game knows, or teams."""
        words = brackets.RULES_OF_TEAMS if of_teams else brackets.RULES
        for step, (field, widget) in enumerate(zip(self.fields, self.widget.widgets, strict=True)):
            none = _("(the arbiter decides)") if step == 0 else _("(nothing further)")
            choices = [("", none), *((rule, words[rule]) for rule in rules)]
            cast(forms.ChoiceField, field).choices = choices
            cast(forms.Select, widget).choices = choices
            widget.attrs["aria-label"] = _("If a match is level") if step == 0 else _("If it is still level")

    def compress(self, values: Sequence[str]) -> str:
        return " ".join(filter(None, values))


FIELDS = {
    "seed": number_field(
        _("Seed of the draw"),
        0,
        2**63 - 1,
        _("The same seed gives the same draw. Leave empty to have one chosen at random and stored."),
        required=False,
    ),
    "mode": choice_field(
        _("Method"),
        [
            ("tsh", _("as German tournament directors use it (tsh)")),
            ("matching", _("the best pairing of the whole round")),
        ],
        _("The first method switches to the second when it runs out of time."),
    ),
    "repeats": number_field(
        _("Earlier meetings allowed"),
        0,
        MOST_ROUNDS,
        _("0: nobody meets twice. Leave empty for no limit."),
        required=False,
    ),
    "bye_method": choice_field(
        _("Who gets the bye"),
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
        _("Largest spread change in one game"),
        1,
        10_000,
        _("Leave empty for no limit; games are then kept rather than released."),
        required=False,
    ),
    "draws": boolean_field(_("Games can be drawn")),
    "size": number_field(
        _("Players per pool"),
        pools.LEAST,
        pools.MOST,
        _("Some pools have fewer if the number of players requires it, but none fewer than 3."),
    ),
    "way": choice_field(
        _("Who meets whom"),
        [
            (pools.EVERYBODY, _("all play all")),
            (pools.BARRAGE, _("winners meet, losers meet, then the barrage (pools of 3 and 4)")),
        ],
    ),
    "players": number_field(
        _("Players in the pools"),
        pools.LEAST,
        MOST_ENTRANTS,
        _("The top of the table. Leave empty for all players."),
        required=False,
    ),
    "ties": choice_field(
        _("Ties in a pool"),
        [
            (pools.ENCOUNTER, _("direct encounter first")),
            (pools.FIGURES, _("difference of all scores first, or Sonneborn-Berger")),
        ],
        _("Players who are still tied keep their order from before the pools."),
    ),
    "from_pools": number_field(
        _("Players per pool who advance to the first bracket"),
        1,
        pools.USUAL_SIZE,
        _("After pools: the top of each pool; as many go to each further bracket. Otherwise leave empty."),
        required=False,
    ),
    "field": number_field(
        _("Players who advance"),
        2,
        MOST_ENTRANTS,
        _("The top of the table before these rounds. Leave empty for all players."),
        required=False,
    ),
    "from_each": number_field(
        _("Players per pool who advance"),
        1,
        pools.USUAL_SIZE,
        _("After pools: the top of each pool. Otherwise leave empty."),
        required=False,
    ),
    "entrants": number_field(
        _("Players in the first bracket"),
        2,
        MOST_ENTRANTS,
        _("The top of the table: 2 for a final, 4 for semi-finals, … Leave empty for all players."),
        required=False,
    ),
    "further": number_field(
        _("Further brackets"),
        0,
        99,
        _(
            "For the next players, with the same number in each. After a final of two, 1 gives a match for places 3 "
            "and 4."
        ),
    ),
    "seeding": choice_field(
        _("Seeding"),
        [
            (draw.PLACES, _("by place: the first against the last")),
            (draw.POTS, _("drawn in pots: 1 and 2 apart, then 3–4, 5–8, 9–16 by lot")),
            (draw.LOTS, _("drawn by lot")),
        ],
    ),
    "apart": choice_field(
        _("Kept apart as long as possible"),
        [(draw.NOBODY_APART, _("nobody")), (draw.CLUBS, _("players of one club"))],
    ),
    "games": number_field(_("Games per match"), 1, MOST_GAMES),
    "final_games": number_field(
        _("Games in the final"),
        1,
        MOST_GAMES,
        _("Leave empty for the same number as in the other matches."),
        required=False,
    ),
    "further_games": number_field(
        _("Games per match in the further brackets"),
        1,
        MOST_GAMES,
        _("Leave empty for the same number."),
        required=False,
    ),
    "counting": choice_field(
        _("A match"),
        [
            (deciding.BEST, _("ends once it is decided (best of …)")),
            (deciding.EVERY, _("is played with all its games")),
            (deciding.SUM, _("is played with all its games, and the sum of the spreads decides")),
        ],
    ),
    "play_off": lambda: PlayOffField(label=_("If a match is level"), required=False),
    "losers": choice_field(
        _("The loser"),
        [
            (elimination.OUT, _("is out; losers of the same round share the place")),
            (elimination.THIRD, _("is out; the losers of the semi-finals play for place 3")),
            (elimination.ALL, _("plays on: all places are played out")),
        ],
    ),
    "consolations": number_field(
        _("Consolation brackets"),
        0,
        3,
        _("1: B for those who lose in the first round, 2: also C for those who lose the first round of B, …"),
    ),
    "defeats": choice_field(
        _("Out"), [(1, _("after one lost match")), (2, _("after two lost matches (double elimination)"))], coerce=int
    ),
    "second_final": boolean_field(
        _("Second final"),
        _("In a double elimination: a winner of the final who has lost a match before must win a second final."),
    ),
    "cycles": choice_field(_("All play all"), [(1, _("once")), (2, _("twice, with sides changed"))], coerce=int),
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
        _("All follow FIDE’s rules of 1 February 2026. If one gives up, another takes over."),
    ),
}


def to_field_value(name: str, value: Any) -> Any:
    """Return a setting as its field shows it; the margin is stored in half wins."""
    return Decimal(value) / 2 if name == "half" else value


def from_field_value(name: str, value: Any) -> Any:
    """Return the value of a field as the plan stores it."""
    return int(2 * value) if name == "half" else value


def describe_settings(stage: stages.Stage, *, of_teams: bool) -> list[str]:
    """Describe the settings of a stage that differ from the usual ones."""
    settings = stage.settings.items()
    return [f"{FIELDS[name]().label}: {describe_value(name, value, of_teams=of_teams)}" for name, value in settings]


def describe_value(name: str, value: Any, *, of_teams: bool) -> str:
    field = FIELDS[name]()
    if isinstance(field, PlayOffField):
        return brackets.describe_play_off(value.split(), of_teams=of_teams)
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
