"""Start numbers by rating: looked at, confirmed, shown everywhere; who somebody is stays (C.04.2, 2.3 and 2.5)."""

import re

import pytest
from django.db.models import F

from pairing.plan import usual_plans
from tests.site import championship
from tests.site.factories import make_event, person
from tests.site.reading import text
from tests.site.teams import make_team_event, robin, swiss
from tiebreaks.refusal import Refusal
from tournaments.access.reader import staff_reader
from tournaments.actions.players.numbering import number_by_rating
from tournaments.actions.players.players import add_player, import_players
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.models import Draft, Event, Game, LogEntry, Player, Round
from tournaments.operation import event_copies
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.players.numbering import find_longest_rise
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

ADDRESS = "/e/open/players/number/"
RATINGS = (2500, 2400, 2300, 2200, 2100, 2000, 1900, 1800)


def rated(rounds=0, **fields):
    """Store the eight of the small event with falling ratings, so that the numbers are those by rating."""
    event = make_event(rounds=rounds, **fields)
    for number, rating in enumerate(RATINGS, start=1):
        event.players.filter(number=number).update(rating=rating)
    return event


def late(event, rating=2700):
    return add_player(event, {"name": "Beispiel, Anna", "rating": rating}, COMMAND)


def numbers(event):
    """Return the start numbers by number."""
    return dict(event.players.order_by("number").values_list("number", "start_number"))


def chief_of(client, event):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    return client


def seen_on(page):
    return re.search(r'name="seen" value="(\w+)"', page.content.decode())[1]


def give(client, address=ADDRESS, **more):
    """Look at the numbers and confirm them."""
    return client.post(address, {"seen": seen_on(client.get(address)), **more}, follow=True)


@pytest.mark.parametrize(
    ("numbers", "stay"),
    [
        ([], set()),
        ([1, 2, 3], {1, 2, 3}),
        ([4, 1, 2, 3], {1, 2, 3}),  # the late one leaps, the others make room
        ([2, 3, 4, 1], {2, 3, 4}),
        ([1, 4, 2, 3, 5], {1, 2, 3, 5}),
        ([3, 2, 1], {1}),
    ],
)
def test_the_fewest_leaps_explain_who_moves(numbers, stay):
    assert find_longest_rise(numbers) == stay


def test_a_late_player_gets_the_deserved_number_once_it_is_confirmed(client):
    event = rated()
    late(event)
    chief = chief_of(client, event)
    assert numbers(event)[9] == 9
    page = chief.get(ADDRESS)
    rows = re.findall(r"(\d) (\d) (\w+), \w+ .*? (by rating|moves down|moves up)", text(page).replace("O'B", "B"))
    assert rows[:2] == [("9", "1", "Beispiel", "by rating"), ("1", "2", "Müller", "moves down")]
    assert "9 numbers have changed." in text(give(chief))
    assert numbers(event) == {9: 1, **{number: number + 1 for number in range(1, 9)}}
    assert "The numbers follow the ratings." in text(chief.get(ADDRESS))
    line = LogEntry.objects.get(action="players-numbered")
    assert line.old_values["start_numbers"]["9"] == 9
    assert line.new_values["start_numbers"]["9"] == 1
    assert "1 Beispiel, Anna; 2 Müller, Anna" in text(chief.get("/e/open/log/"))


def test_who_somebody_is_stays(client):
    event = rated()
    number = late(event).number
    number_by_rating(event, COMMAND)
    assert number == 9
    assert "Beispiel, Anna No. 1" in text(client.get("/e/open/player/9/"))
    assert "Müller, Anna No. 2" in text(client.get("/e/open/player/1/"))
    person_of = {each["name"]: each for each in client.get("/api/v1/events/open/players").json()["items"]}
    assert (person_of["Beispiel, Anna"]["number"], person_of["Beispiel, Anna"]["start_number"]) == (9, 1)


