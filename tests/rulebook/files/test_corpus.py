"""Folders of foreign tournament files: one line a file, and a summary."""

from shutil import copy

import pytest

from tests.generated.corpus import main
from tests.rulebook.files.test_verify import GOLDEN, changed
from tests.sizes import some
from tiebreaks.trf import whole_file
from tiebreaks.trf.reader import read

SMALL_FIRST = sorted(GOLDEN.glob("*.trf"), key=lambda path: path.stat().st_size)


def test_every_file_of_a_folder_is_checked(tmp_path, capsys):
    (tmp_path / "older").mkdir()
    copy(GOLDEN / "fide_round_robin.trf", tmp_path / "older")
    (tmp_path / "notes.TXT").write_text("Nobody plays here.")
    (tmp_path / "picture.png").write_bytes(b"")
    assert main([str(tmp_path)]) == 0
    notes, table, summary = capsys.readouterr().out.splitlines()
    assert notes == "notes.TXT: refused: 1: 001: The file has no players: it needs lines that start with 001."
    assert table == (
        "older/fide_round_robin.trf: 12 declared values, 0 differences; 252 values compared with gacrux, 0 differences"
    )
    assert summary == (
        "1 files read, 1 refused; 12 declared values, 0 differences;"
        " 252 values compared with gacrux, 0 differences, 0 files not compared"
    )


def test_players_who_are_not_numbered_from_1_are_compared_too(tmp_path, capsys):
    """gacrux alone fails on such files with KeyError 1; files of teams often number their players by team and board."""
    facts = read(changed(2)).crosstable
    shifted = facts._replace(
        players={n + 10: player._replace(number=n + 10) for n, player in facts.players.items()},
        games={n + 10: tuple(g._replace(opponent=g.opponent + 10) for g in own) for n, own in facts.games.items()},
    )
    (tmp_path / "shifted.trf").write_text(whole_file.write(shifted))
    assert main([str(tmp_path)]) == 0
    assert "values compared with gacrux, 0 differences, 0 files not compared" in capsys.readouterr().out


def test_a_wrong_value_is_a_difference(tmp_path, capsys):
    (tmp_path / "wrong.trf").write_text(changed(2, points="3.0"))
    assert main([str(tmp_path)]) == 1
    assert "8 declared values, 1 differences" in capsys.readouterr().out


@pytest.mark.parametrize("path", some(SMALL_FIRST, 4), ids=lambda path: path.stem)
def test_published_files_are_read(path, tmp_path, capsys):
    copy(path, tmp_path)
    main([str(tmp_path)])
    assert "1 files read, 0 refused" in capsys.readouterr().out
