"""Whom a server believes about the visitor: so many proxies, counted from the right, and nobody else."""

import asyncio
import json
import logging
import sys

import pytest

from config.http.log_lines import JsonFormatter, RequestFilter, request_id, without_secrets
from config.http.proxies import Proxies

PEER = ("10.0.0.2", 443)

# trusted, X-Forwarded-For, X-Forwarded-Proto -> address, scheme
TABLE = [
    (0, ["192.0.2.9"], ["https"], "10.0.0.2", "http"),
    (1, ["192.0.2.9"], ["https"], "192.0.2.9", "https"),
    (1, ["198.51.100.66, 192.0.2.9"], ["https"], "192.0.2.9", "https"),
    (1, ["198.51.100.66", "192.0.2.9"], [], "192.0.2.9", "http"),
    (2, ["198.51.100.66, 192.0.2.9, 10.0.0.7"], ["https, http"], "192.0.2.9", "https"),
    (2, ["192.0.2.9"], ["https"], "10.0.0.2", "https"),
    (1, [], [], "10.0.0.2", "http"),
    (1, ["nobody"], ["gopher"], "10.0.0.2", "http"),
    (1, ["192.0.2.9:51234"], ["http"], "192.0.2.9", "http"),
    (1, ["[2001:db8::9]:443"], ["https"], "2001:db8::9", "https"),
    (1, ["2001:DB8::9"], ["https"], "2001:db8::9", "https"),
    (1, ["192.0.2.9, "], ["https"], "10.0.0.2", "https"),
]


@pytest.mark.parametrize(("trusted", "addresses", "schemes", "address", "scheme"), TABLE)
def test_the_visitor_is_who_the_trusted_proxies_say(trusted, addresses, schemes, address, scheme):
    seen = []

    async def app(scope, receive, send):
        seen.append((scope["client"][0], scope["scheme"]))

    headers = [(b"x-forwarded-for", value.encode()) for value in addresses]
    headers += [(b"x-forwarded-proto", value.encode()) for value in schemes]
    scope = {"type": "http", "client": PEER, "scheme": "http", "headers": headers}
    asyncio.run(Proxies(app, trusted)(scope, None, None))
    assert seen == [(address, scheme)]


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/e/the-long-tournament-of-the-year/", "/e/the-long-tournament-of-the-year/"),
        ("/e/the-long-tournament-of-the-year/round/3/", "/e/the-long-tournament-of-the-year/round/3/"),
        ("/signin/abcdefghijklmnopqrstuv/", "/signin/…/"),
        ("/s/abcdefghijklmnopqrstuv", "/s/…"),
        ("/e/open/slip/abcdefghijklmnopqrstuv/", "/e/open/slip/…/"),
        ("/", "/"),
    ],
)
def test_an_address_that_opens_something_is_not_logged(path, shown):
    assert without_secrets(path) == shown


def test_a_line_of_json_holds_number_error_and_extras():
    token = request_id.set("number-1")
    try:
        raise ZeroDivisionError("by zero")
    except ZeroDivisionError:
        record = logging.makeLogRecord(
            {
                "name": "x",
                "levelname": "ERROR",
                "msg": "No %s",
                "args": ("way",),
                "exc_info": sys.exc_info(),
                "board": 7,
            }
        )
    RequestFilter().filter(record)
    request_id.reset(token)
    text = JsonFormatter().format(record)
    line = json.loads(text)
    assert "\n" not in text
    assert (line["message"], line["request"], line["level"], line["board"]) == ("No way", "number-1", "ERROR", 7)
    assert "ZeroDivisionError: by zero" in line["error"]
