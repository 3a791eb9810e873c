import gc
from decimal import Decimal

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from tests.notation import paper
from tests.site.factories import make_event, person
from tiebreaks.facts.games import Scheme
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.values.numbers import format_number
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Player
from tournaments.pages.rounds.boards import list_unpaired
from tournaments.queries.event.events import reader_for
from tournaments.queries.event.progress import read_progress, read_progress_by_event
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.standings import standings
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

SWISS = """
    Anna 2200: 2w1 3b= U
    Bert 2100: 1b0 4w+ 3w1
    Cleo 2000: 4b1 1w= 2b0
    Dana: 3w0 2b- Z
    Emil 1800: H F Z
"""


def without_boards(table):
    """Return the facts without the board numbers, which paper does not name."""
    games = {n: tuple(game._replace(board=None) for game in games) for n, games in table.games.items()}
    return table._replace(games=games)


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        (SWISS, {}),
        (SWISS, {"scheme": Scheme(Decimal(3), Decimal(1), Decimal(0), Decimal(1)), "edition": "plain"}),
        ("Anna: 2w402:381 U\nBert: 1b381:402 3w300:300\nCleo: U 2b300:300", {"discipline": "scrabble"}),
        ("Anna: 2w13:7 3b-\nBert: 1b7:13 Z\nCleo: U 1w+", {"discipline": "petanque", "system": "round-robin"}),
    ],
    ids=["swiss", "3-1-0", "scrabble", "petanque"],
)
def test_facts_come_back_as_they_went_in(facts, fields):
    table = paper.read_player_rows(facts, rounds=7, name="Facts", starts_on="2026-05-01", lots_seed=7, **fields)
    event = import_tournament(table, COMMAND)
    assert without_boards(read_crosstable(staff_reader(event))) == table


def test_an_open_board_is_neither_absence_nor_points():
    table = read_crosstable(staff_reader(make_event()))
    assert {game.kind for games in table.games.values() for game in games} == {"open"}
    assert {game.points for games in table.games.values() for game in games} == {0}


def test_boards_stand_by_score_then_number():
    event = import_tournament(paper.read_player_rows(SWISS, name="Boards"), COMMAND)
    seats = [(game.board, game.white.number, game.black.number) for game in read_boards(event, 3)]
    assert seats == [(1, 2, 3)]
    assert [item.number for item in list_unpaired(read_crosstable(staff_reader(event)), 3)] == [1, 4, 5]
    assert [(game.board, game.white.number) for game in read_boards(event, 2)] == [(1, 3), (2, 2)]


def test_standings_follow_the_version_and_are_computed_once(django_assert_num_queries):
    event = make_event(tiebreaks="PTS")
    assert {row.rank for row in read_standings(staff_reader(event)).rows} == {1}
    with django_assert_num_queries(0):
        read_standings(staff_reader(event))
    enter_result(event, 2, 1, Entry("10", version=0), COMMAND)
    event.refresh_from_db()
    first = read_standings(staff_reader(event)).rows[0]
    assert (first.rank, first.number, format_number(first.values[0])) == (1, 2, "1")
    assert {row.rank for row in read_standings(staff_reader(event), after=1).rows} == {1}


def test_the_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(standings._remembered, "most", 3)
    event = make_event()
    for after in range(9):
        read_standings(staff_reader(event), after)
    assert len(standings._remembered) == 3


def test_after_many_entries_a_process_holds_two_tables_of_an_event_and_one_of_each_earlier_round():
    event = make_event()
    for turn in range(9):
        enter_result(event, 2, 1, Entry(("10", "01")[turn % 2], version=turn), COMMAND)
        read_standings(staff_reader(Event.objects.get()))
        read_standings(Reader(Event.objects.get()))
        read_standings(staff_reader(Event.objects.get()), after=1)
    gc.collect()
    there = [each for each in gc.get_objects() if type(each) is Standings and each.facts.name == event.name]
    assert len(standings._remembered) == 3 * standings.VERSIONS
    # The public and the arbiters share a table where they see the same, and versions the one of an earlier round.
    assert len(there) == standings.VERSIONS + 1


@pytest.mark.parametrize("many", [0, 300])
def test_the_number_of_questions_is_fixed(django_assert_num_queries, many):
    events = [make_event(), make_event("second")]
    Player.objects.bulk_create(Player(event=events[0], number=number, name="X") for number in range(100, 100 + many))
    with django_assert_num_queries(2):
        assert len(read_crosstable(staff_reader(events[0])).players) == 8 + many
    with django_assert_num_queries(1):
        assert len(read_progress_by_event(map(Reader, events))) == 2
    with django_assert_num_queries(1):
        assert [str(game.white) for game in read_boards(events[0], 1)] != []
    with django_assert_num_queries(1):
        reader_for(AnonymousUser(), "open")


def test_progress():
    event = make_event()
    assert read_progress(staff_reader(event))[:5] == (2, 5, 0, 4, False)
    for number in (1, 2):
        for board in range(1, 5):
            enter_result(event, number, board, Entry("==", version=0), COMMAND)
    assert read_progress(staff_reader(event))[:5] == (2, 5, 4, 4, False)
    event.planned_rounds = 2
    assert read_progress(staff_reader(event)).finished
    enter_result(event, 1, 1, Entry("", version=1, reason="adjourned"), COMMAND)
    assert not read_progress(staff_reader(event)).finished
    assert read_progress(staff_reader(make_event("empty", rounds=0)))[:5] == (0, 5, 0, 0, False)


def test_a_hidden_event_is_not_found():
    event = make_event(is_public=False)
    assert reader_for(person("anna", event), "open").event == event
    for user in (AnonymousUser(), person("bert")):
        with pytest.raises(Http404):
            reader_for(user, "open")
