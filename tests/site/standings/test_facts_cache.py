"""Facts kept from version to version are those that a whole read gives, whatever was written in between."""

from decimal import Decimal
from random import Random

import pytest

from tests.site.factories import LEFT, make_event, person
from tests.sizes import some
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.desk.second_check import check_result
from tournaments.actions.desk.undo import undo_last_entry
from tournaments.actions.event.configuration import set_tiebreaks
from tournaments.actions.players.participation import reinstate_participant, withdraw_participant
from tournaments.actions.rounds.closing import release_results, withhold_results
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.models import Event, Game
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.standings import crosstable as facts_queries
from tournaments.queries.standings import crosstable_cache
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db
RESULTS = ("10", "==", "01", "+-", "--", "")


def enter(event, chance, by):
    game = chance.choice(list(Game.objects.filter(round__event=event, board__isnull=False).select_related("round")))
    entry = Entry(result=chance.choice(RESULTS), version=game.version, reason="corrected")
    enter_result(event, game.round.number, game.board, entry, by)


def undo(event, chance, by):
    undo_last_entry(event, by)


def check(event, chance, by):
    game = chance.choice(list(Game.objects.filter(round__event=event, board__isnull=False).select_related("round")))
    entry = Entry(result=game.result, version=game.version)
    check_result(event, game.round.number, game.board, entry, Actor(person("second"), Role.CHIEF_ARBITER))


def decide(event, chance, by):
    game = chance.choice(list(Game.objects.filter(round__event=event, board__isnull=False).select_related("round")))
    taken = Decision(deduction=Decimal("0.5"), version=game.version, reason="mobile phone")
    decide_about_player(event, game.round.number, game.white.number, taken, by)


def withdraw(event, chance, by):
    withdraw_participant(event, chance.randint(1, 8), by, "gone home")


def come_back(event, chance, by):
    reinstate_participant(event, chance.randint(1, 8), by, "here again")


def reorder(event, chance, by):
    set_tiebreaks(event, chance.choice(("PTS,BH", "PTS,SB,BH", "WIN,PTS")), by, "another order")


def withhold(event, chance, by):
    withhold_results(event, chance.randint(1, 2), by)


def release(event, chance, by):
    release_results(event, by)


STEPS = (enter, enter, enter, enter, undo, check, decide, withdraw, come_back, reorder, withhold, release)


@pytest.mark.db
@pytest.mark.parametrize("seed", some(range(6), 5))
def test_whatever_is_written_the_facts_are_those_of_a_whole_read(seed):
    chance = Random(f"memory {seed}")
    settings = {"verification": "look" if seed % 2 else "off", "shows_provisional": seed % 3 > 0}
    event = make_event(slug="open", departures=LEFT, **settings)
    by = Actor(person("owner", event, Role.OWNER), Role.OWNER)
    for _ in range(40):
        try:
            chance.choice(STEPS)(Event.objects.get(), chance, by)
        except Refusal:
            continue
        for reader in (staff_reader(Event.objects.get()), Reader(Event.objects.get())):
            assert read_standings(reader).facts == read_crosstable(reader)


def test_after_an_entry_only_its_game_is_read(monkeypatch):
    event = make_event()
    read_standings(Reader(Event.objects.get()))
    monkeypatch.setattr(facts_queries, "read_crosstable", lambda event: pytest.fail("everything was read again"))
    for board in (1, 2, 3):
        enter_result(event, 1, board, Entry(result="10", version=0), COMMAND)
    assert read_standings(Reader(Event.objects.get())).row(1).values[0] == 1


def test_another_writer_that_this_process_missed_leads_to_a_whole_read():
    event = make_event()
    read_standings(Reader(Event.objects.get()))
    enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
    Event.objects.update(version=9)  # as after a restore that lost lines of the log
    event = Event.objects.get()
    assert crosstable_cache.find_entered_games(event, 9 - 1) is None
    assert read_standings(Reader(event)).facts == read_crosstable(Reader(event))


def test_a_game_in_a_round_that_is_not_known_leads_to_a_whole_read():
    event = make_event()
    facts = read_crosstable(staff_reader(event))
    sides = [(1, facts.games[1][0]._replace(round=7), 0)]
    assert crosstable_cache.replace_games(facts, sides) is None


def test_what_is_taken_off_comes_and_goes_with_a_result_that_the_public_does_not_see_yet():
    event = make_event()
    Event.objects.update(verification="look", shows_provisional=False)
    Game.objects.filter(round__event=event, round__number=2, board=1).update(white_deduction=1)
    first, second = (Actor(person(name, event), Role.ARBITER) for name in ("first", "second"))

    def kept():
        seen = [read_standings(Reader(Event.objects.get(pk=event.pk))).facts]
        clear_caches()
        seen.append(read_standings(Reader(Event.objects.get(pk=event.pk))).facts)
        return seen[0] == seen[1], bool(seen[0].adjustments)

    enter_result(event, 2, 1, Entry("10", version=0), first)
    assert kept() == (True, False)
    check_result(event, 2, 1, Entry(version=1), second)
    assert kept() == (True, True)
    enter_result(event, 2, 1, Entry("01", version=2, reason="slip"), first)
    assert kept() == (True, False)
