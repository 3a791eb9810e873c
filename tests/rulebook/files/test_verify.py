"""The points and ranks that a file states, checked against its results."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.generated.generator import WILD, swiss
from tiebreaks.checking.contradictions import list_contradictions
from tiebreaks.checking.order_search import find_order
from tiebreaks.checking.verify import verify_tournament
from tiebreaks.commands import verify
from tiebreaks.order.notation import read_order, write_order
from tiebreaks.standings import rank
from tiebreaks.trf import whole_file
from tiebreaks.trf.reader import read

GOLDEN = Path(__file__).parents[2] / "golden"
TABLE = """\
092 Individual: Round-Robin (Berger)
001    1      Anna                              2200                             2.5    1     4 w 1     3 b 1     2 w =
001    2      Bert                              2100                             1.5    3     3 w =     4 b =     1 b =
001    3      Cleo                              2000                             1.5    2     2 b =     1 w 0     4 w 1
001    4      Dirk                              1900                             0.5    4     1 b 0     2 w =     3 b 0
"""


def changed(number, **fields):
    """Return the table with other declared points or rank for one player."""
    lines = TABLE.splitlines(keepends=True)
    line = lines[number]
    points, rank = fields.get("points", line[80:84]), fields.get("rank", line[85:89])
    lines[number] = line[:80] + f"{points:>4} {rank:>4}" + line[89:]
    return "".join(lines)


def differences(text, order=None):
    report = verify_tournament(read(text), order and read_order(order))
    return [(d.line, d.number, d.field, str(d.declared), str(d.computed)) for d in report.differences]


DIFFERENT = [
    # the change, the order, the differences
    ({}, None, []),
    ({}, "PTS,SB", [(3, 2, "rank", "3", "2"), (4, 3, "rank", "2", "3")]),
    ({}, "PTS,DE", []),
    ({}, "PTS,WON", []),
    ({"points": "3.0"}, None, [(3, 2, "points", "3.0", "1.5")]),
    ({"points": "1,5"}, None, []),
    ({"points": ""}, None, []),
    ({"rank": "4"}, None, [(3, 2, "rank", "4", "2")]),
    ({"rank": "99"}, None, [(3, 2, "rank", "99", "2")]),
    ({"rank": ""}, None, [(5, 4, "rank", "4", "3")]),
    ({"rank": "0"}, None, [(5, 4, "rank", "4", "3")]),
]


@pytest.mark.parametrize(("change", "order", "expected"), DIFFERENT)
def test_every_difference_is_listed(change, order, expected):
    assert differences(changed(2, **change), order) == expected


def test_a_rank_is_explained_by_the_first_criterion_that_differs():
    (bert, cleo) = verify_tournament(read(TABLE), read_order("PTS,SB")).differences
    for difference in (bert, cleo):
        comparison = difference.comparison
        assert (comparison.first, comparison.second, comparison.workings[0].notation) == (2, 3, "SB")
        assert [chosen.notation for chosen in comparison.level] == ["PTS"]


def test_points_are_explained_by_their_rounds():
    (difference,) = verify_tournament(read(changed(1, points="2.0"))).differences
    assert [(term.round, str(term.value)) for term in difference.working.terms] == [(1, "1"), (2, "1"), (3, "0.5")]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.trf")), ids=lambda path: path.stem)
def test_the_published_exercises_are_right(path):
    assert not verify_tournament(read(path.read_bytes())).differences


def test_teams_are_checked_by_their_order():
    """FIDE's sample was ranked by another order than it names; Denmark's points there hold more than its matches."""
    text = (GOLDEN / "fide_team_2024.trf").read_text(encoding="utf-8")
    check = verify_tournament(read(text)).teams
    assert (check.points, check.ranks, write_order(check.standings.order)) == (100, 50, "MP")
    of_points = [(d.number, d.field, str(d.declared), str(d.computed)) for d in check.differences if d.working]
    assert of_points == [(47, "match points", "13.0", "12"), (47, "game points", "24.5", "22.5")]
    check = verify_tournament(read(text), read_order("PTS,EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP", of_teams=True)).teams
    slovakia = next(d for d in check.differences if (d.number, d.field) == (22, "rank"))
    assert (slovakia.declared, slovakia.computed) == (1, 2)
    assert slovakia.comparison.workings[0].notation == "EMGSB/C1/P"


# The command


@pytest.fixture
def answer(tmp_path, capsys):
    """Run the command on a text; return the exit code and what it printed."""

    def run(text, *options):
        file = tmp_path / "table.trf"
        file.write_text(text)
        code = verify.main([str(file), *options])
        out, err = capsys.readouterr()
        return code, (out or err).replace(str(tmp_path), "")

    return run


def test_without_a_difference_the_code_is_0(answer):
    code, text = answer(TABLE)
    assert (code, text) == (0, "4 declared points and 4 ranks by PTS: 0 differences\n")


@pytest.mark.parametrize("record", ["202 SB", "212 PTS,SB"])
def test_the_order_of_the_file_counts(answer, record):
    code, text = answer(f"{record}\n{TABLE}")
    assert code == 1
    assert "/table.trf:4: rank: 2 Bert: declared 3, computed 2" in text
    assert "Bert ranks above Cleo by SB, level in PTS" in text
    assert text.endswith("4 declared points and 4 ranks by PTS,SB: 2 differences\n")


def test_json_holds_the_same(answer):
    code, text = answer(TABLE, "--order", "PTS,SB", "--format", "json")
    report = json.loads(text)
    assert code == 1
    assert [difference["name"] for difference in report["differences"]] == ["Bert", "Cleo"]
    assert report["differences"][0]["comparison"]["criterion"] == "SB"


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("no table", "", "/table.trf:1: 001: The file has no players"),
        (changed(2, points="x"), "", "/table.trf:3: points: “x” is not a number of points"),
        (changed(2, points="inf"), "", "/table.trf:3: points: “inf” is not a number of points"),
        (changed(2, rank="2nd"), "", "/table.trf:3: rank: “2nd” is not a whole number"),
        (TABLE, "--order PTS,XX", "--order:0: XX: There is no criterion “XX”."),
        ("202 XX\n" + TABLE, "", "/table.trf:0: XX: There is no criterion “XX”."),
        (TABLE, "--edition 1999", "--edition:0: edition: There is no edition"),
    ],
)
def test_what_can_t_be_read_is_refused_with_its_place(answer, text, options, sentence):
    code, written = answer(text, *options.split())
    assert code == 2
    assert written.startswith(sentence)


def test_manage_py_needs_no_database(tmp_path):
    file = tmp_path / "table.trf"
    file.write_text(TABLE)
    environment = {"DATABASE_URL": "postgres://nobody@localhost:1/nothing", "PATH": "/usr/bin:/bin"}
    command = [sys.executable, str(Path(__file__).parents[3] / "manage.py"), "verify", str(file), "--order", "PTS,SB"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (1, "")
    assert "2 differences" in done.stdout


def test_the_command_reports_on_teams_too(answer):
    text = (GOLDEN / "fide_team_2024.trf").read_text(encoding="utf-8")
    code, said = answer(text)
    assert code == 1
    assert "match points: 47 Denmark: declared 13, computed 12" in said
    assert "249 declared points and 0 ranks by PTS: 0 differences\n" in said
    assert json.loads(answer(text, "--format", "json")[1])["teams"]["ranks"] == 50


# What an import reports


def told(text):
    return [(odd.line, odd.field, str(odd)) for odd in list_contradictions(read(text))]


def test_an_import_reports_points_and_ranks_that_the_results_contradict():
    assert told(TABLE) == []
    assert told(changed(1, points="2.0")) == [(2, "points", "The file states 2 points for Anna; the results give 2.5.")]
    assert told(f"202 SB\n{TABLE}") == [
        (4, "rank", "The file states rank 3 for Bert; the results give 2."),
        (5, "rank", "The file states rank 2 for Cleo; the results give 3."),
    ]


def test_an_import_reports_points_of_teams_that_the_matches_contradict():
    """FIDE's sample states more for Denmark than its matches make, in record 310 and in 801."""
    text = (GOLDEN / "fide_team_2024.trf").read_text(encoding="utf-8")
    of_denmark = [(field, said) for _line, field, said in told(text) if "Denmark" in said and field != "rank"]
    sentence = "The file states 13 match points for Denmark; the results give 12."
    assert [field for field, said in of_denmark if said == sentence] == ["match points", "801", "802"]


