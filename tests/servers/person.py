"""A person at a browser of their own, for tests without one: signs in, and sends forms as pages do.

anna = Person("anna", server)           # signed in by the page
anna.send(server, "/account/sessions/", browser=3)
Stream(server, "/live/cup/round-1/", cookie=anna.cookie)
"""

from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests.servers.server import PATIENCE

PASSWORD = "seven-black-bishops"


class Person:
    def __init__(self, name, server, password=PASSWORD):
        self.cookies = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.cookies))
        self.opener.open(f"{server.url}/signin/", timeout=PATIENCE).close()
        page = self.send(server, "/signin/", username=name, password=password)
        assert "sessionid=" in self.cookie, page

    def send(self, server, path, **fields):
        """Send a form and return the page that it leads to; a refusal is an error."""
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrftoken")
        data = urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        with self.opener.open(server.url + path, data, timeout=PATIENCE) as answer:
            return answer.read().decode()

    @property
    def cookie(self):
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
