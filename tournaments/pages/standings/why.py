"""Why a value is what it is, as values: its terms, what was cut and why, the rule and the edition."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.criteria.berlin import berlin_boards
from tiebreaks.crosstable import Player
from tiebreaks.current_opponents import explain_with_current
from tiebreaks.encounter import Encounter
from tiebreaks.notation import ChosenCriterion, read_criterion
from tiebreaks.numbers import places_to_tell_apart
from tiebreaks.refusal import Refusal
from tiebreaks.standings import Standings
from tiebreaks.teams import event_of
from tiebreaks.working import Term, Working
from tournaments.domain.number_format import UNDEFINED, figure
from tournaments.models import Event
from tournaments.pages.event.state import State, read_state
from tournaments.pages.standings.marks import find_match
from tournaments.pages.standings.standings import Neighbour, find_neighbours, is_signed, list_columns, write_value
from tournaments.queries.standings import consistent_read, read_standings
from tournaments.wording import criteria, games, sentences, teams


class Addend(NamedTuple):
    """One term. `product` is for example "4½ × ½", or ""; `cut` and `note` are reasons in words."""

    round: int | None
    opponent: int | None
    who: str
    value: str
    product: str
    cut: str
    note: str


class Meeting(NamedTuple):
    """A line of direct encounter's mini-table: points against each of the group, "" if they did not meet."""

    number: int
    name: str
    results: tuple[str, ...]
    total: str
    place: str


class Compared(NamedTuple):
    """One comparison of teams: what was compared, and each team's numbers as text."""

    what: str
    numbers: tuple[tuple[str, str], ...]


class WhyView(NamedTuple):
    event: Event
    version: int
    epoch: str
    after: int | None
    base: str
    progress: State
    number: int
    player: str
    slug: str
    label: str
    name: str
    value: str
    formula: str
    rule: str
    terms: tuple[Addend, ...]
    has_cuts: bool
    adds_up: bool
    meetings: tuple[Meeting, ...]
    steps: tuple[Compared, ...]
    remark: str
    code: str
    below: Neighbour | None
    current: str
    current_terms: tuple[Addend, ...]


@consistent_read
def why_view(event: Event, number: int, notation: str, after: int | None = None) -> WhyView | None:
    """Return the explanation of a player's value, or None if the player or the criterion is not in the table."""
    ranked = read_standings(event, after)
    working = read_working(event, number, notation, after)
    index = _index(ranked.order, notation)
    if working is None or index is None:
        return None
    chosen, column, players = ranked.order[index], list_columns(ranked.order)[index], ranked.facts.players
    signed, current = is_signed(chosen), explain_with_current(ranked, number, index)
    return WhyView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        after=after,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(event),
        number=number,
        player=players[number].name,
        slug=column.slug,
        label=column.label,
        name=column.name,
        value=write_value(chosen, working.value, places_to_tell_apart(ranked.column(index).values())),
        formula=criteria.formula(chosen),
        rule=criteria.rule(working),
        terms=tuple(_terms(ranked, chosen, working, signed)),
        has_cuts=any(term.cut for term in working.terms),
        adds_up=working.value is not None and sum(term.value for term in working.uncut_terms) == working.value,
        meetings=tuple(list_meetings(working.encounter, players)) if working.encounter else (),
        steps=list_steps(working.encounter, players) if working.encounter else (),
        remark=criteria.remark(working.encounter) if chosen.criterion.place_group else "",
        code=chosen.code,
        below=find_neighbours(ranked, number)[1],
        current=write_value(chosen, current.value) if current else "",
        current_terms=tuple(build_addend(term, players, signed) for term in current.terms) if current else (),
    )


def read_working(event: Event, number: int, notation: str, after: int | None = None) -> Working | None:
    """Return the working of a player's value, or None if the player or the criterion is not in the table."""
    ranked = read_standings(event, after)
    index = _index(ranked.order, notation)
    return None if index is None or number not in ranked.facts.players else ranked.explain(number, index)


def _index(order: Sequence[ChosenCriterion], notation: str) -> int | None:
    """Find a criterion in the order by either spelling; the first of a repeated one."""
    try:
        wanted = read_criterion(notation).notation
    except Refusal:
        return None
    return next((i for i, chosen in enumerate(order) if chosen.notation == wanted), None)


def _terms(ranked: Standings, chosen: ChosenCriterion, working: Working, signed: bool) -> Iterator[Addend]:
    """Yield the terms; those of a team's boards name the board."""
    for place, term in enumerate(working.terms, start=1):
        written = build_addend(term, ranked.facts.players, signed)
        if chosen.code == "BC":
            written = written._replace(who=teams.name_board_list(place))
        elif chosen.code == "BERLIN" and term.value and term.round is not None:
            match = find_match(ranked.facts, working.player, term.round)
            boards = berlin_boards(event_of(ranked.facts).scheme, match)
            written = written._replace(
                product=" + ".join(f"{figure(made)} × {weight}" for weight, made in boards if made)
            )
        yield written


def build_addend(term: Term, players: Mapping[int, Player], signed: bool) -> Addend:
    """Write one term."""
    opponent = players.get(term.opponent or 0)
    product = f"{figure(term.base)} × {figure(term.weight)}" if term.weight is not None else ""
    return Addend(
        round=term.round,
        opponent=term.opponent,
        who=opponent.name if opponent else games.name_kind(term.kind) if term.round else "",
        value=figure(term.value, signed),
        product=product,
        cut=sentences.reason(term.cut),
        note=sentences.reason(term.reason) or ("" if not opponent else games.name_unplayed(term.kind)),
    )


def list_meetings(encounter: Encounter, players: Mapping[int, Player]) -> Iterator[Meeting]:
    """Yield the lines of direct encounter's mini-table, in the order of its places."""
    places = encounter.places
    group = sorted(encounter.group, key=lambda n: (places[n], -encounter.total(n), n))
    for number in group:
        results = tuple(_result(encounter, number, other) for other in group)
        total, place = figure(encounter.total(number)), str(places[number] or UNDEFINED)
        yield Meeting(number, players[number].name, results, total, place)


def list_steps(encounter: Encounter, players: Mapping[int, Player]) -> tuple[Compared, ...]:
    """Return the successive comparisons of a team criterion."""
    return tuple(
        Compared(
            sentences.reason(step.compared),
            tuple((players[number].name, "  ".join(map(figure, values))) for number, values in step.values.items()),
        )
        for step in encounter.steps
    )


def _result(encounter: Encounter, number: int, other: int) -> str:
    if number == other:
        return "×"
    return figure(encounter.results[number, other]) if (number, other) in encounter.results else ""
