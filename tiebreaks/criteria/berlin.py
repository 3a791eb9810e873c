"""Berlin scores: in a team match, points on higher boards count more. Used in Germany, not by FIDE."""

from decimal import Decimal
from itertools import chain

from tiebreaks.criteria.registry import criterion
from tiebreaks.facts.games import Kind
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match, TeamEvent, TeamScheme
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.board_points import matches_of, points_by_board
from tiebreaks.table.table import Table
from tiebreaks.table.working import Term
from tiebreaks.values.expressions import Expression


def berlin_boards(scheme: TeamScheme, match: Match) -> list[tuple[int, Decimal]]:
    """Return (weight, points) of each board of a match, from board 1 on."""
    return list(zip(range(scheme.boards, 0, -1), points_by_board(scheme, match), strict=True))


def berlin_points(scheme: TeamScheme, match: Match) -> Decimal:
    """Return the Berlin score of a match: the last board counts once, board 1 as often as there are boards."""
    return sum((weight * points for weight, points in berlin_boards(scheme, match)), Decimal(0))


def berlin_products(scheme: TeamScheme, match: Match) -> Expression:
    """Return the Berlin score of a match as a sum of points times weight, without the boards that made none."""
    made = [(points, "×", weight) for weight, points in berlin_boards(scheme, match) if points]
    return tuple(chain.from_iterable((*(("+",) if place else ()), *each) for place, each in enumerate(made)))


def match_winner(event: TeamEvent, number: int, round_number: int) -> int | None:
    """Return the winner of a team's match in a round, by Berlin scores if it is drawn; None if these are equal too.

    The winner advances, but gets no points for it; see `with_drawn_matches_decided`.
    """
    match = next(m for m in event.matches[number] if m.round == round_number)
    assert match.opponent is not None
    other = next(m for m in event.matches[match.opponent] if m.round == round_number)
    own = (match.game_points, berlin_points(event.scheme, match))
    opposing = (other.game_points, berlin_points(event.scheme, other))
    return None if own == opposing else number if own > opposing else match.opponent


def with_drawn_matches_decided(event: TeamEvent) -> TeamEvent:
    """Return the event with the match points of drawn matches given to the team with the higher Berlin score."""
    scheme = event.scheme.match

    def points(number: int, match: Match) -> Decimal:
        if match.kind != Kind.PLAYED or match.match_points != scheme.draw:
            return match.match_points
        winner = match_winner(event, number, match.round)
        return scheme.draw if winner is None else scheme.win if winner == number else scheme.loss

    return event._replace(
        matches={
            number: tuple(match._replace(match_points=points(number, match)) for match in matches)
            for number, matches in event.matches.items()
        }
    )


@criterion(
    "BERLIN",
    name=gettext_noop("Berlin score"),
    formula=gettext_noop(
        "Add up the points on all boards of all matches; the last board counts once, board 1 as often as there are"
        " boards."
    ),
    rule="",
    scope=("teams",),
)
def berlin_score(table: Table, number: int) -> list[Term]:
    scheme = event_of(table.facts).scheme
    return [
        Term(m.round, berlin_points(scheme, m), m.opponent, kind=m.kind, expression=berlin_products(scheme, m))
        for m in matches_of(table, number)
    ]
