"""What rests on results that nobody has checked says so, and what pairings tell of withheld results is said before."""

import pytest

from tests.site.factories import make_event, person
from tests.site.reading import text
from tournaments.domain.accounts.roles import Role
from tournaments.models import Event, Game, Round

pytestmark = pytest.mark.django_db

UNCHECKED = "2 results have not been checked"
READABLE = "The next pairings let everybody guess who has won."
PAGES = ("pairings/", "rounds/", "prizes/")


@pytest.fixture
def event():
    """All results of both rounds are in, two of them unchecked."""
    event = make_event(verification="look")
    games = Game.objects.filter(round__event=event, black__isnull=False)
    games.update(result="10")
    games.filter(round__number=2, board__lt=3).update(is_provisional=True)
    event.prizes.create(place=1, text="Cup")
    return event


def page(client, event, path):
    return " ".join(text(client.get(f"/e/{event.slug}/{path}")).split())


@pytest.mark.parametrize("path", PAGES)
def test_what_rests_on_unchecked_results_says_so_to_arbiters_alone(client, event, path):
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    assert UNCHECKED in page(client, event, path)
    assert "Second check" in page(client, event, path)
    Game.objects.update(is_provisional=False)
    assert "have not been checked" not in page(client, event, path)


@pytest.mark.parametrize("has_bracket", [True, False])
def test_brackets_are_named_where_there_are_some(client, event, has_bracket):
    if has_bracket:
        event.stages.create(order=1, system="knock-out", first_round=1, last_round=3)
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    assert ("pairings, brackets, closed rounds" in page(client, event, "rounds/")) is has_bracket


def test_visitors_are_told_nothing_of_it(client, event):
    assert "have not been checked" not in page(client, event, "prizes/")


@pytest.mark.parametrize("hides", ["withheld", "unchecked", "neither", "finished"])
def test_the_page_of_pairings_says_what_the_next_pairings_tell(client, event, hides):
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    if hides in ("withheld", "finished"):
        Round.objects.filter(event=event, number=2).update(is_withheld=True)
    changes = {"unchecked": {"shows_provisional": False}, "finished": {"planned_rounds": 2}}.get(hides, {})
    Event.objects.filter(pk=event.pk).update(**{"shows_provisional": True, **changes})
    assert (READABLE in page(client, event, "pairings/")) is (hides in ("withheld", "unchecked"))
