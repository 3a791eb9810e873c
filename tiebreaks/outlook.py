"""Who is safe, possible or out for the first places, whatever may still happen; no margin of any rule is used.

A statement holds for every way in which the event can end (see `prospects`). Once the last round is paired, points are
computed exactly, board by board; the last few boards are also played out with all tie-breaks. Before that, and where a
tie-break can't be foreseen, the bounds are safe: a player who might be tied is neither safe nor out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from tiebreaks.crosstable import Crosstable
from tiebreaks.notation import ChosenCriterion
from tiebreaks.numbers import format_number
from tiebreaks.prospects import Board, Key, Prospect, Prospects, complete_games
from tiebreaks.refusal import SENTENCES, gettext_noop, sentence
from tiebreaks.scoring import RESULT_PAIRS
from tiebreaks.standings import Standings, rank
from tiebreaks.table import Table
from tiebreaks.teams import in_score_of_order

# The sentences name only the player's own bounds, so that results of others don't change an otherwise unchanged row.
SAFE_ALONE = sentence("outlook-safe-alone", gettext_noop("at least {least} points, and nobody else can reach that"))
SAFE_BUT_FEW = sentence(
    "outlook-safe-but-few", gettext_noop("at least {least} points, and fewer than {places} others can reach that")
)
SAFE_ANYHOW = sentence("outlook-safe-anyhow", gettext_noop("among the first {places}, however the remaining games end"))
OUT_BY_ONE = sentence(
    "outlook-out-by-one", gettext_noop("at most {most} points, and another player is certain to have more")
)
OUT_BY_SOME = sentence(
    "outlook-out-by-some", gettext_noop("at most {most} points, and {places} players are certain to have more")
)
OUT_ANYHOW = sentence(
    "outlook-out-anyhow", gettext_noop("not among the first {places}, however the remaining games end")
)
OPEN = sentence("outlook-open", gettext_noop("can end with {least} to {most} points"))
OTHERS = sentence("outlook-others", gettext_noop("ends with {least} points; other results and the tie-breaks decide"))
UNFORESEEN = sentence("outlook-unforeseen", gettext_noop("not decided yet"))

# Two open boards give 144 tables; in fields up to this size they take about half a second.
MOST_BOARDS, MOST_LINES = 2, 30_000
# Ties from this criterion on stay open: an arbiter enters the places later.
ENTERED_LATER = "PLAYOFF"
FROM_RESULTS = {"swiss", "round-robin"}


class Mark(StrEnum):
    """Whether a player will end among the first places."""

    SAFE = "safe"
    POSSIBLE = "possible"
    OUT = "out"


class Outlook(NamedTuple):
    """Whether a player will end among the first places, and why: the code of a sentence with its parameters.

    The parameters `least` and `most` are points, `places` is the number of places in question.
    """

    mark: Mark
    code: str
    params: Mapping[str, Decimal | int] = {}

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**{name: format_number(value) for name, value in self.params.items()})


def compute_outlooks(facts: Crosstable, order: tuple[ChosenCriterion, ...], places: int) -> dict[int, Outlook]:
    """Return, by number, whether players end among the first `places` for certain, possibly or not at all.

    Players who share a place across the border are neither safe nor out. Orders that do not begin with points are
    judged only by playing out the last boards. Teams are judged by the score that comes first in the order.
    """
    facts = in_score_of_order(facts, order[0].code)
    table = Table(facts)
    prospects = Prospects(table, order)
    outlooks = {number: Outlook(Mark.POSSIBLE, UNFORESEEN) for number in facts.players}
    if order[0].code in ("PTS", facts.score):
        everybody = [prospects.prospect_of(number) for number in facts.players]
        outlooks = _judge_by_points(everybody, places)
        if facts.score != "GP":  # a match can divide its game points in many ways
            undecided = {n for n, outlook in outlooks.items() if outlook.mark == Mark.POSSIBLE}
            outlooks |= _judge_by_boards(prospects.boards(), undecided, places)
    if any(outlook.mark == Mark.POSSIBLE for outlook in outlooks.values()):
        outlooks |= _judge_by_playing(prospects, order, outlooks, places)
    return outlooks


def _judge_by_points(everybody: Sequence[Prospect], places: int) -> dict[int, Outlook]:
    """Compare points only: the least that each player can end with against the most of all others, and vice versa."""
    leasts, mosts = sorted(p.least[0] for p in everybody), sorted(p.most[0] for p in everybody)
    outlooks = {}
    for number, least, most in everybody:
        rivals = len(mosts) - bisect_left(mosts, least[0]) - 1
        ahead = len(leasts) - bisect_right(leasts, most[0])
        params: dict[str, Decimal | int] = {"least": least[0], "most": most[0], "places": places}
        if rivals < places:
            outlooks[number] = Outlook(Mark.SAFE, SAFE_ALONE if places == 1 else SAFE_BUT_FEW, params)
        elif ahead >= places:
            outlooks[number] = Outlook(Mark.OUT, OUT_BY_ONE if places == 1 else OUT_BY_SOME, params)
        else:
            outlooks[number] = Outlook(Mark.POSSIBLE, OPEN if least[0] < most[0] else OTHERS, params)
    return outlooks


def _judge_by_boards(boards: Sequence[Board], undecided: set[int], places: int) -> dict[int, Outlook]:
    """Let each board end in the worst, or the best, way for a player: the two players of a board can't both win."""
    reach_counts: dict[Key, int] = {}
    pass_counts: dict[Key, int] = {}

    def count_at_worst(key: Key) -> int:
        """Count the players who may end level with a key or above it."""
        if key not in reach_counts:
            reach_counts[key] = sum(_count_reaching(board, key) for board in boards)
        return reach_counts[key]

    def count_at_best(key: Key) -> int:
        """Count the players who must end above a key."""
        if key not in pass_counts:
            pass_counts[key] = sum(_count_passing(board, key) for board in boards)
        return pass_counts[key]

    outlooks = {}
    for board in boards:
        for number in {p.number for p in board[0]} & undecided:
            worst = best = None
            for outcome in board:
                (own,) = (p for p in outcome if p.number == number)
                rivals = [p for p in outcome if p.number != number]
                behind = count_at_worst(own.least) - _count_reaching(board, own.least)
                behind += sum(p.most >= own.least for p in rivals)
                ahead = count_at_best(own.most) - _count_passing(board, own.most)
                ahead += sum(p.least > own.most for p in rivals)
                worst = behind if worst is None else max(worst, behind)
                best = ahead if best is None else min(best, ahead)
            if worst is not None and worst < places:
                outlooks[number] = Outlook(Mark.SAFE, SAFE_ANYHOW, {"places": places})
            elif best is not None and best >= places:
                outlooks[number] = Outlook(Mark.OUT, OUT_ANYHOW, {"places": places})
    return outlooks


