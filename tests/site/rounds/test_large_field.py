"""In a large field that Crosstable pairs itself, no page parses the texts of a drawing once for each board.

And one typed line reads one board.
"""

import json

import pytest
from django.db.models.fields import json as json_field
from django.db.models.signals import post_init

from tests.site.championship import draw, make_championship, play, publish, swiss
from tests.site.desk.entering import type_line
from tests.site.factories import person
from tests.site.reading import HTMX
from tournaments.domain.accounts.roles import Role
from tournaments.models import Game, Player, RoundDrawing
from tournaments.operation.bounded_cache import clear_caches

pytestmark = pytest.mark.django_db

PLAYERS = 200


@pytest.fixture
def event():
    """Two rounds, drawn and published; the first is over."""
    event = make_championship(PLAYERS, slug="open", discipline="chess")
    swiss(event)
    for number in (1, 2):
        draw(event)
        publish(event)
        if number == 1:
            play(event, 1)
    return event


@pytest.fixture
def parsed(monkeypatch):
    """The lengths of the JSON texts that were read from the database."""
    lengths = []

    class Json:
        JSONDecodeError, JSONEncoder, dumps = json.JSONDecodeError, json.JSONEncoder, json.dumps

        @staticmethod
        def loads(text, **options):
            lengths.append(len(text))
            return json.loads(text, **options)

    monkeypatch.setattr(json_field, "json", Json)
    return lengths


# How much of what the rounds were drawn from a page may parse; the lines of the log repeat about a tenth of it.
PAGES = {
    "/e/open/desk/2/": 0.1,
    "/e/open/desk/2/?seen=1.0": 0.1,
    "/e/open/round/2/": 0.5,
    "/e/open/": 0.1,
    "/e/open/player/7/": 0.5,
    "/e/open/log/": 2,
    "/e/open/print/slips/": 0.1,
    "/api/v1/events/open/games": 0.1,
    "/e/open/export/games.csv": 0.1,
    "/e/open/pairings/": 3,
}


def test_no_page_parses_a_drawing_for_each_board(event, client, parsed):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    drawn = sum(len(json.dumps(each.proposal)) for each in RoundDrawing.objects.filter(round__event=event))
    assert drawn > 100 * PLAYERS
    shares = {}
    for path in PAGES:
        clear_caches()
        parsed.clear()
        assert client.get(path, **(HTMX if "seen" in path else {})).status_code == 200, path
        shares[path] = sum(parsed) / drawn
    parsed.clear()
    assert type_line(client, "3 1").status_code == 302
    shares["typed line"] = sum(parsed) / drawn
    assert {path: share for path, share in shares.items() if share > PAGES.get(path, 0.2)} == {}


@pytest.mark.parametrize("line", ["3 1", "Player 150 1"])
def test_a_typed_line_reads_its_board_and_of_the_others_at_most_the_names(event, client, line):
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    read = []

    def note(sender, **more):
        if sender in (Game, Player):
            read.append(sender.__name__)

    post_init.connect(note)
    try:
        assert type_line(client, line).status_code == 302
    finally:
        post_init.disconnect(note)
    assert Game.objects.exclude(entered_by=None).filter(round__number=2).count() == 1
    assert len(read) < 20
