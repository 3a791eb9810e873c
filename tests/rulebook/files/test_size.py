"""One number of players for whatever brings them, and one sentence."""

import pytest

from tiebreaks.facts.size import MOST_PLAYERS
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tournaments.formats import archive_read, player_csv, tourney_js, tsh

NUMBERS = range(1, MOST_PLAYERS + 2)
TRF = "\n".join(f"001 {number:4} {'':5}Player {number}" for number in NUMBERS)
CSV = "name\n" + "\n".join(f"Player {number}" for number in NUMBERS)
TSH = "\n".join(f"Player {number} 1500 ; " for number in NUMBERS)
SCRIPT = {"name": "A", "players": [None, *({"name": "x"} for _ in NUMBERS)]}


@pytest.mark.parametrize(
    ("read", "line"),
    [
        (lambda: reader.read(TRF.encode()), MOST_PLAYERS + 1),
        (lambda: player_csv.read_players(CSV), MOST_PLAYERS + 2),
        (lambda: tsh.read_division(TSH), MOST_PLAYERS + 1),
        (lambda: tourney_js.read_division(SCRIPT, 1), 0),
        (lambda: archive_read.check_shape("players", [{} for _ in NUMBERS]), 0),
    ],
    ids=["TRF", "CSV", "TSH", "JavaScript", "archive"],
)
def test_a_player_too_many_is_refused_in_one_sentence(read, line):
    with pytest.raises(Refusal) as refused:
        read()
    assert (refused.value.code, refused.value.params) == ("players-too-many", {"limit": MOST_PLAYERS})
    assert refused.value.line == line
