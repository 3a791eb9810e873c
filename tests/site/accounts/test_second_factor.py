"""The second factor: added, asked for at the sign-in, guessed, lost, required."""

import re
from datetime import timedelta
from io import StringIO

import pyotp
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.site.factories import person
from tournaments.access import accounts, second_factor, sign_in_log
from tournaments.actions.site.restored import close_access
from tournaments.models import Authenticator, DoorEntry, Passkey, RecoveryCode

pytestmark = pytest.mark.django_db

PASSWORD = "seven-black-bishops"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
PAGE, SECOND = "/account/second-factor/", "/signin/second/"
CODE = re.compile(r"<code>((?:[A-Z2-7]{4}-){3}[A-Z2-7]{4})</code>")


def code(steps=0):
    return pyotp.TOTP(SECRET).at(timezone.now() + timedelta(seconds=30 * steps))


@pytest.fixture
def anna():
    return User.objects.create_user("anna", password=PASSWORD)


@pytest.fixture
def app(anna):
    """Give Anna an app whose code of two minutes ago was the last that counted, and recovery codes."""
    assert second_factor.add_app(anna, SECRET, code())
    Authenticator.objects.update(last_step=0)
    return second_factor.make_codes(anna)


def sign_in(client, **more):
    return client.post("/signin/", {"username": "anna", "password": PASSWORD, **more}, REMOTE_ADDR="10.0.0.7")


def prove(client, address="10.0.0.7", **fields):
    return client.post(SECOND, fields, REMOTE_ADDR=address)


def signed_in(client):
    return "_auth_user_id" in client.session


def door():
    return list(DoorEntry.objects.order_by("pk").values_list("kind", flat=True))


# Adding


def test_an_app_is_added_with_its_first_code_and_recovery_codes_are_shown_once(client, anna):
    sign_in(client)
    assert "<svg" in client.get(f"{PAGE}app/").content.decode()
    secret = client.session["new_authenticator"]
    assert client.post(f"{PAGE}app/", {"code": "000000x"}).status_code == 422
    page = client.post(f"{PAGE}app/", {"code": pyotp.TOTP(secret).now()}).content.decode()
    codes = CODE.findall(page)
    assert len(set(codes)) == 10
    assert not CODE.findall(client.get(PAGE).content.decode())
    stored = str(list(RecoveryCode.objects.values())) + Authenticator.objects.get().secret
    assert secret not in stored
    assert not [each for each in codes if each in stored or each.replace("-", "") in stored]
    assert door() == ["signed-in", "added"]


@pytest.mark.parametrize(
    ("verb", "fields"), [("codes", {}), ("remove", {"remove": "app"}), ("passkey", {"passkey": "{}"})]
)
def test_a_change_needs_the_password(client, anna, app, verb, fields):
    client.force_login(anna)
    answer = client.post(f"{PAGE}{verb}/", {"password": "wrong", **fields})
    assert (answer.status_code, RecoveryCode.objects.count(), Authenticator.objects.count()) == (422, 10, 1)


def test_another_app_needs_the_password_too(client, anna, app):
    client.force_login(anna)
    client.get(f"{PAGE}app/")
    now = pyotp.TOTP(client.session["new_authenticator"]).now()
    before = Authenticator.objects.get().secret
    assert client.post(f"{PAGE}app/", {"code": now, "password": "wrong"}).status_code == 422
    assert Authenticator.objects.get().secret == before
    assert client.post(f"{PAGE}app/", {"code": now, "password": PASSWORD}).status_code == 200
    assert Authenticator.objects.get().secret != before


