"""The kinds of printed sheets in the order of a day's work: one list for the page of prints and for the addresses."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.access.reader import Reader
from tournaments.models import Event
from tournaments.pages.hall.paper import (
    add_codes,
    paper_crosstable,
    paper_players,
    paper_round,
    paper_standings,
    place_cards,
    slips_view,
    wall_chart,
)
from tournaments.pages.hall.paper_awards import certificates, paper_categories, paper_prizes
from tournaments.pages.hall.paper_bracket import paper_bracket
from tournaments.pages.hall.paper_report import tournament_report
from tournaments.pages.hall.paper_teams import add_sheet_codes, match_sheets, matches_paper, player_cards, team_lists
from tournaments.pages.hall.slip_marks import SlipMark
from tournaments.pages.standings.individuals import individuals_view
from tournaments.pages.standings.ties import ties_view
from tournaments.queries.rounds.games import last_paired_round
from tournaments.queries.standings.endings import has_brackets

PORTRAIT, LANDSCAPE = "portrait", "landscape"


class SheetKind(NamedTuple):
    """A kind of sheet: its key in addresses and file names, what it is, and how its values are read.

    `view` reads them for a reader and of a round; it returns None where there is nothing to print. `of_round` means
    that the title names the round, `is_after` that the sheet shows its end, `tokens` that printing creates new links,
    `leads_to_players` that each card has the code of its player's page,
    `inside` that it is for the arbiters and not for the notice board, and `framed` that the pages have a header and a
    footer; slips and cards fill the page. `codes` puts the links into the values, and `of_sides` means that each player
    may have one. `of_teams` is True for team events only, False for events of individuals only, None for both.
    """

    key: str
    title: Promise
    about: Promise
    view: Callable[[Reader, int], Any]
    paging: str = PORTRAIT
    of_round: bool = True
    is_after: bool = False
    tokens: bool = False
    inside: bool = False
    framed: bool = True
    leads_to_players: bool = False
    codes: Callable[[Any, dict[int, tuple[SlipMark, ...]]], Any] = add_codes
    of_sides: bool = False
    of_teams: bool | None = None

    @property
    def template(self) -> str:
        return f"tournaments/paper/_paper_{self.key.replace('-', '_')}.html"


KINDS = {
    kind.key: kind
    for kind in (
        SheetKind(
            "boards",
            _("Pairings by board"),
            _("For the notice board and the arbiter’s table."),
            paper_round,
            of_teams=False,
        ),
        SheetKind(
            "matches",
            _("Pairings by match"),
            _("Every match with its boards: for the notice board and the arbiter’s table."),
            matches_paper,
            of_teams=True,
        ),
        SheetKind("names", _("Pairings by name"), _("For the notice board, to look up a name."), paper_round),
        SheetKind(
            "match-sheets",
            _("Match sheets"),
            _("One for each match, to be filled in and signed, with a QR code that opens the entry of each board."),
            match_sheets,
            tokens=True,
            inside=True,
            framed=False,
            codes=add_sheet_codes,
            of_teams=True,
        ),
        SheetKind(
            "line-ups",
            _("Line-ups to fill in"),
            _("One for each team, with its list of players, to be handed in before a round."),
            team_lists,
            of_round=False,
            inside=True,
            framed=False,
            of_teams=True,
        ),
        SheetKind(
            "slips",
            _("Result slips"),
            _("Eight to a sheet, with cut lines and a QR code that opens the entry of this board."),
            slips_view,
            tokens=True,
            of_sides=True,
            inside=True,
            framed=False,
        ),
        SheetKind("standings", _("Standings"), _("With all tie-breaks."), paper_standings, is_after=True),
        SheetKind(
            "bracket",
            _("Bracket"),
            _("Pools with their tables, and brackets with room for the results: for the notice board."),
            paper_bracket,
            LANDSCAPE,
            of_round=False,
        ),
        SheetKind(
            "crosstable", _("Cross table"), _("Opponents and results, by rank."), paper_crosstable, LANDSCAPE, False
        ),
        SheetKind(
            "wall-chart",
            _("Wall chart"),
            _("In large type and by number, with room for the coming rounds: readable from two metres."),
            wall_chart,
            LANDSCAPE,
            of_round=False,
        ),
        SheetKind(
            "categories",
            _("Tables of the categories"),
            _("Each category with its own places."),
            paper_categories,
            of_round=False,
        ),
        SheetKind(
            "prizes",
            _("Prize list"),
            _("The winner of each prize, and how ties divide prizes."),
            paper_prizes,
            of_round=False,
        ),
        SheetKind(
            "certificates",
            _("Certificates"),
            _("One page for each of the first three places, of the table and of every category."),
            certificates,
            of_round=False,
            inside=True,
            framed=False,
        ),
        SheetKind(
            "ties",
            _("How ties are broken here"),
            _("The order of the tie-breaks in words, with examples from the table: for the notice board."),
            lambda reader, _number: ties_view(reader),
            of_round=False,
        ),
        SheetKind(
            "individuals",
            _("Players by board"),
            _("The results of every player, with the best on each board."),
            lambda reader, _number: individuals_view(reader),
            of_round=False,
            of_teams=True,
        ),
        SheetKind(
            "report",
            _("Tournament report"),
            _("For FIDE and the federation, as in form IT3: event details, arbiters, players, signatures."),
            tournament_report,
            of_round=False,
            inside=True,
        ),
        SheetKind(
            "players",
            _("Players"),
            _("By name, to tick off."),
            paper_players,
            of_round=False,
            inside=True,
            of_teams=False,
        ),
        SheetKind(
            "teams",
            _("Teams"),
            _("Each with its players, to tick off."),
            team_lists,
            of_round=False,
            inside=True,
            of_teams=True,
        ),
        SheetKind(
            "cards",
            _("Place cards"),
            _("Four to a sheet, to be folded: they stand on the table."),
            place_cards,
            LANDSCAPE,
            leads_to_players=True,
            of_round=False,
            inside=True,
            framed=False,
        ),
        SheetKind(
            "player-cards",
            _("Place cards of the players"),
            _("Four to a sheet, with the name of the team."),
            player_cards,
            LANDSCAPE,
            leads_to_players=True,
            of_round=False,
            inside=True,
            framed=False,
            of_teams=True,
        ),
    )
}  # fmt: skip


def list_kinds(event: Event) -> dict[str, SheetKind]:
    """Return the kinds of sheets that an event has, by key."""
    of_teams = bool(event.team_boards)
    missing = {key for key in ("categories", "prizes") if not getattr(event, key).exists()}
    missing |= set() if has_brackets(event, last_paired_round(event)) else {"bracket"}
    missing |= set() if event.game.follows_fide else {"report"}
    return {key: kind for key, kind in KINDS.items() if kind.of_teams in (None, of_teams) and key not in missing}
