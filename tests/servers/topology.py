"""The pieces of docs/deploy.md as processes: application servers in network namespaces of their own, nginx in front.

Where namespaces cannot be made, as for an ordinary user, the servers listen on ports of this machine instead.
"""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import yaml

from tests.servers.server import ROOT, SERVE, Server, free_port, wait_for

TEMPLATE = ROOT / "docs" / "deploy" / "nginx.conf.template"
COMPOSE = ROOT / "docker-compose.yml"
AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/default.conf;
}}
"""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


@contextlib.contextmanager
def namespace(number):
    """Make a network of its own with one address; yield that address and what to put before a command."""
    name, outside, inside = f"crosstable-{os.getpid()}-{number}", f"xt{os.getpid() % 100000}o{number}", f"xti{number}"
    net = f"10.231.{number}"
    try:
        run("ip", "netns", "add", name)
    except (OSError, subprocess.CalledProcessError):
        yield "127.0.0.1", []
        return
    try:
        run("ip", "link", "add", outside, "type", "veth", "peer", "name", inside, "netns", name)
        run("ip", "address", "add", f"{net}.1/24", "dev", outside)
        run("ip", "link", "set", outside, "up")
        for command in (["address", "add", f"{net}.2/24", "dev", inside], ["link", "set", inside, "up"]):
            run("ip", "-n", name, *command)
        run("ip", "-n", name, "link", "set", "lo", "up")
        yield f"{net}.2", ["ip", "netns", "exec", name]
    finally:
        run("ip", "netns", "del", name)


class Distant(Server):
    """An application server on an address of its own, started by `serve` in the profile production."""

    def __init__(self, folder, database_url, address, before, **environment):
        super().__init__(folder, database_url, SERVE, HOST="0.0.0.0", **environment)
        self.address, self.before = address, before
        self.url = f"http://{address}:{self.port}"

    def begin(self):
        """Start without waiting."""
        with open(self.folder / "server.log", "ab") as log:
            command = [*self.before, sys.executable, *self.entry]
            self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log)

    def start(self):
        self.begin()
        wait_for(self.answers, "the server to answer")
        return self


class Nginx:
    """nginx with the very configuration that docker-compose.yml mounts."""

    def __init__(self, folder, servers):
        self.folder = Path(folder)
        self.port, self.plain_port = free_port(), free_port()
        self.environment = {
            "SERVER_NAME": "localhost",
            "UPSTREAMS": " ".join(f"server {server.address}:{server.port} max_fails=0;" for server in servers),
            "CERTIFICATES": str(folder),
            "HTTP_PORT": str(self.plain_port),
            "HTTPS_PORT": str(self.port),
        }
        self.url = f"https://localhost:{self.port}"

    def prepare(self):
        """Make a certificate, and fill the template as the image of nginx does: by envsubst, with these names alone."""
        key = ["-keyout", f"{self.folder}/privkey.pem", "-out", f"{self.folder}/fullchain.pem"]
        subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *key, *subject)
        names = " ".join(f"${{{name}}}" for name in self.environment)
        filled = run("envsubst", names, input=TEMPLATE.read_text(), env=os.environ | self.environment).stdout
        (self.folder / "default.conf").write_text(self.fill(filled))
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder, user=user))
        run("nginx", "-t", "-q", "-c", f"{self.folder}/nginx.conf", "-e", f"{self.folder}/nginx.log")

    def fill(self, text):
        """Return the configuration to use; a test may want other numbers in it."""
        return text

    @contextlib.contextmanager
    def running(self):
        self.prepare()
        command = ["nginx", "-c", f"{self.folder}/nginx.conf", "-e", f"{self.folder}/nginx.log"]
        process = subprocess.Popen(command)
        try:
            wait_for(lambda: self.curl("/health/", plain=True).returncode == 0, "nginx to answer")
            yield self
        finally:
            process.terminate()
            process.wait(30)

    def command(self, path, *options, plain=False):
        """Return the command that asks for a page over HTTP/2, with the certificate checked."""
        url = f"http://localhost:{self.plain_port}{path}" if plain else f"{self.url}{path}"
        trust = ["--cacert", f"{self.folder}/fullchain.pem"]
        return ["curl", "--silent", "--show-error", "--fail-with-body", "--http2", *trust, *options, url]

    def curl(self, path, *options, plain=False):
        return subprocess.run(self.command(path, *options, plain=plain), capture_output=True, text=True, check=False)

    def ask(self, path, *options):
        """Return status, protocol version and text of a page."""
        done = self.curl(path, "--write-out", "\n%{http_code} %{http_version}", *options)
        text, _, last = done.stdout.rpartition("\n")
        status, version = last.split()
        return int(status), version, text


class Follower:
    """A spectator behind nginx: curl holds the stream open and hands out lines as they come."""

    def __init__(self, nginx, path):
        command = nginx.command(path, "--no-buffer")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def wait_for(self, line):
        """Read until a line comes; the test's own time limit ends a stream that never brings it."""
        for received in self.process.stdout:
            if received.rstrip("\n") == line:
                return True
        raise AssertionError(f"the stream ended without {line!r}")

    def next_stamp(self):
        """Read until the page receives a state, and return it."""
        for line in self.process.stdout:
            if line.startswith("data: ") and line.strip() != "data: {}":  # a beat
                return line.removeprefix("data: ").strip()
        raise AssertionError("the stream ended")

    def close(self):
        self.process.kill()
        self.process.wait()


def services():
    """Return the services of docker-compose.yml, with the parts that they share filled in."""
    return yaml.safe_load(COMPOSE.read_text())["services"]
