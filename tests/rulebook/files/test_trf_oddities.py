"""Oddities of tournament files: a strict reader refuses at the first, a lenient one names each line and reads on."""

from decimal import Decimal
from pathlib import Path

import pytest

from tiebreaks.commands import standings, verify
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader, whole_file

GOLDEN = Path(__file__).parents[2] / "golden"
SOUND = """\
012 Cup
042 2026/05/01
062 4
XXR 3
202 BH,SB
001    1      Ada                               2000                             2.0    1     2 w 1     3 b 1
001    2      Ben                               1900                             1.0    2     1 b 0     4 w 1
001    3      Cleo                              1800                             1.0    3     4 w 1     1 w 0
001    4      Dan                               1700                             0.0    4     3 b 0     2 b 0
"""
TEAMS = """\
012 Four
082 2
352 WB
362 TW 2.0   TD 1.0   TL 0.0
001    1      Ada                               2000                             1.0    1     3 w 1
001    2      Ben                               1900                             0.0    2     4 b 0
001    3      Cleo                              1800                             0.0    3     1 b 0
001    4      Dan                               1700                             1.0    4     2 w 1
310   1 North                            N       1950    1.0    1.0   1     1    2
310   2 South                            S       1750    1.0    1.0   2     3    4
"""


def games(tournament, number):
    return [(game.round, game.opponent, str(game.colour), game.letter) for game in tournament.crosstable.games[number]]


def swapped(old, new, text=SOUND):
    assert old in text
    return text.replace(old, new, 1)


# What is written, the line and the field that are named, the sentence, and what is read nevertheless.
ODD = [
    (swapped("2026/05/01", "in May"), 2, "042", "“in May” is not a date", lambda f: f.crosstable.starts_on == "in May"),
    (swapped("062 4", "062 5"), 3, "062", "states 5 here but contains 4", lambda f: len(f.crosstable.players) == 4),
    (swapped("XXR 3", "XXR many"), 4, "XXR", "“many” is not a whole number", lambda f: f.crosstable.rounds == 2),
    (swapped("062 4", "162 W one D 0.5"), 3, "162 W", "“one” is not", lambda f: f.crosstable.scheme.win == 1),
    (swapped("1900", "19oo"), 7, "rating", "“19oo”", lambda f: f.crosstable.players[2].rating is None),
    (swapped("Cleo", "    "), 8, "name", "The name is missing", lambda f: f.crosstable.players[3].name == "#3"),
    (swapped("2 w 1", "2 x 1"), 6, "round 1", "“x” is not a colour", lambda f: games(f, 1)[0] == (1, 2, "-", "1")),
    (swapped("3 b 1", "3 w 1"), 6, "round 2", "both have the colour w", lambda f: games(f, 1)[1] == (2, 3, "-", "1")),
    (swapped("2 b 0", "2 b 1"), 7, "round 2", "can’t be “1” for one and “1”", lambda f: games(f, 4)[1][3] == ""),
    (swapped("2 b 0", "2 b x"), 9, "round 2", "“x” is not a result", lambda f: games(f, 4)[1] == (2, 2, "b", "0")),
    (swapped("2 b 0", "     "), 7, "round 2", "but 4 does not play 2", lambda f: games(f, 4)[1] == (2, 2, "b", "0")),
    (swapped("2 b 0", "9 b 0"), 9, "round 2", "Opponent 9 is not", lambda f: games(f, 4)[1] == (2, 2, "b", "0")),
    (swapped("2 b 0", "4 b 0"), 9, "round 2", "against itself", lambda f: games(f, 4)[1] == (2, 2, "b", "0")),
    (swapped("     2 w 1", "    2 w 1 "), 6, "round 1", "in the columns", lambda f: games(f, 1)[0] == (1, 2, "w", "1")),
    (swapped("     2 w 1", "  0000 - X"), 6, "round 1", "of a round without", None),
    (swapped("1900 ", "1900G"), 7, "001", "Column 53 of a player", lambda f: f.crosstable.players[2].rating == 1900),
    (SOUND + "001    4      Dora", 10, "number", "Number 4 is already on line 9", lambda f: len(games(f, 4)) == 2),
    (SOUND + "001   no      Dora", 10, "number", "“no” is not", lambda f: len(f.crosstable.players) == 4),
    (SOUND + "299          -1.0    x    1", 10, "round", "“x” is not", lambda f: not f.crosstable.adjustments),
    (SOUND.replace("Cleo", "Cl\0o"), 8, "text", "the byte 0", lambda f: f.crosstable.players[3].name == "Cl o"),
    (swapped("352 WB", "352 W-", TEAMS), 3, "352", "“W-” is not a valid colour", lambda f: f.teams is not None),
    (swapped("TD 1.0", "TD one", TEAMS), 4, "362 D", "“one” is not", lambda f: f.teams is not None),
    (swapped("082 2", "082 3", TEAMS), 2, "082", "states 3 here but contains 2", lambda f: len(f.teams.players) == 2),
    (swapped("North", "     ", TEAMS), 9, "name", "The name is missing", lambda f: f.teams.players[1].name == "#1"),
    (swapped("   3    4\n", "   3    9\n", TEAMS), 10, "310", "Player 9 is not", None),
    (swapped("   3    4\n", "   3    2\n", TEAMS), 10, "310", "already in team 1", None),
    (TEAMS + "240 X   2    1", 11, "240", "“X” is not a kind of bye", lambda f: len(f.teams.games[1]) == 1),
    (TEAMS + "330 ++   2   1   2", 11, "330", "“++” is not a forfeited", lambda f: len(f.teams.games[1]) == 1),
    (TEAMS + "300   1   1   2    1    4", 11, "300", "Player 4 is not in team 1", lambda f: f.teams is not None),
    (TEAMS + "310 abc Third", 11, "number", "“abc” is not", lambda f: len(f.teams.players) == 2),
    (TEAMS + "320  1.0  x", 11, "320 GP", "“x” is not", lambda f: f.teams is not None),
]


