"""Copies of the database: checked, kept for a while, put back whole, and never trusted unread."""

import os
import stat
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.site.exchange.archives import enter, log, table
from tests.site.factories import game, make_event, person
from tests.site.reading import text
from tests.site.teams import make_team_event
from tiebreaks.refusal import Refusal
from tournaments import worker
from tournaments.access import accounts, tokens
from tournaments.actions.rounds.team_match_ends import end_match
from tournaments.actions.writing import COMMAND
from tournaments.domain.accounts.roles import Role
from tournaments.domain.choices import TokenKind
from tournaments.models import Event, Game, Job, SignIn
from tournaments.operation import backups, jobs
from tournaments.operation.bounded_cache import clear_caches
from tournaments.operation.database_copies import database_tools

OTHER = b"PGDMP" if connection.vendor == "sqlite" else b"SQLite format 3\0"


@pytest.fixture
def folder(settings, tmp_path):
    settings.BACKUPS = tmp_path / "backups"
    return settings.BACKUPS


@pytest.fixture
def hall(committed, folder):
    event = make_event()
    person("anna", event)
    enter(event, 1, "10", COMMAND)
    return event


def test_a_copy_is_made_checked_and_nobody_elses_to_read(hall):
    path = backups.make_backup(backups.BY_HAND)
    backups.check_backup(path)
    assert [copy.path for copy in backups.list_backups()] == list(path.parent.iterdir()) == [path]
    assert backups.list_backups()[0].kind == "hand"
    assert timezone.now() - backups.list_backups()[0].made_at < timedelta(minutes=1)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ("tournaments", "0023_fixed_tables") in database_tools().migrations(path)


def leave_copies(folder, kind, *ages, size=1):
    """Leave copies of yesterday noon and so many minutes, the oldest first; return their paths."""
    folder.mkdir(exist_ok=True)
    noon = timezone.now().replace(hour=12, minute=0) - timedelta(days=1)
    paths = [folder / f"crosstable-{noon - timedelta(minutes=age):%Y%m%d-%H%M%S-%f}-{kind}.dump" for age in ages]
    for path in paths:
        path.write_bytes(bytes(size))
    return paths


@pytest.mark.parametrize("kind", backups.KINDS)
def test_of_each_kind_the_newest_are_kept_and_older_ones_by_age(hall, folder, settings, kind):
    settings.BACKUPS_KEPT = 2
    day_before, *_same_hour, this_hour, last = leave_copies(folder, kind, 24 * 60, 50, 40, 30, 20)
    (folder / "notes.txt").write_text("of somebody else")
    other = leave_copies(folder, next(other for other in backups.KINDS if other != kind), 50, 40)
    made = backups.make_backup(kind)
    assert {copy.path for copy in backups.list_backups()} == {day_before, last, made, *other}
    assert not this_hour.exists()
    assert (folder / "notes.txt").exists()


def test_all_together_take_no_more_than_the_budget(hall, folder, settings):
    settings.BACKUPS_SPACE = 10**6 * 3 // 2
    backups.make_backup(backups.BY_HAND).unlink()  # there is a size to think of
    oldest, *_others = old = leave_copies(folder, "round", 50, 40, 30) + leave_copies(folder, "hand", 20, 10)
    for path in old:
        path.write_bytes(bytes(400_000))
    made = backups.make_backup(backups.BY_HAND)
    kept = [copy.path for copy in backups.list_backups()]
    assert sum(path.stat().st_size for path in kept) <= settings.BACKUPS_SPACE
    assert kept == [made, *old[::-1]][: len(kept)] and oldest not in kept
    settings.BACKUPS_SPACE = 0
    last = backups.make_backup(backups.BY_HAND)
    assert [copy.path for copy in backups.list_backups()] == [last]


def test_where_the_disk_is_short_the_oldest_make_room_before_the_copy(hall, folder, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=0))
    old = leave_copies(folder, "round", 20, 10, size=10**6)
    seen = []
    tools = database_tools()
    monkeypatch.setattr(type(tools), "check", lambda tools, path: seen.extend(backups.list_backups()))
    made = backups.make_backup(backups.BY_HAND)
    assert [copy.path for copy in seen] == old[1:], "the last one stays while the next one is made"
    assert [copy.path for copy in backups.list_backups()] == [made]


