"""Open and adjourned games: their opponents count from the first result of the round on, what they bring once it is in.

`docs/decisions/0083-live-tables.md` says why.
"""

from decimal import Decimal

import pytest

from tests.notation.paper import column, explained, read_player_rows
from tiebreaks.facts.games import Kind
from tiebreaks.facts.paper_notation import read_team_matches
from tiebreaks.facts.team_crosstable import team_crosstable
from tiebreaks.order.notation import read_order
from tiebreaks.output.as_text import value_lines
from tiebreaks.standings import rank

# A club's championship of 2026 after round 4, as chess-results published it (tnr1316880): the rounds of each player
# with round 5 paired, then points and median Buchholz. Four games of the rounds before are adjourned. Byes and forfeits
# count there by FIDE's rule before September 2023.
PUBLISHED = """
    1:  17b1 5w1 9b= 10w1 4w    | 3.5 5
    2:  25b1 12w1 16b1 8w= 3b   | 3.5 4.5
    3:  35b1 31w1 6b= 9w1 2w    | 3.5 3.5
    4:  26w1 15b1 8w 16w1 1b    | 3 4.5
    5:  37b1 1b0 18w1 17w1 6b   | 3 4
    6:  33w1 30b1 3w= 7b= 5w    | 3 4
    7:  24b= 39w1 32b+ 6w= 8b   | 3 3.5
    8:  19b1 11w1 4b 2b= 7w     | 2.5 5.5
    9:  22w1 18b1 1w= 3b0       | 2.5 5.5
    10: H 20b1 13w1 1b0 23w     | 2.5 4.5
    11: 21w1 8b0 33w1 15b= 14w  | 2.5 4.5
    12: 27w1 2b0 26w1 14b= 13w  | 2.5 4
    13: 38w1 H 10b0 24w1 12b    | 2.5 4
    14: 34b1 16w0 25b1 12w= 11b | 2.5 3.5
    15: 28b1 4w0 31b1 11w= 30b  | 2.5 3.5
    16: 40w1 14b1 2w0 4b0 22w   | 2 5.5
    17: 1w0 27b1 28w1 5b0 29w   | 2 4.5
    18: 29b1 9w0 5b0 35w1 19b   | 2 4
    19: 8w0 21b= 22w1 20b= 18w  | 2 4
    20: 32b= 10w0 39b1 19w= 21b | 2 3.5
    21: 11b0 19w= 29w1 32b= 20w | 2 3.5
    22: 9b0 36w1 19b0 31w1 16b  | 2 3
    23: 39b= 32w 24b= 34w1 10b  | 2 2.5
    24: 7w= 29b= 23w= 13b0 26w  | 1.5 4.5
    25: 2w0 38b1 14w0 27b=      | 1.5 4
    26: 4b0 37w1 12b0 28w= 24b  | 1.5 3.5
    27: 12b0 17w0 36b1 25w= 34b | 1.5 3.5
    28: 15w0 U 17b0 26b= 33w    | 1.5 3.5
    29: 18w0 24w= 21b0 39w1 17b | 1.5 3.5
    30: 36b1 6w0 34b H 15w      | 1.5 2.5
    31: U 3b0 15w0 22b0 36w     | 1 4.5
    32: 20w= 23b 7w- 21w= 37b   | 1 4
    33: 6b0 35w1 11b0 37w 28b   | 1 3.5
    34: 14w0 40b1 30w 23b0 27w  | 1 3.5
    35: 3w0 33b0 40w1 18b0 38b  | 1 3
    36: 30w0 22b0 27w0 40b1 31b | 1 3
    37: 5w0 26b0 38w1 33b 32w   | 1 2.5
    38: 13b0 25w0 37b0 U 35w    | 1 2.5
    39: 23w= 7b0 20w0 29b0 40w  | 0.5 4
    40: 16b0 34w0 35b0 36w0 39b | 0 2
"""


def read_published():
    """Return the event, and the points and median Buchholz that were published, by number."""
    lines = [line.partition(" | ") for line in PUBLISHED.strip().splitlines()]
    event = read_player_rows("\n".join(rounds.strip() for rounds, _, _ in lines), rounds=9, edition="pre-2023")
    values = {n: tuple(map(Decimal, numbers.split())) for n, (_, _, numbers) in enumerate(lines, start=1)}
    return event, values


@pytest.mark.parametrize("last", [4, 5], ids=["without the next round", "the next round is paired"])
def test_a_published_table_with_adjourned_games(last):
    event, published = read_published()
    assert sum(game.kind == Kind.OPEN and game.round <= 4 for own in event.games.values() for game in own) == 8
    table = rank(event.up_to(last), read_order("PTS,BH/M1"))
    assert {row.number: row.values for row in table.rows} == published


