"""What makes a draft old: only what can change it, and also where its round was published in between."""

import pytest

from tests.site.championship import draw, enter, make_championship, play, publish, swiss
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.domain.event.log_actions import LogAction
from tournaments.forms.event_settings import GROUPS, MOVES_THE_TABLE
from tournaments.models import Event, Game, LogEntry
from tournaments.queries.rounds.draft_age import HARMLESS_SETTINGS, is_about_rounds, is_outdated

pytestmark = pytest.mark.django_db


@pytest.fixture
def second():
    """Round 1 is played, round 2 is published."""
    event = make_championship(8)
    swiss(event)
    draw(event), publish(event), play(event, 1)
    draw(event), publish(event)
    return event


def first_board(event, number):
    return Game.objects.get(round__event=event, round__number=number, board=1)


def unpublish(event):
    """Take round 2 back, and return its draft as it is now."""
    unpublish_round(event, 2, COMMAND, "paired by a wrong result")
    return reread(event)


def reread(event):
    event = Event.objects.get(pk=event.pk)
    return event, event.drafts.get()


def test_a_draft_made_by_unpublishing_knows_what_was_corrected_since_its_round_was_paired(second):
    enter(second, first_board(second, 1), turned=True)
    event, draft = unpublish(second)
    assert is_outdated(event, draft)
    with pytest.raises(Refusal, match="reason"):
        publish(event)


def test_a_round_that_was_unpublished_and_nothing_else_is_as_it_was(second):
    event, draft = unpublish(second)
    assert not is_outdated(event, draft)
    publish(event)
    event, draft = unpublish(event)
    assert not is_outdated(event, draft), "that it was published once more does not make it old"


def test_what_was_corrected_stays_known_through_publishing_and_unpublishing(second):
    enter(second, first_board(second, 1), turned=True)
    event, _draft = unpublish(second)
    publish(event, reason="as announced")
    event, draft = unpublish(event)
    assert is_outdated(event, draft)
    draw(event)
    event, draft = reread(event)
    assert not is_outdated(event, draft)


def test_a_result_of_its_own_that_was_entered_by_mistake_and_cleared_does_not_make_it_old(second):
    enter(second, first_board(second, 2))
    cleared = Entry("", version=first_board(second, 2).version, reason="the wrong table")
    assert enter_result(second, 2, 1, cleared, COMMAND).outcome == "saved"
    event, draft = unpublish(second)
    assert not is_outdated(event, draft)


@pytest.mark.parametrize("action", [LogAction.REPAIR, LogAction.LINE_UP, LogAction.MATCH_END])
def test_what_is_about_a_round_alone_changes_no_pairing_of_it(action):
    entry = LogEntry(action=action, after={"round": 2})
    assert (is_about_rounds(entry, {2}), is_about_rounds(entry, {3})) == (True, False)
    assert not is_about_rounds(LogEntry(action=LogAction.ENTER, after={"round": 2}), {2})


@pytest.mark.parametrize(("number", "is_old"), [(1, True), (2, False)])
def test_seats_that_were_exchanged_in_it_do_not_make_it_old_and_those_of_an_earlier_round_do(second, number, is_old):
    first, other = Game.objects.filter(round__event=second, round__number=number, black__isnull=False)[:2]
    swap_seats(second, number, (first.white.number, other.black.number), COMMAND, "wrong table")
    event, draft = unpublish(second)
    assert is_outdated(event, draft) == is_old


@pytest.mark.parametrize(
    ("changes", "is_old"),
    [
        ({"accent": "brick", "place": "Elsewhere", "is_public": True, "qualifying_places": 3}, False),
        ({"verification": "look", "shows_provisional": False}, False),
        ({"accent": "brick", "win_points": 3}, True),
    ],
)
def test_settings_make_a_draft_old_only_where_a_pairing_depends_on_them(second, changes, is_old):
    event, draft = unpublish(second)
    change_settings(event, changes, COMMAND, "wanted")
    assert is_outdated(*reread(event)) is is_old
    assert draft.boards == reread(event)[1].boards


def test_what_moves_the_table_is_not_harmless():
    named = {name for group in GROUPS for name in group.fields}
    assert named >= HARMLESS_SETTINGS
    assert not HARMLESS_SETTINGS & MOVES_THE_TABLE
