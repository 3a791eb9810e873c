"""A form that is sent twice, by a double click or on a bad network, does once what it does and leads to one place."""

from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from tests.site.brackets.test_knock_out import cup, enter, next_round
from tests.site.exchange.test_import import TABLE
from tests.site.factories import make_event, person
from tests.site.reading import text
from tests.site.teams import make_teams
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tournaments.actions.event.events import import_file
from tournaments.actions.event.series import create_series
from tournaments.actions.event.setup import create_event
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, KeptAnswer, PlayOff, Upload
from tournaments.queries.rounds.games import read_boards
from tournaments.views.once import AGAIN

pytestmark = pytest.mark.django_db

WHOLE = TABLE.replace("XXR 3", "142 3")
LIST = "Name;Elo\nIvo;1900\nJan;1800\n"
FORM = {"csrfmiddlewaretoken": "of this page"}
NEW = {"discipline": "chess", "time_zone": "Europe/Berlin"}
FORMS = [
    ("/new/", NEW | {"name": "Cup"}),
    ("/e/open/copies/copy/", {"name": "Cup"}),
    ("/e/open/copies/dry-run/", {}),
    ("/e/open/copies/add-section/", {"section": "B"}),
    ("/e/open/players/add/", {"name": "Ivo"}),
    ("/e/open/pairings/late-entry/", {"name": "Ivo"}),
    ("/import/", {"file": SimpleUploadedFile("night.trf", WHOLE.encode()), "discipline": "chess"}),
]


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


def send(client, address, **fields):
    for file in fields.values():
        if hasattr(file, "seek"):
            file.seek(0)
    return client.post(address, FORM | fields)


def rows():
    return [model.objects.count() for model in (Event, PlayOff)], [e.players.count() for e in Event.objects.all()]


@pytest.mark.parametrize(("address", "fields"), FORMS, ids=[address for address, _fields in FORMS])
def test_the_second_leads_where_the_first_one_did(admin, address, fields):
    create_series(make_event(), "Festival", "A", COMMAND)
    before = rows()
    first = send(admin, address, **fields)
    done = rows()
    assert done != before
    second = send(admin, address, **fields)
    assert (first.status_code, second.status_code, second["Location"]) == (302, 302, first["Location"])
    assert rows() == done


def test_another_form_and_another_page_are_no_repetition(admin):
    for token, name in (("one", "Cup"), ("one", "Bowl"), ("another", "Cup")):
        admin.post("/new/", NEW | {"name": name, "csrfmiddlewaretoken": token})
    assert sorted(Event.objects.values_list("slug", flat=True)) == ["bowl", "cup", "cup-2"]


def test_a_form_that_was_refused_can_be_sent_again(admin):
    make_event()
    player = {"name": "Müller, Anna"}
    assert send(admin, "/e/open/players/add/", **player).status_code == 422
    Event.objects.get().players.filter(name="Müller, Anna").update(name="Müller, A.")
    assert send(admin, "/e/open/players/add/", **player).status_code == 302


def test_a_page_that_is_kept_open_may_be_used_again_later(admin):
    make_event()
    send(admin, "/e/open/copies/dry-run/")
    KeptAnswer.objects.update(created_at=timezone.now() - AGAIN)
    send(admin, "/e/open/copies/dry-run/")
    assert Event.objects.filter(is_dry_run=True).count() == 2


def test_a_team_gets_its_newcomer_once(admin):
    event = make_teams(2)
    fields = {"name": "Aster", "new_name": "Ivo"}
    for _ in range(2):
        assert send(admin, f"/e/{event.slug}/teams/1/", **fields).status_code == 302
    assert event.players.filter(name="Ivo").count() == 1


def test_one_game_of_a_play_off_is_entered_and_one_taken_back(client):
    event = cup(2)
    next_round(event)
    enter(event, 1, "=")
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    match = f"/e/{event.slug}/bracket/1/A-1-1/"
    white = read_boards(event, 1).get().white.number
    for _ in range(2):
        send(client, f"{match}play-off/", white=white, result="==")
    assert PlayOff.objects.count() == 1
    client.post(f"{match}play-off/", {"white": white, "result": "=="})
    for _ in range(2):
        send(client, f"{match}undo/", reason="wrong")
    assert PlayOff.objects.count() == 1


