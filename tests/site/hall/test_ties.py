"""How ties are broken in an event: as a page, on paper and as plain text."""

import pytest

from tests.site.event.test_order_effect import EVENTS
from tests.site.factories import make_event, person
from tests.site.reading import text
from tournaments.access.reader import staff_reader
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Game
from tournaments.pages.standings.ties import ties_view
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def event():
    """Players 1 and 3 have won, one of them by a forfeit; 5 and 6 have drawn."""
    event = make_event(tiebreaks="PTS,WON,DE", rounds=1)
    for board, result in ((1, "+-"), (2, "10"), (3, "=="), (4, "01")):
        Game.objects.filter(round__event=event, board=board).update(result=result)
    return Event.objects.get(pk=event.pk)


def test_the_order_is_told_in_words_with_examples_from_the_table(client, event):
    page = text(client.get("/e/open/ties/", headers=ENGLISH))
    assert "Points PTS FIDE C.07 4.1 Add up the points of all rounds. leaves 3 groups level Weiß, Carl: 1" in page
    assert "Games won over the board WON FIDE C.07 7.2 Count the games won over the board." in page
    assert "separates 1 of 3 groups Weiß, Carl (1) is ahead of Müller, Anna (0)." in page
    assert "separates 0 of 3 groups" in page
    assert "5 pairs stay level after the whole order." in page
    assert "Edition of March 2026" in page


def test_it_is_plain_text_and_in_three_languages(client, event):
    answer = client.get("/e/open/ties/?format=txt", headers=ENGLISH)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    told = answer.content.decode()
    assert told.startswith(
        "How ties are broken here\nThe open\nEdition of March 2026\n\n1. Points (PTS, FIDE C.07 4.1)\n"
    )
    assert "   Weiß, Carl (1) is ahead of Müller, Anna (0).\n" in told
    german = client.get("/e/open/ties/?format=txt&lang=de").content.decode()
    assert german.startswith("So werden hier Gleichstände aufgelöst\n")
    assert "Weiß, Carl (1) steht vor Müller, Anna (0)." in german
    french = client.get("/e/open/ties/?format=txt&lang=fr").content.decode()
    assert french.startswith("Comment les égalités sont départagées ici\n")


def test_it_is_printed(client, event):
    client.force_login(person("anna", event, Role.OWNER))
    assert "Weiß, Carl (1) is ahead of Müller, Anna (0)." in text(client.get("/e/open/print/ties/", headers=ENGLISH))
    page = client.get("/e/open/tiebreaks/").content.decode()
    for address in ("/e/open/ties/", "/e/open/ties/?format=txt", "/e/open/print/ties/?as=pdf"):
        assert f'href="{address}"' in page


def test_before_the_first_result_it_has_no_examples(client):
    make_event()
    page = text(client.get("/e/open/ties/", headers=ENGLISH))
    assert "Add up the points of all rounds." in page
    assert "level" not in page


@pytest.mark.parametrize("make", EVENTS.values(), ids=EVENTS)
def test_every_plan_has_its_order_in_words(make):
    event = make()
    view = ties_view(staff_reader(event))
    assert [line.notation for line in view.lines] == event.tiebreaks.split(",")
    assert all(line.name and line.formula for line in view.lines)
    endings = read_standings(staff_reader(event)).facts.rounds and event.stages.filter(
        system__in=("knock-out", "final")
    )
    assert bool(view.duels) == (bool(endings and endings.exists()) or event.stages.filter(system="pools").exists())
