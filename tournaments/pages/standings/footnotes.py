"""What the numbers of a table do not show: points that arbiters gave or took, and who has withdrawn or is expelled."""

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.scoring import find_decided_games
from tournaments.domain.disciplines import rules_of
from tournaments.wording.games import (
    describe_deduction,
    describe_early_expulsion,
    describe_early_withdrawal,
    describe_expulsion,
    describe_in_round,
    describe_points,
    describe_withdrawal,
)


def list_notes(facts: Crosstable) -> dict[int, str]:
    """Return the notes on participants by number, in the active language; nothing for the others."""
    notes: dict[int, list[str]] = {}
    for number, adjustments in facts.adjustments.items():
        for each in adjustments:
            notes.setdefault(number, []).append(describe_in_round(each.round, describe_deduction(0, each.points)))
    for number, game in find_decided_games(facts):
        notes.setdefault(number, []).append(describe_in_round(game.round, describe_points(game.points)))
    if rules_of(facts.discipline).has_scores:
        for number, games in facts.games.items():
            for game in games:
                if game.penalty:
                    text = describe_in_round(game.round, describe_deduction(game.penalty, 0))
                    notes.setdefault(number, []).append(text)
    early, expelled = facts.find_early_withdrawals(), facts.find_expelled()
    for number, player in facts.players.items():
        if number in expelled:
            tell = describe_early_expulsion if number in early else describe_expulsion
            notes.setdefault(number, []).append(tell())
        elif player.withdrawn_from is not None:
            describe = describe_early_withdrawal if number in early else describe_withdrawal
            notes.setdefault(number, []).append(describe(player.withdrawn_from))
    return {number: "; ".join(texts) for number, texts in notes.items()}
