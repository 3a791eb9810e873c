"""Every record of TRF16 and TRF26: read into the event or kept word for word; all are written back."""

from decimal import Decimal

import pytest

from tests.generated.second_opinion import ask
from tests.notation.paper import column
from tests.site.exchange.test_exports import as_stored
from tiebreaks.checking.contradictions import list_contradictions
from tiebreaks.facts.crosstable import Adjustment
from tiebreaks.facts.games import Kind
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank
from tiebreaks.trf import reader, whole_file

PLAYERS = """\
001    1 m GM Ada Ášová                         2000 CZE     4600001 1990/05/06  2.0    1     2 w 1     3 b 1
001    2 wWIM Ben                               1900 GER     4600002 1991/00/00  1.0    2     1 b 0     4 w 1
001    3      Cleo                              1800                             0.0    3     4 w 0     1 w 0
001    4      Dan                                                                1.0    4     3 b 1     2 b 0
"""
TEAMS = """\
001    1      Ada                               2000                             1.0    1     3 w 1  0000 - U
001    2      Ben                               1900                             0.0    2     4 b 0  0000 - Z
001    3      Cleo                              1800                             0.0    3     1 b 0
001    4      Dan                               1700                             1.0    4     2 w 1
"""


def facts(name):
    return lambda tournament: getattr(tournament.crosstable, name)


def of_teams(read):
    return lambda tournament: read(tournament.teams.team_event)


# The record, what it is called in the standard, and what is read of it; None for what is only kept.
INDIVIDUAL = [
    ("012 Spring Cup", "name of the tournament", facts("name"), "Spring Cup"),
    ("022 Brno", "city", lambda tournament: tournament.place, "Brno"),
    ("032 CZE", "federation", None, None),
    ("042 2026/05/01", "first day", facts("starts_on"), "2026/05/01"),
    ("052 2026/05/02", "last day", lambda tournament: tournament.ends_on, "2026/05/02"),
    ("062 4", "number of players", lambda tournament: len(tournament.crosstable.players), 4),
    ("072 3", "number of rated players", None, None),
    ("082 0", "number of teams", None, None),
    ("092 Individual: Round-Robin", "type", facts("system"), "round-robin"),
    ("102 A. Arbiter", "chief arbiter", None, None),
    ("112 D. Deputy", "deputy arbiter", None, None),
    ("122 90 min + 30 s", "tempo", None, None),
    (f"132{'':88}26/05/01  26/05/02", "dates of the rounds", None, None),
    ("142 5", "number of rounds (TRF26)", facts("rounds"), 5),
    ("152 W", "colour of the first player (TRF26)", None, None),
    (
        "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0",
        "points (TRF26)",
        lambda tournament: tournament.crosstable.scheme.win,
        3,
    ),
    ("172 CZE ELO", "national support (TRF26)", None, None),
    ("182 gacrux 1.11", "pairing controller (TRF26)", None, None),
    ("192 FIDE_DUTCH_2026", "encoded type (TRF26)", facts("system"), "swiss"),
    ("202 BH,SB", "tie-breaks (TRF26)", lambda tournament: tournament.order, "PTS,BH,SB"),
    ("212 PTS,WIN", "standings by (TRF26)", lambda tournament: tournament.order, "PTS,WIN"),
    ("222 5400+30", "encoded tempo (TRF26)", None, None),
    ("240 H   3    4", "byes asked for (TRF26)", None, None),
    ("250       1.0   1   3    1    4", "acceleration (TRF26)", None, None),
    ("260   1   9    1    2", "forbidden pairs (TRF26)", None, None),
    ("299          -1.0    1    3", "decided points (TRF26)", facts("adjustments"), {3: (Adjustment(1, -1),)}),
    ("XXR 7", "number of rounds (extension)", facts("rounds"), 7),
    ("XXC white1", "colour of the first player (extension)", None, None),
    ("XXZ 4", "absent (extension)", None, None),
    ("XXP 1 2", "forbidden pairs (extension)", None, None),
    ("XXA    1  1.0  0.5", "acceleration (extension)", None, None),
    ("XXS W=3 D=1", "points (extension)", None, None),
    ("013 Chess club                          1    2", "club (TRF16)", None, None),
    ("CZE    1 mg   Ada                               2011 CZE    123456 1990/05/06", "national rating", None, None),
    ("### a comment", "comment", None, None),
    ("987 of another program", "unknown", None, None),
]
OF_TEAMS = [
    ("082 2", "number of teams", lambda tournament: len(tournament.teams.players), 2),
    ("092 Team: Swiss-System", "type", lambda tournament: tournament.teams.system, "swiss"),
    ("192 FIDE_TEAM_GP_MP", "encoded type", lambda tournament: tournament.teams.score, "GP"),
    ("352 BW", "colours of the boards", of_teams(lambda event: event.scheme.colours), "BW"),
    ("362 TW 3.0   TD 1.0   TL 0.0", "match points", of_teams(lambda event: event.scheme.match.win), 3),
    ("320  1.0  1.0       1", "allocated byes", of_teams(lambda event: event.matches[1][1].kind), Kind.PAB),
    ("240 H   2    2", "byes asked for in a round to come", of_teams(lambda event: len(event.matches[2])), 1),
    ("330 +-   2   1   2", "forfeited match", of_teams(lambda event: event.matches[1][1].kind), Kind.FORFEIT_WIN),
    ("300   1   1   2    1    2", "line-up", of_teams(lambda event: event.matches[1][0].boards[0].player), 1),
    ("801   1 N      1.0    1.0", "a team's results in short", None, None),
    ("802   1 N      1.0    1.0", "a team's opponents in short", None, None),
]
LISTED = """\
310   1 North                            N       1950    1.0    1.0   1     1    2
310   2 South                            S       1750    1.0    1.0   2     3    4
"""
# Besides, in every file above: 001 in its columns and, of teams, 310. TRF16 lists teams in records 013.


