"""nginx with nchan in front of a server, with the files of docs/deploy: `with Nginx(folder, server.port) as nginx`."""

import subprocess
import urllib.request
from pathlib import Path
from string import Template

from tests.servers import tools
from tests.servers.server import ROOT, free_port, wait_for

MODULE = "/usr/lib/nginx/modules/ngx_nchan_module.so"
DEPLOY = ROOT / "docs" / "deploy"
CONFIGURATION = """
load_module $module;
daemon off;
pid $folder/nginx.pid;
error_log $folder/error.log;
worker_processes 1;
events { worker_connections 4096; }
http {
    access_log off;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    $publish
    server {
        listen 127.0.0.1:$port;
        include $deploy/nchan-subscribe.conf;
        location / {
            proxy_http_version 1.1;
            proxy_set_header Host $$http_host;
            proxy_pass http://127.0.0.1:$server;
        }
    }
}
"""


def missing():
    """Return why nchan cannot be tested here, "" where it can or must be."""
    there = tools.find("nginx") and Path(MODULE).exists()
    return "" if tools.CI or there else "nginx with nchan is not installed (on Debian: libnginx-mod-nchan)"


class Nginx:
    """nginx on a port of its own; `publish` is what LIVE_NCHAN_URL must be."""

    def __init__(self, folder):
        self.folder, self.port, self.publish_port = Path(folder), free_port(), free_port()
        self.publish = f"http://127.0.0.1:{self.publish_port}/publish/"
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self, server):
        publish = (DEPLOY / "nchan-publish.conf.template").read_text().replace("${NCHAN_PORT}", str(self.publish_port))
        values = {"module": MODULE, "folder": self.folder, "deploy": DEPLOY, "publish": publish}
        text = Template(CONFIGURATION).substitute(values, port=self.port, server=server.port)
        file = self.folder / "nginx.conf"
        file.write_text(text)
        self.folder.chmod(0o755)
        self.process = subprocess.Popen([tools.find("nginx"), "-c", str(file), "-p", str(self.folder)])
        wait_for(self.answers, "nginx to answer")

    def answers(self):
        assert self.process.poll() is None, (self.folder / "error.log").read_text()
        try:
            return urllib.request.urlopen(self.url + "/health/", timeout=5).status == 200
        except OSError:
            return False

    def has(self, channel):
        """Tell whether something was published in a channel."""
        try:
            return urllib.request.urlopen(self.publish + channel, timeout=5).status == 200
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait()
