"""What has happened: the difference of two moments, each no more than its audience sees."""

from random import Random

import pytest
from django.utils import timezone

from tests.generated.generator import swiss
from tests.site.factories import game, make_event, person
from tests.site.teams import make_team_event
from tiebreaks.facts.games import ZERO, Kind
from tournaments.access.reader import Reader, staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.events import import_tournament
from tournaments.actions.rounds.closing import release_results, withhold_results
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.desk.entry import Entry
from tournaments.live.broker import ViewKey
from tournaments.live.render import read, snapshot, step
from tournaments.models import Event, Player, Round
from tournaments.operation.bounded_cache import clear_caches
from tournaments.pages.event.happenings import list_happenings, list_latest, read_moment
from tournaments.pages.event.ticker import write_lines
from tournaments.pages.standings.standings import standings_view

pytestmark = pytest.mark.django_db


def enter(number, board, result, slug="open"):
    event = Event.objects.get(slug=slug)
    version = game(event, number, board).version
    enter_result(event, number, board, Entry(result, None, None, version, None, "a slip"), COMMAND)


def moment(slug="open", inside=False):
    event = Event.objects.get(slug=slug)
    return read_moment(staff_reader(event) if inside else Reader(event))


def happened(before, after):
    """Write happenings as "what round.board: A 1–0 B", with the places gained behind each name."""
    return [
        f"{each.what} {each.round}"
        + (f".{each.board}" if each.board else "")
        + "".join(f" {side.name.split(',')[0]} {side.mark}{side.moved:+}" for side in each.sides)
        for each in list_happenings(before, after)
    ]


def test_a_result_its_correction_and_its_removal():
    make_event()
    start = moment()
    enter(1, 2, "01")
    entered = moment()
    assert happened(start, entered) == ["result 1.2 Weiß 0+0 Doğan 1+0"]
    enter(1, 2, "==")
    assert happened(entered, moment()) == ["correction 1.2 Weiß ½+0 Doğan ½+0"]
    assert happened(start, moment()) == ["result 1.2 Weiß ½+0 Doğan ½+0"]
    enter(1, 2, "")
    assert happened(entered, moment()) == ["correction 1.2 Weiß +0 Doğan +0"]
    assert happened(start, moment()) == []


def test_rounds_and_the_end():
    event = make_event(rounds=1)
    start = moment()
    Round.objects.create(event=event, number=2)
    Event.objects.update(final_at=timezone.now())
    clear_caches()
    assert happened(start, moment()) == ["published 2", "final 0"]


def test_what_is_withheld_is_said_when_it_is_released():
    event = make_event()
    person("chief", event, Role.OWNER)
    withhold_results(event, 1, COMMAND)
    start, inside = moment(), moment(inside=True)
    enter(1, 1, "10")
    assert happened(start, moment()) == []
    assert list_latest(Reader(Event.objects.get()), 5) == []
    assert happened(inside, moment(inside=True)) == []  # the arbiters' own list says as little of such a round
    release_results(Event.objects.get(), COMMAND)
    assert happened(start, moment()) == ["released 1"]
    assert [each.name for each in list_latest(Reader(Event.objects.get()), 5)] == ["r-1-1_1-2_0"]


def test_names_are_the_public_ones():
    make_event()
    Player.objects.filter(number=3).update(pseudonym="N. N.")
    start = moment()
    enter(1, 2, "01")
    assert happened(start, moment()) == ["result 1.2 N. N. 0+0 Doğan 1+0"]
    (line,) = write_lines(Event.objects.get(), list_happenings(start, moment()))
    assert line.sentence == "Board 2: N. N. 0–1 Doğan, Defne"
    assert "Weiß" not in repr(list_latest(Reader(Event.objects.get()), 5))
    assert line.rows == ("p3", "p4", "b2")


def test_a_match_of_teams_goes_on_board_by_board():
    make_team_event()
    start = moment("league")
    enter(1, 1, "10", "league")
    half = moment("league")
    enter(1, 2, "==", "league")
    assert happened(start, half) == ["result 1 Aster 1+0 Birke 0+0"]
    assert happened(half, moment("league")) == ["result 1 Aster 1½+0 Birke ½+0"]


