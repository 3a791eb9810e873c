"""The desk of a round as values: its boards, why an entry was refused, and the echo after an entry."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tiebreaks.standings import Standings
from tournaments.access import audience
from tournaments.domain.choices import Side
from tournaments.domain.entry import Entry
from tournaments.domain.number_format import figure
from tournaments.domain.protection import Protection
from tournaments.domain.results import Result, Value
from tournaments.models import Claim, Event, Game, Player, Round, Team
from tournaments.pages.rounds.boards import Unpaired
from tournaments.pages.rounds.matches import BoardLine, MatchLine, list_matches, list_unpaired_teams
from tournaments.pages.standings.marks import WON
from tournaments.pages.standings.standings import is_signed, write_value
from tournaments.queries.board_labels import table_of
from tournaments.queries.games import count_boards, read_boards, read_round_games
from tournaments.queries.progress import read_progress
from tournaments.queries.standings import read_standings_since
from tournaments.wording import criteria
from tournaments.wording.pairings import name_sides
from tournaments.wording.protection import why_protected

BUTTONS = [(Result.WHITE, "1-0"), (Result.DRAW, "½"), (Result.BLACK, "0-1")]
FORFEITS = [Result.WHITE_FORFEIT, Result.BLACK_FORFEIT, Result.DOUBLE_FORFEIT]
RARE = [
    *(Result.WHITE_HALF, Result.BLACK_HALF, Result.BOTH_LOSE),
    *(Result.WHITE_UNRATED, Result.DRAW_UNRATED, Result.BLACK_UNRATED),
]


class Problem(NamedTuple):
    """Why an entry was refused. With an `entry` it may be sent again; `typed` scores stay in their fields.

    `elsewhere` is the board of another round that an undo would change.
    """

    sentence: str
    board: int | None = None
    entry: Entry | None = None
    is_conflict: bool = False
    typed: Entry | Mapping[str, str] | None = None
    is_turned: bool = False
    protection: Protection | None = None
    elsewhere: Game | None = None

    @property
    def stored_elsewhere(self) -> str:
        """Write the result that an undo would change."""
        return write_game_result(self.elsewhere) if self.elsewhere else ""

    @property
    def why(self) -> str:
        """Say why the stored result of a conflict was kept."""
        return why_protected(self.protection)

    @property
    def yours(self) -> str:
        """Write the entry that was refused."""
        if self.entry and self.entry.is_adjourned:
            return _("adjourned")
        value = self.entry.value[:3] if self.entry else None
        return write_result(*value, is_turned=self.is_turned) if value else ""


class Report(NamedTuple):
    """What one of the players has reported about their game."""

    name: str
    shown: str


class Board(NamedTuple):
    """One row of the desk. `doubt` is a sentence about possible but rare scores, `reports` come from the players.

    `is_disputed` is true if the reports differ from each other or from what is stored. The row of a team match
    `is_turned` where its first team has Black: that team stands on the left, as on the sheet that both teams sign.
    """

    event: Event
    game: Game
    is_turned: bool
    shown: str
    doubt: str
    reports: list[Report]
    is_disputed: bool
    stamp: str

    @property
    def players(self) -> list[tuple[Player | None, str]]:
        """Return who stands left and right, each with a colour."""
        sides: list[tuple[Player | None, str]] = [(self.game.white, "white"), (self.game.black, "black")]
        return sides[::-1] if self.is_turned else sides

    @property
    def buttons(self) -> list[tuple[str, str]]:
        return self._turn_codes([(result.value, label) for result, label in BUTTONS])

    @property
    def forfeits(self) -> list[tuple[str, str]]:
        return self._turn_codes(list_forfeits(self.event))

    @property
    def rare(self) -> list[tuple[str, str]]:
        return self._turn_codes(list_rare_results(self.event))

    def _turn_codes(self, choices: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return choices whose labels are seen from the left with the codes that White's side has for them."""
        return [(code[::-1], label) for code, label in choices] if self.is_turned else choices

    @property
    def white_score(self) -> int | None:
        return self.game.white_score

    @property
    def black_score(self) -> int | None:
        return self.game.black_score

    @property
    def spread(self) -> int | None:
        """Return the difference of both scores, seen from the first player; None without scores."""
        white, black = self.white_score, self.black_score
        return None if white is None or black is None else white - black

    @property
    def penalties(self) -> list[tuple[str, str]]:
        """Return the deductions from scores and points, each with the player's name."""
        game = self.game
        sides = [(game.white, game.white_penalty, game.white_deduction)]
        sides += [(game.black, game.black_penalty, game.black_deduction)] if game.black else []
        deductions = [
            (player.name, [figure(-amount, True) for amount in (penalty, points) if amount])
            for player, penalty, points in sides
        ]
        return [(name, ", ".join(amounts)) for name, amounts in deductions if amounts]


