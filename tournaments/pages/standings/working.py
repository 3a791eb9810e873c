"""How a value comes about, as values: its terms, what was cut and why, the steps from them to the value."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Player
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.table.mini_table import Encounter
from tiebreaks.table.working import COUNT, SUM, Term, Working, WorkingStep
from tiebreaks.values.expressions import Expression, relate, write
from tiebreaks.values.numbers import Value
from tournaments.domain.number_format import MINUS, UNDEFINED, figure, is_exact
from tournaments.pages.standings.columns import is_signed
from tournaments.wording import games, sentences, team_matches

MOST_TIED = 30  # members of a group that stays tied whose whole mini-table is shown


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


class EncounterLine(NamedTuple):
    """A line of direct encounter's mini-table: points against each of the columns, "" if they did not meet."""

    number: int
    start_number: int
    name: str
    results: tuple[str, ...]
    total: str
    place: str


class MiniTable(NamedTuple):
    """Direct encounter's mini-table. `heads` are the start numbers and names of its columns.

    Of a large group that stays tied it has the player alone, with the opponents in the group; `note` says so.
    """

    heads: tuple[tuple[int, str], ...]
    rows: tuple[EncounterLine, ...]
    note: str = ""


class TeamsCompared(NamedTuple):
    """One comparison of teams: what was compared, and each team's numbers as text."""

    what: str
    numbers: tuple[tuple[str, str], ...]


class Explained(NamedTuple):
    """The working of a value. `total` is the sum of the terms, None where the value follows from no sum.

    `limit` is what an opponent needs to count, None where the criterion asks for nothing. `steps` lead from the terms
    to the value; `missing` says why it is undefined.
    """

    limit: Computed | None
    terms: tuple[Addend, ...]
    total: Computed | None
    steps: tuple[Computed, ...]
    missing: str
    mini_table: MiniTable | None
    comparisons: tuple[TeamsCompared, ...]


def describe_working(ranked: Standings, chosen: ChosenCriterion, working: Working, places: int = 2) -> Explained:
    """Write a working; the value itself has so many decimal `places`."""
    signed, players, encounter = is_signed(chosen), ranked.facts.players, working.encounter
    steps = list(_steps(working, signed, places))
    has_sum = bool(working.computed) and working.computed[0].code == SUM
    is_plain = has_sum and len(steps) == 1 and len(working.terms) == 1  # one term that is the value needs no sum
    if is_plain:
        steps.clear()
    return Explained(
        limit=_computed(working.limit, signed) if working.limit else None,
        terms=tuple(_terms(ranked, chosen, working, signed)),
        total=steps.pop(0) if has_sum and steps else None,
        steps=tuple(steps),
        missing=sentences.remark(working.missing) if working.missing else "",
        mini_table=make_mini_table(encounter, players, working.player) if encounter else None,
        comparisons=list_comparisons(encounter, players) if encounter else (),
    )


def _steps(working: Working, signed: bool, places: int) -> Iterator[Computed]:
    """Yield the steps, but not how many terms there are: what is divided by it shows the number."""
    *_, last = working.computed or [None]
    for step in working.computed:
        if step.code == COUNT:
            continue
        computed = _computed(step, signed, places if step is last else 2)
        if step.code == SUM:
            exact = all(map(is_exact, (step.value or 0, *(term.value for term in working.uncut_terms))))
            computed = computed._replace(left="=" if exact else "≈")
        yield computed


def _computed(step: WorkingStep, signed: bool, places: int = 2) -> Computed:
    left = write_left(step.expression, step.value)
    return Computed(sentences.reason(step.code), left, figure(step.value, signed, places))


def _terms(ranked: Standings, chosen: ChosenCriterion, working: Working, signed: bool) -> Iterator[Addend]:
    """Yield the terms; those of a team's boards name the board."""
    for place, term in enumerate(working.terms, start=1):
        written = build_addend(term, ranked.facts.players, signed)
        yield written._replace(who=team_matches.name_board_list(place)) if chosen.code == "BC" else written


def build_addend(term: Term, players: Mapping[int, Player], signed: bool) -> Addend:
    """Write one term."""
    opponent = players.get(term.opponent or 0)
    unplayed = games.name_unplayed(term.kind) if opponent else ""
    return Addend(
        round=term.round,
        opponent=term.opponent,
        who=opponent.name if opponent else games.name_kind(term.kind) if term.round else "",
        left=write_left(term.computation, term.value, signed and not term.weight),
        value=figure(term.value, signed),
        result=write_term_results(term),
        cut=sentences.reason(term.cut),
        note="; ".join(map(sentences.reason, term.reasons)) or term.written or unplayed,
    )


def write_left(expression: Expression, value: Value, signed: bool = False) -> str:
    """Write what a number is computed from, with the sign before the number: "4½ × ½ =", "41 ÷ 6 ≈"; or ""."""
    if not expression or value is None:
        return ""
    return f"{write(expression, lambda number: figure(number, signed), MINUS)} {relate(expression, value, is_exact)}"


def write_term_results(*terms: Term) -> str:
    """Write the results that stand beside the values of terms, "" if they have none."""
    results = [figure(term.result) for term in terms if term.result is not None]
    return gettext("result %(points)s") % {"points": "; ".join(results)} if results else ""


def make_mini_table(encounter: Encounter, players: Mapping[int, Player], number: int) -> MiniTable | None:
    """Return direct encounter's mini-table, in the order of its places; None where only boards count."""
    if encounter.steps and not encounter.results:
        return None
    places, group = encounter.places, encounter.group
    members = sorted(group, key=lambda n: (places[n], -encounter.total(n), n))
    rows, columns, note = members, members, ""
    if len(group) > MOST_TIED and not any(places.values()):
        met = encounter.against(number)
        rows, columns = [number], [n for n in members if n == number or n in met]
        note = gettext("%(count)d are tied here; the table shows the opponents among them.") % {"count": len(group)}
    return MiniTable(
        heads=tuple((players[n].start_number, players[n].name) for n in columns),
        rows=tuple(_meeting(encounter, players[n], columns) for n in rows),
        note=note,
    )


def _meeting(encounter: Encounter, player: Player, columns: Sequence[int]) -> EncounterLine:
    number = player.number
    results = tuple(_result(encounter, number, other) for other in columns)
    total, place = figure(encounter.total(number)), str(encounter.places[number] or UNDEFINED)
    return EncounterLine(number, player.start_number, player.name, results, total, place)


def list_comparisons(encounter: Encounter, players: Mapping[int, Player]) -> tuple[TeamsCompared, ...]:
    """Return the successive comparisons of a team criterion."""
    return tuple(
        TeamsCompared(
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
