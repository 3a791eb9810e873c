"""The sheet of a match: who sits at which board, who may change it, and how it is taken back."""

import re
from decimal import Decimal
from uuid import uuid4

import pytest

from tests.site.factories import person
from tests.site.reading import text
from tests.site.teams import make_team_event, publish, results_of
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.decisions import decide_about_player
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.rounds.line_ups import set_line_up
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Decision, Entry
from tournaments.models import Game, LogEntry, TeamMatch

pytestmark = pytest.mark.django_db

SHEET = "/e/league/sheet/1/1/"


@pytest.fixture
def event():
    return make_team_event()


@pytest.fixture
def anna(client, event):
    client.force_login(person("anna", event, Role.CHIEF_ARBITER))
    return client


def seats(event, table=1, round_number=1):
    games = Game.objects.filter(match__table=table, round__event=event, round__number=round_number).order_by(
        "match_board"
    )
    return [(g.white.number, g.black.number if g.black else None) for g in games.select_related("white", "black")]


USUAL = [(1, 6), (7, 2), (3, 8), (9, 4)]
LINE_UPS = [
    ({1: 2, 2: 3, 3: 4, 4: 5}, ""),
    ({1: 1, 2: 2, 3: 3, 4: 5}, ""),
    ({1: 1, 2: 2, 3: 4}, ""),
    (
        {1: 2, 2: 1, 3: 3, 4: 4},
        "Board 2: Abel, Ada stands before Bach, Bo in the list of Aster",
    ),
    ({1: 1, 2: 5, 4: 4}, "Board 4: Dorn, Dea stands before Eck, Eva"),
    ({1: 1, 2: 1}, "Board 2: Abel, Ada already sits at another board of Aster."),
    ({1: 1, 2: 6}, "Board 2: number 6 does not play for Aster."),
    ({5: 1}, "A match has boards 1 to 4, not 5."),
]


@pytest.mark.parametrize(("wanted", "sentence"), LINE_UPS)
def test_a_line_up_keeps_the_order_of_the_list(wanted, sentence):
    event = make_team_event(line_up_in_order=True)
    if sentence:
        with pytest.raises(Refusal, match=re.escape(sentence)):
            set_line_up(event, 1, 1, 1, wanted, COMMAND)
        assert seats(event) == USUAL
    else:
        set_line_up(event, 1, 1, 1, wanted, COMMAND)
        mine = [white if board % 2 else black for board, (white, black) in enumerate(seats(event), start=1)]
        assert mine[: len(wanted)] == list(wanted.values())


def test_another_event_seats_them_as_it_likes(event):
    set_line_up(event, 1, 1, 1, {1: 2, 2: 1, 3: 3, 4: 4}, COMMAND)
    assert seats(event)[:2] == [(2, 6), (7, 1)]


def test_a_refused_line_up_stays_on_the_sheet_and_marks_the_board(client):
    event = make_team_event(line_up_in_order=True)
    client.force_login(person("anna", event, Role.ARBITER))
    answer = client.post(f"{SHEET}seat/", {"team": "1", "seat-1": "2", "seat-2": "1", "seat-3": "3", "seat-4": "4"})
    assert answer.status_code == 422
    assert "must sit at a higher board" in text(answer)
    assert re.search(r'name="seat-2"\s+aria-invalid="true".*?value="1" selected', answer.text, re.DOTALL)


def test_the_last_change_of_a_sheet_is_taken_back(anna, event):
    assert "Undo" not in text(anna.get(SHEET))
    set_line_up(event, 1, 1, 1, {1: 2, 2: 3, 3: 4, 4: 5}, COMMAND)
    assert "Last change: set a line-up." in text(anna.get(SHEET))
    anna.post(f"{SHEET}undo/")
    assert seats(event) == USUAL


def hidden(page):
    """Return what the forms of a page send unseen, of fields with the same name the first."""
    return dict(reversed(re.findall(r'type="hidden" name="([\w-]+)" value="([^"]*)"', page.text)))


def test_a_button_pressed_twice_takes_back_once(anna, event):
    set_line_up(event, 1, 1, 1, {1: 2, 2: 3, 3: 4, 4: 5}, COMMAND)
    form = {"last": hidden(anna.get(SHEET))["last"]}
    answers = [anna.post(f"{SHEET}undo/", form) for _ in range(2)]
    assert ([answer.status_code for answer in answers], seats(event)) == ([302, 422], USUAL)
    assert "Somebody else has changed this in the meantime" in text(answers[1])


