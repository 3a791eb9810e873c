"""C.04.6, article 1: teams as this system sees them, and a round of them.

Teams are paired by their primary score; the secondary one only tells who is the first team of a pair (4.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from pairing.dutch.colours import Preference
from pairing.dutch.players import Scores, games_of, has_been_paired
from pairing.dutch.round_pairing import find_banned, keep_apart
from pairing.rules.boards import Pair
from pairing.rules.history import History
from pairing.team_swiss.engine_files import Settings, as_dutch
from pairing.team_swiss.preferences import TYPE_A, preference_of
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO, Colour, Kind
from tiebreaks.facts.team_crosstable import in_score


class SwissTeam(NamedTuple):
    """One team to be paired.

    `tpn` is the pairing number (1.1), and `odd` whether it is odd among those who have arrived (C.04.2, 2.4). `score`
    is the primary score (1.2) with the points of an acceleration, by which teams are paired; `standing` has both
    scores without them. `colours` are those on the first board in the matches played (1.6), the latest last. `floated`
    says whether the opponent of the last round had another score (1.5), and `no_bye` that C2 keeps the team from the
    bye.
    """

    number: int
    tpn: int
    score: Decimal
    odd: bool
    standing: tuple[Decimal, Decimal] = (ZERO, ZERO)
    colours: tuple[Colour, ...] = ()
    floated: bool = False
    played: int = 0
    no_bye: bool = False


@dataclass(frozen=True)
class Round:
    """What the criteria need to know of a round. Teams are known by their places in order of score and pairing number.

    `apart` are those whom each may not meet (C1, and rules of the event: `banned`). `left` counts the rounds after this
    one.
    """

    teams: Sequence[SwissTeam]
    apart: Sequence[frozenset[int]]
    initial: Colour = Colour.WHITE
    preferences: str = TYPE_A
    left: int = 9
    banned: frozenset[Pair] = frozenset()

    @property
    def places(self) -> range:
        """Return the place of each team."""
        return range(len(self.teams))

    @property
    def floats_count(self) -> bool:
        """Return whether it matters who floated in the round before: not in the last two rounds (C7, C10)."""
        return self.left >= 2

    @cached_property
    def wishes(self) -> Sequence[Preference]:
        """Return the colour preference of each team (1.7)."""
        return [preference_of(team.colours, self.preferences, is_last=self.left == 0) for team in self.teams]

    def may_meet(self, one: int, other: int) -> bool:
        """Return whether two teams may meet (C1)."""
        return other not in self.apart[one]

    def order_of_boards(self, pair: Pair) -> tuple[Decimal, Decimal, int]:
        """Return the sort key of a match: the higher score, the lower one, the smaller number (C.04.2, 3.6)."""
        high, low = sorted((self.teams[place] for place in pair), key=lambda team: (-team.score, team.tpn))
        return -high.score, -low.score, high.tpn


def read_round(facts: Crosstable, past: History, settings: Settings) -> Round:
    """Return what the criteria need to know of the next round."""
    teams = read_teams(facts, past, settings)
    apart = keep_apart(teams, past, as_dutch(settings))
    initial = Colour.BLACK if settings.initial == "B" else Colour.WHITE
    left = max(facts.rounds - past.round, 0)
    return Round(teams, apart, initial, settings.colours, left, find_banned(teams, apart, past))


def read_teams(facts: Crosstable, past: History, settings: Settings) -> list[SwissTeam]:
    """Return the teams of a round by score, then by pairing number."""
    scores = Scores(facts, past, settings.accelerated)
    other = in_score(facts, "GP" if facts.score == "MP" else "MP")
    numbers = sorted(past.order, key=past.start_number)
    present = {*numbers, *settings.seated}
    arrived = sorted((n for n in facts.players if n in present or has_been_paired(facts, n)), key=past.start_number)
    place = {number: place for place, number in enumerate(arrived, start=1)}
    teams = (
        SwissTeam(
            number=number,
            tpn=past.start_number(number),
            score=scores.before(number, past.round),
            odd=place[number] % 2 == 1,
            standing=(past.entrants[number].score, sum((g.points for g in games_of(other, number, past.last)), ZERO)),
            colours=tuple(side for _, side in sorted(past.entrants[number].sides)),
            floated=has_floated(facts, scores, number, past.last),
            played=sum(game.kind == Kind.PLAYED for game in games_of(facts, number, past.last)),
            no_bye=past.entrants[number].no_pab,
        )
        for number in numbers
    )
    return sorted(teams, key=lambda team: (-team.score, team.tpn))


def has_floated(facts: Crosstable, scores: Scores, number: int, round_number: int) -> bool:
    """Return whether a team played an opponent with another score in a round (1.5)."""
    game = next((game for game in facts.games.get(number, ()) if game.round == round_number), None)
    if game is None or game.kind != Kind.PLAYED or game.opponent is None:
        return False
    return scores.before(number, round_number) != scores.before(game.opponent, round_number)
