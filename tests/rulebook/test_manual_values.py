"""Values that an arbiter sets by hand, each with a reason: MAN."""

from decimal import Decimal

from tests.notation.paper import column, places, read_player_rows
from tiebreaks.order.notation import read_order
from tiebreaks.output.as_json import working_values
from tiebreaks.output.as_text import explanation_lines
from tiebreaks.standings import rank

TIED = read_player_rows("Anna: 2w=\nBert: 1b=\nCleo: 4w=\nDirk: 3b=")


def with_values(**values):
    """Return the event with values by name, each with the same reason."""
    return TIED._replace(
        players={
            number: player._replace(manual_value=Decimal(values[player.name]), manual_reason="blitz games")
            if player.name in values
            else player
            for number, player in TIED.players.items()
        }
    )


def test_the_higher_value_is_ahead_and_none_comes_last():
    event = with_values(Bert="1.5", Cleo="-2", Dirk="0")
    assert column(event, "MAN") == {1: None, 2: Decimal("1.5"), 3: -2, 4: 0}
    assert places(event, "PTS,MAN") == [(1, "Bert"), (2, "Dirk"), (3, "Cleo"), (4, "Anna")]
    assert places(event, "PTS,MAN/R") == [(1, "Cleo"), (2, "Dirk"), (3, "Bert"), (4, "Anna")]


def test_who_has_the_same_value_shares_the_rank():
    assert places(with_values(Bert="1", Dirk="1.0"), "PTS,MAN")[:2] == [(1, "Bert"), (1, "Dirk")]


def test_the_explanation_gives_the_reason():
    ranked = rank(with_values(Bert="1.5"), read_order("PTS,MAN"))
    assert "  1.5 [blitz games]" in list(explanation_lines(ranked, 2))
    assert working_values(ranked.explain(2, 1))["terms"][0]["reason"] == "blitz games"
    assert "  No value was set by hand." in list(explanation_lines(ranked, 1))
