"""Values that arbiters set by hand for a tie-break, and places in a play-off: entered on the page of the order."""

from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from tests.site.factories import make_event, person
from tests.site.reading import text
from tests.site.teams import make_team_event
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.accounts.privacy import erase_player
from tournaments.actions.event.by_hand import set_by_hand
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.exports.tournament_file import name_unsaid, write_tournament_file
from tournaments.history.past import state_at
from tournaments.models import Event, LogEntry
from tournaments.queries.standings.standings import read_standings

URL = "/e/open/tiebreaks/by-hand/"


@pytest.fixture
def event(db):
    """Eight players who are all level."""
    return make_event(tiebreaks="PTS,MAN,PLAYOFF")


@pytest.fixture
def owner(event):
    client = Client()
    client.force_login(person("olga", event, Role.OWNER))
    return client


def enter(client, number="3", code="MAN", value="1,5", reason="won the blitz games"):
    return client.post(URL, {"number": number, "code": code, "value": value, "reason": reason})


def ranks(event):
    return [(row.rank, row.number) for row in read_standings(Reader(Event.objects.get(pk=event.pk))).rows]


def test_a_value_decides_a_tie_and_is_logged(event, owner):
    assert enter(owner).status_code == 302
    assert enter(owner, "5", value="−2").status_code == 302
    assert ranks(event)[:3] == [(1, 3), (2, 5), (3, 1)]
    last = LogEntry.objects.first()
    assert (last.action, last.reason, last.actor.username) == ("by-hand", "won the blitz games", "olga")
    assert last.after == {"number": 5, "manual_value": "-2.00", "manual_reason": "won the blitz games"}
    page = text(owner.get("/e/open/tiebreaks/"))
    assert "By hand 1½ won the blitz games" in page
    assert "By hand −2 won the blitz games" in page


def test_everybody_reads_the_reason_beside_the_value(event, owner, client):
    enter(owner)
    assert "won the blitz games" in text(client.get("/e/open/player/3/why/MAN/"))
    assert "No value was set by hand." in text(client.get("/e/open/player/4/why/MAN/"))


def test_an_empty_value_is_removed(event, owner):
    enter(owner)
    enter(owner, value="", reason="the wrong player")
    player = event.players.get(number=3)
    assert (player.manual_value, player.manual_reason) == (None, "")
    assert {rank for rank, _ in ranks(event)} == {1}


def test_the_same_again_writes_nothing(event, owner):
    enter(owner)
    enter(owner, value="1.50")
    assert LogEntry.objects.count() == 1


def test_a_place_in_the_playoff_is_entered_there_too(event, owner):
    enter(owner, "2", "PLAYOFF", "1", "2:0 in the play-off")
    assert ranks(event)[0] == (1, 2)
    assert "Play-off 1" in text(owner.get("/e/open/tiebreaks/"))


REFUSED = [
    ({"reason": " "}, "reason"),
    ({"value": "much"}, "between −9999.99 and 9999.99"),
    ({"value": "10000"}, "between −9999.99 and 9999.99"),
    ({"value": "0.125"}, "two decimals at most"),
    ({"code": "PLAYOFF", "value": "0"}, "A place must be a whole number"),
    ({"code": "PLAYOFF", "value": "1.5"}, "A place must be a whole number"),
    ({"number": "99"}, "There is no player with the number 99."),
    ({"number": ""}, "There is no player"),
]


@pytest.mark.parametrize(("changes", "sentence"), REFUSED)
def test_what_is_refused_stays_in_the_form(event, owner, changes, sentence):
    answer = enter(owner, **changes)
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert f'value="{changes.get("value", "1,5")}"' in answer.text
    assert LogEntry.objects.count() == 0


def test_without_such_a_criterion_there_is_no_form(owner, event):
    Event.objects.update(tiebreaks="PTS,BH")
    assert "Values set by hand" not in text(owner.get("/e/open/tiebreaks/"))
    set_by_hand(event, 1, "MAN", Decimal(1), COMMAND, "so")
    page = text(owner.get("/e/open/tiebreaks/"))
    assert "they change nothing now" in page
    assert 'id="hand-value"' not in page


def test_those_who_are_level_come_first(event, owner):
    Event.objects.update(tiebreaks="PTS,TPN,MAN")
    assert "Tied on every earlier criterion" not in owner.get("/e/open/tiebreaks/").text
    Event.objects.update(tiebreaks="PTS,MAN,TPN")
    assert "Tied on every earlier criterion" in owner.get("/e/open/tiebreaks/").text


def test_the_event_of_an_earlier_moment_has_the_earlier_value(event):
    set_by_hand(event, 1, "MAN", Decimal(1), COMMAND, "one")
    moment = timezone.now()
    set_by_hand(event, 1, "MAN", Decimal(2), COMMAND, "two")
    set_by_hand(event, 1, "PLAYOFF", Decimal(3), COMMAND, "three")
    past = state_at(Event.objects.get(), moment)
    player = past.standings.facts.players[1]
    assert (past.gaps, player.manual_value, player.manual_reason, player.playoff) == ((), 1, "one", None)


def test_a_team_has_a_value_too(db):
    league = make_team_event(tiebreaks="MP,MAN")
    moment = timezone.now()
    set_by_hand(league, 2, "MAN", Decimal("0.25"), COMMAND, "drawn by lot")
    after = LogEntry.objects.first().after
    assert after == {"team": 2, "manual_value": "0.25", "manual_reason": "drawn by lot"}
    assert read_standings(Reader(Event.objects.get())).rows[0].number == 2
    assert state_at(Event.objects.get(), moment).standings.facts.players[2].manual_value is None


def test_the_tournament_file_says_it_in_a_comment(event):
    set_by_hand(event, 3, "MAN", Decimal("1.5"), COMMAND, "won the blitz games")
    event.refresh_from_db()
    written = write_tournament_file(staff_reader(event))
    assert "### [crosstable] player 3 manual_value=1.5 manual_reason=won the blitz games\n" in written
    assert "the values set by hand" in name_unsaid(staff_reader(event))


def test_an_erased_player_keeps_the_value_without_the_reason(event):
    set_by_hand(event, 3, "MAN", Decimal("1.5"), COMMAND, "Weiß won the blitz games")
    erase_player(event, 3, Actor(person("olga", event, Role.OWNER), "owner"))
    assert event.players.get(number=3).manual_reason == "…"
