"""Published rounds that are changed or taken back."""

from pathlib import Path

import pytest

from tests.site.championship import draw, make_championship, play, publish, swiss
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.event.events import import_tournament
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Decision
from tournaments.history.past import state_at
from tournaments.models import Game
from tournaments.operation import event_copies
from tournaments.queries.rounds.games import last_paired_round

pytestmark = pytest.mark.django_db

GOLDEN = Path(__file__).parents[2] / "golden"


def test_a_published_round_changes_for_a_reason_only():
    event = make_championship(9)
    swiss(event)
    (draft,) = draw(event)
    publish(event)
    one, other = draft.boards[0]["white"], draft.boards[1]["black"]
    free = draft.byes[0]["player"]
    with pytest.raises(Refusal, match="reason"):
        swap_seats(event, 1, (one, other), COMMAND, "")
    ids = set(Game.objects.values_list("pk", flat=True))
    swap_seats(event, 1, (one, other), COMMAND, "wrong table")
    swap_seats(event, 1, (one, free), COMMAND, "came late")
    assert set(Game.objects.values_list("pk", flat=True)) == ids
    assert Game.objects.get(round__event=event, result="U").white.number == one
    unpublish_round(event, 1, COMMAND, "wrong list")
    assert [copy.kind for copy in event_copies.list_copies(event.slug)][:1] == [event_copies.BEFORE_TAKE_BACK]
    assert not event.rounds.exists()
    assert [bye["player"] for bye in event.drafts.get().byes] == [one]
    publish(event, reason="as repaired")
    play(event, 1)
    with pytest.raises(Refusal, match="already has results"):
        unpublish_round(event, 1, COMMAND, "too late")


def test_a_penalty_goes_with_the_player_who_changes_his_seat():
    event = make_championship(9)
    swiss(event)
    (draft,) = draw(event)
    publish(event)
    late, other = draft.boards[0]["white"], draft.boards[1]["black"]
    decide_about_player(event, 1, late, Decision(penalty=10, version=0, reason="overtime"), COMMAND)
    moment = event.log.latest("pk").at

    def penalties():
        games = Game.objects.filter(round__event=event)
        fields = ("white__number", "white_penalty", "black__number", "black_penalty")
        rows = [row for game in games.values_list(*fields) for row in (game[:2], game[2:])]
        return {number: taken for number, taken in rows if taken}

    assert penalties() == {late: 10}
    for swap in ((late, other), (late, draft.byes[0]["player"]), (draft.boards[2]["white"], draft.boards[2]["black"])):
        swap_seats(event, 1, swap, COMMAND, "wrong table")
        assert penalties() == {late: 10}
    with pytest.raises(Refusal, match="decisions about players"):
        unpublish_round(event, 1, COMMAND, "the penalty would be lost")
    state = state_at(event, moment)
    assert not state.gaps
    taken = {row["white"]: row["white_penalty"] for row in state.rows if row["white_penalty"] or row["black_penalty"]}
    assert taken == {late: 10}


def test_a_round_with_points_that_an_arbiter_gave_is_not_taken_back():
    event = make_championship(9)
    swiss(event)
    draw(event)
    publish(event)
    Game.objects.filter(round__event=event, board=1).update(result="+-", decided_points="+-:1.5:1")
    with pytest.raises(Refusal, match="decisions about players"):
        unpublish_round(event, 1, COMMAND, "the points would be lost")


def test_an_imported_round_with_results_is_not_taken_back():
    text = (GOLDEN / "fide_swiss_2026.trf").read_bytes()
    event = import_tournament(reader.read(text).crosstable, COMMAND, name="Imported")
    with pytest.raises(Refusal, match="already has results"):
        unpublish_round(event, last_paired_round(event), COMMAND, "a mistake")
    assert not event.drafts.exists()