@pytest.mark.parametrize(("text", "line", "field", "sentence", "holds"), ODD, ids=[row[3] for row in ODD])
def test_each_oddity_is_refused_or_reported_with_its_line(text, line, field, sentence, holds):
    data = text.encode()
    with pytest.raises(Refusal) as refused:
        reader.read(data, "cup.trf")
    tournament = reader.read(data, "cup.trf", lenient=True)
    places = [(odd.file, odd.line, odd.field) for odd in tournament.warnings]
    assert (refused.value.file, refused.value.line, refused.value.field) in places
    assert any(
        ("cup.trf", line, field) == (o.file, o.line, o.field) and sentence in str(o) for o in tournament.warnings
    )
    assert len(tournament.crosstable.players) == 4
    assert holds is None or holds(tournament)


@pytest.mark.parametrize("text", [SOUND, TEAMS], ids=["players", "teams"])
def test_a_sound_file_has_no_oddity(text):
    assert reader.read(text, lenient=True) == reader.read(text)
    assert reader.read(text).warnings == ()


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.trf")), ids=lambda file: file.stem)
def test_published_files_are_read_strictly(file):
    assert reader.read(file.read_bytes(), lenient=True).warnings == ()


def test_a_contradiction_stays_open_for_the_arbiter():
    tournament = reader.read(swapped("2 b 0", "2 b ="), lenient=True)
    assert tournament.crosstable.games[2][1].kind == tournament.crosstable.games[4][1].kind == Kind.OPEN


def test_columns_counted_in_bytes_are_realigned():
    line = f"{'Müller, Jörg'.encode().ljust(33).decode()} 2000 GER     4600001 1990/01/02  0.0    1"
    tournament = reader.read(f"001    1 mGM  {line}\n001    2 mGM  {line}\n")
    for player in tournament.crosstable.players.values():
        found = (player.name, player.rating, player.federation, player.fide_id)
        assert found == ("Müller, Jörg", 2000, "GER", "4600001")
    assert [(each.code, each.line) for each in tournament.warnings] == [("names-padded-by-bytes", 1)]


def test_unknown_criteria_are_left_out_of_the_order():
    tournament = reader.read(swapped("202 BH,SB", "202 BH,LUCK,SB"), lenient=True)
    assert tournament.order == "PTS,BH,SB"
    assert (tournament.warnings[0].line, tournament.warnings[0].field) == (5, "202")


def test_teams_that_contradict_each_other_leave_their_players():
    text = TEAMS.replace("     4 b 0", "     3 b 0").replace("     1 b 0", "     2 w 1")
    tournament = reader.read(text, lenient=True)
    assert tournament.teams is None or len(tournament.teams.players) == 2
    assert len(tournament.crosstable.players) == 4
    assert tournament.warnings


def test_a_team_against_itself_is_refused():
    text = TEAMS.replace("     3 w 1", "     2 w 1").replace("     4 b 0", "     1 b 0")
    text = text.replace("     1 b 0\n001    4", "     4 b 0\n001    4").replace("     2 w 1\n310", "     3 w 1\n310")
    with pytest.raises(Refusal, match="Team 1 plays against itself in round 1"):
        reader.read(text)


def test_what_was_read_leniently_is_written_soundly():
    for text, *_rest in ODD:
        tournament = reader.read(text, lenient=True)
        header = whole_file.Header(tournament.place, tournament.ends_on, tournament.order or "")
        facts = tournament.crosstable._replace(starts_on="")
        kept = [line for line in whole_file.lines_to_keep(tournament) if not line.startswith("042")]
        written = whole_file.write(facts, header, teams=tournament.teams, lines=kept)
        again = reader.read(written)
        assert again.crosstable.games == tournament.crosstable.games
        assert again.teams == tournament.teams


def test_points_beyond_four_columns_leave_the_columns_in_place():
    facts = reader.read(SOUND.replace("062 4", "162 W 60.5 D 20.0 L 0.0")).crosstable
    written = whole_file.write(facts)
    assert reader.read(written).crosstable == facts
    assert reader.read(written).declared[1].points == "121"
    assert facts.total_points(1) == Decimal(121)


@pytest.mark.parametrize("run", [standings.main, verify.main], ids=["standings", "verify"])
def test_the_commands_refuse_or_warn(tmp_path, capsys, run):
    file = tmp_path / "cup.trf"
    file.write_text(swapped("1900", "19oo"))
    assert run([str(file)]) == 2
    assert "cup.trf:7: rating: “19oo” is not a whole number" in capsys.readouterr().err
    assert run([str(file), "--lenient"]) in (0, 1)
    told = capsys.readouterr()
    assert "cup.trf:7: rating: “19oo” is not a whole number" in told.err
    assert told.out
