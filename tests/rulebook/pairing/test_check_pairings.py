"""`manage.py check_pairings`: every round of a file paired again by our own engine, and its standings computed."""

from pathlib import Path

import pytest

from pairing import team_swiss
from pairing.rules.history import read_history
from tests.generated.team_events import positions
from tests.rulebook.pairing.test_dutch_articles import RECORDED
from tiebreaks.facts.games import Colour
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank
from tiebreaks.trf import whole_file
from tiebreaks.trf.records import Header
from tiebreaks.trf.writer import TRF16, TRF26, write
from tournaments.management.commands import check_pairings

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.mark.parametrize("dialect", (TRF16, TRF26))
def test_a_file_whose_rounds_are_right(tmp_path, capsys, dialect):
    file = tmp_path / "event.trf"
    file.write_text(write(RECORDED, dialect=dialect), encoding="utf-8")
    assert check_pairings.main([str(file)]) == 0
    out = capsys.readouterr().out
    assert "Round 1: the same (11)" in out and "7 rounds paired again, 0 of them otherwise.\n" in out


@pytest.mark.parametrize(("start", "different"), [(1, True), (2, False)])
def test_a_pairing_that_was_forbidden_later_is_right_before(tmp_path, capsys, start, different):
    """The first board of round 1 is forbidden from the first or from the second round on."""
    opponent = RECORDED.games[1][0].opponent
    file, record = tmp_path / "event.trf", f"260 {start:>3}   7    1 {opponent:>4}"
    file.write_text(write(RECORDED, records=(record,)), encoding="utf-8")
    assert check_pairings.main([str(file)]) == different
    assert ("Round 1: otherwise" in capsys.readouterr().out) == different


def test_differences_are_listed(tmp_path, capsys):
    """Boards two and three of round 1 swapped their opponents: then that round alone is not what the rules want."""
    one_round = RECORDED.up_to(1)
    games = {number: own[0] for number, own in one_round.games.items()}
    for number, opponent in ((2, 15), (15, 2), (3, 14), (14, 3)):
        colour = Colour.WHITE if number in (3, 15) else Colour.BLACK
        games[number] = games[number]._replace(opponent=opponent, colour=colour)
    file = tmp_path / "event.trf"
    file.write_text(write(one_round._replace(games={n: (game,) for n, game in games.items()})), encoding="utf-8")
    assert check_pairings.main([str(file), "--lenient"]) == 1
    out = capsys.readouterr().out
    assert "Round 1: otherwise (11)" in out
    assert (
        "in the file: 3–14, 15–2\n  by us:       3–15, 14–2\n  In the bracket with score 0 both are equally good" in out
    )


def test_one_run_checks_pairings_and_standings(tmp_path, capsys):
    """A rank that contradicts the order of the file is a difference, although every round is right."""
    file, order = tmp_path / "event.trf", "PTS,BH,SB"
    rows = rank(RECORDED, read_order(order)).rows
    ranks = {row.number: place for place, row in enumerate(rows, start=1)}
    header = Header(order=order)
    file.write_text(whole_file.write(RECORDED, header, ranks=ranks), encoding="utf-8")
    assert check_pairings.main([str(file)]) == 0
    assert capsys.readouterr().out.endswith(f"{len(rows)} ranks by PTS,BH,SB: 0 differences\n")
    first, last = rows[0].number, rows[-1].number
    wrong = ranks | {first: len(rows), last: 1}
    file.write_text(whole_file.write(RECORDED, header, ranks=wrong), encoding="utf-8")
    assert check_pairings.main([str(file)]) == 1
    out = capsys.readouterr().out
    assert "7 rounds paired again, 0 of them otherwise." in out and "2 differences" in out


@pytest.mark.parametrize(("seed", "colours"), [(6, "typea"), (4, "typeb"), (5, "nocolor")])
def test_events_of_teams_are_checked_too(tmp_path, capsys, seed, colours):
    """Our own engine has paired them, with byes, absences and forfeits; with other preferences one differs."""
    players, teams, _absent, settings = list(positions(seed, most=12))[-1]
    file, rounds = tmp_path / "teams.trf", read_history(teams).last
    file.write_text(team_swiss.engine_input(players, teams, {}, settings), encoding="utf-8")
    check_pairings.main([str(file), "--colours", settings.colours])
    assert settings.colours == colours
    assert f"{rounds} rounds paired again, 0 of them otherwise." in capsys.readouterr().out


def test_a_round_of_teams_that_is_not_right_is_explained(capsys):
    assert check_pairings.main([str(GOLDEN / "fide_team_exercise.trf"), "--lenient"]) == 1
    out = capsys.readouterr().out
    assert "otherwise" in out and "In the bracket with score" in out


def test_a_round_robin_is_not_checkable(capsys):
    assert check_pairings.main([str(GOLDEN / "fide_round_robin.trf")]) == 2
    assert "This is not a Swiss event" in capsys.readouterr().err


def test_a_file_that_cannot_be_read(tmp_path, capsys):
    missing = tmp_path / "none.trf"
    assert check_pairings.main([str(missing)]) == 2
    Path(missing).write_text("012 Empty\n", encoding="utf-8")
    assert check_pairings.main([str(missing)]) == 2
    assert "has no players" in capsys.readouterr().err
