"""`manage.py random_tournament`: the same seed gives the same file, and our own check agrees with every round."""

from decimal import Decimal

import pytest

from pairing.dutch import random_events
from tiebreaks.facts.games import Kind
from tiebreaks.trf import reader
from tiebreaks.trf.writer import TRF16
from tournaments.management.commands import check_pairings, random_tournament

EVERYTHING = [
    *("--odd-results", "8", "--tie-breaks", "PTS,BH/C1,BH,SB"),
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
    assert reader.read(file.read_bytes()).order == "PTS,BH/C1,BH,SB"
    letters = {game.letter for own in facts.games.values() for game in own if game.kind == Kind.PLAYED}
    assert letters == {"1", "0", "="}
    sums = {
        game.points + facts.games[game.opponent][game.round - 1].points
        for own in facts.games.values()
        for game in own
        if game.kind == Kind.PLAYED
    }
    assert {0, 1} < sums  # 0-0 and ½-0 in a scoring of 3, 1, 0
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


def test_what_is_not_chosen_is_drawn_by_the_seed(capsys):
    texts = set()
    for seed in ("1", "2", "3"):
        assert random_tournament.main(["-", "--players", "12", "--rounds", "5", "--seed", seed]) == 0
        texts.add(capsys.readouterr().out.split("\n212 ")[1].split("\n")[0])
    assert len(texts) == 3 and all(text.startswith("PTS,") for text in texts)
    courses = [draw(["-", "--seed", str(seed)])[0] for seed in range(200)]
    for name, (least, most) in random_tournament.USUAL.items():
        found = {getattr(course, name.replace("-", "_")) for course in courses}
        assert len(found) > 1 and found <= {*range(least, most + 1)}, name
    assert {course.accelerated for course in courses} == {True, False}
    assert draw(["-", "--seed", "1", "--late", "9"])[0] == courses[1]._replace(late=9)


def test_ratings_are_given_one_by_one_or_by_limits(capsys):
    random_tournament.main(["-", "--ratings", "2100,1900,2000,1800", "--rounds", "1", "--seed", "1", "--unrated", "0"])
    facts = reader.read(capsys.readouterr().out).crosstable
    assert [player.rating for player in facts.players.values()] == [2100, 1900, 2000, 1800]
    limits = ["--weakest", "1500", "--strongest", "1600", "--unrated", "0"]
    random_tournament.main(["-", "--players", "60", "--rounds", "1", "--seed", "1", *limits])
    ratings = [player.rating for player in reader.read(capsys.readouterr().out).crosstable.players.values()]
    assert 1500 <= min(ratings) < 1510 < 1590 < max(ratings) <= 1600


def test_results_follow_the_table_of_expected_scores():
    """Two hundred points apart the stronger one makes 76 % in the long run, more than 400 apart 92 %."""
    for stronger, share in ((1700, 76), (2500, 92)):
        course = random_events.PlayedEvent(players=2, draws=40, ratings=(stronger, 1500), forfeits=0)
        play = random_events._Play(course)
        points = {"10": 2, "==": 1, "01": 0}
        results = [play._result(1, 2) for _ in range(20_000)]
        assert set(results) == {*points}
        assert abs(sum(map(points.get, results)) / 400 - share) < 1


def draw(arguments):
    return random_tournament.draw_event(random_tournament.parser().parse_args(arguments), int(arguments[2]))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (["--players", "1"], "a whole number from 2 to 5000 is needed, not “1”"),
        (["--draws", "101"], "a whole number from 0 to 100 is needed, not “101”"),
        (["--ratings", "2000,1900", "--players", "3"], "there are 2 ratings for 3 players"),
        (["--weakest", "2000", "--strongest", "1500"], "the weakest has 2000, the strongest 1500"),
        (["--tie-breaks", "PTS,XYZ"], "XYZ"),
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
