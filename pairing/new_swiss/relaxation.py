"""Find the smallest relaxation of the rules if no legal pairing exists. It is offered, never applied.

Which rule gives way is the arbiter's decision, and the log keeps the reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.new_swiss.matching import find_cheapest_pairs, layer_factors
from pairing.rules import byes
from pairing.rules.boards import Pair, ordered_pair, write_pairs
from pairing.rules.history import History
from pairing.rules.legality import Limits
from tiebreaks.refusal import Refusal, gettext_noop, sentence

NO_PAIRING = sentence("no-pairing", gettext_noop("No legal pairing exists."))
MEET_AGAIN = sentence(
    "no-pairing-meet-again", gettext_noop("No legal pairing exists. The smallest relaxation: {pairs} meet again.")
)
OTHER_BYE = sentence(
    "no-pairing-other-bye",
    gettext_noop("No legal pairing exists. The smallest relaxation: {player} has the bye instead."),
)
OTHER_BYE_AND_AGAIN = sentence(
    "no-pairing-other-bye-and-again",
    gettext_noop(
        "No legal pairing exists. The smallest relaxation: {player} has the bye instead and {pairs} meet again."
    ),
)
LIFT_FORBIDDEN = sentence(
    "no-pairing-lift-ban",
    gettext_noop("No legal pairing exists, even with repeats. The smallest relaxation: let {pairs} meet."),
)
BYE = 0  # no player has this number


def refuse_pairing(history: History, players: Sequence[int], limits: Limits, bye_method: str) -> Refusal:
    """Return the refusal that names the smallest relaxation for players in the order of the standings.

    Another bye comes before a repeat, and a repeat before a pair that must not meet. The refusal's parameters include
    `relaxation` (pairs) and `bye`, so that an arbiter can confirm exactly these.
    """
    candidates = byes.bye_candidates(history, players, bye_method) if len(players) % 2 else []
    pairs = _least_bad_pairs(history, players, limits, candidates)
    if pairs is None:
        return Refusal(NO_PAIRING, field="round", round=history.round)
    bye = next((max(pair) for pair in pairs if BYE in pair), None)
    broken = sorted(ordered_pair(*p) for p in pairs if BYE not in p and not limits.allow(history, *p))
    banned = [p for p in broken if not limits.may_ever_meet(history, *p)]
    other_bye = bye is not None and bye != candidates[0]
    code = (
        LIFT_FORBIDDEN
        if banned
        else OTHER_BYE_AND_AGAIN
        if other_bye and broken
        else OTHER_BYE
        if other_bye
        else MEET_AGAIN
    )
    named = write_pairs(banned or broken)
    return Refusal(code, field="round", round=history.round, pairs=named, player=bye, relaxation=tuple(broken), bye=bye)


def _least_bad_pairs(
    history: History, players: Sequence[int], limits: Limits, candidates: list[int]
) -> list[Pair] | None:
    """Return the pairs that break as few rules as possible; the bye is a pair with BYE."""
    boards, most = len(players) // 2 + 1, max(history.meetings.values(), default=0)
    allowed = limits.repeats or 0
    size = len(players)
    ban, repeat, again, bye, place = layer_factors(boards, 2 * boards, boards * most, boards * size, boards * size)
    turn = {number: index for index, number in enumerate(candidates)}

    def cost(one: int, other: int) -> int:
        if BYE in (one, other):
            number = one or other
            has_more_byes = history.entrants[number].byes > history.entrants[candidates[0]].byes
            return repeat * has_more_byes + bye * turn[number]
        excess = 0 if limits.repeats is None else max(history.count_meetings(one, other) - allowed, 0)
        is_banned = not limits.may_ever_meet(history, one, other)
        return (
            ban * is_banned
            + repeat * (excess > 0)
            + again * excess
            + place * abs(history.places[one] - history.places[other])
        )

    return find_cheapest_pairs([*players, BYE] if candidates else list(players), cost)
