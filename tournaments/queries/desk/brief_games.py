"""The boards of a round in brief: a desk of thousands shows most of them without what one enters results with."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from tournaments.domain.choices import Provenance
from tournaments.models import BoardNote, Event, Game, PlayerReport


class BriefPlayer(NamedTuple):
    """What a row of the desk shows of a player, and what finds their seat and side."""

    number: int
    name: str
    team_id: int | None


class BriefGame(NamedTuple):
    """What a row of the desk shows of a paired board, under the names that `Game` has for it.

    A tuple, since making an object of each board, player and user takes Django most of a large page's time.
    `first_team` is the first team of the board's match, `reported` what its players have said, `noted` the arbiters.
    """

    board: int
    version: int
    result: str
    white_score: int | None
    black_score: int | None
    is_adjourned: bool
    is_provisional: bool
    white_penalty: int
    black_penalty: int
    white_deduction: Decimal
    black_deduction: Decimal
    decided_points: str
    provenance: str
    entered_at: datetime | None
    first_team: int | None
    white: BriefPlayer
    black: BriefPlayer
    entered_by: User | None
    checked_by: User | None
    reported: Sequence[PlayerReport]
    noted: Sequence[BoardNote]

    @property
    def seats(self) -> str:
        """Return who sits at the board by number, as `Game.seats` does."""
        return f"{self.white.number}-{self.black.number}"

    def get_provenance_display(self) -> str:
        """Say where the result came from, as `Game` does."""
        return str(Provenance(self.provenance).label)


OF_GAME = BriefGame._fields[: BriefGame._fields.index("first_team")]
OF_PLAYER = BriefPlayer._fields


def read_brief_games(event: Event, number: int) -> list[BriefGame]:
    """Return the paired boards of a round in order, for staff. Four queries."""
    games = Game.objects.filter(round__event=event, round__number=number, black__isnull=False).order_by("board", "pk")
    seats = [f"{side}__{field}" for side in ("white", "black") for field in OF_PLAYER]
    rows = list(games.values_list("pk", "entered_by", "checked_by", *OF_GAME, "match__first", *seats))
    reported = defaultdict(list)
    for report in PlayerReport.objects.filter(game__round__event=event, game__round__number=number):
        reported[report.game_id].append(report)
    noted = defaultdict(list)
    for note in BoardNote.objects.filter(game__round__event=event, game__round__number=number).select_related("by"):
        noted[note.game_id].append(note)
    users = get_user_model().objects.in_bulk({user for row in rows for user in row[1:3] if user})
    return [
        BriefGame._make(
            (
                *row[3:-6],
                BriefPlayer(*row[-6:-3]),
                BriefPlayer(*row[-3:]),
                users.get(row[1]),
                users.get(row[2]),
                reported[row[0]],
                noted[row[0]],
            )
        )
        for row in rows
    ]
