"""A round of teams as values: its matches with their boards, and who has no opponent."""

from decimal import Decimal
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.criteria.berlin import berlin, winner
from tiebreaks.crosstable import ZERO, Crosstable, Kind
from tiebreaks.crosstable import Player as Person
from tiebreaks.teams import Board, Match
from tournaments import queries, wording
from tournaments.figures import figure
from tournaments.models import Berlin
from tournaments.tables.marks import FORFEITS, match_of
from tournaments.tables.state import State, state_of


class Side(NamedTuple):
    """A team of a match. `before` are its points before the round, `made` the points of its boards ("" while open)."""

    number: int
    name: str
    before: str
    made: str
    won: bool


class Chair(NamedTuple):
    """One side of a board; nobody sits there where `name` is empty. `colour` is "white", "black" or "none"."""

    number: int | None
    name: str
    title: str
    rating: int | None
    colour: str
    mark: str
    won: bool


class BoardLine(NamedTuple):
    board: int
    first: Chair
    second: Chair
    open: bool


class MatchLine(NamedTuple):
    """A match. `open` boards are counted; `note` says in words what the points don't: a forfeit, Berlin."""

    table: int
    first: Side
    second: Side
    boards: tuple[BoardLine, ...]
    open: int
    note: str


class Free(NamedTuple):
    number: int
    name: str
    kind: str
    points: str


class MatchesView(NamedTuple):
    """A round of a team event; it has what `tables.round.RoundView` has."""

    event: object
    version: int
    epoch: str
    number: int
    base: str
    progress: State
    starts_at: object
    rounds: tuple[int, ...]
    rows: tuple[MatchLine, ...]
    unpaired: tuple[Free, ...]
    results_in: int


@queries.steady
def matches_view(event, number: int) -> MatchesView | None:
    """Return a round in the active language, or None for a round that is not paired."""
    known = {item.number: item for item in event.rounds.all()}
    if number not in known:
        return None
    tables = queries.match_tables(event, number)
    facts, people = queries.standings(event).facts, queries.players_crosstable(event).players
    before = _points_before(event, number)
    rows = tuple(_match(event, facts, number, team, table, people, before) for table, team in tables)
    return MatchesView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        number=number,
        base=reverse("standings", args=[event.slug]),
        progress=state_of(event),
        starts_at=known[number].starts_at,
        rounds=tuple(sorted(known)),
        rows=rows,
        unpaired=tuple(_free(facts, number)),
        results_in=sum(not board.open for row in rows for board in row.boards),
    )


def _points_before(event, number: int) -> dict[int, str]:
    """Return every team's points before a round as text; nothing before the first."""
    if number < 2:
        return {}
    table = queries.standings(event, number - 1).table
    return {team: figure(table.score(team)) for team in table.facts.players}


def _match(event, facts: Crosstable, round: int, team: int, table: int, people, before) -> MatchLine:
    mine = match_of(facts, team, round)
    assert mine.opponent is not None
    theirs = match_of(facts, mine.opponent, round)
    boards = tuple(board_lines(mine, theirs, people))
    started = any(not line.open for line in boards) or mine.kind != Kind.OPEN
    points = [_made(match) for match in (mine, theirs)]
    sides = [
        Side(
            number=number,
            name=facts.players[number].name,
            before=before.get(number, ""),
            made=figure(own) if started else "",
            won=mine.kind != Kind.OPEN and own > other,
        )
        for number, own, other in ((team, *points), (mine.opponent, *reversed(points)))
    ]
    return MatchLine(table, *sides, boards, sum(line.open for line in boards), _note(event, facts, team, mine, theirs))


def _made(match: Match) -> Decimal:
    """Return the points on the boards so far; those of the whole match where no board was played."""
    return sum((board.points for board in match.boards), ZERO) if match.boards else match.game_points


def _note(event, facts: Crosstable, team: int, mine: Match, theirs: Match) -> str:
    if mine.kind in FORFEITS and not mine.boards:
        both = mine.kind == theirs.kind == Kind.FORFEIT_LOSS
        return wording.match_forfeited(both)
    drawn = mine.kind == Kind.PLAYED and mine.game_points == theirs.game_points
    if not drawn or event.berlin == Berlin.NOT:
        return ""
    scheme = facts.team_event.scheme
    first = winner(facts.team_event, team, mine.round)
    name = facts.players[first].name if first else ""
    return wording.by_berlin(name, figure(berlin(scheme, mine)), figure(berlin(scheme, theirs)))


def board_lines(mine: Match, theirs: Match, people: dict[int, Person]):
    """Yield the boards of a match from the side of one team."""
    for own, other in zip(mine.boards, theirs.boards, strict=True):
        chairs = (chair(own, own.player, people), chair(other, other.player, people))
        yield BoardLine(own.number, *chairs, own.kind == Kind.OPEN)


def chair(board: Board, number: int | None, people: dict[int, Person]) -> Chair:
    """Return who sits on one side of a board and what he made there."""
    person = people.get(number) if number is not None else None
    return Chair(
        number=number,
        name=person.name if person else "",
        title=person.title if person else "",
        rating=person.rating if person else None,
        colour=board.colour.name.lower(),
        mark="" if board.kind == Kind.OPEN else FORFEITS.get(board.kind) or figure(board.points),
        won=board.kind == Kind.FORFEIT_WIN or (board.kind == Kind.PLAYED and board.points > Decimal("0.5")),
    )


def _free(facts: Crosstable, round: int):
    """Yield the teams without an opponent in a round."""
    for number, matches in sorted(facts.team_event.matches.items()):
        for match in matches:
            if match.round == round and match.opponent is None:
                yield Free(number, facts.players[number].name, wording.kind(match.kind), figure(match.match_points))
