"""Two equal reports from one network address within moments may be one person's: the desk says so."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.site.desk.slips import send, slip_of, stored
from tests.site.factories import person
from tournaments.models import PlayerReport

pytestmark = pytest.mark.django_db

HINT = "Both reports came from one network address"
CASES = [  # the address of the first report, of the second, seconds between them, what the second says, the hint
    ("10.0.0.7", "10.0.0.7", 5, "10", True),
    ("10.0.0.7", "10.0.0.8", 5, "10", False),
    ("10.0.0.7", "10.0.0.7", 31, "10", False),
    ("10.0.0.7", "10.0.0.7", 5, "01", False),
    ("2001:db8:1:2::1", "2001:db8:1:2::2", 5, "10", True),
    ("2001:db8:1:2::1", "2001:db8:1:3::1", 5, "10", False),
]


@pytest.mark.parametrize(("first", "second", "seconds", "result", "is_hinted"), CASES)
def test_the_desk_hints_at_reports_of_one_address(event, first, second, seconds, result, is_hinted):
    url = slip_of(event)
    assert send(Client(REMOTE_ADDR=first), url, "10", side="w").status_code == 302
    PlayerReport.objects.update(at=timezone.now() - timedelta(seconds=seconds))
    assert send(Client(REMOTE_ADDR=second), url, result, side="b").status_code == 302
    assert stored(event)[0] == ("10" if result == "10" else ""), "nobody is refused"
    desk = Client()
    desk.force_login(person("anna", event))
    assert (HINT in desk.get("/e/open/desk/2/").content.decode()) == is_hinted
    assert HINT not in Client().get("/e/open/round/2/").content.decode()
