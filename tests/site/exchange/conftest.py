"""Events for the tests of the interface for programs."""

import pytest

from tests.generated.generator_teams import swiss
from tests.notation.trf_text_teams import trf_text_teams
from tests.site.factories import make_event
from tests.site.imports import import_teams
from tournaments.models import Game


@pytest.fixture
def event():
    event = make_event()
    Game.objects.filter(round__event=event, round__number=1, board=1).update(result="10")
    return event


@pytest.fixture
def teams():
    """Return a small team event; its boards were all played."""
    return import_teams(trf_text_teams(*swiss(2, boards=4, teams=6)))
