"""What the desk answers to an entry: why it was refused, or the entry read back with the new totals."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from tiebreaks.standings import Standings
from tournaments.domain.entry import Entry
from tournaments.domain.protection import Protection
from tournaments.models import Event, Game, Player, Team
from tournaments.pages.desk.boards import describe_doubt, is_turned
from tournaments.pages.desk.results import write_game_result, write_result
from tournaments.pages.standings.columns import is_signed, write_value
from tournaments.pages.standings.marks import WON
from tournaments.queries.standings import read_standings_since
from tournaments.wording import criteria
from tournaments.wording.protection import why_protected


class Problem(NamedTuple):
    """Why an entry was refused. With an `entry` it may be sent again; `typed` scores stay in their fields.

    A conflict that `is_barred` can be settled by those in charge alone, as the sentence says.
    `elsewhere` is the board of another round that an undo would change, or one of the match that it would change.
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

    @property
    def stored_elsewhere(self) -> str:
        """Write the result that an undo would change."""
        return write_game_result(self.elsewhere) if self.elsewhere else ""

    @property
    def why(self) -> str:
        """Say why the stored result of a conflict was kept."""
        return self.sentence if self.is_barred else why_protected(self.protection)

    @property
    def yours(self) -> str:
        """Write the entry that was refused."""
        if self.entry and self.entry.is_adjourned:
            return _("adjourned")
        value = self.entry.value[:3] if self.entry else None
        return write_result(*value, is_turned=self.is_turned) if value else ""


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