def test_the_next_player_comes_last_again():
    event = rated()
    event.players.filter(number=8).delete()
    late(event)
    number_by_rating(event, COMMAND)
    assert numbers(event)[8] == 1  # the number was free again
    with pytest.raises(Refusal, match="Number 3 belongs to somebody else"):
        import_players(event, [{"name": "Dritt, Dora", "number": 3}], {}, COMMAND)
    import_players(event, [{"name": "Neu, Nora"}, {"name": "Zehn, Zoe", "number": 10}], {}, COMMAND)
    assert list(event.players.values_list("start_number", flat=True)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_a_list_is_numbered_by_rating_title_and_name():
    event = make_event(rounds=0)
    event.players.all().delete()
    people = [("Gao, G", 2400, ""), ("Weiß, Carl", 2400, "GM"), ("Ho, H", 2500, ""), ("Ast, A", 2400, "")]
    rows = [{"name": name, "rating": rating, "title": title} for name, rating, title in people]
    import_players(event, rows, {}, COMMAND, by_rating=True)
    assert list(event.players.values_list("name", "number")) == [
        ("Ho, H", 1), ("Weiß, Carl", 2), ("Ast, A", 3), ("Gao, G", 4)
    ]  # fmt: skip


def test_round_1_is_paired_by_the_new_numbers():
    event = rated()
    set_plan(event, usual_plans.swiss(5), COMMAND)
    late(event)
    championship.draw(event)
    assert 9 in event.drafts.get().byes[0].values()  # folded into the lower half, even with the bye
    number_by_rating(event, COMMAND)
    assert not Draft.objects.exists()  # it was drawn by the old numbers
    championship.draw(event)
    first = event.drafts.get()
    tops = [{board["white"], board["black"]} for board in first.boards]
    assert tops == [{9, 4}, {1, 5}, {2, 6}, {3, 7}]
    assert [bye["player"] for bye in first.byes] == [8]


def published(event, last):
    """Publish rounds up to a number, with a board each."""
    one, other = event.players.all()[:2]
    for number in range(1, last + 1):
        Round.objects.create(event=event, number=number).games.create(board=1, white=one, black=other)
    clear_caches()


REFUSED = [
    ({}, 4, "Round 4 has been paired: the start numbers can no longer be changed"),
    ({"system": "round-robin"}, 0, "In a round robin the numbers are drawn"),
    ({"discipline": "scrabble", "tiebreaks": "PTS,SPREAD"}, 1, "in this game the numbers can no longer be changed"),
]


@pytest.mark.parametrize(("fields", "rounds", "sentence"), REFUSED)
def test_when_numbers_stay(client, fields, rounds, sentence):
    event = rated(**fields)
    late(event)
    chief = chief_of(client, event)
    published(event, rounds)
    page = chief.get(ADDRESS)
    assert sentence in text(page)
    assert "Assign these numbers" not in text(page)
    assert sentence in text(give(chief))
    assert numbers(event)[9] == 9
    assert ADDRESS not in chief.get("/e/open/players/").content.decode()


def test_numbers_drawn_for_tables_in_the_plan_stay():
    event = rated()
    set_plan(event, usual_plans.round_robin(8), COMMAND)
    late(event)
    with pytest.raises(Refusal, match="drawn"):
        number_by_rating(event, COMMAND)


def test_a_corrected_rating_counts_until_round_4_is_paired(client):
    event = rated()
    chief = chief_of(client, event)
    published(event, 3)
    assert ADDRESS not in chief.get("/e/open/players/").content.decode()
    event.players.filter(number=3).update(rating=2450)
    assert ADDRESS in chief.get("/e/open/players/").content.decode()
    give(chief, reason="list of November")
    assert numbers(event) == {1: 1, 2: 3, 3: 2, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}
    assert LogEntry.objects.get(action="players-numbered").reason == "list of November"
    assert [copy.kind for copy in event_copies.list_copies("open")] == ["numbers"], "one press brings the old ones back"


@pytest.mark.parametrize(("method", "first"), [("FIDON", 1), ("NRO", 8), ("HBFN", 8), ("OTHER", 4)])
def test_the_ratings_of_the_event_decide_the_numbers(client, method, first):
    event = rated(rating_method=method)
    event.players.filter(number=8).update(national_rating=2900)
    event.players.filter(number=4).update(own_rating=1000)
    number_by_rating(event, COMMAND)
    assert event.players.get(start_number=1).number == first
    form = chief_of(client, event).get("/e/open/players/1/").content.decode()
    assert ('name="own_rating"' in form) == (method == "OTHER")


def test_the_ratings_of_the_event_decide_its_tie_breaks_and_stand_in_the_national_report():
    event = rated(rounds=1, tiebreaks="PTS,RTNG", federation="GER")
    event.players.update(national_rating=F("rating") + 10)
    Event.objects.update(rating_method="NRO", version=F("version") + 1)
    event = Event.objects.get()
    assert [row.values[1] for row in read_standings(staff_reader(event)).rows][:2] == [RATINGS[0] + 10, RATINGS[1] + 10]
    assert "172 GER NRO" in write_tournament_file(staff_reader(event), national="GER")


def test_who_comes_after_round_4_gets_the_number_by_rating_and_those_below_move_down():
    event = rated()
    published(event, 4)
    newcomer = late(event, rating=2250)
    assert numbers(event) == {1: 1, 2: 2, 3: 3, 9: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 9}
    add_player(event, {"name": "Muster, Max", "rating": 1000}, COMMAND)
    assert numbers(event)[10] == 10, "who is weakest comes last"
    assert [line.action for line in event.log.all()[:3]] == ["late-entry", "players-numbered", "late-entry"]
    assert newcomer.number == 9


def test_only_what_was_seen_is_confirmed(client):
    event = rated()
    late(event)
    chief = chief_of(client, event)
    seen = seen_on(chief.get(ADDRESS))
    event.players.filter(number=8).update(rating=2800)
    assert "The list has changed since you looked at it." in text(chief.post(ADDRESS, {"seen": seen}))
    assert "The list has changed" in text(chief.post(ADDRESS))
    assert numbers(event)[9] == 9
    seen = seen_on(chief.get(ADDRESS))
    event.players.filter(number=9).update(given_number=10)  # the same order, but other numbers than those shown
    assert "The list has changed" in text(chief.post(ADDRESS, {"seen": seen}))


def test_the_same_again_writes_nothing():
    event = rated()
    assert number_by_rating(event, COMMAND) == 0
    assert not LogEntry.objects.exists()


HINTS = [
    ([2700], "Beispiel 1 (2700) has number 9; by rating it would be 1"),
    ([2700, 2250], "Beispiel 1 (2700) and 1 more don’t have the number by rating"),
    ([1700], None),
    ([1800], None),  # of equal ratings the arbiter may have chosen the order
    ([2600 + number for number in range(12)], "The start numbers don’t follow the ratings"),
]


@pytest.mark.parametrize(("ratings", "hint"), HINTS)
def test_a_hint_stands_before_round_1(client, ratings, hint):
    event = rated()
    for at, rating in enumerate(ratings, start=1):
        add_player(event, {"name": f"Beispiel {at}", "rating": rating}, COMMAND)
    chief = chief_of(client, event)
    for page in (text(chief.get("/e/open/rounds/")), text(chief.get("/e/open/pairings/"))):
        assert (hint in page) if hint else ("rating it would be" not in page and "follow the ratings" not in page)


AFTER_A_ROUND = [
    (2700, "Beispiel, Anna takes part as number 9; by rating it would be 1."),
    (1500, "Beispiel, Anna takes part as number 9."),
]


@pytest.mark.parametrize(("rating", "said"), AFTER_A_ROUND)
@pytest.mark.parametrize("page", ["/e/open/players/add/", "/e/open/pairings/late-entry/"])
def test_a_late_entry_is_told_the_number_by_rating_and_the_way_to_it(client, rating, said, page):
    event = rated()
    set_plan(event, usual_plans.swiss(5), COMMAND)
    published(event, 1)
    Game.objects.filter(round__event=event, black__isnull=False).update(result="10")
    chief = chief_of(client, event)
    answer = chief.post(page, {"name": "Beispiel, Anna", "rating": rating, "another": 1}, follow=True)
    assert said in text(answer)
    for shown in (answer, chief.get("/e/open/pairings/"), chief.get("/e/open/players/add/")):
        assert ("Beispiel, Anna (2700) has number 9; by rating it would be 1. Number by rating" in text(shown)) == (
            rating == 2700
        )


def test_before_round_1_a_list_is_typed_in_any_order(client):
    event = rated()
    answer = chief_of(client, event).post(
        "/e/open/players/add/", {"name": "Beispiel, Anna", "rating": 2700, "another": 1}, follow=True
    )
    assert "Beispiel, Anna takes part as number 9." in text(answer)
    assert "by rating" not in text(answer)


@pytest.mark.parametrize("last", [1, 4])
def test_no_hint_where_nothing_can_be_drawn_or_numbered(client, last):
    event = rated()
    late(event)
    published(event, last)
    if last == 4:
        Game.objects.filter(round__event=event, black__isnull=False).update(result="10")
    chief = chief_of(client, event)
    answer = chief.post("/e/open/players/add/", {"name": "Muster, Max", "rating": 2690, "another": 1}, follow=True)
    assert ("by rating" in text(answer)) == (last == 1)
    for page in ("rounds", "pairings", "desk"):
        assert "by rating" not in text(chief.get(f"/e/open/{page}/", follow=True))


# Teams


def test_teams_get_their_numbers_in_the_same_way(client):
    event = make_team_event(rounds=0)
    Player.objects.filter(team__name="Distel").update(rating=2700)
    chief = chief_of(client, event)
    assert chief.get("/e/league/players/number/").url == "/e/league/teams/number/"
    assert "4 1 Distel 2700 by rating" in text(chief.get("/e/league/teams/number/"))
    give(chief, "/e/league/teams/number/")
    assert list(event.teams.values_list("number", "start_number")) == [(4, 1), (1, 2), (2, 3), (3, 4)]
    swiss(event)
    championship.draw(event)
    assert [{board["white"], board["black"]} for board in event.drafts.get().boards] == [{4, 2}, {1, 3}]


def test_teams_of_a_round_robin_keep_theirs():
    event = make_team_event(rounds=0)
    robin(event)
    with pytest.raises(Refusal, match="drawn"):
        number_by_rating(event, COMMAND)
