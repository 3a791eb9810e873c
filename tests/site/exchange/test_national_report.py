"""The report for a national federation: TRF26 with the federation's own records of the players."""

import pytest

from tests.site.factories import make_event, person
from tiebreaks.trf import reader
from tournaments.access.reader import staff_reader
from tournaments.actions.event.events import import_file
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.models import Event, Player

pytestmark = pytest.mark.django_db
RECORDS = """\
GER    1 w    Müller, Anna                      1834        10000001 1990/05/06
GER    2      Sørensen, Bo                                12345-0678
GER    4      Doğan, Defne                      1500"""


@pytest.fixture
def event():
    event = make_event(federation="GER")
    for number, facts in {
        1: {"national_rating": 1834, "national_id": "10000001", "sex": "w", "birth_date": "1990/05/06"},
        2: {"national_id": "12345-0678"},
        4: {"national_rating": 1500},
    }.items():
        Player.objects.filter(event=event, number=number).update(**facts)
    return event


def lines(text, *codes):
    return [line.rstrip() for line in text.splitlines() if line[:3] in codes]


def test_it_has_the_numbers_and_ratings_of_the_federation(event):
    text = write_tournament_file(staff_reader(event), national="GER")
    assert lines(text, "GER") == RECORDS.splitlines()
    assert lines(text, "172") == ["172 GER FIDON"]
    assert lines(write_tournament_file(staff_reader(event)), "GER", "172") == [], "FIDE's report is as it was"


def test_it_is_read_as_it_was_written(event):
    text = write_tournament_file(staff_reader(event), national="GER")
    players = reader.read(text).crosstable.players
    assert [(p.national_rating, p.national_id) for p in players.values()][:4] == [
        (1834, "10000001"), (None, "12345-0678"), (None, ""), (1500, ""),
    ]  # fmt: skip
    again = import_file(reader.read(text), COMMAND, slug="again")
    assert again.players.get(number=2).national_id == "12345-0678"
    assert lines(write_tournament_file(staff_reader(again), national="GER"), "GER", "172") == lines(text, "GER", "172")


def test_what_was_changed_replaces_the_record_of_the_file(event):
    text = write_tournament_file(staff_reader(event), national="GER").replace("172 GER FIDON", "172 GER NIDOF")
    again = import_file(reader.read(text), COMMAND, slug="again")
    again.players.filter(number=1).update(national_rating=1900)
    written = write_tournament_file(staff_reader(Event.objects.get(pk=again.pk)), national="GER")
    assert lines(written, "GER")[0][48:52] == "1900"
    assert lines(written, "172") == ["172 GER NIDOF"], "how they were numbered is known better by who did it"


@pytest.mark.parametrize(("role", "federation", "status"), [
    (Role.ARBITER, "GER", 200), (Role.ARBITER, "", 404), (None, "GER", 404),
])  # fmt: skip
def test_arbiters_alone_get_it(client, event, role, federation, status):
    event.write_fields({"federation": federation})
    if role:
        client.force_login(person("mara", event, role))
    answer = client.get("/e/open/export/national/")
    assert answer.status_code == status
    assert ("export/national/" in client.get("/e/open/export/").text) == (status == 200)
    if status == 200:
        assert 'filename="open-ger.trf"' in answer["Content-Disposition"]


def test_numbers_of_a_federation_are_erased_and_shown_like_other_numbers(client, event):
    assert "12345-0678" not in client.get("/e/open/export/players.csv").text
    assert "12345-0678" not in client.get("/e/open/export/trf/").text
    client.force_login(person("mara", event, Role.ARBITER))
    assert "12345-0678" in client.get("/e/open/export/players.csv").text
