"""Lists of several months side by side, the one that was valid when the event began, and what a newer one says."""

from datetime import date

import pytest
from django.db.models import F

from tests.site.factories import make_event, person
from tests.site.players.rating_samples import Lines
from tests.site.reading import text
from tournaments.domain.accounts.roles import Role
from tournaments.formats.rating_fields import RatedPerson
from tournaments.models import Event, Player
from tournaments.pages.players.newer_ratings import list_doubts, say_newer_ratings
from tournaments.rating_lists import months, store
from tournaments.rating_lists.listed_fields import choose_rating
from tournaments.rating_lists.matching import propose_changes

pytestmark = pytest.mark.django_db

ANNA = RatedPerson("Müller, Anna", "9900001", rating=2000)
NOVEMBER = {"starts_on": date(2026, 11, 7), "ends_on": date(2026, 11, 8)}


def import_ratings(dated, rating=2000, name="FIDE", **more):
    lines = Lines(name, [ANNA._replace(rating=rating, **more)])
    lines.dated = dated
    return store.import_list(name, lines)


def stored():
    return [f"{each.name} {each.dated}" for each in store.read_all_lists()]


@pytest.mark.parametrize(("dated", "month"), [("NOV26", (2026, 11)), ("JAN27", (2027, 1)), ("nov26", None), ("", None)])
def test_a_list_names_its_month(dated, month):
    assert months.read_month(dated) == month
    assert month is None or months.write_month(month) == dated


def test_the_lists_of_three_months_stay_side_by_side_and_older_ones_go():
    for dated in ("SEP26", "DEC26", "OCT26", "NOV26"):
        import_ratings(dated)
    import_ratings("AUG26", name="DSB")
    assert stored() == ["FIDE DEC26", "FIDE NOV26", "FIDE OCT26", "DSB AUG26"]
    assert len(list(store.settings.RATING_LISTS.iterdir())) == 4
    import_ratings("NOV26", 2100)
    assert stored() == ["FIDE DEC26", "FIDE NOV26", "FIDE OCT26", "DSB AUG26"], "one list for each month"
    assert [each.dated for each in store.read_lists()] == ["DEC26", "AUG26"]


# The months that are here, the month of the event, and the list that is compared.
VALID = [
    (["OCT26", "NOV26", "DEC26"], (2026, 11), "NOV26"),
    (["OCT26", "DEC26"], (2026, 11), "OCT26"),
    (["OCT26", "NOV26"], (2027, 2), "NOV26"),
    (["NOV26", "DEC26"], (2026, 10), "NOV26"),
]


@pytest.mark.parametrize(("here", "month", "expected"), VALID)
def test_the_list_valid_in_a_month_is_the_newest_one_that_is_not_younger(here, month, expected):
    for dated in here:
        import_ratings(dated)
    assert [each.dated for each in store.read_lists(month)] == [expected]


@pytest.fixture
def event(client):
    event = make_event(rounds=0, **NOVEMBER)
    event.players.filter(number=1).update(rating=2000, fide_id="9900001")
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return event


def test_players_are_compared_with_the_list_that_was_valid_on_the_first_day(event):
    import_ratings("DEC26", 2200)
    assert [each.fields["rating"] for each in propose_changes(event)] == [2200], "there is no other list"
    import_ratings("NOV26", 2100)
    assert [each.fields["rating"] for each in propose_changes(event)] == [2100]


def test_a_long_event_is_compared_with_the_list_of_the_day(event):
    Event.objects.update(ends_on=date(2027, 3, 1))
    event.refresh_from_db()
    today = months.month_of(date.today())
    import_ratings("NOV24", 1900)
    import_ratings(months.write_month(today), 2200)
    assert [each.fields["rating"] for each in propose_changes(event)] == [2200]


# The month of the list, the last day of the event, and what the page says before anything is compared.
DOUBTS = [
    ("NOV26", "2026-11-08", ""),
    ("OCT26", "2026-11-08", "FIDE is of October 2026. The event begins in November 2026"),
    ("DEC26", "2026-11-08", "FIDE is of December 2026. The list of November 2026, when the event began, is not here."),
    ("NOV24", "2027-03-01", "FIDE is of November 2024: its month is over."),
]


@pytest.mark.parametrize(("dated", "last", "said"), DOUBTS)
def test_the_page_says_first_whether_the_lists_are_those_that_are_valid(client, event, dated, last, said):
    Event.objects.update(ends_on=last)
    import_ratings(dated)
    page = text(client.get("/e/open/players/ratings/", headers={"Accept-Language": "en"}))
    assert (said in page) if said else ("is of" not in page)
    assert [bool(said)] == [bool(list_doubts(Event.objects.get()))]


