"""What the server that shows an event takes, from whom and in which order; and that nobody changes the event there."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.site.exchange.archives import table
from tests.site.exchange.mirrors.mirroring import Twin
from tests.site.factories import game, make_event, person
from tiebreaks.refusal import Refusal
from tournaments.actions.desk.entry import enter_result
from tournaments.actions.event.configuration import change_settings
from tournaments.actions.event.series import create_series
from tournaments.actions.exchange import mirrors
from tournaments.actions.exchange.archives import hand_over_event
from tournaments.actions.exchange.mirror_links import begin_mirror_link, end_mirror_link
from tournaments.actions.exchange.mirror_messages import SILENT_AFTER, read_content, receive, receive_logo
from tournaments.actions.exchange.mirror_sending import revive_jobs
from tournaments.actions.exchange.webhooks import add_webhook
from tournaments.actions.hall.screens import add_screen
from tournaments.actions.site.restored import close_access
from tournaments.actions.writing import COMMAND, Actor
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import WebhookKind
from tournaments.domain.desk.entry import Entry
from tournaments.domain.exchange.mirror_messages import (
    ELSEWHERE,
    HEADER,
    MALFORMED,
    OVERTAKEN,
    WITHDRAWN,
    MirrorMessage,
)
from tournaments.formats import archive
from tournaments.formats.public_archive import STATEMENTS, export_public_event
from tournaments.formats.public_read import PublicReader
from tournaments.formats.public_rows import PUBLIC_MODELS
from tournaments.models import Event, Game, Job, Mirror, MirrorLink, Series
from tournaments.operation.job_kinds import SHOW_ELSEWHERE, SILENCE
from tournaments.wording.mirror_links import SENT, name_left_out
from tournaments.worker import carry_out_all

GOLDEN = Path(__file__).resolve().parents[3] / "golden"
pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_event("zq-open")


@pytest.fixture
def twin(event):
    return Twin(event)


def enter(event, board, result):
    enter_result(event, 1, board, Entry(result, version=game(event, 1, board).version), COMMAND)


def refused(twin, **parts):
    """Return why a message is refused, "" where it is taken."""
    try:
        twin.send(**parts)
    except Refusal as refusal:
        return refusal.code
    return ""


def test_the_same_message_again_changes_nothing(event, twin):
    mirrored = twin.send(counter=1, nonce="a")
    assert twin.send(counter=1, nonce="a").version == mirrored.version


def test_an_older_message_that_comes_late_changes_nothing(event, twin):
    twin.send(counter=1)
    enter(event, 1, "10")
    mirrored = twin.send(counter=3)
    Game.objects.filter(round__event=event).update(result="")
    assert twin.send(counter=2, follows="long ago").version == mirrored.version
    assert game(mirrored, 1, 1).result == "10"
    assert twin.mirror.counter == 3


def test_messages_between_two_that_came_are_not_missed(event, twin):
    twin.send(counter=1)
    enter(event, 1, "10")
    enter(event, 2, "01")
    mirrored = twin.send(counter=40, follows=twin.mirror.nonce)
    assert [game(mirrored, 1, board).result for board in (1, 2)] == ["10", "01"]


SENDERS = {
    "who goes on": ({}, ""),
    "who had no answer to the last message": ({"nonce": "n1", "follows": "gone"}, ""),
    "a second laptop with the same token": ({"origin": "another"}, ELSEWHERE),
    "another event of the same laptop": ({"origin": "other-event"}, ELSEWHERE),
    "a copy of the disk that goes on too": ({"follows": "gone"}, OVERTAKEN),
    "a restored copy": ({"epoch": "e2", "follows": "gone"}, ""),
}


@pytest.mark.parametrize("sender", SENDERS)
def test_who_may_write(event, twin, sender):
    parts, expected = SENDERS[sender]
    mirrored = twin.send(nonce="n1")
    enter(event, 1, "10")
    assert refused(twin, known=mirrored.epoch, **parts) == expected
    assert game(mirrored, 1, 1).result == ("" if expected else "10")


def test_a_copy_that_was_overtaken_is_told(event, twin):
    known = twin.send(epoch="e1").epoch
    twin.send(epoch="e2", known=known)
    assert refused(twin, epoch="e1", known=known, counter=99) == OVERTAKEN


def test_a_restored_mirror_takes_everything_again(event, twin):
    """It can't know the names of the messages since: its event has another epoch than the laptop knows."""
    twin.send(nonce="n1")
    assert refused(twin, known="before", follows="n7") == ""


