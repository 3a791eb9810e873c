"""A player's card as values: the player, their place, and all their games."""

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse

from tiebreaks.criteria.scrabble import find_credit
from tiebreaks.facts.crosstable import Player
from tiebreaks.facts.games import Game, Kind
from tiebreaks.facts.scoring import has_decided_points
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.table.table import Table
from tournaments.access.reader import Reader
from tournaments.domain.number_format import MINUS, decimal_figure, figure
from tournaments.domain.players import rating_change
from tournaments.models import Event
from tournaments.pages.event.state import EventState
from tournaments.pages.players.by_result import ByResult, describe_places
from tournaments.pages.players.dwz_change import ShownDwz, show_dwz_change
from tournaments.pages.players.followed import Fixture, build_fixture
from tournaments.pages.players.performance_chart import PerformanceChart, draw_performance_charts
from tournaments.pages.players.team import TeamPart, read_team_part
from tournaments.pages.standings.categories import Inside, list_places
from tournaments.pages.standings.chart import Chart, draw_chart
from tournaments.pages.standings.columns import CriterionColumn, ValueCell
from tournaments.pages.standings.marks import find_credited_score, write_mark, write_match_score
from tournaments.pages.standings.neighbours import Neighbour, find_neighbours
from tournaments.pages.standings.standings import read_standings_once
from tournaments.pages.standings.table_rows import TableRow
from tournaments.queries.rounds.games import read_team_tables
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.prizes import read_offers
from tournaments.queries.standings.standings import read_places_by_round, read_standings
from tournaments.wording import duels
from tournaments.wording import games as games_wording
from tournaments.wording.rating_changes import describe_k


class CardLine(NamedTuple):
    """One round of the card. `score` is the game's score ("402 : 381"), `spread` the difference; "" in chess.

    `match` is the title of its match, with its address; `decided` is what decided that besides games.
    """

    round: int
    board: int | None
    side: str
    side_name: str
    side_short: str
    opponent: int | None
    opponent_name: str
    opponent_title: str
    opponent_rating: int | None
    mark: str
    won: bool
    score: str
    spread: str
    kind: str
    points: str
    duel: str = ""
    duel_address: str = ""
    decided: str = ""


class Rating(NamedTuple):
    """The rating change of a player, as text."""

    change: str
    performance: str
    games: int
    points: str
    expected: str
    k: str


class CardView(NamedTuple):
    """`fixture` is the open game or else the last one, `next` the open one, `inside` the categories, `chart` the places
    by round, `course` the lines against the rating, `rating` None outside chess, `dwz` None outside Germany.

    `by_result` says what the open game decides, None where that can't be said. `team` holds the players if the card is
    that of a team, otherwise None.
    """

    event: Event
    version: int
    epoch: str
    base: str
    progress: EventState
    player: Player
    row: TableRow
    columns: tuple[CriterionColumn, ...]
    rules: str
    stage: str
    lines: tuple[CardLine, ...]
    with_scores: bool
    with_sides: bool
    above: Neighbour | None
    below: Neighbour | None
    fixture: Fixture | None
    next: Fixture | None
    by_result: ByResult | None
    inside: tuple[Inside, ...]
    chart: Chart | None
    course: tuple[PerformanceChart, ...]
    rating: Rating | None
    dwz: ShownDwz | None
    team: TeamPart | None

    @property
    def has_titles(self) -> bool:
        """Return whether an opponent has a title, so that all names are aligned."""
        return any(line.opponent_title for line in self.lines)

    @property
    def has_ratings(self) -> bool:
        """Return whether an opponent has a rating: a column without any says nothing."""
        return not self.lines or any(line.opponent_rating is not None for line in self.lines)

    @property
    def has_points(self) -> bool:
        """Return whether a game counts for points, or may: in pools and brackets none does."""
        return not self.lines or any(line.points or not line.duel for line in self.lines)

    @property
    def values(self) -> Iterator[tuple[CriterionColumn, ValueCell]]:
        """Pair each column with the player's value."""
        return zip(self.columns, self.row.cells, strict=True)


