"""The description of the interface for programs: it is complete, and every answer is as it says."""

from functools import cache

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import settings as given_settings
from hypothesis.strategies import booleans, sampled_from

from tests.site.exchange.interface import FAR, get, token_of
from tests.site.factories import person
from tests.sizes import examples
from tournaments.access import site_tokens
from tournaments.api.urls import api
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import Scope

pytestmark = pytest.mark.django_db

DESCRIBED = api.get_openapi_schema(path_prefix="/api/v1/")
OPERATIONS = [(path, method.upper()) for path, methods in DESCRIBED["paths"].items() for method in methods]


def test_the_description_names_every_address(client):
    shape = get(client, "openapi.json")
    assert shape["info"]["version"] == "1"
    assert len(OPERATIONS) == 51
    assert reverse("api-1:openapi-json") == "/api/v1/openapi.json"


def test_a_body_that_changes_something_describes_no_defaults():
    """A generated client sends them all, and would overwrite what its program never named."""
    bodies = [methods["patch"]["requestBody"] for methods in DESCRIBED["paths"].values() if "patch" in methods]
    names = [body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2] for body in bodies]
    assert {"EventIn", "PlayerIn", "TeamIn"} <= {*names}
    for name in names:
        assert "default" not in str(DESCRIBED["components"]["schemas"][name]["properties"])


@cache
def read_schema():
    """Read the description as schemathesis does, which takes a while: it gathers constants from our source too."""
    import schemathesis  # takes longer to import than Django, and every process of the tests reads this file

    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())


@pytest.fixture
def schema():
    """Return the description of the real application, which leaves the test's connection to the database open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield read_schema()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.parametrize("address", OPERATIONS, ids=" ".join)
def test_whatever_is_asked_the_answer_is_as_described(event, teams, schema, address, settings):
    """Ask each address what its description allows, mostly of events that are there, with a token and without."""
    from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

    path, method = address
    needs_token = "security" in DESCRIBED["paths"][path][method.lower()]
    settings.EVERYBODY_CREATES = True
    scopes = tuple(Scope.values)
    right = {slug: token_of(each, Role.OWNER, scopes, slug) for slug, each in (("open", event), ("teams", teams))}
    if path.endswith("/events"):
        right["open"] = site_tokens.issue_token(person("open"), "site", scopes, FAR)
    seen = set()
    usual = "teams" if "/teams" in path or "/matches" in path else "open"  # where the address leads to something
    slugs = sampled_from([usual, usual, "open", "teams", None])

    @given(case=schema[path][method].as_strategy(), slug=slugs, without_token=booleans())
    @given_settings(examples(10 if needs_token else 5, 30), suppress_health_check=list(HealthCheck))
    def asked(case, slug, without_token):
        if slug:
            there = {"slug": slug, "number": 1, "board": 1, "table": 1}
            case.path_parameters |= {name: there[name] for name in case.path_parameters if name in there}
        token = {} if without_token else {"authorization": f"Bearer {right[slug or 'open']}"}
        headers = {"host": "testserver", "accept-encoding": "identity", **token}
        # A result can fit its description and yet not the board: that is refused with 422 too.
        # What is sent again without a token has ours all the same; that an answer needs one is seen below.
        ruled = [positive_data_acceptance, ignored_auth] if needs_token else []
        answer = case.call_and_validate(headers=headers, excluded_checks=ruled)
        seen.add(answer.status_code)

    asked()
    assert seen - {401, 404}
    assert method == "GET" or 401 in seen
