"""nginx as a cache in front of servers, with docs/deploy/cache.conf.template: the stand-in for a content network."""

import contextlib
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

from tests.servers import tools
from tests.servers.server import ROOT, free_port, wait_for

TEMPLATE = ROOT / "docs" / "deploy" / "cache.conf.template"
AROUND = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
worker_rlimit_nofile 65536;
events {{ worker_connections 32768; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    keepalive_requests 1000000;
    include {folder}/cache.conf;
}}
"""


class Cache:
    def __init__(self, folder, servers):
        self.folder, self.port = Path(folder), free_port()
        self.folder.chmod(0o755)
        self.url = f"http://127.0.0.1:{self.port}"
        values = {
            "CACHE_PORT": f"127.0.0.1:{self.port}",
            "CACHE_FOLDER": str(self.folder / "kept"),
            "CACHE_SIZE": "100m",
            "UPSTREAMS": " ".join(f"server 127.0.0.1:{server.port};" for server in servers),
        }
        text = TEMPLATE.read_text()
        for name, value in values.items():
            text = text.replace(f"${{{name}}}", value)
        (self.folder / "cache.conf").write_text(text)
        user = "user root;" if self.folder.owner() == "root" else ""
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder, user=user))

    @contextlib.contextmanager
    def running(self):
        command = [tools.find("nginx"), "-c", f"{self.folder}/nginx.conf", "-p", str(self.folder)]
        self.process = subprocess.Popen([*command, "-e", f"{self.folder}/error.log"])
        try:
            wait_for(self.answers, "nginx to answer")
            yield self
        finally:
            self.process.terminate()
            self.process.wait(30)

    def answers(self):
        assert self.process.poll() is None, (self.folder / "error.log").read_text()
        try:
            return urllib.request.urlopen(f"{self.url}/health/", timeout=5).status == 200
        except OSError:
            return False

    def status(self, path):
        """Return the status of an answer."""
        try:
            return urllib.request.urlopen(self.url + path, timeout=30).status
        except urllib.error.HTTPError as refusal:
            return refusal.code

    def workers(self):
        """Return the processes that answer, which are nginx's children (Linux)."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children if "worker" in Path(f"/proc/{pid}/cmdline").read_text()]
