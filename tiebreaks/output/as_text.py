"""Standings, workings and comparisons as lines of text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tiebreaks.criteria.own_results import DECIDED
from tiebreaks.facts.crosstable import FINAL_TABLE
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import SENTENCES
from tiebreaks.table.working import COUNT, SUM, Remark, Term, Working, WorkingStep
from tiebreaks.values.expressions import Expression, add, relate, write
from tiebreaks.values.numbers import Value, decimal_text, decimal_texts, is_finite_decimal

if TYPE_CHECKING:
    from tiebreaks.ranking.comparison import ComparedTerms, Comparison
    from tiebreaks.table.mini_table import Encounter


SYSTEM_NAMES = {"swiss": "Swiss system", "round-robin": "Round robin"}


def basis_line(standings: Standings) -> str:
    """Return the line that says what the table is based on: the system, the edition of the rules, and the round."""
    facts, number = standings.facts, standings.table.rounds_so_far
    stage = "during" if standings.table.is_running else "after"
    system = SYSTEM_NAMES[facts.system]
    return f"{system}, edition {facts.edition}, {stage} round {number} of {max(facts.rounds, number)}"


def table_lines(standings: Standings, columns: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the standings and its footnotes; `columns` are the headings of the values."""
    players, decided = standings.facts.players, standings.facts.adjustments
    gone = {number: player.withdrawn_from for number, player in players.items() if player.withdrawn_from}
    marked = decided.keys() | gone.keys()
    head = ["rank", "no", "name", *columns]
    body = [
        [
            str(row.rank),
            str(row.number),
            f"{players[row.number].name} *" if row.number in marked else players[row.number].name,
            *(text or "–" for text in standings.texts[row.number]),
        ]
        for row in standings.rows
    ]
    yield from aligned([head, *body], names=2)
    for number, own in sorted(decided.items()):
        for each in own:
            where = "final table" if each.round == FINAL_TABLE else f"round {each.round}"
            sign = "+" if each.points > 0 else ""
            yield f"* {players[number].name}: {where}: {sign}{decimal_text(each.points)} points, {SENTENCES[DECIDED]}"
    expelled = {row.number for row in standings.expelled}
    for number, first in sorted(gone.items()):
        what = "expelled and out of the table" if number in expelled else "withdrawn"
        yield f"* {players[number].name}: {what}, plays no round from {first} on"


def aligned(lines: Sequence[Sequence[str]], names: int) -> Iterator[str]:
    """Yield the lines of a table with the column of `names` to the left and all others to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(
            cell.ljust(width) if column == names else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()


def explanation_lines(standings: Standings, number: int) -> Iterator[str]:
    """Yield the lines that explain every value of one player."""
    yield f"\n{number} {standings.facts.players[number].name}"
    for index in range(len(standings.order)):
        yield ""
        yield from value_lines(standings, number, index)


def value_lines(standings: Standings, number: int, index: int) -> Iterator[str]:
    """Yield the lines that explain a player's value of the criterion at `index` in the order."""
    working = standings.explain(number, index)
    edition = f", edition {working.edition}" if working.rule.startswith("C.") else ""
    rule = f" ({working.rule}{edition})" if working.rule else ""
    sign = "=" if working.value is None or is_finite_decimal(working.value) else "≈"
    yield f"{working.notation} {sign} {decimal_text(working.value) or '–'}: {working.formula}{rule}"
    if working.limit:
        yield step_line(working.limit)
    yield from (term_line(standings, term) for term in working.terms)
    yield from step_lines(working)
    if standings.order[index].criterion.place_group and working.encounter is None:
        yield "  does not apply: nobody is still tied with this player"
    yield from _encounter_lines(standings, working)


def term_line(standings: Standings, term: Term) -> str:
    """Return the line of one term: its round, product, value and opponent, and the notes on it."""
    round_text = f"  round {term.round}: " if term.round else "  "
    computation = _computation(term.computation, term.value)
    opponent_name = f" {standings.facts.players[term.opponent].name}" if term.opponent else ""
    result = "" if term.result is None else f", result {decimal_text(term.result)}"
    notes = [SENTENCES[code] for code in (*term.reasons, term.cut) if code] + ([term.written] if term.written else [])
    return f"{round_text}{computation}{decimal_text(term.value)}{opponent_name}{result}" + (
        f" [{'; '.join(notes)}]" if notes else ""
    )


def step_lines(working: Working) -> Iterator[str]:
    """Yield the steps from the terms to the value, or why the value is undefined. The terms show what is cut."""
    if working.missing:
        yield "  " + _missing(working.missing)
    for step in working.computed:
        if step.code == SUM and len(working.uncut_terms) > 1:
            step = step._replace(expression=add(*(term.value for term in working.uncut_terms)))
        if step.expression or step.code not in (SUM, COUNT):
            yield step_line(step)


