"""Copies of single events: kept before something that is hard to undo, and brought back without touching the others."""

import pytest
from django.core.exceptions import PermissionDenied

from tests.site.exchange.archives import enter
from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import leave_fide_mode
from tournaments.actions.event.events import purge_event
from tournaments.actions.exchange.event_returns import bring_back, return_to_copy
from tournaments.actions.hall.notices import give_notice
from tournaments.actions.rounds.closing import close_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event, Game, Job, LogEntry, Membership
from tournaments.operation import event_copies
from tournaments.operation.job_kinds import EVENT_COPY
from tournaments.wording import backups as backups_wording
from tournaments.worker import carry_out_all

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
    assert back.is_in_fide_mode  # as it was then
    assert back.version > version and back.epoch != event.epoch
    assert [(line.action, line.reason) for line in back.log.all()[:2]] == [("restore", "it was right"), ("enter", "")]
    assert back.memberships.get(role=Role.OWNER).user == owner.user
    again = event_copies.list_copies("open")[0]
    assert again.kind == "return"
    return_to_copy(back, again.name, owner, "no, it was wrong")
    assert results("open")[0] == (1, 3, "")
    again = Event.objects.get(slug="open")
    assert not again.is_in_fide_mode and again.log.filter(action="fide-left").exists()


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


def finish(event, number, result="10"):
    for board in (1, 2, 3, 4):
        enter(event, board, result, COMMAND, number)


def kept_rounds(slug="open"):
    carry_out_all(EVENT_COPY)
    return [copy.round for copy in event_copies.list_copies(slug)]


def test_what_everybody_is_told_now_stays(event, owner):
    give_notice(event, "Lunch until 14:00", None, COMMAND)
    swap_seats(event, 1, (2, 3), COMMAND, "the wrong two")
    (kept,) = event_copies.list_copies("open")
    give_notice(event, "Round 1 is being repaired", None, COMMAND)
    assert return_to_copy(event, kept.name, owner, "wrong slips").notice == "Round 1 is being repaired"


def test_an_event_returns_to_its_state_after_each_round(event, owner):
    finish(event, 1)
    assert kept_rounds() == [1]
    finish(event, 2, "01")
    assert kept_rounds() == [2, 1]
    later, first = event_copies.list_copies("open")
    assert backups_wording.event_copy_reason(later) == "after round 2"
    back = return_to_copy(event, first.name, owner, "round 2 was of others")
    assert {game.result for game in Game.objects.filter(round__event=back, round__number=2)} == {""}
    assert {game.result for game in Game.objects.filter(round__event=back, round__number=1)} == {"10"}
    back = return_to_copy(back, later.name, owner, "it was not")
    assert {game.result for game in Game.objects.filter(round__event=back, round__number=2)} == {"01"}


def clear_and_enter(event, number, board, result):
    for each in ("", result):
        enter(event, board, each, COMMAND, number)


def test_the_last_state_of_a_round_is_kept_and_none_of_the_next_one(event):
    finish(event, 1)
    (before,) = event_copies.list_copies() if kept_rounds() else ()
    clear_and_enter(event, 1, 2, "01")
    assert kept_rounds() == [1] and event_copies.list_copies() != [before]
    (before,) = event_copies.list_copies()
    enter(event, 1, "10", COMMAND, 2)
    clear_and_enter(event, 1, 2, "==")
    assert kept_rounds() == [1] and event_copies.list_copies() == [before], "that was a state of round 2"


def test_a_round_is_kept_though_the_next_one_has_begun_meanwhile(event):
    finish(event, 1)
    enter(event, 1, "10", COMMAND, 2)
    assert kept_rounds() == [1]
    assert [job.result for job in Job.objects.filter(kind=EVENT_COPY)] == [{"round": 1}]


def test_closing_a_round_keeps_it_as_it_is_then(event):
    finish(event, 1)
    kept_rounds()
    (before,) = event_copies.list_copies()
    enter(event, 2, "01", COMMAND, 1)
    close_round(event, 1, COMMAND)
    assert kept_rounds() == [1] and event_copies.list_copies() != [before]
    assert [job.result for job in Job.objects.filter(kind=EVENT_COPY)][-1] == {"round": 1}


def test_a_round_of_a_dry_run_leaves_no_copy(event):
    Event.objects.update(is_dry_run=True)
    finish(event, 1)
    assert kept_rounds() == []


def test_an_erased_event_leaves_its_last_copy_alone(event, owner, django_capture_on_commit_callbacks):
    finish(event, 1)
    event_copies.store_copy("open-2", "round", b"x", 1)
    assert kept_rounds() == [1]
    with django_capture_on_commit_callbacks(execute=True):
        purge_event(event, owner)
    assert [(copy.slug, copy.kind) for copy in event_copies.list_copies()] == [("open", "erasure"), ("open-2", "round")]


def test_copies_after_rounds_push_no_other_out_and_the_oldest_go_where_space_is_short(settings):
    settings.BACKUPS_KEPT, settings.BACKUPS_SPACE = 1, 300
    repair = event_copies.store_copy("open", "repair", b"x" * 100)
    names = [event_copies.store_copy(slug, "round", b"x" * 10, n) for n in (1, 2) for slug in ("open", "other")]
    again = event_copies.store_copy("open", "round", b"x" * 10, 1)
    assert [copy.path for copy in event_copies.list_copies()] == [again, *names[:0:-1], repair]
    event_copies.delete_old_rounds()
    assert [copy.path for copy in event_copies.list_copies()] == [again, *names[:1:-1], repair]


def test_the_page_says_how_far_the_copies_go_back_and_lists_some_of_many(admin_client, monkeypatch):
    monkeypatch.setattr("tournaments.pages.list_parts.MOST", 1)
    for slug in ("first", "second"):
        event_copies.store_copy(slug, "round", b"x" * 1024, 1)
    page = text(admin_client.get("/backups/"))
    assert "2 copies, the oldest from " in page and "They take 2.0" in page
    assert "after round 1" in page and "second" in page and "first" not in page.partition("They take")[2]
    assert "first" in text(admin_client.get("/backups/?find=FIRST")).partition("They take")[2]
    assert "No copy of such an event." in text(admin_client.get("/backups/?find=third"))


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