def written(text):
    tournament = reader.read(text)
    header = whole_file.Header(tournament.place, tournament.ends_on, tournament.order or "")
    return tournament, whole_file.write(
        tournament.crosstable, header, teams=tournament.teams, lines=whole_file.lines_to_keep(tournament)
    )


@pytest.mark.parametrize(("record", "name", "read", "value"), INDIVIDUAL, ids=[row[0][:3] for row in INDIVIDUAL])
def test_a_record_of_players_is_read_and_written_back(record, name, read, value):
    tournament, text = written(f"{record}\n{PLAYERS}")
    assert read is None or read(tournament) == value, name
    assert record in text.splitlines(), name
    assert reader.read(text).crosstable.games == tournament.crosstable.games


@pytest.mark.parametrize(("record", "name", "read", "value"), OF_TEAMS, ids=[row[0][:3] for row in OF_TEAMS])
def test_a_record_of_teams_is_read_and_written_back(record, name, read, value):
    tournament, text = written(f"{record}\n{TEAMS}{LISTED}")
    assert read is None or read(tournament) == value, name
    assert record in text.splitlines(), name
    assert reader.read(text).teams == tournament.teams


def test_a_record_of_points_says_what_a_no_show_is_worth():
    scheme = "162  W 3.0    D 2.0    L 1.0    A 0.5    P 3.0"
    tournament, text = written(f"{scheme}\n{PLAYERS}")
    assert (tournament.crosstable.scheme.loss, tournament.crosstable.scheme.forfeit) == (1, Decimal("0.5"))
    assert scheme in text.splitlines()
    assert reader.read(PLAYERS).crosstable.scheme.forfeit == 0


def test_clubs_of_players_are_teams_only_if_the_type_says_so():
    clubs = "013 North                           1    2\n013 South                           3    4\n"
    assert reader.read(clubs + TEAMS).teams is None
    tournament, text = written("092 Team Swiss\n" + clubs + TEAMS)
    assert [team.name for team in tournament.teams.team_event.teams.values()] == ["North", "South"]
    assert clubs.splitlines()[0] in text.splitlines()


def test_every_column_of_a_player_is_read_and_written_back():
    tournament, text = written(PLAYERS)
    player = tournament.crosstable.players[1]
    assert player[:3] == (1, "Ada Ášová", 2000)
    assert (player.sex, player.title, player.federation) == ("m", "GM", "CZE")
    for old, title in (("  g", "GM"), ("m  ", "IM"), (" wf", "WFM"), (" wc", "WCM"), (" f ", "FM"), ("FM ", "FM")):
        assert reader.read(PLAYERS.replace(" GM", old)).crosstable.players[1].title == title
    assert (player.fide_id, player.birth_date) == ("4600001", "1990/05/06")
    assert tournament.declared[1][1:3] == ("2.0", "1")
    assert as_stored(PLAYERS) <= as_stored(text)


