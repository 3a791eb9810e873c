"""The brackets of a round explained: who is in each, why each pair meets with its colours, and who floats."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import NamedTuple

from pairing.dutch.bracket import PairedBracket
from pairing.dutch.colours import allocate, colour_of_higher
from pairing.dutch.engine_files import Settings
from pairing.dutch.explanations import explain_floaters, explain_pairs
from pairing.dutch.round_pairing import pair_brackets, read_round
from pairing.rules.boards import Reason, because
from pairing.rules.history import read_history
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.refusal import gettext_noop, sentence

FIRST = sentence("dutch-first", gettext_noop("{other} is the first opponent for {player}."))
COLOUR = sentence("dutch-colour", gettext_noop("{player} has White by {article}."))

MOST = 300  # players of a round in which every reason is searched for; in a larger one, those that counting shows


class ExplainedPair(NamedTuple):
    """A pair of a bracket; `reasons` say what decided it, and its colours."""

    white: int
    black: int
    reasons: tuple[Reason, ...]


class Floater(NamedTuple):
    number: int
    reasons: tuple[Reason, ...]


class ExplainedBracket(NamedTuple):
    """A bracket: `moved` are its moved-down players. The floaters of the last one have the bye."""

    score: Decimal
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    meetings: tuple[ExplainedPair, ...]
    floaters: tuple[Floater, ...]
    is_last: bool


def explain_brackets(facts: Crosstable, absent: Collection[int], settings: Settings) -> list[ExplainedBracket]:
    """Return the brackets of the next round as our own engine pairs them; nothing where it can't be paired."""
    this_round = read_round(facts, read_history(facts, absent), settings)
    brackets = list(pair_brackets(this_round, must_explain=this_round.bye <= MOST))
    why = dict(explain_pairs(brackets))

    def explain(paired: PairedBracket) -> ExplainedBracket:
        players, meetings, is_last = this_round.players, [], paired is brackets[-1]
        floats = explain_floaters(paired, is_last=is_last)
        for pair in sorted(paired.pairs):
            high, low = (players[place] for place in pair)
            white, black = allocate(high, low, this_round.initial)
            _, article = colour_of_higher(high, low, this_round.initial)
            decided = why.get(pair, because(FIRST, player=high.number, other=low.number))
            meetings.append(
                ExplainedPair(
                    white.number, black.number, (decided, because(COLOUR, player=white.number, article=article))
                )
            )
        return ExplainedBracket(
            players[paired.bracket.residents[0]].score,
            tuple(players[place].number for place in paired.bracket.moved),
            tuple(players[place].number for place in paired.bracket.residents),
            tuple(meetings),
            tuple(Floater(players[place].number, tuple(reasons)) for place, reasons in floats),
            is_last,
        )

    return [explain(paired) for paired in brackets]
