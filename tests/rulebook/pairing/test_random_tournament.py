"""`manage.py random_tournament`: the same seed gives the same file, and our own check agrees with every round."""

from decimal import Decimal

import pytest

from tiebreaks.crosstable import Kind
from tiebreaks.trf import reader
from tiebreaks.trf.writer import TRF16
from tournaments.management.commands import check_pairings, random_tournament

EVERYTHING = [
    *("--forfeits", "10", "--double-forfeits", "3", "--half-byes", "8", "--zero-byes", "4", "--full-byes", "4"),
    *("--late", "20", "--retired", "20", "--unrated", "30", "--scoring", "3-1-0/1", "--initial", "B", "--accelerated"),
]


@pytest.mark.parametrize("more", [[], EVERYTHING, [*EVERYTHING, "--dialect", TRF16]])
@pytest.mark.parametrize("seed", ["1", "2"])
def test_its_rounds_are_what_the_check_pairs(tmp_path, capsys, seed, more):
    file = tmp_path / "random.trf"
    arguments = [str(file), "--players", "30", "--rounds", "7", "--seed", seed, *more]
    assert random_tournament.main(arguments) == 0
    assert f"seed {seed}, 30 players, 7 rounds\n" in capsys.readouterr().err
    assert check_pairings.main([str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    assert random_tournament.main(arguments) == 0
    assert file.read_text(encoding="utf-8") == text


def test_everything_that_was_asked_for_is_in_the_file(tmp_path):
    file = tmp_path / "random.trf"
    random_tournament.main([str(file), "--players", "40", "--seed", "3", *EVERYTHING])
    facts = reader.read(file.read_bytes(), file.name).crosstable
    assert (facts.scheme.win, facts.scheme.draw, facts.scheme.pab) == (3, 1, Decimal(1))
    kinds = {game.kind for own in facts.games.values() for game in own}
    assert kinds == {*Kind} - {Kind.OPEN, Kind.PAB} | ({Kind.PAB} & kinds)
    assert any(player.rating is None for player in facts.players.values())


def test_without_a_seed_it_says_which_one_it_took(capsys):
    assert random_tournament.main(["-", "--players", "6", "--rounds", "2"]) == 0
    out, err = capsys.readouterr()
    seed = err.split("seed ")[1].split(",")[0]
    assert random_tournament.main(["-", "--players", "6", "--rounds", "2", "--seed", seed]) == 0
    assert capsys.readouterr().out == out


def test_a_round_that_cannot_be_paired_ends_it(capsys):
    assert random_tournament.main(["-", "--players", "2", "--rounds", "3", "--seed", "1", "--late", "0"]) == 0
    assert "round" in capsys.readouterr().err.split("can't be paired")[0]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["--players", "1"], "a whole number from 2 to 5000 is needed, not “1”"),
        (["--draws", "101"], "a whole number from 0 to 100 is needed, not “101”"),
        (["--scoring", "3-1"], "points such as 3-1-0 or 1-0.5-0/0.5 are needed, not “3-1”"),
        (["--scoring", "3-1-0/0.25"], "points have one decimal and are at most 10, unlike “3-1-0/0.25”"),
        (["--scoring", "3-1-NaN"], "points have one decimal"),
    ],
)
def test_what_is_wrong_is_named(capsys, wrong, sentence):
    with pytest.raises(SystemExit):
        random_tournament.main(["-", *wrong])
    assert sentence in capsys.readouterr().err


def test_a_file_that_cannot_be_written(tmp_path, capsys):
    assert random_tournament.main([str(tmp_path / "none" / "x.trf"), "--players", "4", "--rounds", "1"]) == 2
    assert "No such file or directory" in capsys.readouterr().err
