"""Adjourned games: they count as a draw for the pairing of the next round, are named, and end at any time."""

import re
from decimal import Decimal
from functools import partial

import pytest
from django.db.models import F

from pairing import dutch
from pairing.plan import usual_plans
from pairing.plan.stages import Stage
from pairing.rules.history import read_history
from tests.site.championship import draw, make_championship, play, publish
from tests.site.exchange.archives import table
from tests.site.factories import LEFT, person
from tests.site.reading import text
from tests.site.teams import make_teams, round_of
from tests.site.teams import swiss as team_swiss_plan
from tiebreaks.checking.verify import verify_tournament
from tiebreaks.facts.games import Kind
from tiebreaks.refusal import Refusal
from tiebreaks.trf import reader
from tiebreaks.trf.writer import TRF16, TRF26
from tournaments.access.reader import reader_in_role, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.exchange.incoming import import_incoming
from tournaments.actions.rounds.closing import close_round
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.domain.desk.protection import Protection
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.incoming import read_files
from tournaments.models import Event, Game
from tournaments.pages.rounds.next_step import find_next_step
from tournaments.queries.event.progress import read_progress
from tournaments.queries.standings.crosstable import read_crosstable, read_facts_for_pairing
from tournaments.scheduling.next_round import read_next_round

pytestmark = pytest.mark.django_db
DUTCH = [Stage("dutch", 1, 5)]


def adjourn(event, board, number=1):
    enter_result(event, number, board, Entry("", version=0, is_adjourned=True), COMMAND)


def make_event(plan):
    """Store a chess event of eight with its first round played, but for board 2."""
    event = make_championship(8, discipline="chess")
    set_plan(event, plan, COMMAND)
    draw(event)
    publish(event)
    adjourn(event, 2)
    for board in (1, 3, 4):
        enter_result(event, 1, board, Entry("10", version=0), COMMAND)
    event.refresh_from_db()
    return event


@pytest.fixture
def adjourned():
    return make_event([Stage("new-swiss", 1, 5, {})])


def seats(event, board=2):
    game = Game.objects.get(round__event=event, round__number=1, board=board)
    return game.white.number, game.black.number


def test_an_adjourned_game_is_a_draw_for_the_pairing_only(adjourned):
    white, black = seats(adjourned)
    entrants = read_history(read_next_round(staff_reader(adjourned)).facts).entrants
    assert [entrants[number].score for number in (white, black)] == [Decimal("0.5")] * 2
    assert [read_crosstable(staff_reader(adjourned)).games[number][0].points for number in (white, black)] == [0, 0]
    (draft,) = draw(adjourned)
    assert len(draft.boards) == 4
    publish(adjourned)
    assert read_progress(staff_reader(adjourned)).round == 2


def test_an_open_board_is_no_adjourned_one(adjourned):
    Game.objects.filter(round__event=adjourned, board=3).update(result="")
    with pytest.raises(Refusal, match="Results are missing: 1"):
        draw(adjourned)


def test_the_page_names_the_board_and_the_next_step_leads_on(client, adjourned):
    client.force_login(person("chief", adjourned, Role.CHIEF_ARBITER))
    page = text(client.get("/e/championship/pairings/"))
    white, black = (f"Player {number:02}" for number in seats(adjourned))
    assert "Adjourned games. Each counts as a draw for pairing, and no table is final, until its result is in:" in page
    assert f"round 1, board 2 ({white} – {black})" in page
    reader = reader_in_role(adjourned, Role.CHIEF_ARBITER)
    assert [link.text for link in find_next_step(reader).links] == [
        "Round 1: 1 board open",
        "Draw round 2",
    ]


def test_a_game_at_a_table_is_adjourned_at_a_table(client):
    event = make_championship(8)
    set_plan(event, [Stage("new-swiss", 1, 5, {})], COMMAND)
    draw(event)
    publish(event)
    adjourn(event, 2)
    client.force_login(person("chief", event, Role.CHIEF_ARBITER))
    assert re.search(
        r"is in: round 1, table 2 \(Player \d+ – Player \d+\)",
        " ".join(text(client.get("/e/championship/pairings/")).split()),
    )


