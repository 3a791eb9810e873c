"""A laptop keeps an event, and a second real server shows it, whatever the network between them does."""

import shutil
import signal

import pytest

from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.mirrored import Pair
from tests.servers.server import wait_for
from tests.servers.weather import Weather, double, hold, lose, lose_answer, slow
from tests.sizes import some

pytestmark = [pytest.mark.db, pytest.mark.timeout(300)]


@pytest.fixture
def pair(new_server):
    laptop, net = new_server().start(), new_server().start()
    laptop.python(NEW_EVENT)
    return Pair(laptop, net)


@pytest.fixture
def weather(pair):
    with Weather(pair.net.port) as weather:
        yield weather


def enter(server, board, result):
    server.python(f"{ENTER}enter({board}, {result!r})")


def test_what_is_entered_on_the_laptop_is_shown_on_the_net(pair):
    pair.begin()
    pair.wait_until_equal()
    page = pair.net.get("/e/cup/")
    assert "Town hall" in page and "Cleo" in page
    enter(pair.laptop, 1, "10")
    pair.wait_until_equal()
    pair.wait_for_state("up to date")
    pair.net.stop()
    enter(pair.laptop, 2, "01")
    pair.wait_for_state("offline since")
    assert "1 result waiting" in pair.state()
    pair.net.start()
    pair.wait_until_equal()
    pair.end(take_down=True)
    wait_for(lambda: pair.standings(pair.net) is None, "the event to be taken down")
    wait_for(lambda: pair.state().startswith("None"), "the laptop to forget it")


FAULTS = {
    "the message is lost": [lose, lose],
    "the answer is lost": [lose_answer, lose_answer],
    "the message comes twice": [double, double],
    "the message comes after the next one": [hold],
    "the network is slow": [slow, slow],
}


@pytest.mark.faults
@pytest.mark.parametrize("fault", some(FAULTS, 2))
def test_a_network_that_does_something_else(pair, weather, fault):
    pair.begin(url=weather.url)
    pair.wait_until_equal()
    for board, result in [(1, "10"), (2, "01")]:
        weather.sky = list(FAULTS[fault])
        enter(pair.laptop, board, result)
        pair.wait_until_equal()
    weather.calm()
    pair.wait_for_state("up to date")
    pair.wait_until_equal()
    assert set(FAULTS[fault]) <= set(weather.happened)


CHAMPIONSHIP = """
from tests.site.championship import draw, make_championship, play, publish, swiss
from tournaments.models import Event
if not Event.objects.exists():
    swiss(make_championship(24, slug="cup"))
def play_on(*rounds):
    event = Event.objects.get(slug="cup")
    for number in rounds:
        draw(event)
        publish(event)
        play(event, number)
"""
LONG_AGO = """
from datetime import timedelta
from django.utils import timezone
from tournaments.models import MirrorLink
MirrorLink.objects.update(failing_since=timezone.now() - timedelta(hours=3))
"""


@pytest.mark.faults
def test_hours_without_a_network_are_made_up_for_by_one_message(new_server):
    laptop, net = new_server().start(), new_server().start()
    laptop.python(CHAMPIONSHIP)
    pair = Pair(laptop, net)
    with Weather(net.port) as weather:
        pair.begin(url=weather.url)
        pair.wait_until_equal()
        weather.sky = [lose] * 10_000
        pair.wait_for_state("offline since")
        laptop.python(LONG_AGO)
        laptop.python(f"{CHAMPIONSHIP}play_on(1, 2, 3)")
        assert "3 rounds, 36 results waiting" in pair.state()
        weather.passed.clear()
        weather.calm()
        pair.wait_until_equal()
        pair.wait_for_state("up to date")
    contents = [len(body) for path, body in weather.passed if body]
    assert len(contents) == 1
    assert contents[0] < 20_000
    print(f"three rounds of 24 players, {contents[0]} bytes, {len(weather.passed)} requests")


@pytest.mark.faults
def test_both_are_killed_in_a_storm_and_nothing_is_lost(pair, weather):
    pair.begin(url=weather.url)
    pair.wait_until_equal()
    weather.storm()
    for board, result in [(1, "10"), (2, "01"), (1, "=="), (2, "10")]:
        enter(pair.laptop, board, result)
        (pair.laptop if board == 1 else pair.net).restart(signal.SIGKILL)
    weather.calm()
    pair.wait_until_equal()
    pair.wait_for_state("up to date")