def test_the_copy_before_a_migration_that_failed_stays_whatever_its_age_and_the_space(hall, folder, settings):
    settings.BACKUPS_KEPT, settings.BACKUPS_SPACE = 1, 0
    spared = backups.back_up_before_migration()
    made = [backups.make_backup(backups.BY_HAND) for _ in range(2)]
    assert [copy.path for copy in backups.list_backups()] == [made[-1], spared]
    backups.mark_migrated()
    made = backups.make_backup(backups.BY_HAND)
    assert [copy.path for copy in backups.list_backups()] == [made]


def test_the_copy_that_is_restored_stays_whatever_its_age_and_the_space(hall, folder, settings):
    settings.BACKUPS_KEPT, settings.BACKUPS_SPACE = 1, 0
    old = leave_copies(folder, backups.BY_HAND, 900)[0]
    made = backups.make_backup(backups.BEFORE_RESTORE, old)
    assert [copy.path for copy in backups.list_backups()] == [made, old]


def test_the_command_spares_the_copy_that_it_restores(hall, folder, settings):
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    copy = backups.make_backup(backups.BY_HAND)
    settings.BACKUPS_KEPT, settings.BACKUPS_SPACE = 1, 0
    call_command("restore", str(copy))
    assert copy.exists()


def test_what_a_killed_process_left_half_made_goes_and_what_another_one_makes_stays(hall, folder):
    folder.mkdir()
    left, fresh = (folder / f"crosstable-20260101-00000{n}-000000-round.part" for n in (1, 2))
    for draft in (left, fresh):
        draft.write_text("half")
    os.utime(left, (0, 0))
    backups.make_backup(backups.BY_HAND)
    assert (left.exists(), fresh.exists()) == (False, True)


def test_what_was_there_at_the_copy_is_there_again(hall, capsys):
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")  # what PostgreSQL's owner has installed stays
    before, lines, epoch = table(hall), log(hall), hall.epoch
    path = backups.make_backup(backups.BY_HAND)
    enter(hall, 2, "01", COMMAND)
    make_event("later")
    person("berta")
    call_command("restore", str(path))
    clear_caches()
    (event,) = Event.objects.all()
    assert (table(event), log(event, until=len(lines))) == (before, lines)
    assert [game(event, 2, board).result for board in (1, 2)] == ["10", ""]
    assert event.epoch != epoch, "a browser that was ahead gets the whole table"
    last = event.log.first()
    assert (last.action, last.version, last.after) == ("restore", 3, {"copy": path.name})
    kinds = [copy.kind for copy in backups.list_backups()]
    assert kinds == ["restore", "hand"]
    assert "Restored 1 events" in capsys.readouterr().out

    call_command("restore", str(backups.list_backups()[0].path))
    assert {event.slug for event in Event.objects.all()} == {"open", "later"}
    assert game(Event.objects.get(slug="open"), 2, 2).result == "01"
    assert enter(Event.objects.get(slug="open"), 3, "10", COMMAND).outcome == "saved"


def test_the_log_is_still_append_only_after_a_restore(hall):
    call_command("restore", str(backups.make_backup(backups.BY_HAND)))
    from django.db import DatabaseError

    with pytest.raises(DatabaseError, match="append-only"):
        Event.objects.get().log.all().delete()


def test_nothing_that_the_copy_would_open_opens_after_a_restore(hall, client, capsys):
    client.force_login(person("berta", hall, Role.OWNER))
    assert client.get("/e/open/settings/").status_code == 200
    berta = hall.memberships.get(user__username="berta").user
    link = accounts.create_link(berta)
    open_texts = {kind: tokens.issue_token(hall, kind, valid=timedelta(days=9)) for kind in TokenKind}
    path = backups.make_backup(backups.BY_HAND)
    capsys.readouterr()
    call_command("restore", str(path))
    assert client.get("/e/open/settings/").status_code == 302, "the session of the copy is no session any more"
    assert not SignIn.objects.exists()
    assert {kind: tokens.find_token(text, kind) for kind, text in open_texts.items()} == dict.fromkeys(TokenKind)
    with pytest.raises(accounts.LinkRefused):
        accounts.find_link(link)
    assert "Signed out 1 browsers and closed 5 addresses" in capsys.readouterr().out
    assert tokens.find_token(tokens.issue_token(hall, TokenKind.API, valid=timedelta(days=9)), TokenKind.API), (
        "new ones open"
    )


