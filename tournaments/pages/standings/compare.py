"""Why one player ranks above another, as values: both workings line by line, and what decides."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse

from tiebreaks import comparison as comparing
from tiebreaks.comparison import Comparison, compare
from tiebreaks.crosstable import Player
from tiebreaks.numbers import Value, places_to_tell_apart
from tiebreaks.refusal import Refusal
from tiebreaks.standings import Standings
from tiebreaks.working import Term
from tournaments.domain.number_format import MINUS, figure
from tournaments.models import Event
from tournaments.pages.event.state import State, read_state
from tournaments.pages.standings.standings import is_signed, list_columns, write_value
from tournaments.pages.standings.why import Compared, Meeting, list_meetings, list_steps
from tournaments.queries.standings import consistent_read, read_standings
from tournaments.wording import criteria, sentences


class Side(NamedTuple):
    """What one of the two has in a line; `product` is for example "4½ × ½", "" if the value is no product."""

    value: str
    product: str
    cut: bool


class Line(NamedTuple):
    """One line of both workings. `difference` is "" if both have the same; `notes` pairs names with reasons."""

    round: int | None
    opponent: int | None
    who: str
    each_other: bool
    sides: tuple[Side, Side]
    difference: str
    notes: tuple[tuple[str, str], ...]


class CompareView(NamedTuple):
    """`criterion` and everything after it are empty if the two share the rank."""

    event: Event
    version: int
    epoch: str
    after: int | None
    base: str
    progress: State
    first: int
    second: int
    names: tuple[str, str]
    level: tuple[str, ...]
    criterion: str = ""
    code: str = ""
    slug: str = ""
    values: tuple[str, str] = ("", "")
    difference: str = ""
    formula: str = ""
    rule: str = ""
    lines: tuple[Line, ...] = ()
    by_opponent: bool = False
    sum: str = ""
    meetings: tuple[Meeting, ...] = ()
    steps: tuple[Compared, ...] = ()

    @property
    def query(self) -> str:
        return f"?after={self.after}" if self.after else ""


@consistent_read
def compare_view(event: Event, a: int, b: int, after: int | None = None) -> CompareView | None:
    """Return the comparison of two players in the active language, or None if one is unknown or both are the same."""
    ranked = read_standings(event, after)
    comparison = read_comparison(event, a, b, after)
    if comparison is None:
        return None
    players = ranked.facts.players
    view = CompareView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        after=after,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(event),
        first=comparison.first,
        second=comparison.second,
        names=(players[comparison.first].name, players[comparison.second].name),
        level=tuple(criteria.name(chosen, ranked.order) for chosen in comparison.level),
    )
    return _add_decision(view, ranked, comparison)


def read_comparison(event: Event, a: int, b: int, after: int | None = None) -> Comparison | None:
    """Return the comparison from the core, or None if one is unknown or both are the same."""
    try:
        return compare(read_standings(event, after), a, b)
    except (KeyError, Refusal):
        return None


def _add_decision(view: CompareView, ranked: Standings, comparison: Comparison) -> CompareView:
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
        values=(write_value(chosen, own.value, places), write_value(chosen, other.value, places)),
        difference="" if own.encounter else figure(comparison.difference, signed, places),
        formula=criteria.formula(chosen),
        rule=criteria.rule(own),
        lines=lines,
        by_opponent=by_opponent,
        sum=_sum([line.difference for line in comparison.deciding]) if comparison.adds_up else "",
        meetings=tuple(list_meetings(own.encounter, players)) if own.encounter else (),
        steps=list_steps(own.encounter, players) if own.encounter else (),
    )


def _sum(differences: Iterable[Value]) -> str:
    """Write "2½ − 1¼"."""
    first, *others = [difference for difference in differences if difference is not None]
    signs = ((MINUS if other < 0 else "+", figure(-other if other < 0 else other)) for other in others)
    return " ".join([figure(first), *(f"{sign} {size}" for sign, size in signs)])


def _line(line: comparing.Line, players: Mapping[int, Player], names: list[str], signed: bool) -> Line:
    who = players[line.opponent].name if line.opponent else ""
    one, other = (_side(terms, value, signed) for terms, value in zip(line.terms, line.values, strict=True))
    difference = figure(line.difference, signed=True) if line.difference else ""
    notes = {
        (name, sentences.reason(code)): None
        for name, terms in zip(names, line.terms, strict=True)
        for term in terms
        for code in (term.cut, term.reason)
        if code
    }
    return Line(line.round, line.opponent, who, line.each_other, (one, other), difference, tuple(notes))


def _side(terms: Sequence[Term], value: Value, signed: bool) -> Side:
    """Sum up a player's terms of one line; a cut value is shown crossed out."""
    cut = bool(terms) and all(term.cut for term in terms)
    total = sum(term.value for term in terms) if cut else value
    product = " + ".join(f"{figure(t.base)} × {figure(t.weight)}" for t in terms if t.weight is not None)
    return Side(figure(total, signed) if terms else "", product, cut)
