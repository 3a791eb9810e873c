"""Who works at an event: invitations, roles, and sign-in links."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.site.factories import make_event, person
from tests.site.reading import text
from tiebreaks.refusal import Refusal
from tournaments.access import tokens
from tournaments.actions.accounts.staff import (
    accept_invitation,
    change_role,
    invite_member,
    remove_member,
)
from tournaments.actions.writing import Actor
from tournaments.domain.accounts.roles import Role
from tournaments.models import DoorEntry, Membership, Token

pytestmark = pytest.mark.django_db

PASSWORD = "seven-black-bishops"
NEW = {"username": "carla", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def event():
    return make_event()


@pytest.fixture
def owner(event):
    return Actor(person("olga", event, Role.OWNER), Role.OWNER, "10.0.0.7")


@pytest.fixture
def desk(client, owner):
    client.force_login(owner.user)
    return client


def roles(event):
    return dict(event.memberships.values_list("user__username", "role"))


def logged(event):
    return list(event.log.order_by("pk").values_list("action", flat=True))


def test_an_invitation_is_shown_once_and_makes_an_account(desk, event):
    answer = desk.post("/e/open/people/invite/", {"role": "entry", "days": 3, "once": "one"})
    address = re.search(r'value="http://testserver(/join/[\w-]{22}/)"', answer.content.decode())[1]
    assert address not in desk.get("/e/open/people/").content.decode()
    assert address.split("/")[2] not in str(list(Token.objects.values())), "hashed at rest"
    guest = Client()
    assert "The open" in guest.get(address).content.decode()
    assert guest.post(address, NEW)["Location"] == "/e/open/desk/", "the one page that is hers"
    assert roles(event)["carla"] == Role.ENTRY
    assert guest.get("/e/open/desk/").status_code == 200, "and she is signed in"
    assert Client().get(address).status_code == 410, "it served once"
    assert Client().post(address, NEW | {"username": "dora"}).status_code == 410
    assert not User.objects.filter(username="dora").exists()
    assert logged(event) == ["invite", "join"]


def test_an_invitation_for_many_serves_until_it_is_withdrawn(desk, event, owner):
    link = invite_member(event, Role.ARBITER, 7, owner, once=False)
    for name in ("anna", "bert"):
        guest = Client()
        guest.force_login(person(name))
        assert guest.post(f"/join/{link}/")["Location"] == "/e/open/"
    desk.post("/e/open/people/withdraw/", {"invitation": Token.objects.get().pk})
    assert Client().get(f"/join/{link}/").status_code == 410
    assert roles(event) == {"olga": "owner", "anna": "arbiter", "bert": "arbiter"}
    assert logged(event) == ["invite", "join", "join", "invitation-withdrawn"]


OWN_PAGES = {Role.CHECKIN: "/e/open/checkin/", Role.ENTRY: "/e/open/desk/", Role.ARBITER: "/e/open/"}


@pytest.mark.parametrize("role", OWN_PAGES)
def test_who_accepts_comes_to_the_page_that_is_theirs(event, owner, role):
    guest = Client()
    answer = guest.post(f"/join/{invite_member(event, role, 1, owner)}/", NEW)
    assert answer["Location"] == OWN_PAGES[role]
    assert guest.get(OWN_PAGES[role]).status_code == 200


def test_who_makes_an_account_reads_the_rule_for_passwords_in_one_line(event, owner):
    page = text(Client().get(f"/join/{invite_member(event, Role.ARBITER, 7, owner)}/"))
    assert page.count("At least 10 characters, and hard to guess.") == 1
    assert "commonly used" not in page and "150 characters" not in page and "for verification" not in page


@pytest.mark.parametrize("host", ["testserver", "localhost"])
def test_an_invitation_can_be_scanned_and_copied(desk, host):
    page = desk.post("/e/open/people/invite/", {"role": "entry", "days": 3}, headers={"host": host}).text
    assert ('<div class="qr"' in page) is (host != "localhost"), "a phone can't open an address of this computer"
    assert re.search(r'<button[^>]* data-copy="secret"', page)
    assert "shared/copy" in page


def test_who_is_to_be_removed_is_named_once_more_before(desk, event):
    person("anna", event, Role.ENTRY)
    page = desk.get("/e/open/people/").text
    (question,) = re.findall(r'<details class="sure">.*?</details>', page[page.index("anna") :], re.DOTALL)[:1]
    assert "anna (Result entry) loses all rights in this event at once. The account stays." in question
    assert question.index("</summary>") < question.index("<button"), "the list itself has no button that removes"
    assert "Remove the role of anna</button>" in " ".join(question.split()).replace(" </button>", "</button>")


def test_an_expired_invitation_and_a_token_of_another_kind_open_nothing(event, owner):
    link = invite_member(event, Role.ARBITER, 7, owner)
    Token.objects.update(expires_at=timezone.now())
    slip = tokens.issue_token(event, "slip", valid=timedelta(hours=1), round=1, board=1, role="owner", once=False)
    for wrong in (link, slip, "unknown"):
        assert Client().post(f"/join/{wrong}/", NEW).status_code == 410
    assert not User.objects.filter(username="carla").exists()


def test_a_member_is_not_raised_by_an_invitation(event, owner):
    link, entry = invite_member(event, Role.OWNER, 1, owner), person("anna", event, Role.ENTRY)
    with pytest.raises(Refusal) as refused:
        accept_invitation(link, entry, None)
    assert refused.value.code == "invitation-member"
    assert tokens.find_token(link, "invitation"), "and the invitation is not used up"


@pytest.mark.parametrize(
    ("role", "days", "once", "code"),
    [
        ("king", 7, True, "people-role"),
        ("arbiter", 0, True, "invitation-days"),
        ("arbiter", 31, True, "invitation-days"),
        ("owner", 7, False, "invitation-owner"),
    ],
)
def test_invitations_have_bounds(event, owner, role, days, once, code):
    with pytest.raises(Refusal) as refused:
        invite_member(event, role, days, owner, once=once)
    assert (refused.value.code, Token.objects.count()) == (code, 0)


def test_a_weak_password_makes_no_account(event, owner):
    link = invite_member(event, Role.ARBITER, 7, owner)
    answer = Client().post(f"/join/{link}/", {"username": "carla", "password1": "12345", "password2": "12345"})
    assert (answer.status_code, User.objects.filter(username="carla").exists()) == (422, False)
    assert tokens.find_token(link, "invitation")


def test_the_last_owner_stays(desk, event, owner):
    for verb, data in (("remove", {}), ("role", {"role": "arbiter"})):
        answer = desk.post(f"/e/open/people/{verb}/", data | {"user": owner.user.pk})
        assert (answer.status_code, roles(event)) == (422, {"olga": "owner"})
    closed = person("closed", event, Role.OWNER)
    User.objects.filter(pk=closed.pk).update(is_active=False)
    assert desk.post("/e/open/people/remove/", {"user": owner.user.pk}).status_code == 422
    person("paul", event, Role.OWNER)
    assert desk.post("/e/open/people/remove/", {"user": owner.user.pk}).status_code == 302
    assert roles(event) == {"paul": "owner", "closed": "owner"}


@pytest.mark.parametrize("end", ["removed", "lowered", "locked"])
def test_the_invitations_of_an_owner_end_with_his_rights(event, owner, end):
    other = person("olaf", event, Role.OWNER)
    link = invite_member(event, Role.OWNER, 30, Actor(other, Role.OWNER))
    if end == "removed":
        remove_member(event, other.pk, owner)
    elif end == "lowered":
        change_role(event, other.pk, Role.ENTRY, owner)
    else:
        User.objects.filter(pk=other.pk).update(is_active=False)
    with pytest.raises(Refusal) as refused:
        accept_invitation(link, person("friend"), None)
    assert refused.value.code == "invitation-closed"
    assert not event.memberships.filter(user__username="friend").exists()


def test_roles_change_and_are_logged(desk, event):
    anna = person("anna", event, Role.ENTRY)
    desk.post("/e/open/people/role/", {"user": anna.pk, "role": "chief_arbiter"})
    entry = event.log.first()
    assert (entry.action, entry.before, entry.after) == (
        "role",
        {"user": anna.pk, "role": "entry"},
        {"user": anna.pk, "role": "chief_arbiter"},
    )
    desk.post("/e/open/people/role/", {"user": anna.pk, "role": "chief_arbiter"})
    assert event.log.count() == 1, "the same again writes nothing"


def test_a_role_that_is_removed_ends_on_every_device(event, owner):
    anna = person("anna", event, Role.ARBITER)
    devices = [Client(), Client()]
    for device in devices:
        device.force_login(anna)
    assert [device.get("/e/open/desk/").status_code for device in devices] == [200, 200]
    remove_member(event, anna.pk, owner)
    assert [device.get("/e/open/desk/").status_code for device in devices] == [403, 403]


def test_who_is_owner_again_finds_the_old_invitations_closed(event, owner):
    paul = Actor(person("paul", event, Role.OWNER), Role.OWNER)
    link = invite_member(event, Role.ARBITER, 1, paul)
    for role in (Role.ARBITER, Role.OWNER):
        change_role(event, paul.user.pk, role, owner)
    with pytest.raises(Refusal, match="no longer open"):
        accept_invitation(link, person("friend"), None)


def test_an_owner_gives_a_sign_in_link(desk, event):
    anna = person("anna", event)
    answer = desk.post("/e/open/people/link/", {"user": anna.pk})
    address = re.search(r'value="http://testserver(/signin/[\w-]{22}/)"', answer.content.decode())[1]
    guest = Client()
    assert guest.post(address).status_code == 302
    assert guest.session["_auth_user_id"] == str(anna.pk)
    assert (event.log.first().action, event.log.first().after) == ("link", {"user": anna.pk})
    assert DoorEntry.objects.filter(kind="link", user=anna).exists()


# Whoever gives a link could open it: it is never given to somebody who may do more elsewhere.
ELSEWHERE = {
    "a superuser": lambda user: User.objects.filter(pk=user.pk).update(is_superuser=True),
    "staff of the site": lambda user: User.objects.filter(pk=user.pk).update(is_staff=True),
    "an owner elsewhere": lambda user: person(user.username, make_event("other"), Role.OWNER),
    "an arbiter of a foreign event": lambda user: person(user.username, make_event("other"), Role.ARBITER),
    "a screen of a foreign event": lambda user: person(user.username, make_event("other"), Role.DISPLAY),
    "a closed account": lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
}


@pytest.mark.parametrize("case", ELSEWHERE)
def test_no_link_for_somebody_who_may_do_more(desk, event, case):
    anna = person("anna", event)
    ELSEWHERE[case](anna)
    answer = desk.post("/e/open/people/link/", {"user": anna.pk})
    assert (answer.status_code, anna.signin_links.count(), event.log.count()) == (422, 0, 0)


def test_a_link_for_a_member_of_events_that_one_owns(desk, event, owner):
    anna, other = person("anna", event), make_event("other")
    person("anna", other)
    assert desk.post("/e/open/people/link/", {"user": anna.pk}).status_code == 422
    person("olga", other, Role.OWNER)
    assert desk.post("/e/open/people/link/", {"user": anna.pk}).status_code == 200


def test_people_of_other_events_are_out_of_reach(desk, event):
    stranger = person("anna", make_event("other"), Role.ENTRY)
    for verb, data in (("link", {}), ("remove", {}), ("role", {"role": "owner"})):
        assert desk.post(f"/e/open/people/{verb}/", data | {"user": stranger.pk}).status_code == 422
    assert Membership.objects.get(user=stranger).role == Role.ENTRY