def test_an_older_copy_is_brought_up_to_date(hall, settings):
    call_command("migrate", "axes", "zero", verbosity=0)
    path = backups.make_backup(backups.BY_HAND)
    call_command("migrate", verbosity=0)
    call_command("restore", str(path))
    assert "axes_accessattempt" in connection.introspection.table_names()
    assert Event.objects.get().slug == "open"


def bad_copies(path):
    data = path.read_bytes()
    middle = len(data) // 2
    yield "cut.copy", data[:middle], "This copy is damaged"
    yield "empty.copy", b"", "not a copy of a Crosstable"
    yield "text.copy", b"Name,Points\n", "not a copy of a Crosstable"
    yield "other.copy", OTHER + b"x" * 200, "and this server uses"


def test_a_bad_copy_is_refused_and_nothing_is_touched(hall, tmp_path, capsys):
    path = backups.make_backup(backups.BY_HAND)
    for name, data, refusal in bad_copies(path):
        bad = tmp_path / name
        bad.write_bytes(data)
        with pytest.raises(Refusal, match=refusal):
            backups.check_backup(bad)
        with pytest.raises(SystemExit) as left:
            call_command("restore", str(bad))
        assert left.value.code == 2
        assert str(bad) in capsys.readouterr().err
    with pytest.raises(SystemExit):
        call_command("restore", str(tmp_path / "missing"))
    assert "No such file" in capsys.readouterr().err
    assert game(hall, 2, 1).result == "10"
    assert len(backups.list_backups()) == 1


def test_a_copy_of_a_newer_release_is_refused(hall):
    from django.db.migrations.recorder import MigrationRecorder

    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournaments", "9999_of_the_future")
    path = backups.make_backup(backups.BY_HAND)
    recorder.record_unapplied("tournaments", "9999_of_the_future")
    with pytest.raises(Refusal, match=r"tournaments\.9999_of_the_future is unknown here"):
        backups.check_backup(path)


def test_a_failed_copy_leaves_nothing_behind(hall, folder, monkeypatch):
    folder.mkdir()
    monkeypatch.setattr("tournaments.operation.database_copies.NEEDED", {"tournaments_horses"})
    with pytest.raises(Refusal, match="not a copy of a Crosstable"):
        backups.make_backup(backups.BY_HAND)
    assert list(folder.iterdir()) == []


def count_waiting():
    return Job.objects.filter(kind=backups.JOB, state="waiting").count()


def let_time_pass(monkeypatch):
    """Let the last copy be one of long ago."""
    monkeypatch.setattr(backups, "APART", timedelta())
    Job.objects.filter(state="waiting").update(due_at=timezone.now())


def test_a_round_that_is_complete_is_copied_once(hall):
    for board in (2, 3):
        enter(hall, board, "10", COMMAND)
    assert not count_waiting()
    enter(hall, 4, "==", COMMAND)
    enter(hall, 4, "10", COMMAND)
    (done,) = worker.carry_out_all(backups.JOB)
    (copy,) = backups.list_backups()
    assert (done.state, done.result) == ("done", {"copy": copy.name})
    assert copy.kind == backups.AFTER_ROUND
    enter(hall, 4, "01", COMMAND)
    assert worker.carry_out_all(backups.JOB) == [], "a correction alone asks for none"


def finish(event):
    for board in (1, 2, 3, 4):
        enter(event, board, "10", COMMAND)


