"""The final decides places, in the table, in words and in the stream, and ends the event once it is decided."""

import pytest

from pairing.plan import stages
from tests.site.championship import draw, make_championship, play, publish
from tests.site.exchange.archives import import_again
from tiebreaks.refusal import Refusal
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.events import import_file
from tournaments.actions.players.participation import set_absence, withdraw_participant
from tournaments.actions.rounds.planning import set_plan
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.domain.number_format import figure
from tournaments.exports.lists import standings_rows
from tournaments.exports.tournament_file import write_tournament_file
from tournaments.formats.archive_write import export_event
from tournaments.formats.incoming import read_tournament
from tournaments.live import render
from tournaments.live.broker import ViewKey
from tournaments.models import Event
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.hall.paper import wall_chart
from tournaments.pages.rounds.pairings import pairings_view
from tournaments.pages.standings.standings import standings_view
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_outlook, read_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """A championship of six after two of its rounds, before a final of three games and a placement match of one."""
    event = make_championship(6)
    final = stages.Stage("knock-out", 3, 5, {"entrants": 2, "games": 3, "further": 1, "further_games": 1})
    set_plan(event, [stages.Stage("new-swiss", 1, 2), final], COMMAND)
    for number in (1, 2):
        draw(event)
        publish(event)
        play(event, number)
    event.refresh_from_db()
    return event


def win(event, number, winner):
    """Enter a win for a player in his game of a round."""
    game = next(g for g in read_boards(event, number) if winner in (g.white.number, g.black.number))
    scores = (420, 380) if game.white.number == winner else (380, 420)
    enter_result(event, number, game.board, Entry(None, *scores, version=game.version), COMMAND)
    event.refresh_from_db()


def next_round(event):
    draw(event)
    publish(event)
    event.refresh_from_db()


def placed(event, after=None):
    return [(row.rank, row.number) for row in read_standings(staff_reader(event), after).rows]


def test_the_matches_decide_places_and_nothing_else(event):
    before = read_standings(staff_reader(event))
    first, second, third, fourth, *rest = [row.number for row in before.rows]
    next_round(event)
    assert placed(event)[:4] == [(1, first), (1, second), (3, third), (3, fourth)]
    win(event, 3, second)
    win(event, 3, fourth)
    assert placed(event)[:4] == [(1, first), (1, second), (3, fourth), (4, third)]
    next_round(event)
    assert len(read_boards(event, 4)) == 1, "the placement match is over"
    win(event, 4, second)
    table = read_standings(staff_reader(event))
    assert [row.number for row in table.rows] == [second, first, fourth, third, *rest]
    assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5, 6]
    assert {row.number: row.values for row in table.rows} == {row.number: row.values for row in before.rows}
    assert placed(event, 2) == [(row.rank, row.number) for row in before.rows]
    assert len(table.facts.games[first]) == 4, "the games of the final are on the cards"


def test_a_final_that_is_decided_ends_the_event(event):
    first = read_standings(staff_reader(event)).rows[0].number
    next_round(event)
    third = read_boards(event, 3)[1].white.number
    win(event, 3, first)
    win(event, 3, third)
    assert not read_progress(staff_reader(event)).finished
    next_round(event)
    win(event, 4, first)
    assert read_progress(staff_reader(event))[:5] == (4, 5, 1, 1, True), "the third game is not played"
    assert "decided" in pairings_view(staff_reader(event)).problem, "the page offers no drawing"
    with pytest.raises(Refusal, match="decided"):
        draw(event)


def test_an_absent_finalist_loses_his_game_and_nobody_moves_up(event):
    first, second, *_ = [row.number for row in read_standings(staff_reader(event)).rows]
    next_round(event)
    win(event, 3, first)
    win(event, 3, read_boards(event, 3)[1].white.number)
    withdraw_participant(event, first, COMMAND, "ill")
    next_round(event)
    (game,) = read_boards(event, 4)
    assert {game.white.number, game.black.number} == {first, second}
    assert game.result in ("+-", "-+")
    next_round(event)
    assert placed(event)[:2] == [(1, second), (2, first)]


def test_the_hall_reads_what_the_final_decides(event, client):
    first, second, *_ = [row.number for row in read_standings(staff_reader(event)).rows]
    page = f"/e/{event.slug}/"
    assert "at most 3 games" not in client.get(page).content.decode()
    next_round(event)
    before = render.read(ViewKey(event.pk, "standings", "en"))
    win(event, 3, second)
    names = dict(event.players.values_list("number", "name"))
    shown = client.get(page).content.decode()
    assert f"Final, at most 3 games: {names[first]} – {names[second]} 0:1 so far." in shown
    assert "The values are those after round 2: the matches decide only the places." in shown
    frame = render.step(before, render.read(ViewKey(event.pk, "standings", "en"))).decode()
    assert 'data-around="standings"' in frame
    assert "0:1 so far" in frame
    win(event, 3, read_boards(event, 3)[1].white.number)
    next_round(event)
    win(event, 4, second)
    assert f"{names[second]} has won the match." in client.get(page).content.decode()
    assert standings_view(staff_reader(event)).stage == "after round 4 of 5, values after round 2"
    assert client.get(f"/api/v1/events/{event.slug}/standings").json()["round"] == 4
    assert list(standings_rows(staff_reader(event)))[1][-1] == 4
    chart = next(line for line in wall_chart(staff_reader(event), 0).charts[0].lines if line.person.number == second)
    assert [cell.won for cell in chart.cells[2:]] == [True, True, False]
    assert chart.points == figure(read_standings(staff_reader(event)).row(second).values[0])


