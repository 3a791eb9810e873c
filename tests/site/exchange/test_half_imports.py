"""An import stores everything or nothing: spoiled files leave every table as it was, and what comes in can be shown."""

import json

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.generated import generator_teams
from tests.generated.fuzz import slips, spoiled
from tests.generated.generator import WILD, swiss
from tests.notation.trf_text import trf_text
from tests.notation.trf_text_teams import trf_text_teams
from tests.rulebook.pairing.test_tsh import TEXT
from tests.site.factories import make_event
from tests.sizes import examples
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.exchange.archives import import_archive
from tournaments.actions.exchange.incoming import import_incoming
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.exports import lists
from tournaments.formats import archive, incoming, tourney_js, tsh
from tournaments.formats.archive_write import export_event
from tournaments.models import Event
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

FILES = {
    "cup.trf": trf_text(swiss(3, players=8, rounds=3, rates=WILD)).encode(),
    "teams.trf": trf_text_teams(*generator_teams.swiss(2, teams=5, rounds=3, boards=2)).encode(),
    "a.t": TEXT.encode(),
    "tourney.js": tourney_js.write_tourney({"event_name": "Cup"}, {"A": tsh.read_division(TEXT)}).encode(),
    "players.csv": "Nr;Name;Elo;Verein;Land\n1;Müller, Anna;2100;Bonn;GER\n2;Bo;;;SWE\n".encode(),
}


class Undone(Exception):
    """Take the example's import back."""


def counts():
    return {model: model._default_manager.count() for model in apps.get_app_config("tournaments").get_models()}


@pytest.mark.parametrize("lenient", [False, True], ids=["strict", "lenient"])
@pytest.mark.parametrize("name", FILES)
@examples(6, 600)
@given(changes=slips())
def test_a_spoiled_file_becomes_an_event_or_nothing(name, lenient, changes):
    before = counts()
    try:
        with transaction.atomic():
            reading = incoming.read_files([(name, spoiled(FILES[name], changes))], lenient=lenient)
            for event in import_incoming(reading, COMMAND, name="Cup"):
                show(event)
            raise Undone
    except Undone:
        clear_caches()
    except Refusal as refusal:
        assert str(refusal)
    assert counts() == before


def show(event):
    """Compute what every page of an event needs."""
    event = Event.objects.get(pk=event.pk)
    read_standings(Reader(event))
    for kind in ("t", "tsh", "js") if event.discipline == "scrabble" else ("trf", "trf16"):
        assert lists.FILES[kind][1](Reader(event))
    assert all(list(each.rows(Reader(event))) for each in lists.LISTS)


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**40), 2**40),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["", "\0", "10", "PTS,LUCK", "2026-01-01", "x" * 300, [], {}, [[]], "-1", "1e9"]),
)


@examples(20, 3000)
@given(data=st.data())
def test_a_changed_archive_becomes_an_event_or_nothing(data):
    if not Event.objects.exists():
        event = make_event()
        enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
        call_command("check")
    manifest, documents = archive.unpack_documents(export_event(Event.objects.get()))
    document = data.draw(st.sampled_from(sorted(documents)), "document")
    rows = [documents["event"]] if document == "event" else documents[document]
    if rows and isinstance(rows[0], dict):
        row = rows[data.draw(st.integers(0, len(rows) - 1), "row")]
        row[data.draw(st.sampled_from(sorted(row)), "field")] = data.draw(VALUES, "value")
    else:
        documents[document] = data.draw(VALUES, "document's value")
    try:
        facts = {name: value for name, value in manifest.items() if name not in ("archive", "format", "files")}
        packed = archive.pack_documents(json.loads(json.dumps(documents)), **facts)
    except ValueError:
        return  # no JSON can hold it
    before = counts()
    try:
        with transaction.atomic():
            show(import_archive(packed, COMMAND, slug="again"))
            raise Undone
    except Undone:
        clear_caches()
    except Refusal as refusal:
        assert str(refusal)
    assert counts() == before
