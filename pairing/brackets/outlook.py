"""Marks (safe, possible, out) for the first places of an event in which duels decide the last rounds.

Before a stage its duels are open, whoever plays them: the places of a bracket may end in any order. While it is
played, the draw says which places everybody can still reach.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from pairing.brackets.course import DuelState
from pairing.brackets.deciding import DuelDecision, find_sure_winner
from pairing.brackets.places import Span
from tiebreaks.outlook import marks as outlook
from tiebreaks.outlook.marks import Border, Mark, Outlook
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import gettext_noop, sentence

PLAYS_DUEL = sentence("outlook-plays-match", gettext_noop("plays a match for places {places} and {next}"))
CAN_REACH = sentence("outlook-can-reach", gettext_noop("can still reach places {best} to {last}"))
SHARES = sentence("outlook-shares", gettext_noop("shares places {best} to {last}"))
NOT_IN_DUEL = sentence(
    "outlook-not-in-match", gettext_noop("does not play in the matches that decide the first {places}")
)
UNDECIDED = Outlook(Mark.POSSIBLE, outlook.UNFORESEEN)

type Outlooks = dict[int, Outlook]
type Parts = Sequence[int]  # how many play in each bracket of a stage


def widen(places: int, coming: Sequence[Parts]) -> tuple[int, int]:
    """Return the places around a border within which the duels of the coming stages may change the order."""
    low = high = places
    for parts in reversed(coming):
        ends = [sum(parts[:count]) for count in range(len(parts) + 1)]
        within = list(pairwise(ends))
        low = next((one for one, other in within if one < low < other), low)
        high = next((other for one, other in within if one < high < other), high)
    return low, high


def settle(states: Sequence[DuelState], by_spread: bool) -> list[DuelState]:
    """Return the duels, counting those as won that one side can no longer lose."""
    settled = []
    for state in states:
        if state.is_ready:
            winner = find_sure_winner(state.format, state.results, better=state.better, by_spread=by_spread)
            if winner is not None:
                state = state._replace(decision=DuelDecision(winner, is_over=True))
        settled.append(state)
    return settled


def judge_stage(
    ranked: Standings,
    spans: Mapping[int, Span],
    playing: Collection[int],
    places: int,
    coming: Sequence[Parts] = (),
    away: Collection[int] = (),
) -> Outlooks:
    """Judge an event while a stage of duels is played: `spans` are the places that its players can still reach.

    `playing` are those with a duel before them; `away` are those who will not play in the `coming` stages, so that
    others move up.
    """
    low, high = widen(places, coming)
    decided = max((sum(parts) for parts in coming), default=0)
    moved = len(away) if coming else 0
    holders = Counter(row.rank for row in ranked.rows)
    rest = {row.number: Span(row.rank, row.rank + holders[row.rank] - 1) for row in ranked.rows}
    known = {number: spans.get(number) or span for number, span in rest.items()}
    lasts = sorted(span.last for span in known.values())
    outlooks = {}
    for row in ranked.rows:
        own = known[row.number]
        if coming:  # where two lose a duel, nobody has its better place: whoever comes next moves up
            own = own._replace(best=min(own.best, bisect_left(lasts, own.best) + 1))
        own = own._replace(best=max(1, own.best - len(ranked.expelled)))  # others may still be taken out above
        is_away = moved > 0 and row.number in away  # others pass who play in the coming stages
        stays = is_away or own.best - moved > decided
        if own.last <= low if not is_away else max(own.last, decided + moved) <= places:
            outlooks[row.number] = Outlook(Mark.SAFE, outlook.SAFE_ANYHOW, {"places": places})
        elif own.best > places if stays else own.best - moved > high:
            outlooks[row.number] = Outlook(Mark.OUT, outlook.OUT_ANYHOW, {"places": places})
        else:
            outlooks[row.number] = Outlook(Mark.POSSIBLE, *_describe(own, row.number in playing))
    return outlooks


def _describe(span: Span, is_playing: bool) -> tuple[str, outlook.Params]:
    """Say what is still possible for a player who is neither safe nor out."""
    if not is_playing:
        return SHARES, {"best": span.best, "last": span.last}
    if span.last == span.best + 1:
        return PLAYS_DUEL, {"places": span.best, "next": span.last}
    return CAN_REACH, {"best": span.best, "last": span.last}


def judge_before(ranked: Standings, coming: Sequence[Parts], field: Collection[int], places: int) -> Outlooks:
    """Judge an event before its stages of duels, which only the players in `field` will play."""
    everybody = ranked.facts.players
    decided = max((sum(parts) for parts in coming), default=0)
    if places > decided:
        return _judge_below(ranked, field, decided, places)
    border = Border(*widen(places, coming), field)
    away = {n: Outlook(Mark.OUT, NOT_IN_DUEL, {"places": places}) for n in everybody if n not in field}
    return outlook.compute_outlooks(ranked.facts, ranked.order, places, border) | away


def _judge_below(ranked: Standings, field: Collection[int], decided: int, places: int) -> Outlooks:
    """Judge the places below those of the duels: players of a duel may move up past absent ones."""
    whole = outlook.compute_outlooks(ranked.facts, ranked.order, places)
    if len(field) == len(whole):
        return whole
    players = outlook.compute_outlooks(ranked.facts, ranked.order, places, Border(decided, decided, field))
    passed = outlook.compute_outlooks(ranked.facts, ranked.order, places - decided)

    def judge(number: int) -> Outlook:
        own = whole[number]
        if number not in players:  # at most everybody in a duel may come up from below
            return own if own.mark == Mark.OUT else passed[number] if passed[number].mark == Mark.SAFE else UNDECIDED
        if own.mark == Mark.SAFE or players[number].mark == Mark.SAFE:
            return own if own.mark == Mark.SAFE else players[number]
        return own if own.mark == players[number].mark == Mark.OUT else UNDECIDED

    return {number: judge(number) for number in whole}
