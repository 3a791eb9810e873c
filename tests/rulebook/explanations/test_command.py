"""The command line explains values and comparisons, as text and as JSON."""

import json
import os
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from tiebreaks.commands import standings
from tiebreaks.values.numbers import decimal_texts

TABLE = """\
092 Individual: Round-Robin (Berger)
001    1      Anna                              2200                             2.0    1     4 w 1     3 b =     2 w =
001    2      Bert                              2100                             2.0    2     3 w =     4 b 1     1 b =
001    3      Cleo                              2000                             2.0    3     2 b =     1 w =     4 w 1
001    4      Dirk                              1900                             0.0    4     1 b 0     2 w 0     3 b 0
"""
UNKNOWN = "There is no player with the number 9."


@pytest.fixture
def answer(tmp_path, capsys):
    """Run the command on the table; return the exit code and what it printed."""
    file = tmp_path / "table.trf"
    file.write_text(TABLE)

    def run(*options):
        code = standings.main([str(file), *options])
        out, err = capsys.readouterr()
        return code, out or err

    return run


COMPARED = [
    ("PTS,WON", "4 2", "Bert ranks above Dirk by PTS\nPTS: 2 - 0 = 2 (", "* round 2: 1 - 0 = 1"),
    ("PTS,SB,RTNG", "3 1", "Anna ranks above Cleo by RTNG, level in PTS, SB\nRTNG: 2200 - 2000 = 200 (", "*"),
    ("PTS,SB", "1 2", "Anna and Bert share the rank: level in PTS, SB", ""),
]


@pytest.mark.parametrize(("order", "numbers", "first", "line"), COMPARED)
def test_compare_explains_the_difference(answer, order, numbers, first, line):
    code, text = answer("--order", order, "--compare", *numbers.split())
    assert code == 0
    assert first in text.partition("\n\n")[2]
    assert line in text


@pytest.mark.parametrize(
    ("number", "said"),
    [("4", "does not apply: nobody is still tied with this player"), ("2", "the tie remains")],
)
def test_direct_encounter_explains_why_it_does_not_decide(answer, number, said):
    _, text = answer("--order", "PTS,DE", "--explain", number)
    assert said in text.partition("DE = 0")[2]


@pytest.mark.parametrize(
    ("name", "columns"), [("german-2007", ["PTS", "SRO", "BH"]), ("german-youth", ["PTS", "BH", "SBH"])]
)
def test_an_order_may_be_named(answer, name, columns):
    code, text = answer("--order", name)
    assert (code, text.splitlines()[2].split()[3:]) == (0, columns)


