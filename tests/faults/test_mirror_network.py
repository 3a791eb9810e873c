"""A laptop behind a real bad network: a namespace of its own whose cable loses, doubles, delays and reorders packets,
where the kernel can do that, and is cut; and requests that are lost, doubled, slow and out of order on the way there.
"""

import contextlib
import subprocess
import sys
import uuid

import pytest

from tests.servers.live_events import ENTER, NEW_EVENT
from tests.servers.mirrored import Pair
from tests.servers.network import NET, cut_cable, lay_cable, run
from tests.servers.server import PATIENCE_AT_START, ROOT, SERVE, wait_for
from tests.servers.weather import Weather, double, hold, lose, slow
from tests.site.exchange.mirrors.test_carried_reports import print_slips, report, stored

pytestmark = [pytest.mark.faults, pytest.mark.db, pytest.mark.timeout(300)]

LONG = 100  # a request on a cut cable is given up after half a minute
WEATHER = ["delay", "80ms", "40ms", "reorder", "25%", "loss", "8%", "duplicate", "8%"]


@contextlib.contextmanager
def cable():
    """Yield a namespace and the outer end of its cable, whose packets go through the weather."""
    name = f"phone{uuid.uuid4().hex[:6]}"
    outside = f"o{name[-6:]}"
    try:
        lay_cable(name)
    except (OSError, subprocess.CalledProcessError) as error:
        cut_cable(name)
        pytest.skip(f"no network namespaces here: {error}")
    with contextlib.suppress(subprocess.CalledProcessError):  # a kernel without netem has a good cable that is cut
        run("tc", "qdisc", "add", "dev", outside, "root", "netem", *WEATHER)
        run("ip", "netns", "exec", name, "tc", "qdisc", "add", "dev", f"i{name[-6:]}", "root", "netem", *WEATHER)
    try:
        yield name, outside
    finally:
        cut_cable(name)


def test_a_lossy_and_cut_cable_loses_and_doubles_nothing(new_server):
    """The server on the net is behind the cable; what the test itself asks goes through the same weather."""
    with contextlib.ExitStack() as there:
        name, outside = there.enter_context(cable())
        laptop, net = new_server(SERVE).start(), new_server(SERVE, HOST=f"{NET}.2")
        net.url = f"http://{NET}.2:{net.port}"
        command = ["ip", "netns", "exec", name, sys.executable, *net.entry]
        net.process = subprocess.Popen(command, cwd=ROOT, env=net.environment)
        wait_for(net.answers, "the server behind the cable to answer", PATIENCE_AT_START)
        laptop.python(NEW_EVENT)
        pair, weather = Pair(laptop, net), there.enter_context(Weather(net.port, f"{NET}.2"))
        pair.begin(url=weather.url)
        pair.wait_until_equal()
        codes = print_slips(pair)
        assert report(pair, codes[1][0], "w", "01") == 302
        laptop.python(f"{ENTER}enter(1, '10')")
        pair.wait_until_equal()
        weather.storm()
        run("ip", "link", "set", outside, "down")
        laptop.python(f"{ENTER}enter(1, '==')")
        assert report(pair, codes[1][0], "b", "01") == 302
        wait_for(lambda: "1 result waiting" in pair.state(), "the desk to say what waits", LONG)
        run("ip", "link", "set", outside, "up")
        wait_for(lambda: stored(pair)["games"] == [["==", False], ["01", True]], "the reports to come", LONG)
        for turn in range(8):
            laptop.python(f"{ENTER}enter(1, {('10', '01')[turn % 2]!r})")
            assert report(pair, codes[1][0], "wb"[turn % 2], ("10", "01")[turn // 2 % 2]) == 302
        wait_for(lambda: stored(pair)["reports"] == 10, f"all reports: {stored(pair)}", LONG)
        weather.calm()
        pair.wait_until_equal()
        assert (stored(pair)["reports"], stored(pair)["refused"]) == (10, 0)
        assert {lose, double, hold, slow} <= set(weather.happened), "longer, if the storm was too short"