@pytest.mark.parametrize("worked", [False, True], ids=["a slow worker", "a worker that is at once there"])
def test_thirty_rounds_that_end_at_once_make_two_copies(committed, folder, monkeypatch, worked):
    events = [make_event(f"open-{n}") for n in range(30)]
    for event in events:
        finish(event)
        assert count_waiting() == 1
        if worked:
            worker.carry_out_all(backups.JOB)
    if worked:
        let_time_pass(monkeypatch)
    worker.carry_out_all(backups.JOB)
    copies = backups.list_backups()
    assert (len(copies), count_waiting()) == (1 + worked, 0)
    backups.restore_backup(copies[0].path)
    assert not Game.objects.filter(round__number=2, result="").exists(), "each of the rounds is in the last one"


def test_a_round_that_ends_while_a_copy_is_made_is_in_the_next_one(hall, monkeypatch):
    tools = type(database_tools())
    check = tools.check
    backups.request_backup()
    with monkeypatch.context() as patch:
        patch.setattr(tools, "check", lambda own, path: (check(own, path), backups.request_backup()))
        assert [job.state for job in worker.carry_out_all(backups.JOB)] == ["done", "waiting"]
    assert len(backups.list_backups()) == 1, "so soon there is no other"
    let_time_pass(monkeypatch)
    assert [job.state for job in worker.carry_out_all(backups.JOB)] == ["done"]


def test_what_older_releases_asked_for_is_one_copy(hall):
    for number in (1, 2, 3):
        jobs.enqueue(backups.JOB, hall, round=number)
    assert len(worker.carry_out_all()) == 1
    assert (len(backups.list_backups()), count_waiting()) == (1, 0)


def test_a_copy_of_tomorrow_which_a_wrong_clock_has_made_delays_none(hall, folder):
    folder.mkdir()
    later = timezone.now() + timedelta(days=1)
    (folder / f"crosstable-{later:%Y%m%d-%H%M%S-%f}-round.dump").write_text("")
    backups.request_backup()
    assert [job.state for job in worker.carry_out_all()] == ["done"]


def test_a_round_that_a_forfeited_match_completes_is_copied_too(committed, folder):
    league = make_team_event()
    end_match(league, 1, 1, "-+", COMMAND, "They did not come.")
    assert not count_waiting()
    end_match(league, 1, 2, "+-", COMMAND, "They did not come either.")
    assert count_waiting() == 1


def test_a_copy_that_fails_after_a_round_stands_in_the_log(hall, folder, caplog):
    folder.write_text("in the way")
    for board in (2, 3, 4):
        enter(hall, board, "10", COMMAND)
    assert {job.state for job in worker.carry_out_all()} == {"waiting"}, "it is tried again"
    assert "No copy could be made after a round: " in caplog.text


def test_the_sites_admin_makes_and_takes_copies_on_a_page(hall, folder, admin_client, client):
    assert "None yet." in admin_client.get("/backups/").content.decode()
    assert admin_client.post("/backups/").status_code == 302
    (copy,) = backups.list_backups()
    page = text(admin_client.get("/backups/"))
    assert copy.name in admin_client.get("/backups/").content.decode()
    assert "One backup, from " in page and " of at most 10.0" in page
    leave_copies(folder, "round", 20, size=3 * 2**20)
    page = text(admin_client.get("/backups/"))
    assert "2 backups, the oldest from " in page and ":40. They take " in page
    file = admin_client.get(f"/backups/{copy.name}/")
    assert file.content == copy.path.read_bytes()
    assert (file["Cache-Control"], file["Content-Disposition"]) == ("no-store", f'attachment; filename="{copy.name}"')
    for name in ("..%2f..%2fsecret-key", "crosstable-20000101-000000-000000-hand.sqlite3"):
        assert admin_client.get(f"/backups/{name}/").status_code == 404

    client.force_login(person("carl", hall, Role.OWNER))
    for place in ("/backups/", f"/backups/{copy.name}/"):
        assert client.get(place).status_code == 403
    assert client.post("/backups/").status_code == 403


def test_a_page_that_cannot_copy_says_why(admin_client, committed, folder):
    folder.write_text("in the way")
    answer = admin_client.post("/backups/")
    assert answer.status_code == 500
    assert "File exists" in answer.content.decode()
