"""Marks for the first places: safe, possible or out, by all results that may still happen and by no rule of thumb.

A statement holds for every way in which the event can end (see `prospects`). Once the last round is paired, points are
computed exactly, board by board; the last few boards are also played out with all tie-breaks. Before that, and where a
tie-break can't be foreseen, the bounds are safe: a player who might be tied is neither safe nor out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Game, Kind
from tiebreaks.facts.scoring import LOST_BY_BOTH, RESULT_PAIRS
from tiebreaks.facts.team_crosstable import in_score_of_order
from tiebreaks.outlook.board_bounds import BoardBounds
from tiebreaks.outlook.prospects import Prospect, Prospects, complete_games
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import SENTENCES, gettext_noop, sentence
from tiebreaks.standings import rank
from tiebreaks.table.table import Table
from tiebreaks.values.numbers import Value, format_number

# The sentences name only the player's own bounds, so that results of others don't change an otherwise unchanged row.
SAFE_ALONE = sentence("outlook-safe-alone", gettext_noop("at least {points}, and nobody else can reach that"))
SAFE_BUT_FEW = sentence(
    "outlook-safe-but-few", gettext_noop("at least {points}, and fewer than {places} others can reach that")
)
SAFE_ANYHOW = sentence("outlook-safe-anyhow", gettext_noop("among the first {places}, however the remaining games end"))
OUT_BY_ONE = sentence(
    "outlook-out-by-one", gettext_noop("at most {points}, and another player is certain to have more")
)
OUT_BY_SOME = sentence(
    "outlook-out-by-some", gettext_noop("at most {points}, and {places} players are certain to have more")
)
OUT_ANYHOW = sentence(
    "outlook-out-anyhow", gettext_noop("not among the first {places}, however the remaining games end")
)
OUT_UNLESS = sentence("outlook-out-unless", gettext_noop("out unless board {boards} is forfeited or lost by both"))
OUT_UNLESS_ONE = sentence(
    "outlook-out-unless-one",
    gettext_noop("out unless one of the boards {boards} is forfeited or lost by both"),
)
OUT_UNLESS_MATCH = sentence(
    "outlook-out-unless-match",
    gettext_noop("out unless a board of the match {matches} is forfeited or lost by both"),
)
OUT_UNLESS_ONE_MATCH = sentence(
    "outlook-out-unless-one-match",
    gettext_noop("out unless a board of one of the matches {matches} is forfeited or lost by both"),
)
OPEN = sentence("outlook-open", gettext_noop("can end with {least} to {most} points"))
OTHERS = sentence("outlook-others", gettext_noop("ends with {points}; other results and the tie-breaks decide"))
OTHERS_AND_MATCH = sentence(
    "outlook-others-and-match",
    gettext_noop("ends with {points}; other results, the tie-breaks and a match for places {places} and {next} decide"),
)
UNFORESEEN = sentence("outlook-unforeseen", gettext_noop("not decided yet"))

WITHDREW = sentence("outlook-withdrew", gettext_noop("withdrew before playing half of the games"))

# Two open boards give 144 tables; in fields up to this size they take about half a second.
MOST_BOARDS, MOST_LINES = 2, 30_000
# Ties from these criteria on stay open: an arbiter enters the places or values later.
ENTERED_LATER = {"PLAYOFF": "playoff", "MAN": "manual_value"}
FROM_RESULTS = {"swiss", "round-robin"}

type Params = Mapping[str, Decimal | int | str]


class Mark(StrEnum):
    """Whether a player will end among the first places."""

    SAFE = "safe"
    POSSIBLE = "possible"
    OUT = "out"


class Outlook(NamedTuple):
    """Whether a player will end among the first places, and why: the code of a sentence with its parameters.

    The parameters `least` and `most` are points, one of which sentences write as `points`. `places` is the number of
    places in question, `boards` and `matches` are text.
    """

    mark: Mark
    code: str
    params: Params = {}

    def __str__(self) -> str:
        written = {n: value if isinstance(value, str) else format_number(value) for n, value in self.params.items()}
        points = "1 point" if self.points == 1 else f"{format_number(self.points)} points"
        return SENTENCES[self.code].format(points=points, **written)

    @property
    def points(self) -> Decimal | int:
        """Return the points that the sentence names: the most for a player who is out, the least for all others."""
        value = self.params.get("most" if self.mark == Mark.OUT else "least", 0)
        return 0 if isinstance(value, str) else value


class Border(NamedTuple):
    """Players certain to be among the first `inside` are safe; those certain to miss the first `outside` are out.

    The two differ if a match decides between the two players at the border. With a `field`, only its members count.
    """

    inside: int
    outside: int
    field: Collection[int] | None = None

    def includes(self, number: int) -> bool:
        return self.field is None or number in self.field


def compute_outlooks(
    facts: Crosstable, order: tuple[ChosenCriterion, ...], places: int, border: Border | None = None
) -> dict[int, Outlook]:
    """Return, by number, whether players end among the first `places` for certain, possibly or not at all.

    Players who share a place across the border are neither safe nor out. Orders that do not begin with points are
    judged only by playing out the last boards. Teams are judged by the score that comes first in the order.
    """
    border = border or Border(places, places)
    if expelled := facts.find_expelled():
        border = border._replace(field={n for n in facts.players if border.includes(n)} - expelled)
    facts = in_score_of_order(facts, order[0].code)
    gone = facts.find_early_withdrawals()
    if gone:
        return _judge_without(gone, facts, order, places, border)
    table = Table(facts)
    prospects = Prospects(table, order)
    outlooks = {n: Outlook(Mark.POSSIBLE, UNFORESEEN) for n in facts.players if border.includes(n)}
    if order[0].code in ("PTS", facts.score):
        outlooks = _judge_by_points([prospects.prospect_of(number) for number in outlooks], border)
        outlooks |= _judge_by_boards(prospects, _find_undecided(outlooks), border)
    if _find_undecided(outlooks):
        outlooks |= _judge_by_playing(prospects, order, outlooks, border)
    return outlooks


def _judge_without(
    gone: Collection[int], facts: Crosstable, order: tuple[ChosenCriterion, ...], places: int, border: Border
) -> dict[int, Outlook]:
    """Judge without early withdrawals: they are out, unless an open game may still bring them to half."""
    if any(game.kind == Kind.OPEN for number in gone for game in facts.games.get(number, ())):
        return {number: Outlook(Mark.POSSIBLE, UNFORESEEN) for number in facts.players if border.includes(number)}
    counted = facts.counted()
    others = {number: player for number, player in facts.players.items() if number not in gone}
    games = {number: counted.games.get(number, ()) for number in others}
    without = counted._replace(players=others, games=games, early_withdrawals="count")
    judged = compute_outlooks(without, order, places, border)
    return judged | {number: Outlook(Mark.OUT, WITHDREW) for number in gone if border.includes(number)}


def _find_undecided(outlooks: Mapping[int, Outlook]) -> set[int]:
    return {number for number, outlook in outlooks.items() if outlook.mark == Mark.POSSIBLE}


def _judge_by_points(everybody: Sequence[Prospect], border: Border) -> dict[int, Outlook]:
    """Compare points only: the least that each player can end with against the most of all others, and vice versa."""
    inside, outside = border.inside, border.outside
    leasts, mosts = sorted(p.least[0] for p in everybody), sorted(p.most[0] for p in everybody)
    outlooks = {}
    for number, least, most in everybody:
        rivals = len(mosts) - bisect_left(mosts, least[0]) - 1
        ahead = len(leasts) - bisect_right(leasts, most[0])
        params = {"least": least[0], "most": most[0]}
        if rivals < inside:
            code = SAFE_ALONE if inside == 1 else SAFE_BUT_FEW
            outlooks[number] = Outlook(Mark.SAFE, code, {**params, "places": inside})
        elif ahead >= outside:
            code = OUT_BY_ONE if outside == 1 else OUT_BY_SOME
            outlooks[number] = Outlook(Mark.OUT, code, {**params, "places": outside})
        elif least[0] < most[0]:
            outlooks[number] = Outlook(Mark.POSSIBLE, OPEN, params)
        elif inside < outside:
            match = {"places": inside + 1, "next": outside}
            outlooks[number] = Outlook(Mark.POSSIBLE, OTHERS_AND_MATCH, {**params, **match})
        else:
            outlooks[number] = Outlook(Mark.POSSIBLE, OTHERS, params)
    return outlooks


def _judge_by_boards(prospects: Prospects, undecided: set[int], border: Border) -> dict[int, Outlook]:
    """Let each board end in the worst, or the best, way for a player: the two players of a board can't both win."""
    boards = [board.limited_to(border.includes) for board in prospects.boards()]
    bounds, outlooks = BoardBounds([board for board in boards if board.outcomes[0]]), {}
    for number in undecided:
        span = bounds.span(number)
        if span.worst < border.inside:
            outlooks[number] = _safe_anyhow(border)
        elif span.best >= border.outside:
            outlooks[number] = _out_anyhow(border)
        elif saving := bounds.find_saving_boards(number, border.outside):
            outlooks[number] = _out_unless(saving, of_teams=prospects.table.facts.team_event is not None)
    return outlooks