def test_a_token_works_until_it_is_withdrawn_or_its_maker_may_no_longer_create_events(event, twin):
    text = mirrors.create_mirror("Gym", twin.maker)
    assert mirrors.find_mirror(text).name == "Gym"
    mirrors.withdraw_mirror(mirrors.find_mirror(text))
    with pytest.raises(Refusal, check=lambda refusal: refusal.code == WITHDRAWN):
        mirrors.find_mirror(text)
    mirrors.readmit_mirror(Mirror.objects.get(name="Gym"))
    assert mirrors.find_mirror(text)
    twin.maker.is_superuser = False
    twin.maker.save()
    with pytest.raises(Refusal, check=lambda refusal: refusal.code == WITHDRAWN):
        mirrors.find_mirror(text)
    with pytest.raises(PermissionDenied):
        mirrors.create_mirror("Gym", twin.maker)


def test_who_lets_the_token_in_again_lets_another_laptop_go_on(event, twin):
    mirrored = twin.send(origin="broken")
    mirrors.readmit_mirror(twin.mirror)
    enter(event, 1, "10")
    assert twin.send(origin="new").pk == mirrored.pk
    assert game(mirrored, 1, 1).result == "10"


def test_what_is_taken_down_is_gone(event, twin):
    mirrored = twin.send()
    mirrors.remove_mirror(twin.mirror)
    assert not Event.objects.filter(pk=mirrored.pk).exists()
    assert not mirrored.log.exists()
    assert not Mirror.objects.exists()


def test_a_hidden_event_is_hidden_there_and_comes_back(event, twin):
    twin.send()
    twin.mirror = receive(twin.mirror, twin.message(hidden=True), None)
    assert not Event.objects.get(pk=twin.mirror.event_id).is_public
    assert twin.send().is_public


# Nobody but the other server changes it.


def test_nobody_enters_anything_there(event, twin):
    mirrored = twin.send()
    owner = Actor(twin.maker, Role.OWNER)
    for change in (
        lambda: enter(mirrored, 1, "10"),
        lambda: change_settings(mirrored, {"name": "Mine"}, owner),
    ):
        with pytest.raises(Refusal) as refusal:
            change()
        assert refusal.value.code == "event-mirrored"
    assert game(mirrored, 1, 1).result == ""


def test_pages_of_the_staff_say_that_the_event_is_kept_elsewhere(client, event, twin):
    mirrored = twin.send()
    client.force_login(twin.maker)
    said = "only shown here. It is kept at “Town hall”"
    for page, status in (("desk/1/", 403), ("settings/", 403), ("log/", 200), ("screens/", 200), ("documents/", 200)):
        answer = client.get(f"/e/{mirrored.slug}/{page}")
        assert (page, answer.status_code, said in " ".join(answer.text.split())) == (page, status, True)
        assert said not in " ".join(client.get(f"/e/{event.slug}/{page}").text.split())
    assert said not in " ".join(client.get(f"/e/{mirrored.slug}/").text.split()), "a public page names it in its head"


def test_projectors_and_embedded_pages_say_since_when_nothing_is_heard(client, event, twin):
    Event.objects.filter(pk=event.pk).update(may_embed=True)
    mirrored = twin.send()
    event = Event.objects.get(pk=mirrored.pk)
    event.mirrored = {**event.mirrored, "silent_since": "2026-05-23T12:02:00+00:00"}
    event.save()
    _screen, token = add_screen(event, "Hall", Actor(twin.maker, Role.OWNER))
    for address in (f"/embed/{event.slug}/", f"/s/{token}/"):
        page = client.get(address)
        assert (address, page.status_code, "no news from the hall since" in " ".join(page.text.split())) == (
            address,
            200,
            True,
        )


