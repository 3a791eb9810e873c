"""The interface for programs: what it answers, and that it hides what pages hide."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.site.exchange.interface import BOARD, get, post, token_of
from tests.site.factories import make_event
from tests.site.imports import import_teams
from tests.site.standings.test_team_events import GOLDEN
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, Player, Round, TeamMatch
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.standings.individuals import individuals_view
from tournaments.queries.event.events import reader_for
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db


def test_the_public_events_are_listed_page_by_page(client):
    for number in range(5):
        make_event(slug=f"cup-{number}")
    make_event(slug="secret", is_public=False)
    first = get(client, "events?limit=3")
    rest = get(client, f"events?limit=3&after={first['next']}")
    assert [item["slug"] for item in first["items"] + rest["items"]] == [f"cup-{n}" for n in range(4, -1, -1)]
    assert rest["next"] is None


KEPT = ["/rounds", "/standings?limit=2&terms=true", "/crosstable", "/brackets", "/outlook?places=2"]


@pytest.mark.parametrize("path", KEPT)
def test_an_answer_is_kept_for_the_next_reader_until_something_is_written(client, django_assert_num_queries, path):
    event = make_event()
    address = f"/api/v1/events/open{path}"
    first = client.get(address)
    with django_assert_num_queries(2):  # each reads the event alone
        for same in (client.get(address), client.get(address)):
            assert (same.content, same.headers) == (first.content, first.headers)
    enter_result(event, 2, 2, Entry("10", None, None, 0), COMMAND)
    assert client.get(address)["ETag"] != first["ETag"]


def test_what_is_kept_answers_no_misspelt_parameter(client):
    make_event()
    address = "/api/v1/events/open/rounds"
    tag = client.get(address)["ETag"]
    for headers in ({}, {"if-none-match": tag}):
        assert client.get(f"{address}?colour=1", headers=headers).json()["code"] == "no-parameters"


def test_an_event_that_is_not_public_is_not_there(client):
    make_event(slug="secret", is_public=False)
    paths = (
        "",
        "/players",
        "/standings",
        "/games",
        "/rounds",
        "/crosstable",
        "/outlook?places=2",
        "/teams",
        "/matches",
        "/individuals",
        "/brackets",
    )
    for path in paths:
        assert get(client, f"events/secret{path}", 404)["code"] == "not-found"


def test_an_event_says_about_itself_what_its_page_says(client):
    make_event(
        organiser="Schachfreunde", federation="GER", venue="Bürgerhaus", chief_arbiter="IA Ada Berg (4600000)",
        deputy_arbiters="FA Ben Dorn\nNA Cleo Esch", rate_of_play="90 min + 30 s", rated_by="both",
        announcement="Welcome to **all**", links="https://example.org/ Website", logo="0123456789abcdef",
    )  # fmt: skip
    whole = get(client, "events/open")
    assert (whole["organiser"], whole["federation"], whole["rated_by"]) == ("Schachfreunde", "GER", "both")
    assert (whole["rate_of_play"], whole["time_control"]) == ("90 min + 30 s", "5400+30")
    assert whole["chief_arbiter"] == {"name": "IA Ada Berg", "fide_id": "4600000"}
    assert [each["name"] for each in whole["deputy_arbiters"]] == ["FA Ben Dorn", "NA Cleo Esch"]
    assert whole["announcement"] == "Welcome to **all**"
    assert whole["links"] == [{"address": "https://example.org/", "title": "Website"}]
    assert whole["logo"] == "/e/open/logo.png?v=0123456789abcdef"
    listed = get(client, "events")["items"][0]
    assert listed == {name: whole[name] for name in listed}
    assert "announcement" not in listed, "a list stays short"


def test_the_table_is_that_of_the_pages(client, event):
    shape = get(client, "events/open/standings?terms=true")
    ranked = read_standings(staff_reader(event))
    assert [(row["rank"], row["number"]) for row in shape["items"]] == [(row.rank, row.number) for row in ranked.rows]
    working = shape["items"][0]["workings"][0]
    assert (working["criterion"], working["value"]) == ("PTS", "1")
    assert sum(float(term["value"]) for term in working["terms"]) == 1
    assert get(client, "events/open/standings")["items"][0]["workings"] is None


def test_direct_encounter_is_shown_as_the_small_table_of_a_tied_group(client, event):
    Event.objects.update(tiebreaks="PTS,DE")
    Game.objects.filter(round__event=event, round__number=1).update(result="==")
    clear_caches()
    row = get(client, "events/open/standings?terms=true")["items"][0]
    (points, encounter) = (working["encounter"] for working in row["workings"])
    assert points is None
    assert len(encounter["players"]) == 8
    assert {member["number"]: member["against"] for member in encounter["players"]}[1] == {"2": "0.5"}


def test_games_come_in_pages_that_lose_and_double_nothing(client, event):
    games, after = [], ""
    while after is not None:
        page = get(client, f"events/open/games?limit=3&after={after}")
        games += [(item["round"], item["board"]) for item in page["items"]]
        after = page["next"]
    assert games == [(number, board) for number in (1, 2) for board in (1, 2, 3, 4)]
    assert len(get(client, "events/open/games?round=2")["items"]) == 4


def test_what_is_hidden_from_the_public_is_hidden_here(client, event):
    Round.objects.filter(event=event, number=1).update(is_withheld=True)
    Player.objects.filter(event=event, number=1).update(
        pseudonym="Player X", fide_id="4600000", birth_date="2010-05-06"
    )
    clear_caches()
    assert get(client, "events/open/games?round=1")["items"][0]["result"] == ""
    assert {row["values"][0] for row in get(client, "events/open/standings")["items"]} == {"0"}
    text = client.get("/api/v1/events/open/players").text
    assert "Player X" in text
    assert not any(secret in text for secret in ("Müller", "4600000", "2010"))
    assert get(client, "events/open/rounds")["items"][0] == {
        "number": 1, "starts_at": None, "boards": 4, "results_in": 0, "withheld": True,
    }  # fmt: skip


def test_an_unchanged_answer_is_not_sent_again(client, event):
    answer = client.get("/api/v1/events/open/standings")
    tag = answer["ETag"]
    again = get(client, "events/open/standings", 304, if_none_match=tag)
    assert (again["ETag"], again["Access-Control-Allow-Origin"]) == (tag, "*")
    enter_result(event, 1, 2, Entry(result="01", version=0), COMMAND)
    assert client.get("/api/v1/events/open/standings", headers={"if-none-match": tag}).status_code == 200


def test_every_page_may_read_without_credentials(client, event):
    answer = client.get("/api/v1/events/open", headers={"origin": "https://club.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    asked = {"origin": "https://club.example", "access-control-request-method": "POST"}
    preflight = client.options("/api/v1/events/open/rounds/1/boards/2/result", headers=asked)
    assert (preflight.status_code, preflight["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")
    assert "Access-Control-Allow-Origin" not in post(client, BOARD, {"result": "10", "version": 0}, token_of(event))


def test_the_list_of_events_has_a_tag_too(client, event):
    tag = client.get("/api/v1/events")["ETag"]
    assert client.get("/api/v1/events", headers={"if-none-match": tag}).status_code == 304
    enter_result(event, 1, 2, Entry(result="01", version=0), COMMAND)
    assert client.get("/api/v1/events", headers={"if-none-match": tag}).status_code == 200


PROBLEM = {"type", "title", "status", "detail", "code", "field"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "german"),
    [
        ("get", "events/nothing", 404, "not-found", "Hier ist nichts."),
        ("get", "nothing/at/all", 404, "not-found", "Hier ist nichts."),
        ("get", "events/open/outlook", 422, "invalid", "places: "),
        ("get", "events/open/games?limit=0", 422, "invalid", "limit: "),
        ("delete", "events/open", 405, "method-not-allowed", ""),
        ("post", "events/open/rounds/1/boards/2/result", 401, "no-token", ""),
    ],
)
def test_what_is_wrong_is_stated_in_one_shape_and_in_the_readers_language(
    client, event, method, path, status, code, german
):
    for language in ("en", "de"):
        answer = getattr(client, method)(f"/api/v1/{path}", headers={"accept-language": language})
        shape = answer.json()
        assert (answer["Content-Type"], answer.status_code) == ("application/problem+json", status)
        assert (set(shape), shape["status"], shape["code"]) == (PROBLEM, status, code)
        assert shape["title"] and shape["detail"]
    assert shape["detail"].startswith(german)
    assert answer["Content-Language"] == "de"


def test_the_questions_do_not_grow_with_the_field(client, django_assert_max_num_queries):
    make_event(slug="large")
    for path in ("players", "games", "standings?terms=true", "crosstable", "rounds", "outlook?places=2"):
        clear_caches()
        with django_assert_max_num_queries(7):
            get(client, f"events/large/{path}")


def test_teams_are_listed_with_their_players(client, event):
    import_teams(GOLDEN.read_text(encoding="utf-8"))
    first = get(client, "events/teams/teams?limit=30")
    rest = get(client, f"events/teams/teams?after={first['next']}")
    teams = first["items"] + rest["items"]
    assert (len(teams), teams[0]["name"], teams[0]["players"], rest["next"]) == (50, "India", [1, 5, 15, 28, 44], None)
    assert len(get(client, "events/teams/standings")["items"]) == 50
    assert get(client, "events/open/teams") == {"items": [], "next": None}


def test_matches_come_with_their_boards(client, teams):
    matches, after = [], ""
    while after is not None:
        page = get(client, f"events/teams/matches?limit=4&after={after}")
        matches += page["items"]
        after = page["next"]
    assert len(matches) == TeamMatch.objects.filter(round__event=teams).count()
    played = next(match for match in matches if match["kind"] == "played")
    assert [board["match_board"] for board in played["boards"]] == [1, 2, 3, 4]
    made = float(played["first"]["game_points"]) + float(played["second"]["game_points"])
    assert made == 4
    assert {match["round"] for match in get(client, "events/teams/matches?round=2")["items"]} == {2}


def test_the_lists_of_the_boards_are_those_of_the_page(client, event, teams):
    boards, after = [], 0
    while after is not None:
        page = get(client, f"events/teams/individuals?limit=7&after={after}")
        boards += page["items"]
        after = page["next"]
    view = individuals_view(reader_for(AnonymousUser(), "teams"))
    shown = [(board.board, row.place, row.number, row.games) for board in view.boards for row in board.rows]
    assert [(item["board"], item["place"], item["number"], item["games"]) for item in boards] == shown
    assert (page["by"], page["least_games"]) == (view.by, view.least)
    basis = ("system", "edition", "round", "rounds")
    assert [page[key] for key in basis] == [get(client, "events/teams/standings")[key] for key in basis]
    best = get(client, "events/teams/individuals?by=performance&limit=1")["items"][0]
    assert best["performance"] == max(
        item["performance"] or 0 for item in boards if item["board"] == 1 and item["place"]
    )
    assert get(client, "events/open/individuals")["items"] == []
    assert get(client, "events/teams/individuals?by=luck", 422)["field"] == "by"


def test_a_withheld_match_is_open(client, teams):
    Round.objects.filter(event=teams, number=1).update(is_withheld=True)
    clear_caches()
    for match in get(client, "events/teams/matches?round=1")["items"]:
        assert match["second"] is None or match["kind"] == "open"
        assert not any(board["result"] for board in match["boards"] if board["black"])


@pytest.mark.parametrize("path", ["standings", "standings?terms=true", "crosstable"])
def test_a_long_table_comes_in_pages(client, event, path):
    whole = get(client, f"events/open/{path}")
    rows, after = [], 0
    while after is not None:
        page = get(client, f"events/open/{path}{'&' if '?' in path else '?'}limit=3&after={after}")
        assert len(page["items"]) <= 3
        rows += page["items"]
        after = page["next"]
    assert (rows, whole["next"]) == (whole["items"], None)
    get(client, f"events/open/{path.partition('?')[0]}?after=99", 404)


def test_who_can_still_get_there(client, event):
    shape = get(client, "events/open/outlook?places=2")
    assert {row["mark"] for row in shape["items"]} == {"possible"}


def test_asking_for_every_number_of_places_fills_no_memory(client, event):
    ranked = read_standings(reader_for(AnonymousUser(), "open"))
    before = sum("outlook" in key for key in ranked.table._cache if isinstance(key, tuple))
    for places in range(1, 9):
        get(client, f"events/open/outlook?places={places}")
    assert read_standings(reader_for(AnonymousUser(), "open")) is ranked
    assert sum("outlook" in key for key in ranked.table._cache if isinstance(key, tuple)) == before


def test_a_token_reads_an_event_before_it_is_public_as_everybody_will(client):
    event = make_event(slug="secret", is_public=False)
    Round.objects.filter(event=event, number=1).update(is_withheld=True)
    Player.objects.filter(event=event, number=1).update(pseudonym="Player X")
    Game.objects.filter(round__event=event, round__number=1, board=1).update(result="10")
    reader = f"Bearer {token_of(event, Role.DISPLAY, ['read'])}"
    for path in ("", "/players", "/games", "/rounds", "/standings", "/crosstable", "/outlook?places=2", "/teams"):
        answer = client.get(f"/api/v1/events/secret{path}", headers={"authorization": reader})
        assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-cache")
        assert "Authorization" in answer["Vary"]
        assert "Müller" not in answer.text
    games = get(client, "events/secret/games?round=1", authorization=reader)["items"]
    assert not any(item["result"] for item in games)
    get(client, "events/secret/games", 304, authorization=reader, if_none_match=answer_tag(client, reader))
    assert "secret" not in client.get("/api/v1/events", headers={"authorization": reader}).text


def answer_tag(client, reader):
    return client.get("/api/v1/events/secret", headers={"authorization": reader})["ETag"]


def test_only_a_token_to_read_it_opens_an_event_that_is_not_public(client, event):
    secret = make_event(slug="secret", is_public=False)
    lost = token_of(secret, scopes=["read"], name="gone")
    secret.memberships.filter(user__username="gone").delete()
    for token, status, code in (
        (token_of(secret), 403, "no-scope"),  # as they were made before there were scopes to choose
        (token_of(event, scopes=["read"], name="stranger"), 404, "not-found"),
        (lost, 401, "no-token"),
        ("nothing", 401, "no-token"),
    ):
        problem = get(client, "events/secret/players", status, authorization=f"Bearer {token}")
        assert problem["code"] == code
        get(client, "events/open/players", authorization=f"Bearer {token}")  # it is public, whoever asks
    assert client.get("/api/v1/events/secret/players")["Cache-Control"] == "no-store", "a token may open it"
