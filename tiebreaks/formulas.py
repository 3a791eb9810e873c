"""The formula of a criterion in words, with a sentence for each modifier."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

from tiebreaks.notation import ChosenCriterion, Modifier
from tiebreaks.numbers import format_number
from tiebreaks.refusal import gettext_noop
from tiebreaks.working import cut_first_rounds

WITHOUT_LOWEST = gettext_noop("Leave out the lowest value (article 14).")
WITHOUT_LOWEST_OF_MANY = gettext_noop("Leave out the {count} lowest values (article 14).")
WITHOUT_FIRST = gettext_noop("Leave out the first round (7.5).")
WITHOUT_FIRST_OF_MANY = gettext_noop("Leave out the first {count} rounds (7.5).")
WITHOUT_EXTREMES = gettext_noop("Leave out the lowest and the highest value (article 14).")
WITHOUT_EXTREMES_OF_MANY = gettext_noop("Leave out the {count} lowest and the {count} highest values (article 14).")
WITH_FORFEITS = gettext_noop("Forfeits count as games that were played.")
LAST_ROUND_DRAWN = gettext_noop("All games of the last round count as drawn.")
REVERSED = gettext_noop("The order is reversed.")
UNRATED_AS = gettext_noop("Players without a rating count with {rating}.")
LIMIT_MOVED = gettext_noop("The limit is moved by {points} points.")
LIMIT_IN_PERCENT = gettext_noop("The limit is {percent} percent of the possible points instead.")
FACTOR = gettext_noop("The factor is {factor}.")

type Part = tuple[str, Mapping[str, object]]  # an English sentence and its parameters


def formula_parts(chosen: ChosenCriterion) -> Iterator[Part]:
    """Yield the sentences that say how a criterion with its modifiers is computed."""
    yield chosen.criterion.formula, {}
    yield from (_of_modifier(chosen, modifier) for modifier in chosen.modifiers)


def write_formula(chosen: ChosenCriterion, translate: Callable[[str], str] = str) -> str:
    """Write the formula of a criterion with its modifiers."""
    return " ".join(translate(text).format(**params) for text, params in formula_parts(chosen))


def _of_modifier(chosen: ChosenCriterion, modifier: Modifier) -> Part:
    letter, number = modifier
    match letter:
        case "C" if chosen.criterion.cut is cut_first_rounds:
            return _counted(number, WITHOUT_FIRST, WITHOUT_FIRST_OF_MANY)
        case "C":
            return _counted(number, WITHOUT_LOWEST, WITHOUT_LOWEST_OF_MANY)
        case "M":
            return _counted(number, WITHOUT_EXTREMES, WITHOUT_EXTREMES_OF_MANY)
        case "U":
            return UNRATED_AS, {"rating": number}
        case "K":
            return FACTOR, {"factor": number}
        case "L" if number[0] in "+-":
            # A number with a decimal point means points, one without means half points.
            points = Decimal(number) if "." in number else Decimal(number) / 2
            return LIMIT_MOVED, {"points": ("+" if points > 0 else "") + format_number(points)}
        case "L":
            return LIMIT_IN_PERCENT, {"percent": number}
    return {"P": WITH_FORFEITS, "F": LAST_ROUND_DRAWN, "R": REVERSED}[letter], {}


def _counted(number: str, one: str, many: str) -> Part:
    return (one, {}) if number == "1" else (many, {"count": number})