# In round 3 Ann and Cyd have drawn; Bob and Dan are still playing.
EVENT = """
    Ann 2000: 2w1 4b0 3w=
    Bob 1900: 1b0 3w1 4w
    Cyd 1800: 4w= 2b0 1b=
    Dan 1700: 3b= 1w1 2b
"""
NO_RESULT = EVENT.replace("3w=\n", "3w\n").replace("1b=\n", "1b\n")


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("PTS", "1: 1 Ann 0 | 2 Cyd 1"),
        ("BH", "4: 1 Ann 1.5 | 2 Cyd 1 | 3 Dan 1.5 open"),
        ("BH/C1", "3: 1 Ann 1.5 | 2 Cyd 1 [low14.1] | 3 Dan 1.5 open"),
        ("SB", "1: 1 Ann 1.5x0 | 2 Cyd 1x1 | 3 Dan 1.5x0 open"),
        ("SB/C1", "0: 1 Ann 1.5x0 | 2 Cyd 1x1 [low14.1] | 3 Dan 1.5x0 open"),
        ("SBH", "11: 1 Ann 3.5 | 2 Cyd 4 | 3 Dan 3.5 open"),
        ("AOB", "3.66667: 1 Ann 3.5 | 2 Cyd 4 | 3 Dan 3.5 open"),
        ("FB", "4.5: 1 Ann 1.5 | 2 Cyd 1 | 3 Dan 2"),
        ("ARO", "1833: 1 Ann 2000 | 2 Cyd 1800 | 3 Dan 1700 open"),
        ("SRO/C1", "3800: 1 Ann 2000 | 2 Cyd 1800 | 3 Dan 1700 open [low14.1]"),
        ("TPR", "1900: 1 Ann 2000:0 | 2 Cyd 1800:1"),
        ("PS", "2: 1 Ann 0 | 2 Cyd 1 | 3 Dan 1 open"),
        ("WIN", "1: 2 Cyd 1"),
        ("BPG", "1: 1 Ann 1"),
        ("REP", "3: 1 Ann 1 | 2 Cyd 1 | 3 Dan 1 open"),
        ("STD", "1: 1 Ann 0 | 2 Cyd 1"),
        ("SOLK", "4: 1 Ann 1.5 | 2 Cyd 1 | 3 Dan 1.5 open"),
        ("CUM", "2: 1 Ann 0 | 2 Cyd 1 | 3 Dan 1 open"),
    ],
)
def test_what_counts_of_an_open_game(notation, text):
    assert explained(read_player_rows(EVENT), notation, "Bob") == text


@pytest.mark.parametrize("notation", ["BH", "AOB", "ARO", "PS", "REP", "SOLK"])
def test_the_round_that_is_only_paired_counts_nothing(notation):
    event = read_player_rows(NO_RESULT)
    assert column(event, notation) == column(event.up_to(2), notation)


def test_a_player_who_sits_at_the_board_is_not_gone():
    """An absence before an open game counts as it is, and not as a draw of somebody who has left (16.3)."""
    event = read_player_rows("Ann: 2w1 3b1 4w1\nBob: 1b0 Z 3b\nCyd: 4w1 1w0 2w\nDan: 3b0 Z 1b0")
    assert explained(event, "BH", "Ann") == "1: 1 Bob 0 | 2 Cyd 1 | 3 Dan 0"
    gone = event._replace(games={**event.games, 2: event.games[2][:2], 3: event.games[3][:2]})
    assert explained(gone, "BH", "Ann") == "2.5: 1 Bob 1 adjusted | 2 Cyd 1.5 adjusted | 3 Dan 0"


def test_a_line_says_that_a_game_is_not_finished():
    lines = list(value_lines(rank(read_player_rows(EVENT), read_order("BH")), 2, 0))
    assert "  round 3: 1.5 Dan [not finished: it counts as it stands now]" in lines


def test_pétanque_counts_the_wins_of_whom_one_is_playing():
    event = read_player_rows("Ada: 2w13:5 3b\nBen: 1b5:13 4w13:2\nCem: 4w13:9 1w\nDea: 3b9:13 2b2:13",
                             discipline="petanque", edition="plain")  # fmt: skip
    assert column(event, "BHZ") == {1: 2, 2: 1, 3: 1, 4: 2}
    assert column(event, "FBHZ") == {1: 2, 2: 4, 3: 4, 4: 2}


def test_teams_count_whom_they_are_playing():
    """Reds play Greens: of their opponents with 3, 1 and 3 match points Olympiad Buchholz leaves out the weakest."""
    event = read_team_matches("Reds Blues Greens Greys", "1-2:11 3-4:11\n1-4:10 2-3:01\n1-3:1½ 2-4:11")
    team_event = event.team_event
    open_matches = {
        n: tuple(m._replace(kind=Kind.OPEN, match_points=0 * m.match_points, game_points=0 * m.game_points, boards=())
                 if m.round == 3 and {n, m.opponent} == {1, 3} else m for m in own)
        for n, own in team_event.matches.items()
    }  # fmt: skip
    event = team_crosstable(team_event._replace(matches=open_matches))
    assert explained(event, "BH:MP", "Reds", of_teams=True) == "7: 1 Blues 3 | 2 Greys 1 | 3 Greens 3 open"
    assert explained(event, "OBH", "Reds", of_teams=True) == "6: 1 Blues 3 | 2 Greys 1 [cut-weakest] | 3 Greens 3 open"
    assert explained(event, "EMMSB", "Reds", of_teams=True) == "7: 1 Blues 3x2 | 2 Greys 1x1 | 3 Greens 3x0 open"
