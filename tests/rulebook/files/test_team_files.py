"""FIDE's example of a team file: its own summary records, the order of its record 202, and files that are refused."""

import re
from decimal import Decimal
from operator import attrgetter
from pathlib import Path

import pytest

from tests.generated.second_opinion import ask
from tiebreaks.checking.contradictions import list_contradictions
from tiebreaks.commands.standings import main
from tiebreaks.facts.games import Kind, Scheme
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal
from tiebreaks.standings import rank
from tiebreaks.trf import reader, whole_file
from tiebreaks.trf.writer import TRF16, TRF26

FILE = Path(__file__).parents[2] / "golden" / "fide_team_2024.trf"
TEXT = FILE.read_text(encoding="utf-8")
LETTERS = {
    (Kind.PLAYED, Decimal(1)): "1",
    (Kind.PLAYED, Decimal("0.5")): "=",
    (Kind.PLAYED, Decimal(0)): "0",
    (Kind.FORFEIT_WIN, Decimal(1)): "+",
    (Kind.FORFEIT_LOSS, Decimal(0)): "-",
}
# Where the file contradicts itself, the players' games and the byes of record 240 count, for gacrux as well: boards of
# record 801 by team and round, and the third round of team 47, which record 802 gives half a bye.
OTHER_BOARDS = {(1, 5), (5, 5), (11, 7), (15, 7), (18, 5), (26, 5)}
OTHER_BYE = (47, 3)
BYES = {Kind.PAB: "PAB", Kind.FPB: "FPB", Kind.HPB: "HPB", Kind.ZPB: "ZPB"}


@pytest.fixture(scope="module")
def teams():
    return reader.read(TEXT).teams


def records(code):
    """Return the summary records of a code, each as the team's number and the text of its rounds."""
    lines = [line for line in TEXT.splitlines() if re.match(rf"{code} +\d+ [A-Z]", line)]
    return {int(line.split()[1]): line for line in lines}


def test_points_and_results_of_every_match_are_those_of_record_802(teams):
    for number, line in records("802").items():
        own = teams.team_event.matches[number]
        if number != OTHER_BYE[0]:
            assert [sum(m[field] for m in own) for field in (4, 5)] == list(map(Decimal, line.split()[3:5]))
        for match in own:
            if (number, match.round) == OTHER_BYE:
                continue
            cell = line[26 + 13 * (match.round - 1) :][:13]
            first, *others = cell.split()
            if match.opponent is None:
                assert (first, Decimal(others[0])) == (BYES[match.kind], match.game_points), (number, match)
            else:
                assert (int(first), others[0]) == (match.opponent, match.colour), (number, match)
                assert Decimal(others[1].removesuffix("f")) == match.game_points, (number, match)
                assert others[1].endswith("f") == (match.kind != Kind.PLAYED), (number, match)


def test_every_board_is_that_of_record_801(teams):
    for number, line in records("801").items():
        for match in teams.team_event.matches[number]:
            boards = "".join(LETTERS[board.kind, board.points] for board in match.boards)
            cell = line[21 + 16 * (match.round - 1) :][:16].split()
            if match.opponent is not None and (number, match.round) not in OTHER_BOARDS:
                assert cell[2] == (boards or "----"), (number, match)


@pytest.mark.parametrize(
    "order",
    [
        "PTS EDET/P EMGSB/C1/P BH:MP/C1/P MPVGP",
        "PTS MPVGP EDE BH:GP EGGSB/C1",
        "PTS SSSC EMMSB EGMSB BC",
        "PTS AOB:MP FB:MP",
    ],
)
def test_every_value_and_rank_is_that_of_gacrux(teams, order):
    theirs = ask(teams, order.split(), TEXT)
    for row in rank(teams, read_order(order, of_teams=True)).rows:
        ours = [round(float(value), 3) for value in row.values]
        assert (ours, row.rank) == ([float(v) for v in theirs.values[row.number]], theirs.ranks[row.number]), row


