"""Find the smallest relaxation of the rules if no legal pairing exists. It is offered, never applied.

Which rule gives way is the arbiter's decision, and the log keeps the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from pairing.new_swiss.matching import find_cheapest_pairs, layer_factors
from pairing.rules import byes
from pairing.rules.boards import Pair, Reason, because, ordered_pair, write_pairs
from pairing.rules.history import History
from pairing.rules.legality import Limits, find_colour_clash
from tiebreaks.facts.games import Colour
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
    gettext_noop(
        "No legal pairing exists, even with repeats: forbidden pairings stand in the way. "
        "The smallest relaxation: let {pairs} meet."
    ),
)
RELAXED = sentence("no-pairing-relaxed", gettext_noop("No legal pairing exists. The smallest relaxation: {steps}"))
AND = sentence("relaxed-and", gettext_noop("{step} {further}"))
SECOND_BYE = sentence(
    "relaxed-second-bye",
    gettext_noop("{player} has the bye despite an earlier bye, or a full point without playing."),
)
ANOTHER = sentence("relaxed-other-bye", gettext_noop("{player} has the bye instead."))
AGAIN = sentence("relaxed-again", gettext_noop("{pairs} meet again."))
BOTH_WHITE = sentence("relaxed-both-white", gettext_noop("{pairs} meet although both must have White."))
BOTH_BLACK = sentence("relaxed-both-black", gettext_noop("{pairs} meet although both must have Black."))
FORBIDDEN = sentence("relaxed-forbidden", gettext_noop("{pairs} meet although this pairing is forbidden."))

# These have a sentence of their own; any others are told step by step.
USUAL = {
    (AGAIN,): MEET_AGAIN,
    (ANOTHER,): OTHER_BYE,
    (ANOTHER, AGAIN): OTHER_BYE_AND_AGAIN,
    (FORBIDDEN,): LIFT_FORBIDDEN,
}
BYE = 0  # no player has this number


def refuse_pairing(
    history: History,
    players: Sequence[int],
    limits: Limits,
    bye_method: str,
    *,
    fide: bool = False,
    of_teams: bool = False,
) -> Refusal:
    """Return the refusal that names the smallest relaxation for players in the order of the pairing.

    Another bye comes before a colour, a colour before a repeat or a second bye, and these before a pair that must not
    meet. With `fide` the absolute criteria of FIDE's Swiss systems count, for teams without colours. The refusal's
    parameters include `relaxation` (pairs) and `bye`, so that an arbiter can confirm exactly these.
    """
    candidates = byes.bye_candidates(history, players, bye_method) if len(players) % 2 else []
    rules = Rules(history, limits, candidates, fide=fide, has_colours=fide and not of_teams)
    pairs = rules.find_pairs(players)
    bye = next((max(pair) for pair in pairs if BYE in pair), None)
    met = sorted(ordered_pair(*pair) for pair in pairs if BYE not in pair)
    steps = list(rules.list_steps(met, bye))
    if not steps:
        return Refusal(NO_PAIRING, field="round", round=history.round)
    broken = tuple(pair for pair in met if rules.breaks(*pair))
    if fide and not rules.is_second_bye(bye):
        bye = None  # whom the system may choose needs no confirmation
    said = {key: value for step in steps for key, value in step.params.items()}
    code = USUAL.get(tuple(step.code for step in steps), RELAXED)
    told = reduce(lambda further, step: because(AND, step=step, further=further), reversed(steps[:-1]), steps[-1])
    params = {"steps": told} if code == RELAXED else {"pairs": write_pairs(()), "player": bye} | said
    return Refusal(code, field="round", round=history.round, relaxation=broken, bye=bye, **params)


class Rules:
    """What a round breaks and what that costs: `candidates` are those for the bye, in their order."""

    def __init__(
        self, history: History, limits: Limits, candidates: Sequence[int], *, fide: bool, has_colours: bool
    ) -> None:
        """Store the facts."""
        self.history, self.limits, self.candidates = history, limits, candidates
        self.fide, self.has_colours = fide, has_colours

    def find_pairs(self, players: Sequence[int]) -> list[Pair]:
        """Return the pairs that break as few rules as possible; the bye is a pair with BYE."""
        boards, most = len(players) // 2 + 1, max(self.history.meetings.values(), default=0)
        size, places = len(players), self.history.places
        factors = layer_factors(boards, 2 * boards, boards * most, boards, boards * size, boards * size)
        ban, repeat, again, colour, bye, place = factors
        turn = {number: index for index, number in enumerate(self.candidates)}

        def cost(one: int, other: int) -> int:
            if BYE in (one, other):
                number = one or other
                return repeat * self.is_second_bye(number) + bye * turn[number]
            excess = self.count_excess(one, other)
            return (
                ban * self.is_banned(one, other)
                + repeat * (excess > 0)
                + again * excess
                + colour * (self.find_clash(one, other) is not None)
                + place * abs(places[one] - places[other])
            )

        return find_cheapest_pairs([*players, BYE] if self.candidates else list(players), cost) or []

    def is_second_bye(self, number: int | None) -> bool:
        """Tell whether a bye breaks a rule: a second one of FIDE's, otherwise one more than others have had."""
        if number is None:
            return False
        entrants = self.history.entrants
        return entrants[number].no_pab if self.fide else entrants[number].byes > entrants[self.candidates[0]].byes

    def is_banned(self, one: int, other: int) -> bool:
        """Tell whether a rule of the event or of the file keeps two apart."""
        return not self.limits.may_ever_meet(self.history, one, other)

    def count_excess(self, one: int, other: int) -> int:
        """Count the earlier meetings of two above what is allowed."""
        if self.limits.repeats is None or ordered_pair(one, other) in self.limits.granted:
            return 0
        return max(self.history.count_meetings(one, other) - self.limits.repeats, 0)

    def find_clash(self, one: int, other: int) -> Colour | None:
        """Return the colour that both must have."""
        if not self.has_colours or ordered_pair(one, other) in self.limits.granted:
            return None
        return find_colour_clash(self.history, one, other)

    def breaks(self, one: int, other: int) -> bool:
        """Tell whether two may not meet."""
        return (
            self.is_banned(one, other) or self.count_excess(one, other) > 0 or self.find_clash(one, other) is not None
        )

    def list_steps(self, met: Sequence[Pair], bye: int | None) -> Iterator[Reason]:
        """Yield what has to be allowed for these pairs and this bye, with everybody whom it touches."""
        if bye is not None and self.fide and self.is_second_bye(bye):
            yield because(SECOND_BYE, player=bye)
        elif bye is not None and not self.fide and bye != self.candidates[0]:
            yield because(ANOTHER, player=bye)
        kinds = (
            (BOTH_WHITE, [pair for pair in met if self.find_clash(*pair) == Colour.WHITE]),
            (BOTH_BLACK, [pair for pair in met if self.find_clash(*pair) == Colour.BLACK]),
            (AGAIN, [pair for pair in met if self.count_excess(*pair) and not self.is_banned(*pair)]),
            (FORBIDDEN, [pair for pair in met if self.is_banned(*pair)]),
        )
        yield from (because(code, pairs=write_pairs(pairs)) for code, pairs in kinds if pairs)
