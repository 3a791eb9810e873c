"""The desk of a round as values: its boards, why an entry was refused, and the echo after an entry."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import Result
from tournaments.models import Event, Game, Round
from tournaments.pages.desk.boards import DeskBoard, build_board
from tournaments.pages.rounds.boards import Unpaired
from tournaments.pages.rounds.team_matches import BoardLine, MatchLine, list_matches, list_unpaired_teams
from tournaments.queries.desk.board_labels import match_of_board
from tournaments.queries.desk.board_notes import NOTES
from tournaments.queries.desk.brief_games import BriefGame, read_brief_games
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import BoardCounts, count_boards, read_boards, read_round_games, stamp_byes
from tournaments.wording.pairings import name_sides

WHOLE, NEAR = 120, 30  # boards of a round that is shown whole; those before and after the current one of a larger round


type AnyBoard = DeskBoard[Game] | DeskBoard[BriefGame]


class BoardGroup(NamedTuple):
    """The boards of one match; in an event of single players all boards, and `match` is None.

    Each place has boards to enter, or none and the line of a board where a side is empty or forfeited its match.
    """

    match: MatchLine | None
    places: list[tuple[list[AnyBoard], BoardLine | None]]


class Desk(NamedTuple):
    """One round for an arbiter. `current` is the board to enter next, None when all results are in.

    Of a large round `boards` are those near the current one, and `brief` all others.
    `running` is the round that is being played, 0 where nobody asks.
    """

    reader: Reader
    round: Round
    counts: BoardCounts
    boards: list[DeskBoard[Game]]
    byes: list[DeskBoard[Game]]
    current: int | None
    previous: Round | None
    following: Round | None
    matches: tuple[MatchLine, ...] = ()
    free: tuple[Unpaired, ...] = ()
    running: int = 0
    brief: Sequence[DeskBoard[BriefGame]] = ()

    @property
    def event(self) -> Event:
        return self.reader.event

    @property
    def warning(self) -> str:
        return warn_of_past(self.event, self.round.number, self.running)

    @property
    def groups(self) -> list[BoardGroup]:
        """Return the boards by match."""
        rows = self.rows
        if not self.event.of_teams:
            return [BoardGroup(None, [(rows, None)])] if rows else []
        played = {row.game.board: [row] for row in rows}
        return [
            BoardGroup(match, [([] if match.is_decided else played.get(line.game, []), line) for line in match.boards])
            for match in self.matches
        ]

    @property
    def rows(self) -> list[AnyBoard]:
        """Return all boards in order."""
        return sorted((*self.boards, *self.brief), key=lambda row: row.game.board or 0)

    @property
    def scored(self) -> bool:
        return self.event.game.has_scores

    @property
    def sides(self) -> tuple[str, str]:
        """Head the columns of the players: the teams of a match stand as on its sheet."""
        return (_("First team"), _("Second team")) if self.event.of_teams else name_sides(self.event.game)

    @property
    def example(self) -> str:
        """Show how a result is typed into the entry line."""
        if self.event.asks_spread:
            return _("12 402 381 21, or Miller 402 381 21")
        if self.event.of_teams:
            return _("3.2 1, or Miller 1, or 3 %(match)s") % {"match": "1½0½"[: self.event.team_boards]}
        return _("12 402 381, or Miller 402 381") if self.scored else _("12 1, or Miller 1")

    @property
    def seen(self) -> str:
        """Return the versions of the boards and who sits there, as `LineForm` reads them."""
        return " ".join(f"{game.board}.{game.version}.{game.seats}" for game in (row.game for row in self.rows))

    @property
    def byes_stamp(self) -> str:
        """Return what changes with those who have no opponent."""
        return stamp_byes((bye.game.white_id, bye.game.version) for bye in self.byes)

    def game(self, board: int) -> Game | None:
        return next((row.game for row in self.boards if row.game.board == board), None)


def warn_of_past(event: Event, number: int, running: int) -> str:
    """Say why a result of a round is not simply changed; "" in the running round."""
    if event.is_final:
        return _("This event is final: only its owner and the chief arbiter can correct a result, with a reason.")
    if number < running:
        return _("Round %(number)d is over: a result is only replaced with a reason.") % {"number": number}
    return ""


def open_desk(reader: Reader, number: int | None, after: int | None = None, at: int | None = None) -> Desk:
    """Return the desk of a round, by default the running one, at a board or at the first open one after `after`."""
    event = reader.event
    rounds = list(event.rounds.all())
    running = read_progress(reader).round
    if number is None:
        number = running or (rounds[-1].number if rounds else None)
    wanted = get_object_or_404(event.rounds, number=number)
    number = wanted.number
    counts = count_boards(event, number)
    rows = read_boards(event, number).select_related("match").prefetch_related("player_reports", NOTES)
    brief = read_brief_games(event, number) if counts.boards > WHOLE else []
    if brief:
        near = list_near(brief, find_current(brief, after, at)) | {after}
        brief, rows = [game for game in brief if game.board not in near], rows.filter(board__in=near)
    games = audience.redact_games(reader, rows)
    index = next(index for index, one in enumerate(rounds) if one.pk == wanted.pk)
    of_teams = (list_matches(reader, number, {}), list_unpaired_teams(reader, number)) if event.of_teams else ()
    return Desk(
        reader,
        wanted,
        counts,
        [build_board(event, game) for game in games],
        [] if event.of_teams else list_byes(reader, number),
        find_current(games, after, at),
        rounds[index - 1] if index else None,
        rounds[index + 1] if index + 1 < len(rounds) else None,
        *(of_teams or ((), ())),
        running,
        [build_board(event, game) for game in brief],
    )


def find_current(games: Sequence[Game | BriefGame], after: int | None, at: int | None) -> int | None:
    """Return the board where the desk opens: `at`, or the next one without a result."""
    results = [(game.board, game.result) for game in games]
    return at if any(board == at for board, _result in results) else find_next_open(results, after)


def list_near(games: Sequence[BriefGame], current: int | None) -> set[int | None]:
    """Return the boards around the current one, or the first ones."""
    place = next((place for place, game in enumerate(games) if game.board == current), 0)
    return {game.board for game in games[max(place - NEAR, 0) : place + NEAR + 1]}


def open_rows(reader: Reader, number: int, wanted: Collection[int]) -> Desk:
    """Return only some boards of a round and its counts, which is all that an answer to htmx needs."""
    event = reader.event
    its_round = get_object_or_404(event.rounds, number=number)
    rows = read_boards(event, number).select_related("match").prefetch_related("player_reports", NOTES)
    games = rows.filter(board__in=wanted) if wanted else ()
    return show_games(reader, its_round, games, wanted, count_boards(event, number))


def list_byes(reader: Reader, number: int) -> list[DeskBoard[Game]]:
    """Return who has no opponent in a round of single players."""
    games = (
        read_round_games(reader.event, number)
        .filter(black=None, match=None)
        .order_by("pk")
        .prefetch_related("player_reports")
    )
    return [build_board(reader.event, game) for game in audience.redact_games(reader, games)]


def show_games(
    reader: Reader, its_round: Round, games: Iterable[Game], wanted: Collection[int], counts: BoardCounts
) -> Desk:
    """Return these boards of a round with its counts, and the matches that the `wanted` boards belong to."""
    boards = [build_board(reader.event, game) for game in games]
    matches = read_touched_matches(reader, its_round.number, wanted)
    return Desk(reader, its_round, counts, boards, [], None, None, None, matches)


def read_touched_matches(reader: Reader, number: int, boards: Collection[int]) -> tuple[MatchLine, ...]:
    """Return the matches that some boards of a round belong to; none in an event of single players."""
    tables = {match_of_board(reader.event, board) for board in boards} if reader.event.of_teams else set()
    return tuple(match for match in list_matches(reader, number, {}) if match.table in tables) if tables else ()


def find_next_open(results: Iterable[tuple[int | None, str]], after: int | None = None) -> int | None:
    """Return the next of the boards that has no result, wrapping round to the first one."""
    still_open = [board for board, result in results if result == Result.OPEN and board is not None]
    later = [board for board in still_open if after is not None and board > after]
    return next(iter(later or still_open), None)