def test_the_command_ranks_teams_by_the_order_of_the_file(capsys):
    assert main([str(FILE), "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "rank,number,name,PTS,EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP,system,edition,round,rounds"
    assert lines[1] == "1,16,India 3,20,0,528,225,33.5,swiss,2023-09,14,14"
    assert len(lines) == 51


def test_the_players_of_the_file_do_not_change():
    assert len(reader.read(TEXT).crosstable.players) == 249


SMALL = """\
012 Small
142 1
162 W 1.0
352 WB
001    1      A1                                1500                             1.0    1     3 w 1
001    2      A2                                1500                             0.5    1     4 b =
001    3      B1                                1500                             0.0    1     1 b 0
001    4      B2                                1500                             0.5    1     2 w =
310   1 A                                A       1500    2.0    1.5   1     1    2
310   2 B                                B       1500    0.0    0.5   2     3    4
"""


def test_a_small_file():
    teams = reader.read(SMALL).teams
    points = {n: [(m.match_points, m.game_points) for m in own] for n, own in teams.team_event.matches.items()}
    assert points == {1: [(2, Decimal("1.5"))], 2: [(0, Decimal("0.5"))]}


def test_records_of_the_older_format_are_teams_if_the_type_says_so():
    lines = [line for line in SMALL.splitlines() if line[:3] not in ("310", "352")]
    named = [f"013 {'A':32}     1    2", f"013 {'B':32}     3    4"]
    teams = reader.read("\n".join([*lines, "092 Team: Swiss-System", *named])).teams
    points = {n: [(m.match_points, m.game_points) for m in own] for n, own in teams.team_event.matches.items()}
    assert points == {1: [(2, Decimal("1.5"))], 2: [(0, Decimal("0.5"))]}
    assert [team.name for team in teams.team_event.teams.values()] == ["A", "B"]
    assert reader.read("\n".join([*lines, "092 Individual: Swiss-System", *named])).teams is None


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("  3    4\n", "  3    9\n", "unknown-player", 10),
        ("  3    4\n", "  2    4\n", "in-two-teams", 10),
        ("310   2 B", "310   1 B", "number-twice", 10),
        ("310   2 B ", "310   2   ", "name-wanted", 10),
        ("310   2", "310   x", "number-wanted", 10),
        ("352 WB", "352 WX", "bad-colours", 4),
        ("  3    4\n", "  3     \n", "reserve-added", 10),
        ("1    2\n", "2    1\n", "bad-line-up", 9),
        ("352 WB", "352 WB\n240 X   1    1", "bad-bye-kind", 5),
        ("352 WB", "352 WB\n330 10   1   1   2", "bad-forfeit", 5),
        ("352 WB", "352 WB\n330 +-   1   1   9", "unknown-team", 5),
        ("352 WB", "352 WB\n320  x.0  2.0", "points-wanted", 5),
        ("352 WB", "352 WB\n300   1   1   2    3    2", "not-a-member", 5),
        ("352 WB", "352 WB\n362 TWx", "points-wanted", 5),
        ("352 WB", "352 WB\n330 +-   1   1   1", "plays-himself", 5),
        ("352 WB", "352 WB\n300   1   1   1    1    2", "plays-himself", 5),
    ],
)
def test_a_contradictory_file_is_refused_with_its_line(old, new, code, line):
    assert old in SMALL
    with pytest.raises(Refusal) as refused:
        reader.read(SMALL.replace(old, new))
    assert (refused.value.code, refused.value.line) == (code, line)


def test_a_reserve_outside_the_list_is_added_to_the_team_that_fields_them():
    read = reader.read(SMALL.replace("  3    4\n", "  3     \n"), lenient=True)
    assert [warning.code for warning in read.warnings] == ["reserve-added"]
    assert read.teams.team_event == reader.read(SMALL).teams.team_event


def test_where_teams_cannot_be_read_their_points_are_not_those_of_players():
    bye = "001    5      A3                                1500                             1.0    1  0000 - U\n"
    broken = SMALL.replace("352 WB", "352 WB\n320  5.0  2.0    1\n362 TW 9.0   TD 8.0   TL 7.0").replace(
        "1    2\n", "2    1\n"
    )
    read = reader.read(bye + broken, lenient=True)
    assert read.teams is None
    assert read.crosstable.scheme == Scheme()
    assert [read.crosstable.total_points(number) for number in (1, 2, 5)] == [1, Decimal("0.5"), 1]


@pytest.mark.parametrize("bye", ["162  W 1.0    D 0.5    L 0.0    P 5.0", "XXS PAB=5.0"])
@pytest.mark.parametrize("members", ["1    2\n", "2    1\n"], ids=["teams", "teams cannot be read"])
def test_what_a_team_gets_for_its_bye_is_given_to_no_player(bye, members):
    at_home = "001    5      A3                                1500                             0.0    1  0000 - U\n"
    text = SMALL.replace("162 W 1.0", bye).replace("352 WB", "352 WB\n320  2.0  5.0").replace("1    2\n", members)
    read = reader.read(at_home + text.replace(" 1     1    2\n", " 1     1    2    5\n"), lenient=True)
    assert [each.line for each in read.warnings if each.code == "points-not-honoured"] == [4]
    assert read.crosstable.scheme == Scheme()
    assert read.crosstable.total_points(5) == 1


