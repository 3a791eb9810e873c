"""The totals that the desk reads back without ranking the field are those of the ranked table, or are not given."""

from random import Random

import pytest

from tests.generated import generator
from tests.generated.outlooks import scored
from tests.site.factories import game, make_event
from tests.site.teams import make_team_event
from tiebreaks.order.notation import read_order
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.models import Event, Game, Player, Round
from tournaments.operation.bounded_cache import clear_caches
from tournaments.queries.desk.scores_so_far import read_scores_so_far
from tournaments.queries.standings.endings import first_of_duels
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db

CHESS = generator.swiss(5, players=24, rounds=7, rates=generator.WILD)
FIELDS = {
    "chess": (CHESS, "PTS,BH/C1,BH,SB,DE"),
    "scrabble": (scored(CHESS, Random(5)), "PTS,SPREAD,SCORE"),
    "three points": (CHESS._replace(scheme=CHESS.scheme._replace(win=3, draw=1)), "PTS,BH,DE"),
    "round robin": (generator.round_robin(3, players=9), "PTS,DE,SB"),
}


@pytest.fixture(params=FIELDS)
def event(request):
    """An event in its last round, with half of its results in, a bye in it and all kinds of unplayed rounds before."""
    facts, order = FIELDS[request.param]
    event = import_tournament(facts, COMMAND, slug="open", order=order)
    last = event.rounds.order_by("-number").first()
    open_games = Game.objects.filter(round=last, black__isnull=False).order_by("board")[::2]
    pks = [each.pk for each in open_games]
    Game.objects.filter(pk__in=pks).update(result="", white_score=None, black_score=None)
    Game.objects.filter(round__number=2, black__isnull=False).update(white_deduction=0.5)
    clear_caches()
    return Event.objects.get(pk=event.pk)


def important(event):
    return tuple(chosen for chosen in read_order(event.tiebreaks) if chosen.code in ("PTS", "SPREAD"))


def test_records_are_those_of_the_ranked_table(event):
    order, ranked, known = important(event), read_standings(staff_reader(event)), 0
    games = Game.objects.filter(round__event=event, black__isnull=False).select_related("white", "black")
    for each in games:
        records = read_scores_so_far(staff_reader(event), [each.white, each.black], order, None)
        for row in records.rows if records else ():
            known += 1
            whole = dict(zip(ranked.order, ranked.row(row.number).values, strict=True))
            assert row.values == tuple(whole[chosen] for chosen in order)
    assert known > len(games)


def rest_counts(event):
    """Return whether the record of board 1 of round 2 is given."""
    event = Event.objects.get(pk=event.pk)
    board = game(event, 2, 1)
    return (
        read_scores_so_far(Reader(event), [board.white, board.black], important(event), first_of_duels(event))
        is not None
    )


def test_where_the_rest_of_the_event_has_a_say_the_table_is_asked():
    event = make_event(tiebreaks="PTS,BH,DE")
    assert rest_counts(event)
    Event.objects.update(tiebreaks="BH,PTS")
    assert read_scores_so_far(staff_reader(event), [], read_order("BH,PTS"), None) is None
    Event.objects.update(tiebreaks="PTS", system="round-robin", early_withdrawals="drop")
    assert not rest_counts(event)
    Event.objects.update(system="swiss")
    assert rest_counts(event)
    event.stages.create(order=1, system="final", first_round=4, last_round=5)
    assert not rest_counts(event)


def test_a_bye_in_a_later_round_counts_only_once_somebody_has_played_it():
    event = make_event(rounds=2)
    later = Round.objects.create(event=event, number=3)
    Game.objects.create(round=later, white=Player.objects.get(number=2), result="F")
    assert not rest_counts(event)


def test_teams_are_ranked():
    assert read_scores_so_far(staff_reader(make_team_event()), [], read_order("PTS"), None) is None
