"""Restoring an earlier state of an event gives no right back and takes none: each kind stays as it is now."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.site.factories import make_event, person
from tests.site.reading import text
from tournaments.access import accounts, second_factor, tokens
from tournaments.actions.accounts.privacy import erase_player, show_player
from tournaments.actions.accounts.staff import (
    accept_invitation,
    change_role,
    invite_member,
    remove_member,
    withdraw_invitation,
)
from tournaments.actions.exchange.api_tokens import create_site_token, create_token, remove_site_token, revoke_token
from tournaments.actions.exchange.event_returns import return_to_copy
from tournaments.actions.exchange.webhooks import add_webhook, remove_webhook
from tournaments.actions.hall.screens import add_screen, remove_screen
from tournaments.actions.rounds.seat_swaps import swap_seats
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind
from tournaments.models import (
    Authenticator,
    Event,
    Passkey,
    RecoveryCode,
    Screen,
    SigninLink,
    SiteToken,
    Token,
    Webhook,
)
from tournaments.operation import event_copies

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def owner(db):
    return Actor(person("olga", make_event(), Role.OWNER), Role.OWNER)


def find_event():
    return Event.objects.get(slug="open")


def open_tokens(kind):
    return set(tokens.valid_tokens().filter(event=find_event(), kind=kind).values_list("digest", "payload__board"))


class Staff:
    def before(self, owner):
        for name in ("gone", "less", "more", "erased"):
            person(name, find_event(), Role.CHIEF_ARBITER if name == "less" else Role.ENTRY)

    def after(self, owner):
        remove_member(find_event(), person("gone").pk, owner)
        change_role(find_event(), person("less").pk, Role.ENTRY, owner)
        change_role(find_event(), person("more").pk, Role.ARBITER, owner)
        person("new", find_event(), Role.ENTRY)
        person("erased").delete()

    def read(self):
        return dict(find_event().memberships.values_list("user__username", "role")), User.objects.count()


class Invitations:
    def before(self, owner):
        for _ in range(2):
            self.text = invite_member(find_event(), Role.ENTRY, 3, owner)
        self.withdrawn = Token.objects.filter(kind=TokenKind.INVITATION).last().pk

    def after(self, owner):
        withdraw_invitation(find_event(), self.withdrawn, owner)
        accept_invitation(self.text, person("helga"), None)
        invite_member(find_event(), Role.CHECKIN, 3, owner)

    def read(self):
        return open_tokens(TokenKind.INVITATION), len(open_tokens(TokenKind.INVITATION)) == 1


class Programs:
    def before(self, owner):
        create_token(find_event(), "old", 3, ["read"], owner)
        create_site_token(owner.user, "everywhere", 3, ["read"])

    def after(self, owner):
        revoke_token(find_event(), Token.objects.get(kind=TokenKind.API).pk, owner)
        remove_site_token(owner.user, SiteToken.objects.get().pk)
        create_token(find_event(), "new", 3, ["read"], owner)

    def read(self):
        return open_tokens(TokenKind.API), len(open_tokens(TokenKind.API)) == 1, SiteToken.objects.exists()


class Slips:
    def before(self, owner):
        tokens.issue_tokens(find_event(), TokenKind.SLIP, [{"round": 1, "board": board} for board in (1, 2)], valid=DAY)

    def after(self, owner):
        tokens.revoke_token(Token.objects.filter(payload__board=1).get())

    def read(self):
        return [board for _, board in open_tokens(TokenKind.SLIP)], find_event().takes_reports


class ClosedSlips(Slips):
    def after(self, owner):
        Event.objects.update(takes_reports=False)


class Projectors:
    def before(self, owner):
        add_screen(find_event(), "stage", owner)

    def after(self, owner):
        remove_screen(find_event(), Screen.objects.get(name="stage").pk, owner)
        add_screen(find_event(), "bar", owner)

    def read(self):
        return list(Screen.objects.values_list("event__slug", "name")), open_tokens(TokenKind.DISPLAY)


class SignIns:
    def before(self, owner):
        self.used, self.open = accounts.create_link(owner.user), accounts.create_link(owner.user)
        Authenticator.objects.create(user=owner.user, secret="old", last_step=1, created_at=timezone.now())
        second_factor.make_codes(owner.user)

    def after(self, owner):
        accounts.use_link(self.used)
        second_factor.remove_all(owner.user)
        second_factor.make_codes(person("helga"))

    def read(self):
        links = list(SigninLink.objects.values_list("user__username", "used_at"))
        codes = set(RecoveryCode.objects.values_list("user__username", flat=True))
        return links, codes, Authenticator.objects.exists(), Passkey.objects.exists()


class Webhooks:
    def before(self, owner):
        for name in ("stays", "leaked"):
            add_webhook(find_event(), f"https://{name}.example/", ["result"], owner)

    def after(self, owner):
        remove_webhook(find_event(), Webhook.objects.get(url__contains="leaked").pk, owner)
        add_webhook(find_event(), "https://leaked.example/", ["result"], owner)

    def read(self):
        return list(Webhook.objects.values_list("event__slug", "url", "secret"))


class Visitors:
    def before(self, owner):
        Event.objects.update(is_public=True, may_embed=True, shows_provisional=True)

    def after(self, owner):
        Event.objects.update(is_public=False, may_embed=False, shows_provisional=False)

    def read(self):
        return find_event().is_public, find_event().may_embed, find_event().shows_provisional


class Hidden:
    """What visitors no longer see: a name, one that is erased, and a round."""

    def before(self, owner):
        show_player(find_event(), 1, owner, pseudonym="A. N.")

    def after(self, owner):
        show_player(find_event(), 2, owner, withheld=True)
        show_player(find_event(), 3, owner, pseudonym="B. N.")
        erase_player(find_event(), 4, owner)
        find_event().rounds.filter(number=2).update(is_withheld=True)

    def read(self):
        shown = [each.pseudonym or each.is_withheld or each.name for each in find_event().players.order_by("number")]
        shown[3] = shown[3] not in (True, "Player 4")  # withheld from visitors, or erased
        return shown, list(find_event().rounds.values_list("number", "is_withheld"))


KINDS = [Staff, Invitations, Programs, Slips, ClosedSlips, Projectors, SignIns, Webhooks, Visitors, Hidden]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_restored_state_leaves_rights_as_they_are_now(owner, kind, monkeypatch):
    monkeypatch.setattr("tournaments.actions.exchange.webhooks.check_url", lambda url: None)  # asks the DNS
    rights = kind()
    rights.before(owner)
    earlier = rights.read()
    swap_seats(find_event(), 1, (2, 3), COMMAND, "the wrong two")
    rights.after(owner)
    now = rights.read()
    assert now != earlier
    return_to_copy(find_event(), event_copies.list_copies("open")[0].name, owner, "it was right")
    assert rights.read() == now


def test_the_page_says_what_stays(client, owner):
    swap_seats(find_event(), 1, (2, 3), COMMAND, "the wrong two")
    client.force_login(owner.user)
    page = text(client.get("/e/open/copies/"))
    assert "Rights stay as they are now: the staff, invitations, sign-in links" in page
    assert "Nobody who was removed comes back." in page
