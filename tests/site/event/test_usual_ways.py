"""The usual ways in which matches decide, set up as a new organiser does and played to the final table."""

import pytest
from django.contrib.auth.models import User

from tests.site.championship import draw, publish
from tests.site.event.test_setup import begin
from tests.site.reading import text
from tournaments.access.reader import staff_reader
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.players.players import add_player
from tournaments.actions.rounds import play_offs
from tournaments.actions.rounds.drafts import change_draft
from tournaments.actions.rounds.publish import unpublish_round
from tournaments.actions.writing import COMMAND
from tournaments.domain.desk.entry import Entry
from tournaments.models import Event
from tournaments.queries.event.progress import read_progress
from tournaments.queries.rounds.games import read_boards
from tournaments.queries.standings.endings import read_courses
from tournaments.queries.standings.standings import read_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("root"))
    return client


def set_up(admin, game, way, players, rounds=""):
    begin(admin, discipline=game)
    assert admin.post("/e/autumn-open/setup/rounds/", {"way": way, "rounds": rounds}).status_code == 302
    event = Event.objects.get()
    for number in range(1, players + 1):
        add_player(event, {"name": f"Player {number:02}", "rating": 2200 - 10 * number}, COMMAND)
    event.refresh_from_db()
    return event


def play(event, rounds=0):
    """Play to the end, in which the lower number wins each game, and return how many rounds it took."""
    while not read_progress(staff_reader(event)).finished:
        draw(event)
        publish(event)
        rounds += 1
        enter_round(event, rounds)
    return rounds


def enter_round(event, number):
    """Enter a win of the lower number on each board."""
    for game in read_boards(event, number).filter(result=""):
        white_wins = game.white.number < game.black.number
        if event.game.has_scores:
            entry = Entry(None, *((13, 7) if white_wins else (7, 13)), version=game.version)
        else:
            entry = Entry("10" if white_wins else "01", version=game.version)
        enter_result(event, number, game.board, entry, COMMAND)
    event.refresh_from_db()


def placed(event):
    return " ".join(f"{row.rank}:{row.number}" for row in read_standings(staff_reader(event)).rows)


def by_number(event):
    """Return how good the places of the first and the last are, however the lots fell."""
    rows = read_standings(staff_reader(event)).rows
    return rows[0].number, [row.rank for row in rows]


def test_german_petanque_by_pools_and_two_brackets(admin):
    event = set_up(admin, "petanque", "pools-and-brackets", 14)
    assert play(event) == 6
    first, ranks = by_number(event)
    assert (first, ranks[:4], ranks[8]) == (1, [1, 2, 3, 4], 9)
    pools, brackets = read_courses(read_standings(staff_reader(event)))
    assert sorted(len(pool.members) for pool in pools.pools) == [3, 3, 4, 4]
    assert brackets.settings.sizes(14) == [8, 6]
    mates = {number: pool.number for pool in pools.pools for number in pool.members}
    firsts = [state.players for state in brackets.states if state.duel.turn == 1 and state.is_real]
    assert [pair for pair in firsts if mates[pair[0]] == mates[pair[1]]] == []


def test_a_french_concours_with_three_brackets(admin):
    event = set_up(admin, "petanque", "concours", 20)
    page = text(admin.get("/e/autumn-open/pairings/"))
    assert "20 players: 5 rounds. Bracket B: losers of the first match in A. Bracket C: losers of the first" in page
    assert "Round 3: A: quarter-finals, B: cadrage, C: cadrage." in page
    page = text(admin.get("/e/autumn-open/setup/"))
    assert "5 rounds: Knock-out" in page
    assert "Not needed: the matches decide the places." in page
    assert play(event) == 5
    (course,) = read_courses(read_standings(staff_reader(event)))
    firsts = [state for state in course.states if state.duel.key.startswith("A-1-") and state.is_real]
    assert len(firsts) == 10, "everybody plays a first game"
    losers = {state.loser for state in firsts}
    of_b = {player for state in course.states if state.duel.bracket == "B" for player in state.players if player}
    assert of_b == losers, "and whoever loses it plays on in B"
    ranks = [row.rank for row in read_standings(staff_reader(event)).rows]
    assert (ranks[:3], ranks[10:12]) == ([1, 2, 3], [11, 12])


def test_a_concours_of_eleven_has_its_cadrage_and_no_bye_in_a_semi_final(admin):
    event = set_up(admin, "petanque", "concours", 11)
    page = text(admin.get("/e/autumn-open/pairings/"))
    assert "11 players: 4 rounds. Bracket B: losers of the first match in A. 1 bye in the first round." in page
    (draft,) = draw(event)
    change_draft(event, 1, draft.revision, "swap", [draft.byes[0]["player"], draft.boards[0]["white"]], COMMAND)
    publish(event)
    lines = event.rounds.get(number=1).draw["lines"]
    unpublish_round(event, 1, COMMAND, "again")
    publish(event, reason="again")
    assert event.rounds.get(number=1).draw["lines"] == lines, "an exchange moves players, and no bye"
    event.refresh_from_db()
    enter_round(event, 1)
    assert play(event, 1) == 4
    boards = [read_boards(event, number).exclude(black=None).count() for number in (1, 2, 3, 4)]
    assert boards == [5, 2 + 1, 2 + 2, 1 + 1]
    (course,) = read_courses(read_standings(staff_reader(event)))
    late = [state for state in course.states if state.duel.field <= 4]
    assert len(late) == 6
    assert all(all(state.players) for state in late)


def test_a_chess_cup_with_its_play_offs(admin):
    event = set_up(admin, "chess", "cup", 6)
    draw(event)
    publish(event)
    game = read_boards(event, 1)[0]
    enter_result(event, 1, game.board, Entry("==", version=game.version), COMMAND)
    other = read_boards(event, 1)[1]
    enter_result(event, 1, other.board, Entry("10", version=other.version), COMMAND)
    event.refresh_from_db()
    (course,) = read_courses(read_standings(staff_reader(event)))
    key = next(state.duel.key for state in course.states if state.decision.waits_for == "rapid2")
    for winner in (game.white.number, game.white.number):
        play_offs.enter_play_off(event, 1, key, winner, "10", COMMAND)
        event.refresh_from_db()
    assert play(event, 1) == 3
    assert placed(event).startswith("1:1 2:2 3:")  # place 3 depends on the lots of the first round
    page = text(admin.get("/e/autumn-open/round/1/"))
    assert "Without an opponent Player 01 bye Player 02 bye" in page
    assert "(0)" not in page, "no points where matches alone decide"
    number = game.white.number
    page = text(admin.get(f"/e/autumn-open/player/{number}/"))
    assert "Cadrage , decided by rapid games" in page
    assert "Points" not in page
    assert "From round 1 on matches decide the places" in text(admin.get(f"/e/autumn-open/player/{number}/why/PTS/"))


def test_rapid_with_a_final_four(admin):
    event = set_up(admin, "chess", "final-four", 8, rounds="3")
    assert play(event) == 5
    ranks = [row.rank for row in read_standings(staff_reader(event)).rows]
    assert ranks[:4] == [1, 2, 3, 4]
    assert read_standings(staff_reader(event)).rows[0].number == 1


def test_the_german_championship_ends_with_a_final(admin):
    set_up(admin, "scrabble", "german-championship", 24, rounds="20")
    assert "2 players: 3 rounds. Rounds 21 to 23: final." in text(admin.get("/e/autumn-open/pairings/"))
