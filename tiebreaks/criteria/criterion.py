"""What a criterion is, and a criterion as an event chooses it: with modifiers and, for teams, a score.

It is a value: all that differs between two criteria stands in their fields, so nothing asks for a code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.table.columns import Column
from tiebreaks.table.mini_table import Encounter
from tiebreaks.table.table import Table
from tiebreaks.table.working import NOTHING_COUNTS, FromGames, FromSum, Remark, Terms, WorkingStep, cut_extremes


class Criterion(NamedTuple):
    """A rule that orders players.

    `make_column(table, chosen)` returns the addends of all values. A criterion such as direct encounter has
    `place_group(table, group)` instead, which places the members of a tied group.
    `name` and `formula` are English texts for translation, `rule` is the article, `modifiers` the letters allowed, and
    `scope` the games and systems that the criterion is meant for. The value is the sum of the uncut terms, unless
    `from_sum` computes it from that sum and their number, or `from_games` from ratings and results that no modifier
    cuts. `cut` decides which terms the modifiers C and M cut, and `limit` computes what an opponent needs to count.
    `scores` are the scores of a team event that the criterion can use; without one in the notation it uses the primary
    score, or the only one listed. `applies` says which tied groups the rule allows the criterion to split, and
    `why_undefined` why a player without terms has no value.
    """

    code: str
    name: str
    formula: str
    rule: str
    modifiers: str = ""
    scope: tuple[str, ...] = ("swiss", "round-robin")
    make_column: Callable[[Table, ChosenCriterion], Column] | None = None
    place_group: Callable[[Table, Sequence[int]], Encounter] | None = None
    from_sum: FromSum | None = None
    from_games: FromGames | None = None
    cut: Callable[[Terms, int, int], dict[int, str]] = cut_extremes
    limit: Callable[[Table, ChosenCriterion], WorkingStep] | None = None
    lower_is_better: bool = False
    scores: tuple[str, ...] = ()
    applies: Callable[[Table, Sequence[int]], bool] | None = None
    why_undefined: Callable[[Table, ChosenCriterion], Remark] = lambda _table, _chosen: Remark(NOTHING_COUNTS)


class Modifier(NamedTuple):
    letter: str
    number: str = ""

    def __str__(self) -> str:
        return self.letter + self.number


class ChosenCriterion(NamedTuple):
    """A criterion with its modifiers and, in team events, its score: one entry of an event's order."""

    criterion: Criterion
    modifiers: tuple[Modifier, ...] = ()
    score: str = ""

    @property
    def code(self) -> str:
        return self.criterion.code

    @property
    def notation(self) -> str:
        return "/".join([f"{self.code}:{self.score}" if self.score else self.code, *map(str, self.modifiers)])

    @property
    def team_score(self) -> str:
        """Return the score to use in a team event ("MP" or "GP"), "" for its primary score."""
        return self.score or (self.criterion.scores[0] if len(self.criterion.scores) == 1 else "")

    def modifier_number(self, letter: str) -> Decimal | None:
        """Return the number after a modifier's letter, None if the modifier is missing or has no number."""
        return next((Decimal(m.number) for m in self.modifiers if m.letter == letter and m.number), None)

    def has_modifier(self, letter: str) -> bool:
        return any(m.letter == letter for m in self.modifiers)

    @property
    def cuts(self) -> tuple[int, int]:
        """Return how many of the least and of the most significant terms are cut."""
        median = int(self.modifier_number("M") or 0)
        return int(self.modifier_number("C") or 0) + median, median

    @property
    def lower_is_better(self) -> bool:
        return self.criterion.lower_is_better != self.has_modifier("R")
