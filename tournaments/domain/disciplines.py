"""The games that are played, and in one row for each of them everything in which they differ.

A new game is a new member of `Discipline` and its row in `RULES` (draughts would have colours, boards, draws and no
scores). Everything else asks the row, as `event.game` or `rules_of(facts.discipline)`. `tiebreaks` knows the games by
the same codes.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tiebreaks.order import presets
from tournaments.domain.choices import Edition, System


class Discipline(models.TextChoices):
    CHESS = "chess", _("Chess")
    SCRABBLE = "scrabble", _("Scrabble")
    PETANQUE = "petanque", _("Pétanque")

    @property
    def rules(self) -> "Rules":
        """Return the row of this game."""
        return RULES[self]


class Sides(Enum):
    """What tells the two players of a game apart."""

    COLOURS = "White and Black"
    TURNS = "who plays first"
    NONE = "nothing"


class Preset(NamedTuple):
    """An order of tie-breaks with a name; `key` is what a form sends."""

    key: str
    title: Promise
    order: str


class Rules(NamedTuple):
    """In what a game differs from the others.

    `has_boards` says that two players sit at a board, not at a table. `score_range` are the lowest and the highest
    score that a game can end with, None where a game has a result alone; scores outside `usual_scores`, or a winner
    with other than `winning_score`, are accepted but called rare; `bye_spread` and `forfeit_spread` are what a bye and
    a forfeit loss usually count. `follows_fide` turns on the editions and ratings
    of FIDE. `orders` are the usual tie-breaks by system, `presets` the named ones that are offered, `ways` the keys
    of the usual ways to play (`forms.new_event`), and `file_kinds` the files that can hold an event (`exports.lists`).
    """

    sides: Sides
    has_boards: bool
    allows_draw: bool
    orders: Mapping[System, str]
    presets: tuple[Preset, ...]
    ways: frozenset[str]
    file_kinds: frozenset[str]
    edition: Edition = Edition.PLAIN
    score_range: tuple[int, int] | None = None
    usual_scores: tuple[int, int] | None = None
    winning_score: int | None = None
    bye_spread: int = 50
    forfeit_spread: int = -50
    follows_fide: bool = False
    allows_teams: bool = False
    criteria_title: Promise | None = None  # heads the criteria that only this game has

    @property
    def has_colours(self) -> bool:
        return self.sides is Sides.COLOURS

    @property
    def has_turns(self) -> bool:
        return self.sides is Sides.TURNS

    @property
    def has_sides(self) -> bool:
        return self.sides is not Sides.NONE

    @property
    def has_scores(self) -> bool:
        return self.score_range is not None


FIDE_FILES = frozenset({"trf", "trf16"})
TSH_FILES = frozenset({"t", "tsh", "js"})

RULES: Mapping[Discipline, Rules] = {
    Discipline.CHESS: Rules(
        sides=Sides.COLOURS,
        has_boards=True,
        allows_draw=True,
        orders={System.SWISS: presets.SWISS_ORDER, System.ROUND_ROBIN: presets.ROUND_ROBIN_ORDER},
        presets=(
            Preset("chess-swiss", _("Chess, Swiss system"), presets.SWISS_ORDER),
            Preset("chess-round-robin", _("Chess, round robin"), presets.ROUND_ROBIN_ORDER),
            Preset("german-2007", _("German championship 2007"), presets.PRESETS["german-2007"]),
            Preset("german-youth", _("German youth championship"), presets.PRESETS["german-youth"]),
        ),
        ways=frozenset({"swiss", "round-robin", "cup", "final-four"}),
        file_kinds=FIDE_FILES,
        edition=Edition.FROM_2026_03,
        follows_fide=True,
        allows_teams=True,
    ),
    Discipline.SCRABBLE: Rules(
        sides=Sides.TURNS,
        has_boards=False,
        allows_draw=True,
        orders={System.SWISS: "PTS,SPREAD,SCORE", System.ROUND_ROBIN: "PTS,SPREAD,SCORE"},
        presets=(Preset("scrabble", _("Scrabble"), "PTS,SPREAD,SCORE"),),
        ways=frozenset({"german-championship", "new-swiss", "round-robin"}),
        file_kinds=TSH_FILES,
        score_range=(-500, 2000),  # penalties make scores negative
        usual_scores=(100, 700),
        criteria_title=_("For Scrabble"),
    ),
    Discipline.PETANQUE: Rules(
        sides=Sides.NONE,
        has_boards=False,
        allows_draw=False,
        orders={System.SWISS: "PTS,BHZ,FBHZ,DIFF", System.ROUND_ROBIN: "PTS,DE,DIFF"},
        presets=(Preset("petanque", _("Pétanque"), "PTS,BHZ,FBHZ,DIFF"),),
        ways=frozenset({"new-swiss", "round-robin", "pools-and-brackets", "concours"}),
        file_kinds=FIDE_FILES,
        score_range=(0, 15),  # played to 11, 13 or 15
        winning_score=13,
        bye_spread=6,  # 13:7
        forfeit_spread=-13,  # 0:13
        criteria_title=_("For pétanque"),
    ),
}


def rules_of(discipline: str) -> Rules:
    """Return the row of a game by its code, which is how a crosstable names it."""
    return RULES[Discipline(discipline)]
