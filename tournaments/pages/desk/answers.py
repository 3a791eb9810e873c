"""What the desk answers to an entry: why it was refused, or the entry read back with the new totals."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.ranking.ranked_table import Standings
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.domain.desk.board_changes import BoardChange, find_change
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.protection import Protection
from tournaments.domain.desk.results import Result, Value, settle
from tournaments.models import Game, Player, Team
from tournaments.pages.desk.boards import describe_doubt, is_turned
from tournaments.pages.desk.results import write_game_result, write_result
from tournaments.pages.standings.columns import is_signed, write_criterion_value
from tournaments.pages.standings.marks import WON
from tournaments.queries.desk.scores_so_far import read_scores_so_far
from tournaments.queries.rounds.consequences import find_upset_duels
from tournaments.queries.rounds.games import BoardCounts
from tournaments.queries.standings.endings import find_table_course, first_of_duels, read_courses
from tournaments.queries.standings.standings import event_order, read_standings_since
from tournaments.wording import criteria, duels
from tournaments.wording.games import describe_board
from tournaments.wording.protection import describe_briefly, describe_change, why_protected

type Order = tuple[ChosenCriterion, ...]


class EntryProblem(NamedTuple):
    """Why an entry was refused. With an `entry` it may be sent again; `typed` scores stay in their fields.

    A conflict says what protects the stored result, or what has changed at the board since; `seen` names those whom the
    entry was for. One that `is_barred` can be settled by those in charge alone, as the sentence says.
    `elsewhere` is the board of another round that an undo would change, or one of the match that it would change.
    `upsets` says which later matches of a knock-out would have other players.
    """

    sentence: str
    board: int | None = None
    entry: Entry | None = None
    is_conflict: bool = False
    typed: Entry | Mapping[str, str] | None = None
    is_turned: bool = False
    protection: Protection | None = None
    elsewhere: Game | None = None
    is_match: bool = False
    is_barred: bool = False
    upsets: tuple[str, ...] = ()
    change: BoardChange = BoardChange.RESULT
    seen: str = ""

    @property
    def may_replace(self) -> bool:
        """Return whether the entry was for those who sit at the board now."""
        return not self.is_barred and self.change not in (BoardChange.PAIRING, BoardChange.NEW)

    @property
    def is_over_nothing(self) -> bool:
        """Return whether the board has no result that the entry would replace."""
        return self.change is not BoardChange.RESULT

    @property
    def briefly(self) -> str:
        """Say in a few words what the conflict is."""
        return describe_briefly(self.change)

    @property
    def stored_elsewhere(self) -> str:
        """Write the result that an undo would change."""
        return write_game_result(self.elsewhere) if self.elsewhere else ""

    @property
    def why(self) -> str:
        """Say why the stored result of a conflict was kept."""
        if self.is_barred:
            return self.sentence
        return (
            why_protected(self.protection)
            if self.protection
            else describe_change(self.change, self._replace(is_turned=False).yours, self.seen)  # named as White – Black
        )

    @property
    def yours(self) -> str:
        """Write the entry that was refused."""
        if self.entry and self.entry.is_adjourned:
            return _("adjourned")
        value = self.entry.value[:3] if self.entry else None
        return write_result(*value, is_turned=self.is_turned) if value else ""


class Total(NamedTuple):
    """The values of a player or team that matter at the desk, each with its label; the last one may be the place."""

    name: str
    values: list[tuple[str, str]]


class Echo(NamedTuple):
    """One entry read back: the board, both names, the stored result and the players' new totals.

    The names stand as on the page: in a team match, the first team's player is on the left.
    `totals` are written in the order of the names, so that each name stands once: "Points 1 : 0". In a round of
    matches, `matches` says how the match stands, and there are no totals. `replaced` is the result that stood there
    before.
    """

    game: Game
    left: Player
    shown: str
    right: Player | None
    totals: list[str]
    warning: str
    matches: tuple[str, ...] = ()
    replaced: str = ""

    @property
    def note(self) -> str:
        """Say what the result itself does not, such as that the rating report has another one."""
        return describe_board(self.game)

    @property
    def winner(self) -> Player | None:
        """Return who has won the game, None after a draw or without a winner."""
        sides = zip(self.game.result, (self.game.white, self.game.black), strict=False)
        return next((player for letter, player in sides if letter in WON and player), None)


def build_conflict(
    reader: Reader, game: Game, entry: Entry, protection: Protection | None, *, differs: bool = False
) -> EntryProblem:
    """Return why an entry did not replace the stored result of a board, and what hangs on replacing it.

    A second check that `differs` is no conflict.
    """
    names = audience.names_of_participants(reader)
    found = find_upset_duels(reader, game, settle(reader.event.discipline, entry.value))
    upsets = tuple(duels.describe_upset(*states, names) for states in found)
    problem = EntryProblem("", game.board, entry, is_conflict=not differs, protection=protection, upsets=upsets)
    if protection or differs:
        return problem
    is_open = game.result == Result.OPEN and not game.is_adjourned
    change = find_change(seats_seen=entry.seats, seats=game.seats, is_open=is_open)
    return problem._replace(change=change, seen=" – ".join(name_seats(reader, entry.seats)))


def name_seats(reader: Reader, seats: str) -> list[str]:
    """Return the names of those who sat at a board, as an entry says it; who is gone is a dash."""
    names = audience.visible_names(reader) if seats else {}
    return [names.get(int(number), "–") for number in seats.split("-") if number]


def build_echo(reader: Reader, game: Game, counts: BoardCounts, replaced: Value | None = None) -> Echo:
    """Read an entry back with the new totals of both players, or of both teams in a team event.

    `replaced` is the result that the entry took the place of.
    """
    turned = is_turned(game)
    left, right = (game.black, game.white) if turned and game.black else (game.white, game.black)
    players = [player for player in (left, right) if player]
    first = first_of_duels(reader.event)
    stands = tell_match(reader, game.round.number, players) if first and game.round.number >= first else ()
    totals = [] if stands else list_totals(reader, game.round.number, players, first, is_complete=not counts.open)
    shown, doubt = write_game_result(game, is_turned=turned), describe_doubt(reader.event, game)
    before = write_result(*replaced[:3], is_turned=turned) if replaced else ""
    return Echo(game, left, shown, right, write_totals(totals, of_teams=reader.event.of_teams), doubt, stands, before)


def tell_match(reader: Reader, round_number: int, players: list[Player]) -> tuple[str, ...]:
    """Say how the match stands that the players, or their teams, play in a round of duels; nothing for neither."""
    entrants = {entrant.number for player in players if (entrant := player.team if reader.event.of_teams else player)}
    names = audience.names_of_participants(reader)
    own = [
        (course, state)
        for course in read_courses(read_standings_since(reader))
        for state in course.states
        if round_number in state.rounds and entrants & {*state.players}
    ]
    return tuple(duels.describe_duel(course, state, names) for course, state in own)


def list_totals(
    reader: Reader, round_number: int, players: list[Player], first_of_duels: int | None, *, is_complete: bool
) -> list[Total]:
    """Return the first value of the players or of their teams, and the spread; once a round is complete, their places.

    While boards are open a place would be another one with the next entry, and ranking the field takes most of the time
    of an answer. A round after matches has totals of its own table.
    """
    order = event_order(reader.event)
    important = tuple(chosen for at, chosen in enumerate(order) if at == 0 or is_signed(chosen))
    scores_so_far = None if is_complete else read_scores_so_far(reader, players, important, first_of_duels)
    table = scores_so_far or read_standings_since(reader)
    own = find_table_course(table, round_number)
    table = own.table_of_all if own else table
    entrants = [player.team if reader.event.of_teams else player for player in players]
    return [build_total(table, order, important, entrant, is_complete) for entrant in entrants if entrant]


def build_total(table: Standings, order: Order, important: Order, entrant: Player | Team, is_complete: bool) -> Total:
    """Return the important values of a player or a team, each with its name in the order."""
    row = table.row(entrant.number)
    values = {
        chosen: write_criterion_value(chosen, value) for chosen, value in zip(table.order, row.values, strict=True)
    }
    labelled = [(criteria.label(chosen, order), values[chosen]) for chosen in important]
    place = [(_("Place"), str(row.rank))] if is_complete and row.rank else []
    return Total(entrant.name, labelled + place)


def write_totals(totals: list[Total], *, of_teams: bool) -> list[str]:
    """Write totals with both sides of a board in one: "Points 1 : 0"; each team, which is not named yet, by itself."""
    if of_teams:
        return [f"{total.name} " + ", ".join(f"{label} {value}" for label, value in total.values) for total in totals]
    columns = zip(*(total.values for total in totals), strict=False)
    return [f"{sides[0][0]} " + "\N{NO-BREAK SPACE}: ".join(value for _label, value in sides) for sides in columns]