def test_files_know_no_matches_and_say_so_and_the_archive_keeps_them(event, client):
    page, said = f"/e/{event.slug}/export/", "Tournament files know neither pools nor brackets"
    assert said not in client.get(page).text
    next_round(event)
    assert said in client.get(page).text
    win(event, 3, placed(event)[1][1])
    win(event, 3, placed(event)[2][1])
    back = import_again(export_event(event), slug="back")
    assert (
        read_courses(read_standings(staff_reader(back)))[0].states
        == read_courses(read_standings(staff_reader(event)))[0].states
    )
    assert placed(back) == placed(event)
    file = read_tournament(write_tournament_file(staff_reader(event)).encode(), "final.trf")
    assert [each.params["rounds"] for each in file.warnings if each.code == "matches-lost"] == ["3"]
    again = import_file(file, COMMAND, slug="again")
    assert "### matches 3\n" in write_tournament_file(staff_reader(again)), (
        "another program may write on what it has read"
    )
    assert (
        read_standings(staff_reader(again)).table.facts.rounds > read_standings(staff_reader(event)).table.facts.rounds
    )


def test_marks_count_the_rounds_before_the_final():
    event = make_championship(8, qualifying_places=2)
    final = stages.Stage("knock-out", 4, 6, {"entrants": 2, "games": 3})
    set_plan(event, [stages.Stage("new-swiss", 1, 3), final], COMMAND)
    for number in (1, 2, 3):
        draw(event)
        publish(event)
        play(event, number)
    event = Event.objects.get()
    places = read_outlook(read_standings(Reader(event)), 2)
    assert {place.mark.value for place in places.values()} == {"safe", "out"}, "the third round was the last one"
    next_round(event)
    assert standings_view(Reader(event)).places is None


def claimed(client, event, places):
    """Return what the API claims by number; the page, while it shows marks, claims the same."""
    clear_caches()
    answer = client.get(f"/api/v1/events/{event.slug}/outlook?places={places}").json()
    api = {row["number"]: row["mark"] for row in answer["items"]}
    shown = {row.number: row.mark.code for row in standings_view(staff_reader(event)).rows if row.mark}
    assert shown in ({}, api) or places != event.qualifying_places
    return api


def test_nobody_is_safe_for_the_title_before_the_final_is_won(client):
    event = make_championship(6, qualifying_places=1)
    set_plan(event, [stages.Stage("new-swiss", 1, 3), stages.Stage("knock-out", 4, 4, {"entrants": 2})], COMMAND)
    for number in (1, 2, 3):
        draw(event)
        publish(event)
        play(event, number)
    event.refresh_from_db()
    first, second, *others = [row.number for row in read_standings(staff_reader(event)).rows]
    waiting = {first: "possible", second: "possible", **dict.fromkeys(others, "out")}
    assert claimed(client, event, 1) == waiting
    assert set(claimed(client, event, 2).values()) == {"safe", "out"}
    assert claimed(client, event, 1)[first] == standings_view(staff_reader(event)).row(first).mark.code, (
        "the page marks them"
    )
    next_round(event)
    assert claimed(client, event, 1) == waiting
    assert {row.number: row.mark.code for row in standings_view(staff_reader(event)).rows} == waiting, (
        "and while it is played"
    )
    win(event, 4, second)
    assert claimed(client, event, 1) == {**waiting, first: "out", second: "safe"}
    assert {n for n, mark in claimed(client, event, 2).items() if mark == "safe"} == {first, second}


def test_who_will_not_play_the_final_is_not_safe_for_it(client, event):
    first, second, third, *_ = [row.number for row in read_standings(staff_reader(event)).rows]
    set_absence(event, first, 3, "Z", COMMAND)
    event.refresh_from_db()
    marks = claimed(client, event, 2)
    assert [n for n, mark in marks.items() if mark == "safe"] == [second, third]
    assert marks[first] == "out"
    next_round(event)
    assert claimed(client, event, 2) == marks


def test_a_game_that_both_have_forfeited_wins_nobody_the_match(event):
    first, second, *_ = [row.number for row in read_standings(staff_reader(event)).rows]
    next_round(event)
    game = next(g for g in read_boards(event, 3) if first in (g.white.number, g.black.number))
    enter_result(event, 3, game.board, Entry("--", version=game.version), COMMAND)
    event.refresh_from_db()
    assert read_courses(read_standings(staff_reader(event)))[0].states[0].score == (0, 0)
    assert placed(event)[:2] == [(1, first), (1, second)]


def test_the_table_decides_who_plays_the_final():
    """In chess the tie-breaks stand before the rating: who is second in the table is in the final."""
    event = make_championship(8, discipline="chess")
    set_plan(
        event, [stages.Stage("new-swiss", 1, 3), stages.Stage("knock-out", 4, 5, {"entrants": 2, "games": 2})], COMMAND
    )
    for number in (1, 2, 3):
        draw(event)
        publish(event)
        play(event, number)
    first, second, *_ = [row.number for row in read_standings(staff_reader(event)).rows]
    event.players.filter(number=second).update(rating=1000)
    event.refresh_from_db()
    clear_caches()
    assert [row.number for row in read_standings(staff_reader(event)).rows][:2] == [first, second]
    (draft,) = draw(event)
    assert {draft.boards[0]["white"], draft.boards[0]["black"]} == {first, second}
    publish(event)
    event.refresh_from_db()
    assert read_standings(staff_reader(event), 3).rows[0].number == first