def test_a_summary_of_a_team_is_checked():
    text = (GOLDEN / "fide_team_exercise.trf").read_text(encoding="utf-8")
    listed = told(f"{text}801   1 T1      11.0   14.0\n802   2 T2      10.0   15.5\n")
    last = text.count("\n") + 1
    assert (last, "801", "The file states 11 match points for Team 1; the results give 10.") in listed
    assert not any(field == "802" and "match points" in said for _line, field, said in listed)


# What explains a difference


UNPLAYED = """\
092 Individual: Swiss-System
001    1      Anna                              2200                             3.0    1     2 w 1  0000 - U     3 w =
001    2      Bert                              2100                             2.5    2     1 b 0     3 w +  0000 - H
001    3      Cleo                              2000                             1.5    3  0000 - Z     2 b -     1 b =
"""


def test_byes_and_forfeits_are_named(answer):
    code, said = answer(UNPLAYED)
    assert code == 1
    for line in (
        "round 2: 1 (pairing-allocated bye)",
        "round 2: 1 Cleo (forfeit win)",
        "round 3: 0.5 (half-point bye)",
        "round 1: 0 (zero-point bye)",
        "round 2: 0 Bert (forfeit loss)",
    ):
        assert f"  {line}\n" in said
    listed = json.loads(answer(UNPLAYED, "--format", "json")[1])["differences"]
    assert listed[1]["rounds"] == {"2": "forfeit win", "3": "half-point bye"}