@pytest.mark.faults
def test_a_second_laptop_with_the_same_token_is_told_and_nothing_is_mixed(pair, new_server):
    token = pair.begin()
    pair.wait_until_equal()
    second = Pair(new_server().start(), pair.net)
    second.laptop.python(NEW_EVENT.replace('"Ada"', '"Zoe"'))
    second.begin(token=token)
    assert "refused by the other server" in second.wait_for_state("refused")
    assert "Another event or computer uses this token already" in second.state()
    enter(pair.laptop, 1, "10")
    pair.wait_until_equal()
    assert "Zoe" not in pair.net.get("/e/cup/")


@pytest.mark.faults
def test_a_copy_of_the_laptop_that_goes_on_too_is_told(pair, new_server):
    """Somebody copies the folder to a second computer, and both go on."""
    pair.begin()
    pair.wait_until_equal()
    pair.wait_for_state("up to date")
    copy = new_server()
    pair.laptop.stop()
    for path in pair.laptop.folder.glob("crosstable.sqlite3*"):
        shutil.copy(path, copy.folder)
    other = Pair(copy, pair.net)
    enter(pair.laptop, 1, "10")
    pair.laptop.start()
    pair.wait_until_equal()
    enter(other.laptop, 1, "01")
    other.laptop.start()
    assert (
        "Another copy of this event, restored or moved to another computer, is shown there now"
        in other.wait_for_state("refused")
    )
    enter(pair.laptop, 2, "==")
    pair.wait_until_equal()
    pair.wait_for_state("up to date")


@pytest.mark.faults
def test_a_token_that_is_withdrawn_stops_it_at_once_and_may_come_back(pair):
    pair.begin()
    pair.wait_until_equal()
    pair.withdraw()
    enter(pair.laptop, 1, "10")
    assert "it was withdrawn" in pair.wait_for_state("refused")
    assert pair.standings(pair.net) != pair.standings(pair.laptop)
    pair.readmit()
    enter(pair.laptop, 2, "01")
    pair.wait_until_equal()


@pytest.mark.faults
def test_the_laptop_stops_and_the_page_stays(pair):
    pair.begin()
    pair.wait_until_equal()
    pair.end(take_down=False)
    shown = pair.standings(pair.net)
    enter(pair.laptop, 1, "10")
    assert pair.state().startswith("None")
    assert pair.standings(pair.net) == shown


@pytest.mark.faults
def test_a_restored_laptop_and_a_restored_mirror_go_on(pair, tmp_path):
    pair.begin()
    pair.wait_until_equal()
    for server in (pair.laptop, pair.net):
        backup = server.manage("backup").strip().split()[-1]
        enter(pair.laptop, 1, "10" if server is pair.laptop else "01")
        pair.wait_until_equal()
        server.stop()
        server.manage("restore", backup)
        server.start()
        if server is pair.net:
            pair.readmit()
        enter(pair.laptop, 2, "10" if server is pair.laptop else "==")
        pair.wait_until_equal()


@pytest.mark.faults
def test_an_event_that_is_hidden_here_is_hidden_there(pair):
    pair.begin()
    pair.wait_until_equal()
    pair.show(shown=False)
    wait_for(lambda: pair.net.status("/e/cup/") == 404, "the event to be hidden")
    enter(pair.laptop, 1, "10")
    pair.show(shown=True)
    wait_for(lambda: pair.net.status("/e/cup/") == 200, "the event to be shown")
    pair.wait_until_equal()


LOGO = """
from io import BytesIO
from PIL import Image
from tournaments.actions.event.event_details import remove_logo, set_logo
from tournaments.actions.writing import COMMAND
from tournaments.models import Event
picture = BytesIO()
Image.new("RGB", (60, 30), "green").save(picture, "PNG")
"""


@pytest.mark.faults
def test_the_logo_comes_too_and_goes(pair):
    pair.begin()
    pair.laptop.python(
        f"{LOGO}set_logo(Event.objects.get(), picture.getvalue(), COMMAND)".replace("get()", "get(slug='cup')")
    )
    wait_for(lambda: pair.net.status("/e/cup/logo.png") == 200, "the logo to come")
    pair.laptop.python(f"{LOGO}remove_logo(Event.objects.get(slug='cup'), COMMAND)")
    wait_for(lambda: pair.net.status("/e/cup/logo.png") == 404, "the logo to go")
