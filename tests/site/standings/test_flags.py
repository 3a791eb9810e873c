"""Flags in the table: those of FIDE's federations, and only where players are of several."""

import re

import pytest

from tests.site.factories import make_event
from tournaments.domain.players.federations import FLAGS
from tournaments.exports.flags import read_rules
from tournaments.models import Event, Player
from tournaments.operation.bounded_cache import clear_caches

RULE = re.compile(r"\.flag\.(\w{3}) \{ --flag: url\(\"data:image/svg\+xml,[^\"]+\"\) \}")


def test_every_federation_has_a_flag_and_every_flag_a_federation():
    rules = read_rules()
    assert list(rules) == [federation.lower() for federation in FLAGS]
    assert all(RULE.fullmatch(rule)[1] == name for name, rule in rules.items())
    assert all(re.fullmatch("[A-Z]{3}", federation) for federation in FLAGS)


def test_a_page_gets_the_flags_of_its_table_alone(client):
    sheet = client.get("/flags/ger-sco.css")
    assert RULE.findall(sheet.content.decode()) == ["ger", "sco"]
    assert sheet.headers["Content-Type"].startswith("text/css")
    assert client.get("/flags/ger-xyz.css").status_code == 404


@pytest.fixture
def fetch(db, client):
    """A function that gives the first players these federations and clubs, and returns the page."""
    event = make_event()
    Event.objects.update(is_public=True)

    def fetch_page(*who, path=f"/e/{event.slug}/"):
        event.players.update(federation="", club="")
        for number, (federation, club) in enumerate(who, 1):
            Player.objects.filter(event=event, number=number).update(federation=federation, club=club)
        clear_caches()
        return " ".join(client.get(path, headers={"accept-language": "en"}).content.decode().split())

    return fetch_page


def test_a_flag_stands_before_its_code_or_before_the_club(fetch):
    page = fetch(("SCO", ""), ("GER", "Springer Ahorntal"))
    assert '<span class="flag sco">SCO</span>' in page
    assert '<span class="flag ger" role="img" aria-label="GER"></span> Springer Ahorntal' in page
    assert '<link rel="stylesheet" href="/flags/ger-sco.css">' in page


@pytest.mark.parametrize(
    "who",
    [[], [("", "Springer Ahorntal")], [("GER", ""), ("GER", "Springer Ahorntal")], [("GER", ""), ("FID", "")]],
    ids=["nobody", "clubs alone", "one federation", "one with a flag"],
)
def test_where_flags_would_tell_nobody_apart_there_are_none(fetch, who):
    page = fetch(*who)
    assert 'class="flag ' not in page
    assert "/flags/" not in page


def test_a_code_without_a_flag_stays_a_code(fetch):
    page = fetch(("SCO", ""), ("GER", ""), ("FID", ""))
    assert page.count('class="flag ') == 2
    assert "FID" in page
