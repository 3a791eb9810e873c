"""The boards, byes and absences of the rounds of an event."""

from collections.abc import Iterable
from typing import NamedTuple
from zlib import adler32

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum

from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.results import FORFEITS, UNRATED, Result
from tournaments.models import BoardNote, Event, Game, TeamMatch
from tournaments.models.prepared_queries import PreparedQuery
from tournaments.queries.players.participants import Participants, participants_of

BYES = 0  # stands for those without an opponent where boards are named by number
# Not checked yet, adjourned, rated as another result, worth other points, forfeited or unrated.
NOTED = Q(is_provisional=True) | Q(is_adjourned=True) | ~Q(rating_result="") | ~Q(decided_points="")
NOTED |= Q(result__in=(*FORFEITS, *UNRATED))


def read_boards(event: Event, number: int) -> QuerySet[Game]:
    """Return the paired boards of a round in order, with both players and who entered the result. One query.

    `audience.redact_games` gives what the public may see of them.
    """
    return read_round_games(event, number).filter(black__isnull=False).order_by("board", "pk")


def read_noted_boards(reader: Reader, number: int) -> list[Game]:
    """Return the paired boards of a round of which marks may not say everything, as this audience sees them.

    Their players are not read. One query.
    """
    games = Game.objects.filter(NOTED, round__event=reader.event, round__number=number, black__isnull=False)
    noted = list(games.select_related("round"))
    for game in noted:
        audience.hide_result(reader, game)
    return noted


def read_match_tables(reader: Reader, number: int) -> list[tuple[int, int, bool]]:
    """Return of each match of a round the table, the first team's number and whether it was decided without play.

    In the order of tables. One query.
    """
    matches = TeamMatch.objects.filter(round__event=reader.event, round__number=number, second__isnull=False)
    rows = matches.order_by("table").values_list("table", "first__number", "end", "round__is_withheld")
    return [
        (table, first, bool(end) and not (is_withheld and not reader.is_staff))
        for table, first, end, is_withheld in rows
        if table is not None
    ]


def read_team_tables(event: Event) -> dict[tuple[int, int], int]:
    """Return the table of each team's match by team and round. One query; none for an event of players."""
    if not event.of_teams:
        return {}
    matches = TeamMatch.objects.filter(round__event=event, second__isnull=False)
    rows = matches.values_list("round__number", "table", "first__number", "second__number")
    return {(team, number): table for number, table, *teams in rows if table is not None for team in teams}


def read_adjourned(event: Event) -> list[Game]:
    """Return the adjourned games of all rounds with both players, by round and board. One query."""
    games = Game.objects.filter(round__event=event, is_adjourned=True, black__isnull=False)
    return list(games.select_related("round", "white", "black").order_by("round__number", "board"))


def read_games(event: Event) -> QuerySet[Game]:
    """Return every board and bye of an event, by round and board. One query."""
    games = Game.objects.filter(round__event=event).select_related("round", "white", "black")
    return games.order_by("round__number", F("board").asc(nulls_last=True), "white__number")


def read_round_games(event: Event, number: int) -> QuerySet[Game]:
    return Game.objects.filter(round__event=event, round__number=number).select_related(
        "round", "white", "black", "entered_by", "checked_by"
    )


def coming_rounds(event: Event, last: int) -> range:
    """Return the rounds after the last paired one; one more where all planned ones are paired."""
    return range(last + 1, max(event.planned_rounds, last + 1) + 1)


def last_paired_round(event: Event) -> int:
    """Return the last round that is paired, 0 before the first. One query.

    Of teams it is the last one with matches: a forfeited match has no boards. One who was there alone had the bye.
    """
    pairs: QuerySet[TeamMatch] | QuerySet[Game]
    if event.team_boards:
        pairs = TeamMatch.objects.filter(Q(second__isnull=False) | Q(end=Result.BYE), round__event=event)
    else:
        pairs = Game.objects.filter(Q(black__isnull=False) | Q(result=Result.BYE), round__event=event)
    return pairs.aggregate(last=Max("round__number"))["last"] or 0


def last_played_round(event: Event) -> int:
    """Return the last round with a result at a board, 0 before the first. One query."""
    played = Game.objects.filter(round__event=event, black__isnull=False).exclude(result=Result.OPEN)
    return played.aggregate(last=Max("round__number"))["last"] or 0


def last_drawn_round(event: Event) -> int:
    """Return the last round that was drawn here, 0 where all came with a file. One query."""
    return event.rounds.filter(drawing__proposal__isnull=False).aggregate(last=Max("number"))["last"] or 0


