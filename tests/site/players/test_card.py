"""The rating change and the line of places, from the rules; then the card that shows them."""

from decimal import Decimal

import pytest
from django.utils import translation

from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, play, publish
from tests.site.factories import make_event
from tests.site.standings.test_public_pages import Outline
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Colour, Game, Kind
from tournaments.access.reader import staff_reader
from tournaments.actions.event.categories import save_category
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.event.categories import CategoryDefinition, CategoryRule
from tournaments.domain.players import rating_change
from tournaments.domain.players.rating_k import KSource, RatingK
from tournaments.models import EventDetails
from tournaments.models import Game as StoredGame
from tournaments.pages.players.card import card_view
from tournaments.pages.players.performance_chart import _apart as move_apart
from tournaments.pages.players.performance_chart import draw_performance_charts
from tournaments.pages.standings.chart import draw_chart
from tournaments.queries.rounds.games import read_boards
from tournaments.wording.rating_changes import describe_k

ENGLISH = {"Accept-Language": "en"}
WORTH = {"1": 1, "=": Decimal("0.5"), "0": 0}


def facts(own, games):
    """Return an event of player 1 with a game against each (rating, letter); other letters than 1 = 0 are not rated."""
    players = {1: Player(1, rating=own)} | {n: Player(n, rating=r) for n, (r, _) in enumerate(games, 2)}
    played = tuple(
        Game(
            n - 1,
            n,
            Colour.WHITE,
            Kind.FORFEIT_WIN if letter == "+" else Kind.PLAYED,
            WORTH.get(letter, 1),
            letter=letter,
        )
        for n, (_, letter) in enumerate(games, 2)
    )
    return Crosstable(players=players, games={1: played}, rounds=9)


# Table 8.1.2: 0 means .50, 50 means .57, 200 means .76, 400 and more .92.
@pytest.mark.parametrize(
    ("own", "games", "k", "points", "expected", "change"),
    [
        (1800, [(1800, "1")], 20, "1", "0.50", "10.0"),
        (1800, [(1800, "=")], 20, "0.5", "0.50", "0.0"),
        (1800, [(1850, "="), (1750, "=")], 20, "1", "1.00", "0.0"),
        (2000, [(1800, "0")], 10, "0", "0.76", "-7.6"),
        (2000, [(1200, "1")], 20, "1", "0.92", "1.6"),
        (1200, [(2000, "1")], 40, "1", "0.08", "36.8"),
        (1800, [(1800, "1"), (None, "1"), (1800, "W"), (1800, "+")], 20, "1", "0.50", "10.0"),
    ],
)
def test_the_rating_change_follows_the_tables(own, games, k, points, expected, change):
    computed = rating_change.compute_change(facts(own, games), 1, k)
    assert (computed.points, computed.expected, computed.change) == (
        Decimal(points),
        Decimal(expected),
        Decimal(change),
    )


def test_the_rating_change_goes_by_the_ratings_of_each_round():
    event = facts(1800, [(1800, "1"), (1800, "1")])
    later = {1: "2:2000", 2: "2:1000"}  # the opponent of round 1 counts as they were then
    players = {n: player._replace(later_ratings=later.get(n, "")) for n, player in event.players.items()}
    change = rating_change.compute_change(event._replace(players=players), 1, 20)
    assert change.expected == Decimal("0.50") + Decimal("0.76")


@pytest.mark.parametrize(("own", "games"), [(None, [(1800, "1")]), (1800, []), (1800, [(None, "1")])])
def test_without_a_rated_game_there_is_no_change(own, games):
    assert rating_change.compute_change(facts(own, games), 1, 20) is None


def test_the_performance_is_the_average_and_the_difference_for_the_share():
    # Half the points against 1900 on average: 1900. Three of four, 75 %: 193 more.
    assert rating_change.compute_change(facts(1800, [(1800, "1"), (2000, "0")]), 1, 20).performance == 1900
    four = [(1900, "1"), (1900, "1"), (1900, "1"), (1900, "0")]
    assert rating_change.compute_change(facts(1800, four), 1, 20).performance == 2093


