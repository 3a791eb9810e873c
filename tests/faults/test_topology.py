"""docker-compose.yml as processes: PostgreSQL, two application servers, and nginx with its very configuration."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.servers import postgres, tools
from tests.servers.answers import read_log_lines
from tests.servers.changed_settings import change
from tests.servers.live_events import ENTER, NEW_COOKIES, NEW_EVENT
from tests.servers.server import free_port, wait_for
from tests.servers.topology import Distant, Follower, Nginx, namespace
from tests.site.server.test_environment import PRODUCTION
from tests.site.server.test_operation import metrics

VISITORS = 100
TOKEN = "for-prometheus-alone"
PROMETHEUS = {"Authorization": f"Bearer {TOKEN}"}
NEEDED = [tool for tool in ("nginx", "curl", "openssl", "envsubst") if not shutil.which(tool)]

pytestmark = [
    pytest.mark.faults,
    pytest.mark.db,
    pytest.mark.skipif(not os.environ.get("DATABASE_URL"), reason="several servers need PostgreSQL"),
    pytest.mark.skipif(bool(NEEDED) and not tools.CI, reason=f"not installed: {', '.join(NEEDED)}"),
    pytest.mark.timeout(300),
]


class Site:
    def __init__(self, nginx, servers):
        self.nginx, self.servers = nginx, servers
        self.session = servers[0].python(NEW_COOKIES).strip()

    def spectators(self):
        return [int(metrics(server, **PROMETHEUS)["crosstable_spectators",]) for server in self.servers]

    def staff_requests(self):
        return [
            metrics(server, **PROMETHEUS).get(("crosstable_requests_total", "staff", "2xx"), 0)
            for server in self.servers
        ]

    def post(self, path, **fields):
        """Send a form through nginx as a browser does: with the session, the token of the form, and the origin."""
        cookies = f"{self.nginx.folder}/cookies"
        session = f"sessionid={self.session}"
        page = self.nginx.curl("/e/cup/desk/", "--cookie", session, "--cookie-jar", cookies)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.stdout)[1]
        secret = re.search(r"\scsrftoken\s+(\w+)", Path(cookies).read_text())[1]
        fields |= {"csrfmiddlewaretoken": token}
        data = [part for name, value in fields.items() for part in ("--data-urlencode", f"{name}={value}")]
        cookie = f"{session}; csrftoken={secret}"
        return self.nginx.ask(path, "--cookie", cookie, "--header", f"Origin: {self.nginx.url}", *data)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Two servers that start together on one empty database, and nginx before them."""
    tmp_path = tmp_path_factory.mktemp("site")
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres.new_database(os.environ["DATABASE_URL"]))
        servers = []
        nginx_port = free_port()
        for number in (1, 2):
            address, before = stack.enter_context(namespace(number))
            folder = tmp_path / f"web{number}"
            folder.mkdir()
            environment = PRODUCTION | {
                "PUBLIC_URL": f"https://localhost:{nginx_port}",
                "METRICS_TOKEN": TOKEN,
                "ALLOWED_HOSTS": f"localhost,{address}",
                "BACKUPS": str(tmp_path / "backups"),
            }
            environment |= change(**{"config.http.lanes.QUEUE": 1})
            servers.append(Distant(folder, database, address, before, **environment))
        for server in servers:
            stack.callback(server.stop, signal.SIGKILL)
            server.begin()
        for server in servers:
            wait_for(server.answers, "the server to answer", 120)
        folder = tmp_path / "nginx"
        folder.mkdir()
        nginx = Nginx(folder, servers)
        nginx.port, nginx.url = nginx_port, f"https://localhost:{nginx_port}"
        nginx.environment["HTTPS_PORT"] = str(nginx_port)
        stack.enter_context(nginx.running())
        servers[0].python(NEW_EVENT)
        yield Site(nginx, servers)


