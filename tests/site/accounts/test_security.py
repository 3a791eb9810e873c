"""Attacks on the site as a whole: forged forms, foreign ids, addresses elsewhere, formulas, forged hosts."""

import csv
import io
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.accounts.test_matrix import (
    address,
    site,  # noqa: F401 - a fixture
)
from tests.site.factories import game, make_event, person
from tests.site.matrix import NEVER, ROWS, TOKEN
from tournaments.access import tokens
from tournaments.actions.accounts.staff import invite_member
from tournaments.actions.players.participation import withdraw_participant
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.models import Game, Player

pytestmark = pytest.mark.django_db

PASSWORD = "seven-black-bishops"
# The description of the interface takes nothing; a foreign form could change the language, no more.
# The last one changes nothing in anybody’s name: it stores where a browser is notified, and takes JSON alone.
WITHOUT_TOKEN = {"api-1:openapi-json", "language", "notify"}
WRITERS = [(name, n) for name, rows in ROWS.items() for n, row in enumerate(rows) if row.post not in (NEVER, TOKEN)]


def test_no_form_is_taken_without_its_token(site):  # noqa: F811
    root = Client(enforce_csrf_checks=True)
    root.force_login(User.objects.get(username="superuser"))
    taken = []
    for name, number in WRITERS:
        row = ROWS[name][number]
        if root.post(address(name, row, "open"), row.data).status_code != 403 and name not in WITHOUT_TOKEN:
            taken.append((name, number))
    assert not taken


def test_a_form_from_another_site_is_refused():
    event = make_event()
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("anna", event))
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get("/e/open/desk/2/").content.decode())[1]
    sent = {"result": "10", "version": 0, "uuid": uuid4(), "csrfmiddlewaretoken": token}
    for origin, status in [("https://evil.example", 403), ("null", 403), ("http://testserver", 302)]:
        assert client.post("/e/open/desk/2/1/", sent, headers={"origin": origin}).status_code == status
    assert game(event, 2, 1).result == "10"


ELSEWHERE = ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "https:evil.example"]


@pytest.mark.parametrize("target", ELSEWHERE)
def test_nobody_is_sent_to_another_site(client, target):
    User.objects.create_user("anna", password=PASSWORD)
    came = client.post(f"/signin/?next={target}", {"username": "anna", "password": PASSWORD, "next": target})
    assert (came.status_code, came["Location"]) == (302, "/")
    switched = client.post("/language/", {"language": "de", "next": target}, headers={"referer": target})
    assert switched["Location"] == "/"
    left = client.post("/signout/", {"next": target})
    assert left["Location"] in ("/", "/signout/")


def test_a_foreign_name_of_the_host_is_refused(client, settings):
    settings.ALLOWED_HOSTS = ["chess.example"]
    for host in ("evil.example", "chess.example.evil.example", "chess.example@evil.example", "evil.example:80"):
        assert client.get("/", headers={"host": host}).status_code == 400
    assert client.get("/", headers={"host": "chess.example"}).status_code == 200


def test_the_host_forges_no_secret_address(client, settings):
    settings.PUBLIC_URL = "https://chess.example"
    event = make_event()
    client.force_login(person("olga", event, Role.OWNER))
    asked = {"role": "entry", "days": 1}
    page = client.post("/e/open/people/invite/", asked, headers={"x-forwarded-host": "evil.example"}).content.decode()
    assert "https://chess.example/join/" in page
    assert "evil.example" not in page


@pytest.fixture
def two():
    """Return an event of Olga's and one of somebody else's, with a member, an invitation and a result in it."""
    mine, other = make_event(), make_event("other")
    olga = person("olga", mine, Role.OWNER)
    stranger = Actor(person("stranger", other, Role.OWNER), Role.OWNER)
    person("victim", other, Role.ENTRY)
    invite_member(other, Role.ENTRY, 1, stranger)
    client = Client()
    client.force_login(olga)
    return client, mine, other


def test_a_slip_of_one_board_writes_at_no_other(two):
    _client, mine, _other = two
    text = tokens.issue_token(mine, "slip", valid=timedelta(hours=1), round=2, board=1)
    visitor = Client()
    visitor.post(f"/slip/{text}/", {"result": "10", "side": "w", "confirm": "1", "board": "2", "round": "1"})
    visitor.post(f"/e/open/desk/2/1/?token={text}", {"result": "10"})
    assert not Game.objects.exclude(round__event=mine, round__number=2, board=1).exclude(result="").exists()


FORMULAS = ["=HYPERLINK(1)", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "\r=1"]


def test_no_file_for_spreadsheets_holds_a_formula():
    event = make_event()
    owner = person("olga", event, Role.OWNER)
    for number, formula in enumerate(FORMULAS, 1):
        Player.objects.filter(number=number).update(name=formula, club=formula)
        withdraw_participant(event, number, Actor(owner, Role.OWNER), formula)
    client = Client()
    client.force_login(owner)
    paths = [f"export/{name}.csv" for name in ("standings", "players", "games")] + ["log/?format=csv"]
    for path in paths:
        text = client.get(f"/e/open/{path}").getvalue().decode("utf-8-sig")
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        assert any(cell.startswith("'") for cell in cells), path
        assert not [cell for cell in cells if re.match(r"[=@\t\r]|[+-](?!\d+([.,]\d+)?$)", cell)], path
