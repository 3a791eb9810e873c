"""The formula of a criterion in words, with a sentence for each modifier.

Articles have other numbers in older editions of C.07: a formula names those of the event's edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

from tiebreaks.criteria.criterion import ChosenCriterion, Modifier
from tiebreaks.facts.crosstable import DUMMY_EDITIONS, EDITIONS
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.working import cut_first_rounds
from tiebreaks.values.numbers import format_number

WITHOUT_LOWEST = gettext_noop("Leave out the lowest value{article}.")
WITHOUT_LOWEST_OF_MANY = gettext_noop("Leave out the {count} lowest values{article}.")
WITHOUT_FIRST = gettext_noop("Leave out the first round{article}.")
WITHOUT_FIRST_OF_MANY = gettext_noop("Leave out the first {count} rounds{article}.")
WITHOUT_EXTREMES = gettext_noop("Leave out the lowest and the highest value{article}.")
WITHOUT_EXTREMES_OF_MANY = gettext_noop("Leave out the {count} lowest and the {count} highest values{article}.")
WITH_FORFEITS = gettext_noop("Forfeits count as games that were played.")
LAST_ROUND_DRAWN = gettext_noop("All games of the last round count as drawn.")
REVERSED = gettext_noop("The order is reversed.")
UNRATED_AS = gettext_noop("Players without a rating count with {rating}.")
LIMIT_MOVED = gettext_noop("The limit is moved by {points} points{article}.")
LIMIT_IN_PERCENT = gettext_noop("The limit is {percent} percent of the possible points instead.")
FACTOR = gettext_noop("The factor is {factor}.")

# A number for each modifier that needs one, to describe what it does.
SAMPLES = {"C": "1", "M": "1", "L": "+1", "U": "1000", "K": "4"}
ROUNDS_ARTICLE = "7.5"  # of progressive scores without the first rounds
# The article by how many of the least and of the most significant values are left out.
CUT_ARTICLES = {(1, 0): "14.1", (2, 0): "14.2", (1, 1): "14.3", (2, 2): "14.4"}
LIMIT_ARTICLE = "14.5"

CURRENT_EDITION = EDITIONS[-1]

type Part = tuple[str, Mapping[str, object]]  # an English sentence and its parameters


def formula_parts(chosen: ChosenCriterion, edition: str = CURRENT_EDITION) -> Iterator[Part]:
    """Yield the sentences that say how a criterion with its modifiers is computed in an edition of the rules."""
    yield chosen.criterion.formula, {}
    yield from (modifier_part(chosen, modifier, edition) for modifier in chosen.modifiers)


def write_formula(
    chosen: ChosenCriterion, edition: str = CURRENT_EDITION, translate: Callable[[str], str] = str
) -> str:
    """Write the formula of a criterion with its modifiers."""
    return " ".join(translate(text).format(**params) for text, params in formula_parts(chosen, edition))


def rule_in(edition: str, article: str) -> str:
    """Return an article, "" for one of FIDE's in an edition that does not number its articles like this."""
    return article if edition in DUMMY_EDITIONS or article.startswith("US Chess") else ""


def cut_article(chosen: ChosenCriterion, edition: str) -> str:
    """Return the article by which a criterion leaves out values, "" if none describes it."""
    in_rounds = chosen.criterion.cut is cut_first_rounds
    return rule_in(edition, ROUNDS_ARTICLE if in_rounds else CUT_ARTICLES.get(chosen.cuts, ""))


def modifier_part(chosen: ChosenCriterion, modifier: Modifier, edition: str = CURRENT_EDITION) -> Part:
    """Return the sentence that says what a modifier of a criterion does."""
    letter, number = modifier
    match letter:
        case "C" if chosen.criterion.cut is cut_first_rounds:
            return _counted(number, WITHOUT_FIRST, WITHOUT_FIRST_OF_MANY, cut_article(chosen, edition))
        case "C":
            return _counted(number, WITHOUT_LOWEST, WITHOUT_LOWEST_OF_MANY, cut_article(chosen, edition))
        case "M":
            return _counted(number, WITHOUT_EXTREMES, WITHOUT_EXTREMES_OF_MANY, cut_article(chosen, edition))
        case "U":
            return UNRATED_AS, {"rating": number}
        case "K":
            return FACTOR, {"factor": number}
        case "L" if number[0] in "+-":
            # A number with a decimal point means points, one without means half points.
            points = Decimal(number) if "." in number else Decimal(number) / 2
            moved = ("+" if points > 0 else "") + format_number(points)
            return LIMIT_MOVED, {"points": moved, "article": _cited(rule_in(edition, LIMIT_ARTICLE))}
        case "L":
            return LIMIT_IN_PERCENT, {"percent": number}
    return {"P": WITH_FORFEITS, "F": LAST_ROUND_DRAWN, "R": REVERSED}[letter], {}


def _counted(number: str, one: str, many: str, article: str = "") -> Part:
    return (one if number == "1" else many), {"count": number, "article": _cited(article)}


def _cited(article: str) -> str:
    return f" ({article})" if article else ""
