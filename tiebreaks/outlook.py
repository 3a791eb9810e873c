"""Who is safe, possible or out for the first places, whatever may still happen; no margin of any rule is used.

A claim holds for every way in which the event can end (see `prospects`). With the last round paired the points are
reckoned exactly, board by board; the last few boards are also played out with all tie-breaks. Earlier, and where a
tie-break can't be foreseen, the bounds are sound: who might be tied is neither safe nor out.
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

# The sentences name the player's own bounds alone: what others do changes no row of the table that stays as it was.
SAFE_ALONE = sentence("outlook-safe-alone", gettext_noop("at least {least} points, and nobody else can reach that"))
SAFE_BUT_FEW = sentence(
    "outlook-safe-but-few", gettext_noop("at least {least} points, and fewer than {places} others can reach that")
)
SAFE_ANYHOW = sentence(
    "outlook-safe-anyhow", gettext_noop("among the first {places}, however the games to come may end")
)
OUT_BY_ONE = sentence(
    "outlook-out-by-one", gettext_noop("at most {most} points, and another player is certain to have more")
)
OUT_BY_SOME = sentence(
    "outlook-out-by-some", gettext_noop("at most {most} points, and {places} players are certain to have more")
)
OUT_ANYHOW = sentence(
    "outlook-out-anyhow", gettext_noop("not among the first {places}, however the games to come may end")
)
OPEN = sentence("outlook-open", gettext_noop("can end with {least} to {most} points"))
OTHERS = sentence("outlook-others", gettext_noop("ends with {least} points; the others and the tie-breaks decide"))
UNFORESEEN = sentence("outlook-unforeseen", gettext_noop("not decided yet"))

# The last two boards are played out, in fields where the 144 tables take no more than about half a second.
MOST_BOARDS, MOST_LINES = 2, 30_000
# Ties from here on are left open: an arbiter enters the place later.
ENTERED_LATER = "PLAYOFF"
FROM_RESULTS = {"swiss", "round-robin"}


class Mark(StrEnum):
    SAFE = "safe"
    POSSIBLE = "possible"
    OUT = "out"


class Outlook(NamedTuple):
    """Whether a player ends among the first places, and why: the code of a sentence with what it needs.

    `least` and `most` are points, `places` is the number asked for.
    """

    mark: Mark
    code: str
    params: Mapping[str, Decimal | int] = {}

    def __str__(self) -> str:
        return SENTENCES[self.code].format(**{name: format_number(value) for name, value in self.params.items()})


def compute_outlooks(facts: Crosstable, order: tuple[ChosenCriterion, ...], places: int) -> dict[int, Outlook]:
    """Return for each player whether he ends among the first `places` for certain, possibly or not at all.

    Players who share a place across the border are neither in nor out. Orders that do not begin with points are judged
    at their end alone. Of teams everything is judged by the score that stands first.
    """
    facts = in_score_of_order(facts, order[0].code)
    table = Table(facts)
    prospects = Prospects(table, order)
    found = {number: Outlook(Mark.POSSIBLE, UNFORESEEN) for number in facts.players}
    if order[0].code in ("PTS", facts.score):
        everybody = [prospects.of(number) for number in facts.players]
        found = _by_counting(everybody, places)
        if facts.score != "GP":  # a match may part its game points in many ways
            left = {n for n, each in found.items() if each.mark == Mark.POSSIBLE}
            found |= _by_boards(prospects.boards(), left, places)
    if any(each.mark == Mark.POSSIBLE for each in found.values()):
        found |= _by_playing(prospects, order, found, places)
    return found


def _by_counting(everybody: Sequence[Prospect], places: int) -> dict[int, Outlook]:
    """Compare points alone: the least that each can end with against the most of all others, and the reverse."""
    leasts, mosts = sorted(p.least[0] for p in everybody), sorted(p.most[0] for p in everybody)
    found = {}
    for number, least, most in everybody:
        rivals = len(mosts) - bisect_left(mosts, least[0]) - 1
        ahead = len(leasts) - bisect_right(leasts, most[0])
        said: dict[str, Decimal | int] = {"least": least[0], "most": most[0], "places": places}
        if rivals < places:
            found[number] = Outlook(Mark.SAFE, SAFE_ALONE if places == 1 else SAFE_BUT_FEW, said)
        elif ahead >= places:
            found[number] = Outlook(Mark.OUT, OUT_BY_ONE if places == 1 else OUT_BY_SOME, said)
        else:
            found[number] = Outlook(Mark.POSSIBLE, OPEN if least[0] < most[0] else OTHERS, said)
    return found


def _by_boards(boards: Sequence[Board], left: set[int], places: int) -> dict[int, Outlook]:
    """Let each board end at its worst, or at its best, for a player: two players of one board can't both win."""
    reach: dict[Key, int] = {}
    pass_by: dict[Key, int] = {}

    def at_worst(key: Key) -> int:
        """Count the players who may end level with a key or above it."""
        if key not in reach:
            reach[key] = sum(_can_reach(board, key) for board in boards)
        return reach[key]

    def at_best(key: Key) -> int:
        """Count the players who must end above a key."""
        if key not in pass_by:
            pass_by[key] = sum(_must_pass(board, key) for board in boards)
        return pass_by[key]

    found = {}
    for board in boards:
        for number in {p.number for p in board[0]} & left:
            worst = best = None
            for outcome in board:
                (own,) = (p for p in outcome if p.number == number)
                rivals = [p for p in outcome if p.number != number]
                behind = at_worst(own.least) - _can_reach(board, own.least)
                behind += sum(p.most >= own.least for p in rivals)
                ahead = at_best(own.most) - _must_pass(board, own.most) + sum(p.least > own.most for p in rivals)
                worst = behind if worst is None else max(worst, behind)
                best = ahead if best is None else min(best, ahead)
            if worst is not None and worst < places:
                found[number] = Outlook(Mark.SAFE, SAFE_ANYHOW, {"places": places})
            elif best is not None and best >= places:
                found[number] = Outlook(Mark.OUT, OUT_ANYHOW, {"places": places})
    return found