def test_after_a_new_list_the_pages_say_unasked_who_differs_and_change_nothing(client, event):
    import_ratings("OCT26", 2000)
    assert say_newer_ratings(event) == ""
    import_ratings("NOV26", 2100)
    assert say_newer_ratings(event) == "The rating lists have another rating for 1 player"
    assert "another rating for 1 player" in text(client.get("/e/open/players/"))
    assert "another rating for 1 player" in text(client.get("/e/open/rounds/"))
    assert Player.objects.get(number=1).rating == 2000
    Player.objects.filter(number=1).update(rating=2100)
    assert say_newer_ratings(event) == "", "counted again once a player has changed"


@pytest.mark.parametrize(
    "changes", [{"discipline": "scrabble"}, {"rating_kind": "none"}, {"final_at": "2026-11-09T12:00Z"}]
)
def test_nobody_is_compared_where_that_is_switched_off_or_over_or_in_another_game(client, event, changes):
    import_ratings("NOV26", 2100)
    assert say_newer_ratings(event)
    Event.objects.update(version=F("version") + 1, **changes)
    assert say_newer_ratings(Event.objects.get()) == ""
    assert "rating for 1 player" not in text(client.get("/e/open/players/"))


def test_who_is_only_perhaps_the_same_person_is_not_counted(event):
    import_ratings("NOV26", 2100, name="Müler, Annna-Lea", fide_id="9900007")
    assert say_newer_ratings(event) == ""


def test_the_comparison_is_kept_until_something_changes(event, django_assert_num_queries):
    import_ratings("NOV26", 2100)
    say_newer_ratings(event)
    with django_assert_num_queries(1):
        assert say_newer_ratings(event)


# The ratings of somebody, the order of the event, and the rating that counts.
ORDERS = """
    2000 1900 1800 standard 2000
       - 1900 1800 standard    -
    2000 1900 1800 rapid    1900
    2000    - 1800 rapid    2000
    2000 1900 1800 blitz    1800
    2000 1900    - blitz    2000
       - 1900 1800 any      1900
       -    - 1800 any      1800
    2000    - 1800 rapid-1     -
    2000 1900    - blitz-1     -
    2000 1900 1800 none        -
"""


def number(word):
    return None if word == "-" else int(word)


@pytest.mark.parametrize("line", [line.split() for line in ORDERS.strip().splitlines()], ids=" ".join)
def test_an_event_has_an_order_of_ratings_by_its_rate_of_play_and_it_can_be_changed(line):
    *ratings, kind, expected = line
    event = make_event(rounds=0, rating_kind=kind)
    facts = RatedPerson("Müller, Anna", "9900001", rating=number(ratings[0]))
    facts = facts._replace(rapid=number(ratings[1]), blitz=number(ratings[2]))
    assert choose_rating(facts, event) == number(expected)


def test_where_the_main_list_has_no_rating_the_others_are_shown_and_one_can_be_taken(client, event):
    lines = Lines("FIDE", [RatedPerson("Quell, Jo", "9900009", rapid=1850, blitz=1790)])
    store.import_list("FIDE", lines)
    page = client.get("/e/open/players/add/", {"look": "quell jo"})
    assert "Use the rapid rating: 1850" in text(page) and "Use the blitz rating: 1790" in text(page)
    key = page.context["found"][0][0].key
    address = f"/e/open/players/add/?take={key}&rating=rapid"
    assert address.replace("&", "&amp;") in page.content.decode()
    assert client.get(address).context["form"].data["rating"] == 1850
    client.post(address, {"name": "Quell, Jo", "rating": 1850})
    assert Player.objects.filter(name="Quell, Jo").values_list("rating", "rating_source").get() == (
        1850,
        "FIDE DEC26 rapid",
    )


def test_where_the_main_list_has_a_rating_no_other_is_offered(client, event):
    import_ratings("NOV26", rapid=1850)
    page = text(client.get("/e/open/players/add/", {"look": "müller anna"}))
    assert "2000" in page and "Use the rapid rating" not in page


def test_who_has_no_rating_gets_none_by_itself(client, event):
    store.import_list("FIDE", Lines("FIDE", [RatedPerson("Quell, Jo", "9900009")]))
    key = client.get("/e/open/players/add/", {"look": "quell jo"}).context["found"][0][0].key
    page = client.get("/e/open/players/add/", {"take": key})
    assert page.context["form"].data["rating"] is None
    client.post(f"/e/open/players/add/?take={key}", {"name": "Quell, Jo", "rating": ""})
    assert Player.objects.get(name="Quell, Jo").rating is None