def upload(client, address, name, content, **fields):
    return client.post(address, {"file": SimpleUploadedFile(name, content.encode()), **fields})


def test_an_import_that_was_shown_first_is_stored_once(admin):
    upload(admin, "/import/", "night.trf", TABLE, discipline="chess")
    first, second = (send(admin, "/import/store/") for _ in range(2))
    assert Event.objects.count() == 1
    assert second["Location"] == first["Location"] == f"/e/{Event.objects.get().slug}/"


def test_an_import_that_another_tab_has_stored_says_so(admin):
    upload(admin, "/import/", "night.trf", TABLE, discipline="chess")
    admin.post("/import/store/", FORM)
    page = admin.post("/import/store/", {"csrfmiddlewaretoken": "of another tab"}, follow=True)
    assert "This file has already been imported or discarded. Nothing more was stored." in text(page)
    assert Event.objects.count() == 1


def test_a_list_is_imported_once(admin):
    event = make_event()
    upload(admin, "/e/open/players/import/", "club.csv", LIST)
    fields = {"column": ["name", "rating"], "titles": "on"}
    first, second = (send(admin, "/e/open/players/import/store/", **fields) for _ in range(2))
    assert (first["Location"], second["Location"]) == ("/e/open/players/", "/e/open/players/")
    assert event.players.count() == 10
    page = admin.post("/e/open/players/import/store/", fields, follow=True)
    assert "This file has already been imported or discarded." in text(page)


def send_at_once(user, address, tokens, **fields):
    """Send a form from two browsers' connections at the same moment, and return where they lead."""

    def send_alone(token):
        client = Client()
        client.force_login(user)
        try:
            return client.post(address, fields | {"csrfmiddlewaretoken": token})["Location"]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(send_alone, tokens))


def test_two_at_the_same_moment_make_one_event(committed):
    root = User.objects.create_superuser("root")
    first, second = send_at_once(root, "/new/", ["one", "one"], name="Cup", **NEW)
    assert (first, Event.objects.count()) == (second, 1)


def make_both_at_once(make):
    """Call a function twice, the second time before the first has been committed, and return both results."""

    def make_alone():
        try:
            return make()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first = make()
            waiting = pool.submit(make_alone)
            wait([waiting], timeout=1)
        return first, waiting.result()


def test_two_people_may_create_an_event_of_one_name_at_the_same_moment(committed):
    root = Actor(User.objects.create_superuser("root"))
    made = make_both_at_once(lambda: create_event(root, discipline="chess", name="Cup"))
    assert [event.slug for event in made] == ["cup", "cup-2"]


def test_two_people_may_make_a_front_page_of_one_name_at_the_same_moment(committed):
    events = iter([make_event(slug="a"), make_event(slug="b")])
    made = make_both_at_once(lambda: create_series(next(events), "Night", "A", COMMAND))
    assert [series.slug for series in made] == ["night", "night-2"]


def test_an_address_that_somebody_takes_at_the_same_moment_is_refused(committed):
    file = reader.read(WHOLE)
    with pytest.raises(Refusal, match="There is already an event at the address “cup”"):
        make_both_at_once(lambda: import_file(file, COMMAND, slug="cup"))


@pytest.mark.parametrize("tokens", [["one", "one"], ["one", "another"]], ids=["double click", "two tabs"])
def test_two_at_the_same_moment_import_one_event(committed, tokens):
    root = User.objects.create_superuser("root")
    client = Client()
    client.force_login(root)
    upload(client, "/import/", "night.trf", TABLE, discipline="chess")
    places = send_at_once(root, "/import/store/", tokens)
    event = f"/e/{Event.objects.get().slug}/"
    assert sorted(places) == sorted([event, event] if len(set(tokens)) == 1 else [event, "/import/"])
    assert not Upload.objects.exists()
