"""What gives power away, or can't be undone, checks the right to it by itself, whatever page or program calls it.

All other actions are for whom tests/site/matrix.py says; what they refuse by role stands with their subjects.
"""

import inspect
import pkgutil
import re
from contextlib import suppress
from importlib import import_module

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from tests.site.factories import make_event, person
from tiebreaks.refusal import Refusal
from tournaments import actions
from tournaments.access import policy
from tournaments.actions.accounts import privacy, staff, users
from tournaments.actions.event import events, setup
from tournaments.actions.exchange import api_tokens, archives, event_returns, mirror_links, webhooks
from tournaments.actions.writing import Actor, require_owner
from tournaments.domain.accounts.roles import Role
from tournaments.formats.archive_write import export_event
from tournaments.models import LogEntry
from tournaments.operation import event_copies

pytestmark = pytest.mark.django_db

URL = "https://192.0.2.1/news"
SITE = "site"  # superusers

# Each action that checks, the right that it asks for, and how it is called by an actor; the event has a member, Max.
OWN = {
    privacy.erase_player: lambda event, by, _: privacy.erase_player(event, 8, by),
    privacy.erase_details: lambda event, by, _: privacy.erase_details(event, by),
    staff.invite_member: lambda event, by, _: staff.invite_member(event, Role.ENTRY, 1, by),
    staff.withdraw_invitation: lambda event, by, _: staff.withdraw_invitation(event, 1, by),
    staff.change_role: lambda event, by, member: staff.change_role(event, member, Role.DISPLAY, by),
    staff.remove_member: lambda event, by, member: staff.remove_member(event, member, by),
    staff.create_sign_in_link: lambda event, by, member: staff.create_sign_in_link(event, member, by),
    api_tokens.create_token: lambda event, by, _: api_tokens.create_token(event, "Board", 1, ["read"], by),
    api_tokens.revoke_token: lambda event, by, _: api_tokens.revoke_token(event, 1, by),
    webhooks.add_webhook: lambda event, by, _: webhooks.add_webhook(event, URL, ["result"], by),
    webhooks.remove_webhook: lambda event, by, _: webhooks.remove_webhook(event, 1, by),
    mirror_links.begin_mirror_link: lambda event, by, _: mirror_links.begin_mirror_link(event, URL, "", by),
    mirror_links.end_mirror_link: lambda event, by, _: mirror_links.end_mirror_link(event, by, take_down=True),
    event_returns.return_to_copy: lambda event, by, _: event_returns.return_to_copy(event, "none.zip", by, "wrong"),
    events.purge_event: lambda event, by, _: events.purge_event(event, by),
}
RIGHTS = {
    **{action: (policy.OWN, call) for action, call in OWN.items()},
    setup.copy_event: (policy.COPY, lambda event, by, _: setup.copy_event(event, by, name="Copy")),
    archives.check_permission: (SITE, lambda event, by, _: archives.check_permission(None, "new", by)),
    setup.create_event: (SITE, lambda event, by, _: setup.create_event(by, discipline="chess", name="New")),
    event_returns.bring_back: (SITE, lambda _event, by, _: event_returns.bring_back(erased(), by)),
    users.invite_user: (SITE, lambda event, by, _: users.invite_user("nina", False, by)),
    users.deactivate_user: (SITE, lambda event, by, member: users.deactivate_user(member, by)),
    users.reactivate_user: (SITE, lambda event, by, member: users.reactivate_user(member, by)),
    users.set_creator: (SITE, lambda event, by, member: users.set_creator(member, True, by)),
    users.create_user_link: (SITE, lambda event, by, member: users.create_user_link(member, by)),
    users.reset_second_factor: (SITE, lambda event, by, member: users.reset_second_factor(member, by)),
}
# Whole modules whose actions must check, and what in them is for others too.
MUST_CHECK = (privacy, staff, users, api_tokens, event_returns, mirror_links, webhooks)
FOR_OTHERS = {privacy.show_player, users.find_user, users.require_site_admin, require_owner}
CHECKS = re.compile(r"require_owner\(|require_site_admin\(|raise PermissionDenied")


def erased():
    """Return the name of the copy of an event that was erased."""
    event = make_event("gone")
    kept = event_copies.store_copy(event.slug, "erasure", export_event(event))
    events.erase_event(event)
    return kept.name


def list_actions():
    """Yield every function of an action's module that an actor calls."""
    for found in pkgutil.walk_packages(actions.__path__, f"{actions.__name__}."):
        module = import_module(found.name)
        for function in vars(module).values():
            is_own = inspect.isfunction(function) and function.__module__ == module.__name__
            if is_own and any(each.annotation is Actor for each in inspect.signature(function).parameters.values()):
                yield module, function


def test_every_action_that_must_check_has_a_row():
    must = {
        function
        for module, function in list_actions()
        if module in MUST_CHECK or CHECKS.search(inspect.getsource(function))
    } - FOR_OTHERS
    named = "give it a row in RIGHTS, so that it is seen to refuse by itself"
    assert not {function.__qualname__: named for function in must - RIGHTS.keys()}
    assert not {function.__qualname__ for function in RIGHTS} - {function.__name__ for _, function in list_actions()}


@pytest.mark.parametrize("action", RIGHTS, ids=lambda action: action.__name__)
def test_it_refuses_by_itself(action):
    right, call = RIGHTS[action]
    event = make_event()
    member = person("max", event, Role.ENTRY).pk
    User.objects.create_superuser("root")
    actors = {role: Actor(person(role, event, role), role) for role in Role} | {"": Actor(person("somebody"))}
    before = LogEntry.objects.count(), User.objects.count()
    for role, actor in actors.items():
        if right == SITE or not policy.allows(role, right):
            with pytest.raises(PermissionDenied):
                call(event, actor, member)
    assert (LogEntry.objects.count(), User.objects.count()) == before
    with suppress(Refusal):  # whoever has the right is not denied, whatever else may be wrong
        call(event, Actor(User.objects.get(username="root")) if right == SITE else actors[Role.OWNER], member)