def test_the_result_comes_at_any_time_and_no_table_is_final_before(adjourned):
    draw(adjourned)
    publish(adjourned)
    play(adjourned, 2)
    with pytest.raises(Refusal, match=r"results are missing \(1\)"):
        close_round(adjourned, 2, COMMAND)
    game = Game.objects.get(round__event=adjourned, round__number=1, board=2)
    enter = partial(enter_result, adjourned, 1, 2, by=COMMAND)
    asked = enter(Entry("10", version=game.version))
    assert (asked.outcome, asked.protection) == ("conflict", Protection.DRAWN), "round 2 was paired on a draw"
    assert enter(Entry("10", version=game.version, reason="played on Tuesday")).outcome == "saved"
    close_round(adjourned, 2, COMMAND)


def test_an_adjourned_game_that_is_drawn_asks_nothing(adjourned):
    draw(adjourned)
    publish(adjourned)
    game = Game.objects.get(round__event=adjourned, round__number=1, board=2)
    assert enter_result(adjourned, 1, 2, Entry("==", version=game.version), COMMAND).outcome == "saved"


def test_the_file_for_arbiters_marks_it_and_is_read_without_an_oddity(adjourned):
    written = write_tournament_file(staff_reader(adjourned))
    assert [line[98:99] for line in written.splitlines() if line.startswith("001")].count("?") == 2
    read = reader.read(written)
    assert (
        not read.warnings and sum(game.kind == Kind.OPEN for own in read.crosstable.games.values() for game in own) == 2
    )
    assert "?" not in write_tournament_file(staff_reader(adjourned), TRF16)


def test_the_file_counts_it_as_a_draw_and_an_import_adjourns_it_again():
    adjourned = make_event(DUTCH)
    written = write_tournament_file(staff_reader(adjourned)).encode()
    found = read_files([("open.trf", written)], lenient=True)
    assert found.warnings == ()
    assert verify_tournament(found.events[0].tournament).differences == ()
    (again,) = import_incoming(found, COMMAND, name="Again")
    assert Game.objects.filter(round__event=again, is_adjourned=True, result="").count() == 1
    assert [row[1:] for row in table(again)] == [row[1:] for row in table(adjourned)]
    set_plan(again, DUTCH, COMMAND)
    assert draw(again)


def test_there_is_no_final_file_in_fide_mode_while_a_game_is_adjourned(client):
    page = f"/e/{make_event(DUTCH).slug}/export/trf/"
    assert client.get(page).status_code == 200
    Event.objects.update(planned_rounds=1, version=F("version") + 1)
    refused = client.get(page)
    assert refused.status_code == 409 and "Board 2 of round 1 is adjourned" in text(refused)
    Event.objects.update(departures=LEFT, version=F("version") + 1)
    assert client.get(page).status_code == 200


@pytest.mark.parametrize(
    ("dialect", "letter", "record"),
    [(TRF26, "?", "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5"), (TRF16, "=", None)],
)
def test_what_an_engine_is_told(adjourned, dialect, letter, record):
    """TRF26 has a letter for an unknown result and says what it is worth; for other engines it is a draw."""
    told = dutch.engine_input(read_facts_for_pairing(staff_reader(adjourned))[0], {}, dutch.USUAL, dialect)
    lines = {int(line[4:8]): line for line in told.splitlines() if line.startswith("001")}
    assert [lines[number][98] for number in seats(adjourned)] == [letter] * 2
    assert [lines[number][80:84].strip() for number in seats(adjourned)] == ["0.5"] * 2
    assert [line for line in told.splitlines() if line.startswith("162")] == ([record] if record else [])


def test_gacrux_pairs_with_an_adjourned_game():
    adjourned = make_event(usual_plans.swiss(5))
    (draft,) = draw(adjourned)
    assert len(draft.boards) == 4
    scores = {n: e.score for n, e in read_history(read_next_round(staff_reader(adjourned)).facts).entrants.items()}
    halves = [board for board in draft.boards if {scores[board["white"]], scores[board["black"]]} & {Decimal("0.5")}]
    assert halves, "both stand between the winners and the losers"


def test_gacrux_pairs_teams_with_an_adjourned_board():
    event = team_swiss_plan(make_teams(4, boards=2), engine="gacrux")
    round_of(event)
    for board, result in ((1, "10"), (2, "=="), (3, "10")):
        enter_result(event, 1, board, Entry(result, version=0), COMMAND)
    adjourn(event, 4)
    event.refresh_from_db()
    (draft,) = draw(event)
    assert len(draft.boards) == 2
