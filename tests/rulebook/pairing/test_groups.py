"""Appendix A of the German rules: the tables of the groups, who is drawn from where, the worked examples."""

import pytest

from pairing.new_swiss import groups
from tiebreaks.refusal import Refusal

TABLES = """
    3 | 1-3, 2 bye     | 1-2, 3 bye     | 2-3, 1 bye
    4 | 1-4 2-3        | 1-3 2-4        | 1-2 3-4
    5 | 1-5 2-4, 3 bye | 1-3 2-5, 4 bye | 1-2 3-4, 5 bye
    6 | 1-6 2-3 4-5    | 1-4 2-5 3-6    | 1-2 3-4 5-6
    2 | 1-2            | 1-2            | 1-2
"""

# Players, the ranks of one possible draw, and its rounds.
DRAWN = """
    3 6 12 14      | 3-14 6-12        | 3-12 6-14        | 3-6 12-14
    6 12 15        | 6-15, 12 bye     | 6-12, 15 bye     | 12-15, 6 bye
    3 6 7 11 15 18 | 3-18 6-7 11-15   | 3-11 6-15 7-18   | 3-6 7-11 15-18
    5 8 9 13 17    | 5-17 8-13, 9 bye | 5-9 8-17, 13 bye | 5-8 9-13, 17 bye
    2 5 6          | 2-6, 5 bye       | 2-5, 6 bye       | 5-6, 2 bye
    1 3 4 7        | 1-7 3-4          | 1-4 3-7          | 1-3 4-7
"""

# The special group draws one player from each of these ranks.
TILES = """
    16 |
    19 | 5-9 10-14 15-19
    18 | 1-3 4-6 7-9 10-12 13-15 16-18
    17 | 3-5 6-8 9-11 12-14 15-17
    7  | 2-3 4-5 6-7
    9  | 2-3 4-4 5-6 7-7 8-9
    10 | 1-1 2-3 4-5 6-6 7-8 9-10
    42 | 1-7 8-14 15-21 22-28 29-35 36-42
"""


def lines(text):
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def written(group):
    return [
        " ".join(f"{one}-{other}" for one, other in pairs) + "".join(f", {free} bye" for free in byes)
        for pairs, byes in zip(group.rounds, group.byes, strict=True)
    ]


@pytest.mark.parametrize(("size", "rounds"), [(int(size), rounds) for size, *rounds in lines(TABLES)])
def test_a_group_plays_its_table(size, rounds):
    assert written(groups.make_group(range(1, size + 1))) == rounds


@pytest.mark.parametrize(("players", "rounds"), [(players, rounds) for players, *rounds in lines(DRAWN)])
def test_letters_follow_the_ranks(players, rounds):
    assert written(groups.make_group([int(rank) for rank in players.split()])) == rounds


@pytest.mark.parametrize(("count", "tiles"), lines(TILES))
def test_the_special_group_is_drawn_from_these_ranks(count, tiles):
    assert " ".join(f"{tile[0]}-{tile[-1]}" for tile in groups.special_tiles(int(count))) == tiles


@pytest.mark.parametrize("count", (2, 3, 4, 5, 6))
def test_up_to_six_players_are_one_group(count):
    assert [each.players for each in groups.draw_groups(count, seed=1)] == [tuple(range(1, count + 1))]


def test_a_draw_can_be_checked_with_any_tool():
    """The lot is the SHA-256 of "seed:step:rank"; the smallest of the tile is drawn."""
    assert groups.draw_key(7, "tile 1", 2).hex().startswith("7dd223bd")
    assert groups.draw_groups(19, seed=7) == groups.draw_groups(19, seed=7) != groups.draw_groups(19, seed=8)


def test_one_player_is_refused():
    with pytest.raises(Refusal, match="at least two players"):
        groups.draw_groups(1, seed=1)


def test_all_three_rounds_are_seated_at_once():
    """Firsts are balanced over the three rounds, and the bye is one of the group of three."""
    drawn = groups.draw_groups(19, seed=7)
    rounds = groups.pair_groups(drawn, range(101, 120), seed=7)
    special = {100 + rank for rank in drawn[0].players}
    assert [pairing.round for pairing in rounds] == [1, 2, 3]
    assert {pairing.bye.player for pairing in rounds} == special
    firsts = [board.white for pairing in rounds for board in pairing.boards]
    assert all(firsts.count(number) <= 2 for number in range(101, 120))
    assert "B has the bye" in str(rounds[0].bye.reasons[0])
