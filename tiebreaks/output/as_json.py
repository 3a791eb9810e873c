"""Workings and comparisons as plain values for JSON: decimals as text, null where undefined, English reasons.

The command line and the API return the same shapes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiebreaks.refusal import SENTENCES
from tiebreaks.table.working import Term, Working, WorkingStep
from tiebreaks.values.expressions import Expression, write
from tiebreaks.values.numbers import Value, decimal_text, decimal_texts, format_number

if TYPE_CHECKING:
    from tiebreaks.ranking.comparison import Comparison
    from tiebreaks.ranking.ranked_table import Standings
    from tiebreaks.table.mini_table import Encounter

type Plain = dict[str, object]


def basis_values(standings: Standings) -> Plain:
    """Return what a table is based on: the system, the edition of the rules, and the round."""
    return {
        "system": standings.facts.system,
        "edition": standings.facts.edition,
        "round": standings.progress[0],
        "rounds": standings.facts.rounds,
    }


def exact_text(value: Value) -> str | None:
    """Return a value as exact text, None if it is undefined."""
    return None if value is None else format_number(value)


def plain_text(value: Value) -> str | None:
    """Return a value as a decimal, with two places if it has no end, None if it is undefined."""
    return None if value is None else decimal_text(value)


def value_texts(standings: Standings, number: int) -> list[str | None]:
    """Return the values of a participant as decimals that tell apart what differs, None for undefined ones."""
    return [text or None for text in standings.texts[number]]


def working_values(working: Working) -> Plain:
    """Return a working; only direct encounters have the key `encounter`."""
    missing = working.missing
    shape: Plain = {
        "criterion": working.notation,
        "value": plain_text(working.value),
        "formula": working.formula,
        "rule": working.rule,
        "edition": working.edition,
        "terms": [term_values(one) for one in working.terms],
        "limit": step_values(working.limit) if working.limit else None,
        "steps": [step_values(one) for one in working.steps],
        "undefined": SENTENCES[missing.code].format(**missing.params) if missing else None,
    }
    if working.encounter is not None:
        shape["encounter"] = encounter_values(working.encounter)
    return shape


def term_values(term: Term) -> Plain:
    """Return a term. Where a result stands beside the rating, `base` and `weight` repeat the two."""
    has_result = term.result is not None
    return {
        "round": term.round,
        "opponent": term.opponent,
        "value": plain_text(term.value),
        "base": plain_text(term.value if has_result else term.base),
        "weight": plain_text(term.result if has_result else term.weight),
        "result": plain_text(term.result),
        "expression": expression_text(term.computation),
        "kind": str(term.kind),
        "reason": "; ".join(SENTENCES[code] for code in term.reasons) or term.written or None,
        "cut": SENTENCES.get(term.cut),
    }


def step_values(step: WorkingStep) -> Plain:
    """Return a step from the terms to the value: what is cut or computed, and from what."""
    return {
        "step": SENTENCES[step.code],
        "value": plain_text(step.value),
        "expression": expression_text(step.expression),
    }


def expression_text(expression: Expression) -> str | None:
    """Return an expression as text, for example "14480 ÷ 8", None where nothing is computed."""
    return write(expression, decimal_text) or None


def encounter_values(encounter: Encounter) -> Plain:
    """Return the mini-table of a tied group: each member's place (0 for none) and points against the others.

    `steps` are the comparisons of teams, each with the numbers of the teams that were still tied.
    """
    return {
        "complete": encounter.complete,
        "steps": [
            {
                "compared": SENTENCES[step.compared],
                "values": {
                    str(member): [plain_text(value) for value in values] for member, values in step.values.items()
                },
            }
            for step in encounter.steps
        ],
        "players": [
            {
                "number": member,
                "place": encounter.places[member],
                "points": plain_text(encounter.total(member)),
                "against": {str(other): plain_text(points) for other, points in encounter.against(member).items()},
            }
            for member in encounter.group
        ],
    }


def comparison_values(comparison: Comparison) -> Plain:
    """Return a comparison: the deciding criterion (null for a shared rank), both workings, and all lines."""
    return {
        "ahead": comparison.first,
        "behind": comparison.second,
        "shared_rank": comparison.column is None and not comparison.by_duels,
        "by_matches": comparison.by_duels,
        "level": [chosen.notation for chosen in comparison.level],
        "criterion": comparison.workings[0].notation if comparison.workings else None,
        "difference": plain_text(comparison.difference),
        "adds_up": comparison.adds_up,
        "workings": [working_values(one) for one in comparison.workings or ()],
        "steps": [
            {
                "step": SENTENCES[step.code],
                "values": [text or None for text in decimal_texts(step.values)],
                "difference": plain_text(step.difference),
            }
            for step in comparison.steps
        ],
        "lines": [
            {
                "round": line.round,
                "opponent": line.opponent,
                "each_other": line.each_other,
                "values": [text or None for text in decimal_texts(line.values)],
                "difference": plain_text(line.difference),
                "decides": not line.is_level,
            }
            for line in comparison.lines
        ],
    }
