"""tsh's divisions: the example of its format, what is tolerated, and every mistake with its line."""

import pytest

from pairing.rules import history
from tiebreaks.facts.games import Colour, Kind
from tiebreaks.refusal import Refusal
from tiebreaks.trf.oddities import Oddities
from tournaments.formats import tsh, tsh_config, tsh_folder

TEXT = """\
# comments do not count
Abel, Anna              1650 2 3 0; 412 380 50; board 1 1 0; p12 1 2 0
Berg, Bert              1590 1 4 3; 398 455 402; board 1 2 1; p12 2 1 1

Cole, Cora              1500 4 1 2; 377 401 377; board 2 1 1; p12 1 1 2
Dorn, Dirk              1420 3 2 0; 290 310 -50; board 2 2 0; off -50; p12 2 2 0; password secret; rrank 4
"""


def test_the_example():
    division = tsh.read_division(TEXT)
    facts = division.crosstable
    before = history.read_history(facts)
    assert [facts.players[n].name for n in before.order] == ["Berg, Bert", "Cole, Cora", "Abel, Anna", "Dorn, Dirk"]
    assert [(e.score, e.spread) for e in before.entrants.values()] == [(2, 156), (2, 83), (2, 43), (0, -282)]
    assert facts.games[1][2].kind == Kind.PAB and facts.games[1][0].colour == Colour.WHITE
    assert facts.games[2][1].board == 2
    assert division.off == {4: -50} and division.fields == {4: {"rrank": ("4",)}}


def test_what_is_written_is_read_again_without_the_password():
    division = tsh.read_division(TEXT)
    assert tsh.read_division(tsh.write_division(division)) == division
    assert "secret" not in tsh.write_division(division)


@pytest.mark.parametrize("written", ["Abel, Anna :XT000123 1650", "Abel, Anna:XT000123 1650"])
def test_the_number_in_an_association_is_kept_and_no_part_of_the_name(written):
    division = tsh.read_division(written)
    assert division.crosstable.players[1].name == "Abel, Anna"
    assert tsh.write_division(division).split("1650")[0].strip() == "Abel, Anna :XT000123"
    kept = tsh_folder.read_kept_lines(tsh_folder.write_kept_lines("A", division, tsh_config.read_config("")))
    assert kept.fields == division.fields
    assert tsh.read_division("Ratio 1:2 1650").crosstable.players[1].name == "Ratio 1:2"


@pytest.mark.parametrize(
    ("line", "name", "rating"),
    [
        ("Abel, Anna 1650", "Abel, Anna", 1650),
        ("Abel 0", "Abel", None),
        ("Room 12, 900+25.5", "Room 12", 926),
        ("M\\;ller  Jörg   1200.4 ; ; team Nord", "M;ller Jörg", 1200),
    ],
)
def test_names_and_ratings(line, name, rating):
    for data in (line, line.encode("latin-1"), b"\xef\xbb\xbf" + line.encode()):
        division = tsh.read_division(data)
        player = division.crosstable.players[1]
        assert (player.name, player.rating) == (name, rating)
        assert tsh.read_division(tsh.write_division(division)) == division


FOUR = "A 9 2 3; 3 3\nB 8 1 4; 2 2\nC 7 4 1; 3 2\nD 6 3 2; 2 3\n"
# The text replaced, its replacement, the lines and fields reported, and the first two rounds of A as read.
LENIENT = [
    ("3 3\n", "3 x\n", ["1:round 2"], "2w 0"),
    ("A 9 2 3", "A 9 2 7", ["1:round 2", "3:round 2"], "2w 0"),
    ("A 9 2 3", "A 9 1 3", ["1:round 1", "2:round 1"], "0 3w"),
    ("A 9 2 3", "A 9 00 3", ["1:round 1", "2:round 1"], "0 3w"),
    ("B 8 1 4; 2 2", "B 8 1 4; 00 2", ["1:round 1"], "2 3w"),
    ("A 9 2 3", "A 99999 2 3", ["1:rating"], "2w 3w"),
    ("A 9 2 3", "9 2 3", ["1:name"], "2w 3w"),
    ("D 6 3 2; 2 3", "D 6 3 2; 2 3 4", ["4:round 3"], "2w 3w"),
    ("D 6 3 2; 2 3", "D 6 3 2; 2 3; off x", ["4:off"], "2w 3w"),
    ("3 3\n", "3 3; p12 1\n", [], "2w 3w"),
    ("B 8 1 4; 2 2\nC", "B 8 1 4; 2 2; board 1\nC", [], "2w 3w"),
]


@pytest.mark.parametrize(("old", "new", "places", "first"), LENIENT)
def test_a_lenient_reader_names_every_mistake_and_reads_the_rest(old, new, places, first):
    assert old in FOUR
    odd = Oddities(lenient=True)
    division = tsh.read_division(FOUR.replace(old, new, 1), "a.t", odd)
    assert [f"{each.line}:{each.field}" for each in odd.reported] == places
    assert all(each.file == "a.t" for each in odd.reported)
    rounds = [f"{game.opponent or 0}{'w' * (game.kind == Kind.PLAYED)}" for game in division.crosstable.games[1]]
    assert rounds == first.split()
    assert tsh.read_division(tsh.write_division(division)).crosstable == division.crosstable


@pytest.mark.parametrize("end", ("\n", "\r\n", "\r"))
def test_line_ends(end):
    assert tsh.read_division(TEXT.replace("\n", end)) == tsh.read_division(TEXT)


def test_rounds_that_are_not_known_yet():
    division = tsh.read_division("Ann 1500 2 2; 400\nBob 1400 1 1; 300 00\nCem 1300 0 00; 50\n")
    games = division.crosstable.games
    assert [game.kind for game in games[1]] == [Kind.PLAYED, Kind.OPEN] and len(games[3]) == 1


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        ("", "x.t:1: name: ", "no player"),
        ("1500 2; 3", "x.t:1: name: ", "no name"),
        ("Ann", "x.t:1: rating: ", "A rating is needed"),
        ("# c\nAnn 1500 2; 300\nBob 1400 1; 3x", "x.t:3: round 1: ", "“3x” is not a whole number"),
        ("Ann 1500 2; 300", "x.t:1: round 1: ", "no player with the number 2"),
        ("Ann 1500 1; 300", "x.t:1: round 1: ", "against itself"),
        ("Ann 1500 2; 300\nBob 1400 0; 50", "x.t:1: round 1: ", "but 2 does not play 1"),
        ("Ann 1500 2; 300\nBob 1400 1; ", "x.t:1: round 1: ", "has a score in this round and 2 has none"),
        ("Ann 1500 0; 50 300", "x.t:1: round 2: ", "score 300 has no opponent"),
        ("Ann 1500 00 0; 00 50", "x.t:1: round 1: ", "not known"),
        ("Ann 1500 2; 300; p12 1\nBob 1400 1; 200; p12 1", "x.t:1: p12: ", "both played first"),
        (
            "A 1 2; 3; board 1\nB 1 1; 2; board 1\nC 1 4; 3; board 1\nD 1 3; 2; board 1",
            "x.t:3: board: ",
            "Board 1 of round 1 is already in line 1",
        ),
    ],
)
def test_mistakes_are_refused_with_their_line(text, place, sentence):
    with pytest.raises(Refusal, match=sentence) as refused:
        tsh.read_division(text, "x.t")
    assert refused.value.place == place
