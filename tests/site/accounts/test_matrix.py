"""Every address, for whom it is meant and for whom it is not: a new address needs a row.

The headers bind the browser in every answer, whoever gets it.

`make test` asks each address once for each outcome, `make faults` with every role. What a role may do at all is one
table, which tests/site/test_policy.py compares.
"""

from copy import copy
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from tests.site.factories import make_event, person
from tests.site.matrix import EVERYBODY, NEVER, PEOPLE, PUBLISHED, ROWS, SITE, TOKEN
from tests.sizes import FULL
from tournaments.access import policy, tokens
from tournaments.domain.accounts.roles import Role
from tournaments.domain.event.categories import CategoryRule
from tournaments.models import Category, Event, Logo, Series, Stage

pytestmark = pytest.mark.django_db

OPEN, HIDDEN = "open", "hidden"
FINAL = {"entrants": 2}
KINDS = {"SLIP": "slip", "DISPLAY": "display", "INVITATION": "invitation"}
ROLES = {role.value: role for role in Role}
VISITORS = ["superuser", *ROLES, "elsewhere", "without a role", "nobody"]  # the most powerful first
STRANGERS = VISITORS[-3:]


def addresses(resolver, prefix="", taken=frozenset()):
    """Yield name and parameters of every address; Django's admin stands apart: superusers alone come in there."""
    for pattern in resolver.url_patterns:
        params = taken | set(pattern.pattern.converters)
        if not isinstance(pattern, URLResolver):
            yield prefix + pattern.name, params
        elif pattern.namespace != "admin":
            yield from addresses(pattern, prefix + (f"{pattern.namespace}:" if pattern.namespace else ""), params)


PARAMS = {}
for _name, _params in addresses(get_resolver()):
    PARAMS.setdefault(_name, set()).update(_params)


def test_every_address_has_a_row():
    assert set(PARAMS) == set(ROWS)


CASES = [(name, number) for name, rows in ROWS.items() for number in range(len(rows))]
PARTS = 12 if FULL else 4  # so that each part stays short


@pytest.fixture
def site():
    """Return a client for each visitor: members of the open and of the hidden event, and everybody else."""
    elsewhere = make_event("elsewhere", is_public=False)
    series = Series.objects.create(slug="weekend", name="The weekend")
    scrabble = {"discipline": "scrabble", "tiebreaks": "PTS,SPREAD,SCORE"}
    events = [make_event(OPEN, **scrabble), make_event(HIDDEN, is_public=False, **scrabble)]
    Event.objects.filter(slug=OPEN).update(series=series)
    Event.objects.update(may_embed=True, logo="0123456789abcdef")
    Logo.objects.bulk_create(Logo(event=event, data=b"PNG") for event in events)
    for event in events:
        Stage.objects.create(event=event, order=1, system="knock-out", first_round=2, last_round=2, settings=FINAL)
        Category.objects.create(event=event, order=1, key="women", name="Women", rule=CategoryRule.WOMEN)
        for role in Role:
            person(role.value, event, role)
    person("elsewhere", elsewhere, Role.OWNER)
    root = person("superuser")
    root.is_superuser = root.is_staff = True
    root.save()
    clients = {"nobody": Client()}
    for name in VISITORS[:-1]:
        clients[name] = Client()
        clients[name].force_login(person(name))
    return clients


def address(name, row, slug):
    """Return the address of a row in an event, with fresh tokens where it needs some; None where it has no event."""
    params = {key: new_token(slug, KINDS[value]) if value in KINDS else value for key, value in row.params.items()}
    if has_event(name):
        params["slug"] = slug
    return reverse(name, kwargs=params) + (f"?{row.query}" if row.query else "")


def new_token(slug, kind):
    event = Event.objects.get(slug=slug)
    screen = event.screens.get_or_create(name="Hall")[0].pk
    payload = {"round": 2, "board": 1, "role": "entry", "once": True, "screen": screen}
    return tokens.issue_token(event, kind, valid=timedelta(hours=1), **payload)


def has_event(name):
    return "slug" in PARAMS[name] and name != "series"


def expected(who, allowed, name, slug):
    """Say what becomes of a request: "served", "sign-in", "denied", "absent" or "no method"."""
    if allowed == NEVER:
        return {"no method", "sign-in", "denied", "absent"}  # whichever door it meets first; never served
    if allowed == EVERYBODY:
        return {"served"}
    if allowed == PUBLISHED:
        return {"served"} if slug == OPEN else {"absent"}
    if allowed == TOKEN:
        return {"denied", "absent"}
    role = "superuser" if who == "superuser" else who if who in ROLES else ""
    if allowed == policy.VIEW:
        return {"served"} if slug == OPEN or role else {"absent"}
    if who == "nobody":
        return {"sign-in"}
    if allowed == PEOPLE:
        return {"served"}
    if allowed == SITE:
        return {"served"} if who == "superuser" else {"denied", "absent"}
    if slug == HIDDEN and not role:
        return {"absent"}
    return {"served"} if policy.allows(role, allowed) else {"denied"}


