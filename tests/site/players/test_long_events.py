"""Chess events of more than 30 days: marked by their dates, with ratings for later rounds."""

from datetime import date

import pytest
from django.db.models import F

from tests.site.factories import make_event, person
from tests.site.players.rating_samples import import_ratings
from tests.site.reading import text
from tiebreaks.trf import reader
from tournaments.access.reader import staff_reader
from tournaments.domain.accounts.roles import Role
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.rating_fields import RatedPerson
from tournaments.forms.event_settings import SettingsForm
from tournaments.models import Event, Game, Player
from tournaments.queries.standings.standings import read_standings
from tournaments.rating_lists.matching import propose_changes

pytestmark = pytest.mark.django_db

SEASON = {"starts_on": date(2026, 9, 1), "ends_on": date(2026, 12, 15)}

# The first and the last day, the game, and whether the event is one of more than 30 days.
DATES = [
    ("2026-10-01", "2026-10-31", "chess", True),
    ("2026-10-01", "2026-10-30", "chess", False),
    ("2026-10-01", "", "chess", False),
    ("", "2026-12-01", "chess", False),
    ("2026-10-01", "2026-12-31", "scrabble", False),
]


@pytest.mark.parametrize(("first", "last", "game", "is_long"), DATES)
def test_an_event_of_more_than_30_days_is_marked_by_its_dates_in_chess_alone(client, first, last, game, is_long):
    days = {name: date.fromisoformat(day) for name, day in (("starts_on", first), ("ends_on", last)) if day}
    event = make_event(discipline=game, **days)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert event.is_long == is_long
    assert ("tiebreak_ratings" in SettingsForm(event=event).fields) == is_long
    assert ('name="later_ratings"' in client.get("/e/open/players/1/").content.decode()) == is_long


def test_events_of_teams_have_one_rating_for_each_player():
    assert not make_event(team_boards=2, **SEASON).is_long


@pytest.fixture
def season(client):
    event = make_event(tiebreaks="PTS,SRO", **SEASON)
    event.players.update(rating=2000)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return event


# What is typed, and what is stored: None where it is refused.
TYPED = [
    ("2: 2110, 4:2095", "2:2110,4:2095"),
    ("4:2095 2:2110", "2:2110,4:2095"),
    ("", ""),
    ("2110", None),
    ("1:2110", None),
    ("2:2110, 2:2120", None),
    ("100:2110", None),
    ("2:4001", None),
]


@pytest.mark.parametrize(("typed", "stored"), TYPED)
def test_ratings_of_later_rounds_are_typed_on_the_players_page(client, season, typed, stored):
    page = client.post("/e/open/players/1/", {"name": "Müller, Anna", "rating": "2000", "later_ratings": typed})
    assert Player.objects.get(number=1).later_ratings == (stored or "")
    assert (page.status_code, "write 5:2110, 8:2095" in text(page)) == (
        (302, False) if stored is not None else (422, True)
    )


@pytest.mark.parametrize(("which", "sums"), [("first", [4000, 4000]), ("each", [4300, 4000]), ("last", [4300, 4300])])
def test_a_setting_chooses_which_ratings_the_tie_breaks_take(season, which, sums):
    Game.objects.update(result="10")
    Player.objects.filter(number=4).update(later_ratings="2:2300")  # meets 3 in round 1, and 1 in round 2
    Event.objects.update(tiebreak_ratings=which, version=F("version") + 1)
    rows = {row.number: row for row in read_standings(staff_reader(Event.objects.get())).rows}
    assert [rows[number].values[1] for number in (1, 3)] == sums


def test_a_newer_list_gives_a_rating_from_the_next_round_on_and_changes_none_before(client, season):
    import_ratings("FIDE", RatedPerson("Müller, Anna", "9900001", rating=2050))
    (proposal,) = propose_changes(season)
    assert proposal.fields["later_ratings"] == "3:2050"
    assert "rating" not in proposal.fields
    line = f"1:{proposal.found.key}"
    client.post("/e/open/players/ratings/", {"player": line})
    assert Player.objects.filter(number=1).values_list("rating", "later_ratings").get() == (2000, "3:2050")
    assert not any("later_ratings" in each.fields for each in propose_changes(season))


@pytest.mark.parametrize(("known", "offered"), [(None, 10), (20, None)])
def test_a_list_gives_the_k_that_is_missing_and_changes_none(season, known, offered):
    Player.objects.filter(number=1).update(rating_k=known)
    import_ratings("FIDE", RatedPerson("Müller, Anna", "9900001", rating=2050, k=10))
    (proposal,) = propose_changes(season)
    assert proposal.fields.get("rating_k") == offered


@pytest.mark.parametrize("rounds", [0, 5])
def test_before_round_1_a_list_gives_the_first_rating_and_after_the_last_none(rounds):
    event = make_event(rounds=min(rounds, 2), **SEASON)
    if rounds:
        Event.objects.update(planned_rounds=2)
        event.refresh_from_db()
    import_ratings("FIDE", RatedPerson("Müller, Anna", "9900001", rating=2050))
    (proposal,) = propose_changes(event)
    assert ("rating" in proposal.fields, "later_ratings" in proposal.fields) == (not rounds, False)


def test_the_page_of_the_order_advises_against_criteria_of_ratings(client, season):
    client.force_login(person("owner", season, Role.OWNER))
    assert "more than 30 days" in text(client.get("/e/open/tiebreaks/"))
    Event.objects.update(ends_on=date(2026, 9, 5), version=F("version") + 1)
    assert "more than 30 days" not in text(client.get("/e/open/tiebreaks/"))


def test_a_tournament_file_keeps_the_ratings_of_later_rounds(season):
    Player.objects.filter(number=4).update(later_ratings="2:2300")
    Event.objects.update(tiebreak_ratings="each", version=F("version") + 1)
    facts = reader.read(write_tournament_file(staff_reader(Event.objects.get()))).crosstable
    assert (facts.tiebreak_ratings, facts.players[4].later_ratings) == ("each", "2:2300")
