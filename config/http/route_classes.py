"""Which requests are entries or costly public work, or come with a token: known from the address, without a query.

Costly are the addresses that list every player or game of an event, whatever their parameters are, the search of the
site, and a long table in which somebody looks for a name: what anybody may make up is made for them alone.
"""

import re

from config.http.asgi_messages import has_header, path_of
from tournaments.access.asgi import Scope

SIGN_INS = ("/signin/", "/admin/login/")
COSTLY = re.compile(
    r"/e/[^/]+/(?:(?:crosstable|statistics|screen|export)(?:/|$)|(?:[a-z]+/\d+/)?preview\.png$)|/api/v1/events/[^/]+/.|/search/$",
)
LOOKED_FOR = re.compile(rb"(?:^|&)find=[^&]")
ENTRY = re.compile(r"/e/[^/]+/(?:desk|check)/\d+/\d+/$")
BY_TOKEN = ("/slip/", "/s/")
API = "/api/"


def is_sign_in(scope: Scope) -> bool:
    """Tell whether a password must be checked."""
    return scope.get("method") == "POST" and path_of(scope) in SIGN_INS


def is_entry(scope: Scope) -> bool:
    """Tell whether the desk sends a result, or the second check one."""
    return scope.get("method") == "POST" and ENTRY.match(path_of(scope)) is not None


def is_costly(scope: Scope) -> bool:
    """Tell whether the answer takes long where it is not remembered."""
    is_costly_page = COSTLY.match(path_of(scope)) or LOOKED_FOR.search(scope.get("query_string", b""))
    return scope.get("method") in ("GET", "HEAD") and is_costly_page is not None


def is_api(scope: Scope) -> bool:
    """Tell whether the interface for programs is asked."""
    return path_of(scope).startswith(API)


def is_program(scope: Scope) -> bool:
    """Tell whether a program asks with an API token, true or made up."""
    return is_api(scope) and has_header(scope, b"authorization")


def has_token_in_address(scope: Scope) -> bool:
    """Tell whether a player's slip or a projector is asked for."""
    return path_of(scope).startswith(BY_TOKEN)