def outcome(response):
    if response.status_code in (302, 303) and response["Location"].startswith("/signin/?next="):
        return "sign-in"
    assert response.status_code < 500, response.status_code
    return {401: "denied", 403: "denied", 404: "absent", 405: "no method"}.get(response.status_code, "served")


@pytest.mark.parametrize("part", range(PARTS))
def test_who_may(site, plain_refusals, part):
    assert not [wrong for name, number in CASES[part::PARTS] for wrong in surprises(site, name, number)]


def surprises(site, name, number):
    """Ask for one row as everybody, in both events; yield what came out otherwise than the row says."""
    row = ROWS[name][number]
    for slug in (OPEN, HIDDEN) if has_event(name) else (OPEN,):
        for method, allowed in (("get", row.get), ("post", row.post)):
            for who in telling(name, allowed, slug):
                if (name, method, who) in ELSEWHERE:
                    continue
                got = asked(site[who], method, name, row, slug, allowed)
                missing = name in MAY_BE_ABSENT and got == "absent"
                if got not in expected(who, allowed, name, slug) and not missing:
                    yield name, number, slug, who, method, got


def asked(client, method, name, row, slug, allowed):
    """Send one request and take back whatever it wrote, here and in the browser."""
    cookies = copy(client.cookies)
    with transaction.atomic():
        data = row.data if method == "post" else {}
        answer = getattr(client, method)(address(name, row, slug), data)
        got = outcome(answer)
        transaction.set_rollback(True)
    client.cookies = cookies
    if not name.startswith("api"):
        check_headers(answer, name)
    is_of_some = answer.status_code == 200 and allowed not in (EVERYBODY, PUBLISHED, policy.VIEW)
    return "kept by caches" if is_of_some and "no-store" not in answer.get("Cache-Control", "") else got


def check_headers(answer, name):
    """Every answer, whoever gets it, binds the browser; only `embed` may stand in a frame."""
    policy_of_content = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy_of_content, name
    assert "object-src 'none'" in policy_of_content, name
    assert "unsafe" not in policy_of_content, name
    if name != "embed" or answer.status_code != 200:
        assert (answer["X-Frame-Options"], "frame-ancestors 'none'" in policy_of_content) == ("DENY", True), name
    assert answer["X-Content-Type-Options"] == "nosniff", name
    assert answer["Referrer-Policy"] in ("same-origin", "strict-origin", "no-referrer"), name


def telling(name, allowed, slug):
    """Return who asks: at full size everybody, otherwise for each outcome those nearest to another one.

    That is the least who is served, and the greatest who is refused. In an event that is not public strangers ask, and
    members where everybody who sees the event is served.
    """
    if allowed == NEVER:
        return ["superuser", "nobody"] if slug == OPEN else []
    if FULL:
        return VISITORS
    outcomes = {}
    for who in STRANGERS if slug == HIDDEN and allowed != policy.VIEW else VISITORS:
        outcomes.setdefault(frozenset(expected(who, allowed, name, slug)), []).append(who)
    return {people[-1] if "served" in outcome else people[0] for outcome, people in outcomes.items()}


# A copy of the database waits for the transaction that this test runs in; test_backups.py makes one.
ELSEWHERE = {("backups", "post", "superuser")}
# The file that the row names does not exist; boards of teams and some files are for other games than this one.
MAY_BE_ABSENT = {
    "security_txt",
    "worker",
    "notify",
    "api-1:api-root",
    "backup_file",
    "individual",
    "individuals",
    "match_sheet",
    "match_sheet_end",
    "match_sheet_seat",
    "match_sheet_undo",
    "rating_list",
    "rating_list_discard",
    "export_file",
    "api-1:teams",
    "api-1:team",
    "api-1:edit_team",
    "api-1:remove_team",
    "api-1:add_team",
    "api-1:match",
    "duel",
    "logo",
    "teams",
    "teams_member_add",
    "teams_member_down",
    "teams_member_remove",
    "teams_member_up",
    "teams_number",
    "team_add",
    "team_edit",
    "team_remove",
    "team_table",
    "site_file",
}


def test_no_address_of_the_admin_is_open_to_others(site):
    for who, client in site.items():
        answer = client.get("/admin/")
        assert (answer.status_code == 200) == (who == "superuser"), who
