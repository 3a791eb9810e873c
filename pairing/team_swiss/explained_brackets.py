"""A round of teams explained: the bye, the upfloaters of each bracket, and why each pair meets."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pairing.dutch.explained_brackets import COLOUR, FIRST, ExplainedBracket, ExplainedPair, Floater
from pairing.rules.boards import because
from pairing.rules.history import read_history
from pairing.team_swiss.bracket import Paired
from pairing.team_swiss.colours import allocate
from pairing.team_swiss.engine_files import Settings
from pairing.team_swiss.explanations import explain_bye, explain_pairs, explain_upfloaters
from pairing.team_swiss.round_pairing import pair_teams
from pairing.team_swiss.teams import read_round
from tiebreaks.facts.crosstable import Crosstable


class ExplainedRound(NamedTuple):
    """The bye, which comes first, and the brackets with their upfloaters."""

    bye: Floater | None
    brackets: list[ExplainedBracket]


def explain_round(facts: Crosstable, absent: Collection[int], settings: Settings) -> ExplainedRound:
    """Return the next round as our own engine pairs it; nothing where it can't be paired."""
    this_round = read_round(facts, read_history(facts, absent), settings)
    paired = pair_teams(this_round)
    if paired is None:
        return ExplainedRound(None, [])
    bye = (
        None
        if paired.bye is None
        else Floater(this_round.teams[paired.bye].number, tuple(explain_bye(this_round, paired.bye)))
    )
    return ExplainedRound(bye, [_explain(each) for each in paired.brackets])


def _explain(paired: Paired) -> ExplainedBracket:
    this_round, bracket = paired.bracket.round, paired.bracket
    why, meetings = dict(explain_pairs(paired)), []
    for pair in paired.pairs:
        white, black, article = allocate(this_round, *pair)
        top, bottom = (this_round.teams[place].number for place in pair)
        decided = why.get(pair, [because(FIRST, player=top, other=bottom)])
        colour = because(COLOUR, player=white.number, article=article)
        meetings.append(ExplainedPair(white.number, black.number, (*decided, colour)))
    return ExplainedBracket(
        this_round.teams[bracket.residents[0]].score,
        tuple(this_round.teams[place].number for place in paired.chosen.upfloaters),
        tuple(this_round.teams[place].number for place in bracket.residents),
        tuple(meetings),
        tuple(Floater(this_round.teams[place].number, (reason,)) for place, reason in explain_upfloaters(paired)),
        is_last=False,
    )
