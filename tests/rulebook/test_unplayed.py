"""What each round counts in the Buchholz and Sonneborn-Berger families, and why (C.07, articles 15 and 16)."""

import pytest

from tests.paper import read_player_rows
from tiebreaks.notation import read_order
from tiebreaks.standings import rank

# Nick has a bye, a forfeit win and an absence; Olga's last round is a half-point bye; Pia stays away twice.
EVENT = """
    Nick: 2w0 U   3b+ Z
    Olga: 1b1 3w= 4b1 H
    Pia:  4w1 2b= 1w- 4b-
    Quin: 3b0 Z   2w0 3w+
"""
# Round by round: the opponent, their score times the own points, the reason, the kind unless played, "!" if voluntary.
EXPLAINED = {
    # 16.3 and 16.4, with the cap of 2026. Scores: Nick 2 (2½ with the absence as a draw), Olga 3, Pia 1½, Quin 1.
    ("swiss", "2026-03"): """
        Nick: Olga 3x0 | - 2x1 dummy pab | Pia 1.5x1 dummy-forfeit forfeit-win | - 2x0 dummy zpb !
        Olga: Nick 2.5x1 adjusted | Pia 1.5x0.5 | Quin 1x1 | - 2x0.5 dummy-capped hpb !
        Pia:  Quin 1x1 | Olga 3x0.5 | Nick 1.5x0 dummy forfeit-loss ! | Quin 1x0 dummy-forfeit forfeit-loss !
        Quin: Pia 1.5x0 | - 1x0 dummy zpb ! | Olga 3x0 | Pia 1x1 dummy forfeit-win
    """,
    # The same before 2026: a dummy opponent has the own score, however high.
    ("swiss", "2024-08"): """
        Nick: Olga 3x0 | - 2x1 dummy pab | Pia 2x1 dummy forfeit-win | - 2x0 dummy zpb !
        Olga: Nick 2.5x1 adjusted | Pia 1.5x0.5 | Quin 1x1 | - 3x0.5 dummy hpb !
        Pia:  Quin 1x1 | Olga 3x0.5 | Nick 1.5x0 dummy forfeit-loss ! | Quin 1.5x0 dummy forfeit-loss !
        Quin: Pia 1.5x0 | - 1x0 dummy zpb ! | Olga 3x0 | Pia 1x1 dummy forfeit-win
    """,
    # Before September 2023: what was had before, what was missed, and draws from then on; others' rounds are draws.
    ("swiss", "pre-2023"): """
        Nick: Olga 3x0 | - 1x1 virtual pab | Pia 1.5x1 virtual forfeit-win | - 3x0 virtual zpb
        Olga: Nick 1.5x1 draws-for-unplayed | Pia 2.5x0.5 draws-for-unplayed | Quin 1x1 | - 3x0.5 virtual hpb
        Pia:  Quin 1x1 | Olga 3x0.5 | Nick 3x0 virtual forfeit-loss | Quin 2.5x0 virtual forfeit-loss
        Quin: Pia 2.5x0 draws-for-unplayed | - 2x0 virtual zpb | Olga 3x0 | Pia 0x1 virtual forfeit-win
    """,
    # Real points: rounds without play count nothing.
    ("swiss", "plain"): """
        Nick: Olga 3x0 | - 0x1 nothing pab | Pia 0x1 nothing forfeit-win | - 0x0 nothing zpb
        Olga: Nick 2x1 | Pia 1.5x0.5 | Quin 1x1 | - 0x0.5 nothing hpb
        Pia:  Quin 1x1 | Olga 3x0.5 | Nick 0x0 nothing forfeit-loss | Quin 0x0 nothing forfeit-loss
        Quin: Pia 1.5x0 | - 0x0 nothing zpb | Olga 3x0 | Pia 0x1 nothing forfeit-win
    """,
    # A round robin: forfeits are games, and who has no opponent has nothing to count.
    ("round-robin", "2026-03"): """
        Nick: Olga 3x0 | Pia 1.5x1 forfeit-win
        Olga: Nick 2x1 | Pia 1.5x0.5 | Quin 1x1
        Pia:  Quin 1x1 | Olga 3x0.5 | Nick 2x0 forfeit-loss | Quin 1x0 forfeit-loss
        Quin: Pia 1.5x0 | Olga 3x0 | Pia 1.5x1 forfeit-win
    """,
}
# Refined Buchholz adds up the opponents' Buchholz; for a round without play, the player's own one.
REFINED = {
    # Buchholz: Nick 8½, Olga 7, Pia 6½, Quin 6½.
    ("swiss", "2026-03"): """
        Nick: Olga 7 | - 8.5 dummy pab | Pia 8.5 dummy-forfeit forfeit-win | - 8.5 dummy zpb !
        Pia:  Quin 6.5 | Olga 7 | Nick 6.5 dummy forfeit-loss ! | Quin 6.5 dummy-forfeit forfeit-loss !
    """,
    # Buchholz: Nick 3, Olga 4½, Pia 4, Quin 4½.
    ("swiss", "plain"): """
        Nick: Olga 4.5 | - 0 nothing pab | Pia 0 nothing forfeit-win | - 0 nothing zpb
        Quin: Pia 4 | - 0 nothing zpb | Olga 4.5 | Pia 0 nothing forfeit-win
    """,
    # In a round robin a forfeit is a game. Buchholz: Nick 4½, Olga 4½, Pia 7, Quin 6.
    ("round-robin", "2026-03"): """
        Nick: Olga 4.5 | Pia 7
        Pia:  Quin 6 | Olga 4.5 | Nick 4.5 | Quin 6
    """,
}
ROUNDS = {"round-robin": {"Nick": (1, 3), "Olga": (1, 2, 3), "Quin": (1, 3, 4)}}


def explained(event, name, notation="SB"):
    """Return a value's terms as (round, text) in the notation of the table above."""
    numbers = {player.name: number for number, player in event.players.items()}
    terms = rank(event, read_order(notation)).explain(numbers[name], 0).terms
    return [(term.round, written(event, term)) for term in terms]


def written(event, term):
    opponent = event.players[term.opponent].name if term.opponent else "-"
    numbers = [term.value] if term.weight is None else [term.base, term.weight]
    worth = "x".join(f"{float(number):g}" for number in numbers)
    kind = "" if term.kind.name == "PLAYED" else term.kind.name.lower().replace("_", "-")
    return " ".join(filter(None, (opponent, worth, term.reason, kind, "!" if term.voluntary else "")))


def table(text):
    return {line.split(":")[0].strip(): line.split(":")[1].strip().split(" | ") for line in text.strip().splitlines()}


@pytest.mark.parametrize(("system", "edition"), EXPLAINED)
def test_what_each_round_counts(system, edition):
    event = read_player_rows(EVENT, system=system, edition=edition)
    for name, rounds in table(EXPLAINED[system, edition]).items():
        numbers = ROUNDS.get(system, {}).get(name, (1, 2, 3, 4))
        assert explained(event, name) == list(zip(numbers, rounds, strict=True)), name


@pytest.mark.parametrize(("system", "edition"), REFINED)
def test_what_each_round_counts_in_refined_buchholz(system, edition):
    event = read_player_rows(EVENT, system=system, edition=edition)
    for name, rounds in table(REFINED[system, edition]).items():
        numbers = ROUNDS.get(system, {}).get(name, (1, 2, 3, 4))
        assert explained(event, name, "SBH") == list(zip(numbers, rounds, strict=True)), name
