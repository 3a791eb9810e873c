"""What a server answers to one request, and what it logs."""

import json
import urllib.error
import urllib.request


def answer(server, path, data=None, **headers):
    """Return status, headers and text, without following a redirect."""
    opener = urllib.request.build_opener(Stay())
    try:
        with opener.open(urllib.request.Request(server.url + path, data, headers), timeout=30) as page:
            return page.status, page.headers, page.read().decode()
    except urllib.error.HTTPError as page:
        return page.status, page.headers, page.read().decode()


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def read_log_lines(server):
    """Return what the server has logged as JSON."""
    return [json.loads(line) for line in server.log.splitlines() if line.startswith("{")]
