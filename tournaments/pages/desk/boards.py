"""One row of the desk as values: the game, what the players have reported, and what is doubtful."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from tournaments.domain.choices import Side
from tournaments.domain.desk.decided_points import find_decided_points
from tournaments.domain.desk.results import Value
from tournaments.domain.number_format import figure
from tournaments.models import BoardNote, Event, Game, Player, PlayerReport
from tournaments.pages.desk.calls import NoteLine, write_note
from tournaments.pages.desk.results import BUTTONS, list_forfeits, list_rare_results, write_game_result, write_result
from tournaments.queries.desk.board_labels import board_label
from tournaments.queries.desk.brief_games import BriefGame, BriefPlayer
from tournaments.queries.rounds.games import stamp_board
from tournaments.wording.games import write_points


class BoardReport(NamedTuple):
    """What one of the players has reported about their game."""

    name: str
    shown: str


class DeskBoard[Shown: Game | BriefGame](NamedTuple):
    """One row of the desk. `doubt` is a sentence about possible but rare scores, `reports` come from the players.

    `is_disputed` is true if the reports differ from each other or from what is stored, and `is_doubtful` if two equal
    ones came from one network address within moments. The row of a team match
    `is_turned` where its first team has Black: that team stands on the left, as on the sheet that both teams sign.
    One of a `BriefGame` has no buttons until it is near where the arbiter works.
    """

    event: Event
    game: Shown
    is_turned: bool
    shown: str
    doubt: str
    reports: list[BoardReport]
    is_disputed: bool
    is_doubtful: bool
    stamp: str
    notes: list[NoteLine]

    @property
    def label(self) -> str:
        """Return how the board is called: "12", or "3.2" in a match of teams."""
        return board_label(self.event, self.game.board)

    @property
    def time(self) -> str:
        """Return when the result was entered, in the event's time zone; "" for none."""
        at = self.game.entered_at
        return at.astimezone(ZoneInfo(self.event.time_zone)).strftime("%H:%M") if at else ""

    @property
    def is_brief(self) -> bool:
        return isinstance(self.game, BriefGame)

    @property
    def players(self) -> list[tuple[Player | BriefPlayer | None, str]]:
        """Return who stands left and right, each with a colour."""
        sides: list[tuple[Player | BriefPlayer | None, str]] = [(self.game.white, "white"), (self.game.black, "black")]
        return sides[::-1] if self.is_turned else sides

    @property
    def buttons(self) -> list[tuple[str, str]]:
        return self._turn_codes([(result.value, label) for result, label in BUTTONS])

    @property
    def unusual(self) -> list[tuple[str, str]]:
        """Return the forfeits, and what else only arbiters decide."""
        return self._turn_codes(list_forfeits(self.event) + list_rare_results(self.event))

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

    @property
    def points(self) -> str:
        """Return the points that an arbiter gave both sides, "" where the usual ones count."""
        decided = find_decided_points(self.game.decided_points, self.game.result)
        return write_points(decided) if decided else ""


def build_board[Shown: Game | BriefGame](event: Event, game: Shown) -> DeskBoard[Shown]:
    """Return one row. Its stamp changes with everything that the row shows."""
    said = list_reports(game)
    values = {Value.of(report) for report in said}
    settled = {Value.of(game)} if game.result and said else set()
    is_disputed = len(values | settled) > 1
    turned = is_turned(game)
    reports = [
        BoardReport(find_reporter(game, report).name, write_result(*Value.of(report)[:3], is_turned=turned))
        for report in said
    ]
    is_doubtful = len(values) == 1 and any(report.is_doubtful for report in said)
    is_agreed = game.result and not game.is_provisional and not is_disputed
    noted = list_noted(game)
    stamp = stamp_board(game.version, sum(report.revision for report in said), sum(note.pk for note in noted))
    notes = [write_note(event, note) for note in noted]
    shown, doubt = write_game_result(game, is_turned=turned), describe_doubt(event, game)
    said_now = [] if is_agreed else reports
    return DeskBoard(event, game, turned, shown, doubt, said_now, is_disputed, is_doubtful, stamp, notes)


def list_reports(game: Game | BriefGame) -> Sequence[PlayerReport]:
    if isinstance(game, BriefGame):
        return game.reported
    return list(game.player_reports.all()) if game.has_player_reports else []


def list_noted(game: Game | BriefGame) -> Sequence[BoardNote]:
    if isinstance(game, BriefGame):
        return game.noted
    return list(game.notes.all()) if game.has_notes and game.black_id else []


def is_turned(game: Game | BriefGame) -> bool:
    """Return whether the first team of the game's match has Black there."""
    if isinstance(game, BriefGame):
        return game.first_team is not None and game.white.team_id != game.first_team
    return game.match is not None and game.white.team_id != game.match.first_id


def find_reporter(game: Game | BriefGame, report: PlayerReport) -> Player | BriefPlayer:
    """Return the player whose report it is; only paired boards have reports."""
    if report.side == Side.WHITE:
        return game.white
    assert game.black is not None
    return game.black


def describe_doubt(event: Event, game: Game | BriefGame) -> str:
    """Return a sentence about scores that are possible but rare, "" for usual ones."""
    scores = list(list_scores(game))
    usual, winning = event.game.usual_scores, event.game.winning_score
    if usual and any(not usual[0] <= score <= usual[1] for score in scores):
        limits = dict(zip(("low", "high"), usual, strict=True))
        return _("Is that right? A score below %(low)d or above %(high)d is rare.") % limits
    if winning is not None and scores and max(scores) != winning:
        return _("Is that right? A game usually ends at %(score)d.") % {"score": winning}
    return ""


def list_scores(game: Game | BriefGame) -> Iterator[int]:
    yield from (score for score in (game.white_score, game.black_score) if score is not None)
