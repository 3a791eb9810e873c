"""Events out of uploaded files: what is taken, what is refused and where, and who may."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.site.factories import make_event, person
from tests.site.reading import text
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event

pytestmark = pytest.mark.django_db

URL = "/import/"
DEMO = Path(__file__).resolve().parents[3] / "tournaments" / "demo"
PLAYERS = "name;rating;club\nMüller, Anna;2100;Bonn\nSørensen, Bo;;Århus\n"


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


def upload(client, content, filename="club.csv", **fields):
    data = content if isinstance(content, bytes) else content.encode()
    return client.post(URL, {"file": SimpleUploadedFile(filename, data), "discipline": "chess", **fields})


def test_a_list_of_players_becomes_an_event_that_its_uploader_owns(admin):
    answer = upload(admin, PLAYERS, name="Club night", discipline="scrabble", rounds=7)
    event = Event.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/e/{event.slug}/")
    assert (event.name, event.discipline, event.planned_rounds) == ("Club night", "scrabble", 7)
    assert [player.name for player in event.players.all()] == ["Müller, Anna", "Sørensen, Bo"]
    assert event.memberships.get().role == Role.OWNER
    page = admin.get(answer["Location"]).content.decode()
    assert f"/e/{event.slug}/tiebreaks/" in page and f"/e/{event.slug}/desk/" not in page, "no round, no desk"


def test_the_file_names_an_event_without_a_name(admin):
    upload(admin, PLAYERS, "Vereinsabend.csv")
    assert Event.objects.get().name == "Vereinsabend"


def test_a_tournament_file_brings_rounds_and_results(admin):
    upload(admin, (DEMO / "fide_exercise.trf").read_bytes(), "exercise.trf", rounds=3, discipline="scrabble")
    assert not Event.objects.exists(), "what the file leaves open is shown first"
    admin.post(f"{URL}store/")
    event = Event.objects.get()
    assert event.discipline == "chess"
    assert event.players.count() == 16
    assert event.rounds.count() == 5


def test_a_windows_file_is_read_too(admin):
    upload(admin, PLAYERS.replace("ø", "o").replace("Å", "A").encode("cp1252"))
    assert Event.objects.get().players.first().name == "Müller, Anna"


REFUSED = [
    ("club.csv", "rating\n1\n", "club.csv:1: Name: No column has the title “Name”"),
    ("club.csv", "", "empty"),
    ("club.csv", b"name\n\0\0", "The file is not text."),
    ("club.csv", "name\n" + "x" * 2 * 1024 * 1024, "more than 2 MB"),
    ("club.xlsx", "name\nAnna\n", "not a spreadsheet that can be read"),
    ("club.pdf", "name\nAnna\n", "These can: tournament files"),
    ("club.zip", "name\nAnna\n", "This is not a zip file"),
    ("cup.trf", "012 Cup\n", "no player"),
    ("cup.trf", "012 Cup\n001    x m    Anna\n", "cup.trf:2: "),
]


@pytest.mark.parametrize(("filename", "content", "sentence"), REFUSED)
def test_a_refused_file_says_where_and_why(admin, filename, content, sentence):
    answer = upload(admin, content, filename)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not Event.objects.exists()


ODD = [
    ("name;rating\nAnna;many\n", "club.csv:2: Rating: “many” is not a whole number"),
    ("name;rating\nAnna;1\nAnna;2\n", "club.csv:3: Name: “Anna” is already in line 2."),
]


@pytest.mark.parametrize(("content", "sentence"), ODD)
def test_mistakes_of_a_list_are_reported_by_their_lines_before_anything_is_stored(admin, content, sentence):
    answer = upload(admin, content)
    assert answer["Location"] == URL
    assert sentence in text(admin.get(URL))
    assert not Event.objects.exists()


def test_no_file_is_refused(admin):
    assert admin.post(URL, {"discipline": "chess"}).status_code == 422


def test_an_event_of_the_same_name_gets_an_address_of_its_own(admin):
    for address in ("/e/cup/", "/e/cup-2/"):
        assert upload(admin, PLAYERS, name="Cup")["Location"] == address


@pytest.mark.parametrize(("who", "status"), [("superuser", 302), ("owner of an event", 403), ("stranger", 403)])
def test_who_may_import(client, who, status):
    user = User.objects.create_superuser("root") if who == "superuser" else person("somebody")
    if who == "owner of an event":
        person("somebody", make_event(), Role.OWNER)
    client.force_login(user)
    assert client.get(URL).status_code == (200 if status == 302 else 403)
    assert upload(client, PLAYERS, name="New").status_code == status
    assert Event.objects.filter(name="New").exists() == (status == 302)


def test_the_anonymous_are_sent_to_the_sign_in(client):
    assert upload(client, PLAYERS)["Location"] == f"/signin/?next={URL}"


def test_the_token_is_needed():
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_superuser("root"))
    assert upload(client, PLAYERS).status_code == 403
    assert not Event.objects.exists()