class Group(NamedTuple):
    """The boards of one match; in an event of single players all boards, and `match` is None.

    Each place is a board to enter, or None with the line of a board where a side is empty or forfeited its match.
    """

    match: MatchLine | None
    places: list[tuple[Board | None, BoardLine | None]]


class Total(NamedTuple):
    name: str
    values: list[str]
    place: int


class Echo(NamedTuple):
    """One entry read back: the board, both names, the stored result and the players' new totals.

    The names stand as on the page: in a team match, the first team's player is on the left.
    """

    game: Game
    left: Player
    shown: str
    right: Player | None
    totals: list[Total]
    warning: str

    @property
    def winner(self) -> str:
        """Return who has won the game, "" after a draw or without a winner."""
        sides = zip(self.game.result, (self.game.white, self.game.black), strict=False)
        return next((player.name for letter, player in sides if letter in WON and player), "")


class Counts(NamedTuple):
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


class Desk(NamedTuple):
    """One round for an arbiter. `current` is the board to enter next, None when all results are in.

    `running` is the round that is being played, 0 where nobody asks.
    """

    event: Event
    round: Round
    counts: Counts
    boards: list[Board]
    byes: list[Board]
    current: int | None
    previous: Round | None
    following: Round | None
    matches: tuple[MatchLine, ...] = ()
    free: tuple[Unpaired, ...] = ()
    running: int = 0

    @property
    def notice(self) -> str:
        return warn_of_past(self.event, self.round.number, self.running)

    @property
    def groups(self) -> list[Group]:
        """Return the boards by match."""
        if not self.event.of_teams:
            return [Group(None, [(board, None) for board in self.boards])] if self.boards else []
        by_number = {board.game.board: board for board in self.boards}
        return [
            Group(match, [(None if match.is_decided else by_number.get(line.game), line) for line in match.boards])
            for match in self.matches
        ]

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
    def games(self) -> list[Game]:
        return [board.game for board in self.boards]

    @property
    def seen(self) -> str:
        """Return the versions of the boards with entries, as `LineForm` reads them."""
        return " ".join(f"{game.board}.{game.version}" for game in self.games if game.version)

    def game(self, board: int) -> Game | None:
        return next((game for game in self.games if game.board == board), None)


def warn_of_past(event: Event, number: int, running: int) -> str:
    """Say why a result of a round is not simply changed; "" in the running round."""
    if event.is_final:
        return _("This event is final: only its owner and the chief arbiter can correct a result, with a reason.")
    if number < running:
        return _("Round %(number)d is over: a result is only replaced with a reason.") % {"number": number}
    return ""


def open_desk(event: Event, number: int | None, after: int | None = None) -> Desk:
    """Return the desk of a round, by default the running one, ready for the first open board after `after`."""
    rounds = list(event.rounds.all())
    running = read_progress(event).round
    if number is None:
        number = running or (rounds[-1].number if rounds else None)
    wanted = get_object_or_404(event.rounds, number=number)
    number = wanted.number
    rows = read_round_games(event, number).select_related("match").prefetch_related("claims").order_by("board", "pk")
    games = audience.redact_games(event, rows)
    boards = [build_board(event, game) for game in games]
    paired = [game for game in games if game.black]
    at = next(index for index, one in enumerate(rounds) if one.pk == wanted.pk)
    of_teams = (list_matches(event, number, {}), list_unpaired_teams(event, number)) if event.of_teams else ()
    return Desk(
        event,
        wanted,
        Counts(**count_boards(event, number)),
        [board for board in boards if board.game.black],
        [board for board in boards if not board.game.black and not board.game.match_id],
        find_next_open(paired, after),
        rounds[at - 1] if at else None,
        rounds[at + 1] if at + 1 < len(rounds) else None,
        *(of_teams or ((), ())),
        running,
    )


def open_rows(event: Event, number: int, wanted: Collection[int]) -> Desk:
    """Return only some boards of a round and its counts, which is all that an answer to htmx needs."""
    round = get_object_or_404(event.rounds, number=number)
    rows = read_boards(event, number).select_related("match").prefetch_related("claims")
    games = rows.filter(board__in=wanted) if wanted else ()
    counts = Counts(**count_boards(event, number))
    boards = [build_board(event, game) for game in games]
    return Desk(event, round, counts, boards, [], None, None, None, read_touched_matches(event, number, wanted))


def read_touched_matches(event: Event, number: int, boards: Collection[int]) -> tuple[MatchLine, ...]:
    """Return the matches that some boards of a round belong to; none in an event of single players."""
    tables = {table_of(event, board) for board in boards} if event.of_teams else set()
    return tuple(match for match in list_matches(event, number, {}) if match.table in tables) if tables else ()


