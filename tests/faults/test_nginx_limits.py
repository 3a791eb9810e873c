"""The limit that nginx sets to an address, with its very configuration but for smaller numbers, before no server."""

import shutil
from types import SimpleNamespace

import pytest

from tests.servers import tools
from tests.servers.server import free_port
from tests.servers.topology import Nginx

NEEDED = [tool for tool in ("nginx", "curl", "openssl", "envsubst") if not shutil.which(tool)]
pytestmark = [
    pytest.mark.faults,
    pytest.mark.skipif(bool(NEEDED) and not tools.CI, reason=f"not installed: {', '.join(NEEDED)}"),
]
SMALLER = {"rate=200r/s": "rate=1r/m", "burst=1000": "burst=3"}
AWAY, TOO_OFTEN = 503, 429


class SmallNginx(Nginx):
    """nginx that allows an address four requests."""

    def fill(self, text):
        for usual, small in SMALLER.items():
            assert usual in text
            text = text.replace(usual, small)
        return text


@pytest.mark.parametrize("cookie", ["", "sessionid=made-up-{0}", "sessionid=made-up-{0}; lane=4102444800.made-up-{0}"])
def test_an_address_has_one_limit_whatever_cookies_it_shows(tmp_path, cookie):
    nobody = SimpleNamespace(address="127.0.0.1", port=free_port())
    with SmallNginx(tmp_path, [nobody]).running() as nginx:
        answers = [nginx.ask("/e/cup/", "--cookie", cookie.format(number))[0] for number in range(6)]
    assert answers == [AWAY] * 4 + [TOO_OFTEN] * 2
