"""Lists that this site writes: its arbiters get them whole, and read in again they say the same."""

import pytest
from django.utils import translation

from tests.site.factories import make_event, person
from tournaments.domain.accounts.roles import Role
from tournaments.formats import list_reader, list_writer
from tournaments.imports.player_list import preview_players
from tournaments.models import Event, Player, Upload

pytestmark = pytest.mark.django_db

ODD = ("@home, Ann", "=1+1", "-Minus, Mia", "'t Hooft, Tom", "'=Quoted", "+49, Peter", "O'Neill; Seán", '"Bo", Bob')
KEPT = ("name", "title", "rating", "national_rating", "federation", "club", "sex", "birth_date", "fide_id")


@pytest.fixture
def event():
    event = make_event(rounds=0)
    for number, name in enumerate(ODD, 1):
        known = {"rating": 2100 - number, "national_rating": 1900, "title": "FM", "federation": "GER"}
        known |= {
            "sex": "mw"[number % 2],
            "birth_date": "2001/12/31" if number % 2 else "1980",
            "fide_id": f"46{number}",
        }
        event.players.filter(number=number).update(name=name, club=f"@home {number}", **known)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_list_of_players_read_in_again_is_the_same(client, event, language, kind):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    client.cookies["django_language"] = language
    data = client.get(f"/e/open/export/players.{kind}").content
    sheet = list_reader.read_list(data, f"players.{kind}")
    again = make_event("again", rounds=0)
    again.players.all().delete()
    with translation.override(language):
        rows = preview_players(again, Upload(lines=[[line, cells] for line, cells in sheet.lines])).added
        assert not any(row.changes for row in preview_players(event, Upload(lines=sheet.lines)).rows)
    stored = {each.number: tuple(getattr(each, field) for field in KEPT) for each in Player.objects.filter(event=event)}
    assert {row.values["number"]: tuple(row.values[field] for field in KEPT) for row in rows} == stored


def test_only_arbiters_get_dates_of_birth_and_sexes(client, event):
    assert "2001/12/31" not in client.get("/e/open/export/players.csv").text
    assert "Sex" not in client.get("/e/open/export/players.csv").text


@pytest.mark.parametrize("cell", ["=1", "'=1", "''@a", "'t Hooft", "-5", "'-5", "\uff1d1", "+:-", "-:+", "'", ""])
def test_an_apostrophe_against_formulas_is_no_part_of_the_text(cell):
    data = list_writer.write_csv([["Name", "Club"], ["Anna", cell]])
    assert list_reader.read_list(data, "list.csv").lines[1][1][1:] == ([cell] if cell else [])
