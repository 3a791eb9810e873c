"""Rounds of a tournament file that decided duels: what the file says, or what its games show.

No record of the format knows duels. Our own files name the rounds in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import ZERO
from tiebreaks.trf.reader import Tournament

DUELS_MARK = "### matches "
KNOCK_OUT = re.compile(r"^[01]92 .*(knock.?out|eliminat|\bk\.?-?o\b)", re.IGNORECASE)

type Pairs = set[frozenset[int]]


class _Block:
    """Consecutive rounds with the same pairs, and the points that each player made in them."""

    def __init__(self, round_number: int, pairs: Pairs) -> None:
        self.rounds, self.pairs, self.points = [round_number], pairs, dict[int, Decimal]()

    def goes_on(self, pairs: Pairs) -> bool:
        """Tell whether a round has these pairs again: all of them in a second game, later only those not decided."""
        return pairs == self.pairs or (len(self.rounds) > 1 and pairs <= self.pairs)

    def can_decide(self, later: set[int]) -> bool:
        """Tell whether one of each pair, never the one with fewer points, plays in `later`, and the other nowhere."""
        for pair in self.pairs:
            on, out = pair & later, pair - later
            if len(on) != 1 or self.points[min(on)] < self.points[min(out)]:
                return False
        return True


def find_rounds_of_duels(file: Tournament) -> list[int]:
    """Return the rounds that were duels: all of a stated knock-out, those in our comment, or those that look so."""
    facts = file.teams or file.crosstable
    played = sorted({game.round for own in facts.games.values() for game in own if game.opponent is not None})
    for _line, text in file.other:
        if text.startswith(DUELS_MARK):
            return [number for number in played if str(number) in text[len(DUELS_MARK) :].split()]
        if KNOCK_OUT.match(text):
            return played
    return [] if facts.system == "round-robin" else sorted(_of_same_pairs_or_winners(_list_blocks(facts, played)))


def _list_blocks(facts: Crosstable, played: Sequence[int]) -> list[_Block]:
    pairs: dict[int, Pairs] = {number: set() for number in played}
    for number, own in facts.games.items():
        for game in own:
            if game.opponent is not None:
                pairs[game.round].add(frozenset({number, game.opponent}))
    blocks: list[_Block] = []
    for round_number in played:
        if blocks and blocks[-1].goes_on(pairs[round_number]):
            blocks[-1].rounds.append(round_number)
        else:
            blocks.append(_Block(round_number, pairs[round_number]))
    for block in blocks:
        first, last = block.rounds[0], block.rounds[-1]
        for number in frozenset().union(*block.pairs):
            block.points[number] = sum((g.points for g in facts.games[number] if first <= g.round <= last), ZERO)
    return blocks


def _of_same_pairs_or_winners(blocks: Sequence[_Block]) -> Iterator[int]:
    """Yield the rounds of blocks with the same pairs, and all from the first after which winners alone play on."""
    later: list[set[int]] = [set()]
    for block in reversed(blocks):
        later.insert(0, later[0].union(*block.pairs))
    is_knock_out = False
    for place, block in enumerate(blocks):
        is_knock_out = is_knock_out or (len(block.pairs) > 1 and block.can_decide(later[place + 1]))
        if is_knock_out or len(block.rounds) > 1:
            yield from block.rounds
