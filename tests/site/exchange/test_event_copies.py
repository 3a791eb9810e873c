"""Copies of single events: kept before something that is hard to undo, and brought back without touching the others."""

import pytest
from django.core.exceptions import PermissionDenied

from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import leave_fide_mode
from tournaments.actions.event.events import purge_event
from tournaments.actions.exchange.event_returns import bring_back, return_to_copy
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, LogEntry, Membership
from tournaments.operation import event_copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(db):
    return Actor(person("olga"), Role.OWNER)


@pytest.fixture
def event(owner):
    event = make_event()
    Membership.objects.create(event=event, user=owner.user, role=Role.OWNER)
    enter_result(event, 1, 1, Entry("10", version=0), COMMAND)
    return event


def results(slug):
    games = Game.objects.filter(round__event__slug=slug, round__number=1).order_by("board")
    return list(games.values_list("white__number", "black__number", "result"))


def test_an_event_returns_to_what_it_was_before_a_repair(event, owner):
    before, other = results("open"), make_event("other")
    swap_seats(event, 1, (2, 3), COMMAND, "the wrong two")
    (kept,) = event_copies.list_copies("open")
    assert (kept.kind, results("open")[0]) == ("repair", (1, 3, ""))
    enter_result(other, 1, 1, Entry("01", version=0), COMMAND)
    leave_fide_mode(event, COMMAND)
    version = Event.objects.get(slug="open").version
    back = return_to_copy(event, kept.name, owner, "it was right")
    assert results("open") == before
    assert results("other")[0] == (1, 2, "01")
    assert not back.is_in_fide_mode  # which is left for good
    assert back.version > version and back.epoch != event.epoch
    assert [(line.action, line.reason) for line in back.log.all()[:2]] == [("restore", "it was right"), ("enter", "")]
    assert back.memberships.get(role=Role.OWNER).user == owner.user
    again = event_copies.list_copies("open")[0]
    assert again.kind == "return"
    return_to_copy(back, again.name, owner, "no, it was wrong")
    assert results("open")[0] == (1, 3, "")


def test_an_erased_event_is_brought_back_by_the_sites_admin(event, owner, admin_user):
    before = results("open")
    purge_event(event, owner)
    assert not Event.objects.exists() and not LogEntry.objects.exists()
    (kept,) = event_copies.list_copies()
    with pytest.raises(PermissionDenied):
        bring_back(kept.name, owner)
    bring_back(kept.name, Actor(admin_user, "admin"))
    assert results("open") == before
    with pytest.raises(Refusal, match="is in use"):
        bring_back(kept.name, Actor(admin_user, "admin"))


def test_a_dry_run_leaves_no_copy_and_a_refused_repair_neither(event, owner):
    with pytest.raises(Refusal):
        swap_seats(event, 1, (2, 99), COMMAND, "who?")
    Event.objects.filter(pk=event.pk).update(is_dry_run=True)
    purge_event(Event.objects.get(), owner)
    assert event_copies.list_copies() == []


def test_only_the_newest_copies_of_an_event_are_kept(settings):
    settings.BACKUPS_KEPT = 2
    names = [event_copies.store_copy("open", "repair", b"x").name for _ in range(3)]
    event_copies.store_copy("open-2", "repair", b"x")
    assert [copy.name for copy in event_copies.list_copies("open")] == [names[2], names[1]]
    assert len(event_copies.list_copies()) == 3


def test_without_room_for_the_copy_nothing_is_erased(event, owner, settings, tmp_path):
    (tmp_path / "full").write_text("no folder")
    settings.BACKUPS = tmp_path / "full"
    with pytest.raises(Refusal, match="Nothing was changed"):
        purge_event(event, owner)
    assert Event.objects.exists()


REFUSED = [("../other.zip", "slip", "no longer there"), ("", "slip", "no longer there"), (None, " ", "reason")]


@pytest.mark.parametrize(("name", "reason", "why"), REFUSED)
def test_other_files_than_copies_of_the_event_are_refused(event, owner, name, reason, why):
    foreign = event_copies.store_copy("other", "repair", b"x").name
    with pytest.raises(Refusal, match=why):
        return_to_copy(event, foreign if name is None else name, owner, reason)
    with pytest.raises(Refusal, match="no longer there"):
        return_to_copy(event, foreign, owner, "slip")


def test_the_pages_lead_there(client, event, owner, admin_user):
    client.force_login(owner.user)
    assert "Restore an earlier state" not in text(client.get("/e/open/copies/"))
    swap_seats(event, 1, (2, 3), COMMAND, "the wrong two")
    page = client.get("/e/open/copies/")
    assert "before a published round was changed" in text(page)
    name = event_copies.list_copies("open")[0].name
    answer = client.post("/e/open/copies/restore/", {"copy": name, "reason": "it was right"}, follow=True)
    assert "The event is as it was" in text(answer)
    client.post("/e/open/copies/erase/", {"typed": "The open"})
    client.force_login(admin_user)
    name = event_copies.list_copies("open")[0].name
    assert "before the event was erased" in text(client.get("/backups/"))
    assert "The open is back." in text(client.post("/backups/restore-event/", {"copy": name}, follow=True))
    assert "The copy has been deleted." in text(client.post("/backups/delete-copy/", {"copy": name}, follow=True))
    assert name not in {copy.name for copy in event_copies.list_copies()}
