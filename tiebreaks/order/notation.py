"""The notation of criteria: "BH/C1" and "BH-C1" are both accepted, "BH/C1" is written (C.07, MTB26).

In team events a score may follow the code: "BH:GP/C1" is the Buchholz score by game points, cut by one.
"""

from __future__ import annotations

import re

from tiebreaks.criteria.criterion import ChosenCriterion, Criterion, Modifier
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.refusal import Refusal, gettext_noop, sentence

UNKNOWN_CRITERION = sentence("unknown-criterion", gettext_noop("There is no criterion “{code}”. Available: {known}."))
UNKNOWN_SCORE = sentence("unknown-score", gettext_noop("“{code}” can’t be computed from the score “{score}”."))
FOR_TEAMS = sentence("for-teams", gettext_noop("“{code}” is a criterion of team events."))
UNKNOWN_MODIFIER = sentence("unknown-modifier", gettext_noop("“{code}” does not take the modifier “{modifier}”."))
REPEATED = sentence("repeated-criterion", gettext_noop("“{code}” appears twice in the order. Remove one of the two."))
EMPTY_ORDER = sentence(
    "empty-order", gettext_noop("The order of criteria is empty. Give at least one, for example PTS.")
)
TOO_LONG = sentence("order-too-long", gettext_noop("The order has {count} criteria; at most {limit} are allowed."))

MOST_CRITERIA = 12
OTHER_NAMES = {"GE": "REP", "MPTS": "MP", "GPTS": "GP"}
MODIFIER = re.compile(r"(?P<letter>[CMLPFRUK])(?P<number>[+-]?\d{1,4}(?:\.\d)?)?")


def read_order(text: str, of_teams: bool = False) -> tuple[ChosenCriterion, ...]:
    """Read a whole order, for example "PTS,BH/C1,BH,SB,DE". Raise Refusal with the code that can't be read.

    Criteria of team events are refused unless the order is for teams (`of_teams`).
    """
    order = tuple(read_criterion(part) for part in re.split(r"[,;\s]+", text.strip()) if part)
    if not order:
        raise Refusal(EMPTY_ORDER, field="order")
    if len(order) > MOST_CRITERIA:
        raise Refusal(TOO_LONG, field="order", count=len(order), limit=MOST_CRITERIA)
    for index, chosen in enumerate(order):
        # Only a criterion that compares the tied players can separate more of them the second time (C.07, 4.2).
        if chosen in order[:index] and not chosen.criterion.place_group:
            raise Refusal(REPEATED, field=chosen.notation, code=chosen.notation)
        if not of_teams and (chosen.score or chosen.criterion.scope == ("teams",)):
            raise Refusal(FOR_TEAMS, field=chosen.notation, code=chosen.notation)
    return order


def read_criterion(text: str) -> ChosenCriterion:
    """Read one criterion with its score and modifiers, in any case, with `/` or `-` before a modifier.

    Raise Refusal for an unknown code, score or modifier.
    """
    head, *rest = re.split(r"/|-(?=[A-Z])", text.strip().upper())
    code, colon, score = head.removeprefix("OTHER_").partition(":")
    spellings = {known.upper(): known for known in CRITERIA}
    code = spellings.get(OTHER_NAMES.get(code, code), code)
    if code not in CRITERIA:
        raise Refusal(UNKNOWN_CRITERION, field=text, code=text, known=" ".join(CRITERIA))
    criterion = CRITERIA[code]
    if colon and score not in criterion.scores:
        raise Refusal(UNKNOWN_SCORE, field=text, code=code, score=score)
    chosen = ChosenCriterion(criterion, (), score)
    for part in rest:
        modifier = _modifier(criterion, part)
        if chosen.has_modifier(modifier.letter):
            raise Refusal(UNKNOWN_MODIFIER, field=text, code=chosen.notation, modifier=part)
        chosen = chosen._replace(modifiers=(*chosen.modifiers, modifier))
    return chosen


def _modifier(criterion: Criterion, text: str) -> Modifier:
    match = MODIFIER.fullmatch(text)
    letter, number = (match["letter"], match["number"] or "") if match else ("", "")
    allowed = letter and letter in criterion.modifiers
    if letter in ("C", "M"):
        allowed = allowed and number.isdigit() and 0 < int(number) < 100
        number = str(int(number)) if allowed else number
    elif letter in ("P", "F", "R"):
        allowed = allowed and not number
    elif letter in ("U", "K"):
        allowed = allowed and number.isdigit() and int(number) > 0
    else:
        allowed = allowed and bool(number)
    if not allowed:
        raise Refusal(UNKNOWN_MODIFIER, field=f"{criterion.code}/{text}", code=criterion.code, modifier=text)
    return Modifier(letter, number)


def write_order(order: tuple[ChosenCriterion, ...]) -> str:
    """Write an order in the canonical notation."""
    return ",".join(chosen.notation for chosen in order)
