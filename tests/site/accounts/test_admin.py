import pytest

from tests.site.factories import make_event, person
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.writing import COMMAND
from tournaments.domain.entry import Entry
from tournaments.models import Event, LogEntry, Membership, Player

pytestmark = pytest.mark.django_db
ADMIN = "/admin/tournaments"


@pytest.fixture
def event():
    event = make_event()
    enter_result(event, 2, 1, Entry("10", version=0), COMMAND)
    return Event.objects.get()


@pytest.fixture
def root(client):
    user = person("root")
    user.is_staff = user.is_superuser = True
    user.save()
    client.force_login(user)
    return client


def post(client, url, **changes):
    """Send the form of a page with some fields changed; return the answer."""
    form = client.get(url).context["adminform"].form
    fields = {name: form[name].value() for name in form.fields} | changes
    management = {"memberships-TOTAL_FORMS": 0, "memberships-INITIAL_FORMS": 0}
    return client.post(url, {name: value for name, value in fields.items() if value is not None} | management)


def test_staff_who_are_no_superusers_see_nothing(client, event):
    user = person("staff", event, "owner")
    user.is_staff = True
    user.save()
    client.force_login(user)
    for model in ("event", "player", "logentry"):
        assert client.get(f"{ADMIN}/{model}/").status_code == 403


def test_settings_are_changed_through_the_log(root, event):
    answer = post(root, f"{ADMIN}/event/{event.pk}/change/", name="Renamed")
    assert answer.status_code == 302
    entry = event.log.first()
    assert (entry.action, entry.after, entry.role) == ("settings", {"name": "Renamed"}, "superuser")
    assert Event.objects.get().version == event.version + 1


def test_a_time_zone_that_does_not_exist_is_refused(root, event):
    assert post(root, f"{ADMIN}/event/{event.pk}/change/", time_zone="Mars/Olympus").status_code == 200
    assert post(root, f"{ADMIN}/event/{event.pk}/change/", time_zone="Europe/Berlin").status_code == 302
    assert Event.objects.get().time_zone == "Europe/Berlin"


def test_the_play_off_is_entered_through_the_log(root, event):
    player = event.players.get(number=3)
    assert post(root, f"{ADMIN}/player/{player.pk}/change/", playoff=1).status_code == 302
    assert Player.objects.get(pk=player.pk).playoff == 1
    assert event.log.first().action == "player"


def test_the_log_can_only_be_read(root, event):
    entry = event.log.get()
    assert root.get(f"{ADMIN}/logentry/").status_code == 200
    assert root.get(f"{ADMIN}/logentry/{entry.pk}/change/").status_code == 200
    assert root.post(f"{ADMIN}/logentry/{entry.pk}/change/", {"reason": "x"}).status_code == 403
    assert root.post(f"{ADMIN}/logentry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert root.get(f"{ADMIN}/logentry/add/").status_code == 403


def test_an_event_goes_with_its_log(root, event):
    Membership.objects.create(event=event, user=person("anna"), role="arbiter")
    assert root.get(f"{ADMIN}/event/{event.pk}/delete/").status_code == 200
    assert root.post(f"{ADMIN}/event/{event.pk}/delete/", {"post": "yes"}).status_code == 302
    assert (Event.objects.count(), LogEntry.objects.count()) == (0, 0)


def test_roles_are_not_given_past_the_log(root, event):
    """The admin shows the members; an admin of the site gives roles on the event's own page."""
    anna = person("anna", event, "entry")
    member = Membership.objects.get(user=anna)
    url = f"{ADMIN}/event/{event.pk}/change/"
    assert "anna" in root.get(url).content.decode()
    forged = {
        "memberships-TOTAL_FORMS": 2,
        "memberships-INITIAL_FORMS": 1,
        "memberships-0-id": member.pk,
        "memberships-0-user": anna.pk,
        "memberships-0-role": "owner",
        "memberships-1-user": person("bert").pk,
        "memberships-1-role": "owner",
    }
    post(root, url, **forged)
    root.post(url, forged)
    assert dict(event.memberships.values_list("user__username", "role")) == {"anna": "entry"}
    assert root.post("/e/open/people/role/", {"user": anna.pk, "role": "owner"}).status_code == 302
    assert event.log.first().action == "role"
