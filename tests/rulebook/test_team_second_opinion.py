"""The core and gacrux agree in every team criterion and rank on random team events, read from TRF26 files.

Every other file is one that the project wrote itself.
"""

import pytest

from tests.generated.compare import TEAMS
from tests.generated.compare_teams import ORDERS, ROUND_ROBIN, SWISS, compare, events, exported, gacrux_name
from tests.generated.generator_teams import WILD, round_robin, swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.sizes import some
from tiebreaks.facts.games import Colour
from tiebreaks.trf import reader

EDITIONS = ("2024-08", "2026-03")
COMPARED = {gacrux_name(n).split("/")[0].split(":")[0] for n in " ".join((SWISS, ROUND_ROBIN, *ORDERS)).split()}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("event", some(range(10), 5))
def test_team_events(edition, event):
    ((crosstable, colours),) = events(1, edition, first=3 + event)
    text = trf_text_teams(crosstable, colours)
    assert compare(crosstable, exported(text) if event % 2 else text).differences == ()


def test_every_team_criterion_of_gacrux_is_compared():
    # ESB without letters is the same as EMMSB to EGGSB, with the scores given as a suffix.
    assert set(TEAMS.split()) - COMPARED == {"ESB"}


def without_colours(matches):
    """Leave out the colour of a match, which no record gives if no board was played."""
    return [match._replace(colour=Colour.NONE) for match in matches]


@pytest.mark.parametrize("play", [swiss, round_robin])
@pytest.mark.parametrize("seed", range(12))
def test_the_reader_gives_back_what_was_written(play, seed):
    table, colours = play(seed, boards=2 + seed % 5, rates=WILD, primary="MP" if seed % 2 else "GP")
    read = reader.read(trf_text_teams(table, colours)).teams
    assert read.system == table.system
    assert read.score == (table.score if table.system == "swiss" else "MP")
    for number, matches in table.team_event.matches.items():
        assert without_colours(read.team_event.matches[number]) == without_colours(matches)