def test_what_belongs_to_the_server_is_changed_there(event, twin):
    mirrored = twin.send()
    add_webhook(mirrored, "https://example.org/", list(WebhookKind.values), Actor(twin.maker, Role.OWNER))
    assert mirrored.webhooks.count() == 1
    enter(event, 1, "10")
    twin.send()
    sent = {each.news for each in mirrored.webhooks.get().deliveries.all()}
    assert {WebhookKind.RESULT, WebhookKind.STANDINGS} <= sent


# It names where it comes from, and since when it is silent.


def test_pages_say_where_it_is_kept_and_since_when_nothing_is_heard(client, event, twin):
    mirrored = twin.send()
    address = f"/e/{mirrored.slug}/"
    assert "live from “Town hall”" in " ".join(client.get(address).text.split())
    assert [job.state for job in carry_out_all(SILENCE)] == []
    Mirror.objects.update(heard_at=timezone.now() - 2 * SILENT_AFTER)
    Job.objects.filter(kind=SILENCE).update(due_at=timezone.now() - timedelta(seconds=1))
    assert [job.state for job in carry_out_all(SILENCE)] == ["done"]
    silent = " ".join(client.get(address).text.split())
    assert "no news from the hall since" in silent
    mirrored = twin.send()
    assert "no news from the hall" not in " ".join(client.get(address).text.split())


# Two releases.


def changed(event, change):
    _manifest, documents = archive.unpack_documents(export_public_event(event))
    documents = json.loads(json.dumps(documents))
    change(documents)
    return documents


def test_what_this_release_does_not_know_is_left_out_and_named(event):
    def add(documents):
        documents["shoes"] = [{"size": 44}]
        for player in documents["players"]:
            player["shoe_size"] = 44
        documents["event"]["weather"] = "fine"

    reader = PublicReader(changed(event, add))
    assert sorted(reader.unknown) == ["event weather", "players shoe_size", "shoes"]
    assert len(reader.rows["players"]) == 8


def test_a_message_that_an_older_release_wrote_is_shown_with_its_table(client, twin):
    """Recorded with the first release that had mirrors, together with the table that it computed itself."""
    recorded = json.loads((GOLDEN / "message-1.json").read_text(encoding="utf-8"))
    headers = {"Authorization": f"Bearer {mirrors.create_mirror('Gym', twin.maker)}", HEADER: recorded["message"]}
    content = (GOLDEN / "message-1.crosstable.zip").read_bytes()
    answer = client.post("/api/mirror/", content, content_type="application/zip", headers=headers)
    assert (answer.status_code, answer.json()["have"], answer.json()["unknown"]) == (200, 1, [])
    mirrored = Event.objects.get(mirror__name="Gym")
    assert [list(line) for line in table(mirrored)] == recorded["table"]


def test_what_an_older_server_leaves_out_is_named_in_words():
    assert set(SENT) == {*PUBLIC_MODELS, "event", STATEMENTS}
    names = ["event weather", "players club", "players shoe_size", "play_offs", "boxing_rounds"]
    expected = "the event itself: weather; players: club or town, shoe size; play-offs; boxing rounds"
    assert name_left_out(names) == expected


def test_what_an_older_release_does_not_send_has_its_default(event):
    def remove(documents):
        del documents["prizes"], documents["statements"], documents["event"]["accent"]

    reader = PublicReader(changed(event, remove))
    assert (reader.rows["prizes"], reader.event.accent, reader.statements["published"]) == ([], "pine", {})


BROKEN = {
    "a result": lambda documents: documents["games"][0].update(result="?!"),
    "a number": lambda documents: documents["players"][0].update(number="one"),
    "somebody who is not there": lambda documents: documents["games"][0].update(white=99),
    "no players": lambda documents: documents.pop("players"),
    "statements": lambda documents: documents["statements"].update(corrected={"1": [[1]]}),
    "a moment": lambda documents: documents["statements"].update(published={"1": "yesterday"}),
}


@pytest.mark.parametrize("part", BROKEN)
def test_broken_content_is_refused_with_its_place(event, part):
    with pytest.raises(Refusal) as refusal:
        PublicReader(changed(event, BROKEN[part]))
    assert refusal.value.field


