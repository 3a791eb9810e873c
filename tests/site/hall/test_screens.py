"""Projectors: what they show, who may direct them, and what their tokens open."""

import re

import pytest
from django.test import RequestFactory, override_settings

from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, publish
from tests.site.factories import game, make_event, person
from tiebreaks.refusal import Refusal
from tournaments.access import tokens
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.hall import screens as screens_module
from tournaments.actions.hall.screens import add_screen, control_screen, remove_screen, renew_screen
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.live.visibility import Seen, opened_by
from tournaments.models import LogEntry, Screen
from tournaments.operation import server_addresses
from tournaments.pages.hall.screen import screen_view
from tournaments.queries.hall import screen_settings
from tournaments.queries.rounds.games import read_boards

pytestmark = pytest.mark.django_db

ALL = "standings,boards,names,race,bracket,code"
ADDRESS = "https://chess.example/e/open/"


def test_the_address_is_shown_as_it_is_typed():
    assert screen_view(staff_reader(make_event()), Screen(), ADDRESS).address == "chess.example/e/open"


def slides_of(event, slides=ALL, address=ADDRESS):
    return ",".join(screen_view(staff_reader(event), Screen(event=event, slides=slides), address).slides)


@pytest.mark.parametrize(
    ("wanted", "results", "address", "shown"),
    [
        (ALL, 0, ADDRESS, "standings,boards,names,code"),
        (ALL, 1, ADDRESS, "standings,boards,race,code"),  # a player at the board looks for no name
        ("names", 1, ADDRESS, "names"),
        (ALL, 0, "", "standings,boards,names"),
        ("code", 0, "", "standings"),
        ("boards,standings", 0, "", "boards,standings"),
        ("", 0, ADDRESS, "standings"),
    ],
)
def test_the_slides_are_those_with_something_to_show(wanted, results, address, shown):
    event = make_event()
    if results:
        boards = event.rounds.get(number=2).games
        boards.filter(board=1).update(result="10")
    assert slides_of(event, wanted, address) == shown


def test_before_the_first_round_there_are_only_standings_and_the_code():
    assert slides_of(make_event(rounds=0)) == "standings,code"


@pytest.mark.parametrize(
    ("posted", "orders"),
    [
        ("slides=names&slides=standings&seconds=20&message=Round+4", ("standings,names", 20, "Round 4")),
        ("seconds=0&message=", (ALL, 3, "")),
        ("seconds=x&slides=nothing", (ALL, 10, "")),
        ("seconds=99999&message=" + "x" * 200, (ALL, 10, "x" * 120)),
        ("seconds=9999&message=a%00%0Ab", (ALL, 600, "a b")),
    ],
)  # fmt: skip
def test_orders_out_of_bounds_become_usual_ones(posted, orders):
    form = RequestFactory().post("/", posted, content_type="application/x-www-form-urlencoded").POST
    fields = screen_settings.read_screen_form(form)
    assert (fields["slides"], fields["seconds"], fields["message"]) == orders


@pytest.mark.parametrize(("role", "status"), [(Role.CHIEF_ARBITER, 200), (Role.ARBITER, 403), (Role.DISPLAY, 403)])
def test_only_those_who_pair_direct_the_projectors(client, role, status):
    event = make_event()
    client.force_login(person("anna", event, role))
    assert client.get("/e/open/screens/").status_code == status


def test_a_display_token_opens_its_screen_and_nothing_else(client):
    event = make_event(is_public=False)
    _screen, token = add_screen(event, "Hall", COMMAND)
    answer = client.get(f"/s/{token}/")
    assert answer.status_code == 200
    assert "Müller, Anna" in answer.content.decode()
    assert answer["Referrer-Policy"] == "no-referrer"
    assert not answer.cookies
    assert client.get(f"/s/{token}/", headers={"If-None-Match": answer["ETag"]}).status_code == 304
    for path in ("/e/open/", "/e/open/screen/", "/e/open/desk/", "/e/open/screens/", "/s/other/"):
        assert client.get(path).status_code in (302, 404)
    assert client.get(f"/join/{token}/").status_code == 410


def test_a_token_of_another_kind_is_no_screen(client):
    event = make_event()
    screen, token = add_screen(event, "Hall", COMMAND)
    assert tokens.find_token(token, "slip") is None
    other = make_event("other")
    foreign = tokens.issue_token(other, "display", valid=screens_module.VALID, screen=screen.pk)
    assert client.get(f"/s/{foreign}/").status_code == 404


def test_what_is_withheld_stays_so_for_a_signed_in_arbiter(client):
    event = make_event()
    enter_result(event, 2, 1, Entry("10", None, None, 0, "0" * 32, "x"), COMMAND)
    event.rounds.filter(number=2).update(is_withheld=True)
    client.force_login(person("anna", event))
    assert "<h2>Pairings of round 2</h2>" in client.get("/e/open/screen/?show=boards").content.decode()


def test_the_head_names_the_round_that_the_table_has(client):
    event = make_event()
    for board in (1, 2, 3, 4):
        enter_result(event, 1, board, Entry("10", version=0), COMMAND)
    assert ">Standings, round 1</h2>" in show_table(client), "round 2 has no result yet"
    enter_result(event, 2, 1, Entry("10", version=0), COMMAND)
    assert ">Standings, round 2</h2>" in show_table(client)


def show_table(client):
    return re.sub(r"\s*([<>])\s*", r"\1", client.get("/e/open/screen/?show=standings").text)


def test_a_closed_screen_and_an_old_address_open_nothing(client):
    event = make_event()
    screen, first = add_screen(event, "Hall", COMMAND)
    _same, second = renew_screen(event, screen.pk, COMMAND)
    assert [client.get(f"/s/{token}/").status_code for token in (first, second)] == [404, 200]
    remove_screen(event, screen.pk, COMMAND)
    assert client.get(f"/s/{second}/").status_code == 404
    assert [entry.action for entry in LogEntry.objects.filter(event=event)] == ["screen"] * 3


