"""The page of the site's accounts: invite, deactivate, reactivate, new link, who may create events."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.factories import make_event, person
from tournaments.access import policy
from tournaments.models import DoorEntry, SigninLink
from tournaments.pages import list_parts

pytestmark = pytest.mark.django_db
LINK = re.compile(r"http://testserver(/signin/[\w-]+/)")


@pytest.fixture
def root(client):
    user = person("root")
    user.is_superuser = True
    user.save()
    client.force_login(user)
    return client


def post(client, verb, **fields):
    return client.post(f"/users/{verb}/", fields)


def use_link(answer):
    """Sign in with the link that a page shows; return the browser."""
    (path,) = set(LINK.findall(answer.content.decode()))
    browser = Client()
    assert browser.post(path).status_code == 302
    return browser


def is_signed_in(browser):
    return browser.get("/account/sessions/").status_code == 200


def test_the_menu_of_the_sites_admin_leads_here(root):
    assert 'href="/users/"' in root.get("/").content.decode()
    anna = Client()
    anna.force_login(person("anna"))
    assert 'href="/users/"' not in anna.get("/").content.decode()
    assert anna.get("/users/").status_code == 403


@pytest.mark.parametrize("fields", [{}, {"creator": "on"}])
def test_an_invited_user_signs_in_once_by_the_link(root, fields):
    answer = post(root, "invite", name="anna", **fields)
    browser = use_link(answer)
    assert is_signed_in(browser)
    anna = User.objects.get(username="anna")
    assert policy.may(anna, None, policy.CREATE) == bool(fields)
    assert (anna.is_superuser, anna.is_staff, anna.has_usable_password()) == (False, False, False)
    assert DoorEntry.objects.filter(user=anna, kind="link-made").count() == 1


@pytest.mark.parametrize("name", ["", "two words", "root", "x" * 151])
def test_a_name_that_cannot_be_is_refused(root, name):
    assert post(root, "invite", name=name).status_code == 422
    assert User.objects.count() == 1


def test_who_is_to_be_deactivated_is_named_once_more_before(root):
    person("anna")
    page = root.get("/users/").text
    (question,) = re.findall(r'<details class="sure">.*?</details>', page, re.DOTALL)
    assert "anna is signed out everywhere at once, and can’t sign in until the account is reactivated." in question
    assert page.count("Deactivate anna") == question.count("Deactivate anna") == 2


def test_a_deactivated_account_is_out_at_once_and_comes_back_with_its_roles(root):
    event = make_event()
    anna = person("anna", event)
    browser = use_link(post(root, "link", user=anna.pk))
    post(root, "link", user=anna.pk)
    assert is_signed_in(browser)
    assert browser.get("/e/open/desk/").status_code == 200
    assert post(root, "deactivate", user=anna.pk).status_code == 302
    assert not is_signed_in(browser)
    assert not SigninLink.objects.filter(user=anna, used_at=None).exists()
    assert User.objects.filter(username="anna", is_active=False).exists()
    assert post(root, "link", user=anna.pk).status_code == 422
    assert post(root, "reactivate", user=anna.pk).status_code == 302
    assert not is_signed_in(browser)
    browser = use_link(post(root, "link", user=anna.pk))
    assert browser.get("/e/open/desk/").status_code == 200
    kinds = list(DoorEntry.objects.filter(user=anna).order_by("pk").values_list("kind", flat=True))
    assert [kind for kind in kinds if kind in ("closed", "reopened")] == ["closed", "reopened"]


def test_admins_keep_themselves_and_make_no_links_for_each_other(root):
    other = person("other")
    User.objects.filter(pk=other.pk).update(is_superuser=True)
    assert post(root, "deactivate", user=person("root").pk).status_code == 422
    assert person("root").is_active
    assert post(root, "link", user=other.pk).status_code == 422
    assert not SigninLink.objects.exists()


def test_who_may_create_events_is_given_and_taken(root):
    anna = person("anna")
    browser = Client()
    browser.force_login(anna)
    for answer, status in (("yes", 200), ("no", 403)):
        assert post(root, "creator", user=anna.pk, creator=answer).status_code == 302
        assert browser.get("/new/").status_code == status
        assert browser.get("/users/").status_code == 403


@pytest.mark.parametrize("verb", ["link", "deactivate", "reactivate", "creator"])
def test_an_unknown_account_is_refused(root, verb):
    assert post(root, verb, user=987654).status_code == 422


def test_many_accounts_stand_on_several_pages_and_are_found_by_name(root, monkeypatch):
    monkeypatch.setattr(list_parts, "MOST", 2)
    for name in ("anna", "bert", "carl"):
        User.objects.create(username=name)
    shown = {query: [each.name for each in root.get(f"/users/{query}").context["accounts"]] for query in QUERIES}
    assert shown == QUERIES
    assert "No account of this name." in root.get("/users/?find=zoe").text


QUERIES = {"": ["anna", "bert"], "?page=2": ["carl", "root"], "?find=car": ["carl"]}