def test_a_line_up_does_not_overwrite_one_that_nobody_had_seen(anna, event):
    seen = {name: value for name, value in hidden(anna.get(SHEET)).items() if name.startswith("seen-")}
    assert seen == {"seen-1": "1", "seen-2": "2", "seen-3": "3", "seen-4": "4"}
    set_line_up(event, 1, 1, 1, {1: 2, 2: 1, 3: 3, 4: 4}, COMMAND)
    mine = {"team": "1", "seat-1": "1", "seat-2": "2", "seat-3": "3", "seat-4": "5", **seen}
    answer = anna.post(f"{SHEET}seat/", mine)
    assert (answer.status_code, seats(event)[:2]) == (422, [(2, 6), (7, 1)])
    assert "Somebody else has changed this in the meantime" in text(answer)
    assert re.search(r'name="seat-1"\s*>.*?value="2" selected', answer.text, re.DOTALL)  # to be looked at
    anna.post(f"{SHEET}seat/", mine | {"seen-1": "2", "seen-2": "1"})
    assert seats(event) == [(1, 6), (7, 2), (3, 8), (9, 5)]


def test_boards_of_old_rounds_are_seated_by_the_chief_arbiter_alone(event):
    for number, pairs in ((2, [(4, 1), (2, 3)]), (3, [(1, 3), (2, 4)])):
        publish(event, number, pairs)
    wanted = {1: 1, 2: 2, 3: 3}  # board 4 would be lost by forfeit
    with pytest.raises(Refusal, match="Only the chief arbiter"):
        set_line_up(event, 1, 1, 1, wanted, Actor(person("entry", event, Role.ENTRY), Role.ENTRY))
    assert seats(event) == USUAL
    chief = person("chief", event, Role.CHIEF_ARBITER)
    set_line_up(event, 1, 1, 1, wanted, Actor(chief, Role.CHIEF_ARBITER))
    assert seats(event)[3] == (9, None)


def test_what_is_decided_about_a_player_goes_where_they_sit(event):
    enter_result(event, 1, 1, Entry(result="10", version=0), COMMAND)
    decided = Decision(deduction=Decimal("0.5"), version=1, reason="a telephone")
    game = decide_about_player(event, 1, 1, decided, COMMAND)
    enter_result(event, 1, 1, Entry(result="", version=game.version, reason="wrong seats"), COMMAND)
    set_line_up(event, 1, 1, 1, {1: 2, 2: 1, 3: 3, 4: 4}, COMMAND)
    taken = Game.objects.filter(match__table=1).order_by("board").values_list("white_deduction", "black_deduction")
    assert list(taken)[:3] == [(0, 0), (0, Decimal("0.5")), (0, 0)]


def test_a_match_that_is_played_after_all_has_its_line_ups_again(anna, event):
    set_line_up(event, 1, 1, 1, {1: 2, 2: 3, 3: 4, 4: 5}, COMMAND)
    before = seats(event)
    anna.post(f"{SHEET}end/", {"end": "+-", "reason": "late"})
    assert (seats(event), results_of(event)) == (before, {1: "+-", 2: "-+", 3: "+-", 4: "-+"})
    with pytest.raises(Refusal, match="decided without play"):
        set_line_up(event, 1, 1, 1, {1: 1}, COMMAND)
    result = {"result": "10", "version": 2, "uuid": uuid4()}
    assert "This match was decided without play" in anna.post("/e/league/desk/1/1/", result).text
    anna.post(f"{SHEET}undo/")
    assert (seats(event), results_of(event)) == (before, {})
    assert TeamMatch.objects.get(table=1, round__event=event).end == ""
    assert LogEntry.objects.first().reason == "taken back"


def test_only_who_may_pair_takes_back_the_end_of_a_match(anna, event, client):
    anna.post(f"{SHEET}end/", {"end": "+-", "reason": "late"})
    client.force_login(person("entry", event, Role.ENTRY))
    assert client.post(f"{SHEET}undo/").status_code == 403
    assert TeamMatch.objects.get(table=1, round__event=event).end == "+-"
