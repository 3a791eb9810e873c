"""The statistics of an event: counted by hand first, then shown."""

from decimal import Decimal

import pytest
from django.db.models import F

from tests.generated.generator_teams import swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.site.factories import make_event
from tests.site.imports import import_teams
from tests.site.standings.test_public_pages import Outline
from tests.site.standings.test_team_events import GOLDEN
from tournaments.access.reader import staff_reader
from tournaments.domain.number_format import group_thousands
from tournaments.domain.standings import statistics
from tournaments.domain.standings.statistics import Attendance, Chance, ResultCounts
from tournaments.models import Event, Game
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}
RATINGS = [2000, 1900, 1800, 1700, 1600, 1500, None, 2100]


@pytest.fixture
def event():
    """Round 1: White 1 - 0, a draw, a forfeit, Black wins; round 2: Black wins and one of 1 loses, two are open."""
    event = make_event()
    for number, rating in enumerate(RATINGS, 1):
        event.players.filter(number=number).update(rating=rating)
    for number, results in ((1, ("10", "==", "+-", "01")), (2, ("01", "10"))):
        for board, result in enumerate(results, 1):
            Game.objects.filter(round__event=event, round__number=number, board=board).update(result=result)
    return event


def facts(event):
    return read_standings(staff_reader(event)).facts


def test_only_games_over_the_board_are_counted(event):
    table = facts(event)
    games = statistics.list_games(table)
    assert len(games) == 5
    assert statistics.count_results(games) == ResultCounts(first=2, draws=1, second=2)
    assert statistics.count_by_round(games) == {1: ResultCounts(1, 1, 1), 2: ResultCounts(1, 0, 1)}


def test_upsets_are_wins_of_the_lower_rated(event):
    # Round 2: Weiß (1800) beats Sørensen (1900), Doğan (1700) beats Müller (2000); 7 is unrated, 1 and 2 as expected.
    table = facts(event)
    upsets = statistics.find_upsets(statistics.list_games(table), table)
    assert [(each.winner, each.loser, each.size, each.round) for each in upsets] == [(4, 1, 300, 2), (3, 2, 100, 2)]


def test_the_higher_rated_are_counted_by_side_and_lead(event):
    """Round 1: 2000 - 1900 won with White, 1800 - 1700 drawn; round 2: 1900 - 1800 lost, 1700 - 2000 won by the former.

    The forfeit and the game of the unrated player do not count. The table of FIDE expects .64 at 100, .85 at 300.
    """
    table = facts(event)
    assert statistics.count_by_lead(statistics.list_games(table), table) == {
        (True, 100): Chance(3, Decimal("1.5"), Decimal("1.92")),
        (False, 200): Chance(1, Decimal(0), Decimal("0.85")),
    }


def test_equal_ratings_count_once_for_each_side(event):
    event.players.update(rating=2000)
    table = facts(event)
    assert statistics.count_by_lead(statistics.list_games(table), table) == {
        (True, 0): Chance(5, Decimal("2.5"), Decimal("2.5")),
        (False, 0): Chance(5, Decimal("2.5"), Decimal("2.5")),
    }


def test_the_page_shows_what_ratings_were_worth_and_who_beat_theirs(client, event):
    text = client.get("/e/open/statistics/", headers=ENGLISH).text
    heat = text.split('class="sheet heat"')[1].split("</table>")[0]
    assert [each for each in Outline("<p " + heat).texts if each] == [
        "Rated higher by", "100–199", "200–399",
        "White", "50\u202f%", "3", "–",
        "Black", "–", "0\u202f%", "1",
        "Expected", "64\u202f%", "85\u202f%",
    ]  # fmt: skip
    gains = Outline("<p " + text.split('id="gains"')[1].split("</section>")[0]).texts
    # Doğan: ½ and 1 against 1800 and 2000, .36 and .15 expected. Weiß: ½ and 1 against 1700 and 1900, .64 and .36.
    assert [each for each in gains if each.startswith("+")] == ["+1.0", "+0.5"]
    assert "1½ from 2 games, 0.5 expected" in gains


def test_each_side_of_a_scrabble_game_counts_its_games(client):
    event = make_event("letters", discipline="scrabble", tiebreaks="PTS,SPREAD")
    event.players.update(rating=1400 + 10 * F("number"))
    scores = {"result": "10", "white_score": 400, "black_score": 300}
    Game.objects.filter(round__event=event, round__number=1, board__lte=3).update(**scores)
    heat = (
        client.get("/e/letters/statistics/", headers=ENGLISH).text.split('class="sheet heat"')[1].split("</table>")[0]
    )
    assert heat.count("<b>") == heat.count("<small>") > 0


