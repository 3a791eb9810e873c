"""Team events as rows: what a file says of matches and boards is kept, ranked and written again."""

from pathlib import Path

import pytest

from tests.generated.generator_teams import WILD, round_robin, swiss
from tests.notation.trf_text_teams import trf_text_teams
from tiebreaks.facts.games import Colour
from tiebreaks.standings import rank
from tournaments.access.reader import staff_reader
from tournaments.actions.event.events import import_file
from tournaments.actions.writing import COMMAND
from tournaments.formats.incoming import read_tournament
from tournaments.models import Game, TeamMatch
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.queries.standings.standings import event_order

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parents[2] / "golden" / "fide_team_2024.trf"


def imported(text):
    """Import a file; return what it says of teams, and the event."""
    read = read_tournament(text.encode(), "teams.trf")
    event = import_file(read, COMMAND, name="Teams", slug="teams")
    event.refresh_from_db()
    return read.teams, event


def texts():
    for seed in range(10):
        play = (swiss, round_robin)[seed % 2]
        table = play(seed, boards=2 + seed % 5, rates=WILD, primary="MP" if seed % 3 else "GP")
        yield pytest.param(trf_text_teams(*table), id=f"{play.__name__} {seed}")
    yield pytest.param(GOLDEN.read_text(encoding="utf-8"), id="FIDE's example")


@pytest.mark.db
@pytest.mark.parametrize("text", list(texts()))
def test_the_rows_of_a_team_event_give_the_table_of_its_file(text):
    in_file, event = imported(text)
    facts = read_crosstable(staff_reader(event))
    assert facts.team_event.teams == in_file.team_event.teams
    for number, matches in in_file.team_event.matches.items():
        own = facts.team_event.matches[number]
        # The colour of a match where no board was played is known here, and no record of a file gives it.
        assert [m._replace(colour=Colour.NONE) for m in own] == [m._replace(colour=Colour.NONE) for m in matches]
    order = event_order(event)
    assert rank(facts, order).rows == rank(in_file, order).rows


@pytest.mark.parametrize("teams", [4, 20])
def test_a_team_event_asks_seven_queries_whatever_its_size(teams, django_assert_num_queries):
    event = imported(trf_text_teams(*swiss(1, teams=teams)))[1]
    with django_assert_num_queries(7):
        read_crosstable(staff_reader(event))


def test_every_board_of_a_match_has_its_place_in_the_round():
    event = imported(trf_text_teams(*swiss(3, boards=4)))[1]
    for game in Game.objects.filter(round__event=event, match__isnull=False).select_related("match"):
        assert game.board == (game.match.table - 1) * 4 + game.match_board
    assert TeamMatch.objects.filter(round__event=event, table=None, second__isnull=False).count() == 0