def test_the_course_adds_up_game_by_game():
    # Expected against 1800, 2000 and 1600 with 1800: .50, .24 and .76. The performance is that of the games so far.
    course = rating_change.follow_performance(facts(1800, [(1800, "1"), (2000, "="), (1600, "0")]), 1)
    assert [(each.points, each.expected) for each in course] == [
        (Decimal(1), Decimal("0.50")),
        (Decimal("1.5"), Decimal("0.74")),
        (Decimal("1.5"), Decimal("1.50")),
    ]
    assert [each.performance for each in course] == [2600, 2093, 1800]
    assert rating_change.follow_performance(facts(None, [(1800, "1")]), 1) == []


def test_lines_of_the_course_rise_with_their_values():
    performance, points = draw_performance_charts(facts(1800, [(1800, "1"), (2000, "="), (1600, "0")]), 1)
    heights = [y for _, y in performance.dots]
    assert heights[0] < heights[1] < heights[2]
    assert [y for _, y in points.dots] == sorted((y for _, y in points.dots), reverse=True)
    assert [round_number for _, round_number in points.rounds] == [0, 1, 2, 3]
    assert points.in_words == "Points against expectation: points 1½, expected by the rating 1.5"
    ends = [line.at for line in points.lines]
    assert abs(ends[0] - ends[1]) >= 16, "labels of equal values do not touch"
    assert draw_performance_charts(facts(1800, [(1800, "1")]), 1) == ()


def test_the_points_of_a_late_player_begin_before_the_first_game():
    late = facts(1800, [(1800, "1"), (2000, "="), (1600, "0")])
    games = {1: tuple(game._replace(round=game.round + 2) for game in late.games[1])}
    _, points = draw_performance_charts(late._replace(games=games), 1)
    assert [number for _, number in points.rounds] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("ends", "apart"), [((10, 40), (10, 40)), ((10, 20), (7, 23)), ((20, 10), (23, 7)), ((10, 10), (2, 18))]
)
def test_labels_that_would_touch_move_apart_and_keep_their_order(ends, apart):
    assert move_apart(*ends) == apart


def test_a_better_place_is_higher_in_the_chart():
    chart = draw_chart({1: 14, 2: 3, 3: 20})
    heights = [dot.y for dot in chart.dots]
    assert heights[1] < heights[0] < heights[2]
    assert (chart.top, chart.bottom) == (1, 20)
    assert [dot.valley for dot in chart.dots] == [True, False, True]
    assert chart.in_words == "1: 14, 2: 3, 3: 20"


@pytest.mark.parametrize("places", [{}, {1: 5}])
def test_one_round_makes_no_line(places):
    assert draw_chart(places) is None


@pytest.mark.django_db
def test_the_spread_of_a_game_is_that_of_the_player():
    event = make_event(discipline="scrabble", tiebreaks="PTS,SPREAD")
    StoredGame.objects.filter(round__number=1, board=1).update(result="01", white_score=379, black_score=400)
    lines = [card_view(staff_reader(event), number).lines[0] for number in (1, 2)]
    assert [(line.score, line.spread, line.points) for line in lines] == [
        ("379 : 400", "−21", "0"),
        ("400 : 379", "+21", "1"),
    ]


@pytest.mark.django_db
def test_games_of_a_final_have_no_points_and_lead_to_the_players_own_match():
    event = make_championship(6)
    set_plan(event, [Stage("new-swiss", 1, 1), Stage("knock-out", 2, 2, {"entrants": 4})], COMMAND)
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    event.refresh_from_db()
    pairs = read_boards(event, 2).values_list("white__number", "black__number")
    last = {number: card_view(staff_reader(event), number).lines[-1] for pair in pairs for number in pair}
    assert {line.points for line in last.values()} == {""}
    assert [last[one].duel_address == last[other].duel_address for one, other in pairs] == [True, True]
    assert len({line.duel_address for line in last.values()}) == 2
    assert card_view(staff_reader(event), 1).lines[0].points in ("0", "1")


