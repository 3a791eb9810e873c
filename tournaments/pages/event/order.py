"""The page of the order of the tie-breaks: a draft with its mistakes, its effect, and what could be added to it."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.order.advice import SHARED_RANK, advise_on_order
from tiebreaks.order.choices import check_cuts, read_name
from tiebreaks.order.notation import read_criterion, read_order
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.domain.disciplines import RULES, Preset
from tournaments.domain.rounds.fide_mode import Departure
from tournaments.models import Event
from tournaments.pages.event.order_choices import FoundChoices, SwitchGroup, find_choices, list_switches
from tournaments.pages.event.order_decides import (
    ChangedValues,
    Decides,
    Further,
    describe_separations,
    list_further,
    list_values,
    write_left,
)
from tournaments.queries.event.departures import foresee_order
from tournaments.queries.event.earlier_orders import EarlierOrder, read_earlier_orders
from tournaments.queries.players.participants import participants_of
from tournaments.queries.rounds.games import has_results
from tournaments.queries.standings.order_choices import count_rounds, fits_event
from tournaments.queries.standings.order_effect import NO_SETTINGS, Move, read_effect
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import criteria, sentences

PRESETS = tuple(preset for rules in RULES.values() for preset in rules.presets)
TEAM_PRESETS = tuple(preset for rules in RULES.values() for preset in rules.team_presets)


class OrderLine(NamedTuple):
    """One criterion of a draft as it was typed; `error` says what is wrong with it. `key` is unique in the draft."""

    text: str
    key: str
    name: str
    formula: str
    error: str
    switches: list[SwitchGroup] = []
    decides: Decides | None = None


class OrderDraft(NamedTuple):
    """An order that is not saved: its lines, the whole order (None while a line is wrong), a mistake of the whole."""

    lines: list[OrderLine]
    order: tuple[ChosenCriterion, ...] | None
    error: str = ""

    @property
    def notation(self) -> str:
        return ",".join(line.text for line in self.lines)


class OrderView(NamedTuple):
    """A draft with its effect: whose place it changes of how many, who stays level, advice, and what could be added.

    `moves` is None while a line is wrong; `departures` are how the draft would leave FIDE mode.
    """

    draft: OrderDraft
    is_changed: bool
    needs_reason: bool
    moves: list[Move] | None
    values: list[ChangedValues]
    left: str
    further: list[Further]
    departures: list[Departure]
    participants: int
    advice: list[tuple[str, str, bool]]
    found: FoundChoices
    presets: tuple[Preset, ...]
    earlier: list[EarlierOrder]


def order_view(
    reader: Reader, draft: OrderDraft, text: str = "", settings: Mapping[str, Any] = NO_SETTINGS
) -> OrderView:
    """Return what the page shows of a draft, and of other `settings`; `text` is what its list is searched for."""
    event = reader.event
    effect = read_effect(reader, draft.order, settings) if draft.order else None
    lines = add_switches(reader, draft.lines)
    if effect and effect.separations:
        decides = describe_separations(effect.separations, effect.names)
        lines = [line._replace(decides=each) for line, each in zip(lines, decides, strict=True)]
    return OrderView(
        draft._replace(lines=lines),
        is_changed=draft.notation != event.tiebreaks or bool(settings),
        needs_reason=has_results(event),
        moves=effect.moves if effect else None,
        values=list_values(effect.values) if effect else [],
        left=write_left(effect.pairs_left) if effect and effect.separations else "",
        further=list_further(effect.further) if effect else [],
        departures=foresee_departures(event, draft),
        participants=participants_of(event).count(),
        advice=list_advice(reader, draft.order) if draft.order else [],
        found=find_choices(reader, text),
        presets=event.game.team_presets if event.of_teams else event.game.presets,
        earlier=read_earlier_orders(event),
    )


def foresee_departures(event: Event, draft: OrderDraft) -> list[Departure]:
    """Return how storing a draft would leave FIDE mode."""
    is_change = draft.order is not None and draft.notation != event.tiebreaks
    return foresee_order(event, draft.notation) if is_change else []


def read_preset(key: str) -> list[str] | None:
    """Return the lines of an order with a name; None for an unknown one."""
    return next((preset.order.split(",") for preset in (*PRESETS, *TEAM_PRESETS) if preset.key == key), None)


def read_draft(texts: Sequence[str], reader: Reader) -> OrderDraft:
    """Read each line by itself, a code or a name, so that each mistake is shown at its line."""
    facts, event = read_standings(reader).facts, reader.event
    lines = [
        read_order_line(text, texts[:index].count(text), partial(fits_event, facts)) for index, text in enumerate(texts)
    ]
    if any(line.error for line in lines):
        return OrderDraft(lines, None)
    try:
        order = read_order(",".join(line.text for line in lines), event.of_teams)
        check_cuts(order, count_rounds(event))
        return OrderDraft(lines, order)
    except Refusal as refusal:
        sentence, written = sentences.refusal(refusal), [line.text for line in lines]
        if refusal.field not in written:
            return OrderDraft(lines, None, sentence)
        last = len(written) - 1 - written[::-1].index(refusal.field)
        lines[last] = lines[last]._replace(error=sentence)
        return OrderDraft(lines, None)


def read_order_line(text: str, seen: int, fits: Callable[[ChosenCriterion], bool]) -> OrderLine:
    """Read one line; `seen` lines before it say the same, and `fits` tells what the event can have."""
    key = f"{re.sub(r'[^0-9A-Za-z]+', '-', text)}-{seen}"
    try:
        chosen = read_name(text, fits)
    except Refusal as refusal:
        return OrderLine(text, key, "", "", sentences.refusal(refusal))
    return OrderLine(chosen.notation, key, criteria.name(chosen), criteria.formula(chosen), "")


def add_switches(reader: Reader, lines: list[OrderLine]) -> list[OrderLine]:
    """Return the lines with the buttons for their modifiers; those with a mistake have none."""
    ranked, texts = read_standings(reader), [line.text for line in lines]
    return [
        line
        if line.error and not line.name
        else line._replace(
            switches=list_switches(
                ranked, reader.event, read_criterion(line.text), [*texts[:index], *texts[index + 1 :]]
            )
        )
        for index, line in enumerate(lines)
    ]


def list_advice(reader: Reader, order: tuple[ChosenCriterion, ...]) -> list[tuple[str, str, bool]]:
    """Return the rules' advice on an order for this event: sentence, article, and whether it may end in ties."""
    found = advise_on_order(read_standings(reader).facts, order)
    return [(sentences.advice(one), criteria.article(one.article), one.code == SHARED_RANK) for one in found]