def test_the_stream_takes_the_token_for_its_event_alone():
    event = make_event(is_public=False)
    make_event("other")
    screen, token = add_screen(event, "Hall", COMMAND)
    assert opened_by(token, "open", "version") == Seen(event.pk, inside=False, is_member=not event.is_public)
    assert opened_by(token, "open", "standings") is None
    assert opened_by(token, "other", "version") is None
    assert opened_by("nothing", "open", "version") is None
    remove_screen(event, screen.pk, COMMAND)
    assert opened_by(token, "open", "version") is None


@pytest.mark.parametrize(("name", "code"), [("", "screen-nameless"), ("Hall", "screen-name-taken")])
def test_a_screen_needs_a_name_of_its_own(name, code):
    event = make_event()
    add_screen(event, "Hall", COMMAND)
    with pytest.raises(Refusal) as refused:
        add_screen(event, name, COMMAND)
    assert refused.value.code == code


def test_there_is_an_end_of_screens():
    event = make_event()
    for number in range(screens_module.MOST):
        add_screen(event, f"Hall {number}", COMMAND)
    with pytest.raises(Refusal) as refused:
        add_screen(event, "One more", COMMAND)
    assert refused.value.code == "screens-too-many"


def test_the_page_adds_directs_and_closes(client):
    event = make_event()
    client.force_login(person("anna", event, Role.OWNER))
    made = client.post("/e/open/screens/add/", {"name": "Hall"}).content.decode()
    assert "/s/" in made and "<svg" in made
    screen = event.screens.get(name="Hall")
    order = {"screen": screen.pk, "slides": "names", "seconds": "5", "message": "Soon", "paused": "on"}
    assert client.post("/e/open/screens/control/", order).status_code == 302
    screen.refresh_from_db()
    assert (screen.slides, screen.seconds, screen.message, screen.is_paused) == ("names", 5, "Soon", True)
    client.post("/e/open/screens/control/", {"screen": "", "slides": "standings"})
    stored = set(event.screens.values_list("name", "slides", "message"))
    assert stored == {("", "standings", ""), ("Hall", "names", "Soon")}
    client.post("/e/open/screens/close/", {"screen": screen.pk})
    assert client.post("/e/open/screens/close/", {"screen": screen.pk}).status_code == 422
    assert client.post("/e/open/screens/fly/").status_code == 404


def test_the_same_orders_write_nothing():
    event = make_event()
    assert control_screen(event, None, {"message": "Soon"}, COMMAND)
    version = LogEntry.objects.filter(event=event).count()
    assert not control_screen(event, None, {"message": "Soon"}, COMMAND)
    assert LogEntry.objects.filter(event=event).count() == version


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("[::1]:8000", True),
        ("[::1]", True),
        ("192.168.1.5:8000", False),
        ("chess.example", False),
    ],
)
def test_a_machine_knows_its_own_names(host, is_own):
    assert server_addresses.is_loopback(host) == is_own


def test_visitors_get_an_address_that_they_reach():
    def request(host):
        return RequestFactory().get("/", headers={"host": host})

    with override_settings(ALLOWED_HOSTS=["*"], HOST="127.0.0.1", PUBLIC_URL=""):
        assert server_addresses.visitors_site(request("192.168.1.5:8000")) == "http://192.168.1.5:8000"
        assert server_addresses.visitors_site(request("localhost:8000")) == ""
    with override_settings(PUBLIC_URL="https://chess.example"):
        assert server_addresses.visitors_site(request("127.0.0.1")) == "https://chess.example"


def test_only_a_public_event_shows_its_code(client, settings):
    settings.ALLOWED_HOSTS = ["*"]
    event = make_event()
    _screen, token = add_screen(event, "Hall", COMMAND)

    def shows_code():
        return (
            'data-slides="standings boards names code"'
            in client.get(f"/s/{token}/", headers={"host": "10.0.0.1"}).content.decode()
        )

    assert shows_code()
    event.is_public = False
    event.save()
    assert not shows_code()


def test_a_screen_asks_few_questions(client, django_assert_max_num_queries):
    event = make_event()
    _screen, token = add_screen(event, "Hall", COMMAND)
    assert game(event, 2, 1).result == ""
    with django_assert_max_num_queries(24):
        client.get(f"/s/{token}/")


@pytest.mark.parametrize(
    ("players", "played", "levels"),
    [
        (8, 0, [[4, 2, 1]]),
        (8, 3, [[4, 2, 1]]),
        (40, 0, [[8]]),  # a round of 64: the 24 byes are no results
        (64, 0, [[16], [16]]),
        (40, 1, [[16]]),  # a round of 32
        (40, 2, [[8, 4, 2, 1]]),
    ],
)
def test_a_projector_shows_the_last_rounds_of_a_bracket_or_the_one_that_is_played(players, played, levels):
    event = make_championship(players, discipline="chess")
    event = set_plan(event, [Stage("knock-out", 1, 1)], COMMAND)
    for number in range(1, played + 1):
        draw(event)
        publish(event)
        for each in read_boards(event, number):
            enter_result(event, number, each.board, Entry("10", version=0), COMMAND)
        event.refresh_from_db()
    if not played:
        draw(event)
        publish(event)
        event.refresh_from_db()
    view = screen_view(staff_reader(event), Screen(event=event, slides=ALL), "")
    assert "bracket" in view.slides
    assert [[len(level.duels) for level in part.levels] for part in view.brackets] == levels
    assert not any(match.is_bye for part in view.brackets for level in part.levels for match in level.duels)
