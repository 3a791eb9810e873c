"""The games that are played, with one row each for everything in which they differ.

A new game is a new member of `Discipline` and its row in `RULES` (draughts would have colours, boards, draws and no
scores). Everything else asks the row, as `event.game` or `rules_of(facts.discipline)`. What the cores know of a game,
by the same code, is in `tiebreaks.facts.disciplines`: the usual orders of its tie-breaks, and whether it has scores.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tiebreaks.facts.disciplines import DISCIPLINES, Traits
from tiebreaks.order import presets
from tournaments.domain.choices import Edition, System


class Discipline(models.TextChoices):
    CHESS = "chess", _("Chess")
    SCRABBLE = "scrabble", _("Scrabble")
    PETANQUE = "petanque", _("Pétanque")

    @property
    def rules(self) -> "GameRules":
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


class GameRules(NamedTuple):
    """What sets a game apart from the others.

    `has_boards` says that two players sit at a board, not at a table. `score_range` are the lowest and the highest
    score that a game can end with, None where a game has a result alone; scores outside `usual_scores`, or a winner
    with other than `winning_score`, are accepted but called rare; `bye_spread` and `forfeit_spread` are what a bye and
    a forfeit loss usually count. `follows_fide` turns on the editions and ratings
    of FIDE. `presets` are the orders of tie-breaks that are offered by name, and `team_presets` those for teams, `ways`
    the keys of the usual ways to play (`rounds.usual_ways`), and `file_kinds` the files that can hold an event
    (`exports.lists`).
    """

    traits: Traits
    sides: Sides
    has_boards: bool
    allows_draw: bool
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
    team_presets: tuple[Preset, ...] = ()
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
        return self.traits.has_scores

    @property
    def allows_teams(self) -> bool:
        return bool(self.team_presets)

    def find_usual_order(self, system: str, score: str = "") -> str:
        """Return the usual order of tie-breaks in a system; `score` is the one that comes first where teams meet."""
        return self.traits.team_orders[score, system] if score else self.traits.orders[system]

    def list_presets(self, system: str, score: str = "") -> list[Preset]:
        """Return the orders that are offered by name, the usual one first."""
        usual = self.find_usual_order(system, score)
        return sorted(self.team_presets if score else self.presets, key=lambda preset: preset.order != usual)


FIDE_FILES = frozenset({"trf", "trf16"})
TSH_FILES = frozenset({"t", "tsh", "js"})

CHESS, SCRABBLE, PETANQUE = (DISCIPLINES[game.value] for game in Discipline)

RULES: Mapping[Discipline, GameRules] = {
    Discipline.CHESS: GameRules(
        traits=CHESS,
        sides=Sides.COLOURS,
        has_boards=True,
        allows_draw=True,
        presets=(
            Preset("chess-swiss", _("Chess, Swiss system"), CHESS.orders[System.SWISS]),
            Preset("chess-round-robin", _("Chess, round robin"), CHESS.orders[System.ROUND_ROBIN]),
            Preset("german-2007", _("German championship 2007"), presets.PRESETS["german-2007"]),
            Preset("german-youth", _("German youth championship"), presets.PRESETS["german-youth"]),
            Preset("us-chess", _("US Chess"), presets.PRESETS["us-chess"]),
        ),
        team_presets=(
            Preset("teams-swiss", _("Teams, Swiss system"), CHESS.team_orders["MP", "swiss"]),
            Preset("teams-round-robin", _("Teams, round robin"), CHESS.team_orders["MP", "round-robin"]),
            Preset("teams-boards-swiss", _("Board points first, Swiss system"), CHESS.team_orders["GP", "swiss"]),
            Preset(
                "teams-boards-round-robin",
                _("Board points first, round robin"),
                CHESS.team_orders["GP", "round-robin"],
            ),
            Preset("olympiad", _("Chess Olympiad since 2010"), presets.PRESETS["olympiad-2026"]),
            Preset("olympiad-2008", _("Chess Olympiad 2008"), presets.PRESETS["olympiad-2008"]),
            Preset("teams-berlin", _("German league with Berlin"), "MP,GP,EDE,BERLIN"),
        ),
        ways=frozenset({"swiss", "round-robin", "cup", "final-four"}),
        file_kinds=FIDE_FILES,
        edition=Edition.FROM_2026_03,
        follows_fide=True,
    ),
    Discipline.SCRABBLE: GameRules(
        traits=SCRABBLE,
        sides=Sides.TURNS,
        has_boards=False,
        allows_draw=True,
        presets=(Preset("scrabble", _("Scrabble"), SCRABBLE.orders[System.SWISS]),),
        ways=frozenset({"german-championship", "new-swiss", "round-robin"}),
        file_kinds=TSH_FILES,
        score_range=(-500, 2000),  # penalties make scores negative
        usual_scores=(100, 700),
        criteria_title=_("For Scrabble"),
    ),
    Discipline.PETANQUE: GameRules(
        traits=PETANQUE,
        sides=Sides.NONE,
        has_boards=False,
        allows_draw=False,
        presets=(Preset("petanque", _("Pétanque"), PETANQUE.orders[System.SWISS]),),
        ways=frozenset({"new-swiss", "round-robin", "pools-and-brackets", "concours"}),
        file_kinds=FIDE_FILES,
        score_range=(0, 15),  # played to 11, 13 or 15
        winning_score=13,
        bye_spread=6,  # 13:7
        forfeit_spread=-13,  # 0:13
        criteria_title=_("For pétanque"),
    ),
}


def rules_of(discipline: str) -> GameRules:
    """Return the row of a game by its code, which is how a crosstable names it."""
    return RULES[Discipline(discipline)]
