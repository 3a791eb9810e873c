"""Points and national ratings in tournament files: what is honoured, what is reported, what is written on."""

from decimal import Decimal

import pytest

from tests.notation.paper import column
from tiebreaks.facts.games import Scheme
from tiebreaks.order.presets import PRESETS
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader, whole_file

TABLE = """\
092 Individual: Swiss-System
001    1      Ada                               2000                             3.0    1     2 w 1
001    2      Ben                                                                0.0    2     1 b 0
"""
THREE_ONE_ZERO = Scheme(Decimal(3), Decimal(1), Decimal(0), Decimal(3))
HONOURED = [
    ("XXS W=3 D=1", THREE_ONE_ZERO),
    ("XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=1.0 FPB=3.0 PAB=3.0 FW=3.0 FL=0.0", THREE_ONE_ZERO),
    ("162  W 3.0    D 2.0    L 1.0", Scheme(*map(Decimal, (3, 2, 1, 3, 0)))),  # without A a no-show is worth nothing
    ("XXS W=3 D=2 L=1", Scheme(*map(Decimal, (3, 2, 1, 3, 0)))),
    ("BBW  3.0\nBBD  2.0\nBBL  1.0", Scheme(*map(Decimal, (3, 2, 1, 3, 0)))),
    ("XXS W=3 D=2 L=1 FL=0.5 PAB=2", Scheme(*map(Decimal, (3, 2, 1, 2)), Decimal("0.5"))),
    ("BBW  3.0\nBBD  1.0", THREE_ONE_ZERO),
    ("BBW  3.0\nBBD  2.0\nBBL  1.0\nBBZ  0.0\nBBF  0.5\nBBU  2.0",
     Scheme(*map(Decimal, (3, 2, 1, 2)), Decimal("0.5"))),
    ("162  W 3.0    D 1.0    L 0.0    P 3.0\nXXS W=3 D=1", THREE_ONE_ZERO),
    ("162  W 3.0    D 1.0    L 0.0    Z 0.0    P 3.0", THREE_ONE_ZERO),  # of bbpPairings before June 2026
]  # fmt: skip
REPORTED = [
    ("162  W 3.0    D 1.0    L 0.0    P 3.0\nBBW  2.0", "BBW", "“BBW  2.0”"),
    ("XXS WW=3 BW=2", "XXS", "“BW=2”"),
    ("XXS W=3 ZPB=1", "XXS", "“ZPB=1”"),
    ("XXS QQ=3", "XXS", "“QQ=3”"),
]
MALFORMED = [
    "162 w 3.0",
    "162  W one    D 0.5",
    "162  W 1.0    Q 3.0",
    "162  W 1.0    Z 0.5",
    "162  W 1.0    0.5",
    "162  W 1001   D 0.5",
]


@pytest.mark.parametrize(("records", "scheme"), HONOURED)
def test_declared_points_are_honoured(records, scheme):
    tournament = reader.read(f"{records}\n{TABLE}")
    assert (tournament.crosstable.scheme, tournament.warnings) == (scheme, ())
    text = whole_file.write(tournament.crosstable, lines=whole_file.lines_to_keep(tournament))
    assert set(records.splitlines()) <= set(text.splitlines())
    assert reader.read(text).crosstable.scheme == scheme


@pytest.mark.parametrize(("records", "field", "said"), REPORTED)
def test_points_that_are_not_used_are_reported(records, field, said):
    (warning,) = reader.read(f"{records}\n{TABLE}").warnings
    assert warning.field == field
    assert said in str(warning)


@pytest.mark.parametrize("record", MALFORMED)
def test_malformed_points_are_refused_and_never_written_on(record):
    with pytest.raises(Refusal):
        reader.read(f"{record}\n{TABLE}")
    tournament = reader.read(f"{record}\n{TABLE}", lenient=True)
    assert tournament.warnings[0].line == 1
    assert record not in whole_file.write(tournament.crosstable, lines=whole_file.lines_to_keep(tournament))


def test_points_beside_their_columns_are_written_in_them():
    tournament = reader.read(f"162 W3.0 D1.0\n{TABLE}")
    assert tournament.crosstable.scheme == THREE_ONE_ZERO
    text = whole_file.write(tournament.crosstable, lines=whole_file.lines_to_keep(tournament))
    assert "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0" in text


def test_points_of_other_programs_go_when_the_event_has_others():
    tournament = reader.read(f"XXS W=3 D=1\n{TABLE}")
    assert "XXS" not in whole_file.write(
        tournament.crosstable._replace(scheme=Scheme()), lines=whole_file.lines_to_keep(tournament)
    )


def test_national_ratings_count_where_there_is_no_other():
    national = "GER    2      Ben                               1876 GER"
    tournament = reader.read(f"172 GER DWZ\n{TABLE}{national}\nFRA    1      Ada                               2222\n")
    assert [tournament.crosstable.players[number].national_rating for number in (1, 2)] == [None, 1876]
    criterion = PRESETS["german-2007"].split(",")[1]
    assert column(tournament.crosstable, criterion) == {1: 1876, 2: 2000}
    assert national in whole_file.write(tournament.crosstable, lines=whole_file.lines_to_keep(tournament))
