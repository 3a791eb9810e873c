"""Why two players meet, as far as their position proves it: nothing is said that the rounds so far do not show.

Our FIDE engines know why they chose a pair and say it themselves (`dutch.explanations`); all others are explained from
here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pairing.rules.boards import Reason, because, ordered_pair
from pairing.rules.history import Entrant, History
from pairing.rules.legality import Limits, find_colour_clash
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.values.numbers import format_number

SAME_WINS = sentence("same-wins", gettext_noop("Both have {wins}; places {place} and {other} in the pairing order."))
FLOAT = sentence("float", gettext_noop("{player} with {wins} meets {other} with {fewer}."))
ALONE = sentence("float-alone", gettext_noop("{player} is the only one with {wins}."))
NOBODY_LEFT = sentence("float-nobody-left", gettext_noop("{player} has no other possible opponent with {wins}."))
ODD = sentence("float-odd", gettext_noop("An odd number of players has {wins} ({count})."))
REPEATED = sentence("repeated", gettext_noop("They have met before ({times}×; allowed here: {limit})."))
REPEATED_FREELY = sentence(
    "repeated-freely", gettext_noop("They have met before ({times}×); this round sets no limit.")
)
CONFIRMED = sentence(
    "repeat-confirmed", gettext_noop("They have met before ({times}×); an arbiter has confirmed that they meet again.")
)
CLASH = sentence(
    "colours-confirmed", gettext_noop("Both must have the same colour; an arbiter has confirmed that they meet.")
)
LIFTED = sentence("ban-lifted", gettext_noop("This pairing is forbidden; an arbiter has confirmed it nevertheless."))


def explain_pair(history: History, one: int, other: int, limits: Limits, among: Collection[int] = ()) -> list[Reason]:
    """Return the reasons why two players meet: equal scores or a float, and a repeat if it is an allowed one.

    `among` are all who have an opponent in the round, if a system has paired them: only then a float has a cause.
    """
    upper, lower = sorted((history.entrants[one], history.entrants[other]), key=lambda e: history.places[e.number])
    if upper.score == lower.score:
        places = {"place": history.places[upper.number], "other": history.places[lower.number]}
        reasons = [because(SAME_WINS, wins=format_number(upper.score), **places)]
    else:
        scores = {"wins": format_number(upper.score), "fewer": format_number(lower.score)}
        reasons = [because(FLOAT, player=upper.number, other=lower.number, **scores)]
        reasons += list(_find_causes(history, upper, lower, limits, among))[:1]
    return [*reasons, *explain_repeat(history, one, other, limits)]


def _find_causes(
    history: History, upper: Entrant, lower: Entrant, limits: Limits, among: Collection[int]
) -> Iterator[Reason]:
    """Yield why a float was needed: which player had no opponent with the same score, the higher-placed one first."""
    for own in (upper, lower):
        equals = [n for n in among if history.entrants[n].score == own.score]
        if equals == [own.number]:
            yield because(ALONE, player=own.number, wins=format_number(own.score))
        elif equals and not any(limits.allow(history, own.number, n) for n in equals if n != own.number):
            yield because(NOBODY_LEFT, player=own.number, wins=format_number(own.score))
    for own in (upper, lower):
        count = sum(history.entrants[n].score == own.score for n in among)
        if count % 2:
            yield because(ODD, wins=format_number(own.score), count=count)


def explain_repeat(history: History, one: int, other: int, limits: Limits) -> list[Reason]:
    """Return why two players may meet again; nothing for a first meeting, and for one that is against the rules."""
    times = history.count_meetings(one, other)
    if ordered_pair(one, other) in limits.granted:
        if times:
            return [because(CONFIRMED, times=times)]
        is_forbidden = not limits._replace(granted=frozenset()).may_ever_meet(history, one, other)
        if is_forbidden or find_colour_clash(history, one, other):
            return [because(LIFTED if is_forbidden else CLASH)]
    if not times:
        return []
    if limits.repeats is None:
        return [because(REPEATED_FREELY, times=times)]
    return [because(REPEATED, times=times, limit=limits.repeats)] if times <= limits.repeats else []
