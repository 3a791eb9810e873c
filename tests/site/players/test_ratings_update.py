"""Players held against the rating lists: who is found for sure, what would change, what is written and logged."""

import pytest

from tests.site.factories import make_event, person
from tests.site.players.rating_samples import import_ratings
from tests.site.players.test_player_lists import import_list, upload
from tests.site.reading import text
from tournaments.actions.players.players import edit_player
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.formats.rating_fields import RatedPerson
from tournaments.models import LogEntry, Player
from tournaments.pages.event import log
from tournaments.pages.event.log import log_view
from tournaments.rating_lists.matching import propose_changes

pytestmark = pytest.mark.django_db

URL = "/e/open/players/ratings/"


@pytest.fixture
def event(db):
    event = make_event(rounds=0)
    event.players.all().delete()
    return event


@pytest.fixture
def chief(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return client


def player(event, name="Müller, Anna", number=1, **fields):
    return Player.objects.create(event=event, number=number, name=name, **fields)


ANNA = RatedPerson("Müller, Anna", "9900001", "", "FM", "w", "GER", "", 1990, 2100, 2050, 2000)
NAMESAKE = RatedPerson("Müller, Anna", "9900002", "", "", "w", "AUT", "", 2001, 1500)

# What is known of the player, who is in the list; whether it is sure, whose FIDE ID it is, and which fields change.
LETTERS = {"r": "rating", "t": "title", "s": "sex", "f": "federation", "b": "birth_date", "i": "fide_id"}
LONGER = ANNA._replace(name="Müller, Anna-Lea")
MATCHES = {
    "alone": ({}, [ANNA], True, "9900001", "rtsfbi"),
    "another spelling": ({"name": "Anna Mueller"}, [ANNA], True, "9900001", "rtsfbi"),
    "same FIDE ID": ({"name": "Maier, A", "fide_id": "9900001"}, [ANNA], True, "9900001", "rtsfb"),
    "nothing is overwritten": ({"federation": "SUI", "birth_date": "1990/05/01"}, [ANNA], True, "9900001", "rtsi"),
    "a rating is renewed": ({"rating": 2000, "title": "FM"}, [ANNA], True, "9900001", "rsfbi"),
    "two namesakes": ({}, [ANNA, NAMESAKE], False, None, ""),
    "told apart by the year": ({"birth_date": "2001"}, [ANNA, NAMESAKE], True, "9900002", "rsfi"),
    "told apart by the year of a day": ({"birth_date": "14.05.2001"}, [ANNA, NAMESAKE], True, "9900002", "rsfi"),
    "told apart by the federation": ({"federation": "GER"}, [ANNA, NAMESAKE], True, "9900001", "rtsbi"),
    "told apart by the FIDE ID": ({"fide_id": "9900002"}, [ANNA, NAMESAKE], True, "9900002", "rsfb"),
    "alike": ({"name": "Müler, Annna-Li"}, [LONGER], False, "9900001", "rtsfbi"),
}
STRANGERS = {
    "another year": ({"birth_date": "1950"}, [ANNA]),
    "another FIDE ID": ({"fide_id": "9900009"}, [ANNA]),
    "another name": ({"name": "Schulz, Anna"}, [ANNA]),
    "nothing new": ({"name": "Müller, Anna"}, [RatedPerson("Müller, Anna")]),
    "no list": ({}, []),
}


@pytest.mark.parametrize(("details", "people", "is_sure", "who", "fields"), MATCHES.values(), ids=list(MATCHES))
def test_who_is_found_and_what_would_change(event, details, people, is_sure, who, fields):
    player(event, **details)
    import_ratings("FIDE", *people)
    (proposal,) = propose_changes(event)
    assert (proposal.is_sure, proposal.found and proposal.found.person.fide_id) == (is_sure, who)
    assert list(proposal.fields) == [LETTERS[letter] for letter in fields]
    assert proposal.others == (0 if who else 2)


@pytest.mark.parametrize(("details", "people"), STRANGERS.values(), ids=list(STRANGERS))
def test_who_is_somebody_else(event, details, people):
    player(event, **details)
    if people:
        import_ratings("FIDE", *people)
    assert not list(propose_changes(event))


@pytest.mark.parametrize(("kind", "rating"), [("standard", 2100), ("rapid", 2050), ("blitz", 2000)])
def test_the_rating_of_the_events_kind_counts_and_national_lists_add_theirs(event, kind, rating):
    event.rating_kind = kind
    event.save()
    player(event)
    import_ratings("FIDE", ANNA)
    import_ratings(
        "DSB", RatedPerson("Müller,Anna", "9900001", "77", "", "w", "", "SK Ahornfels", 1990, 2090, None, None, 1990)
    )
    (proposal,) = propose_changes(event)
    assert (proposal.fields["rating"], proposal.fields["national_rating"]) == (rating, 1990)
    assert proposal.fields["club"] == "SK Ahornfels"


@pytest.mark.parametrize(
    ("kind", "lacking", "k"), [("standard", {}, 10), ("rapid", {}, 20), ("rapid", {"rapid": None}, 10)]
)
def test_the_k_goes_with_the_rating_that_counts(event, kind, lacking, k):
    event.rating_kind = kind
    event.save()
    player(event, rating_k=40)
    import_ratings("FIDE", ANNA._replace(k=10, rapid_k=20, **lacking))
    (proposal,) = propose_changes(event)
    assert proposal.fields["rating_k"] == k
    assert ("K of the rating change", "40", str(k)) in proposal.changes


@pytest.mark.parametrize("kind", ["rapid", "blitz"])
def test_who_has_no_rating_of_the_kind_gets_the_standard_one(event, kind):
    event.rating_kind = kind
    event.save()
    player(event)
    import_ratings("FIDE", ANNA._replace(rapid=None, blitz=None))
    (proposal,) = propose_changes(event)
    assert proposal.fields["rating"] == 2100


def test_one_list_tells_the_namesakes_of_another_apart(event):
    player(event)
    import_ratings("FIDE", ANNA, NAMESAKE)
    import_ratings("DSB", RatedPerson("Müller,Anna", "9900002", "77", national=1490))
    (proposal,) = propose_changes(event)
    assert (proposal.fields["fide_id"], proposal.fields["rating"]) == ("9900002", 1500)


def test_lists_that_mean_two_people_decide_nothing(event):
    player(event)
    import_ratings("FIDE", ANNA)
    import_ratings("DSB", RatedPerson("Müller,Anna", "9900002", "77", national=1490))
    (proposal,) = propose_changes(event)
    assert (proposal.found, proposal.others) == (None, 2)


def boxes(page):
    return [f"{each.player.number}:{each.found.key}" for each in page.context["sure"]]


def test_what_is_ticked_is_written_and_logged_and_the_rest_is_not(chief, event):
    player(event, rating=1900)
    player(event, "Meier, Paul", 2, rating=1500)
    import_ratings("FIDE", ANNA, RatedPerson("Meier, Paul", "9900004", rating=1600))
    page = chief.get(URL)
    assert "1 Müller, Anna FIDE · GER · 1990 Rating 1900 → 2100" in text(page)
    assert event.players.get(number=1).rating == 1900, "the preview writes nothing"
    assert not LogEntry.objects.exists()
    answer = chief.post(URL, {"player": boxes(page)[:1]}, follow=True)
    assert "1 player is up to date." in text(answer)
    assert list(event.players.order_by("number").values_list("rating", "title", "birth_date")) == [
        (2100, "FM", "1990"),
        (1500, "", ""),
    ]
    entry = LogEntry.objects.get()
    assert entry.action == "players-updated"
    unsaid = {"birth_date": "…", "fide_id": "…"}
    assert entry.before["players"]["1"] == {
        "rating": 1900, "rating_source": "", "title": "", "sex": "", "federation": "",
    } | unsaid  # fmt: skip
    assert entry.after["lists"] == ["FIDE"] and "9900001" not in str(entry.after)
    assert [each.player.number for each in propose_changes(event)] == [2]
    assert "updated players from the rating lists" in str(log_view(event, log.LogFilter()).lines[0].what)


def test_the_source_of_a_rating_is_kept_until_one_is_typed(chief, event):
    player(event, rating=1900)
    import_ratings("FIDE", ANNA)
    page = "/e/open/players/1/"
    assert "The rating was typed, or came with a file." in text(chief.get(page))
    chief.post(URL, {"player": boxes(chief.get(URL))})
    source = event.players.get(number=1).rating_source
    assert source.startswith("FIDE") and f"The rating is from this list: {source}." in text(chief.get(page))
    edit_player(event, 1, {"rating": 2105}, COMMAND)
    assert event.players.get(number=1).rating_source == ""


def test_before_the_first_round_everybody_can_be_numbered_by_the_new_ratings(chief, event):
    player(event, "Alt, Olaf", 1, rating=1800)
    player(event, "Neu, Nora", 2)
    import_ratings("FIDE", RatedPerson("Neu, Nora", "9900007", rating=2200))
    chief.post(URL, {"player": boxes(chief.get(URL)), "number": "on"})
    assert dict(event.players.values_list("name", "start_number")) == {"Neu, Nora": 1, "Alt, Olaf": 2}


OUTDATED = ["1:000000000000-1", "99:000000000000-1", "x", "1:../../etc-1", ""]


@pytest.mark.parametrize("box", OUTDATED)
def test_what_was_not_shown_is_not_written(chief, event, box):
    player(event)
    import_ratings("FIDE", ANNA)
    answer = chief.post(URL, {"player": box})
    assert answer.status_code == 422
    assert event.players.get().rating is None and not LogEntry.objects.exists()


def test_a_list_that_was_exchanged_meanwhile_is_looked_at_again(chief, event):
    player(event)
    import_ratings("FIDE", ANNA)
    shown = boxes(chief.get(URL))
    import_ratings("FIDE", ANNA._replace(rating=1000))
    answer = chief.post(URL, {"player": shown})
    assert answer.status_code == 422 and "Nothing was stored: please check again." in text(answer)
    assert event.players.get().rating is None


def test_an_import_leads_on_to_the_lists(chief, event):
    assert "rating lists contain" not in text(upload(chief, "name\nMüller, Anna\n"))
    import_ratings("FIDE", ANNA)
    assert "Then show what the rating lists contain about them" in text(upload(chief, "name\nMüller, Anna\n"))
    assert import_list(chief, complete="on")["Location"] == URL
    assert "Title – → FM" in text(chief.get(URL))


def test_without_lists_the_page_says_so(chief, event):
    player(event)
    assert "no rating list on this site yet" in text(chief.get(URL))
    import_ratings("FIDE", "Somebody, Else")
    assert "contain nothing new" in text(chief.get(URL))


def test_many_players_cost_one_query_and_are_shown_part_by_part(chief, event, django_assert_num_queries):
    Player.objects.bulk_create(Player(event=event, number=n, name=f"Neu, N{n}") for n in range(1, 251))
    import_ratings("FIDE", *(RatedPerson(f"Neu, N{n}", f"99{n:05}", rating=1000 + n) for n in range(1, 251)))
    with django_assert_num_queries(1):
        assert len(list(propose_changes(event))) == 250
    page = chief.get(URL)
    assert len(page.context["sure"]) == 200 and page.context["has_more"]
    chief.post(URL, {"player": boxes(page)})
    assert len(list(propose_changes(event))) == 50
