"""The places that a player can have after a round with a win, a draw or a loss in it, whatever the others do.

The bounds hold for every way in which the open boards can end. Who may end level in points counts as ahead in the
lowest place and as behind in the highest one. In small fields the last one or two boards are played out with all
tie-breaks that results decide. A forfeit win counts as a win, a loss by both as a loss.
"""

from __future__ import annotations

from bisect import bisect_right
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.scoring import WITH_OPPONENT
from tiebreaks.facts.team_crosstable import in_score_of_order
from tiebreaks.outlook.board_bounds import BoardBounds
from tiebreaks.outlook.marks import find_boards_to_play, ranks_of
from tiebreaks.outlook.prospects import Prospects, complete_games
from tiebreaks.standings import rank
from tiebreaks.table.table import Table


class PossibleResult(StrEnum):
    """How a player can do in a game, or a team in a match, by its points."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Places(NamedTuple):
    """The highest and the lowest place that are possible: 1 and 4."""

    highest: int
    lowest: int

    def widen(self, other: Places) -> Places:
        """Return what includes both."""
        return Places(min(self.highest, other.highest), max(self.lowest, other.lowest))


MOST_LINES = 6_000  # a tenth of a second: it is asked for in every round, by many readers

type ByResult = dict[PossibleResult, Places]

BY_FIELD = {"win": PossibleResult.WIN, "draw": PossibleResult.DRAW}


class RoundEnd:
    """How a round can end for everybody who has one open game up to it. Later rounds are left out."""

    def __init__(self, facts: Crosstable, order: tuple[ChosenCriterion, ...], round_number: int) -> None:
        self.order, self.facts = order, in_score_of_order(facts.up_to(round_number), order[0].code)
        self.prospects = Prospects(Table(self.facts._replace(rounds=round_number)), order)
        self.gone = self.facts.find_expelled()
        boards = (board.limited_to(lambda number: number not in self.gone) for board in self.prospects.boards())
        self.bounds = BoardBounds([board for board in boards if board.outcomes[0]])
        self.is_by_points = order[0].code in ("PTS", self.facts.score) and self.facts.score != "GP"
        self.played_out = self._play_out()

    def places_of(self, number: int) -> ByResult:
        """Return the places of a player by the result of their game.

        Empty where they have no open game or several, where they are expelled, where somebody who withdrew is ranked
        last, and where neither points (of a team: match points) come first nor few boards are open.
        """
        if (
            number in self.gone
            or self.facts.find_early_withdrawals()
            or len(self.prospects.open_games.get(number, ())) != 1
        ):
            return {}
        return self.played_out.get(number) or (self._bound_by_points(number) if self.is_by_points else {})

    def _bound_by_points(self, number: int) -> ByResult:
        """Let the other boards end in the best and in the worst way for a player, once for each result of theirs."""
        before, found = self.prospects.without_open_games(number).least[0], dict[PossibleResult, Places]()
        for outcome in self.bounds.boards[self.bounds.places[number]].outcomes:
            own = next(prospect for prospect in outcome if prospect.number == number)
            if own.least[0] != own.most[0]:  # other open or missing games: no outcome is that of one result
                return {}
            result = self._name_result(own.least[0] - before, self.prospects.open_games[number][0].round)
            span = self.bounds.span(number, (outcome,))
            places = Places(span.best + 1, span.worst + 1)
            found[result] = places.widen(found.get(result, places))
        return _in_order(found)

    def _name_result(self, gain: Decimal, round_number: int) -> PossibleResult:
        scheme = self.facts.scheme_of(round_number)
        return (
            PossibleResult.WIN
            if gain == scheme.win
            else PossibleResult.DRAW
            if gain == scheme.draw
            else PossibleResult.LOSS
        )

    def _play_out(self) -> dict[int, ByResult]:
        """Play the last few boards out in every possible way, and return the places in the tables by player."""
        boards, criteria = find_boards_to_play(self.prospects, self.order, MOST_LINES)
        found: dict[int, ByResult] = {number: {} for one, game in boards for number in (one, game.opponent or 0)}
        if not criteria:
            return {}
        for letters, games in complete_games(self.prospects.table, boards):
            ranks = ranks_of(rank(self.facts._replace(games=games), criteria))
            line = sorted(ranks.values())
            for (one, game), pair in zip(boards, letters, strict=True):
                for number, letter in zip((one, game.opponent or 0), pair, strict=True):
                    if number not in ranks:
                        continue
                    result = BY_FIELD.get(WITH_OPPONENT[letter][1], PossibleResult.LOSS)
                    places = Places(ranks[number], bisect_right(line, ranks[number]))
                    found[number][result] = places.widen(found[number].get(result, places))
        return {number: _in_order(by_result) for number, by_result in found.items()}


def _in_order(found: ByResult) -> ByResult:
    return {result: found[result] for result in PossibleResult if result in found}