def test_trf16_knows_the_names_and_players_of_teams_alone(teams):
    source = reader.read(TEXT)
    text = whole_file.write(source.crosstable, teams=teams, lines=whole_file.lines_to_keep(source), dialect=TRF16)
    assert len([line for line in text.splitlines() if line.startswith("013")]) == 50
    assert not {"240", "299", "300", "310", "320", "330", "352", "362", "801", "802"} & {
        line[:3] for line in text.splitlines()
    }
    event, again = teams.team_event, reader.read(text).teams.team_event
    assert again.teams == {number: team._replace(federation="") for number, team in event.teams.items()}
    for number, own in event.matches.items():
        read = {match.round: match for match in again.matches[number]}
        for match in own:
            if match.kind == Kind.PLAYED:
                named = attrgetter("opponent", "kind", "match_points", "game_points")
                assert named(match) == named(read[match.round]), (number, match.round)


def test_trf26_keeps_line_ups_byes_forfeited_matches_and_match_points(teams):
    text = whole_file.write(reader.read(TEXT).crosstable, teams=teams, dialect=TRF26)
    event, again = teams.team_event, reader.read(text).teams.team_event
    assert (again.teams, again.matches) == (event.teams, event.matches)


def test_a_team_that_would_play_two_matches_is_refused():
    third = "310   3 C                                C       1500    0.0    0.5   2     4\n"
    with pytest.raises(Refusal) as refused:
        reader.read(SMALL.replace("  3    4\n", "  3\n") + third)
    assert refused.value.code == "two-matches"


def test_a_match_with_an_open_board_does_not_count_yet():
    open_board = SMALL.replace("4 b =", "4 b").replace("2 w =", "2 w")
    teams = reader.read(open_board).teams
    assert [match.kind for own in teams.team_event.matches.values() for match in own] == [Kind.OPEN, Kind.OPEN]
    assert [row.values for row in rank(teams, read_order("MP,GP", of_teams=True)).rows] == [(0, 0), (0, 0)]


def test_the_rating_of_a_team_is_the_one_stated_or_the_average_of_its_first_boards(teams):
    assert [teams.players[number].rating for number in (1, 2, 3)] == [2486, 2478, 2475]
    silent = "\n".join(line[:47] + " " * 6 + line[53:] if line[:3] == "310" else line for line in TEXT.splitlines())
    read = reader.read(silent)
    first_boards = [read.crosstable.players[n].rating for n in read.teams.team_event.teams[1].players[:4]]
    assert read.teams.players[1].rating == round(sum(first_boards) / 4)


def test_the_rating_of_a_team_must_be_a_number():
    wrong = re.sub(r"^(310   1 .{41})2486", r"\g<1>24x6", TEXT, count=1, flags=re.MULTILINE)
    assert wrong != TEXT
    with pytest.raises(Refusal):
        reader.read(wrong)
    (warning,) = [each for each in reader.read(wrong, lenient=True).warnings if each.field == "rating"]
    assert warning.params["text"] == "24x6"


def test_a_file_says_that_berlin_decides_although_no_match_was_drawn():
    read = reader.read(TEXT)
    event = read.teams.team_event
    by_berlin = read.teams._replace(team_event=event._replace(scheme=event.scheme._replace(by_berlin=True)))
    written = whole_file.write(read.crosstable, teams=by_berlin)
    assert "### [crosstable] drawn_matches=berlin\n" in written
    assert reader.read(written).teams.team_event.scheme.by_berlin
    assert "drawn_matches" not in whole_file.write(read.crosstable, teams=read.teams)
    with pytest.raises(Refusal, match="drawn_matches=lots"):
        reader.read(written.replace("drawn_matches=berlin", "drawn_matches=lots"))


def test_an_import_reports_once_that_ratings_of_teams_are_not_averages():
    odd = [each for each in list_contradictions(reader.read(TEXT)) if each.field == "310"]
    assert [(each.line, str(each)) for each in odd] == [
        (
            289,
            "The file states a rating of 2478 for Ukraine. An event here takes the average of the first boards, 2473 "
            "(teams that differ: 10).",
        )
    ]
    agreeing = FILE.with_name("fide_team_exercise.trf").read_text(encoding="utf-8")
    assert not [each for each in list_contradictions(reader.read(agreeing)) if each.field == "310"]


def test_kept_records_of_teams_state_what_the_matches_make_and_the_places_of_now():
    summaries = "801   1 A       9.0   3.5\n802   2 B       0.0    0.5\n"
    read = reader.read(SMALL.replace("2.0    1.5   1 ", "9.0    3.5   7 ") + summaries)
    lines = whole_file.lines_to_keep(read)
    again = reader.read(whole_file.write(read.crosstable, teams=read.teams, lines=lines, ranks={1: 2, 2: 1}))
    assert {n: (d.points, d.game_points, d.rank) for n, d in again.declared_teams.items()} == {
        1: ("2.0", "1.5", "2"),
        2: ("0.0", "0.5", "1"),
    }
    assert [text for _line, text in again.other if text.startswith("80")] == ["802   2 B       0.0    0.5"]
    assert [row.rank for row in rank(again.teams, read_order("MP", of_teams=True)).rows] == [1, 2]