def test_points_decided_outside_the_games_stand_below_the_table(tmp_path, capsys):
    file = tmp_path / "table.trf"
    file.write_text(TABLE + "299          -1.0    1    3\n299           0.5  999    4\n")
    standings.main([str(file), "--order", "PTS", "--lenient"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines if "Cleo *" in line or "Dirk *" in line] == [
        ["3", "3", "Cleo", "*", "1"],
        ["4", "4", "Dirk", "*", "0.5"],
    ]
    assert lines[-2:] == [
        "* Cleo: round 1: -1 points, an arbiter’s decision outside the games",
        "* Dirk: final table: +0.5 points, an arbiter’s decision outside the games",
    ]


def test_who_has_withdrawn_is_marked_in_the_table(tmp_path, capsys):
    file = tmp_path / "table.trf"
    file.write_text(TABLE + "### [crosstable] player 3 withdrawn_from=3\n")
    standings.main([str(file), "--order", "PTS"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2:4] for line in lines if " *" in line] == [["Cleo", "*"]]
    assert lines[-1] == "* Cleo: withdrawn, plays no round from 3 on"


def test_every_table_says_what_it_is_based_on(answer):
    options = ("--order", "PTS", "--edition", "2024-08")
    table, csv, data = (answer(*options, "--format", each)[1] for each in standings.FORMATS)
    assert table.splitlines()[0] == "Round robin, edition 2024-08, after round 3 of 3"
    assert csv.splitlines()[:2] == [
        "rank,number,name,PTS,system,edition,round,rounds",
        "1,1,Anna,2,round-robin,2024-08,3,3",
    ]
    basis = {"system": "round-robin", "edition": "2024-08", "round": 3, "rounds": 3}
    assert {name: value for name, value in json.loads(data).items() if name != "players"} == basis


AVERAGES = """\
042 2026/05/01
092 Individual: Swiss-System
001    1      Anna                              2200                             3.0    1     2 w 1     3 b 1     4 w 1
001    2      Bert                              2100                             2.0    2     1 b 0     4 w 1     3 b 1
001    3      Cleo                              2000                             1.0    3     4 w 1     1 w 0     2 w 0
001    4      Dirk                              1900                             0.0    4     3 b 0     2 b 0     1 b 0
"""


def test_averages_are_decimals_that_tell_values_apart(tmp_path, capsys):
    file = tmp_path / "averages.trf"
    file.write_text(AVERAGES)
    texts = {}
    for each in standings.FORMATS:
        standings.main([str(file), "--order", "PTS,AOB", "--format", each])
        texts[each] = capsys.readouterr().out
    assert "2,2,Bert,2,4.67," in texts["csv"]  # the Buchholz of the others is 3, 5 and 6
    assert "/" not in texts["csv"] + texts["table"] + texts["json"]
    values = [Fraction(1, 3), Fraction(333, 1000), Decimal("0.25"), None]
    assert decimal_texts(values) == ["0.3333", "0.333", "0.25", ""]
    assert decimal_texts([Fraction(1, 3), 1]) == ["0.33", "1"]


def test_a_round_robin_without_its_record_is_recognised_and_said_so(tmp_path, capsys):
    file = tmp_path / "table.trf"
    file.write_text(TABLE.partition("\n")[2])
    assert standings.main([str(file), "--order", "PTS"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Round robin, ")
    assert err.startswith(f"{file}:1: 092: The file does not name its system. Everybody has met everybody")
    file.write_text(TABLE.replace("Round-Robin (Berger)", "Swiss-System"))
    standings.main([str(file), "--order", "PTS"])
    assert capsys.readouterr().out.startswith("Swiss system, ")


def test_compare_lists_opponents_side_by_side(answer):
    _, text = answer("--order", "WON,SB", "--compare", "1", "4")
    assert "Anna ranks above Dirk by WON" in text
    _, text = answer("--order", "REP,SB", "--compare", "1", "4")
    assert text.splitlines()[-4:] == [
        "SB: 2 - 0 = 2 (Add up each opponent’s score times the points made against them.)",
        "  each other: 0 both",
        "* Cleo: 1 - 0 = 1",
        "* Bert: 1 - 0 = 1",
    ]


def test_comparison_and_explanation_have_one_shape_in_json(answer):
    _, text = answer("--order", "REP,SB,DE", "--compare", "1", "4", "--explain", "1", "--format", "json")
    document = json.loads(text)
    comparison = document["comparison"]
    assert (comparison["ahead"], comparison["behind"], comparison["criterion"]) == (1, 4, "SB")
    assert (comparison["level"], comparison["difference"], comparison["adds_up"]) == (["REP"], "2", True)
    assert comparison["workings"][0] == document["explanation"][1]
    assert [line["difference"] for line in comparison["lines"] if line["decides"]] == ["1", "1"]


def test_direct_encounter_includes_its_mini_table(answer):
    _, text = answer("--order", "PTS,DE", "--explain", "1", "--format", "json")
    encounter = json.loads(text)["explanation"][1]["encounter"]
    assert [player["number"] for player in encounter["players"]] == [1, 2, 3]
    assert encounter["players"][0] == {"number": 1, "place": 0, "points": "1", "against": {"2": "0.5", "3": "0.5"}}


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--compare 1 9", f"--compare:0: number: {UNKNOWN}"),
        ("--explain 9", f"--explain:0: number: {UNKNOWN}"),
        ("--compare 1 1", "--compare:0: number: A player can’t be compared with themselves"),
    ],
)
def test_wrong_numbers_are_refused(answer, options, sentence):
    code, text = answer(*options.split())
    assert code == 2
    assert text.startswith(sentence)


@pytest.mark.parametrize(
    "record", [f"142 {'9' * 5000}", f"XXR {'0' * 5000}", "162 W 1E-30 D 0.5", "162 W 1E+999999 D 0"]
)
def test_a_number_that_no_event_has_is_refused(tmp_path, capsys, record):
    file = tmp_path / "table.trf"
    file.write_text(f"{record}\n{TABLE}")
    assert standings.main([str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith(f"{file}:1: {record[:3]}")) == ("", True)


@pytest.mark.parametrize("command", [[], ["verify"], ["rules"]])
def test_a_reader_who_leaves_early_is_no_error(tmp_path, command):
    file = tmp_path / "table.trf"
    file.write_text(TABLE)
    reads, writes = os.pipe()
    os.close(reads)
    words = [sys.executable, "-m", "tiebreaks", *command, *([] if command == ["rules"] else [str(file)])]
    left = subprocess.run(words, stdout=writes, stderr=subprocess.PIPE)
    os.close(writes)
    assert (left.returncode, left.stderr) == (0, b"")


def test_a_direct_encounter_that_decides_is_shown_as_a_table(answer):
    _, text = answer("--order", "BPG,DE", "--compare", "2", "4")
    lines = [line.split() for line in text.partition("\nDE: ")[2].splitlines()]
    assert ["no", "name", "2", "4", "sum", "place"] in lines
    assert ["2", "Bert", "×", "1", "1", "1"] in lines


def test_an_earlier_table_and_comparison_can_be_asked_for(capsys):
    path = str(Path(__file__).parents[2] / "golden" / "fide_swiss_2026.trf")
    assert standings.main([path, "--after", "2", "--compare", "1", "2"]) == 0
    said = capsys.readouterr().out
    assert "after round 2 of 5" in said
    assert standings.main([path, "--after", "6"]) == 2
    assert "The file has rounds 1 to 5." in capsys.readouterr().err
