"""Workings and comparisons as plain values for JSON: exact numbers as text, null where undefined, English reasons.

The command line and the API return the same shapes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiebreaks.numbers import Value, format_number
from tiebreaks.refusal import SENTENCES
from tiebreaks.working import Term, Working

if TYPE_CHECKING:
    from tiebreaks.comparison import Comparison
    from tiebreaks.encounter import Encounter
    from tiebreaks.standings import Standings

type Plain = dict[str, object]


def basis_values(standings: Standings) -> Plain:
    """Return what a table is based on: the system, the edition of the rules, and the round."""
    return {
        "system": standings.facts.system,
        "edition": standings.facts.edition,
        "round": standings.table.rounds_so_far,
        "rounds": standings.facts.rounds,
    }


def exact_text(value: Value) -> str | None:
    """Return a value as exact text, None if it is undefined."""
    return None if value is None else format_number(value)


def working_values(working: Working) -> Plain:
    """Return a working; only direct encounters have the key `encounter`."""
    shape: Plain = {
        "criterion": working.notation,
        "value": exact_text(working.value),
        "formula": working.formula,
        "rule": working.rule,
        "edition": working.edition,
        "terms": [term_values(one) for one in working.terms],
    }
    if working.encounter is not None:
        shape["encounter"] = encounter_values(working.encounter)
    return shape


def term_values(term: Term) -> Plain:
    return {
        "round": term.round,
        "opponent": term.opponent,
        "value": exact_text(term.value),
        "base": exact_text(term.base),
        "weight": exact_text(term.weight),
        "kind": str(term.kind),
        "reason": SENTENCES.get(term.reason),
        "cut": SENTENCES.get(term.cut),
    }


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
                    str(member): [exact_text(value) for value in values] for member, values in step.values.items()
                },
            }
            for step in encounter.steps
        ],
        "players": [
            {
                "number": member,
                "place": encounter.places[member],
                "points": exact_text(encounter.total(member)),
                "against": {str(b): exact_text(points) for (a, b), points in encounter.results.items() if a == member},
            }
            for member in encounter.group
        ],
    }


def comparison_values(comparison: Comparison) -> Plain:
    """Return a comparison: the deciding criterion (null for a shared rank), both workings, and all lines."""
    return {
        "ahead": comparison.first,
        "behind": comparison.second,
        "shared_rank": comparison.column is None,
        "level": [chosen.notation for chosen in comparison.level],
        "criterion": comparison.workings[0].notation if comparison.workings else None,
        "difference": exact_text(comparison.difference),
        "adds_up": comparison.adds_up,
        "workings": [working_values(one) for one in comparison.workings or ()],
        "lines": [
            {
                "round": line.round,
                "opponent": line.opponent,
                "each_other": line.each_other,
                "values": [exact_text(value) for value in line.values],
                "difference": exact_text(line.difference),
                "decides": bool(line.difference),
            }
            for line in comparison.lines
        ],
    }
