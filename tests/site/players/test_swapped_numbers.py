"""Two players of equal rating exchange their start numbers: asked first, their ratings stay, and so does the order."""

import pytest

from tests.site.players.test_numbers import ADDRESS, chief_of, give, late, numbers, rated
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.actions.players.numbering import number_by_rating, swap_numbers
from tournaments.actions.writing import COMMAND
from tournaments.models import Draft, LogEntry, Player
from tournaments.operation import event_copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """Numbers 2, 3 and 4 have 2400; 7 and 8 have no rating."""
    event = rated()
    event.players.filter(number__in=(3, 4)).update(rating=2400)
    event.players.filter(number__in=(7, 8)).update(rating=None)
    return event


def test_two_of_equal_rating_exchange_their_numbers_and_keep_their_ratings(client, event):
    Draft.objects.create(event=event, number=1, proposal={}, boards=[], byes=[], based_on=1)
    chief_of(client, event).post(ADDRESS, {"one": 2, "other": 4, "confirmed": 1})
    assert numbers(event) == {1: 1, 2: 4, 3: 3, 4: 2, 5: 5, 6: 6, 7: 7, 8: 8}
    assert set(event.players.filter(number__in=(2, 4)).values_list("rating", flat=True)) == {2400}
    assert not Draft.objects.exists(), "it was drawn by the old numbers"
    line = LogEntry.objects.get(action="players-numbered")
    assert (line.before["start_numbers"], line.after["start_numbers"]) == ({"2": 2, "4": 4}, {"2": 4, "4": 2})


def test_it_asks_at_each_exchange(client, event):
    page = text(chief_of(client, event).post(ADDRESS, {"one": 2, "other": 4}))
    assert "Sørensen, Bo gets number 4 and Doğan, Defne number 2." in page
    assert numbers(event)[2] == 2


# The start numbers, and why they are not exchanged.
REFUSED = [
    (1, 2, "different ratings"),
    (6, 7, "different ratings"),
    (2, 2, "two different players"),
    (2, 99, "two different players"),
    ("", 2, "two different players"),
    ("x", "9" * 40, "two different players"),
]


@pytest.mark.parametrize(("one", "other", "why"), REFUSED)
def test_players_of_different_ratings_do_not_exchange(client, event, one, other, why):
    page = chief_of(client, event).post(ADDRESS, {"one": one, "other": other, "confirmed": 1})
    assert page.status_code == 422 and why in text(page)
    assert numbers(event) == {number: number for number in range(1, 9)}


def test_two_without_a_rating_are_equal_too(event):
    swap_numbers(event, 7, 8, COMMAND)
    assert numbers(event)[7] == 8


def test_numbering_by_rating_keeps_the_order_that_equal_players_were_given(client, event):
    swap_numbers(event, 2, 4, COMMAND)
    assert ADDRESS not in chief_of(client, event).get("/e/open/players/").content.decode()
    late(event, 2450)
    number_by_rating(event, COMMAND)
    assert numbers(event) == {1: 1, 9: 2, 4: 3, 3: 4, 2: 5, 5: 6, 6: 7, 7: 8, 8: 9}


def test_while_nobody_has_exchanged_title_and_name_order_equal_players(event):
    late(event, 2450)
    number_by_rating(event, COMMAND)
    assert [numbers(event)[number] for number in (4, 2, 3)] == [3, 4, 5], "by name"
    event.players.filter(number=3).update(title="GM")
    number_by_rating(event, COMMAND)
    assert [numbers(event)[number] for number in (3, 4, 2)] == [3, 4, 5]


def test_once_round_4_is_paired_numbers_stay(client):
    event = rated(rounds=2)
    event.players.update(rating=2400)
    swap_numbers(event, 1, 2, COMMAND)
    assert [copy.kind for copy in event_copies.list_copies("open")] == ["numbers"]
    event.rounds.filter(number=2).update(number=4)
    with pytest.raises(Refusal, match="Round 4"):
        swap_numbers(event, 1, 2, COMMAND)


def test_the_page_of_a_player_leads_there_where_somebody_has_the_same_rating(client, event):
    chief = chief_of(client, event)
    assert "?one=2&amp;other=3" in chief.get("/e/open/players/2/").content.decode()
    assert "?one=" not in chief.get("/e/open/players/1/").content.decode()
    assert 'value="3"' in chief.get(f"{ADDRESS}?one=2&other=3").content.decode()
    event.discipline = "scrabble"
    event.save()
    assert "?one=" not in chief.get("/e/open/players/2/").content.decode()
    assert "exchange" not in text(chief.get(ADDRESS))


def test_who_exchanged_is_still_numbered_by_rating(client, event):
    swap_numbers(event, 2, 4, COMMAND)
    Player.objects.filter(number=5).update(rating=2600)
    give(chief_of(client, event))
    assert numbers(event)[5] == 1