ENDS = {"LF": "\n", "CRLF": "\r\n", "CR": "\r"}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("codec", "mark"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("latin-1", b"")])
def test_every_encoding_and_line_end_gives_the_same(codec, end, mark):
    text = PLAYERS.replace("Ášová", "Üßová" if codec == "utf-8" else "Üßóåñ").replace("\n", ENDS[end])
    tournament = reader.read(mark + text.encode(codec))
    assert tournament.crosstable.players[1].name == ("Ada Üßová" if codec == "utf-8" else "Ada Üßóåñ")
    assert tournament.crosstable.games == reader.read(PLAYERS).crosstable.games


def test_gacrux_gives_the_same_table_of_a_file_with_every_record():
    kept = [
        record
        for record, *_ in INDIVIDUAL
        if record[:3] not in ("013", "082", "092", "172", "192", "299", "XXS", "CZE")
    ]
    text = "\n".join(kept) + "\n" + PLAYERS
    tournament, again = written(text)
    order = ["PTS", "BH", "SB", "WIN"]
    theirs = ask(tournament.crosstable, order, again)
    for row in rank(tournament.crosstable, read_order(",".join(order))).rows:
        assert [float(value) for value in theirs.values[row.number]] == [float(value) for value in row.values]


DECIDED = """\
042 2026/05/01
299 1         2.0    1    1
299 1         0.5    1    2
001    1      Anna                              2100                             3.0    1     3 b 1     4 w 1
001    2      Bert                              2000                             1.5    2     4 b 1     3 w 1
001    3      Cleo                              1900                             0.0    3     1 w 0     2 b 0
001    4      Dirk                              1800                             0.0    3     2 w 0     1 b 0
"""
# By the letter of the result both won twice, once with Black. A win worth ½ is no win by points (docs/decisions/0039),
# but more than the opponent made.
OF_DECIDED = {"PTS": (3, "1.5"), "WON": (2, 2), "BPG": (1, 1), "BWG": (1, 1), "TPR": (2650, 2650), "PTP": (2636, 2636)}
OF_DECIDED |= {"WIN": (2, 1), "STD": (2, 2)}


@pytest.mark.parametrize(("notation", "values"), OF_DECIDED.items())
def test_a_decided_win_stays_a_win_by_its_letter(notation, values):
    computed = column(reader.read(DECIDED).crosstable, notation)
    assert (computed[1], computed[2]) == tuple(map(Decimal, values))


@pytest.mark.parametrize(("worth", "standard"), [("-0.1", "1"), ("0.0", "1.5"), ("0.1", "2"), ("2.0", "2")])
def test_a_round_worth_more_than_the_opponents_is_a_standard_point(worth, standard):
    """The opponent made nothing in it. The other round of player 2 is a won game."""
    text = DECIDED.replace("299 1         0.5", f"299 1        {worth:>4}")
    assert column(reader.read(text).crosstable, "STD")[2] == Decimal(standard)


def test_a_table_after_a_round_has_the_points_given_up_to_it():
    given = tuple(
        Adjustment(round_number, Decimal(points)) for round_number, points in ((1, "0.5"), (2, "-1.5"), (999, "3"))
    )
    event = reader.read(DECIDED).crosstable._replace(adjustments={3: given})
    assert [column(facts, "PTS")[3] for facts in (event.up_to(1), event.up_to(2), event)] == [Decimal("0.5"), -1, 2]


@pytest.mark.parametrize("given", ["-10.5", "100.5", "12.25", "-12.25"])
def test_points_outside_games_that_are_too_long_for_their_columns_stand_in_two_records(given):
    event = reader.read(DECIDED).crosstable._replace(adjustments={3: (Adjustment(2, Decimal(given)),)})
    again = reader.read(whole_file.write(event)).crosstable
    assert sum(each.points for each in again.adjustments[3]) == Decimal(given)
    assert {each.round for each in again.adjustments[3]} == {2}


@pytest.mark.parametrize(("given", "stated"), [("0.25", "0.25"), ("-0.25", ""), ("9.05", "9.05"), ("10.75", "")])
def test_points_are_stated_in_full_or_not_at_all(given, stated):
    event = reader.read(DECIDED).crosstable._replace(adjustments={3: (Adjustment(2, Decimal(given)),)})
    read = reader.read(whole_file.write(event))
    assert read.declared[3].points == stated
    assert list(list_contradictions(read)) == []
