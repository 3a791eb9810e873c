"""Why one player ranks above another, as values: both workings line by line, and what decides."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.facts.crosstable import Player
from tiebreaks.ranking.comparison import ComparedStep, ComparedTerms, Comparison, compare
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import Refusal
from tiebreaks.table.working import Term
from tiebreaks.values.expressions import add
from tiebreaks.values.numbers import Value, places_to_tell_apart
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.standings.columns import is_signed, list_columns, write_criterion_value
from tournaments.pages.standings.working import (
    MiniTable,
    TeamsCompared,
    list_comparisons,
    make_mini_table,
    write_left,
    write_term_results,
)
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import find_deciding_course, is_knock_out
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import criteria, duels, sentences


class ComparedSide(NamedTuple):
    """What one of the two has in a line; `left` is for example "4½ × ½ =", and `result` stands beside the value."""

    value: str
    left: str
    result: str
    cut: bool


class ComparedLine(NamedTuple):
    """One line of both workings. `difference` is "=" on a level line; `notes` pairs names with reasons."""

    round: int | None
    opponent: int | None
    who: str
    each_other: bool
    sides: tuple[ComparedSide, ComparedSide]
    difference: str
    is_level: bool
    notes: tuple[tuple[str, str], ...]


class SideBySide(NamedTuple):
    """One step of both workings."""

    what: str
    values: tuple[str, str]
    difference: str


class CompareView(NamedTuple):
    """`criterion` and everything after it are empty if the two share the rank, or if `matches` decide their places."""

    event: Event
    version: int
    epoch: str
    after: int | None
    base: str
    progress: EventState
    first: int
    second: int
    names: tuple[str, str]
    level: tuple[str, ...]
    is_knock_out: bool = False
    matches: tuple[str, ...] = ()
    criterion: str = ""
    code: str = ""
    slug: str = ""
    values: tuple[str, str] = ("", "")
    difference: str = ""
    formula: str = ""
    rule: str = ""
    lines: tuple[ComparedLine, ...] = ()
    by_opponent: bool = False
    steps: tuple[SideBySide, ...] = ()
    sum: str = ""
    missing: tuple[tuple[str, str], ...] = ()
    mini_table: MiniTable | None = None
    comparisons: tuple[TeamsCompared, ...] = ()

    @property
    def query(self) -> str:
        return f"?after={self.after}" if self.after else ""


@consistent_read
def compare_view(reader: Reader, a: int, b: int, after: int | None = None) -> CompareView | None:
    """Return the comparison of two players in the active language, or None if one is unknown or both are the same."""
    event = reader.event
    ranked = read_standings(reader, after)
    comparison = read_comparison(reader, a, b, after)
    if comparison is None:
        return None
    players = ranked.facts.players
    view = CompareView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        after=after,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        first=comparison.first,
        second=comparison.second,
        names=(players[comparison.first].name, players[comparison.second].name),
        level=tuple(criteria.name(chosen, ranked.order) for chosen in comparison.level),
        is_knock_out=is_knock_out(ranked),
        matches=tuple(list_deciding_duels(reader, ranked, comparison)),
    )
    return add_decision(view, ranked, comparison)


def read_comparison(reader: Reader, a: int, b: int, after: int | None = None) -> Comparison | None:
    """Return the comparison from the core, or None if one is unknown or both are the same."""
    ranked = read_standings(reader, after)
    try:
        comparison = compare(ranked, a, b)
    except (KeyError, Refusal):
        return None
    by_duels = find_deciding_course(ranked, a, b) is not None
    if by_duels or is_knock_out(ranked):
        return Comparison(comparison.first, comparison.second, (), by_duels=by_duels)
    return comparison


def list_deciding_duels(reader: Reader, ranked: Standings, comparison: Comparison) -> list[str]:
    """Say how the matches of two players went, where these decide their places."""
    pair = (comparison.first, comparison.second)
    course = find_deciding_course(ranked, *pair)
    return duels.describe_duels(course, pair, audience.names_of_participants(reader)) if course else []


def add_decision(view: CompareView, ranked: Standings, comparison: Comparison) -> CompareView:
    """Add what decides between the two; nothing where they share the rank."""
    if comparison.workings is None or comparison.column is None:
        return view
    chosen, players = ranked.order[comparison.column], ranked.facts.players
    own, other = comparison.workings
    column, signed = list_columns(ranked.order)[comparison.column], is_signed(chosen)
    names = [players[number].name for number in (comparison.first, comparison.second)]
    places = places_to_tell_apart((own.value, other.value))
    lines = tuple(_line(line, players, names, signed) for line in comparison.lines)
    by_opponent = any(line.opponent or line.each_other for line in comparison.lines)
    return view._replace(
        criterion=column.name,
        code=chosen.code,
        slug=column.slug,
        values=(write_criterion_value(chosen, own.value, places), write_criterion_value(chosen, other.value, places)),
        difference="" if own.encounter else figure(comparison.difference, signed, places),
        formula=criteria.formula(chosen, own.edition),
        rule=criteria.rule(own),
        lines=lines,
        by_opponent=by_opponent,
        steps=tuple(map(_step, comparison.steps[:-1])),
        sum=_sum(comparison, signed, places) if comparison.adds_up else "",
        missing=tuple(
            (name, sentences.remark(working.missing))
            for name, working in zip(names, (own, other), strict=True)
            if working.missing
        ),
        mini_table=make_mini_table(own.encounter, players, comparison.first) if own.encounter else None,
        comparisons=list_comparisons(own.encounter, players) if own.encounter else (),
    )


def _sum(comparison: Comparison, signed: bool, places: int) -> str:
    """Write how the lines that differ give the difference of the values: "2½ − 1¼ = 1¼"."""
    differences = [line.difference for line in comparison.deciding if line.difference is not None]
    left = write_left(add(*differences), comparison.difference)
    return f"{left} {figure(comparison.difference, signed, places)}"


def _step(step: ComparedStep) -> SideBySide:
    one, other = ("" if value is None else figure(value) for value in step.values)
    difference = "" if step.difference is None else figure(step.difference, signed=True) if step.difference else "="
    return SideBySide(sentences.reason(step.code), (one, other), difference)


def _line(line: ComparedTerms, players: Mapping[int, Player], names: list[str], signed: bool) -> ComparedLine:
    who = players[line.opponent].name if line.opponent else ""
    one, other = (_side(terms, value, signed) for terms, value in zip(line.terms, line.values, strict=True))
    difference = "=" if line.is_level else "≠" if line.difference is None else figure(line.difference, signed=True)
    notes = {
        (name, said): None
        for name, terms in zip(names, line.terms, strict=True)
        for term in terms
        for said in (*map(sentences.reason, (term.cut, *term.reasons)), term.written)
        if said
    }
    return ComparedLine(
        line.round, line.opponent, who, line.each_other, (one, other), difference, line.is_level, tuple(notes)
    )


def _side(terms: Sequence[Term], value: Value, signed: bool) -> ComparedSide:
    """Sum up a player's terms of one line; a cut value is shown crossed out."""
    cut = bool(terms) and all(term.cut for term in terms)
    total = sum(term.value for term in terms) if cut else value
    result = write_term_results(*terms)
    if result:
        return ComparedSide("; ".join(figure(term.value) for term in terms), "", result, cut)
    shown = [term.computation for term in terms if cut or not term.cut]
    products = [part for computation in shown if computation for part in ("+", *computation)][1:]
    left = write_left(tuple(products), total) if all(shown) else ""
    return ComparedSide(figure(total, signed) if terms else "", left, "", cut)
