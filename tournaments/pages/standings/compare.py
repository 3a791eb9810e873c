"""Why one player ranks above another, as values: both workings line by line, and what decides."""

from typing import NamedTuple

from django.urls import reverse

from tiebreaks.comparison import Comparison, compare
from tiebreaks.refusal import Refusal
from tournaments.domain.number_format import MINUS, figure
from tournaments.pages.event.state import State, read_state
from tournaments.pages.standings.standings import is_signed, list_columns, write_value
from tournaments.pages.standings.why import Compared, Meeting, list_meetings, list_steps
from tournaments.queries.standings import consistent_read, read_standings
from tournaments.wording import criteria, sentences


class Side(NamedTuple):
    """What one of the two has in a line; `product` is "4½ × ½" where it is one."""

    value: str
    product: str
    cut: bool


class Line(NamedTuple):
    """One line of both workings. `difference` is "" where both have the same; `notes` say of whom and why."""

    round: int | None
    opponent: int | None
    who: str
    each_other: bool
    sides: tuple[Side, Side]
    difference: str
    notes: tuple[tuple[str, str], ...]


class CompareView(NamedTuple):
    """`criterion` and all that follows are empty where the two share the rank."""

    event: object
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
def compare_view(event, a: int, b: int, after: int | None = None) -> CompareView | None:
    """Return the comparison of two players in the active language, or None for an unknown one or one with himself."""
    ranked = read_standings(event, after)
    found = read_comparison(event, a, b, after)
    if found is None:
        return None
    players = ranked.facts.players
    view = CompareView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        after=after,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(event),
        first=found.first,
        second=found.second,
        names=(players[found.first].name, players[found.second].name),
        level=tuple(criteria.name(chosen, ranked.order) for chosen in found.level),
    )
    return view if found.workings is None else view._replace(**_decided(ranked, found))


def read_comparison(event, a: int, b: int, after: int | None = None) -> Comparison | None:
    """Return the comparison as the core makes it, or None where one is unknown or both are the same."""
    try:
        return compare(read_standings(event, after), a, b)
    except (KeyError, Refusal):
        return None


def _decided(ranked, found: Comparison) -> dict[str, object]:
    chosen, players = ranked.order[found.column], ranked.facts.players
    own, other = found.workings
    column, signed = list_columns(ranked.order)[found.column], is_signed(chosen)
    names = [players[number].name for number in (found.first, found.second)]
    lines = tuple(_line(line, players, names, signed) for line in found.lines)
    by_opponent = any(line.opponent or line.each_other for line in found.lines)
    return {
        "criterion": column.name,
        "code": chosen.code,
        "slug": column.slug,
        "values": (write_value(chosen, own.value), write_value(chosen, other.value)),
        "difference": "" if own.encounter else figure(found.difference, signed),
        "formula": criteria.formula(chosen.criterion),
        "rule": criteria.rule(own),
        "lines": lines,
        "by_opponent": by_opponent,
        "sum": _sum([line.difference for line in found.deciding]) if found.adds_up else "",
        "meetings": tuple(list_meetings(own.encounter, players)) if own.encounter else (),
        "steps": list_steps(own.encounter, players) if own.encounter else (),
    }


def _sum(differences) -> str:
    """Write "2½ − 1¼"."""
    first, *others = differences
    signs = ((MINUS if other < 0 else "+", figure(abs(other))) for other in others)
    return " ".join([figure(first), *(f"{sign} {size}" for sign, size in signs)])


def _line(line, players, names, signed: bool) -> Line:
    who = players[line.opponent].name if line.opponent else ""
    sides = tuple(_side(terms, value, signed) for terms, value in zip(line.terms, line.values, strict=True))
    difference = figure(line.difference, signed=True) if line.difference else ""
    notes = {
        (name, sentences.reason(code)): None
        for name, terms in zip(names, line.terms, strict=True)
        for term in terms
        for code in (term.cut, term.reason)
        if code
    }
    return Line(line.round, line.opponent, who, line.each_other, sides, difference, tuple(notes))


def _side(terms, value, signed: bool) -> Side:
    """Sum up a player's terms of one line; what is cut is shown crossed out."""
    cut = bool(terms) and all(term.cut for term in terms)
    shown = sum(term.value for term in terms) if cut else value
    product = " + ".join(f"{figure(t.base)} × {figure(t.weight)}" for t in terms if t.weight is not None)
    return Side(figure(shown, signed) if terms else "", product, cut)
