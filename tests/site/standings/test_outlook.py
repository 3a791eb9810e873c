"""The marks of who can still get there: shown late in an event that asks for them, sent live, computed once."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.generated import generator
from tests.generated.outlooks import stopped
from tests.site.factories import make_event
from tests.site.standings.frames import rows_in, take
from tiebreaks.outlook.marks import OUT_BY_ONE, Mark, Outlook
from tiebreaks.refusal import SENTENCES
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.live.broker import ViewKey
from tournaments.live.render import read, snapshot, step
from tournaments.models import Game, Player
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.standings.standings import standings_view
from tournaments.queries.standings import standings
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.wording import places as wording_of_places
from tournaments.wording import sentences

pytestmark = pytest.mark.django_db


def event_in_round(last, players=12, rounds=9, boards=(0,), **fields):
    """Return an event whose round `last` has open boards, with two places that qualify."""
    facts = stopped(generator.swiss(3, players=players, rounds=rounds), last, boards)._replace(rounds=rounds)
    settings = {"qualifying_places": 2, "order": "PTS,BH", **fields}
    return import_tournament(facts, COMMAND, slug=f"cup-{last}-{players}", **settings)


def marks(event, after=None):
    with translation.override("en"):
        return [row.mark for row in standings_view(staff_reader(event), after).rows]


@pytest.mark.parametrize(
    ("last", "boards", "places", "shown"),
    [
        (6, (0,), 2, False),  # two thirds are played
        (7, (0,), 2, True),
        (9, (0,), 2, True),
        (9, (), 2, False),  # it is over
        (9, (0,), None, False),  # nobody asked
        (9, (0,), 0, False),
    ],
)
def test_marks_stand_in_the_last_third_of_an_event_that_asks_for_them(client, last, boards, places, shown):
    event = event_in_round(last, boards=boards, qualifying_places=places)
    page = client.get(f"/e/{event.slug}/").text
    assert ('class="mark ' in page) is shown
    assert ("First 2" in page) is shown
    assert all((mark is not None) is shown for mark in marks(event))


def test_an_earlier_table_has_the_marks_of_its_time():
    event = event_in_round(9, boards=())
    assert all(marks(event, after=8))
    assert not any(marks(event, after=6) + marks(event, after=9))


def test_a_mark_has_a_word_and_says_why(client):
    event = event_in_round(9)
    words = {mark.code: mark.word for mark in marks(event)}
    assert set(words.values()) <= {"safe", "possible", "out"}
    assert words["out"] == "out"
    reasons = [mark.reason for mark in marks(event) if mark.code == "out"]
    assert any("players are certain to have more" in reason for reason in reasons)
    assert f'title="{reasons[0]}"' in client.get(f"/e/{event.slug}/", headers={"Accept-Language": "en"}).text


@pytest.mark.parametrize("points, words", [("1", "1 point,"), ("0.5", "½ points,"), ("5", "5 points,")])
def test_a_reason_counts_points(points, words):
    reason = Outlook(Mark.OUT, OUT_BY_ONE, {"least": Decimal(), "most": Decimal(points), "places": 1})
    assert wording_of_places.outlook(reason).startswith(f"at most {words}")
    assert str(reason).startswith(f"at most {words.replace('½', '0.5')}")


def test_a_result_moves_the_mark_of_somebody_who_has_played_live():
    """Player 2 beats player 12: now player 7 is safe."""
    event = event_in_round(9, boards=(0, 1))
    before = read(ViewKey(event.pk, "standings", "en"))
    game = Game.objects.select_related("white").get(round__event=event, round__number=9, white__number__in=(2, 12))
    result = "10" if game.white.number == 2 else "01"
    enter_result(event, 9, game.board, Entry(result, version=game.version), COMMAND)
    after = read(ViewKey(event.pk, "standings", "en"))
    assert (before.view.row(7).mark.code, after.view.row(7).mark.code) == ("possible", "safe")
    rows = take(rows_in(snapshot(before).decode()), step(before, after))
    assert 'class="mark safe"' in rows["p7"]


def test_another_number_of_places_sends_its_cells():
    event = event_in_round(9)
    before = read(ViewKey(event.pk, "standings", "en"))
    change_settings(event, {"qualifying_places": 3}, COMMAND)
    data = step(before, read(ViewKey(event.pk, "standings", "en"))).decode()
    assert "First 3" in data and 'data-around="standings"' in data and 'data-whole="standings"' not in data


def test_rows_differ_when_their_mark_alone_differs():
    event = event_in_round(9)
    row = standings_view(staff_reader(event)).rows[0]
    assert row != row._replace(mark=row.mark._replace(code="other"))


def test_marks_are_computed_once_for_a_version(monkeypatch):
    event, asked = event_in_round(9), []
    compute = standings.outlook_of
    monkeypatch.setattr(standings, "outlook_of", lambda *given: asked.append(given) or compute(*given))
    for language in ("en", "de", "en"):
        with translation.override(language):
            standings_view(staff_reader(event))
    assert len(asked) == 1


def test_a_withdrawn_player_counts():
    event = make_event(rounds=2)
    Player.objects.filter(event=event, number=3).update(withdrawn_from=2)
    assert read_crosstable(staff_reader(event)).players[3].withdrawn_from == 2


def test_marks_ask_the_database_for_nothing(client):
    counts = []
    for places in (None, 2):
        event = event_in_round(8, players=12 + bool(places), qualifying_places=places)
        clear_caches()
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/e/{event.slug}/").status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("code", [code for code in SENTENCES if code.startswith("outlook-")])
def test_the_words_are_not_those_of_the_finalists_rule(code):
    with translation.override("en"):
        assert "final" not in sentences.reason(code)
