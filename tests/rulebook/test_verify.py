"""The points and ranks that a file states, checked against its results."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tiebreaks.commands import verify
from tiebreaks.contradictions import list_contradictions
from tiebreaks.notation import read_order, write_order
from tiebreaks.trf.reader import read
from tiebreaks.verify import verify_tournament

GOLDEN = Path(__file__).parents[1] / "golden"
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


@pytest.mark.parametrize(("change", "order", "found"), DIFFERENT)
def test_every_difference_is_listed(change, order, found):
    assert differences(changed(2, **change), order) == found


def test_a_rank_is_explained_by_the_first_criterion_that_differs():
    (bert, cleo) = verify_tournament(read(TABLE), read_order("PTS,SB")).differences
    for difference in (bert, cleo):
        found = difference.comparison
        assert (found.first, found.second, found.workings[0].notation) == (2, 3, "SB")
        assert [chosen.notation for chosen in found.level] == ["PTS"]


def test_points_are_explained_by_their_rounds():
    (difference,) = verify_tournament(read(changed(1, points="2.0"))).differences
    assert [(term.round, str(term.value)) for term in difference.working.terms] == [(1, "1"), (2, "1"), (3, "0.5")]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.trf")), ids=lambda path: path.stem)
def test_the_published_exercises_are_right(path):
    assert not verify_tournament(read(path.read_bytes())).differences


def test_teams_are_checked_by_their_order():
    """FIDE's sample was ranked by another order than it names; Denmark's points there hold more than its matches."""
    text = (GOLDEN / "fide_team_2024.trf").read_text(encoding="utf-8")
    found = verify_tournament(read(text)).teams
    assert (found.points, found.ranks, write_order(found.standings.order)) == (100, 50, "MP")
    of_points = [(d.number, d.field, str(d.declared), str(d.computed)) for d in found.differences if d.working]
    assert of_points == [(47, "match points", "13.0", "12"), (47, "game points", "24.5", "22.5")]
    found = verify_tournament(read(text), read_order("PTS,EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP", of_teams=True)).teams
    slovakia = next(d for d in found.differences if (d.number, d.field) == (22, "rank"))
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
    assert [found["name"] for found in report["differences"]] == ["Bert", "Cleo"]
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
    code, found = answer(text, *options.split())
    assert code == 2
    assert found.startswith(sentence)


def test_manage_py_needs_no_database(tmp_path):
    file = tmp_path / "table.trf"
    file.write_text(TABLE)
    environment = {"DATABASE_URL": "postgres://nobody@localhost:1/nothing", "PATH": "/usr/bin:/bin"}
    command = [sys.executable, str(Path(__file__).parents[2] / "manage.py"), "verify", str(file), "--order", "PTS,SB"]
    found = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (found.returncode, found.stderr) == (1, "")
    assert "2 differences" in found.stdout


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
    assert told(changed(1, points="2.0")) == [(2, "points", "The file states 2 points for Anna, the results make 2.5.")]
    assert told(f"202 SB\n{TABLE}") == [
        (4, "rank", "The file states rank 3 for Bert, the results make 2."),
        (5, "rank", "The file states rank 2 for Cleo, the results make 3."),
    ]


def test_an_import_reports_points_of_teams_that_the_matches_contradict():
    """FIDE's sample states more for Denmark than its matches make, in record 310 and in 801."""
    text = (GOLDEN / "fide_team_2024.trf").read_text(encoding="utf-8")
    of_denmark = [(field, said) for _line, field, said in told(text) if "Denmark" in said and field != "rank"]
    sentence = "The file states 13 match points for Denmark, the results make 12."
    assert [field for field, said in of_denmark if said == sentence] == ["match points", "801", "802"]


def test_a_summary_of_a_team_is_checked():
    text = (GOLDEN / "fide_team_exercise.trf").read_text(encoding="utf-8")
    found = told(f"{text}801   1 T1      11.0   14.0\n802   2 T2      10.0   15.5\n")
    last = text.count("\n") + 1
    assert (last, "801", "The file states 11 match points for Team 1, the results make 10.") in found
    assert not any(field == "802" and "match points" in said for _line, field, said in found)