def test_the_pieces_of_the_compose_file_work_together(site):
    nginx, servers = site.nginx, site.servers
    assert sum(server.log.count("Preparing the database") for server in servers) == 1, "one prepared, the other waited"
    assert nginx.ask("/e/cup/")[:2] == (200, "2")
    assert nginx.ask("/health/ready/") == (200, "2", "ready")
    assert nginx.ask("/metrics/")[0] == 404
    moved = nginx.curl("/e/cup/", "--write-out", "%{http_code} %{redirect_url}", plain=True).stdout
    assert moved.rsplit("\n")[-1].endswith("308 https://localhost/e/cup/")

    followers = [Follower(nginx, "/live/cup/version/") for _ in range(2)]
    for follower in followers:
        follower.wait_for("data: e-1")
    assert site.spectators() == [1, 1], "the balancer gave one spectator to each server"

    before = site.staff_requests()
    uuid = "0f7f1a52-2c1f-4a53-9d7a-0d1c2b3a4f5e"
    entered = site.post("/e/cup/desk/1/1/", result="10", version=0, uuid=uuid)
    assert entered[0] in (200, 302), entered
    for follower in followers:
        follower.wait_for("data: e-2")
    assert sum(site.staff_requests()) > sum(before)
    replayed = site.post("/e/cup/desk/1/1/", result="10", version=0, uuid=uuid)
    assert replayed[0] in (200, 302), replayed
    assert "v=e-2" in nginx.ask("/e/cup/")[2], "the replay has changed nothing"

    key = servers[0].python("from tournaments.models import Event; print(Event.objects.get(slug='cup').shared_key)")
    heads = {nginx.ask(f"/shared/{key.strip()}/en/cup/version/head/")[2].split()[-1] for _ in range(4)}
    assert heads == {"e-2"}, "pages may poll"

    for each in followers:
        each.close()
    wait_for(lambda: site.spectators() == [0, 0], "both servers to notice that the spectators left")


def test_what_is_too_large_is_refused_in_a_sentence(site, tmp_path):
    large = tmp_path / "large"
    large.write_bytes(b"x" * (16 * 2**20 + 1))
    status, version, text = site.nginx.ask("/signin/", "--request", "POST", "--data-binary", f"@{large}")
    assert (status, version) == (413, "2")
    assert text.startswith("This is too large to be sent here.")


def test_visitors_who_are_too_many_take_nothing_from_the_desk(site):
    """What a server answers to them must not make nginx leave that server alone."""
    cookie = f"sessionid={site.session}"
    for _ in site.servers:
        assert site.nginx.ask("/e/cup/desk/", "--cookie", cookie)[0] == 200
    many = site.nginx.command(
        f"/e/cup/crosstable/?find=[1-{VISITORS}]", "--parallel", "--write-out", "\nstatus %{http_code}\n"
    )
    flood = subprocess.Popen(many, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    desk = [site.nginx.ask("/e/cup/desk/", "--cookie", cookie)[0] for _ in range(5)]
    output = flood.communicate()[0]
    assert "status 503" in output and "The server is busy." in output
    assert "The server is being restarted." not in output
    assert desk == [200] * 5


def test_the_log_knows_the_visitor_whatever_he_claims(site):
    number = "X-Request-ID: made-up-by-the-visitor"
    claim = "X-Forwarded-For: 203.0.113.66"
    site.nginx.curl("/e/nobody-else-asks-for-this/", "--header", claim, "--header", number)
    (line,) = wait_for(
        lambda: [
            line
            for server in site.servers
            for line in read_log_lines(server)
            if line.get("path") == "/e/nobody-else-asks-for-this/"
        ],
        "the line of the request",
    )
    assert line["address"] == "127.0.0.1"
    assert re.fullmatch("[0-9a-f]{32}", line["request"])


def test_servers_are_restarted_one_by_one_and_no_visitor_notices(site):
    nginx = site.nginx
    follower = Follower(nginx, "/live/cup/version/")
    now = follower.next_stamp()
    wait_for(lambda: sum(site.spectators()) == 1, "the spectator to be counted")
    first = site.servers[site.spectators().index(1)]
    assert first.stop() == -signal.SIGTERM
    follower.wait_for("event: restart")
    follower.close()
    for _ in range(10):
        assert nginx.ask("/e/cup/")[0] == 200
    site.servers[0].python(ENTER + "enter(2, '10')")
    again = Follower(nginx, f"/live/cup/version/?v={now}")
    assert again.next_stamp() != now
    first.start()
    other = site.servers[1 - site.servers.index(first)]
    other.stop()
    assert {nginx.ask("/e/cup/")[0] for _ in range(4)} == {200}, "the first one is asked again as soon as it is back"
    other.start()
    again.close()
    assert {nginx.ask("/health/ready/")[0] for _ in range(6)} == {200}


def test_an_update_says_that_the_servers_are_away(site):
    for server in site.servers:
        server.stop()
    status, _, text = site.nginx.ask("/e/cup/")
    assert status == 503
    assert text.startswith("The server is being restarted.")
    for server in site.servers:
        server.start()
    wait_for(lambda: site.nginx.ask("/health/ready/")[0] == 200, "nginx to find the servers again")


def test_the_health_command_of_the_image_finds_a_running_server(site):
    from tests.site.server.test_deployment import health_command

    server = site.servers[0]
    for port, is_healthy in ((server.port, True), (free_port(), False)):
        command = [part.replace(":8000", f":{port}") for part in health_command()]
        done = subprocess.run([*server.before, *command], capture_output=True, timeout=30, check=False)
        assert (done.returncode == 0) == is_healthy
