"""What is read carries the version that it belongs to, also when somebody writes in the middle."""

import pytest
from django.utils import timezone

from tournaments.actions.writing import COMMAND, record, writing
from tournaments.models import Event, Player
from tournaments.queries.standings import consistent_read


@pytest.mark.django_db
@pytest.mark.parametrize("writes", [0, 1, 3])
def test_a_read_starts_again_after_a_write_in_between(writes):
    event = Event.objects.create(slug="cup", name="Cup", lots_seed=1, epoch="e", changed_at=timezone.now())
    left = list(range(1, writes + 1))

    @consistent_read
    def names(event):
        version = event.version
        if left:
            Player.objects.create(event=event, number=left[0], name=f"Player {left.pop(0)}")
            with writing(event) as locked:
                record(locked, COMMAND, "settings")
        return version, event.players.count()

    assert names(event) == (1 + writes, writes)
    assert event.version == 1 + writes
