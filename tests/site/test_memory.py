"""Facts kept from version to version are those that a whole read gives, whatever was written in between."""

from decimal import Decimal
from random import Random

import pytest

from tests.site.hall import make_event, person
from tiebreaks.refusal import Refusal
from tournaments import actions, audience, memory, queries
from tournaments.actions import Actor, Entry
from tournaments.models import Event, Game, Role

pytestmark = pytest.mark.django_db
RESULTS = ("10", "==", "01", "+-", "--", "")


def enter(event, chance, by):
    game = chance.choice(list(Game.objects.filter(round__event=event, board__isnull=False).select_related("round")))
    entry = Entry(result=chance.choice(RESULTS), version=game.version, reason="corrected")
    actions.enter_result(event, game.round.number, game.board, entry, by)


def undo(event, chance, by):
    actions.undo_last(event, by)


def check(event, chance, by):
    game = chance.choice(list(Game.objects.filter(round__event=event, board__isnull=False).select_related("round")))
    entry = Entry(result=game.result, version=game.version)
    actions.check_result(event, game.round.number, game.board, entry, Actor(person("second"), Role.CHIEF_ARBITER))


def decide(event, chance, by):
    game = chance.choice(list(Game.objects.filter(round__event=event, board__isnull=False).select_related("round")))
    taken = actions.Decision(deduction=Decimal("0.5"), version=game.version, reason="mobile phone")
    actions.decide(event, game.round.number, game.white.number, taken, by)


def withdraw(event, chance, by):
    actions.withdraw(event, chance.randint(1, 8), by, "gone home")


def come_back(event, chance, by):
    actions.come_back(event, chance.randint(1, 8), by, "here again")


def reorder(event, chance, by):
    actions.set_tiebreaks(event, chance.choice(("PTS,BH", "PTS,SB,BH", "WIN,PTS")), by, "another order")


def withhold(event, chance, by):
    actions.withhold(event, chance.randint(1, 2), by)


def release(event, chance, by):
    actions.release_results(event, by)


STEPS = (enter, enter, enter, enter, undo, check, decide, withdraw, come_back, reorder, withhold, release)


@pytest.mark.db
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_written_the_facts_are_those_of_a_whole_read(seed):
    chance = Random(f"memory {seed}")
    event = make_event(slug="open", verification="look" if seed % 2 else "off", shows_provisional=seed % 3 > 0)
    by = Actor(person("owner", event, Role.OWNER), Role.OWNER)
    for _ in range(40):
        try:
            chance.choice(STEPS)(Event.objects.get(), chance, by)
        except Refusal:
            continue
        for seen in (Event.objects.get(), audience.public(Event.objects.get())):
            assert queries.standings(seen).facts == queries.crosstable(seen)


def test_after_an_entry_only_its_game_is_read(monkeypatch):
    event = make_event()
    queries.standings(Event.objects.get())
    monkeypatch.setattr(queries, "crosstable", lambda event: pytest.fail("everything was read again"))
    for board in (1, 2, 3):
        actions.enter_result(event, 1, board, Entry(result="10", version=0), actions.COMMAND)
    assert queries.standings(Event.objects.get()).row(1).values[0] == 1


def test_another_writer_that_this_process_missed_leads_to_a_whole_read():
    event = make_event()
    queries.standings(Event.objects.get())
    actions.enter_result(event, 1, 1, Entry(result="10", version=0), actions.COMMAND)
    Event.objects.update(version=9)  # as after a restore that lost lines of the log
    event = Event.objects.get()
    assert memory.entered_since(event, 9 - 1) is None
    assert queries.standings(event).facts == queries.crosstable(event)


def test_a_game_in_a_round_that_is_not_known_leads_to_a_whole_read():
    event = make_event()
    facts = queries.crosstable(event)
    sides = [(1, facts.games[1][0]._replace(round=7), 0)]
    assert memory.with_games(facts, sides) is None


def test_what_is_taken_off_comes_and_goes_with_a_result_that_the_public_does_not_see_yet():
    event = make_event()
    Event.objects.update(verification="look", shows_provisional=False)
    Game.objects.filter(round__event=event, round__number=2, board=1).update(white_deduction=1)
    first, second = (Actor(person(name, event), Role.ARBITER) for name in ("first", "second"))

    def kept():
        seen = [queries.standings(audience.public(Event.objects.get(pk=event.pk))).facts]
        queries.forget()
        seen.append(queries.standings(audience.public(Event.objects.get(pk=event.pk))).facts)
        return seen[0] == seen[1], bool(seen[0].adjustments)

    actions.enter_result(event, 2, 1, Entry("10", version=0), first)
    assert kept() == (True, False)
    actions.check_result(event, 2, 1, Entry(version=1), second)
    assert kept() == (True, True)
    actions.enter_result(event, 2, 1, Entry("01", version=2), first)
    assert kept() == (True, False)