@pytest.fixture
def event(db):
    event = make_event()
    for number, own in enumerate((1900, 1700, 1800, None), 1):
        event.players.filter(number=number).update(rating=own)
    StoredGame.objects.filter(round__event=event, round__number=1).update(result="10")
    StoredGame.objects.filter(round__event=event, round__number=2, board=1).update(result="01")
    return event


def test_the_card_shows_line_rating_next_game_and_categories(client, event):
    event.players.filter(number=2).update(sex="w")
    save_category(event, "", CategoryDefinition("Women", CategoryRule.WOMEN), COMMAND)
    text = client.get("/e/open/player/2/", headers=ENGLISH).text
    attributes = [attrs for tag, attrs in Outline(text).elements if tag == "svg" and attrs.get("role") == "img"]
    assert [each["aria-label"] for each in attributes] == [
        "Place after each round: 1: 5, 2: 5",
        "Performance after each round: performance 1050, rating 1700",
        "Points against expectation: points 0, expected by the rating 0.6",
    ]
    assert "0 from 2 rated games" in text
    assert "K = 20 is assumed: none is known, neither for the player nor for the event." in text
    assert "<b>Women</b> 1 of 1" in text
    assert "?follow=2" in text
    assert "Next game" not in text
    words = " ".join(Outline(client.get("/e/open/player/1/", headers=ENGLISH).text).texts)
    assert "Next game, round 2 Board 2 Black, against Doğan, Defne" in " ".join(words.split())


def test_an_assumed_k_says_why(client, event):
    assert "K = 20 is assumed: none is known" in client.get("/e/open/player/1/", headers=ENGLISH).text


def test_the_k_of_the_event_is_used_and_shown(client, event):
    event.rating_k = 40
    event.save()
    assert "K = 40, as set for the event." in client.get("/e/open/player/1/", headers=ENGLISH).text


def test_the_k_of_a_player_comes_before_that_of_the_event(client, event):
    event.rating_k = 40
    event.save()
    event.players.filter(number=1).update(rating_k=10)
    assert "K = 10, the player’s own." in client.get("/e/open/player/1/", headers=ENGLISH).text


def test_a_k_that_many_games_make_smaller_is_explained():
    with translation.override("de"):
        assert "38" in describe_k(RatingK(38, 40, KSource.OWN)) and "700" in describe_k(RatingK(38, 40, KSource.OWN))
    assert describe_k(RatingK(38, 40, KSource.OWN)) == (
        "K = 40, the player’s own. It counts as 38, since K times the number of games may not exceed 700 (8.3.3)."
    )


@pytest.mark.parametrize(
    ("last_day", "change", "how"),
    [
        ("2026-06-07", "−34", "E = 15 by the rules until 7 June 2026, with an index above 5."),
        ("2026-06-08", "−22", "K = 30.7 by the rules since 8 June 2026, with an index above 10."),
    ],
)
def test_the_change_of_the_dwz_stands_beside_that_of_the_rating_in_germany(client, event, last_day, change, how):
    event.ends_on = last_day
    event.save()
    event.players.filter(number=2).update(national_rating=1500, birth_date="2004/01/02")
    event.players.exclude(number=2).update(national_rating=1600)
    EventDetails.objects.filter(event=event).update(federation="GER")
    text = " ".join(" ".join(Outline(client.get("/e/open/player/2/", headers=ENGLISH).text).texts).split())
    assert f"DWZ change {change} New DWZ {1500 + int(change.replace('−', '-'))}" in text
    assert how in text
    assert "The index is not known here" in text


@pytest.mark.parametrize(("federation", "rating"), [("FRA", 1500), ("", 1500), ("GER", None)])
def test_elsewhere_and_without_a_dwz_a_card_has_no_change_of_it(client, event, federation, rating):
    event.players.update(national_rating=1600)
    event.players.filter(number=2).update(national_rating=rating)
    EventDetails.objects.filter(event=event).update(federation=federation)
    assert "DWZ" not in client.get("/e/open/player/2/", headers=ENGLISH).text


def test_a_card_of_another_game_has_no_rating_change(client, event):
    event.discipline = "scrabble"
    event.save()
    assert "B.02" not in client.get("/e/open/player/1/", headers=ENGLISH).text