def step_line(step: WorkingStep) -> str:
    """Return the line of one step: what is computed, from what, and the number."""
    return f"  {SENTENCES[step.code]}: {_computation(step.expression, step.value)}{decimal_text(step.value)}"


def _missing(remark: Remark) -> str:
    return SENTENCES[remark.code].format(**remark.params)


def _computation(expression: Expression, value: Value) -> str:
    """Write "14480 ÷ 8 = ", nothing for a number that is not computed from others."""
    if not expression or value is None:
        return ""
    return f"{write(expression, decimal_text)} {relate(expression, value, is_finite_decimal)} "


def _encounter_lines(standings: Standings, working: Working) -> Iterator[str]:
    if working.encounter is None:
        return
    if working.encounter.results or not working.encounter.steps:
        yield from ("  " + line for line in _mini_table(standings, working.encounter))
    if not working.encounter.complete:
        yield "  not all of the tied players have met"
    for step in working.encounter.steps:
        numbers = ", ".join(
            f"{standings.facts.players[member].name} {' '.join(map(decimal_text, values))}"
            for member, values in step.values.items()
        )
        yield f"  {SENTENCES[step.compared]}: {numbers}"
    if not any(working.encounter.places.values()):
        yield "  the tie remains"


def _mini_table(standings: Standings, encounter: Encounter) -> Iterator[str]:
    """Yield the lines of the games among tied players, best first: points against each, their sum and the place."""
    places = encounter.places
    group = sorted(encounter.group, key=lambda n: (places[n], -encounter.total(n), n))
    body = [
        [
            str(number),
            standings.facts.players[number].name,
            *("×" if other == number else _points(encounter, number, other) for other in group),
            decimal_text(encounter.total(number)),
            str(places[number] or "–"),
        ]
        for number in group
    ]
    yield from aligned([["no", "name", *map(str, group), "sum", "place"], *body], names=1)


def _points(encounter: Encounter, number: int, other: int) -> str:
    return decimal_text(encounter.against(number).get(other)) or "·"


def comparison_lines(standings: Standings, comparison: Comparison) -> Iterator[str]:
    """Yield the lines that explain why one player ranks above another."""
    names = [standings.facts.players[number].name for number in (comparison.first, comparison.second)]
    level = ", ".join(chosen.notation for chosen in comparison.level)
    if comparison.workings is None:
        yield f"\n{names[0]} and {names[1]} share the rank: level in {level}"
        return
    own, other = comparison.workings
    yield f"\n{names[0]} ranks above {names[1]} by {own.notation}" + (f", level in {level}" if level else "")
    if own.encounter:
        yield f"{own.notation}: {own.formula}"
    else:
        yield f"{own.notation}: {_difference_text(own.value, other.value, comparison.difference)} ({own.formula})"
    yield from (_line(standings, line) for line in comparison.lines)
    for step in comparison.steps:
        yield f"  {SENTENCES[step.code]}: {_difference_text(*step.values, step.difference)}"
    for working in comparison.workings:
        if working.missing:
            yield f"  {standings.facts.players[working.player].name}: {_missing(working.missing)}"
    yield from _encounter_lines(standings, own)


def _line(standings: Standings, line: ComparedTerms) -> str:
    """Return the line with both values against one opponent or in one round; a star marks a difference."""
    players = standings.facts.players
    subject = f"round {line.round}" if line.round else "each other" if line.each_other else ""
    subject = players[line.opponent].name if line.opponent else subject
    terms = [term for terms in line.terms for term in terms]
    notes = {SENTENCES[code] for term in terms for code in (*term.reasons, term.cut) if code}
    notes |= {term.written for term in terms if term.written}
    if line.is_level:
        text = _side(line.terms[0], line.values[0]) + " both"
    elif line.difference is None:
        text = " - ".join(_side(terms, value) for terms, value in zip(line.terms, line.values, strict=True))
    else:
        text = _difference_text(*line.values, line.difference)
    return f"{' ' if line.is_level else '*'} {subject}: {text}" + (f" [{'; '.join(sorted(notes))}]" if notes else "")


def _side(terms: Sequence[Term], value: Value) -> str:
    """Write one player's terms of a line: each with its result where they have one, or else their sum."""
    results = [f"{decimal_text(t.value)}, result {decimal_text(t.result)}" for t in terms if t.result is not None]
    return "; ".join(results) or (decimal_text(value) if terms else "–")


def _difference_text(first: Value, second: Value, difference: Value) -> str:
    first_text, second_text = (text or "–" for text in decimal_texts((first, second)))
    if first is None or second is None or difference is None:
        return f"{first_text} - {second_text}"
    sign = relate((first, "-", second), difference, is_finite_decimal)
    return f"{first_text} - {second_text} {sign} {decimal_text(difference)}"