SOUND = MirrorMessage("a", "b", 1, "", "n", "", "now")


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"origin": 1}', SOUND._replace(counter=-1).write()])
def test_a_malformed_message_is_refused(text):
    with pytest.raises(Refusal, check=lambda refusal: refusal.code == MALFORMED):
        MirrorMessage.read(text)


def test_a_message_of_a_newer_release_may_say_more():
    assert MirrorMessage.read(json.dumps({**SOUND._asdict(), "mood": "fine"})) == SOUND


# Over the address.


def post(client, token, message, data=b""):
    headers = {"Authorization": f"Bearer {token}", HEADER: message.write()}
    return client.post("/api/mirror/", data, content_type="application/zip", headers=headers)


def test_a_message_over_the_address_is_answered_with_what_is_shown(client, event, twin):
    token = mirrors.create_mirror("Gym", twin.maker)
    message = MirrorMessage("laptop", "e1", 7, "", "n", "", timezone.now().isoformat())
    answer = post(client, token, message, export_public_event(event))
    assert answer.status_code == 200, answer.text
    mirrored = Event.objects.get(mirror__name="Gym")
    assert answer.json() == {
        "have": 7,
        "epoch": mirrored.epoch,
        "address": f"http://testserver/e/{mirrored.slug}/",
        "logo": "",
        "unknown": [],
        "slips": "",
        "reports": [],
    }
    answer = post(client, token, message._replace(origin="other", counter=8), export_public_event(event))
    assert (answer.status_code, answer.json()["refused"]) == (409, ELSEWHERE)
    assert post(client, "wrong" * 5, message).status_code == 401
    assert client.delete("/api/mirror/", headers={"Authorization": f"Bearer {token}"}).status_code == 200
    assert not Event.objects.filter(pk=mirrored.pk).exists()
    assert post(client, token, message).status_code == 401


def test_a_sign_of_life_asks_for_content_where_there_is_none(client, twin):
    token = mirrors.create_mirror("Gym", twin.maker)
    message = MirrorMessage("laptop", "e1", 7, "", "n", "", timezone.now().isoformat())
    assert post(client, token, message).json()["have"] == 0


def test_no_account_comes_with_an_event_that_is_only_shown(event, twin):
    _manifest, documents = archive.unpack_documents(export_public_event(event))
    content = read_content(archive.pack_documents({**documents, "people": ["mallory"]}, release="9"))
    assert receive(twin.mirror, twin.message(), content).event.players.count() == 8
    assert not User.objects.filter(username="mallory").exists()


def test_a_server_that_was_updated_asks_for_everything_again(client, event, twin):
    """The release before may have left something out that this one understands."""
    token = mirrors.create_mirror("Gym", twin.maker)
    message = MirrorMessage("laptop", "e1", 7, "", "n", "", timezone.now().isoformat())
    assert post(client, token, message, export_public_event(event)).json()["have"] == 7
    assert post(client, token, message).json()["have"] == 7
    mirror = Mirror.objects.get(name="Gym")
    mirror.content = f"{mirror.content.partition(' ')[0]} 0.1"
    mirror.save()
    assert post(client, token, message).json()["have"] == 0
    assert post(client, token, message, export_public_event(event)).json()["have"] == 7


def test_the_page_of_tokens_is_for_who_may_create_events(client, twin):
    twin.send()
    client.force_login(twin.maker)
    page = client.post("/mirrors/", {"name": "Gym"})
    assert "shown only once" in page.text and (token := page.context["token"]) in page.text
    assert mirrors.find_mirror(token).name == "Gym" and "http://testserver" in page.text
    assert token not in client.get("/mirrors/").text + str(Mirror.objects.filter(name="Gym").values())
    assert client.post("/mirrors/", {"name": " "}).status_code == 422
    assert "Town hall" in client.get("/mirrors/").text
    key = twin.mirror.pk
    client.post("/mirrors/withdraw/", {"mirror": key})
    assert Mirror.objects.get(pk=key).revoked_at
    client.post("/mirrors/readmit/", {"mirror": key})
    assert not Mirror.objects.get(pk=key).revoked_at
    client.force_login(person("somebody"))
    assert client.get("/mirrors/").status_code == 403
    client.post("/mirrors/remove/", {"mirror": key})
    assert Mirror.objects.filter(pk=key).exists()