def build_board(event: Event, game: Game) -> Board:
    """Return one row. Its stamp changes with everything that the row shows."""
    claims = list(game.claims.all())
    values = {Value.of(claim) for claim in claims}
    settled = {Value.of(game)} if game.result and claims else set()
    is_disputed = len(values | settled) > 1
    turned = is_turned(game)
    reports = [
        Report(find_reporter(game, claim).name, write_result(*Value.of(claim)[:3], is_turned=turned))
        for claim in claims
    ]
    is_agreed = game.result and not game.is_provisional and not is_disputed
    stamp = f"{game.version}-{sum(claim.revision for claim in claims)}"
    shown, doubt = write_game_result(game, is_turned=turned), describe_doubt(event, game)
    return Board(event, game, turned, shown, doubt, [] if is_agreed else reports, is_disputed, stamp)


def is_turned(game: Game) -> bool:
    """Return whether the first team of the game's match has Black there."""
    return game.match is not None and game.white.team_id != game.match.first_id


def find_reporter(game: Game, claim: Claim) -> Player:
    """Return the player whose report it is; only paired boards have reports."""
    if claim.side == Side.WHITE:
        return game.white
    assert game.black is not None
    return game.black


def find_next_open(games: list[Game], after: int | None = None) -> int | None:
    """Return the next board without a result, wrapping round to the first one."""
    still_open = [game.board for game in games if game.result == Result.OPEN]
    later = [board for board in still_open if board is not None and after is not None and board > after]
    return next(iter(later or still_open), None)


def write_result(
    result: str | None, white_score: int | None, black_score: int | None, *, is_turned: bool = False
) -> str:
    """Write a result as the desk shows it: "402–381", "1-0", "0-1 forfeit", "open"; `is_turned` from Black's side."""
    if white_score is not None and black_score is not None:
        return f"{white_score}–{black_score}"
    seen = result[::-1] if is_turned and result else result
    return str(Result(seen).label) if seen in Result.values else "–"


def write_game_result(game: Game, *, is_turned: bool = False) -> str:
    if game.is_adjourned:
        return _("adjourned")
    return write_result(game.result, game.white_score, game.black_score, is_turned=is_turned)


def list_forfeits(event: Event) -> list[tuple[str, str]]:
    """Return the forfeits as buttons; in games with scores each says the spread that it counts."""
    buttons = [(result.value, str(result.label)) for result in FORFEITS]
    if not event.game.has_scores:
        return buttons
    won, lost = figure(-event.forfeit_spread, True), figure(event.forfeit_spread, True)
    spreads = (f"{won} / {lost}", f"{lost} / {won}", f"{lost} / {lost}")
    return [(code, f"{label} ({spread})") for (code, label), spread in zip(buttons, spreads, strict=True)]


def list_rare_results(event: Event) -> list[tuple[str, str]]:
    """Return the other results that only arbiters decide; games with scores have none."""
    return [] if event.game.has_scores else [(result.value, str(result.label)) for result in RARE]


def build_echo(event: Event, game: Game) -> Echo:
    """Read an entry back with the new totals of both players, or of both teams in a team event."""
    standings = read_standings_since(event)
    turned = is_turned(game)
    left, right = (game.black, game.white) if turned and game.black else (game.white, game.black)
    entrants = [player.team if event.of_teams else player for player in (left, right) if player]
    totals = [build_total(standings, entrant) for entrant in entrants if entrant]
    return Echo(game, left, write_game_result(game, is_turned=turned), right, totals, describe_doubt(event, game))


def build_total(standings: Standings, entrant: Player | Team) -> Total:
    """Return the first value of a player or a team, and the spread, each with its name, and the place."""
    row = standings.row(entrant.number)
    columns = list(zip(standings.order, row.values, strict=True))
    important = columns[:1] + [(chosen, value) for chosen, value in columns[1:] if is_signed(chosen)]
    values = [f"{criteria.label(chosen, standings.order)} {write_value(chosen, value)}" for chosen, value in important]
    return Total(entrant.name, values, row.rank)


def describe_doubt(event: Event, game: Game) -> str:
    """Return a sentence about scores that are possible but rare, "" for usual ones."""
    scores = list(list_scores(game))
    usual, winning = event.game.usual_scores, event.game.winning_score
    if usual and any(not usual[0] <= score <= usual[1] for score in scores):
        limits = dict(zip(("low", "high"), usual, strict=True))
        return _("Is that right? A score below %(low)d or above %(high)d is rare.") % limits
    if winning is not None and scores and max(scores) != winning:
        return _("Is that right? A game usually ends at %(score)d.") % {"score": winning}
    return ""


def list_scores(game: Game) -> Iterator[int]:
    yield from (score for score in (game.white_score, game.black_score) if score is not None)
