"""An event that was declared final: who may still change what, and what the public is told."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from tests.site.exchange.archives import import_again
from tests.site.factories import LEFT, game, make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.event.configuration import change_settings, set_tiebreaks
from tournaments.actions.event.events import import_file
from tournaments.actions.event.final import declare_final, reopen_event
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds.closing import close_round, withhold_results
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.protection import Protection
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.archive_write import export_event
from tournaments.formats.incoming import read_tournament
from tournaments.models import Event, Game
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.event.state import read_state
from tournaments.pages.site.share_card import describe_event_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = make_event(departures=LEFT)
    Event.objects.filter(pk=event.pk).update(planned_rounds=2)
    event.refresh_from_db()
    return event


@pytest.fixture
def chief(event):
    return Actor(person("chief", event, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER)


@pytest.fixture
def helper(event):
    return Actor(person("helper", event, Role.ENTRY), Role.ENTRY)


@pytest.fixture
def played(event, chief):
    for number in (1, 2):
        for board in (1, 2, 3, 4):
            enter_result(event, number, board, Entry("10", version=0), chief)
    return event


@pytest.fixture
def final(played, chief):
    declare_final(played, chief)
    return Event.objects.get(pk=played.pk)


def change(event, by, reason="", board=1, result="01"):
    version = game(event, 2, board).version
    return enter_result(event, 2, board, Entry(result, version=version, reason=reason), by)


def test_an_event_is_final_when_everything_is_in_and_shown(event, chief):
    with pytest.raises(Refusal) as refused:
        declare_final(event, chief)
    assert refused.value.code == "final-unfinished"


def test_withheld_and_unchecked_results_come_first(played, chief):
    withhold_results(played, 2, chief)
    with pytest.raises(Refusal, match="round 2 are withheld"):
        declare_final(played, chief)
    played.rounds.update(is_withheld=False)
    Game.objects.filter(pk=game(played, 2, 1).pk).update(is_provisional=True)
    with pytest.raises(Refusal, match="1 results have not been checked"):
        declare_final(played, chief)


def test_a_helper_changes_nothing_in_a_final_event(final, helper):
    with pytest.raises(Refusal) as refused:
        change(final, helper, "slip misread")
    assert (refused.value.code, game(final, 2, 1).result) == ("event-final", "10")


def test_the_chief_arbiter_corrects_with_a_reason_and_the_public_is_told(final, chief, client):
    kept = change(final, chief)
    assert (kept.outcome, kept.protection) == ("conflict", Protection.FINAL)
    assert "Corrected since" not in text(client.get("/e/open/"))
    change(final, chief, "slip misread")
    page = " ".join(text(client.get("/e/open/")).split())
    assert "· final" in page
    assert "Corrected since the event was final" in page
    assert "round 2, board 1: 0-1 instead of 1-0" in page
    assert "slip misread" not in page


def test_an_undo_after_the_final_is_for_those_in_charge(played, chief, helper):
    change(played, helper, "typing error")
    declare_final(played, chief)
    with pytest.raises(Refusal) as refused:
        undo_last_entry(played, helper)
    assert refused.value.code == "event-final"
    change(played, chief, "another one", board=2)
    assert undo_last_entry(played, chief).outcome == "undone"


def test_everything_else_that_counts_waits_until_the_event_is_reopened(final, chief):
    for write in (
        lambda: set_tiebreaks(final, "PTS,SB", chief),
        lambda: withhold_results(final, 2, chief),
        lambda: add_player(final, {"name": "Late, Lena", "rating": None}, chief),
    ):
        with pytest.raises(Refusal) as refused:
            write()
        assert refused.value.code in ("final-only-results", "reason-missing")
    with pytest.raises(Refusal, match="reason is needed"):
        reopen_event(final, chief, " ")
    reopen_event(final, chief, "two results were exchanged")
    assert not Event.objects.get(pk=final.pk).is_final
    assert set_tiebreaks(final, "PTS,SB", chief, "as announced").tiebreaks == "PTS,SB"
    assert [line.action for line in final.log.all()[:3]] == ["tiebreaks", "reopen", "final"]


NOT_OFFERED = {
    "rounds": ["withhold/"],
    "pairings": ["draw/", "exchange/", "unpublish/", "absence/", "withdraw/", "late-entry/", "plan/"],
    "players": ["players/add/", "players/import/"],
}


@pytest.mark.parametrize("page", NOT_OFFERED)
def test_what_is_refused_in_a_final_event_is_not_offered_there(played, chief, client, page):
    client.force_login(chief.user)
    offered = {address for address in NOT_OFFERED[page] if address in client.get(f"/e/open/{page}/").text}
    declare_final(played, chief)
    final = client.get(f"/e/open/{page}/")
    assert [address for address in offered if address in final.text] == []
    assert offered
    assert "reopen" in text(final).lower()


CHANGES = ("players/add/", "players/1/", "players/import/")


@pytest.mark.parametrize("page", CHANGES)
def test_what_changes_players_or_teams_is_only_to_be_read_in_a_final_event(final, chief, client, page):
    client.force_login(chief.user)
    shown = client.get(f"/e/open/{page}").text
    assert "What counts can be changed only after the chief arbiter has reopened it" in shown
    assert '<fieldset class="changes" disabled>' in shown
    final.final_at = None
    final.save()
    assert "disabled>" not in client.get(f"/e/open/{page}").text


@pytest.mark.parametrize(
    "role, status", [(Role.OWNER, True), (Role.CHIEF_ARBITER, True), (Role.ARBITER, False), (Role.ENTRY, False)]
)
def test_a_penalty_is_offered_in_a_final_event_to_those_who_may_still_correct(final, client, role, status):
    client.force_login(person("somebody", final, role))
    assert ("Penalty: Müller" in client.get("/e/open/desk/1/").text) is status


def test_settings_that_move_nobody_are_saved_in_a_final_event_too(final, client):
    owner = Actor(person("owner", final, Role.OWNER), Role.OWNER)
    change_settings(final, {"is_public": True, "accent": "plum"}, owner)
    assert change_settings(final, {"win_points": 3}, owner, "as announced") == ["win_points"]
    helper = Actor(person("other", final, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER)
    with pytest.raises(Refusal, match="reason is needed"):
        change_settings(final, {"draw_points": 1}, helper)


def test_a_page_is_final_only_after_somebody_has_said_so(played, chief, client):
    assert "· final" not in " ".join(text(client.get("/e/open/")).split())
    client.force_login(chief.user)
    assert "Declare the event final" in text(client.get("/e/open/rounds/"))
    assert client.post("/e/open/rounds/final/").status_code == 302
    assert "Reopen the event" in text(client.get("/e/open/rounds/"))
    client.logout()
    assert "· final" in " ".join(text(client.get("/e/open/")).split())
    assert client.get("/api/v1/events/open").json()["final_at"] is not None


def test_a_closed_round_is_protected_as_a_final_event_is(played, chief, helper):
    close_round(played, 2, chief)
    with pytest.raises(Refusal, match="Only the chief arbiter"):
        change(played, helper, "slip misread")
    assert change(played, chief).protection == Protection.CLOSED
    assert change(played, chief, "slip misread").outcome == "saved"


def test_the_archive_keeps_a_final_event_final_with_its_corrections(final, chief, client):
    change(final, chief, "slip misread")
    back = import_again(export_event(Event.objects.get(pk=final.pk)), slug="again")
    assert back.final_at == final.final_at
    Event.objects.filter(pk=back.pk).update(is_public=True)
    assert "round 2, board 1: 0-1 instead of 1-0" in " ".join(text(client.get("/e/again/")).split())


def test_the_tournament_file_says_once_since_when_the_event_is_final(final):
    comment = f"### final {final.final_at.isoformat()}"
    written = write_tournament_file(Reader(final))
    assert written.count("### final") == written.splitlines().count(comment) == 1
    again = import_file(read_tournament(written.encode(), "open.trf"), COMMAND, slug="again")
    assert not again.is_final, "a file of results decides nothing for this server"
    assert "### final" not in write_tournament_file(staff_reader(again))


PAGES = ("", "crosstable/", "round/2/", "player/1/", "statistics/", "prizes/")


def end(event, days):
    """Let the last day of an event be so many days away."""
    day = timezone.now().astimezone(ZoneInfo(event.time_zone)).date() + timedelta(days=days)
    Event.objects.filter(pk=event.pk).update(starts_on=day - timedelta(days=1), ends_on=day)
    clear_caches()
    return Event.objects.get(pk=event.pk)


def test_an_event_whose_last_day_is_past_is_over_though_nobody_has_declared_it_final(played, client):
    for days, is_past in ((0, False), (1, False), (-1, True)):
        end(played, days)
        for path in PAGES:
            page = text(client.get(f"/e/open/{path}"))
            assert ("finished, not yet declared final" in page) == is_past, path
            assert ("provisional" in page) == (not is_past), path


def test_what_is_over_holds_no_stream_and_shows_no_sign_of_one(played, client):
    for days, is_past in ((0, False), (-1, True)):
        end(played, days)
        for path in PAGES:
            page = client.get(f"/e/open/{path}").text
            assert ('id="connection"' in page, "data-stream" in page) == (not is_past, not is_past), path
            assert 'id="live"' in page, "what other scripts read is there"


def test_a_last_day_alone_ends_nothing(event, client):
    end(event, -30)
    page = client.get("/e/open/").text
    assert "data-stream" in page
    assert "not yet declared final" not in page


def test_a_final_event_needs_no_stream_either_once_its_days_are_over(final, client):
    assert "data-stream" in client.get("/e/open/").text
    end(final, -1)
    page = client.get("/e/open/").text
    assert "data-stream" not in page
    assert "· final" in " ".join(text(client.get("/e/open/")).split())


@pytest.mark.parametrize(("day", "is_past"), [(-1, True), (0, False)])
def test_an_event_without_days_is_over_after_that_of_its_last_change(played, day, is_past):
    played.changed_at = timezone.now() + timedelta(days=day)
    assert read_state(Reader(played)).is_past is is_past
    played.starts_on = (timezone.now() - timedelta(days=3)).date()
    assert read_state(Reader(played)).is_past, "one day was meant"


def test_the_picture_of_what_is_over_says_so(played):
    assert describe_event_state(read_state(Reader(played))) == "Round 2 of 2 · 4 of 4 results"
    assert describe_event_state(read_state(Reader(end(played, -1)))) == "Finished after 2 rounds"