def test_points_of_a_player_are_tied_to_their_matches(answer):
    text = (GOLDEN / "fide_team_2024.trf").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("001    1 "))
    said = answer(text.replace(line, f"{line[:80]} 9.5{line[84:]}"))[1]
    assert "(board 1, " in said


def test_a_summary_of_a_round_is_checked(answer):
    """FIDE's sample gives Denmark half of the boards for its absence in round 3."""
    said = answer((GOLDEN / "fide_team_2024.trf").read_text(encoding="utf-8"))[1]
    assert ": game points in round 3: 47 Denmark: declared 2, computed 0\n" in said
    assert "values of records 801 and 802" in said


# Earlier rounds, and unknown orders


def test_rounds_after_one_are_left_out(answer):
    first = "".join(
        line[:80] + f" {points} " + line[85:]
        for line, points in zip(TABLE.splitlines(keepends=True)[1:], ("1.0", "0.5", "0.5", "0.0"), strict=True)
    )
    _code, said = answer("092 Individual: Round-Robin (Berger)\n" + first, "--after", "1")
    assert "declared points" in said
    assert ": points: " not in said
    assert answer(TABLE, "--after", "4") == (2, "--after:0: round: The file has rounds 1 to 3.\n")
    assert answer(TABLE, "--after", "0")[0] == 2


def with_ranks(event, order):
    """Return an event as a file with the ranks of an order, and no order."""
    ranked = rank(event, read_order(order))
    return whole_file.write(event, ranks={row.number: row.rank for row in ranked.rows})


@pytest.mark.parametrize("order", ["PTS,BH/C1,BH,SB", "PTS,SB,BH", "PTS,PS,WIN", "PTS,ARO,DE"])
@pytest.mark.parametrize("edition", ["plain", "pre-2023", "2024-08", "2026-03"])
def test_an_order_is_found_in_its_edition(order, edition):
    event = swiss(7, players=40, rounds=7, edition=edition, rates=WILD)
    text = with_ranks(event, order).replace(f"### [crosstable] edition={edition}\n", "")
    fit = find_order(read(text))
    assert (fit.right, fit.ranks) == (40, 40)
    chosen = read_order(fit.order)
    for each in (fit.edition, *fit.other_editions):
        assert [row.rank for row in rank(event._replace(edition=each), chosen).rows] == [
            row.rank for row in rank(event, read_order(order)).rows
        ]
    assert find_order(read(text)) == fit


def test_the_command_finds_the_order(answer):
    event = swiss(3, players=30, rounds=7, edition="2024-08", rates=WILD)
    code, said = answer(with_ranks(event, "PTS,BH/C1,BH,SB"), "--find")
    assert (code, said) == (0, "PTS,BH/C1,BH,SB in edition 2024-08 (as in 2024-04, 2023-09) gives 30 of 30 ranks\n")
    assert json.loads(answer(with_ranks(event, "PTS,BH/C1,BH,SB"), "--find", "--format", "json")[1])["right"] == 30


def test_without_ranks_no_order_can_be_found(answer):
    text = "\n".join(line[:85] + "    " + line[89:] for line in TABLE.splitlines())
    code, said = answer(text, "--find")
    assert (code, said) == (2, "/table.trf:0: rank: The file declares no ranks, so no order can be found.\n")
