"""Standings, workings and comparisons as lines of text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tiebreaks.numbers import Value, decimal_text, decimal_texts
from tiebreaks.refusal import SENTENCES
from tiebreaks.standings import Standings
from tiebreaks.working import Term, Working

if TYPE_CHECKING:
    from tiebreaks.comparison import Comparison, Line


SYSTEM_NAMES = {"swiss": "Swiss system", "round-robin": "Round robin"}


def basis_line(standings: Standings) -> str:
    """Return the line that says what the table is based on: the system, the edition of the rules, and the round."""
    facts, number = standings.facts, standings.table.rounds_so_far
    stage = "during" if standings.table.is_running else "after"
    system = SYSTEM_NAMES[facts.system]
    return f"{system}, edition {facts.edition}, {stage} round {number} of {max(facts.rounds, number)}"


def table_lines(standings: Standings, columns: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the standings; `columns` are the headings of the values."""
    head = ["rank", "no", "name", *columns]
    body = [
        [
            str(row.rank),
            str(row.number),
            standings.facts.players[row.number].name,
            *(text or "–" for text in standings.texts[row.number]),
        ]
        for row in standings.rows
    ]
    widths = [max(len(line[column]) for line in [head, *body]) for column in range(len(head))]
    for line in [head, *body]:
        yield "  ".join(
            cell.ljust(width) if column == 2 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()


def explanation_lines(standings: Standings, number: int) -> Iterator[str]:
    """Yield the lines that explain every value of one player."""
    yield f"\n{number} {standings.facts.players[number].name}"
    for index in range(len(standings.order)):
        working = standings.explain(number, index)
        rule = f" ({working.rule}, edition {working.edition})" if working.rule else ""
        yield f"\n{working.notation} = {decimal_text(working.value) or '–'}: {working.formula}{rule}"
        yield from (term_line(standings, term) for term in working.terms)
        if standings.order[index].criterion.place_group and working.encounter is None:
            yield "  does not apply: nobody is still tied with this player"
        yield from _encounter_lines(standings, working)


def term_line(standings: Standings, term: Term) -> str:
    """Return the line of one term: its round, product, value and opponent, and the notes on it."""
    round_text = f"  round {term.round}: " if term.round else "  "
    product = f"{decimal_text(term.base)} × {decimal_text(term.weight)} = " if term.weight is not None else ""
    opponent_name = f" {standings.facts.players[term.opponent].name}" if term.opponent else ""
    notes = [SENTENCES[code] for code in (term.reason, term.cut) if code]
    return f"{round_text}{product}{decimal_text(term.value)}{opponent_name}" + (
        f" [{'; '.join(notes)}]" if notes else ""
    )


def _encounter_lines(standings: Standings, working: Working) -> Iterator[str]:
    if working.encounter is None:
        return
    for (a, b), points in working.encounter.results.items():
        if a == working.player:
            yield f"  {decimal_text(points)} against {standings.facts.players[b].name}"
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


def comparison_lines(standings: Standings, comparison: Comparison) -> Iterator[str]:
    """Yield the lines that explain why one player ranks above another."""
    names = [standings.facts.players[number].name for number in (comparison.first, comparison.second)]
    level = ", ".join(chosen.notation for chosen in comparison.level)
    if comparison.workings is None:
        yield f"\n{names[0]} and {names[1]} share the rank: level in {level}"
        return
    own, other = comparison.workings
    yield f"\n{names[0]} ranks above {names[1]} by {own.notation}" + (f", level in {level}" if level else "")
    yield f"{own.notation}: {_difference_text(own.value, other.value, comparison.difference)} ({own.formula})"
    yield from (_line(standings, line) for line in comparison.lines)
    yield from _encounter_lines(standings, own)


def _line(standings: Standings, line: Line) -> str:
    """Return the line with both values against one opponent or in one round; a star marks a difference."""
    players = standings.facts.players
    subject = f"round {line.round}" if line.round else "each other" if line.each_other else ""
    subject = players[line.opponent].name if line.opponent else subject
    notes = {SENTENCES[code] for terms in line.terms for term in terms for code in (term.reason, term.cut) if code}
    text = (
        _difference_text(*line.values, line.difference) if line.difference else decimal_text(line.values[0]) + " both"
    )
    return f"{'*' if line.difference else ' '} {subject}: {text}" + (f" [{'; '.join(sorted(notes))}]" if notes else "")


def _difference_text(first: Value, second: Value, difference: Value) -> str:
    first_text, second_text = (text or "–" for text in decimal_texts((first, second)))
    return f"{first_text} - {second_text}" + (f" = {decimal_text(difference)}" if difference is not None else "")
