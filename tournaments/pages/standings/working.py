"""How a value comes about, as values: its terms, what was cut and why, the steps from them to the value."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from tiebreaks.crosstable import Player
from tiebreaks.encounter import Encounter
from tiebreaks.expressions import Expression, relate, write
from tiebreaks.notation import ChosenCriterion
from tiebreaks.numbers import Value
from tiebreaks.standings import Standings
from tiebreaks.working import COUNT, SUM, Term, Working
from tournaments.domain.number_format import MINUS, UNDEFINED, figure, is_exact
from tournaments.pages.standings.columns import is_signed
from tournaments.wording import games, sentences, teams


class Addend(NamedTuple):
    """One term. `left` is for example "4½ × ½ =", or ""; `result` stands beside it; `cut` and `note` are reasons."""

    round: int | None
    opponent: int | None
    who: str
    left: str
    value: str
    result: str
    cut: str
    note: str


class Computed(NamedTuple):
    """One step: what is computed, and the number. `left` is for example "14480 ÷ 8 =", or ""."""

    what: str
    left: str
    value: str


class Meeting(NamedTuple):
    """A line of direct encounter's mini-table: points against each of the group, "" if they did not meet."""

    number: int
    start_number: int
    name: str
    results: tuple[str, ...]
    total: str
    place: str


class Compared(NamedTuple):
    """One comparison of teams: what was compared, and each team's numbers as text."""

    what: str
    numbers: tuple[tuple[str, str], ...]


class Explained(NamedTuple):
    """The working of a value. `total` is the sum of the terms, None where the value follows from no sum.

    `steps` lead from there to the value; `missing` says why it is undefined.
    """

    terms: tuple[Addend, ...]
    total: Computed | None
    steps: tuple[Computed, ...]
    missing: str
    meetings: tuple[Meeting, ...]
    comparisons: tuple[Compared, ...]


def describe(ranked: Standings, chosen: ChosenCriterion, working: Working, places: int = 2) -> Explained:
    """Write a working; the value itself has so many decimal `places`."""
    signed, players, encounter = is_signed(chosen), ranked.facts.players, working.encounter
    steps = list(_steps(working, signed, places))
    has_sum = bool(working.computed) and working.computed[0].code == SUM
    is_plain = has_sum and len(steps) == 1 and len(working.terms) == 1  # one term that is the value needs no sum
    if is_plain:
        steps.clear()
    return Explained(
        terms=tuple(_terms(ranked, chosen, working, signed)),
        total=steps.pop(0) if has_sum and steps else None,
        steps=tuple(steps),
        missing=sentences.remark(working.missing) if working.missing else "",
        meetings=tuple(list_meetings(encounter, players)) if encounter else (),
        comparisons=list_comparisons(encounter, players) if encounter else (),
    )


def _steps(working: Working, signed: bool, places: int) -> Iterator[Computed]:
    """Yield the steps, but not how many terms there are: what is divided by it shows the number."""
    *_, last = working.computed or [None]
    for step in working.computed:
        if step.code == COUNT or step.value is None:
            continue
        left = write_left(step.expression, step.value)
        if step.code == SUM:
            left = "=" if all(map(is_exact, (step.value, *(term.value for term in working.uncut_terms)))) else "≈"
        value = figure(step.value, signed, places if step is last else 2)
        yield Computed(sentences.reason(step.code), left, value)


def _terms(ranked: Standings, chosen: ChosenCriterion, working: Working, signed: bool) -> Iterator[Addend]:
    """Yield the terms; those of a team's boards name the board."""
    for place, term in enumerate(working.terms, start=1):
        written = build_addend(term, ranked.facts.players, signed)
        yield written._replace(who=teams.name_board_list(place)) if chosen.code == "BC" else written


def build_addend(term: Term, players: Mapping[int, Player], signed: bool) -> Addend:
    """Write one term."""
    opponent = players.get(term.opponent or 0)
    return Addend(
        round=term.round,
        opponent=term.opponent,
        who=opponent.name if opponent else games.name_kind(term.kind) if term.round else "",
        left=write_left(term.computation, term.value, signed and not term.weight),
        value=figure(term.value, signed),
        result=write_result(term),
        cut=sentences.reason(term.cut),
        note=sentences.reason(term.reason) or term.written or ("" if not opponent else games.name_unplayed(term.kind)),
    )


def write_left(expression: Expression, value: Value, signed: bool = False) -> str:
    """Write what a number is computed from, with the sign before the number: "4½ × ½ =", "41 ÷ 6 ≈"; or ""."""
    if not expression or value is None:
        return ""
    return f"{write(expression, lambda number: figure(number, signed), MINUS)} {relate(expression, value, is_exact)}"


def write_result(*terms: Term) -> str:
    """Write the results that stand beside the values of terms, "" if they have none."""
    results = [figure(term.result) for term in terms if term.result is not None]
    return gettext("result %(points)s") % {"points": "; ".join(results)} if results else ""


def list_meetings(encounter: Encounter, players: Mapping[int, Player]) -> Iterator[Meeting]:
    """Yield the lines of direct encounter's mini-table, in the order of its places; none where only boards count."""
    if encounter.steps and not encounter.results:
        return
    places = encounter.places
    group = sorted(encounter.group, key=lambda n: (places[n], -encounter.total(n), n))
    for number in group:
        results = tuple(_result(encounter, number, other) for other in group)
        total, place = figure(encounter.total(number)), str(places[number] or UNDEFINED)
        yield Meeting(number, players[number].start_number, players[number].name, results, total, place)


def list_comparisons(encounter: Encounter, players: Mapping[int, Player]) -> tuple[Compared, ...]:
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
    points = encounter.against(number).get(other)
    return "" if points is None else figure(points)
