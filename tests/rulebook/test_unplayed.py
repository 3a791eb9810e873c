"""What each round counts in the Buchholz and Sonneborn-Berger families, and why (C.07, articles 15 and 16)."""

import pytest

from tests.notation.paper import column, explained, read_player_rows

# Nick has a bye, a forfeit win and an absence; Olga's last round is a half-point bye; Pia stays away twice.
EVENT = """
    Nick: 2w0 U   3b+ Z
    Olga: 1b1 3w= 4b1 H
    Pia:  4w1 2b= 1w- 4b-
    Quin: 3b0 Z   2w0 3w+
"""
# Each round, the opponent, their score times the player's points, the reason, the kind unless played, "!" if voluntary.
EXPLAINED = {
    # 16.3 and 16.4, with the cap of 2026. Scores: Nick 2 (2½ with the absence as a draw), Olga 3, Pia 1½, Quin 1.
    ("swiss", "2026-03"): """
        Nick: 1 Olga 3x0 | 2 - 2x1 dummy pab | 3 Pia 1.5x1 dummy-forfeit forfeit-win | 4 - 2x0 dummy zpb !
        Olga: 1 Nick 2.5x1 adjusted | 2 Pia 1.5x0.5 | 3 Quin 1x1 | 4 - 2x0.5 dummy-capped hpb !
        Pia:  1 Quin 1x1 | 2 Olga 3x0.5 | 3 Nick 1.5x0 dummy forfeit-loss ! | 4 Quin 1x0 dummy-forfeit forfeit-loss !
        Quin: 1 Pia 1.5x0 | 2 - 1x0 dummy zpb ! | 3 Olga 3x0 | 4 Pia 1x1 dummy forfeit-win
    """,
    # The same before 2026: a dummy opponent has the player's own score, however high.
    ("swiss", "2024-08"): """
        Nick: 1 Olga 3x0 | 2 - 2x1 dummy pab | 3 Pia 2x1 dummy forfeit-win | 4 - 2x0 dummy zpb !
        Olga: 1 Nick 2.5x1 adjusted | 2 Pia 1.5x0.5 | 3 Quin 1x1 | 4 - 3x0.5 dummy hpb !
        Pia:  1 Quin 1x1 | 2 Olga 3x0.5 | 3 Nick 1.5x0 dummy forfeit-loss ! | 4 Quin 1.5x0 dummy forfeit-loss !
        Quin: 1 Pia 1.5x0 | 2 - 1x0 dummy zpb ! | 3 Olga 3x0 | 4 Pia 1x1 dummy forfeit-win
    """,
    # Before September 2023: what was had before, what was missed, and draws from then on; others' rounds are draws.
    ("swiss", "pre-2023"): """
        Nick: 1 Olga 3x0 | 2 - 1x1 virtual pab | 3 Pia 1.5x1 virtual forfeit-win | 4 - 3x0 virtual zpb
        Olga: 1 Nick 1.5x1 draws-for-unplayed | 2 Pia 2.5x0.5 draws-for-unplayed | 3 Quin 1x1 | 4 - 3x0.5 virtual hpb
        Pia:  1 Quin 1x1 | 2 Olga 3x0.5 | 3 Nick 3x0 virtual forfeit-loss | 4 Quin 2.5x0 virtual forfeit-loss
        Quin: 1 Pia 2.5x0 draws-for-unplayed | 2 - 2x0 virtual zpb | 3 Olga 3x0 | 4 Pia 0x1 virtual forfeit-win
    """,
    # Real points: rounds without play count nothing.
    ("swiss", "plain"): """
        Nick: 1 Olga 3x0 | 2 - 0x1 nothing pab | 3 Pia 0x1 nothing forfeit-win | 4 - 0x0 nothing zpb
        Olga: 1 Nick 2x1 | 2 Pia 1.5x0.5 | 3 Quin 1x1 | 4 - 0x0.5 nothing hpb
        Pia:  1 Quin 1x1 | 2 Olga 3x0.5 | 3 Nick 0x0 nothing forfeit-loss | 4 Quin 0x0 nothing forfeit-loss
        Quin: 1 Pia 1.5x0 | 2 - 0x0 nothing zpb | 3 Olga 3x0 | 4 Pia 0x1 nothing forfeit-win
    """,
    # A round robin: forfeits are games, and who has no opponent has nothing to count.
    ("round-robin", "2026-03"): """
        Nick: 1 Olga 3x0 | 3 Pia 1.5x1 forfeit-win
        Olga: 1 Nick 2x1 | 2 Pia 1.5x0.5 | 3 Quin 1x1
        Pia:  1 Quin 1x1 | 2 Olga 3x0.5 | 3 Nick 2x0 forfeit-loss | 4 Quin 1x0 forfeit-loss
        Quin: 1 Pia 1.5x0 | 3 Olga 3x0 | 4 Pia 1.5x1 forfeit-win
    """,
}
# Refined Buchholz adds up the opponents' Buchholz; for a round without play, the player's own one.
REFINED = {
    # Buchholz: Nick 8½, Olga 7, Pia 6½, Quin 6½.
    ("swiss", "2026-03"): """
        Nick: 1 Olga 7 | 2 - 8.5 dummy pab | 3 Pia 8.5 dummy-forfeit forfeit-win | 4 - 8.5 dummy zpb !
        Olga: 1 Nick 8.5 | 2 Pia 6.5 | 3 Quin 6.5 | 4 - 7 dummy-capped hpb !
        Pia:  1 Quin 6.5 | 2 Olga 7 | 3 Nick 6.5 dummy forfeit-loss ! | 4 Quin 6.5 dummy-forfeit forfeit-loss !
    """,
    # Buchholz: Nick 3, Olga 4½, Pia 4, Quin 4½.
    ("swiss", "plain"): """
        Nick: 1 Olga 4.5 | 2 - 0 nothing pab | 3 Pia 0 nothing forfeit-win | 4 - 0 nothing zpb
        Quin: 1 Pia 4 | 2 - 0 nothing zpb | 3 Olga 4.5 | 4 Pia 0 nothing forfeit-win
    """,
    # In a round robin a forfeit is a game. Buchholz: Nick 4½, Olga 4½, Pia 7, Quin 6.
    ("round-robin", "2026-03"): """
        Nick: 1 Olga 4.5 | 3 Pia 7 forfeit-win
        Pia:  1 Quin 6 | 2 Olga 4.5 | 3 Nick 4.5 forfeit-loss | 4 Quin 6 forfeit-loss
    """,
}