def test_a_frame_says_what_happened_and_a_hidden_round_takes_it_back():
    event = make_event()
    key = ViewKey(event.pk, "standings", "en")
    start = read(key)
    enter(1, 2, "01")
    entered = read(key)
    data = step(start, entered).decode()
    assert data.count("<li data-name") == 1 and 'data-rows="p3 p4 b2"' in data
    assert snapshot(entered).decode().count("<li data-name") == 1
    withhold_results(event, 1, COMMAND)
    hidden = step(entered, read(key)).decode()
    assert 'data-happened="all"' in hidden and "<li data-name" not in hidden
    other = ViewKey(event.pk, "version", "en")
    assert step(read(other), read(other)).decode().split("data: ")[1].strip() == "e1-3"


def test_the_feed_and_programs_get_the_same_list(client):
    make_event()
    Player.objects.filter(number=4).update(is_withheld=True)
    enter(1, 2, "01")
    feed = client.get("/e/open/feed/").content.decode()
    assert "<title>Board 2: Weiß, Carl 0–1 name withheld</title>" in feed and "/e/open/round/1/</link>" in feed
    assert "Doğan" not in feed
    (item,) = client.get("/api/v1/events/open/happenings").json()["items"]
    assert (item["what"], item["round"], item["board"]) == ("result", 1, 2)
    assert [(side["number"], side["mark"]) for side in item["sides"]] == [(3, "0"), (4, "1")]


def test_news_and_row_compare_with_the_place_before_the_round():
    """After round 1 Weiß and three others are first. Sørensen, fifth, beats him and passes all of them by Buchholz."""
    make_event()
    for board in (1, 2, 3, 4):
        enter(1, board, "10")
    start = moment()
    enter(2, 1, "10")
    (news,) = list_happenings(start, moment())
    view = standings_view(Reader(Event.objects.get()))
    assert [(side.name.split(",")[0], side.mark, side.moved) for side in news.sides] == [
        ("Sørensen", "1", 4),
        ("Weiß", "0", -1),
    ]
    assert [view.row(side.number).move for side in news.sides] == [4, -1]


@pytest.mark.parametrize("seed", range(3))
def test_no_frame_lifts_who_has_lost(seed):
    """While a round runs neither the row nor the news of a loser has ▲; of all others both say the same."""
    whole, chance, said = swiss(seed, 24, 4), Random(seed), set()
    running = {
        number: tuple(
            g._replace(kind=Kind.OPEN, points=ZERO, letter="") if g.opponent and g.round == 4 else g for g in own
        )
        for number, own in whole.games.items()
    }
    event = import_tournament(whole._replace(games=running), COMMAND, slug="many", name="Many", order="PTS,BH/C1,BH,SB")
    boards = list(event.rounds.get(number=4).games.filter(black__isnull=False))
    chance.shuffle(boards)
    for at, board in enumerate(boards, start=1):
        start = moment("many")
        enter(4, board.board, chance.choice(["10", "01", "=="]), "many")
        (news,) = list_happenings(start, moment("many"))
        view = standings_view(Reader(Event.objects.get(slug="many")))
        for side in news.sides:
            move, has_lost = view.row(side.number).move or 0, side.mark == "0"
            assert side.moved == (min(move, 0) if has_lost else move)
            assert not (has_lost and move > 0) or at == len(boards)
            said.add((side.mark, side.moved > 0))
    assert said >= {("1", True), ("½", True), ("0", False)}


def test_an_arrow_waits_for_the_game_of_its_player():
    make_event()
    for board in (1, 2, 3, 4):
        enter(1, board, "10")
    enter(2, 1, "01")
    view = standings_view(Reader(Event.objects.get()))
    moves = {row.name.split(",")[0]: row.move for row in view.rows}
    assert {name for name, move in moves.items() if move is not None} == {"Sørensen", "Weiß"}
    assert [row.trend for row in view.rows].count("") == 6