def read_absences(event: Event, number: int) -> dict[int, str]:
    """Return which participants do not play in a round, each with the letter that the round gets. Two queries."""
    return _absent(participants_of(event), number)


def read_player_absences(event: Event, number: int) -> dict[int, str]:
    """Return which players do not play in a round, also of teams. Two queries."""
    return _absent(event.players, number)


def read_fixed_tables(event: Event) -> dict[int, int]:
    """Return the tables that participants need, by their number. One query."""
    rows = participants_of(event).exclude(fixed_table=None).values_list("number", "fixed_table")
    return {number: table for number, table in rows if table is not None}


def _absent(field: Participants, number: int) -> dict[int, str]:
    requested = field.filter(absences__round=number).values_list("number", "absences__kind")
    withdrawn = field.filter(withdrawn_from__lte=number).values_list("number", flat=True)
    return {**dict(requested), **dict.fromkeys(withdrawn, Result.ABSENT.value)}


def has_results(event: Event) -> bool:
    """Tell whether any board of the event has a result."""
    return Game.objects.filter(round__event=event, black__isnull=False).exclude(result=Result.OPEN).exists()


def has_hidden_results(event: Event, number: int) -> bool:
    """Return whether a result of an earlier round is hidden from the public: withheld, or not checked yet."""
    return Game.objects.filter(audience.HIDDEN, round__event=event, round__number__lt=number).exists()


class BoardCounts(NamedTuple):
    """How many boards a round has, how many are open or adjourned, and how many nobody else has checked."""

    boards: int
    open: int
    to_check: int
    adjourned: int = 0

    @property
    def running(self) -> int:
        return self.open - self.adjourned

    @property
    def entered(self) -> int:
        return self.boards - self.open


ALIKE = PreparedQuery(
    Game.objects.filter(black__isnull=False)
    .order_by()
    .values_list("result", "is_provisional", "is_adjourned")
    .annotate(count=Count("*")),
    "round__event",
    "round__number",
)


def count_boards(event: Event, number: int) -> BoardCounts:
    """Count the boards of a round. One query: the boards that are alike, together."""
    alike = ALIKE.read(round__event=event.pk, round__number=number)
    return BoardCounts(
        boards=sum(count for *_, count in alike),
        open=sum(count for result, *_, count in alike if result == Result.OPEN),
        to_check=sum(count for _, is_provisional, _, count in alike if is_provisional),
        adjourned=sum(count for *_, is_adjourned, count in alike if is_adjourned),
    )


def read_board_stamps(event: Event, number: int) -> dict[int, str]:
    """Return for each board of a round its version, how often its players have reported, and its notes. One query.

    In an event of single players `BYES` has the stamp of those without an opponent.
    """
    games = Game.objects.filter(round__event=event, round__number=number).order_by("board", "pk")
    if event.of_teams:
        games = games.filter(black__isnull=False)
    notes = BoardNote.objects.filter(game=OuterRef("pk")).order_by().values("game").annotate(sum=Sum("pk"))
    rows = games.values_list("board", "version", "white").annotate(
        reported=Sum("player_reports__revision"), noted=Subquery(notes.values("sum"))
    )
    found = {
        board: stamp_board(version, reported or 0, noted or 0) for board, version, _, reported, noted in rows if board
    }
    if not event.of_teams:
        found[BYES] = stamp_byes((white, version) for board, version, white, *_ in rows if not board)
    return found


def stamp_board(version: int, reported: int, noted: int) -> str:
    """Return what changes with a board, with the reports of its players, and with its notes: the sum of their keys."""
    return f"{version}-{reported}-{noted}" if noted else f"{version}-{reported}"


def stamp_byes(byes: Iterable[tuple[int, int]]) -> str:
    """Sum up who has no opponent in a round, each with the version of it, so that a page sees whether that changed."""
    return f"{adler32(repr(sorted(byes)).encode()):x}"


def has_board(event: Event, number: int, board: int) -> bool:
    """Tell whether two players sit at a board of a round. One query."""
    return Game.objects.filter(round__event=event, round__number=number, board=board, black__isnull=False).exists()


def count_provisional(event: Event) -> dict[int, int]:
    """Count by round the results that nobody else has checked yet. One query."""
    games = Game.objects.filter(round__event=event, is_provisional=True).order_by("round__number")
    return dict(games.values_list("round__number").annotate(count=Count("pk")))
