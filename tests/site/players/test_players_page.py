"""The list of players: found, added, corrected, removed; one person is not entered twice by mistake."""

import re

import pytest
from django.contrib.auth.models import User

from tests.site.factories import NAMES, make_event, person
from tests.site.reading import text
from tournaments.actions.players.players import add_player
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.players import name_matching
from tournaments.models import Game, LogEntry, Player

pytestmark = pytest.mark.django_db

SAME = [
    ("Müller, Anna", "Anna Mueller"),
    ("Müller, Anna", "anna  müller"),
    ("Doğan, Defne", "Dogan Defne"),
    ("Łuk, Filip", "Filip Luk"),
    ("Weiß, Carl", "WEISS, CARL"),
    ("Sørensen, Bo", "Soerensen, Bo"),
    ("O'Brien, Eve", "O’Brien Eve"),
]
ALIKE = [("Müller, Anna", "Muller, Anna"), ("Schmidt, Hans", "Schmitt, Hans"), ("Schmidt, Hans", "Schmidt, Hans Peter")]
OTHERS = [("Weber, Max", "Becker, Max"), ("Li, Wei", "Li, Mei"), ("Adler, Anna", "Birke, Bo"), ("Ho, H", "Gao, G")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_that_are_the_same(one, other):
    assert name_matching.comparison_key(one) == name_matching.comparison_key(other)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_are_alike(one, other):
    assert name_matching.comparison_key(one) != name_matching.comparison_key(other)
    assert name_matching.find_similar(other, {7: name_matching.comparison_key(one)}) == [7]


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_names_that_are_not(one, other):
    assert name_matching.find_similar(other, {7: name_matching.comparison_key(one)}) == []


def test_doubles_stand_once_each_and_in_order():
    doubles = name_matching.find_doubles({1: "Müller, Anna", 2: "Weber, Max", 3: "Anna Mueller", 4: "Muller, Anna"})
    assert doubles == [(1, 3), (1, 4), (3, 4)]


# The page


@pytest.fixture
def event(db):
    return make_event(rounds=0)


@pytest.fixture
def chief(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return client


ADD = "/e/open/players/add/"


def test_a_player_is_added_with_everything_that_is_known(chief, event):
    fields = {"name": "Neu, Nora", "rating": "1834-56", "club": "Bonn", "federation": "ger", "birth_date": "31.12.2001"}
    assert chief.post(ADD, fields)["Location"] == "/e/open/players/"
    player = event.players.get(name="Neu, Nora")
    assert (player.number, player.rating, player.federation) == (9, 1834, "GER")
    assert player.birth_date == "2001/12/31"
    entry = LogEntry.objects.get()
    assert (entry.action, entry.after) == ("player-added", {"number": 9})


def test_one_after_the_other(chief):
    assert chief.post(ADD, {"name": "Neu, Nora", "another": "1"})["Location"] == ADD
    page = chief.get(ADD).content.decode()
    first = re.search(r"<button[^>]*>", page[page.index("novalidate") :])
    assert 'name="another"' in first[0], "which is what Enter presses"
    assert "9 · Neu, Nora" in text(chief.get(ADD)), "who was entered last is in sight"
    assert re.search(r'name="name"[^>]*autofocus', page)


def test_the_longest_name_and_the_highest_rating_are_taken(chief, event):
    assert chief.post(ADD, {"name": "x" * 80, "rating": "4000"}).status_code == 302
    assert event.players.get(name="x" * 80).rating == 4000


WRONG = [
    ({"name": ""}, "This field is required"),
    ({"name": "N", "rating": "strong"}, "“strong” is not a rating from 0 to 4000: leave it empty for none."),
    ({"name": "N", "rating": "4001"}, "is not a rating"),
    ({"name": "N", "federation": "Germany"}, "write three letters, for example GER"),
    ({"name": "N", "birth_date": "yesterday"}, "write 2001-12-31, 31.12.2001 or 2001"),
    ({"name": "N", "birth_date": "2001-13-45"}, "is not a day"),
    ({"name": "N", "fide_id": "12x"}, "it has digits only"),
    ({"name": "N", "sex": "x"}, "Select a valid choice"),
    ({"name": "x" * 81}, "more than 80 letters"),
]


@pytest.mark.parametrize(("fields", "sentence"), WRONG)
def test_what_is_wrong_is_marked_at_its_field(chief, event, fields, sentence):
    answer = chief.post(ADD, fields)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert event.players.count() == len(NAMES)


def test_a_title_that_is_not_of_fide_stays_until_it_is_changed(chief, event):
    event.players.filter(number=1).update(title="NM")
    address = "/e/open/players/1/"
    assert "“NM” is not a title of FIDE. It stays until you change it." in text(chief.get(address))
    player = event.players.get(number=1)
    fields = {"name": player.name, "rating": "1999", "title": "NM"}
    assert chief.post(address, fields).status_code == 302
    player.refresh_from_db()
    assert (player.rating, player.title) == (1999, "NM")
    refused = chief.post(address, fields | {"title": "XM"})
    assert refused.status_code == 422
    assert "“XM” is not a title of FIDE. These are" in text(refused)
    assert chief.post(address, fields | {"title": "cm"}).status_code == 302
    assert "is not a title of FIDE" not in text(chief.get(address))


@pytest.mark.parametrize("name", ["Anna Mueller", "Muller, Anna"])
def test_a_similar_name_is_asked_about_and_added_when_it_is_another_person(chief, event, name):
    asked = chief.post(ADD, {"name": name})
    assert asked.status_code == 422
    assert "Number 1, Müller, Anna , has the same or a similar name." in text(asked)
    assert chief.post(ADD, {"name": name, "again": "on"}).status_code == 302
    assert event.players.count() == len(NAMES) + 1


def test_the_very_same_name_is_refused_even_then(chief):
    answer = chief.post(ADD, {"name": "Müller, Anna", "again": "on"})
    assert answer.status_code == 422
    assert "is already entered, as number 1" in text(answer)


def test_a_late_entry_has_missed_the_published_rounds(client):
    event = make_event()
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    client.post(ADD, {"name": "Late, Lea"})
    games = Game.objects.filter(white__name="Late, Lea").values_list("round__number", "result")
    assert sorted(games) == [(1, "Z"), (2, "Z")]
    assert LogEntry.objects.get().action == "late-entry"


def test_the_list_is_searched_and_comes_in_pages(chief, event):
    Player.objects.bulk_create(Player(event=event, number=n, name=f"Person {n:03}", club="Ulm") for n in range(9, 130))
    assert "Page 1 2 3" in text(chief.get("/e/open/players/"))
    for query, count in [("mueller", 1), ("anna mül", 1), ("ulm", 121), ("person 10", 11), ("7", 1), ("zzz", 0)]:
        page = text(chief.get("/e/open/players/", {"q": query}))
        assert f"{count} player{'s' * (count != 1)} found." in page, query
    assert "Person 129" in text(chief.get("/e/open/players/?page=3"))
    assert chief.get("/e/open/players/?page=99999").status_code == 200


def test_the_list_asks_as_little_for_many_players(chief, event, django_assert_max_num_queries):
    Player.objects.bulk_create(Player(event=event, number=n, name=f"Person {n:03}") for n in range(9, 130))
    with django_assert_max_num_queries(16):
        chief.get("/e/open/players/")


def test_similar_names_are_shown_until_the_first_round(chief, event, client):
    Player.objects.create(event=event, number=9, name="Anna Mueller")
    assert "similar names" in text(chief.get("/e/open/players/"))


def test_a_player_is_corrected_and_the_log_keeps_what_is_personal_to_itself(chief, event):
    fields = {"name": "Müller, Anne", "rating": "2101", "birth_date": "2001"}
    assert chief.post("/e/open/players/1/", fields).status_code == 302
    player = event.players.get(number=1)
    assert (player.name, player.rating) == ("Müller, Anne", 2101)
    entry = LogEntry.objects.get()
    assert entry.before == {"number": 1, "name": "…", "rating": None, "birth_date": "…"}
    assert entry.after == {"number": 1, "name": "…", "rating": 2101, "birth_date": "…"}
    chief.post("/e/open/players/1/", fields)
    assert LogEntry.objects.count() == 1, "the same again writes nothing"


def test_nobody_takes_another_players_name(chief, event):
    answer = chief.post("/e/open/players/1/", {"name": "Ho, H"})
    assert answer.status_code == 422
    assert event.players.get(number=1).name == "Müller, Anna"


def test_a_player_is_removed_until_he_is_paired(chief, event, client):
    assert chief.post("/e/open/players/1/remove/").status_code == 302
    assert not event.players.filter(number=1).exists()
    other = make_event("other")
    client.force_login(person("chief", other, Role.CHIEF_ARBITER))
    answer = client.post("/e/other/players/1/remove/", follow=True)
    assert "is already in the pairings" in text(answer)
    assert other.players.filter(number=1).exists()


def test_a_player_withdraws_and_returns(chief, event):
    chief.post("/e/open/players/2/withdraw/", {"reason": "ill"})
    assert event.players.get(number=2).withdrawn_from == 1
    assert "withdrawn from round 1" in text(chief.get("/e/open/players/"))
    assert "A reason is needed" in text(chief.post("/e/open/players/2/reinstate/", follow=True))
    chief.post("/e/open/players/2/reinstate/", {"reason": "well"})
    assert event.players.get(number=2).withdrawn_from is None


def test_an_expulsion_names_the_games_that_are_still_open(client):
    other = make_event("other")
    client.force_login(person("chief", other, Role.CHIEF_ARBITER))
    answer = client.post("/e/other/players/2/withdraw/", {"expel": "1", "reason": "phone"}, follow=True)
    assert "Sørensen, Bo will no longer be paired and has left the table." in text(answer)
    assert "Published and still open: round 1, board 1, round 2, board 1." in text(answer)


def test_a_strangers_player_is_not_found(client, event):
    add_player(event, {"name": "Neu, Nora"}, COMMAND)
    make_event("other", rounds=0)
    client.force_login(User.objects.create_superuser("root"))
    assert client.get("/e/open/players/9/").status_code == 200
    assert client.get("/e/other/players/9/").status_code == 404


ORDERS = [
    ("", [1, 2, 3, 4, 5, 6, 7, 8]),
    ("rating", [4, 2, 1, 3, 5, 6, 7, 8]),
    ("club", [3, 4, 7, 8, 6, 1, 5, 2]),
    ("name", [4, 7, 8, 6, 1, 5, 2, 3]),
    ("nonsense", [1, 2, 3, 4, 5, 6, 7, 8]),
]


@pytest.mark.parametrize(("order", "numbers"), ORDERS)
def test_the_list_is_sorted_as_one_asks(chief, event, order, numbers):
    for number, facts in {4: {"rating": 2100}, 2: {"rating": 1900}, 3: {"club": "Ärzte"}}.items():
        Player.objects.filter(event=event, number=number).update(**facts)
    Player.objects.filter(event=event, number=4).update(club="Bahn")
    page = chief.get("/e/open/players/", {"by": order})
    assert [row.number for row in page.context["view"].rows] == numbers


def test_the_name_has_the_focus_each_time(chief):
    for page in (
        chief.get("/e/open/players/add/"),
        chief.post("/e/open/players/add/", {"name": ""}),
        chief.post("/e/open/players/add/", {"name": "New, Nora", "another": "1"}, follow=True),
    ):
        assert re.search(r'<input[^>]*name="name"[^>]*autofocus', page.content.decode())


def test_absences_are_noted_on_the_page_of_a_player(chief, event):
    answer = chief.post("/e/open/players/4/absence/", {"round": "1-2, 4", "kind": "Z"}, follow=True)
    assert "The absence is noted." in text(answer) and "Round 4: absent" in text(answer)
    assert list(event.players.get(number=4).absences.values_list("round", flat=True)) == [1, 2, 4]
    assert "at least one round" in text(chief.post("/e/open/players/4/absence/", {"round": "all"}, follow=True))
