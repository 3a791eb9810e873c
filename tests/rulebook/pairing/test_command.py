"""`manage.py pair`: the JSON that other programs read, the sentences, and no database."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.generated.generator_teams import Rates, swiss
from tests.notation.trf_text_teams import trf_text_teams
from tournaments.management.commands import pair

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "tests" / "golden"
STANDINGS = "name,wins,spread\nPetra,16,+728\nUlla,15,+1018\nIngrid,15,523\nJörg,13,965\n"
DIVISION = """\
Ann 1500 2 3; 400 410; p12 1 2
Bob 1400 1 4; 300 420; p12 2 1
Cem 1300 4 1; 410 300; p12 1 1
Dot 1200 3 2; 390 310; p12 2 2
"""
ONE_GAME = "Ann 0 2; 300\nBob 0 1; 200\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command on files given by name; return the exit status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, **files):
        for name, text in files.items():
            Path(name.replace("_", ".")).write_text(text, encoding="utf-8")
        try:
            status = pair.main(arguments)
        except SystemExit as left:
            status = left.code
        return (status, *capsys.readouterr())

    return run


def players(count):
    return "name;rating\n" + "".join(f"P{n};{2000 - 10 * n}\n" for n in range(1, count + 1))


def test_groups(run):
    status, out, err = run("groups", "p.csv", "--seed", "7", "--format", "json", p_csv=players(16))
    answer = json.loads(out)
    assert (status, err) == (0, "") and list(answer) == ["groups"]
    one, *_, four = answer["groups"][0]["players"]
    assert answer["groups"][0]["rounds"][0][0] == [one, four] and answer["groups"][0]["byes"] == [[], [], []]
    assert sorted(rank for each in answer["groups"] for rank in each["players"]) == list(range(1, 17))


def test_the_order_of_lines_changes_nothing(run):
    lines = "name,rating\nA,100\nB,100\nC,100\nD,90\nE,\nF,0\nG,100\n"
    head, *rest = lines.splitlines(keepends=True)
    tables = {
        run("groups", "p.csv", "--seed", "3", p_csv=head + "".join(order))[1]
        for order in (rest, rest[::-1], sorted(rest))
    }
    assert len(tables) == 1 and "Group 2" in tables.pop()


def test_finalists(run):
    status, out, _ = run("finalists", "s.csv", "--format", "json", s_csv=STANDINGS)
    assert status == 0 and json.loads(out) == {
        "safe": [],
        "candidates": ["Petra", "Ulla", "Ingrid"],
        "added": "Jörg",
        "pairs": [["Ulla", "Ingrid"]],
        "released": ["Petra", "Jörg"],
    }


def test_finalists_with_other_margins(run):
    arguments = ("--places", "1", "--wins", "0.5", "--spread", "0", "--swing", "175", "--no-draws", "--format", "json")
    answer = json.loads(run("finalists", "s.csv", *arguments, s_csv=STANDINGS)[1])
    assert (answer["safe"], answer["candidates"], answer["pairs"]) == (["Petra"], [], [])


def test_finalists_for_people(run):
    out = run("finalists", "s.csv", s_csv=STANDINGS)[1]
    assert "Fixed:      Ulla – Ingrid" in out and "Released:   Petra – Jörg" in out


@pytest.mark.parametrize("system", ("new-swiss", "king-of-the-hill", "round-robin"))
def test_the_next_round_of_a_division(run, system):
    text = DIVISION if system != "round-robin" else "Ann 0\nBob 0\nCem 0\nDot 0\nEva 0\n"
    status, out, err = run("next", "d.t", "--system", system, "--format", "json", d_t=text)
    answer = json.loads(out)
    assert (status, err) == (0, "") and list(answer) == ["round", "boards", "bye"]
    assert answer["round"] == (1 if system == "round-robin" else 3)
    assert answer["bye"] == (1 if system == "round-robin" else None)
    assert len(answer["boards"]) == 2


@pytest.mark.parametrize("system", ("dutch", "new-swiss"))
def test_the_next_round_of_a_chess_file(run, system):
    text = (GOLDEN / "fide_swiss_2026.trf").read_text("utf-8").replace("XXR 5", "XXR 6")
    status, out, err = run("next", "e.trf", "--system", system, "--format", "json", e_trf=text)
    assert (status, err) == (0, "") and json.loads(out)["round"] == 6 and len(json.loads(out)["boards"]) == 8


def test_a_double_round_robin_has_more_rounds(run):
    status, out, _ = run("next", "d.t", "--system", "round-robin", "--rounds", "2", "--format", "json", d_t=ONE_GAME)
    assert (status, json.loads(out)["boards"]) == (0, [[2, 1]])


GROUPS, FINALISTS, SWISS = "groups p.csv --seed 1", "finalists s.csv", "next d.t --system new-swiss"
MISTAKES = [
    # arguments, the file's text (None: no file), the place, the sentence
    (GROUPS, None, "0: file", "The file can’t be read: No such file or directory."),
    (GROUPS, "name\nA\nB\n", "1: rating", "The header has no column “rating”."),
    (GROUPS, "name,rating\nA,x\n", "2: rating", "“x” is not a whole number from 0 to 4000."),
    (GROUPS, "name,rating\nA,1\n", "0: players", "Groups need at least two players; the list has 1."),
    (FINALISTS, "name,wins,spread\nA,3,1\na,2,1\n", "3: name", "“a” is already in line 2."),
    (FINALISTS, "name,wins,spread\nA,3.2,1\n", "2: wins", "“3.2” is not a number of wins, for example 13 or 13.5."),
    (FINALISTS, "name,wins,spread\nA,3,1.5\n", "2: spread", "“1.5” is not a whole number, for example +728."),
    (FINALISTS, "name,wins\nA,3\n", "1: spread", "The header has no column “spread”."),
    (FINALISTS, "name,wins,spread\n", "1: name", "The file has no players."),
    (
        FINALISTS,
        "name,wins,spread\nA,3,1\nB,4,1\n",
        "3: wins",
        "“B” is listed below a player with fewer wins or a smaller spread.",
    ),
    (f"{SWISS} --rounds 2", DIVISION, "0: round", "All 2 rounds are paired already."),
    (SWISS, ONE_GAME, "0: round", "No legal pairing exists. The smallest relaxation: 1–2 meet again."),
    (SWISS, "Ann 0 2\nBob 0 1\n", "0: round", "Round 1 is not finished. Results are missing: 1."),
    (
        "next d.x --system dutch",
        "",
        "0: file",
        "These can be read: tournament files (.trf) and divisions of tsh (.t).",
    ),
]


@pytest.mark.parametrize(("arguments", "text", "place", "sentence"), MISTAKES)
def test_mistakes_leave_stdout_empty(run, arguments, text, place, sentence):
    file = arguments.split()[1]
    files = {} if text is None else {file.replace(".", "_"): text}
    assert run(*arguments.split(), **files) == (2, "", f"{file}:{place}: {sentence}\n")


def test_unknown_options_leave_stdout_empty(run):
    status, out, err = run("next", "d.t", "--system", "swiss", d_t=DIVISION)
    assert (status, out) == (2, "") and "--system" in err


def test_no_database_is_needed(tmp_path):
    (tmp_path / "s.csv").write_text(STANDINGS, encoding="utf-8")
    command = [sys.executable, str(ROOT / "manage.py"), "pair", "finalists", "s.csv", "--format", "json"]
    settings = {**os.environ, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"}
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"") and json.loads(done.stdout)["added"] == "Jörg"


@pytest.mark.parametrize(
    ("options", "boards"),
    [
        ((), [[4, 3], [1, 2]]),  # the second round of the table
        (("--double",), [[2, 4], [3, 1]]),  # turned round with the third
        (("--double", "--keep-order"), [[4, 3], [1, 2]]),
    ],
)
def test_a_double_round_robin_by_an_option(run, options, boards):
    played = "Ann 0 4; 400; p12 1\nBob 0 3; 400; p12 1\nCem 0 2; 300; p12 2\nDot 0 1; 300; p12 2\n"
    status, out, _err = run("next", "d.t", "--system", "round-robin", *options, "--format", "json", d_t=played)
    assert (status, json.loads(out)["boards"]) == (0, boards)


def teams(rounds, count=8):
    """Return a team file of which some rounds are played."""
    calm = Rates(0, 0, 0, 0, 0, 0, 0, 0, 0.4, 0)
    return trf_text_teams(*swiss(3, teams=count, rounds=rounds, boards=4, rates=calm)) + "XXR 7\n"


@pytest.mark.parametrize("system", ["team-swiss", "new-swiss", "round-robin", "king-of-the-hill"])
def test_the_next_round_of_a_team_file(run, system):
    status, out, err = run("next", "t.trf", "--system", system, "--format", "json", "--rounds", "7", t_trf=teams(1, 7))
    answer = json.loads(out)
    assert (status, err) == (0, "")
    assert answer["round"] == 2 and answer["bye"] in range(1, 8)
    assert sorted([n for pair in answer["boards"] for n in pair] + [answer["bye"]]) == list(range(1, 8))


def test_a_table_names_the_teams(run):
    status, out, err = run(
        "next", "t.trf", "--system", "team-swiss", "--colours", "typeb", "--rounds", "7", t_trf=teams(2)
    )
    assert (status, err) == (0, "")
    assert "Team 001" in out and "Paired by Crosstable; not FIDE-endorsed." in out


@pytest.mark.parametrize(
    ("system", "text", "sentence"),
    [
        ("dutch", teams(1), "dutch pairs players, but this is a team event."),
        (
            "team-swiss",
            "001    1      A\n001    2      B\n",
            "team-swiss pairs teams, but this is an individual event.",
        ),
    ],
)
def test_teams_and_players_are_not_mixed(run, system, text, sentence):
    status, out, err = run("next", "t.trf", "--system", system, "--rounds", "7", t_trf=text)
    assert (status, out) == (2, "")
    assert sentence in err


# Case 7 of a public probe of gacrux: four teams of ten begin with two match points more in rounds 1 and 2.
BOARDS_OF_GACRUX = {2: [[3, 1], [2, 5], [4, 6], [8, 10], [9, 7]], 3: [[2, 1], [3, 7], [5, 8], [10, 6], [9, 4]]}
ACCELERATIONS = [
    "250  2.0  0.0   1   2    1    4",
    "250  2.0        1   2    1    4",
    "250  2.0  4.0   1   2    1    4",
]


@pytest.mark.parametrize("record", ACCELERATIONS)
@pytest.mark.parametrize("number", BOARDS_OF_GACRUX)
def test_teams_are_accelerated_by_their_primary_score(run, number, record):
    text = (GOLDEN / "accelerated_teams.trf").read_text(encoding="utf-8").replace(ACCELERATIONS[0], record)
    lines = [line[:101] if number == 2 and line.startswith("001") else line for line in text.splitlines()]
    arguments = ("next", "t.trf", "--system", "team-swiss", "--lenient", "--format", "json")
    status, out, err = run(*arguments, t_trf="\n".join(lines))
    assert status == 0, err
    assert json.loads(out) == {"round": number, "boards": BOARDS_OF_GACRUX[number], "bye": None}
