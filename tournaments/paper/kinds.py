"""The kinds of sheets, in the order of a day's work: one list for the page that offers them and for their addresses."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import tables

PORTRAIT, LANDSCAPE = "portrait", "landscape"


class Kind(NamedTuple):
    """A kind of sheet: its key in addresses and file names, what it is, and how its values are read.

    `view` reads them from the event and the round; None from it means that there is nothing to print. `of_round` says
    that the title names the round, `is_after` that the paper is of its end, `tokens` that printing makes new links,
    `inside` that it is for the arbiters and not for a wall, and `framed` that the pages have a head and a foot; slips
    and cards fill them to the edge.
    """

    key: str
    title: Promise
    about: Promise
    view: Callable[[Any, int], Any]
    paging: str = PORTRAIT
    of_round: bool = True
    is_after: bool = False
    tokens: bool = False
    inside: bool = False
    framed: bool = True

    @property
    def template(self) -> str:
        return f"tournaments/_paper_{self.key.replace('-', '_')}.html"


KINDS = {
    kind.key: kind
    for kind in (
        Kind("boards", _("Pairings by board"), _("For the notice board and the arbiter's table."), tables.paper_round),
        Kind("names", _("Pairings by name"), _("For the notice board: look a name up."), tables.paper_round),
        Kind(
            "slips",
            _("Result slips"),
            _("Eight to a sheet, with cut lines and a QR code that opens the entry of this board."),
            tables.slips_view,
            tokens=True,
            inside=True,
            framed=False,
        ),
        Kind("standings", _("Standings"), _("With all tie-breaks."), tables.paper_standings, is_after=True),
        Kind("crosstable", _("Cross table"), _("Who met whom, by rank."), tables.paper_crosstable, LANDSCAPE, False),
        Kind(
            "wall-chart",
            _("Wall chart"),
            _("In large type and by number, with room for the rounds to come: to be read from two metres."),
            tables.wall_chart,
            LANDSCAPE,
            of_round=False,
        ),
        Kind("players", _("Players"), _("By name, to tick off."), tables.paper_players, of_round=False, inside=True),
        Kind(
            "cards",
            _("Place cards"),
            _("Four to a sheet, to be folded: they stand on the table."),
            tables.place_cards,
            LANDSCAPE,
            of_round=False,
            inside=True,
            framed=False,
        ),
    )
}  # fmt: skip
