"""The order of the tie-breaks while it is being changed: a draft with its mistakes, and its effect."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tiebreaks.criteria.criterion import ChosenCriterion, Criterion
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.order import presets
from tiebreaks.order.advice import PLAYERS_ONLY, SHARED_RANK, advise_on_order
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.refusal import Refusal
from tournaments.access.reader import reader_of
from tournaments.domain.choices import System, TeamScore
from tournaments.domain.disciplines import RULES
from tournaments.domain.usual_orders import TEAM_ORDERS
from tournaments.models import Event
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import criteria, sentences

PRESETS = {preset.key: (preset.title, preset.order) for rules in RULES.values() for preset in rules.presets}
TEAM_PRESETS = {
    "teams-swiss": (_("Teams, Swiss system"), TEAM_ORDERS[TeamScore.MATCH_POINTS, System.SWISS]),
    "teams-round-robin": (_("Teams, round robin"), TEAM_ORDERS[TeamScore.MATCH_POINTS, System.ROUND_ROBIN]),
    "teams-boards-swiss": (_("Board points first, Swiss system"), TEAM_ORDERS[TeamScore.GAME_POINTS, System.SWISS]),
    "teams-boards-round-robin": (
        _("Board points first, round robin"),
        TEAM_ORDERS[TeamScore.GAME_POINTS, System.ROUND_ROBIN],
    ),
    "olympiad": (_("Chess Olympiad since 2010"), presets.PRESETS["olympiad-2026"]),
    "olympiad-2008": (_("Chess Olympiad 2008"), presets.PRESETS["olympiad-2008"]),
    "teams-berlin": (_("German league with Berlin"), "MP,GP,EDE,BERLIN"),
}
ALL_PRESETS = {**PRESETS, **TEAM_PRESETS}
GROUPS = (
    (_("For every system"), {"swiss", "round-robin"}),
    (_("For the Swiss system"), {"swiss"}),
    (_("For round robins"), {"round-robin"}),
    *((rules.criteria_title, {str(game)}) for game, rules in RULES.items() if rules.criteria_title),
    (_("For teams"), {"teams"}),
)


class Line(NamedTuple):
    """One criterion of a draft as it was typed; `error` says what is wrong with it. `key` is unique in the draft."""

    text: str
    key: str
    name: str
    formula: str
    error: str


class Draft(NamedTuple):
    """An order that is not saved: its lines, the whole order (None while a line is wrong), a mistake of the whole."""

    lines: list[Line]
    order: tuple[ChosenCriterion, ...] | None
    error: str = ""

    @property
    def notation(self) -> str:
        return ",".join(line.text for line in self.lines)


def presets_for(event: Event) -> Mapping[str, tuple[Promise, str]]:
    """Return the usual orders for an event by their key: title and notation."""
    return TEAM_PRESETS if event.of_teams else PRESETS


def read_draft(texts: Sequence[str], of_teams: bool = False) -> Draft:
    """Read each line by itself, so that each mistake is shown at its line."""
    lines = [read_line(text, texts[:index].count(text)) for index, text in enumerate(texts)]
    if any(line.error for line in lines):
        return Draft(lines, None)
    try:
        return Draft(lines, read_order(",".join(texts), of_teams))
    except Refusal as refusal:
        sentence, written = sentences.refusal(refusal), [line.text for line in lines]
        if refusal.field not in written:
            return Draft(lines, None, sentence)
        last = len(written) - 1 - written[::-1].index(refusal.field)
        lines[last] = lines[last]._replace(error=sentence)
        return Draft(lines, None)


def read_line(text: str, seen: int) -> Line:
    """Read one line; `seen` lines before it say the same."""
    key = f"{text.replace('/', '-')}-{seen}"
    try:
        chosen = read_criterion(text)
    except Refusal as refusal:
        return Line(text, key, "", "", sentences.refusal(refusal))
    return Line(chosen.notation, key, criteria.name(chosen), criteria.formula(chosen), "")


def move_line[Text](lines: list[Text], at: int | None, by: int) -> list[Text]:
    """Exchange a line with the one before it (`by` is -1) or behind it (1); beyond the ends nothing moves."""
    if at is None or not (0 <= at < len(lines) and 0 <= at + by < len(lines)):
        return lines
    moved = list(lines)
    moved[at], moved[at + by] = moved[at + by], moved[at]
    return moved


def remove_line[Text](lines: list[Text], at: int | None) -> list[Text]:
    return [line for place, line in enumerate(lines) if place != at]


def list_advice(event: Event, order: tuple[ChosenCriterion, ...]) -> list[tuple[str, str, bool]]:
    """Return the rules' advice on an order for this event: sentence, article, and whether it may end in ties."""
    found = advise_on_order(read_standings(reader_of(event)).facts, order)
    return [(sentences.advice(one), criteria.article(one.article), one.code == SHARED_RANK) for one in found]


def list_choices(event: Event) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the criteria that fit the event's game in groups, each as its code and name."""
    games = {"swiss", "round-robin", event.discipline} | ({"teams"} if event.of_teams else set())
    fitting = [criterion for criterion in CRITERIA.values() if not (event.of_teams and criterion.code in PLAYERS_ONLY)]
    groups = [
        (label, [way for c in fitting if is_in_scope(c, scope) for way in criterion_variants(c, event.of_teams)])
        for label, scope in GROUPS
        if scope <= games
    ]
    return [(str(label), [(way.notation, criteria.name(way)) for way in found]) for label, found in groups if found]


def criterion_variants(criterion: Criterion, of_teams: bool) -> list[ChosenCriterion]:
    """Return the ways to choose a criterion: in a team event once for each score that it can be computed from."""
    scores = criterion.scores if of_teams else ()
    return [ChosenCriterion(criterion), *(ChosenCriterion(criterion, (), score) for score in scores)]


def is_in_scope(criterion: Criterion, scope: set[str]) -> bool:
    """Return whether a criterion is listed under a scope: its systems, or its game where it is for one game only."""
    systems = set(criterion.scope) & {"swiss", "round-robin"}
    return systems == scope if systems else bool(set(criterion.scope) & scope)