def read_table(text):
    return [(line.split(":")[0].strip(), line.split(":")[1].strip()) for line in text.strip().splitlines()]


@pytest.mark.parametrize(("system", "edition"), EXPLAINED)
def test_what_each_round_counts(system, edition):
    event = read_player_rows(EVENT, system=system, edition=edition)
    for name, rounds in read_table(EXPLAINED[system, edition]):
        assert explained(event, "SB", name).partition(": ")[2] == rounds, name


@pytest.mark.parametrize(("system", "edition"), REFINED)
def test_what_each_round_counts_in_refined_buchholz(system, edition):
    event = read_player_rows(EVENT, system=system, edition=edition)
    for name, rounds in read_table(REFINED[system, edition]):
        assert explained(event, "SBH", name).partition(": ")[2] == rounds, name


@pytest.mark.parametrize("edition", ["2026-03", "plain", "pre-2023"])
def test_before_the_first_round_nobody_has_met_a_strong_opponent(edition):
    event = read_player_rows(EVENT, edition=edition).up_to(0)
    assert set(column(event, "BH").values()) == set(column(event, "SB").values()) == {0}


def test_as_many_rounds_of_choice_are_left_out_as_there_are_cuts():
    """Before 2026 Pia's rounds count 1, 3 and, not played by choice, twice her own 1½."""
    event = read_player_rows(EVENT, edition="2024-08")
    assert [column(event, notation)[3] for notation in ("BH", "BH/C1", "BH/C2", "BH/C3")] == [7, 5.5, 4, 3]


def test_a_virtual_opponent_draws_completed_rounds_only():
    """FIDE's example: ½ + 1 points, then a no-show in round 3 of 9. The virtual opponent has 2½ after round 3."""
    rows = "Anna: 2w= 3b1 4w-\nBert: 1b= 4w= 3w=\nCleo: 4b= 1w0 2b=\nDirk: 3w= 2b= 1b+"
    event = read_player_rows(rows, rounds=9, edition="pre-2023")
    assert explained(event, "BH", "Anna").endswith("3 Dirk 2.5 virtual forfeit-loss")
    later = "Anna: 2w= 3b1 4w- 3w1\nBert: 1b= 4w= 3w= 4b=\nCleo: 4b= 1w0 2b= 1b0\nDirk: 3w= 2b= 1b+ 2w="
    event = read_player_rows(later, rounds=9, edition="pre-2023")
    assert "3 Dirk 3 virtual forfeit-loss" in explained(event, "BH", "Anna")