def _judge_by_playing(
    prospects: Prospects, order: tuple[ChosenCriterion, ...], outlooks: Mapping[int, Outlook], border: Border
) -> dict[int, Outlook]:
    """Play the last few boards out in every possible way, and rank each table by what results alone decide."""
    facts = prospects.table.facts
    boards, foreseen = find_boards_to_play(prospects, order)
    if not foreseen:
        return {}
    inside = outside = undecided = _find_undecided(outlooks)
    saved: dict[int, list[frozenset[int]]] = {number: [] for number in undecided}
    for letters, games in complete_games(prospects.table, boards):
        within, beyond = _split_at_border(ranks_of(rank(facts._replace(games=games), foreseen)), border)
        lost_by_both = frozenset(place for place, pair in enumerate(letters) if pair in LOST_BY_BOTH)
        inside, outside = inside & within, outside & beyond
        for number in undecided - beyond:
            saved[number].append(lost_by_both)
    saving = {n: _name_saving_boards(boards, saved[n]) for n in undecided - outside}
    return (
        {number: _safe_anyhow(border) for number in inside}
        | {number: _out_anyhow(border) for number in outside}
        | {number: _out_unless(named) for number, named in saving.items() if named}
    )


def find_boards_to_play(
    prospects: Prospects, order: tuple[ChosenCriterion, ...], most_lines: int = MOST_LINES
) -> tuple[list[tuple[int, Game]], tuple[ChosenCriterion, ...]]:
    """Return the open boards and the criteria that results alone decide; no criteria if that is too much to play."""
    facts = prospects.table.facts
    boards = [(n, g) for n, games in prospects.open_games.items() for g in games if g.opponent and n < g.opponent]
    lines = len(facts.players) * len(RESULT_PAIRS) ** len(boards)
    too_many = len(boards) > MOST_BOARDS or lines > most_lines
    if any(prospects.unpaired.values()) or too_many or (boards and facts.team_event):
        return boards, ()
    return boards, _foreseeable_criteria(order) if boards else order


