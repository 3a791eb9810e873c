"""What lists of the interface have in common: one shape, filters, orders, pages; and what it says to other origins."""

from datetime import date

import pytest

from tests.site.exchange.interface import get
from tests.site.factories import make_event
from tournaments.api.urls import api
from tournaments.models import Event, Game, Player, Round
from tournaments.operation.bounded_cache import clear_caches

pytestmark = pytest.mark.django_db
DESCRIBED = api.get_openapi_schema(path_prefix="/api/v1/")
LISTS = [path for path, methods in DESCRIBED["paths"].items() if "get" in methods and not path.endswith("}")]


def shape_of(path):
    """Return the fields that an address answers with, as it describes them."""
    content = DESCRIBED["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    return DESCRIBED["components"]["schemas"][content["$ref"].rpartition("/")[2]]


@pytest.mark.parametrize("path", LISTS)
def test_every_list_has_one_shape(path):
    """An address that ends in a name lists something, one that ends in a number or an address is one thing."""
    fields = shape_of(path)["properties"]
    assert fields["items"]["type"] == "array"
    assert {"items", "next"} <= set(shape_of(path)["required"])


@pytest.fixture
def events():
    for slug, fields in {
        "autumn": {"starts_on": date(2026, 10, 3), "ends_on": date(2026, 10, 4)},
        "summer": {"starts_on": date(2026, 7, 1), "discipline": "scrabble", "tiebreaks": "PTS,SPREAD"},
        "league": {"starts_on": date(2026, 9, 1), "ends_on": date(2027, 5, 1), "team_boards": 4},
        "winter": {"system": "round-robin"},
    }.items():
        make_event(slug, **fields)


# What is asked of the list of events, and the addresses in the order of the answer.
OF_EVENTS = [
    ("", "winter league summer autumn"),
    ("order=created", "autumn summer league winter"),
    ("order=name", "autumn league summer winter"),
    ("order=-name", "winter summer league autumn"),
    ("discipline=chess", "winter league autumn"),
    ("discipline=scrabble", "summer"),
    ("system=round-robin", "winter"),
    ("teams=true", "league"),
    ("teams=false&order=name", "autumn summer winter"),
    ("name=MER", "summer"),
    ("since=2026-09-01&order=name", "autumn league"),
    ("until=2026-08-31&order=name", "summer"),
    ("since=2026-09-01&until=2026-09-30", "league"),
]


@pytest.mark.parametrize(("asked", "slugs"), OF_EVENTS)
def test_events_are_found_and_ordered(client, events, asked, slugs):
    assert [item["slug"] for item in get(client, f"events?{asked}")["items"]] == slugs.split()


@pytest.mark.parametrize("order", ["created", "-created", "starts_on", "-starts_on", "name", "-name"])
def test_pages_of_events_follow_each_other_in_every_order(client, events, order):
    slugs, after = [], ""
    while after is not None:
        page = get(client, f"events?order={order}&limit=1&after={after}")
        slugs += [item["slug"] for item in page["items"]]
        after = page["next"]
    assert slugs == [item["slug"] for item in get(client, f"events?order={order}")["items"]]
    get(client, "events?after=nowhere", 404)


PEOPLE = {
    1: {"rating": 2000, "federation": "GER", "title": "FM"},
    2: {"rating": 2200, "federation": "NOR", "withdrawn_from": 2},
    3: {"rating": 1800, "federation": "GER"},
}
OF_PLAYERS = [
    ("", [1, 2, 3, 4, 5, 6, 7, 8]),
    ("order=-rating", [2, 1, 3, 4, 5, 6, 7, 8]),
    ("order=rating", [3, 1, 2, 4, 5, 6, 7, 8]),
    ("order=name", [4, 7, 8, 1, 5, 2, 3, 6]),
    ("federation=ger", [1, 3]),
    ("title=FM", [1]),
    ("withdrawn=true", [2]),
    ("withdrawn=false&limit=2", [1, 3]),
    ("name=bo", [2]),
    ("name=müll", [1]),
]


@pytest.mark.parametrize(("asked", "numbers"), OF_PLAYERS)
def test_players_are_found_and_ordered(client, asked, numbers):
    event = make_event()
    for number, facts in PEOPLE.items():
        Player.objects.filter(event=event, number=number).update(**facts)
    assert [item["number"] for item in get(client, f"events/open/players?{asked}")["items"]] == numbers


def test_pages_of_players_follow_each_other_in_every_order(client):
    event = make_event()
    Player.objects.filter(event=event, number=5).update(rating=2000)
    numbers, after = [], 0
    while after is not None:
        page = get(client, f"events/open/players?order=-rating&limit=3&after={after}")
        numbers += [item["number"] for item in page["items"]]
        after = page["next"]
    assert numbers == [5, 1, 2, 3, 4, 6, 7, 8]


OF_GAMES = [
    ("player=1", [(1, 1), (2, 2)]),
    ("player=1&round=2", [(2, 2)]),
    ("open=false", [(1, 1), (1, 2)]),
    ("open=true&round=1", [(1, 3), (1, 4)]),
    ("open=true&limit=3", [(1, 3), (1, 4), (2, 1)]),
]


@pytest.mark.parametrize(("asked", "boards"), OF_GAMES)
def test_games_are_found(client, asked, boards):
    event = make_event()
    Game.objects.filter(round__event=event, round__number=1, board__lte=2).update(result="10")
    found = get(client, f"events/open/games?{asked}")["items"]
    assert [(item["round"], item["board"]) for item in found] == boards


def test_a_withheld_result_is_open_for_whoever_asks(client):
    event = make_event()
    Game.objects.filter(round__event=event, round__number=1).update(result="10")
    Round.objects.filter(event=event, number=1).update(is_withheld=True)
    clear_caches()
    assert get(client, "events/open/games?open=false")["items"] == []
    assert len(get(client, "events/open/games?open=true&round=1")["items"]) == 4


def test_matches_are_found_by_team(client, teams):
    found = get(client, "events/teams/matches?team=1")["items"]
    sides = [{match["first"]["team"], match["second"] and match["second"]["team"]} for match in found]
    assert sides and all(1 in side for side in sides)
    members = get(client, "events/teams/teams/1")["players"]
    assert sorted(members) == [item["number"] for item in get(client, "events/teams/players?team=1")["items"]]


ONE = [
    ("players/3", "number", 3),
    ("rounds/2", "number", 2),
    ("rounds/2/boards/3", "board", 3),
]


@pytest.mark.parametrize(("path", "field", "value"), ONE)
def test_one_thing_has_an_address_of_its_own(client, path, field, value):
    make_event()
    assert get(client, f"events/open/{path}")[field] == value
    get(client, f"events/open/{path[:-1]}99", 404)


def test_a_match_and_a_team_have_addresses_of_their_own(client, teams):
    match = get(client, "events/teams/rounds/1/matches/1")
    assert (match["round"], match["table"]) == (1, 1)
    assert match in get(client, "events/teams/matches?round=1")["items"]
    assert get(client, "events/teams/teams/2") in get(client, "events/teams/teams")["items"]
    get(client, "events/teams/rounds/1/matches/99", 404)


UNKNOWN = [
    ("events?disciplin=chess", "disciplin", "discipline, system, teams, name, since, until, order, limit, after."),
    ("events/open/players?rating=2000", "rating", "name, federation"),
    ("events/open/standings?round=1", "round", "after_round, terms, limit, after."),
    ("events/open?terms=true", "terms", "it has none."),
    ("events/nowhere?terms=true", "terms", "it has none."),
]


@pytest.mark.parametrize(("path", "field", "known"), UNKNOWN)
def test_an_unknown_parameter_is_an_error(client, path, field, known):
    make_event()
    problem = get(client, path, 422)
    assert problem["field"] == field
    assert known in problem["detail"]


@pytest.mark.parametrize("path", ["events?order=rating", "events?discipline=go", "events/open/players?order=club"])
def test_an_unknown_value_is_an_error(client, path):
    make_event()
    assert get(client, path, 422)["code"] == "invalid"


@pytest.mark.parametrize(("path", "status"), [("events/open/standings", 200), ("events/nowhere", 404)])
def test_head_has_the_headers_of_an_answer_and_no_content(client, path, status):
    make_event()
    whole = client.get(f"/api/v1/{path}")
    head = client.head(f"/api/v1/{path}")
    assert (head.status_code, head.content) == (status, b"")
    assert head["Content-Length"] == str(len(whole.content))
    assert head.get("ETag") == whole.get("ETag")
    assert head["Access-Control-Allow-Origin"] == "*"


def test_other_origins_read_when_to_ask_again(client):
    Event.objects.all().delete()
    answer = client.get("/api/v1/events")
    assert {"ETag", "Retry-After"} <= {each.strip() for each in answer["Access-Control-Expose-Headers"].split(",")}