def _can_reach(board: Board, key: Key) -> int:
    return max(sum(p.most >= key for p in outcome) for outcome in board)


def _must_pass(board: Board, key: Key) -> int:
    return min(sum(p.least > key for p in outcome) for outcome in board)


def _by_playing(
    prospects: Prospects, order: tuple[ChosenCriterion, ...], found: Mapping[int, Outlook], places: int
) -> dict[int, Outlook]:
    """Play the last few boards out in every way, and rank each table by all that results alone decide."""
    facts = prospects.table.facts
    boards = [(n, g) for n, games in prospects.open.items() for g in games if g.opponent and n < g.opponent]
    foreseen = _foreseen(order) if boards else order
    lines = len(facts.players) * len(RESULT_PAIRS) ** len(boards)
    too_many = len(boards) > MOST_BOARDS or lines > MOST_LINES
    if any(prospects.unpaired.values()) or too_many or not foreseen or (boards and facts.team_event):
        return {}
    left = {n for n, each in found.items() if each.mark == Mark.POSSIBLE}
    inside, outside, before = set(left), set(left), None
    for games in complete_games(prospects.table, boards):
        before = rank(facts._replace(games=games), foreseen, before)
        within, beyond = _sides(before, places)
        inside &= within
        outside &= beyond
    said: dict[str, Decimal | int] = {"places": places}
    return {n: Outlook(Mark.SAFE, SAFE_ANYHOW, said) for n in inside} | {
        n: Outlook(Mark.OUT, OUT_ANYHOW, said) for n in outside
    }


def _foreseen(order: tuple[ChosenCriterion, ...]) -> tuple[ChosenCriterion, ...]:
    """Return the criteria up to the first one that needs scores or a later entry."""
    for index, chosen in enumerate(order):
        if chosen.code == ENTERED_LATER or not FROM_RESULTS & set(chosen.criterion.scope):
            return order[:index]
    return order


def _sides(ranked: Standings, places: int) -> tuple[set[int], set[int]]:
    """Return who stands among the first places for himself, and who does not; a tie across the border is neither."""
    outside = {row.number for row in ranked.rows if row.rank > places}
    across = ranked.rows[places - 1].rank if 0 < places < len(ranked.rows) else None
    shared = across is not None and ranked.rows[places].rank == across
    inside = {row.number for row in ranked.rows if row.rank <= places and not (shared and row.rank == across)}
    return inside, outside