def _name_saving_boards(boards: Sequence[tuple[int, Game]], saved: Sequence[Collection[int]]) -> tuple[str, ...]:
    """Return the boards of which one is lost by both whenever a player is not out; nothing if there are none."""
    every = range(len(boards))
    for places in (*((place,) for place in every), tuple(every)):
        if all(set(places) & set(lost) for lost in saved):
            numbers = [boards[place][1].board for place in places]
            return tuple(map(str, numbers)) if None not in numbers else ()
    return ()


def _safe_anyhow(border: Border) -> Outlook:
    return Outlook(Mark.SAFE, SAFE_ANYHOW, {"places": border.inside})


def _out_anyhow(border: Border) -> Outlook:
    return Outlook(Mark.OUT, OUT_ANYHOW, {"places": border.outside})


def _out_unless(names: Sequence[str], of_teams: bool = False) -> Outlook:
    """Return the outlook "out, unless a game on one of these boards, or in these matches, is lost by both"."""
    one, several = (OUT_UNLESS_MATCH, OUT_UNLESS_ONE_MATCH) if of_teams else (OUT_UNLESS, OUT_UNLESS_ONE)
    params = {"matches" if of_teams else "boards": ", ".join(names)}
    return Outlook(Mark.POSSIBLE, one if len(names) == 1 else several, params)


def _foreseeable_criteria(order: tuple[ChosenCriterion, ...]) -> tuple[ChosenCriterion, ...]:
    """Return the criteria before the first one that needs game scores or a later entry."""
    for index, chosen in enumerate(order):
        if chosen.code in ENTERED_LATER or not FROM_RESULTS & set(chosen.criterion.scope):
            return order[:index]
    return order


type Ranks = Mapping[int, int]


def ranks_of(ranked: Standings) -> Ranks:
    """Return the ranks of a table; those whose place an arbiter may still enter share the rank."""
    ranks = {row.number: row.rank for row in ranked.rows}
    index = next((i for i, chosen in enumerate(ranked.order) if chosen.code in ENTERED_LATER), None)
    if index is None:
        return ranks
    entered = ENTERED_LATER[ranked.order[index].code]
    groups: dict[tuple[Value, ...], list[int]] = {}
    for row in ranked.rows:
        groups.setdefault(row.values[:index], []).append(row.number)
    for members in groups.values():
        if any(getattr(ranked.facts.players[number], entered) is None for number in members):
            ranks |= dict.fromkeys(members, min(ranks[number] for number in members))
    return ranks


def _split_at_border(ranks: Ranks, border: Border) -> tuple[set[int], set[int]]:
    """Return the players inside the border and those outside; players tied across it are in neither set."""
    own = {number: rank for number, rank in ranks.items() if border.includes(number)}
    line = sorted(own.values())
    inside = {number for number, rank in own.items() if bisect_right(line, rank) <= border.inside}
    return inside, {number for number, rank in own.items() if bisect_left(line, rank) >= border.outside}
