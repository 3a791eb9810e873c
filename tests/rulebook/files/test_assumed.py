"""What a file of an older edition leaves open is named: system, points, tie-breaks, number of rounds, and the rules."""

import pytest

from tiebreaks.trf import reader
from tiebreaks.trf.assumed import list_assumed

FILE = """\
012 Twice
{more}001    1      Ada                                                                1.0    1     2 w 1
001    2      Ben                                                                0.0    2     1 b 0
"""


@pytest.mark.parametrize(("more", "expected"), [
    ("092 Individual: Swiss-System\n", ["points", "order", "rounds", "rules"]),
    ("092 Individual\n", ["system", "points", "order", "rounds", "rules"]),
    ("042 May 29, 2020\n", ["system", "points", "order", "rounds"]),
    ("092 Dutch\n042\n", ["points", "order", "rounds", "rules"]),
    ("092 Round robin\nXXR 5\n052 2020/05/29\n", ["points", "order"]),
    ("092 Swiss\nXXR 5\nBBW  3.0\nBBD  1.0\nBBL  0.0\n### [crosstable] edition=plain\n", ["order"]),
    ("142 5\n", []),
])  # fmt: skip
def test_an_older_file_leaves_open_what_only_the_new_edition_says(more, expected):
    assert list_assumed(reader.read(FILE.format(more=more))) == expected


@pytest.mark.parametrize(("planned", "system"), [("", "round-robin"), ("XXR 3", "round-robin"), ("XXR 9", "swiss")])
def test_a_round_robin_is_recognised_where_no_more_rounds_are_planned(planned, system):
    """Everybody has met everybody, and no record names the system: FIDE’s own example of a Swiss event starts so."""
    played = {"Ada": "   2 w 1     3 b 1", "Ben": "   1 b 0  0000 - Z     3 w 1", "Cem": "0000 - Z     1 w 0     2 b 0"}
    rows = (f"001 {n:4}      {name:73}{n:2}  {games}" for n, (name, games) in enumerate(played.items(), 1))
    file = reader.read("\n".join(("012 Three", *filter(None, [planned]), *rows)) + "\n", lenient=True)
    assert file.crosstable.system == system
    assert ("system" in list_assumed(file)) == (system == "swiss")
