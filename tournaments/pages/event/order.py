"""The page of the order of the tie-breaks: a draft with its mistakes, its effect, and what could be added to it."""

from collections.abc import Sequence
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion, Criterion
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.order.advice import PLAYERS_ONLY, SHARED_RANK, advise_on_order
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.domain.disciplines import RULES, Preset
from tournaments.domain.rounds.fide_mode import Departure
from tournaments.models import Event
from tournaments.queries.event.departures import foresee_order
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds.games import has_results
from tournaments.queries.standings.order_effect import Move, find_moves
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import criteria, sentences

# Every game offers the orders of all games.
PRESETS = tuple(preset for rules in RULES.values() for preset in rules.presets)
TEAM_PRESETS = tuple(preset for rules in RULES.values() for preset in rules.team_presets)


class OrderLine(NamedTuple):
    """One criterion of a draft as it was typed; `error` says what is wrong with it. `key` is unique in the draft."""

    text: str
    key: str
    name: str
    formula: str
    error: str


class OrderDraft(NamedTuple):
    """An order that is not saved: its lines, the whole order (None while a line is wrong), a mistake of the whole."""

    lines: list[OrderLine]
    order: tuple[ChosenCriterion, ...] | None
    error: str = ""

    @property
    def notation(self) -> str:
        return ",".join(line.text for line in self.lines)


class OrderView(NamedTuple):
    """A draft with its effect: whose place it changes of how many, the rules' advice, and what could be added.

    `moves` is None while a line is wrong; `departures` are how the draft would leave FIDE mode.
    """

    draft: OrderDraft
    is_changed: bool
    needs_reason: bool
    moves: list[Move] | None
    departures: list[Departure]
    participants: int
    advice: list[tuple[str, str, bool]]
    choices: list[tuple[str, list[tuple[str, str]]]]
    presets: tuple[Preset, ...]


def order_view(reader: Reader, draft: OrderDraft) -> OrderView:
    """Return what the page shows of a draft."""
    event = reader.event
    return OrderView(
        draft,
        is_changed=draft.notation != event.tiebreaks,
        needs_reason=has_results(event),
        moves=find_moves(reader, draft.order) if draft.order else None,
        departures=foresee_departures(event, draft),
        participants=participants_of(event).count(),
        advice=list_advice(reader, draft.order) if draft.order else [],
        choices=list_choices(event),
        presets=TEAM_PRESETS if event.of_teams else PRESETS,
    )


def foresee_departures(event: Event, draft: OrderDraft) -> list[Departure]:
    """Return how storing a draft would leave FIDE mode."""
    is_change = draft.order is not None and draft.notation != event.tiebreaks
    return foresee_order(event, draft.notation) if is_change else []


def read_preset(key: str) -> list[str] | None:
    """Return the lines of an order with a name; None for an unknown one."""
    return next((preset.order.split(",") for preset in (*PRESETS, *TEAM_PRESETS) if preset.key == key), None)


def read_draft(texts: Sequence[str], of_teams: bool = False) -> OrderDraft:
    """Read each line by itself, so that each mistake is shown at its line."""
    lines = [read_order_line(text, texts[:index].count(text)) for index, text in enumerate(texts)]
    if any(line.error for line in lines):
        return OrderDraft(lines, None)
    try:
        return OrderDraft(lines, read_order(",".join(texts), of_teams))
    except Refusal as refusal:
        sentence, written = sentences.refusal(refusal), [line.text for line in lines]
        if refusal.field not in written:
            return OrderDraft(lines, None, sentence)
        last = len(written) - 1 - written[::-1].index(refusal.field)
        lines[last] = lines[last]._replace(error=sentence)
        return OrderDraft(lines, None)


def read_order_line(text: str, seen: int) -> OrderLine:
    """Read one line; `seen` lines before it say the same."""
    key = f"{text.replace('/', '-')}-{seen}"
    try:
        chosen = read_criterion(text)
    except Refusal as refusal:
        return OrderLine(text, key, "", "", sentences.refusal(refusal))
    return OrderLine(chosen.notation, key, criteria.name(chosen), criteria.formula(chosen), "")


def list_advice(reader: Reader, order: tuple[ChosenCriterion, ...]) -> list[tuple[str, str, bool]]:
    """Return the rules' advice on an order for this event: sentence, article, and whether it may end in ties."""
    found = advise_on_order(read_standings(reader).facts, order)
    return [(sentences.advice(one), criteria.article(one.article), one.code == SHARED_RANK) for one in found]


def list_choices(event: Event) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the criteria that fit the event's game in groups, each as its code and name."""
    games = {"swiss", "round-robin", event.discipline} | ({"teams"} if event.of_teams else set())
    fitting = [criterion for criterion in CRITERIA.values() if not (event.of_teams and criterion.code in PLAYERS_ONLY)]
    groups = [
        (
            label,
            [way for c in fitting if criteria.is_in_scope(c, scope) for way in criterion_variants(c, event.of_teams)],
        )
        for label, scope in criteria.GROUPS
        if scope <= games
    ]
    return [(str(label), [(way.notation, criteria.name(way)) for way in found]) for label, found in groups if found]


def criterion_variants(criterion: Criterion, of_teams: bool) -> list[ChosenCriterion]:
    """Return the ways to choose a criterion: in a team event once for each score that it can be computed from."""
    scores = criterion.scores if of_teams else ()
    return [ChosenCriterion(criterion), *(ChosenCriterion(criterion, (), score) for score in scores)]
