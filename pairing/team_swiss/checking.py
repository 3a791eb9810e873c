"""Pair every round of a finished or running event of teams again, and compare with how it was paired."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pairing.dutch.checking import Checked, check_each
from pairing.dutch.round_pairing import find_initial
from pairing.team_swiss.engine_files import Settings
from pairing.team_swiss.judging import judge_boards
from pairing.team_swiss.round_pairing import pair_round
from tiebreaks.facts.crosstable import Crosstable


def check_rounds(facts: Crosstable, settings: Settings, only: Collection[int] = ()) -> Iterator[Checked]:
    """Yield every round that was paired, or `only` some of them, each from the rounds before it."""
    if not settings.initial:
        settings = settings._replace(initial=find_initial(facts))
    return check_each(
        facts,
        lambda before, absent: pair_round(before, absent, settings, must_explain=False),
        lambda before, absent, boards: judge_boards(before, absent, settings, boards),
        only,
    )