def test_a_file_that_is_not_a_logo_is_refused(twin):
    twin.send()
    with pytest.raises(Refusal, check=lambda refusal: refusal.code == "logo-unreadable"):
        receive_logo(twin.mirror, b"GIF89a")


def test_a_restored_server_lets_nobody_in_until_somebody_says_so(twin):
    """The backup can't know which tokens were withdrawn after it."""
    twin.send()
    close_access()
    assert Mirror.objects.get().revoked_at


def test_a_publication_that_has_lost_its_job_gets_another(event):
    owner = Actor(person("olga", event, Role.OWNER), Role.OWNER)
    begin_mirror_link(event, "https://chess.example", "t" * 22, owner)
    Job.objects.all().delete()
    revive_jobs()
    revive_jobs()
    assert [(job.kind, job.event) for job in Job.objects.all()] == [(SHOW_ELSEWHERE, event)]


def test_every_write_makes_the_job_due_and_there_is_one_alone(event):
    owner = Actor(person("olga", event, Role.OWNER), Role.OWNER)
    begin_mirror_link(event, "https://chess.example/", "t" * 22, owner)
    later = timezone.now() + timedelta(hours=1)
    Job.objects.update(due_at=later)
    enter(event, 1, "10")
    assert Job.objects.get().due_at < later
    assert Job.objects.get().state == "waiting"


def test_who_hands_the_event_over_sends_nothing_more(event):
    owner = Actor(person("olga", event, Role.OWNER), Role.OWNER)
    begin_mirror_link(event, "https://chess.example/", "t" * 22, owner)
    hand_over_event(event, "https://elsewhere.example", owner)
    assert not MirrorLink.objects.exists()


WRONG = {
    "chess.example": "webhook-address",
    "ftp://chess.example": "webhook-address",
    "https://chess.example": "mirror-link-token",
}


@pytest.mark.parametrize("url", WRONG)
def test_a_wrong_address_or_token_is_refused_at_once(client, event, url):
    client.force_login(person("olga", event, Role.OWNER))
    page = client.post(f"/e/{event.slug}/publication/begin/", {"url": url, "token": "short"})
    assert page.status_code == 422
    assert url in page.text
    assert not MirrorLink.objects.exists()


def test_only_owners_show_an_event_elsewhere(event):
    chief = Actor(person("chief", event, Role.CHIEF_ARBITER), Role.CHIEF_ARBITER)
    with pytest.raises(PermissionDenied):
        begin_mirror_link(event, "https://chess.example", "t" * 22, chief)
    with pytest.raises(PermissionDenied):
        end_mirror_link(event, chief, take_down=True)


def test_sections_from_several_laptops_stand_on_one_front_page(client, event, twin):
    other = make_event("zq-youth")
    first, second = twin.send(), Twin(other, "Gym").send(origin="another laptop")
    client.force_login(twin.maker)
    for mirrored, section in ((first, "A"), (second, "Youth")):
        fields = {"name": "The weekend", "section": section}
        assert client.post(f"/e/{mirrored.slug}/copies/begin-series/", fields).status_code == 302
    client.logout()
    page = " ".join(client.get("/series/the-weekend/").text.split())
    assert "Youth" in page and f"/e/{first.slug}/" in page and f"/e/{second.slug}/" in page
    twin.send()
    series = {each.series_id for each in Event.objects.filter(pk__in=(first.pk, second.pk))}
    assert len(series) == 1 and None not in series


def test_a_front_page_of_somebody_else_is_not_joined(client, event):
    other = make_event("zq-youth")
    person("otto", other, Role.OWNER)
    create_series(other, "The weekend", "Youth", COMMAND)
    client.force_login(person("olga", event, Role.OWNER))
    client.post(f"/e/{event.slug}/copies/begin-series/", {"name": "The weekend", "section": "A"})
    assert Series.objects.filter(name="The weekend").count() == 2
