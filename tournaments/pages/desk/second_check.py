"""The second check as values: the unchecked results of a round, in piles by who entered them."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.shortcuts import get_object_or_404
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.access.reader import Reader
from tournaments.domain.choices import Provenance, Verification
from tournaments.models import Event, Game, Round
from tournaments.pages.desk.boards import DeskBoard, build_board
from tournaments.queries.desk.board_notes import NOTES
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import count_provisional, read_boards


class Pile(NamedTuple):
    """What one person entered, in the order in which the slips lie; `source` says it where nobody's name does."""

    name: str
    source: str
    is_own: bool
    boards: list[DeskBoard[Game]]

    @property
    def title(self) -> str:
        """Say who entered these results."""
        if self.is_own:
            return _("Entered by you: somebody else must check these")
        if self.name:
            return _("Entered by %(name)s, in this order") % {"name": self.name}
        if self.source == Provenance.PLAYERS:
            return _("Reported by both players")
        return str(capfirst(Provenance(self.source).label)) if self.source else _("Of unknown origin")


class Check(NamedTuple):
    """One round to check. `waiting` counts the unchecked results of each round."""

    reader: Reader
    round: Round
    piles: list[Pile]
    waiting: dict[int, int]

    @property
    def event(self) -> Event:
        return self.reader.event

    @property
    def blind(self) -> bool:
        return self.event.verification == Verification.BLIND

    @property
    def scored(self) -> bool:
        return self.event.game.has_scores

    @property
    def left(self) -> int:
        return self.waiting.get(self.round.number, 0)

    @property
    def total(self) -> int:
        return sum(self.waiting.values())

    def find(self, board: int) -> DeskBoard[Game] | None:
        return next((each for pile in self.piles for each in pile.boards if each.game.board == board), None)


def open_check(reader: Reader, number: int | None, user: Any, also: Collection[int] = ()) -> Check:
    """Return what there is to check in a round, by default the first with something; `also` keeps checked boards."""
    event = reader.event
    waiting = count_provisional(event)
    if number is None:
        number = min(waiting, default=None) or read_progress(reader).round
    wanted = get_object_or_404(event.rounds, number=number)
    games = (
        read_boards(event, number)
        .select_related("match")
        .prefetch_related("player_reports", NOTES)
        .order_by("entered_at", "board")
    )
    piles: dict[tuple[int | None, str], Pile] = {}
    for game in games:
        if not game.is_provisional and game.board not in also:
            continue
        name = game.entered_by.get_username() if game.entered_by else ""
        is_own = game.entered_by_id is not None and game.entered_by_id == user.pk
        pile = piles.setdefault((game.entered_by_id, game.provenance), Pile(name, game.provenance, is_own, []))
        pile.boards.append(build_board(event, game))
    return Check(reader, wanted, sorted(piles.values(), key=lambda pile: pile.is_own), waiting)