@consistent_read
def card_view(reader: Reader, number: int) -> CardView | None:
    """Return the card of a player in the active language, or None for an unknown number."""
    event = reader.event
    view = read_standings_once(reader)
    ranked = read_standings(reader)
    table = ranked.all_games
    if number not in table.facts.players:
        return None
    above, below = find_neighbours(ranked, number)
    fixture = build_fixture(event, ranked.facts, number, read_team_tables(event))
    coming = fixture if fixture and fixture.open else None
    return CardView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=view.progress,
        player=table.facts.with_event_rating(number),
        row=view.row(number),
        columns=view.columns,
        rules=view.rules,
        stage=view.stage,
        lines=tuple(_lines(event, ranked, number)),
        with_scores=event.game.has_scores,
        with_sides=event.game.has_sides,
        above=above,
        below=below,
        fixture=fixture,
        next=coming,
        by_result=describe_places(event, ranked, number, coming.round, read_offers(event)) if coming else None,
        inside=list_places(event, ranked, number),
        chart=draw_chart(
            {round_number: at[number] for round_number, at in read_places_by_round(ranked).items() if number in at}
        ),
        course=draw_performance_charts(table.facts, number) if event.game.follows_fide else (),
        rating=_rating(event, table, number),
        dwz=show_dwz_change(event, table.facts, number),
        team=read_team_part(reader, ranked, number) if event.team_boards else None,
    )


def _rating(event: Event, table: Table, number: int) -> Rating | None:
    change = rating_change.compute_change(table.facts, number, event.rating_k) if event.game.follows_fide else None
    if change is None:
        return None
    return Rating(
        change=decimal_figure(change.change, 1, signed=True),
        performance=str(change.performance),
        games=change.games,
        points=figure(change.points),
        expected=decimal_figure(change.expected, 2),
        k=describe_k(change.k),
    )


def _lines(event: Event, ranked: Standings, number: int) -> Iterator[CardLine]:
    """Yield the rounds of a player; games of a final have no points, since they decide their match alone."""
    table = ranked.all_games
    of_final = [game for game in ranked.facts.games[number] if game.round > table.facts.rounds]
    for game in (*table.all_games_of(number), *of_final):
        adjusted = sum(each.points for each in table.facts.adjustments.get(number, ()) if each.round == game.round)
        other = table.facts.players.get(game.opponent or 0)
        mark = write_match_score(ranked.facts, number, game) or write_mark(ranked.facts, number, game)
        is_decided = has_decided_points(game, ranked.facts.scheme_of(game.round))
        own, theirs = game.own_score, game.opponent_score
        if own is None or theirs is None:
            score, spread = find_credited_score(table.facts, game), find_credit(table.facts, game)
        else:
            score, spread = f"{own} : {theirs}".replace("-", MINUS), own - theirs
        after = ranked.table.points_after(number, game.round)
        yield CardLine(
            round=game.round,
            board=game.board,
            side=str(game.colour.name.lower()),
            side_name=games_wording.name_side(game.colour, table.facts.discipline),
            side_short=games_wording.name_side_briefly(game.colour),
            opponent=game.opponent,
            opponent_name=other.name if other else "",
            opponent_title=other.title if other else "",
            opponent_rating=ranked.facts.rating_of(other) if other else None,
            mark=mark.text,
            won=mark.won,
            score=score,
            spread="" if spread is None else figure(spread, signed=True),
            kind=", ".join(
                filter(
                    None,
                    [
                        describe_unplayed(game),
                        games_wording.describe_points(game.points) if is_decided else "",
                        games_wording.describe_deduction(game.penalty, adjusted),
                    ],
                )
            ),
            points="" if game.kind == Kind.OPEN or game in of_final else figure(after),
            **describe_duel(event, ranked, number, game),
        )


def describe_duel(event: Event, ranked: Standings, number: int, game: Game) -> dict[str, str]:
    """Say which match a game belongs to, and what decided that besides games; nothing for other games."""
    for course in read_courses(ranked):
        for state in course.states:
            if game.round in state.rounds and number in state.players:
                address = reverse("duel", args=[event.slug, course.stage.first, state.duel.key])
                how = duels.say_how(state, of_teams=event.of_teams) if game.round == state.rounds[-1] else ""
                return {"duel": duels.duel_title(course, state.duel), "duel_address": address, "decided": how}
    return {}


def describe_unplayed(game: Game) -> str:
    """Name the kind of a round without a played game, "" for a game."""
    return "" if game.kind == Kind.PLAYED else games_wording.name_kind(game.kind)
