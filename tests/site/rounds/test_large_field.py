"""In a large field that Crosstable pairs itself, no page parses the texts of a drawing once for each board.

And one typed line reads one board.
"""

import json

import pytest
from django.db.models.fields import json as json_field
from django.db.models.signals import post_init
from django.utils.translation import override

from pairing.plan.stages import Stage
from tests.site.championship import draw, make_championship, play, publish, swiss
from tests.site.desk.entering import type_line
from tests.site.factories import person
from tests.site.reading import HTMX
from tournaments.access.reader import staff_reader
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Game, Player, RoundDrawing
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.rounds.pairings import pairings_view
from tournaments.pages.rounds.reasons import read_judged_round
from tournaments.queries.standings.crosstable import ROWS

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


@pytest.fixture
def drafted():
    """A round by FIDE's rules, played, and a draft of the next one."""
    event = set_plan(make_championship(60, slug="open", discipline="chess"), [Stage("dutch", 1, 5)], COMMAND)
    draw(event)
    publish(event)
    play(event, 1)
    draw(event)
    return event


def test_a_draft_and_its_reasons_are_worked_out_once_for_each_version(drafted):
    def look():
        reader = staff_reader(Event.objects.get())
        return pairings_view(reader).drafts[0], read_judged_round(reader, 2)

    draft, reasons = look()
    assert all(shown is again for shown, again in zip((draft, reasons), look(), strict=True))
    assert reasons.paired.equals(reasons.explained) and reasons.judgement is None
    with override("de"):
        assert look()[0].boards[0].reasons != draft.boards[0].reasons
    (stored,) = drafted.drafts.all()
    players = [stored.boards[0]["white"], stored.boards[1]["white"]]
    change_draft(drafted, 2, stored.revision, "swap", players, COMMAND)
    changed, judged = look()
    assert [board.moved for board in changed.boards[:3]] == [True, True, False]
    assert not judged.paired.equals(judged.explained) and judged.judgement


def test_who_was_seated_by_hand_is_judged_even_where_nothing_else_differs(drafted):
    """Their pair is left out of what the engine explains."""
    paired = read_judged_round(staff_reader(drafted), 2).paired
    by_hand = paired._replace(seated=frozenset(paired.boards[0]))
    assert not by_hand.equals(paired.explain()) and not paired._replace(granted=frozenset({(1, 2)})).equals(
        paired.explain()
    )


@pytest.mark.parametrize(("path", "most"), [("pairings/", 60), ("pairings/reasons/2/", 24), ("pairings/bans/", 24)])
def test_the_pages_of_pairings_do_not_read_the_games_again(drafted, client, path, most, django_assert_max_num_queries):
    client.force_login(person("chief", drafted, Role.CHIEF_ARBITER))
    client.get(f"/e/open/{path}")
    with django_assert_max_num_queries(most) as asked:
        page = client.get(f"/e/open/{path}").text
    facts = str(ROWS.query).partition("FROM")[0]
    assert not [query for query in asked.captured_queries if query["sql"].startswith(facts)]
    assert len(page) < 80_000


def test_the_page_of_pairings_sees_what_was_entered_since(event, client):
    """The facts that the process knows go on with each entry."""
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert "Results are missing: 100." in client.get("/e/open/pairings/").text
    assert type_line(client, "3 1").status_code == 302
    assert "Results are missing: 99." in client.get("/e/open/pairings/").text