def _count_reaching(board: Board, key: Key) -> int:
    """Return how many players of a board can at most end level with a key or above it."""
    return max(sum(p.most >= key for p in outcome) for outcome in board)


def _count_passing(board: Board, key: Key) -> int:
    """Return how many players of a board must at least end above a key."""
    return min(sum(p.least > key for p in outcome) for outcome in board)


def _judge_by_playing(
    prospects: Prospects, order: tuple[ChosenCriterion, ...], outlooks: Mapping[int, Outlook], places: int
) -> dict[int, Outlook]:
    """Play the last few boards out in every possible way, and rank each table by what results alone decide."""
    facts = prospects.table.facts
    boards = [(n, g) for n, games in prospects.open_games.items() for g in games if g.opponent and n < g.opponent]
    foreseen = _foreseeable_criteria(order) if boards else order
    lines = len(facts.players) * len(RESULT_PAIRS) ** len(boards)
    too_many = len(boards) > MOST_BOARDS or lines > MOST_LINES
    if any(prospects.unpaired.values()) or too_many or not foreseen or (boards and facts.team_event):
        return {}
    undecided = {n for n, outlook in outlooks.items() if outlook.mark == Mark.POSSIBLE}
    inside, outside, before = set(undecided), set(undecided), None
    for games in complete_games(prospects.table, boards):
        before = rank(facts._replace(games=games), foreseen, before)
        within, beyond = _split_at_border(before, places)
        inside &= within
        outside &= beyond
    params: dict[str, Decimal | int] = {"places": places}
    return {n: Outlook(Mark.SAFE, SAFE_ANYHOW, params) for n in inside} | {
        n: Outlook(Mark.OUT, OUT_ANYHOW, params) for n in outside
    }


def _foreseeable_criteria(order: tuple[ChosenCriterion, ...]) -> tuple[ChosenCriterion, ...]:
    """Return the criteria before the first one that needs game scores or a later entry."""
    for index, chosen in enumerate(order):
        if chosen.code == ENTERED_LATER or not FROM_RESULTS & set(chosen.criterion.scope):
            return order[:index]
    return order


def _split_at_border(ranked: Standings, places: int) -> tuple[set[int], set[int]]:
    """Return who is among the first places and who is not; players tied across the border are in neither set."""
    outside = {row.number for row in ranked.rows if row.rank > places}
    across = ranked.rows[places - 1].rank if 0 < places < len(ranked.rows) else None
    shared = across is not None and ranked.rows[places].rank == across
    inside = {row.number for row in ranked.rows if row.rank <= places and not (shared and row.rank == across)}
    return inside, outside
