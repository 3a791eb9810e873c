"""Undo the log of players and seats: the event at each earlier moment comes back as it was."""

import pytest
from django.utils import timezone

from tests.site.event.test_log_page import past, picture
from tests.site.factories import make_event
from tests.site.rounds.test_matches import event as league  # noqa: F401 - a fixture
from tournaments.actions.players.numbering import number_by_rating
from tournaments.actions.players.players import add_player, import_players, remove_player
from tournaments.actions.players.ratings import update_from_lists
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.writing import COMMAND
from tournaments.history.past import state_at
from tournaments.models import Event, LogEntry

pytestmark = pytest.mark.django_db


def story(event, *steps):
    """Take the steps one by one, then compute the event at the moment before each, and compare."""
    pictures = [(timezone.now(), picture(event))]
    for step in steps:
        step()
        pictures.append((event.log.first().at, picture(event)))
    for moment, taken in pictures:
        state, gaps = past(event, moment)
        assert not gaps
        assert state == taken


def test_lists_removals_and_numbers_before_the_first_round():
    event = make_event(rounds=0, tiebreaks="PTS,RTNG")
    new = [{"name": "Neu, Nora", "rating": 2200}, {"name": "Alt, Olaf", "rating": 1200}]
    late = [{"name": "Spät, Sam", "rating": 2000}]
    story(
        event,
        lambda: import_players(event, new, {}, COMMAND),
        lambda: remove_player(event, 9, COMMAND),
        lambda: import_players(event, [], {1: {"rating": 1900, "club": "Ulm"}}, COMMAND),
        lambda: import_players(event, late, {2: {"rating": 1}}, COMMAND, by_rating=True),
        lambda: add_player(event, {"name": "Zuletzt, Zoë", "rating": 2100}, COMMAND),
        lambda: number_by_rating(event, COMMAND),
        lambda: update_from_lists(event, {3: {"rating": 2500}}, ["FIDE"], COMMAND),
        lambda: remove_player(event, 4, COMMAND),
    )


def test_a_late_entry_who_is_removed_comes_back_with_his_absences():
    event = make_event()
    story(
        event,
        lambda: add_player(event, {"name": "Neu, Nora", "rating": 2200}, COMMAND),
        lambda: remove_player(event, 9, COMMAND),
    )


def test_who_was_removed_comes_back_without_a_name():
    event = make_event(rounds=0)
    before = timezone.now()
    remove_player(event, 3, COMMAND)
    assert "Weiß" not in str(LogEntry.objects.get().before)
    state = state_at(Event.objects.get(), before)
    assert state.standings.facts.players[3].name == "…"


def test_line_ups(league):  # noqa: F811
    event = league
    story(
        event,
        lambda: set_line_up(event, 1, 1, 2, {1: 6, 2: 5}, COMMAND),
        lambda: set_line_up(event, 1, 1, 1, {1: 2, 2: 1}, COMMAND),
        lambda: set_line_up(event, 1, 1, 2, {1: 5, 2: None}, COMMAND),
        lambda: set_line_up(event, 1, 1, 1, {1: None, 2: None}, COMMAND),
        lambda: set_line_up(event, 1, 1, 2, {1: 4, 2: 6}, COMMAND),
        lambda: set_line_up(event, 1, 1, 1, {1: 1, 2: 3}, COMMAND),
        lambda: set_line_up(event, 1, 1, 1, {1: None, 2: None}, COMMAND),
        lambda: end_match(event, 1, 1, "+-", COMMAND, "nobody named them"),
    )


@pytest.mark.parametrize("action", ["player-removed", "players-imported", "players-numbered"])
def test_an_old_line_that_tells_too_little_is_a_gap(action):
    event = make_event(rounds=0)
    before = timezone.now()
    LogEntry.objects.create(
        event=event, version=2, at=timezone.now(), action=action, before={"number": 9}, after={"added": 1}
    )
    assert state_at(event, before).gaps == (action,)