def test_without_ratings_or_sides_there_is_no_such_map(client, event):
    event.players.update(rating=None)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert "heat" not in client.get("/e/open/statistics/", headers=ENGLISH).text
    boules = make_event("boules", discipline="petanque", tiebreaks="PTS,DIFF")
    boules.players.update(rating=1500)
    Game.objects.filter(round__event=boules, round__number=1).update(result="10", white_score=13, black_score=7)
    assert "heat" not in client.get("/e/boules/statistics/", headers=ENGLISH).text


def test_attendance_tells_forfeits_byes_and_who_is_absent(event):
    Game.objects.filter(round__event=event, round__number=2, board=4).delete()
    bye = event.rounds.get(number=2)
    Game.objects.create(round=bye, white=event.players.get(number=8), result="U")
    assert statistics.count_attendance(facts(event)) == {1: Attendance(6, 0, 2, 0, 0), 2: Attendance(4, 2, 0, 1, 1)}


def test_scrabble_has_highest_games_and_biggest_wins():
    event = make_event("words", discipline="scrabble", tiebreaks="PTS,SPREAD")
    for board, (own, other) in enumerate(((500, 300), (410, 411), (350, 600), (400, 400)), 1):
        result = "10" if own > other else "01" if own < other else "=="
        Game.objects.filter(round__event=event, round__number=1, board=board).update(
            result=result, white_score=own, black_score=other
        )
    table = facts(event)
    games = statistics.list_games(table)
    highest, biggest = statistics.highest_scores(games), statistics.biggest_wins(games)
    assert [(each.winner, each.size) for each in highest] == [(6, 600), (1, 500), (4, 411), (7, 400)]
    assert [(each.winner, each.loser, each.size) for each in biggest[:2]] == [(6, 5, 250), (1, 2, 200)]
    assert statistics.average_scores(games) == (500 + 300 + 410 + 411 + 350 + 600 + 800, 8)


def test_the_page_shows_figures_bars_and_records(client, event):
    text = client.get("/e/open/statistics/", headers=ENGLISH).text
    outline = Outline(text)
    assert "Results by colour" in text
    assert "40\u202f%" in text
    assert [attrs["width"] for tag, attrs in outline.elements if tag == "rect"][:3] == ["40.00", "20.00", "40.00"]
    assert [one for one in outline.texts if one in ("300", "100")] == ["300", "100"]


def test_bars_are_drawn_in_every_language_alike(client, event):
    """A comma in a number would break the drawing."""
    pages = [client.get("/e/open/statistics/", headers={"Accept-Language": code}).text for code in ("en", "de")]
    drawn = [[attrs for tag, attrs in Outline(page).elements if tag == "rect"] for page in pages]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("discipline", ["chess", "scrabble", "petanque"])
def test_before_the_first_result_the_page_says_what_will_come(client, discipline):
    make_event(discipline=discipline, rounds=1)
    answer = client.get("/e/open/statistics/", headers=ENGLISH)
    assert answer.status_code == 200
    assert "No game is over yet." in answer.text


def test_petanque_has_no_sides(client):
    event = make_event("boule", discipline="petanque", tiebreaks="PTS,DIFF")
    Game.objects.filter(round__event=event, round__number=1).update(result="10", white_score=13, black_score=4)
    text = client.get("/e/boule/statistics/", headers=ENGLISH).text
    assert "Results by" not in text
    assert "Biggest wins" in text


@pytest.mark.parametrize("path", ["statistics/", "prizes/", "preview.png", "player/1/", "?category="])
def test_a_team_event_has_these_pages_too(client, path):
    event = import_teams(trf_text_teams(*swiss(3, boards=4)))
    assert event.team_boards
    assert client.get(f"/e/{event.slug}/{path}").status_code == 200


def test_the_statistics_of_a_team_event_are_those_of_its_boards(client):
    event = import_teams(GOLDEN.read_text(encoding="utf-8"))
    boards = Game.objects.filter(round__event=event, result__in=["10", "==", "01"]).count()
    assert boards > event.teams.count()
    texts = Outline(client.get(f"/e/{event.slug}/statistics/").text).texts
    assert group_thousands(boards) in texts