def test_new_recovery_codes_replace_the_old_ones_and_the_last_factor_takes_them_along(client, anna, app):
    client.force_login(anna)
    fresh = CODE.findall(client.post(f"{PAGE}codes/", {"password": PASSWORD}).content.decode())
    assert (len(fresh), set(fresh) & set(app), second_factor.use_code(anna, app[0])) == (10, set(), False)
    assert client.post(f"{PAGE}remove/", {"password": PASSWORD, "remove": "app"}).status_code == 302
    assert (Authenticator.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert door() == ["new-codes", "removed"]


@pytest.mark.parametrize("answer", ["", "{", "[]", "{}", '{"id": "AAAA", "response": {}}', "x" * 30_000])
def test_a_forged_passkey_is_not_added_and_signs_nobody_in(client, anna, answer):
    client.force_login(anna)
    client.get(PAGE)
    assert client.post(f"{PAGE}passkey/", {"passkey": answer}).status_code == 422
    Passkey.objects.create(user=anna, credential=b"\0\0\0", public_key=b"", name="Phone", created_at=timezone.now())
    client.post("/signout/")
    assert sign_in(client)["Location"] == SECOND
    assert "data-options" in client.get(SECOND).content.decode()
    assert prove(client, passkey=answer).status_code == 422
    assert not signed_in(client)


# Signing in


def test_the_second_step_comes_after_the_password_and_leads_to_the_page_that_was_wanted(client, app):
    assert sign_in(client, next="/account/sessions/")["Location"] == SECOND
    assert not signed_in(client)
    assert client.get("/account/sessions/").status_code == 302
    assert client.get(SECOND).status_code == 200
    assert prove(client, code=code())["Location"] == "/account/sessions/"
    assert client.get("/account/sessions/").status_code == 200
    assert "waiting_for_second_step" not in client.session


def test_whoever_was_signed_in_is_signed_out_while_another_account_waits(client, anna, app):
    client.force_login(person("bert"))
    assert client.post(f"/signin/{accounts.create_link(anna)}/")["Location"] == SECOND
    assert not signed_in(client)
    prove(client, code=code())
    assert User.objects.get(pk=client.session["_auth_user_id"]).username == "anna"


def test_who_has_none_signs_in_as_before(client, anna):
    assert sign_in(client)["Location"] == "/"
    assert client.get(SECOND)["Location"] == "/signin/"


PROOFS = [  # what is sent, and whether it signs in
    (lambda codes: {"code": code(-1)}, True),
    (lambda codes: {"code": code(1)}, True),
    (lambda codes: {"code": code()[:3] + " " + code()[3:]}, True),
    (lambda codes: {"code": code(-3)}, False),
    (lambda codes: {"code": code(3)}, False),
    (lambda codes: {"code": ""}, False),
    (lambda codes: {"code": "١٢٣٤٥٦"}, False),
    (lambda codes: {"recovery": codes[0]}, True),
    (lambda codes: {"recovery": codes[0].lower().replace("-", " ")}, True),
    (lambda codes: {"recovery": codes[0][:-1]}, False),
    (lambda codes: {"code": codes[0]}, False),
    (lambda codes: {"recovery": ""}, False),
    (lambda codes: {}, False),
]


@pytest.mark.parametrize(("proof", "is_right"), PROOFS)
def test_what_signs_in(client, app, proof, is_right):
    sign_in(client)
    prove(client, **proof(app))
    assert signed_in(client) == is_right


@pytest.mark.parametrize("kind", ["code", "recovery"])
def test_no_code_counts_twice(app, kind):
    proof = {kind: code() if kind == "code" else app[0]}
    seen = []
    for client in (Client(), Client()):
        sign_in(client)
        prove(client, **proof)
        seen.append(signed_in(client))
    assert seen == [True, False]


def test_a_sign_in_link_asks_for_the_second_step_too(client, anna, app):
    assert client.post(f"/signin/{accounts.create_link(anna)}/")["Location"] == SECOND
    assert not signed_in(client)
    assert prove(client, code=code())["Location"] == "/"
    new = {"new_password1": "eight-white-rooks", "new_password2": "eight-white-rooks"}
    assert client.post("/account/password/", new).status_code == 302, "the old password is not asked for"


def test_djangos_admin_has_no_way_in_of_its_own(client, anna, app):
    User.objects.update(is_staff=True, is_superuser=True)
    answer = client.post("/admin/login/", {"username": "anna", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/signin/?next=/admin/login/")
    assert not signed_in(client)


@pytest.mark.parametrize("change", ["late", "password", "closed"])
def test_the_second_step_waits_for_ten_minutes_and_this_password(client, anna, app, change):
    sign_in(client)
    if change == "late":
        session = client.session
        session["waiting_for_second_step"] |= {"until": 1}
        session.save()
    elif change == "password":
        accounts.set_password(anna, "eight-white-rooks")
    else:
        User.objects.update(is_active=False)
    assert prove(client, code=code())["Location"] == "/signin/"
    assert not signed_in(client)


def test_what_was_open_stays_open(client, anna):
    client.force_login(anna)
    second_factor.add_app(anna, SECRET, code())
    assert client.get("/account/sessions/").status_code == 200


# Guessing


def test_wrong_codes_are_counted_and_logged_like_wrong_passwords(client, app):
    sign_in(client)
    for _ in range(9):
        assert prove(client, code="1").status_code == 422
    assert prove(client, code="1").status_code == 429
    assert prove(client, code=code()).status_code == 429
    assert sign_in(Client()).status_code == 429, "and the password is locked at this address"
    assert door().count("wrong-code") == 10
    assert app[0] not in str(list(DoorEntry.objects.values()))


def test_who_has_guessed_too_much_elsewhere_at_this_address_has_no_second_step_either(client, app):
    """Names, links and slips that were guessed are counted by the sign-in log alone."""
    sign_in(client)
    guesses = sign_in_log.MAX_REFUSED_OF_ALL
    DoorEntry.objects.bulk_create(
        DoorEntry(at=timezone.now(), kind="refused", name="slip", address="10.0.0.7") for _ in range(guesses)
    )
    assert prove(client, code=code()).status_code == 429
    assert not signed_in(client)


@pytest.mark.parametrize(("before", "is_in"), [(19, True), (20, False)])
def test_an_account_takes_no_more_codes_after_twenty_wrong_ones_from_anywhere(client, anna, app, before, is_in):
    lines = [
        DoorEntry(at=timezone.now(), kind="wrong-code", user=anna, name="anna", address=f"10.1.0.{number + 1}")
        for number in range(before)
    ]
    DoorEntry.objects.bulk_create(lines)
    sign_in(client)
    prove(client, code=code())
    assert signed_in(client) == is_in


# Lost


def test_another_admin_resets_it_and_nobody_their_own(client, anna, app):
    root = person("root")
    User.objects.filter(pk=root.pk).update(is_superuser=True)
    client.force_login(root)
    assert "Reset second factor" in client.get("/users/").content.decode()
    second_factor.add_app(root, SECRET, code())
    assert client.post("/users/reset-factor/", {"user": root.pk}).status_code == 422
    assert client.post("/users/reset-factor/", {"user": anna.pk}).status_code == 302
    assert (second_factor.find_factors(anna), bool(second_factor.find_factors(root))) == (((), False, 0), True)
    assert DoorEntry.objects.get(kind="reset").user == anna


def test_the_command_resets_it(anna, app):
    for said in ("has been removed", "has no second factor"):
        out = StringIO()
        call_command("reset_second_factor", "anna", stdout=out)
        assert said in out.getvalue()


def test_with_another_key_of_the_server_only_recovery_codes_are_left(client, app, settings):
    settings.SECRET_KEY = "another key of the server, as after a restore elsewhere"
    sign_in(client)
    assert prove(client, code=code()).status_code == 422
    assert prove(client, recovery=app[0]).status_code == 302


def test_recovery_codes_of_a_restored_backup_are_closed(app):
    close_access()
    assert RecoveryCode.objects.count() == 0


# Required
