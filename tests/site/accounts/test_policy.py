import pytest
from django.contrib.auth.models import AnonymousUser

from tests.site.factories import make_event, person
from tournaments.access import policy
from tournaments.domain.accounts.roles import Role
from tournaments.models import Membership
from tournaments.queries.event.events import visible_events

pytestmark = pytest.mark.django_db

# view enter undo correct_old pair configure import own check_in copy create decide inside read_log print show keep
# names set_up
TABLE = {
    Role.OWNER: "1111111111011111111",
    Role.CHIEF_ARBITER: "1111100010011111010",
    Role.ARBITER: "1110000010011110000",
    Role.ENTRY: "1110000000001010000",
    Role.CHECKIN: "1000000010000000000",
    Role.DISPLAY: "1000000000000000000",
}


def test_the_table_has_every_role():
    assert set(TABLE) == set(policy.TABLE) == set(Role)


@pytest.mark.parametrize("role", [*TABLE, policy.SUPERUSER, ""])
def test_what_a_role_may(role):
    row = TABLE.get(role, "1" * len(policy.ACTIONS) if role else "0" * len(policy.ACTIONS))
    assert "".join("01"[policy.allows(role, action)] for action in policy.ACTIONS) == row


@pytest.mark.parametrize("role", TABLE)
def test_members(role):
    event, other = make_event(is_public=False), make_event("other", is_public=False)
    user = person("anna", event, role)
    assert "".join("01"[policy.may(user, event, action)] for action in policy.ACTIONS) == TABLE[role]
    assert not any(policy.may(user, other, action) for action in policy.ACTIONS)
    assert not any(policy.may(user, None, action) for action in policy.ACTIONS)


def test_superusers_may_all_unless_inactive():
    event, user = make_event(is_public=False), person("root")
    user.is_superuser = True
    assert all(policy.may(user, where, action) for action in policy.ACTIONS for where in (event, None))
    user.is_active = False
    assert not any(policy.may(user, where, action) for action in policy.ACTIONS for where in (event, None))


def test_everybody_with_an_account_may_make_events_where_the_site_says_so(settings):
    user = person("anna")
    assert not policy.may(user, None, policy.CREATE)
    settings.EVERYBODY_CREATES = True
    assert policy.may(user, None, policy.CREATE)
    assert not policy.may(user, None, policy.IMPORT)
    assert not policy.may(AnonymousUser(), None, policy.CREATE)
    user.is_active = False
    assert not policy.may(user, None, policy.CREATE)


@pytest.mark.parametrize("user", [None, AnonymousUser()], ids=["nobody", "anonymous"])
def test_the_public_may_look_at_public_events_alone(user):
    public, hidden = make_event(), make_event("hidden", is_public=False)
    assert [action for action in policy.ACTIONS if policy.may(user, public, action)] == ["view"]
    assert not any(policy.may(user, hidden, action) for action in policy.ACTIONS)


def test_staff_without_a_role_are_the_public():
    event, user = make_event(), person("staff")
    user.is_staff = True
    assert [action for action in policy.ACTIONS if policy.may(user, event, action)] == ["view"]


def test_an_unknown_action_is_a_mistake():
    with pytest.raises(KeyError):
        policy.may(None, make_event(), "fly")


def test_visible_events_agree_with_the_table():
    public, hidden, own = make_event(), make_event("hidden", is_public=False), make_event("own", is_public=False)
    member, root = person("anna"), person("root")
    Membership.objects.create(event=own, user=member, role=Role.DISPLAY)
    root.is_superuser = True
    for user, seen in [(AnonymousUser(), {public}), (member, {public, own}), (root, {public, hidden, own})]:
        assert set(visible_events(user)) == seen
        assert {event for event in (public, hidden, own) if policy.may(user, event, policy.VIEW)} == seen
